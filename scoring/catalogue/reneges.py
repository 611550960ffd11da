"""Offences in following suit, and in bidding, leading or playing out of turn."""

from __future__ import annotations

from dataclasses import replace

from scoring.catalogue.shared import BIDDING, IRREGULAR, PLAY, RENEGE, TREATED_AS_RENEGE, L, T, both, each
from scoring.deal import Fate
from scoring.offences import Choice, Offence, Rule, Who
from scoring.sentences import marked

OFFENCES = (
    Offence(
        "renege",
        marked("Renege: did not follow suit"),
        PLAY,
        marked("Who failed to follow suit, and was anybody playing alone?"),
        (
            "renege",
            "revoke",
            "didn't follow suit",
            "did not follow",
            "wrong suit",
            "held the suit",
            "had the suit",
            "trumped",
            "ruffed",
        ),
        both(RENEGE),
        plays=True,
    ),
    Offence(
        "renege-unproven",
        marked("Renege claimed but not proven"),
        PLAY,
        marked("Who accused wrongly? Shall that side also lose what it won in the deal?"),
        ("false accusation", "accused", "not proven", "unproven", "wrong claim", "no renege"),
        {
            T: (
                Rule(
                    marked("The accused side scores 2 and the deal counts as played."), "T, renege", points=2
                ),
                Rule(
                    marked("The accused side scores 2; the accusers do not count what they won in the deal."),
                    "T, renege",
                    points=2,
                    cancels=True,
                    choice="accusers-cancelled",
                ),
            )
        },
        choices=(Choice("accusers-cancelled", marked("the accusers lose their own points of the deal")),),
    ),
    Offence(
        "renege-second",
        marked("Second renege in the same trick"),
        PLAY,
        marked("Who was the second to renege in that trick?"),
        ("second renege", "both reneged", "two reneges", "same trick"),
        {
            T: (
                Rule(
                    marked(
                        "Only the first renege of a trick is penalised; this one is noted without points."
                    ),
                    IRREGULAR,
                ),
            )
        },
        plays=True,
    ),
    Offence(
        "renege-mutual",
        marked("Both sides reneged"),
        PLAY,
        marked("Did both sides renege in this deal?"),
        ("both sides", "mutual", "reciprocal", "each reneged"),
        {
            L: (
                Rule(
                    marked("The two errors cancel out: nobody scores and the same dealer deals again."),
                    "L XXVI",
                    fate=Fate.REDEAL,
                ),
            )
        },
        who=Who.NOBODY,
    ),
    Offence(
        "cards-mixed",
        marked("Accused side mixed the cards"),
        PLAY,
        marked("Who mixed the tricks while a renege was being claimed?"),
        ("mixed", "mixed up tricks", "hid evidence", "gathered the cards", "shuffled tricks"),
        each(
            replace(RENEGE, text=TREATED_AS_RENEGE),
            Rule(
                marked("The side that claims the renege scores 2; the deal ends and passes."),
                "L XXV",
                points=2,
                fate=Fate.PASS,
            ),
        ),
    ),
    Offence(
        "called-card-refused",
        marked("Refused to play a called card"),
        PLAY,
        marked("Who refused to play the card that was called?"),
        ("refused called card", "would not play", "called card"),
        each(
            replace(RENEGE, text=TREATED_AS_RENEGE),
            replace(
                RENEGE,
                text=TREATED_AS_RENEGE,
                source="L XXVIII; S, revoke",
            ),
        ),
        plays=True,
    ),
    Offence(
        "bid-out-of-turn",
        marked("Bid out of turn"),
        BIDDING,
        marked("Who bid out of turn? Do the others take the points, or void the bid and play alone?"),
        (
            "out of turn",
            "bid early",
            "called too soon",
            "ordered up early",
            "passed out of turn",
            "jumped in",
        ),
        {
            T: (
                Rule(
                    marked("The deal ends and passes; the other side scores 2."),
                    "T, bid out of turn",
                    points=2,
                    fate=Fate.PASS,
                    choice="points",
                ),
                Rule(
                    marked(
                        "At the others' wish the bid is void and one of them plays alone, at his own risk: "
                        "no penalty points, ordinary scoring."
                    ),
                    "T, bid out of turn",
                    choice="void-and-alone",
                    needs_alone=True,
                ),
            )
        },
        choices=(
            Choice("points", marked("2 points to the other side")),
            Choice("void-and-alone", marked("the bid is void and one of them plays alone")),
        ),
    ),
    Offence(
        "lead-out-of-turn",
        marked("Led out of turn"),
        PLAY,
        marked("Who led out of turn, and was anybody playing alone?"),
        ("led out of turn", "lead out of turn", "wrong lead", "led early", "not his lead"),
        each(
            Rule(
                marked(
                    "The deal ends and passes; the other side scores 2, or 4 if anybody was playing alone."
                ),
                "T, lead out of turn",
                points=2,
                lone=4,
                fate=Fate.PASS,
            ),
            Rule(
                marked(
                    "No points. The card is taken back and may be called later; once four cards lie, the "
                    "lead stands."
                ),
                "L XIV",
            ),
        ),
    ),
    Offence(
        "play-out-of-turn",
        marked("Played out of turn"),
        PLAY,
        marked("Who played, without leading, out of turn?"),
        ("played out of turn", "play out of turn", "played early", "played too soon"),
        each(
            Rule(marked("No points; it is noted and the deal goes on."), "T"),
            Rule(
                marked("No points. The card may be called later; whoever was misled may change his own."),
                "L XIV",
            ),
        ),
    ),
)
