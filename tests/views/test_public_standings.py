"""The standings for people: sorted without a lie, round by round, to take away, and final for good."""

import csv
import re
from io import BytesIO, StringIO

import openpyxl
import pytest
from pypdf import PdfReader

from tests.helpers.addresses import at
from tests.helpers.factories import NOW, Evening, enter, make_published, table_of
from tests.helpers.kept import kept
from tests.helpers.person import Person
from tournament.models import Event
from tournament.printing import jobs
from tournament.reports.public import public_progress
from tournament.services.adjustments import adjust
from tournament.services.events import change_event, finish_event
from tournament.services.rounds import close_round
from tournament.web import caches

FILES = ("csv", "xlsx", "pdf")


@pytest.fixture
@kept
def three(director):
    """Nine players; three rounds, all in and closed. Different tables and lone marches, one sits out."""
    evening = Evening(director, players=9, rounds=3).published()
    for number in (1, 2, 3):
        evening.scores(number, (9, 4), N=1).scores(number, None, (6, 7), E=number % 2).closed(number)
    return evening.event


def url(event, page, *more):
    return at(event, f"public:{page}", *more)


def rows(html):
    """(place, number, name) of each line, as they stand on the page."""
    lines = re.findall(
        r'<tr id="p(\d+)"><td class="num place kept">(\d+)</td>.*?<bdi>(.*?)</bdi>', html, re.S
    )
    return [(int(place), int(number), name) for number, place, name in lines]


def finish(event):
    finish_event(event, by=event.memberships.get().user, at=NOW)
    event.refresh_from_db()


class TestSorting:
    def test_a_sorted_list_has_the_same_people_in_the_same_places(self, client, three):
        usual = rows(client.get(url(three, "standings")).content.decode())
        for sort in ("-loners", "loners", "name", "-name", "number", "-r1", "r2", "-place", "-moved", "won"):
            page = client.get(url(three, "standings"), {"sort": sort})
            found = rows(page.content.decode())
            assert sorted(found) == sorted(usual), sort
            assert found != usual, sort
            assert b"Sorted by:" in page.content, sort
            assert b"Places are unchanged." in page.content, sort
        usual = rows(client.get(url(three, "standings")).content.decode())
        for sort in ("", "place", "zzz", "-", "--loners", "decided", "r9", "\x00", "x" * 5000):
            page = client.get(url(three, "standings"), {"sort": sort}).content.decode()
            assert rows(page) == usual, sort
            assert "Sorted by" not in page, sort

    def test_the_head_says_what_it_is_sorted_by_and_the_order_lasts(self, client, three):
        html = client.get(url(three, "standings"), {"sort": "-loners"}).content.decode()
        assert re.search(r'aria-sort="descending">\s*<a class="listing-sort" href="\?sort=loners"', html)
        assert html.count("aria-sort") == 1
        usual = client.get(url(three, "standings")).content.decode()
        assert re.search(r'aria-sort="ascending">\s*<a class="listing-sort" href="\?sort=-place"', usual)
        page = client.get(url(three, "standings"), {"sort": "-loners", "round": "1"}).content.decode()
        polled = re.search(r'data-poll="([^"]+)"', page).group(1).replace("&amp;", "&")
        assert rows(client.get(polled).content.decode()) == rows(page)
        assert "?sort=-name&amp;round=1" in page or "?sort=name&amp;round=1" in page
        out = three.rounds.get(number=1).seatings.get(table=None).player.number
        for sort in ("r1", "-r1"):
            assert rows(client.get(url(three, "standings"), {"sort": sort}).content.decode())[-1][1] == out


class TestRounds:
    def test_a_round_shows_every_table_and_leads_to_its_standings(self, client, three):
        person = Person(client).visit(url(three, "round", 1))
        seats = {s.seat: s.player for s in table_of(three).seatings.select_related("player")}
        n, s = seats["N"], seats["S"]
        assert f"{n.number} {n.name} 1 lone march {s.number} {s.name} won 9" in person.text
        assert "Round 1 of 3" in person.text
        assert "2 of 2 tables in" in person.text
        assert "Sitting out:" in person.text
        person = Person(client).visit(url(three, "event"))
        assert f'href="{url(three, "round", 3)}"' in person.page
        person.visit(url(three, "round", 2)).follow("Standings after round 2")
        assert "These are the standings after round 2." in person.text
        answer = client.get(url(three, "round", 77))
        assert answer.status_code == 404
        assert b"Nothing at this address" in answer.content
        assert client.get(url(three, "live"), {"part": "round"}).status_code == 200  # of no round

    def test_a_table_that_is_not_in_shows_a_dash(self, client, director):
        event = make_published(director, players=8, rounds=1)
        enter(table_of(event), 9, 4)
        text = Person(client).visit(url(event, "round", 1)).text
        assert "1 of 2 tables in" in text
        assert text.count("–") >= 2

    def test_the_results_of_a_hidden_round_are_kept_back_and_its_seats_are_not(self, client, three, director):
        change_event(three, by=director, at=NOW, hidden_rounds=1)
        text = Person(client).visit(url(three, "round", 3)).text
        assert "kept back until the end" in text
        assert "won" not in text
        assert "tables in" not in text
        assert three.players.get(number=1).name in text
        finish(three)
        assert "won" in Person(client).visit(url(three, "round", 3)).text


