"""Offences in naming trump and in playing or showing cards."""

from __future__ import annotations

from scoring.catalogue.shared import BIDDING, IRREGULAR, PLAY, T, each
from scoring.offences import Offence, Rule, Who
from scoring.sentences import marked

OFFENCES = (
    Offence(
        "turned-down-suit",
        marked("Named the suit turned down"),
        BIDDING,
        marked("Who named the suit that had been turned down?"),
        ("turned down suit", "same suit", "named the turned suit"),
        each(
            Rule(
                marked("The offender's side may not bid again in this deal."), IRREGULAR, bidding_stops=True
            ),
            Rule(marked("It counts as a pass, and the next player speaks."), "L XX"),
        ),
    ),
    Offence(
        "changed-trump",
        marked("Changed the suit named"),
        BIDDING,
        marked("Who named one suit and then another?"),
        ("changed trump", "changed suit", "changed his mind", "renamed"),
        each(
            Rule(marked("The suit named first stands."), "T"),
            Rule(marked("The suit named first stands."), "L XX"),
        ),
    ),
    Offence(
        "ambiguous-lone",
        marked("Lone call not clear"),
        BIDDING,
        marked("Whose lone call was not clear when a proper lead was made?"),
        (
            "unclear alone",
            "ambiguous",
            "mumbled",
            "didn't say alone",
            "alone not heard",
            "loner not announced",
        ),
        each(
            Rule(
                marked("He plays with his partner: the lone call is struck."),
                "T, the deal",
                strikes_alone=True,
            ),
            Rule(marked("He plays with his partner: the lone call is struck."), "L XXI", strikes_alone=True),
        ),
        who=Who.LONER,
        needs=("lone_hands",),
    ),
    Offence(
        "lone-partner-played",
        marked("Lone player's partner played a card"),
        PLAY,
        marked("Whose partner was playing alone when he played a card?"),
        ("partner played", "partner of loner", "sitting out played", "partner's card"),
        {
            T: (
                Rule(
                    marked("The lone call is struck and the deal is played and scored as a normal one."),
                    IRREGULAR,
                    strikes_alone=True,
                ),
            )
        },
        needs=("lone_hands",),
    ),
    Offence(
        "lead-before-discard",
        marked("Led before the dealer discarded"),
        PLAY,
        marked("Who led before the dealer had discarded?"),
        ("led before discard", "led too soon", "before dealer discarded", "quick lead"),
        each(
            Rule(
                marked("The card stays on the table without value and the lead passes to the second seat."),
                IRREGULAR,
            ),
            Rule(
                marked("The card stays led and keeps its value; the dealer may still play alone."), "L XIII"
            ),
        ),
    ),
    Offence(
        "exposed-card",
        marked("Card dropped or shown"),
        PLAY,
        marked("Whose card fell or was shown?"),
        ("dropped", "fell", "exposed card", "showed a card", "face up", "flashed"),
        each(
            Rule(
                marked("It lies open, is played at the first legal chance and cannot take a trick."),
                IRREGULAR,
            ),
            Rule(
                marked("The opponent on the left may call it, but never so as to force a renege."),
                "L XXVII–XXIX",
            ),
        ),
    ),
    Offence(
        "two-cards",
        marked("Two cards to one trick"),
        PLAY,
        marked("Who played two cards to a trick?"),
        ("two cards", "double card", "two at once", "played twice"),
        each(
            Rule(
                marked("The opponents choose which card is played; the other lies exposed."),
                "L XVI (T is silent)",
            ),
            Rule(
                marked(
                    "The opponents choose which card is played; the other lies exposed and may be called."
                ),
                "L XVI",
            ),
        ),
        plays=True,
    ),
    Offence(
        "hand-shown",
        marked("Laid the hand down"),
        PLAY,
        marked("Who laid, threw or claimed his hand face up?"),
        (
            "laid down",
            "threw in",
            "threw down",
            "tram",
            "tramming",
            "rest are mine",
            "claimed",
            "showed hand",
        ),
        each(
            Rule(marked("A warning; the deal is played out card by card."), "T, the deal", warning=True),
            Rule(marked("The cards lie exposed and each may be called."), "L XIX, XXXII"),
        ),
    ),
    Offence(
        "quitted-trick",
        marked("Looked at a turned trick"),
        PLAY,
        marked("Who looked at a turned trick without claiming a renege?"),
        ("looked back", "looked at trick", "peeked", "turned trick", "quitted"),
        each(
            Rule(marked("A warning; tricks stay turned until the deal is over."), IRREGULAR, warning=True),
            Rule(marked("A warning; only the last trick may be looked at."), "L XVII", warning=True),
        ),
    ),
    Offence(
        "asked-trump",
        marked("Asked what is trump"),
        PLAY,
        marked("Who asked which suit is trump?"),
        ("asked trump", "what is trump", "what's trump", "which suit"),
        each(
            Rule(marked("A warning; the marker on the table shows it."), "T, the deal", warning=True),
            Rule(
                marked("Allowed: anybody may ask which suit is trump, though not which card was turned up."),
                "L X",
            ),
        ),
    ),
)
