"""Offences in bidding and play: cards seen, taken back, dropped or shown, and what may not be asked."""

from __future__ import annotations

from dataclasses import replace

from scoring.catalogue.shared import (
    BIDDING,
    CONDUCT,
    DEAL,
    FORBIDDEN,
    IRREGULAR,
    NO_PENALTY,
    PLAY,
    WARNING_OR_PENALTY,
    T,
    dealer_may_pass,
    each,
    loners,
    stuck_dealer,
    unless,
    warned_then_open,
)
from scoring.deal import Fate
from scoring.offences import By, Choice, Offence, Rule, Who
from scoring.sentences import joined, marked

_MAY_NOT_BID = Rule(
    marked("The offender’s side may not bid again in this deal."), IRREGULAR, bidding_stops=True
)
_BUT_DEALER = (By.LEFT, By.PARTNER, By.RIGHT)
_WRONG_SUIT = marked("A card that did not follow suit, though the player could")
_WITH_PARTNER = marked("They play with their partner: the loner is cancelled.")
_LED_TOO_SOON = "T, irregularities; T, lead out of turn"
_NO_VALUE = marked(
    "Led by the player on the dealer’s left, the card stays on the table without value and cannot win; the "
    "lead passes to the second seat (the dealer’s partner)."
)
_OR_THE_THIRD = marked(
    "Led by the player on the dealer’s left, the card stays on the table without value and cannot win; the "
    "lead passes to the dealer’s partner, or to the third seat if the dealer plays alone."
)
_BY_ANOTHER = marked("If somebody else led, it is a lead out of turn.")

