"""The seating page from "nobody is here" to "who moves": what each role sees, what each button does."""

import re

import pytest

from tests.helpers.addresses import at
from tests.helpers.database import queries
from tests.helpers.factories import NOW, enter, make_official, make_players, make_published, table_of
from tests.helpers.person import Person
from tests.helpers.person import words as text
from tests.helpers.scripted import Scripted
from tournament.models import Event, Player
from tournament.rotation.movements import SEATING
from tournament.services.rounds import close_round
from tournament.services.seating import draft_plan, publish, replan, withdraw
from tournament.state.attendance import published_plans
from tournament.web.drafts import draft_url


def url(event, name="index", query=""):
    return at(event, f"seating:{name}") + query


def drafted(event, director, players=8, **changes):
    make_players(event, players)
    return draft_plan(event, by=director, at=NOW, **changes)


# --- before anything is drawn
def test_the_page_says_how_many_are_here_and_a_draft_leads_to_its_quality(dora, event):
    make_players(event, 2)
    dora.visit(url(event)).press("Seat them")
    assert "a table needs four" in dora.text
    make_players(event, ["Late Larry"], status="expected")
    make_players(event, 12)
    assert "14 players are here" in dora.visit(url(event)).text
    assert "1 is expected" in dora.text
    assert re.findall(r'name="movement" value="([^"]+)"', dora.page) == list(SEATING)
    for seed, said in (("-1", "greater than or equal to 0"), ("9" * 20, "less than or equal to")):
        assert said in dora.press("Seat them", seed=seed).text
    dora.press("Seat them", seed="seven", movement="draw")
    assert "whole number" in dora.text
    assert not event.drafts.exists()
    dora.press("Seat them", seed="")
    assert event.drafts.get().movement == "draw"
    assert not event.rounds.exists()
    assert "Seating quality" in dora.text
    assert "Start round 1" in dora.text


def test_a_movement_that_does_not_fit_is_refused_with_another(dora, event):
    make_players(event, 10)
    dora.visit(url(event)).press("Seat them", movement="seats")
    assert "Or choose “Planned rotation”" in dora.text
    assert not event.drafts.exists()


@pytest.mark.rude
def test_what_no_page_offers_to_draw_is_a_sentence_and_never_an_error_page(desk, event, director):
    make_players(event, 10)
    for sent, said in (({}, "required"), ({"movement": "x" * 500}, "not one of the available choices")):
        assert said in text(desk.post(url(event, "draft"), sent))
    assert not event.drafts.exists()
    for key in ("", "1-chart-999", "nonsense"):
        page = desk.post(url(event, "publish"), {"draft": key}, follow=True)
        assert "That seating is gone" in text(page)
    event = make_published(director, players=9, rounds=4)
    enter(table_of(event))
    for first in ("1", "99", "x", ""):
        page = desk.post(url(event, "draft"), {"movement": "chart", "from_round": first})
        assert (page.status_code, 'role="alert"' in page.content.decode()) == (200, True)
    assert not event.drafts.exists()


# --- a draft
def test_the_proof_stands_beside_the_least_possible_and_the_picture_has_a_description(desk, event, director):
    drafted(event, director, 8)
    page = desk.get(url(event))
    html = page.content.decode()
    for line in page.context["seating"].proof:
        row = html[html.index(line.title) :][:400]
        assert re.search(rf'proof-value">{line.value}</td>\s*<td class="num">{line.least}</td>', row)
        assert line.sentence in html
    picture = html[html.index('<svg class="meets-picture') :]
    picture = picture[: picture.index("</svg>")]
    assert "<title" in picture
    assert "<desc" in picture
    assert "style=" not in picture


def test_redraw_keeps_the_movement_and_both_drafts_can_be_compared(dora, event, director):
    first = drafted(event, director, 8, movement="draw")
    dora.visit(url(event)).press("Draw again")
    assert [draft.movement for draft in event.drafts.all()] == ["draw", "draw"]
    assert "Draws so far" in dora.text
    assert f"?draft={first.key}" in dora.page
    assert dora.visit(url(event, query=f"?draft={first.key}")).response.context["draft"] == first


@pytest.mark.parametrize("key", ["", "x", "1-chart-999", "'; drop", "9" * 300])
def test_an_unknown_draft_shows_the_latest(desk, event, director, key):
    latest = drafted(event, director, 8)
    assert desk.get(url(event), {"draft": key}).context["draft"] == latest


def test_a_draft_that_no_longer_fits_says_who_and_offers_to_draw_again(desk, event, director):
    drafted(event, director, 8)
    make_players(event, ["Walter Walkup"])
    page = desk.get(url(event))
    assert "Walter Walkup (9) is here but has no seat" in text(page)
    assert url(event, "publish") not in page.content.decode()


# --- publishing
def test_publishing_says_first_what_happens_and_publishes_once(desk, event, director):
    draft = drafted(event, director, 9)
    dora, late = (Scripted(desk).visit(draft_url(draft)) for _page in range(2))
    assert "9 players, 2 tables, 8 rounds" in text(desk.get(url(event, "publish", f"?draft={draft.key}")))
    assert not event.rounds.exists()
    dora.publish()
    assert "Round 1 has started" in dora.page
    assert len(dora.response.context["seating"].paths) == 9
    assert dora.again().status_code == 302  # pressed twice
    late.publish()
    event.refresh_from_db()
    assert (event.status, event.rounds.count()) == (Event.Status.PLAYING, 8)
    assert event.audit_entries.filter(action="seating.published").count() == 1


