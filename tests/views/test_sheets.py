"""The score desk over HTTP: the grid, its rows, the pad, one table's page, earlier versions."""

import re

import pytest

from scoring.deal import Award
from scoring.ruleset import PRESETS
from scoring.seats import Seat, Side
from tests.helpers.addresses import at
from tests.helpers.database import queries
from tests.helpers.dealt_sheets import enter_deals
from tests.helpers.factories import NOW, Evening, enter, make_published, make_user, table_of
from tests.helpers.person import words
from tests.helpers.scripted import Scripted, played
from tests.helpers.sheet_entry import ROUND, row
from tests.helpers.table_entry import open_tables, report
from tests.soak.readings import Outcome, trial
from tournament.models import Ruling, Sheet
from tournament.services.rounds import close_round
from tournament.services.rulings import make_ruling
from tournament.state.rulings import RulingDecision, RulingQuestion


@pytest.fixture
def evening(director):
    return make_published(director, players=12, rounds=2)


def url(event, name, *args):
    return at(event, f"sheets:{name}", 1, *args)


@pytest.fixture
def grid(desk, evening):
    """The director at the totals grid, before anything is in."""
    return Scripted(desk).visit(url(evening, "enter_totals"))


@pytest.fixture
def pad(desk, evening):
    """The director at the pad of table 1, before anything is in."""
    return Scripted(desk).visit(url(evening, "enter_deals", 1))


def counting(event, number=1):
    return Sheet.objects.filter(table=table_of(event, 1, number), counting=True).first()


def rule(event, number=1, **fields):
    """A ruling in force at a table."""
    table = table_of(event, 1, number)
    numbered = {"event": event, "number": event.rulings.count() + 1, "table": table, "made_at": NOW}
    return Ruling.objects.create(**numbered, **({"code": "renege", "offender": "N"} | fields))


CLOSE = 'form="close-round"'


