"""Tally cards: each player's evening, with room to write scores, by totals or deal by deal."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.urls import reverse
from django.utils import timezone
from django.utils.html import format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournament.models import Event
from tournament.models.seating import SEAT_NAMES
from tournament.printing.card_fingerprints import changed_since_printed
from tournament.printing.codes import qr
from tournament.printing.fit import Fitted, abbreviate, fit
from tournament.printing.printout import NotPrintable, PaperSheet, PrintChoice, Printout
from tournament.reports.cards import TallyCard, tally_cards
from tournament.reports.papers import impose
from tournament.reports.seating import Stop
from tournament.rotation.movements import MOVEMENTS, Movement

MOST_ROWS = 20  # more rounds continue on a second card
COMPACT = 14  # with more rows the head is lower
NAME_SIZES = (19, 17, 15, 13, 11.5, 10, 9, 8)
NAME_HEIGHT, NAME_HEIGHT_COMPACT = 11.9, 10.5
QR_WIDTH = 21.0
NUMBER_SIZES = (27, 27, 23, 17)  # by digits
COLOUR_WORDS = {
    "red": gettext_lazy("Red card"),
    "white": gettext_lazy("White card"),
    "open": gettext_lazy("Red or white: ________"),
}
AWAY = "–"


@dataclass(frozen=True, slots=True)
class Layout:
    """The layout of cards on a sheet: how many, the class of each place, the width of a name, the width and
    sizes of a partner's name, and the deals to tick."""

    up: int
    place: str
    name_width: float
    partner: tuple[float, float]
    deals: range = range(0)


BY_TOTALS = Layout(4, "quarter", 71.0, (15.6, 7))


def by_deals(event: Event) -> Layout:
    """Two cards to a sheet, with a narrow cell for every deal of a round."""
    return Layout(2, "half", 170.0, (31.4, 9), range(1, (event.ruleset.deals_per_round or 12) + 1))


@dataclass(frozen=True, slots=True)
class DrawnCard:
    """A card's texts. Each column is one text with a line for every row of the form."""

    number: int
    number_css: str
    name: Fitted
    start: str
    colour: str
    tables: SafeString
    seats: SafeString
    partner_numbers: SafeString
    partner_names: SafeString
    opponents: SafeString
    qr: SafeString | str


def tally(event: Event, choice: PrintChoice) -> Printout:
    """Cards by totals, four to a sheet."""
    return _printout(event, choice, BY_TOTALS)


def tally_by_deals(event: Event, choice: PrintChoice) -> Printout:
    """Cards with a cell for every deal, two to a sheet."""
    return _printout(event, choice, by_deals(event))


def _printout(event: Event, choice: PrintChoice, layout: Layout) -> Printout:
    """The cards in cutting order; places left on the last sheets become spare cards."""
    movement = MOVEMENTS[event.movement]
    cards = tally_cards(event, choice.players)
    if choice.changed and cards:
        cards = _changed(event, cards)
    if not cards and choice.players:
        raise NotPrintable(_("No player of these numbers has a card."))
    if not cards:
        raise NotPrintable(
            _("Publish the seating first: this paper shows who sits where.")
            if movement.plans_ahead
            else _("There are no players yet. Add them first.")
        )
    parts = _parts(len(cards[0].stops))
    pages = _pages(event, choice) if len(parts[0]) <= COMPACT else {}
    sheets = tuple(
        PaperSheet(
            tuple(card and draw(card, part, layout, pages.get(card.person.number, "")) for card in sheet),
            form=str(place),
        )
        for place, part in enumerate(parts, start=1)
        for stock in _by_stock(cards)
        for sheet in impose(stock, layout.up)
    )
    return Printout(sheets, forms=forms(parts, _rule(movement), layout))


def _rule(movement: Movement) -> str:
    """The text at the foot of a card about a movement whose rounds it cannot print."""
    if movement.plans_ahead:
        return ""
    return f"{movement.rule} {_('Fill each round in when it is called.')}"


def _by_stock(cards: Sequence[TallyCard]) -> list[list[TallyCard]]:
    """The cards in sets by the colour of their stock; one set without colours."""
    colours = dict.fromkeys(card.colour for card in sorted(cards, key=lambda card: card.colour))
    return [[card for card in cards if card.colour == colour] for colour in colours]


def _changed(event: Event, cards: tuple[TallyCard, ...]) -> tuple[TallyCard, ...]:
    """The cards that differ from the last print; refused without a last print, or without a difference."""
    differing = changed_since_printed(event, cards)
    if differing is None:
        raise NotPrintable(_("The cards were not printed from here yet: print the whole set."))
    if not differing:
        raise NotPrintable(_("Every card is as it was last printed."))
    return differing


