"""Which sites may show an event's or a season's results in a frame: the addresses of sites, checked."""

import re
from urllib.parse import urlsplit

from django.utils.translation import gettext as _

from tournament.services.errors import Refused

MOST_SITES = 5
LONGEST_SITES = 500
HOST = re.compile(r"(?=.{4,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]([a-z0-9-]{0,61}[a-z0-9])")


def checked_sites(typed: str) -> str:
    """The sites as browsers compare them, such as `https://www.ourclub.org`, with a space between.

    Names with letters beyond a to z become what the net calls them. Raises `Refused` for anything but the
    address of a site: its contents go into a header that says whom a browser may let frame a page.
    """
    sites: list[str] = []
    for one in re.split(r"[\s,;]+", typed.strip()):
        if one and (site := _checked_site(one)) not in sites:
            sites.append(site)
    if len(sites) > MOST_SITES or len(" ".join(sites)) > LONGEST_SITES:
        raise Refused("too-many-sites", _("Name %d sites at most.") % MOST_SITES, "framed_on")
    return " ".join(sites)


def _checked_site(typed: str) -> str:
    try:
        parts = urlsplit(typed)
        host, port = (parts.hostname or "").encode("idna").decode("ascii"), parts.port
    except (ValueError, UnicodeError):
        raise _no_site(typed) from None
    if parts.scheme == "http":
        message = _("“%(site)s” must begin with https://, or browsers won’t show our pages on it.")
        raise Refused("site-not-https", message % {"site": typed}, "framed_on")
    if parts.scheme != "https" or "@" in parts.netloc or not HOST.fullmatch(host):
        raise _no_site(typed)
    site = f"https://{host}" + (f":{port}" if port not in (None, 443) else "")
    if parts.path not in ("", "/") or parts.query or parts.fragment:
        message = _("Write the site alone, without the page after it: %(site)s")
        raise Refused("site-with-page", message % {"site": site}, "framed_on")
    return site


def _no_site(typed: str) -> Refused:
    message = _("“%(site)s” is no address of a site. Write it as https://www.ourclub.org.")
    return Refused("no-site", message % {"site": typed}, "framed_on")
