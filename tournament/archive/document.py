"""An event as the values of an archive: every fact that counts, and every result as stored or shown.

Left out are who did what, of which only the head is kept, and what no longer counts; `left_out` names what
a director might miss.
"""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _

from scoring.seats import SEATS
from tournament import actions
from tournament.archive import sheets
from tournament.archive.schema import (
    CARRIED,
    DEALS,
    FORMAT,
    NOTHING,
    PLAYING,
    UNSAID_LANGUAGE,
    VERSION,
    WISH_KINDS,
    in_version,
    version_needed,
)
from tournament.models import Adjustment, Event, Player, Round, Ruling, Sheet, Table
from tournament.models.seating import prefetched_chairs
from tournament.reports.standings import StandingsRow, standings
from tournament.rotation.movements import MOVEMENTS
from tournament.services.adjustments import shortened_reason
from tournament.services.common import lock_event
from tournament.state.attendance import GOING
from tournament.state.results import card_rounds
from tournament.state.sheet_scores import TableResult, merge_rulings, score_of

Values = dict[str, Any]


def document(event: Event) -> Values:
    """The archive of an event, with members in the order they are written."""
    adjustments = event.adjustments.in_force().select_related("player", "ruling").order_by("number")
    rounds = _rounds(event)
    against = sheets.points_against(rounds)
    written = {
        "format": FORMAT,
        "version": VERSION,
        "event": _event(event),
        "players": [_player(player) for player in event.players.order_by("number")],
        "rounds": rounds,
        **({"cards": _cards(event)} if event.seats_itself else {}),
        "adjustments": [
            {"player": made.player.number, "points": made.points, "reason": _reason(made)}
            for made in adjustments
        ],
        "standings": [
            standings_line(row, against.get(row.number, 0))
            for row in standings(event, with_no_shows=True).rows
        ],
        "history": _history(event),
    }
    return in_version(written, version_needed(written))


def _history(event: Event) -> Values | None:
    """How many entries the history has; an imported event’s goes on from its file’s."""
    entries = event.audit_entries.count()
    brought = event.audit_entries.filter(action=actions.EVENT_IMPORTED.code).first()
    if brought is not None:
        file = brought.facts.get("history")
        entries += (file["entries"] if file else 0) - (brought == event.audit_entries.first())
    return {"entries": entries} if entries else None


def _reason(adjustment: Adjustment) -> str:
    """Why points were given or taken, in the words of the format, whatever the reader's language."""
    if adjustment.carried:
        return shortened_reason(f"Carried from “{adjustment.reason}”")
    ruling = adjustment.ruling
    return (
        adjustment.reason if ruling is None else shortened_reason(f"Ruling {ruling.number}: {ruling.reason}")
    )


@transaction.atomic
def snapshot(event: Event) -> Values:
    """A consistent archive of an event: nobody can save anything while it is read."""
    return document(lock_event(event))


def standings_line(row: StandingsRow, points_against: int) -> Values:
    """One line of the standings."""
    return {
        "place": row.place,
        "player": row.number,
        "points": row.points,
        "rounds_won": row.rounds_won,
        "loners": row.loners,
        "best_round": row.best_round,
        "points_against": points_against,
        "rounds_played": row.rounds_played,
        "decided_by": row.decided_by,
    }


def left_out(event: Event) -> list[str]:
    """What counts at this event but is not part of its archive, in sentences."""
    rulings = _rulings(event)
    omissions = []
    ruled = Ruling.objects.in_force().filter(event=event).values("table")
    for table in _tables(event).filter(~Q(not_played="", disputed="") | Q(pk__in=ruled)):
        if table.not_played:
            message = _("Table %(table)d of round %(round)d was not played: %(why)s")
            facts = {"round": table.round.number, "table": table.number, "why": table.not_played}
            omissions.append(message % facts)
        if table.disputed:
            message = _("The paper sheet of table %(table)d, round %(round)d, is disputed: %(why)s")
            facts = {"round": table.round.number, "table": table.number, "why": table.disputed}
            omissions.append(message % facts)
        if not rulings[table.pk]:
            continue
        sheet = _counting(table)
        facts = {"round": table.round.number, "table": table.number}
        placed = _dealt(event, table, sheet, rulings[table.pk]) if sheet and sheet.entry == DEALS else None
        for row in rulings[table.pk]:
            if sheet is None:
                message = _("Ruling %(number)d: table %(table)d of round %(round)d has not reported.")
            elif placed is not None and (row.slot, row.attempt) not in placed:
                message = _("Ruling %(number)d: table %(table)d of round %(round)d had no such deal.")
            else:
                continue
            omissions.append(message % (facts | {"number": row.number}))
    return omissions


