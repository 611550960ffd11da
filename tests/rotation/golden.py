"""The published values that our charts are held against."""

# Players → the most rounds in which nobody meets anybody twice: resolvable designs with tables of four, whose
# groups of 1, 2 or 3 (by players modulo 12) never meet. Miller, Valkov, Abel, arXiv 2507.23376.
STRANGERS = {n: (n - {4: 1, 8: 2, 0: 3}[n % 12]) // 3 for n in range(16, 65, 4) if n != 20}

# (players, rounds) → (O, M) with P = 0, after a design's rounds.
AFTER_A_DESIGN = {
    (24, 8): (0, 18),
    (24, 10): (0, 84),
    (28, 10): (0, 42),
    (28, 12): (0, 126),
    (32, 12): (0, 80),
    (36, 12): (0, 27),
}

# What searches by others reached: players → rounds → (O, M), with P = 0 everywhere.
REACHED = {
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
