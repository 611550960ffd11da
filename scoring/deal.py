"""One deal as it was reported: who made trump, how many tricks, which rulings, and what became of it.

What it is worth is another matter (``scoring.points``), and so is whether it may stand where it stands in the
round (``scoring.sheet``).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from enum import StrEnum
from typing import Any, TypeGuard, TypeVar

from scoring.errors import BadDeal, BadRuling, ScoringError
from scoring.seats import Seat, Side
from scoring.sentences import Sentence, marked

Name = TypeVar("Name", bound=StrEnum)


def is_int(value: object) -> TypeGuard[int]:
    """Whether it is a whole number and not a truth value."""
    return isinstance(value, int) and not isinstance(value, bool)


def value(name: StrEnum | None) -> str | None:
    """The text an archive holds for a name."""
    return None if name is None else name.value


def reject_unknown(
    data: Mapping[str, object], kind: type[Any], error: type[ScoringError], *others: str
) -> None:
    """Refuse names that are neither values of this kind nor among the ``others``."""
    known = {*(field.name for field in fields(kind)), *others}
    for key in data:
        if key not in known:
            raise error(marked("“%(key)s” is not known here.", key=key), code="unknown", field=key)


def mapping(data: object, field: str, error: type[ScoringError]) -> Mapping[str, object]:
    """A set of named values."""
    if not isinstance(data, Mapping):
        message = marked("“%(field)s” is not a set of named values.", field=field)
        raise error(message, code="shape", field=field)
    return data


def named(kind: type[Name], value: object, field: str, error: type[ScoringError]) -> Name | None:
    """A member of ``kind`` by its text, or ``None`` for none."""
    if value is None:
        return None
    try:
        return kind(value)  # type: ignore[arg-type]  # whatever is not a member's text is refused here
    except ValueError:
        known = ", ".join(member.value for member in kind)
        message = marked("%(found)r is none of %(known)s.", found=value, known=known)
        raise error(message, code=field, field=field) from None


def integer(value: object, field: str, error: type[ScoringError]) -> int:
    """A whole number."""
    if is_int(value):
        return value
    message = marked("“%(field)s” is a whole number, not %(found)r.", field=field, found=value)
    raise error(message, code=field, field=field)


def boolean(value: object, field: str, error: type[ScoringError]) -> bool:
    """True or false."""
    if not isinstance(value, bool):
        message = marked("“%(field)s” is true or false, not %(found)r.", field=field, found=value)
        raise error(message, code=field, field=field)
    return value


TRICKS = 5


class Fate(StrEnum):
    """What becomes of a deal."""

    PLAYED = "PLAYED"  # it ran its course
    PASS = "PASS"  # noqa: S105  a ruling that scored ended it; the deal passes
    VOID_PASS = "VOID_PASS"  # noqa: S105  nobody scores; the deal passes
    REDEAL = "REDEAL"  # nobody scores; the same dealer deals the slot again
    THROWN_IN = "THROWN_IN"  # everybody passed where the dealer may pass too

    @property
    def words(self) -> Sentence:
        """The fate in a sentence: this deal is …"""
        words = (
            marked("played out"),
            marked("ended by a penalty"),
            marked("void"),
            marked("dealt again"),
            marked("thrown in"),
        )
        return dict(zip(Fate, words, strict=True))[self]


class Outcome(StrEnum):
    """The name of a played result."""

    MADE = "made"
    MARCH = "march"
    LONE_MADE = "lone_made"
    LONE_MARCH = "lone_march"
    EUCHRED = "euchred"
    BOOM_EUCHRED = "boom_euchred"  # no trick at all
    LONE_EUCHRED = "lone_euchred"
    DEFENCE_BEATEN = "defence_beaten"  # lone maker against lone defender, three tricks or more
    DEFENDED = "defended"  # lone maker against lone defender, fewer than three
    JEUCHRE = "jeuchre"  # if points are lost: three or four tricks
    JEUJEU = "jeujeu"  # if points are lost: all five
    SUPREME = "supreme"  # if points are lost: all five by the maker alone


def place_of(slot: int, attempt: int) -> Sentence:
    """A deal's place in its round: ``"deal 3"``, or ``"deal 3, attempt 2"`` once it was dealt again."""
    if attempt == 1:
        return marked("deal %(slot)s", slot=slot)
    return marked("deal %(slot)s, attempt %(attempt)s", slot=slot, attempt=attempt)


