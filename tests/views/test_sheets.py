"""The score desk over HTTP: the grid, its rows, the pad, one table's page, earlier versions."""

import re
from itertools import product

import pytest

from scoring.deal import Award
from scoring.ruleset import PRESETS
from scoring.seats import Seat, Side
from tests.helpers.addresses import at
from tests.helpers.database import queries
from tests.helpers.factories import NOW, Evening, enter, make_published, make_user, table_of
from tests.helpers.person import Person, words
from tests.helpers.sheet_entry import CLASSES, ROUND, pad, row
from tests.helpers.table_entry import open_tables, report
from tests.soak.readings import Outcome, trial
from tournament.models import Ruling, Sheet
from tournament.services.rounds import close_round
from tournament.services.rulings import make_ruling
from tournament.state.rulings import RulingDecision, RulingQuestion

SCRIPT = {"X-Requested-With": "sheets"}


@pytest.fixture
def evening(director):
    return make_published(director, players=12, rounds=2)


def url(event, name, *args):
    return at(event, f"sheets:{name}", 1, *args)


def send(client, event, table, **more):
    """One row as the page's script sends it."""
    ns, ew = more.pop("ns", ""), more.pop("ew", "")
    return client.post(url(event, "save_row", table), row(table, ns, ew, **more), headers=SCRIPT)


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

    def test_without_a_script_the_whole_grid_is_saved_at_once(self, desk, evening):
        answer = desk.post(
            url(evening, "enter_totals"), row(1, 7, 5) | row(2) | row(3, 9, 4, lone_n=1), follow=True
        )
        assert "Everything typed is saved." in words(answer)
        assert [(counting(evening, n) or Sheet()).ns for n in (1, 2, 3)] == [7, None, 9]

    def test_without_a_script_each_row_gets_its_own_answer_and_keeps_what_was_typed(self, desk, evening):
        answer = desk.post(url(evening, "enter_totals"), row(1, 7, 5) | row(2, "abc", 5) | row(3, 60, 4))
        assert counting(evening, 1).ns == 7
        assert "2 rows are not saved." in words(answer)
        assert 'value="abc"' in answer.content.decode()
        assert "at most 32" in words(answer)

    def test_a_row_nobody_touched_is_not_saved_over_what_came_meanwhile(self, desk, evening):
        enter(table_of(evening), 7, 5)
        page = desk.get(url(evening, "enter_totals"))
        form = page.context["rows"][0].form
        enter(table_of(evening), 8, 5, expected=1)
        same = row(1, 7, 5, revision=1, was=form["was"].value())
        desk.post(url(evening, "enter_totals"), same | row(2, 9, 4))
        assert counting(evening, 1).ns == 8
        assert counting(evening, 2).ns == 9


