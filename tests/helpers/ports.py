"""Ports for servers of tests."""

import itertools
import os
import socket
from contextlib import closing

# Below those that systems give to connections, so that nobody is handed one between asking and
# listening; each worker of pytest begins elsewhere.
FIRST, LAST = 20_000, 31_000
_next = itertools.count(os.getpid() * 97)


def free_port(host: str = "127.0.0.1") -> int:
    """One that nobody has, and that no other test of this run is given."""
    while True:
        port = FIRST + next(_next) % (LAST - FIRST)
        with closing(socket.socket()) as tried:
            try:
                tried.bind((host, port))
            except OSError:
                continue
            return port
