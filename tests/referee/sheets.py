"""What a sheet comes to: its deals one by one, or its totals."""

SEATS = "NESW"
SIDES = ("NS", "EW")
ENDED = ("PASS", "VOID_PASS", "REDEAL", "THROWN_IN")


class Wrong(Exception):
    """A sheet that cannot be."""


def side_of(seat):
    return "NS" if seat in "NS" else "EW"


def other(side):
    return SIDES[1 - SIDES.index(side)]


def left_of(seat):
    return SEATS[(SEATS.index(seat) + 1) % 4]


def result_of_play(rules, deal, running):
    """(side, points, lone march or not) of a deal that was played out."""
    call, tricks = deal["call"], deal["tricks"]
    makers = side_of(call["maker"])
    if deal["supreme"]:
        return makers, max(0, rules["target"] - running[makers]), False
    if call["defender_alone"]:
        return (makers, rules["lone_march"], True) if tricks >= 3 else (other(makers), 4, False)
    if tricks < 3:
        name = "lone_euchre" if call["alone"] else "euchre" if tricks else "boom_euchre"
        return other(makers), rules[name], False
    name = ("lone_" if call["alone"] else "") + ("march" if tricks == 5 else "made")
    return makers, rules[name], name == "lone_march"


def judge_deal(rules, deal, running):
    """(points by side, who marched alone, whose call failed)."""
    points = {"NS": 0, "EW": 0}
    marched = failed = None
    cancelled = {side for ruling in deal["rulings"] for side in ruling["cancels"]}
    endings = {ruling["fate"] for ruling in deal["rulings"]} - {None, "PLAYED"}
    if endings and endings != {deal["fate"]}:
        raise Wrong(f"rulings say {sorted(endings)}, the deal says {deal['fate']}")
    if deal["fate"] == "PLAYED":
        if deal["call"] is None or deal["tricks"] is None:
            raise Wrong("a deal played out has a maker and tricks")
        maker = deal["call"]["maker"]
        side, value, lone = result_of_play(rules, deal, running)
        if side not in cancelled:
            points[side] += value
        if lone and side_of(maker) not in cancelled:
            marched = maker
        if (deal["tricks"] < 3) == (rules["points_are"] == "won"):
            failed = maker
    elif deal["tricks"] is not None or deal["supreme"]:
        raise Wrong("a deal that was not played out has no result")
    elif deal["fate"] == "PASS" and not deal["rulings"]:
        raise Wrong("nothing ended this deal")
    for ruling in deal["rulings"]:
        if ruling["award"]:
            points[ruling["award"]["side"]] += ruling["award"]["points"]
    return points, marched, failed


def follows(rules, deal, due_dealer):
    """(slot, attempt, dealer) of the deal after this one."""
    fate = deal["fate"]
    if fate == "THROWN_IN":
        fate = "REDEAL" if rules["all_pass"] == "redeal" else "VOID_PASS"
    if fate == "REDEAL":
        return deal["slot"], deal["attempt"] + 1, due_dealer
    if fate == "VOID_PASS" and not rules["void_uses_slot"]:
        return deal["slot"], deal["attempt"] + 1, left_of(deal["dealer"])
    return deal["slot"] + 1, 1, left_of(deal["dealer"])


def forfeited_to(rules, rulings):
    """Under the laws a side that refuses a penalty has lost the game at any score (L XXXVI)."""
    for ruling in rulings:
        if rules["preset"] == "laws" and ruling["code"] == "penalty-refused" and ruling["offender"]:
            return other(side_of(ruling["offender"]))
    return None


def judge_deals(rules, first_dealer, deals):
    """What the deals come to, with the points of each in `each`."""
    total = {"NS": 0, "EW": 0}
    reached = {side: {0: -1} for side in SIDES}
    loners, euchred, each = dict.fromkeys(SEATS, 0), dict.fromkeys(SEATS, 0), []
    due, over = (1, 1, first_dealer), False
    for index, deal in enumerate(deals):
        if over:
            raise Wrong("a deal after the end of the round")
        wrong_dealer = any(ruling["code"] == "wrong-dealer" for ruling in deal["rulings"])
        if (deal["slot"], deal["attempt"]) != due[:2] or (deal["dealer"] != due[2] and not wrong_dealer):
            raise Wrong(f"deal {index + 1} should be slot {due[0]}, attempt {due[1]}, dealt by {due[2]}")
        points, marched, failed = judge_deal(rules, deal, total)
        for side in SIDES:
            total[side] += points[side]
            reached[side].setdefault(total[side], index)
        for counts, seat in ((loners, marched), (euchred, failed)):
            if seat:
                counts[seat] += 1
        each.append(points)
        due = follows(rules, deal, due[2])
        over = (
            (rules["target"] is not None and max(total.values()) >= rules["target"])
            or (rules["deals_per_round"] is not None and due[0] > rules["deals_per_round"])
            or forfeited_to(rules, deal["rulings"]) is not None
        )
    if not over:
        raise Wrong("the round is not complete")
    rulings = [ruling for deal in deals for ruling in deal["rulings"]]
    when = {side: reached[side][total[side]] for side in SIDES}
    first = None if when["NS"] == when["EW"] else min(SIDES, key=when.get)
    return finish(rules, total, loners, rulings, first) | {"each": each, "euchred": euchred}


def judge_totals(rules, sheet):
    """What the totals come to: they are final, so only players' points and the winner follow."""
    for side in SIDES:
        added = sum(
            ruling["award"]["points"]
            for ruling in sheet["rulings"]
            if ruling["award"] and ruling["award"]["side"] == side and not ruling["included"]
        )
        if sheet["totals"][side] < added:
            raise Wrong(f"{side} has fewer points than were added to it")
    found = finish(rules, sheet["totals"], sheet["loners"], sheet["rulings"], sheet["reached_first"])
    return found | {"each": [], "euchred": {}}


def finish(rules, total, loners, rulings, reached_first):
    """Players' points and the winner of final totals."""
    ns, ew = total["NS"], total["EW"]
    higher_wins = rules["points_are"] == "won"
    winner = reached_first if ns == ew else "NS" if (ns > ew) == higher_wins else "EW"
    return {
        "totals": dict(total),
        "loners": dict(loners),
        "players": {seat: total[side_of(seat)] + rules["lone_march_bonus"] * loners[seat] for seat in SEATS},
        "winner": forfeited_to(rules, rulings) or winner,
    }
