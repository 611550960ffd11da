"""Tables for those who listen to a PDF: what is set in columns is read in rows, each cell under its heads.

A tally card is set as one text for each column, on a form that holds the heads and lines, because a table of
a hundred cells takes many times as long to lay out. Its PDF would be read column by column, without heads.
The HTML says what is what, and the tagged structure is put together anew:

`data-table` the table's name on its sheet, on form and sheet alike; `data-head` the head of a column, by the
column's name; `data-line` the head of a row; `data-column` a text with a line for each row; `data-said` how a
short head is read.

Heads and row numbers are taken off the form, which is background, and written on each sheet.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

SCOPES = {"head": "/Column", "line": "/Row"}


class TextMark(NamedTuple):
    """What a piece of text is within its table: the `head` or `line` of that name, or what is in `column` on
    a row; nothing of it while `kind` is empty. `up` are the steps from it to the table's element."""

    table: str = ""
    kind: str = ""
    name: str = ""
    row: int = 0
    said: str = ""
    up: int = 0


@dataclass(frozen=True, slots=True)
class FormLabel:
    """A head that a form holds: what it is, and the commands that write it."""

    mark: TextMark
    commands: list[Any]


@dataclass(slots=True)
class ReadTable:
    """One table of a sheet while it is gathered: elements of the structure by their place in it."""

    element: Any = None
    heads: list[tuple[TextMark, Any]] = field(default_factory=list)
    lines: list[tuple[TextMark, Any]] = field(default_factory=list)
    cells: dict[tuple[int, str], list[Any]] = field(default_factory=dict)
    old: list[Any] = field(default_factory=list)


def make_tables(
    pdf: Any, pages: Sequence[Any], sheets: Sequence[tuple[str | None, str | None]], top: Any, numbers: Any
) -> None:
    """Make the tables of all sheets. `pages` are WeasyPrint's, `sheets` says for each which form it is and
    which one is under it, `top` is the document's element and `numbers` the structure's texts by page."""
    labels: dict[str, tuple[list[Any], list[FormLabel]]] = {}
    elements = [pdf.objects[number] for number in pdf.pages["Kids"][::3]]
    by_page: dict[Any, list[Any]] = {page.reference: [] for page in elements}
    for child in top["K"]:
        part = _object(pdf, child)
        _find_texts(pdf, part, by_page[part["Pg"]])
    for at, (page, (form, on)) in enumerate(zip(pages, sheets, strict=True)):
        element = elements[at]
        marks: list[TextMark] = []
        _mark(page._page_box, TextMark(), marks)
        texts = by_page.pop(element.reference)
        page._page_box = None  # drawn and tagged: the layout of a large job takes most of its memory
        if len(marks) != len(texts) or not (any(mark.table for mark in marks) or on in labels):
            continue
        content = _object(pdf, element["Contents"])
        if form:
            labels[form] = (content.stream[1:3], _taken_off(content, marks, texts))
            continue
        grids = _gathered(pdf, marks, texts)
        if on in labels:
            scale, heads = labels[on]
            content.stream += [
                *scale,
                *_heads_commands(pdf, element, grids, heads, numbers[2 * at + 1]),
                b"Q",
            ]
        for name, grid in grids.items():
            if grid.heads:
                _make(pdf, grid, f"{at}-{name}")
        content.stream = [b"\n".join(_bytes(command) for command in content.stream)]


def _mark(box: Any, mark: TextMark, marks: list[TextMark]) -> None:
    """Add what each text and picture of a page is, in the order of the tagged structure."""
    box = getattr(box, "_box", box)  # of something placed absolutely
    row = 0
    for child in getattr(box, "children", ()):
        is_line = type(child).__name__ == "LineBox"
        for inner in child.children if is_line else (child,):
            _mark(inner, _stepped(getattr(inner, "_box", inner), mark, row), marks)
        row += is_line
    if type(box).__name__ == "TextBox" or hasattr(box, "replacement"):
        marks.append(mark)


def _stepped(box: Any, mark: TextMark, row: int) -> TextMark:
    """The mark of a box on the `row` of its parent, by the mark of that. Boxes without an element of their
    own carry their parent's."""
    said = getattr(box.element, "attrib", {})
    if not mark.table:
        return TextMark(said.get("data-table", ""))
    up = mark.up + 1
    if not mark.kind:
        for kind in ("head", "line", "column"):
            if f"data-{kind}" in said:
                return TextMark(mark.table, kind, said[f"data-{kind}"], 0, said.get("data-said", ""), up)
    in_column = mark.kind == "column" and not mark.row
    return TextMark(mark.table, mark.kind, mark.name, row + 1 if in_column else mark.row, mark.said, up)


def _find_texts(pdf: Any, element: Any, texts: list[Any]) -> None:
    """Add the elements that hold a text or picture, in order."""
    for kid in element.get("K", ()):
        if isinstance(kid, int):
            texts.append(element)
        else:
            _find_texts(pdf, _object(pdf, kid), texts)


def _taken_off(content: Any, marks: Sequence[TextMark], texts: Sequence[Any]) -> list[FormLabel]:
    """Take heads of columns and rows off a form's content."""
    wanted = {text["K"][0]: mark for mark, text in zip(marks, texts, strict=True) if mark.kind in SCOPES}
    kept: list[Any] = []
    taken: dict[int, list[Any]] = {}
    open_at: int | None = None
    for command in content.stream:
        if command == b"BDC" and kept[-1].get("MCID") in wanted:
            open_at = kept[-1]["MCID"]
            del kept[-2:]
            taken[open_at] = []
        elif open_at is None:
            kept.append(command)
        elif command == b"EMC":
            open_at = None
        else:
            taken[open_at].append(command)
    content.stream[:] = kept
    return [FormLabel(mark, taken[number]) for number, mark in wanted.items()]


