"""At the ruling desk a fact that decides points is asked, never assumed."""

import re
from dataclasses import replace
from urllib.parse import urlencode

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from scoring.deal import Call, Deal
from scoring.ruleset import PRESETS
from scoring.seats import Seat, Side, dealer_of
from tests.helpers import factories
from tests.helpers.addresses import at
from tests.helpers.factories import NOW
from tests.helpers.rulings import rule
from tournament.models import Ruling, Sheet
from tournament.reports.standings import standings
from tournament.services.errors import Unconfirmed
from tournament.services.players import set_status
from tournament.services.sheets import enter_deals, enter_totals, withdraw_sheet

MAKE = "Make this ruling"
ASKED_ALONE = "Say who played alone, or that nobody did."


@pytest.fixture
def event(director):
    return factories.make_published(director, players=8, rounds=2)


@pytest.fixture
def totals(event):
    factories.enter(factories.table_of(event), 8, 4)
    return event


def page_of(desk, event, code):
    page = desk.get(at(event, "rulings:make", 1, 1), {"code": code}).content.decode()
    assert f'value="{code}"' in page
    return page


def preview(desk, event, code, **told):
    told = {"code": code, "step": "ask"} | told
    return desk.post(at(event, "rulings:preview", 1, 1), told).content.decode()


def checked(page, name):
    buttons = re.findall(rf'<input[^>]*name="{name}"[^>]*>', page)
    assert buttons
    return [button for button in buttons if "checked" in button]


@pytest.mark.parametrize("code", ["renege", "lead-out-of-turn", "no-discard", "six-cards", "cards-mixed"])
def test_who_played_alone_is_asked_with_nothing_chosen(desk, event, code):
    assert checked(page_of(desk, event, code), "alone") == []


@pytest.mark.parametrize("code", ["table-talk", "misdeal", "exposed-card", "imperfect-pack", "other"])
def test_it_is_not_asked_where_it_decides_nothing(desk, event, code):
    assert 'name="alone"' not in page_of(desk, event, code)


def test_the_last_press_counts_no_standings(desk, totals):
    """What a ruling changes was computed again when it was made."""
    told = {"offender": "N", "alone": "-", "dealer": "E", "included": "no", "written": "nothing"}
    shown = re.search(r'name="points"[^>]*value="(\d+)"', preview(desk, totals, "renege", **told))
    given = told | {"code": "renege", "step": "make", "points": shown[1], "side": "EW", "fate": "PASS"}
    with CaptureQueriesContext(connection) as queries:
        answer = desk.post(at(totals, "rulings:make", 1, 1), given)
    assert answer.status_code == 302
    assert Ruling.objects.count() == 1
    of_standings = [query["sql"] for query in queries if 'SUM("tournament_adjustment"' in query["sql"]]
    assert of_standings == []


def test_where_points_are_lost_the_desk_speaks_of_points_lost_and_of_nobody_alone(desk, director):
    event = factories.make_published(director, rules=PRESETS["jeuchre"], name="Jeuchre")
    assert 'name="alone"' not in page_of(desk, event, "renege")
    page = preview(desk, event, "renege", offender="N")
    assert "Points lost" in page
    decide(desk, event, "renege", offender="N", deal="1", points="2", side="NS", fate="PASS")
    page = desk.get(at(event, "rulings:show", 1)).content.decode()
    assert "2 lost by North–South" in page


def test_the_proposal_waits_for_what_decides_and_for_nothing_else(desk, event):
    told = {"offender": "W"}
    waiting = preview(desk, event, "lead-out-of-turn", **told)
    assert MAKE not in waiting
    assert ASKED_ALONE in waiting
    assert 'value="2"' in preview(desk, event, "lead-out-of-turn", **told, alone="-")
    assert 'value="4"' in preview(desk, event, "lead-out-of-turn", **told, alone="N")
    told = {"offender": "W", "deal": "1"}
    assert MAKE in preview(desk, event, "six-cards", **told, dealer="N")  # West only had too many cards
    assert MAKE not in preview(desk, event, "six-cards", **told, dealer="W")  # the dealer kept six


