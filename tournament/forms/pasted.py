"""A pasted list of players, read line by line: one name per line, or columns from a spreadsheet.

Phone numbers, mail addresses, amounts, times and ticks are removed, because names are public; what was
removed is kept, to be shown. What may not be one person who comes is a doubt: a small rule that asks too
often is better here than a clever one. Parsing only; `forms.grading` judges the lines.
"""

import csv
import re
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from tournament.words.names import MAIL, PARTICLES, PHONE, is_suffix, tidy


class NameOrder(StrEnum):
    """The order of a name's parts in the list."""

    AUTO = "auto"  # “Archer, Ann” is turned around; two columns are joined in their order
    FIRST_LAST = "first-last"
    LAST_FIRST = "last-first"


@dataclass(frozen=True, slots=True)
class PastedLine:
    """One line that is not blank. `doubt`: a code for what could not be read with certainty; `left_out`: what
    was removed because it is not part of a name; `edited`: the director wrote the name in the preview;
    `groups`: the words of a column headed “Group”; `joined`: what stands beside the name's first part and
    became a part of it, or its number, without a heading that says so; `unused`: the cells of columns that
    are not used, with their headings.
    """

    line: int
    text: str
    name: str
    number: int | None = None
    doubt: str = ""
    left_out: tuple[str, ...] = ()
    edited: bool = False
    groups: tuple[str, ...] = ()
    joined: str = ""
    unused: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class _Row:
    """One line in cells, with what was removed from them. `beyond`: further cells were dropped as no name."""

    line: int
    text: str
    cells: list[str]
    left_out: list[str]
    beyond: bool = False


