"""Which tally cards in the hall are out of date: what each said when somebody noted it as printed, beside the
seating as it is, or as a change would make it.

A card is noted by its player's number: the `name` on it (empty: a line to write on), the `colour` of its
stock, and a line for each of its `rounds`: table, seat, partner's number and name, opponents' numbers;
`OUT` or `AWAY`; nothing from the round on that is written by hand.
"""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.seats import SEATS, Seat
from tournament.models import Event, Player
from tournament.rotation.movements import MOVEMENTS
from tournament.rotation.plan import RoundPlan
from tournament.state.attendance import GOING, NAMED, event_progress, in_a_row, plays_in, published_plans
from tournament.words.names import with_number

Card = dict[str, Any]
Line = list[Any]
OUT: Line = [0, "out"]
AWAY: Line = [0]
LISTED = 20  # more numbers than these end in “…”


@dataclass(frozen=True, slots=True)
class CardsOutOfDate:
    """The players, by number, whose cards are to be printed: because of another seat in a round to come, or
    for want of a card; of another partner or opponent; of a name spelled otherwise. `since`: the first round
    that reads otherwise, for those who have a card."""

    seats: tuple[int, ...] = ()
    company: tuple[int, ...] = ()
    names: tuple[int, ...] = ()
    since: Mapping[int, int] = field(default_factory=dict)
    called: Mapping[int, str] = field(default_factory=dict)

    @property
    def numbers(self) -> tuple[int, ...]:
        """All of them, those with another seat first."""
        return (*self.seats, *self.company, *self.names)

    @property
    def to_print(self) -> str:
        """The words of the link to print them."""
        count = len(self.numbers)
        return ngettext("Print the %(n)d changed card", "Print the %(n)d changed cards", count) % {"n": count}

    @property
    def sentence(self) -> str:
        """Who needs a new card, and why."""
        if not self.numbers:
            return _("Nobody needs a new card.")
        parts = [
            ngettext(
                "%(n)d needs a new card (another seat): %(who)s",
                "%(n)d need a new card (another seat): %(who)s",
                len(self.seats),
            ),
            ngettext(
                "%(n)d more names another partner or opponent",
                "%(n)d more name another partner or opponent",
                len(self.company),
            )
            if self.seats
            else ngettext(
                "%(n)d card names another partner or opponent",
                "%(n)d cards name another partner or opponent",
                len(self.company),
            ),
            ngettext("%(n)d has a name spelled anew", "%(n)d have a name spelled anew", len(self.names)),
        ]
        found = [
            part % {"n": len(who), "who": self._listed(who)}
            for part, who in zip(parts, (self.seats, self.company, self.names), strict=True)
            if who
        ]
        text = "; ".join(found)
        return text if text.endswith("…") else f"{text}."

    def _listed(self, numbers: tuple[int, ...]) -> str:
        if len(numbers) <= NAMED:
            return in_a_row([with_number(self.called.get(n, ""), n) for n in numbers])
        return ", ".join(map(str, numbers[:LISTED])) + (", …" if len(numbers) > LISTED else "")


NO_CARDS = CardsOutOfDate()