class TestRow:
    def test_a_saved_row_answers_with_itself_the_count_and_the_version_it_shows(self, desk, evening):
        answer = send(desk, evening, 2, ns=7, ew=5)
        evening.refresh_from_db()
        version = f'data-version="{evening.live_version}"'
        assert answer.content.decode().count(version) == 2  # the row, the bar
        assert version in desk.get(url(evening, "enter_totals")).content.decode()
        answer = send(desk, evening, 2, ns=7, ew=5)
        assert answer.status_code == 200
        assert 'data-state="saved"' in answer.content.decode()
        assert "1 of 3 tables in" in words(answer)
        assert counting(evening, 2).ns == 7

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

    @pytest.mark.slow
    def test_junk_is_refused_in_a_sentence_and_nothing_is_written(self, desk, evening):
        for field, junk in product(("ns", "ew", "lone_n"), CLASSES):
            answer = send(desk, evening, 1, **({"ns": "7", "ew": "5"} | {field: junk}))
            assert answer.status_code == 422, (field, junk)
            assert 'data-state="refused"' in answer.content.decode()
        assert Sheet.objects.count() == 0

    def test_impossible_totals_an_unknown_table_and_a_round_not_begun_are_explained(self, desk, evening):
        answer = send(desk, evening, 1, ns=7, ew=5, lone_n=2)
        assert answer.status_code == 422
        assert "2 lone marches bring at least 8 points" in words(answer)
        assert send(desk, evening, 77, ns=7, ew=5).status_code == 404
        assert desk.get(url(evening, "save_row", 1)).status_code == 405
        address = at(evening, "sheets:save_row", 2, 1)
        answer = desk.post(address, row(1, 7, 5), headers=SCRIPT)
        assert answer.status_code == 422
        assert "has not begun" in words(answer)
        saved = desk.post(url(evening, "save_row", 1), row(1, 7, 5))
        assert (saved.status_code, saved["Location"].endswith("/totals/#t1")) == (302, True)
        refused = desk.post(url(evening, "save_row", 1), row(1, "x", 5, revision=1))
        assert "“x” is not a whole number" in words(refused)

    def test_unlikely_totals_are_confirmed_with_one_button(self, desk, evening):
        asked = send(desk, evening, 1, ns=8, ew=0)
        assert asked.status_code == 422
        assert "has won no point" in words(asked)
        confirm = re.search(r'name="t1-confirmed"\s+value="([^"]+)"', asked.content.decode())[1]
        assert send(desk, evening, 1, ns=8, ew=0, confirmed=confirm).status_code == 200
        assert counting(evening).ew == 0

    @pytest.mark.parametrize(("answer", "winner"), [("NS", "NS"), ("EW", "EW"), ("-", "")])
    def test_a_tie_is_asked_about_in_the_row(self, desk, evening, answer, winner):
        asked = send(desk, evening, 1, ns=6, ew=6)
        assert (asked.status_code, 'data-state="tie"' in asked.content.decode()) == (422, True)
        assert send(desk, evening, 1, ns=6, ew=6, reached_first=answer).status_code == 200
        assert counting(evening).winner == winner

    def test_nobody_knows_settles_the_tie_and_no_other_doubt(self, desk, evening):
        told = {"ns": 10, "ew": 10, "lone_n": 2, "lone_e": 2, "reached_first": "-"}
        asked = send(desk, evening, 1, **told)
        assert 'data-state="unlikely"' in asked.content.decode()
        confirm = re.search(r'name="t1-confirmed"\s+value="([^"]+)"', asked.content.decode())[1]
        assert send(desk, evening, 1, **told, confirmed=confirm).status_code == 200

    def test_two_pages_in_conflict_show_both_versions_and_overwrite_nothing(self, desk, evening):
        enter(table_of(evening), 7, 5, by=make_user("sam", name="Sam Scorer"))
        answer = send(desk, evening, 1, ns=8, ew=5)
        assert answer.status_code == 409
        page = words(answer)
        assert "Sam Scorer" in page
        assert "7–5" in page
        assert "8–5" in page
        assert counting(evening).ns == 7

    def test_mine_is_put_knowingly_or_theirs_is_kept(self, desk, evening):
        enter(table_of(evening), 7, 5)
        told = row(1, 8, 5) | {"keep": "1"}
        answer = desk.post(url(evening, "save_row", 1), told, headers=SCRIPT)
        assert 'data-state="saved"' in answer.content.decode()
        assert counting(evening).ns == 7
        enter(table_of(evening), 7, 5)
        assert send(desk, evening, 1, ns=8, ew=5, put=1).status_code == 200
        assert counting(evening).ns == 8

    def test_a_ruling_with_points_asks_whether_they_are_in(self, desk, evening):
        rule(evening, award_side="EW", award_points=2, fate="PASS", slot=3)
        asked = send(desk, evening, 1, ns=7, ew=4)
        assert asked.status_code == 422
        assert "Say of ruling 1 whether its points are in these totals." in words(asked)
        assert send(desk, evening, 1, ns=7, ew=4, included_1="no").status_code == 200
        assert counting(evening).ew == 6

    def test_totals_that_differ_from_the_deals_ask_for_a_reason(self, desk, evening):
        desk.post(url(evening, "enter_deals", 1), pad(*ROUND))
        asked = send(desk, evening, 1, ns=7, ew=4, revision=1)
        assert 'data-state="disagrees"' in asked.content.decode()
        confirm = re.search(r'name="t1-confirmed"\s+value="([^"]+)"', asked.content.decode())[1]
        told = {"ns": 7, "ew": 4, "revision": 1, "confirmed": confirm}
        assert send(desk, evening, 1, **told).status_code == 422
        assert send(desk, evening, 1, **told, reason="deal 3 misread").status_code == 200
        assert counting(evening).entry == "totals"

    def test_a_closed_round_wants_a_reason(self, desk, evening):
        enter(table_of(evening), 7, 5)
        evening.rounds.filter(number=1).update(status="closed")
        refused = send(desk, evening, 1, ns=8, ew=5, revision=1)
        assert refused.status_code == 422
        assert "is closed: say why" in words(refused)