def test_either_partner_and_a_lone_defender_can_be_named_where_the_rules_let_them(desk, director):
    rules = replace(PRESETS["progressive"], defend_alone=True)
    event = factories.make_published(director, rules=rules, name="Defended")
    assert checked(page_of(desk, event, "renege"), "lone_defender") == []
    told = {"offender": "W", "alone": "N"}
    assert MAKE in preview(desk, event, "renege", **told, lone_defender="W")
    assert "Whoever defends alone is on the other side." in preview(
        desk, event, "renege", **told, lone_defender="S"
    )


def test_a_deal_that_the_sheet_has_brings_its_call(desk, event, director):
    deals = [
        Deal(slot, 1, dealer_of(Seat.N, slot), Call(Seat.E, lone=Seat.E), tricks=3) for slot in range(1, 9)
    ]
    enter_deals(
        factories.table_of(event),
        by=director,
        at=NOW,
        deals=deals,
        first_dealer=Seat.N,
        expected=0,
        confirmed=True,
    )
    assert 'name="alone"' not in page_of(desk, event, "renege")
    page = preview(desk, event, "renege", offender="N", deal="3")
    assert 'name="points" value="4"' in page


class TestOnTotals:
    def test_whether_the_ruling_is_in_them_has_no_answer_yet_and_is_asked(self, desk, totals):
        page = preview(desk, totals, "renege", offender="W", alone="-")
        assert checked(page, "included") == []
        assert "Say first whether the ruling is in the totals already." in page
        assert "set aside" not in page
        told = {"code": "renege", "step": "make", "offender": "W", "alone": "-", "points": "2", "side": "NS",
                "fate": "PASS", "reason": ""}  # fmt: skip
        page = desk.post(at(totals, "rulings:make", 1, 1), told).content.decode()
        assert "say whether" in page
        assert not Ruling.objects.exists()

    def test_it_is_asked_only_where_a_table_handed_in_totals(self, desk, event):
        assert 'name="included"' not in preview(desk, event, "renege", offender="W", alone="-")

    def test_six_cards_and_no_discard_ask_who_dealt(self, desk, totals):
        """The desk said "Say who dealt" and had no field for it."""
        assert checked(page_of(desk, totals, "six-cards"), "dealer") == []
        assert 'name="points" value="2"' in preview(
            desk, totals, "six-cards", offender="W", dealer="W", alone="-", choice="taken-up"
        )
        # It gave 0 points to nobody, silently.
        page = preview(desk, totals, "no-discard", alone="-")
        assert MAKE not in page
        assert "Say who dealt." in page
        page = preview(desk, totals, "no-discard", offender="W", alone="-")
        assert 'name="points" value="2"' in page
        assert 'value="NS" selected' in page


def decide(desk, event, code, **told):
    told = {"code": code, "step": "make", "reason": "", "fate": "", "side": "", "points": "0"} | told
    return desk.post(at(event, "rulings:make", 1, 1), told)


