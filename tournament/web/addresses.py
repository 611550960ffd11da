"""Addresses: the client's behind our own proxies, and those of pages that phones in the hall can open."""

import re
from ipaddress import IPv6Address, ip_address, ip_network

from django.conf import settings
from django.http import HttpRequest
from django.utils.crypto import salted_hmac

from tournament.running.network import hall_address

HERE_ONLY = ("localhost", "127.", "[::1]")
UNKNOWN = "0.0.0.0"  # noqa: S104  nobody's address
PORT = re.compile(r"(\[.+\]|[0-9.]+):[0-9]+")


def client_address(request: HttpRequest) -> str:
    """The address that the outermost of our own proxies saw.

    Entries further left in X-Forwarded-For were written by the client and prove nothing. Some proxies write a
    port behind the address, or a word where they know none.
    """
    address = request.META.get("REMOTE_ADDR") or "127.0.0.1"  # none over a socket file
    if most := settings.TRUSTED_PROXIES:
        seen = request.META.get("HTTP_X_FORWARDED_FOR", "").split(",")
        seen = [part.strip() for part in seen if part.strip()]
        address = seen[-most] if len(seen) >= most else address
    with_port = PORT.fullmatch(address)
    try:
        return str(ip_address((with_port[1] if with_port else address).strip("[]")))
    except ValueError:
        return UNKNOWN


def is_this_machine(request: HttpRequest) -> bool:
    """Whether the browser or program that asks runs on the site's own machine."""
    return ip_address(client_address(request)).is_loopback


def mark_of_address(request: HttpRequest, purpose: str) -> str:
    """A keyed mark of the client's address, another one for each purpose, from which nobody gets it back.

    A household has a whole network of IPv6 addresses: the mark is of its first half.
    """
    address = network_of(client_address(request))
    return salted_hmac("tournament.address", f"{purpose} {address}").hexdigest()[:20]


def network_of(address: str) -> str:
    """What one household or phone has: its address, or of IPv6 all addresses of its network of 64 bits.

    >>> network_of("192.168.1.20"), network_of("2001:db8:1:2:3:4:5:6")
    ('192.168.1.20', '2001:db8:1:2::')
    """
    known = ip_address(address)
    if not isinstance(known, IPv6Address):
        return address
    return str(known.ipv4_mapped or ip_network((known, 64), strict=False).network_address)


def for_phones(request: HttpRequest, path: str) -> str:
    """The full address of a page as phones can open it.

    A director at the hall's laptop browses "localhost"; phones need the laptop's address on the network.
    """
    host = request.get_host()
    if settings.PROFILE == "hall" and host.startswith(HERE_ONLY) and (address := hall_address()):
        _name, colon, port = host.rpartition(":")
        return f"http://{address}{f':{port}' if colon and port.isdigit() else ''}{path}"
    return request.build_absolute_uri(path)


def for_this_machine_only(address: str) -> bool:
    """Whether a phone could not open this address."""
    return address.partition("://")[2].startswith(HERE_ONLY)
