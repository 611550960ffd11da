"""Turn a paper's HTML into a PDF with WeasyPrint. Does not import Django, to keep the process small.

What sheets have in common (lines, headings, boxes) is a *form*: it is laid out once and stamped under each
sheet that names it, which is several times faster. WeasyPrint needs Pango, a system library, and is imported
only when needed.

    python -m tournament.printing.press paper.html paper.pdf
"""

import errno
import gc
import logging
import mimetypes
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterable
from contextlib import suppress
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

from tournament.running import program

STATIC = Path(__file__).resolve().parent.parent / "static" / "tournament"
# Papers name our files by path. This host cannot exist, so nothing is ever fetched from elsewhere.
BASE = "http://papers.invalid/"
NO_PANGO, NO_ROOM = 3, 4  # exit statuses
PART = "\n<!-- next paper -->\n"  # between the papers of a kit
VARIANT = "pdf/ua-1"
FULL = (errno.ENOSPC, errno.EDQUOT)
PICTURE_DPI = 70

Progress = Callable[[int], None]


class PangoMissing(Exception):
    """No PDF can be made on this machine: it lacks Pango."""


def press(html: str, progress: Progress | None = None) -> bytes:
    """Make the PDF, tagged for PDF/UA. `progress` is called with the number of pages laid out so far.

    Sections of class `sheet` are one page each. One with `data-form` is a form and is not itself printed;
    one with `data-on` gets the form of that name under it. Several papers, with `PART` between them, become
    one PDF named like the first. Raises `PangoMissing`.
    """
    os.environ |= program.typeface_environment()
    try:
        import weasyprint
        from weasyprint.text.fonts import FontConfiguration
    except OSError as error:
        raise PangoMissing(str(error)) from error
    fonts, fetcher = FontConfiguration(), _fetcher(weasyprint)
    sheets: list[tuple[str | None, str | None]] = []
    documents: list[Any] = []
    gc.freeze()  # collecting searches only what a layout leaves
    both_sides = False
    for part in html.split(PART):
        if progress:
            _follow(progress, sum(len(document.pages) for document in documents))
        paper = weasyprint.HTML(string=part, base_url=BASE, url_fetcher=fetcher)
        sheets += _forms_of(paper, f"{len(documents)}-")
        both_sides = paper.etree_element.find(".//meta[@name='paper-sides'][@content='both']") is not None
        documents.append(paper.render(font_config=fonts, pdf_variant=VARIANT))
        del paper
        gc.collect()  # a layout leaves much behind, and this process collects nothing by itself
    whole = documents[0]
    if len(documents) > 1:
        whole = whole.copy([page for document in documents for page in document.pages])
        both_sides = False  # a stack of several papers is printed in one go

    def finisher(_document: Any, pdf: Any) -> None:
        if any(form for form, _on in sheets):
            stamp(pdf, sheets)
        prefer_printing(pdf, both_sides=both_sides)

    pdf: bytes = whole.write_pdf(pdf_variant=VARIANT, finisher=finisher)
    gc.unfreeze()
    return pdf


def _forms_of(paper: Any, prefix: str) -> list[tuple[str | None, str | None]]:
    """For each sheet of a paper which form it is and which it is on, by names that no other paper has."""

    def named(name: str | None) -> str | None:
        return prefix + name if name else None

    return [
        (named(element.get("data-form")), named(element.get("data-on")))
        for element in paper.etree_element.iter("section")
        if "sheet" in (element.get("class") or "").split()
    ]


def prefer_printing(pdf: Any, *, both_sides: bool) -> None:
    """Ask the reader's print dialogue for actual size and, unless the paper has two sides, for one side:
    cards printed on both sides of a sheet are lost when it is cut."""
    import pydyf  # type: ignore[import-untyped]  # has no types

    preferences = pdf.catalog.setdefault("ViewerPreferences", pydyf.Dictionary())
    preferences["PrintScaling"] = "/None"
    preferences["Duplex"] = "/DuplexFlipLongEdge" if both_sides else "/Simplex"


# --- forms ------------------------------
def stamp(pdf: Any, sheets: Iterable[tuple[str | None, str | None]]) -> None:
    """Turn form pages into reusable drawings and put them under the pages that name them.

    `sheets` says for each page which form it is, and which form it is on. In the tagged structure forms are
    background (artifacts); screen readers read only what is written on them.
    """
    import pydyf

    numbers = pdf.pages["Kids"][::3]
    pages = [pdf.objects[number] for number in numbers]
    drawings: dict[str, str] = {}
    kept: list[Any] = []
    dropped: set[bytes] = set()
    for page, (form, on) in zip(pages, sheets, strict=True):
        content = _object(pdf, page["Contents"])
        if form:
            extra = {
                "Type": "/XObject",
                "Subtype": "/Form",
                "BBox": page["MediaBox"],
                "Resources": page["Resources"],
            }
            drawing = pydyf.Stream(_unmarked(content.stream), extra, compress=content.compress)
            pdf.add_object(drawing)
            name = drawings[form] = f"form-{form}"
            _object(pdf, page["Resources"])["XObject"][name] = drawing.reference
            dropped.add(page.reference)
            content.stream = []
            page.clear()  # keeps the object in the file's list, but empty
            continue
        kept.append(page)
        if on:
            content.stream[:0] = [b"/Artifact BMC", f"/{drawings[on]} Do".encode(), b"EMC"]
    pdf.pages["Kids"] = pydyf.Array([part for page in kept for part in (page.number, 0, "R")])
    pdf.pages["Count"] = len(kept)
    _untag(pdf, dropped, {place for place, (form, _) in enumerate(sheets) if form})


