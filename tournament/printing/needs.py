"""What making PDFs needs on this machine: the extra `papers` (WeasyPrint) and Pango.

Which of them is missing, and how it is added. Neither is loaded to find out.
"""

import ctypes
import sys
from importlib.util import find_spec

from django.utils.translation import gettext as _

from tournament import program

EXTRA = "papers"
# What WeasyPrint opens first, as Linux calls it. Elsewhere the press finds out when it is asked.
PANGO = ("libgobject-2.0.so.0", "libpango-1.0.so.0", "libharfbuzz.so.0", "libpangoft2-1.0.so.0")


def missing() -> str:
    """ "weasyprint" or "pango" where that is known to be missing, else an empty text."""
    if "weasyprint" not in sys.modules and find_spec("weasyprint") is None:
        return "weasyprint"
    return "pango" if sys.platform.startswith("linux") and not _has_pango() else ""


def sentence(what: str) -> str:
    """What is missing, how to add it, and what to do until then; `what` is an answer of `missing`."""
    if what == "weasyprint":
        return _(
            "This machine cannot make PDFs yet: the extra “%(extra)s” is not installed. Add it with "
            "“%(line)s”, or print from the browser."
        ) % {"extra": EXTRA, "line": program.way_to_add(EXTRA)}
    return _(
        "This machine cannot make PDFs yet: it lacks Pango. Install it with “%(line)s”, or print from the "
        "browser."
    ) % {"line": way_to_pango(sys.platform)}


def way_to_pango(system: str) -> str:
    """The line that installs Pango on a system named as in `sys.platform`."""
    if system == "darwin":
        return "brew install pango"
    if system == "win32":
        return "pacman -S mingw-w64-x86_64-pango"
    return "apt-get install libpango-1.0-0 libpangoft2-1.0-0 libharfbuzz-subset0"


def _has_pango() -> bool:
    try:
        for name in PANGO:
            ctypes.CDLL(name)
    except OSError:
        return False
    return True
