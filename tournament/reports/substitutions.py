"""Substitutions: who can be replaced and by whom, the effect of a change, and the changes so far; players who
leave, and corrections of seats that were played differently.

Reads only. Substitutes who sit out are listed first, since no other seat becomes empty.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from django.utils.translation import gettext as _

from scoring.seats import SEATS, Seat
from tournament.models import Event, Player, Seating, Substitution
from tournament.models.substitutions import first_chair, first_unplayed, table_reported
from tournament.reports.seating import SeatedPerson, SeatingChart, Stop, changed_places, player_paths, seating
from tournament.reports.standings import event_results, results_difference
from tournament.state.results import results
from tournament.words.names import number_beside
from tournament.words.sentences import titled, within

Status = Player.Status


@dataclass(frozen=True, slots=True)
class FreePlayer:
    """A player without a seat in a round; `sits_out` if they are present."""

    player: Player
    sits_out: bool

    @property
    def words(self) -> str:
        """“17 Wally Walk-in, sits out”"""
        what = _("sits out") if self.sits_out else within(self.player.get_status_display())
        words = {"number": self.player.number, "name": self.player.name, "what": what}
        return _("%(number)s %(name)s, %(what)s") % words


class SubstitutionLine(NamedTuple):
    """One change in words. `points` are what the substitute scored on that seat, None before a report."""

    change: Substitution
    sentence: str
    can_take_back: bool
    points: int | None


class TableChanges(NamedTuple):
    """The page of changes: `round` is the first not closed, None before publishing and after the last."""

    round: int | None
    chairs: Sequence[Seating]
    away: tuple[Player, ...]
    lines: tuple[SubstitutionLine, ...]


class Swap(NamedTuple):
    """One chair with somebody else on it, or nobody (None)."""

    round: int
    table: int
    seat: Seat
    was: SeatedPerson | None
    now: SeatedPerson | None


class SubstitutionEffect(NamedTuple):
    """What a change does to the seating: the chairs, and whoever else would have to move (nobody)."""

    swaps: tuple[Swap, ...]
    others: tuple[SeatedPerson, ...]


def table_changes(event: Event) -> TableChanges:
    """Read the page of changes, in a fixed number of queries."""
    number = current_round(event)
    missing = event.players.ordinary().exclude(status=Status.DISQUALIFIED).order_by("number")
    away = [player for player in missing if _is_away(player, number)]
    chairs = [] if number is None else _chairs(event, number)
    return TableChanges(number, chairs, tuple(away), _substitution_lines(event))


def _chairs(event: Event, number: int) -> list[Seating]:
    """Who sits where in one round, by table and seat."""
    seated = Seating.objects.filter(round__event=event, round__number=number, table__isnull=False)
    chairs = seated.select_related("player", "table")

    def place(chair: Seating) -> tuple[int, int]:
        return chair.table.number if chair.table else 0, SEATS.index(Seat(chair.seat))

    return sorted(chairs, key=place)


def current_round(event: Event) -> int | None:
    """The first round that is not closed."""
    return next(iter(open_rounds(event)), None)


def open_rounds(event: Event) -> tuple[int, ...]:
    """The rounds that are published and not closed."""
    return tuple(event.rounds.unclosed().numbers())


def substitutes_of(absent: Player) -> list[int]:
    """The numbers of those who have ever taken this player's chair."""
    return [change.substitute.number for change in absent.absences.listed() if change.substitute]


def free_players(event: Event, number: int, but: Player) -> tuple[FreePlayer, ...]:
    """The players without a seat in this round: those who sit out first, then the others by number."""
    sitting_out = set(
        Seating.objects.filter(round__event=event, round__number=number, table=None).values_list(
            "player", flat=True
        )
    )
    busy = Seating.objects.filter(round__event=event, round__number=number, table__isnull=False)
    others = event.players.ordinary().exclude(status=Status.DISQUALIFIED).exclude(pk=but.pk)
    free = others.exclude(pk__in=busy.values("player")).order_by("number")
    free_players = [FreePlayer(player, player.pk in sitting_out) for player in free]
    return tuple(sorted(free_players, key=lambda one: not one.sits_out))


def substitution_effect(before: SeatingChart, after: SeatingChart, *about: int) -> SubstitutionEffect:
    """The differences between two charts; `about` are the numbers of the players concerned."""
    was, now = _by_chair(before), _by_chair(after)
    swaps = [
        Swap(*at, was.get(at), now.get(at))
        for at in sorted(was.keys() | now.keys())
        if was.get(at) != now.get(at)
    ]
    others = [move.person for move in changed_places(before, after) if move.person.number not in about]
    return SubstitutionEffect(tuple(swaps), tuple(others))


