"""Make a new event from an earlier one: a final of its best players, the same again, its people."""

from collections.abc import Collection, Iterable, Sequence
from datetime import date as Date
from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from tournament.models import Event, Player, PrizeList, Season, User, Wish
from tournament.models.money import entry_fee_of
from tournament.registry import actions
from tournament.registry.actions import BEGUN, CLOSED
from tournament.registry.event_settings import SETTINGS
from tournament.services.adjustments import carry_points
from tournament.services.common import lock_event, record
from tournament.services.errors import Refused
from tournament.services.events import change_event, create_event
from tournament.services.money import carry_over_memberships, set_entry_fee
from tournament.services.players import PlayerRow, import_players
from tournament.services.prizes import set_prizes
from tournament.services.seasons import choose_events, directed
from tournament.services.teams import take_teams
from tournament.services.wishes import add_wish, set_mixed, set_tables
from tournament.state.attendance import Again, is_expected

FEWEST = 4  # players: one table


@transaction.atomic
def make_final(
    event: Event,
    people: Sequence[tuple[Player, int]],
    *,
    name: str,
    date: Date,
    carries: bool,
    season: Season | None = None,
    by: User,
    at: datetime,
) -> tuple[Event, list[Wish]]:
    """Make an event like this one for these people, the best first, each with the points they have; returns
    it and the wishes that it cannot have.

    With `carries` they begin with their points, as adjustments that say from where. People of a `season` may
    come from any of its events.
    """
    if len(people) < FEWEST:
        raise Refused("too-few", _("A final needs at least four players."), "people")
    coming = [player for player, _points in people]
    new, added, left_out = new_like(event, coming, name=name, date=date, by=by, at=at)
    new = lock_event(new)
    source = event.name if season is None else season.name
    if carries:
        points = [points for _player, points in people]
        carry_points(new, zip(added, points, strict=True), source, by=by, at=at)
    if season is None:
        new.stage_of, new.stage_carries = event.slug, carries
        new.save(update_fields=["stage_of", "stage_carries"])
    facts: dict[str, object] = {"name": source, "count": len(added), "carried": carries}
    if season is not None:
        facts["season"] = season.slug  # by which the season is known to be over
    record(new, actions.EVENT_FINAL_MADE, by=by, at=at, **facts)
    return Event.objects.get(pk=new.pk), left_out


CREATED_WITH = frozenset({
    "name", "date", "venue", "time_zone", "language", "rules", "round_count", "movement", "standings_pattern",
    "bye_mode", "bye_points", "bye_decided", "order", "ranked_from", "is_public", "features",
})  # fmt: skip


# What is set when an evening runs late, or for that evening alone.
OF_AN_EVENING = (
    "round_count", "ranked_from", "stops_at", "round_minutes", "break_after", "break_minutes",
    "hidden_rounds",
)  # fmt: skip


def before_play(event: Event) -> dict[str, Any]:
    """Of the settings `OF_AN_EVENING` those that were changed once play had begun, as they were before.

    Who seats the hall on an earlier day, or before the planned start, may still settle something afterwards.
    """
    codes = [action.code for action in (*CLOSED, *BEGUN, actions.EVENT_CHANGED)]
    entries = event.audit_entries.filter(action__in=codes).order_by("pk").values_list("action", "facts", "at")
    seated = playing = False
    before: dict[str, Any] = {}
    for code, facts, at in entries:
        there = f"{at.astimezone(event.zone):%Y-%m-%d %H:%M}"
        if code != actions.EVENT_CHANGED.code:
            seated, playing = True, playing or code.startswith("round.")
        elif playing or (seated and there >= f"{event.date} {event.starts_at}"):
            changes = [one for one in facts["changes"] if one.get("what") in OF_AN_EVENING]
            before = {one["what"]: one["was"] for one in changes} | before
    return {
        what: before[what]
        for what in OF_AN_EVENING
        if what in before and before[what] != getattr(event, what)
    }


@transaction.atomic
def make_same_again(
    event: Event, *, name: str, date: Date, people: Again, seasons: Collection[Season], by: User, at: datetime
) -> tuple[Event, list[Wish]]:
    """Make an event like this one, with nothing played; returns it and the wishes that it cannot have.

    Everybody keeps their number; what was changed during the evening is as before.

    Its officials are not taken along: each is invited by whoever directs it. Where only some may publish, it
    is shown to everybody only if `by` may. Raises `Refused` if a season has no room for another event.
    """
    coming = [player for player in event.players.in_order() if is_expected(player, people)]
    like = Event.objects.get(pk=event.pk)  # never saved: its values are those of the new event
    for what, was in before_play(event).items():
        setattr(like, what, was)
    new, _added, left_out = new_like(
        like, coming, name=name, date=date, seasons=seasons, keep_numbers=True, by=by, at=at
    )
    record(new, actions.EVENT_SAME_AGAIN, by=by, at=at, name=event.name, date=event.date.isoformat())
    return new, left_out


