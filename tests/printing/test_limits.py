"""Papers know their limits: measured in the PDF, whatever the event is like."""

import re
from itertools import pairwise

import pytest

from scoring.ruleset import PRESETS
from tests.helpers.names import REAL_NAMES
from tests.helpers.paper import faults, printed, row_heights
from tests.helpers.paper_events import make_evening
from tournament.models import Player, Sheet
from tournament.printing import faces
from tournament.printing.faces import without_face
from tournament.printing.paper import SIZES as SHEETS
from tournament.printing.paper import NotPrintable, PrintChoice
from tournament.printing.papers import PAPERS
from tournament.words.names import last_name_first

pytestmark = pytest.mark.django_db
SIZES = ("letter", "a4")


class TestStandings:
    """The standings lost the names, then printed the points over them."""

    @pytest.mark.slow
    @pytest.mark.parametrize(("size", "rounds"), [("letter", 12), ("a4", 20), ("letter", 30)])
    def test_a_name_keeps_its_room_however_many_rounds_there_are(self, size, rounds):
        event = make_evening(26, rounds, played=rounds, names=("Ursula Abercrombie", "Ann Archer"))
        paper = printed("standings", event, size)

        assert faults(paper, 8) == []
        assert paper.text.count("Ursula Abercrombie") == 13
        assert f"Page 1 of {len(paper.pages)}" in paper.text

    @pytest.mark.slow
    @pytest.mark.parametrize(("size", "players"), [("letter", 7), ("a4", 26)])
    def test_a_list_for_the_wall_fills_its_sheet(self, size, players):
        paper = printed("standings", make_evening(players, 8, played=4, names=REAL_NAMES), size)

        assert faults(paper, 8) == []
        assert len(paper.pages) == 1
        words = [word for word in paper.words()[0] if word.text.isascii()]
        low = max(word.bottom for word in words if word.text.isdigit() and word.bottom < 260)
        assert low > (110 if players == 7 else 215)

    def test_it_says_when_and_which_round_is_in_play(self):
        paper = printed("standings", make_evening(16, 8, played=5, names=REAL_NAMES))

        assert "Round 6 in play: 1 of 4 tables reported" in paper.text
        assert "as of 20 Nov, 19:42" in " ".join(paper.text.split())


def card_rows(paper, *, left=0.0, top=26.0, bottom=290.0):
    """The heights of the rows of the first sheet's first card, by the numbers of its rounds."""
    return row_heights(paper.words()[0], left + 6.2, left + 11.5, top, bottom)


class TestTallyCards:
    """Labels of 5.8 pt, rows of 6 mm, partners' names abbreviated at 7 pt."""

    @pytest.mark.slow
    @pytest.mark.parametrize(
        ("size", "players", "rounds"),
        [("letter", 7, 12), ("letter", 26, 13), ("a4", 8, 20), ("letter", 6, 45)],
    )
    def test_every_row_can_be_written_in_and_every_label_read(self, size, players, rounds):
        paper = printed("tally-cards", make_evening(players, rounds), size, site="https://euchre.example.org")

        assert faults(paper, 8) == []
        heights = card_rows(paper, bottom=135 if rounds <= 12 else 270)
        assert len(heights) == (rounds if rounds <= 32 else 23) - 1
        assert min(heights) >= 6.99

    @pytest.mark.slow
    @pytest.mark.parametrize("movement", ["winners-up", "red-white"])
    def test_a_movement_with_a_rule_keeps_its_rows_and_its_rule(self, movement):
        event = make_evening(8, 12, movement=movement)
        paper = printed("tally-cards", event)

        assert faults(paper, 8) == []
        assert min(card_rows(paper)) >= 6.99
        assert "Fill in each round when it is announced." in " ".join(paper.text.split())

    @pytest.mark.slow
    def test_partners_stand_there_in_full(self):
        names = [
            f"{first} {last}"
            for first in ("Maximilian", "Ursula", "Bo")
            for last in ("Abercrombie", "O’Connor")
        ]
        text = " ".join(printed("tally-cards", make_evening(12, 8, names=names), "a4").text.split())

        for name in names:
            assert text.count(name) > 2 * 8  # on the cards of their partners, too

    @pytest.mark.slow
    def test_both_cards_of_a_player_lie_on_one_sheet(self):
        """Above twenty rounds the stack was out of order."""
        paper = printed("tally-cards", make_evening(6, 45))

        assert len(paper.pages) == 6
        for page in paper.pages:
            assert "card 1 of 2" in page
            assert "card 2 of 2" in page


