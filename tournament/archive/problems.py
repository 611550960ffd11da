"""The problems of an archive, each with its place in the file and a sentence."""

from collections.abc import Sequence
from dataclasses import dataclass

MOST_TOLD = 100  # further problems are only counted


@dataclass(frozen=True, slots=True)
class ArchiveProblem:
    """One problem. `path` is its place in JSON notation: `rounds[2].tables[0].seats.N`."""

    path: str
    message: str

    def __str__(self) -> str:
        return f"{self.path}: {self.message}" if self.path else self.message


class BadArchive(Exception):
    """The file cannot become an event; `problems` lists everything found, in the file's order."""

    def __init__(self, problems: Sequence[ArchiveProblem]) -> None:
        super().__init__("\n".join(map(str, problems)))
        self.problems = tuple(problems)


def at(path: str, key: str | int) -> str:
    """The path of a member of the value at `path`.

    >>> at(at("", "rounds"), 2), at("rounds[2]", "closed")
    ('rounds[2]', 'rounds[2].closed')
    """
    if isinstance(key, int):
        return f"{path}[{key}]"
    return f"{path}.{key}" if path else key
