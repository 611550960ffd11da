"""Tally cards: each player's evening, with room to write scores, by totals or deal by deal."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from types import MappingProxyType

from django.db.models import Q
from django.urls import reverse
from django.utils import timezone
from django.utils.functional import SimpleLazyObject
from django.utils.html import conditional_escape, format_html, format_html_join, strip_tags
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy
from django.utils.translation import pgettext

from scoring.ruleset import Ruleset
from tournament.models import Event
from tournament.models.seating import SEAT_LETTERS, SEAT_NAMES
from tournament.printing.fit import Fitted, fit, in_two_lines
from tournament.printing.kinds.rounds import how_many
from tournament.printing.paper import NotPrintable, PaperSheet, PrintChoice, Printout, paper
from tournament.registry.actions import SEATING_FEWEST_CARDS, SEATING_NOBODY_MOVED, SEATING_REPLANNED
from tournament.reports.cards import (
    CardScore,
    TallyCard,
    is_from_before_a_restore,
    scores_so_far,
    tally_cards,
)
from tournament.reports.fit_clock import fewer_deals_told
from tournament.reports.seating import Stop, card_key, deal_lines, impose
from tournament.rotation.movements import MOVEMENTS, Movement
from tournament.running.qr import qr
from tournament.state.cards import CardsInHall, CardsOutOfDate
from tournament.templatetags.euchre import local_time
from tournament.words.figures import figure
from tournament.words.names import number_called
from tournament.words.sentences import in_words, lone_of_player

NAME_SIZES = (19, 17, 15, 13, 11.5, 10, 9, 8)
NAME_HEIGHT = 11.9
QR_WIDTH = 21.0
NUMBER_SIZES = (27, 27, 23, 17)  # by digits
LEAST_ROW = 7.0  # mm: what a blunt pencil needs
# mm of a card's height: margins, number and name, heads of columns, foot, a movement's rule, the key
EDGES, HEAD, HEADS, FOOT, RULE, KEY = 13.0, 20.0, 8.0, 14.4, 13.0, 5.0
MOST_ON_QUARTER = 12  # rounds
ONE_TIER = 12  # deals that fit beside each other; more stand in two tiers
PARTNER_SIZES = (9, 8.5, 8)
# large print: mm of a row, and of head, column heads, rule and foot together; pt of names and partners' names
LARGE_ROW, LARGE_EDGES = 12.0, 80.0
LARGE_NAMES, LARGE_PARTNERS = (34, 30, 27, 23, 20, 18, 16), (18, 16, 14, 12)
LARGE_NAME_HEIGHT = 19.6  # above the line that says where to start
COLOUR_WORDS = {
    "red": _lazy("Red card"),
    "white": _lazy("White card"),
    "open": _lazy("Red or white: ________"),
}
NO_SCORES: Mapping[int, CardScore] = MappingProxyType({})
REPLANNED = (SEATING_REPLANNED.code, SEATING_FEWEST_CARDS.code, SEATING_NOBODY_MOVED.code)
PRINTED_ON = {"red": "red", "white": "white"}
AWAY = "–"
MOST_DIGITS = 4  # of two opponents on one line


@dataclass(frozen=True, slots=True)
class Layout:
    """The layout of cards on a sheet: how many, the class of each place, the rounds that one card holds, the
    widths of a name and a partner's name, and the deals to fill in, by tier."""

    up: int
    place: str
    rows: int
    name_width: float
    partner_width: float
    tiers: tuple[range, ...] = ()
    large: bool = False


def by_totals(event: Event, choice: PrintChoice) -> Layout:
    """Four cards to a sheet; two upright ones if four would leave rows too low to write in; in large print
    one."""
    if choice.large:
        rows = int((choice.size.height - EDGES - LARGE_EDGES) / LARGE_ROW)
        more = choice.size.width - 210
        return Layout(1, "whole", rows, 150.0, 36.0 + more, large=True)
    extra = (choice.size.width - 210) / 2  # a wider sheet gives it to the partners' names
    room = _rows_that_fit(event, choice.size.height / 2)
    if event.round_count <= min(MOST_ON_QUARTER, room):
        return Layout(4, "quarter", room, 71.0, 17.4 + extra)
    return Layout(2, "column", _rows_that_fit(event, choice.size.height), 71.0, 17.4 + extra)


