"""A ruleset: every number and choice that decides what a deal, a ruling and a round are worth.

The presets are a table of such values. An event keeps a whole ruleset as its snapshot, so nothing outside
this module ever asks which preset is meant: what differs between texts beyond single values is the
*family*.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from enum import StrEnum
from types import MappingProxyType
from typing import Any

from scoring.errors import BadRuleset
from scoring.pack import WITH_BENNY
from scoring.rule_settings import (
    BOUNDS,
    NORTH_DEALS_FIRST,
    SETTING,
    SETTINGS,
    USUALLY,
    PointsAre,
    Setting,
    When,
)
from scoring.seats import Seat
from scoring.sentences import Sentence, marked

MOST_LISTED = 16  # deals of a game, however many points it is played to


class Family(StrEnum):
    """The text whose penalties apply: tournament rules, the laws of euchre, Jeuchre, or none of them."""

    T = "T"
    L = "L"
    J = "J"
    NONE = "none"


@dataclass(frozen=True, slots=True)
class About:
    """A preset in words, and what belongs to it without being a value of the snapshot."""

    title: Sentence
    summary: Sentence
    family: Family
    source: str
    order: tuple[str, ...]  # the usual ranking keys of an event under these rules
    either_plays_alone: bool = False  # the maker or the maker's partner; else only the maker
    has_deals: bool = True  # else nothing is known of a round but its two totals


ABOUT: Mapping[str, About] = {
    "progressive": About(
        marked("Progressive"),
        marked("Eight deals a round, everyone for themselves: points won add up over the evening."),
        Family.T,
        "T",
        ("points", "rounds_won", "loners", "best_round"),
    ),
    "partners": About(
        marked("Partners"),
        marked(
            "Games to ten points under tournament rules; partners stay together and rounds won count first."
        ),
        Family.T,
        "T",
        ("rounds_won", "points", "loners", "best_round"),
    ),
    "laws": About(
        marked("Laws of euchre"),
        marked("Games to ten points under the numbered laws, with their penalties."),
        Family.L,
        "L; S",
        ("rounds_won", "points", "loners", "best_round"),
    ),
    "eight-hand": About(
        marked("Eight-hand game"),
        marked(
            "Eight deals a round with 32 cards and strict bidding. The text gives no table of points, "
            "so the standard one is used."
        ),
        Family.T,
        "E; points T",
        ("points", "rounds_won", "loners", "best_round"),
        either_plays_alone=True,
    ),
    "jeuchre": About(
        marked("Jeuchre"),
        marked("Tricks are to be avoided: each side has ten points to lose and the fewest lost wins."),
        Family.J,
        "J",
        ("rounds_won", "points", "best_round"),
    ),
    "british": About(
        marked("British"),
        marked(
            "Games to ten points with 25 cards, as in Cornwall, Devon and the Channel Islands: the Benny "
            "beats the right bower. Penalties are those of tournament rules."
        ),
        Family.T,
        "B; penalties T",
        ("rounds_won", "points", "loners", "best_round"),
    ),
    "totals-only": About(
        marked("Totals only"),
        marked(
            "Each table hands in two totals, and nothing is known of its deals: for bid euchre, pepper, "
            "whist drives and other games played at the same tables."
        ),
        Family.NONE,
        "event setting",
        ("points", "rounds_won", "best_round"),
        has_deals=False,
    ),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Ruleset:
    """One set of rules. Field names, order and meaning are those of the event archive.

    ``renege`` and ``renege_lone`` are what a renege costs in a normal deal and in a lone hand.

    ``least`` and ``most`` bound what a side can have in a round, ``sum`` is what both sides always have
    together (``None``: anything); only rules without deals have them.

    >>> PRESETS["progressive"].lone_march, PRESETS["laws"].lone_euchre, PRESETS["jeuchre"].points_are
    (4, 4, 'lost')
    >>> PRESETS["progressive"].changed(march=99)
    Traceback (most recent call last):
        ...
    scoring.errors.BadRuleset: “Makers, all five tricks” must be a whole number from 0 to 10, not 99.
    """

    preset: str
    deck: int
    deals_per_round: int | None
    target: int | None
    points_are: str
    made: int
    march: int
    lone_made: int
    lone_march: int
    lone_march_bonus: int
    euchre: int
    boom_euchre: int
    lone_euchre: int
    lone_hands: bool
    supreme: bool
    defend_alone: bool
    all_pass: str
    partner_must_go_alone: bool
    natural_trump: bool | str
    misdeal: str
    void_uses_slot: bool
    lone_maker_renege: int
    penalised_cannot_count: bool
    farmers_hand: bool | str
    claim_limit: str
    first_dealer: str
    renege: int = USUALLY["renege"]
    renege_lone: int = USUALLY["renege_lone"]
    least: int | None = None
    most: int | None = None
    sum: int | None = None

    def __post_init__(self) -> None:
        if not isinstance(self.preset, str) or self.preset not in ABOUT:
            known = ", ".join(ABOUT)
            message = marked(
                "There is no preset %(preset)r; there are %(known)s.", preset=self.preset, known=known
            )
            raise BadRuleset(message, code="preset", field="preset")
        for name, setting in SETTING.items():
            value = getattr(self, name)
            if not setting.accepts(value):
                message = marked(
                    "“%(title)s” must be %(expected)s, not %(value)r.",
                    title=setting.title,
                    expected=setting.expected,
                    value=value,
                )
                raise BadRuleset(message, code="value", field=name)
        self._agree()

    def _agree(self) -> None:
        """Refuse values that cannot go together."""
        if self.has_deals:
            self._agree_on_deals()
        else:
            self._agree_on_bounds()
        for name in ("defend_alone", "partner_must_go_alone"):
            if getattr(self, name) and not self.lone_hands:
                message = marked(
                    "“%(title)s” needs lone hands, which are switched off.", title=SETTING[name].title
                )
                raise BadRuleset(message, code="needs-lone-hands", field=name)
        if self.supreme and (not self.counts_lost or self.target is None):
            message = marked(
                "“Supreme” loses a game: it needs points lost and a number of points that ends the round."
            )
            raise BadRuleset(message, code="supreme", field="supreme")
        if self.counts_lost and self.lone_march_bonus:
            message = marked("Where points are lost there is no extra point for a lone march.")
            raise BadRuleset(message, code="bonus-lost", field="lone_march_bonus")

    def _agree_on_deals(self) -> None:
        if (self.deals_per_round is None) == (self.target is None):
            message = marked(
                "A round ends after a number of deals or at a number of points: set one of the two."
            )
            raise BadRuleset(message, code="round-end", field="target")
        for name in BOUNDS:
            if getattr(self, name) is not None:
                message = marked("What a round can bring follows from its deals: leave this empty.")
                raise BadRuleset(message, code="bounds-of-deals", field=name)

    def _agree_on_bounds(self) -> None:
        for name in ("deals_per_round", "target", "lone_hands"):
            if getattr(self, name):
                message = marked("These rules know no deals: leave this empty.")
                raise BadRuleset(message, code="no-deals", field=name)
        if self.least is None or self.most is None:
            message = marked("Say what a side can have in a round: the least and the most points.")
            raise BadRuleset(message, code="bounds-missing", field="least" if self.least is None else "most")
        if self.least >= self.most:
            message = marked(
                "The most points of a side must be more than the least, %(least)s.", least=self.least
            )
            raise BadRuleset(message, code="bounds-crossed", field="most")
        nothing = self.sum is not None and self.sum <= 0 <= self.least  # neither side can have anything
        if self.sum is not None and (nothing or not 2 * self.least <= self.sum <= 2 * self.most):
            message = marked(
                "Two sides with %(least)s to %(most)s points each cannot have %(sum)s together.",
                least=self.least,
                most=self.most,
                sum=self.sum,
            )
            raise BadRuleset(message, code="sum-out-of-bounds", field="sum")

    @property
    def has_deals(self) -> bool:
        """Whether a round is made of deals; else tables hand in two totals and nothing more is known."""
        return ABOUT[self.preset].has_deals

    @property
    def settings(self) -> tuple[Setting, ...]:
        """What a director can set under these rules: without deals what is left, and bounds.

        >>> [setting.name for setting in PRESETS["totals-only"].settings]
        ['points_are', 'least', 'most', 'sum']
        """
        if not self.has_deals:
            return tuple(setting for setting in SETTINGS if self.uses(setting))
        return tuple(setting for setting in SETTINGS if setting.name not in BOUNDS)

    def uses(self, setting: Setting) -> bool:
        """Whether the value makes any difference in these rules."""
        return {
            When.ALWAYS: True,
            When.DEALS: self.has_deals,
            When.NO_DEALS: not self.has_deals,
            When.POINTS_LOST: self.has_deals and self.counts_lost,
            When.LONE_HANDS: self.lone_hands,
            When.LONE_BONUS: self.lone_hands and not self.counts_lost,
            When.NUMBERED_DEALS: self.deals_per_round is not None,
            When.FARMERS_HANDS: self.has_deals and self.family != "L",
            When.POINTS_WON: self.has_deals and not self.counts_lost,
        }[setting.when]

    @property
    def may_be_negative(self) -> bool:
        """Whether a side can have less than nothing in a round; only rules without deals allow it.

        >>> whist = PRESETS["totals-only"]
        >>> whist.may_be_negative, whist.changed(least=-40).may_be_negative
        (False, True)
        """
        return self.least is not None and self.least < 0

    @property
    def deal_rows_to_print(self) -> int:
        """How many deals of a round a paper or a list has room for: all of them, or as many as a game
        rarely needs more of; none if no deals are known.

        >>> [PRESETS[preset].deal_rows_to_print for preset in ("progressive", "partners", "totals-only")]
        [8, 12, 0]
        """
        if self.target is None:
            return self.deals_per_round or 0
        return min(-(-self.target * 6 // 5), MOST_LISTED)

    @property
    def side_bounds(self) -> tuple[int, int]:
        """The least and the most points of a side in a round of which no deals are known.

        >>> PRESETS["totals-only"].changed(least=-40).side_bounds
        (-40, 99)
        """
        return self.least or 0, self.most or 0

    @property
    def counts_lost(self) -> bool:
        """Whether points are points lost, so that fewer are better."""
        return self.points_are == PointsAre.LOST

    @property
    def family(self) -> Family:
        """Whose penalties apply."""
        return ABOUT[self.preset].family

    @property
    def either_plays_alone(self) -> bool:
        """Whether the maker's partner may play alone instead of the maker (E)."""
        return ABOUT[self.preset].either_plays_alone

    @property
    def has_benny(self) -> bool:
        """Whether the pack has the Benny, which may be turned up and then names no suit (B)."""
        return self.deck == WITH_BENNY

    @property
    def always_deals_first(self) -> Seat | None:
        """Who deals first at every table by these rules; ``None`` if that is drawn and has to be asked."""
        return Seat.N if self.first_dealer == NORTH_DEALS_FIRST else None

    @property
    def default_order(self) -> tuple[str, ...]:
        """The usual ranking keys under these rules."""
        return ABOUT[self.preset].order

    def to_dict(self) -> dict[str, Any]:
        """Every value by name, in the archive's order; bounds only if there are no deals, and what a renege
        costs only if that is not the usual."""
        left_out = {name for name, usual in USUALLY.items() if getattr(self, name) == usual}
        left_out |= set(BOUNDS) if self.has_deals else set()
        names = [field.name for field in fields(self) if field.name not in left_out]
        return {name: getattr(self, name) for name in names}

    @classmethod
    def from_dict(cls, data: Mapping[str, object]) -> Ruleset:
        """The ruleset of a snapshot; every value must be there and none unknown.

        >>> Ruleset.from_dict(PRESETS["laws"].to_dict()) == PRESETS["laws"]
        True
        """
        about = ABOUT.get(str(data.get("preset")))
        bounded = about is not None and not about.has_deals
        names = [field.name for field in fields(cls) if bounded or field.name not in BOUNDS]
        _refuse_unknown(data, names)
        for name in names:
            if name not in data and name not in USUALLY:
                message = marked("The rules lack the value “%(name)s”.", name=name)
                raise BadRuleset(message, code="missing", field=name)
        values: dict[str, Any] = dict(data)
        return cls(**values)

    def changed(self, **values: object) -> Ruleset:
        """These rules with some values changed, checked like any other."""
        _refuse_unknown(values, [field.name for field in fields(self)])
        changes: dict[str, Any] = dict(values)
        return replace(self, **changes)

    def differences(self, other: Ruleset) -> tuple[str, ...]:
        """The names of the values in which two rulesets differ, in archive order.

        >>> PRESETS["progressive"].changed(march=3).differences(PRESETS["progressive"])
        ('march',)
        """
        names = (field.name for field in fields(self))
        return tuple(name for name in names if getattr(self, name) != getattr(other, name))


