"""Signs: the poster at the door, seat markers, and cards that say where a table's players go."""

from dataclasses import dataclass
from operator import attrgetter

from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy

from scoring.seats import SEATS, Seat
from tournament.models import Event
from tournament.models.seating import SEAT_LETTERS, SEAT_NAMES
from tournament.printing.fit import Fitted, fit, verbatim
from tournament.printing.kinds.rounds import tables_in_use
from tournament.printing.paper import NotPrintable, PaperSheet, PrintChoice, Printout, paper
from tournament.reports.seating import impose
from tournament.rotation.movements import (
    LOSERS,
    MOVEMENTS,
    RED_WINNER,
    WHITE_WINNER,
    WINNERS,
    TableStep,
    steps,
)
from tournament.running.qr import qr, wifi_text
from tournament.words.sentences import in_words

MARGIN = 14.0  # mm
NAME_SIZES, NAME_HEIGHT = (60, 48, 40, 34, 30, 27, 23, 20), 62.0
ADDRESS_SIZES = (27, 23, 20, 17, 15, 13, 11, 10)
WHERE_SIZES = (19, 17, 15, 13, 11, 10)
WIFI_SIZES = (23, 20, 17, 15, 13, 11)
WIFI_WIDTH, WIFI_HEIGHT = 110.0, 13.0  # mm of the network's name, and of its password
ADDRESS_HEIGHT = 24.0  # mm above the wifi
CARD_SIZES = (34, 30, 27, 23, 20, 17, 15)
RULE_SIZES = (13, 12, 11, 10)
UP = 2


@dataclass(frozen=True, slots=True)
class Poster:
    """The poster's texts: what, where, the page's address and short name, and the hall's wifi."""

    name: Fitted
    where: Fitted
    code: SafeString
    address: Fitted
    wifi: "PosterWifi | None"


@dataclass(frozen=True, slots=True)
class CheckInSign:
    """The sign by which players check themselves in: the event and the code, which nobody could type."""

    name: Fitted
    code: SafeString


@dataclass(frozen=True, slots=True)
class PosterWifi:
    """The wifi by name and password, and the code with which a phone joins it."""

    name: Fitted
    password: Fitted | None
    code: SafeString


@dataclass(frozen=True, slots=True)
class Marker:
    """One seat at one table: its letter and its name, to fold."""

    letter: str
    name: str
    table: int


@dataclass(frozen=True, slots=True)
class MovementCard:
    """Where the players of one table go; the lines are sentences."""

    table: int
    is_head: bool
    lines: tuple[Fitted, ...]
    rule: Fitted


@paper(
    "poster",
    _lazy("Poster"),
    _lazy("For the door: the code and the address of the event’s page, and the hall’s wifi."),
    css="signs",
    has_names=False,
)
def poster(event: Event, choice: PrintChoice) -> Printout:
    """The event's page by code and address. Refused if phones could not open it."""
    _refuse_unreachable(event, choice)
    width = choice.size.width - 2 * MARGIN
    address = choice.site.rstrip("/") + reverse("public:event", args=[event.slug])
    shown = address.removeprefix("https://").removeprefix("http://").rstrip("/")
    # Who opens the papers without being a director reads no password of the hall.
    where, wifi = event.venue, _wifi(event) if choice.own_pages else None
    sheet = Poster(
        name=fit(event.name, width, NAME_SIZES, lines=4, height=NAME_HEIGHT, bold=True),
        where=fit(where, width, WHERE_SIZES, lines=2),
        code=qr(address),
        address=fit(shown, width, ADDRESS_SIZES, lines=3, height=ADDRESS_HEIGHT if wifi else 0, bold=True),
        wifi=wifi,
    )
    return Printout((PaperSheet(sheet),))


@paper(
    "check-in",
    _lazy("Check-in sign"),
    _lazy("For the door: the code with which players check themselves in."),
    template="check_in_sign",
    css="signs",
    has_names=False,
    used=attrgetter("self_check_in"),
)
def check_in_sign(event: Event, choice: PrintChoice) -> Printout:
    """The code with which players check themselves in. Refused if no phone could do that."""
    _refuse_unreachable(event, choice)
    if not event.self_check_in:
        raise NotPrintable(_("Players don’t check in by phone yet. Switch it on in Settings first."))
    address = choice.site.rstrip("/") + reverse("self_check_in:show", args=[event.here_token])
    sheet = CheckInSign(
        name=fit(event.name, choice.size.width - 2 * MARGIN, WHERE_SIZES, lines=2, bold=True),
        code=qr(address, _("QR code: check in")),
    )
    return Printout((PaperSheet(sheet),))


