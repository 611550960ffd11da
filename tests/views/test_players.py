"""The people of one event, from the pasted list to the door."""

import html

import pytest

from tests.helpers.addresses import at
from tests.helpers.database import queries
from tests.helpers.factories import NOW, enter, make_event, make_players, make_published, table_of
from tests.helpers.names import LONG_NAME, REAL_NAMES, RIGHT_TO_LEFT
from tests.helpers.person import Person
from tournament.models import Event, Player
from tournament.services.rounds import close_round
from tournament.services.seating import draft_plan, publish
from tournament.services.substitutions import leave_empty
from tournament.state.attendance import still_seated


def numbered(event) -> dict[int, str]:
    return dict(event.players.order_by("number").values_list("number", "own_name"))


class TestImport:
    def checked(self, dora, event, text):
        return dora.visit(at(event, "players:import")).press("Check the list", text=text)

    def test_every_step_of_an_import_is_a_page_that_can_be_loaded_again(self, dora, event, monkeypatch):
        """Back after an import landed on “Confirm form resubmission”."""
        monkeypatch.setattr("tournament.forms.players.MOST_PLAYERS", 2)  # they just fit
        preview = self.checked(dora, event, "Ann\n\nBen").path
        assert dora.response.redirect_chain
        assert "2 players to import" in dora.visit(preview).text
        assert "1 blank line left out" in dora.text
        assert dora.press("Import").response.redirect_chain
        assert "players to import" not in dora.visit(preview).text

    def test_names_are_edited_in_their_rows_and_kept_when_one_is_refused(self, dora, event):
        """Rows could not be edited in the preview."""
        names = {"name-1": "Ann 226-555-0111", "name-2": "Benjamin"}
        self.checked(dora, event, "Ann\nBen").press("Import", **names)
        assert all(f'value="{name}"' in dora.page for name in names.values())
        assert "leave out phone numbers" in dora.text
        assert not event.players.exists()
        self.checked(dora, event, "Ann\n12345\nBen")
        dora.press("Import", **{"name-1": "Ann Archer", "name-2": "Cora Cole"})
        assert list(numbered(event).values()) == ["Ann Archer", "Cora Cole", "Ben"]

    def test_a_doubt_about_a_new_events_list_is_decided_once(self, dora):
        """What was decided was dropped and asked again: a browser sends the list's order, too."""
        names = "Ann\nBen\nCy\nDan\nAnn\nEd"
        dora.visit("/events/new/").press("Seat them", name="A new evening", players=names)
        assert "1 line to decide" in dora.text
        dora.press("Import", **{"line-5": "skip"})
        assert "Same name as line 1" not in dora.text
        assert list(numbered(Event.objects.get()).values()) == ["Ann", "Ben", "Cy", "Dan", "Ed"]

    def test_what_was_mended_and_decided_stays_when_the_list_is_changed(self, dora, event):
        """Change the list, Check again: what was said about a line that did not change was forgotten."""
        dora.visit(at(event, "players:import"))
        dora.press("Check the list", text="Anna Abbott x\nBen 226-555-0111\nTed & Al Monroe\nCy\nCy\nEd")
        told = {
            "name-1": "Anna Abbot",
            "line-1": "take",
            "note-2": "1",
            "line-3": "split",
            "line-5": "take",
            "name-6": "Edna",
        }
        text = "Zoe\nBen 226-555-0111\nAnna Abbott x\nTed & Al Monroe\nCy\nCy\nEdward"
        dora.press("Check again", text=text, **told)
        dora.press("Import")
        names = ["Zoe", "Ben", "Anna Abbot", "Ted Monroe", "Al Monroe", "Cy", "Cy", "Edward"]
        assert list(numbered(event).values()) == names
        assert event.players.get(own_name="Ben").note == "226-555-0111"

    def test_names_edited_for_another_list_are_dropped_and_one_that_is_there_asks(self, dora, event):
        self.checked(dora, event, "Ann\nBen").press(
            "Check again", text="Cora\nDan", **{"name-1": "Ann Archer"}
        )
        assert [row.name for row in dora.response.context["form"].rows()] == ["Cora", "Dan"]
        make_players(event, ["Ann"])
        for name in ("ann", "Ann"):
            self.checked(dora, event, "Ben").press("Import", **{"name-1": name})
            assert "1 line still needs your decision" in dora.text

    def test_what_is_left_out_becomes_a_note_if_the_director_ticks_it(self, dora, event):
        """Kept for officials, and nowhere public."""
        self.checked(dora, event, "Ann Archer 226-555-0111 *paid*\nBen Brown 226-555-0112")
        dora.press("Import", **{"note-1": "1"})
        assert [player.note for player in event.players.in_order()] == ["226-555-0111, *paid*", ""]
        for page in ("public:event", "public:standings", "public:seating", "archive:event_json"):
            assert "555-0111" not in dora.visit(at(event, page)).page

    def test_real_names_survive_paste_preview_import_and_pages(self, dora, event):
        self.checked(dora, event, "\r\n".join(REAL_NAMES))
        assert all(name in html.unescape(dora.page) for name in REAL_NAMES)
        assert not event.players.exists()
        dora.press("Import", **{f"line-{REAL_NAMES.index('Mary Smith') + 2}": "take"})
        assert dora.path == at(event, "players:index")
        assert list(numbered(event).values()) == list(REAL_NAMES)
        pages = [("index",), ("check_in",), ("edit", 10), ("edit", 11)]
        shown = [html.unescape(dora.visit(at(event, f"players:{page}", *n)).page) for page, *n in pages]
        assert all(name in page for name in REAL_NAMES for page in shown[:2])
        assert LONG_NAME in shown[2]
        assert RIGHT_TO_LEFT in shown[3]

    def test_doubtful_lines_wait_for_a_decision(self, dora, event):
        self.checked(dora, event, "Ann").press("Import", text="Ann\nBen")  # changed since: shown again first
        assert not event.players.exists()
        assert "<b>Bold" not in self.checked(dora, event, "Ann\nBen <b>Bold</b>").page
        assert "Ben &lt;b&gt;Bold&lt;/b&gt;" in dora.page
        self.checked(dora, event, "Ann\nANN").press("Import")
        assert "1 line still needs your decision" in dora.text
        assert not event.players.exists()

    @pytest.mark.parametrize(
        "text",
        ["", " \n\t\n", "Name\n", "Ann\x00", "x" * 100_001, "\n".join(f"Player {n}" for n in range(1001))],
        ids=["empty", "blank", "head", "null", "long", "more than there is room for"],
    )
    def test_what_is_no_list_is_said_at_the_field(self, dora, event, text):
        assert "text" in self.checked(dora, event, text).response.context["form"].errors


