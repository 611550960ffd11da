"""A pasted list of players, read line by line: one name per line, or columns from a spreadsheet.

Phone numbers, mail addresses, amounts and ticks are removed, because names are public; what was removed is
kept, to be shown. Parsing only; `forms.grading` judges the lines.
"""

import csv
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from tournament.names import MAIL, PHONE, is_suffix, tidy


class NameOrder(StrEnum):
    """The order of a name's parts in the list."""

    AUTO = "auto"  # “Archer, Ann” is turned around; two columns are joined in their order
    FIRST_LAST = "first-last"
    LAST_FIRST = "last-first"


@dataclass(frozen=True, slots=True)
class PastedLine:
    """One line that is not blank. `doubt`: a code for what could not be read with certainty; `left_out`: what
    was removed because it is not part of a name; `edited`: the director wrote the name in the preview;
    `groups`: the words of a column headed “Group”.
    """

    line: int
    text: str
    name: str
    number: int | None = None
    doubt: str = ""
    left_out: tuple[str, ...] = ()
    edited: bool = False
    groups: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class _Row:
    """One line in cells, with what was removed from them. `beyond`: further cells were dropped as no name."""

    line: int
    text: str
    cells: list[str]
    left_out: list[str]
    beyond: bool = False


# A heading's words in lower case without full stop, and the column they name.
_HEADINGS: Mapping[str, str] = {
    **dict.fromkeys(("no", "nr", "num", "number", "#", "player number", "player no"), "number"),
    **dict.fromkeys(("nº", "n°", "numéro", "numero"), "number"),
    **dict.fromkeys(("name", "names", "player", "players", "full name", "player name"), "name"),
    **dict.fromkeys(
        ("nom", "noms", "joueur", "joueurs", "nom complet", "nom et prénom", "prénom et nom"), "name"
    ),
    **dict.fromkeys(("first", "first name", "firstname", "given name", "forename"), "first"),
    **dict.fromkeys(("prénom", "prenom"), "first"),
    **dict.fromkeys(("group", "groups", "groupe", "groupes"), "groups"),
    **dict.fromkeys(("last", "last name", "lastname", "surname", "family name", "nom de famille"), "last"),
}
_NUMBERED = re.compile(r"(?:#|(?i:no|nr)[.\s]\s*|n[º°]\s*)?([0-9]{1,9})(?:[.):]\s*|\s+(?:[-–—]\s+)?)(?=\S)")
_BULLET = re.compile(r"^[-–—*•·]\s+")
# No name is this long; and csv raises an error for cells of 131,072 characters and more.
_LONGEST_LINE = 1_000
_MARKS = ("\t", ";")  # characters that only ever separate columns
# What is no part of a name.
_PAID = r"(?:has\s+|have\s+)?(?:not\s+(?:yet\s+)?)?(?:un)?paid"
_PAID_HOW = rf"(?:{_PAID}|pd|owes|owing|cash|cheque|e-?transfer|venmo|paypal)"
_MONEY = r"\d+(?:[.,]\d+)*"
_OWED = r"(?:paid|unpaid|pd|owes|owing|e-?transfer)"
_BY = r"(?:\s*(?:by|via|in)?\s*(?:cash|cheque|e-?transfer|venmo|paypal))?"
_CURRENCY = r"(?:dollars?|bucks|euros?|cad|usd|eur)"
# In search order. The first, mail addresses, is slow on a line without an @, so such lines skip it.
_AT = re.compile("[@＠]")
_PARTS = tuple(
    re.compile(part, re.IGNORECASE)
    for part in (
        rf"(?:\be-?mail\s*:?\s*)?[<(]?(?:mailto:)?{MAIL}[>)]?",
        rf"[(\[][^()\[\]]*\b{_OWED}\b[^()\[\]]*[)\]]",
        rf"(?:\bow(?:es|ing)\s*)?[$€£]\s*{_MONEY}{_BY}",
        rf"(?<![\w.–-]){_MONEY}\s*(?:[$€£](?!\s*\d)|{_CURRENCY}\b)",
        rf"(?:\b(?:tel|ph|phone|cell|mobile|mob|call|text)\b\.?\s*:?\s*)?{PHONE}(?:\s*(?:x|ext\.?)\s*\d+)?",
        rf"[*_(\[]+\s*{_PAID_HOW}(?:\s+{_PAID_HOW}|\s+in\s+full)*\s*[*_)\]]+",
        rf"\b{_PAID}\b(?:\s+(?:in\s+full|cash|already|online))?",
        r"(?<=[-–—,])\s*(?:owes|owing|pd|e-?transfer|venmo(?:['’]?d)?|paypal)\s*$",
        r"\[\s*[xX]?\s*\]|[*~\u2600-\u27bf\U0001f000-\U0001faff]+",
        r"(?<=\s)(?:\+|x)\s?\d{1,2}(?=\s*$|,)",
    )
)
# A list's own number or bullet; kept apart, so that its digits are not read as part of a phone number.
_HEAD = re.compile(r"\s*(?:[-–—*•·]\s+)?(?:#?\d{1,4}[.):]\s+)?")
_HOLLOW = re.compile(r"\(\s*\)|\[\s*\]|<\s*>")
_DANGLING = re.compile(r"[\s\-–—:/|]*[-–—:/|(\[]\s*(?=,|$)|^[\s\-–—:/|]+")


