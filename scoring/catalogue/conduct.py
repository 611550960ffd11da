"""Offences of talk, in marking points and in conduct, and what stands in no other row."""

from __future__ import annotations

from scoring.catalogue.shared import (
    BIDDING,
    CONDUCT,
    DEAL,
    DISQUALIFIED,
    IRREGULAR,
    MARKING,
    OTHER,
    OVERMARKED,
    WARNING_OR_PENALTY,
    L,
    T,
    each,
    warned_first,
    warned_then_open,
)
from scoring.deal import Fate
from scoring.offences import OPPONENTS, Choice, Offence, Rule, Who
from scoring.ruleset import Family
from scoring.sentences import marked

_TALK_IN_LAW = Rule(
    marked(
        "From the turning of the up-card to the last card of the deal: the other side scores 1 at once, and "
        "the deal goes on."
    ),
    "L XXXIII",
    points=1,
)
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

TALK = (
    Offence(
        "bidding-talk",
        marked("Talking during bidding"),
        BIDDING,
        marked("Who said more than the bidding allows?"),
        "spoke; talked; said; remark; comment in bidding; words in the bidding; hint; descriptive; let's "
        "try clubs; I think I can; language; words; follow the rule; make it something; I'm trying it; said "
        "too much; try hearts; try spades; try diamonds; help me partner; hesitated; sighed; make it next; "
        "a parlé pendant les annonces",
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
        "talk; talked; spoke; told partner; signal; gesture; advice; coaching; cheating; hint; follow the "
        "rule; make it something; winked; nodded; sighed; hesitated; groaned; made a face; kicked; told "
        "what to lead; told what to play; told to trump; strength of hand; talking; asked a question; "
        "coached partner; spectator said; somebody watching said; a parlé à son partenaire; a fait un "
        "signe; winks; winking",
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

OFFENCES = (
    Offence(
        "bridge-remark",
        marked("Remark to the partner on the score, with one side nearly home"),
        CONDUCT,
        marked("Who drew their partner’s attention to the score?"),
        "bridge; score remark; reminded of the score; at the bridge; in the barn; we need two; need one "
        "point; score is; told partner the score; said barn; said the score",
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
        "unmarked; not marked; forgot points; forgot to mark; undermarked; missed points; forgot to move "
        "the score; move the score; didn't mark; didn't keep score; forgot to peg; missed a point; points "
        "not counted",
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
        "overmarked; too many points; marked extra; wrong score; overcounted; extra point; took an extra "
        "point; scored instead of; moved too far; scored three; pegged too many; cheated on score",
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
        "refused penalty; won't accept; walked out; left the table; argued; won't take the ruling; won't "
        "take penalty; quit; walked off; disputes ruling; leaving the game; left the game; went home in the "
        "middle",
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
        "farmers hand; no ace no face; nines and tens; bad hand; bottoms; going under; all nines and tens; "
        "no face cards",
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
        "disqualified; thrown out; ejected; banned; sent home; shouting; swearing; cheating again; drunk; "
        "rude; unsporting; fighting; fight",
        each(_STOPS) | {Family.NONE: (_STOPS,)},
        frees_totals=True,
    ),
    Offence(
        OTHER,
        marked("Anything else"),
        CONDUCT,
        marked("What happened? You decide what it costs and give the reason."),
        "other; something else; not listed; custom; swapped cards with the kitty; exchanged with the kitty; "
        "time ran out; middle of a hand; bell rang; phone rang; came late; late player; missed a round; "
        "missed the first round",
        each(_OTHER) | {Family.NONE: (_OTHER_TOTAL,)},
        who=Who.NOBODY,
    ),
)
