"""Everything that goes wrong in a hall, made to happen. Run by `make soak`.

python tests/soak/soak_faults.py [TRIAL …]

The trial of clocks needs libfaketime, which `make soak` installs.
"""

# ruff: noqa: E402  Django is set up before its papers can be ordered

import os
import sys
from collections.abc import Callable
from pathlib import Path

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tournament.settings")

import django

django.setup()

from django.conf import settings

from tests.soak import clocks, faults
from tests.soak.faults import Outcome
from tests.soak.table import row

SLOWEST, MEDIAN = 2.0, 0.5  # seconds for a phone's page: the slowest, the median


def main(*chosen: str) -> int:
    folder = Path(settings.DATA_DIR)
    trials: dict[str, tuple[str, int, float | None, Callable[[], Outcome]]] = {
        "press": ("a press killed at each stage", 12, None, lambda: faults.presses_killed(12)),
        "disk": ("the disk full at every kind of write", 9, None, lambda: faults.disk_full(folder)),
        "slow": ("slow sockets, and phones beside them", 900, SLOWEST,
                 lambda: faults.slow_sockets(folder, 900, 40)),
        "malformed": ("malformed requests, and phones after them", 4_000, None,
                      lambda: faults.malformed(folder, 4_000, 40)),
        "attacks": ("what strangers in the wifi tried", 2, None, lambda: faults.attacks(folder)),
        "names": ("officials beside made-up names without end", 33, MEDIAN,
                  lambda: faults.made_up_names(folder, 8)),
        "names-many": ("the same from 254 addresses", 18, MEDIAN,
                       lambda: faults.made_up_names(folder, 8, many=True)),
        "restores": ("restores during play, then a new event", 5, None,
                     lambda: faults.restored_in_play(folder, 5)),
        "two": ("scores into two servers, one database", 400, None, lambda: faults.two_servers(folder, 400)),
        "clocks": ("the clock a month ahead, back, behind, back", len(clocks.JUMPS), None,
                   lambda: clocks.clock_jumps(folder)),
        "backup": ("power cuts during a backup", 10, None,
                   lambda: faults.power_cuts(folder, "backup", 10)),
        "restore": ("power cuts during a restore", 10, None,
                    lambda: faults.power_cuts(folder, "restore", 10)),
    }  # fmt: skip
    if faults.RELEASES:
        trials["migrate"] = (
            "power cuts during a migration", 10, None, lambda: faults.power_cuts(folder, "migrate", 10)
        )  # fmt: skip
    good = []
    for name in chosen or trials:
        words, asked, limit, trial = trials[name]
        outcome = trial()
        for sentence in outcome.bad[:20]:
            print(f"  {sentence}")
        good.append(row(words, asked, outcome.tried, holds=outcome.tried >= asked))
        good.append(row("  of them with a bad end", 0, len(outcome.bad), holds=not outcome.bad))
        if limit is not None:
            what = "  slowest page (s)" if limit == SLOWEST else "  median page meanwhile (s)"
            good.append(row(what, f"≤ {limit}", f"{outcome.slowest:.2f}", holds=outcome.slowest <= limit))
        if outcome.notes:
            print(f"  ({', '.join(outcome.notes)})")
    return 0 if all(good) else 1


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