def read_list(text: str, order: NameOrder = NameOrder.AUTO) -> list[PastedLine]:
    """Parse the list; return its lines in order, without blank ones and a heading.

    Line numbers count from 1 and include blank lines.
    """
    lines = [(number, line) for number, line in enumerate(text.splitlines(), 1) if tidy(line)]
    split = _columns_mark([line for _, line in lines])
    cleaned = [(number, line, *_without_notes(line, split)) for number, line in lines]
    split = split or _comma([line for _, _, line, _ in cleaned])
    rows = [_Row(number, line, _cells(rest, split), removed) for number, line, rest, removed in cleaned]
    heading = _heading(rows[0].cells) if rows else None
    if heading is not None:
        rows = rows[1:]
    if split in _MARKS:
        rows = [_cleaned_cells(row, heading) for row in rows]
    return [_read_row(row, heading, order) for row in rows]


def blank_lines(text: str) -> int:
    """Count the blank lines before the last line that is not blank."""
    lines = [tidy(line) for line in text.splitlines()]
    while lines and not lines[-1]:
        lines.pop()
    return lines.count("")


def _columns_mark(lines: Sequence[str]) -> str:
    """The character that certainly separates columns; empty for none."""
    return next((mark for mark in _MARKS if any(mark in line.strip() for line in lines)), "")


def _without_notes(line: str, split: str) -> tuple[str, list[str]]:
    """Reduce a line to the name before its commas are examined; with `split`, leave it as it is."""
    return (line, []) if split else split_name_and_notes(line[:_LONGEST_LINE])


def _cleaned_cells(row: _Row, heading: Sequence[str] | None) -> _Row:
    """Reduce each cell to the name; cells of a number column, and of one of groups, are kept.

    Without a heading, the words after a cell that was removed whole (a phone number, say) are dropped too,
    once there is a name.
    """
    cells, left_out, beyond = [], list(row.left_out), False
    for place, cell in enumerate(row.cells):
        if heading is not None and heading[place : place + 1] in (["number"], ["groups"]):
            cells.append(cell)
            continue
        rest, removed = split_name_and_notes(cell)
        left_out += removed
        has_name = any(one and not _is_number(one) for one in cells)
        if heading is None and beyond and has_name and rest and not _is_number(rest):
            return replace(row, cells=cells, left_out=left_out, beyond=True)
        beyond = beyond or bool(removed and not rest and has_name)
        cells.append(rest)
    return replace(row, cells=cells, left_out=left_out)


def _comma(lines: Sequence[str]) -> str:
    """ "," where commas separate columns, else empty: a comma alone may be part of a name."""
    rows = [_cells(line, ",") for line in lines]
    several = [row for row in rows if len(row) > 1]
    with_number = [row for row in several if _is_number(row[0]) or _is_number(row[-1])]
    quoted = any(line.lstrip().startswith('"') for line in lines)
    headed = bool(several) and rows[0] is several[0] and _heading(rows[0]) is not None
    return "," if with_number or quoted or headed else ""


def _cells(line: str, delimiter: str) -> list[str]:
    """Split a line into tidied cells, without empty ones at the end."""
    line = line[:_LONGEST_LINE]
    raw = next(csv.reader([line], delimiter=delimiter), []) if delimiter else [line]
    cells = [tidy(cell) for cell in raw]
    while cells and not cells[-1]:
        cells.pop()
    return cells


def _heading(cells: Sequence[str]) -> list[str] | None:
    """The column that each cell of a heading names ("" for an unused one); None for a line of data."""
    columns = [_HEADINGS.get(cell.lower().rstrip("."), "") for cell in cells]
    if "first" in columns and "last" not in columns:  # “Nom” beside “Prénom” is the last name
        columns = [
            "last" if cell.lower() == "nom" else column for cell, column in zip(cells, columns, strict=True)
        ]
    names = {"name", "first", "last"} & set(columns)
    return columns if names and not any(_is_number(cell) for cell in cells) else None


