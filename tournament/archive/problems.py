"""What is wrong with an archive: each problem with its place in the file, in a sentence."""

from collections.abc import Sequence
from dataclasses import dataclass

MOST_TOLD = 100  # more problems than this are not read by anybody; the rest is counted


@dataclass(frozen=True, slots=True)
class ArchiveProblem:
    """One thing that is wrong. `path` is its place as JSON is written: `rounds[2].tables[0].seats.N`."""

    path: str
    message: str

    def __str__(self) -> str:
        return f"{self.path}: {self.message}" if self.path else self.message


class BadArchive(Exception):
    """A file that cannot become an event. `problems` names everything that was found, in its order."""

    def __init__(self, problems: Sequence[ArchiveProblem]) -> None:
        super().__init__("\n".join(map(str, problems)))
        self.problems = tuple(problems)


def at(path: str, key: str | int) -> str:
    """The place of a member of what lies at `path`.

    >>> at(at("", "rounds"), 2), at("rounds[2]", "closed")
    ('rounds[2]', 'rounds[2].closed')
    """
    if isinstance(key, int):
        return f"{path}[{key}]"
    return f"{path}.{key}" if path else key