def _gathered(pdf: Any, marks: Iterable[TextMark], texts: Iterable[Any]) -> dict[str, ReadTable]:
    grids: dict[str, ReadTable] = {}
    for mark, text in zip(marks, texts, strict=True):
        if not mark.table:
            continue
        grid = grids.setdefault(mark.table, ReadTable())
        above = [text]
        for _step in range(mark.up):
            above.append(_object(pdf, above[-1]["P"]))
        grid.element = above[-1]
        if mark.kind == "column":
            grid.cells.setdefault((mark.row, mark.name), []).append(text)
        elif mark.kind:
            (grid.heads if mark.kind == "head" else grid.lines).append((mark, text))
        if mark.kind and above[-2] not in grid.old:
            grid.old.append(above[-2])
    return grids


def _heads_commands(
    pdf: Any, page: Any, grids: dict[str, ReadTable], labels: Iterable[FormLabel], texts: Any
) -> Iterator[Any]:
    """The commands that write a form's heads on a page, with an element for each head of a table that is
    there; those of the others are background."""
    for label in labels:
        grid = grids.get(label.mark.table)
        if grid is None:
            yield from (b"/Artifact BMC", *label.commands, b"EMC")
            continue
        number = len(texts)
        text = _element(pdf, "Span", page.reference, grid.element, (number,))
        texts.append(text.reference)
        (grid.heads if label.mark.kind == "head" else grid.lines).append((label.mark, text))
        yield from (f"/Span <</MCID {number}>> BDC".encode(), *label.commands, b"EMC")


def _make(pdf: Any, grid: ReadTable, name: str) -> None:
    """Put a table in place of the texts that it is made of."""
    page, kids = grid.element["Pg"], grid.element["K"]
    gone = [old.reference for old in grid.old]
    at = next((at for at, kid in enumerate(kids) if kid in gone), len(kids))
    table = _element(pdf, "Table", page, grid.element)
    kids[at:] = [table.reference, *(kid for kid in kids[at:] if kid not in gone)]
    moved = {id(text) for texts in grid.cells.values() for text in texts}
    moved |= {id(text) for _mark, text in (*grid.heads, *grid.lines)}
    for old in grid.old:
        _clear(pdf, old, moved)
    top = _add(table, _element(pdf, "TR", page, table))
    columns: dict[str, list[Any]] = {}  # the lines of each head
    for mark, text in grid.heads:
        columns.setdefault(mark.name, []).append(text)
    for mark in {mark.name: mark for mark, _text in grid.heads}.values():
        first, *more = columns[mark.name]
        cell = _joined(pdf, "TH", top, (first, *more)) if more else first
        _head(top, mark, cell, name)
    for row, (mark, text) in enumerate(grid.lines, start=1):
        line = _add(table, _element(pdf, "TR", page, table))
        _head(line, mark, text, name)
        for column in list(columns)[1:]:
            cell = _cell(pdf, line, grid.cells.get((row, column), []))
            # Bytes, as a dictionary of its own for each cell takes much memory.
            heads = f"({name}-{mark.name}) ({name}-{column})"
            cell["A"] = f"<</O /Table /Headers [{heads}]>>".encode()


def _cell(pdf: Any, row: Any, texts: Sequence[Any]) -> Any:
    """A row's next cell. A single text is itself the cell, which saves an element."""
    if len(texts) == 1:
        texts[0]["S"] = "/TD"
        return _add(row, texts[0])
    return _add(row, _joined(pdf, "TD", row, texts))


def _joined(pdf: Any, kind: str, row: Any, texts: Sequence[Any]) -> Any:
    """A cell of several texts."""
    cell = _element(pdf, kind, row["Pg"], row, [text.reference for text in texts])
    for text in texts:
        text["P"] = cell.reference
    return cell


def _head(row: Any, mark: TextMark, cell: Any, table: str) -> None:
    import pydyf  # type: ignore[import-untyped]  # has no types

    cell["S"] = "/TH"
    cell["ID"] = f"({table}-{mark.name})".encode()
    cell["A"] = f"<</O /Table /Scope {SCOPES[mark.kind]}>>".encode()
    if mark.said:
        cell["ActualText"] = pydyf.String(mark.said)
    _add(row, cell)


def _clear(pdf: Any, element: Any, moved: set[int]) -> None:
    if id(element) in moved:
        return
    for kid in element["K"]:
        if not isinstance(kid, int):
            _clear(pdf, _object(pdf, kid), moved)
    element.clear()


def _add(parent: Any, element: Any) -> Any:
    parent["K"].append(element.reference)
    element["P"] = parent.reference
    return element


def _element(pdf: Any, kind: str, page: bytes, parent: Any, kids: Sequence[Any] = ()) -> Any:
    import pydyf

    element = pydyf.Dictionary({"Type": "/StructElem", "S": f"/{kind}", "P": parent.reference})
    if kids or kind in ("Table", "TR"):
        element |= {"K": pydyf.Array(kids), "Pg": page}
    pdf.add_object(element)
    return element


def _bytes(command: Any) -> bytes:
    if isinstance(command, bytes):
        return command
    return command.data if hasattr(command, "data") else str(command).encode()


def _object(pdf: Any, reference: bytes) -> Any:
    return pdf.objects[int(reference.split()[0])]