def _event(event: Event) -> Values:
    return {
        "name": event.name,
        "slug": event.slug,
        "date": event.date.isoformat(),
        "venue": event.venue,
        **({"language": event.language} if event.language != UNSAID_LANGUAGE else {}),
        "rounds": event.round_count,
        "movement": event.movement,
        **({"pattern": event.standings_pattern} if MOVEMENTS[event.movement].needs_standings else {}),
        "seed": event.seed,
        "rules": event.ruleset.to_dict(),
        "bye_points": {"mode": event.bye_mode, "points": event.bye_points},
        "order": list(event.order),
        "ranked_from": event.ranked_from,
        "wishes": _wishes(event),
        **({"mixed": {"what": event.mixed, "group": event.mixed_group}} if event.mixed else {}),
        **({"teams": {"seated": event.teams, "floaters": event.floating_teams}} if event.teams else {}),
        **({"house": house} if (house := list(event.players.helpers().names())) else {}),
        "stage_of": _stage_of(event),
    }


def _stage_of(event: Event) -> Values | None:
    """The event whose best play here, and whether their points are among the adjustments."""
    if not event.stage_of:
        return None
    return {"event": event.stage_of, "carry": CARRIED if event.stage_carries else NOTHING}


def _wishes(event: Event) -> list[Values]:
    """What is wished of the seating, by kind, then players."""
    words = {kind: word for word, kind in WISH_KINDS.items()}
    wishes = event.wishes.select_related("player", "other")
    members = [
        (
            words[wish.kind],
            sorted(player.number for player in (wish.player, wish.other) if player is not None),
            wish.table,
        )
        for wish in wishes
    ]
    return [
        {"kind": kind, "players": players, "table": table}
        for kind, players, table in sorted(members, key=lambda wish: wish[:2])
    ]


def _player(player: Player) -> Values:
    return {
        "number": player.number,
        "name": player.own_name,
        "from_round": player.from_round,
        "to_round": player.to_round,
        "status": player.status if player.status in GOING else PLAYING,
        "ranked": player.ranked,
        "groups": sorted(player.groups),
        "team": player.team,
    }


def _rounds(event: Event) -> list[Values]:
    out: dict[int, list[int]] = defaultdict(list)
    sitting = event.rounds.filter(seatings__table=None, seatings__isnull=False)
    for number, player in sitting.values_list("number", "seatings__player__number"):
        out[number].append(player)
    rulings = _rulings(event)
    tables: dict[int, list[Values]] = defaultdict(list)
    for table in _tables(event):
        tables[table.round.number].append(_table(event, table, rulings[table.pk]))
    return [
        {
            "number": number,
            "closed": status == Round.Status.CLOSED,
            "sit_out": sorted(out[number]),
            "tables": tables[number],
        }
        for number, status in event.rounds.order_by("number").values_list("number", "status")
    ]


def _cards(event: Event) -> list[Values]:
    """What the tally cards say if the hall seats itself, by player and round."""
    cards: dict[int, list[Values]] = defaultdict(list)
    for facts in card_rounds([event])[event.pk]:
        for player in facts.sit_out:
            cards[player].append({"round": facts.number, "sat_out": True})
        for player, line in facts.cards.items():
            said = {"points": line.points, "loners": line.loners, "won": line.won}
            cards[player].append({"round": facts.number} | said)
    numbers = event.players.in_order().values_list("pk", "number")
    return [{"player": number, "rounds": cards[key]} for key, number in numbers if key in cards]


def _tables(event: Event) -> QuerySet[Table]:
    """The event's tables in order, with who sits there and every revision of their sheets."""
    tables = Table.objects.filter(round__event=event).order_by("round__number", "number")
    return tables.select_related("round").prefetch_related(prefetched_chairs(), "sheets")


def _rulings(event: Event) -> Mapping[int, list[Ruling]]:
    """Table's key → its rulings in force, by number."""
    in_force: dict[int, list[Ruling]] = defaultdict(list)
    for row in Ruling.objects.in_force().filter(event=event).order_by("number"):
        in_force[row.table_id].append(row)
    return in_force


def _counting(table: Table) -> Sheet | None:
    return next((sheet for sheet in table.sheets.all() if sheet.counting), None)


def _table(event: Event, table: Table, rulings: list[Ruling]) -> Values:
    chairs, sheet = table.chairs(), _counting(table)
    return {
        "number": table.number,
        "seats": {seat.value: chairs[seat].player.number if seat in chairs else None for seat in SEATS},
        "first_dealer": table.first_dealer or None,
        "sheet": None if sheet is None else _sheet(event, table, sheet, rulings),
    }


def _sheet(event: Event, table: Table, sheet: Sheet, rulings: list[Ruling]) -> Values:
    """Deals and rulings as they are now, results as stored; `checking` compares them."""
    included = {row["number"]: row["included"] for row in sheet.rulings}
    return sheets.sheet_document(event.ruleset, _reported(sheet, table), rulings, included, score_of(sheet))


def _reported(sheet: Sheet, table: Table) -> TableResult:
    """What the table wrote down, and the first dealer whom the file names."""
    reported = TableResult.of(sheet, table)
    first = table.known_dealer or reported.first_dealer
    return replace(reported, first_dealer=first) if sheet.entry == DEALS else reported


def _dealt(event: Event, table: Table, sheet: Sheet, rulings: list[Ruling]) -> set[tuple[int | None, int]]:
    deals = merge_rulings(event.ruleset, _reported(sheet, table), rulings)
    return {(deal.slot, deal.attempt) for deal in deals}
