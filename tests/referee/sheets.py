"""What a sheet comes to: its deals one by one, or its totals."""

SEATS = "NESW"
SIDES = ("NS", "EW")
DEFENDED = 4  # to either side, where a lone defender meets a lone hand (T)


class Wrong(Exception):
    """A sheet that cannot be."""


def side_of(seat):
    return "NS" if seat in "NS" else "EW"


def other(side):
    return SIDES[1 - SIDES.index(side)]


def left_of(seat):
    return SEATS[(SEATS.index(seat) + 1) % 4]


def check_call(rules, call):
    """Who may play alone: the maker, in E either of that side; against them, where the house has it, one."""
    if call["lone"]:
        if not rules["lone_hands"]:
            raise Wrong("nobody may play alone under these rules")
        if side_of(call["lone"]) != side_of(call["maker"]):
            raise Wrong("who plays alone is not on the makers' side")
        if call["lone"] != call["maker"] and rules["preset"] != "eight-hand":
            raise Wrong("only the maker may play alone under these rules")
    if call["lone_defender"]:
        if not rules["defend_alone"] or not call["lone"]:
            raise Wrong("nobody may defend alone here")
        if side_of(call["lone_defender"]) == side_of(call["maker"]):
            raise Wrong("a maker cannot defend alone")


def result_of_play(rules, deal, running):
    """(side, points, who marched alone) of a deal that was played out."""
    call, tricks = deal["call"], deal["tricks"]
    check_call(rules, call)
    makers, lone = side_of(call["maker"]), call["lone"]
    if deal["supreme"] != (rules["supreme"] and tricks == 5 and (deal["supreme"] or lone is not None)):
        raise Wrong("a supreme is all five tricks by the maker, and all five alone are one")
    marched = lone if tricks == 5 and not deal["supreme"] else None
    if deal["supreme"]:
        return makers, max(0, rules["target"] - running[makers]), None
    if call["lone_defender"]:
        return makers if tricks >= 3 else other(makers), DEFENDED, marched
    if tricks < 3:
        # Where points are lost, no trick at all is 2, alone or not (J).
        boom = tricks == 0 and (lone is None or rules["points_are"] == "lost")
        return other(makers), rules["boom_euchre" if boom else "lone_euchre" if lone else "euchre"], None
    return makers, rules[("lone_" if lone else "") + ("march" if tricks == 5 else "made")], marched


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
        if side_of(maker) not in cancelled:
            marched = lone
        if (deal["tricks"] < 3) == (rules["points_are"] == "won"):
            failed = maker
    elif deal["tricks"] is not None or deal["supreme"]:
        raise Wrong("a deal that was not played out has no result")
    elif deal["fate"] == "PASS" and not deal["rulings"]:
        raise Wrong("nothing ended this deal")
    for ruling in deal["rulings"]:
        if ruling["forfeits"]:
            side = ruling["forfeits"]["side"]
            points[side] = max(0, points[side] - ruling["forfeits"]["points"])
        if ruling["award"]:
            points[ruling["award"]["side"]] += ruling["award"]["points"]
    return points, marched, failed


def follows(rules, deal, dealers, lost):
    """(slot, attempt, dealer) of the deal after this one; `dealers` are those still to come, the one whose
    turn it was first, `lost` the sides that lose their next deal."""
    fate = deal["fate"]
    if fate == "THROWN_IN":
        fate = "REDEAL" if rules["all_pass"] == "redeal" else "VOID_PASS"
    if fate == "REDEAL":
        return deal["slot"], deal["attempt"] + 1, dealers[0]
    passed_on(rules, deal, dealers, lost)
    if fate == "VOID_PASS" and not rules["void_uses_slot"]:
        return deal["slot"], deal["attempt"] + 1, dealers[0]
    return deal["slot"] + 1, 1, dealers[0]


def passed_on(rules, deal, dealers, lost):
    """Take the dealer of this deal off the list, and do what a wrong one does to it.

    Where each player deals equally often, the right dealer takes the next deal of the one who dealt instead;
    in games to a target the deal goes on to the left of whoever dealt (L VIII). A side that loses its next
    deal is passed over once (L XVIII).
    """
    right, dealt = dealers.pop(0), deal["dealer"]
    if dealt != right and rules["deals_per_round"] is None:
        dealers[:] = in_turn(left_of(dealt))
    elif dealt != right:
        dealers[dealers.index(dealt)] = right
    lost += [side_of(ruling["offender"]) for ruling in deal["rulings"] if loses_a_deal(rules, ruling)]
    while side_of(dealers[0]) in lost:
        lost.remove(side_of(dealers.pop(0)))


