"""The prize list with money: each winner on their own line, to the cent, over as many sheets as it takes."""

import pytest

from tests.helpers.factories import NOW, enter, make_published, table_of
from tests.helpers.names import REAL_NAMES
from tests.helpers.paper import faults, printed
from tournament.printing.paper import NotPrintable
from tournament.services.prizes import draw_door_prize, draw_fifty_fifty, set_prizes

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


@pytest.fixture
def played(director):
    """One table: N 10, S 9, E and W 4, so third place is shared."""
    event = make_published(director, players=4, rounds=1)
    enter(table_of(event), 9, 4, N=1)
    return event


def give(event, **prizes):
    asked = {"places": [], "sides": {}} | prizes
    return set_prizes(event, by=event.memberships.get().user, at=NOW, **asked)


@pytest.mark.parametrize("size", ["letter", "a4"])
def test_the_money_stands_beside_each_taker_to_the_cent(played, director, size):
    give(played, places=[5000, 3000, 1001, 500], sides={"most_loners": 700})
    draw_door_prize(played, title="Ham", by=director, at=NOW)
    draw_fifty_fifty(played, first=1, last=80, pot=4001, by=director, at=NOW)
    seats = {s.seat: s.player for s in table_of(played).seatings.select_related("player")}
    paper = printed("prize-list", played, size)
    assert len(paper.pages) == 1
    for seat, amount in (("N", "50.00"), ("S", "30.00"), ("E", "7.50"), ("W", "7.50")):
        assert f"{seats[seat].number} {seats[seat].name} {amount}" in " ".join(paper.text.split())
    for words in ("Places", "3rd–4th", "Side prizes", "Most lone marches (1)", "Drawn by lot", "Ham"):
        assert words in paper.text
    assert "Given away: 122.01, of it 20.01 by the 50/50. Left over: 0.01." in " ".join(paper.text.split())
    assert faults(paper) == []


def test_many_prizes_go_over_sheets_and_every_name_keeps_within_its_line(director):
    event = make_published(director, players=[*REAL_NAMES, *(f"Player {n}" for n in range(40))], rounds=1)
    for number in range(1, 15):
        enter(table_of(event, 1, number), 6 + number % 7, 7)
    give(event, places=[100 * n for n in range(50, 0, -1)])
    paper = printed("prize-list", event)
    assert len(paper.pages) >= 2
    assert "Page 2 of" in paper.pages[1]
    assert "Given away" not in paper.pages[0]
    assert faults(paper) == []


@pytest.mark.parametrize("size", ["letter", "a4"])
def test_before_a_score_is_in_the_list_leaves_room_for_the_names(director, size):
    event = make_published(director, players=4, rounds=1)
    with pytest.raises(NotPrintable, match="no prizes are set"):
        printed("prize-list", event)
    give(
        event, places=[5000, 3000], sides={"most_loners": 0}, sides_in_kind={"most_loners": "Cake"},
        in_kind=[("Ham", [1, 4]), ("Booby prize", [-1])],
    )  # fmt: skip
    paper = printed("prize-list", event, size)
    text = " ".join(paper.text.split())
    for words in ("Prizes to give", "1st: Ham 50.00", "2nd 30.00", "4th: Ham", "Last place: Booby prize"):
        assert words in text
    assert "Most lone marches: Cake" in text
    assert event.players.first().name not in text
    assert "Given away" not in text
    assert faults(paper) == []


def test_who_takes_no_prize_stands_on_no_line(played):
    north = table_of(played).seatings.get(seat="N").player
    give(played, places=[5000], excluded=[north.number])
    assert north.name not in printed("prize-list", played).text


class TestWithoutMoney:
    @pytest.mark.parametrize(("size", "players"), [("letter", 8), ("a4", 64), ("letter", 200)])
    def test_everybody_who_is_level_is_named_however_many_they_are(self, director, size, players):
        """Half of them won 9, the others 4: each half shares a place and a side prize."""
        more = (f"Maximilian Featherstonehaugh {number}" for number in range(players))
        names = [*REAL_NAMES, *more][:players]
        event = make_published(director, players=names, rounds=1)
        for table in event.rounds.get().tables.all():
            enter(table, 9, 4)
        paper = printed("prize-list", event, size)
        text = " ".join(paper.text.split())
        assert "…" not in text
        for name in names[:players]:
            assert " ".join(name.split()) in text
        assert text.count("Side prizes") >= 1
        assert ("Page 1 of" in text) == (len(paper.pages) > 1)
        assert faults(paper) == []


def test_the_printed_list_says_why_a_side_prize_went_to_nobody_or_past_somebody(played):
    """The page says it; the paper that is read out and signed did not."""
    give(played, places=[5000], sides={"most_loners": 700}, first_takes_none=True)
    text = " ".join(printed("prize-list", played, "letter").text.split())
    assert "not awarded" in text
    leader = table_of(played).chairs()["N"].player
    assert f"First place takes no side prize: {leader.name} (1)." in text
