"""What the tricks on the table prove: who won them and who did not follow suit.

Which penalty follows is for ``scoring.rulings``. The cards themselves are in ``scoring.pack``.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from scoring.deal import TRICKS
from scoring.errors import BadCards
from scoring.pack import Card, Suit, effective_suit, pack_of, parse_card, parse_suit, trick_winner
from scoring.seats import SEATS, SIDES, Seat, Side
from scoring.sentences import Sentence, marked

_LETTERS = {"O": "W"}  # west as it is written in French


@dataclass(frozen=True, slots=True)
class Renege:
    """A failure to follow suit and the card that proves it: ``held`` was played later, in trick
    ``held_trick``, or never (``None``), because the deal was stopped.
    """

    seat: Seat
    trick: int
    played: Card
    held: Card
    held_trick: int | None
    led: Suit

    @property
    def sentence(self) -> Sentence:
        """The proof in words."""
        facts = {
            "seat": self.seat.noun,
            "played": self.played.noun,
            "trick": self.trick,
            "led": self.led.noun,
            "held": self.held.noun,
        }
        if self.held_trick is None:
            return marked(
                "%(seat)s played the %(played)s to trick %(trick)s, where %(led)s were led, and "
                "still held the %(held)s when the deal was stopped.",
                **facts,
            )
        return marked(
            "%(seat)s played the %(played)s to trick %(trick)s, where %(led)s were led, and "
            "still held the %(held)s, played to trick %(held_trick)s.",
            **facts,
            held_trick=self.held_trick,
        )


@dataclass(frozen=True, slots=True)
class TrickProblem:
    """Something in the entry that cannot be; ``trick`` counts from 1, ``None`` if it concerns all."""

    code: str
    message: Sentence
    trick: int | None = None

    def __str__(self) -> str:
        return self.message


@dataclass(frozen=True, slots=True)
class Examination:
    """What the tricks show. ``winners`` has one seat per trick, ``None`` if it cannot be told."""

    winners: tuple[Seat | None, ...]
    tricks_by_side: Mapping[Side, int]
    reneges: tuple[Renege, ...]
    problems: tuple[TrickProblem, ...]

    @property
    def complete(self) -> bool:
        """Whether all five tricks are there and have winners."""
        return len(self.winners) == TRICKS and None not in self.winners


@dataclass(frozen=True, slots=True)
class _Play:
    trick: int
    seat: Seat
    card: Card
    led: Suit


def examine(
    trump: str | Suit,
    leader: str | Seat,
    tricks: Sequence[Sequence[str | Card]],
    lone: str | Seat | None = None,
    deck: int = 24,
    *,
    lone_defender: str | Seat | None = None,
    leaders: Sequence[str | Seat | None] = (),
    unplayed: Mapping[Seat, Sequence[str | Card]] = MappingProxyType({}),
    dead: Collection[Card] = (),
) -> Examination:
    """What the cards of up to five tricks prove (RULEBOOK 7).

    ``leader`` leads trick 1; in each trick the cards stand in the order played, clockwise, leaving out the
    partners of ``lone`` and ``lone_defender``, who play alone. ``unplayed`` are cards still held when the
    deal was stopped: they prove what a player held as well as a card played later. ``leaders`` may say who
    is remembered to have led each trick: where that is not the winner of the trick before, it is a problem,
    and the seats are read as the winner led. After a trick with cards missing nobody can tell who led next,
    unless ``leaders`` says so. ``dead`` are cards that lie without value and cannot win (T): a card that
    fell, or one led before the discard, whose player stands last in trick 1 and cannot have reneged there.

    Raises ``BadCards`` for text that is no card, suit or seat, and for a pack of another size; what can be
    read but cannot be is listed in ``problems``.

    >>> proof = examine("h", "N", [["As", "9s", "Ks", "Jd"], ["Ac", "10s", "Qs", "9c"]])
    >>> proof.winners[0].value, [problem.code for problem in proof.problems]
    ('W', [])
    >>> [(renege.seat.value, str(renege.played), str(renege.held)) for renege in proof.reneges]
    []
    >>> proof = examine("h", "N", [["As", "9s", "Kc", "Qs"], ["Ac", "9c", "Ks", "Qc"]])
    >>> proof.reneges[0].sentence[:55]
    'South played the king of clubs to trick 1, where spades'
    >>> proof = examine("h", "N", [["As", "9s", "Kc", "Qs"]], unplayed={Seat.S: ["Ks"]})
    >>> proof.reneges[0].sentence[-56:]
    'still held the king of spades when the deal was stopped.'
    """
    suit = trump if isinstance(trump, Suit) else parse_suit(trump)
    pack = pack_of(deck)
    absent = {
        _seat(seat, field).partner
        for seat, field in ((lone, "lone"), (lone_defender, "lone_defender"))
        if seat is not None
    }
    hands = [_read(trick, "tricks", marked("trick %(trick)s", trick=number))
             for number, trick in enumerate(tricks, 1)]  # fmt: skip
    kept = {seat: _read(cards, "unplayed", seat.noun) for seat, cards in unplayed.items()}
    named = [None if seat is None else _seat(seat, "leaders") for seat in leaders]
    first, problems = _first_leader(_seat(leader, "leader"), absent)
    problems += _pack_problems(hands, kept, pack)
    early = {card for trick in hands[:1] for card in trick[-1:] if card in dead}
    winners, plays, all_problems = _replay(hands, suit, first, absent, named, dead, stopped=bool(unplayed))
    all_problems += _hand_problems(plays, kept)
    return Examination(
        winners=tuple(winners),
        tricks_by_side={
            side: sum(seat is not None and seat.side is side for seat in winners) for side in SIDES
        },
        reneges=tuple(_reneges(plays, kept, suit, early)),
        problems=tuple(problems + all_problems),
    )


def _seat(seat: str | Seat, field: str) -> Seat:
    letter = seat.strip().upper()
    try:
        return Seat(_LETTERS.get(letter, letter))
    except ValueError:
        message = marked("“%(seat)s” is no seat. Write N, E, S or W.", seat=seat)
        raise BadCards(message, code="seat", field=field) from None


def _read(cards: Sequence[str | Card], field: str, place: Sentence) -> list[Card]:
    """The cards of a trick or of a hand; one that cannot be read is named with its place."""
    cards_read = []
    for number, card in enumerate(cards, 1):
        try:
            cards_read.append(card if isinstance(card, Card) else parse_card(card))
        except BadCards as error:
            where = marked("%(place)s, card %(number)s", place=place, number=number)
            raise BadCards(error.message, code=error.code, field=field, where=where) from None
    return cards_read


def _first_leader(leader: Seat, absent: set[Seat]) -> tuple[Seat, list[TrickProblem]]:
    if leader not in absent:
        return leader, []
    message = marked(
        "%(leader)s’s partner was alone, so %(leader)s can’t have led. The tricks are read as if the "
        "next player led.",
        leader=leader.noun,
    )
    return _order(leader, absent)[0], [TrickProblem("leader-sits-out", message, 1)]


def _pack_problems(
    hands: Sequence[Sequence[Card]], kept: Mapping[Seat, Sequence[Card]], pack: Sequence[Card]
) -> list[TrickProblem]:
    """What no pack and no deal can give: a sixth trick, a card that is not in it, a card twice."""
    problems = []
    if len(hands) > TRICKS:
        message = marked("A deal has five tricks, not %(count)s.", count=len(hands))
        problems.append(TrickProblem("too-many-tricks", message))
    seen: dict[Card, Sentence] = {}
    for card, place, number in _entered(hands, kept):
        if card not in pack:
            message = marked("There is no %(card)s in a deck of %(deck)s.", card=card.noun, deck=len(pack))
            problems.append(TrickProblem("not-in-pack", message, number))
        if card in seen:
            message = marked(
                "The %(card)s is entered twice: %(first)s and %(second)s.",
                card=card.noun,
                first=seen[card],
                second=place,
            )
            problems.append(TrickProblem("card-twice", message, number))
        seen.setdefault(card, place)
    return problems


def _entered(
    hands: Sequence[Sequence[Card]], kept: Mapping[Seat, Sequence[Card]]
) -> Iterator[tuple[Card, Sentence, int | None]]:
    """Every card that was entered, with its place in a sentence and the number of its trick, if any."""
    for number, cards in enumerate(hands, 1):
        for card in cards:
            yield card, marked("trick %(trick)s", trick=number), number
    for seat, cards in kept.items():
        for card in cards:
            yield card, marked("%(seat)s’s hand", seat=seat.noun), None


def _replay(
    hands: Sequence[Sequence[Card]],
    trump: Suit,
    first: Seat,
    absent: set[Seat],
    named: Sequence[Seat | None],
    dead: Collection[Card],
    *,
    stopped: bool,
) -> tuple[list[Seat | None], list[_Play], list[TrickProblem]]:
    """Give every card its player, trick after trick, and every full trick its winner.

    Where the deal was stopped, the last trick may lack cards.
    """
    winners: list[Seat | None] = []
    plays: list[_Play] = []
    problems: list[TrickProblem] = []
    due: Seat | None = first
    size = len(SEATS) - len(absent)
    for number, cards in enumerate(hands, 1):
        said = named[number - 1] if number <= len(named) else None
        if due is not None and said is not None and said is not due:
            problems.append(_wrong_leader(number, due, said))
        cut_short = stopped and number == len(hands) and len(cards) < size
        if len(cards) != size and not cut_short:
            message = marked(
                "Trick %(number)s has %(count)s cards instead of %(size)s.",
                number=number,
                count=len(cards),
                size=size,
            )
            problems.append(TrickProblem("wrong-count", message, number))
        leader = due or said
        due = None
        if leader is not None and cards:
            seats = _order(leader, absent)
            led = effective_suit(cards[0], trump)
            plays += [_Play(number, seat, card, led) for seat, card in zip(seats, cards, strict=False)]
            if len(cards) == size:
                best = trick_winner(cards, trump, dead)
                due = None if best is None else seats[best]
                if best is None:
                    problems.append(_no_winner(number))
        winners.append(due)
    return winners, plays, problems


def _order(leader: Seat, absent: set[Seat]) -> list[Seat]:
    """Who plays to a trick, clockwise from its leader."""
    return [seat for seat in (leader.advanced(step) for step in range(4)) if seat not in absent]


def _no_winner(number: int) -> TrickProblem:
    message = marked(
        "Nobody can have won trick %(number)s: the card led cannot win, and no other is a trump or follows. "
        "The tricks after it cannot be read.",
        number=number,
    )
    return TrickProblem("no-winner", message, number)


def _wrong_leader(number: int, due: Seat, said: Seat) -> TrickProblem:
    facts = {"leader": said.noun, "number": number, "due": due.noun}
    message = marked("%(leader)s is said to have led trick %(number)s, but %(due)s was due to lead.", **facts)
    if number > 1:
        message = marked(
            "%(leader)s is said to have led trick %(number)s, but %(due)s won trick %(before)s.",
            **facts,
            before=number - 1,
        )
    return TrickProblem("wrong-leader", message, number)


def _hand_problems(plays: Sequence[_Play], kept: Mapping[Seat, Sequence[Card]]) -> list[TrickProblem]:
    """Who would have held more than five cards."""
    problems = []
    for seat, cards in kept.items():
        held = len(cards) + sum(play.seat is seat for play in plays)
        if held > TRICKS:
            message = marked(
                "%(seat)s would have held %(count)s cards; a hand has five.", seat=seat.noun, count=held
            )
            problems.append(TrickProblem("hand-too-large", message))
    return problems


def _reneges(
    plays: Sequence[_Play], kept: Mapping[Seat, Sequence[Card]], trump: Suit, forced: Collection[Card]
) -> list[Renege]:
    """Every card that did not follow, with the first card of the suit led that its player played later, or
    else held to the end. Those ``forced`` lay on the table before the suit was led.
    """
    reneges = []
    for index, play in enumerate(plays):
        if effective_suit(play.card, trump) is play.led or play.card in forced:
            continue
        later = [(card.card, card.trick) for card in plays[index + 1 :] if card.seat is play.seat]
        held = [*later, *((card, None) for card in kept.get(play.seat, ()))]
        for card, trick in held:
            if effective_suit(card, trump) is play.led:
                reneges.append(Renege(play.seat, play.trick, play.card, card, trick, play.led))
                break
    return reneges
