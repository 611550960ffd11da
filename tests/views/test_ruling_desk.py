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
from tests.helpers.rulings import asked, rule
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


def test_who_played_alone_is_asked_with_nothing_chosen_and_only_where_it_decides(desk, event):
    for code in ("renege", "lead-out-of-turn", "no-discard", "six-cards", "cards-mixed"):
        assert asked(desk, event, code).held("alone") is None
    for code in ("table-talk", "misdeal", "exposed-card", "imperfect-pack", "other"):
        page = asked(desk, event, code)
        assert (page.held("code"), 'name="alone"' in page.page) == (code, False)


def test_the_last_press_counts_no_standings(desk, totals):
    """What a ruling changes was computed again when it was made."""
    page = asked(desk, totals, "renege", offender="N", alone="-").fill(included="no").fill(written="nothing")
    with CaptureQueriesContext(connection) as queries:
        page.press(MAKE)
    assert Ruling.objects.count() == 1
    sent = [query["sql"] for query in queries]
    requests = [n for n, sql in enumerate(sent) if sql.startswith("SELECT") and '"django_session"' in sql]
    assert not any('SUM("tournament_adjustment"' in sql for sql in sent[: requests[-1]])


def test_where_points_are_lost_the_desk_speaks_of_points_lost_and_of_nobody_alone(desk, director):
    event = factories.make_published(director, rules=PRESETS["jeuchre"], name="Jeuchre")
    page = asked(desk, event, "renege", offender="N", deal="1")
    assert 'name="alone"' not in page.page
    assert "Points lost" in page.text
    page.press(MAKE, points="2").visit(at(event, "rulings:show", 1))
    assert "2 lost by North–South" in page.text


def test_the_proposal_waits_for_what_decides_and_for_nothing_else(desk, event):
    page = asked(desk, event, "lead-out-of-turn", offender="W")
    assert MAKE not in page.text
    assert ASKED_ALONE in page.text
    assert page.fill(alone="-").held("points") == "2"
    assert page.fill(alone="N").held("points") == "4"
    assert "partner played a card” instead" in page.fill(alone="E").text
    page = asked(desk, event, "six-cards", offender="W", deal="1", dealer="N")
    assert MAKE in page.text  # West only had too many cards
    assert MAKE not in page.fill(dealer="W").text  # the dealer kept six


def test_either_partner_and_a_lone_defender_can_be_named_where_the_rules_let_them(desk, director):
    rules = replace(PRESETS["progressive"], defend_alone=True)
    event = factories.make_published(director, rules=rules, name="Defended")
    page = asked(desk, event, "renege")
    assert page.held("lone_defender") is None
    assert MAKE in page.fill(offender="W", alone="N", lone_defender="W").text
    assert "Whoever defends alone is on the other side." in page.fill(lone_defender="S").text


def test_a_deal_that_the_sheet_has_brings_its_call(desk, event, director):
    deals = [Deal(slot, 1, dealer_of(Seat.N, slot), Call(Seat.E, lone=Seat.E), 3) for slot in range(1, 9)]
    given = {"by": director, "at": NOW, "expected": 0, "confirmed": True}
    enter_deals(factories.table_of(event), deals=deals, first_dealer=Seat.N, **given)
    page = asked(desk, event, "renege", offender="N", deal="3")
    assert ('name="alone"' in page.page, page.held("points")) == (False, "4")


def test_whoever_reneges_after_a_cancelled_loner_reneged_in_a_normal_deal(desk, event, director):
    rule(factories.table_of(event), director, "lone-partner-played", Seat.W, call=Call(Seat.E, lone=Seat.E))
    for offender in ("W", "E"):
        page = asked(desk, event, "renege", offender=offender, deal="1", alone="E")
        assert (page.held("points"), page.held("side")) == ("2", "NS")


def test_a_void_deal_that_is_replayed_can_be_ruled_on(desk, director):
    rules = PRESETS["progressive"].changed(void_uses_slot=False)
    event = factories.make_published(director, rules=rules, name="Replayed")
    rule(factories.table_of(event), director, "wrong-count-in-play", Seat.W, dealer=Seat.N)
    page = asked(desk, event, "renege", offender="N", deal="1", alone="-")
    assert "Choose the deal dealt again" in page.text
    page.fill(deal="1.2").press(MAKE)
    assert list(Ruling.objects.order_by("number").values_list("attempt", flat=True)) == [1, 2]