def _refuse_unknown(data: Mapping[str, object], names: list[str]) -> None:
    for name in data:
        if name not in names:
            message = marked("There is no value “%(name)s” in the rules.", name=name)
            raise BadRuleset(message, code="unknown", field=name)


_JACK = "first jack"
# One row per value, one column per preset: progressive, partners, laws, eight-hand, jeuchre, british,
# totals-only. Lone values of jeuchre, which has no lone hands, repeat its ordinary ones and are never used;
# of totals-only only what its points are, and its bounds, are ever used.
_TABLE: Mapping[str, tuple[Any, ...]] = {
    "deck": (24, 24, 24, 32, 24, 25, 24),
    "deals_per_round": (8, None, None, 8, None, None, None),
    "target": (None, 10, 10, None, 10, 10, None),
    "points_are": ("won", "won", "won", "won", "lost", "won", "won"),
    "made": (1, 1, 1, 1, 2, 1, 1),
    "march": (2, 2, 2, 2, 4, 2, 2),
    "lone_made": (1, 1, 1, 1, 2, 1, 1),
    "lone_march": (4, 4, 4, 4, 4, 4, 4),
    "lone_march_bonus": (1, 0, 0, 0, 0, 0, 0),
    "euchre": (2, 2, 2, 2, 1, 2, 2),
    "boom_euchre": (2, 2, 2, 2, 2, 2, 2),
    "lone_euchre": (2, 2, 4, 2, 1, 2, 2),
    "lone_hands": (True, True, True, True, False, True, False),
    "supreme": (False, False, False, False, True, False, False),
    "defend_alone": (False, False, False, False, False, False, False),
    "all_pass": ("stick", "stick", "pass", "stick", "pass", "stick", "stick"),
    "partner_must_go_alone": (False, False, False, True, False, False, False),
    "natural_trump": (False, False, False, True, False, False, False),
    "misdeal": ("redeal", "redeal", "pass", "redeal", "redeal", "redeal", "redeal"),
    "void_uses_slot": (True, True, True, True, True, True, True),
    "lone_maker_renege": (4, 4, 2, 4, 4, 4, 4),
    "penalised_cannot_count": (False, False, True, False, False, False, False),
    "farmers_hand": (False, False, False, False, False, False, False),
    "claim_limit": ("signed", "signed", "next-cut", "signed", "signed", "signed", "signed"),
    "first_dealer": (_JACK, _JACK, _JACK, "first black jack", "first red nine", "highest card cut", _JACK),
    "least": (None, None, None, None, None, None, 0),
    "most": (None, None, None, None, None, None, 99),
    "sum": (None,) * 7,
}

PRESETS: Mapping[str, Ruleset] = MappingProxyType(
    {
        preset: Ruleset(preset=preset, **{name: row[column] for name, row in _TABLE.items()})
        for column, preset in enumerate(ABOUT)
    }
)
