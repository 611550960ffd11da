"""Adjustments: points that the director adds to a player's total or takes away. Revoked, never deleted."""

from collections.abc import Iterable
from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournament.models import Adjustment, Event, Player, Ruling, User
from tournament.registry import actions
from tournament.services.common import LONGEST_REASON, checked_reason, lock_event, next_number, record
from tournament.services.errors import Refused

MOST_POINTS = 99  # anything larger is a typing error
MOST_CARRIED = 9999

FINISHED = gettext_lazy("The event is finished. Reopen it in its settings before changing points.")


@transaction.atomic
def adjust(player: Player, points: int, reason: str, *, by: User, at: datetime) -> Adjustment:
    """Add `points` (negative: take away) to the player's total; everybody sees them with the reason."""
    event = lock_event(player.event, unfinished=FINISHED)
    if not points or abs(points) > MOST_POINTS:
        message = _("Give or take 1 to %(most)d points, for example 5 or -2.") % {"most": MOST_POINTS}
        raise Refused("points-range", message, "points")
    adjustment = Adjustment.objects.create(
        event=event,
        number=next_number(event.adjustments),
        player=player,
        points=points,
        reason=_needed(reason),
        made_by=by,
        made_at=at,
    )
    facts = _facts(adjustment) | {"reason": adjustment.reason}
    record(event, actions.ADJUSTMENT_MADE, by=by, at=at, **facts)
    return adjustment


@transaction.atomic
def revoke_adjustment(adjustment: Adjustment, *, by: User, at: datetime, reason: str) -> Adjustment:
    """Revoke an adjustment. It stays on record with who revoked it, when and why."""
    event = lock_event(adjustment.event, unfinished=FINISHED)
    current = Adjustment.objects.select_related("player", "ruling").get(pk=adjustment.pk)
    if current.ruling is not None:
        message = _("These points belong to ruling %(number)d: amend or revoke the ruling.")
        raise Refused("of-a-ruling", message % {"number": current.ruling.number})
    if current.revoked_at is not None:
        raise Refused("already-revoked", _("This adjustment is revoked already; nothing was changed."))
    current.revoked_by, current.revoked_at, current.revoked_reason = by, at, _needed(reason)
    current.save(update_fields=["revoked_by", "revoked_at", "revoked_reason"])
    facts = _facts(current) | {"reason": current.revoked_reason}
    record(event, actions.ADJUSTMENT_REVOKED, by=by, at=at, **facts)
    return current


def carry_points(
    event: Event, carried: Iterable[tuple[Player, int]], source: str, *, by: User, at: datetime
) -> None:
    """Let players begin with points of an earlier event or season, whose name is `source`. The caller holds
    the event's lock, and records it."""
    counted = [(player, points) for player, points in carried if points]
    if any(abs(points) > MOST_CARRIED for _player, points in counted):
        message = _("At most %(most)d points can be carried.") % {"most": MOST_CARRIED}
        raise Refused("points-range", message, "carry")
    first = next_number(event.adjustments)
    Adjustment.objects.bulk_create(
        Adjustment(
            event=event,
            number=number,
            player=player,
            points=points,
            reason=source,
            carried=True,
            made_by=by,
            made_at=at,
        )
        for number, (player, points) in enumerate(counted, first)
    )


def take_with_ruling(ruling: Ruling, points: int) -> Adjustment | None:
    """Take points off the offender's own total with a ruling just made, for its reason and by whoever made
    it. If points are lost they are added. The caller holds the event's lock."""
    if not points or ruling.player is None:
        return None
    return Adjustment.objects.create(
        event=ruling.event,
        number=next_number(ruling.event.adjustments),
        player=ruling.player,
        points=points if ruling.event.ruleset.counts_lost else -points,
        ruling=ruling,
        made_by=ruling.made_by,
        made_at=ruling.made_at,
    )


def revoke_with_ruling(ruling: Ruling) -> None:
    """Give the points back with the ruling that took them, as it was revoked."""
    Adjustment.objects.in_force().filter(ruling=ruling).update(
        revoked_by=ruling.revoked_by,
        revoked_at=ruling.revoked_at,
        revoked_reason=shortened_reason(ruling.revoked_reason),
    )


def shortened_reason(reason: str) -> str:
    """A ruling's reason may be longer than an adjustment's."""
    return reason if len(reason) <= LONGEST_REASON else f"{reason[: LONGEST_REASON - 1]}…"


def _needed(reason: str) -> str:
    return checked_reason(reason, needed=_("Say why; players see the reason beside the points."))


def _facts(adjustment: Adjustment) -> dict[str, object]:
    """The facts of the audit entry, with the present name, so that the sentence survives a rename."""
    player = adjustment.player
    return {
        "adjustment": adjustment.number,
        "number": player.number,
        "name": player.noted_name,
        "points": f"{adjustment.points:+d}",
    }
