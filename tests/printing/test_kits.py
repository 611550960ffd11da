"""Kits: one PDF in the order of use, with a cover that says truly what is on which sheet."""

import re

import pytest

from tests.helpers.factories import make_event, make_published
from tests.helpers.paper import PrintedPaper, outside, overlapping, smaller_than
from tests.helpers.paper_events import make_evening
from tournament.models import Event, Player
from tournament.printing.kits import KITS, bundle, source
from tournament.printing.paper import SIZES, NotPrintable, PrintChoice, stocks_of
from tournament.printing.papers import PAPERS
from tournament.printing.press import PART, press

pytestmark = pytest.mark.django_db
TONIGHT, EMERGENCY = KITS["tonight-kit"], KITS["emergency-kit"]


def choice(size="letter", **asked):
    return PrintChoice(SIZES[size], **asked)


def pressed(kit, event, **asked):
    found = bundle(kit, event, choice(**asked))
    return found, PrintedPaper(press(source(found, event, choice(**asked))))


def cover_of(found, event, size="letter"):
    return PrintedPaper(press(source(found, event, choice(size)).split(PART)[0]))


@pytest.mark.slow
def test_the_emergency_kit_works_before_a_name_is_known(director):
    """Papers, missing papers: the kit for the night when the laptop dies."""
    event = make_event(director, movement="winners-up", round_count=6)
    found, paper = pressed(EMERGENCY, event, count=12, size="a4")

    assert len(paper.pages) == found.sheets
    cover = paper.pages[0]
    assert "Emergency kit" in cover
    assert "for 12 players" in cover
    kinds = [part.paper.kind for part in found.parts]
    for kind in ("table-signs", "movement-cards", "sign-in", "blank-badges", "blank-cards", "wall-board"):
        assert kind in kinds
    assert [str(title) for title, _why in found.left_out] == ["Rotation chart for any number"]
    assert "Not in this kit" in cover
    assert (
        overlapping(PrintedPaper(press(source(found, event, choice("a4")).split("<!-- next paper -->")[0])))
        == []
    )
    assert "Winners: go to table 2" in paper.text  # table 3 of three
    assert "Type" not in paper.text
    assert paper.reader.root_object["/ViewerPreferences"]["/Duplex"] == "/Simplex"


@pytest.mark.slow
def test_each_paper_is_on_the_sheets_that_the_cover_names(director):
    event = make_published(director, players=8, rounds=2)
    found, paper = pressed(TONIGHT, event, site="https://euchre.example.org")

    words = {
        "poster": "Scan: where you sit",
        "sign-in": "Please sign in",
        "table-signs": "Table",
        "tally-cards": "Opponents",
        "result-slips": "If tied, who got there first?",
        "ruling-slips": "What happened",
    }
    cover = paper.pages[0]
    assert len(paper.pages) == found.sheets
    for part in found.parts:
        shown = f"{part.first}–{part.last}" if part.last > part.first else str(part.first)
        assert re.search(rf"\b{shown} {re.escape(str(part.paper.title))}", cover)
        if part.paper.kind in words:
            for number in range(part.first, part.last + 1):
                assert words[part.paper.kind] in paper.pages[number - 1]
    assert sum(count for _stock, count in found.by_stock) == found.sheets
    assert (
        smaller_than(PrintedPaper(press(source(found, event, choice()).split("<!-- next paper -->")[0])), 8)
        == []
    )


@pytest.mark.slow
def test_every_part_is_numbered_by_itself_and_set_as_it_is_alone(director):
    event = make_published(director, players=8, rounds=2)
    found, paper = pressed(TONIGHT, event)
    part = next(part for part in found.parts if part.paper.kind == "sign-in")

    assert "Page 1 of 1" in paper.pages[part.first - 1]
    assert outside(paper) == []
    assert [str(title) for title, _why in found.left_out] == ["Poster", "Movement cards"]


@pytest.mark.parametrize("switched_on", [True, False])
def test_the_check_in_sign_is_in_tonights_kit_where_players_check_themselves_in(director, switched_on):
    event = make_published(director, players=8, rounds=2)
    Event.objects.filter(pk=event.pk).update(self_check_in=switched_on, here_token="secret")
    event.refresh_from_db()
    found = bundle(TONIGHT, event, choice(site="https://euchre.example.org"))

    assert ("check-in" in [part.paper.kind for part in found.parts]) is switched_on
    assert "Check-in sign" not in [str(title) for title, _why in found.left_out]


def test_tonights_kit_needs_players_and_says_so(director):
    with pytest.raises(NotPrintable, match="emergency kit, which needs no names"):
        bundle(TONIGHT, make_event(director), choice())


def test_every_paper_of_a_kit_is_a_paper():
    assert {kind for kit in KITS.values() for kind in kit.papers} <= set(PAPERS)


class TestColouredStock:
    """Which sheets go on red stock was not said, and red and white were cut together."""

    @pytest.fixture
    def evening(self):
        return make_evening(10, 2, movement="red-white")

    def test_red_and_white_cards_never_share_a_sheet_and_the_sheets_are_named(self, evening):
        Player.objects.create(event=evening, number=11, name="Late Comer", status="here")
        paper = PAPERS["tally-cards"]
        printout = paper.make(evening, choice())

        for sheet in printout.sheets:
            colours = {card.colour for card in sheet.shows if card}
            assert len(colours) == 1
        runs = [(run.stock, run.first, run.last) for run in stocks_of(paper, printout)]
        assert [run[0] for run in runs] == ["card", "red", "white"]
        assert runs[0][1] == 1
        assert runs[-1][2] == len(printout.sheets)

    @pytest.mark.parametrize("colour", ["red", "white"])
    def test_one_colour_is_printed_by_itself(self, evening, colour):
        printout = PAPERS["tally-cards"].make(evening, choice(stock=colour))

        assert {sheet.stock for sheet in printout.sheets} == {colour}

    def test_a_colour_that_nobody_has_is_refused(self, evening):
        evening.movement = "chart"
        with pytest.raises(NotPrintable, match="No card has this colour"):
            PAPERS["tally-cards"].make(evening, choice(stock="red"))