def _refuse_unreachable(event: Event, choice: PrintChoice) -> None:
    """Refuse a code that no phone could open."""
    if not event.is_public:
        raise NotPrintable(
            _("The event’s public page is off, so there is nothing to scan. Switch it on in Settings.")
        )
    if not choice.site:
        raise NotPrintable(_("Phones cannot reach this laptop yet: join the hall’s wifi first, then print."))


def _wifi(event: Event) -> PosterWifi | None:
    """The wifi that the event names; None while it names none."""
    name, password = event.wifi_name, event.wifi_password
    if not name:
        return None
    return PosterWifi(
        name=verbatim(name, WIFI_WIDTH, WIFI_SIZES, height=WIFI_HEIGHT, bold=True),
        password=verbatim(password, WIFI_WIDTH, WIFI_SIZES, height=WIFI_HEIGHT, bold=True)
        if password
        else None,
        code=qr(wifi_text(name, password), _("QR code: join the wifi")),
    )


@paper(
    "seat-markers",
    _lazy("Seat markers"),
    _lazy("North, East, South and West for each table: cut each sheet in four, fold, and stand them up."),
    css="signs",
    asks=("count",),
    stock="card",
    has_names=False,
)
def seat_markers(event: Event, choice: PrintChoice) -> Printout:
    """A sheet for every table: its four seats, to cut and fold."""
    return Printout(
        tuple(
            PaperSheet(tuple(Marker(str(SEAT_LETTERS[seat]), str(SEAT_NAMES[seat]), table) for seat in SEATS))
            for table in tables_in_use(event, choice)
        )
    )


@paper(
    "movement-cards",
    _lazy("Movement cards"),
    _lazy("For each table: who goes to which table after a round, and who stays. The head table’s says so."),
    css="signs",
    asks=("count",),
    stock="card",
    has_names=False,
)
def movement_cards(event: Event, choice: PrintChoice) -> Printout:
    """A card for every table that says who moves where, if the movement has one rule for all rounds."""
    tables = tables_in_use(event, choice)
    places = steps(event.movement, tables)
    if not places:
        raise NotPrintable(
            _(
                "In this movement each player goes their own way, so no card on a table can say it. "
                "Print “All rounds A to Z” or the tally cards."
            )
        )
    movement = MOVEMENTS[event.movement]
    width = choice.size.width - 2 * MARGIN
    cards = [
        MovementCard(
            table,
            movement.needs_winners and not movement.colours and at == 0,
            tuple(fit(_sentence(step), width, CARD_SIZES, lines=2, bold=True) for step in places[table]),
            fit(in_words(movement.rule), width, RULE_SIZES, lines=4),
        )
        for at, table in enumerate(tables)
    ]
    shared = {"tables": len(tables)}
    return Printout(tuple(PaperSheet(sheet) for sheet in impose(cards, UP)), shared=shared)


def _sentence(step: TableStep) -> str:
    words: dict[str, object] = {"table": step.to}
    if isinstance(step.who, Seat):
        words["seat"] = str(SEAT_NAMES[step.who])
        return (
            _("%(seat)s stays") % words if step.to is None else _("%(seat)s: go to table %(table)s") % words
        )
    moves = {
        WINNERS: _("Winners: go to table %(table)s"),
        LOSERS: _("Losers: go to table %(table)s"),
        RED_WINNER: _("Red winner: go to table %(table)s"),
        WHITE_WINNER: _("White winner: go to table %(table)s"),
    }
    stays = {
        WINNERS: _("Winners stay"),
        LOSERS: _("Losers stay"),
        RED_WINNER: _("Red winner stays"),
        WHITE_WINNER: _("White winner stays"),
    }
    return stays[step.who] if step.to is None else moves[step.who] % words