OFFENCES = (
    Offence(
        "kitty-looked-at",
        marked("Lone player’s partner looked at the kitty"),
        PLAY,
        marked("Who looked at the kitty while their partner played alone?"),
        "kitty; looked at the kitty; saw the kitty; peeked at the kitty; buried cards; looked in kitty; "
        "looked under kitty",
        {T: warned_then_open(Rule(marked("A warning; the deal goes on."), FORBIDDEN))},
        choices=WARNING_OR_PENALTY,
        needs=("lone_hands",),
        warned_as="kitty-looked-at",
    ),
    Offence(
        "card-taken-back",
        marked("Took back a card, or changed the discard"),
        PLAY,
        marked("Who took back a card that was laid or shown, or changed the discard?"),
        "took back; took it back; taken back; changed the discard; changed card; card laid; picked card "
        "back up; picked back up; swapped discard; swapped card; pulled card back; changed the card",
        each(
            warned_then_open(
                Rule(
                    marked(
                        "The card stays played; a discard stays as it was (the laws say so). A warning; the "
                        "deal goes on."
                    ),
                    "T, the deal; T, irregularities; L XIII; T names no penalty",
                )
            ),
            (
                Rule(
                    marked(
                        "The card stays played once it has touched the table, and the discard once the "
                        "dealer has let go of it."
                    ),
                    "L XIII, XV",
                    condition=marked(
                        "The discard, or a card that followed suit or whose player held none of the suit led"
                    ),
                ),
                Rule(
                    marked(
                        "The card may be taken up, and one of the right suit is played; the card taken up "
                        "may be called. See “Did not follow suit, but noticed in time”."
                    ),
                    "L XV",
                    choice="wrong-suit",
                    condition=_WRONG_SUIT,
                    see="revoke-corrected",
                ),
            ),
        ),
        asks=marked("Which card was taken back?"),
        choices=(*WARNING_OR_PENALTY, Choice("wrong-suit", _WRONG_SUIT)),
        warned_as="card-taken-back",
    ),
    Offence(
        "dealer-reminded",
        marked("Reminded the dealer to discard"),
        CONDUCT,
        marked("Who reminded the dealer to discard?"),
        "reminded; reminded dealer; told dealer to discard; told to bury; don't forget to discard; told "
        "dealer; remember to discard",
        {T: warned_then_open(Rule(marked("A warning; the deal goes on."), NO_PENALTY))},
        choices=WARNING_OR_PENALTY,
        warned_as="dealer-reminded",
    ),
    Offence(
        "imperfect-pack",
        marked("The deck is wrong"),
        DEAL,
        marked("Is a card missing, double or foreign?"),
        "bad deck; imperfect pack; missing card; duplicate card; two of the same card; wrong deck; two "
        "aces; two jacks; only 23 cards; 23 cards; card missing from deck; cards from another deck; "
        "pinochle deck; ten missing; ace missing; card is missing; dealt with the other deck",
        each(
            Rule(
                marked("This deal is void and the same dealer deals again; earlier deals stand."),
                "L IX",
                fate=Fate.REDEAL,
            )
        ),
        who=Who.NOBODY,
    ),
    Offence(
        "turned-down-suit",
        marked("Named the suit turned down"),
        BIDDING,
        marked("Who named the suit that had been turned down?"),
        "turned down suit; same suit; named the turned suit; suit turned down; called the suit turned down",
        each(
            (
                replace(_MAY_NOT_BID, when=dealer_may_pass),
                replace(_MAY_NOT_BID, by=_BUT_DEALER, condition=marked("Anybody else"), when=stuck_dealer),
                Rule(
                    marked("T gives no way on: the director decides."),
                    f"{IRREGULAR}; director",
                    fate=Fate.REDEAL,
                    by=(By.DEALER,),
                    condition=marked("The dealer, who has to name a suit"),
                    when=stuck_dealer,
                ),
            ),
            Rule(marked("It counts as a pass, and the next player speaks."), "L XX"),
        ),
    ),
    Offence(
        "changed-trump",
        marked("Changed the suit named"),
        BIDDING,
        marked("Who named one suit and then another?"),
        "changed trump; changed suit; changed their mind; renamed; meant spades; meant hearts; meant clubs; "
        "meant diamonds; said hearts; changed mind; took back the suit",
        each(Rule(marked("The suit named first stands."), "L XX")),
    ),
    Offence(
        "ambiguous-lone",
        marked("Unclear loner call"),
        BIDDING,
        marked("Whose loner call was not clear when a proper lead was made?"),
        "unclear alone; ambiguous; mumbled; didn't say alone; lone call not clear; alone not heard; loner "
        "not announced; sit this one out; it's all mine; I'm trying it; never said alone; said loner; going "
        "it; forgot to say alone",
        each(
            Rule(_WITH_PARTNER, "T, the deal; T names no penalty; L XXI", strikes_alone=True),
            Rule(_WITH_PARTNER, "L XXI", strikes_alone=True),
        ),
        who=Who.LONER,
        needs=("lone_hands",),
    ),
    Offence(
        "lone-partner-played",
        marked("Lone player’s partner played a card"),
        PLAY,
        marked("Who was playing alone when their partner played a card?"),
        "partner played; partner of loner; sitting out played; partner's card; partner kept playing; "
        "partner didn't lay down hand; partner joined in; loner's partner",
        {
            T: (
                Rule(
                    marked("The loner is cancelled and the deal is played and scored as a normal one."),
                    IRREGULAR,
                    strikes_alone=True,
                ),
            )
        },
        who=Who.LONE_PARTNER,
        needs=("lone_hands",),
    ),
    Offence(
        "lead-before-discard",
        marked("Led before the dealer discarded"),
        PLAY,
        marked("Who led before the dealer had discarded?"),
        "led before discard; led too soon; before dealer discarded; quick lead; led too fast; before "
        "buried; led before dealer; led early",
        each(
            (
                Rule(
                    joined([_OR_THE_THIRD, _BY_ANOTHER]),
                    f"{_LED_TOO_SOON}; director",
                    by=(By.LEFT,),
                    when=loners,
                ),
                Rule(joined([_NO_VALUE, _BY_ANOTHER]), _LED_TOO_SOON, by=(By.LEFT,), when=unless(loners)),
            ),
            Rule(
                joined(
                    [
                        marked(
                            "Led by the player on the dealer’s left, the card stays led and keeps its value; "
                            "the dealer may still play alone."
                        ),
                        _BY_ANOTHER,
                    ]
                ),
                "L XIII, XIV",
                by=(By.LEFT,),
            ),
        ),
        elsewhere="lead-out-of-turn",
        plays=True,
    ),
    Offence(
        "exposed-card",
        marked("Card dropped or shown"),
        PLAY,
        marked("Whose card fell or was shown?"),
        "dropped; fell; exposed card; card shown; showed a card; face up; flashed; saw card; saw the card; "
        "fell on the floor; fell on the table; dropped card; exposed one of his cards; exposed discard; "
        "showed his discard; discard was seen; discard flipped over; turned face up; a montré une carte",
        each(
            (
                Rule(
                    marked(
                        "It lies open, is played at the first legal chance and cannot take a trick. If that "
                        "same player leads next, they must lead it, and the others follow suit."
                    ),
                    f"{IRREGULAR}; director",
                    choice="dropped",
                ),
                Rule(
                    marked("The card is played and keeps its value; it cannot go back in the hand."),
                    IRREGULAR,
                    choice="put-forward",
                ),
            ),
            Rule(
                marked(
                    "The opponent on the left may call it, to be led or played, but never so as to force "
                    "a renege, nor to make the player throw a commanding card (one that nothing still out "
                    "can beat) on another suit. A card is shown once an opponent can tell what it is; a "
                    "card that its player names may be called too."
                ),
                "L XXVII, XXIX",
            ),
        ),
        asks=marked("Was the card dropped, or put forward to play it?"),
        choices=(
            Choice("dropped", marked("It fell out of the hand; one shown by accident is treated alike")),
            Choice("put-forward", marked("It was put forward to play, and another player saw its face")),
        ),
    ),
    Offence(
        "two-cards",
        marked("Two cards to one trick"),
        PLAY,
        marked("Who played two cards to a trick?"),
        "two cards; double card; two at once; played twice; stuck together; threw two cards; played two",
        each(
            Rule(
                marked(
                    "The opponents choose which card is played; the other is like a card that fell: it lies "
                    "open and is played at the first legal chance."
                ),
                "T is silent; L XVI; penalty as T, irregularities",
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
        marked("Who laid, threw or claimed their hand face up?"),
        "laid down; threw in; threw down; tram; tramming; rest are mine; claimed; showed hand; threw cards "
        "in; threw hand in; put hand down; face up hand; all the rest; a étalé son jeu",
        each(
            Rule(marked("A warning; the deal is played out card by card."), FORBIDDEN, warning=True),
            Rule(marked("The cards lie exposed and each may be called."), "L XIX, XXXII"),
        ),
    ),
    Offence(
        "quitted-trick",
        marked("Looked at a turned trick"),
        PLAY,
        marked("Who looked at a turned trick without claiming a renege?"),
        "looked back; looked at trick; peeked; turned trick; quitted; looked back at trick; flipped a "
        "trick; turned a trick over; looked at old trick; see the last trick; look at the last trick; looked",
        each(
            Rule(
                marked("A warning; tricks stay face down until the round is over."), NO_PENALTY, warning=True
            ),
            Rule(
                marked("A warning; only the last trick may be looked at."),
                "L XVII; L names no penalty",
                warning=True,
            ),
        ),
    ),
    Offence(
        "asked-trump",
        marked("Asked what is trump"),
        PLAY,
        marked("Who asked which suit is trump?"),
        "asked trump; what is trump; what's trump; which suit; asked what was led; asked who made it; whose "
        "call",
        each(
            Rule(marked("A warning; the trump cube on the kitty shows it."), FORBIDDEN, warning=True),
            Rule(
                marked("Allowed: anybody may ask which suit is trump, though not which card was turned up."),
                "L X",
            ),
        ),
    ),
)
