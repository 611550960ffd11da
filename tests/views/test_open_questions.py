"""What only people know is asked on the page where it arises: who reached a tie first, and who dealt."""

import pytest
from django.urls import reverse

from scoring.seats import Seat, Side
from tests.helpers import factories
from tests.helpers.factories import NOW
from tournament.models import Round, Ruling
from tournament.services import rulings
from tournament.state.ruling_case import proposal_for
from tournament.state.ruling_decisions import RulingDecision, RulingQuestion

TIE = "This makes it a tie, 8–8."
ASKED = "Which side reached this score first?"


@pytest.fixture
def event(director):
    return factories.make_published(director, players=8, rounds=2)


@pytest.fixture
def table(event):
    table = factories.table_of(event)
    factories.enter(table, 8, 6)
    return table


def at(name, event, *args):
    return reverse(f"rulings:{name}", args=[event.slug, *args])


def page_of(event, name="sheets:show", *args):
    return reverse(name, args=[event.slug, *(args or (1, 1))])


def renege(**changes):
    told = {"code": "renege", "offender": "N", "alone": "-", "step": "make", "points": "2", "side": "EW"}
    return told | {"fate": "PASS", "included": "no", "reason": ""} | changes


def counting(table):
    return table.sheets.get(counting=True)


class TestTheTieOfARuling:
    def test_the_preview_shows_the_tie_and_asks_who_was_first(self, desk, event, table):
        page = desk.post(at("preview", event, 1, 1), renege(step="ask")).content.decode()
        assert TIE in page
        assert ASKED in page
        assert "North–South → <strong>nobody" in page

    def test_the_answer_is_kept_while_the_director_goes_on(self, desk, event, table):
        page = desk.post(
            at("preview", event, 1, 1), renege(step="answer", reached_first="EW")
        ).content.decode()
        assert "East–West reached it first." in page
        assert 'value="EW" id="id_reached_first_1" checked' in page.replace(" required", "")

    def test_no_tie_asks_nothing(self, desk, event, table):
        page = desk.post(at("preview", event, 1, 1), renege(step="answer", points="1")).content.decode()
        assert ASKED not in page

    def test_without_an_answer_nothing_is_ruled_and_the_question_says_so(self, desk, event, table):
        page = desk.post(at("make", event, 1, 1), renege()).content.decode()
        assert "Say which side reached 8 first." in page
        assert not Ruling.objects.exists()

    @pytest.mark.parametrize(
        ("answer", "winner", "nobody"), [("NS", "NS", False), ("EW", "EW", False), ("-", "", True)]
    )
    def test_the_answer_is_on_the_sheet(self, desk, event, table, answer, winner, nobody):
        assert desk.post(at("make", event, 1, 1), renege(reached_first=answer)).status_code == 302
        assert (counting(table).winner, counting(table).nobody_can_say) == (winner, nobody)

    def test_in_the_grid_reached_first_answers_a_tie_that_an_award_makes(self, desk, event, table):
        desk.post(at("make", event, 1, 1), renege(reached_first="-"))
        row = {
            "t1-ns": "8",
            "t1-ew": "6",
            "t1-included_1": "no",
            "t1-revision": "2",
            "t1-reached_first": "EW",
        }
        assert desk.post(page_of(event, "sheets:save_row"), row).status_code == 302
        assert counting(table).winner == "EW"

    def test_revoking_says_that_the_tie_will_be_asked(self, desk, event, table, director):
        factories.enter(table, 8, 8, expected=1, reached_first=Side.NS)
        question = RulingQuestion("other", Seat.N)
        decision = RulingDecision.as_proposed(
            question, proposal_for(table, question), included=False, reason="x", reached_first=Side.EW
        )
        ruling = rulings.make_ruling(table, by=director, at=NOW, decision=decision)
        assert ASKED not in desk.get(at("revoke", event, ruling.number)).content.decode()


