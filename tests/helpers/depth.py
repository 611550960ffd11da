"""How far the long tests go: in CI far enough for each claim, in `make soak` all the way (EUCHRE_DEEP=1)."""

import os

DEEP = os.environ.get("EUCHRE_DEEP") == "1"


def examples(few: int, many: int) -> int:
    """How many examples are tried."""
    return many if DEEP else few
