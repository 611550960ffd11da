"""The hall's server: waitress, with connections that nobody can hold.

A phone's browser opens six connections and would keep them; a stranger opens thousands and sends a byte now
and then. waitress counts both as busy and then lets nobody in, so its loop does three things more here: it
accepts all who wait at once, ends what takes its sender too long, and when all places are taken, or the
bodies that arrive are too many bytes, the address that has most of them gives some up. So phones of other
addresses get in, a whole hall behind one does, and this machine itself is asked last. While even those are
all being answered, newcomers wait to be accepted. Times are taken from a clock that nobody sets.
"""

import logging
import select
import socket
import time
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from typing import Any
from wsgiref.types import WSGIApplication

from waitress.adjustments import Adjustments
from waitress.channel import HTTPChannel
from waitress.server import TcpWSGIServer

try:
    import resource
except ImportError:  # Windows
    resource = None  # type: ignore[assignment]

HAS_POLL = hasattr(select, "poll")
# Connections, and those beyond for newcomers while others are given up; without poll() 512 can be watched.
PLACES, SPARE = (2_000, 500) if HAS_POLL else (400, 50)
OTHER_FILES = 200  # open files that are no connections: the database, papers, bodies
BODIES = 100 * 1024 * 1024  # bytes of all bodies that are arriving
HERE = ("127.0.0.1", "::1")

# Seconds.
LOOK = 0.5  # between two looks at all connections
NEW = 0.2  # until then no newcomer counts
IDLE = 5  # after an answer, and for the first byte; a phone that asks every ten opens a connection anew
HEAD, BODY = 10, 30  # for a request's head, and for its body
SLOWEST = 50_000  # bytes a second that a body makes progress by; its time grows with what has arrived
ANSWER = 300  # for the sender to take what we answered

OPTIONS: dict[str, Any] = {
    "threads": 8,
    "asyncore_use_poll": HAS_POLL,
    "backlog": 4096,
    "max_request_body_size": 20 * 1024 * 1024,  # above the site's own limit, so that the site answers
    "ident": None,
}


def server(application: WSGIApplication, sock: socket.socket, *, places: int = PLACES) -> "HallServer":
    """A server on a socket that listens; `run()` serves until KeyboardInterrupt."""
    options = Adjustments(sockets=[sock], **OPTIONS)
    options.asyncore_loop_timeout = NEW / 2  # as a keyword it takes whole seconds, which newcomers would wait
    return HallServer(
        application,
        _sock=sock,
        adj=options,
        sockinfo=(sock.family, sock.type, sock.proto, sock.getsockname()),
        bind_socket=False,
        places=min(places, _most_places()),
    )


def _most_places() -> int:
    """As many as the system allows; raises this process's own limit of open files."""
    if resource is None:
        return PLACES
    allowed, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = PLACES + SPARE + OTHER_FILES
    if allowed < wanted and allowed != resource.RLIM_INFINITY:
        wanted = wanted if most == resource.RLIM_INFINITY else min(wanted, most)
        with suppress(ValueError, OSError):  # a system may allow less than it says
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, most))
            allowed = wanted
    return PLACES if allowed == resource.RLIM_INFINITY else max(50, allowed - SPARE - OTHER_FILES)


class HallServer(TcpWSGIServer):  # type: ignore[misc]  # waitress has no types
    """Accepts every connection; `places` of them stay open."""

    active_channels: dict[int, Any]

    def __init__(self, *args: Any, places: int, **kwargs: Any) -> None:
        self.places, self.next_look = places, 0.0
        super().__init__(*args, **kwargs)

    def readable(self) -> bool:
        """Ready to accept while there are places; waitress asks once in each turn of its loop."""
        if time.monotonic() >= self.next_look:
            self.next_look = time.monotonic() + LOOK
            self.look()
        if len(self.active_channels) > self.places:
            self.give_up_above(self.places, _one)
        return bool(self.accepting) and len(self.active_channels) < self.places + SPARE

    def handle_accept(self) -> None:
        """Accept all who wait, of whom waitress takes one in a turn; who finds the queue full waits long."""
        before = -1
        while before < len(self.active_channels) < self.places + SPARE:
            before = len(self.active_channels)
            super().handle_accept()

    def look(self) -> None:
        """Close what waits for too long; note since when each connection does what it does."""
        now = time.monotonic()
        for channel in self.active_channels.values():
            doing, most = _waits_for(channel)
            if doing != getattr(channel, "doing", None):
                channel.doing, channel.since = doing, now
            channel.will_close |= now - channel.since > most
        self.give_up_above(BODIES, _arrived)

    def give_up_above(self, most: int, size: Callable[[HTTPChannel], int]) -> None:
        """Close as many that wait as are too many, of the address with most of them, the oldest first."""
        share: Counter[str] = Counter()
        for channel in self.active_channels.values():
            share[channel.addr[0]] += size(channel)
        excess = share.total() - most
        if excess <= 0:
            return
        last = {address: (address in HERE, -share[address]) for address in share}
        for channel in sorted(self.active_channels.values(), key=lambda one: last[one.addr[0]]):
            is_answered = channel.requests or channel.total_outbufs_len or channel.close_when_flushed
            if excess > 0 and size(channel) and not is_answered and not channel.will_close:
                channel.will_close = True
                excess -= size(channel)


def _one(channel: HTTPChannel) -> int:
    """Counts a connection unless it is new: its request may still be on the way."""
    return int(abs(time.time() - channel.creation_time) > NEW)


def _arrived(channel: HTTPChannel) -> int:
    """Bytes of a body that is arriving."""
    return 0 if channel.request is None else int(channel.request.body_bytes_received)


def _waits_for(channel: HTTPChannel) -> tuple[object, float]:
    """What a connection is doing, which stays the same while it does, and for how many seconds it may."""
    request = channel.request
    if channel.requests:
        return "asked", float("inf")
    if channel.total_outbufs_len:
        return "answer", ANSWER
    if request is None:
        return channel.last_activity, IDLE
    if not request.headers_finished:
        return request, HEAD
    return request, HEAD + BODY + float(request.body_bytes_received / SLOWEST)


def serve_until_stopped(application: WSGIApplication, sock: socket.socket) -> None:
    """Serve until KeyboardInterrupt, then finish requests under way (waitress waits up to 5 s)."""
    logging.getLogger("waitress.queue").setLevel(logging.ERROR)  # phones in a burst queue: no warning
    server(application, sock).run()