# The words of headings in lower case without full stop, by the column that they name.
_COLUMNS = {
    "number": "no, nr, num, number, #, badge, badge no, badge number, nº, n°, numéro, numero, "
    "numéro de joueur",
    "name": "name, names, player, players, full name, your name, attendee, attendees, guest, guest name, "
    "participant, participants, registrant, member, members, member name, contact, contact name, invitee, "
    "nom, noms, joueur, joueurs, nom complet, nom et prénom, prénom et nom, participante, membre, membres, "
    "invité, nom du joueur, votre nom",
    "first": "first, first name, firstname, given name, forename, prénom, prenom",
    "last": "last, last name, lastname, surname, family name, nom de famille",
    "groups": "group, groups, groupe, groupes",
    "coming": "rsvp, status, attending, coming, going, response, reply, réponse, statut, présence, vient",
    "guests": "guests, guest count, number of guests, plus ones, plus one, +1, invités, accompagnants",
    "size": "party, party size, quantity, qty, tickets, headcount, nombre, nombre de personnes, quantité",
}
_HEADINGS = {word: column for column, words in _COLUMNS.items() for word in words.split(", ")}
_OF_A_PLAYER = re.compile(r"^(?:player|attendee|participant)\s*(?=\S)")
# What stands in such a column if all is well.
_NOTHING_TO_ASK: Mapping[str, frozenset[str]] = {
    "coming": frozenset({
        "", "yes", "y", "x", "1", "true", "in", "here", "going", "coming", "attending", "confirmed",
        "accepted", "registered", "active", "member", "ok", "oui", "o", "confirmé", "inscrit", "présent",
    }),
    "guests": frozenset({"", "0", "no", "none", "non", "aucun"}),
    "size": frozenset({"", "0", "1"}),
}  # fmt: skip
_NUMBERED = re.compile(r"(?:#|(?i:no|nr)[.\s]\s*|n[º°]\s*)?([0-9]{1,9})(?:[.):]\s*|\s+(?:[-–—]\s+)?)(?=\S)")
_BULLET = re.compile(r"^(?:[-–—*•·]\s|[‣▪▫◦●○■□►➤])\s*")
# Numberings of chats: “1️⃣”, “⑦”, “(3)”, “4/”, “5]”, “6–Ann”.
_CHAT_NUMBER = re.compile(
    r"^\s*(?:[①-⑳]|\([0-9]{1,3}\)|(?:[0-9]\ufe0f?\u20e3)+|[0-9]{1,3}(?:[\]/]\s|[-–—]))\s*(?=[^\W\d_])"
)
_GAP = re.compile(r"[^\W\d_]\s{3,}([^\W\d_].*)")
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
_STAMP = (
    r"(?<![\d:])\d{1,2}:\d{2}(?::\d{2})?(?:\s*[ap]\.?m\b\.?)?(?![\d:])"
    r"|(?<![\d-])\d{4}-\d{1,2}-\d{1,2}(?![\d-])|(?<![\d/])\d{1,2}/\d{1,2}/(?:\d{4}|\d{2})(?![\d/])"
)
_SOMEBODY = r"(?:guests?|wife|husband|spouse|partner|friends?|invitée?s?|conjointe?|(?:sa|son|une?)\s+\w+)"
_ALONG = (
    r"(?<=\s)(?:\+|x)\s?\d{1,2}(?=\s*$|,)|[(\[]\s*(?:[+x]\s*)?\d\s*[)\]]"
    r"|\bplus\s+(?:one|two|une?|deux|\d{1,2}|(?:a\s+)?" + _SOMEBODY + r")\b"
    r"|(?:(?<=\s)[&+]|\b(?:and|with|et|avec)\b|\bw/)\s*(?:(?:a|his|her)\s+)?" + _SOMEBODY + r"\b"
)
# A remark in brackets begins in small letters: “(late)”, not “(Elgin St.)”; an x behind a name is a mark.
_ASIDE = (
    rf"[(\[](?!\s*x\s*\])(?![^()\[\]]*\b{_PAID_HOW}\b)\s*(?-i:[a-zà-öø-ÿ])[^()\[\]]*[)\]]"
    r"|(?<=\s)(?-i:x)(?=\s*$)"
)
# In search order. The first, mail addresses, is slow on a line without an @, so such lines skip it.
_AT = re.compile("[@＠]")
_PARTS = tuple(
    re.compile(part, re.IGNORECASE)
    for part in (
        rf"(?:\be-?mail\s*:?\s*)?[<(]?(?:mailto:)?{MAIL}[>)]?",
        _STAMP,
        rf"[(\[][^()\[\]]*\b{_OWED}\b[^()\[\]]*[)\]]",
        rf"(?:\bow(?:es|ing)\s*)?[$€£]\s*{_MONEY}{_BY}",
        rf"(?<![\w.–-]){_MONEY}\s*(?:[$€£](?!\s*\d)|{_CURRENCY}\b)",
        rf"(?:\b(?:tel|ph|phone|cell|mobile|mob|call|text)\b\.?\s*:?\s*)?{PHONE}(?:\s*(?:x|ext\.?)\s*\d+)?",
        rf"[*_(\[]+\s*{_PAID_HOW}(?:\s+{_PAID_HOW}|\s+in\s+full)*\s*[*_)\]]+",
        rf"\b{_PAID}\b(?:\s+(?:in\s+full|cash|already|online))?",
        r"(?<=[-–—,])\s*(?:owes|owing|pd|e-?transfer|venmo(?:['’]?d)?|paypal)\s*$",
        r"\[\s*[xX]?\s*\]|[*~\u2600-\u27bf\U0001f000-\U0001faff]+",
        _ALONG,
        _ASIDE,
    )
)
_REMARK = re.compile(rf"\s(?:{_ASIDE})", re.IGNORECASE)
_REMARK_OR_STAMP = re.compile(rf"\s(?:{_STAMP}|{_ASIDE})", re.IGNORECASE)
_COMES_ALONG = re.compile(rf"\s(?:{_ALONG})", re.IGNORECASE)
# Words and marks of who does not come, or may not, or late.
_MAY_NOT_COME = re.compile(
    r"\b(?:cancel\w*|not\s+(?:coming|attending|going)|can(?:['’]t|not)\s+(?:come|make)|declined?|regrets?"
    r"|wait-?\s?list\w*|waiting|maybe|tentative\w*|pending|withdr[ae]w\w*|no[-\s]show|absente?s?|spares?"
    r"|subs?|reserves?|arriv\w+|(?-i:late|LATE)|retard|annulée?s?|ne\s+vient\s+pas|peut-être|désist\w*|excusée?s?|liste\s+d['’]attente)\b"
    r"|[~❌✖✗✘☒❎🚫⛔👎❓❔\u0335-\u0338]",
    re.IGNORECASE,
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
    cleaned = [(number, line, *_without_notes(_with_usual_number(line), split)) for number, line in lines]
    split = split or _comma([line for _, _, line, _ in cleaned])
    rows = [_Row(number, line, _cells(rest, split), removed) for number, line, rest, removed in cleaned]
    words = rows[0].cells if rows else []
    heading = _heading(words)
    if heading is not None:
        rows = rows[1:]
    if split in _MARKS:
        rows = [_cleaned_cells(row, heading) for row in rows]
    read = [_read_row(row, heading, words, order) for row in rows]
    # Last names differ more than towns, than yes and no, than the size of a party.
    joined = [line.joined for line in read if line.joined]
    if 2 * len(set(joined)) < len(joined):
        read = [replace(line, doubt=line.doubt or "remark") if line.joined else line for line in read]
    return read


def blank_lines(text: str) -> int:
    """Count the blank lines before the last line that is not blank."""
    lines = [tidy(line) for line in text.splitlines()]
    while lines and not lines[-1]:
        lines.pop()
    return lines.count("")


def _with_usual_number(line: str) -> str:
    """“(3) Ann”, “⑦ Ann” as “3. Ann”."""
    found = _CHAT_NUMBER.match(line)
    digits = (
        "".join(char for char in unicodedata.normalize("NFKC", found[0]) if char.isdigit()) if found else ""
    )
    return f"{digits}. {line[found.end() :]}" if found else line


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
    words = [cell.lower().strip(" .:*?") for cell in cells]
    columns = [_HEADINGS.get(word) or _HEADINGS.get(_OF_A_PLAYER.sub("", word), "") for word in words]
    if "first" in columns and "last" not in columns and "nom" in words:  # beside “Prénom” it is the last name
        columns[words.index("nom")] = "last"
    if "last" in columns and "first" not in columns and "name" in words:  # beside “Surname” the first one
        columns[words.index("name")] = "first"
    columns = [
        column if column in _NOTHING_TO_ASK or column not in columns[:place] else ""
        for place, column in enumerate(columns)
    ]
    names = {"name", "first", "last"} & set(columns)
    return columns if names and not any(_is_number(cell) for cell in cells) else None


def _read_row(row: _Row, heading: Sequence[str] | None, words: Sequence[str], order: NameOrder) -> PastedLine:
    cells, groups, unused = row.cells, "", tuple[tuple[str, str], ...]()
    # A name added below a list with columns is in the first column, whatever that one is for.
    stray = len(cells) == 1 and not _is_number(cells[0])
    if heading is not None and not stray:
        by_column = {column: cell for column, cell in zip(heading, cells, strict=False) if column}
        number, groups = by_column.get("number", ""), by_column.get("groups", "")
        name, doubt, joined = _turned(by_column.get("name", ""), order)
        name = name or " ".join(by_column[key] for key in ("first", "last") if by_column.get(key))
        doubt = _doubt_of_columns(heading, cells) or doubt
        unused = _unused(heading, words, cells)
    else:
        number, parts = _number_and_words(cells)
        name, doubt, joined = _joined(parts, order)
        if not joined:  # a number behind the name, or what stands in another column made of spaces
            joined = number if cells and _is_number(cells[-1]) else "".join(_GAP.findall(row.text))
        doubt = "heading" if _heading(cells) else doubt
    name, removed = split_name_and_notes(name, numbered=False)  # two cells may form a phone number together
    left_out = tuple(dict.fromkeys([*row.left_out, *removed]))
    doubt = _doubt_of_remarks(row.text, left_out, stamps=heading is None) or doubt
    doubt = doubt or ("columns" if row.beyond else "")
    number_and_doubt = _as_number(number, doubt)
    return PastedLine(
        row.line, tidy(row.text), name, *number_and_doubt, left_out,
        groups=_groups(groups), joined=joined, unused=unused,
    )  # fmt: skip


def _doubt_of_columns(heading: Sequence[str], cells: Sequence[str]) -> str:
    """What the columns about coming say that has to be asked."""
    for column, cell in zip(heading, cells, strict=False):
        if column in _NOTHING_TO_ASK and cell.lower() not in _NOTHING_TO_ASK[column]:
            return "more" if column == "coming" else "guests"
    return ""


def _doubt_of_remarks(text: str, left_out: Sequence[str], *, stamps: bool) -> str:
    """What the whole line says, or the parts that are left out of it."""
    parts = [f" {part}" for part in left_out]
    if _MAY_NOT_COME.search(text):
        return "more"
    if any(map(_COMES_ALONG.fullmatch, parts)):
        return "guests"
    remark = _REMARK_OR_STAMP if stamps else _REMARK
    return "more" if any(map(remark.fullmatch, parts)) else ""


def _unused(
    heading: Sequence[str], words: Sequence[str], cells: Sequence[str]
) -> tuple[tuple[str, str], ...]:
    """The cells of the columns that are not a part of a player, with what stands above them."""
    used = {"number", "name", "first", "last", "groups"}
    above = zip(heading, words, cells, strict=False)
    return tuple((word, cell) for column, word, cell in above if column not in used and word and cell)


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
    if words and (_is_number(words[0]) or (len(words) == 2 and _is_number(words[1]))):
        return words.pop(0 if _is_number(words[0]) else 1), words
    return "", words


def _joined(words: Sequence[str], order: NameOrder) -> tuple[str, str, str]:
    """Join a name from its columns; then a doubt, or none, and what was joined to the first column."""
    if len(words) == 2:
        first, last = reversed(words) if order is NameOrder.LAST_FIRST else words
        return _two_people_or_more(words, order) or (f"{first} {last}", "", words[1])
    if not words:
        return "", "", ""
    name, doubt, joined = _turned(words[0], order)
    return name, "columns" if len(words) > 2 else doubt, joined


def _turned(name: str, order: NameOrder) -> tuple[str, str, str]:
    """Turn “Archer, Ann” into “Ann Archer”; a suffix such as “Jr.” stays at the end. The others as above."""
    parts = [part for part in (tidy(part) for part in name.split(",")) if part]
    suffix = [part for part in parts[1:] if is_suffix(part)]
    parts = [part for part in parts if part not in suffix]
    if len(parts) > 2:
        return ", ".join([*parts, *suffix]), "commas", ""
    if len(parts) < 2:
        return " ".join([*parts, *suffix]), "", ""
    turned = parts if order is NameOrder.FIRST_LAST else reversed(parts)
    return _two_people_or_more(parts, order) or (" ".join([*turned, *suffix]), "", parts[1])


def _two_people_or_more(parts: Sequence[str], order: NameOrder) -> tuple[str, str, str] | None:
    """What two parts are if the first is a whole name: two people, or one and their town, say.

    None if they may be a last name and a first one, or if the director said which is which.
    """
    whole = [len([word for word in part.split() if not _is_small(word)]) > 1 for part in parts]
    if not whole[0] or order is not NameOrder.AUTO:
        return None
    if whole[1] and not any(char.isdigit() for char in parts[1]):
        return " & ".join(parts), "", ""
    return parts[0], "columns", ""


def _is_small(word: str) -> bool:
    """Whether a word is no name by itself: “van”, “St.”, “Jr.”."""
    return word.lower().rstrip(".") in PARTICLES or is_suffix(word)


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
