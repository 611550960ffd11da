"""Rows and short names that several parts of the catalogue use."""

from __future__ import annotations

from scoring.deal import Fate
from scoring.offences import Choice, Phase, Rule
from scoring.ruleset import Family
from scoring.sentences import joined, marked

T, L, J = Family.T, Family.L, Family.J
DEAL, BIDDING, PLAY, MARKING, CONDUCT = Phase
WRONG_DEALER = "wrong-dealer"  # the one offence that lets a deal stand out of turn
IRREGULAR = "T, irregularities"


def both(*rows: Rule) -> dict[Family, tuple[Rule, ...]]:
    """The same rows for the tournament rules and for the laws."""
    return {T: rows, L: rows}


def each(t: Rule | tuple[Rule, ...], laws: Rule | tuple[Rule, ...]) -> dict[Family, tuple[Rule, ...]]:
    """One row or several for the tournament rules, and for the laws."""
    return {T: t if isinstance(t, tuple) else (t,), L: laws if isinstance(laws, tuple) else (laws,)}


RENEGE = Rule(
    marked(
        "The deal ends and passes. The other side scores 2, or 4 if it was playing alone; if "
        "the lone player himself reneged, what the event's rules say for that."
    ),
    "T, renege; S, revoke",
    points=2,
    lone=4,
    lone_if_other_side=True,
    fate=Fate.PASS,
    works="lone_maker",
)
TREATED_AS_RENEGE = joined([marked("Treated as a proven renege."), RENEGE.text])
NO_DISCARD = Rule(
    marked("The deal ends and passes. The other side scores 2, or 4 if it had called alone."),
    IRREGULAR,
    points=2,
    lone=4,
    lone_if_other_side=True,
    fate=Fate.PASS,
    needs_dealer=True,
)
SIX_CARDS_IN_LAW = Rule(
    marked(
        "Unless it was announced before three tricks were turned, the side plays on but "
        "counts nothing in this deal; the other side keeps what it wins."
    ),
    "L XVIII",
    cancels=True,
)
TALK = (
    Rule(
        marked("The first time in the event: a warning, and play goes on."),
        "T, the deal",
        choice="warning",
        warning=True,
    ),
    Rule(
        marked(
            "Any later time: 2 points to the other side, and the offender's side may not bid in this deal."
        ),
        "T, the deal",
        points=2,
        choice="penalty",
        bidding_stops=True,
    ),
)
TALK_IN_LAW = Rule(marked("The other side scores 1 at once; the deal goes on."), "L XXXIII", points=1)
TALK_CHOICES = (Choice("warning", marked("a warning")), Choice("penalty", marked("the penalty")))
WRONG_DEALER_ROWS = (
    Rule(
        marked("Found before the up-card was turned: the right dealer deals."),
        "T; L VIII",
        fate=Fate.REDEAL,
        choice="before-up-card",
        needs_dealer=True,
    ),
    Rule(
        marked(
            "Found once the up-card was turned: the deal stands, and the next dealer is the one on its left."
        ),
        "T; L VIII",
        choice="after-up-card",
        needs_dealer=True,
    ),
)