def _by_chair(chart: SeatingChart) -> dict[tuple[int, int, Seat], SeatedPerson]:
    return {
        (round_.number, table.number, seat): person
        for round_ in chart.rounds
        for table in round_.tables
        for seat, person in table.seats.items()
    }


def _is_away(player: Player, number: int | None) -> bool:
    if number is None:
        return False
    if player.status == Status.LEFT:
        return True
    return any(missed >= number for missed in player.away)


def _substitution_lines(event: Event) -> tuple[SubstitutionLine, ...]:
    changes = list(event.substitutions.listed())
    points = _points(event, changes)
    return tuple(
        SubstitutionLine(
            change, substitution_sentence(change), _can_take_back(event, change), points.get(change.number)
        )
        for change in changes
    )


def _can_take_back(event: Event, change: Substitution) -> bool:
    return not event.is_finished and change.ended_from is None and first_unplayed(change) is not None


def substitution_sentence(change: Substitution) -> str:
    """“Rounds 3 to 5: 17 Sam Sub for 1 Ann Archer, for the seat”."""
    last = change.last_round
    words = {
        "first": change.from_round,
        "last": last,
        "number": number_beside(change.absent.number, change.absent.name),
        "name": change.absent.name,
        "other_number": number_beside(change.substitute.number, change.substitute.name)
        if change.substitute
        else "",
        "other_name": change.substitute.name if change.substitute else "",
    }
    if last < change.from_round:
        rounds = _("Cancelled before it was played")
    elif last == change.from_round:
        rounds = _("Round %(first)s") % words
    else:
        rounds = _("Rounds %(first)s to %(last)s") % words
    if change.substitute is None:
        change_words = _("the seat of %(number)s %(name)s stays empty")
    elif change.for_seat:
        change_words = _("%(other_number)s %(other_name)s for %(number)s %(name)s, plays for the seat")
    else:
        change_words = _("%(other_number)s %(other_name)s for %(number)s %(name)s, plays for themselves")
    said = " ".join((change_words % words).split())  # some numbers are said by the name
    return titled(rounds, said)


def _points(event: Event, changes: Sequence[Substitution]) -> dict[int, int]:
    """What substitutes "for the seat" scored on it, by the number of the change."""
    for_seat = [change for change in changes if change.for_seat and change.last_round >= change.from_round]
    if not for_seat:
        return {}
    points_by_change: dict[int, int] = {}
    order = tuple(Seat)
    for facts in results(event).rounds:
        for change in for_seat:
            if not change.from_round <= facts.number <= change.last_round:
                continue
            for table, score in facts.scores.items():
                for seat, player in facts.tables[table].items():
                    if player == change.substitute_id:
                        points_by_change[change.number] = (
                            points_by_change.get(change.number, 0) + score.points[order.index(seat)]
                        )
    return points_by_change


def last_round_played(player: Player) -> tuple[int, str]:
    """The last round that a player who leaves now has played (0 for none), and why in a sentence.

    If their table has not reported, somebody else can still play there: the player leaves before that round.
    """
    event = player.event
    current = event.current_round_number
    if current is None or not player.seatings.exists():
        return 0, ""
    seat = player.seatings.filter(round__number=current).select_related("table").first()
    if seat is None or seat.table is None:
        return current, ""
    facts = {"table": seat.table.number, "round": current}
    if first_chair(player) == current:
        words = _(
            "Table %(table)s hasn’t reported round %(round)s yet. If they leave before it, their seat is "
            "free: choose a substitute next, or leave it empty."
        )
        return current - 1, words % facts
    if table_reported(event, current, seat.table.number):
        return current, _(
            "Table %(table)s has reported round %(round)s with them, so it stays played."
        ) % facts
    return current, ""


def before_correction(event: Event) -> Callable[[], dict[str, Any]]:
    """Read the seating and the results before a correction. What is returned compares those then: each player
    with where the seating had them and where they really were, and whose points or places change."""
    chart, before = seating(event), event_results(event)

    def stops(of: SeatingChart) -> dict[SeatedPerson, dict[int, Stop]]:
        return {path.person: {stop.round: stop for stop in path.stops} for path in player_paths(of)}

    def effect() -> dict[str, Any]:
        after = seating(event)
        was, now = stops(chart), stops(after)
        moves = []
        for move in changed_places(chart, after):
            for number in move.rounds:
                nowhere = Stop(number, here=False)
                there = (of.get(move.person, {}).get(number, nowhere) for of in (was, now))
                moves.append((number, move.person.number, move.person, *there))
        moves.sort(key=lambda move: move[:2])
        differing = results_difference(before, event_results(event)).players
        return {"moves": [move[2:] for move in moves], "standings": differing}

    return effect