class TestPad:
    def test_a_whole_round_is_saved_and_one_with_a_gap_keeps_what_was_typed(self, desk, evening):
        page = words(desk.get(url(evening, "enter_deals", 1)))
        assert "Deal 8" in page
        assert "Deal 9" not in page
        told = pad(*ROUND)
        del told["d5-tricks"]
        answer = desk.post(url(evening, "enter_deals", 1), told)
        assert "Say how many tricks the makers took." in words(answer)
        assert re.search(r'name="d8-maker" value="N"[^>]*checked', answer.content.decode())
        assert Sheet.objects.count() == 0
        answer = desk.post(url(evening, "enter_deals", 1), pad(*ROUND))
        assert answer["Location"] == url(evening, "show", 1)
        assert (counting(evening).ns, counting(evening).ew) == (6, 4)

    def test_the_preview_counts_says_who_came_to_a_tie_first_and_writes_nothing(self, desk, evening):
        told = {"first_dealer": "N", "d1-maker": "E"}
        shown = words(desk.post(url(evening, "preview_deals", 1), told))
        assert "Deal 2" in shown
        assert "Say how many tricks" not in shown
        answer = desk.post(url(evening, "preview_deals", 1), pad(*[("N", 3)] * 4, *[("E", 3)] * 4))
        assert "Tied: North–South reached that score first, in deal 4." in words(answer)
        answer = desk.post(url(evening, "preview_deals", 1), pad(("e", 5), ("N", 3)))
        assert "2 deals counted." in words(answer)
        east = table_of(evening).seatings.get(seat="E").player.name
        assert re.search(rf"{east} 5", words(answer))
        assert Sheet.objects.count() == 0

    def test_the_pad_of_a_saved_round_holds_its_deals(self, desk, evening):
        desk.post(url(evening, "enter_deals", 1), pad(("n", 5), *ROUND[1:]))
        page = desk.get(url(evening, "enter_deals", 1)).content.decode()
        assert re.search(r'name="d1-alone"[^>]*checked', page)
        assert re.search(r'name="d2-maker" value="E"[^>]*checked', page)

    def test_a_deal_ended_by_a_ruling_needs_no_result_and_says_why(self, desk, evening):
        rule(evening, slot=2, fate="PASS", award_side="EW", award_points=2)
        told = pad(*ROUND)
        del told["d2-maker"], told["d2-tricks"]
        assert "Ended by ruling 1" in words(desk.get(url(evening, "enter_deals", 1)))
        assert desk.post(url(evening, "enter_deals", 1), told).status_code == 302
        assert counting(evening).ew == 5

    def test_a_stale_pad_shows_both_versions(self, desk, evening):
        enter(table_of(evening), 7, 5)
        answer = desk.post(url(evening, "enter_deals", 1), pad(*ROUND))
        assert answer.status_code == 409
        assert "7–5" in words(answer)
        assert "6–4" in words(answer)
        assert counting(evening).entry == "totals"

    def test_deals_that_differ_from_totals_ask_for_a_reason(self, desk, evening):
        enter(table_of(evening), 7, 5)
        asked = desk.post(url(evening, "enter_deals", 1), pad(*ROUND, revision=1))
        confirm = re.search(r'name="confirmed" value="([^"]+)"', asked.content.decode())[1]
        told = pad(*ROUND, revision=1, confirmed=confirm, reason="the sheet itself")
        assert desk.post(url(evening, "enter_deals", 1), told).status_code == 302
        assert counting(evening).entry == "deals"


class TestTablePage:
    def test_it_tells_points_winner_and_why(self, desk, evening):
        enter(table_of(evening), 9, 4, N=1)
        page = words(desk.get(url(evening, "show", 1)))
        assert "North–South: more points" in page
        assert "1 lone march" in page

    def test_its_history_says_who_when_why_and_what_changed(self, desk, evening):
        enter(table_of(evening), 7, 5)
        enter(table_of(evening), 8, 5, expected=1, N=1)
        page = words(desk.get(url(evening, "show", 1)))
        assert "North–South 7 → 8" in page
        assert "lone marches N 0 → 1" in page
        assert "Dora Director" in page
        assert "Restore version 1" in page
        assert "Restore version 2" not in page

    def test_deals_are_read_back_with_the_running_score(self, desk, evening):
        desk.post(url(evening, "enter_deals", 1), pad(*ROUND))
        page = words(desk.get(url(evening, "show", 1)))
        assert "6–4" in page
        assert "Correct the deals" in page

    def test_a_table_that_has_not_reported_says_so_and_an_unknown_one_is_not_found(self, desk, evening):
        assert "not reported yet" in words(desk.get(url(evening, "show", 3)))
        for name in ("show", "enter_deals"):
            assert desk.get(url(evening, name, 99)).status_code == 404


