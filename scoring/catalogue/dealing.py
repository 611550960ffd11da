"""Offences in dealing and discarding, and a wrong number of cards."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from scoring.catalogue.shared import (
    ANNOUNCED,
    DEAL,
    IRREGULAR,
    NO_DISCARD,
    PLAY,
    TOO_MANY_IN_LAW,
    WRONG_DEALER,
    by_slots,
    each,
    one_at_a_time,
    unless,
)
from scoring.deal import Fate
from scoring.offences import OPPONENTS, By, Choice, Offence, Rule, Who, always
from scoring.ruleset import Ruleset
from scoring.sentences import Sentence, joined, marked

_SAME_AGAIN = marked("Nobody scores; the same dealer deals again.")
_PASSES = marked("Nobody scores, and the next player deals.")
_ONCE_AGAIN = marked(
    "Nobody scores, and the same dealer deals again. At that dealer’s second misdeal of the round, the "
    "next player deals."
)
_HELD = marked("Who held the wrong number of cards?")
_OTHERS = (By.PARTNER, *OPPONENTS)
_WRONG_COUNT = Rule(
    marked("No points; the deal is void, and the next player deals."),
    IRREGULAR,
    fate=Fate.VOID_PASS,
    needs_dealer=True,
)
_DEAL_LOST = Rule(
    marked("No points; the deal is lost, and the next player deals."),
    "L VII",
    fate=Fate.VOID_PASS,
    choice="after-turn-up",
    needs_dealer=True,
)
_RIGHT_DEALER = Rule(
    marked("The deal is void; the right dealer deals."), "L VIII", fate=Fate.REDEAL, choice="before-up-card"
)
_STANDS = Rule(
    marked("The deal stands, and the player on that dealer’s left deals next."),
    "L VIII",
    choice="after-up-card",
)
_NOT_TAKEN_UP = replace(
    _WRONG_COUNT, condition=marked("A dealer who did not take the up-card up, or anybody else")
)
# Cards looked at in the deal: the dealer loses nothing, unless the dealer's own partner did it.
_BUT_PARTNER = (By.DEALER, *OPPONENTS)
_LOOKED_AT = (
    Rule(
        _SAME_AGAIN,
        "L VI",
        fate=Fate.REDEAL,
        by=_BUT_PARTNER,
        choice="misdeal",
        condition=marked("Anybody but the dealer’s partner, and a misdeal came of it"),
    ),
    Rule(
        marked("It is not allowed, but costs nothing; the deal goes on."),
        "L VI",
        by=_BUT_PARTNER,
        choice="no-misdeal",
        condition=marked("Anybody but the dealer’s partner, and no misdeal came of it"),
    ),
    Rule(
        _PASSES,
        "L VI, XI",
        fate=Fate.VOID_PASS,
        by=(By.PARTNER,),
        condition=marked("The dealer’s partner, whatever came of it"),
    ),
)
# A card exposed in dealing: by the dealer it is dealt again, else those who did not do it choose.
_EXPOSED = (
    Rule(
        _SAME_AGAIN,
        "L IV",
        fate=Fate.REDEAL,
        by=(By.DEALER,),
        condition=marked("By the dealer, or more than one card turned up"),
    ),
    Rule(
        _SAME_AGAIN,
        "L V",
        fate=Fate.REDEAL,
        by=OPPONENTS,
        choice="again",
        condition=marked(
            "By an opponent of the dealer, if the dealer asks for a new deal before looking at their hand"
        ),
    ),
    Rule(
        _SAME_AGAIN,
        "L V",
        fate=Fate.REDEAL,
        by=(By.PARTNER,),
        choice="again",
        condition=marked(
            "By the dealer’s partner, if an opponent asks for a new deal before the up-card is turned"
        ),
    ),
    Rule(
        marked("The deal goes on."),
        "L V",
        by=_OTHERS,
        choice="goes-on",
        condition=marked("If nobody asks in time"),
    ),
)


def _misdeal(event_setting: str) -> tuple[Rule, ...]:
    """What a misdeal costs, by the event's setting and its source."""
    again = Rule(_SAME_AGAIN, event_setting, fate=Fate.REDEAL, when=lambda rules: rules.misdeal == "redeal")
    passes = Rule(_PASSES, "L XI", fate=Fate.VOID_PASS, when=lambda rules: rules.misdeal == "pass")
    second = Rule(
        _ONCE_AGAIN,
        event_setting,
        fate=Fate.REDEAL,
        again=Fate.VOID_PASS,
        when=lambda rules: rules.misdeal == "second-passes",
    )
    return again, passes, second