class TestWhatARulingTakes:
    def test_struck_points_on_totals_are_asked_as_a_number(self, desk, totals):
        """The box was ticked and nothing happened."""
        page = preview(desk, totals, "points-unmarked", offender="N")
        assert "How many points are taken off?" in page
        assert "optional" not in page.partition("How many points are taken off?")[2].partition("</label>")[0]
        told = {"offender": "N", "included": "no"}
        page = decide(desk, totals, "points-unmarked", **told).content.decode()
        assert "Say how many points are taken off" in page
        assert decide(desk, totals, "points-unmarked", **told, forfeits="2").status_code == 302
        assert Sheet.objects.counting_at(factories.table_of(totals)).ns == 6
        page = desk.get(at(totals, "rulings:show", 1)).content.decode()
        assert "2 off North–South" in page
        page = desk.get(at(totals, "rulings:amend", 1)).content.decode()
        assert 'name="forfeits" value="2"' in page
        assert 'value="no"' in checked(page, "included")[0]

    def test_points_off_the_own_total_and_a_fine(self, desk, event):
        told = {"offender": "N", "deal": "1", "own_points": "3", "fine_cents": "1.50", "reason": "Third time"}
        assert decide(desk, event, "hand-shown", **told).status_code == 302
        page = desk.get(at(event, "rulings:show", 1)).content.decode()
        assert "-3 to the player’s own total" in page
        assert "1.50" in page
        page = desk.get(at(event, "rulings:index")).content.decode()
        assert "Fines together: 1.50" in page
        page = desk.get(at(event, "standings:show")).content.decode()
        assert "Ruling 1: Third time" in page
        assert at(event, "standings:revoke_adjustment", 1) not in page
        page = desk.get(at(event, "rulings:amend", 1)).content.decode()
        assert 'name="own_points" value="3"' in page
        assert 'name="fine_cents" value="1.50"' in page

    @pytest.mark.parametrize(
        "changes", [{"own_points": "-1"}, {"own_points": "x"}, {"fine_cents": "-2"}, {"fine_cents": "\x00"}]
    )
    def test_what_cannot_be_taken_is_said_beside_its_field(self, desk, event, changes):
        told = {"offender": "N", "deal": "1", "reason": "x"} | changes
        page = decide(desk, event, "hand-shown", **told).content.decode()
        assert "field-error" in page
        assert '<details class="ruling-further" open>' in page
        assert not Ruling.objects.exists()


def test_outcomes_stand_as_a_list_and_one_that_cannot_apply_says_why(desk, event):
    """Several outcomes ran together in one paragraph."""
    page = " ".join(page_of(desk, event, "wrong-dealer").split())
    listed = page.partition('<ul class="rule-outcomes">')[2].partition("</ul>")[0]
    assert listed.count("<li>") == 2
    assert listed.count(":</strong>") == 2
    assert '<ul class="rule-outcomes">' not in page_of(desk, event, "renege")
    page = desk.post(
        at(event, "rulings:make", 1, 1),
        {"code": "ambiguous-lone", "step": "ask", "alone": "-", "offender": ""},
    ).content.decode()
    beside = page.partition('id="id_alone_field"')[2].partition("<input")[0]
    assert "no loner to cancel" in beside


class TestOneQuestionAtATime:
    """The desk asks what decides, and nothing else."""

    def test_the_first_question_comes_first_and_one_that_decides_nothing_is_not_asked(self, desk, event):
        page = preview(desk, event, "six-cards")
        assert "Name the player." in page
        assert "Say what applies" not in page
        assert ASKED_ALONE not in page
        told = {"offender": "W", "choice": "taken-up", "alone": "S"}  # answers of a moment before
        page = preview(desk, event, "six-cards", **told, dealer="N")
        assert 'data-needless="choice alone lone_defender"' in page
        assert "VOID_PASS" in page.partition('name="fate"')[2].partition(" selected")[0][-60:]
        page = page_of(desk, event, "six-cards")
        assert page.index('name="offender"') < page.index('name="dealer"') < page.index('name="choice"')
        assert page.index('name="choice"') < page.index('name="alone"')

    @pytest.mark.parametrize(
        ("preset", "code", "told", "needless"),
        [
            ("laws", "renege", {"offender": "N", "choice": "cut"}, "alone lone_defender"),
            ("laws", "renege", {"offender": "N", "choice": "-", "alone": "E"}, ""),
            ("laws", "cards-looked-at", {"offender": "S", "dealer": "N"}, "choice"),
            ("laws", "cards-looked-at", {"offender": "E", "dealer": "N", "choice": "misdeal"}, ""),
            ("laws", "card-exposed-in-deal", {"offender": "N", "dealer": "N"}, "choice"),
            ("laws", "card-taken-back", {"offender": "N", "choice": "wrong-suit"}, ""),
            ("laws", "no-discard", {"offender": "N", "choice": "announced"}, "alone lone_defender"),
        ],
    )
    def test_a_question_that_decides_nothing_any_more_goes(
        self, desk, director, preset, code, told, needless
    ):
        event = factories.make_published(director, rules=PRESETS[preset], name="Other rules")
        page = preview(desk, event, code, **told)
        assert MAKE in page
        found = re.search('data-needless="([^"]*)"', page)
        expected = needless if 'name="alone"' in page_of(desk, event, code) or needless == "choice" else ""
        assert (found[1] if found else "") == expected

    def test_which_card_was_taken_back_is_asked_where_nobody_is_warned_for_it(self, desk, director):
        """L XV: a card of the wrong suit may be taken up; any other stays."""
        event = factories.make_published(director, rules=PRESETS["laws"], name="The laws")
        page = preview(desk, event, "card-taken-back", offender="N")
        assert MAKE not in page
        assert "Say what applies" in page


