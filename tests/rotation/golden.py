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

# Published values. Rounds in which nobody need meet anybody twice, for every multiple of four from 24 to 150:
# where N = 4 mod 12 from the first source, else from the second, as ROTATION.md section 5 quotes it.
SOURCES = {
    "whole": "H. Hanani, D. K. Ray-Chaudhuri, R. M. Wilson, On resolvable designs (1972)",
    "groups": "Miller, Valkov, Abel, arXiv 2507.23376: resolvable group divisible designs and 4-frames",
}
GROUP = {0: 3, 4: 1, 8: 2}  # N modulo 12 → how many never meet each other
STRANGERS: dict[int, tuple[int, str]] = {
    players: ((players - GROUP[players % 12]) // 3, "whole" if players % 12 == 4 else "groups")
    for players in range(24, 151, 4)
}
# What our constructions give where that is less: we have no base blocks or squares for these yet.
FEWER = {32: 9, 68: 20, 92: 29, 96: 29, 100: 30, 104: 9, 116: 36, 120: 35, 128: 41, 132: 11, 140: 45}

# (players, rounds) → (O, M) with P = 0, after a design's rounds; ROTATION.md section 5.
AFTER_A_DESIGN = {
    (24, 8): (0, 18),
    (24, 10): (0, 84),
    (28, 10): (0, 42),
    (28, 12): (0, 126),
    (32, 12): (0, 80),
    (36, 12): (0, 27),
}
