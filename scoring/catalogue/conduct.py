"""Offences in marking points and in conduct, and what stands in no other row."""

from __future__ import annotations

from scoring.catalogue.shared import CONDUCT, DEAL, IRREGULAR, MARKING, L, T, both, each
from scoring.deal import Fate
from scoring.offences import Choice, Offence, Rule, Who
from scoring.sentences import marked

OFFENCES = (
    Offence(
        "bridge-remark",
        marked("Remark on the score at the bridge"),
        CONDUCT,
        marked("Who drew his partner's attention to the score?"),
        ("bridge", "score remark", "reminded of the score", "at the bridge"),
        {
            L: (
                Rule(
                    marked(
                        "The side may not order up in this deal; the dealer or his partner may still play "
                        "alone."
                    ),
                    "L XXX",
                    bidding_stops=True,
                ),
            )
        },
    ),
    Offence(
        "points-unmarked",
        marked("Points not marked in time"),
        MARKING,
        marked("Whose points of which earlier deal were not marked before the next deal ended?"),
        ("unmarked", "not marked", "forgot points", "forgot to mark", "undermarked", "missed points"),
        each(
            Rule(
                marked("The side loses those points of that earlier deal: rule on the deal they belong to."),
                IRREGULAR,
                cancels=True,
            ),
            Rule(
                marked("The side loses those points of that earlier deal: rule on the deal they belong to."),
                "L XXXI",
                cancels=True,
            ),
        ),
    ),
    Offence(
        "points-overmarked",
        marked("Marked too many points"),
        MARKING,
        marked("Who marked more than was won, and by how many?"),
        ("overmarked", "too many points", "marked extra", "wrong score", "overcounted"),
        each(
            (
                Rule(marked("The score is put right."), "T"),
                Rule(
                    marked("The score is put right, and the director gives points as well."),
                    "T",
                    choice="award",
                    open_award=True,
                ),
            ),
            Rule(
                marked("The score is put right and the other side scores the excess."),
                "L XXXI",
                open_award=True,
            ),
        ),
        choices=(Choice("award", marked("points to the other side as well")),),
    ),
    Offence(
        "penalty-refused",
        marked("Refused a penalty"),
        CONDUCT,
        marked("Who refused to accept a penalty?"),
        ("refused penalty", "won't accept", "walked out", "left the table", "argued"),
        each(
            Rule(
                marked("The director enters both totals of the round; the offenders are noted."),
                "T",
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
        marked("Farmer's hand"),
        DEAL,
        marked("Who holds nothing but nines and tens?"),
        ("farmers hand", "no ace no face", "nines and tens", "bad hand", "bottoms"),
        {
            T: (
                Rule(
                    marked("Nobody scores; the same dealer deals again."),
                    "T, obsolete rules",
                    fate=Fate.REDEAL,
                ),
            )
        },
        who=Who.NOBODY,
        needs=("farmers_hand",),
    ),
    Offence(
        "disqualified",
        marked("Disqualified"),
        CONDUCT,
        marked("Who may not go on, after a pattern of offences?"),
        ("disqualified", "thrown out", "ejected", "banned", "sent home"),
        each(
            Rule(marked("The player stops; what the others scored stands."), "T; director"),
            Rule(marked("The player stops; what the others scored stands."), "director"),
        ),
        frees_totals=True,
    ),
    Offence(
        "other",
        marked("Anything else"),
        CONDUCT,
        marked("What happened? Points, fate and reason are yours to enter."),
        ("other", "something else", "not listed", "custom"),
        both(
            Rule(
                marked("The director gives points and fate, with a reason."),
                "director",
                open_award=True,
                free=True,
            )
        ),
        who=Who.NOBODY,
    ),
)
