"""A whole archive: how it is written, who sits where, what every sheet and the standings come to."""

import json
from itertools import pairwise

from tests.referee.sheets import Wrong, judge_deals, judge_totals
from tests.referee.standings import standings

MEMBERS = {
    "": "format version event players rounds adjustments standings history",
    "hall": "format version event players rounds cards adjustments standings history",
    "card": "player rounds",
    "line": "round points loners won",
    "sat out": "round sat_out",
    "event": "name slug date venue rounds movement seed rules bye_points order ranked_from wishes stage_of",
    "standings event": "name slug date venue rounds movement pattern seed rules bye_points order ranked_from "
    "wishes stage_of",
    "wish": "kind players table",
    "mixed": "what group",
    "rules": "preset deck deals_per_round target points_are made march lone_made lone_march lone_march_bonus "
    "euchre boom_euchre lone_euchre lone_hands supreme defend_alone all_pass partner_must_go_alone "
    "natural_trump misdeal void_uses_slot lone_maker_renege penalised_cannot_count farmers_hand claim_limit "
    "first_dealer",
    "bounds": "least most sum",
    "renege": "renege renege_lone",
    "player": "number name from_round to_round status ranked groups team",
    "round": "number closed sit_out tables",
    "table": "number seats first_dealer sheet",
    "deals": "entry deals_played deals totals loners players winner",
    "totals": "entry deals_played rulings reached_first totals loners players winner",
    "deal": "slot attempt dealer call tricks supreme rulings fate points",
    "call": "maker lone lone_defender",
    "ruling": "code offender dealer award forfeits fate choice cancels included struck proposed reason "
    "fine_cents",
    "adjustment": "player points reason",
    "standing": "place player points rounds_won loners best_round points_against rounds_played decided_by",
}


def differences(content):
    """Everything that is wrong with an archive's bytes, as sentences."""
    archive = json.loads(content)
    written = json.dumps(archive, indent=2, ensure_ascii=False) + "\n"
    found = [] if written.encode() == content else ["the bytes are not those of the format"]
    found += members(archive) + seats(archive)
    judged = {}
    for round_ in archive["rounds"]:
        for table in round_["tables"]:
            where = f"round {round_['number']}, table {table['number']}"
            if table["sheet"] is None:
                continue
            try:
                judged[round_["number"], table["number"]] = judge(archive["event"]["rules"], table)
            except Wrong as wrong:
                found.append(f"{where}: {wrong}")
                continue
            found += compare(table["sheet"], judged[round_["number"], table["number"]], where)
    if not found:
        expected = standings(archive, judged)
        for line, other in zip(archive["standings"], expected, strict=False):
            if line != other:
                found.append(f"standings: {line} should be {other}")
        if len(archive["standings"]) != len(expected):
            found.append(f"standings: {len(archive['standings'])} lines should be {len(expected)}")
    return found


def judge(rules, table):
    sheet = table["sheet"]
    if sheet["entry"] == "deals":
        return judge_deals(rules, table["first_dealer"], sheet["deals"], sheet["deals_played"])
    return judge_totals(rules, sheet)


def compare(sheet, judged, where):
    found = [
        f"{where}: {name} is {sheet[name]}, should be {judged[name]}"
        for name in ("totals", "loners", "players", "winner")
        if sheet[name] != judged[name]
    ]
    for deal, points in zip(sheet.get("deals", ()), judged["each"], strict=True):
        if deal["points"] != points:
            found.append(f"{where}, deal {deal['slot']}: {deal['points']} should be {points}")
    return found


def members(archive):
    """Whether everything has its members, in their order, and lists stand in theirs."""
    found = []

    def look(value, kind, missing=()):
        if list(value) != [name for name in MEMBERS[kind].split() if name not in missing]:
            found.append(f"{kind or 'archive'}: members {list(value)}")

    def look_at_rulings(rulings, missing=()):
        for ruling in rulings:
            look(ruling, "ruling", (*missing, *(() if ruling.get("fine_cents") else ("fine_cents",))))

    hall = archive["event"]["movement"] == "self"
    look(archive, "hall" if hall else "")
    nameless = any(player["name"] == "" for player in archive["players"])
    helpers = archive["event"].get("house")
    on_totals = [
        ruling
        for round_ in archive["rounds"]
        for table in round_["tables"]
        for ruling in (table["sheet"] or {}).get("rulings", ())
    ]
    struck = any(ruling.get("struck") for ruling in on_totals)
    if archive["version"] != (3 if hall or nameless or helpers or struck else 2):
        found.append(f"version {archive['version']}")
    by_standings = archive["event"]["movement"] in ("by-standings", "standings-last")
    sometimes = ("language", "mixed", "teams", "house")
    plain = {name: value for name, value in archive["event"].items() if name not in sometimes}
    if "language" in archive["event"] and (
        list(archive["event"])[4] != "language" or archive["event"]["language"] == "en"
    ):
        found.append("language")
    look(plain, "standings event" if by_standings else "event")
    if (mixed := archive["event"].get("mixed")) is not None:
        look(mixed, "mixed")
        names = [name for name in archive["event"] if name not in ("teams", "house")]
        if names[-2] != "mixed" or mixed["what"] not in ("partners", "tables"):
            found.append(f"mixed: {mixed}")
    for player in archive["players"]:
        if player["groups"] != sorted(set(player["groups"])):
            found.append(f"player {player['number']}: groups {player['groups']}")
    found += teams(archive) + house(archive)
    for wish in archive["event"]["wishes"]:
        look(wish, "wish")
    without_deals = archive["event"]["rules"]["preset"] == "totals-only"
    costs = [name for name in MEMBERS["renege"].split() if name in archive["event"]["rules"]]
    known = [*MEMBERS["rules"].split(), *costs, *(MEMBERS["bounds"].split() if without_deals else ())]
    if list(archive["event"]["rules"]) != known:
        found.append(f"rules: members {list(archive['event']['rules'])}")
    if archive["event"]["rules"].get("least", 0) < 0 and "points_percentage" in archive["event"]["order"]:
        found.append("order: there is no share of points where a side can have fewer than 0")
    for kind, name in (("player", "players"), ("adjustment", "adjustments"), ("standing", "standings")):
        for value in archive[name]:
            look(value, kind)
    ascending(found, "players", archive["players"])
    found += wishes(archive) + history(archive)
    ascending(found, "rounds", archive["rounds"])
    for card in archive.get("cards", ()):
        look(card, "card")
        for line in card["rounds"]:
            look(line, "sat out" if "sat_out" in line else "line")
    found += cards(archive) if hall else []
    for round_ in archive["rounds"]:
        look(round_, "round")
        ascending(found, "tables", round_["tables"])
        for table in round_["tables"]:
            look(table, "table")
            sheet = table["sheet"]
            if sheet is None:
                continue
            look(sheet, sheet["entry"])
            look_at_rulings(sheet.get("rulings", ()), ["struck"] if archive["version"] == 2 else ())
            for deal in sheet.get("deals", ()):
                look(deal, "deal")
                if deal["call"]:
                    look(deal["call"], "call")
                look_at_rulings(deal["rulings"], ["included", "struck"])
    return found


