"""Taking back what was done last: every action that has a way back, and what stands in the way."""

import pytest

from scoring.deal import Award
from scoring.seats import Seat, Side
from tests.helpers.factories import NOW, enter, make_published, table_of
from tests.helpers.refusals import refused
from tournament.models import AuditEntry, Sheet
from tournament.registry.actions import ACTIONS
from tournament.reports.history import sentence_of
from tournament.reports.standings import standings
from tournament.services import adjustments, events, notes, players, rounds, rulings
from tournament.services.errors import Refused
from tournament.services.seating import publish
from tournament.services.sheets import withdraw_sheet
from tournament.services.undoing import WAYS, can_be_undone, undo
from tournament.state.rulings import RulingDecision, RulingQuestion


@pytest.fixture
def event(director):
    return make_published(director, players=9, rounds=3)


def last(event) -> AuditEntry:
    return event.audit_entries.latest("pk")


def counting(event) -> list[tuple[int, int]]:
    return list(Sheet.objects.filter(table__round__event=event, counting=True).values_list("ns", "ew"))


def nothing(event, director):
    """Nothing needs to have happened before."""


def one_sheet(event, director):
    enter(table_of(event), 7, 5, by=director)


def all_sheets(event, director):
    for table in event.rounds.get(number=1).tables.all():
        enter(table, by=director)


def correct(event, director):
    enter(table_of(event), 9, 5, by=director, expected=1)


def take_sheet_back(event, director):
    withdraw_sheet(table_of(event), by=director, at=NOW, expected=1)


def rule(event, director):
    question = RulingQuestion("renege", slot=1, offender=Seat.N)
    rulings.make_ruling(
        table_of(event), by=director, at=NOW, decision=RulingDecision(question, reason="let it go")
    )


def adjust(event, director):
    adjustments.adjust(event.players.get(number=3), -2, "late back", by=director, at=NOW)


def close(event, director):
    rounds.close_round(event.rounds.get(number=1), by=director, at=NOW, despite_missing=True)


def close_whole(event, director):
    all_sheets(event, director)
    close(event, director)


def reopen(event, director):
    rounds.reopen_round(event.rounds.get(number=1), by=director, at=NOW, reason="too early")


def leave(event, director):
    players.set_status(event.players.get(number=2), "left", by=director, at=NOW, to_round=1)


def announce(event, director):
    notes.announce(event, "Supper at eight", by=director, at=NOW)


def end_announcement(event, director):
    notes.take_down(event.announcements.get(), by=director, at=NOW)


def finish(event, director):
    events.finish_event(event, by=director, at=NOW)


def add(event, director):
    players.add_player(event, "Zoe Zimmer", by=director, at=NOW, from_round=2)


def add_expected(event, director):
    players.add_player(event, "Zoe Zimmer", by=director, at=NOW, from_round=2, here=False)


def check_in(event, director):
    players.check_in(event.players.get(own_name="Zoe Zimmer"), by=director, at=NOW)


def take_names(event, director):
    event.players.filter(number__lte=2).update(own_name="")


def type_name(event, director):
    players.name_player(event.players.get(number=2), "Zoe Zimmer", by=director, at=NOW)


# What comes before, and what is done and taken back.
STEPS = (
    (nothing, one_sheet), (one_sheet, correct), (one_sheet, take_sheet_back), (nothing, rule),
    (nothing, adjust), (all_sheets, close), (nothing, close), (close_whole, reopen), (close, reopen),
    (nothing, leave), (nothing, announce), (announce, end_announcement), (close_whole, finish),
    (nothing, add), (add_expected, check_in), (take_names, type_name),
)  # fmt: skip


def seen(event) -> tuple:
    """Everything that somebody can see of the event."""
    event.refresh_from_db()
    return (
        event.status,
        counting(event),
        [(row.number, row.place, row.points) for row in standings(event).rows],
        list(event.rounds.values_list("number", "status")),
        list(event.players.values_list("number", "own_name", "status", "from_round", "to_round")),
        list(event.announcements.filter(ended_at=None).values_list("text", flat=True)),
        list(event.rulings.in_force().values_list("number", flat=True)),
    )


@pytest.mark.parametrize(("before", "step"), STEPS, ids=lambda step: step.__name__)
def test_what_is_taken_back_leaves_everything_as_it_was(event, director, before, step):
    before(event, director)
    stood = seen(event)
    step(event, director)
    entry = last(event)
    assert seen(event) != stood
    assert can_be_undone(event, entry), sentence_of(entry.action, entry.facts)
    undo(event, entry, by=director, at=NOW)
    assert seen(event) == stood
    assert not can_be_undone(event, entry)
    with pytest.raises(Refused):
        undo(event, entry, by=director, at=NOW)


def test_a_ruling_on_a_reported_table_is_taken_back_with_its_points(event, director):
    one_sheet(event, director)
    question = RulingQuestion("renege", slot=1, offender=Seat.N)
    decision = RulingDecision(
        question, award=Award(Side.EW, 2), included=False, reason="as agreed", nobody_can_say=True
    )
    rulings.make_ruling(table_of(event), by=director, at=NOW, decision=decision)
    assert counting(event) == [(7, 7)]
    undo(event, event.audit_entries.get(action="ruling.made"), by=director, at=NOW)
    assert not event.rulings.in_force().exists()
    assert counting(event) == [(7, 5)]


def test_a_published_seating_is_taken_back_until_a_table_reports(event, director):
    published = event.audit_entries.get(action="seating.published")
    undo(event, published, by=director, at=NOW)
    assert not event.rounds.exists()
    publish(event.drafts.get(), by=director, at=NOW)
    one_sheet(event, director)
    assert not can_be_undone(event, event.audit_entries.filter(action="seating.published").first())


def test_nothing_is_taken_back_from_under_what_followed_and_taking_back_can_be_taken_back(event, director):
    one_sheet(event, director)
    first = last(event)
    correct(event, director)
    with refused("gone-on"):
        undo(event, first, by=director, at=NOW)
    assert counting(event) == [(9, 5)]
    undo(event, last(event), by=director, at=NOW)
    assert counting(event) == [(7, 5)]
    undo(event, last(event), by=director, at=NOW)
    assert counting(event) == [(9, 5)]


def test_a_closed_round_opens_again_only_while_the_next_is_untouched(event, director):
    close_whole(event, director)
    closed = last(event)
    enter(table_of(event, 2), by=director)
    assert not can_be_undone(event, closed)


def test_a_sheet_of_a_closed_round_is_corrected_at_its_table_instead(event, director):
    all_sheets(event, director)
    entered = last(event)
    close(event, director)
    assert not can_be_undone(event, entered)


def test_the_history_keeps_both(event, director):
    one_sheet(event, director)
    undo(event, last(event), by=director, at=NOW)
    actions = list(event.audit_entries.order_by("pk").values_list("action", flat=True))
    assert actions[-2:] == ["sheet.entered", "sheet.taken_back"]
    assert Sheet.objects.filter(table__round__event=event).count() == 1


def test_every_way_back_is_of_an_action_that_exists():
    assert set(WAYS) == {action.undo for action in ACTIONS.values()} - {None}


def test_old_entries_without_the_facts_needed_and_what_has_no_way_back_say_so(event, director):
    one_sheet(event, director)
    entry = last(event)
    entry.facts = {key: entry.facts[key] for key in ("round", "table", "revision", "was", "now")}
    entry.save()
    assert not can_be_undone(event, entry)
    event.audit_entries.create(action="prize.set", by=director, at=NOW, facts={})
    with refused("no-way-back"):
        undo(event, last(event), by=director, at=NOW)
