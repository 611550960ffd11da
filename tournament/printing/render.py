"""Render a paper as one HTML document: for the press, or for a browser, with a print bar."""

from typing import Any

from django.template.loader import render_to_string

from tournament.languages import spoken_at
from tournament.models import Event
from tournament.printing.fit import fit
from tournament.printing.paper import Paper, PrintChoice, Printout

HEADING_SIZES = (19, 17, 15, 13, 11.5, 10)
HEADING_MARGINS = 24.0  # mm, both sides together


def page(paper: Paper, event: Event, choice: PrintChoice, printout: Printout) -> str:
    """The paper with these contents for a browser, each form drawn on every sheet."""
    with spoken_at(event):
        return _render(paper, event, choice, printout, for_press=False)


def source(
    paper: Paper,
    event: Event,
    choice: PrintChoice,
    printout: Printout | None = None,
    *,
    first_only: bool = False,
) -> str:
    """The paper for the press, with each form once, for stamping; its contents are read if they are not
    given. Raises `NotPrintable`."""
    printout = printout or paper.make(event, choice)
    with spoken_at(event):
        return _render(paper, event, choice, printout, for_press=True, first_only=first_only)


def _render(
    paper: Paper,
    event: Event,
    choice: PrintChoice,
    printout: Printout,
    *,
    for_press: bool,
    first_only: bool = False,
) -> str:
    wide = any(sheet.wide for sheet in printout.sheets)
    width = (choice.size.height if wide else choice.size.width) - HEADING_MARGINS
    context: dict[str, Any] = {
        "event": event,
        "heading": fit(event.name, width, HEADING_SIZES, bold=True),
        "paper": paper,
        "choice": choice,
        "for_press": for_press,
        **printout.shared,
    }
    forms = {
        name: render_to_string(f"print/{paper.form}.html", context | {"form": shown})
        for name, shown in printout.forms.items()
    }
    sheets = printout.sheets[:1] if first_only else printout.sheets
    # A single sheet with nothing but its form is read aloud, and has nothing to be stamped under.
    first = printout.sheets[0]
    read = len(printout.sheets) == 1 and bool(first.form) and not any(first.shows)
    context |= {
        "forms": forms,
        "sheets": [(sheet, forms.get(sheet.form, ""), printout.forms.get(sheet.form)) for sheet in sheets],
        "template": f"print/{paper.template}.html",
        "count": len(printout.sheets),
        "read": read,
        "stamped": for_press and not read,
    }
    return render_to_string("print/base.html", context)
