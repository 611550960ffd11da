"""An event of a club that hands in two totals: what it is asked, and what it is spared (RULEBOOK 2)."""

import re

import pytest
from django.urls import NoReverseMatch, reverse

from scoring.deal import Award, Fate, Forfeit
from scoring.ruleset import PRESETS
from scoring.seats import Seat, Side
from tests.helpers.addresses import at
from tests.helpers.factories import NOW, enter, make_published, table_of
from tests.helpers.rulings import asked
from tests.helpers.scripted import Scripted
from tests.helpers.table_entry import open_tables, phone
from tests.helpers.table_entry import url as table_url
from tournament.archive.checking import problems_of
from tournament.archive.document import document
from tournament.models import Event, Sheet
from tournament.services import rulings
from tournament.services.errors import Refused
from tournament.state.rulings import RulingDecision, RulingQuestion

WHY = "This event counts totals only"
WHIST = PRESETS["totals-only"].changed(most=26, sum=26)
BID = PRESETS["totals-only"].changed(least=-40, most=60)


@pytest.fixture
def event(director):
    return make_published(director, rules=WHIST, name="Whist drive")


def page(client, name, *args, status=200):
    answer = client.get(reverse(name, args=args))
    assert answer.status_code == status
    return answer.content.decode()


def grid(desk, event):
    return Scripted(desk).visit(at(event, "sheets:enter_totals", 1))


def decided(director, event, **given):
    decision = RulingDecision(RulingQuestion("other", Seat.E), reason="Talked", **given)
    return rulings.make_ruling(table_of(event), by=director, at=NOW, decision=decision)


class TestSettings:
    def test_a_new_event_takes_its_bounds_and_what_cannot_go_together_is_said_beside_its_field(self, dora):
        dora.visit(reverse("events:new"))
        pepper = {"name": "Pepper", "preset": "totals-only"}
        for told, field in (
            ({"most": "12", "sum": "30"}, "sum"),
            ({"least": "99", "most": "", "sum": ""}, "most"),
            ({"least": "0", "lone_euchre": "4"}, "lone_euchre"),
            ({"lone_euchre": "", "key_1": "loners"}, "key_1"),
            ({"key_1": "points", "least": "", "preset": "progressive", "most": "30"}, "most"),
        ):
            dora.press("Create", **pepper | told)
            assert list(dora.response.context["form"].errors) == [field]
        assert not Event.objects.exists()
        dora.press("Create", **pepper, least="2", most="40")
        rules = Event.objects.get().ruleset
        assert (rules.least, rules.most, rules.sum, rules.has_deals) == (2, 40, None, False)

    def test_its_settings_are_the_bounds_and_no_points_of_deals(self, desk, event):
        form = desk.get(at(event, "events:settings")).context["form"]
        rules = next(card.fields[1:] for card in form.cards if card.feature.key == "house_rules")
        assert [field.name for field in rules] == ["points_are", "least", "most", "sum"]
        assert "loners" not in dict(form.fields["key_1"].choices)
        shown = {field.name: field.value() for field in rules}
        assert shown == {"points_are": "won", "least": "0", "most": "26", "sum": "26"}


class TestSheets:
    def test_the_grid_refuses_what_is_beyond_the_bounds_with_the_number_typed(self, desk, event):
        page = grid(desk, event)
        assert page.leave(1, ns="999", ew="6").status_code == 422
        assert "That’s 999 points for North/South; a side has 0 to 26 in a round." in page.text
        assert page.held("t1-ns") == "999"
        assert page.leave(1, ns="-1").status_code == 422
        assert "A number here is 0 or more." in page.text
        assert page.leave(1, ns="20").status_code == 200

    @pytest.mark.rude
    def test_deals_sent_all_the_same_are_refused(self, desk, event):
        for name in ("enter_deals", "preview_deals"):
            answer = desk.post(at(event, f"sheets:{name}", 1, 1), {"d1-tricks": "5"})
            assert (answer.status_code, WHY in answer.content.decode()) == (422, True)

    def test_what_needs_deals_says_why_it_is_not_there_and_no_page_leads_to_it(self, desk, event):
        for name in ("sheets:enter_deals", "rulings:prove"):
            assert WHY in page(desk, name, event.slug, 1, 1)
        enter(table_of(event), 20, 6)
        pad = at(event, "sheets:enter_deals", 1, 1)
        for name, args in (("sheets:show", (1, 1)), ("rounds:desk", (1,)), ("sheets:enter_totals", (1,))):
            shown = page(desk, name, event.slug, *args)
            assert event.name in shown
            assert pad not in shown
        assert "lone_n" not in shown
        assert "the rules allow 26 to 26" in shown

    def test_the_phone_enters_totals_only(self, event):
        north, deals = phone(open_tables(event)), table_url(event, "enter_deals")
        assert deals not in north.page
        north.follow("Enter the totals").press("Report this score", **{"t1-ns": "999", "t1-ew": "6"})
        assert "That’s 999 points" in north.text
        assert deals not in north.page
        assert WHY in north.visit(deals).text