def _read_row(row: _Row, heading: Sequence[str] | None, order: NameOrder) -> PastedLine:
    doubt, cells, groups = "", row.cells, ""
    # A name added below a list with columns is in the first column, whatever that one is for.
    stray = len(cells) == 1 and not _is_number(cells[0])
    if heading is not None and not stray:
        by_column = {column: cell for column, cell in zip(heading, cells, strict=False) if column}
        number, groups = by_column.get("number", ""), by_column.get("groups", "")
        parts = [by_column[key] for key in ("first", "last") if by_column.get(key)]
        name = _turned(by_column.get("name", ""), order) or " ".join(parts)
    else:
        number, words = _number_and_words(cells)
        name, doubt = _joined(words, order)
    name, removed = split_name_and_notes(name, numbered=False)  # two cells may form a phone number together
    left_out = tuple(dict.fromkeys([*row.left_out, *removed]))
    doubt = doubt or ("columns" if row.beyond else "")
    return PastedLine(
        row.line, tidy(row.text), name, *_as_number(number, doubt), left_out, groups=_groups(groups)
    )


def _groups(cell: str) -> tuple[str, ...]:
    """The groups in one cell, with commas, semicolons or strokes between several."""
    return tuple(word for word in map(tidy, re.split(r"[,;/]", cell)) if word)


def _number_and_words(cells: Sequence[str]) -> tuple[str, list[str]]:
    """Split the cells into the number, if any, and the rest. A single cell may begin with the number."""
    words = [cell for cell in cells if cell]
    if len(words) == 1:
        bare = _BULLET.sub("", words[0])
        match = _NUMBERED.match(bare)
        return (match[1], [bare[match.end() :]]) if match else ("", [bare])
    for place in (0, -1):
        if words and _is_number(words[place]):
            return words.pop(place), words
    return "", words


def _joined(words: Sequence[str], order: NameOrder) -> tuple[str, str]:
    """Join a name from its columns; the second value is "columns" if there were more than a name can have."""
    if len(words) == 2:
        first, last = reversed(words) if order is NameOrder.LAST_FIRST else words
        return f"{first} {last}", ""
    return (_turned(words[0], order), "columns" if len(words) > 2 else "") if words else ("", "")


def _turned(name: str, order: NameOrder) -> str:
    """Turn “Archer, Ann” into “Ann Archer”; a suffix such as “Jr.” stays at the end."""
    parts = [part for part in (tidy(part) for part in name.split(",")) if part]
    suffix = [part for part in parts[1:] if is_suffix(part)]
    parts = [part for part in parts if part not in suffix]
    if len(parts) > 1 and order is not NameOrder.FIRST_LAST:
        parts = [*parts[1:], parts[0]]
    return " ".join([*parts, *suffix])


def _is_number(cell: str) -> bool:
    return cell.isascii() and cell.lstrip("#").rstrip(".").isdigit()


def _as_number(cell: str, doubt: str) -> tuple[int | None, str]:
    """Parse the number; None with the doubt "number" if the cell does not hold one."""
    digits = cell.lstrip("#").rstrip(".")
    if not digits:
        return None, doubt
    return (int(digits), doubt) if _is_number(cell) and len(digits) <= 9 else (None, "number")


def split_name_and_notes(text: str, *, numbered: bool = True) -> tuple[str, list[str]]:
    """The text reduced to the name, and what was removed, in the order found.

    `numbered`: the text may begin with the list's own number or bullet, which is kept.

    >>> split_name_and_notes("18. Dick Holloway - 226.555.0111 *paid*")
    ('18. Dick Holloway', ['226.555.0111', '*paid*'])
    >>> split_name_and_notes("Jean (Elgin St.)"), split_name_and_notes("Mary 2")
    (('Jean (Elgin St.)', []), ('Mary 2', []))
    """
    head = _HEAD.match(text) if numbered else None
    start = head.end() if head else 0
    head_text, rest = text[:start], text[start:]
    removed: list[str] = []
    while (
        smaller := _once(rest, removed)
    ) != rest:  # the text on both sides of a removed part may form a phone number
        rest = smaller
    return (tidy(f"{head_text}{rest}"), removed) if removed else (text, removed)


def _once(text: str, removed: list[str]) -> str:
    for part in _PARTS if _AT.search(text) else _PARTS[1:]:
        for match in part.finditer(text):
            if tidy(match[0]):
                removed.append(tidy(match[0]))
        text, count = part.subn(" ", text)
        if count:
            text = _DANGLING.sub("", tidy(_HOLLOW.sub(" ", text)))
    return text
