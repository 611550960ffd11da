"""Addresses that phones in the hall can open."""

from django.conf import settings
from django.http import HttpRequest

from tournament.network import hall_address

HERE_ONLY = ("localhost", "127.", "[::1]")


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