class TestCardsDealByDeal:
    """Cells were lost, and the key was the same under all rules."""

    @pytest.mark.slow
    @pytest.mark.parametrize(
        ("size", "deals", "rounds"), [("letter", 4, 8), ("letter", 12, 20), ("a4", 16, 8), ("letter", 24, 30)]
    )
    def test_every_deal_has_a_cell_and_every_line_its_height(self, size, deals, rounds):
        rules = PRESETS["progressive"].changed(deals_per_round=deals)
        paper = printed("tally-cards-by-deals", make_evening(6, rounds, rules=rules), size)

        assert faults(paper, 8) == []
        heights = card_rows(paper, bottom=270 if len(paper.pages) >= 6 else 125)
        assert min(heights) >= (6.99 if deals <= 12 else 13.99)
        top = [
            word
            for word in paper.words()[0]
            if word.text.isdigit() and 74 < word.left < 172 and 24 < word.top < 36
        ]
        assert sorted(int(word.text) for word in top)[-deals:] == list(range(1, deals + 1))
        first_tier = sorted(word.left + word.right for word in top if word.top < 28 or deals <= 12)
        widths = [(b - a) / 2 for a, b in pairwise(first_tier)]
        assert max(widths) - min(widths) < 0.3
        assert min(widths) >= 6.5

    @pytest.mark.slow
    @pytest.mark.parametrize(
        ("preset", "words"),
        [
            ("progressive", "made (1, 2 or 4; 5 for your own lone march); X for none"),
            ("partners", "made (1, 2 or 4); X for none"),
            ("jeuchre", "lost (1"),
        ],
    )
    def test_the_key_is_that_of_the_rules(self, preset, words):
        paper = printed("tally-cards-by-deals", make_evening(8, 4, rules=PRESETS[preset]))

        assert words in " ".join(paper.text.split())
        assert faults(paper, 8) == []


class TestScoreSheets:
    """Rows of 5 mm, 24 deals over the next sheet, labels of 6 pt."""

    @pytest.mark.slow
    @pytest.mark.parametrize(("size", "deals"), [("letter", 4), ("a4", 10), ("letter", 12), ("letter", 24)])
    def test_every_deal_has_a_row_that_can_be_written_in(self, size, deals):
        rules = PRESETS["progressive"].changed(deals_per_round=deals)
        event = make_evening(8, 1, rules=rules)
        for kind in ("score-sheets", "score-pad"):
            paper = printed(kind, event, size)

            assert faults(paper, 8) == []
            low = 140 if deals <= 10 else 280
            heights = row_heights(paper.words()[0], 10, 16, 60, low)
            assert len(heights) == deals - 1
            assert min(heights, default=7) >= 6.99
        assert paper.text.count("If tied,") == (2 if (deals <= 10 and size == "a4") or deals <= 8 else 1)


class TestSeatingByTable:
    """Whoever sat out vanished behind long names, and names of 25 letters were cut."""

    @pytest.mark.slow
    @pytest.mark.parametrize(("size", "players"), [("letter", 7), ("a4", 27), ("a4", 63), ("letter", 100)])
    def test_everybody_who_sits_out_stands_there(self, size, players):
        names = [f"Wilhelmina Alexandrina Fitzgerald {number}" for number in range(1, players + 1)]
        event = make_evening(players, 1, names=names)
        paper = printed("seating-by-table", event, size, round=1)
        text = " ".join(paper.text.split())

        assert faults(paper, 8) == []
        assert "…" not in text
        for name in names:
            assert name in text


class TestBeforeAnybodyReports:
    """Certificates for a hundred winners with no points."""

    @pytest.mark.parametrize("kind", ["certificate", "prize-list"])
    def test_nobody_has_won(self, kind):
        with pytest.raises(NotPrintable, match="No table has reported a score yet"):
            printed(kind, make_evening(8, 2))


class TestHowItIsPrinted:
    """Cards printed on both sides, or scaled, are lost."""

    @pytest.mark.slow
    @pytest.mark.parametrize(
        ("kind", "duplex"),
        [("tally-cards", "/Simplex"), ("sign-in", "/Simplex"), ("rule-card", "/DuplexFlipLongEdge")],
    )
    def test_the_print_dialogue_is_asked_for_actual_size_and_one_side(self, kind, duplex):
        wishes = printed(kind, make_evening(8, 2)).reader.root_object["/ViewerPreferences"]

        assert (wishes["/PrintScaling"], wishes["/Duplex"]) == ("/None", duplex)


class TestFaces:
    """Korean and emoji names printed as empty boxes, silently."""

    @pytest.mark.needs("pango")
    @pytest.mark.slow
    def test_names_without_a_typeface_are_told_from_the_others(self):
        unheard_of = "Ann \U0001e900\U0001e901"  # Adlam
        assert without_face([*REAL_NAMES, unheard_of]) == (unheard_of,)

    def test_a_machine_that_cannot_say_says_nothing(self, monkeypatch):
        monkeypatch.setattr(faces, "_covered", lambda: ())
        assert without_face(["김민수"]) == ()