def heading_of(slot: int, attempt: int) -> Sentence:
    """A deal's place at the beginning of a sentence: ``"Deal 3"``."""
    if attempt == 1:
        return marked("Deal %(slot)s", slot=slot)
    return marked("Deal %(slot)s, attempt %(attempt)s", slot=slot, attempt=attempt)


@dataclass(frozen=True, slots=True)
class Call:
    """Who made trump, who of that side plays alone, and which opponent (if any) then defends alone.

    ``lone`` is the maker, or the maker's partner if the rules let either of them play alone (E).
    """

    maker: Seat
    lone: Seat | None = None
    lone_defender: Seat | None = None

    def __post_init__(self) -> None:
        lone, defender = self.lone, self.lone_defender
        if lone is not None and lone.side is not self.maker.side:
            message = marked(
                "%(lone)s is not on the makers’ side: choose the maker or the partner.", lone=lone.noun
            )
            raise BadDeal(message, code="lone-is-defender", field="lone")
        if defender is not None and lone is None:
            message = marked("A defender may play alone only against a lone hand.")
            raise BadDeal(message, code="defender-without-lone", field="lone_defender")
        if defender is not None and defender.side is self.maker.side:
            message = marked(
                "%(defender)s is on the makers’ side and cannot defend alone.", defender=defender.noun
            )
            raise BadDeal(message, code="defender-is-maker", field="lone_defender")

    @property
    def alone(self) -> bool:
        """Whether somebody of the makers' side plays alone."""
        return self.lone is not None

    @property
    def side(self) -> Side:
        """The makers."""
        return self.maker.side

    @property
    def sitting_out(self) -> tuple[Seat, ...]:
        """The partners of those who play alone.

        >>> [seat.value for seat in Call(Seat.E, lone=Seat.E).sitting_out]
        ['W']
        """
        return tuple(seat.partner for seat in (self.lone, self.lone_defender) if seat is not None)


@dataclass(frozen=True, slots=True)
class Award:
    """Team points a ruling writes down for one side (if points are lost: against it)."""

    side: Side
    points: int

    def __post_init__(self) -> None:
        if not is_int(self.points) or self.points < 0:
            message = marked("An award is a whole number of points, 0 or more.")
            raise BadRuling(message, code="award", field="points")


@dataclass(frozen=True, slots=True)
class Forfeit:
    """Team points a ruling takes off what one side made in the deal, at most all of it."""

    side: Side
    points: int

    def __post_init__(self) -> None:
        if not is_int(self.points) or self.points < 1:
            message = marked("Points taken off are a whole number, 1 or more.")
            raise BadRuling(message, code="forfeits", field="forfeits")


@dataclass(frozen=True, slots=True)
class Struck:
    """What a table wrote for a deal, or what of it comes off: team points, and whose lone march."""

    side: Side
    points: int
    lone_march: Seat | None = None


