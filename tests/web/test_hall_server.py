"""Connections of a hall's server: phones get in, nobody holds one by waiting, no body is kept unread."""

import errno
import hashlib
import inspect
import socket
import threading
import time
from contextlib import contextmanager

import pytest
from waitress import buffers, wasyncore
from waitress.channel import HTTPChannel
from waitress.parser import HTTPRequestParser
from waitress.receiver import FixedStreamReceiver
from waitress.server import TcpWSGIServer

from tournament.web import hall_server, refusals

MB = 1024 * 1024
ASK = b"GET %s HTTP/1.1\r\nHost: hall\r\n\r\n"
UPLOAD_HEAD = (
    b"POST /events/new/import/ HTTP/1.1\r\nHost: hall\r\nCookie: sessionid=abc\r\nContent-Length: %d\r\n\r\n"
)


# What ours replaces or leans on, as it was when ours was written: the beginning of its source's SHA-256.
INSIDES = {
    HTTPRequestParser.__init__: "d43d0602efd2",
    HTTPRequestParser.parse_header: "c2c093b90178",
    HTTPRequestParser.received: "b466c02de37d",
    HTTPRequestParser.close: "a29926ca4e2d",
    HTTPChannel.__init__: "a194769af3fd",
    HTTPChannel.received: "08d6df73fb69",
    HTTPChannel.service: "f73afa13748e",
    HTTPChannel.handle_close: "8f59b9aaa455",
    HTTPChannel.handle_write: "6c900f395b30",
    TcpWSGIServer.__init__: "e70a16b5b63c",
    TcpWSGIServer.readable: "4eea9c1036b5",
    TcpWSGIServer.handle_accept: "69bfcf0fc140",
    TcpWSGIServer.pull_trigger: "bf12fa7216ed",
    FixedStreamReceiver.received: "832afec9259f",
}


def test_the_insides_of_waitress_are_those_that_ours_was_written_for():
    """Whoever takes a newer waitress reads what has changed, and `hall_server`, before noting it here."""
    now = {part: hashlib.sha256(inspect.getsource(part).encode()).hexdigest()[:12] for part in INSIDES}
    assert now == INSIDES


def test_nothing_else_inside_waitress_is_replaced():
    kinds = (
        (hall_server.HallRequest, HTTPRequestParser),
        (hall_server.HallChannel, HTTPChannel),
        (hall_server.HallServer, TcpWSGIServer),
    )
    replaced = {
        getattr(theirs, name)
        for ours, theirs in kinds
        for name, value in vars(ours).items()
        if inspect.isfunction(value) and hasattr(theirs, name)
    }
    assert len(replaced) == 10
    assert replaced <= INSIDES.keys()


@pytest.fixture
def site():
    """What the application saw: method, path, bytes of the body and its mark."""
    return []


@pytest.fixture(autouse=True)
def nobody_is_signed_in(monkeypatch, request):
    """No session exists, unless a test asks the database itself."""
    if not request.node.get_closest_marker("django_db"):
        monkeypatch.setattr(hall_server, "is_signed_in", lambda key: False)


@pytest.fixture
def signed_in(monkeypatch):
    monkeypatch.setattr(hall_server, "is_signed_in", lambda key: key == "abc")


@pytest.fixture
def hasty(monkeypatch):
    """Every waiting time is a fraction of a second."""
    for name, seconds in {
        "IDLE": 5,
        "AFTER_FILE": 0.2,
        "HEADERS": 0.6,
        "BODY": 0.8,
        "UPLOAD": 0.8,
        "LOOK": 0.05,
    }.items():
        monkeypatch.setattr(hall_server, name, seconds)


@pytest.mark.slow
def test_a_browser_that_loaded_files_gives_their_connections_back_at_once(site, hasty):
    """Five of six connections were still open ten seconds after the page."""
    with running(site) as port:
        page, file = connect(port), connect(port)
        answer(page, "/")
        answer(file, "/static/site.css")
        assert closes_within(file, 4)
        assert not closes_within(page, 0.01)
        assert closes_within(page, 30)