LONG_NAME = "Maximiliana Alexandrina Wilhelmina Featherstonehaugh-Cholmondeley"


class TestLongNames:
    """Shrink before cutting; rows that are high enough have two lines of a name."""

    @pytest.mark.slow
    @pytest.mark.parametrize(
        ("kind", "size"), [("wall-board", "a4"), ("sign-in", "letter"), ("rounds-by-name", "a4")]
    )
    def test_a_name_takes_two_lines_before_it_is_cut(self, kind, size):
        paper = printed(kind, make_evening(8, 6, names=(LONG_NAME, "Ann Archer")), size)

        assert faults(paper, 8) == []
        assert "…" not in paper.text
        shown = LONG_NAME if kind == "wall-board" else " ".join(last_name_first(LONG_NAME))
        assert "".join(paper.text.split()).count(shown.replace(" ", "")) == 4

    def test_a_name_at_the_door_is_set_smaller_before_it_is_cut(self):
        name = "Wilhelmina Alexandrina Fitzgerald-Montgomery van der Heijden"
        paper = printed("seating-by-name", make_evening(24, 1, names=(name, "Ann Archer")), round=1)

        assert faults(paper, 8) == []
        assert " ".join(paper.text.split()).count(" ".join(last_name_first(name))) == 12

    def test_a_winner_with_the_longest_name_is_named_in_full(self):
        name = f"{LONG_NAME}-Abercrombie II"
        assert len(name) == Player._meta.get_field("own_name").max_length
        paper = printed("certificate", make_evening(4, 2, names=(name,), played=1), players=(1,))

        assert faults(paper, 8) == []
        assert "…" not in paper.text

    def test_the_head_of_the_names_is_above_the_names(self):
        words = printed("standings", make_evening(12, 4, names=("Ann Archer",), played=2)).words()[0]
        head = next(word for word in words if word.text == "Name")

        assert {abs(word.left - head.left) < 0.7 for word in words if word.text == "Ann"} == {True}


class TestTotalsBelowNought:
    """A failed bid takes points off: signs are true minuses, and columns hold them."""

    @pytest.fixture
    def evening(self):
        rules = PRESETS["totals-only"].changed(least=-40, most=60)
        event = make_evening(26, 8, rules=rules, played=8)
        points = [(-40, 60), (-40, -40), (-7, 0), (-38, 33)]
        for at, sheet in enumerate(Sheet.objects.filter(table__round__event=event)):
            ns, ew = points[at % 4]
            Sheet.objects.filter(pk=sheet.pk).update(
                ns=ns, ew=ew, reported_ns=ns, reported_ew=ew, points_n=ns, points_s=ns, points_e=ew,
                points_w=ew, lone_n=0,
            )  # fmt: skip
        return event

    @pytest.mark.slow
    @pytest.mark.parametrize(("size", "large"), [("letter", False), ("a4", True)])
    @pytest.mark.parametrize("kind", ["standings", "tally-cards", "prize-list", "certificate"])
    def test_every_paper_holds_them(self, evening, kind, size, large):
        players = tuple(range(1, 9)) if kind != "standings" else ()
        paper = printed(kind, evening, size, players=players, large=large)

        assert faults(paper, 8) == []
        assert "−" in paper.text
        assert re.search(r"(^|\s)-\d", paper.text) is None

    def test_a_total_is_in_the_middle_of_its_column(self, evening):
        for page in printed("tally-cards", evening, players=(1,)).words():
            score, total = (next(word for word in page if word.text == head) for head in ("Score", "Total"))
            signed = [word for word in page if word.text.startswith("−")]
            assert signed
            for word in signed:
                middle = (word.left + word.right) / 2
                assert min(abs(middle - (head.left + head.right) / 2) for head in (score, total)) < 0.6
                assert word.right - word.left < 11.5


class TestTheLastSheet:
    """A list that needs a second sheet divides its rows: none is alone on the last one."""

    @pytest.mark.parametrize(
        ("kind", "most"),
        [("standings", 46), ("rounds-by-name", 38), ("seating-by-name", 72), ("rotation", 66)],
    )
    def test_no_row_is_alone(self, kind, most):
        for players in (most - 1, most, most + 1, most + 2, most + 9):
            event = make_evening(players, 2, names=REAL_NAMES, played=1)
            printout = PAPERS[kind].make(event, PrintChoice(SHEETS["letter"], round=1))
            rows = [self.rows(sheet.shows) for sheet in printout.sheets]
            assert max(rows) - min(rows) <= len(rows), (players, rows)

    def rows(self, page):
        columns = getattr(page, "columns", None)
        if columns is not None:
            return sum(len(column) for column in columns)
        return len(page.lines if hasattr(page, "lines") else page.rows)