class TestList:
    @pytest.mark.parametrize(
        ("query", "numbers"),
        [
            ("", [1, 2, 3]), ("q=2", [2]), ("q=zoe", [3]), ("q=ann+arch", [1]), ("q=nobody", []),
            ("q=%00", [1, 2, 3]), ("status=left", [2]), ("q=z&status=left", []),
            ("sort=-number", [3, 2, 1]),
        ],
    )  # fmt: skip
    def test_it_is_narrowed_and_sorted(self, desk, event, query, numbers):
        make_players(event, ["Ann Archer", "Ben Baker", "Zoë Müller"])
        Player.objects.filter(number=2).update(status="left")
        table = desk.get(at(event, "players:index") + f"?{query}").context["table"]
        assert [row.record.number for row in table.page.object_list] == numbers

    def test_an_empty_list_offers_to_paste_one_and_any_other_counts_who_is_here(self, desk, event):
        assert at(event, "players:import") in desk.get(at(event, "players:index")).content.decode()
        make_players(event, 3)
        make_players(event, ["Zoe"], status="left")
        Player.objects.filter(number=1).update(status="expected")
        count = desk.get(at(event, "players:index")).context["count"]
        assert (count.here, count.taking_part) == (2, 3)

    @pytest.mark.parametrize("page", ["index", "check_in"])
    def test_the_queries_do_not_grow_with_the_players(self, desk, director, page):
        small, large = make_event(director), make_event(director, name="Large")
        make_players(small, 4), make_players(large, 90)
        assert (
            queries(desk, at(small, f"players:{page}")) == queries(desk, at(large, f"players:{page}")) <= 12
        )


