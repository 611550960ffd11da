"""Connections of a hall's server: phones get in, nobody holds one by waiting, bodies fill no disk."""

import errno
import socket
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress

import pytest
from django.core.handlers.wsgi import WSGIHandler
from waitress import wasyncore

from tournament.web import hall_server

HEAD = b"POST /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: %d\r\n\r\n"
LAPTOP, PHONE, STRANGER = "127.0.0.1", "127.0.0.2", "127.0.0.3"
MB = 1024 * 1024


@pytest.mark.parametrize("begun", [b"GET / HTTP/1.1\r\nX-Slow: ", HEAD % 1000], ids=["head", "body"])
def test_a_byte_now_and_then_does_not_hold_a_connection(monkeypatch, begun):
    for name, seconds in {"HEAD": 0.6, "BODY": 0.2, "LOOK": 0.05}.items():
        monkeypatch.setattr(hall_server, name, seconds)
    with running() as (port, server), connect(port) as slow:
        slow.sendall(begun)
        until(lambda: server.active_channels)
        with suppress(OSError):
            for _ in range(300):
                slow.sendall(b"a")
                time.sleep(0.1)
        assert not server.active_channels


MALFORMED = [
    b"GET /\xc3\xa9 HTTP/1.1\r\nHost: x\r\n\r\n",
    b"GET / HTTP/1.1\r\nTransfer-Encoding: odd\r\n\r\n",
    b"GET / HTTP/1.1\r\nA: " + b"x" * 300_000 + b"\r\n\r\n",
    b"GET http://[ HTTP/1.1\r\nHost: x\r\n\r\n",
    b"\x16\x03\x01\x02\r\n\r\n",
]


def test_malformed_requests_keep_no_connection():
    """Each left a connection that nothing ever closed."""
    with running() as (port, server):
        for number, ask in enumerate(MALFORMED * 10):
            with connect(port) as one, suppress(ConnectionError):
                one.sendall(ask)
                if number % 2:  # others leave before the answer
                    assert one.recv(100)[9:10] in (b"4", b"5", b"")
        until(lambda: not server.active_channels)


def test_phones_and_the_laptop_stay_while_one_device_takes_every_place():
    """905 slow sockets from one device closed the site for 100 s."""
    with running(places=60) as (port, _server):
        ours = [connect(port, address) for address in [PHONE] * 5 + [LAPTOP] * 40]
        for strangers in (30, 600):
            assert all(answered(one) for one in ours)
            slow = [connect(port, STRANGER) for _ in range(strangers)]
            for one in slow:
                with suppress(OSError):
                    one.sendall(b"GET / HTTP/1.1\r\nX-Slow: ")
        ours += [connect(port, PHONE), connect(port, LAPTOP)]
        assert all(answered(one) for one in ours)


def test_a_whole_hall_behind_one_address_gets_in():
    """A share per address must not shut out a hall whose router shows one address."""
    with running(places=60) as (port, _server):
        for _phone in range(40):
            six = [connect(port) for _ in range(6)]
            assert all(answered(one) for one in six)


def test_no_answer_under_way_is_cut_for_newcomers_who_wait_to_be_accepted(monkeypatch):
    monkeypatch.setattr(hall_server, "SPARE", 8)
    go, asking = threading.Event(), []
    with running(places=10, wait=go) as (port, server):
        for _ in range(60):
            asking.append(connect(port))
            asking[-1].sendall(b"GET / HTTP/1.1\r\n\r\n")
        until(lambda: sum(bool(one.requests) for one in list(server.active_channels.values())) == 18)
        time.sleep(2 * hall_server.NEW)
        go.set()
        assert all(one.recv(100).startswith(b"HTTP/1.1 200") for one in asking)


def test_bodies_that_arrive_fill_no_disk_and_the_laptop_s_file_comes_through(monkeypatch):
    """20 connections filled 363 MB of temporary files."""
    monkeypatch.setattr(hall_server, "BODIES", 3 * MB)
    with running() as (port, server):
        slow = [connect(port, STRANGER) for _ in range(20)]
        for one in slow:
            one.sendall(HEAD % (2 * MB) + b"x" * MB)
        until(lambda: len(server.active_channels) <= 3)
        with connect(port) as laptop:
            laptop.sendall(HEAD % (2 * MB) + b"x" * MB)
            time.sleep(2 * hall_server.LOOK)
            laptop.sendall(b"x" * MB)
            assert said(laptop) == b"read 2097152."


def test_who_sends_too_much_reads_the_site_s_sentence():
    with running(WSGIHandler()) as (port, _server), connect(port) as one:
        one.sendall(HEAD % MB + b"x" * MB)
        assert b"this page takes 64" in b" ".join(one.makefile("rb").read().split())


# --- helpers ------------------------------------------------------------------------------------------------
@contextmanager
def running(application=None, wait=None, **options):
    """A hall's server in a thread of its own: its port, and itself."""

    def little(environ, start_response):
        told = b"read %d." % len(environ["wsgi.input"].read())
        if wait is not None:
            wait.wait(10)
        start_response("200 OK", [("Content-Length", str(len(told)))])
        return [told]

    sock = socket.create_server((LAPTOP, 0), backlog=1024)
    server, done = hall_server.server(application or little, sock, **options), threading.Event()

    def run():
        while not done.is_set():
            wasyncore.loop(timeout=server.adj.asyncore_loop_timeout, map=server._map, use_poll=True, count=1)
        server.task_dispatcher.shutdown()
        wasyncore.close_all(server._map)

    with ThreadPoolExecutor(1) as thread:
        thread.submit(run)
        try:
            yield sock.getsockname()[1], server
        finally:
            done.set()


def connect(port, address=LAPTOP):
    try:
        return socket.create_connection((LAPTOP, port), timeout=30, source_address=(address, 0))
    except OSError as problem:
        if problem.errno != errno.EADDRNOTAVAIL:
            raise
        pytest.skip(f"{address} is no address of this machine. To bring it: ifconfig lo0 alias {address}")


def answered(sock):
    sock.sendall(b"GET / HTTP/1.1\r\nHost: x\r\n\r\n")
    return said(sock) == b"read 0."


def said(sock):
    """The body of the answer, which ends with a full stop."""
    told = b""
    while not told.endswith(b".") and (more := sock.recv(1000)):
        told += more
    return told.partition(b"\r\n\r\n")[2]


def until(happened, seconds=30):
    deadline = time.monotonic() + seconds
    while not happened():
        assert time.monotonic() < deadline, "it did not happen"
        time.sleep(0.02)