class TestRestoring:
    def test_then_the_version_counts_again(self, desk, evening):
        enter(table_of(evening), 7, 5)
        enter(table_of(evening), 8, 5, expected=1)
        page = words(desk.get(url(evening, "restore", 1, 1)))
        assert "7–5" in page
        assert "8–5" in page
        answer = desk.post(url(evening, "restore", 1, 1), {"revision": 1}, follow=True)
        assert "Nothing was overwritten" in words(answer)
        assert counting(evening).ns == 8
        answer = desk.post(
            url(evening, "restore", 1, 1), {"revision": 2, "reason": "it was right"}, follow=True
        )
        assert "Version 1 counts again." in words(answer)
        assert (counting(evening).ns, counting(evening).revision) == (7, 3)


class TestUnplayedDeals:
    def test_a_deal_dealt_again_gets_a_further_row_and_no_tricks(self, desk, evening):
        answer = desk.post(url(evening, "enter_deals", 1), pad(*ROUND) | {"d2-maker": "R"})
        assert "so it has no tricks: clear them" in words(answer)
        told = pad(*ROUND) | {"d2-maker": "R", "d2-tricks": "", "d2a2-maker": "E", "d2a2-tricks": "4"}
        shown = words(desk.post(url(evening, "preview_deals", 1), told))
        assert "attempt 2" in shown
        assert desk.post(url(evening, "enter_deals", 1), told).status_code == 302
        assert (counting(evening).ns, counting(evening).ew) == (6, 4)
        assert counting(evening).deals[1]["fate"] == "REDEAL"
        page = desk.get(url(evening, "enter_deals", 1)).content.decode()
        assert re.search(r'name="d2-maker" value="R"[^>]*checked', page)

    def test_a_void_deal_passes_on_and_the_way_to_a_ruling_keeps_it(self, desk, evening):
        page = desk.get(url(evening, "enter_deals", 1)).content.decode()
        address = re.search(r'href="([^"]+/rulings/new/\?deal=3)"', page)[1]
        found = desk.get(address, follow=True)
        onward = re.search(r'href="([^"]+code=misdeal[^"]*)"', found.content.decode())[1]
        asked = desk.get(onward.replace("&amp;", "&")).content.decode()
        assert re.search(r'<option value="3"[^>]*selected', asked)
        told = pad(*ROUND) | {"d2-maker": "V", "d2-tricks": ""}
        assert desk.post(url(evening, "enter_deals", 1), told).status_code == 302
        assert (counting(evening).ns, counting(evening).ew) == (6, 3)


