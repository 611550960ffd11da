"""Players' notes to the director: sent from a player's own page without an account, answered at the desk."""

from datetime import datetime, timedelta

from django.db import transaction
from django.utils.translation import gettext as _

from tournament import actions
from tournament.models import Note, Player, User
from tournament.names import tidy
from tournament.services.common import lock_event, next_number, record
from tournament.services.errors import Refused

LONGEST = 300
MOST_IN = timedelta(minutes=10)
MOST_NOTES = 3  # of one player in that time; who has more to say walks to the desk
MOST_OPEN = 300  # of one event, so that nobody can bury the desk


@transaction.atomic
def send_note(player: Player, text: str, *, at: datetime) -> Note:
    """Put a player's words on the director's desk. The same words again, still open, are not sent twice.

    Nothing is counted up and nothing audited: the note says itself who sent it when, and changes no score.
    """
    event = lock_event(player.event)
    words = tidy(text)
    if not words:
        raise Refused("note-missing", _("Write what the director should know."), "text")
    if len(words) > LONGEST:
        raise Refused("note-long", _("Keep it to %d characters.") % LONGEST, "text")
    if (same := player.notes.open().filter(text=words).first()) is not None:
        return same
    lately = player.notes.filter(sent_at__gt=at - MOST_IN).count()
    if lately >= MOST_NOTES or event.notes.open().count() >= MOST_OPEN:
        message = _("The director has notes of yours to read first. If it is urgent, go to the desk.")
        raise Refused("too-many-notes", message, "text")
    return Note.objects.create(
        event=event, number=next_number(event.notes), player=player, text=words, sent_at=at
    )


@transaction.atomic
def answer_note(note: Note, *, by: User, at: datetime, answer: str = "") -> Note:
    """The note is dealt with; the player sees the answer, or only that it is done."""
    event = lock_event(note.event)
    held = event.notes.select_related("player").get(pk=note.pk)
    words = tidy(answer)
    if len(words) > LONGEST:
        raise Refused("answer-long", _("Keep it to %d characters.") % LONGEST, "answer")
    if not held.is_open:
        raise Refused("already-done", _("Somebody else has dealt with this note already."))
    held.answer, held.done_by, held.done_at = words, by, at
    held.save(update_fields=["answer", "done_by", "done_at"])
    facts = {"number": held.player.number, "name": held.player.name, "text": held.text}
    record(event, actions.NOTE_DONE, by=by, at=at, **facts, reason=words)
    return held