def in_turn(first):
    """Who deals, clockwise from here, for longer than any round."""
    at = SEATS.index(first)
    return list(SEATS[at:] + SEATS[:at]) * 1000


def loses_a_deal(rules, ruling):
    """Six cards lose the side its next deal by the laws, a missing discard unless announced (L XVIII)."""
    too_many = ruling["code"] == "six-cards"
    late = ruling["code"] == "no-discard" and ruling["choice"] == "not-announced"
    return (too_many or late) and rules["preset"] == "laws" and ruling["offender"] is not None


def forfeited_to(rules, rulings):
    """Under the laws a side that refuses a penalty has lost the game at any score (L XXXVI)."""
    for ruling in rulings:
        if rules["preset"] == "laws" and ruling["code"] == "penalty-refused" and ruling["offender"]:
            return other(side_of(ruling["offender"]))
    return None


def judge_deals(rules, first_dealer, deals, deals_played=None):
    """What the deals come to, with the points of each in `each`; `deals_played` where the bell ended it."""
    if rules["preset"] == "totals-only":
        raise Wrong("these rules know no deals")
    check_deals_played(rules, deals_played)
    if first_dealer is None:
        raise Wrong("nobody says who dealt first")
    last_slot = deals_played or rules["deals_per_round"]
    total = {"NS": 0, "EW": 0}
    reached, there = {side: {0: (-1, 0)} for side in SIDES}, {}
    loners, euchred, each = dict.fromkeys(SEATS, 0), dict.fromkeys(SEATS, 0), []
    dealers, lost = in_turn(first_dealer), []
    due, over = (1, 1, first_dealer), False
    for index, deal in enumerate(deals):
        if over:
            raise Wrong("a deal after the end of the round")
        wrong_dealer = any(ruling["code"] == "wrong-dealer" for ruling in deal["rulings"])
        if (deal["slot"], deal["attempt"]) != due[:2] or (deal["dealer"] != due[2] and not wrong_dealer):
            raise Wrong(f"deal {index + 1} should be slot {due[0]}, attempt {due[1]}, dealt by {due[2]}")
        points, marched, failed = judge_deal(rules, deal, total)
        for moment, step in enumerate(in_order(deal, points)):
            for side in SIDES:
                total[side] += step[side]
                reached[side].setdefault(total[side], (index, moment))
                if rules["target"] is not None and total[side] >= rules["target"]:
                    there.setdefault(side, (index, moment))
        for counts, seat in ((loners, marched), (euchred, failed)):
            if seat:
                counts[seat] += 1
        each.append(points)
        due = follows(rules, deal, dealers, lost)
        over = (
            (rules["target"] is not None and max(total.values()) >= rules["target"])
            or (last_slot is not None and due[0] > last_slot)
            or forfeited_to(rules, deal["rulings"]) is not None
        )
    if not over:
        raise Wrong("the round is not complete")
    rulings = [ruling for deal in deals for ruling in deal["rulings"]]
    when = {side: reached[side][total[side]] for side in SIDES}
    first = None if when["NS"] == when["EW"] else min(SIDES, key=when.get)
    first_there = min(there, key=there.get) if len(set(there.values())) == 2 else None
    found = finish(rules, total, loners, rulings, first, first_there)
    return found | {"each": each, "euchred": euchred}


def in_order(deal, points):
    """A deal's points one after the other: penalties, play with what was taken off it, and last the points
    for an accusation that failed, which comes after play."""
    early, late, play = [], [], dict(points)
    for ruling in deal["rulings"]:
        if ruling["award"]:
            side, value = ruling["award"]["side"], ruling["award"]["points"]
            (late if ruling["code"] == "renege-unproven" else early).append({side: value, other(side): 0})
            play[side] -= value
    return [*early, play, *late]


