"""The hall's server: waitress, with connections that nobody can hold and bodies that nobody can pile up.

A phone's browser opens six connections and would keep them; a stranger opens a thousand and sends a byte now
and then. So a connection ends soon after its last answer, a request has to arrive in a bounded time, and when
all places are taken the address that has most of them gives some up: phones of other addresses always get in,
and so does a whole hall behind one. While even those are all being answered, newcomers wait to be accepted.
A body is received only as far as its page takes one (`refusals`), a large one only from somebody who is
signed in; the rest is read and thrown away, so that its sender reads the site's sentence. Times are taken
from a clock that nobody sets.

waitress has no setting for any of this, so these of its insides are ours, and no others
(`tests/web/test_hall_server.py` fails if a new waitress writes them differently):

- `HTTPRequestParser.parse_header`: only there is a body's size known before its first byte is kept;
- `HTTPChannel.received`, `service`, `handle_close`: when a connection began to wait, and what it still holds;
- `TcpWSGIServer.readable`, `handle_accept`: asked in each turn of its loop, they count and close connections.
"""

import copy
import io
import logging
import select
import socket
import time
from collections import Counter
from contextlib import suppress
from functools import partial
from http.cookies import CookieError, SimpleCookie
from threading import Lock
from typing import Any
from wsgiref.types import WSGIApplication

from django.conf import settings
from django.contrib.auth import SESSION_KEY
from django.contrib.sessions.backends.db import SessionStore
from django.db import DatabaseError, connection
from waitress.adjustments import Adjustments
from waitress.channel import HTTPChannel
from waitress.parser import HTTPRequestParser, ParsingError
from waitress.receiver import FixedStreamReceiver
from waitress.server import TcpWSGIServer

from tournament.web.refusals import BUSY, SMALL, most_taken

try:
    import resource
except ImportError:  # Windows
    resource = None  # type: ignore[assignment]

HAS_POLL = hasattr(select, "poll")
THREADS = 8
FEWEST, MOST = 450, 4_000  # connections; Windows has no poll() and can watch 512
OTHER_FILES = 200  # open files that are no connections: the database, papers, bodies
GIVEN_UP = 16  # connections at a time, when all places are taken
SPARE = 32  # connections beyond the places, for newcomers while those given up are closed
MOST_UPLOADS, EACH_UPLOADS = 8, 2  # bodies above the usual size at once: of all, and of one address

# Seconds. A phone that asks every ten opens a connection anew: a millisecond, and its place is free before.
LOOK = 0.5  # between two looks for overdue connections; a new one is left alone for as long
IDLE = 5  # after an answer
AFTER_FILE = 1.5  # after a style sheet or script, which a page loads over several connections at once
HEADERS = 10  # for the head of a request, and for its first byte
BODY, UPLOAD = 30, 10  # for a usual body, and for the first bytes of a large one, which holds a place
SLOWEST = 50_000  # bytes a second that a body makes progress by; the time grows with what has arrived
ANSWER = 300  # for the sender to take what we answered

OPTIONS: dict[str, Any] = {
    "threads": THREADS,
    "asyncore_use_poll": HAS_POLL,
    "max_request_body_size": 20 * 1024 * 1024,  # above the site's own limit, so that the site answers
    "ident": None,
}
MARK = "X_LEFT_OUT"


def server(application: WSGIApplication, sock: socket.socket, *, most: int | None = None) -> "HallServer":
    """A server on a socket that listens; `run()` serves until KeyboardInterrupt."""
    options = Adjustments(sockets=[sock], **OPTIONS)
    options.uploads = Uploads()
    return HallServer(
        application,
        _sock=sock,
        adj=options,
        sockinfo=(sock.family, sock.type, sock.proto, sock.getsockname()),
        bind_socket=False,
        most=most or most_connections(),
    )


def most_connections() -> int:
    """As many as are useful and the system allows; raises this process's own limit of open files."""
    if resource is None or not HAS_POLL:
        return FEWEST
    allowed, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MOST + OTHER_FILES
    if allowed != resource.RLIM_INFINITY and allowed < wanted:
        if most != resource.RLIM_INFINITY:
            wanted = min(wanted, most)
        with suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, most))
            allowed = wanted
    return MOST if allowed == resource.RLIM_INFINITY else max(50, min(MOST, allowed - OTHER_FILES))


def _with_most(size: int, options: Any) -> Any:
    """The server's options with a smaller largest body."""
    options = copy.copy(options)
    options.max_request_body_size = size
    return options


class Uploads:
    """The places for large bodies that are being received or read, by the address that has them."""

    def __init__(self) -> None:
        self._taken: Counter[str] = Counter()
        self._lock = Lock()

    def take(self, address: str) -> bool:
        """Take a place; whether there was one."""
        with self._lock:
            if self._taken.total() >= MOST_UPLOADS or self._taken[address] >= EACH_UPLOADS:
                return False
            self._taken[address] += 1
            return True

    def give_back(self, address: str) -> None:
        with self._lock:
            self._taken[address] -= 1


def is_signed_in(key: str) -> bool:
    """Whether this is the key of a session in which somebody is signed in."""
    try:
        return SESSION_KEY in SessionStore(key)
    except DatabaseError:
        return False
    finally:
        connection.close()  # asked rarely, and nothing may be held open by the thread that serves all


class Nowhere:
    """Where a body goes that is received and not kept."""

    def __init__(self) -> None:
        self.length = 0

    def append(self, data: bytes) -> None:
        self.length += len(data)

    def __len__(self) -> int:
        return self.length

    def getfile(self) -> io.BytesIO:
        return io.BytesIO()

    def close(self) -> None:
        pass