class TestOnTotals:
    def test_what_one_ruling_took_off_is_not_to_be_taken_off_by_the_next(self, desk, totals):
        page = asked(desk, totals, "renege", offender="W", alone="-").fill(included="no")
        assert "Leave out what another ruling has taken off." in page.text

    def test_whether_the_ruling_is_in_them_has_no_answer_yet_and_is_asked(self, desk, totals):
        page = asked(desk, totals, "renege", offender="W", alone="-")
        assert page.held("included") is None
        assert "Say first whether the ruling is in the totals already." in page.text
        assert "set aside" not in page.text
        assert "say whether" in page.press(MAKE).text
        assert not Ruling.objects.exists()

    def test_an_amendment_shows_what_it_comes_to_without_the_first_ruling(self, desk, totals):
        page = asked(desk, totals, "renege", offender="W", alone="-").fill(included="no")
        page.fill(written="nothing").press(MAKE).visit(at(totals, "rulings:amend", 1))
        page.fill(points="4")
        assert "Before After Ben Baker & Eve Ellis 10 12" in page.text

    def test_it_is_asked_only_where_a_table_handed_in_totals(self, desk, event):
        page = asked(desk, event, "renege", offender="W", alone="-")
        assert (MAKE in page.text, "in the totals" in page.text) == (True, False)

    def test_six_cards_and_no_discard_ask_who_dealt(self, desk, totals):
        """The desk said "Say who dealt" and had no field for it."""
        page = asked(desk, totals, "six-cards")
        assert page.held("dealer") is None
        assert page.fill(offender="W", dealer="W", alone="-", choice="taken-up").held("points") == "2"
        # It gave 0 points to nobody, silently.
        page = asked(desk, totals, "no-discard", alone="-")
        assert MAKE not in page.text
        assert "Say who dealt." in page.text
        page.fill(offender="W")
        assert (page.held("points"), page.held("side")) == ("2", "NS")


class TestWhatARulingTakes:
    def test_struck_points_on_totals_are_asked_as_a_number(self, desk, totals):
        """The box was ticked and nothing happened."""
        page = asked(desk, totals, "points-unmarked", offender="N")
        assert "How many points are taken off?" in page.text
        assert not page.text.partition("How many points are taken off?")[2].startswith(" optional")
        page.press(MAKE, included="no")
        assert "Say how many points are taken off" in page.text
        page.press(MAKE, forfeits="2")
        assert Sheet.objects.counting_at(factories.table_of(totals)).ns == 6
        assert "2 off North–South" in page.visit(at(totals, "rulings:show", 1)).text
        page.visit(at(totals, "rulings:amend", 1))
        assert (page.held("forfeits"), page.held("included")) == ("2", "no")

    def test_points_off_the_own_total_and_a_fine(self, desk, event):
        page = asked(desk, event, "hand-shown", offender="N", deal="1")
        for typed in ({"own_points": "-1"}, {"own_points": "x"}, {"own_points": "3", "fine_cents": "-2"}):
            page.press(MAKE, reason="Third time", **typed)
            assert "field-error" in page.page
            assert '<details class="ruling-further" open>' in page.page
        assert not Ruling.objects.exists()
        page.press(MAKE, fine_cents="1.50").visit(at(event, "rulings:show", 1))
        assert "-3 to the player’s own total" in page.text
        assert "1.50" in page.text
        assert "Fines together: 1.50" in page.visit(at(event, "rulings:index")).text
        assert "Ruling 1: Third time" in page.visit(at(event, "standings:show")).text
        assert at(event, "standings:revoke_adjustment", 1) not in page.page
        page.visit(at(event, "rulings:amend", 1))
        assert (page.held("own_points"), page.held("fine_cents")) == ("3", "1.50")


def test_outcomes_stand_as_a_list_and_one_that_cannot_apply_says_why(desk, event, dora):
    """Several outcomes ran together in one paragraph."""
    page = " ".join(asked(desk, event, "wrong-dealer").page.split())
    listed = page.partition('<ul class="rule-outcomes">')[2].partition("</ul>")[0]
    assert listed.count("<li>") == 2
    assert listed.count(":</strong>") == 2
    assert '<ul class="rule-outcomes">' not in asked(desk, event, "renege").page
    dora.visit(f"{at(event, 'rulings:make', 1, 1)}?code=ambiguous-lone")
    page = dora.press("Show what the rule gives", alone="-").page
    beside = page.partition('id="id_alone_field"')[2].partition("<input")[0]
    assert "no loner to cancel" in beside