class TestFiles:
    def read(self, client, event, kind, **asked):
        answer = client.get(url(event, kind), asked)
        assert answer.status_code == 200, answer.content
        body = answer.content
        if kind == "csv":
            return [row[1:3] for row in csv.reader(StringIO(body.decode("utf-8-sig")))][1:]
        if kind == "xlsx":
            sheet = openpyxl.load_workbook(BytesIO(body)).active
            return [[str(cell) for cell in row[1:3]] for row in sheet.iter_rows(values_only=True)][1:]
        return "\n".join(page.extract_text() for page in PdfReader(BytesIO(body)).pages)

    @pytest.mark.parametrize("kind", ["csv", "xlsx"])
    def test_a_file_has_the_rows_of_the_page_in_their_order(self, client, three, kind):
        page = rows(client.get(url(three, "standings")).content.decode())
        assert self.read(client, three, kind) == [[str(number), name] for _place, number, name in page]

    @pytest.mark.parametrize("kind", FILES)
    def test_names_are_as_short_as_on_the_page(self, client, three, director, kind):
        change_event(three, by=director, at=NOW, short_names=True)
        found = str(self.read(client, three, kind))
        assert "Archer" not in found
        assert "Ann A." in found

    @pytest.mark.parametrize("kind", FILES)
    def test_hidden_rounds_are_hidden_in_files_too(self, client, three, director, kind):
        change_event(three, by=director, at=NOW, hidden_rounds=2)
        body = client.get(url(three, kind), {"round": "3"}).content
        if kind == "csv":
            assert b"Round 1" in body
            assert b"Round 2" not in body
        elif kind == "pdf":
            assert "Standings after round 1" in self.read(client, three, kind, round="2")
        else:
            head = next(openpyxl.load_workbook(BytesIO(body)).active.iter_rows(values_only=True))
            assert "Round 2" not in head

    @pytest.mark.parametrize("kind", FILES)
    def test_notes_reasons_and_officials_stand_in_no_file(self, client, three, director, kind):
        three.players.filter(number=1).update(note="owes five dollars")
        adjust(three.players.get(number=2), -2, "late back", by=director, at=NOW)
        found = str(self.read(client, three, kind)) + client.get(url(three, "csv")).content.decode()
        assert "Ann Archer" in found
        for secret in ("owes five", "late back", "Dora"):
            assert secret not in found

    def test_an_earlier_round_can_be_taken_away_and_a_name_is_never_a_formula(self, client, three):
        three.players.filter(number=1).update(own_name="=HYPERLINK(1)")
        assert ["1", "'=HYPERLINK(1)"] in self.read(client, three, "csv")
        assert ["1", "'=HYPERLINK(1)"] in self.read(client, three, "xlsx")
        answer = client.get(url(three, "csv"), {"round": "1"})
        assert 'filename="friday-night-euchre-standings-round-1.csv"' in answer["Content-Disposition"]
        assert b"Round 2" not in answer.content

    def test_a_press_that_takes_long_says_so_and_asks_again(self, client, three, monkeypatch):
        monkeypatch.setattr(jobs, "order_paper", lambda html, kind="pdf", **of: jobs.State("key", ahead=2))
        answer = client.get(url(three, "pdf"))
        assert answer.status_code == 202
        assert b"Preparing your PDF" in answer.content
        assert b"2 other papers are made first" in answer.content


class TestTheFinalPage:
    def test_before_the_end_it_is_not_final_and_then_it_holds_everything(self, client, three):
        answer = client.get(url(three, "final"))
        assert answer.status_code == 404
        assert b"Not final yet" in answer.content
        assert b"<bdi>" not in answer.content
        finish(three)
        person = Person(client).visit(url(three, "event")).follow("The final result")
        assert person.path == url(three, "final")
        assert "Final standings." in person.text
        assert "How places are decided" in person.text
        assert rows(person.page) == rows(client.get(url(three, "standings")).content.decode())
        winner = rows(person.page)[0][2]
        assert f"1st {winner}" in person.text

    def test_an_event_reopened_is_final_no_longer_also_for_who_has_the_page(self, client, three, director):
        from tournament.services.events import reopen_event

        finish(three)
        etag = client.get(url(three, "final"))["ETag"]
        reopen_event(three, by=director, at=NOW, reason="table 2 was wrong")
        caches.forget()
        assert client.get(url(three, "final"), headers={"If-None-Match": etag}).status_code == 404


class TestChipsAndMoves:
    """The chips and the places moved were those of another round."""

    @pytest.fixture
    @kept
    def two(self, director):
        """Round 1 is over, round 2 has just opened."""
        return Evening(director, rounds=3).published().scores(1, (9, 4), (8, 5)).closed(1).event

    def part(self, client, event, part, **more):
        url = at(event, "public:live")
        return " ".join(client.get(url, {"part": part, **more}).content.decode().split())

    def test_the_marked_chip_refreshes_and_a_round_being_played_is_now(self, client, two, director):
        assert re.search(r'round=2" aria-current="page"', self.part(client, two, "seating"))
        assert re.search(r'href="\?" aria-current="page"', self.part(client, two, "standings"))
        assert re.search(r'round=1" aria-current="page"', self.part(client, two, "standings", round=1))
        chip = r'href="\?" aria-current="page"> (.*?) </a>'
        assert re.search(chip, self.part(client, two, "standings"))[1] == "now"
        for number in (1, 2):
            enter(table_of(two, 2, number), 9, 4)
        assert re.search(chip, self.part(client, two, "standings"))[1].endswith("2")

    def test_a_round_without_a_sheet_moves_nobody(self, client, two, director):
        assert "Moved" not in self.part(client, two, "standings")
        enter(table_of(two, 2, 1), 9, 4)
        enter(table_of(two, 2, 2), 3, 9)
        assert "Moved" in self.part(client, two, "standings")
        moved = public_progress(Event.objects.get(pk=two.pk)).moved
        close_round(two.rounds.get(number=2), by=director, at=NOW)
        assert public_progress(Event.objects.get(pk=two.pk)).moved == moved
