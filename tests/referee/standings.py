"""Everybody's sums over the event, and the places they come to."""

import random
from fractions import Fraction
from math import floor

from tests.referee.sheets import SEATS, other, side_of

OF_POINTS = ("points", "average", "best_round", "points_percentage", "point_difference", "points_against")


def records(archive, judged, *, everybody=False):
    """Player number → sums. `judged` is what each sheet comes to, by (round, table)."""
    event = archive["event"]
    found = {}
    for player in archive["players"]:
        if not everybody and (not player["ranked"] or player["status"] == "disqualified"):
            continue
        number = player["number"]
        played, sat_out = [], []
        for round_ in archive["rounds"]:
            for table in round_["tables"]:
                for seat in SEATS:
                    sheet = judged.get((round_["number"], table["number"]))
                    if table["seats"][seat] == number and sheet:
                        played.append(line(round_["number"], table, seat, sheet))
            if number in round_["sit_out"] and is_over(round_):
                sat_out.append(round_["number"])
        for said in card_of(archive, number):
            if "sat_out" in said:
                sat_out.append(said["round"])
            else:
                played.append(said | {"against": 0, "euchred": 0, "opponents": []})
        adjusted = sum(a["points"] for a in archive["adjustments"] if a["player"] == number)
        found[number] = record(event, played, sat_out, adjusted)
    return found


def card_of(archive, number):
    """What a player's tally card says, where the hall seats itself."""
    return [said for card in archive.get("cards", ()) if card["player"] == number for said in card["rounds"]]


def line(round_number, table, seat, sheet):
    opponents = [table["seats"][facing] for facing in SEATS if side_of(facing) != side_of(seat)]
    return {
        "round": round_number,
        "points": sheet["players"][seat],
        "won": None if sheet["winner"] is None else sheet["winner"] == side_of(seat),
        "loners": sheet["loners"][seat],
        "against": sheet["totals"][other(side_of(seat))],
        "euchred": sheet["euchred"].get(seat, 0),
        "opponents": [opponent for opponent in opponents if opponent],
    }


def record(event, played, sat_out, adjusted):
    earned = [line["points"] for line in played]
    average = Fraction(sum(earned), len(earned)) if earned else Fraction(0)
    bye = {
        "none": 0,
        "fixed": event["bye_points"]["points"],
        "average": floor(average + Fraction(1, 2)),  # halves up, below 0 as well: −2½ is −2
    }[event["bye_points"]["mode"]]
    best = min if event["rules"]["points_are"] == "lost" else max
    own, against = sum(earned), sum(line["against"] for line in played)
    won = sum(line["won"] is True for line in played)
    moving = [line["round"] for line in played if line["points"]] + (sat_out if bye else [])
    return {
        "points": own + bye * len(sat_out) + adjusted,
        "rounds_won": won,
        "loners": sum(line["loners"] for line in played),
        "best_round": best(earned) if earned else 0,
        "points_against": against,
        "rounds_played": len(played),
        "average": average,
        "win_percentage": Fraction(won, len(played)) if played else Fraction(0),
        "points_percentage": Fraction(own, own + against) if own + against else Fraction(0),
        "point_difference": own - against,
        "fewest_euchred": sum(line["euchred"] for line in played),
        "earlier_total": max(moving, default=0),
        "played": played,
    }


def height(key, number, group, found, event):
    """How high a player stands by one key among those they are level with; more is better."""
    mine = found[number]
    if key == "lot":
        return random.Random(f"{event['seed']}/{number}").random()
    if key == "head_to_head":
        return sum(
            (1 if line["won"] else -1)
            for line in mine["played"]
            for opponent in line["opponents"]
            if line["won"] is not None and opponent in group
        )
    # Where points are lost everything that is made of points is turned round.
    fewer = key in ("fewest_euchred", "earlier_total", "points_against")
    turned = key in OF_POINTS and event["rules"]["points_are"] == "lost"
    return -mine[key] if fewer != turned else mine[key]


def ranked(group, keys, found, event):
    """[(players who share a place, the key that put them below those above)], best first."""
    if len(group) < 2 or not keys:
        return [(sorted(group), None)]
    heights = {number: height(keys[0], number, group, found, event) for number in group}
    parts = []
    for level in sorted(set(heights.values()), reverse=True):
        inner = ranked([n for n in group if heights[n] == level], keys[1:], found, event)
        if parts:
            inner[0] = (inner[0][0], keys[0])
        parts += inner
    return parts


def is_over(round_):
    """Whether a round's sit-outs score: it is closed, or every table in it has reported."""
    reported = round_["tables"] and all(table["sheet"] for table in round_["tables"])
    return bool(round_["closed"] or reported)


def standings(archive, judged):
    """The lines of the standings as the archive writes them: places first, then who has none, by number.

    A place takes `ranked_from` rounds at the end, and the same share of the rounds that are over before.
    """
    event, found = archive["event"], records(archive, judged)
    over = sum(map(is_over, archive["rounds"]))
    needed = event["ranked_from"] * over // event["rounds"]
    enough = [number for number in found if found[number]["rounds_played"] >= needed]
    lines, place = [], 1
    for sharing, key in ranked(enough, event["order"], found, event) if enough else ():
        for number in sharing:
            lines.append(line_of(place, number, found[number], None if len(sharing) > 1 else key))
        place += len(sharing)
    without = sorted(number for number in found if number not in enough)
    return [*lines, *(line_of(None, number, found[number], None) for number in without)]


def line_of(place, number, sums, decided_by):
    names = ("points", "rounds_won", "loners", "best_round", "points_against", "rounds_played")
    figures = {name: sums[name] for name in names}
    return {"place": place, "player": number} | figures | {"decided_by": decided_by}