class HallRequest(HTTPRequestParser):  # type: ignore[misc]  # waitress has no types
    """A request whose body is kept only if its page takes one of that size."""

    adj: Any
    path = ""  # of a head that cannot be read
    is_upload = False

    def __init__(self, adj: Any, address: str = "") -> None:
        super().__init__(adj)
        self.address = address

    def parse_header(self, header_plus: bytes) -> None:
        """Read the head, then decide where the body goes."""
        try:
            super().parse_header(header_plus)
        except ValueError as problem:  # such as an address that is none: answered like any other bad head
            raise ParsingError(str(problem)) from problem
        self.headers.pop(MARK, None)  # ours alone
        if self.chunked:  # no browser sends a form so; its size is known only afterwards
            self.adj = _with_most(SMALL, self.adj)
        elif self.content_length > SMALL and self.body_rcv is not None:
            if self.content_length > (most_taken(self.path) if self._is_signed_in() else SMALL):
                self._throw_away()
            elif self.adj.uploads.take(self.address):
                self.is_upload = True
            else:
                self.headers[MARK] = BUSY
                self._throw_away()

    def close(self) -> None:
        """Give back what the request holds."""
        if self.is_upload:
            self.is_upload = False
            self.adj.uploads.give_back(self.address)
        super().close()

    def _throw_away(self) -> None:
        self.body_rcv = FixedStreamReceiver(self.content_length, Nowhere())

    def _is_signed_in(self) -> bool:
        with suppress(CookieError):
            cookie = SimpleCookie(self.headers.get("COOKIE", "")).get(settings.SESSION_COOKIE_NAME)
            return cookie is not None and is_signed_in(cookie.value)
        return False


class HallChannel(HTTPChannel):  # type: ignore[misc]  # waitress has no types
    """A connection, and since when it has been waiting for what comes next."""

    requests: list[Any]
    has_answered = False
    was_file = False

    def __init__(self, server: Any, sock: Any, address: Any, *args: Any, **kwargs: Any) -> None:
        self.since = time.monotonic()
        self.parser_class = partial(HallRequest, address=str(address[0]))
        super().__init__(server, sock, address, *args, **kwargs)

    def received(self, data: bytes) -> bool:
        """Take what arrived; the time of a request begins with its first byte."""
        before = self.request
        if before is None:
            self.since = time.monotonic()
        taken = bool(super().received(data))
        if self.request is not before:
            self.since = time.monotonic()
        return taken

    def service(self) -> None:
        """Answer a request; from then on the connection waits for the next one.

        Whatever goes wrong, no request stays behind: a connection that has one is never closed.
        """
        try:
            self.was_file = self.requests[0].path.startswith(settings.STATIC_URL)
            super().service()
        except Exception:
            self.logger.exception("A request could not be answered")
            with self.requests_lock:
                for request in self.requests:
                    request.close()
                self.requests = []
            self.will_close = True
            self.server.pull_trigger()
        self.has_answered, self.since = True, time.monotonic()

    def handle_close(self) -> None:
        """Close, and let go of a request that never arrived whole."""
        if self.request is not None:
            self.request.close()
        super().handle_close()

    @property
    def is_waiting(self) -> bool:
        """Whether nothing is lost if it is closed: nothing is being answered, nothing is still to be sent."""
        return not (self.requests or self.total_outbufs_len or self.will_close or self.close_when_flushed)

    @property
    def patience(self) -> float:
        """The seconds that it may wait as it does now."""
        request = self.request
        if request is None:
            if not self.has_answered:
                return HEADERS
            return AFTER_FILE if self.was_file else IDLE
        if not request.headers_finished:
            return HEADERS
        return (UPLOAD if request.is_upload else BODY) + float(request.body_bytes_received / SLOWEST)

    def is_overdue(self, now: float) -> bool:
        """Whether it waited too long for its sender."""
        if self.requests:
            return False
        return now - self.since > (ANSWER if self.total_outbufs_len else self.patience)


class HallServer(TcpWSGIServer):  # type: ignore[misc]  # waitress has no types
    """Accepts every connection; `most` of them stay open."""

    channel_class = HallChannel

    def __init__(self, *args: Any, most: int, **kwargs: Any) -> None:
        self.most, self.next_look = most, 0.0
        super().__init__(*args, **kwargs)

    def readable(self) -> bool:
        """Ready to accept while there are places; waitress asks once in each turn of its loop."""
        now = time.monotonic()
        if now >= self.next_look:
            self.next_look = now + LOOK
            for channel in self.active_channels.values():
                if channel.is_overdue(now):
                    channel.will_close = True
            if len(self.active_channels) >= self.most:
                self.make_room()
        return bool(self.accepting) and len(self.active_channels) < self.most + SPARE

    def handle_accept(self) -> None:
        """Accept a connection, and make room for the next one if all places are taken."""
        super().handle_accept()
        if len(self.active_channels) >= self.most:
            self.make_room()

    def make_room(self) -> None:
        """Close some that wait: of the address with most of them, those in the middle of a request first."""
        share = Counter(channel.addr[0] for channel in self.active_channels.values())
        new = time.monotonic() - LOOK
        waiting = [one for one in self.active_channels.values() if one.is_waiting and one.since < new]
        waiting.sort(key=lambda one: (-share[one.addr[0]], one.request is None, one.since))
        for channel in waiting[:GIVEN_UP]:
            channel.will_close = True


def serve_until_stopped(application: WSGIApplication, sock: socket.socket) -> None:
    """Serve until KeyboardInterrupt, then finish requests under way (waitress waits up to 5 s)."""
    # A burst of phones queues requests: not worth a warning.
    logging.getLogger("waitress.queue").setLevel(logging.ERROR)
    server(application, sock).run()
