"""Whose turn it is to deal in a round: clockwise, except where rulings moved it."""

from __future__ import annotations

from scoring.deal import Deal
from scoring.ruleset import Ruleset
from scoring.ruling_effects import loses_next_deal
from scoring.seats import SIDES, Seat


class Turns:
    """The dealers of one round, deal by deal (RULEBOOK 3).

    Where every player deals equally often, whoever was kept from dealing takes the next turn of the one who
    dealt instead; in games to a target the deal simply goes on to the left of the dealer (L VIII). A side
    that loses its next deal is passed over once (L XVIII).

    >>> from scoring.ruleset import PRESETS
    >>> turns = Turns(PRESETS["progressive"], Seat.N)
    >>> [turns.after(Deal(1, 1, dealer)).value for dealer in (Seat.S, Seat.E, Seat.N)]
    ['E', 'N', 'W']
    """

    def __init__(self, rules: Ruleset, first_dealer: Seat) -> None:
        self._rules = rules
        self._turn = first_dealer  # by rotation, whoever deals instead
        self._instead: dict[Seat, Seat] = {}
        self._lost = dict.fromkeys(SIDES, 0)
        self.dealer = first_dealer

    def after(self, deal: Deal) -> Seat:
        """Note that this deal has passed, and return who deals next."""
        by_slots = self._rules.deals_per_round is not None
        if by_slots and deal.dealer is not self.dealer:
            self._instead[deal.dealer] = self.dealer
        for ruling in deal.rulings:
            if (side := loses_next_deal(self._rules, ruling)) is not None:
                self._lost[side] += 1
        self._turn = (self._turn if by_slots else deal.dealer).left
        while self._lost[self._turn.side]:
            self._lost[self._turn.side] -= 1
            self._turn = self._turn.left
        self.dealer = self._instead.pop(self._turn, self._turn)
        return self.dealer
