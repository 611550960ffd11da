"""From a paper to its page, and from the page to a PDF.

WeasyPrint needs Pango, a system library. It is imported only when a PDF is asked for, so that a machine
without it still runs the site and prints from the browser.
"""

import mimetypes
from typing import Any
from urllib.parse import unquote, urlsplit

from django.conf import settings
from django.contrib.staticfiles import finders
from django.contrib.staticfiles.storage import staticfiles_storage
from django.template.loader import render_to_string

from tournament.models import Event
from tournament.printing.papers import Choice, Paper

# Papers link to our own static files by path. The host is one that cannot exist, so that nothing is ever
# fetched.
BASE = "http://papers.invalid/"
PANGO = "apt-get install libpango-1.0-0 libpangoft2-1.0-0 libharfbuzz-subset0"


class PdfUnavailable(Exception):
    """Pango is not installed on this machine."""


def page(paper: Paper, event: Event, choice: Choice, *, for_screen: bool = True) -> str:
    """The paper as HTML; in a browser with a bar that prints it. Raises `NotPrintable`."""
    values: dict[str, Any] = paper.values(event, choice)
    context = {"event": event, "paper": paper, "choice": choice, "for_screen": for_screen}
    return render_to_string(paper.template, context | values)


def pdf(paper: Paper, event: Event, choice: Choice) -> bytes:
    """The paper as a PDF. Raises `NotPrintable`, and `PdfUnavailable` where Pango is missing."""
    html = page(paper, event, choice, for_screen=False)
    try:
        import weasyprint
    except OSError as error:
        raise PdfUnavailable from error
    document = weasyprint.HTML(string=html, base_url=BASE, url_fetcher=_fetcher(weasyprint))
    return document.write_pdf(pdf_tags=True)


def _fetcher(weasyprint: Any) -> Any:
    """Our own static files, and nothing else."""

    class StaticFiles(weasyprint.urls.URLFetcher):
        def fetch(self, url: str, headers: Any = None) -> Any:
            path = unquote(urlsplit(url).path)
            prefix = urlsplit(settings.STATIC_URL).path
            if not url.startswith(BASE) or not path.startswith(prefix):
                raise ValueError(f"A paper may not fetch {url}")
            content = _static_file(path.removeprefix(prefix))
            kind = mimetypes.guess_type(path)[0] or "application/octet-stream"
            return weasyprint.urls.URLFetcherResponse(url, body=content, headers={"Content-Type": kind})

    return StaticFiles(fail_on_errors=True)


def _static_file(name: str) -> bytes:
    """A static file as collected, or from where it is kept while developing."""
    if staticfiles_storage.exists(name):
        with staticfiles_storage.open(name) as file:
            return file.read()
    found = finders.find(name)
    if found is None:
        raise ValueError(f"There is no static file {name}")
    with open(found, "rb") as file:
        return file.read()