@dataclass(frozen=True, slots=True)
class Ruling:
    """A director's decision as given.

    ``fate`` is what it makes of the deal; ``None`` (or PLAYED) lets the deal go on. ``cancels`` lists sides
    whose *played* points of the deal do not count; ``forfeits`` takes a number of points off a side, awards
    of earlier rulings on the deal among them. ``dealer`` is whom the ruling took for the dealer, where that
    matters. ``included`` matters on a sheet of totals only: whether the totals are already as the ruling
    makes them, both with its award and without what it takes off; if they are not, ``struck`` is what comes
    off of what the table had written for the deal.
    """

    code: str
    offender: Seat | None = None
    award: Award | None = None
    fate: Fate | None = None
    choice: str | None = None
    cancels: tuple[Side, ...] = ()
    included: bool | None = None
    dealer: Seat | None = None
    forfeits: Forfeit | None = None
    struck: Struck | None = None

    @property
    def ending(self) -> Fate | None:
        """How the deal ends by this ruling; ``None`` if it goes on."""
        return None if self.fate is Fate.PLAYED else self.fate

    @property
    def changes_points(self) -> bool:
        """Whether it gives points to a side or takes a number of them off."""
        return (self.award is not None and self.award.points > 0) or self.forfeits is not None

    @property
    def ends_deal(self) -> bool:
        """Whether the deal stops here and its play does not count."""
        return self.ending is not None

    def to_dict(self) -> dict[str, object]:
        """The ruling in the archive's names and order; "proposed" and "reason" are not its affair."""
        values: dict[str, object] = {
            "code": self.code,
            "offender": value(self.offender),
            "dealer": value(self.dealer),
            "award": _side_points(self.award),
            "forfeits": _side_points(self.forfeits),
            "fate": value(self.fate),
            "choice": self.choice,
            "cancels": [side.value for side in self.cancels],
        }
        if self.included is None:
            return values
        return values | {"included": self.included, "struck": struck_values(self.struck)}

    @classmethod
    def from_dict(cls, data: Mapping[str, object]) -> Ruling:
        """The ruling an archive holds; "proposed", "reason" and "fine_cents" are left to others.

        >>> Ruling.from_dict({"code": "renege", "offender": "W", "fate": "PASS"}).offender
        <Seat.W: 'W'>
        """
        reject_unknown(data, cls, BadRuling, "proposed", "reason", "fine_cents")
        code, choice, included = data.get("code"), data.get("choice"), data.get("included")
        if not isinstance(code, str):
            raise BadRuling(marked("A ruling needs the code of its offence."), code="code", field="code")
        if choice is not None and not isinstance(choice, str):
            raise BadRuling(marked("The choice of a ruling is a word."), code="choice", field="choice")
        if included is not None and not isinstance(included, bool):
            message = marked("Say yes or no: is the award in the totals?")
            raise BadRuling(message, code="included", field="included")
        return cls(
            code=code,
            offender=named(Seat, data.get("offender"), "offender", BadRuling),
            award=_award(data.get("award")),
            fate=named(Fate, data.get("fate"), "fate", BadRuling),
            choice=choice,
            cancels=_sides(data.get("cancels", ())),
            included=included,
            dealer=named(Seat, data.get("dealer"), "dealer", BadRuling),
            forfeits=_forfeit(data.get("forfeits")),
            struck=struck_of(data.get("struck")),
        )


@dataclass(frozen=True, slots=True)
class Deal:
    """One hand dealt: its place in the round, and either a played result or the way it ended.

    ``tricks`` are the makers', 0 to 5; ``None`` if no result counts. ``supreme``: the maker took all
    five, the partner none.
    """

    slot: int
    attempt: int
    dealer: Seat
    call: Call | None = None
    tricks: int | None = None
    supreme: bool = False
    rulings: tuple[Ruling, ...] = ()
    fate: Fate = Fate.PLAYED

    def __post_init__(self) -> None:
        if not is_int(self.slot) or self.slot < 1:
            raise BadDeal(marked("Deals are numbered from 1."), code="slot", field="slot")
        if not is_int(self.attempt) or self.attempt < 1:
            message = marked("Attempts are numbered from 1.")
            raise BadDeal(message, code="attempt", field="attempt", where=self.where)
        if self.tricks is not None and not (is_int(self.tricks) and 0 <= self.tricks <= TRICKS):
            message = marked("The makers took 0 to 5 tricks, not %(tricks)s.", tricks=self.tricks)
            raise BadDeal(message, code="tricks", field="tricks", where=self.where)

    @property
    def where(self) -> Sentence:
        """The deal's place in words."""
        return place_of(self.slot, self.attempt)

    @property
    def heading(self) -> Sentence:
        """The deal's place at the beginning of a sentence."""
        return heading_of(self.slot, self.attempt)

    def to_dict(self) -> dict[str, object]:
        """The deal in the archive's names and order, without "points", which are derived."""
        seats = None if self.call is None else asdict(self.call)
        return {
            "slot": self.slot,
            "attempt": self.attempt,
            "dealer": self.dealer.value,
            "call": None if seats is None else {name: value(seat) for name, seat in seats.items()},
            "tricks": self.tricks,
            "supreme": self.supreme,
            "rulings": [ruling.to_dict() for ruling in self.rulings],
            "fate": self.fate.value,
        }

    @classmethod
    def from_dict(cls, data: Mapping[str, object]) -> Deal:
        """The deal an archive holds; its "points" are ignored, for they are derived.

        >>> deal = Deal(1, 1, Seat.N, Call(Seat.E), tricks=3)
        >>> Deal.from_dict(deal.to_dict()) == deal
        True
        """
        reject_unknown(data, cls, BadDeal, "points")
        dealer = named(Seat, data.get("dealer"), "dealer", BadDeal)
        if dealer is None:
            raise BadDeal(marked("Say who dealt."), code="dealer-missing", field="dealer")
        rulings = data.get("rulings", ())
        if not isinstance(rulings, (list, tuple)):
            raise BadDeal(marked("The rulings of a deal are a list."), code="rulings", field="rulings")
        return cls(
            slot=integer(data.get("slot"), "slot", BadDeal),
            attempt=integer(data.get("attempt"), "attempt", BadDeal),
            dealer=dealer,
            call=_call(data.get("call")),
            tricks=None if data.get("tricks") is None else integer(data.get("tricks"), "tricks", BadDeal),
            supreme=boolean(data.get("supreme", False), "supreme", BadDeal),
            rulings=tuple(Ruling.from_dict(mapping(ruling, "rulings", BadDeal)) for ruling in rulings),
            fate=named(Fate, data.get("fate"), "fate", BadDeal) or Fate.PLAYED,
        )