def test_one_button_starts_round_1_and_leads_to_tonights_papers(desk, event, director):
    dora = Person(desk).visit(draft_url(drafted(event, director, 8)))
    dora.press("Print and start round 1")
    assert event.rounds.get(number=1).status == "open"
    assert "Tonight’s kit" in dora.text
    dora.follow("Enter round 1")
    assert "Totals of round 1" in dora.text


@pytest.mark.parametrize("rounds", [1, 2])
def test_publishing_says_that_the_last_round_goes_by_the_standings_if_it_does(dora, event, director, rounds):
    Event.objects.update(round_count=rounds)
    event.refresh_from_db()
    draft = drafted(event, director, movement="standings-last")
    page = dora.visit(url(event, "publish", f"?draft={draft.key}"))
    assert ("The last round is seated by the standings" in page.text) == (rounds == 2)


def test_an_outdated_draft_is_refused_with_the_names(dora, event, director):
    dora.visit(draft_url(drafted(event, director, 8)))
    event.players.filter(number=3).update(status="left")
    dora.publish()
    assert "Cora Cole (3) is seated but not here" in dora.text
    assert not event.rounds.exists()


# --- published
def test_players_are_found_by_number_and_name_several_are_offered_and_none_is_said(desk, director):
    event = make_published(director, players=9, rounds=3)
    by_number = desk.get(url(event), {"q": "3"})
    by_name = desk.get(url(event), {"q": "cora"})
    assert [path.person.name for path in by_number.context["found"]] == ["Cora Cole"]
    assert by_name.context["found"] == by_number.context["found"]
    assert by_name.content.decode().count("is-followed") == 3
    event = make_published(director, players=9, rounds=3)
    assert "Which one?" in text(desk.get(url(event), {"q": "a"}))
    assert "Nobody called" in text(desk.get(url(event), {"q": "<zz>"}))


def test_withdrawing_asks_first_and_is_not_offered_once_a_table_has_reported(dora, director):
    event = make_published(director)
    dora.visit(url(event)).follow("Withdraw it")
    assert "Only directors see it then" in dora.text
    enter(table_of(event))
    dora.press("Withdraw")
    assert "the seating stays" in dora.page
    assert event.rounds.count() == 2
    assert "Withdraw it" not in dora.visit(url(event)).text
    event = make_published(director)
    dora.visit(url(event, "withdraw")).press("Withdraw")
    assert dora.response.context["draft"].from_round == 1
    assert not event.rounds.exists()


# --- unplayed rounds anew
def test_somebody_leaving_is_noticed_drafted_and_published_for_the_rounds_left(dora, director):
    event = make_published(director, players=9, rounds=4)
    enter(table_of(event))
    Player.objects.filter(event=event, number=2).update(status="left", to_round=1)
    dora.visit(url(event))
    assert "From round 2 on, the seating no longer fits" in dora.text
    dora.press("Draw new seating")
    assert "Proposed seating from round 2 on" in dora.text
    assert dora.response.context["seating"].moves
    assert "need a new card (another seat)" in dora.follow("Publish seating").text
    dora.press("Publish seating")
    assert dora.response.context["change"] is None


def test_a_pending_draft_of_later_rounds_is_pointed_to(desk, director):
    event = make_published(director, players=9, rounds=4)
    enter(table_of(event))
    replan(event, by=director, at=NOW)
    page = desk.get(url(event))
    assert "draft" not in page.context
    assert "New seating from round 2 on is drawn" in text(page)


# --- who may
@pytest.mark.parametrize("role", ["viewer", "scorer"])
def test_drafts_are_for_directors(client, event, director, role):
    draft = drafted(event, director, 8)
    client.force_login(make_official(event, role))
    assert "No seating yet" in text(client.get(url(event, query=f"?draft={draft.key}")))


def test_a_finished_event_shows_its_seating_and_offers_nothing(dora, director):
    event = make_published(director, players=9, rounds=3)
    dora.visit(url(event))
    Event.objects.filter(pk=event.pk).update(status="finished")
    dora.press("Draw new seating")
    assert "The event is finished" in dora.text
    assert url(event, "draft") not in dora.visit(url(event)).page


# --- the page itself
@pytest.mark.parametrize("published", [False, True])
def test_the_number_of_queries_does_not_grow_with_the_players(desk, director, published):
    counts = []
    for players in (16, 80):
        event = make_published(director, players=players, rounds=4, name=f"N{players}")
        if not published:
            withdraw(event, by=director, at=NOW)
        counts.append(queries(desk, url(event)))
    assert counts[0] == counts[1] <= 23


def test_a_new_plan_is_taken_back_with_a_look_at_who_moves(desk, director):
    event = make_published(director, players=9, rounds=4)
    before = published_plans(event)
    enter(table_of(event))
    Player.objects.filter(event=event, number=2).update(status="left", to_round=1)
    publish(replan(event, by=director, at=NOW), by=director, at=NOW)
    dora = Person(desk).visit(url(event)).follow("Previous seating")
    assert "Previous seating from round 2 on" in dora.text
    assert "players change seats" in dora.text
    assert "Ben Baker (2) is seated but not here" in dora.text
    dora.follow("Restore it")
    assert "seated as they were before the new plan" in dora.text
    dora.press("Restore it")
    assert "The former seating is restored" in dora.text
    assert published_plans(event) == before
    close_round(event.rounds.get(number=1), by=director, at=NOW, despite_missing=True)
    enter(table_of(event, 2))
    dora.visit(url(event))
    assert "Previous seating" not in dora.text
    dora.visit(url(event, query="?draft=former"))
    assert "Rotation chart" in dora.text
