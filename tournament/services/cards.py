"""Enter tally cards at the desk, and make a table's sheet from what its cards agree on.

Where the hall seats itself the cards are the results. Elsewhere a card never changes a sheet by itself.
Entering the same card again writes nothing.
"""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, NamedTuple

from django.db import transaction
from django.db.models import Max, QuerySet
from django.utils.translation import gettext as _

from scoring.bounds import team_points_of
from scoring.errors import BadSheet
from scoring.seats import Seat, Side
from tournament.models import CardLine, CardPrint, Event, Player, Round, Seating, Sheet, Table, User
from tournament.models.cards import AgreedTotals, Noted, agreed_result
from tournament.registry import actions
from tournament.services import sheets
from tournament.services.common import lock_event, record
from tournament.services.errors import Refused
from tournament.words.figures import figure

MOST_POINTS = 999  # of a line
MOST_LONERS = 99


class LinesRefused(Refused):
    """Some lines were refused, so nothing was written; `lines` has the reason by round number.

    `typed` are the points of a card that is typed already, and would have been typed over.
    """

    def __init__(self, lines: Mapping[int, Refused], typed: int | None = None) -> None:
        words = _("Nothing is saved yet. Look at what is marked.")
        if typed is not None:
            words = _("This card is typed: %s points. Save again to put these figures in their place.")
            words %= figure(typed)
        super().__init__("lines", words)
        self.lines, self.typed = lines, typed


class TypedRound(NamedTuple):
    """The new content of a round's line (None: empty), and the revision it replaces (0: none)."""

    noted: Noted | None
    expected: int = 0


@transaction.atomic
def enter_card(
    player: Player, lines: Mapping[int, TypedRound], *, by: User | None, at: datetime
) -> Mapping[int, Noted | None]:
    """Save a player's card, `lines` by round number, all or none; return what changed.

    Raises `LinesRefused` with a reason for each line that is impossible, that has no table, or that somebody
    else changed meanwhile. Where the hall seats itself a line that cannot be is kept, for
    `reports.hall_cards` to name.
    """
    finished = _("The event is finished. Reopen it before changing a card.")
    event = lock_event(player.event, unfinished=finished)
    if event.seats_itself and any(line.noted for line in lines.values()):
        lay_out_rounds(event)
    current = {line.round.number: line for line in _counting(player)}
    changed = {n: line for n, line in lines.items() if _noted_on(current.get(n)) != line.noted}
    rounds = {round_.number: round_ for round_ in event.rounds.filter(number__in=changed)}
    refused = {}
    for number, line in changed.items():
        try:
            _check(event, player, rounds.get(number), line, current.get(number))
        except Refused as problem:
            refused[number] = problem
    if refused:
        over = any(refused[n].code == "stale" and not lines[n].expected for n in refused)
        points = sum(line.noted.points for line in current.values())
        raise LinesRefused(refused, points if over else None)
    for number, line in changed.items():
        _write(player, rounds[number], line.noted, by=by, at=at)
    if changed:
        changes = [
            {"what": n, "was": _fact(_noted_on(current.get(n))), "now": _fact(line.noted)}
            for n, line in sorted(changed.items())
        ]
        record(
            event,
            actions.CARD_ENTERED,
            by=by,
            at=at,
            number=player.number,
            name=player.noted_name,
            changes=changes,
        )
    return {number: line.noted for number, line in changed.items()}


@transaction.atomic
def take_agreed_sheet(
    table: Table,
    *,
    by: User | None,
    at: datetime,
    seen: str,
    reached_first: Side | None = None,
    nobody_can_say: bool = False,
    confirmed: bool = False,
    reason: str = "",
) -> Sheet:
    """Enter what the cards of a table agree on as its sheet.

    `seen` is what the page showed (`AgreedTotals.in_short`); cards that changed since are refused.
    Cards are as rulings make them. Raises `Refused` and what `services.sheets.enter_totals` raises; a
    table that has a sheet keeps it (`Stale`).
    """
    event = lock_event(table.round.event)
    sheet = agreed_at(event, table)
    if sheet is None or sheet.in_short != seen:
        raise Refused("cards-differ", _("This table’s cards have changed. Check them again."))
    rulings = table.rulings.in_force().values_list("number", flat=True)
    return sheets.enter_totals(
        table,
        by=by,
        at=at,
        totals=sheet.totals,
        loners=sheet.loners,
        reached_first=reached_first,
        nobody_can_say=nobody_can_say,
        included=dict.fromkeys(rulings, True),
        expected=0,
        confirmed=confirmed,
        reason=reason,
        source=Sheet.Source.CARDS,
    )