def check_deals_played(rules, deals_played):
    if rules["preset"] == "totals-only" and deals_played is not None:
        raise Wrong("these rules know no deals, so none were counted")
    if deals_played is not None and not 1 <= deals_played <= (rules["deals_per_round"] or deals_played):
        raise Wrong(f"a round of {rules['deals_per_round']} deals cannot end after {deals_played}")


def judge_totals(rules, sheet):
    """What the totals come to: they are final, so only players' points and the winner follow."""
    check_deals_played(rules, sheet["deals_played"])
    written = dict(sheet["totals"])
    for ruling in sheet["rulings"]:
        off = ruling.get("struck")  # the table wrote it for the deal, and these totals are without it
        if off and ruling["included"]:
            raise Wrong("totals that are as ruled had nothing struck off them")
        if off:
            written[off["side"]] += off["points"]
            if not off["points"] and not off["lone_march"]:
                raise Wrong("something that was struck is points or a lone march")
            if off["lone_march"] and side_of(off["lone_march"]) != off["side"]:
                raise Wrong("a lone march is its own side's")
        if ruling["included"] and not ruling["award"] and not ruling["forfeits"]:
            raise Wrong("a ruling that changes no points cannot be in the totals")
        for name, sign in (("award", -1), ("forfeits", 1)):
            if ruling[name] and not ruling["included"]:
                written[ruling[name]["side"]] += sign * ruling[name]["points"]
    if min(written.values()) < 0 and rules.get("least", 0) >= 0:
        raise Wrong("a side has fewer points than were added to it")
    if rules["preset"] == "totals-only":
        check_bounds(rules, sheet)
    first = sheet["reached_first"] if len(set(sheet["totals"].values())) == 1 else None
    first_there = None if first else first_by_totals(rules, sheet)
    found = finish(rules, sheet["totals"], sheet["loners"], sheet["rulings"], first, first_there)
    return found | {"each": [], "euchred": {}}


def first_by_totals(rules, sheet):
    """Who was at the target first where both are: one side can only have come there by a penalty, so it was
    first, or last if the penalty was for a failed accusation. Penalties for both, or of both kinds, hide it.
    """
    if rules["target"] is None or min(sheet["totals"].values()) < rules["target"]:
        return None
    awarded = {r["award"]["side"] for r in sheet["rulings"] if r["award"]}
    after_play = {r["code"] == "renege-unproven" for r in sheet["rulings"] if r["award"]}
    if len(awarded) != 1 or len(after_play) != 1:
        return None
    [side], [last] = awarded, after_play
    return other(side) if last else side


def check_bounds(rules, sheet):
    """Where there are no deals, what was played for keeps to the bounds: rulings are adjustments beside."""
    if any(sheet["loners"].values()):
        raise Wrong("nobody plays alone where there are no deals")
    played = dict(sheet["totals"])
    for ruling in sheet["rulings"]:
        if ruling["fate"] not in (None, "PLAYED") or ruling["cancels"]:
            raise Wrong("a ruling cannot end a deal where there are none")
        for name, sign in (("award", -1), ("forfeits", 1)):
            if ruling[name]:
                played[ruling[name]["side"]] += sign * ruling[name]["points"]
    if any(ruling["code"] == "disqualified" for ruling in sheet["rulings"]):
        return  # the others' points stand, whatever they are
    if not all(rules["least"] <= points <= rules["most"] for points in played.values()):
        raise Wrong(f"{played} is not within {rules['least']} to {rules['most']}")
    if rules["sum"] is not None and sum(played.values()) != rules["sum"]:
        raise Wrong(f"{played} do not come to {rules['sum']} together")


def finish(rules, total, loners, rulings, reached_first, first_there=None):
    """Players' points and the winner of final totals; `first_there` came to the target first of two."""
    ns, ew = total["NS"], total["EW"]
    higher_wins = rules["points_are"] == "won"
    winner = reached_first if ns == ew else "NS" if (ns > ew) == higher_wins else "EW"
    if first_there:
        winner = first_there if higher_wins else other(first_there)
    return {
        "totals": dict(total),
        "loners": dict(loners),
        "players": {seat: total[side_of(seat)] + rules["lone_march_bonus"] * loners[seat] for seat in SEATS},
        "winner": forfeited_to(rules, rulings) or winner,
    }
