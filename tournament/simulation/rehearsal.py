"""A rehearsal of an evening: a private copy that plays itself, round by round, with an accident in each.

The copy is an event (`Event.rehearsal_of`). Where it has come to is read from its rounds and sheets: nothing
else is stored, so whatever the director does in it by hand is done.
"""

import random
from contextlib import suppress
from datetime import datetime
from typing import Any, NamedTuple

from django.db import transaction
from django.utils.translation import gettext as _

from scoring.errors import ScoringError
from scoring.seats import SEATS, Side
from tournament.models import Event, Player, Round, Sheet, Table, User
from tournament.rotation.plan import RotationError
from tournament.services import rounds, seating
from tournament.services.common import lock_event, refuse
from tournament.services.errors import Refused
from tournament.services.events import delete_event
from tournament.services.finals import new_like
from tournament.services.next_round import Answers
from tournament.services.players import PlayerRow, import_players, set_status
from tournament.services.sheets import enter_totals, settle_tie
from tournament.simulation.tables import score_of_a_table
from tournament.state.attendance import event_progress, seating_mismatch
from tournament.state.next_round import NamedWinner, compute_next_round, next_round_unseated

FEWEST = 8  # players: two tables, of which one can go on when somebody leaves
LONGEST_NAME = 70  # of the evening, so that the copy's fits its column
IMPOSSIBLE = 999  # points of a side in a round: more than any rules allow
LEAVER, TIE, RENEGE, MISSING_SHEET, IMPOSSIBLE_TOTAL = "leaver", "tie", "renege", "missing", "impossible"
IN_TURN = (LEAVER, TIE, RENEGE, MISSING_SHEET, IMPOSSIBLE_TOTAL)  # in rounds 1 to 5
ASKED = "?code=renege&offender=W&alone=-"  # the ruling that is due
GONE = (Player.Status.LEFT, Player.Status.DISQUALIFIED)


class Accident(NamedTuple):
    """What happens in a round and what to do about it, in words, and on which page: `args` follow the slug in
    its address, `tail` the address."""

    key: str
    title: str
    what: str
    page: str
    args: tuple[int, ...] = ()
    tail: str = ""
    settled: bool = False


def rehearsal_of(event: Event) -> Event | None:
    """The rehearsal of this evening that is open, or the event itself if it is one."""
    return event if event.is_rehearsal else Event.objects.filter(rehearsal_of=event).first()


def why_not_rehearse(event: Event) -> Refused | None:
    """Why no rehearsal can be started, or None."""
    if rehearsal_of(event) is not None:
        return Refused("rehearsing", _("A rehearsal of this evening is open already."))
    if event.is_finished or not event_progress(event).nothing_reported:
        return Refused("has-scores", _("The evening has begun: a rehearsal comes before the first score."))
    return None


def start(event: Event, *, by: User, at: datetime) -> Event:
    """Copy the evening with its players and requests, seat them, and open round 1; `event` stays as it is.

    If there are fewer than eight players, numbers fill up the tables. Raises `Refused`, also if nobody can be
    seated.
    """
    new = _copied(event, by, at)
    try:
        _seat(new, by, at)
    except Refused:
        delete_event(new, at=at)
        raise
    return Event.objects.get(pk=new.pk)


def play_open_round(event: Event, *, by: User, at: datetime) -> None:
    """Play the open round of a rehearsal, with its accident. If it is played, settle what is open, close it,
    and play the next one."""
    round_ = event.open_round
    if round_ is None and not event.has_seating:
        _seat(event, by, at)
        round_ = event.open_round
    elif round_ is not None and is_played(round_):
        round_ = _gone_on(round_, by, at)
    if round_ is not None:
        _play(round_, by, at)


def end(event: Event, *, at: datetime) -> None:
    """Delete the rehearsal, whole and without a backup."""
    delete_event(event, at=at)


def is_played(round_: Round) -> bool:
    """Whether any table of the round has handed in its sheet."""
    return Sheet.objects.counting().filter(table__round=round_).exists()