def by_deals(event: Event, choice: PrintChoice) -> Layout:
    """Two cards to a sheet, or one, with a cell for every deal of a round, in two tiers if they are many."""
    if choice.large:
        raise NotPrintable(
            _(
                "A cell for every deal leaves no room for large print. Print “Tally cards” in large print: "
                "they have a row for every round."
            )
        )
    deals = deal_lines(event)
    if not deals:
        raise NotPrintable(_("No deals are known under this event’s rules: print the tally cards by totals."))
    half = deals if deals <= ONE_TIER else -(-deals // 2)
    tiers = tuple(range(first, min(first + half, deals + 1)) for first in range(1, deals + 1, half))
    room = _rows_that_fit(event, choice.size.height / 2, KEY, len(tiers))
    if event.round_count <= room:
        return Layout(2, "half", room, 170.0, 27.0, tiers)
    return Layout(1, "whole", _rows_that_fit(event, choice.size.height, KEY, len(tiers)), 170.0, 27.0, tiers)


def _rows_that_fit(event: Event, height: float, more: float = 0, tiers: int = 1) -> int:
    """The rounds that a card of this height (mm) holds, with no line to write on under the least."""
    rule = 0 if MOVEMENTS[event.movement].plans_ahead else RULE
    return int((height - EDGES - HEAD - HEADS - FOOT - rule - more) / (LEAST_ROW * tiers))


@dataclass(frozen=True, slots=True)
class DrawnCard:
    """A card's texts. Each column is one text with a line for every row of the form."""

    number: int
    number_css: str
    name: Fitted
    new: str
    part: int | None
    start: str
    colour: str
    tables: SafeString
    seats: SafeString
    partner_numbers: SafeString
    partner_names: SafeString
    opponents: SafeString
    scores: SafeString
    totals: SafeString
    won: SafeString
    loners: SafeString
    qr: "SimpleLazyObject[SafeString] | str"  # drawn when it is shown: a sheet may only be counted


paper_of_cards = partial(
    paper,
    template="tally_cards",
    css="cards",
    form="tally_cards_form",
    asks=("players", "changed", "large", "stock"),
    stock="card",
)
paper_of_spares = partial(
    paper_of_cards, asks=("count", "large"), counted=_lazy("Number of cards"), has_names=False
)


@paper_of_cards(
    "tally-cards",
    _lazy("Tally cards"),
    _lazy("One for each player, four to a sheet. Cut the stack both ways and pile it: they are in order."),
)
def tally(event: Event, choice: PrintChoice) -> Printout:
    """Cards by totals, four to a sheet."""
    return _printout(event, choice, by_totals(event, choice))


@paper_of_cards(
    "tally-cards-by-deals",
    _lazy("Tally cards, deal by deal"),
    _lazy("One for each player, two to a sheet, with a cell for every deal."),
)
def tally_by_deals(event: Event, choice: PrintChoice) -> Printout:
    """Cards with a cell for every deal, two to a sheet."""
    return _printout(event, choice, by_deals(event, choice))


def _printout(event: Event, choice: PrintChoice, layout: Layout) -> Printout:
    """The cards in cutting order; places left on the last sheets become spare cards."""
    movement = MOVEMENTS[event.movement]
    hall = CardsInHall(event)
    cards = tally_cards(event, choice.players, hall)
    differing = hall.out_of_date()
    if choice.changed and cards:
        cards = _changed(event, cards, differing)
    if choice.stock and cards:
        cards = tuple(card for card in cards if card.colour == choice.stock)
        if not cards:
            raise NotPrintable(_("No card has this colour. Print all of them."))
    if not cards and choice.players:
        raise NotPrintable(_("No player of these numbers has a card."))
    if not cards:
        raise NotPrintable(
            _("Publish the seating first: this paper shows who sits where.")
            if movement.plans_ahead
            else _("There are no players yet. Add them first.")
        )
    parts = _parts(len(cards[0].stops), layout.rows)
    pages = _pages(event, choice)
    heads = _heads(event, cards, differing)
    again = bool(heads or choice.changed or choice.players)
    scores = scores_so_far(event) if again else {}  # a card that takes another's place goes on from it
    sit_out = figure(event.bye_points) if event.bye_mode == Event.ByeMode.FIXED else ""

    def drawn_card(card: TallyCard, part: range) -> DrawnCard:
        number = card.person.number
        return draw(
            card,
            part,
            layout,
            pages.get(number, ""),
            scores.get(number, NO_SCORES),
            new=heads.get(number, ""),
            at=parts.index(part) + 1 if len(parts) > 1 else None,
            first=hall.to_come.start,
            sit_out=sit_out,
        )

    drawn = {
        PRINTED_ON.get(colour, ""): [[drawn_card(card, part) for part in parts] for card in stock]
        for colour, stock in _by_stock(cards).items()
    }
    card_forms = forms(
        event,
        parts,
        layout,
        coded=bool(pages),
        anew=bool(heads),
        seated=any(stop for card in cards for stop in card.stops),
        scored=bool(scores),
    )
    if len(parts) == 1:
        sheets = [
            PaperSheet(sheet, form="1", stock=colour)
            for colour, stock in drawn.items()
            for sheet in impose([card for (card,) in stock], layout.up)
        ]
    else:  # all the cards of a player come one after the other, whatever is cut
        sheets = [
            PaperSheet(tuple(own[at : at + layout.up]), form=str(at // layout.up + 1), stock=colour)
            for colour, stock in drawn.items()
            for own in stock
            for at in range(0, len(own), layout.up)
        ]
    return Printout(tuple(sheets), forms=card_forms)


def _rule(movement: Movement) -> str:
    """The text at the foot of a card about a movement whose rounds it cannot print."""
    if movement.plans_ahead:
        return ""
    if movement.last_alone:
        announced = _("Fill in the last round when it is announced.")
    else:
        announced = _("Fill in each round when it is announced.")
    return f"{in_words(movement.rule)} {announced}"


def _by_stock(cards: Sequence[TallyCard]) -> dict[str, list[TallyCard]]:
    """The cards in sets by the colour of their stock; one set without colours."""
    colours = dict.fromkeys(card.colour for card in sorted(cards, key=lambda card: card.colour))
    return {colour: [card for card in cards if card.colour == colour] for colour in colours}


def _changed(
    event: Event, cards: tuple[TallyCard, ...], differing: CardsOutOfDate | None
) -> tuple[TallyCard, ...]:
    """The cards that are out of date, those with another seat first; refused if there is none, or if nobody
    has noted a printing."""
    if differing is None and is_from_before_a_restore(event):
        raise NotPrintable(
            _(
                "A backup was restored after the cards were printed, so other cards may be in use. Print "
                "the whole set."
            )
        )
    if differing is None:
        raise NotPrintable(_("Nobody has said yet that the cards were printed: print the whole set."))
    by_number = {card.person.number: card for card in cards}
    changed = tuple(by_number[number] for number in differing.numbers if number in by_number)
    if not changed:
        raise NotPrintable(_("Every card is as it was last printed."))
    return changed


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


@paper_of_spares("blank-cards", _lazy("Spare tally cards"), _lazy("Cards without a name, for walk-ins."))
def blank(event: Event, choice: PrintChoice) -> Printout:
    """Cards by totals without names: a sheet of them, or as many as asked for."""
    return _blank(event, choice, by_totals(event, choice))


@paper_of_spares(
    "blank-cards-by-deals",
    _lazy("Spare tally cards, deal by deal"),
    _lazy("Cards without a name, with a cell for every deal."),
)
def blank_by_deals(event: Event, choice: PrintChoice) -> Printout:
    """Cards without names with a cell for every deal: a sheet of them, or as many as asked for."""
    return _blank(event, choice, by_deals(event, choice))


def _blank(event: Event, choice: PrintChoice, layout: Layout) -> Printout:
    parts = _parts(event.round_count, layout.rows)
    card_forms = forms(event, parts, layout, blank=True)
    each = layout.up if len(parts) == 1 else 1
    copies = max(1, -(-how_many(choice, each) // each))
    return Printout(
        tuple(PaperSheet((None,) * layout.up, form=name) for name in card_forms) * copies, forms=card_forms
    )


def forms(event: Event, parts: Sequence[range], layout: Layout, **own: bool) -> dict[str, dict[str, object]]:
    """The blank cards of each sheet. A sheet has the same card everywhere, or, if the rounds need several
    cards, a player's cards side by side. `own` is what the cards have themselves: a top line (`anew`), a code
    (`coded`), heads of where to sit (`seated`) and of the scores (`scored`), or nothing (`blank`)."""
    movement, rules = MOVEMENTS[event.movement], event.ruleset
    common = own | {
        "place": layout.place,
        "tiers": layout.tiers,
        "cells": len(layout.tiers[0]) if layout.tiers else 0,
        "key": card_key(rules) if layout.tiers else "",
        "rule": _rule(movement),
        "parts": len(parts),
        "lone_hands": rules.lone_hands,
        "large": layout.large,
        "told": " ".join(filter(None, [_worth(rules, layout), fewer_deals_told(event)])),
    }
    if len(parts) == 1:
        places = [(place, None, parts[0]) for place in range(1, layout.up + 1)]
        return {"1": common | {"cards": places, "rows": len(parts[0])}}
    numbered = [(at % layout.up + 1, at + 1, part) for at, part in enumerate(parts)]
    return {
        str(at // layout.up + 1): common | {"cards": numbered[at : at + layout.up], "rows": len(parts[0])}
        for at in range(0, len(parts), layout.up)
    }


def _worth(rules: Ruleset, layout: Layout) -> str:
    """What a card's points are; the key of a card with a cell for every deal says so already."""
    if layout.tiers:
        return ""
    lost = _("Points are points lost: the fewer, the better.")
    return lost if rules.counts_lost else lone_of_player(rules)


def _heads(event: Event, cards: Iterable[TallyCard], differing: CardsOutOfDate | None) -> dict[int, str]:
    """That a card is newer than another one on the tables: by player's number, from which round on it reads
    otherwise, and since when. If nobody has noted a printing, all are after seating was published again."""
    since: Mapping[int, int] = differing.since if differing else {}
    changes = event.audit_entries.filter(Q(action__startswith="seating.") | Q(action__startswith="change."))
    if differing is None and (last := changes.filter(action__in=REPLANNED).order_by("-pk").first()):
        since = dict.fromkeys((card.person.number for card in cards), last.facts["from_round"])
    if not since:
        return {}
    latest = changes.order_by("-pk").first()
    words = {"time": local_time(latest.at, event) if latest else ""}
    new = _("NEW from round %(round)s (%(time)s)")
    shown = {number: strip_tags(new % {**words, "round": round_}) for number, round_ in since.items()}
    return {card.person.number: shown[card.person.number] for card in cards if card.person.number in shown}


def draw(
    card: TallyCard,
    part: range,
    layout: Layout,
    address: str = "",
    scores: Mapping[int, CardScore] = NO_SCORES,
    *,
    new: str = "",
    at: int | None = None,
    first: int = 1,
    sit_out: str = "",
) -> DrawnCard:
    """A card's texts for the rounds of one part (number `at`, if there are several): `scores` of those
    played, what a `sit_out` gives, the way to the `first` one to come, and from when on the card is `new`."""
    stops = card.stops[part.start - 1 : part.stop - 1]
    known = [scores.get(number) for number in part]
    width = layout.name_width - (QR_WIDTH * (1.5 if layout.large else 1) if address else 0)
    sizes, height = (LARGE_NAMES, LARGE_NAME_HEIGHT) if layout.large else (NAME_SIZES, NAME_HEIGHT)
    number = str(card.person.number)
    points = NUMBER_SIZES[min(len(number), len(NUMBER_SIZES)) - 1]
    name = card.person.name if number_called(card.person.name) is None else ""  # a line to write on
    return DrawnCard(
        number=card.person.number,
        number_css=f"pt-{2 * points}",
        name=fit(name, width, sizes, lines=3, height=height, bold=True),
        new=new,
        part=at,
        start=_start(stops, first),
        colour=str(COLOUR_WORDS.get(card.colour, "")),
        tables=_column(str(stop.table) if stop and stop.table else "" for stop in stops),
        seats=_column(str(SEAT_LETTERS[stop.seat]) if stop and stop.seat else "" for stop in stops),
        partner_numbers=_column(str(stop.partner.number) if stop and stop.partner else "" for stop in stops),
        partner_names=_column(_partner(stop, layout) for stop in stops),
        opponents=_column(_opponents(stop) for stop in stops),
        scores=_column(
            figure(score.points) if score else sit_out if stop and stop.sits_out else ""
            for score, stop in zip(known, stops, strict=True)
        ),
        totals=_column(figure(score.total) if score and score.total is not None else "" for score in known),
        won=_column(_won(score) for score in known),
        loners=_column(str(score.loners) if score and score.loners else "" for score in known),
        qr=SimpleLazyObject(partial(qr, address)) if address else "",
    )


def _won(score: CardScore | None) -> str:
    if score is None or score.won is None:
        return ""
    return pgettext("a round won", "W") if score.won else pgettext("a round lost", "L")


def _opponents(stop: Stop | None) -> str | SafeString:
    """Their numbers beside each other, those of a large hall under each other."""
    numbers = [str(person.number) for person in stop.opponents] if stop else []
    if sum(map(len, numbers)) <= MOST_DIGITS:
        return " · ".join(numbers)
    return format_html('<span class="two">{}</span>', "\n".join(numbers))


def _partner(stop: Stop | None, layout: Layout) -> str | SafeString:
    if stop is None:
        return ""
    if stop.sits_out:
        return format_html_join("", "<b>{}</b>", [(pgettext("one player", "Sit out"),)])
    if not stop.here:
        return AWAY
    if stop.partner is None:
        return AWAY
    sizes = LARGE_PARTNERS if layout.large else PARTNER_SIZES
    if number_called(stop.partner.name) is not None:
        return ""  # the number is beside it, and there is room to write
    name = in_two_lines(stop.partner.name, layout.partner_width, sizes)
    if len(name.lines) == 1 and name.points == sizes[0]:
        return name.text
    return format_html('<span class="two {}">{}</span>', name.css, name.text)


def _start(stops: Sequence[Stop | None], next_round: int) -> str:
    """Where a player goes first, or next, in words; empty if unknown."""
    first = next((stop for stop in stops if stop and stop.here and stop.round >= next_round), None)
    if first is None:
        return ""
    if first.sits_out or first.seat is None:
        return _("Round %(round)s: sit out") % {"round": first.round}
    where = {"table": first.table, "seat": SEAT_NAMES[first.seat], "round": first.round}
    if next_round > 1:
        return _("Next: round %(round)s, table %(table)s, %(seat)s") % where
    if first is stops[0]:
        return _("Start: table %(table)s, %(seat)s") % where
    return _("From round %(round)s: table %(table)s, %(seat)s") % where


def _column(lines: Iterable[str]) -> SafeString:
    """A line for every row up to the last that is not empty, as empty lines take time to set."""
    known = list(lines)
    while known and not known[-1]:
        known.pop()
    if any(isinstance(line, SafeString) for line in known):
        return format_html_join("\n", "{}", ((line,) for line in known))
    return conditional_escape("\n".join(known))  # one call: the cards of a hall have 25,000 lines


def _parts(rounds: int, most: int) -> list[range]:
    """The rounds of each of a player's cards: usually one card, else several of about equal length.

    >>> _parts(8, 12), _parts(30, 20)
    ([range(1, 9)], [range(1, 16), range(16, 31)])
    """
    count = -(-rounds // most)
    most = -(-rounds // count)
    return [range(first, min(first + most, rounds + 1)) for first in range(1, rounds + 1, most)]
