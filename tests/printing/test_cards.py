import re
from datetime import UTC, datetime

import pytest

from tests.helpers.factories import NOW, enter, make_event, make_players, make_published
from tests.helpers.kept import kept
from tests.helpers.names import LONG_NAME, REAL_NAMES, RIGHT_TO_LEFT
from tests.helpers.paper import faults, overlapping, printed
from tournament.models import Event, Player
from tournament.printing.kinds.cards import tally
from tournament.printing.paper import SIZES, NotPrintable, PrintChoice
from tournament.registry.actions import SEATING_REPLANNED
from tournament.reports.cards import scores_so_far, tally_cards
from tournament.services.players import set_status
from tournament.services.rounds import close_round
from tournament.services.seating import publish, replan

pytestmark = pytest.mark.django_db
CHOICE = PrintChoice(SIZES["letter"])


@pytest.fixture
def hall(director):
    """Eighteen players with real names, so that two sit out in each of eight rounds."""
    return make_published(director, players=[*REAL_NAMES, "Ann Archer", "Ben Baker"], rounds=8)


@pytest.mark.slow
def test_every_card_tells_its_player_all_in_every_script_and_a_stack_cut_once_each_way_is_in_order(hall):
    paper = printed("tally-cards", hall)
    text = paper.text
    for card in tally_cards(hall):
        first = card.stops[0]
        if first.table:
            assert re.search(rf"Start: table {first.table}, ", text)
        for stop in card.stops:
            if stop.opponents:
                one, other = stop.opponents
                assert f"{one.number} · {other.number}" in text
    assert text.count("Sit out") == 8 * 2
    assert text.count("Against") == text.count("Opp. initials") == 5 * 4
    for name in ("Zoë Müller-Lüdenscheidt", "François Lévesque", "Łukasz Żółć", "王小明"):
        assert name in text
    assert LONG_NAME in text.replace("- ", "-")
    letters = set(RIGHT_TO_LEFT) - {" ", "ّ"}
    assert letters <= set(text) or any("\ufe70" <= char <= "\ufeff" for char in text)
    corner = [
        next(w.text for w in page if w.left < 25 and 10 < w.top < 20 and w.text.isdigit())
        for page in paper.words()
    ]
    assert corner == ["1", "2", "3", "4", "5"]


def test_one_card_is_printed_again(hall):
    paper = printed("tally-cards", hall, players=(8,))

    assert len(paper.pages) == 1
    assert paper.text.count("Start:") + paper.text.count("Round 1: sit out") == 1
    assert "Mary Smith" in paper.text


def test_somebody_who_left_has_dashes_where_they_no_longer_play(hall, director):
    hall.rounds.filter(number=1).update(status="closed")
    hall.rounds.filter(number=2).update(status="open")
    set_status(hall.players.get(number=3), Player.Status.LEFT, by=director, at=NOW, to_round=2, reason="ill")
    publish(replan(hall, by=director, at=NOW, from_round=3), by=director, at=NOW)

    words = printed("tally-cards", hall, players=(3,)).words()[0]
    assert [w.text for w in words if w.left < 55].count("–") == 6


def test_a_movement_by_results_gets_blank_columns_and_its_rule(director):
    event = make_event(director, round_count=8, movement="winners-up")
    make_players(event, 5)
    paper = printed("tally-cards", event)

    assert len(paper.pages) == 2
    assert "Winners go up one table" in paper.text
    assert "·" not in paper.text
    named = [[word.text for word in words].count("Name") for words in paper.words()]
    assert sum(named) == 3  # places that are left have room for one, in cutting order, on either sheet
    assert faults(paper) == []


def test_without_players_the_reader_is_told_to_add_them(director):
    with pytest.raises(NotPrintable, match="Add them first"):
        printed("tally-cards", make_event(director, movement="winners-up"))


class TestCardsAfterANewDraw:
    """Old and new cards looked alike, and the scores of played rounds were lost."""

    @pytest.fixture
    @kept
    def evening(self, director):
        event = make_published(director, players=8, rounds=4)
        for number, (ns, ew) in ((1, (11, 4)), (2, (5, 10))):
            played = event.rounds.get(number=number)
            for table in played.tables.all():
                enter(table, ns, ew, N=1)
            close_round(played, by=director, at=NOW)
        return Event.objects.get(pk=event.pk)

    def redrawn(self, event, director, first=3):
        publish(replan(event, by=director, at=NOW, from_round=first), by=director, at=NOW)
        return Event.objects.get(pk=event.pk)

    @pytest.mark.slow
    def test_they_carry_the_scores_of_the_rounds_played_and_say_from_when_they_are_new(
        self, evening, director
    ):
        event = self.redrawn(evening, director)
        known = scores_so_far(event)
        assert {len(rounds) for rounds in known.values()} == {2}
        assert known[1][2].total == known[1][1].points + known[1][2].points
        shown = [card for sheet in tally(event, CHOICE).sheets for card in sheet.shows if card]
        for card in shown:
            one, two = known[card.number][1], known[card.number][2]
            assert card.scores.split("\n") == [str(one.points), str(two.points)]
            assert card.totals.split("\n") == [str(one.total), str(two.total)]
        paper = printed("tally-cards", event)
        assert "NEW from round 3" in paper.text
        assert faults(paper) == []

    @pytest.mark.slow
    def test_what_is_new_is_told_in_full_beside_the_code(self, evening, director):
        event = self.redrawn(evening, director)
        event.audit_entries.filter(action=SEATING_REPLANNED.code).update(
            at=datetime(2026, 9, 20, 22, 42, tzinfo=UTC)
        )
        event.language, event.is_public = "fr", True
        paper = printed("tally-cards", event, "letter", site="https://euchre.example.org", players=(1,))
        # What a style sheet cuts is still in the text, as one word with its spaces.
        assert [word.text for word in paper.words()[0]].count("42)") == 1
        assert overlapping(paper) == []

    def test_a_round_in_play_stays_open(self, evening, director):
        enter(evening.rounds.get(number=3).tables.first(), 9, 5)
        event = self.redrawn(evening, director, first=4)
        assert {max(rounds) for rounds in scores_so_far(event).values()} == {2}

    def test_a_lost_card_goes_on_where_it_was_and_the_first_set_has_nothing_filled_in(self, evening):
        (card, *_none) = tally(evening, PrintChoice(SIZES["letter"], players=(5,))).sheets[0].shows
        assert card.scores
        shown = [card for sheet in tally(evening, CHOICE).sheets for card in sheet.shows if card]
        assert {card.scores for card in shown} == {""}

    @pytest.mark.parametrize(("mode", "totals"), [("fixed", "known"), ("average", "open")])
    def test_a_sit_out_counts_in_the_sum_only_where_its_points_are_known(self, director, mode, totals):
        event = make_published(director, players=5, rounds=4, bye_mode=mode, bye_points=6)
        for number in (1, 2):
            played = event.rounds.get(number=number)
            enter(played.tables.get(), 10, 5)
            close_round(played, by=director, at=NOW)
        event = Event.objects.get(pk=event.pk)
        first = event.rounds.get(number=1).seatings.get(table=None).player.number
        score = scores_so_far(event)[first][2]
        assert score.total == (6 + score.points if totals == "known" else None)
