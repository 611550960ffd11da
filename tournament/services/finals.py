"""Make a final: a new event like an earlier one, with its best players or those of a season."""

from collections.abc import Sequence
from datetime import date as Date
from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from tournament import actions
from tournament.models import Event, Player, Season, User, Wish
from tournament.services.adjustments import carry_points
from tournament.services.common import lock_event, record
from tournament.services.errors import Refused
from tournament.services.same_again import new_like

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
