"""Create an event from an archive.

The file's results are recomputed first; any difference refuses it. Of the history archives hold the head
only, so every sheet becomes a first version, and every ruling is made by whoever imports.
"""

from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.db import transaction
from django.utils.translation import gettext as _

from tournament.archive import checking, sheets
from tournament.archive.document import (
    ADJUSTMENT,
    CARD_LINE,
    EVENT,
    PLAYER,
    PLAYING,
    ROUND_PLAYED,
    TABLE,
    WISH,
    document,
)
from tournament.archive.facts import slug_problem
from tournament.archive.shapes import short_text
from tournament.archive.text import ArchiveProblem, BadArchive
from tournament.archive.upgrade import upgraded
from tournament.models import (
    Adjustment,
    CardLine,
    Event,
    Membership,
    Player,
    Round,
    Ruling,
    Seating,
    Sheet,
    Table,
    User,
    Wish,
)
from tournament.registry import actions
from tournament.registry.features import switch_on_what_is_used
from tournament.services.common import record
from tournament.services.sent_forms import claim
from tournament.state.sheet_scores import ScoredResult

Values = dict[str, Any]
UNFINISHED = timedelta(hours=1)  # what an import has not finished by then, it never will


def import_event(archive: Any, *, by: User, at: datetime, slug: str = "") -> Event:
    """Create an event from an archive's values of either version, with `by` as its director; `slug` replaces
    the file's.

    What the file does not say gets a safe default: the event is private, its times are this site's. Raises
    `BadArchive` with all problems. Nobody's saving waits for the counting: the file is checked before
    anything is written, and what was written is read again afterwards. Until then nobody works at the event.
    """
    checking.refuse_bad(archive)
    archive = upgraded(archive)
    facts = archive["event"] | {"slug": slug or archive["event"]["slug"]}
    archive = archive | {"event": facts}
    event = _write(archive, _counted(archive), by=by, at=at, asked=bool(slug))
    try:
        expected = checking.with_wins_that_count(archive)
        if lost := list(checking.differences(expected, _stored_archive(event, archive), "")):
            raise BadArchive(lost)  # refused, rather than losing anything silently
        _open(event, archive["history"], by=by, at=at)
    except BaseException:
        _take_back(event)
        raise
    return Event.objects.get(pk=event.pk)


@transaction.atomic
def _write(
    archive: Values, counted: list[ScoredResult | None], *, by: User, at: datetime, asked: bool
) -> Event:
    """Everything in the file; `asked`: the short name was typed, and is not the file's."""
    _refuse_slug(archive["event"]["slug"], asked=asked)
    event = _event(archive, at)
    players = _players(event, archive)
    _wishes(event, archive, players)
    tables = _rounds(event, archive, players)
    _sheets(archive, counted, players, tables, by=by, at=at)
    _adjustments(event, archive, players, by=by, at=at)
    _cards(event, archive, players, by=by, at=at)
    switch_on_what_is_used(event, data=True)
    event.save(update_fields=["features"])
    return event


def _stored_archive(event: Event, archive: Values) -> Values:
    """The archive of what was written; its history will name the file's once the import is recorded."""
    return document(event) | {"history": archive["history"]}


@transaction.atomic
def _open(event: Event, history: Values | None, *, by: User, at: datetime) -> None:
    """Let the director in, and record the import, from which the file's history goes on."""
    claim()
    if not Event.objects.filter(pk=event.pk, uid=event.uid).exists():
        message = _("A backup was restored meanwhile. Import the file once more.")
        raise BadArchive([ArchiveProblem("", message)])
    Membership.objects.create(event=event, user=by, role=Membership.Role.DIRECTOR)
    record(event, actions.EVENT_IMPORTED, by=by, at=at, name=event.name, history=history)


@transaction.atomic
def _take_back(event: Event) -> None:
    """Delete what an import wrote and nobody has seen."""
    mine = Event.objects.filter(pk=event.pk, uid=event.uid)
    if not mine.exists():
        return
    for rows in (
        CardLine.objects.filter(round__event=event),
        Sheet.objects.filter(table__round__event=event),
        Adjustment.objects.filter(event=event),
        Ruling.objects.filter(event=event),
        Wish.objects.filter(event=event),
        Seating.objects.filter(round__event=event),
        Round.objects.filter(event=event),
    ):
        rows.delete()
    mine.delete()


def delete_unfinished_imports(now: datetime) -> None:
    """Delete what an import left behind that was killed: an old event with nobody in it and no history."""
    left = Event.objects.filter(
        memberships=None, audit_entries=None, is_public=False, created_at__lt=now - UNFINISHED
    )
    for event in left:
        _take_back(event)


def _refuse_slug(slug: str, *, asked: bool) -> None:
    """Refuse a short name that is invalid or taken."""
    path = "" if asked else "event.slug"
    if wrong := slug_problem(slug):
        facts = {"slug": short_text(slug), "why": wrong}
        raise BadArchive([ArchiveProblem(path, _("The short name “%(slug)s” %(why)s") % facts)])
    if Event.objects.filter(slug=slug).exists():
        message = _("Another event has the short name “%s”; choose another one for this event.")
        raise BadArchive([ArchiveProblem(path, message % slug)])


def _event(archive: Values, at: datetime) -> Event:
    return Event.objects.create(
        **EVENT.read(archive["event"]),
        time_zone=settings.TIME_ZONE,
        status=Event.Status.PLAYING if archive["rounds"] else Event.Status.SETUP,
        is_public=False,
        created_at=at,
    )


