"""The last round that a player who leaves now has played, as far as it is known. Reads only."""

from django.utils.translation import gettext as _

from tournament.models import Player
from tournament.models.substitutions import table_reported
from tournament.reports.substitutions import first_round_for


def last_round_of(player: Player) -> tuple[int, str]:
    """The last round that a player who leaves now has played (0 for none), and why in a sentence.

    If their table has not reported, somebody else can still play there: the player leaves before that round.
    """
    event = player.event
    current = event.current_round_number
    if current is None or not player.seatings.exists():
        return 0, ""
    seat = player.seatings.filter(round__number=current).select_related("table").first()
    if seat is None or seat.table is None:
        return current, ""
    facts = {"table": seat.table.number, "round": current}
    if first_round_for(event, player) == current:
        words = _(
            "Table %(table)s hasn’t reported round %(round)s yet. If they leave before it, their seat is "
            "free: choose a substitute next, or leave it empty."
        )
        return current - 1, words % facts
    if table_reported(event, current, seat.table.number):
        return current, _(
            "Table %(table)s has reported round %(round)s with them, so it stays played."
        ) % facts
    return current, ""
