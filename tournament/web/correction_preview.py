"""Correcting a closed round: what it does to the standings is shown, and accepted, before it is written."""

from collections.abc import Callable, Sequence
from typing import Any

from django.utils.translation import gettext as _

from tournament.models import Round
from tournament.reports.standings_diff import StandingsChange, event_results, results_difference
from tournament.services.dry_run import dry_run
from tournament.services.errors import Unconfirmed


class ChangesStandings(Unconfirmed):
    """The correction changes points or places; `players` says whose."""

    def __init__(self, players: Sequence[StandingsChange]) -> None:
        message = _("The round is closed, and this changes the standings. Nothing is saved yet.")
        super().__init__("standings-change", message, "accepted")
        self.players = tuple(players)


def show_first(round_: Round, act: Callable[[], Any], *, accepted: bool) -> None:
    """Raise `ChangesStandings` where the correction `act` would change the standings and nobody accepted it.

    What stands against the action itself passes through. Only closed rounds ask: while a round is open its
    scores are still coming in.
    """
    if accepted or round_.status != Round.Status.CLOSED:
        return
    changed = results_difference(
        event_results(round_.event), dry_run(act, lambda: event_results(round_.event))
    ).players
    if changed:
        raise ChangesStandings(changed)
