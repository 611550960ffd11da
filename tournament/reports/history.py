"""Who changed what and when, as sentences. An entry stores an action and its facts; the words are here.

Each sentence goes on from the official's name: "Dora Director *added Ann Archer as number 3*". A fact
`reason` is shown by itself beneath the sentence, so no sentence needs to repeat it.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import QuerySet
from django.utils.translation import gettext as _t
from django.utils.translation import gettext_lazy as _

from scoring.seats import Side
from tournament.models import AuditEntry, Event, User
from tournament.models.seating import SIDE_NAMES

# What an action is about, by the part of its name before the dot.
KINDS: Mapping[str, Any] = {
    "event": _("Event and settings"),
    "player": _("Players"),
    "seating": _("Seating"),
    "round": _("Rounds"),
    "change": _("Changes at the tables"),
    "sheet": _("Sheets"),
    "report": _("Reports from tables"),
    "table": _("Table links"),
    "card": _("Tally cards"),
    "ruling": _("Rulings"),
    "adjustment": _("Adjustments"),
    "note": _("Notes"),
    "prize": _("Prizes"),
    "announcement": _("Announcements"),
    "signup": _("Sign-up"),
    "official": _("Officials"),
}

SENTENCES: Mapping[str, Any] = {
    # event
    "event.created": _("created the event “%(name)s”"),
    "event.imported": _("imported the event “%(name)s” from its archive"),
    "event.put_back": _("put the whole site back to the backup of %(moment)s"),
    "event.changed": _("changed the settings: %(changes)s"),
    "event.finished": _("finished the event"),
    "event.finished_incomplete": _("finished the event while sheets were missing: %(missing)s"),
    "event.reopened": _("reopened the event"),
    # players
    "player.imported": _("imported %(count)s players: %(names)s"),
    "player.added": _("added %(name)s as number %(number)s"),
    "player.edited": _("changed number %(number)s, %(name)s: %(changes)s"),
    "player.numbers_swapped": _(
        "gave number %(number)s to %(name)s and number %(other_number)s to %(other_name)s"
    ),
    "player.checked_in": _("checked in number %(number)s, %(name)s"),
    "player.check_in_undone": _("took back the check-in of number %(number)s, %(name)s"),
    "player.status_set": _("marked number %(number)s, %(name)s, as %(status)s"),
    "player.late": _("marked number %(number)s, %(name)s, as late, playing from round %(from_round)s"),
    "player.left": _("marked number %(number)s, %(name)s, as left after round %(to_round)s"),
    "player.left_at_once": _("marked number %(number)s, %(name)s, as gone without playing"),
    "player.put_back": _("marked number %(number)s, %(name)s, as %(status)s again"),
    "player.disqualified": _("disqualified number %(number)s, %(name)s"),
    "player.removed": _("removed number %(number)s, %(name)s"),
    # seating
    "seating.published": _(
        "published the seating: %(players)s players, %(rounds)s rounds, %(movement)s, draw %(seed)s"
    ),
    "seating.first_published": _(
        "published the seating of round 1: %(players)s players, %(movement)s, draw %(seed)s"
    ),
    "seating.replanned": _(
        "published new seating from round %(from_round)s on: %(players)s players, %(movement)s, draw %(seed)s"
    ),
    "seating.next": _("seated round %(number)s from the results of round %(after)s: %(tables)s tables"),
    "seating.next_again": _("seated round %(number)s anew from the results of round %(after)s"),
    "seating.restored": _("restored the former seating from round %(from_round)s on"),
    "seating.withdrawn": _("withdrew the published seating of %(rounds)s rounds"),
    "seating.wish_added": _("wished for the seating: %(wish)s"),
    "seating.wish_removed": _("took back the wish: %(wish)s"),
    "seating.tables_set": _("changed the table numbers from %(was)s to %(tables)s"),
    # rounds
    "round.closed": _("closed round %(number)s"),
    "round.closed_incomplete": _("closed round %(number)s while sheets were missing: table %(missing)s"),
    "round.closed_unsettled": _(
        "closed round %(number)s. Not reported: %(missing)s; disputed: %(disputed)s; "
        "not answered: %(waiting)s; not confirmed: %(unconfirmed)s; tie open: %(tied)s; "
        "ruled with another dealer: %(dealer)s"
    ),
    "round.reopened": _("reopened round %(number)s"),
    "round.reopened_unseated": _("reopened round %(number)s and took back the seating of round %(unseated)s"),
    "round.unlocked": _("unlocked round %(number)s for a correction"),
    "round.clock_started": _("started the clock of round %(number)s: %(minutes)s minutes"),
    "round.clock_paused": _("halted the clock of round %(number)s"),
    "round.clock_resumed": _("let the clock of round %(number)s run again"),
    "round.clock_extended": _("gave round %(number)s a minute more"),
    "round.clock_stopped": _("stopped the clock of round %(number)s"),
    # changes at the tables
    "change.for_himself": _(
        "seated number %(other_number)s, %(other_name)s, for number %(number)s, %(name)s, "
        "from round %(from_round)s until the end of round %(to_round)s, to play for himself"
    ),
    "change.for_seat": _(
        "seated number %(other_number)s, %(other_name)s, for number %(number)s, %(name)s, "
        "from round %(from_round)s until the end of round %(to_round)s, to play for the seat"
    ),
    "change.empty": _(
        "left the chair of number %(number)s, %(name)s, empty "
        "from round %(from_round)s until the end of round %(to_round)s"
    ),
    "change.back": _("marked number %(number)s, %(name)s, as back from round %(from_round)s on"),
    "change.undone": _("gave number %(number)s, %(name)s, the chair back from round %(from_round)s on"),
    # sheets
    "sheet.entered": _("entered table %(table)s of round %(round)s: %(now)s"),
    "sheet.corrected": _("changed table %(table)s of round %(round)s from %(was)s to %(now)s"),
    "sheet.restored": _("restored version %(version)s of table %(table)s, round %(round)s: %(now)s"),
    "sheet.recounted": _("counted table %(table)s of round %(round)s anew: from %(was)s to %(now)s"),
    "sheet.taken_back": _("took back the sheet of table %(table)s, round %(round)s, which said %(was)s"),
    "sheet.confirmed": _("confirmed table %(table)s of round %(round)s: %(now)s"),
    "sheet.unconfirmed": _("let table %(table)s of round %(round)s wait to be confirmed again: %(now)s"),
    "sheet.not_played": _("recorded table %(table)s of round %(round)s as not played"),
    "sheet.awaited_again": _("took back that table %(table)s of round %(round)s was not played"),
    "sheet.set_aside": _("set aside the sheet of table %(table)s, round %(round)s: it lacks a deal now"),
    # scores from the tables: a side of a table speaks, or an official about what it said
    "report.made": _("reported round %(round)s: %(now)s"),
    "report.accepted": _("accepted what the other side reported for round %(round)s: %(now)s"),
    "report.one_phone": _(
        "accepted round %(round)s on the phone that reported it: %(now)s. It doesn’t count until an official "
        "confirms it"
    ),
    "report.disputed": _("disputed what the other side reported for round %(round)s: %(now)s"),
    "report.withdrawn": _("took back the report of round %(round)s: %(now)s"),
    "report.taken": _("took the report of table %(table)s for round %(round)s: %(now)s"),
    "report.cleared": _("cleared what table %(table)s reported for round %(round)s: %(was)s"),
    "report.approved": _("let the unlikely score of table %(table)s, round %(round)s, stand: %(now)s"),
    "table.renewed": _("gave table %(table)s a new link and PIN"),
    "table.revoked": _("closed the link of table %(table)s"),
    "card.entered": _("typed the tally card of number %(number)s, %(name)s: %(changes)s"),
    # rulings and adjustments
    "ruling.made": _(
        "made ruling %(number)s in round %(round)s, table %(table)s: %(offence)s, %(name)s; %(award)s"
    ),
    "ruling.amended": _("amended ruling %(old)s to ruling %(number)s: %(offence)s, %(name)s; %(award)s"),
    "ruling.revoked": _("revoked ruling %(number)s: %(offence)s, %(name)s"),
    "adjustment.made": _("changed the points of number %(number)s, %(name)s, by %(points)s"),
    "adjustment.revoked": _("revoked the %(points)s points of number %(number)s, %(name)s"),
    # the hall
    "note.done": _("dealt with the note of number %(number)s, %(name)s: “%(text)s”"),
    "prize.set": _("set the prizes"),
    "prize.door": _("drew a door prize among %(of)s players: number %(number)s, %(name)s (draw %(seed)s)"),
    "prize.fifty": _("drew ticket %(ticket)s of %(first)s to %(last)s (draw %(seed)s)"),
    "announcement.made": _("announced “%(text)s”"),
    "announcement.ended": _("took down “%(text)s”"),
    "signup.set": _("set the sign-up: open %(open)s, places %(places)s"),
    "signup.made": _("took the sign-up of %(name)s"),
    "signup.declined": _("declined the sign-up of %(name)s"),
    "signup.withdrawn": _("heard that %(name)s withdraws"),
    # officials
    "official.invited": _("invited %(name)s as %(role)s"),
    "official.uninvited": _("took back an invitation as %(role)s"),
    "official.joined": _("joined as %(role)s"),
    "official.changed": _("changed the role of %(name)s from %(was)s to %(now)s"),
    "official.removed": _("removed %(name)s, who was %(role)s"),
}


@dataclass(frozen=True, slots=True)
class AuditLine:
    """One entry as it is read: `by` is empty where a machine or a removed account did it."""

    at: datetime
    by: str
    kind: str
    sentence: str
    reason: str


class _Words(dict[str, Any]):
    """An entry's facts as words for a sentence; a missing fact becomes a dash."""

    def __missing__(self, key: str) -> str:
        return "–"

    def __getitem__(self, key: str) -> str:
        return _words(super().__getitem__(key))


