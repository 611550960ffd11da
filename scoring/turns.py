"""Whose turn it is to deal in a round: clockwise, unless rulings moved it."""

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
        self._coming: list[Seat] = []  # the next turns, as far as anything but the rotation decides them
        self._rotation = first_dealer.left  # whose turn it is after those
        self._lost = dict.fromkeys(SIDES, 0)
        self.dealer = first_dealer

    def after(self, deal: Deal) -> Seat:
        """Note that this deal has passed, and return who deals next."""
        if self._rules.deals_per_round is None:
            self._rotation = deal.dealer.left
        elif deal.dealer is not self.dealer:
            self._give_turn_of(deal.dealer)
        for ruling in deal.rulings:
            if (side := loses_next_deal(self._rules, ruling)) is not None:
                self._lost[side] += 1
        self.dealer = self._next()
        while self._lost[self.dealer.side]:
            self._lost[self.dealer.side] -= 1
            self.dealer = self._next()
        return self.dealer

    def _next(self) -> Seat:
        return self._coming.pop(0) if self._coming else self._rotate()

    def _rotate(self) -> Seat:
        turn, self._rotation = self._rotation, self._rotation.left
        return turn

    def _give_turn_of(self, wrong: Seat) -> None:
        """The next turn of the wrong dealer, to the right one."""
        while wrong not in self._coming:
            self._coming.append(self._rotate())
        self._coming[self._coming.index(wrong)] = self.dealer