class TestAnOpenTie:
    @pytest.fixture
    def open_tie(self, table):
        factories.enter(table, 8, 8, expected=1)
        return table

    def test_the_tables_page_asks_and_claims_nothing(self, desk, event, open_tie):
        page = desk.get(page_of(event)).content.decode()
        assert "Tied 8–8: which side reached 8 first?" in page
        assert "nobody could say" not in page

    @pytest.mark.parametrize("name", ["events:overview", "rounds:desk", "rulings:index"])
    def test_the_desks_show_it_with_the_way_to_answer_it(self, desk, event, open_tie, name):
        args = [1] if name == "rounds:desk" else []
        page = desk.get(reverse(name, args=[event.slug, *args])).content.decode()
        assert "1 open question" in page
        assert page_of(event, "sheets:tie") in page

    def test_a_viewer_sees_it_without_the_way(self, client, event, open_tie):
        viewer = factories.make_user("vic")
        event.memberships.create(user=viewer, role="viewer")
        client.force_login(viewer)
        page = client.get(reverse("rounds:desk", args=[event.slug, 1])).content.decode()
        assert "1 open question" in page
        assert page_of(event, "sheets:tie") not in page

    def test_closing_names_it(self, desk, event, open_tie):
        factories.enter(factories.table_of(event, 1, 2), 8, 6)
        page = desk.get(reverse("rounds:close", args=[event.slug, 1])).content.decode()
        assert "Table 1 is tied, and nobody has said which side reached the score first" in page
        assert "Every table has reported" not in page
        desk.post(reverse("rounds:close", args=[event.slug, 1]), {})
        assert Round.objects.get(event=event, number=1).status == "open"

    @pytest.mark.parametrize(
        ("answer", "words"), [("EW", "reached first as the director was told"), ("-", "nobody could say")]
    )
    def test_its_answer_makes_a_new_version(self, desk, event, open_tie, answer, words):
        told = {"answer": answer, "revision": "2"}
        assert desk.post(page_of(event, "sheets:tie"), told).status_code == 302
        assert counting(open_tie).revision == 3
        page = desk.get(page_of(event)).content.decode()
        assert words in page
        assert "which side reached" not in page

    @pytest.mark.parametrize("told", [{}, {"answer": ""}, {"answer": "UP"}, {"answer": "\x00"}])
    def test_what_is_no_answer_is_said_so(self, desk, event, open_tie, told):
        assert desk.post(page_of(event, "sheets:tie"), told | {"revision": "2"}).status_code == 200
        assert counting(open_tie).tie_is_open

    def test_an_answer_to_an_older_version_is_not_taken(self, desk, event, open_tie):
        told = {"answer": "EW", "revision": "1"}
        assert desk.post(page_of(event, "sheets:tie"), told).url == page_of(event, "sheets:tie")
        assert counting(open_tie).tie_is_open

    def test_in_a_closed_round_the_reason_is_asked_and_the_effect_accepted(self, desk, event, open_tie):
        factories.enter(factories.table_of(event, 1, 2), 8, 6)
        desk.post(reverse("rounds:close", args=[event.slug, 1]), {"despite_missing": "on"})
        told = {"answer": "EW", "revision": "2"}
        page = desk.post(page_of(event, "sheets:tie"), told).content.decode()
        assert "say why its sheet changes" in page
        told |= {"reason": "Both sides agree"}
        page = desk.post(page_of(event, "sheets:tie"), told).content.decode()
        assert "this changes the standings" in page
        assert counting(open_tie).tie_is_open
        assert desk.post(page_of(event, "sheets:tie"), told | {"accepted": "EW"}).status_code == 302
        assert counting(open_tie).winner == "EW"

    def test_a_table_that_is_not_tied_asks_nothing(self, desk, event, table):
        assert desk.get(page_of(event, "sheets:tie")).url == page_of(event)


class TestWhoDealt:
    def six(self, **changes):
        return renege(code="six-cards", offender="W", **changes)

    def test_on_totals_the_question_and_its_refusal_stand_together(self, desk, event, table):
        page = desk.get(at("make", event, 1, 1), {"code": "six-cards"}).content.decode()
        assert "Who dealt?" in page
        page = desk.post(at("make", event, 1, 1), self.six()).content.decode()
        assert "Say who dealt." in page
        assert 'id="id_dealer_error"' in page
        assert not Ruling.objects.exists()

    def test_a_missing_discard_asks_who_dealt_in_place_of_who_did_it(self, desk, event, table):
        page = desk.get(at("make", event, 1, 1), {"code": "no-discard"}).content.decode()
        assert "Who dealt?" in page
        assert "Who did it?" not in page
        page = desk.post(at("make", event, 1, 1), renege(code="no-discard", offender="")).content.decode()
        assert "Say who dealt." in page

    def test_the_ruling_keeps_whom_it_was_made_with_and_shows_it(self, desk, event, table):
        told = self.six(dealer="W", choice="taken-up", points="2", side="NS", fate="PASS")
        assert desk.post(at("make", event, 1, 1), told).status_code == 302
        assert Ruling.objects.get().dealer == "W"
        assert "Dealer" in desk.get(at("show", event, 1)).content.decode()

    def test_before_any_sheet_no_deal_is_said_to_be_norths(self, desk, event):
        page = desk.get(at("make", event, 1, 2), {"code": "renege"}).content.decode()
        assert "Deal 1<" in page
        assert "North dealt" not in page

    def test_another_dealer_on_the_sheet_leads_back_to_the_ruling(self, desk, event, director):
        from tests.state.test_dealers import deal, rule

        table = factories.table_of(event, 1, 2)
        rule(table, director, "no-discard", Seat.W)
        deal(table, director, Seat.N, but=[1])
        page = desk.get(reverse("rounds:desk", args=[event.slug, 1])).content.decode()
        assert at("amend", event, 1) in page
        page = desk.get(at("amend", event, 1)).content.decode()
        assert "Ruling 1 was made with West as dealer; by the sheet North dealt." in page
        assert 'value="EW" selected' in page
        told = renege(code="no-discard", deal="1", offender="N", reason="The sheet says North")
        assert desk.post(at("amend", event, 1), told).status_code == 302
        assert (Ruling.objects.get(number=2).dealer, counting(table).ew) == ("N", 2)