class CardsInHall:
    """The cards of an event: as printed, as they would be printed now, and the difference."""

    def __init__(self, event: Event, movement: str = "") -> None:
        self.event = event
        self.movement = MOVEMENTS[movement or event.movement]
        self.ahead = self.movement.plans_ahead

    @cached_property
    def printed(self) -> dict[str, Card]:
        """The card that each player was last given; what was noted before a restore is not known."""
        noted = self.event.card_prints.filter(event_uid=self.event.uid).values_list("cards", flat=True)
        return {number: card for cards in noted for number, card in cards.items() if isinstance(card, dict)}

    @cached_property
    def plans(self) -> dict[int, RoundPlan]:
        return published_plans(self.event)

    @cached_property
    def players(self) -> dict[int, Player]:
        return {player.number: player for player in self.event.players.in_order()}

    @cached_property
    def to_come(self) -> range:
        """The rounds that nothing is reported of."""
        last = max([self.event.round_count, *self.event.rounds.numbers()])
        return range(event_progress(self.event).last_played + 1, last + 1)

    @cached_property
    def expected(self) -> frozenset[int]:
        """The numbers of those who play, or sit out, in a round to come."""
        return frozenset(
            n for n, player in self.players.items() if any(plays_in(player, r) for r in self.to_come)
        )

    @cached_property
    def gone(self) -> frozenset[int]:
        """The numbers of those who have left, or were disqualified, and play no more."""
        return frozenset(n for n, player in self.players.items() if player.status in GOING) - self.expected

    @cached_property
    def now(self) -> dict[int, Card]:
        """Everybody's card as it would be printed now."""
        return self._written(self.plans)

    def noted(self, numbers: Collection[int] | None = None) -> dict[str, Card]:
        """What is noted of these players' cards, or of all, once they are printed as they are now."""
        return {
            str(number): card for number, card in self.now.items() if numbers is None or number in numbers
        }

    def out_of_date(self) -> CardsOutOfDate | None:
        """The cards that are to be printed; None if nobody has noted a printing."""
        return self._compared(self.printed, self.now) if self.printed else None

    def changed_by(self, rounds: Iterable[RoundPlan], first: int) -> CardsOutOfDate:
        """The cards that are to be printed once these rounds take the place of those published from `first`
        on. If nobody has noted a printing, the cards are taken to say what is published."""
        kept = {n: plan for n, plan in self.plans.items() if n < first}
        return self._compared(
            self.printed or self.noted(), self._written(kept | dict(enumerate(rounds, first)))
        )

    def _compared(self, was: Mapping[str, Card], now: Mapping[int, Card]) -> CardsOutOfDate:
        reasons: dict[str, list[int]] = {"seats": [], "company": [], "names": []}
        since: dict[int, int] = {}
        for number in sorted(self.expected & now.keys()):
            reason, round_ = self._differs(was.get(str(number)), now[number], self.players[number])
            if reason:
                reasons[reason].append(number)
            if round_:
                since[number] = round_
        called = {number: player.name for number, player in self.players.items()}
        return CardsOutOfDate(**{why: tuple(who) for why, who in reasons.items()}, since=since, called=called)

    def _differs(self, was: Card | None, now: Card, player: Player) -> tuple[str, int]:
        """Why a card is out of date (the field of `CardsOutOfDate`, or nothing), and from which round on."""
        rounds = [n for n in self.to_come if plays_in(player, n)]
        if was is None:
            has_places = any(line != AWAY for n in rounds if (line := _line(now, n)))
            return ("seats" if has_places or not self.ahead else ""), 0
        found: dict[str, int] = {}
        if was["colour"] not in (now["colour"], "", "open"):
            found["seats"] = rounds[0]
        for number in rounds:
            before, line = _line(was, number), _line(now, number)
            if before == line or line == AWAY or (before is None and not self.ahead):
                continue
            before, line = before or AWAY, line or AWAY
            if before[:2] != line[:2]:
                found.setdefault("seats", number)
            elif before[2:3] + before[4:] != line[2:3] + line[4:]:
                found.setdefault("company", number)
            elif before[3]:
                found.setdefault("names", number)
        if was["name"] not in ("", now["name"]):
            found.setdefault("names", rounds[0])
        reason = next((why for why in ("seats", "company", "names") if why in found), "")
        return reason, min(found.values(), default=0)

    def _written(self, plans: Mapping[int, RoundPlan]) -> dict[int, Card]:
        """Everybody's card if these are the rounds."""
        names = {n: player.name if player.own_name else "" for n, player in self.players.items()}
        rounds = [_lines(plans[number], names) for number in sorted(plans)]
        holders = set().union(*rounds) if self.ahead else self.players.keys()
        colours = self.movement.colours
        cards = {}
        for number in sorted(holders & names.keys()):
            lines = [lines.get(number, AWAY) for lines in rounds]
            seats = [line[1] for line in lines if line[0]]
            colour = "open" if colours and OUT in lines else ""
            if colours and seats:
                colour = colours[Seat(seats[-1])]
            cards[number] = {"name": names[number], "colour": colour, "rounds": lines}
        return cards


def _line(card: Card, number: int) -> Line | None:
    return card["rounds"][number - 1] if number <= len(card["rounds"]) else None


def _lines(plan: RoundPlan, names: Mapping[int, str]) -> dict[int, Line]:
    """Each player's line of one round."""
    lines = dict.fromkeys(plan.sit_out, OUT)
    tables = [(table.number, dict(zip(SEATS, table.players, strict=True))) for table in plan.tables]
    for table, seats in [*tables, *((table.number, table.seats) for table in plan.short)]:
        for seat, player in seats.items():
            partner = seats.get(seat.partner, 0)
            others = sorted(other for at, other in seats.items() if at.side is not seat.side)
            lines[player] = [table, seat.value, partner, names.get(partner, ""), *others]
    return lines
