"""Pages that a club's own site may show in a frame: their headers, and the line of HTML that frames them.

Every other page forbids all frames (`settings`); a browser shows these in frames of the named sites only.
"""

from django.http import HttpRequest, HttpResponse
from django.utils.html import format_html
from django.utils.safestring import SafeString

from tournament.web.hall_urls import for_phones


def framed_on(answer: HttpResponse, sites: str) -> HttpResponse:
    """The answer, to be shown in frames of these sites and no others; `sites` has a space between them.

    An answer “unchanged” (304) needs the headers, too: browsers renew what they kept by it.
    """
    answer._csp_replace = {"frame-ancestors": sites.split()}  # type: ignore[attr-defined]  # django-csp's
    answer.xframe_options_exempt = True  # that header can name no site
    return answer


def frame_line(request: HttpRequest, path: str, title: str) -> SafeString:
    """The line of HTML by which a site shows the page at `path`; `title` is what screen readers say of it."""
    line = '<iframe src="{}" title="{}" width="100%" height="480" loading="lazy" style="border: 0"></iframe>'
    return format_html(line, for_phones(request, path), title)
