"""Make next week's event from this one: its settings, rules, prizes, requests and people, and its seasons."""

from collections.abc import Collection, Sequence
from datetime import date as Date
from datetime import datetime
from typing import Any

from django.db import transaction

from tournament import actions
from tournament.event_settings import SETTINGS
from tournament.models import Event, Player, PrizeList, Season, User, Wish
from tournament.models.money import entry_fee_of
from tournament.services.common import record
from tournament.services.earlier import add_earlier
from tournament.services.events import change_event, create_event
from tournament.services.money import set_entry_fee
from tournament.services.prizes import set_prizes
from tournament.services.seasons import choose_events, directed
from tournament.services.teams import take_teams
from tournament.services.wishes import set_mixed, set_tables
from tournament.state.attendance import Again, is_expected

CREATED_WITH = frozenset({
    "name", "date", "venue", "time_zone", "language", "rules", "round_count", "movement", "standings_pattern",
    "bye_mode", "bye_points", "bye_decided", "order", "ranked_from", "is_public", "features",
})  # fmt: skip


@transaction.atomic
def make_same_again(
    event: Event,
    *,
    name: str,
    date: Date,
    people: Again,
    seasons: Collection[Season],
    by: User,
    at: datetime,
) -> tuple[Event, list[Wish]]:
    """Make an event like this one, with nothing played; returns it and the wishes that it cannot have.

    Numbers are given anew, in the same order.

    Its officials are not taken along: each is invited by whoever directs it. Where only some may publish, it
    is shown to everybody only if `by` may. Raises `Refused` if a season has no room for another event.
    """
    coming = [player for player in event.players.in_order() if is_expected(player, people)]
    new, _added, left_out = new_like(event, coming, name=name, date=date, seasons=seasons, by=by, at=at)
    record(new, actions.EVENT_SAME_AGAIN, by=by, at=at, name=event.name, date=event.date.isoformat())
    return new, left_out


def new_like(
    event: Event,
    coming: Sequence[Player],
    *,
    name: str,
    date: Date,
    seasons: Collection[Season] = (),
    by: User,
    at: datetime,
) -> tuple[Event, list[Player], list[Wish]]:
    """The new event with these people, who are its players in the same order, and the wishes it cannot have.

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
        added, left_out = add_earlier(new, coming, requests, by=by, at=at, from_round=1)
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
