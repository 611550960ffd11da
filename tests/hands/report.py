"""What was found, told once each; and the faults that are known, each with the reason why it stays."""

import re
from collections import Counter

# At most ten. Each is matched against the whole line of a fault.
KNOWN = {
    r"players:check_in, owner: half-typed .* who ": "a box that searches holds nothing to keep",
    r"players:names, owner: signed out meanwhile": "it waits in this browser, and asks about its number",
    r"cards:(card|index), owner: a choice is not shown .* card ": "the box is for the next card",
    r"final, owner: a choice is not shown .* top ": "of fewer all play; it says how many",
}


class Faults:
    """Lines such as `sheets:show, owner: dead control: …`, each once, and what was tried how often."""

    def __init__(self) -> None:
        self.tried: Counter[str] = Counter()
        self._lines: dict[str, None] = {}

    def add(self, where: str, kind: str, what: str = "") -> None:
        line = " ".join(f"{where}: {kind}: {what}".split())
        if not any(re.search(known, line) for known in KNOWN):
            self._lines.setdefault(line)

    def __bool__(self) -> bool:
        return bool(self._lines)

    def __str__(self) -> str:
        counts = ", ".join(f"{number} {what}" for what, number in self.tried.items())
        return "\n".join(["", *self._lines, f"{len(self._lines)} faults ({counts})"])