def _object(pdf: Any, reference: bytes) -> Any:
    return pdf.objects[int(reference.split()[0])]


def _unmarked(commands: Iterable[Any]) -> list[Any]:
    """A page's commands without the marks that link them to the tagged structure."""
    kept: list[Any] = []
    for command in commands:
        if command == b"BMC":
            kept.pop()
        elif command == b"BDC":
            del kept[-2:]
        elif command != b"EMC":
            kept.append(command)
    return kept


def _untag(pdf: Any, pages: set[bytes], places: set[int]) -> None:
    """Remove the contents of these pages from the tagged structure."""
    root = _object(pdf, pdf.catalog["StructTreeRoot"])
    top = _object(pdf, root["K"][0])
    top["K"][:] = [child for child in top["K"] if _object(pdf, child).get("Pg") not in pages]
    numbers = _object(pdf, root["ParentTree"])["Nums"]
    pairs = list(zip(numbers[::2], numbers[1::2], strict=True))
    numbers[:] = [part for pair in pairs if pair[0] not in places for part in pair]


# --- files and progress ------------------------------
def _fetcher(weasyprint: Any) -> Any:
    """A fetcher for the papers' own style sheets, fonts and pictures only."""

    class StaticFiles(weasyprint.urls.URLFetcher):  # type: ignore[misc]  # WeasyPrint has no types
        def fetch(self, url: str, headers: Any = None) -> Any:
            if url.startswith("data:"):
                return super().fetch(url, headers)
            path = (STATIC / unquote(urlsplit(url).path).lstrip("/")).resolve()
            if not url.startswith(BASE) or not path.is_relative_to(STATIC):
                raise ValueError(f"A paper may not fetch {url}")
            kind = mimetypes.guess_type(path.name)[0] or "application/octet-stream"
            return weasyprint.urls.URLFetcherResponse(
                url, body=path.read_bytes(), headers={"Content-Type": kind}
            )

    return StaticFiles(fail_on_errors=True)


def _follow(progress: Progress, before: int = 0) -> None:
    """Call `progress` whenever WeasyPrint logs that it lays out a page, after so many of earlier papers."""

    class Pages(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            if "layout - Page" in str(record.msg):
                progress(before + int(record.args[0]))  # type: ignore[index,arg-type]

    logger = logging.getLogger("weasyprint.progress")
    logger.handlers = [Pages()]
    logger.setLevel(logging.INFO)
    logger.propagate = False


def main(source: Path, target: Path) -> int:
    """Press one file, with its progress in a file beside it; the PDF appears whole or not at all.

    A target that ends in `.png` gets a picture of the first page instead, drawn by Poppler.
    """
    if hasattr(os, "nice"):
        os.nice(10)  # lower priority than the site
    gc.disable()  # the process is short-lived, and collecting takes a fifth of its time
    try:
        pdf = press(source.read_text(encoding="utf-8"), lambda page: _tell(target, page))
        whole = _beside(target, "part")
        whole.write_bytes(_picture(pdf) if target.suffix == ".png" else pdf)
    except PangoMissing as error:
        print(error, file=sys.stderr)
        return NO_PANGO
    except OSError as error:
        if error.errno not in FULL:
            raise
        print(error, file=sys.stderr)
        return NO_ROOM
    whole.replace(target)
    for end in ("pages", "log", "begun", "public", "html"):  # the ticket last, as it is locked until then
        with suppress(OSError):  # on Windows a log that is open cannot be deleted
            _beside(target, end).unlink(missing_ok=True)
    return 0


def _beside(target: Path, end: str) -> Path:
    return target.with_name(f"{target.name}.{end}")


def _tell(target: Path, page: int) -> None:
    part = _beside(target, "count")
    part.write_text(str(page))
    part.replace(_beside(target, "pages"))


def _picture(pdf: bytes) -> bytes:
    poppler = shutil.which("pdftoppm")
    if poppler is None:
        raise FileNotFoundError(
            "pdftoppm, which draws pictures of papers, is not installed (Debian: poppler-utils)"
        )
    command = [poppler, "-png", "-r", str(PICTURE_DPI), "-f", "1", "-l", "1", "-singlefile", "-"]
    drawn = subprocess.run(command, input=pdf, capture_output=True, check=True)  # noqa: S603  fixed words
    return drawn.stdout


if __name__ == "__main__":
    logging.getLogger("weasyprint").addHandler(logging.StreamHandler())
    sys.exit(main(Path(sys.argv[1]), Path(sys.argv[2])))
