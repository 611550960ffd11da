"""Players' notes: what is taken, what is too much, and who dealt with it."""

from datetime import timedelta

import pytest

from tests.helpers.factories import NOW, make_players
from tests.helpers.refusals import refused
from tournament.models import AuditEntry, Event
from tournament.reports.history import sentence_of
from tournament.services.errors import Refused
from tournament.services.notes import MOST_NOTES, answer_note, send_note


@pytest.fixture
def player(event):
    return make_players(event, ["Gwen Gray", "Hugh Hart"])[0]


def version(event):
    return Event.objects.get(pk=event.pk).live_version


def test_a_note_is_numbered_tidy_and_open_and_no_phone_asks_anew(player, event):
    before = version(event)
    send_note(player, "hello", at=NOW)
    assert version(event) == before
    note = send_note(player, "  our round 3 \n was 9 ", at=NOW)
    assert (note.number, note.text, note.sent_at, note.is_open) == (2, "our round 3 was 9", NOW, True)


def test_the_same_words_twice_are_one_note_until_it_is_done(player, event, director):
    note = send_note(player, "hello", at=NOW)
    assert send_note(player, "hello ", at=NOW) == note
    answer_note(note, by=director, at=NOW)
    assert send_note(player, "hello", at=NOW) != note


@pytest.mark.parametrize(
    ("text", "code"), [("", "note-missing"), (" \u200b\n", "note-missing"), ("x" * 301, "note-long")]
)
def test_what_says_nothing_or_too_much_is_refused(player, event, text, code):
    with refused(code, "text"):
        send_note(player, text, at=NOW)
    assert not event.notes.exists()


def test_three_notes_in_ten_minutes_are_enough_and_only_for_that_player(player, event):
    for n in range(MOST_NOTES):
        send_note(player, f"note {n}", at=NOW)
    with pytest.raises(Refused, match="director’s table") as refused:
        send_note(player, "one more", at=NOW + timedelta(minutes=9))
    assert refused.value.code == "too-many-notes"
    send_note(event.players.get(number=2), "mine", at=NOW)
    send_note(player, "later", at=NOW + timedelta(minutes=10))
    assert event.notes.count() == MOST_NOTES + 2


def test_the_desk_is_never_buried(player, event, monkeypatch):
    monkeypatch.setattr("tournament.services.notes.MOST_OPEN", 1)
    send_note(player, "first", at=NOW)
    with pytest.raises(Refused):
        send_note(event.players.get(number=2), "second", at=NOW)


def test_it_is_dealt_with_once_and_who_did_when_and_how_is_kept_and_told(player, event, director):
    before = version(event)
    note = answer_note(send_note(player, "9, not 6", at=NOW), by=director, at=NOW, answer=" put  right ")
    assert (note.answer, note.done_by, note.done_at) == ("put right", director, NOW)
    entry = AuditEntry.objects.get(event=event, action="note.done")
    assert sentence_of(entry.action, entry.facts) == "dealt with the note of number 1, Gwen Gray: “9, not 6”"
    assert entry.facts["reason"] == "put right"
    assert version(event) == before + 1
    with refused("already-done"):
        answer_note(note, by=director, at=NOW, answer="again")
    note = send_note(player, "9, not 6", at=NOW)
    with refused("answer-long", "answer"):
        answer_note(note, by=director, at=NOW, answer="x" * 301)
