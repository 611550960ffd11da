"""What is still open about a round's sheets, table by table, in one sentence for each kind. Closing the round
names it and goes on where that is meant."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import ngettext

from tournament.models.seating import Round
from tournament.state.attendance import in_a_row
from tournament.state.completeness import (
    CALL,
    DEALER,
    DISPUTED,
    MISSING,
    TIED,
    UNCONFIRMED,
    WAITING,
    sheets_open,
)


@dataclass(frozen=True, slots=True)
class OutstandingItem:
    """One open item, and the numbers of the tables concerned."""

    code: str
    tables: tuple[int, ...]

    @property
    def has_sheet(self) -> bool:
        """Whether these tables have a sheet that counts."""
        return self.code in (UNCONFIRMED, TIED, DEALER, CALL)

    @property
    def sentence(self) -> str:
        return _SENTENCES[self.code](self.tables)


def outstanding_items(round_: Round) -> tuple[OutstandingItem, ...]:
    """Everything open about a round's sheets (`state.completeness`), the tables of a kind together."""
    found = sheets_open(round_.event, round_)
    tables_by_code = {code: {table for one in found.of(code) for table in one.tables} for code in _SENTENCES}
    return tuple(
        OutstandingItem(code, tuple(sorted(tables))) for code, tables in tables_by_code.items() if tables
    )


def _missing(tables: Sequence[int]) -> str:
    message = ngettext(
        "Table %(tables)s has not reported. Its players score nothing for this round "
        "until its sheet is entered.",
        "Tables %(tables)s have not reported. Their players score nothing for this round "
        "until the sheets are entered.",
        len(tables),
    )
    return message % {"tables": in_a_row(tables)}


def _disputed(tables: Sequence[int]) -> str:
    message = ngettext(
        "Table %(tables)s is disputed: its two sides do not agree, and nothing counts there yet.",
        "Tables %(tables)s are disputed: their two sides do not agree, and nothing counts there yet.",
        len(tables),
    )
    return message % {"tables": in_a_row(tables)}


def _waiting(tables: Sequence[int]) -> str:
    message = ngettext(
        "At table %(tables)s one side has reported and the other has not answered from its own phone; "
        "nothing counts there yet.",
        "At tables %(tables)s one side has reported and the other has not answered from its own phone; "
        "nothing counts there yet.",
        len(tables),
    )
    return message % {"tables": in_a_row(tables)}


def _unconfirmed(tables: Sequence[int]) -> str:
    message = ngettext(
        "The sheet of table %(tables)s is not confirmed by a second official yet.",
        "The sheets of tables %(tables)s are not confirmed by a second official yet.",
        len(tables),
    )
    return message % {"tables": in_a_row(tables)}


def _tied(tables: Sequence[int]) -> str:
    message = ngettext(
        "Table %(tables)s is tied, and nobody has said which side reached the score first; "
        "until then nobody wins there.",
        "Tables %(tables)s are tied, and nobody has said which side reached the score first; "
        "until then nobody wins there.",
        len(tables),
    )
    return message % {"tables": in_a_row(tables)}


def _dealer(tables: Sequence[int]) -> str:
    message = ngettext(
        "At table %(tables)s a ruling was made with another dealer than the sheet names; look at it again.",
        "At tables %(tables)s rulings were made with other dealers than the sheets name; look at them again.",
        len(tables),
    )
    return message % {"tables": in_a_row(tables)}


def _call(tables: Sequence[int]) -> str:
    message = ngettext(
        "At table %(tables)s a ruling was made with another lone hand than the sheet has; look at it again.",
        "At tables %(tables)s rulings were made with other lone hands than the sheets have; "
        "look at them again.",
        len(tables),
    )
    return message % {"tables": in_a_row(tables)}


_SENTENCES = {
    MISSING: _missing,
    DISPUTED: _disputed,
    WAITING: _waiting,
    UNCONFIRMED: _unconfirmed,
    TIED: _tied,
    DEALER: _dealer,
    CALL: _call,
}
