"""Offences of talk, in the bidding and at any other time."""

from __future__ import annotations

from scoring.catalogue.shared import (
    BIDDING,
    CONDUCT,
    WARNING_OR_PENALTY,
    each,
    warned_first,
    warned_then_open,
)
from scoring.offences import Offence, Rule, said
from scoring.sentences import marked

_TALK_IN_LAW = Rule(
    marked(
        "From the turning of the up-card to the last card of the deal: the other side scores 1 at once, and "
        "the deal goes on."
    ),
    "L XXXIII",
    points=1,
)

OFFENCES = (
    Offence(
        "bidding-talk",
        marked("Talking during bidding"),
        BIDDING,
        marked("Who said more than the bidding allows?"),
        said(
            "spoke; talked; said; remark; comment in bidding; words in the bidding; hint; descriptive; let's "
            "try clubs; I think I can; language; words; follow the rule; make it something; I'm trying it; "
            "said too much; try hearts; try spades; try diamonds; help me partner; hesitated; sighed; make it"
            " next; a parlé pendant les annonces"
        ),
        each(
            warned_first(
                Rule(marked("A warning, and the bidding goes on."), "T, the deal; event setting"),
                Rule(
                    marked("2 points to the other side, and the offenders may not bid in this deal."),
                    "T, the deal",
                    points=2,
                    bidding_stops=True,
                ),
            ),
            _TALK_IN_LAW,
        ),
        choices=WARNING_OR_PENALTY,
        warned_as="bidding-talk",
    ),
    Offence(
        "table-talk",
        marked("Table talk"),
        CONDUCT,
        marked("Who told, advised or asked what may not be said?"),
        said(
            "talk; talked; spoke; told partner; signal; gesture; advice; coaching; cheating; hint; follow the"
            " rule; make it something; winked; nodded; sighed; hesitated; groaned; made a face; kicked; told "
            "what to lead; told what to play; told to trump; strength of hand; talking; asked a question; "
            "coached partner; spectator said; somebody watching said; a parlé à son partenaire; a fait un "
            "signe; winks; winking"
        ),
        each(
            warned_then_open(
                Rule(marked("A warning, and the deal goes on."), "T, terms; T names no penalty")
            ),
            _TALK_IN_LAW,
        ),
        choices=WARNING_OR_PENALTY,
        warned_as="table-talk",
    ),
)
