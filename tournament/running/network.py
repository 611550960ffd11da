"""The hall's network as `serve` meets it: taking a port, the address that phones can reach, and its QR code.

Nothing here sends a packet: the address is read off the routing table by aiming a datagram socket that is
never used.
"""

import io
import os
import re
import socket
import sys
import webbrowser
from contextlib import suppress
from threading import Thread

import segno

BACKLOG = 1024
# Aims, in order: any place beyond the router (an address reserved for documentation), then the networks a
# laptop makes when it is the hall's hotspot itself and so has no router (Linux, Windows, macOS).
AIMS = ("192.0.2.1", "10.42.0.254", "192.168.137.254", "192.168.2.254")


USUAL = 8000
STEPS = 50  # ports that are tried after one that is taken


class PortError(Exception):
    """The port cannot be had; the message says why and what to do."""


class PortTaken(PortError):
    """Another program has the port; `free` is the next that nobody has."""

    def __init__(self, port: int, free: int) -> None:
        super().__init__(
            f"Port {port} is in use, perhaps by this program in another window. "
            f"Stop that program, or choose another port, for example {free}."
        )
        self.port, self.free = port, free


def read_port(text: str) -> int:
    """A port from what was typed, 1 to 65535; raises PortError for anything else."""
    if not (re.fullmatch("[0-9]{1,5}", text) and 1 <= int(text) <= 65535):
        raise PortError(f"{text!r} is not a port. Choose a number from 1 to 65535, for example 8000.")
    return int(text)


def listen(host: str, port: int) -> socket.socket:
    """A listening socket, taken before anything else is done, so that a taken port is told at once.

    Raises PortError when another program has the port, the system keeps it, or the host is not its own.
    """
    sock = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    try:
        if (
            sys.platform == "win32"
        ):  # there, reusing an address would mean sharing the port with whoever has it
            sock.setsockopt(socket.SOL_SOCKET, socket.SO_EXCLUSIVEADDRUSE, 1)
        else:
            sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        sock.bind((host, port))
        sock.listen(BACKLOG)
    except PermissionError as error:
        sock.close()
        raise PortError(
            f"The system does not let you use port {port}. Choose another, for example 8000."
        ) from error
    except socket.gaierror as error:
        sock.close()
        raise PortError(
            f"{host!r} is not an address. Use 0.0.0.0 for every network, or 127.0.0.1."
        ) from error
    except OSError as error:
        sock.close()
        if not _is_mine(host):
            raise PortError(
                f"This machine has no address {host}. Use 0.0.0.0 for every network, or 127.0.0.1."
            ) from error
        raise PortTaken(port, _next_free(host, port)) from error
    return sock


def _next_free(host: str, port: int) -> int:
    """The first port after this one that can be had now."""
    for other in range(port + 1, min(port + STEPS, 65535) + 1):
        with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as sock, suppress(OSError):
            if sys.platform != "win32":
                sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            sock.bind((host, other))
            return other
    return port + 1 if port < 65535 else USUAL


def _is_mine(host: str) -> bool:
    with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as sock:
        try:
            sock.bind((host, 0))
        except OSError:
            return False
    return True


def hall_address() -> str | None:
    """This machine's address on the hall's network, None without a network."""
    for aim in AIMS:
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as sock:
            try:
                sock.connect((aim, 9))
                address: str = sock.getsockname()[0]
            except OSError:
                continue
        if not address.startswith(("127.", "0.")):
            return address
    return None


def url(address: str, port: int) -> str:
    return f"http://{address}/" if port == 80 else f"http://{address}:{port}/"


def open_browser(address: str) -> Thread | None:
    """Show the address in this machine's browser; return what does it meanwhile, None without a screen.

    Without a screen Linux would give the terminal to a browser of text.
    """
    if sys.platform == "linux" and not {"DISPLAY", "WAYLAND_DISPLAY"} & os.environ.keys():
        return None
    opening = Thread(target=webbrowser.open, args=[address], daemon=True)
    opening.start()
    return opening


def terminal_qr(text: str, encoding: str | None) -> str:
    """The text as a QR code of block characters, light on dark; empty if the terminal cannot show them."""
    out = io.StringIO()
    segno.make(text, micro=False).terminal(out=out, compact=True, border=4)
    try:
        out.getvalue().encode(encoding or "ascii")
    except UnicodeEncodeError:
        return ""
    return out.getvalue()
