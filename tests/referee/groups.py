"""Places within a group, and who takes a group's prize: counted from the standings of everybody.

A line of the standings is (player, place); the place is None for who has played too few rounds.
"""


def places(lines, members):
    """Player → place among the members: one more than members who stand in a better place of everybody's."""
    inside = {player: place for player, place in lines if player in members}
    return {
        player: None
        if place is None
        else 1 + sum(other is not None and other < place for other in inside.values())
        for player, place in inside.items()
    }


def winners(lines, groups, played, *, barred=(), nobody_twice=False, first_takes_none=False):
    """For each group in order, who shares its prize. `played` are those with a round; `barred` take none."""
    out = set(barred)
    if first_takes_none:
        left = [(player, place) for player, place in lines if place is not None and player not in out]
        first = min((place for _player, place in left), default=None)
        out |= {player for player, place in left if place == first}
    found = []
    for members in groups:
        left = {
            player: place
            for player, place in lines
            if player in members and player in played and place is not None and player not in out
        }
        best = min(left.values(), default=None)
        takers = {player for player, place in left.items() if place == best}
        found.append(takers)
        if nobody_twice:
            out |= takers
    return found
