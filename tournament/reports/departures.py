"""After which round a player who leaves now has played, as far as it can be known. Reads only."""

from django.utils.translation import gettext as _

from tournament.models import Player
from tournament.models.substitutions import table_reported
from tournament.reports.substitutions import first_round_for


def last_round_of(player: Player) -> tuple[int, str]:
    """The last round that a player who leaves now has played (0 for none), and why in a sentence.

    A table that has not reported can still be played by somebody else: the player leaves before that round.
    """
    event = player.event
    here = event.current_round_number
    if here is None or not player.seatings.exists():
        return 0, ""
    seat = player.seatings.filter(round__number=here).select_related("table").first()
    if seat is None or seat.table is None:
        return here, ""
    facts = {"table": seat.table.number, "round": here}
    if first_round_for(event, player) == here:
        words = _(
            "Table %(table)s hasn’t reported round %(round)s yet. If they leave before it, their seat is "
            "free: choose a substitute next, or leave it empty."
        )
        return here - 1, words % facts
    if table_reported(event, here, seat.table.number):
        return here, _("Table %(table)s has reported round %(round)s with them, so it stays played.") % facts
    return here, ""