def _style(way: Sentence, source: str, when: Callable[[Ruleset], bool]) -> tuple[Rule, ...]:
    """Another way of dealing: a new deal for whoever asks in time."""
    asked = Rule(joined([way, _SAME_AGAIN]), source, fate=Fate.REDEAL, choice="asked", when=when)
    stands = marked("The deal stands.")
    return asked, replace(asked, text=joined([way, stands]), fate=None, choice="not-asked")


OFFENCES = (
    Offence(
        "no-discard",
        marked("Dealer did not discard"),
        DEAL,
        marked("Did the dealer play on without discarding?"),
        "no discard; didn't discard; forgot to discard; bury; dealer kept six; forgot to bury; didn't throw "
        "one away; throw away; kept the up-card; six cards after picking up; picked up but didn't discard; "
        "a oublié d'écarter; a oublié l'écart",
        each(NO_DISCARD, TOO_MANY_IN_LAW),
        asks=marked("Was it announced in time?"),
        choices=ANNOUNCED,
        who=Who.DEALER,
        plays=True,
    ),
    Offence(
        "six-cards",
        marked("Played with six or more cards"),
        PLAY,
        marked("Who played with six or more cards?"),
        "six cards; 6 cards; too many cards; extra card; card left; card left over; card too many; one card "
        "too many; one more card",
        each(
            (
                replace(
                    NO_DISCARD,
                    by=(By.DEALER,),
                    choice="taken-up",
                    condition=marked("The dealer, who had taken the up-card up and not discarded"),
                ),
                replace(_NOT_TAKEN_UP, by=(By.DEALER,), choice="not-taken-up"),
                replace(_NOT_TAKEN_UP, by=_OTHERS),
            ),
            replace(TOO_MANY_IN_LAW[1], choice=None),
        ),
        asks=marked("Had the dealer taken the up-card up?"),
        choices=(
            Choice("taken-up", marked("The dealer had taken the up-card up")),
            Choice("not-taken-up", marked("The dealer had not taken it up")),
        ),
        plays=True,
    ),
    Offence(
        "wrong-count-before-lead",
        marked("Wrong number of cards, before the lead"),
        DEAL,
        _HELD,
        "wrong number; too many cards; too few cards; four cards; six cards; short hand; miscount; card "
        "short; one card short; one short; only four; five cards missing; not enough cards; 4 cards; 6 cards",
        each(
            Rule(
                marked("No points; the same dealer deals again."),
                IRREGULAR,
                fate=Fate.REDEAL,
                needs_dealer=True,
            ),
            (
                Rule(marked("It is put right, and the deal goes on."), "L VII", choice="before-turn-up"),
                replace(_DEAL_LOST, source="implied by L VII; L XI", choice="not-restored"),
                _DEAL_LOST,
            ),
        ),
        asks=marked("When was it found, and can the order be restored?"),
        choices=(
            Choice(
                "before-turn-up",
                marked("Found before the up-card was turned, and the order of the cards can be restored"),
            ),
            Choice(
                "not-restored",
                marked("Found before the up-card was turned, but the order cannot be restored"),
            ),
            Choice("after-turn-up", marked("Found once the up-card was turned")),
        ),
        who=Who.NOBODY,
    ),
    Offence(
        "wrong-count-in-play",
        marked("Wrong number of cards, after the lead"),
        PLAY,
        _HELD,
        "wrong number; too many cards; too few cards; card missing; short hand; miscount; card short; one "
        "card short; card left; ran out of cards; not enough cards; 4 cards",
        each(
            _WRONG_COUNT,
            Rule(
                marked(
                    "No points; the deal is void, and the next player deals. For a player with six or "
                    "more cards, see “Played with six or more cards”."
                ),
                "L VII, XVIII",
                fate=Fate.VOID_PASS,
                needs_dealer=True,
            ),
        ),
        who=Who.NOBODY,
    ),
    Offence(
        WRONG_DEALER,
        marked("Dealt out of turn"),
        DEAL,
        marked("Who dealt out of turn, and how late was it found?"),
        "wrong dealer; wrong player dealt; dealt out of turn; not their deal; not my deal; wrong person "
        "dealt; skipped a dealer; skipped dealer; dealt twice; dealt twice in a row; my turn to deal; "
        "mauvais donneur; mauvais brasseur; pas à lui de donner; pas son tour de donner",
        each(
            (
                replace(_RIGHT_DEALER, source="implied by T, irregularities", choice="before-first-trick"),
                Rule(
                    marked(
                        "The deal stands. The player who should have dealt takes that dealer’s next turn, "
                        "so that everybody deals equally often."
                    ),
                    "T, irregularities; T, terms",
                    choice="after-first-trick",
                    when=by_slots,
                ),
                replace(
                    _STANDS,
                    source="T, irregularities; L VIII",
                    choice="after-first-trick",
                    when=unless(by_slots),
                ),
            ),
            (_RIGHT_DEALER, _STANDS),
        ),
        asks=marked("How late was it found?"),
        choices=(
            Choice("before-first-trick", marked("Found before the first trick was over")),
            Choice("after-first-trick", marked("Found after the first trick")),
            Choice("before-up-card", marked("Found before the up-card was turned")),
            Choice("after-up-card", marked("Found once the up-card was turned")),
        ),
        who=Who.DEALER,
    ),
    Offence(
        "misdeal",
        marked("Misdeal"),
        DEAL,
        marked("Who misdealt?"),
        "misdeal; misdealt; deal gone wrong; dealt badly; not cut; not shuffled; forgot to cut; no cut; "
        "offer the cut; cut the cards; forgot to shuffle; started wrong; dealt in wrong order; second "
        "misdeal; misdealt again; misdealt three times",
        each(_misdeal("T is silent; event setting"), _misdeal("event setting")),
        who=Who.DEALER,
    ),
    Offence(
        "cards-looked-at",
        marked("Looked at cards during the deal"),
        DEAL,
        marked("Who took up or looked at cards during the deal?"),
        "looked at cards; took up cards; picked up cards; peeked in the deal; looked during the deal; "
        "looked; picked up cards too soon; looked before deal done; looked at hand",
        each(_LOOKED_AT),
        asks=marked("Did a misdeal come of it?"),
        choices=(
            Choice("misdeal", marked("A misdeal came of it")),
            Choice("no-misdeal", marked("The deal was still right")),
        ),
    ),
    Offence(
        "card-exposed-in-deal",
        marked("Card exposed in dealing"),
        DEAL,
        marked("Who turned or showed a card while the cards were dealt?"),
        "exposed; turned card; face up; flashed; showed a card in the deal; flipped a card; flipped two "
        "cards; turned up two; two cards turned up; turned over a card; showed bottom card",
        each(_EXPOSED),
        asks=marked("Was a new deal asked for in time?"),
        choices=(
            Choice("again", marked("A new deal is asked for in time")),
            Choice("goes-on", marked("Nobody asks for a new deal")),
        ),
    ),
    Offence(
        "dealing-style",
        marked("Changed the way of dealing"),
        DEAL,
        marked("Which dealer changed the way of dealing?"),
        "dealing style; three two; two three; one at a time; dealt differently; changed how deals; three "
        "then two; one by one",
        each(
            (
                *_style(
                    marked(
                        "The dealer’s way of dealing (twos and threes, or one at a time) stays the same for "
                        "the whole round."
                    ),
                    "T, the deal; T names no penalty; L III",
                    unless(one_at_a_time),
                ),
                *_style(marked("The cards go one at a time."), "E; E names no penalty; L III", one_at_a_time),
            ),
            _style(
                marked("Three and two or two and three, but the same all through the deal."), "L III", always
            ),
        ),
        asks=marked("Did an opponent ask for a new deal before looking at their hand?"),
        choices=(
            Choice("asked", marked("An opponent asked before looking at their hand")),
            Choice("not-asked", marked("Nobody asked, or only after looking")),
        ),
        who=Who.DEALER,
    ),
)