class TestAddAndEdit:
    def test_two_players_of_one_name_are_allowed_once_confirmed(self, dora, event):
        make_players(event, ["Mary Smith"])
        dora.visit(at(event, "players:add")).press("Add", name="Mary Smith")
        assert "Number 1 is called Mary Smith" in dora.text
        dora.press("Add", confirmed="on")
        assert numbered(event) == {1: "Mary Smith", 2: "Mary Smith"}
        assert dora.visit(at(event, "players:index")).page.count("<bdi>Mary Smith</bdi>") == 2

    def test_after_publishing_the_number_is_fixed_and_the_name_can_be_mended(self, dora, director):
        event = make_published(director)
        with pytest.raises(AssertionError, match="no field 'number'"):
            dora.visit(at(event, "players:edit", 1)).press("Save", number="77")
        dora.press("Save", name="Anne Archer")
        assert numbered(event)[1] == "Anne Archer"

    def test_somebody_who_walks_in_during_play_begins_with_the_next_round(self, dora, director):
        event = make_published(director, rounds=3)
        assert dora.visit(at(event, "players:add")).response.context["form"].initial["from_round"] == 2
        assert dora.press("Add, then another", name="Zoë", here="on").path == at(event, "players:add")
        zoe = event.players.get(own_name="Zoë")
        assert (zoe.status, zoe.from_round) == ("here", 2)
        pages = ("edit", "set_status")
        assert {dora.client.get(at(event, f"players:{page}", 77)).status_code for page in pages} == {404}

    @pytest.mark.parametrize(
        ("typed", "field"),
        [
            ({"name": ""}, "name"),
            ({"name": "Dick 226.555.0111"}, "name"),
            ({"name": "Ann ann@example.org"}, "name"),
            ({"number": "0"}, "number"),
            ({"number": "1"}, "number"),
            ({"number": "one"}, "number"),
        ],
    )
    def test_what_is_wrong_is_said_at_its_field(self, dora, event, typed, field):
        make_players(event, ["Ann"])
        dora.visit(at(event, "players:add")).press("Add", **{"name": "Zoe", "note": "kept"} | typed)
        assert field in dora.response.context["form"].errors
        assert 'value="kept"' in dora.page
        assert event.players.count() == 1

    def test_a_taken_number_is_offered_as_a_swap(self, dora, event):
        make_players(event, ["Ann", "Ben"])
        dora.visit(at(event, "players:edit", 1)).press("Save", number="2")
        assert "Number 2 belongs to Ben" in dora.text
        dora.press("Save", swap="on")
        assert numbered(event) == {1: "Ben", 2: "Ann"}