def test_a_byte_now_and_then_does_not_hold_a_connection(site, hasty):
    """One header byte restarted the time."""
    with running(site) as port:
        slow = connect(port)
        slow.sendall(b"GET / HTTP/1.1\r\nX-Slow: ")
        began, is_open = time.monotonic(), True
        while is_open and time.monotonic() - began < 30:
            try:
                slow.sendall(b"a")
                time.sleep(0.1)
                slow.settimeout(0.01)
                is_open = slow.recv(1) != b""
            except TimeoutError:
                continue
            except OSError:
                is_open = False
        assert not is_open
        assert site == []


def test_a_body_that_trickles_in_does_not_hold_a_connection(site, hasty):
    with running(site) as port:
        slow = connect(port)
        slow.sendall(b"POST / HTTP/1.1\r\nHost: hall\r\nContent-Length: 1000\r\n\r\nabc")
        assert closes_within(slow, 2)
        assert site == []


MALFORMED = [
    b"GET /\xc3\xa9 HTTP/1.1\r\nHost: x\r\n\r\n",
    b"GET / HTTP/1.1\r\nHost: x\r\nA: b\nc\r\n\r\n",
    b"GET / HTTP/1.1\r\nHost: x\r\nA: b\rc\r\n\r\n",
    b"GET / HTTP/1.1\r\nHost: x\r\nA: b\0c\r\n\r\n",
    b"GET / HTTP/1.1\r\nHost: x\r\nTE : chunked\r\n\r\n",
    b"GET / HTTP/1.1\r\nTransfer-Encoding: odd\r\n\r\n",
    b"GET / HTTP/1.1\r\nA: " + b"x" * 300_000 + b"\r\n\r\n",
    b"GET http://[ HTTP/1.1\r\nHost: x\r\n\r\n",
    b"\x16\x03\x01\x02\r\n\r\n",
]


@pytest.mark.parametrize("ask", MALFORMED, ids=lambda ask: repr(ask[:24]))
def test_a_malformed_request_is_refused_and_its_connection_is_given_back(site, ask, caplog):
    """Each left a connection that nothing ever closed."""
    channels = {}
    with running(site, channels=channels) as port:
        with connect(port) as one:
            one.sendall(ask)
            assert one.recv(100)[9:10] in (b"4", b"5")
        for _gone in range(30):  # who leaves before the answer
            with connect(port) as one:
                one.sendall(ask)
        until(lambda: not channels["open"]())
        with connect(port) as one:
            assert answer(one, "/").startswith(b"HTTP/1.1 200")
    assert len(site) == 1
    assert [record for record in caplog.records if record.exc_info] == []


def test_a_connection_is_given_back_whatever_goes_wrong_in_answering(site, monkeypatch, caplog):
    def fails(self):
        raise RuntimeError("a fault of ours")

    channels = {}
    with running(site, channels=channels) as port:
        with monkeypatch.context() as broken:
            broken.setattr(hall_server.HTTPChannel, "service", fails)
            with connect(port) as one:
                one.sendall(ASK % b"/")
                assert one.recv(100) == b""
        until(lambda: not channels["open"]())
        with connect(port) as one:
            assert answer(one, "/").startswith(b"HTTP/1.1 200")
    assert "a fault of ours" in caplog.text


def test_no_more_connections_are_accepted_than_there_are_places_however_long_answers_take(site):
    """Their neighbour: a request that waits for its turn was never counted as one to give up."""
    go, channels, asking = threading.Event(), {}, []
    with running(site, most=10, wait=go, channels=channels) as port:
        for number in range(10 + hall_server.SPARE + 40):
            asking.append(connect(port))
            asking[-1].sendall(ASK % b"/")
            due = min(number + 1, 10 + hall_server.SPARE)
            until(lambda due=due: channels["asked"]() >= due)
        assert channels["open"]() == 10 + hall_server.SPARE
        go.set()
        for one in asking:
            assert one.recv(100).startswith(b"HTTP/1.1 200")