def test_totals_against_a_ruling_are_asked_about_by_its_name(event, director):
    """Issue 38, point 4: North–South may not bid, and yet made every deal."""
    table = factories.table_of(event)
    rule(table, director, "turned-down-suit", Seat.N)
    told = {"by": director, "at": NOW, "loners": {}, "expected": 0}
    with pytest.raises(Unconfirmed) as asked:
        enter_totals(table, totals={Side.NS: 8, Side.EW: 0}, **told)
    assert "Named the suit turned down" in " ".join(str(doubt.message) for doubt in asked.value.doubts)
    with pytest.raises(Unconfirmed) as asked:
        enter_totals(table, totals={Side.NS: 9, Side.EW: 0}, **told)
    assert [doubt.code for doubt in asked.value.doubts] == ["shut-out"]


WRITTEN = "What did this table write for that deal?"
# code, answers, what the table wrote; then what 12 : 5 with N's lone march comes to, and N's lone marches
TAKEN_BACK = [
    ("renege", {"offender": "N", "alone": "N"}, "NS-4-N", (8, 9), 0),
    ("renege", {"offender": "E", "alone": "N"}, "NS-4-N", (12, 5), 0),
    ("cards-mixed", {"offender": "E", "alone": "-"}, "EW-1-", (14, 4), 1),
    ("called-card-refused", {"offender": "E", "alone": "-"}, "EW-1-", (14, 4), 1),
    ("bid-out-of-turn", {"offender": "S", "choice": "points"}, "NS-2-", (10, 7), 1),
    ("lead-out-of-turn", {"offender": "W", "alone": "-"}, "nothing", (14, 5), 1),
    ("no-discard", {"offender": "W", "alone": "-"}, "EW-2-", (14, 3), 1),
    ("six-cards", {"offender": "W", "dealer": "W", "alone": "-", "choice": "taken-up"}, "EW-2-", (14, 3), 1),
    ("wrong-count-before-lead", {"offender": "W", "dealer": "W"}, "NS-1-", (11, 5), 1),
    ("wrong-count-in-play", {"offender": "W", "dealer": "W"}, "EW-2-", (12, 3), 1),
    ("misdeal", {"offender": "W"}, "NS-1-", (11, 5), 1),
    ("wrong-dealer", {"offender": "W", "dealer": "W", "choice": "before-first-trick"}, "NS-2-", (10, 5), 1),
    ("imperfect-pack", {"offender": ""}, "NS-1-", (11, 5), 1),
    ("lone-partner-played", {"offender": "S", "alone": "N"}, "NS-4-N", (10, 5), 0),
    ("ambiguous-lone", {"offender": "N", "alone": "N"}, "NS-4-N", (10, 5), 0),
    ("points-overmarked", {"offender": "N", "choice": "-"}, "NS-1-", (11, 5), 1),
]


@pytest.fixture
def twelve_five(event, director):
    """The ordinary evening: totals are in, one lone march of North's among them."""
    table = factories.table_of(event)
    lone = {Seat.N: 1}
    enter_totals(
        table, totals={Side.NS: 12, Side.EW: 5}, loners=lone, by=director, at=NOW, expected=0, confirmed=True
    )
    return table


