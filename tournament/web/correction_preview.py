"""Preview of a correction in a closed round: its effect on the standings is accepted before it is saved."""

from collections.abc import Callable, Sequence
from typing import Any

from django.utils.translation import gettext as _

from tournament.models import Round
from tournament.reports.standings import StandingsChange, event_results, results_difference
from tournament.services.dry_run import dry_run
from tournament.services.errors import Unconfirmed


class ChangesStandings(Unconfirmed):
    """The correction changes the points or places of `players`."""

    def __init__(self, players: Sequence[StandingsChange]) -> None:
        message = _("The round is closed, and this changes the standings. Nothing is saved yet.")
        super().__init__("standings-change", message, "accepted")
        self.players = tuple(players)


def show_first(round_: Round, act: Callable[[], Any], *, accepted: bool) -> None:
    """Dry-run `act`, and raise `ChangesStandings` where it would change the standings and is not accepted.

    Errors of the action itself pass through. Only closed rounds are checked: while a round is open its scores
    are still coming in.
    """
    if accepted or round_.status != Round.Status.CLOSED:
        return
    changed = results_difference(
        event_results(round_.event), dry_run(act, lambda: event_results(round_.event))
    ).players
    if changed:
        raise ChangesStandings(changed)
