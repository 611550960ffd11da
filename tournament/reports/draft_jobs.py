"""Why a draw in the background came to nothing, in words: its row keeps a code and the numbers of it."""

from collections import defaultdict
from collections.abc import Mapping
from typing import TYPE_CHECKING

from django.utils.translation import gettext_lazy as _

from tournament.models import DraftJob

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise as StrPromise

NO_WISHES = _(
    "This movement can’t take requests about tables or partners into account. Choose another, or remove them."
)
EVERYBODY = _(
    "This movement needs every seat taken in every round. Choose another when players come late or leave."
)
CHANGED = _("The players, tables or rounds have changed since the draw began. Draw again.")
REQUESTS = _("Two requests contradict each other. Look at the requests, and remove one of them.")

# By the codes of `rotation` and of the services that draw.
REFUSALS: Mapping[str, "StrPromise"] = {
    "already-published": _("The seating has been published since. Redraw the remaining rounds instead."),
    "away": EVERYBODY,
    "before-not-closed": _("With this movement a round is seated once the round before it is closed."),
    "cancelled": _("The draw was cancelled. Nothing was changed."),
    "cannot-keep-apart": _("Not all pairs can be kept apart in so many rounds. Remove a request."),
    "cannot-partner": _("Players %(a)s and %(b)s cannot be partners in these rounds. Plan more rounds."),
    "cannot-stay": _("Player %(player)s cannot stay at table %(table)s in every round. Remove a request."),
    "contradiction": REQUESTS,
    "draft-outdated": _("The draft no longer fits the requests or the players; draw it again first."),
    "event-finished": _("The event is finished. Reopen it in its settings before changing the seating."),
    "failed": _("The draw failed; the server’s log says why. Nothing was changed."),
    "movement-unknown": _("Choose one of the movements in the list."),
    "no-such-movement": _("Choose one of the movements in the list."),
    "no-such-pattern": _("Choose one of the patterns in the list."),
    "no-such-table": _("Player %(player)s cannot stay at table %(table)s: there is no such table."),
    "no-table": _("There is no table to play at. Name at least one."),
    "no-wishes": NO_WISHES,
    "not-a-pair": _("A request about two players needs two different players."),
    "not-enough-tables": _("There are too few tables for so many players. Add tables."),
    "not-full-tables": EVERYBODY,
    "not-published": _("No seating is published yet. Draft the whole seating."),
    "not-started": _("The draw could not be started; the server’s log says why. Nothing was changed."),
    "nothing-left": _("Every round has begun; there is no seating left to draw."),
    "odd-number": _("Player %(player)s has no partner: fixed partners need an even number of players."),
    "one-at-a-time": _("This movement goes by results, so each round is drawn after the one before it."),
    "round-played": _("A round has been played since, and what is played stays. Draw from the next on."),
    "table-overfull": _("%(times)s players cannot all stay at table %(table)s: it seats four."),
    "table-twice": _("A table is listed twice. Give every table its own number."),
    "too-few": _("A table needs four players. Check in more."),
    "too-few here": _("A table needs four players; %(count)s can play. Check in more."),
    "too-few in a round": _("A table needs four players; in round %(round)s only %(count)s can play."),
    "too-many": _("There are too many players to plan for."),
    "too-many-fixed-tables": _("Players are to stay at more tables than can be filled. Share tables."),
    "winner-missing": _("A table has no winner yet. Enter its sheet, or say who reached the total first."),
}


def why_not_drawn(job: DraftJob) -> str:
    """The sentence for what stopped the draw; empty where nothing did."""
    if not job.refused:
        return ""
    code, numbers = job.refused, job.refused_facts
    if code == "too-few" and "count" in numbers:
        code = "too-few in a round" if "round" in numbers else "too-few here"
    return str(REFUSALS.get(code, CHANGED)) % defaultdict(lambda: "–", numbers)