def _players(event: Event, archive: Values) -> dict[int, Player]:
    """The players by number. Who has a place is here; who has none is expected, or late. Who has a place in
    an earlier round and in a later one was away in between."""
    placed: dict[int, list[int]] = {player["number"]: [] for player in archive["players"]}
    for round_ in archive["rounds"]:
        seated = (player for table in round_["tables"] for player in table["seats"].values())
        for player in {*round_["sit_out"], *seated} - {None}:
            placed[player].append(round_["number"])
    for card in archive.get("cards", ()):
        placed[card["player"]] += [line["round"] for line in card["rounds"]]
    created = Player.objects.bulk_create(
        Player(
            event=event,
            away=[] if "cards" in archive else _missed(placed[player["number"]]),
            status=_status(player, placed=bool(placed[player["number"]])),
            house=player["number"] in archive["event"].get("house", ()),
            **PLAYER.read(player),
        )
        for player in archive["players"]
    )
    return {player.number: player for player in created}


def _wishes(event: Event, archive: Values, players: dict[int, Player]) -> None:
    for number, wish in enumerate(archive["event"]["wishes"], 1):
        about = sorted((players[player] for player in wish["players"]), key=lambda player: player.pk)
        Wish.objects.create(
            event=event,
            number=number,
            player=about[0],
            other=about[1] if len(about) > 1 else None,
            **WISH.read(wish),
        )


def _missed(rounds: list[int]) -> list[int]:
    """The rounds missing between the first and the last of these."""
    return [
        number for number in range(min(rounds, default=0), max(rounds, default=0)) if number not in rounds
    ]


def _status(player: Values, *, placed: bool) -> str:
    if player["status"] != PLAYING:
        return str(player["status"])
    if placed:
        return Player.Status.HERE
    return Player.Status.LATE if player["from_round"] > 1 else Player.Status.EXPECTED


def _rounds(event: Event, archive: Values, players: dict[int, Player]) -> list[Table]:
    """Rounds, tables and places; the tables in the order of the file. The first round not closed is open."""
    opened = next((round_["number"] for round_ in archive["rounds"] if not round_["closed"]), None)
    rounds = {
        round_["number"]: Round(
            event=event,
            status=Round.Status.CLOSED
            if round_["closed"]
            else Round.Status.OPEN
            if round_["number"] == opened
            else Round.Status.PLANNED,
            **ROUND_PLAYED.read(round_),
        )
        for round_ in archive["rounds"]
    }
    Round.objects.bulk_create(rounds.values())
    tables = Table.objects.bulk_create(
        Table(round=rounds[number], **TABLE.read(values)) for number, values in _tables(archive)
    )
    seatings = [
        Seating(round=table.round, player=players[player], table=table, seat=seat)
        for (_number, values), table in zip(_tables(archive), tables, strict=True)
        for seat, player in values["seats"].items()
        if player is not None
    ]
    seatings += [
        Seating(round=rounds[round_["number"]], player=players[player])
        for round_ in archive["rounds"]
        for player in round_["sit_out"]
    ]
    Seating.objects.bulk_create(seatings)
    return tables


def _tables(archive: Values) -> Iterator[tuple[int, Values]]:
    """Every table with the number of its round, in the order of the file."""
    return ((round_["number"], table) for round_ in archive["rounds"] for table in round_["tables"])


def _counted(archive: Values) -> list[ScoredResult | None]:
    """Every table's sheet as it counts, in the order of the file; None for no sheet. Its rulings have the
    numbers of that order."""
    ruleset = Event(rules=archive["event"]["rules"]).ruleset
    counted: list[ScoredResult | None] = []
    ruling = 1
    for _round, table in _tables(archive):
        scored = sheets.read_sheet(table, ruleset, ruling).counted(ruleset) if table["sheet"] else None
        ruling += len(scored.rulings) if scored else 0
        counted.append(scored)
    return counted


def _sheets(
    archive: Values,
    counted: list[ScoredResult | None],
    players: dict[int, Player],
    tables: list[Table],
    *,
    by: User,
    at: datetime,
) -> None:
    """Every sheet as its table's first version, and the rulings on it."""
    rulings: list[Ruling] = []
    rows: list[Sheet] = []
    first = {"revision": 1, "source": Sheet.Source.IMPORT, "entered_by": by, "entered_at": at}
    for (_round, values), scored, table in zip(_tables(archive), counted, tables, strict=True):
        if scored is None:
            continue
        rows.append(Sheet(table=table, **first, **scored.fields()))
        for row in scored.rulings:
            row.event, row.table, row.made_by, row.made_at = table.round.event, table, by, at
            row.player = players[values["seats"][row.offender]] if row.offender else None
            rulings.append(row)
    Ruling.objects.bulk_create(rulings)
    Sheet.objects.bulk_create(rows)


def _cards(event: Event, archive: Values, players: dict[int, Player], *, by: User, at: datetime) -> None:
    rounds = {round_.number: round_ for round_ in event.rounds.all()}
    CardLine.objects.bulk_create(
        CardLine(
            player=players[card["player"]],
            round=rounds[line["round"]],
            revision=1,
            entered_by=by,
            entered_at=at,
            **{"points": 0} | CARD_LINE.read(line),
        )
        for card in archive.get("cards", ())
        for line in card["rounds"]
    )


def _adjustments(
    event: Event, archive: Values, players: dict[int, Player], *, by: User, at: datetime
) -> None:
    Adjustment.objects.bulk_create(
        Adjustment(
            event=event,
            number=number,
            player=players[adjustment["player"]],
            **ADJUSTMENT.read(adjustment),
            made_by=by,
            made_at=at,
        )
        for number, adjustment in enumerate(archive["adjustments"], 1)
    )
