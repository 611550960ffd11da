"""The shape of an offence and of the rules that answer it. The offences themselves are in
``scoring.catalogue``.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum

from scoring.deal import Fate
from scoring.ruleset import Family, Ruleset
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
    NOBODY = "nobody"  # nobody need be named


@dataclass(frozen=True, slots=True)
class Choice:
    """One of several answers a rule leaves open."""

    key: str
    label: Sentence


@dataclass(frozen=True, slots=True)
class Rule:
    """What one text does about an offence, as a row of data.

    ``points`` go to the other side in a normal deal, ``lone`` if somebody plays alone
    (``lone_if_other_side``: only if the offender's opponents do). ``fate`` ends the deal, ``None`` lets it
    go on. ``cancels``: the offender's side does not count its own points of the deal. ``works`` names a
    special case in ``scoring.rulings``. ``loses_round``: the round is won by the other side.
    ``loses_deal``: the offender's side loses its next deal. ``free``: all is
    the director's, so nothing follows, not even L XXXIV. Rows with ``needs_alone`` exist only where playing
    alone is allowed. ``needs_dealer``: what is done about it hangs on who dealt, which is never assumed.
    """

    text: Sentence
    source: str
    points: int = 0
    lone: int | None = None
    lone_if_other_side: bool = False
    fate: Fate | None = None
    choice: str | None = None
    cancels: bool = False
    warning: bool = False
    bidding_stops: bool = False
    strikes_alone: bool = False
    open_award: bool = False
    loses_round: bool = False
    loses_deal: bool = False
    free: bool = False
    needs_alone: bool = False
    needs_dealer: bool = False
    works: str | None = None


@dataclass(frozen=True, slots=True)
class Offence:
    """One row of the catalogue.

    ``question`` is what the director is asked, ``words`` what can be typed to find it. ``rules`` holds the
    rows of each text that knows the offence; ``needs`` names settings that must be on. ``plays``: nobody
    who sits out can have done it. ``warned_as`` groups offences whose warnings count together.
    ``frees_totals``: the round may end in any score.
    """

    code: str
    title: Sentence
    phase: Phase
    question: Sentence
    words: tuple[str, ...]
    rules: Mapping[Family, tuple[Rule, ...]]
    choices: tuple[Choice, ...] = ()
    who: Who = Who.PLAYER
    needs: tuple[str, ...] = ()
    plays: bool = False
    warned_as: str = ""
    frees_totals: bool = False

    def rows(self, rules: Ruleset) -> tuple[Rule, ...]:
        """The rows that apply under these rules; none where they do not have the offence.

        Jeuchre leaves penalties to the players, so it borrows the rows of T (its points are then for the
        director to enter).
        """
        if not all(getattr(rules, name) for name in self.needs):
            return ()
        rows = self.rules.get(BORROWS.get(rules.family, rules.family), ())
        rows = tuple(row for row in rows if rules.lone_hands or not row.needs_alone)
        return tuple(_for_points_lost(rows)) if rules.counts_lost else rows

    def choices_in(self, rules: Ruleset) -> tuple[Choice, ...]:
        """The choices these rules leave open."""
        keys = {row.choice for row in self.rows(rules)}
        return tuple(choice for choice in self.choices if choice.key in keys)

    def asks_dealer(self, rules: Ruleset) -> bool:
        """Whether these rules have to know who dealt."""
        return any(row.needs_dealer for row in self.rows(rules))

    def text(self, rules: Ruleset) -> Sentence:
        """The rule in our words, all its rows together."""
        return joined(dict.fromkeys(row.text for row in self.rows(rules)))

    def source(self, rules: Ruleset) -> str:
        """Where the rule stands."""
        return "; ".join(dict.fromkeys(row.source for row in self.rows(rules)))

    @property
    def strikes_alone(self) -> bool:
        """Whether a ruling on it turns a lone call into a normal one."""
        return any(row.strikes_alone for rows in self.rules.values() for row in rows)


def _for_points_lost(rows: Iterable[Rule]) -> Iterable[Rule]:
    """The rows as they work where points are lost: the director says how many the offenders lose (J).

    Rows that strike a side's points are left out, for there they would be a reward.
    """
    for row in (row for row in rows if not row.cancels):
        if row.points:
            source = f"J; otherwise as {row.source}"
            row = replace(
                row, text=_text_for_points_lost(row), source=source, points=0, lone=None, open_award=True
            )
        yield row


def _text_for_points_lost(row: Rule) -> Sentence:
    if row.fate is not None:
        return marked("The director says how many points the offenders lose; the deal ends and passes.")
    if row.bidding_stops:
        return marked(
            "The director says how many points the offenders lose; the deal goes on; their side may not bid "
            "in this deal."
        )
    return marked("The director says how many points the offenders lose; the deal goes on.")


BORROWS: Mapping[Family, Family] = {Family.J: Family.T}