def ruled(dora, table, code, asked, **given):
    """Ask, answer as asked, and make the ruling with what the page holds."""
    place = reverse("rulings:make", args=[table.round.event.slug, 1, table.number])
    dora.visit(f"{place}?{urlencode({'code': code} | asked)}")
    dora.press(MAKE, included="no")
    return dora.press(MAKE, **given) if given else dora


def counting(table):
    sheet = Sheet.objects.counting_at(table)
    return (sheet.ns, sheet.ew), sheet.lone_n


@pytest.mark.parametrize(("code", "asked", "written", "totals", "marches"), TAKEN_BACK)
def test_what_the_table_wrote_for_the_deal_comes_off(
    dora, twelve_five, code, asked, written, totals, marches
):
    """Findings rules 1: only the award moved, and nothing asked what the table had written."""
    before = Sheet.objects.counting_at(twelve_five)
    page = ruled(dora, twelve_five, code, asked)
    assert not Ruling.objects.exists()
    question = "How many points too many" if code == "points-overmarked" else WRITTEN
    assert question in page.text
    page.press(MAKE, written=written)
    assert counting(twelve_five) == (totals, marches)
    dora.visit(reverse("rulings:revoke", args=[twelve_five.round.event.slug, 1]))
    dora.press("Revoke the ruling", reason="misheard")
    after = Sheet.objects.counting_at(twelve_five)
    kept = ("ns", "ew", "winner", "rulings", "reported_ns", "reported_ew", "lone_n", "points_n", "points_s")
    assert [getattr(after, name) for name in kept] == [getattr(before, name) for name in kept]


class TestWhatTheTableWrote:
    LONER = ("renege", {"offender": "N", "alone": "N"})

    def test_a_renege_of_the_loner_after_the_score_turns_the_round(self, dora, twelve_five):
        page = ruled(dora, twelve_five, *self.LONER, written="NS-4-N")
        sheet = Sheet.objects.counting_at(twelve_five)
        assert (sheet.points_n, sheet.points_s, sheet.points_e) == (8, 8, 9)
        assert sheet.winner == "EW"
        slug = twelve_five.round.event.slug
        for name in ("show", "note"):
            page.visit(reverse(f"rulings:{name}", args=[slug, 1]))
            assert "4 to North–South, with North’s lone march" in page.text
        page.visit(reverse("history:index", args=[slug]))
        assert "struck: 4 to North–South, with North’s lone march" in page.text

    def test_what_is_left_is_doubted_before_it_is_made(self, dora, twelve_five):
        place = reverse("rulings:preview", args=[twelve_five.round.event.slug, 1, 1])
        told = {"code": "renege", "step": "answer", "offender": "N", "alone": "N", "points": "4"}
        told |= {"side": "EW", "fate": "PASS", "included": "no", "written": "nothing"}
        assert (
            "12 to 9 takes more lone marches than the 1 entered"
            in dora.client.post(place, told).content.decode()
        )
        told["written"] = "NS-4-N"
        assert (
            "lone marches"
            not in dora.client.post(place, told).content.decode().partition("</table>")[2][:900]
        )

    def test_not_known_is_asked_on_the_desk_until_somebody_has_asked(self, dora, twelve_five):
        slug = twelve_five.round.event.slug
        page = ruled(dora, twelve_five, *self.LONER, written="open")
        assert counting(twelve_five) == ((12, 9), 1)
        page.visit(reverse("rulings:index", args=[slug]))
        assert "Round 1, table 1: ask the table what it wrote for the deal of ruling 1." in page.text
        page.follow("Answer").press("Count it so", written="NS-4-N")
        assert counting(twelve_five) == ((8, 9), 0)
        page.visit(reverse("rulings:index", args=[slug]))
        assert "ask the table" not in page.text
        page.visit(reverse("rulings:amend", args=[slug, 1])).press("Show what the rule gives", alone="N")
        page.press("Amend the ruling", reason="no march after all", included="no")
        page.press("Amend the ruling", written="NS-1-")
        assert counting(twelve_five) == ((11, 9), 1)

    def test_totals_corrected_later_do_not_lose_it_twice(self, dora, twelve_five):
        ruled(dora, twelve_five, *self.LONER, written="NS-4-N")
        grid = reverse("sheets:enter_totals", args=[twelve_five.round.event.slug, 1])
        dora.visit(grid)
        assert 'value="struck" selected' in dora.page
        dora.press("Save", **{"t1-ew": "6"})  # the table's own figures, the deal among them
        assert counting(twelve_five) == ((8, 10), 0)
        dora.visit(grid).press("Save", **{"t1-ns": "8", "t1-lone_n": "", "t1-included_1": "no"})
        assert counting(twelve_five) == ((8, 10), 0)  # the deal is out of these figures, the award is not in
        dora.visit(grid).press("Save", **{"t1-ns": "8", "t1-ew": "10", "t1-included_1": "yes"})
        assert counting(twelve_five) == ((8, 10), 0)

    def test_a_sheet_taken_back_and_typed_again_is_the_same(self, dora, twelve_five, director):
        ruled(dora, twelve_five, *self.LONER, written="NS-4-N")
        withdraw_sheet(twelve_five, by=director, at=NOW, expected=2, reason="the wrong paper")
        grid = reverse("sheets:enter_totals", args=[twelve_five.round.event.slug, 1])
        told = {"t1-ns": "12", "t1-ew": "5", "t1-lone_n": "1", "t1-included_1": "no"}
        dora.visit(grid).press("Save", **told)
        assert counting(twelve_five) == ((8, 9), 0)

    def test_another_report_without_that_answer_is_asked_about(self, dora, twelve_five, director):
        ruled(dora, twelve_five, *self.LONER, written="NS-4-N")
        told = {"by": director, "at": NOW, "confirmed": True, "included": {1: False}}
        enter_totals(twelve_five, totals={Side.NS: 8, Side.EW: 6}, loners={}, expected=2, **told)
        assert counting(twelve_five) == ((8, 10), 0)
        page = dora.visit(reverse("rulings:index", args=[twelve_five.round.event.slug]))
        assert "ask the table what it wrote" in page.text


