"""Kits: one PDF in the order of use, with a cover that says truly what is on which sheet."""

import re

import pytest

from tests.helpers.factories import NOW, make_event, make_players, make_published
from tests.helpers.paper import PrintedPaper, outside, overlapping, smaller_than
from tests.helpers.paper_events import make_evening
from tournament.models import Event, Player
from tournament.printing.kits import KITS, USES, bundle, offered, source
from tournament.printing.paper import SIZES, NotPrintable, PrintChoice, stocks_of
from tournament.printing.papers import PAPERS
from tournament.printing.press import PART, press
from tournament.services.cards import note_printed

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
    found, paper = pressed(EMERGENCY, event, count=12, size="a4", papers=EMERGENCY.papers)

    assert len(paper.pages) == found.sheets
    cover = paper.pages[0]
    assert "Emergency kit" in cover
    assert "for 12 players" in cover
    kinds = [part.paper.kind for part in found.parts]
    for kind in ("table-signs", "movement-cards", "sign-in", "blank-badges", "blank-cards", "wall-board"):
        assert kind in kinds
    assert [str(title) for title, _why in found.left_out] == ["Rotation chart for any number"]
    assert "Not in this kit" in cover
    assert overlapping(cover_of(found, event, "a4")) == []
    assert "Winners: go to table 2" in paper.text  # table 3 of three
    assert "Type" not in paper.text
    assert paper.reader.root_object["/ViewerPreferences"]["/Duplex"] == "/Simplex"


@pytest.mark.slow
def test_each_paper_is_on_the_sheets_that_the_cover_names(director):
    event = make_published(director, players=8, rounds=2)
    found, paper = pressed(TONIGHT, event, site="https://euchre.example.org", papers=TONIGHT.papers)

    words = {
        "poster": "Scan: where you sit",
        "sign-in": "Please sign in",
        "table-signs": "Table",
        "tally-cards": "Against",
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
        assert str(USES[part.paper.kind].words) in cover
    assert smaller_than(cover_of(found, event), 8) == []


@pytest.mark.slow
def test_every_part_is_numbered_by_itself_and_set_as_it_is_alone(director):
    event = make_published(director, players=8, rounds=2)
    found, paper = pressed(TONIGHT, event, papers=TONIGHT.papers)
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


def test_every_paper_of_a_kit_is_a_paper_with_its_use_and_tonights_needs_players(director):
    assert {kind for kit in KITS.values() for kind in kit.papers} == set(USES) <= set(PAPERS)
    with pytest.raises(NotPrintable, match="emergency kit, which needs no names"):
        bundle(TONIGHT, make_event(director), choice())


def sheets_of(found):
    return {part.paper.kind: len(part.printout.sheets) for part in found.parts}


def test_eight_people_need_nine_sheets_and_nothing_that_was_printed_for_the_season():
    """Defect: 21 sheets for eight people, of which nine were needed."""
    found = bundle(TONIGHT, make_evening(8, 8), choice())

    assert found.sheets == 9
    assert sheets_of(found) == {
        "sign-in": 1, "rule-card-short": 1, "result-slips": 3, "blank-cards": 1, "tally-cards": 2
    }  # fmt: skip


@pytest.mark.parametrize(
    ("movement", "players", "rounds", "slips", "rule_cards"),
    [("winners-up", 24, 8, 48, 6), ("winners-up", 100, 6, 150, 25), ("chart", 26, 8, 48, 6)],
)
def test_a_kit_has_enough_slips_for_its_movement_and_a_rule_card_for_each_table(
    movement, players, rounds, slips, rule_cards
):
    """Defect: winners-up with 24 players got 12 slips of the 48 that it needs, and two rule cards."""
    event = make_evening(players, 1 if movement == "winners-up" else rounds, movement=movement)
    Event.objects.filter(pk=event.pk).update(round_count=rounds)
    event.refresh_from_db()
    sheets = sheets_of(bundle(TONIGHT, event, choice()))

    assert 6 * (sheets["result-slips"] + sheets.get("blank-slips", 0)) > slips
    assert 2 * sheets["rule-card-short"] >= rule_cards
    emergency = sheets_of(bundle(EMERGENCY, event, choice(count=players)))
    assert 6 * emergency["blank-slips"] > slips
    assert 2 * emergency["rule-card-short"] >= rule_cards


def test_what_was_noted_as_printed_is_not_ticked_again_and_can_be(director):
    """Defect: 18 sheets came twice, before seating and after."""
    event = make_event(director)
    make_players(event, 8)
    before = bundle(TONIGHT, event, choice())
    assert "Publish the seating first" in str(before.left_out)
    note_printed(event, event.uid, {}, [part.paper.kind for part in before.parts], by=director, at=NOW)

    ticked = {one.paper.kind: one for one in offered(TONIGHT, event, choice())}
    assert ticked["sign-in"].is_printed
    assert not ticked["sign-in"].is_ticked
    assert ticked["tally-cards"].is_ticked
    chosen = bundle(TONIGHT, event, choice(papers=("sign-in", "table-signs")))
    assert [part.paper.kind for part in chosen.parts] == ["sign-in", "table-signs"]


def test_a_printer_with_one_tray_is_filled_once_with_each_stock():
    """Defect: stocks were interleaved, and only their totals known."""
    for kit in (TONIGHT, EMERGENCY):
        event = make_evening(10, 2, movement="red-white")
        found = bundle(kit, event, choice(papers=kit.papers))
        stocks = [run.stock for run in found.stocks]
        assert stocks == [stock for stock in ("plain", "card", "red", "white") if stock in stocks]
        assert (found.stocks[0].first, found.stocks[-1].last) == (1, found.sheets)


class TestColouredStock:
    """Which sheets go on red stock was not said, and red and white were cut together."""

    @pytest.fixture
    def evening(self):
        return make_evening(10, 2, movement="red-white")

    def test_red_and_white_cards_never_share_a_sheet_and_the_sheets_are_named(self, evening):
        Player.objects.create(event=evening, number=11, own_name="Late Comer", status="here")
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
