"""Checks the archives named; prints each difference and ends with status 1 where there is any."""

import sys
from pathlib import Path

from tests.referee.referee import differences


def main(names):
    wrong = 0
    for name in names:
        found = differences(Path(name).read_bytes())
        wrong += len(found)
        for sentence in found:
            print(f"{name}: {sentence}")
    print(f"{len(names)} archives, {wrong} differences")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
