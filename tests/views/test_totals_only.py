"""An event of a club that hands in two totals: what it is asked, and what it is spared (RULEBOOK 2)."""

import re

import pytest
from django.urls import NoReverseMatch, reverse

from scoring.deal import Award, Fate, Forfeit
from scoring.ruleset import PRESETS
from scoring.seats import Seat, Side
from tests.helpers.addresses import at
from tests.helpers.factories import NOW, enter, make_published, table_of
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


def send(desk, event, ns, ew):
    """The first table's row as the page's script sends it."""
    url = at(event, "sheets:save_row", 1, 1)
    return desk.post(url, {"t1-ns": ns, "t1-ew": ew}, headers={"X-Requested-With": "sheets"})


def decided(director, event, **given):
    decision = RulingDecision(RulingQuestion("other", Seat.E), reason="Talked", **given)
    return rulings.make_ruling(table_of(event), by=director, at=NOW, decision=decision)


class TestSettings:
    NEW = {
        "name": "Pepper", "date": "2026-11-20", "time_zone": "UTC", "round_count": "4", "movement": "chart",
        "bye_mode": "none", "bye_points": "0", "preset": "totals-only",
    }  # fmt: skip

    def test_a_new_event_takes_its_bounds(self, desk):
        told = self.NEW | {"least": "2", "most": "40", "sum": ""}
        assert desk.post(reverse("events:new"), told).status_code == 302
        rules = Event.objects.get().ruleset
        assert (rules.least, rules.most, rules.sum, rules.has_deals) == (2, 40, None, False)

    @pytest.mark.parametrize(
        ("told", "field"),
        [
            ({"most": "12", "sum": "30"}, "sum"),
            ({"least": "99"}, "most"),
            ({"lone_euchre": "4"}, "lone_euchre"),
            ({"key_1": "loners"}, "key_1"),
            ({"preset": "progressive", "most": "30"}, "most"),
        ],
        ids=str,
    )
    def test_what_cannot_go_together_is_refused_beside_its_field(self, desk, told, field):
        answer = desk.post(reverse("events:new"), self.NEW | told)
        assert list(answer.context["form"].errors) == [field]
        assert not Event.objects.exists()

    def test_its_settings_are_the_bounds_and_no_points_of_deals(self, desk, event):
        form = desk.get(at(event, "events:settings")).context["form"]
        rules = next(card.fields[1:] for card in form.cards if card.feature.key == "house_rules")
        assert [field.name for field in rules] == ["points_are", "least", "most", "sum"]
        assert "loners" not in dict(form.fields["key_1"].choices)
        shown = {field.name: field.value() for field in rules}
        assert shown == {"points_are": "won", "least": "0", "most": "26", "sum": "26"}


class TestSheets:
    def test_the_grid_refuses_what_is_beyond_the_bounds_with_the_number_typed(self, desk, event):
        answer = send(desk, event, "999", "6")
        assert answer.status_code == 422
        assert "That’s 999 points for North/South; a side has 0 to 26 in a round." in answer.content.decode()
        assert 'value="999"' in answer.content.decode()
        assert send(desk, event, "20", "6").status_code == 200

    @pytest.mark.parametrize("name", ["sheets:enter_deals", "rulings:prove"])
    def test_what_needs_deals_says_why_it_is_not_there(self, desk, event, name):
        assert WHY in page(desk, name, event.slug, 1, 1)

    def test_what_needs_deals_says_why_it_is_not_there_and_no_page_leads_to_it(self, desk, event):
        for name in ("enter_deals", "preview_deals"):
            answer = desk.post(at(event, f"sheets:{name}", 1, 1), {"d1-tricks": "5"})
            assert answer.status_code == 422
            assert WHY in answer.content.decode()
        enter(table_of(event), 20, 6)
        pad = at(event, "sheets:enter_deals", 1, 1)
        for name, args in (("sheets:show", (1, 1)), ("rounds:desk", (1,)), ("sheets:enter_totals", (1,))):
            shown = page(desk, name, event.slug, *args)
            assert event.name in shown
            assert pad not in shown
        enter(table_of(event), 20, 6)
        shown = page(desk, "sheets:enter_totals", event.slug, 1)
        assert "lone_n" not in shown
        assert "the rules allow 26 to 26" in shown

    def test_the_phone_enters_totals_only(self, event):
        client = phone(open_tables(event)).client
        totals, deals = table_url(event, "enter_totals"), table_url(event, "enter_deals")
        for url in (totals, table_url(event, "show")):
            assert deals not in client.get(url).content.decode()
        assert WHY in client.get(deals).content.decode()
        answer = client.post(totals, {"t1-ns": "999", "t1-ew": "6"})
        assert "That’s 999 points" in answer.content.decode()


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
        url = at(event, "rulings:make", 1, 1)
        shown = desk.get(url, {"code": "other", "offender": "E"}).content.decode()
        assert 'name="fate"' not in shown
        assert 'name="deal"' not in shown
        assert 'name="forfeits"' in shown
        told = {
            "code": "other", "step": "make", "offender": "E", "points": "0", "side": "", "forfeits": "4",
            "included": "no", "reason": "Talked",
        }  # fmt: skip
        assert desk.post(url, told).status_code == 302
        assert Sheet.objects.counting_at(table_of(event)).totals == {Side.NS: 20, Side.EW: 2}
        assert desk.get(url, {"code": "renege", "offender": "E"}).status_code == 404


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
        for asked, of_deals in ((event, False), (other, True)):
            slip = words_on(page(desk, "printing:paper", asked.slug, "ruling-slips"))
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

    @pytest.mark.parametrize("typed", ["-12", "−12", "–12", "− 12"])
    def test_the_grid_takes_a_minus_as_any_keyboard_writes_it(self, desk, event, typed):
        answer = send(desk, event, typed, "31")
        assert answer.status_code == 200
        sheet = Sheet.objects.counting_at(table_of(event))
        assert (sheet.totals, sheet.winner) == ({Side.NS: -12, Side.EW: 31}, "EW")
        assert 'value="-12"' in answer.content.decode()
        assert "−12 to 31" in answer.content.decode()

    def test_elsewhere_a_minus_is_refused_as_before_and_the_keypad_has_none(self, desk, event, director):
        whist = make_published(director, rules=WHIST, name="Whist")
        answer = send(desk, whist, "-1", "27")
        assert answer.status_code == 422
        assert "A number here is 0 or more." in answer.content.decode()
        assert 'value="-1"' in answer.content.decode()
        for asked, mode in ((event, "text"), (whist, "numeric")):
            shown = page(desk, "sheets:enter_totals", asked.slug, 1)
            assert f'inputmode="{mode}"' in re.search('<input[^>]*name="t1-ns"[^>]*>', shown)[0]

    def test_what_is_below_the_least_is_refused_with_what_was_typed(self, desk, event):
        for typed, why in (("-41", "That’s −41 points for North/South"), ("-1000", "-1000 is too small")):
            answer = send(desk, event, typed, "3")
            assert answer.status_code == 422
            assert why in answer.content.decode()
            assert f'value="{typed}"' in answer.content.decode()

    def test_the_phone_reports_it_and_the_other_side_reads_it_with_a_true_minus(self, event):
        tables = open_tables(event)
        client = phone(tables).client
        answer = client.post(table_url(event, "enter_totals"), {"t1-ns": "-12", "t1-ew": "31"})
        assert answer.status_code == 302
        report = table_of(event).submissions.get()
        assert (report.ns, report.reported_ns) == (-12, -12)
        assert "−12" in words_on(client.get(table_url(event, "show")).content.decode())

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
