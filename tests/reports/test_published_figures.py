"""The page for the curious: a seating beside what others have published for as many players and rounds."""

from django.urls import reverse

from tests.helpers.factories import NOW, make_event, make_players, make_published
from tournament.reports import seating_page
from tournament.reports.seating_page import _source, _strangers, published_page
from tournament.rotation import published
from tournament.services.seating import draft_plan


def compared(event):
    return published_page(seating_page.published_seating_page(event))


def rows(page):
    return [(row.kind, row.key) for row in page.rows]


def test_each_published_figure_is_beside_this_seating_and_its_lower_bound(director):
    page = compared(make_published(director, players=24, rounds=8))
    assert rows(page) == [
        ("this", (0, 0, 18)),
        ("least", (0, 0, 12)),
        ("ours", (0, 0, 18)),
        ("published", (0, 0, 18)),
        ("published", (0, 0, 28)),
    ]
    assert [row.note for row in page.rows] == ["", "", "The same.", "The same.", "Repeats more."]
    meetings = page.reasons[-1]
    assert (meetings.verdict, meetings.reason) == (
        "best known",
        "It is also the best that others have published; no proof is known.",
    )


def test_thirty_two_players_reach_the_ten_published_rounds(director):
    page = compared(make_published(director, players=32, rounds=10))
    assert rows(page)[0] == ("this", (0, 0, 0))
    assert (page.rows[3].title, page.rows[4].title) == ("Published", "By others")
    assert "A. Aguado" in page.rows[3].source
    assert page.strangers.sentence == (
        "Published: 10 rounds. Ours has as many. "
        "More can’t be: everybody meets three new players in each round."
    )


def test_one_player_fewer_has_the_same_design(director):
    page = compared(make_published(director, players=23, rounds=7))
    (row,) = [row for row in page.rows if row.kind == "published"]
    assert row.note == "The same. For one player more: who would sit with that player sits out."


def test_where_nothing_is_published_the_page_says_so():
    assert _strangers(92).sentence.startswith("Nothing is published about so many players. Ours: 29 rounds;")
    assert _strangers(18) is None
    assert _strangers(20) is None


def test_nothing_published_is_said(director):
    assert compared(make_published(director, players=18, rounds=5)).nothing_published


def test_figures_for_the_same_players_throughout_are_not_shown_where_players_left(director):
    from tournament.models import Event, Player
    from tournament.services.seating import publish, replan

    event = make_published(director, players=13, rounds=3)
    event.rounds.filter(number=1).update(status="closed")
    Player.objects.filter(event=event, number=5).update(status="left", to_round=1)
    event = Event.objects.get(pk=event.pk)
    publish(replan(event, from_round=2, by=director, at=NOW), by=director, at=NOW)
    page = compared(event)
    assert not page.alike
    assert [row.kind for row in page.rows] == ["this", "least"]
    assert page.strangers is None


def test_every_source_of_a_figure_is_named():
    used = {one.source for n in range(4, 151) for r in range(1, n + 1) for one in published.figures(n, r)}
    assert used == set(published.SOURCES) | published.QUOTED
    assert all(map(_source, used))


def test_the_page_is_reached_from_where_quality_is_shown(client, director):
    event = make_published(director, players=24, rounds=8)
    client.force_login(director)
    url = reverse("seating:published_figures", args=[event.slug])
    assert url in client.get(reverse("seating:index", args=[event.slug])).content.decode()
    page = client.get(url).content.decode()
    assert "Can it be better?" in page
    assert "24 players" in page


def test_a_draft_is_compared_for_directors(client, director):
    event = make_event(director, round_count=7)
    make_players(event, 24)
    draft = draft_plan(event, by=director, at=NOW)
    client.force_login(director)
    url = reverse("seating:published_figures", args=[event.slug])
    assert client.get(url).status_code == 302
    shown = client.get(url, {"draft": draft.key})
    assert shown.status_code == 200
    assert f"?draft={draft.key}" in shown.content.decode()


def test_a_seating_that_repeats_more_than_a_published_one_is_not_called_the_best_known(director):
    page = compared(make_published(director, players=32, rounds=10, movement="seats"))
    assert {
        (line.verdict == "best known", line.reason) for line in page.reasons if line.value != line.least
    } == {(False, "Others have published a plan that repeats less.")}
