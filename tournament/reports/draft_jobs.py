"""Why a draw in the background came to nothing, in words: its row keeps a code and the numbers of it."""

from collections import defaultdict
from collections.abc import Mapping
from typing import TYPE_CHECKING

from django.utils.translation import gettext_lazy as _lazy

from tournament.models import DraftJob

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise as StrPromise

NO_WISHES = _lazy(
    "This movement can’t take requests about tables or partners into account. Choose another, or remove them."
)
EVERYBODY = _lazy(
    "This movement needs every seat taken in every round. Choose another when players come late or leave."
)
CHANGED = _lazy("The players, tables or rounds have changed since the draw began. Draw again.")
REQUESTS = _lazy("Two requests contradict each other. Look at the requests, and remove one of them.")

# By the codes of `rotation` and of the services that draw.
REFUSALS: Mapping[str, "StrPromise"] = {
    "already-published": _lazy("The seating has been published since. Redraw the remaining rounds instead."),
    "away": EVERYBODY,
    "before-not-closed": _lazy("With this movement a round is seated once the round before it is closed."),
    "cancelled": _lazy("The draw was cancelled. Nothing was changed."),
    "cannot-keep-apart": _lazy("Not all pairs can be kept apart in so many rounds. Remove a request."),
    "cannot-partner": _lazy("Players %(a)s and %(b)s cannot be partners in these rounds. Plan more rounds."),
    "cannot-stay": _lazy(
        "Player %(player)s cannot stay at table %(table)s in every round. Remove a request."
    ),
    "contradiction": REQUESTS,
    "draft-outdated": _lazy("The draft no longer fits the requests or the players; draw it again first."),
    "event-finished": _lazy("The event is finished. Reopen it in its settings before changing the seating."),
    "failed": _lazy("The draw failed; the server’s log says why. Nothing was changed."),
    "movement-unknown": _lazy("Choose one of the movements in the list."),
    "no-such-movement": _lazy("Choose one of the movements in the list."),
    "no-such-pattern": _lazy("Choose one of the patterns in the list."),
    "no-such-table": _lazy("Player %(player)s cannot stay at table %(table)s: there is no such table."),
    "no-table": _lazy("There is no table to play at. Name at least one."),
    "no-wishes": NO_WISHES,
    "not-a-pair": _lazy("A request about two players needs two different players."),
    "not-enough-tables": _lazy("There are too few tables for so many players. Add tables."),
    "not-full-tables": EVERYBODY,
    "not-published": _lazy("No seating is published yet. Draft the whole seating."),
    "not-started": _lazy("The draw could not be started; the server’s log says why. Nothing was changed."),
    "nothing-left": _lazy("Every round has begun; there is no seating left to draw."),
    "odd-number": _lazy("Player %(player)s has no partner: fixed partners need an even number of players."),
    "one-at-a-time": _lazy("This movement goes by results, so each round is drawn after the one before it."),
    "round-played": _lazy("A round has been played since, and what is played stays. Draw from the next on."),
    "table-overfull": _lazy("%(times)s players cannot all stay at table %(table)s: it seats four."),
    "table-twice": _lazy("A table is listed twice. Give every table its own number."),
    "too-few": _lazy("A table needs four players. Check in more."),
    "too-few here": _lazy("A table needs four players; %(count)s can play. Check in more."),
    "too-few in a round": _lazy("A table needs four players; in round %(round)s only %(count)s can play."),
    "too-many": _lazy("There are too many players to plan for."),
    "too-many-fixed-tables": _lazy("Players are to stay at more tables than can be filled. Share tables."),
    "winner-missing": _lazy(
        "A table has no winner yet. Enter its sheet, or say who reached the total first."
    ),
}


def why_not_drawn(job: DraftJob) -> str:
    """The sentence for what stopped the draw; empty where nothing did."""
    if not job.refused:
        return ""
    code, numbers = job.refused, job.refused_facts
    if code == "too-few" and "count" in numbers:
        code = "too-few in a round" if "round" in numbers else "too-few here"
    return str(REFUSALS.get(code, CHANGED)) % defaultdict(lambda: "–", numbers)