OF_OPPONENTS = {
    "head_to_head", "points_percentage", "point_difference", "points_against", "fewest_euchred",
}  # fmt: skip


def cards(archive):
    """What is wrong with the cards of a hall that seats itself: known players and rounds, in order."""
    found = [f"order: {key} needs opponents" for key in archive["event"]["order"] if key in OF_OPPONENTS]
    for round_ in archive["rounds"]:
        if not round_["closed"] or round_["sit_out"] or round_["tables"]:
            found.append(f"round {round_['number']} has seats where the hall seats itself")
    holders = [card["player"] for card in archive["cards"]]
    if holders != sorted(set(holders) & {player["number"] for player in archive["players"]}):
        found.append(f"cards: {holders}")
    known = {round_["number"] for round_ in archive["rounds"]}
    for card in archive["cards"]:
        numbers = [line["round"] for line in card["rounds"]]
        right = all(line.get("sat_out", True) is True for line in card["rounds"])
        if not right or not numbers or numbers != sorted(set(numbers) & known):
            found.append(f"card of {card['player']}: {card['rounds']}")
    return found


def house(archive):
    """What is wrong with the helpers of the house: each is a player, and none is ranked."""
    helpers = archive["event"].get("house")
    if helpers is None:
        return []
    unranked = [player["number"] for player in archive["players"] if player["ranked"] is False]
    right = helpers and helpers == sorted(set(helpers) & set(unranked))
    return [] if right and list(archive["event"])[-2] == "house" else [f"house {helpers}"]


def teams(archive):
    """What is wrong with the teams: there are some only where the event says how to seat them."""
    numbers = {player["team"] for player in archive["players"]} - {None}
    asked = archive["event"].get("teams")
    if asked is None:
        return ["a team at an event without teams"] if numbers else []
    floaters = asked.get("floaters", ())
    right = list(asked) == ["seated", "floaters"] and asked["seated"] in ("first", "never")
    names = [name for name in archive["event"] if name != "house"]
    right &= names[-2] == "teams" and list(floaters) == sorted(set(floaters) & numbers)
    return [] if right else [f"teams {asked}"]


def history(archive):
    """What is wrong with how many entries the history has."""
    history = archive["history"]
    if history is None:
        return []
    return [] if list(history) == ["entries"] and history["entries"] > 0 else [f"history {history}"]


def wishes(archive):
    """Each wish is about known players, once, and they stand in order."""
    found, known = [], {player["number"] for player in archive["players"]}
    kinds = {"apart": 2, "never-partners": 2, "partners-once": 2, "partners-always": 2, "stays": 1}
    told = [(wish["kind"], wish["players"]) for wish in archive["event"]["wishes"]]
    for wish in archive["event"]["wishes"]:
        players = wish["players"]
        right = len(players) == kinds.get(wish["kind"]) and players == sorted(set(players))
        if not right or not known.issuperset(players) or (wish["table"] is None) == (wish["kind"] == "stays"):
            found.append(f"wish {wish}")
    if told != sorted(told) or any(one == other for one, other in pairwise(told)):
        found.append("wishes stand out of order, or twice")
    return found


def ascending(found, name, values):
    numbers = [value["number"] for value in values]
    if numbers != sorted(set(numbers)):
        found.append(f"{name} stand out of order: {numbers}")


def seats(archive):
    """Everybody is known, and in one place of a round."""
    found = []
    known = {player["number"] for player in archive["players"]}
    for round_ in archive["rounds"]:
        there = [p for table in round_["tables"] for p in table["seats"].values() if p is not None]
        there += round_["sit_out"]
        if len(there) != len(set(there)) or not set(there) <= known:
            found.append(f"round {round_['number']}: somebody unknown, or in two places")
    return found
