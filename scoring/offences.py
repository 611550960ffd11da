"""The shape of an offence and of the rules that answer it. The offences themselves are in
``scoring.catalogue``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum

from scoring.deal import Fate
from scoring.rule_sources import EVENT, main_text, seen_from
from scoring.ruleset import Family, Ruleset
from scoring.seats import Seat
from scoring.sentences import Sentence, joined, marked


class Phase(StrEnum):
    """When an offence happens; the ruling desk groups by it."""

    DEAL = "deal"
    BIDDING = "bidding"
    PLAY = "play"
    MARKING = "marking"
    CONDUCT = "conduct"


class Who(StrEnum):
    """Who can have committed an offence, and whom to take it for if nobody is named."""

    PLAYER = "player"  # must be named
    DEALER = "dealer"  # the dealer, if nobody is named
    LONER = "loner"  # the lone player, if nobody is named
    LONE_PARTNER = "lone-partner"  # the partner of the lone player, and nobody else
    NOBODY = "nobody"  # nobody need be named


class By(StrEnum):
    """Where the offender sits, seen from the dealer."""

    DEALER = "dealer"
    LEFT = "left"  # who leads first
    PARTNER = "partner"
    RIGHT = "right"

    @classmethod
    def of(cls, offender: Seat, dealer: Seat) -> By:
        """The offender's place.

        >>> [By.of(seat, Seat.N).value for seat in Seat]
        ['dealer', 'left', 'partner', 'right']
        """
        return next(place for steps, place in enumerate(By) if dealer.advanced(steps) is offender)


OPPONENTS = (By.LEFT, By.RIGHT)


@dataclass(frozen=True, slots=True)
class Choice:
    """One of several answers a rule leaves open. ``lost`` is its label if points are lost, if another."""

    key: str
    label: Sentence
    lost: Sentence | None = None


def said(sayings: str) -> tuple[str, ...]:
    """What players say of an offence: sayings between semicolons.

    >>> said("wrong suit; had the suit")
    ('wrong suit', 'had the suit')
    """
    return tuple(sayings.split("; "))


def always(rules: Ruleset) -> bool:
    """Whatever the rules are."""
    return True


@dataclass(frozen=True, slots=True)
class Rule:
    """What one text does about an offence, as a row of data.

    ``points`` go to the other side in a normal deal, ``lone`` if somebody plays alone
    (``lone_if_other_side``: only if the offender's opponents do). ``fate`` ends the deal, ``None`` lets it
    go on; ``again`` is the fate from the dealer's second misdeal of the round on. ``cancels``: the
    offender's side does not count its own points of the deal; ``forfeits``: it loses points of the deal, and
    the director says how many. ``is_renege``: it costs what the rules have a renege cost. ``loses_round``:
    the round is won by the other side. ``loses_deal``: the offender's side loses its next deal. ``see`` is
    the offence that it really was.

    A row answers only under rules for which ``when`` holds, and only offenders in one of the places ``by``
    (any place, if there are none). ``condition`` says in words what decides between the rows, where the
    label of ``choice`` does not. ``needs_dealer``: what is done about it hangs on who dealt, which is never
    assumed (nor for any row of a dealer's offence). ``others_alone``: one of the other side plays alone.
    ``lost`` and ``lost_source`` are text and source if points are lost, if those that follow by themselves do
    not fit.
    """

    text: Sentence
    source: str
    points: int = 0
    lone: int | None = None
    lone_if_other_side: bool = False
    fate: Fate | None = None
    again: Fate | None = None
    choice: str | None = None
    by: tuple[By, ...] = ()
    condition: Sentence | None = None
    when: Callable[[Ruleset], bool] = always
    cancels: bool = False
    forfeits: bool = False
    is_renege: bool = False
    warning: bool = False
    bidding_stops: bool = False
    strikes_alone: bool = False
    open_award: bool = False
    loses_round: bool = False
    loses_deal: bool = False
    see: str = ""
    needs_dealer: bool = False
    others_alone: bool = False
    lost: Sentence | None = None
    lost_source: str = ""

    @property
    def hangs_on_dealer(self) -> bool:
        """Whether it has to be known who dealt."""
        return self.needs_dealer or bool(self.by)


@dataclass(frozen=True, slots=True)
class Option:
    """One outcome of a rule as people read it: what decides for it (``None``: nothing else is possible),
    what then happens, and where that stands."""

    condition: Sentence | None
    text: Sentence
    source: str

    @property
    def words(self) -> Sentence:
        """Condition and text in one."""
        if self.condition is None:
            return self.text
        return marked("%(condition)s: %(text)s", condition=self.condition, text=self.text)


@dataclass(frozen=True, slots=True)
class Offence:
    """One row of the catalogue.

    ``question`` is what the director is asked, ``words`` what can be typed to find it (see `said`). ``rules``
    holds the rows of each text that knows the offence; ``needs`` names settings that must be on. ``plays``:
    nobody who sits out can have done it. ``warned_as`` groups offences whose warnings count together.
    ``frees_totals``: the round may end in any score. ``asks`` is what decides between the ``choices`` where
    no warning does. ``elsewhere`` is the offence that it is if nobody in that place can have done this one,
    or for a player who sits out.
    """

    code: str
    title: Sentence
    phase: Phase
    question: Sentence
    words: str
    rules: Mapping[Family, tuple[Rule, ...]]
    choices: tuple[Choice, ...] = ()
    asks: Sentence | None = None
    elsewhere: str = ""
    who: Who = Who.PLAYER
    needs: tuple[str, ...] = ()
    plays: bool = False
    warned_as: str = ""
    frees_totals: bool = False

    def rows(self, rules: Ruleset) -> tuple[Rule, ...]:
        """The rows that apply under these rules; none if they do not have the offence.

        Jeuchre leaves penalties to the players, so it borrows the rows of T (its points are then for the
        director to enter). A row cites the event's own text as silent if that text does not say it.
        """
        if not all(getattr(rules, name) for name in self.needs):
            return ()
        rows = self.rules.get(BORROWS.get(rules.family, rules.family), ())
        rows = tuple(_at_cost(row, rules) for row in rows if row.when(rules))
        if rules.counts_lost:
            rows = tuple(_for_points_lost(rows))
        if self.who is Who.DEALER:
            rows = tuple(replace(row, needs_dealer=True) for row in rows)
        return tuple(replace(row, source=seen_from(main_text(rules), row.source)) for row in rows)

    def choices_in(self, rules: Ruleset) -> tuple[Choice, ...]:
        """The choices these rules leave open, in their words."""
        keys = {row.choice for row in self.rows(rules)}
        return tuple(
            replace(choice, label=choice.lost) if rules.counts_lost and choice.lost else choice
            for choice in self.choices
            if choice.key in keys
        )

    def asked(self, rules: Ruleset) -> Sentence | None:
        """What decides between the choices that these rules leave open."""
        return WARNED_BEFORE if self.warned_as and self.warns(rules) else self.asks

    def warns(self, rules: Ruleset) -> bool:
        """Whether these rules have a warning for it, so that what is on file decides what follows."""
        return any(row.warning for row in self.rows(rules))

    def asks_dealer(self, rules: Ruleset) -> bool:
        """Whether these rules have to know who dealt."""
        return any(row.hangs_on_dealer for row in self.rows(rules))

    def options(self, rules: Ruleset, of: Iterable[Rule] | None = None) -> tuple[Option, ...]:
        """The outcomes these rules have, each once and with what decides for it; or only those ``of`` some
        of the rows."""
        rows = self.rows(rules)
        if len(rows) == 1:
            return (Option(None, rows[0].text, rows[0].source),)
        labels = {choice.key: choice.label for choice in self.choices_in(rules)}
        options = (
            Option(row.condition or labels.get(row.choice or ""), row.text, row.source)
            for row in (rows if of is None else of)
        )
        return tuple(dict.fromkeys(options))

    def text(self, rules: Ruleset) -> Sentence:
        """The rule in our words, all its outcomes together."""
        return joined(option.words for option in self.options(rules))

    def source(self, rules: Ruleset) -> str:
        """Where the rule stands."""
        places = (place for option in self.options(rules) for place in option.source.split("; "))
        return "; ".join(dict.fromkeys(places))

    @property
    def strikes_alone(self) -> bool:
        """Whether a ruling on it turns a lone call into a normal one."""
        return any(row.strikes_alone for rows in self.rules.values() for row in rows)


def _at_cost(row: Rule, rules: Ruleset) -> Rule:
    """The row with what a renege costs by these rules, in its words as well."""
    cost = {"points": rules.renege, "lone": rules.renege_lone}
    lone = None if row.lone is None else rules.renege_lone
    if not row.is_renege or (row.points, row.lone) == (rules.renege, lone):
        return row
    source = row.source if EVENT in row.source else f"{row.source}; {EVENT}"
    return replace(row, text=row.text.with_values(cost), source=source, points=rules.renege, lone=lone)


def _for_points_lost(rows: Iterable[Rule]) -> Iterable[Rule]:
    """The rows as they work if points are lost: the director says how many the offenders lose (J).

    Rows that strike a side's points are left out, for there they would be a reward.
    """
    for row in rows:
        if row.cancels or row.forfeits:
            continue
        if row.points:
            row = replace(
                row,
                text=row.lost or _text_for_points_lost(row),
                source=row.lost_source or f"{row.source}; director",
                points=0,
                lone=None,
                open_award=True,
            )
        elif row.lost:
            row = replace(row, text=row.lost)
        yield row


def _text_for_points_lost(row: Rule) -> Sentence:
    if row.fate is not None:
        return marked(
            "The director says how many points the offenders lose; the deal ends, and the next player deals."
        )
    if row.bidding_stops:
        return marked(
            "The director says how many points the offenders lose, and the offenders may not bid in this "
            "deal."
        )
    return marked("The director says how many points the offenders lose; the deal goes on.")


WARNED_BEFORE = marked("Warned for this before?")
BORROWS: Mapping[Family, Family] = {Family.J: Family.T}