class TestADealDealtAgain:
    """Findings rules 3: nothing more could be ruled on, and a right ruling was to be revoked."""

    def place(self, event, **asked):
        return f"{at(event, 'rulings:make', 1, 1)}?{urlencode(asked)}"

    def test_each_further_attempt_is_offered_and_ruled_on_before_a_sheet_is_in(self, dora, event):
        misdeal = {"code": "misdeal", "offender": "N", "deal": "1"}
        dora.visit(self.place(event, **misdeal)).press(MAKE)
        renege = {"code": "renege", "offender": "E", "alone": "N"}
        dora.visit(self.place(event, **renege, deal="1"))
        assert "By ruling 1 this deal was dealt again. Choose the deal dealt again." in dora.text
        assert "revoke" not in dora.text
        assert "If you rule so all the same" not in dora.text
        assert "Deal 1 (dealt again)" in dora.text
        dora.press(MAKE)
        assert Ruling.objects.count() == 1
        dora.visit(self.place(event, **misdeal | {"deal": "1.2"})).press(MAKE)
        dora.visit(self.place(event, **renege, deal="1.3")).press(MAKE)
        places = [(made.code, made.slot, made.attempt) for made in Ruling.objects.order_by("number")]
        assert places == [("misdeal", 1, 1), ("misdeal", 1, 2), ("renege", 1, 3)]

    def test_the_link_beside_the_second_attempt_leads_to_it(self, dora, event):
        misdeal = {"code": "misdeal", "offender": "N", "deal": "1"}
        dora.visit(self.place(event, **misdeal)).press(MAKE)
        dora.visit(at(event, "sheets:enter_deals", 1, 1))
        links = re.findall(r'href="([^"]*rulings/new/[^"]*deal=1[^"]*)"', dora.page)
        assert links[-1].endswith("?deal=1.2")
        dora.visit(links[-1])
        dora.follow("Renege: did not follow suit")
        assert re.search(r'<option value="1.2"\s+selected', dora.page)

    def test_what_will_be_refused_is_not_offered_first(self, desk, event, director):
        """A renege ended the deal; another one gives no points for ending it again."""
        deals = [Deal(n, 1, dealer_of(Seat.N, n), Call(Seat.E), tricks=3) for n in range(1, 9)]
        given = {"by": director, "at": NOW, "expected": 0, "confirmed": True}
        enter_deals(factories.table_of(event), deals=deals, first_dealer=Seat.N, **given)
        rule(factories.table_of(event), director, "renege", Seat.E)
        told = {"code": "renege", "offender": "W", "deal": "1"}
        page = preview(desk, event, **told)
        assert "Ruling 1 has ended this deal already. Only if it was wrong, amend or revoke it." in page
        assert "If you rule so all the same" not in page


