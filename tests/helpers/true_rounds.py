"""Rounds of a hall that seats itself, as deals really went."""

from scoring.hall import HallLine
from scoring.seats import SEATS, Seat
from scoring.sheet import score_deals


def true_round(rng, rules, tables, *, marked=True):
    """The lines of a round of so many tables, as deals really went."""
    from tournament.simulation.tables import play_round

    lines, number = [], 1
    for _table in range(tables):
        deals = play_round(rng, rules, Seat.N)
        score = score_deals(rules, Seat.N, deals)
        for seat in SEATS:
            won = None if score.winner is None else score.winner is seat.side
            won = bool(won) if marked else None
            lines.append(HallLine(number, score.players[seat], score.loners[seat], won))
            number += 1
    rng.shuffle(lines)
    return lines
