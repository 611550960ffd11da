"""Taking players in, checking them in, and what becomes of them."""

import pytest

from tests.helpers.factories import NOW, enter, make_event, make_players, make_published, table_of
from tests.helpers.names import REAL_NAMES
from tests.helpers.refusals import refused
from tournament.models import Event, Player
from tournament.services import players as services
from tournament.services.errors import Refused, Unconfirmed
from tournament.services.players import PlayerRow
from tournament.services.seating import draft_plan

Status = Player.Status


def numbered(event) -> dict[int, str]:
    return dict(event.players.order_by("number").values_list("number", "own_name"))


class TestImporting:
    def test_real_names_come_in_as_they_are_and_are_numbered_in_order(self, event, does):
        does(services.import_players, event, [PlayerRow(name) for name in REAL_NAMES])
        assert numbered(event) == dict(enumerate(REAL_NAMES, 1))

    def test_given_numbers_are_kept_the_others_follow_the_highest_and_then_fill_the_gaps(
        self, event, does, monkeypatch
    ):
        rows = [PlayerRow("Ann"), PlayerRow("Ben", 7), PlayerRow("Cora"), PlayerRow("Dan", 2)]
        does(services.import_players, event, rows)
        assert numbered(event) == {2: "Dan", 7: "Ben", 8: "Ann", 9: "Cora"}
        monkeypatch.setattr(services, "MOST_PLAYERS", 6)  # the last place is one, too
        does(services.import_players, event, [PlayerRow("Eve", 9999), PlayerRow("Finn")])
        assert numbered(event) == {1: "Finn", 2: "Dan", 7: "Ben", 8: "Ann", 9: "Cora", 9999: "Eve"}

    @pytest.mark.parametrize(
        ("rows", "code"),
        [
            ([], "nobody"),
            ([PlayerRow("Ann", 3), PlayerRow("Ben", 3)], "number-taken"),
            ([PlayerRow("Ann", 1)], "number-taken"),
            ([PlayerRow("Ann", 0)], "number-range"),
            ([PlayerRow("Ann", 10_000)], "number-range"),
            ([PlayerRow("Ann"), PlayerRow("\u200b")], "name-missing"),
            ([PlayerRow("x" * 81)], "name-long"),
            ([PlayerRow("Dick 226.555.0111")], "name-contact"),
            ([PlayerRow("ann@example.org")], "name-contact"),
            ([PlayerRow(f"P{i}") for i in range(1000)], "too-many"),
        ],
    )
    def test_one_wrong_row_lets_nobody_in(self, event, does, rows, code):
        make_players(event, ["First"])
        with refused(code):
            does(services.import_players, event, rows)
        assert numbered(event) == {1: "First"}


class TestAdding:
    def test_the_next_number_is_given_to_who_is_at_the_desk_and_to_who_plays_later(self, event, does):
        make_players(event, 3)
        here, late = (
            does(services.add_player, event, "Zoe", here=True),
            does(services.add_player, event, "Yves", from_round=3),
        )
        assert (here.number, here.status, here.from_round) == (4, Status.HERE, 1)
        assert (late.number, late.status, late.from_round) == (5, Status.LATE, 3)

    @pytest.mark.parametrize("name", ["Ann Archer", "ANN  ARCHER", "Ánn Archer", "Ann-Archer"])
    def test_a_name_much_like_another_has_to_be_confirmed(self, event, does, name):
        make_players(event, ["Ann Archer"])
        with pytest.raises(Unconfirmed) as asked:
            does(services.add_player, event, name)
        assert asked.value.field == "name"
        assert does(services.add_player, event, name, confirmed=True).number == 2


class TestEditing:
    def edit(self, does, player, **changes):
        fields = {"name": player.name, "number": player.number} | changes
        return does(services.edit_player, player, **fields)

    def test_each_change_is_told(self, event, does):
        player = make_players(event, ["Ann"])[0]
        self.edit(does, player, name="Anne", note="by the door")
        facts = event.audit_entries.get(action="player.edited").facts
        assert facts["changes"] == [
            {"what": "own_name", "was": "Ann", "now": "Anne"},
            {"what": "note", "was": "", "now": "by the door"},
        ]

    def test_nothing_changed_is_nothing_told(self, event, does):
        self.edit(does, make_players(event, ["Ann"])[0])
        assert not event.audit_entries.filter(action="player.edited").exists()

    def test_a_taken_number_is_offered_as_a_swap(self, event, does):
        ann, ben = make_players(event, ["Ann", "Ben"])
        with pytest.raises(Unconfirmed) as asked:
            self.edit(does, ann, number=2)
        assert (asked.value.code, asked.value.field) == ("number-taken", "number")
        assert "Ben" in asked.value.message
        self.edit(does, ann, number=2, swap=True)
        assert numbered(event) == {1: "Ben", 2: "Ann"}
        assert event.audit_entries.get(action="player.numbers_swapped").facts["other_name"] == ben.name

    def test_drafts_go_with_the_numbers_they_name(self, event, does):
        players = make_players(event, 4)
        does(draft_plan, event)
        self.edit(does, players[0], number=9)
        assert not event.drafts.exists()

    def test_numbers_are_fixed_by_publishing_but_names_can_be_mended(self, director, does):
        event = make_published(director)
        player = event.players.get(number=1)
        with refused("numbers-fixed"):
            self.edit(does, player, number=9)
        assert self.edit(does, player, name="Anne Archer").name == "Anne Archer"

    def test_writing_ones_own_name_differently_needs_no_confirmation(self, event, does):
        player = make_players(event, ["Zoe"])[0]
        assert self.edit(does, player, name="Zoë").name == "Zoë"