def agreed_at(event: Event, table: Table) -> AgreedTotals | None:
    """What all the cards of the table agree on, or None."""
    seated = dict(Seating.objects.filter(table=table).values_list("player_id", "seat"))
    lines = CardLine.objects.counting().filter(round=table.round_id, player__in=seated)
    noted = {Seat(seated[line.player_id]): line.noted for line in lines}
    return agreed_result(event.ruleset, [Seat(seat) for seat in seated.values()], noted)


def _counting(player: Player) -> QuerySet[CardLine]:
    return player.card_lines.counting().select_related("round", "entered_by")


def _noted_on(line: CardLine | None) -> Noted | None:
    return line.noted if line else None


def _check(
    event: Event, player: Player, round_: Round | None, line: TypedRound, current: CardLine | None
) -> None:
    """Refuse a line that this player's card cannot have."""
    field = "points"
    if round_ is None or round_.status == Round.Status.PLANNED:
        raise Refused("round-not-open", _("This round has not begun."), field)
    if event.seats_itself:
        if line.noted and (abs(line.noted.points) > MOST_POINTS or line.noted.loners > MOST_LONERS):
            raise Refused("too-many", _("That is more than any round brings."), field)
        _check_current(line, current, field)
        return
    if line.noted and not Seating.objects.filter(round=round_, player=player, table__isnull=False).exists():
        raise Refused("not-seated", _("In this round this player sits at no table."), field)
    if line.noted:
        try:
            team_points_of(event.ruleset, line.noted.points, line.noted.loners)
        except BadSheet as problem:
            raise Refused(problem.code, problem.message, problem.field) from None
    _check_current(line, current, field)


def _check_current(line: TypedRound, current: CardLine | None, field: str) -> None:
    """Refuse to replace a line that somebody else changed meanwhile."""
    if line.expected != (current.revision if current else 0):
        words = {
            "who": (current and current.entered_by) or _("Another official"),
            "was": before.in_words if (before := _noted_on(current)) else _("nothing"),
        }
        message = _("%(who)s typed %(was)s here.")
        if line.expected:
            message = _("%(who)s changed this line meanwhile; it says %(was)s. Save again to put yours.")
        raise Refused("stale", message % words, field)


def _write(player: Player, round_: Round, noted: Noted | None, *, by: User | None, at: datetime) -> None:
    lines = player.card_lines.filter(round=round_)
    lines.counting().update(counting=False)
    if noted is None:
        return
    last = lines.aggregate(last=Max("revision"))["last"] or 0
    CardLine.objects.create(
        player=player,
        round=round_,
        revision=last + 1,
        points=noted.points,
        loners=noted.loners,
        won=noted.won,
        sat_out=noted.sat_out,
        entered_by=by,
        entered_at=at,
    )


def _fact(noted: Noted | None) -> dict[str, Any] | None:
    """A line as stored in the history."""
    if noted is None:
        return None
    marks = {} if noted.won is None else {"won": noted.won}
    return (
        {"points": noted.points, "loners": noted.loners}
        | marks
        | ({"sat_out": True} if noted.sat_out else {})
    )


def lay_out_rounds(event: Event) -> None:
    """Give a locked event whose hall seats itself its rounds: all are over, as cards come at the end."""
    have = set(event.rounds.values_list("number", flat=True))
    Round.objects.bulk_create(
        Round(event=event, number=number, status=Round.Status.CLOSED)
        for number in range(1, event.round_count + 1)
        if number not in have
    )
    event.rounds.filter(number__gt=event.round_count).delete()
    if event.status == Event.Status.SETUP:
        event.status = Event.Status.PLAYING
        event.save(update_fields=["status"])


def last_round_typed(event: Event) -> int:
    """The last round of which a card has a line; 0 for none."""
    lines = CardLine.objects.counting().filter(round__event=event)
    return lines.aggregate(last=Max("round__number"))["last"] or 0


@transaction.atomic
def note_printed(
    event: Event, uid: str, cards: Mapping[str, Any], papers: Sequence[str] = (), *, by: User, at: datetime
) -> None:
    """Note what printed cards say, by number, and the kinds of a kit's papers; `uid` is that of
    the event as it was shown."""
    locked = lock_event(event)
    if not (cards or papers) or uid != locked.uid:
        raise Refused("page-old", _("This page is too old to know which cards were printed. Open it again."))
    if cards:
        CardPrint.objects.create(event=locked, event_uid=uid, cards=dict(cards), by=by, at=at)
        record(locked, actions.CARD_PRINTED, by=by, at=at, count=len(cards))
    if papers:
        record(locked, actions.CARD_KIT_PRINTED, by=by, at=at, count=len(papers), papers=list(papers))
