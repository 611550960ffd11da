"""Lists that stand by place and can be sorted by any column.

Sorting never touches a place: it is a value of the row like any other.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Generic, TypeVar

from django.utils.safestring import SafeString, mark_safe

Row = TypeVar("Row")


@dataclass(frozen=True, slots=True)
class Column(Generic[Row]):
    """One head of the list. `value` is what rows are sorted by, None for a column that cannot be; rows for
    which it gives None come last in either direction. `best_high`: the best is the highest."""

    key: str
    title: str
    css: str = "num"
    value: Callable[[Row], int | str | Fraction | None] | None = None
    best_high: bool = True
    short: str = ""


@dataclass(frozen=True, slots=True)
class Sort(Generic[Row]):
    """By which column, and whether from the highest down."""

    column: Column[Row]
    descending: bool

    @property
    def asked(self) -> str:
        """As the query string says it: `-loners`."""
        return f"-{self.column.key}" if self.descending else self.column.key

    @property
    def is_usual(self) -> bool:
        """By place, from the first on: as the list stands by itself."""
        return self.column.key == "place" and not self.descending


@dataclass(frozen=True, slots=True)
class Head(Generic[Row]):
    """A column's head as it is drawn: its state for `aria-sort`, and what its link asks for."""

    column: Column[Row]
    state: str
    link: str


def sort_of(asked: str, shown: Sequence[Column[Row]]) -> Sort[Row] | None:
    """What a query string asks for; None for nothing, for what is unknown, and for the usual order."""
    key = asked.removeprefix("-")
    column = next((column for column in shown if column.key == key and column.value), None)
    sort = column and Sort(column, asked.startswith("-"))
    return None if not sort or sort.is_usual else sort


def heads(shown: Sequence[Column[Row]], sort: Sort[Row] | None) -> Iterator[Head[Row]]:
    """The heads; pressing one sorts from the best on, pressing it again the other way round."""
    by = sort or Sort(shown[0], descending=False)
    for column in shown:
        state = ""
        down = column.best_high
        if column is by.column:
            state = "descending" if by.descending else "ascending"
            down = not by.descending
        yield Head(column, state, Sort(column, down).asked if column.value else "")


def in_order(rows: Sequence[Row], sort: Sort[Row] | None) -> tuple[int, ...]:
    """The positions of the rows as they are to stand. Rows level in the column keep their order by place."""
    if sort is None or sort.column.value is None:
        return tuple(range(len(rows)))
    values = [sort.column.value(row) for row in rows]
    known = [at for at, value in enumerate(values) if value is not None]
    known.sort(key=values.__getitem__, reverse=sort.descending)  # type: ignore[arg-type]
    return (*known, *(at for at, value in enumerate(values) if value is None))


def joined(drawn: Sequence[SafeString], order: Sequence[int]) -> SafeString:
    """The lines in this order, as one text."""
    return mark_safe("\n".join(drawn[at] for at in order))  # noqa: S308  each line is safe already
