"""Papers of events whose rounds are seated one by one: what is known is printed, what is not is said."""

import pytest

from tests.helpers.factories import NOW, enter, make_event, make_players, make_published
from tests.helpers.paper import faults, printed
from tournament.models import Event
from tournament.printing.paper import NotPrintable
from tournament.reports.cards import tally_cards
from tournament.services.rounds import close_round

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


@pytest.fixture
def evening(director):
    return played(director, "red-white")


def played(director, movement):
    """Ten players, four rounds, the first played, the second open, the others not seated."""
    event = make_published(director, players=10, rounds=4, movement=movement)
    first = event.rounds.get(number=1)
    for table in first.tables.all():
        enter(table, 9, 4)
    close_round(first, by=director, at=NOW)
    return Event.objects.get(pk=event.pk)


@pytest.mark.parametrize(
    ("movement", "kind", "known"),
    [
        ("winners-up", "tally-cards", 2),
        ("draw", "tally-cards", 2),
        ("by-standings", "tally-cards", 2),
        ("red-white", "tally-cards", 2),
        ("red-white", "tally-cards-by-deals", 2),
        ("standings-last", "tally-cards", 3),  # all but one, which goes by the standings
    ],
)
def test_a_card_has_the_rounds_known_so_far_and_its_movement_at_the_foot(director, movement, kind, known):
    evening = played(director, movement)
    paper = printed(kind, evening)
    which = "each" if known == 2 else "the last"
    assert f"Fill in {which} round when it is announced." in paper.text.replace("\n", " ")
    assert faults(paper) == []
    for card in tally_cards(evening):
        assert [stop is not None for stop in card.stops] == [True] * known + [False] * (4 - known)


def test_the_chart_of_such_an_event_has_the_rounds_that_are_planned(director):
    evening = played(director, "standings-last")
    for kind in ("rotation", "rotation-without-names"):
        paper = printed(kind, evening)
        assert faults(paper) == []
    assert "Round 4: seated when round 3 closes." in printed("rotation", evening).text.replace("\n", " ")


def test_before_a_round_is_seated_cards_are_blank_but_for_the_name_or_of_either_colour(director):
    event = make_event(director, movement="draw", round_count=6)
    make_players(event, 5)
    paper = printed("tally-cards", event)
    assert "Ann Archer" in paper.text
    assert "Start:" not in paper.text
    event = make_published(director, name="Red and white", players=9, rounds=4, movement="red-white")
    text = printed("tally-cards", event).text
    assert (text.count("Red card"), text.count("White card"), text.count("Red or white:")) == (4, 4, 1)


@pytest.mark.parametrize("kind", ["seating-by-name", "seating-by-table", "score-sheets"])
def test_a_round_that_is_not_seated_yet_is_not_printed_but_explained(evening, kind):
    with pytest.raises(NotPrintable, match="Round 3: seated when round 2 closes"):
        printed(kind, evening, round=3)


def test_sheets_are_of_the_round_in_play_and_the_chart_says_what_is_to_come(evening):
    assert len(printed("score-sheets", evening).pages) == 1  # two tables, two to a sheet
    paper = printed("rotation", evening)
    assert "Round 3: seated when round 2 closes, and so on to round 4." in paper.text.replace("\n", " ")
    assert faults(paper) == []
    with pytest.raises(NotPrintable, match="seats each round when the one before it is closed"):
        printed("rotation-without-names", evening)