def _pages(event: Event, choice: PrintChoice) -> dict[int, str]:
    """The address in each card's QR code, by player number: the player's own page by secret link if it may
    be printed, else the event's front page at this player; empty if phones cannot reach the site."""
    if not choice.site or not event.is_public:
        return {}
    own = choice.own_pages and event.links_live(timezone.localdate())
    front = reverse("public:event", args=[event.slug])
    return {
        number: choice.site.rstrip("/")
        + (reverse("player_page:show", args=[token]) if own else f"{front}?player={number}")
        for number, token in event.players.values_list("number", "token")
    }


def blank(event: Event, choice: PrintChoice) -> Printout:
    """One sheet of cards without names, for walk-ins; the printer makes copies."""
    parts = _parts(event.round_count)
    movement = MOVEMENTS[event.movement]
    sheets = tuple(PaperSheet((None,) * BY_TOTALS.up, form=str(n)) for n, _part in enumerate(parts, start=1))
    return Printout(sheets, forms=forms(parts, _rule(movement), BY_TOTALS))


def forms(parts: Sequence[range], rule: str, layout: Layout) -> dict[str, dict[str, object]]:
    """The blank card of each part; `rule` explains a movement that the card cannot print."""
    return {
        str(place): {
            "places": range(1, layout.up + 1),
            "place": layout.place,
            "deals": layout.deals,
            "rounds": part,
            "rows": len(part),
            "compact": len(part) > COMPACT,
            "rule": rule,
            "part": place if len(parts) > 1 else None,
            "parts": len(parts),
        }
        for place, part in enumerate(parts, start=1)
    }


def draw(card: TallyCard, part: range, layout: Layout, address: str = "") -> DrawnCard:
    """A card's texts for the rounds of one part."""
    stops = card.stops[part.start - 1 : part.stop - 1]
    height = NAME_HEIGHT_COMPACT if len(part) > COMPACT else NAME_HEIGHT
    width = layout.name_width - (QR_WIDTH if address else 0)
    number = str(card.person.number)
    points = NUMBER_SIZES[min(len(number), len(NUMBER_SIZES)) - 1] - (6 if len(part) > COMPACT else 0)
    return DrawnCard(
        number=card.person.number,
        number_css=f"pt-{2 * points}",
        name=fit(card.person.name, width, NAME_SIZES, lines=3, height=height, bold=True),
        start=_start(stops),
        colour=str(COLOUR_WORDS.get(card.colour, "")),
        tables=_column(str(stop.table) if stop and stop.table else "" for stop in stops),
        seats=_column(stop.seat.value if stop and stop.seat else "" for stop in stops),
        partner_numbers=_column(str(stop.partner.number) if stop and stop.partner else "" for stop in stops),
        partner_names=_column(_partner(stop, layout) for stop in stops),
        opponents=_column(_opponents(stop) for stop in stops),
        qr=qr(address) if address else "",
    )


def _opponents(stop: Stop | None) -> str:
    return " · ".join(str(person.number) for person in stop.opponents) if stop else ""


def _partner(stop: Stop | None, layout: Layout) -> str | SafeString:
    if stop is None:
        return ""
    if stop.sits_out:
        return format_html_join("", "<b>{}</b>", [(_("Sit out"),)])
    if not stop.here:
        return AWAY
    return abbreviate(stop.partner.name, *layout.partner) if stop.partner else AWAY


def _start(stops: Sequence[Stop | None]) -> str:
    """Where a player goes first, in words; empty if unknown."""
    first = next((stop for stop in stops if stop and stop.here), None)
    if first is None:
        return ""
    if first.sits_out or first.seat is None:
        return _("Round %(round)s: sit out") % {"round": first.round}
    where = {"table": first.table, "seat": SEAT_NAMES[first.seat], "round": first.round}
    if first is stops[0]:
        return _("Start: table %(table)s, %(seat)s") % where
    return _("From round %(round)s: table %(table)s, %(seat)s") % where


def _column(lines: Iterable[str]) -> SafeString:
    """A line for every row up to the last that is not empty, as empty lines take time to set."""
    known = list(lines)
    while known and not known[-1]:
        known.pop()
    return format_html_join("\n", "{}", ((line,) for line in known))


def _parts(rounds: int) -> list[range]:
    """The rounds of each of a player's cards: usually one card, else several of about equal length.

    >>> _parts(8), _parts(30)
    ([range(1, 9)], [range(1, 16), range(16, 31)])
    """
    count = -(-rounds // MOST_ROWS)
    most = -(-rounds // count)
    return [range(first, min(first + most, rounds + 1)) for first in range(1, rounds + 1, most)]