def test_without_the_script_answering_one_row_keeps_what_stands_in_the_others(desk, evening):
    """Two rows are asked about; the answer to one must not drop what was typed into the other."""
    typed = {"t1-ns": "8", "t1-ew": "8", "t2-ns": "7", "t2-ew": "7"}
    person = Person(desk).visit(url(evening, "enter_totals")).press("Save all", **typed)
    assert person.page.count('data-state="tie"') == 2
    person.press("North–South")
    assert counting(evening).ns == 8
    assert 'value="7"' in person.page
    person.press("East–West")
    assert Sheet.objects.filter(counting=True).count() == 2


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

    def read(self, client, event, table, keep="", **more):
        data = row(table, **more) | {"keep": keep}
        return client.post(url(event, "save_row_again", table), data, headers=SCRIPT)

    def test_the_grid_is_empty_and_what_differs_overwrites_nothing(self, desk, evening):
        page = desk.get(url(evening, "read_again"))
        assert "0 of 3 read twice" in words(page)
        assert 'name="t1-ns" value' not in page.content.decode()
        assert "7 to 5" not in words(page)
        answer = self.read(desk, evening, 1, ns=5, ew=7)
        assert answer.status_code == 409
        assert "The two readings differ" in words(answer)
        assert {"7–5", "5–7"} <= set(words(answer).split())
        assert (counting(evening).ns, counting(evening).confirmed_by) == (7, None)

    def test_what_agrees_confirms_the_sheet_without_a_question(self, desk, evening):
        answer = self.read(desk, evening, 1, ns=7, ew=5)
        assert answer.status_code == 200
        sheet = counting(evening)
        assert (sheet.revision, str(sheet.confirmed_by)) == (1, "Dora Director")
        assert "1 of 3 read twice" in words(desk.get(url(evening, "read_again")))
        assert "confirmed by Dora Director" in words(desk.get(url(evening, "enter_totals")))
        assert "confirmed table 1 of round 1: 7–5" in words(desk.get(at(evening, "history:index")))

    def test_either_reading_can_be_the_right_one(self, desk, evening):
        self.read(desk, evening, 1, ns=5, ew=7)
        assert self.read(desk, evening, 1, ns=5, ew=7, keep="1.1").status_code == 200
        assert (counting(evening).revision, counting(evening).confirmed_at is None) == (1, False)
        assert self.read(desk, evening, 1, ns=5, ew=7, put=1).status_code == 200
        sheet = counting(evening)
        assert (sheet.revision, sheet.ns, sheet.confirmed_at is None) == (2, 5, False)

    def test_a_kept_first_reading_that_was_corrected_meanwhile_is_not_confirmed(self, desk, evening):
        enter(table_of(evening, 1, 1), 8, 4, expected=1)
        assert self.read(desk, evening, 1, ns=5, ew=7, keep="1.1").status_code == 409
        assert counting(evening).confirmed_at is None

    def test_a_sheet_that_a_ruling_counts_anew_is_still_read_twice(self, desk, evening, director):
        self.read(desk, evening, 1, ns=7, ew=5)
        question = RulingQuestion("other", slot=None, offender=Seat.E)
        decision = RulingDecision(question, Award(Side.NS, 2), included=False, reason="for rudeness")
        make_ruling(table_of(evening, 1, 1), by=director, at=NOW, decision=decision)
        sheet = counting(evening)
        assert (sheet.revision, sheet.ns, sheet.confirmed_by) == (2, 9, director)

    def test_the_round_and_the_checklist_say_who_read_again(self, desk, evening):
        page = at(evening, "rounds:desk", 1)
        for number in (1, 2, 3):
            assert "read twice" not in words(desk.get(page)).split("Tables")[0]
            self.read(desk, evening, number, ns=7, ew=5)
        assert "read twice, the second time by Dora Director" in words(desk.get(page))
        close_round(evening.rounds.get(number=1), by=evening.memberships.get().user, at=NOW)
        finish = words(desk.get(at(evening, "events:finish")))
        assert "Every sheet is read twice, the second time by Dora Director." in finish

    @pytest.mark.parametrize("second", [{"reached_first": "EW"}, {"deals_played": 6}], ids=str)
    def test_tied_readings_that_differ_in_something_else_show_what(self, desk, director, second):
        event = make_published(director, players=4, rounds=1, features=["second_reading"])
        enter(table_of(event), 6, 6, reached_first=Side.NS)
        answer = self.read(desk, event, 1, ns=6, ew=6, **second)
        assert answer.status_code == 409
        assert "North–South reached it first" in words(answer)
        assert ("East–West reached it first" in words(answer)) == ("reached_first" in second)
        assert ("6 of 8 deals" in words(answer).partition("You typed")[2]) == ("deals_played" in second)

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


def test_what_was_put_knowingly_is_not_asked_again_after_a_second_question(desk, evening):
    """“Use mine” was forgotten when the figures were unlikely, too, so the two questions took turns."""
    enter(table_of(evening, 1, 1), 7, 5)
    stale = {"ns": 12, "ew": 0, "revision": 0}
    assert 'data-state="conflict"' in send(desk, evening, 1, **stale).content.decode()
    unlikely = send(desk, evening, 1, **stale, put=1).content.decode()
    assert 'data-state="unlikely"' in unlikely
    assert 'name="t1-put" value="1"' in unlikely


def test_what_is_put_knowingly_counts_where_the_same_page_saved_what_it_replaces(desk, evening):
    """The answer to 8 to 5 got lost; “Use mine” for 7 to 5 asked the same again, for ever."""
    assert send(desk, evening, 1, ns=8, ew=5, key="one-page").status_code == 200
    mine = {"ns": 7, "ew": 5, "key": "one-page"}
    assert "This page has saved other values before" in words(send(desk, evening, 1, **mine))
    for _time in range(2):  # its answer may get lost, too
        assert send(desk, evening, 1, **mine, put=1).status_code == 200
    assert (counting(evening).ns, counting(evening).revision) == (7, 2)
