"""Papers for each person: name badges, six to a sheet, and the winner's certificate."""

from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy

from tournament.models import Event
from tournament.printing.fit import Fitted, fit
from tournament.printing.kinds.lists import GONE
from tournament.printing.kinds.rounds import how_many
from tournament.printing.paper import NotPrintable, PaperSheet, PrintChoice, Printout, open_words, paper
from tournament.reports.seating import impose
from tournament.reports.standings import StandingsRow, standings

UP = 6
BADGE_WIDTH, BADGE_HEIGHT = 86.0, 40.0  # of the 4 × 3 in (101.6 × 76.2 mm) of the usual holder, less margins
BADGE_SIZES = (48, 44, 40, 34, 30, 27, 23, 19, 16, 14, 12)
CERTIFICATE_WIDTH, CERTIFICATE_HEIGHT = 200.0, 38.0
CERTIFICATE_SIZES = (48, 40, 34, 27, 23, 19)


NO_NAME = Fitted((), 12.0)


@dataclass(frozen=True, slots=True)
class Badge:
    """A number and a name; 0 and none to be written by hand."""

    number: int
    name: Fitted


@dataclass(frozen=True, slots=True)
class Certificate:
    """A player's row in the standings, and the name in the size that fits."""

    row: StandingsRow
    name: Fitted


@paper(
    "name-badges",
    _lazy("Name badges"),
    _lazy("One for each player, six to a sheet, for 4 × 3 in holders."),
    template="badges",
    css="badges",
    asks=("players",),
    stock="card",
)
def badges(event: Event, choice: PrintChoice) -> Printout:
    """A badge for every player who has not left, or for the chosen ones, by number."""
    players = event.players.exclude(status__in=GONE).names().items()
    drawn = [
        Badge(number, fit(name, BADGE_WIDTH, BADGE_SIZES, lines=3, height=BADGE_HEIGHT, bold=True))
        for number, name in players
        if not choice.players or number in choice.players
    ]
    if not drawn:
        raise NotPrintable(
            _("There is no player of these numbers.")
            if choice.players
            else _("There are no players yet. Add them first.")
        )
    return Printout(tuple(PaperSheet(sheet) for sheet in impose(drawn, UP)))


@paper(
    "blank-badges",
    _lazy("Blank badges"),
    _lazy("Badges to write a number and a name on, six to a sheet, for 4 × 3 in holders."),
    template="badges",
    css="badges",
    asks=("count",),
    counted=_lazy("Number of badges"),
    stock="card",
    has_names=False,
)
def blank_badges(event: Event, choice: PrintChoice) -> Printout:
    """Badges to write on: a sheet of them, or as many as asked for."""
    sheets = max(1, -(-how_many(choice, UP) // UP))
    return Printout((PaperSheet((Badge(0, NO_NAME),) * UP),) * sheets)


@paper(
    "certificate",
    _lazy("Winner’s certificate"),
    _lazy("For whoever holds first place, or for the players you name."),
    css="hall",
    asks=("players",),
    stock="card",
)
def certificates(event: Event, choice: PrintChoice) -> Printout:
    """A certificate for the winner (each of them, if shared), or for the chosen players."""
    table = standings(event)
    if not table.reported:
        raise NotPrintable(_("No table has reported a score yet, so nobody has won."))
    rows = [
        row
        for row in table.rows
        if (row.number in choice.players if choice.players else row.place == 1)
    ]  # fmt: skip
    if not rows:
        raise NotPrintable(_("There is no player of these numbers in the standings."))
    sizes = CERTIFICATE_SIZES
    return Printout(
        tuple(
            PaperSheet(
                Certificate(
                    row,
                    fit(row.name, CERTIFICATE_WIDTH, sizes, lines=3, height=CERTIFICATE_HEIGHT, bold=True),
                ),
                wide=True,
            )
            for row in rows
        ),
        shared={
            "final": event.is_finished,
            "open": open_words(table.wrong, 1),
            "title": fit(event.name, CERTIFICATE_WIDTH, (19, 17, 15, 13, 12), lines=2, height=12),
        },
    )