def _words(fact: Any) -> str:
    """One fact as text. A change is `{"what", "was", "now"}`; a list reads as its members in a row."""
    if isinstance(fact, Mapping) and {"what", "was", "now"} <= set(fact):
        return _t("%(what)s from %(was)s to %(now)s") % {
            key: _words(fact[key]) for key in ("what", "was", "now")
        }
    if isinstance(fact, Sequence) and not isinstance(fact, str):
        return ", ".join(_words(member) for member in fact)
    if isinstance(fact, bool):
        return _t("yes") if fact else _t("no")
    if fact is None or fact == "":
        return _t("nothing")
    if isinstance(fact, int) and fact < 0:
        return f"−{-fact}"
    return str(fact)


def sentence_of(action: str, facts: Mapping[str, Any]) -> str:
    """What was done, in words. An action without a sentence is named as stored: the trail hides nothing."""
    words = SENTENCES.get(action)
    return str(words) % _Words(facts) if words else action


def line_of(entry: AuditEntry) -> AuditLine:
    """One entry with its official loaded, in words."""
    return AuditLine(
        at=entry.at,
        by=str(entry.by) if entry.by else _table(entry.facts),
        kind=str(KINDS.get(entry.action.partition(".")[0], "")),
        sentence=sentence_of(entry.action, entry.facts),
        reason=str(entry.facts.get("reason") or ""),
    )


def _table(facts: Mapping[str, Any]) -> str:
    """Who acted without an account: one side of a table or both; empty if unknown."""
    if facts.get("agreed"):
        return _t("Table %(table)s, both sides") % _Words(facts)
    if facts.get("side") in SIDE_NAMES and "table" in facts:
        words = _Words({**facts, "side": SIDE_NAMES[Side(facts["side"])]})
        return _t("Table %(table)s, %(side)s (%(number)s %(name)s)") % words
    return ""


def entries(event: Event) -> QuerySet[AuditEntry]:
    """The event's entries, newest first, with who made them."""
    return event.audit_entries.select_related("by").order_by("-pk")


def officials(event: Event) -> QuerySet[User]:
    """Who has done something at this event, by name."""
    return User.objects.filter(pk__in=event.audit_entries.values("by")).order_by("name", "username")