def test_a_phone_gets_in_while_one_device_takes_every_place(site):
    """905 slow sockets from one device closed the site for 100 s."""
    with running(site, most=60) as port:
        slow = [connect(port) for _ in range(90)]
        for one in slow:
            one.sendall(b"GET / HTTP/1.1\r\nX-Slow: ")
        phones = [connect(port, "127.0.0.2") for _ in range(20)]
        for phone in phones:
            assert answer(phone, "/").startswith(b"HTTP/1.1 200")
        assert sum(not closes_within(one, 0) for one in phones) == 20


def test_a_whole_hall_behind_one_address_gets_in(site):
    """A share per address must not shut out a hall whose router shows one address."""
    with running(site, most=60) as port:
        for _phone in range(40):
            six = [connect(port) for _ in range(6)]
            for one in six:
                assert answer(one, "/").startswith(b"HTTP/1.1 200")


def test_an_answer_under_way_is_never_cut_for_a_newcomer(site):
    go = threading.Event()
    with running(site, most=10, wait=go) as port:
        long = connect(port)
        long.sendall(ASK % b"/long")
        until(lambda: site)
        others = [connect(port) for _ in range(30)]
        go.set()
        assert long.recv(100).startswith(b"HTTP/1.1 200")
        del others


def test_a_stranger_s_large_body_is_not_kept(site, monkeypatch):
    """20 connections to /healthz filled 363 MB of temporary files."""
    kept = spools(monkeypatch)
    with running(site) as port:
        posted(port, "/healthz", 5 * MB)
        posted(port, "/events/new/import/", 5 * MB)  # a file, but from nobody
    assert [(path, size) for _method, path, size, _left_out in site] == [
        ("/healthz", 0),
        ("/events/new/import/", 0),
    ]
    assert kept == []


def test_the_file_of_an_official_comes_through(site, signed_in):
    with running(site) as port:
        posted(port, "/events/new/import/", 5 * MB, cookie="sessionid=abc")
    assert site[0][2] == 5 * MB


def test_a_form_of_usual_size_comes_through_from_anybody(site):
    with running(site) as port:
        posted(port, "/e/friday/sign-up/", refusals.SMALL)
    assert site[0][2] == refusals.SMALL


def test_a_large_body_with_a_made_up_session_is_not_kept(site, monkeypatch):
    """Any value of the cookie counted as a session and took a place."""
    kept = spools(monkeypatch)
    with running(site) as port:
        posted(port, "/events/new/import/", 5 * MB, cookie="sessionid=made-up")
    assert [size for _method, _path, size, _left_out in site] == [0]
    assert kept == []


@pytest.mark.django_db(transaction=True)
def test_a_session_counts_while_somebody_is_signed_in_with_it(client, director):
    client.force_login(director)
    key = client.cookies["sessionid"].value
    assert hall_server.is_signed_in(key)
    client.logout()
    assert not hall_server.is_signed_in(key)
    assert not hall_server.is_signed_in("x" * 32)
    assert not hall_server.is_signed_in("é\0")


def test_one_address_takes_two_places_for_large_bodies(site, signed_in):
    """Eight sockets of one device kept every official's file out."""
    with running(site) as port:
        slow = [connect(port) for _ in range(8)]
        for one in slow:
            one.sendall(UPLOAD_HEAD % MB + b"x" * 1000)
        until(lambda: arrives(port, site, "127.0.0.2"))
        posted(port, "/events/new/import/", MB, cookie="sessionid=abc")
        assert site[-1][2:] == (0, refusals.BUSY)


def test_a_large_body_that_makes_no_progress_loses_its_place(site, signed_in, hasty):
    """A place was held for as long as the announced size would take."""
    with running(site) as port:
        slow = connect(port)
        slow.sendall(UPLOAD_HEAD % (16 * MB) + b"x" * 1000)
        assert closes_within(slow, 5)
        assert site == []