def new_like(
    event: Event,
    coming: Sequence[Player],
    *,
    name: str,
    date: Date,
    seasons: Collection[Season] = (),
    keep_numbers: bool = False,
    by: User,
    at: datetime,
) -> tuple[Event, list[Player], list[Wish]]:
    """The new event with these people, who are its players in the same order, and the wishes it cannot have.

    Numbers are given anew, in that order, unless they are kept.

    Call it in a transaction, and record what was made.
    """
    new = create_event(**_settings_of(event, name, date, by), by=by, at=at)
    others = {one.name for one in SETTINGS if one.copied} - CREATED_WITH
    new = change_event(new, by=by, at=at, **{name: getattr(event, name) for name in others})
    if event.tables:
        set_tables(new, event.tables, by=by, at=at)
    set_mixed(new, event.mixed, event.mixed_group, by=by, at=at)
    _take_entry_fee(event, new, by, at)
    _take_prizes(event, new, by, at)
    requests = event.wishes.select_related("player", "other").order_by("number")
    added: list[Player] = []
    left_out: list[Wish] = []
    if coming:
        added, left_out = add_earlier(
            new, coming, requests, by=by, at=at, from_round=1, keep_numbers=keep_numbers
        )
    numbers = {was.number: now.number for was, now in zip(coming, added, strict=False)}
    take_teams(event, new, numbers, by=by, at=at)
    for season in seasons:
        choose_events(season, [*season.events.filter(pk__in=directed(by)), new], by=by)
    return new, added, left_out


def _settings_of(event: Event, name: str, date: Date, by: User) -> dict[str, Any]:
    """What a new event is created with: all as it is here, save its name, day and draw."""
    public = event.is_public and by.publishes
    own = {"name": name, "date": date, "rules": event.ruleset, "is_public": public}
    return {what: getattr(event, what) for what in CREATED_WITH} | own


def _take_prizes(event: Event, new: Event, by: User, at: datetime) -> None:
    """The same prizes; who was kept from them is asked anew."""
    prizes = PrizeList.objects.filter(event=event).first()
    if prizes is None:
        return
    names = (
        "places", "shares", "sides", "groups", "in_kind", "sides_in_kind", "groups_in_kind",
        "nobody_twice", "first_takes_none", "lowest_rounds",
    )  # fmt: skip
    set_prizes(new, by=by, at=at, **{name: getattr(prizes, name) for name in names})


def _take_entry_fee(event: Event, new: Event, by: User, at: datetime) -> None:
    """The same entry fee; what the house added to the pot, and who paid, was of that day."""
    fee = entry_fee_of(event)
    if fee is not None:
        names = ("price", "members_price", "to_pot", "opening", "ticket")
        set_entry_fee(new, by=by, at=at, **{name: getattr(fee, name) for name in names})


@transaction.atomic
def add_earlier(
    event: Event,
    people: Sequence[Player],
    wishes: Iterable[Wish],
    *,
    by: User,
    at: datetime,
    from_round: int,
    keep_numbers: bool = False,
) -> tuple[list[Player], list[Wish]]:
    """Add these people, members if this event has an entry fee; of the wishes, those hold again whose
    players are all among them. Returns who was added, and the wishes that these players cannot have, such
    as a table that is not there any more.
    """
    rows = [
        PlayerRow(
            player.own_name if keep_numbers else player.name,
            player.number if keep_numbers else None,
            player.note,
            player.groups,
        )
        for player in people
    ]
    added = import_players(event, rows, by=by, at=at, from_round=from_round)
    carry_over_memberships(event, people, added)
    now = {before.pk: player for before, player in zip(people, added, strict=True)}
    left_out = []
    for wish in wishes:
        player, other = now.get(wish.player_id), now.get(wish.other_id or 0)
        if player is None or (other is None) is not (wish.other_id is None):
            continue
        try:
            add_wish(event, wish.kind, player, other=other, table=wish.table, by=by, at=at)
        except Refused:
            left_out.append(wish)
    return added, left_out
