"""Read a chart that somebody wrote: rows such as “12 7 v 3 9”, or the JSON of `planrotation`.

What is wrong is named line by line; what can be used is read all the same. Numbers are those of the chart:
who they stand for is decided elsewhere.
"""

from __future__ import annotations

import json
import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from scoring.sentences import Sentence, marked
from tournament.rotation.plan import Plan, RotationError, RoundPlan, TablePlan
from tournament.rotation.request import MOST_PLAYERS, MOST_ROUNDS

LARGEST = 300_000  # characters; 400 players in 20 rounds are 40,000 as rows
LONGEST_ROW = 400  # characters; a row of many who sit out is longer than one of a table
SHOWN = 40  # characters of a row that cannot be read
BYTE_ORDER_MARK = "\ufeff"
HIGHEST_TABLE = 999
SIZE = 4  # players at a table
MOST_NAMED = 40  # more problems than these are only counted
# English and French words, whatever the reader's language: a chart is often somebody else's.
_HEADING = re.compile(r"(?:ronde|round|rd\.?|r)\s*(\d{1,4})\s*[:.]?", re.IGNORECASE)
_SIT_OUT = re.compile(r"(?:sit(?:s|ting)?[ -]*outs?|byes?|exemptions?|exempte?s?)\s*:?\s*(.*)", re.IGNORECASE)
_TABLE = re.compile(r"(?:(?:table|t)\s*(\d{1,4})\s*[:.]?|(\d{1,4})\s*:)\s*(.*)", re.IGNORECASE)
_VERSUS = re.compile(r"\s*\b(?:versus|vs|v|against|contre|c)\b\.?\s*", re.IGNORECASE)
_DASH = re.compile(r"\s*[–—-]\s*")
_APART = re.compile(r"\s*(?:\b(?:and|et)\b|[+&,;/–—-])\s*|\s+", re.IGNORECASE)
_NUMBER = re.compile(r"\d{1,4}")


@dataclass(frozen=True, slots=True)
class ChartProblem:
    """What is wrong with a chart: a stable code, the line if it is one line's, and a sentence."""

    code: str
    line: int | None
    sentence: Sentence


@dataclass(frozen=True, slots=True)
class WrittenTable:
    """A table as it was written: its line (None in JSON), its number if one was given, N, E, S and W."""

    line: int | None
    number: int | None
    four: tuple[int, int, int, int]


@dataclass(slots=True)
class WrittenRound:
    """A round as it was written. `sit_out` is None if nothing is said about who sits out; `broken`: a line
    of it could not be read, so nobody knows who is missing."""

    line: int | None
    tables: list[WrittenTable] = field(default_factory=list)
    sit_out: list[int] | None = None
    broken: bool = False

    @property
    def seated(self) -> list[int]:
        return [player for table in self.tables for player in table.four]

    def __bool__(self) -> bool:
        return bool(self.tables) or self.sit_out is not None or self.broken


@dataclass(frozen=True, slots=True)
class WrittenChart:
    """A chart: its rounds, and everything that keeps it from being played. `notes` keep it from nothing."""

    rounds: tuple[RoundPlan, ...]
    players: tuple[int, ...]
    problems: tuple[ChartProblem, ...]
    notes: tuple[ChartProblem, ...] = ()

    @property
    def valid(self) -> bool:
        return not self.problems


def read_chart(text: str) -> WrittenChart:
    """Read and check a chart; never raises.

    >>> chart = read_chart("1 2 v 3 4\\n\\n1 3 v 2 5")
    >>> chart.players, [round_.sit_out for round_ in chart.rounds], chart.valid
    ((1, 2, 3, 4, 5), [(5,), (4,)], True)
    >>> [(one.line, str(one.sentence)) for one in read_chart("1 2 v 3 3").problems]
    [(1, 'Player 3 is in this round twice.')]
    """
    if len(text) > LARGEST:
        message = marked(
            "The chart is too long: %(count)s characters, and up to %(most)s are read.",
            count=len(text),
            most=LARGEST,
        )
        return WrittenChart((), (), (ChartProblem("too-long", None, message),))
    problems: list[ChartProblem] = []
    rounds, listed = (
        _from_json(text, problems) if text.lstrip().startswith("{") else _read_rounds(text, problems)
    )
    if not rounds and not problems:
        message = marked("There is no table in it. Write one table in a line, such as “12 7 v 3 9”.")
        problems.append(ChartProblem("empty", None, message))
    if len(rounds) > MOST_ROUNDS:
        message = marked(
            "%(count)s rounds are too many; up to %(most)s can be.", count=len(rounds), most=MOST_ROUNDS
        )
        problems.append(ChartProblem("too-many-rounds", None, message))
        rounds = rounds[:MOST_ROUNDS]
    players = listed or tuple(
        sorted({p for round_ in rounds for p in (*round_.seated, *(round_.sit_out or ()))})
    )
    if len(players) > MOST_PLAYERS:
        return WrittenChart((), (), (*problems, _too_many(len(players))))
    for number, round_ in enumerate(rounds, start=1):
        problems += _wrong(number, round_, players)
    problems.sort(key=lambda problem: problem.line or 0)
    plans = tuple(_plan(round_, players) for round_ in rounds)
    return WrittenChart(plans, players, tuple(problems), tuple(_repeats(rounds)))