def test_only_a_few_large_bodies_are_received_at_once(site, signed_in, monkeypatch):
    """Nobody fills the disk, signed in or not."""
    monkeypatch.setattr(hall_server, "MOST_UPLOADS", 3)
    monkeypatch.setattr(hall_server, "EACH_UPLOADS", 3)
    with running(site) as port:
        waiting = [connect(port) for _ in range(3)]
        for one in waiting:
            one.sendall(UPLOAD_HEAD % MB + b"x" * 1000)

        def is_refused():
            posted(port, "/events/new/import/", MB, cookie="sessionid=abc")
            return site[-1][2:] == (0, refusals.BUSY)

        until(is_refused)
        for one in waiting:
            one.close()
        until(lambda: arrives(port, site))


def test_a_sender_cannot_say_that_its_own_body_was_left_out(site):
    with running(site) as port:
        one = connect(port)
        one.sendall(b"GET / HTTP/1.1\r\nHost: hall\r\nX-Left-Out: busy\r\n\r\n")
        one.recv(100)
    assert site == [("GET", "/", 0, None)]


def test_as_many_connections_as_the_system_allows(monkeypatch):
    assert hall_server.most_connections() >= 2_000


# --- helpers ------------------------------------------------------------------------------------------------
@contextmanager
def running(site, most=None, wait=None, channels=None):
    """A hall's server in a thread of its own; its port. `channels["open"]()` counts its connections."""

    def application(environ, start_response):
        body = environ["wsgi.input"].read()
        mark = environ.get("HTTP_X_LEFT_OUT")
        site.append((environ["REQUEST_METHOD"], environ["PATH_INFO"], len(body), mark))
        if wait is not None:
            wait.wait(10)
        start_response("200 OK", [("Content-Length", "2")])
        return [b"ok"]

    sock = socket.create_server(("127.0.0.1", 0), backlog=1024)
    server = hall_server.server(application, sock, most=most)
    done = threading.Event()
    if channels is not None:
        channels["open"] = lambda: len(server.active_channels)
        channels["asked"] = lambda: sum(bool(one.requests) for one in list(server.active_channels.values()))

    def run():
        while not done.is_set():
            wasyncore.loop(timeout=0.02, map=server._map, use_poll=True, count=1)
        server.task_dispatcher.shutdown()
        wasyncore.close_all(server._map)

    thread = threading.Thread(target=run)
    thread.start()
    try:
        yield sock.getsockname()[1]
    finally:
        done.set()
        thread.join(20)


def connect(port, address="127.0.0.1"):
    try:
        return socket.create_connection(("127.0.0.1", port), timeout=30, source_address=(address, 0))
    except OSError as problem:
        if problem.errno == errno.EADDRNOTAVAIL:  # macOS has no second address of its own
            pytest.skip(f"{address} is no address of this machine. To bring it: ifconfig lo0 alias {address}")
        raise


def answer(sock, path):
    sock.sendall(ASK % path.encode())
    told = b""
    while not told.endswith(b"ok"):
        told += sock.recv(1000)
    return told


def posted(port, path, size, cookie="", address="127.0.0.1"):
    """Send a whole body, then read the answer."""
    with connect(port, address) as sock:
        head = f"POST {path} HTTP/1.1\r\nHost: hall\r\nContent-Length: {size}\r\nConnection: close\r\n"
        sock.sendall(head.encode() + (f"Cookie: {cookie}\r\n" if cookie else "").encode() + b"\r\n")
        sock.sendall(b"x" * size)
        return sock.recv(1000)


def arrives(port, site, address="127.0.0.1"):
    posted(port, "/events/new/import/", MB, cookie="sessionid=abc", address=address)
    return site[-1][2] == MB


def spools(monkeypatch):
    """Every temporary file that is opened for a body from now on."""
    kept = []
    real = buffers.TempfileBasedBuffer.newfile
    monkeypatch.setattr(buffers.TempfileBasedBuffer, "newfile", lambda self: kept.append(1) or real(self))
    return kept


def closes_within(sock, seconds):
    sock.settimeout(seconds or 0.001)
    try:
        return sock.recv(1000) == b""
    except TimeoutError:
        return False
    except OSError:
        return True


def until(happened, seconds=30):
    deadline = time.monotonic() + seconds
    while not happened():
        assert time.monotonic() < deadline, "it did not happen"
        time.sleep(0.02)
