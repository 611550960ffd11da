"""Offences of talk, of a wrong number of cards, and in dealing."""

from __future__ import annotations

from dataclasses import replace

from scoring.catalogue.shared import (
    BIDDING,
    CONDUCT,
    DEAL,
    IRREGULAR,
    NO_DISCARD,
    PLAY,
    SIX_CARDS_IN_LAW,
    TALK,
    TALK_CHOICES,
    TALK_IN_LAW,
    WRONG_DEALER,
    WRONG_DEALER_ROWS,
    both,
    each,
)
from scoring.deal import Fate
from scoring.offences import Choice, Offence, Rule, Who
from scoring.sentences import marked

OFFENCES = (
    Offence(
        "bidding-talk",
        marked("Words in the bidding"),
        BIDDING,
        marked("Who said more than the bidding allows?"),
        (
            "spoke",
            "talked",
            "said",
            "remark",
            "comment in bidding",
            "hint",
            "descriptive",
            "language",
            "words",
        ),
        each(TALK, TALK_IN_LAW),
        choices=TALK_CHOICES,
        warned_as="talk",
    ),
    Offence(
        "table-talk",
        marked("Table talk"),
        CONDUCT,
        marked("Who told, advised or asked what may not be said?"),
        (
            "talk",
            "talked",
            "spoke",
            "told partner",
            "signal",
            "gesture",
            "advice",
            "coaching",
            "cheating",
            "hint",
        ),
        each(TALK, TALK_IN_LAW),
        choices=TALK_CHOICES,
        warned_as="talk",
    ),
    Offence(
        "no-discard",
        marked("Dealer did not discard"),
        DEAL,
        marked("Did the dealer play on without discarding, and had anybody called alone?"),
        ("no discard", "didn't discard", "forgot to discard", "bury", "dealer kept six"),
        each(NO_DISCARD, replace(SIX_CARDS_IN_LAW, needs_dealer=True)),
        who=Who.DEALER,
    ),
    Offence(
        "six-cards",
        marked("Played with six or more cards"),
        PLAY,
        marked("Who played with six or more cards?"),
        ("six cards", "6 cards", "too many cards", "extra card"),
        each(
            Rule(
                marked("The dealer: as for a missing discard. Anybody else: the deal is void and passes."),
                IRREGULAR,
                works="six_cards",
                needs_dealer=True,
            ),
            SIX_CARDS_IN_LAW,
        ),
        plays=True,
    ),
    Offence(
        "wrong-count-before-lead",
        marked("Wrong number of cards, before the lead"),
        DEAL,
        marked("Was a wrong number of cards found before the first lead?"),
        (
            "wrong number",
            "too many cards",
            "too few cards",
            "four cards",
            "six cards",
            "short hand",
            "miscount",
        ),
        each(
            Rule(marked("No points; the same dealer deals again."), IRREGULAR, fate=Fate.REDEAL),
            (
                Rule(
                    marked("Found before the up-card was turned: put right, and the deal goes on."),
                    "L VII",
                    choice="before-turn-up",
                ),
                Rule(
                    marked("Found once the up-card was turned: the deal is lost and passes."),
                    "L VII",
                    fate=Fate.VOID_PASS,
                    choice="after-turn-up",
                ),
            ),
        ),
        choices=(
            Choice("before-turn-up", marked("found before the up-card was turned")),
            Choice("after-turn-up", marked("found once the up-card was turned")),
        ),
        who=Who.DEALER,
    ),
    Offence(
        "wrong-count-in-play",
        marked("Wrong number of cards, after the lead"),
        PLAY,
        marked("Was a wrong number of cards found after the first lead?"),
        ("wrong number", "too many cards", "too few cards", "card missing", "short hand", "miscount"),
        each(
            Rule(marked("No points; the deal is void and passes."), IRREGULAR, fate=Fate.VOID_PASS),
            Rule(marked("No points; the deal is void and passes."), "L VII", fate=Fate.VOID_PASS),
        ),
        who=Who.DEALER,
    ),
    Offence(
        WRONG_DEALER,
        marked("Dealt out of turn"),
        DEAL,
        marked("Who dealt out of turn, and was the up-card turned already?"),
        ("wrong dealer", "wrong player dealt", "dealt out of turn", "not his deal"),
        both(*WRONG_DEALER_ROWS),
        choices=(
            Choice("before-up-card", marked("found before the up-card was turned")),
            Choice("after-up-card", marked("found once the up-card was turned")),
        ),
        who=Who.DEALER,
    ),
    Offence(
        "misdeal",
        marked("Misdeal"),
        DEAL,
        marked("Who misdealt?"),
        ("misdeal", "misdealt", "deal gone wrong", "dealt badly", "not cut", "not shuffled"),
        each(
            Rule(
                marked("Nobody scores; the event's rules say who deals next."),
                "T; event setting",
                works="misdeal",
                needs_dealer=True,
            ),
            Rule(
                marked(
                    "Nobody scores and the deal passes, unless the event's rules say otherwise (VI would "
                    "let the same dealer deal again)."
                ),
                "L XI; L VI",
                works="misdeal",
                needs_dealer=True,
            ),
        ),
        who=Who.DEALER,
    ),
    Offence(
        "card-exposed-in-deal",
        marked("Card exposed in dealing"),
        DEAL,
        marked("Was a card turned or shown while dealing?"),
        ("exposed", "turned card", "face up", "flashed", "showed a card in the deal"),
        each(
            Rule(
                marked("Nobody scores; the same dealer deals again."),
                "T",
                fate=Fate.REDEAL,
                needs_dealer=True,
            ),
            Rule(
                marked("Nobody scores; the same dealer deals again."),
                "L IV, V",
                fate=Fate.REDEAL,
                needs_dealer=True,
            ),
        ),
        who=Who.NOBODY,
    ),
    Offence(
        "dealing-style",
        marked("Changed the way of dealing"),
        DEAL,
        marked("Did the dealer change between three-two and two-three?"),
        ("dealing style", "three two", "two three", "dealt differently"),
        each(
            Rule(
                marked("If an opponent asks before looking at his cards, the same dealer deals again."),
                "T, the deal",
                fate=Fate.REDEAL,
            ),
            Rule(
                marked("If an opponent asks before looking at his cards, the same dealer deals again."),
                "L III",
                fate=Fate.REDEAL,
            ),
        ),
        who=Who.DEALER,
    ),
    Offence(
        "imperfect-pack",
        marked("The pack is wrong"),
        DEAL,
        marked("Is a card missing, double or foreign?"),
        (
            "bad deck",
            "imperfect pack",
            "missing card",
            "duplicate card",
            "two of the same card",
            "wrong deck",
        ),
        each(
            Rule(
                marked("This deal is void and the same dealer deals again; earlier deals stand."),
                "T",
                fate=Fate.REDEAL,
            ),
            Rule(
                marked("This deal is void and the same dealer deals again; earlier deals stand."),
                "L IX",
                fate=Fate.REDEAL,
            ),
        ),
        who=Who.NOBODY,
    ),
)