class TestCheckIn:
    @pytest.mark.parametrize("status", [Status.EXPECTED, Status.LATE])
    def test_whoever_was_awaited_is_here(self, event, does, status):
        player = make_players(event, ["Ann"], status=status)[0]
        assert does(services.check_in, player).status == Status.HERE

    @pytest.mark.parametrize(
        ("status", "code"),
        [(Status.HERE, "already-here"), (Status.LEFT, "gone"), (Status.DISQUALIFIED, "gone")],
    )
    def test_others_are_refused_with_a_word_why(self, event, does, status, code):
        player = make_players(event, ["Ann"], status=status)[0]
        with refused(code):
            does(services.check_in, player)

    @pytest.mark.parametrize(("from_round", "back"), [(1, Status.EXPECTED), (3, Status.LATE)])
    def test_taken_back_the_player_is_awaited_again(self, event, does, from_round, back):
        player = make_players(event, ["Ann"])[0]
        Player.objects.update(from_round=from_round)
        assert does(services.undo_check_in, player).status == back


class TestStatus:
    def test_late_from_a_round(self, event, does):
        player = make_players(event, ["Ann"], status="expected")[0]
        does(services.set_status, player, Status.LATE, from_round=3)
        player.refresh_from_db()
        assert (player.status, player.from_round, player.to_round) == (Status.LATE, 3, None)

    def test_left_after_a_round_and_back_gone_without_one_and_disqualified_for_a_reason(self, event, does):
        player = make_players(event, ["Ann"])[0]
        does(services.set_status, player, Status.LEFT, to_round=3)
        player.refresh_from_db()
        assert (player.status, player.to_round) == (Status.LEFT, 3)
        does(services.set_status, player, Status.HERE)
        player.refresh_from_db()
        assert (player.status, player.to_round) == (Status.HERE, None)
        assert does(services.set_status, player, Status.LEFT, to_round=0).to_round is None
        assert event.audit_entries.filter(action="player.left_at_once").exists()
        does(services.set_status, player, Status.DISQUALIFIED, reason="signalled twice")
        assert event.audit_entries.get(action="player.disqualified").facts["reason"] == "signalled twice"

    @pytest.mark.parametrize(
        ("status", "facts", "field"),
        [
            (Status.LATE, {}, "from_round"),
            (Status.LATE, {"from_round": 9}, "from_round"),
            (Status.LEFT, {"to_round": 9}, "to_round"),
            (Status.DISQUALIFIED, {"to_round": 1}, "reason"),
        ],
    )
    def test_what_is_missing_or_impossible_is_refused_at_its_field(self, event, does, status, facts, field):
        player = make_players(event, ["Ann"])[0]
        with pytest.raises(Refused) as refused:
            does(services.set_status, player, status, **facts)
        assert refused.value.field == field

    def test_somebody_who_has_played_is_not_made_late_nor_gone_before_that_round(self, director, does):
        event = make_published(director)
        enter(table_of(event))
        player = table_of(event).seatings.first().player
        with refused("played"):
            does(services.set_status, player, Status.LATE, from_round=2)
        with refused("played-later", "to_round"):
            does(services.set_status, player, Status.LEFT, to_round=0)
        assert does(services.set_status, player, Status.LEFT, to_round=1).to_round == 1


@pytest.mark.parametrize(
    "act",
    [
        lambda player, **who: services.import_players(player.event, [PlayerRow("Zoe")], **who),
        lambda player, **who: services.add_player(player.event, "Zoe", **who),
        lambda player, **who: services.edit_player(player, name="Zoe", number=1, **who),
        lambda player, **who: services.check_in(player, **who),
        lambda player, **who: services.undo_check_in(player, **who),
        lambda player, **who: services.set_status(player, Status.LEFT, **who),
        lambda player, **who: services.remove_player(player, **who),
    ],
    ids=["import", "add", "edit", "check in", "undo", "status", "remove"],
)
def test_nothing_changes_in_a_finished_event(director, act):
    event = make_event(director)
    player = make_players(event, ["Ann"])[0]
    Event.objects.filter(pk=event.pk).update(status="finished")
    with refused("event-finished"):
        act(player, by=director, at=NOW)
