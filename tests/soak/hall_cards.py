"""Halls that seat themselves, and errors in their tally cards: how many are told."""

from collections import Counter
from dataclasses import replace

from scoring.hall import HallLine, round_doubts
from scoring.ruleset import PRESETS
from scoring.seats import SEATS, Seat
from scoring.sheet import score_deals
from tournament.simulation.tables import play_round

RULES = [rules for rules in PRESETS.values() if rules.has_deals]
MARKS = ((True, False), (True, None), (None, None))  # on the cards of who won, of who lost
ONE = ("wrong points", "W for L", "rows changed round", "lone march left out", "round left out", "another's")
ERRORS = (*ONE, "wrong points of partners", "W for L of partners")


def true_evening(rng, rules):
    """The lines of four rounds by player, table after table; who is over sits out."""
    players, marks, rounds = range(rng.randint(8, 60)), rng.choice(MARKS), [{}, {}, {}, {}]
    for lines in rounds:
        seats = zip(rng.sample(players, len(players) // 4 * 4), SEATS * 15, strict=False)
        for player, seat in seats:
            if seat is Seat.N:
                score = score_deals(rules, Seat.N, play_round(rng, rules, Seat.N))
            won = marks[score.winner is not seat.side]
            lines[player] = HallLine(player, score.players[seat], score.loners[seat], won)
    return rounds


def with_error(rng, error, true):
    """The evening with an error, unless there is no place for it, and whose card it is in."""
    at, rounds = rng.randrange(4), [dict(lines) for lines in true]
    lines, before, place = rounds[at], rounds[at - 1], rng.randrange(len(rounds[at]))
    player, partner = (list(lines)[one] for one in (place, place // 4 * 4 + (place + 2) % 4))
    line, other, by = lines[player], rng.choice(list(lines)), rng.choice((-10, -3, -2, -1, 1, 2, 3, 10))
    for one in (player, partner) if "partners" in error else (player,):
        if error.startswith("wrong points"):
            lines[one] = replace(lines[one], points=lines[one].points + by)
        elif error.startswith("W for L") and line.won is not None:
            lines[one] = replace(lines[one], won=not line.won)
    if error == "rows changed round" and player in before:
        lines[player], before[player] = before[player], line
    elif error == "lone march left out":
        lines[player] = replace(line, loners=max(0, line.loners - 1))
    elif error == "round left out":
        del lines[player]
    for told in rounds if error == "another's" else ():
        told |= {player: replace(told[other], player=player)} if other in told else {}
    return rounds, player


def told_of(rules, rounds):
    noted = any(line.won is not None for lines in rounds for line in lines.values())
    told = [round_doubts(rules, [*lines.values()], wins_noted=noted) for lines in rounds]
    return [doubt.players for doubts in told for doubt in doubts]


def trial(errors, rng):
    """Plant so many errors: how many of each kind, how many told, with their card named; told of none."""
    planted, told, named, false = Counter(), Counter(), Counter(), 0
    while planted.total() < errors:
        rules = rng.choice(RULES)
        false += len(told_of(rules, true := true_evening(rng, rules)))
        for error in rng.sample(ERRORS, 4):
            rounds, player = with_error(rng, error, true)
            if rounds != true and planted.total() < errors:
                doubts = told_of(rules, rounds)
                planted[error] += 1
                told[error] += bool(doubts)
                named[error] += any(player in players for players in doubts)
    return planted, told, named, false