class TestRulings:
    def test_points_are_given_to_a_side_or_taken_off_and_no_deal_ends(self, director, event):
        for given in ({"fate": Fate.PASS}, {"cancels": (Side.EW,)}):
            with pytest.raises(Refused, match="No deals are known"):
                decided(director, event, **given)
        decision = RulingDecision(RulingQuestion("other", Seat.E), reason="Talked", award=Award(Side.NS, 2))
        before = rulings.make_ruling(table_of(event, number=2), by=director, at=NOW, decision=decision)
        assert before.slot is None  # it needs no deal
        enter(table_of(event), 20, 6)
        decided(director, event, award=Award(Side.NS, 2), included=False)
        assert Sheet.objects.counting_at(table_of(event)).totals == {Side.NS: 22, Side.EW: 6}
        decided(director, event, forfeits=Forfeit(Side.EW, 4), included=False)
        assert Sheet.objects.counting_at(table_of(event)).totals == {Side.NS: 22, Side.EW: 2}

    def test_the_desk_offers_no_fate_and_asks_how_many_points(self, desk, event):
        enter(table_of(event), 20, 6)
        ruling = asked(desk, event, "other", offender="E")
        names = {field.get("name") for field in ruling._all("input")}
        assert {"fate", "deal", "forfeits"} & names == {"forfeits"}
        ruling.press("Make this ruling", forfeits="4", included="no", reason="Talked")
        assert Sheet.objects.counting_at(table_of(event)).totals == {Side.NS: 20, Side.EW: 2}
        assert asked(desk, event, "renege").response.status_code == 404


class TestPapersAndArchive:
    @pytest.mark.parametrize(
        "kind", ["score-sheets", "score-pad", "tally-cards", "rule-card", "rule-card-short"]
    )
    def test_papers_have_no_row_for_a_deal(self, desk, event, kind):
        shown = page(desk, "printing:paper", event.slug, kind)
        assert event.name in shown
        assert "ircle one" not in shown
        assert "Lone" not in shown

    def test_the_slip_the_grid_and_the_cards_speak_of_no_deals(self, desk, event, director):
        other = make_published(director, name="Euchre")
        for held, of_deals in ((event, False), (other, True)):
            slip = words_on(page(desk, "printing:paper", held.slug, "ruling-slips"))
            assert ("Table Deal" in slip, "redeal" in slip) == (of_deals, of_deals)
            assert ("Points taken off" in slip) is not of_deals
        bid = make_published(director, rules=BID, name="Bid euchre")
        shown = words_on(page(desk, "sheets:enter_totals", event.slug, 1))
        assert "deals were played" not in shown
        assert "points below 0" not in shown
        assert "− before a figure: points below 0" in words_on(page(desk, "sheets:enter_totals", bid.slug, 1))
        url = at(event, "printing:paper", "tally-cards-by-deals")
        answer = desk.get(url, follow=True)
        assert "No deals are known under this event’s rules" in answer.content.decode()


def words_on(page):
    """What is read on a page: its text, without tags and without what fields hold."""
    return " ".join(re.sub(r"<(script|style).*?</\1>|<[^>]*>", " ", page, flags=re.DOTALL).split())


