"""The page that says how far a draw is, and the way from there."""

import html5lib
import pytest
from django.utils import timezone

from tests.helpers.addresses import at
from tests.helpers.factories import make_players
from tests.helpers.person import Person
from tournament.models import DraftJob, Wish
from tournament.running.background import take_turn
from tournament.services import draft_jobs
from tournament.services.wishes import add_wish
from tournament.web import drafts


@pytest.fixture
def dora(desk, event, director):
    """A director with a draw to make that takes long."""
    people = make_players(event, 16)
    add_wish(event, Wish.Kind.STAYS, people[0], table=1, by=director, at=timezone.now())
    return Person(desk).visit(at(event, "seating:index"))


def drawn(begun):
    draft_jobs.run_draw(begun, clock=timezone.now, tell=lambda part: None)


@pytest.fixture
def slow(monkeypatch):
    """Nobody makes the draws that are begun."""
    monkeypatch.setattr(draft_jobs, "launch_draw", lambda begun: None)
    monkeypatch.setattr(drafts, "PATIENCE", 0)


@pytest.mark.slow
def test_a_draw_done_in_a_moment_leads_to_its_draft_until_wishes_change(dora, event, director):
    dora.press("Seat them")
    assert "What the requests cost" in dora.text
    assert "With the requests" in dora.text
    people = list(event.players.order_by("number"))
    add_wish(event, Wish.Kind.COUPLE, people[4], other=people[5], by=director, at=timezone.now())
    dora.visit(dora.path)
    assert "The requests have changed since this draw" in dora.text
    assert "not met" in dora.text


@pytest.mark.slow
def test_a_long_draw_says_how_far_it_is_and_asks_again_by_itself(dora, slow, event):
    dora.press("Seat them")
    DraftJob.objects.update(percent=40)
    dora.visit(dora.path)
    assert "Drawing the seating" in dora.text
    assert 'value="40" max="100"' in dora.page
    assert '<noscript><meta http-equiv="refresh" content="2"></noscript>' in dora.page
    html5lib.HTMLParser(strict=False).parse(dora.page)
    drawn(event.draft_jobs.get())
    dora.visit(dora.path)
    assert "Proposed seating" in dora.text
    assert "draft=" in dora.path


def test_a_long_draw_can_be_cancelled_and_another_one_is_told_when_to_try_again(dora, slow, event):
    """Draws were not capped."""
    page = dora.press("Seat them", seed="7").path
    dora.visit(at(event, "seating:index")).press("Seat them", seed="8")
    assert (dora.response.status_code, dora.response.headers["Retry-After"]) == (429, "30")
    assert "A draw of this event is under way: wait until it has ended" in dora.text
    assert 'value="8"' in dora.page
    dora.visit(page).press("Cancel the draw")
    assert "The draw is cancelled. Nothing was changed." in dora.text
    assert event.draft_jobs.get().refused == "cancelled"
    assert "The draw was cancelled." in dora.visit(page).text


@pytest.mark.slow
def test_a_draw_that_was_stopped_says_so_and_can_be_made_again(dora, slow, event, monkeypatch):
    dora.press("Seat them")
    page = dora.path
    event.draft_jobs.update(seen_at=timezone.now() - 2 * draft_jobs.SILENCE)
    dora.visit(page)
    assert "stopped half-way" in dora.text
    assert "http-equiv" not in dora.page
    monkeypatch.setattr(draft_jobs, "launch_draw", drawn)
    dora.press("Draw again")
    assert event.drafts.count() == 1


def test_a_draw_that_came_to_nothing_says_why(dora, slow, event):
    dora.press("Seat them")
    event.players.filter(number__gt=3).update(status="expected")
    drawn(event.draft_jobs.get())
    dora.visit(dora.path)
    assert "A table needs four players; 3 can play." in dora.text
    assert "Back to the seating" in dora.text


@pytest.mark.slow
def test_what_each_wish_costs_is_counted_on_request_and_again_once_stopped(
    dora, event, director, monkeypatch
):
    people = list(event.players.order_by("number"))
    add_wish(event, Wish.Kind.COUPLE, people[4], other=people[5], by=director, at=timezone.now())
    dora.press("Seat them")
    with monkeypatch.context() as stopped:
        stopped.setattr(draft_jobs, "launch_draw", lambda begun: None)
        stopped.setattr(drafts, "PATIENCE", 0)
        dora.press("Show the effect of each")
    event.draft_jobs.update(seen_at=timezone.now() - 2 * draft_jobs.SILENCE)
    dora.visit(dora.path).press("Count again")
    assert "Costs" in dora.text
    assert "Together they may cost more or less" in dora.text


@pytest.mark.rude
def test_an_unknown_draw_is_not_found(desk, event):
    assert desk.get(at(event, "draft_jobs:show", 7)).status_code == 404
    answer = desk.post(at(event, "draft_jobs:count"), {"draft": "x"}, follow=True)
    assert "That seating is gone" in answer.content.decode()


def test_two_directors_wait_for_a_quick_draw_and_the_third_sees_its_progress(dora, monkeypatch):
    """Each waiting director took a thread for 1.5 s."""
    waited = []
    monkeypatch.setattr(draft_jobs, "launch_draw", lambda begun: None)
    monkeypatch.setattr(drafts, "wait_for_draw", lambda job, seconds: waited.append(seconds) or job)
    with take_turn("draws waited for", 2), take_turn("draws waited for", 2):
        dora.press("Seat them")
    assert waited == [0]
    assert "Drawing the seating" in dora.text
