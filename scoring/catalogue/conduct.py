"""Offences in marking points and in conduct, and what stands in no other row."""

from __future__ import annotations

from scoring.catalogue.shared import (
    CONDUCT,
    DEAL,
    DISQUALIFIED,
    IRREGULAR,
    MARKING,
    OTHER,
    OVERMARKED,
    L,
    T,
    each,
)
from scoring.deal import Fate
from scoring.offences import OPPONENTS, Choice, Offence, Rule, Who, said
from scoring.ruleset import Family
from scoring.sentences import marked

_STOPS = Rule(marked("The player stops; what the others scored stands."), "director")
_OTHER = Rule(
    marked("The director decides the points and the deal, and says why."),
    "director",
    open_award=True,
    lost=marked("The director decides the points that the offenders lose and the deal, and says why."),
)

_OTHER_TOTAL = Rule(
    marked("The director gives points to a side or takes points off its total, and says why."),
    "director",
    open_award=True,
    lost=marked("The director says how many points the offenders lose, or takes points off them, and why."),
)

OFFENCES = (
    Offence(
        "bridge-remark",
        marked("Remark to the partner on the score, with one side nearly home"),
        CONDUCT,
        marked("Who drew their partner’s attention to the score?"),
        said(
            "bridge; score remark; reminded of the score; at the bridge; in the barn; we need two; need one "
            "point; score is; told partner the score; said barn; said the score"
        ),
        {
            L: (
                Rule(
                    marked(
                        "That side, which did not deal, may not order up in this deal; the dealer or the "
                        "dealer’s partner may play alone, or not."
                    ),
                    "L XXX",
                    by=OPPONENTS,
                ),
            )
        },
    ),
    Offence(
        "points-unmarked",
        marked("Points not marked in time"),
        MARKING,
        marked("Whose points of which earlier deal were not marked in time, and how many of them?"),
        said(
            "unmarked; not marked; forgot points; forgot to mark; undermarked; missed points; forgot to move "
            "the score; move the score; didn't mark; didn't keep score; forgot to peg; missed a point; points"
            " not counted"
        ),
        each(
            Rule(
                marked(
                    "A point is marked before the end of the next deal. Once the next point is made, the "
                    "side loses the points it has not marked: rule on the deal they belong to, and say how "
                    "many."
                ),
                IRREGULAR,
                forfeits=True,
            ),
            (
                Rule(
                    marked(
                        "The side loses the points it has not marked: rule on the deal they belong to, and "
                        "say how many."
                    ),
                    "L XXXI",
                    choice="deal-over",
                    forfeits=True,
                ),
                Rule(marked("The points are marked now; nothing is lost."), "L XXXI", choice="in-time"),
            ),
        ),
        asks=marked("Is the deal after it over?"),
        choices=(
            Choice("deal-over", marked("The next deal is over")),
            Choice("in-time", marked("The next deal is not over yet")),
        ),
    ),
    Offence(
        OVERMARKED,
        marked("Marked too many points"),
        MARKING,
        marked("Who marked more than was won, and by how many?"),
        said(
            "overmarked; too many points; marked extra; wrong score; overcounted; extra point; took an extra "
            "point; scored instead of; moved too far; scored three; pegged too many; cheated on score"
        ),
        each(
            (
                Rule(
                    marked("The score is put right."),
                    "T is silent; director",
                    condition=marked("If the director adds nothing"),
                ),
                Rule(
                    marked("The score is put right, and the other side scores the excess."),
                    "T is silent; L XXXI; director",
                    choice="award",
                    condition=marked("If the director adds it"),
                    open_award=True,
                    lost=marked(
                        "The score is put right, and the director says how many points the offenders lose."
                    ),
                ),
            ),
            (
                Rule(
                    marked(
                        "The score is put right and the other side scores the excess: say how many. An "
                        "opponent or a bystander may point it out."
                    ),
                    "L XXXI; S, scoring",
                    choice="up-card-not-turned",
                    open_award=True,
                    lost=marked(
                        "The score is put right, and the director says how many points the offenders lose."
                    ),
                ),
                Rule(
                    marked("It is too late: the score stands as marked."),
                    "L XXXI; S, scoring",
                    choice="up-card-turned",
                ),
            ),
        ),
        asks=marked("What applies?"),
        choices=(
            Choice("up-card-not-turned", marked("The next up-card is not turned yet")),
            Choice("up-card-turned", marked("The up-card of the next deal is turned")),
            Choice(
                "award",
                marked("Points to the other side as well"),
                marked("The offenders lose points as well"),
            ),
        ),
    ),
    Offence(
        "penalty-refused",
        marked("Refused a penalty"),
        CONDUCT,
        marked("Who refused to accept a penalty?"),
        said(
            "refused penalty; won't accept; walked out; left the table; argued; won't take the ruling; won't "
            "take penalty; quit; walked off; disputes ruling; leaving the game; left the game; went home in "
            "the middle"
        ),
        each(
            Rule(
                marked("The director enters both totals of the round; the offenders are noted."),
                "T is silent; director",
                open_award=True,
            ),
            Rule(
                marked("The game belongs to the other side at any score; the director enters the points."),
                "L XXXVI",
                open_award=True,
                fate=Fate.PASS,
                loses_round=True,
            ),
        ),
        frees_totals=True,
    ),
    Offence(
        "farmers-hand",
        marked("Farmer’s hand"),
        DEAL,
        marked("Who holds nothing but nines and tens?"),
        said(
            "farmers hand; no ace no face; nines and tens; bad hand; bottoms; going under; all nines and "
            "tens; no face cards"
        ),
        {
            T: (
                Rule(
                    marked(
                        "Five cards that are all nines and tens: nobody scores; the same dealer deals again."
                    ),
                    "T, obsolete rules",
                    fate=Fate.REDEAL,
                    when=lambda rules: rules.farmers_hand is True,
                ),
                Rule(
                    marked(
                        "Five cards that are all nines and tens, none of them a trump, shown once trump is "
                        "named: nobody scores; the same dealer deals again."
                    ),
                    "T, obsolete rules",
                    fate=Fate.REDEAL,
                    when=lambda rules: rules.farmers_hand == "after-trump",
                ),
                Rule(
                    marked(
                        "Five cards that are all nines and tens: the player may go under, that is swap any "
                        "three of them for the three cards at the bottom of the kitty. The deal goes on."
                    ),
                    "T, obsolete rules",
                    when=lambda rules: rules.farmers_hand == "going-under",
                ),
            )
        },
        who=Who.NOBODY,
        needs=("farmers_hand",),
    ),
    Offence(
        DISQUALIFIED,
        marked("Disqualified"),
        CONDUCT,
        marked("Who may not go on, after a pattern of offences?"),
        said(
            "disqualified; thrown out; ejected; banned; sent home; shouting; swearing; cheating again; drunk;"
            " rude; unsporting; fighting; fight"
        ),
        each(_STOPS, _STOPS) | {Family.NONE: (_STOPS,)},
        frees_totals=True,
    ),
    Offence(
        OTHER,
        marked("Anything else"),
        CONDUCT,
        marked("What happened? You decide what it costs and give the reason."),
        said(
            "other; something else; not listed; custom; swapped cards with the kitty; exchanged with the "
            "kitty; time ran out; middle of a hand; bell rang; phone rang; came late; late player; missed a "
            "round; missed the first round"
        ),
        each(_OTHER, _OTHER) | {Family.NONE: (_OTHER_TOTAL,)},
        who=Who.NOBODY,
    ),
)