class TestStatusAndRemoval:
    def leaving(self, desk, event, number):
        return desk.get(at(event, "players:set_status", number)).context["form"]

    def test_left_is_offered_before_the_open_round_while_its_table_has_no_sheet(self, desk, director):
        event = make_published(director, players=8, rounds=3)
        enter(table_of(event, 1, 1))
        close_round(event.rounds.get(number=1), by=director, at=NOW, despite_missing=True)
        first, second = (table_of(event, 2, number).seatings.first().player.number for number in (1, 2))
        form = self.leaving(desk, event, first)
        assert form["to_round"].initial == 1
        assert "Table 1 hasn’t reported round 2 yet" in form["to_round"].help_text
        enter(table_of(event, 2, 2))
        form = self.leaving(desk, event, second)
        assert form["to_round"].initial == 2
        assert "Table 2 has reported round 2" in form["to_round"].help_text

    def test_somebody_never_seated_leaves_before_round_1(self, desk, director):
        event = make_published(director, players=8, rounds=2)
        enter(table_of(event))
        make_players(event, ["Noel Noshow"], status="expected")
        make_players(event, ["Lee Left"], status="left")
        assert [self.leaving(desk, event, number)["to_round"].initial for number in (9, 10)] == [0, 0]

    def test_who_left_before_the_open_round_still_has_a_seat_and_the_director_is_asked(self, dora, director):
        event = make_published(director, players=8, rounds=2)
        enter(table_of(event, 1, 1))  # the round is being played, so it is not drawn anew
        gone = table_of(event, 1, 2).seatings.first().player
        dora.visit(at(event, "players:set_status", gone.number)).press("Save", status="Gone home")
        assert dora.path == at(event, "substitutions:make", gone.number)
        assert f"{gone.name} ({gone.number}) has gone home and still has a seat" in dora.text
        for page in (at(event, "events:overview"), at(event, "substitutions:index")):
            assert gone.name in dora.visit(page).page
            assert at(event, "substitutions:index") in dora.page
        leave_empty(gone, by=director, at=NOW, from_round=1, to_round=2)
        assert still_seated(event) == []

    @pytest.mark.parametrize(("status", "reason"), [("disqualified", ""), ("left", "\x00")])
    def test_what_is_missing_is_said_at_its_field(self, dora, event, status, reason):
        make_players(event, ["Ann"])
        dora.visit(at(event, "players:set_status", 1)).press("Save the status", status=status, reason=reason)
        assert "reason" in dora.response.context["form"].errors

    def test_who_was_never_seated_is_taken_out_after_asking_and_anybody_seated_stays(self, dora, event, does):
        make_players(event, 9)
        other = Person(dora.client).visit(at(event, "players:remove", 1))
        dora.visit(at(event, "players:edit", 9)).follow("Remove from event")
        assert event.players.count() == 9
        dora.press("Remove")
        assert event.players.count() == 8
        does(publish, does(draft_plan, event))
        for page in (other.press("Remove"), dora.visit(at(event, "players:remove", 1))):
            assert "has a place in the seating" in page.text
            assert at(event, "players:set_status", 1) in page.page
        assert event.players.count() == 8


class TestCheckIn:
    @pytest.fixture
    def door(self, dora, event):
        names = ["Ann Archer", "Anna Bell", "Zoë Müller", "Mary Smith", "Mary Smith"]
        make_players(event, names, status="expected")
        return dora.visit(at(event, "players:check_in"))

    def here(self, event):
        return list(event.players.filter(status="here").values_list("number", flat=True))

    def test_a_number_or_part_of_a_name_checks_in_and_undo_takes_it_back(self, door, event):
        typed = {"3": 3, " #3 ": 3, "zoe": 3, "MÜLLER": 3, "bell": 2, "ann archer": 1, "z m": 3}
        for who, number in typed.items():
            assert door.press("Here", who=who).path == at(event, "players:check_in")
            assert self.here(event) == [number]
            assert "checked in already" in door.press("Here", who=str(number)).text
            assert door.press("Here", who=str(number)).visit(door.path).text.count("is here") == 1
            door.press("Undo")
            assert self.here(event) == []
            assert "is here" not in door.text

    def test_several_matches_are_offered_as_buttons_and_the_time_is_the_clocks(self, door, event):
        door.press("Here", who="mary")
        assert self.here(event) == []
        assert 'name="number" value="4"' in door.page.partition("Which one?")[2]
        door.press("5 Mary Smith")
        assert self.here(event) == [5]
        assert event.audit_entries.latest("pk").at > NOW

    def test_nobody_of_that_name_is_said_and_changes_nothing(self, door, event):
        for typed in ("99", "nobody", "", "\x00", "9" * 5000, "%", "𝟛", "²"):
            assert door.press("Here", who=typed).response.status_code == 200
            assert self.here(event) == []

    @pytest.mark.rude
    @pytest.mark.parametrize(
        "sent", [{}, {"number": "x"}, {"number": "0"}, {"undo": "99"}, {"number": "9" * 99}]
    )
    def test_a_request_no_page_sends_changes_nothing(self, door, event, sent):
        assert door.client.post(at(event, "players:check_in"), sent).status_code == 200
        assert self.here(event) == []