def accident_in(round_: Round) -> Accident | None:
    """The accident of a round that was played, with whether it is settled; None for the later rounds."""
    if round_.number > len(IN_TURN):
        return None
    key, table = IN_TURN[round_.number - 1], _table_of(round_)
    sheet = Sheet.objects.counting_at(table)
    facts = {"table": table.number, "points": IMPOSSIBLE}
    at_table, row = (round_.number, table.number), f"#t{table.number}"
    if key == LEAVER:
        player = _leaver(round_)
        words = _(
            "%(name)s (number %(number)s) has to go home after this round. Mark who goes home; the site then "
            "shows how the others can be seated."
        ) % {"name": player.name, "number": player.number}
        gone = player.status in GONE
        return Accident(key, _("Somebody goes home"), words, "departures:index", settled=gone)
    if key == TIE:
        words = _(
            "Table %(table)d hands in a tie. Ask the four who had these points first, and say so on the "
            "table’s page; if nobody knows, say that."
        )
        settled = sheet is None or not _is_open_tie(sheet)
        return Accident(key, _("A tie"), words % facts, "sheets:tie", at_table, settled=settled)
    if key == RENEGE and round_.event.has["rulings"]:
        words = _(
            "West at table %(table)d did not follow suit, and it was noticed. Make the ruling: you see what "
            "the rule says, and what it does to the points, before it counts."
        )
        ruled = table.rulings.in_force().exists()
        return Accident(key, _("A renege"), words % facts, "rulings:make", at_table, ASKED, settled=ruled)
    title, settled = _("A sheet is missing"), sheet is not None
    words = _(
        "Table %(table)d has not handed in its sheet. See which table is missing, fetch the sheet, and type "
        "it: any score will do here."
    )
    if key == RENEGE:
        title, settled = _("A renege"), sheet is not None and sheet.revision > 1
        words = _(
            "West at table %(table)d did not follow suit, and it was noticed. Decide what it costs, and "
            "correct the table’s totals."
        )
    elif key == IMPOSSIBLE_TOTAL:
        title = _("A total that cannot be")
        words = _(
            "The sheet of table %(table)d says %(points)d points. Type that: the site says that it cannot "
            "be. Then ask the table, and type what they agree on."
        )
    return Accident(key, title, words % facts, "sheets:enter_totals", (round_.number,), row, settled)


@transaction.atomic
def _copied(event: Event, by: User, at: datetime) -> Event:
    """The copy with its officials, and its players, who are all here."""
    event = lock_event(event)
    refuse(why_not_rehearse(event))
    coming = list(event.players.ordinary().in_order().exclude(status__in=GONE))
    like = Event.objects.get(pk=event.pk)  # never saved: its values are those of the copy
    like.is_public = like.self_check_in = False
    like.scores_from = Event.ScoresFrom.DESK
    like.bye_decided = True
    like.round_count = max(like.round_count, len(IN_TURN))
    name = _("Rehearsal: %(name)s") % {"name": event.name[:LONGEST_NAME]}
    new, _players, _left_out = new_like(
        like, coming, name=name, date=event.date, keep_numbers=True, by=by, at=at
    )
    if len(coming) < FEWEST:
        import_players(new, [PlayerRow("")] * (FEWEST - len(coming)), by=by, at=at)
    new.players.update(status=Player.Status.HERE)
    for member in event.memberships.exclude(user=by):
        new.memberships.create(user=member.user, role=member.role)
    Event.objects.filter(pk=new.pk).update(rehearsal_of=event)
    return Event.objects.get(pk=new.pk)


def _seat(event: Event, by: User, at: datetime) -> None:
    """Draw and publish a seating, by the chart if the movement cannot seat so many."""
    try:
        draft = seating.draft_plan(event, by=by, at=at)
    except (Refused, RotationError):
        try:
            draft = seating.draft_plan(event, by=by, at=at, movement="chart")
        except RotationError as why:
            raise Refused("not-seated", str(why)) from why
    seating.publish(draft, by=by, at=at)