class TestDisqualified:
    """Findings large-evening H3: the ruling disqualified nobody, and nothing said what would."""

    @pytest.fixture
    def out(self, dora, twelve_five):
        """North, who is ruled out; the page after it."""
        slug = twelve_five.round.event.slug
        dora.visit(f"{reverse('rulings:make', args=[slug, 1, 1])}?code=disqualified&offender=N")
        name = twelve_five.chairs()[Seat.N].player.name
        assert f"{name} is disqualified from the event" in dora.text
        assert f"{name}: 1 → –" in dora.text
        dora.press(MAKE)
        assert "Say why; a disqualification takes a reason." in dora.text
        dora.press(MAKE, reason="shouted at everybody", included="yes")
        return twelve_five.chairs()[Seat.N].player

    def test_the_player_stops_and_comes_back_with_the_ruling(self, dora, out):
        slug = out.event.slug
        assert f"{out.name} is disqualified from the event." in dora.text
        assert (out.status, out.to_round) == ("disqualified", 1)
        assert out.name not in [row.name for row in standings(out.event).rows]
        dora.visit(reverse("history:index", args=[slug]))
        assert f"disqualified number {out.number}" in dora.text
        dora.visit(reverse("rulings:revoke", args=[slug, 1]))
        assert f"{out.name} is no longer disqualified" in dora.text
        dora.press("Revoke the ruling", reason="they said sorry")
        out.refresh_from_db()
        assert (out.status, out.from_round, out.to_round) == ("here", 1, None)
        assert out.name in [row.name for row in standings(out.event).rows]

    def test_what_was_done_to_the_player_since_stays(self, dora, out, director):
        set_status(out, "left", to_round=1, by=director, at=NOW)
        dora.visit(at(out.event, "rulings:revoke", 1))
        assert "no longer disqualified" not in dora.text
        dora.press("Revoke the ruling", reason="they said sorry")
        out.refresh_from_db()
        assert out.status == "left"


def test_the_side_that_a_penalty_brings_to_the_target_has_won(dora, director):
    """Findings rules 2: 8 : 9, talk by W in the bidding of deal 10, then North–South are euchred: 10 : 11."""
    event = factories.make_published(director, rules=PRESETS["partners"], name="To ten")
    table = factories.table_of(event)
    rule(table, director, "bidding-talk", Seat.W, 10, choice="penalty")
    tricks = [(Seat.N, 5)] * 4 + [(Seat.E, 5)] * 4 + [(Seat.E, 3), (Seat.N, 2)]
    deals = [
        Deal(slot, 1, dealer_of(Seat.N, slot), Call(maker), taken)
        for slot, (maker, taken) in enumerate(tricks, start=1)
    ]
    enter_deals(table, by=director, at=NOW, deals=deals, first_dealer=Seat.N, expected=0, confirmed=True)
    sheet = Sheet.objects.counting_at(table)
    assert (sheet.ns, sheet.ew, sheet.winner) == (10, 11, "NS")
    dora.visit(at(event, "sheets:show", 1, 1))
    assert "North–South: first to 10" in dora.text
