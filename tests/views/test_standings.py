"""The standings page of officials: what it shows, sorting, narrowing, giving and taking points."""

import re

import pytest

from tests.helpers.addresses import at
from tests.helpers.database import queries
from tests.helpers.factories import NOW, Evening, enter, make_published, table_of
from tests.helpers.kept import kept
from tournament.services.adjustments import adjust


@pytest.fixture
@kept
def played(director):
    """Nine players, so one sits out; both tables of round 1 have reported."""
    return Evening(director, players=9).published().scores(1, (9, 4), N=1).scores(1, None, (6, 7)).event


def url(event, name="show", *args):
    return at(event, f"standings:{name}", *args)


def rows(response):
    """The body rows as lists of cell texts."""
    html = response.content.decode()
    body = html[html.index("<tbody>") : html.index("</tbody>")]
    return [
        [re.sub(r"<[^>]+>", "", cell).strip() for cell in re.findall(r"<t[hd][^>]*>(.*?)</t[hd]>", row, re.S)]
        for row in re.findall(r"<tr.*?</tr>", body, re.S)
    ]


def test_the_grid_shows_what_decided_who_shares_and_who_sat_out(desk, played):
    lone = table_of(played).seatings.get(seat="N").player
    first = rows(desk.get(url(played)))[0]
    assert first[:9] == ["1", str(lone.number), lone.name, "10", "1", "1", "10", "", "10"]
    found = {row[1]: row for row in rows(desk.get(url(played)))}
    out = str(played.rounds.get(number=1).seatings.get(table=None).player.number)
    assert found[out][3] == "0"
    assert found[out][8] == "out"
    assert [row[0] for row in found.values()] == ["1", "2", "3", "3", "5", "5", "7", "7", "9"]
    assert [row[7] for row in found.values()].count("shared") == 6


@pytest.mark.parametrize("sort", ["name", "-name", "points", "-r1", "loners", "number"])
def test_sorting_moves_rows_but_never_changes_a_place(desk, played, sort):
    places = {row[1]: row[0] for row in rows(desk.get(url(played)))}
    sorted_rows = rows(desk.get(url(played), {"sort": sort}))
    assert {row[1]: row[0] for row in sorted_rows} == places
    assert len(sorted_rows) == 9


def test_sorting_by_name_knows_no_accents_and_no_capitals(desk, played):
    for number, name in ((1, "Zoë"), (2, "Élodie"), (3, "ebba"), (4, "Eva")):
        played.players.filter(number=number).update(own_name=name)
    names = [row[2] for row in rows(desk.get(url(played), {"sort": "name"}))]
    assert [name for name in names if name[0] in "ZÉeE"] == ["ebba", "Eve Ellis", "Élodie", "Eva", "Zoë"]


@pytest.mark.parametrize(("q", "expected"), [("gwen", ["Gwen Gray"]), ("7", ["Gwen Gray"]), ("zz", [])])
def test_a_name_or_number_narrows_the_grid_and_keeps_the_place(desk, played, q, expected):
    everybody = {row[2]: row[0] for row in rows(desk.get(url(played)))}
    found = [row for row in rows(desk.get(url(played), {"q": q})) if len(row) > 1]
    assert [row[2] for row in found] == expected
    assert all(row[0] == everybody[row[2]] for row in found)


def test_through_a_round_shows_only_that_far(desk, played):
    from tournament.services.rounds import close_round

    close_round(played.rounds.get(number=1), by=played.memberships.get().user, at=NOW)
    enter(table_of(played, 2, 1), 8, 5)
    now, then = desk.get(url(played)), desk.get(url(played), {"through": "1"})
    assert len(rows(now)[0]) == len(rows(then)[0]) + 1
    assert "These are the standings after round 1." in then.content.decode()


def test_a_page_holds_at_most_a_hundred_players(desk, director):
    event = make_published(director, players=240, rounds=1)
    assert len(rows(desk.get(url(event)))) == 100
    assert len(rows(desk.get(url(event), {"per_page": "100000"}))) == 100


@pytest.mark.parametrize("players", [8, 80])
def test_the_page_takes_as_many_queries_for_eight_as_for_eighty(desk, director, players):
    event = make_published(director, players=players, rounds=1)
    enter(table_of(event), 9, 4)
    desk.get(url(event))
    assert queries(desk, url(event)) <= 13


class TestGivingAndTakingPoints:
    @pytest.mark.parametrize(
        ("sent", "field"),
        [
            ({"player": "", "points": "2", "reason": "x"}, "player"),
            ({"player": "99", "points": "2", "reason": "x"}, "player"),
            ({"player": "abc", "points": "2", "reason": "x"}, "player"),
            ({"player": "1\x00", "points": "2", "reason": "x"}, "player"),
            ({"player": "9" * 30, "points": "2", "reason": "x"}, "player"),
            ({"player": "1", "points": "0", "reason": "x"}, "points"),
            ({"player": "1", "points": "100", "reason": "x"}, "points"),
            ({"player": "1", "points": "two", "reason": "x"}, "points"),
            ({"player": "1", "points": "2", "reason": ""}, "reason"),
            ({"player": "1", "points": "2", "reason": "\u200b"}, "reason"),
            ({"player": "1", "points": "2", "reason": "a\x00b"}, "reason"),
            ({"player": "1", "points": "2", "reason": "x" * 301}, "reason"),
            ({}, "player"),
        ],
    )
    def test_bad_values_come_back_beside_their_field_and_write_nothing(self, desk, played, sent, field):
        answer = desk.post(url(played, "adjust"), sent)
        assert answer.status_code == 200
        assert field in answer.context["form"].errors
        assert not played.adjustments.exists()

    def test_a_player_can_be_chosen_beforehand_and_points_are_listed_with_their_reason(self, desk, played):
        html = desk.get(url(played, "adjust") + "?player=7").content.decode()
        assert '<option value="7" selected>' in html
        assert desk.get(url(played, "revoke_adjustment", 99)).status_code == 404
        answer = desk.post(
            url(played, "adjust"), {"player": "7", "points": "-2", "reason": "late back"}, follow=True
        )
        assert answer.redirect_chain[-1][0] == url(played)
        text = answer.content.decode()
        assert "late back" in text
        assert "−2" in text
        assert played.adjustments.get().player.number == 7

    def test_revoking_asks_why_and_takes_the_points_back(self, desk, played, director):
        made = adjust(played.players.get(number=7), 5, "a gift", by=director, at=NOW)
        page = desk.get(url(played, "revoke_adjustment", made.number)).content.decode()
        assert "a gift" in page
        assert (
            not desk.post(url(played, "revoke_adjustment", made.number), {"reason": ""})
            .context["form"]
            .is_valid()
        )
        answer = desk.post(url(played, "revoke_adjustment", made.number), {"reason": "no gifts"})
        assert answer.status_code == 302
        assert "no gifts" in desk.get(url(played)).content.decode()


def test_the_page_says_when_places_appear_and_what_a_dash_means(desk, event, played):
    page = desk.get(url(event)).content.decode()
    assert "Places appear here" in page
    assert "<tbody>" not in page
    # The dash was only said to mean that no sheet is in.
    page = " ".join(desk.get(url(played)).content.decode().split())
    assert (
        "A dash means no points: no sheet is in, or the player was not there (late, away or gone home)."
        in page
    )
