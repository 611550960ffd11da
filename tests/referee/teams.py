"""The standings of teams, from the facts of an archive alone: their players' sums, and who takes a place."""

from fractions import Fraction

from tests.referee.standings import ranked, records

ADDED = (
    "points", "rounds_won", "loners", "points_against", "rounds_played", "point_difference", "fewest_euchred",
)  # fmt: skip


def team_places(archive, judged):
    """[(place or None, team, points, rounds won)], places first, then teams without one, by number."""
    event = archive["event"]
    found = records(archive, judged, everybody=True)
    members = {}
    for player in archive["players"]:
        if player["team"] is not None:
            members.setdefault(player["team"], []).append(player)
    sums = {
        team: team_sums(event, [found[player["number"]] for player in players])
        for team, players in members.items()
    }
    counted = [team for team, players in members.items() if counts(archive, team, players)]
    order = [key for key in event["order"] if key != "head_to_head"] or ["points"]
    lines, place = [], 1
    for sharing, _key in ranked(counted, order, sums, event) if counted else ():
        lines += [(place, team, sums[team]["points"], sums[team]["rounds_won"]) for team in sharing]
        place += len(sharing)
    without = sorted(set(members) - set(counted))
    return [*lines, *((None, team, sums[team]["points"], sums[team]["rounds_won"]) for team in without)]


def counts(archive, team, players):
    """Whether a team takes a place: no floater, nobody disqualified, and two of it play on."""
    if team in archive["event"]["teams"]["floaters"]:
        return False
    if any(player["status"] == "disqualified" for player in players):
        return False
    return sum(plays_on(archive, player) for player in players) >= 2


def plays_on(archive, player):
    """Whether somebody has a place in the seating, where there is one, and stays to the end."""
    rounds = archive["rounds"]
    here = [
        player["number"] in [*round_["sit_out"], *(p for t in round_["tables"] for p in t["seats"].values())]
        for round_ in rounds
    ]
    stays = player["status"] != "left" or (player["to_round"] or 0) >= archive["event"]["rounds"]
    return stays and (not rounds or any(here))


def team_sums(event, each):
    """The players' sums as one."""
    best = min if event["rules"]["points_are"] == "lost" else max
    sums = {key: sum(one[key] for one in each) for key in ADDED}
    own = sum(line["points"] for one in each for line in one["played"])
    played, both = sums["rounds_played"], own + sums["points_against"]
    return sums | {
        "best_round": best((one["best_round"] for one in each if one["rounds_played"]), default=0),
        "average": Fraction(own, played) if played else Fraction(0),
        "win_percentage": Fraction(sums["rounds_won"], played) if played else Fraction(0),
        "points_percentage": Fraction(own, both) if both else Fraction(0),
        "earlier_total": max(one["earlier_total"] for one in each),
        "played": [],
    }