def _read_rounds(text: str, problems: list[ChartProblem]) -> tuple[list[WrittenRound], tuple[int, ...]]:
    """The rounds written in rows, a table in each; an empty line or a heading begins the next round."""
    rounds: list[WrittenRound] = []
    current = WrittenRound(1)

    def ends() -> WrittenRound:
        if current:
            rounds.append(current)
        return WrittenRound(None)

    for line, row in enumerate(text.splitlines(), start=1):
        words = " ".join(
            row.removeprefix(BYTE_ORDER_MARK).split()
        )  # long blanks would keep the patterns busy
        if words.startswith("#"):
            continue
        if len(words) > LONGEST_ROW:
            problems.append(_unreadable(line, words))
            current.broken = True
            continue
        if not words:
            current = ends()
        elif heading := _HEADING.fullmatch(words):
            current = ends()
            current.line = line
            if int(heading[1]) != len(rounds) + 1:
                message = marked(
                    "This says round %(said)s, but it would be round %(here)s.",
                    said=int(heading[1]),
                    here=len(rounds) + 1,
                )
                problems.append(ChartProblem("round-order", line, message))
        elif sitting := _SIT_OUT.fullmatch(words):
            numbers = _numbers(sitting[1])
            if numbers is None:
                message = marked("Write who sits out as numbers: “sit out: 5 6”.")
                problems.append(ChartProblem("unreadable", line, message))
                current.broken = True
            else:
                current.line = current.line or line
                current.sit_out = [*(current.sit_out or ()), *numbers]
        elif (table := _read_table(line, words, problems)) is not None:
            current.line = current.line or line
            current.tables.append(table)
        else:
            current.broken = True
    ends()
    return rounds, ()


def _read_table(line: int, words: str, problems: list[ChartProblem]) -> WrittenTable | None:
    """One table; None, with a problem, if it cannot be read."""
    number = None
    if named := _TABLE.fullmatch(words):
        number, words = int(named[1] or named[2]), named[3]
    sides = _VERSUS.split(words) if _VERSUS.search(words) else _DASH.split(words)
    pairs = [_numbers(side) or [] for side in sides]
    if [len(pair) for pair in pairs] != [2, 2]:
        problems.append(_unreadable(line, words))
        return None
    (n, s), (e, w) = pairs
    return WrittenTable(line, number, (n, e, s, w))


def _unreadable(line: int, words: str) -> ChartProblem:
    shown = words if len(words) <= SHOWN else words[:SHOWN] + "…"
    message = marked("“%(row)s” can’t be read. Write two against two: “12 7 v 3 9”.", row=shown)
    return ChartProblem("unreadable", line, message)


def _numbers(words: str) -> list[int] | None:
    """The numbers in a few words; None if anything else is among them."""
    parts = [part for part in _APART.split(words.strip()) if part]
    return [int(part) for part in parts] if all(_NUMBER.fullmatch(part) for part in parts) else None


def _from_json(text: str, problems: list[ChartProblem]) -> tuple[list[WrittenRound], tuple[int, ...]]:
    """The rounds of a plan file, as `planrotation --json` prints it."""
    try:
        shape = json.loads(text)
        count = shape.get("players") if isinstance(shape, Mapping) else None
        if isinstance(count, int) and count > MOST_PLAYERS:  # before a list of so many is made
            problems.append(_too_many(count))
            return [], ()
        plan = Plan.from_dict(shape)
    except json.JSONDecodeError as error:
        message = marked("This begins like JSON, but can’t be read as such from here on.")
        problems.append(ChartProblem("bad-json", error.lineno, message))
        return [], ()
    except (RecursionError, ValueError):
        problems.append(ChartProblem("bad-json", None, marked("This JSON can’t be read.")))
        return [], ()
    except RotationError as error:
        problems.append(ChartProblem("bad-json", None, error.message))
        return [], ()
    has_sit_outs = isinstance(shape, Mapping) and "sit_out" in shape
    rounds = [
        WrittenRound(
            None,
            [WrittenTable(None, table.number, table.players) for table in round_.tables],
            list(round_.sit_out) if has_sit_outs else None,
        )
        for round_ in plan.rounds
    ]
    if any(round_.short for round_ in plan.rounds):
        message = marked("A table has an empty seat; a chart needs four players at every table.")
        problems.append(ChartProblem("short", None, message))
    return rounds, tuple(sorted(set(plan.players)))


