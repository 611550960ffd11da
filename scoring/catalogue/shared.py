"""Rows and short names that several parts of the catalogue use."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from scoring.deal import Fate
from scoring.offences import Choice, Phase, Rule
from scoring.rule_sources import main_text
from scoring.ruleset import Family, Ruleset
from scoring.sentences import Sentence, joined, marked

T, L, J = Family.T, Family.L, Family.J
DEAL, BIDDING, PLAY, MARKING, CONDUCT = Phase
DISQUALIFIED = "disqualified"  # the one after which its player stops
OTHER = "other"  # the one that needs its reason whatever is given
OVERMARKED = "points-overmarked"  # the one that says that a score is wrong as it was written
UNPROVEN = "renege-unproven"
AFTER_PLAY = (UNPROVEN, OVERMARKED)  # those whose points follow play
WRONG_DEALER = "wrong-dealer"  # the one offence that lets a deal stand out of turn
IRREGULAR = "T, irregularities"
NO_PENALTY = "T, irregularities; T names no penalty"
FORBIDDEN = "T, the deal; T names no penalty"


def each(t: Rule | tuple[Rule, ...], laws: Rule | tuple[Rule, ...] = ()) -> dict[Family, tuple[Rule, ...]]:
    """One row or several for the tournament rules, and for the laws, if those have others."""
    rows = t if isinstance(t, tuple) else (t,)
    of_laws = laws if isinstance(laws, tuple) else (laws,)
    return {T: rows, L: of_laws or rows}


def unless(when: Callable[[Ruleset], bool]) -> Callable[[Ruleset], bool]:
    """Whether this does not hold of some rules."""
    return lambda rules: not when(rules)


def loners(rules: Ruleset) -> bool:
    """Whether anybody may play alone."""
    return rules.lone_hands


def loners_pay_4(rules: Ruleset) -> bool:
    """Whether a loner who reneges gives 4, like anybody else in such a deal."""
    return rules.lone_hands and rules.lone_maker_renege == 4


def loners_pay_2(rules: Ruleset) -> bool:
    """Whether a loner who reneges gives 2, as in a normal deal."""
    return rules.lone_hands and rules.lone_maker_renege == 2


def by_slots(rules: Ruleset) -> bool:
    """Whether a round is a number of deals, which each player deals equally often; else it is to a target."""
    return rules.deals_per_round is not None


def stuck_dealer(rules: Ruleset) -> bool:
    """Whether the dealer has to name a suit once everybody else has passed."""
    return rules.all_pass == "stick"  # noqa: S105


def dealer_may_pass(rules: Ruleset) -> bool:
    """Whether the dealer may pass as well, where a suit is turned down at all (J turns none down)."""
    return not stuck_dealer(rules) and rules.family is not J


def one_at_a_time(rules: Ruleset) -> bool:
    """Whether the cards go one at a time (E); else the dealer may choose how many go at a time."""
    return main_text(rules) == "E"


_ENDS = Rule(
    marked("The deal ends, and the next player deals. The other side scores %(points)s.", points=2),
    "T, renege",
    points=2,
    is_renege=True,
    fate=Fate.PASS,
    lost=marked(
        "The rest of the table settle it, not the offender: ask what they agree on and enter it. The deal "
        "ends, and the next player deals."
    ),
    lost_source="J; ending as T, renege",
)
_RENEGE = {
    unless(loners): _ENDS,
    loners_pay_4: replace(
        _ENDS,
        text=marked(
            "The deal ends, and the next player deals. The other side scores %(points)s, or %(lone)s if "
            "anybody was playing alone, whichever side reneged.",
            points=2,
            lone=4,
        ),
        lone=4,
    ),
    loners_pay_2: replace(
        _ENDS,
        text=marked(
            "The deal ends, and the next player deals. The other side scores %(points)s, or %(lone)s if it "
            "was playing alone. A lone player who reneges gives %(points)s.",
            points=2,
            lone=4,
        ),
        lone=4,
        lone_if_other_side=True,
    ),
}


_CUT_FOR_NEXT = Rule(
    marked("No points: once the cards are cut for the next deal nobody can claim a renege."),
    "L XXVI",
    choice="cut",
    when=lambda rules: rules.claim_limit == "next-cut",
    condition=marked("The cards have been cut for the next deal"),
)
NOT_CUT = marked("The cards are not cut for the next deal")
CUT = Choice("cut", marked("The cards have been cut for the next deal"))


def claimed(rows: tuple[Rule, ...], condition: Sentence = NOT_CUT) -> tuple[Rule, ...]:
    """The rows of what has to be claimed before the next deal is cut, if the event has that limit."""
    return (*(replace(row, condition=condition) for row in rows), _CUT_FOR_NEXT)


def renege(
    four: str = "T, renege", two: str = "T, renege; event setting", *, treated: str = ""
) -> tuple[Rule, ...]:
    """The rows of a proven renege, by what a loner's own costs: ``four`` or ``two`` cites who says so.
    ``treated``: another offence counts as one; it is its source where points are lost."""
    rows = [
        replace(row, when=when, source=two if when is loners_pay_2 else four) for when, row in _RENEGE.items()
    ]
    if treated:
        rows = [replace(row, text=joined([marked("Treated as a proven renege."), row.text])) for row in rows]
        rows = [replace(row, lost=_SAYS_HOW_MANY, lost_source=treated) for row in rows]
    return tuple(rows)


_SAYS_HOW_MANY = marked(
    "The deal ends, and the next player deals. The director says how many points the offenders lose."
)


NO_DISCARD = Rule(
    marked("The deal ends, and the next player deals. The other side scores 2, or 4 if it had called alone."),
    IRREGULAR,
    points=2,
    lone=4,
    lone_if_other_side=True,
    fate=Fate.PASS,
)
TOO_MANY_IN_LAW = (
    Rule(
        marked("No points; it is put right and the deal goes on."), "implied by L XVIII", choice="announced"
    ),
    Rule(
        marked(
            "The side scores nothing in this deal and misses its next turn to deal. The other side "
            "keeps what it wins."
        ),
        "L XVIII",
        choice="not-announced",
        cancels=True,
        loses_deal=True,
    ),
)
ANNOUNCED = (
    Choice("announced", marked("Announced before three tricks were turned")),
    Choice("not-announced", marked("Not announced in time")),
)
FIRST_TIME = marked("The first time in the event")
DIRECTOR_DECIDES = marked("The director decides, since no text names a penalty; the deal goes on.")
LATER = marked("Any later time")


def warned_first(warning: Rule, penalty: Rule) -> tuple[Rule, ...]:
    """A warning the first time, and the penalty from then on."""
    return (
        replace(warning, condition=FIRST_TIME, choice="warning", warning=True),
        replace(penalty, condition=LATER, choice="penalty"),
    )


def warned_then_open(warning: Rule) -> tuple[Rule, ...]:
    """A warning the first time, from then on what the director decides: the text names no penalty."""
    penalty = Rule(
        DIRECTOR_DECIDES,
        "T names no penalty; director",
        open_award=True,
        lost=marked("The director says how many points the offenders lose; the deal goes on."),
    )
    return warned_first(warning, penalty)


WARNING_OR_PENALTY = (
    Choice("warning", marked("No: a warning")),
    Choice("penalty", marked("Yes: what follows a warning")),
)
