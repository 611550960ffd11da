"""What other searches reached: players → rounds → (O, M), with P = 0 everywhere. Ours must be no worse."""

REACHED: dict[int, dict[int, tuple[int, int]]] = {
    8: {6: (20, 60), 7: (28, 84)},
    12: {6: (6, 45), 8: (30, 90), 10: (54, 162), 11: (66, 198)},
    13: {6: (0, 30), 8: (18, 68), 10: (42, 126), 12: (66, 198)},
    16: {6: (0, 24), 8: (9, 73), 10: (40, 120), 12: (72, 216), 15: (120, 360)},
    17: {6: (0, 14), 8: (2, 58), 10: (24, 107), 12: (56, 172), 16: (120, 360)},
    18: {6: (0, 6), 8: (0, 41), 10: (9, 89), 12: (39, 135), 17: (119, 361)},
    19: {6: (0, 0), 8: (0, 26), 10: (2, 73), 12: (21, 119), 18: (117, 352)},
    20: {6: (0, 6), 8: (0, 52), 10: (10, 110), 12: (50, 180), 19: (190, 570)},
    24: {6: (0, 0), 8: (0, 28), 10: (0, 90), 12: (12, 156), 23: (276, 828)},
    28: {6: (0, 0), 8: (0, 0), 10: (0, 55), 12: (0, 143), 27: (405, 1161)},
    32: {6: (0, 0), 8: (0, 0), 10: (0, 16), 12: (0, 99), 31: (527, 1519)},
    36: {6: (0, 0), 8: (0, 0), 10: (0, 10), 12: (0, 60), 35: (665, 1925)},
    40: {6: (0, 0), 8: (0, 0), 10: (0, 0), 12: (0, 12), 39: (819, 2379)},
}

CELLS = [(players, rounds) for players, cells in REACHED.items() for rounds in cells]

# Cells not reached, with what is: none may get worse than this. For 18 players in twelve rounds base rounds
# turned by a cycle of six do reach 39 and 135, but then six players sit out twice before others have once.
BEHIND: dict[int, dict[int, tuple[int, int]]] = {
    18: {12: (39, 141)},
}


def asked(players: int, rounds: int) -> tuple[int, int, int]:
    """P, O, M that a stored chart must not exceed."""
    return (0, *BEHIND.get(players, {}).get(rounds, REACHED[players][rounds]))