class TestBelowNothing:
    """RULEBOOK 2: negative allowed or not. A failed bid takes points off."""

    @pytest.fixture
    def event(self, director):
        return make_published(director, rules=BID, name="Bid euchre")

    def test_the_grid_takes_a_minus_as_any_keyboard_writes_it(self, desk, event):
        page = grid(desk, event)
        for revision, typed in enumerate(("-12", "−13", "–14", "− 15"), start=1):
            assert page.leave(1, ns=typed, ew="31").status_code == 200
            sheet = Sheet.objects.counting_at(table_of(event))
            assert (sheet.revision, sheet.ns, sheet.winner) == (revision, -11 - revision, "EW")
            assert page.held("t1-ns") == str(sheet.ns)
        for typed, why in (("-41", "That’s −41 points for North/South"), ("-1000", "-1000 is too small")):
            assert page.leave(1, ns=typed, ew="3").status_code == 422
            assert why in page.text
            assert page.held("t1-ns") == typed

    def test_the_keypad_has_a_minus_where_it_is_needed(self, desk, event, director):
        whist = make_published(director, rules=WHIST, name="Whist")
        for played, mode in ((event, "text"), (whist, "numeric")):
            shown = page(desk, "sheets:enter_totals", played.slug, 1)
            assert f'inputmode="{mode}"' in re.search('<input[^>]*name="t1-ns"[^>]*>', shown)[0]

    def test_the_phone_reports_it_and_the_other_side_reads_it_with_a_true_minus(self, event):
        north = phone(open_tables(event)).follow("Enter the totals")
        north.press("Report this score", **{"t1-ns": "-12", "t1-ew": "31"})
        report = table_of(event).submissions.get()
        assert (report.ns, report.reported_ns) == (-12, -12)
        assert "−12" in north.text

    def test_no_page_or_paper_writes_a_hyphen_for_a_minus(self, desk, event):
        enter(table_of(event), -12, 31)
        enter(table_of(event, number=2), -7, -7)
        everywhere = [
            ("sheets:show", 1, 1), ("sheets:show", 1, 2), ("rounds:desk", 1), ("sheets:enter_totals", 1),
            ("standings:show",), ("sheets:swap", 1, 1), ("rulings:make", 1, 1), ("public:event",),
            ("public:round", 1), ("public:standings",), ("public:board",), ("public:final",),
            ("cards:index",),
        ]  # fmt: skip
        read = {}
        for name, *args in everywhere:
            try:
                url = at(event, name, *args)
            except NoReverseMatch:
                pytest.fail(name)
            read[name, *args] = words_on(desk.get(url, follow=True).content.decode())
        for where, words in read.items():
            assert not re.search(r"(?<![\w–-])-(12|7|24|5)\b", words), where
            assert "–-" not in words, where
        assert "−12 – 31" in read["sheets:show", 1, 1].replace("\xa0", " ")
        assert "Tied −7 – −7: which side reached −7 first?" in read["sheets:show", 1, 2].replace("\xa0", " ")
        assert "−12" in read["standings:show",]
        for kind in ("standings", "prize-list", "tally-cards"):
            words = words_on(page(desk, "printing:paper", event.slug, kind))
            assert not re.search(r"(?<![\w–-])-(12|7)\b", words), kind

    def test_a_prize_that_nobody_can_win_is_not_offered(self, desk, event, director):
        """RULEBOOK 5: most lone marches, where nobody plays alone."""
        other = make_published(director, name="Euchre")
        assert "Most lone marches" in page(desk, "prizes:settings", other.slug)
        assert "Most lone marches" not in page(desk, "prizes:settings", event.slug)
        enter(table_of(event), -12, 31)
        assert "lone march" not in page(desk, "printing:paper", event.slug, "prize-list").lower()
        assert "Best single round" in page(desk, "printing:paper", event.slug, "prize-list")

    def test_no_list_has_a_column_for_lone_marches(self, desk, event, director):
        """Nobody plays alone where only totals are handed in; elsewhere the column stays."""
        for kept, words in ((make_published(director, name="Euchre"), True), (event, False)):
            enter(table_of(kept), 11, 15)
            for name, *args in (("standings:show",), ("public:standings",), ("printing:paper", "standings")):
                found = words_on(page(desk, name, kept.slug, *args))
                assert ("Lone" in found) is words, (kept.name, name)
            own = words_on(page(desk, "player_page:show", kept.players.get(number=1).token))
            assert ("Lone" in own) is words, kept.name

    def test_an_archive_of_other_rules_holds_no_points_below_nothing(self, director):
        whist = make_published(director, rules=WHIST, name="Whist")
        enter(table_of(whist), 20, 6)
        told = document(whist)
        told["rounds"][0]["tables"][0]["sheet"]["totals"] = {"NS": 27, "EW": -1}
        (problem,) = problems_of(told)
        assert problem.path == "rounds[0].tables[0].sheet.totals.EW"
        assert problem.message == "must be a whole number from 0 to 9999, not -1."

    def test_a_ruling_takes_a_side_below_nothing_and_says_so_with_a_minus(self, desk, director, event):
        enter(table_of(event), 31, 3)
        decided(director, event, forfeits=Forfeit(Side.EW, 5), included=False)
        assert Sheet.objects.counting_at(table_of(event)).totals == {Side.NS: 31, Side.EW: -2}
        shown = words_on(page(desk, "sheets:show", event.slug, 1, 1)).replace("\xa0", " ")
        assert "31 – −2" in shown
        assert not re.search(r"(?<![\w–-])-2\b", shown)
