"""Made-up play with lifelike frequencies, for the demonstration event and for tests.

Pure: takes a `random.Random`, returns reported deals; knows neither the database nor any rule's points.
"""

import random
from collections.abc import Sequence
from dataclasses import dataclass

from scoring.deal import Call, Deal, Fate
from scoring.ruleset import Ruleset
from scoring.seats import Seat
from scoring.sheet import NextDeal, next_deal


@dataclass(frozen=True, slots=True)
class Happening:
    """One way a deal can go: how often in a hundred, whether alone, and the makers' tricks."""

    often: float
    alone: bool
    tricks: tuple[int, ...]


# Of a hundred deals about 75 are made, 12 marched, 10 euchred, and 3 are lone marches.
HAPPENINGS = (
    Happening(71, False, (3, 3, 3, 4, 4)),
    Happening(4, True, (3, 4, 4)),
    Happening(12, False, (5,)),
    Happening(3, True, (5,)),
    Happening(9, False, (2, 2, 2, 1, 0)),
    Happening(1, True, (2, 1)),
)
# The dealer picks up a card, so the dealer's side calls more often. Seats from the dealer's left to the
# dealer.
CALLERS = (24, 22, 20, 34)


def play_deal(rng: random.Random, rules: Ruleset, due: NextDeal) -> Deal:
    """Play one deal and report it as a table would.

    >>> from scoring.ruleset import PRESETS
    >>> deal = play_deal(random.Random(1), PRESETS["progressive"], NextDeal(slot=1, attempt=1, dealer=Seat.N))
    >>> deal.slot, deal.dealer.value, 0 <= deal.tricks <= 5
    (1, 'N', True)
    """
    happenings = HAPPENINGS if rules.lone_hands else tuple(way for way in HAPPENINGS if not way.alone)
    way = rng.choices(happenings, weights=[way.often for way in happenings])[0]
    maker = due.dealer.advanced(1 + rng.choices(range(4), weights=CALLERS)[0])
    alone = way.alone or (rules.partner_must_go_alone and maker is due.dealer.partner)
    return Deal(
        slot=due.slot,
        attempt=due.attempt,
        dealer=due.dealer,
        call=Call(maker, maker if alone else None),
        tricks=rng.choice(way.tricks),
        fate=Fate.PLAYED,
    )


def play_round(rng: random.Random, rules: Ruleset, first_dealer: Seat) -> Sequence[Deal]:
    """Play a whole round at one table, until the rules end it.

    >>> from scoring.ruleset import PRESETS
    >>> len(play_round(random.Random(1), PRESETS["progressive"], Seat.N))
    8
    """
    deals: list[Deal] = []
    while (due := next_deal(rules, first_dealer, deals)) is not None:
        deals.append(play_deal(rng, rules, due))
    return deals