def _play(round_: Round, by: User, at: datetime) -> None:
    """Let every table without a sheet hand one in, except the one that the accident is about."""
    accident = IN_TURN[round_.number - 1] if round_.number <= len(IN_TURN) else ""
    about = _table_of(round_)
    for table in round_.tables.order_by("number"):
        if table.pk != about.pk or accident not in (TIE, MISSING_SHEET, IMPOSSIBLE_TOTAL):
            _hand_in(table, by, at)
        elif accident == TIE:
            _hand_in_a_tie(table, by, at)


def _gone_on(round_: Round, by: User, at: datetime) -> Round | None:
    """Settle what is open, close the round, and seat those who are left; the round that is open then."""
    accident = accident_in(round_)
    if accident is not None and not accident.settled:
        _settle(accident, round_, by, at)
    for table in round_.tables.all():
        _hand_in(table, by, at)
    winners = {}
    if next_round_unseated(Round.objects.get(pk=round_.pk)):
        questions = compute_next_round(round_.event, round_).questions
        winners = {asked.table: NamedWinner(Side.NS, reached_first=True) for asked in questions}
    rounds.close_round(round_, despite_missing=True, answers=Answers(winners), by=by, at=at)
    event = Event.objects.get(pk=round_.event_id)
    if event.open_round is not None and seating_mismatch(event) is not None:
        with suppress(Refused, RotationError):  # what nobody can seat is played as it is
            seating.publish(seating.replan(event, by=by, at=at), by=by, at=at)
    return event.open_round


def _settle(accident: Accident, round_: Round, by: User, at: datetime) -> None:
    """Do what the director has not done about it; a renege without a ruling stays without one."""
    if accident.key == LEAVER:
        set_status(_leaver(round_), Player.Status.LEFT, to_round=round_.number, by=by, at=at)
    elif accident.key == TIE:
        table = _table_of(round_)
        sheet = Sheet.objects.counting_at(table)
        expected = sheet.revision if sheet else 0
        settle_tie(table, reached_first=Side.NS, expected=expected, by=by, at=at)


def _hand_in(table: Table, by: User, at: datetime) -> None:
    """Enter totals for a table without a sheet: the same each time."""
    if Sheet.objects.counting_at(table) is not None:
        return
    event = table.round.event
    rng = random.Random(f"{event.seed}/{table.round.number}/{table.number}")
    score = score_of_a_table(rng, event.ruleset)
    loners = {seat: score.loners[seat] for seat in SEATS}
    first = score.winner if score.tied else None
    _enter(table, by, at, totals=score.totals, loners=loners, reached_first=first, nobody_can_say=not first)


def _hand_in_a_tie(table: Table, by: User, at: datetime) -> None:
    """Enter a tie that is open, or usual totals if the rules of the evening know none."""
    rules = table.round.event.ruleset
    points = (rules.sum or 14) // 2
    try:
        _enter(table, by, at, totals=dict.fromkeys(Side, points), loners={})
    except (Refused, ScoringError):
        _hand_in(table, by, at)


def _enter(table: Table, by: User, at: datetime, **said: Any) -> None:
    enter_totals(table, expected=0, confirmed=True, by=by, at=at, **said)


def _table_of(round_: Round) -> Table:
    """The table that the accident of this round is about: each round another, as long as there are more."""
    tables = list(round_.tables.order_by("number").select_related("round__event"))
    return tables[(round_.number - 1) % len(tables)]


def _leaver(round_: Round) -> Player:
    """Who has gone home or, as long as nobody has, who has to: the first at the table."""
    players = round_.event.players
    gone = players.filter(status__in=GONE).first()
    seated = players.filter(seatings__round=round_, seatings__table=_table_of(round_)).order_by("number")
    return gone or seated.select_related("event")[0]


def _is_open_tie(sheet: Sheet) -> bool:
    return sheet.ns == sheet.ew and not sheet.reached_first and not sheet.nobody_can_say
