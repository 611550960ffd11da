"""A table that was not played: said with a reason, kept in the history, taken back by a sheet or undo."""

import pytest

from tests.helpers.factories import NOW, close, enter, make_published, table_of
from tests.helpers.kept import kept
from tests.helpers.refusals import refused
from tournament.archive.document import document, left_out
from tournament.reports.history import sentence_of
from tournament.services.events import SheetsMissing, finish_event
from tournament.services.rounds import NOT_PLAYED, mark_table, withdraw_mark
from tournament.services.undoing import can_be_undone, undo
from tournament.state.open_items import missing_sheets


@pytest.fixture
@kept
def evening(director):
    """Its only round closed without table 3."""
    event = make_published(director, players=12, rounds=1)
    for table in (1, 2):
        enter(table_of(event, 1, table))
    return close(event, despite_missing=True)


def say(event, director, number=3):
    return mark_table(
        table_of(event, 1, number), NOT_PLAYED, by=director, at=NOW, reason="the lights went out"
    )


def missing(event):
    return [one.key for one in missing_sheets(event)]


def test_the_history_keeps_who_said_it_and_why_and_one_press_takes_it_back_and_forth(evening, director):
    say(evening, director)
    entry = evening.audit_entries.latest("pk")
    assert (entry.action, entry.by, entry.facts["reason"]) == (
        "sheet.not_played",
        director,
        "the lights went out",
    )
    assert sentence_of(entry.action, entry.facts) == "recorded table 3 of round 1 as not played"
    assert can_be_undone(evening, entry)
    undo(evening, entry, by=director, at=NOW)
    assert missing(evening) == ["1.3"]
    assert not can_be_undone(evening, entry)
    undo(evening, evening.audit_entries.latest("pk"), by=director, at=NOW)
    assert table_of(evening, 1, 3).not_played == "the lights went out"


def test_a_sheet_takes_it_back(director):
    event = make_published(director, players=12, rounds=1)
    say(event, director)
    enter(table_of(event, 1, 3))
    assert table_of(event, 1, 3).not_played == ""


@pytest.mark.parametrize(
    ("change", "code"),
    [
        (lambda event, director: enter(table_of(event, 1, 3)), "has-sheet"),
        (lambda event, director: say(event, director), "said-already"),
        (lambda event, director: event.rounds.update(status="planned"), "round-not-open"),
    ],
)
def test_what_stands_against_it(director, change, code):
    event = make_published(director, players=12, rounds=1)
    change(event, director)
    with refused(code):
        say(event, director)


def test_finishing_names_every_sheet_that_is_missing_and_nothing_is_said_of_one_afterwards(evening, director):
    with pytest.raises(SheetsMissing) as stopped:
        finish_event(evening, by=director, at=NOW)
    assert "Round 1, table 3 has no sheet: its four players get 0 points." in stopped.value.message
    with pytest.raises(SheetsMissing):
        finish_event(evening, by=director, at=NOW, missing=["1.2"])
    finish_event(evening, by=director, at=NOW, missing=["1.3"])
    evening.refresh_from_db()
    entry = evening.audit_entries.latest("pk")
    assert sentence_of(entry.action, entry.facts) == "finished the event while sheets were missing: 1.3"
    assert can_be_undone(evening, entry)
    for act in (
        lambda: say(evening, director),
        lambda: withdraw_mark(table_of(evening, 1, 3), NOT_PLAYED, by=director, at=NOW),
    ):
        with refused("event-finished"):
            act()


def test_an_archive_says_of_the_table_only_that_it_has_no_sheet(evening, director):
    before = document(evening)["rounds"]
    say(evening, director)
    assert document(evening)["rounds"] == before
    assert left_out(evening) == ["Table 3 of round 1 was not played: the lights went out"]