class TestOneQuestionAtATime:
    """The desk asks what decides, and nothing else."""

    def test_the_first_question_comes_first_and_one_that_decides_nothing_is_not_asked(self, desk, event):
        page = asked(desk, event, "six-cards")
        places = [page.page.index(f'name="{name}"') for name in ("offender", "dealer", "choice", "alone")]
        assert places == sorted(places)
        page.fill(choice="taken-up", alone="S")  # answers of a moment before
        assert "Name the player." in page.text
        assert "Say what applies" not in page.text
        assert ASKED_ALONE not in page.text
        page.fill(offender="W", dealer="N")
        assert page._with("data-needless").get("data-needless") == "choice alone lone_defender"
        assert page.held("fate") == "VOID_PASS"

    @pytest.mark.parametrize(
        ("preset", "code", "told", "needless"),
        [
            ("laws", "renege", {"offender": "N", "choice": "cut"}, "alone lone_defender"),
            ("laws", "renege", {"offender": "N", "choice": "-", "alone": "E"}, ""),
            ("laws", "cards-looked-at", {"offender": "S", "dealer": "N"}, "choice"),
            ("laws", "card-taken-back", {"offender": "N", "choice": "wrong-suit"}, ""),
        ],
    )
    def test_a_question_that_decides_nothing_any_more_goes(
        self, desk, director, preset, code, told, needless
    ):
        event = factories.make_published(director, rules=PRESETS[preset], name="Other rules")
        page = asked(desk, event, code, **told)
        assert MAKE in page.text
        expected = needless if 'name="alone"' in page.page or needless == "choice" else ""
        if expected:
            assert page._with("data-needless").get("data-needless") == expected
        else:
            assert not any(part.get("data-needless") for part in page._all("div"))

    def test_which_card_was_taken_back_is_asked_where_nobody_is_warned_for_it(self, desk, director):
        """L XV: a card of the wrong suit may be taken up; any other stays."""
        event = factories.make_published(director, rules=PRESETS["laws"], name="The laws")
        page = asked(desk, event, "card-taken-back", offender="N")
        assert MAKE not in page.text
        assert "Say what applies" in page.text


def test_totals_against_a_ruling_are_asked_about_by_its_name(event, director):
    """Issue 38, point 4: North–South may not bid, and yet made every deal."""
    table = factories.table_of(event)
    rule(table, director, "turned-down-suit", Seat.N, dealer=Seat.E)
    told = {"by": director, "at": NOW, "loners": {}, "expected": 0}
    with pytest.raises(Unconfirmed) as asked:
        enter_totals(table, totals={Side.NS: 8, Side.EW: 0}, **told)
    assert "Named the suit turned down" in " ".join(str(doubt.message) for doubt in asked.value.doubts)
    with pytest.raises(Unconfirmed) as asked:
        enter_totals(table, totals={Side.NS: 9, Side.EW: 0}, **told)
    assert [doubt.code for doubt in asked.value.doubts] == ["shut-out"]


def test_what_is_allowed_is_said_with_its_source_and_leads_to_no_ruling(dora, event):
    page = dora.visit(f"{at(event, 'rulings:find')}?table=1&q=ordered it up with no trumps")
    found = page.text.partition("Found")[2]
    assert found.strip().startswith("Allowed: Any hand will do: whoever orders the up-card")
    assert "(T, the deal)" in found


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
def twelve_five(event):
    """The ordinary evening: totals are in, one lone march of North's among them."""
    return factories.enter(factories.table_of(event), 12, 5, N=1).table


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
        event = twelve_five.round.event
        page = asked(dora.client, event, "renege", offender="N", alone="N").fill(included="no")
        page.fill(written="nothing")
        assert "12 to 9 takes more lone marches than the 1 entered" in page.text
        page.fill(written="NS-4-N")
        assert "takes more lone marches" not in page.text

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
        page = asked(desk, event, "renege", offender="W", deal="1")
        words = "Ruling 1 has ended this deal already. Only if it was wrong, amend or revoke it."
        assert words in page.text
        assert "If you rule so all the same" not in page.text


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