def _call(data: object) -> Call | None:
    if data is None:
        return None
    data = mapping(data, "call", BadDeal)
    reject_unknown(data, Call, BadDeal)
    maker = named(Seat, data.get("maker"), "maker", BadDeal)
    if maker is None:
        raise BadDeal(marked("Say who made trump."), code="maker-missing", field="maker")
    lone = named(Seat, data.get("lone"), "lone", BadDeal)
    return Call(maker, lone, named(Seat, data.get("lone_defender"), "lone_defender", BadDeal))


def _side_points(given: Award | Forfeit | None) -> dict[str, object] | None:
    return None if given is None else {"side": given.side.value, "points": given.points}


def _award(data: object) -> Award | None:
    if data is None:
        return None
    data = mapping(data, "award", BadRuling)
    reject_unknown(data, Award, BadRuling)
    side = _side(data, "side", marked("An award names the side that gets it."))
    return Award(side, data.get("points"))  # type: ignore[arg-type]  # an award refuses what is no number


def _forfeit(data: object) -> Forfeit | None:
    if data is None:
        return None
    data = mapping(data, "forfeits", BadRuling)
    reject_unknown(data, Forfeit, BadRuling)
    side = _side(data, "forfeits", marked("Points taken off name the side that loses them."))
    return Forfeit(side, integer(data.get("points"), "forfeits", BadRuling))


def _side(data: Mapping[str, object], field: str, missing: Sentence) -> Side:
    side = named(Side, data.get("side"), field, BadRuling)
    if side is None:
        raise BadRuling(missing, code="side", field=field)
    return side


def struck_values(struck: Struck | None) -> dict[str, object] | None:
    """What came off, in the archive's names."""
    if struck is None:
        return None
    return {"side": struck.side.value, "points": struck.points, "lone_march": value(struck.lone_march)}


def struck_of(data: object) -> Struck | None:
    """What came off, as `struck_values` wrote it."""
    if data is None:
        return None
    data = mapping(data, "struck", BadRuling)
    side = _side(data, "struck", marked("Points that come off name their side."))
    points = integer(data.get("points"), "struck", BadRuling)
    return Struck(side, points, named(Seat, data.get("lone_march"), "struck", BadRuling))


def _sides(data: object) -> tuple[Side, ...]:
    if not isinstance(data, (list, tuple)):
        raise BadRuling(marked("The cancelled sides are a list."), code="cancels", field="cancels")
    sides = [named(Side, side, "cancels", BadRuling) for side in data]
    return tuple(side for side in sides if side is not None)
