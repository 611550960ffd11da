"""The seating page from "nobody is here" to "who moves": what each role sees, what each button does."""

import re

import pytest

from tests.helpers.addresses import at
from tests.helpers.database import queries
from tests.helpers.factories import NOW, enter, make_official, make_players, make_published, table_of
from tests.helpers.person import Person
from tests.helpers.person import words as text
from tournament.models import Event, Player
from tournament.rotation.movements import SEATING
from tournament.services.rounds import close_round
from tournament.services.seating import draft_plan, publish, replan
from tournament.state.attendance import published_plans
from tournament.web.drafts import draft_url


def url(event, name="index", query=""):
    return at(event, f"seating:{name}") + query


def drafted(event, director, players=8, **changes):
    make_players(event, players)
    return draft_plan(event, by=director, at=NOW, **changes)


# --- before anything is drawn
def test_the_page_says_how_many_are_here_and_a_draft_leads_to_its_quality(desk, event):
    make_players(event, 6)
    make_players(event, ["Late Larry"], status="expected")
    page = desk.get(url(event))
    assert "6 players are here" in text(page)
    assert "1 is expected" in text(page)
    assert re.findall(r'name="movement" value="([^"]+)"', page.content.decode()) == list(SEATING)
    make_players(event, 8)
    page = desk.post(url(event, "draft"), {"movement": "chart"}, follow=True)
    assert event.drafts.count() == 1
    assert not event.rounds.exists()
    assert "Seating quality" in text(page)
    assert "Start round 1" in text(page)


@pytest.mark.parametrize("players", [0, 1, 3])
def test_too_few_players_get_a_sentence_on_the_page(desk, event, players):
    make_players(event, players)
    page = desk.post(url(event, "draft"), {"movement": "chart"})
    assert page.status_code == 200
    assert "a table needs four" in text(page)


@pytest.mark.parametrize(
    ("data", "words"),
    [
        ({}, "required"),
        ({"movement": "x" * 500}, "not one of the available choices"),
        ({"movement": "chart", "seed": "-1"}, "greater than or equal to 0"),
        ({"movement": "chart", "seed": "99999999999999999999"}, "less than or equal to"),
        ({"movement": "chart", "seed": "seven"}, "whole number"),
        ({"movement": "seats"}, "Or choose “Planned rotation”"),
    ],
)
def test_what_cannot_be_drawn_is_a_sentence_and_never_an_error_page(desk, event, data, words):
    make_players(event, 10)
    page = desk.post(url(event, "draft"), data)
    assert page.status_code == 200
    assert words in text(page)
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


def test_redraw_keeps_the_movement_and_both_drafts_can_be_compared(desk, event, director):
    first = drafted(event, director, 8, movement="draw")
    page = desk.post(url(event, "draft"), {"movement": "draw"}, follow=True)
    assert "Draws so far" in text(page)
    assert f"?draft={first.key}" in page.content.decode()
    assert desk.get(url(event, query=f"?draft={first.key}")).context["draft"] == first


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
def test_publishing_says_first_what_happens_and_shows_everybody_then(desk, event, director):
    draft = drafted(event, director, 9)
    page = desk.get(url(event, "publish", f"?draft={draft.key}"))
    assert "9 players, 2 tables, 8 rounds" in text(page)
    assert not event.rounds.exists()
    page = desk.post(url(event, "publish"), {"draft": draft.key}, follow=True)
    event.refresh_from_db()
    assert event.status == Event.Status.PLAYING
    assert "Round 1 has started" in text(page)
    assert len(page.context["seating"].paths) == 9


def test_one_button_starts_round_1_and_leads_to_tonights_papers(desk, event, director):
    dora = Person(desk).visit(draft_url(drafted(event, director, 8)))
    dora.press("Print and start round 1")
    assert event.rounds.get(number=1).status == "open"
    assert "Tonight’s kit" in dora.text
    dora.follow("Enter round 1")
    assert "Totals of round 1" in dora.text


@pytest.mark.parametrize("key", ["", "1-chart-999", "nonsense"])
def test_a_draft_that_is_gone_is_not_published(desk, event, director, key):
    drafted(event, director, 8)
    page = desk.post(url(event, "publish"), {"draft": key}, follow=True)
    assert "That seating is gone" in text(page)
    assert not event.rounds.exists()


