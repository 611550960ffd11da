"""What is written in the hall: players' notes to the director and the answers, announcements to everybody."""

from datetime import datetime, timedelta

from django.db import transaction
from django.utils.translation import gettext as _

from tournament.models import Announcement, Event, Note, Player, User
from tournament.registry import actions
from tournament.services.common import lock_event, next_number, record
from tournament.services.errors import Refused
from tournament.words.names import tidy

LONGEST_ANNOUNCEMENT = 160
MOST_UP = 3  # nobody reads more from the back of the hall
LONGEST = 300
MOST_IN = timedelta(minutes=10)
MOST_NOTES = 3  # per player in that time; for more they walk to the desk
MOST_OPEN = 300  # per event, so that nobody can flood the desk


@transaction.atomic
def send_note(player: Player, text: str, *, at: datetime) -> Note:
    """Send a player's note to the director. While one is open, the same words are not sent twice.

    Raises no version and writes no audit entry: the note itself says who sent it when, and changes no score.
    """
    event = lock_event(player.event)
    words = tidy(text)
    if not words:
        raise Refused("note-missing", _("Write what the director should know."), "text")
    if len(words) > LONGEST:
        raise Refused("note-long", _("Keep it to %d characters.") % LONGEST, "text")
    if (same := player.notes.open().filter(text=words).first()) is not None:
        return same
    lately = player.notes.filter(sent_at__gt=at - MOST_IN, sent_at__lt=at + MOST_IN).count()
    if lately >= MOST_NOTES or event.notes.open().count() >= MOST_OPEN:
        message = _(
            "The director has notes of yours to read first. If it is urgent, go to the director’s table."
        )
        raise Refused("too-many-notes", message, "text")
    return Note.objects.create(
        event=event, number=next_number(event.notes), player=player, text=words, sent_at=at
    )


@transaction.atomic
def answer_note(note: Note, *, by: User, at: datetime, answer: str = "") -> Note:
    """Mark a note as done; the player sees the answer, or only that it is done."""
    event = lock_event(note.event)
    current = event.notes.select_related("player").get(pk=note.pk)
    words = tidy(answer)
    if len(words) > LONGEST:
        raise Refused("answer-long", _("Keep it to %d characters.") % LONGEST, "answer")
    if not current.is_open:
        raise Refused("already-done", _("Someone else has dealt with this note already."))
    current.answer, current.done_by, current.done_at = words, by, at
    current.save(update_fields=["answer", "done_by", "done_at"])
    facts = {"number": current.player.number, "name": current.player.noted_name, "text": current.text}
    record(event, actions.NOTE_DONE, by=by, at=at, **facts, reason=words)
    return current


@transaction.atomic
def announce(event: Event, text: str, *, by: User, at: datetime) -> Announcement:
    """Show an announcement on the big screen and on every phone."""
    event = lock_event(event)
    words = tidy(text)
    if not words:
        raise Refused("text-missing", _("Write what everybody should know."), "text")
    if len(words) > LONGEST_ANNOUNCEMENT:
        message = _("Keep it to %d characters: it is read from the back of the hall.") % LONGEST_ANNOUNCEMENT
        raise Refused("text-long", message, "text")
    if event.announcements.shown().count() >= MOST_UP:
        message = _("%d announcements are up already. Take one down first.") % MOST_UP
        raise Refused("too-many-up", message, "text")
    announcement = Announcement.objects.create(
        event=event, number=next_number(event.announcements), text=words, made_by=by, made_at=at
    )
    record(event, actions.ANNOUNCEMENT_MADE, by=by, at=at, number=announcement.number, text=words)
    return announcement


@transaction.atomic
def take_down(announcement: Announcement, *, by: User, at: datetime) -> Announcement:
    """Take an announcement down. Repeating it changes nothing, since two officials may press at once."""
    event = lock_event(announcement.event)
    current = event.announcements.get(pk=announcement.pk)
    if current.ended_at is None:
        current.ended_by, current.ended_at = by, at
        current.save(update_fields=["ended_by", "ended_at"])
        record(event, actions.ANNOUNCEMENT_ENDED, by=by, at=at, number=current.number, text=current.text)
    return current