def _too_many(count: int) -> ChartProblem:
    message = marked(
        "%(count)s players are too many to plan; up to %(most)s can be.", count=count, most=MOST_PLAYERS
    )
    return ChartProblem("too-many", None, message)


def _wrong(number: int, round_: WrittenRound, players: Sequence[int]) -> Iterator[ChartProblem]:
    """What keeps a round from being played."""
    if not round_.tables and not round_.broken:
        message = marked("Round %(round)s has no table.", round=number)
        yield ChartProblem("no-table", round_.line, message)
        return
    seen: set[int] = set()
    for table in round_.tables:
        for player in table.four:
            if player in seen:
                yield ChartProblem(
                    "twice-in-round",
                    table.line,
                    _placed(
                        number, table.line, marked("Player %(player)s is in this round twice.", player=player)
                    ),
                )
            seen.add(player)
            if not 1 <= player <= 9999:
                message = marked("%(player)s is no player’s number.", player=player)
                yield ChartProblem("not-a-number", table.line, _placed(number, table.line, message))
        if table.number is not None and not 1 <= table.number <= HIGHEST_TABLE:
            message = marked(
                "Table %(table)s: tables have numbers from 1 to %(most)s.",
                table=table.number,
                most=HIGHEST_TABLE,
            )
            yield ChartProblem("table-number", table.line, _placed(number, table.line, message))
    for player in sorted(seen & set(round_.sit_out or ())):
        message = marked("Player %(player)s plays and sits out.", player=player)
        yield ChartProblem("plays-and-sits-out", round_.line, _placed(number, round_.line, message))
    for table_number, times in Counter(t.number for t in round_.tables if t.number is not None).items():
        if times > 1:
            message = marked("There are two tables %(table)s in this round.", table=table_number)
            yield ChartProblem("table-twice", round_.line, _placed(number, round_.line, message))
    missing = sorted(set(players) - seen - set(round_.sit_out or ()))
    may_sit_out = 0 if round_.sit_out is not None else len(players) % SIZE
    if missing and len(missing) != may_sit_out and not round_.broken:
        words = ", ".join(map(str, missing[:20])) + (", …" if len(missing) > 20 else "")
        message = marked("Round %(round)s has no place for %(players)s.", round=number, players=words)
        yield ChartProblem("gap", round_.line, message)


def _placed(number: int, line: int | None, message: Sentence) -> Sentence:
    """The sentence with its round if there is no line to name."""
    if line is not None:
        return message
    return marked("Round %(round)s: %(what)s", round=number, what=message)


def _plan(round_: WrittenRound, players: Sequence[int]) -> RoundPlan:
    """The round as a plan: whoever has no place sits out; tables without a number are counted."""
    seated = round_.seated
    taken = {table.number for table in round_.tables}
    free = (number for number in range(1, 2 * len(round_.tables) + 1) if number not in taken)
    tables = tuple(
        TablePlan(next(free) if table.number is None else table.number, *table.four)
        for table in round_.tables
    )
    return RoundPlan(tables, tuple(sorted((set(players) | set(round_.sit_out or ())) - set(seated))))


def _repeats(rounds: Sequence[WrittenRound]) -> Iterator[ChartProblem]:
    """The pairs who are partners more than once, with their lines or rounds."""
    times: defaultdict[tuple[int, int], list[tuple[int, int | None]]] = defaultdict(list)
    for number, round_ in enumerate(rounds, start=1):
        for table in round_.tables:
            n, e, s, w = table.four
            for a, b in ((n, s), (e, w)):
                times[min(a, b), max(a, b)].append((number, table.line))
    for (a, b), seatings in times.items():
        if len(seatings) > 1:
            message = marked(
                "%(a)s and %(b)s are partners in rounds %(rounds)s.",
                a=a,
                b=b,
                rounds=", ".join(str(number) for number, _at in seatings),
            )
            yield ChartProblem("partners-again", seatings[-1][1], message)