def test_publishing_twice_publishes_once(desk, event, director):
    key = drafted(event, director, 8).key
    for _ in range(2):
        page = desk.post(url(event, "publish"), {"draft": key}, follow=True)
    assert page.status_code == 200
    assert event.rounds.count() == 8
    assert event.audit_entries.filter(action="seating.published").count() == 1


def test_an_outdated_draft_is_refused_with_the_names(desk, event, director):
    draft = drafted(event, director, 8)
    event.players.filter(number=3).update(status="left")
    page = desk.post(url(event, "publish"), {"draft": draft.key}, follow=True)
    assert "Cora Cole (3) is seated but not here" in text(page)
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


def test_withdrawing_asks_first_and_is_not_offered_once_a_table_has_reported(desk, director):
    event = make_published(director)
    assert "Only directors see it then" in text(desk.get(url(event, "withdraw")))
    page = desk.post(url(event, "withdraw"), follow=True)
    assert page.context["draft"].from_round == 1
    assert not event.rounds.exists()
    event = make_published(director)
    enter(table_of(event))
    assert url(event, "withdraw") not in desk.get(url(event)).content.decode()
    page = desk.post(url(event, "withdraw"), follow=True)
    assert "the seating stays" in text(page)
    assert event.rounds.count() == 2


# --- unplayed rounds anew
def test_somebody_leaving_is_noticed_drafted_and_published_for_the_rounds_left(desk, director):
    event = make_published(director, players=9, rounds=4)
    enter(table_of(event))
    Player.objects.filter(event=event, number=2).update(status="left", to_round=1)
    page = desk.get(url(event))
    assert "From round 2 on, the seating no longer fits" in text(page)
    page = desk.post(url(event, "draft"), {"movement": "chart", "from_round": "2"}, follow=True)
    assert "Proposed seating from round 2 on" in text(page)
    assert page.context["seating"].moves
    key = page.context["draft"].key
    assert "need a new card (another seat)" in text(desk.get(url(event, "publish", f"?draft={key}")))
    page = desk.post(url(event, "publish"), {"draft": key}, follow=True)
    assert page.context["change"] is None


def test_a_pending_draft_of_later_rounds_is_pointed_to(desk, director):
    event = make_published(director, players=9, rounds=4)
    enter(table_of(event))
    replan(event, by=director, at=NOW)
    page = desk.get(url(event))
    assert "draft" not in page.context
    assert "New seating from round 2 on is drawn" in text(page)


@pytest.mark.parametrize("first", ["1", "99", "x", ""])
def test_a_round_that_cannot_be_drawn_anew_is_a_sentence(desk, director, first):
    event = make_published(director, players=9, rounds=4)
    enter(table_of(event))
    page = desk.post(url(event, "draft"), {"movement": "chart", "from_round": first})
    assert page.status_code == 200
    assert 'role="alert"' in page.content.decode()
    assert not event.drafts.exists()


# --- who may
@pytest.mark.parametrize("role", ["viewer", "scorer"])
def test_drafts_are_for_directors(client, event, director, role):
    draft = drafted(event, director, 8)
    client.force_login(make_official(event, role))
    assert "No seating yet" in text(client.get(url(event, query=f"?draft={draft.key}")))


def test_a_finished_event_shows_its_seating_and_offers_nothing(desk, director):
    event = make_published(director, players=9, rounds=3)
    Event.objects.filter(pk=event.pk).update(status="finished")
    page = desk.get(url(event))
    assert url(event, "draft") not in page.content.decode()
    refused = desk.post(url(event, "draft"), {"movement": "chart", "from_round": "2"})
    assert "The event is finished" in text(refused)


# --- the page itself
@pytest.mark.parametrize("published", [False, True])
def test_the_number_of_queries_does_not_grow_with_the_players(desk, director, published):
    counts = []
    for players in (16, 80):
        event = make_published(director, players=players, rounds=4, name=f"N{players}")
        if not published:
            desk.post(url(event, "withdraw"))
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
