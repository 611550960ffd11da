"""What making PDFs needs on this machine beside the program's own libraries: Pango.

Whether it is missing, and how it is added. It is not loaded to find out.
"""

import ctypes
import sys

from django.utils.translation import gettext as _

# What WeasyPrint opens first, as Linux calls it. Elsewhere the press finds out when it is asked.
PANGO = ("libgobject-2.0.so.0", "libpango-1.0.so.0", "libharfbuzz.so.0", "libpangoft2-1.0.so.0")


def lacks_pango() -> bool:
    """Whether Pango is known to be missing."""
    if not sys.platform.startswith("linux"):
        return False
    try:
        for name in PANGO:
            ctypes.CDLL(name)
    except OSError:
        return True
    return False


def sentence() -> str:
    """That Pango is missing, how to add it, and what to do until then."""
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