class TestGrid:
    def test_closing_is_offered_once_all_tables_are_in_and_nothing_is_open_there(self, desk, evening):
        for number in (1, 2, 3):
            assert CLOSE not in desk.get(url(evening, "enter_totals")).content.decode()
            enter(table_of(evening, 1, number), 7, 5)
        assert CLOSE in desk.get(url(evening, "enter_totals")).content.decode()

    def test_there_is_a_row_for_each_table_and_what_was_saved_has_the_time_of_the_hall(self, desk, evening):
        page = desk.get(url(evening, "enter_totals"))
        assert page.status_code == 200
        for player in evening.players.all():
            assert player.name in words(page)
        assert "0 of 3 tables in" in words(page)
        assert "Next missing: table 1" in words(page)
        enter(table_of(evening), 7, 5)
        page = words(desk.get(url(evening, "enter_totals")))
        assert "saved" in page
        assert "19:42" in page
        assert "1 of 3 tables in" in page
        assert "Next missing: table 2" in page

    def test_what_waits_on_the_tables_phones_stands_in_the_rows_that_are_missing(self, desk, evening):
        open_tables(evening)
        report(table_of(evening, 1, 1), 9, 4, "N")
        report(table_of(evening, 1, 2), 7, 5, "N")
        report(table_of(evening, 1, 2), 5, 7, "E")
        report(table_of(evening, 1, 3), 8, 4, "N")
        enter(table_of(evening, 1, 3), 8, 5)
        page = words(desk.get(url(evening, "enter_totals")))
        assert "missing By phone: North–South 9–4 . Not accepted yet" in page
        assert "missing By phone: North–South 7–5 , East–West 5–7 . They disagree" in page
        assert page.count("By phone:") == 2

    def test_its_queries_do_not_grow_with_the_tables(self, desk, director):
        counts = []
        for players in (8, 40):
            evening = Evening(director, players, rounds=1).published()
            event = evening.scores(1, *[(7, 5)] * (players // 4)).event
            counts.append(queries(desk, url(event, "enter_totals")))
        assert counts[0] == counts[1] <= 16

    def test_without_a_script_the_whole_grid_is_sent_and_each_row_gets_its_own_answer(self, dora, evening):
        dora.visit(url(evening, "enter_totals"))
        typed = {"t1-ns": 7, "t1-ew": 5, "t2-ns": "abc", "t2-ew": 5, "t3-ns": 60, "t3-ew": 4}
        dora.press("Save all", **typed)
        assert "2 rows are not saved." in dora.page
        assert "“abc” is not a whole number" in dora.text
        assert "at most 32" in dora.text
        enter(table_of(evening), 8, 5, expected=1)  # on another page, while nobody touches this row
        dora.press("Save all", **{"t2-ns": 9, "t3-ns": 9, "t3-lone_n": 1})
        assert "Everything typed is saved." in dora.text
        assert [counting(evening, n).totals for n in (1, 2, 3)] == [
            {Side.NS: 8, Side.EW: 5}, {Side.NS: 9, Side.EW: 5}, {Side.NS: 9, Side.EW: 4}
        ]  # fmt: skip

    def test_without_the_script_answering_one_row_keeps_what_stands_in_the_others(self, dora, evening):
        """Two rows are asked about; the answer to one must not drop what was typed into the other."""
        typed = {"t1-ns": "8", "t1-ew": "8", "t2-ns": "7", "t2-ew": "7"}
        dora.visit(url(evening, "enter_totals")).press("Save all", **typed)
        assert dora.page.count('data-state="tie"') == 2
        dora.press("North–South")
        assert counting(evening).ns == 8
        dora.press("East–West")
        assert [counting(evening, number).winner for number in (1, 2)] == ["NS", "EW"]


class TestRow:
    def test_a_saved_row_answers_with_itself_the_count_and_the_version_it_shows(self, desk, evening, grid):
        other = Scripted(desk).visit(grid.path)
        assert grid.leave(2, ns=7, ew=5).status_code == 200
        assert "1 of 3 tables in" in grid.text
        evening.refresh_from_db()
        version = str(evening.live_version)
        assert grid.row(2).get("data-version") == version
        assert f'data-totals data-version="{version}"' in desk.get(grid.path).content.decode()
        assert other.leave(2, ns=7, ew=5).status_code == 200  # the same from a page that does not know it yet
        assert (other.row(2).get("data-state"), counting(evening, 2).revision) == ("saved", 1)

    def test_what_is_saved_while_the_answer_is_made_is_read_again(self, desk, evening, monkeypatch):
        from tournament.reports import sheets as reports

        plain, others = reports.totals_grid, iter([1])

        def read(round_, *more, **how):
            grid = plain(round_, *more, **how)
            for number in others:
                enter(table_of(evening, 1, number), by=evening.memberships.get().user)
            return grid

        monkeypatch.setattr(reports, "totals_grid", read)
        grid = reports.settled_grid(evening.rounds.get(number=1))
        evening.refresh_from_db()
        assert (grid.reported, grid.version) == (1, evening.live_version)

    def test_what_cannot_be_is_explained_in_its_row(self, desk, evening, grid):
        assert grid.leave(1, ns=7, ew=5, lone_n=2).status_code == 422
        assert "2 lone marches bring at least 8 points" in grid.text
        assert grid.row().get("data-state") == "refused"
        later = Scripted(desk).visit(at(evening, "sheets:enter_totals", 2))
        assert later.leave(1, ns=7, ew=5).status_code == 422
        assert "has not begun" in later.text
        evening.rounds.filter(number=1).update(status="closed")
        assert "is closed: say why" in words(grid.leave(1, lone_n=""))
        grid.visit(grid.path).leave(1, ns=7, ew=5, reason="it came late")
        assert grid.leave(1, "Accept the correction").status_code == 200
        assert counting(evening).reason == "it came late"

    @pytest.mark.rude
    def test_a_table_that_is_not_there_is_not_found(self, desk, evening):
        assert desk.post(url(evening, "save_row", 77), row(77, 7, 5)).status_code == 404

    def test_what_is_asked_in_a_row_is_answered_by_a_button(self, evening, grid):
        for number, (answer, winner) in enumerate(
            [("North–South", "NS"), ("East–West", "EW"), ("nobody knows", "")], start=1
        ):
            assert grid.leave(number, ns=6, ew=6).status_code == 422
            assert grid.row(number).get("data-state") == "tie"
            assert grid.leave(number, answer).status_code == 200
            assert counting(evening, number).winner == winner
        assert grid.leave(3, ns=8, ew=0).status_code == 422
        assert "has won no point" in grid.text
        assert grid.leave(3, "The score is right: save").status_code == 200
        assert counting(evening, 3).ew == 0

    def test_nobody_knows_settles_the_tie_and_no_other_doubt(self, grid):
        grid.leave(1, ns=10, ew=10, lone_n=2, lone_e=2)
        grid.leave(1, "nobody knows")
        assert grid.row().get("data-state") == "unlikely"
        assert grid.leave(1, "The score is right: save").status_code == 200

    def test_two_pages_in_conflict_show_both_and_one_is_kept_or_put_knowingly(self, evening, grid):
        """“Use mine” was forgotten when the figures were unlikely, too, so the two questions took turns."""
        sam = make_user("sam", name="Sam Scorer")
        for number in (1, 2):
            enter(table_of(evening, 1, number), 7, 5, by=sam)
            assert grid.leave(number, ns=12, ew=0).status_code == 409
            assert all(told in grid.text for told in ("Sam Scorer", "7–5", "12–0"))
            assert counting(evening, number).ns == 7
        grid.leave(1, "Keep theirs")
        assert (grid.row().get("data-state"), counting(evening).ns) == ("saved", 7)
        grid.leave(2, "Use mine")
        assert grid.row(2).get("data-state") == "unlikely"
        assert grid.leave(2, "The score is right: save").status_code == 200
        assert counting(evening, 2).ns == 12

    def test_what_is_put_knowingly_counts_where_the_same_page_saved_what_it_replaces(self, evening, grid):
        """The answer to 8 to 5 got lost; “Use mine” for 7 to 5 asked the same again, for ever."""
        grid.hears = False
        assert grid.leave(1, ns=8, ew=5).status_code == 200
        grid.hears = True
        assert "This page has saved other values before" in words(grid.leave(1, ns=7))
        for answer in (grid.leave(1, "Use mine"), grid.again()):  # its answer may get lost, too
            assert answer.status_code == 200
        assert (counting(evening).ns, counting(evening).revision) == (7, 2)

    def test_a_ruling_with_points_asks_whether_they_are_in(self, evening, grid):
        rule(evening, award_side="EW", award_points=2, fate="PASS", slot=3)
        grid.visit(grid.path)
        assert grid.leave(1, ns=7, ew=4).status_code == 422
        assert "Say of ruling 1 whether its points are in these totals." in grid.text
        assert grid.leave(1, included_1="no").status_code == 200
        assert counting(evening).ew == 6

    def test_totals_that_differ_from_the_deals_ask_for_a_reason(self, evening, director, grid):
        enter_deals(table_of(evening), by=director)
        grid.visit(grid.path).leave(1, ns=7)
        assert grid.row().get("data-state") == "disagrees"
        assert grid.leave(1, "These totals are right: save").status_code == 422
        assert grid.leave(1, "These totals are right: save", reason="deal 3 misread").status_code == 200
        assert counting(evening).entry == "totals"


class TestPad:
    def test_a_gap_is_asked_about_and_what_is_saved_is_on_the_page_and_read_back(self, evening, pad):
        assert ("Deal 8" in pad.text, "Deal 9" in pad.text) == (True, False)
        typed = played(("n", 5), *ROUND[1:])
        del typed["d5-tricks"]
        pad.press("Save the round", **typed)
        assert "Say how many tricks the makers took." in pad.text
        assert Sheet.objects.count() == 0
        pad.press("Save the round", **{"d5-tricks": 3})
        assert (pad.label, pad.path) == ("Round 1, table 1, deal by deal", url(evening, "show", 1))
        assert (counting(evening).ns, counting(evening).ew, counting(evening).lone_n) == (9, 4, 1)
        assert "9–4" in pad.text
        pad.follow("Correct the deals").press("Save the round")  # all as it was
        assert Sheet.objects.count() == 1
        pad.follow("Correct the deals").press("Save the round", **{"d1-tricks": 4})
        assert (counting(evening).ns, counting(evening).revision) == (6, 2)

    def test_the_preview_counts_says_who_came_to_a_tie_first_and_writes_nothing(self, evening, pad):
        pad.fill(first_dealer="N", **{"d1-maker": "E"})
        assert ("Deal 2" in pad.text, "Say how many tricks" in pad.text) == (True, False)
        pad.fill(**played(("e", 5), ("N", 3)))
        assert "2 deals counted." in pad.text
        assert f"{table_of(evening).seatings.get(seat='E').player.name} 5" in pad.text
        pad.fill(**played(*[("N", 3)] * 4, *[("E", 3)] * 4), **{"d1-alone": None})
        assert "Tied: North–South reached that score first, in deal 4." in pad.text
        assert "deals typed after its end are left out" in pad.fill(deals_played="2").text
        assert Sheet.objects.count() == 0

    def test_a_deal_ended_by_a_ruling_needs_no_result_and_says_why(self, evening, pad):
        rule(evening, slot=2, fate="PASS", award_side="EW", award_points=2)
        assert "Ended by ruling 1" in pad.visit(pad.path).text
        pad.press("Save the round", **{n: v for n, v in played(*ROUND).items() if not n.startswith("d2-")})
        assert counting(evening).ew == 5

    def test_a_stale_pad_shows_both_and_deals_that_differ_ask_for_a_reason(self, evening, pad):
        enter(table_of(evening), 7, 5)
        pad.press("Save the round", **played(*ROUND))
        assert (pad.response.status_code, "7–5" in pad.text, "6–4" in pad.text) == (409, True, True)
        assert counting(evening).entry == "totals"
        pad.visit(pad.path).press("Save the round", **played(*ROUND))
        pad.press("These deals are right", reason="the sheet itself")
        assert counting(evening).entry == "deals"

    def test_a_deal_dealt_again_gets_a_further_row_and_no_tricks(self, evening, pad):
        pad.press("Save the round", **played(*ROUND) | {"d2-maker": "R"})
        assert "so it has no tricks: clear them" in pad.text
        pad.fill(**{"d2-tricks": None})
        assert "attempt 2" in pad.text
        pad.press("Save the round", **{"d2a2-maker": "E", "d2a2-tricks": 4})
        assert (counting(evening).ns, counting(evening).ew) == (6, 4)
        assert counting(evening).deals[1]["fate"] == "REDEAL"
        pad.follow("Correct the deals").press("Save the round")
        assert Sheet.objects.count() == 1

    def test_a_void_deal_passes_on_and_the_way_to_a_ruling_keeps_it(self, evening, pad):
        [way] = re.findall(r'href="([^"]+/rulings/new/\?deal=3)"', pad.page)
        asked = Scripted(pad.client).visit(way).follow("Misdeal")
        assert re.search(r'<option value="3"[^>]*selected', asked.page)
        told = {name: value for name, value in played(*ROUND).items() if name != "d2-tricks"}
        pad.press("Save the round", **told | {"d2-maker": "V"})
        assert (counting(evening).ns, counting(evening).ew) == (6, 3)


class TestTablePage:
    def test_it_tells_points_winner_and_why_and_who_changed_what_when(self, desk, evening):
        enter(table_of(evening), 7, 5)
        enter(table_of(evening), 8, 5, expected=1, N=1)
        page = words(desk.get(url(evening, "show", 1)))
        for told in ("North–South: more points", "1 lone march", "North–South 7 → 8", "lone marches N 0 → 1"):
            assert told in page
        assert "Dora Director" in page
        assert "Restore version 1" in page
        assert "Restore version 2" not in page

    def test_a_table_that_has_not_reported_says_so_and_an_unknown_one_is_not_found(self, desk, evening):
        assert "not reported yet" in words(desk.get(url(evening, "show", 3)))
        for name in ("show", "enter_deals"):
            assert desk.get(url(evening, name, 99)).status_code == 404


def test_restored_an_earlier_version_counts_again(dora, evening):
    enter(table_of(evening), 7, 5)
    enter(table_of(evening), 8, 5, expected=1)
    dora.visit(url(evening, "restore", 1, 1))
    assert ("7–5" in dora.text, "8–5" in dora.text) == (True, True)
    enter(table_of(evening), 9, 5, expected=2)  # meanwhile, on another page
    dora.press("Restore it", reason="it was right")
    assert "Nothing was overwritten" in dora.text
    assert counting(evening).ns == 9
    dora.visit(url(evening, "restore", 1, 1)).press("Restore it", reason="it was right")
    assert "Version 1 counts again." in dora.page
    assert (counting(evening).ns, counting(evening).revision) == (7, 4)


class TestWhatALoneMarchAdds:
    """First evening, critical 1: the row said 9 to 3, the standings gave Ann 10, and nothing said why."""

    def test_it_is_shown_wherever_the_score_is(self, dora, director):
        event = make_published(director, players=8, rounds=2)
        enter(table_of(event), 9, 3, N=1, by=director)
        north = table_of(event).seatings.get(seat="N").player.name
        assert f"{north} +1 = 10" in dora.visit(url(event, "enter_totals")).text
        assert "1 lone march" in dora.visit(url(event, "show", 1)).text
        assert "1 lone march" in dora.visit(at(event, "public:round", 1)).text
        told = "Your own lone march: 5. Your partner’s: 4."
        assert told in dora.visit(at(event, "standings:show")).text

    def test_nothing_is_said_where_it_adds_nothing(self, dora, director):
        rules = PRESETS["progressive"].changed(lone_march_bonus=0)
        event = make_published(director, players=8, rounds=2, rules=rules)
        enter(table_of(event), 9, 3, N=1, by=director)
        dora.visit(url(event, "enter_totals"))
        assert ("saved" in dora.text, "+1" in dora.text) == (True, False)
        told = "A lone march, yours or your partner’s: 4."
        assert told in dora.visit(at(event, "standings:show")).text


class TestSecondReading:
    """The sheets typed a second time, into an empty grid: what agrees is confirmed, what differs is asked."""

    @pytest.fixture
    def evening(self, director):
        evening = Evening(director, players=12, rounds=1, features=["second_reading"]).published()
        return evening.scores(1, (7, 5), (7, 5), (7, 5)).event

    @pytest.fixture
    def again(self, desk, evening):
        return Scripted(desk).visit(url(evening, "read_again"))

    def test_the_grid_is_empty_and_what_differs_overwrites_nothing(self, evening, again):
        assert "0 of 3 read twice" in again.text
        assert 'name="t1-ns" value' not in again.page
        assert "7 to 5" not in again.text
        assert again.leave(1, ns=5, ew=7).status_code == 409
        assert "The two readings differ" in again.text
        assert {"7–5", "5–7"} <= set(again.text.split())
        assert (counting(evening).ns, counting(evening).confirmed_by) == (7, None)

    def test_what_agrees_confirms_the_sheet_without_a_question(self, desk, evening, again):
        assert again.leave(1, ns=7, ew=5).status_code == 200
        sheet = counting(evening)
        assert (sheet.revision, str(sheet.confirmed_by)) == (1, "Dora Director")
        assert "1 of 3 read twice" in again.text
        assert "confirmed by Dora Director" in words(desk.get(url(evening, "enter_totals")))
        assert "confirmed table 1 of round 1: 7–5" in words(desk.get(at(evening, "history:index")))
        question = RulingQuestion("other", slot=None, offender=Seat.E)
        decision = RulingDecision(question, Award(Side.NS, 2), included=False, reason="for rudeness")
        make_ruling(table_of(evening, 1, 1), by=sheet.confirmed_by, at=NOW, decision=decision)
        counted = counting(evening)  # anew, and still read twice
        assert (counted.revision, counted.ns, counted.confirmed_by) == (2, 9, sheet.confirmed_by)

    def test_either_reading_can_be_the_right_one(self, evening, again):
        for number in (1, 2):
            again.leave(number, ns=5, ew=7)
        assert again.leave(1, "The first is right").status_code == 200
        assert again.leave(2, "The second is right").status_code == 200
        kept, put = counting(evening, 1), counting(evening, 2)
        assert (kept.revision, put.revision, put.ns) == (1, 2, 5)
        assert None not in (kept.confirmed_at, put.confirmed_at)

    def test_a_kept_first_reading_that_was_corrected_meanwhile_is_not_confirmed(self, evening, again):
        again.leave(1, ns=5, ew=7)
        enter(table_of(evening, 1, 1), 8, 4, expected=1)
        assert again.leave(1, "The first is right").status_code == 409
        assert counting(evening).confirmed_at is None

    def test_the_round_and_the_checklist_say_who_read_again(self, desk, evening, again):
        page = at(evening, "rounds:desk", 1)
        for number in (1, 2, 3):
            assert "read twice" not in words(desk.get(page)).split("Tables")[0]
            again.leave(number, ns=7, ew=5)
        assert "read twice, the second time by Dora Director" in words(desk.get(page))
        close_round(evening.rounds.get(number=1), by=evening.memberships.get().user, at=NOW)
        finish = words(desk.get(at(evening, "events:finish")))
        assert "Every sheet is read twice, the second time by Dora Director." in finish

    @pytest.mark.parametrize(
        ("button", "second"), [("", {"reached_first": "EW"}), ("6", {"reached_first": "NS"})]
    )
    def test_tied_readings_that_differ_in_something_else_show_what(self, desk, director, button, second):
        event = make_published(director, players=4, rounds=1, features=["second_reading"])
        enter(table_of(event), 6, 6, reached_first=Side.NS)
        again = Scripted(desk).visit(url(event, "read_again"))
        assert again.leave(1, button, ns=6, ew=6, **second).status_code == 409
        assert "North–South reached it first" in again.text
        assert ("East–West reached it first" in again.text) == (not button)
        assert ("6 of 8 deals" in again.text.partition("You typed")[2]) == (button == "6")

    def test_without_the_feature_it_is_nowhere(self, director, desk):
        event = make_published(director, players=12, rounds=2, features=[])
        enter(table_of(event, 1, 1), 7, 5)
        assert desk.get(url(event, "read_again")).status_code == 404
        assert "Read the sheets again" not in words(desk.get(url(event, "enter_totals")))


@pytest.mark.slow
@pytest.mark.django_db
def test_two_people_who_read_at_once_find_every_planted_error_and_overwrite_nothing(a_real_database):
    """`make soak` reads a thousand sheets twice."""
    read = trial(20, 3, seed=7)
    assert read == Outcome(sheets=20, planted=3, found=3, checked=20)
