"""Making an event, changing its settings, finishing and reopening it."""

import secrets
from collections.abc import Sequence
from datetime import date as Date
from datetime import datetime
from zoneinfo import available_timezones

from django.db import transaction
from django.utils.text import slugify
from django.utils.translation import gettext as _
from scoring.ruleset import PRESETS, Ruleset
from scoring.standings import DEFAULT_ORDER, KEYS

from tournament.models import Event, Membership, User
from tournament.services.common import record
from tournament.services.errors import Refused
from tournament.services.names import tidy

MAX_ROUNDS = 60
MAX_BYE_POINTS = 99
RESERVED_SLUGS = frozenset({"new"})  # /events/new/ is a page
SEEDS = 1_000_000  # six digits can be read out and written on a plan


@transaction.atomic
def create_event(
    *,
    by: User,
    at: datetime,
    name: str,
    date: Date,
    venue: str = "",
    time_zone: str,
    rules: Ruleset = PRESETS["progressive"],
    round_count: int = 8,
    movement: str = "chart",
    bye_mode: str = "none",
    bye_points: int = 0,
    order: Sequence[str] = DEFAULT_ORDER,
    is_public: bool = True,
    seed: int | None = None,
) -> Event:
    """A new event with its short name, its seed and `by` as its director."""
    event = Event(
        name=tidy(name),
        date=date,
        venue=tidy(venue),
        time_zone=time_zone,
        rules=rules.to_dict(),
        round_count=round_count,
        movement=movement,
        bye_mode=bye_mode,
        bye_points=bye_points,
        order=list(order),
        is_public=is_public,
        seed=secrets.randbelow(SEEDS) if seed is None else seed,
        created_at=at,
    )
    _check(event)
    event.slug = _free_slug(event.name, date)
    event.save(force_insert=True)
    Membership.objects.create(event=event, user=by, role=Membership.Role.DIRECTOR)
    record(event, "event.created", by=by, at=at, name=event.name)
    return event


def _check(event: Event) -> None:
    """Refuse settings that no event can have; the forms say the same earlier and in place."""
    if not event.name:
        raise Refused("name-missing", _("Give the event a name."), "name")
    if event.time_zone not in available_timezones():
        raise Refused(
            "time-zone-unknown", _("Choose a time zone from the list, such as America/Toronto."), "time_zone"
        )
    if not 1 <= event.round_count <= MAX_ROUNDS:
        raise Refused("round-count", _("An event has 1 to %d rounds.") % MAX_ROUNDS, "round_count")
    if not 0 <= event.bye_points <= MAX_BYE_POINTS:
        raise Refused("bye-points", _("A sit-out scores 0 to %d points.") % MAX_BYE_POINTS, "bye_points")
    if not event.order or len(set(event.order)) != len(event.order) or not set(event.order) <= set(KEYS):
        raise Refused("order", _("Choose what decides the places, each key once and at least one."), "order")


def _free_slug(name: str, date: Date) -> str:
    """The name as a short address; when it is taken, with its date, then with a count."""
    base = slugify(name)[:40].strip("-_") or "event"
    dated = f"{base}-{date:%Y-%m-%d}"
    counted = (f"{dated}-{count}" for count in range(2, 10_000))
    wanted = [] if base in RESERVED_SLUGS or base == "event" else [base]
    taken = set(Event.objects.filter(slug__startswith=base).values_list("slug", flat=True))
    return next(slug for slug in (*wanted, dated, *counted) if slug not in taken)
