"""Everybody's sums over the event, and the places they come to."""

import random
from fractions import Fraction

from tests.referee.sheets import SEATS, side_of


def records(archive, judged):
    """Player number → sums. `judged` is what each sheet comes to, by (round, table)."""
    event = archive["event"]
    found = {}
    for player in archive["players"]:
        if not player["ranked"] or player["status"] == "disqualified":
            continue
        number = player["number"]
        played, sat_out = [], []
        for round_ in archive["rounds"]:
            for table in round_["tables"]:
                for seat in SEATS:
                    sheet = judged.get((round_["number"], table["number"]))
                    if table["seats"][seat] == number and sheet:
                        played.append(line(round_["number"], table, seat, sheet))
            # A sit-out counts once its round is closed, or every table of it has reported.
            reported = round_["tables"] and all(table["sheet"] for table in round_["tables"])
            if number in round_["sit_out"] and (round_["closed"] or reported):
                sat_out.append(round_["number"])
        adjusted = sum(a["points"] for a in archive["adjustments"] if a["player"] == number)
        found[number] = record(event, played, sat_out, adjusted)
    return found


def line(round_number, table, seat, sheet):
    opponents = [table["seats"][other] for other in SEATS if side_of(other) != side_of(seat)]
    return {
        "round": round_number,
        "points": sheet["players"][seat],
        "won": None if sheet["winner"] is None else sheet["winner"] == side_of(seat),
        "loners": sheet["loners"][seat],
        "euchred": sheet["euchred"].get(seat, 0),
        "opponents": [opponent for opponent in opponents if opponent],
    }


def record(event, played, sat_out, adjusted):
    earned = [line["points"] for line in played]
    average = Fraction(sum(earned), len(earned)) if earned else Fraction(0)
    bye = {
        "none": 0,
        "fixed": event["bye_points"]["points"],
        "average": int(average + Fraction(1, 2)),  # halves up; points are never negative here
    }[event["bye_points"]["mode"]]
    best = min if event["rules"]["points_are"] == "lost" else max
    moving = [line["round"] for line in played if line["points"]] + (sat_out if bye else [])
    return {
        "points": sum(earned) + bye * len(sat_out) + adjusted,
        "rounds_won": sum(line["won"] is True for line in played),
        "loners": sum(line["loners"] for line in played),
        "best_round": best(earned) if earned else 0,
        "rounds_played": len(played),
        "average": average,
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
    fewer_is_better = key in ("fewest_euchred", "earlier_total") or (
        key in ("points", "average", "best_round") and event["rules"]["points_are"] == "lost"
    )
    return -mine[key] if fewer_is_better else mine[key]


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


def standings(archive, judged):
    """The lines of the standings as the archive writes them."""
    event, found = archive["event"], records(archive, judged)
    lines, place = [], 1
    for sharing, key in ranked(list(found), event["order"], found, event) if found else ():
        for number in sharing:
            sums = found[number]
            names = ("points", "rounds_won", "loners", "best_round", "rounds_played")
            lines.append(
                {"place": place, "player": number}
                | {name: sums[name] for name in names}
                | {"decided_by": None if len(sharing) > 1 else key}
            )
        place += len(sharing)
    return lines
