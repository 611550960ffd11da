"""The machine's clock put a month ahead, back, a month behind and back, while scores come in.

The server runs under libfaketime, which reads what the time is from a file with every look at the clock; the
monotonic clock goes on, as it does on a machine whose battery is flat.
"""

import re
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

from tests.soak import faults
from tests.soak.faults import Outcome
from tests.soak.site import Answer, Site

MONTH = 31 * 86400
JUMPS: tuple[tuple[str, int], ...] = (
    ("right", 0), ("a month ahead", MONTH), ("right again", 0), ("a month behind", -MONTH), ("right", 0),
)  # fmt: skip
SCORES = 8  # at each time


def library() -> Path | None:
    """libfaketime, where it is installed; the one for programs with threads."""
    found = sorted(Path("/usr/lib").glob("*/faketime/libfaketimeMT.so.1"))
    return found[0] if found else None


def clock_jumps(folder: Path) -> Outcome:
    """Every score acknowledged at any of these times is there in the end, and every copy made by hand."""
    site, outcome, hands = Site(folder / "clocks"), Outcome(), folder / "clock"
    fake = library()
    if fake is None:
        outcome.bad.append("libfaketime is not installed: no clock could be moved")
        return outcome
    site.make_event()
    hands.write_text("+0\n", encoding="ascii")
    honest = dict(site.environment)
    site.environment |= {
        "LD_PRELOAD": str(fake),
        "FAKETIME_TIMESTAMP_FILE": str(hands),
        "FAKETIME_NO_CACHE": "1",
        "FAKETIME_DONT_FAKE_MONOTONIC": "1",
    }
    site.start()
    site.environment = honest  # commands beside the server have the right time
    copies: set[str] = set()
    try:
        for number, (words, offset) in enumerate(JUMPS):
            hands.write_text(f"{offset:+d}\n", encoding="ascii")
            shown = int(site.get("/time/").text) / 1000 - time.time()
            if abs(shown - offset) > 5:
                outcome.bad.append(f"{words}: the server’s clock is {shown:.0f} s off, not {offset}")
            _play(site, outcome, number, words)
            copies |= _copy(site, outcome, number, words)
            outcome.tried += 1
        told = _signed(site, "GET", "/backups/").text
        if "clock" not in told:
            outcome.bad.append("nobody is told that the clock was wrong")
    finally:
        site.stop()
    _judge(site, outcome, copies)
    return outcome


def _play(site: Site, outcome: Outcome, number: int, words: str) -> None:
    revision = number  # one more at each table
    for table in range(1, SCORES + 1):
        answer = _again(
            site, partial(site.save, table, 2 + revision, 7, revision, f"clock-{table}-{revision}")
        )
        outcome.slowest = max(outcome.slowest, answer.seconds)
        if answer.status != 200:
            outcome.bad.append(f"{words}: a score answers {answer.status}")
    for path in (f"/e/{site.slug}/", f"/e/{site.slug}/standings/"):
        if (seen := site.get(path).status) != 200:
            outcome.bad.append(f"{words}: {path} answers {seen}")


def _copy(site: Site, outcome: Outcome, number: int, words: str) -> set[str]:
    """Make a copy by hand; the names of all that were made by hand so far."""
    answer = _signed(site, "POST", "/backups/new/", {"again": number})
    if answer.status != 302:
        outcome.bad.append(f"{words}: a copy answers {answer.status}")
    return {path.name for path in (site.data / "backups").glob("*-by-hand-*.zip")}


def _signed(site: Site, method: str, path: str, body: dict[str, object] | None = None) -> Answer:
    return _again(site, lambda: site.ask(method, path, body, cookie=site.cookie))  # the cookie of then


def _again(site: Site, ask: Callable[[], Answer]) -> Answer:
    """Ask; a session that ended with the jump is begun anew, as a person would."""
    answer = ask()
    if answer.status in (302, 401, 403) and "/sign-in" in (answer.headers.get("Location", "") + answer.text):
        signed = site.ask("POST", "/sign-in/", {"username": "dora", "password": "dora-secret-1"})
        name = site.cookie.partition("=")[0]
        got = re.search(rf"^{name}=[^;]+", signed.headers["Set-Cookie"], re.MULTILINE)
        site.cookie = got[0] if got else site.cookie
        answer = ask()
    return answer


def _judge(site: Site, outcome: Outcome, copies: set[str]) -> None:
    wanted = len(JUMPS) * SCORES
    if (kept := faults._count(site, "Sheet")) != wanted:
        outcome.bad.append(f"{wanted} scores were acknowledged, {kept} are there")
    there = {path.name for path in (site.data / "backups").glob("*.zip")}
    outcome.bad += [f"the copy {name} is gone" for name in sorted(copies - there)]
    if len(copies) != len(JUMPS):
        outcome.bad.append(f"{len(JUMPS)} copies were made by hand, {len(copies)} were seen")
