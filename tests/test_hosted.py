"""The hosted profile: gunicorn with several workers on PostgreSQL, behind a proxy that brings TLS."""

import http.client
import json
import os
import re
import signal
import subprocess
import sys
import threading
import time
from contextlib import closing, contextmanager
from pathlib import Path

import pytest
from django.conf import settings as site
from django.core.management import CommandError, call_command
from django.test import Client, RequestFactory
from django.urls import reverse

from tests.helpers.factories import make_published, make_user
from tests.helpers.person import Person
from tests.helpers.ports import free_port
from tests.soak.kills import address
from tournament.backup import keeper
from tournament.models import Event
from tournament.web.addresses import client_address
from tournament.web.sign_in import make_start_link

ROOT = Path(__file__).resolve().parent.parent
HOST = "euchre.example.org"


def environment(data, **more):
    """Of a hosted site, as docs/hosting.md has it."""
    unwanted = {"DATABASE_URL", "DEBUG", "DJANGO_SETTINGS_MODULE"}
    kept = {name: value for name, value in os.environ.items() if name not in unwanted}
    return kept | {
        "EUCHRE_PROFILE": "hosted",
        "EUCHRE_DATA_DIR": str(data),
        "ALLOWED_HOSTS": HOST,
        "SECRET_KEY": "k7mf2xqp9dvt" * 6,
        **more,
    }


def manage(data, *arguments, **more):
    return subprocess.run(
        [sys.executable, "manage.py", *arguments], cwd=ROOT, env=environment(data, **more),
        capture_output=True, text=True, check=False,
    )  # fmt: skip


# --- settings -----------------------------------------------------------------------------------------------
@pytest.mark.slow
def test_the_hosted_profile_passes_djangos_check_for_deployment(tmp_path):
    done = manage(tmp_path, "check", "--deploy", "--fail-level", "WARNING")
    assert done.returncode == 0, done.stderr
    assert "no issues (1 silenced)" in done.stdout  # each process counts wrong passwords for itself


def test_a_hosted_site_needs_a_secret_key_of_its_own(tmp_path):
    done = manage(tmp_path, "check", SECRET_KEY="")
    assert "Set SECRET_KEY" in done.stderr
    assert not (tmp_path / "secret_key").exists()


def test_only_a_hosted_site_installs_a_driver_for_postgresql():
    """What the most trusted promise: nothing is inside that a hall does not need."""
    named = {name: (ROOT / name).read_text() for name in ("requirements.txt", "requirements/hosted.txt")}
    assert {name: "psycopg" in text for name, text in named.items()} == {
        "requirements.txt": False,
        "requirements/hosted.txt": True,
    }


@pytest.mark.parametrize("key", ["x", "k7mf2xqp9dvt", "a" * 60])
def test_a_hosted_site_refuses_a_key_that_can_be_guessed(tmp_path, key):
    """It started with SECRET_KEY=x."""
    done = manage(tmp_path, "check", SECRET_KEY=key)
    assert done.returncode != 0
    assert "SECRET_KEY is too easy to guess" in done.stderr
    assert "Traceback" not in done.stderr


def test_a_hosted_site_does_not_start_with_debug(tmp_path):
    """It started with DEBUG=1."""
    done = manage(tmp_path, "check", DEBUG="1")
    assert done.returncode != 0
    assert "DEBUG is on" in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize(
    ("proxies", "forwarded", "found"),
    [
        (0, "203.0.113.9", "10.0.0.1"),  # a hall: nobody stands in front
        (1, "203.0.113.9", "203.0.113.9"),
        (1, "198.51.100.1, 203.0.113.9", "203.0.113.9"),  # the left one is the caller's own invention
        (2, "198.51.100.1, 203.0.113.9, 10.0.0.2", "203.0.113.9"),
        (1, "", "10.0.0.1"),
        (2, "203.0.113.9", "10.0.0.1"),
        (1, "203.0.113.9:5678", "203.0.113.9"),
        (1, "[2001:db8::7]:5678", "2001:db8::7"),
        (1, "2001:db8::7", "2001:db8::7"),
        (1, "unknown", "0.0.0.0"),  # not our proxy's own, which may be this machine's
    ],
)
def test_a_caller_is_known_by_what_our_own_proxy_saw(settings, proxies, forwarded, found):
    settings.TRUSTED_PROXIES = proxies
    asked = {"HTTP_X_FORWARDED_FOR": forwarded} if forwarded else {}
    assert client_address(RequestFactory().get("/", REMOTE_ADDR="10.0.0.1", **asked)) == found


def test_a_proxy_that_knows_no_address_opens_no_link_of_a_start(client, settings, director):
    settings.TRUSTED_PROXIES = 1
    link = make_start_link(director)
    for odd in ("unknown", "1.2.3.4:5678"):
        assert client.get(link, headers={"x-forwarded-for": odd}).status_code == 410


def test_a_caller_over_a_socket_file_has_some_address(settings):
    settings.TRUSTED_PROXIES = 1
    assert client_address(RequestFactory().get("/", REMOTE_ADDR="")) == "127.0.0.1"


@pytest.mark.parametrize("path", ["/", "/sign-in/", "/healthz", "/nothing-here/"])
def test_a_look_at_the_head_alone_is_answered_without_a_body(db, path):
    """The body was read as the head of the next answer on the same connection."""
    from tournament.wsgi import application

    told = []
    request = RequestFactory().head(path)
    body = application(request.environ, lambda status, headers, exc=None: told.extend(headers))
    assert b"".join(body) == b""
    assert int(dict(told)["Content-Length"]) > 10


# --- the server ---------------------------------------------------------------------------------------------
SLOW = """
import time
def application(environ, start_response):
    print("working", flush=True)
    time.sleep(1)
    start_response("200 OK", [("Content-Length", "4")])
    return [b"done"]
"""


@contextmanager
def gunicorn(data, application="tournament.wsgi", **more):
    """A server with two workers until the block ends; its process, port and what it wrote."""
    port = free_port()
    command = [sys.executable, "-m", "gunicorn", "-c", "python:tournament.gunicorn", application]
    written = data / "gunicorn.log"
    with written.open("wb") as log:
        server = subprocess.Popen(
            command, cwd=ROOT, stdout=log, stderr=log,
            env=environment(data, BIND=f"127.0.0.1:{port}", WEB_CONCURRENCY="2", **more),
        )  # fmt: skip
    try:
        until = time.monotonic() + 60
        while written.read_text().count("Booting worker") < 2 and time.monotonic() < until:
            time.sleep(0.05)
        yield server, port, written
    finally:
        server.terminate()
        server.wait(60)


def ask(port, path, method="GET", body=None, **headers):
    """One request as the proxy passes it on: status, headers, text."""
    known = {"Host": HOST, "X-Forwarded-Proto": "https", "X-Forwarded-For": "203.0.113.9"}
    with closing(http.client.HTTPConnection("127.0.0.1", port, timeout=60)) as connection:
        connection.request(method, path, body, known | headers)
        answer = connection.getresponse()
        return answer.status, answer.headers, answer.read().decode()


@pytest.mark.slow
def test_a_stop_finishes_the_requests_under_way(tmp_path):
    (tmp_path / "slow.py").write_text(SLOW)
    path = os.pathsep.join([str(tmp_path), str(ROOT)])
    with gunicorn(tmp_path, "slow", PYTHONPATH=path) as (server, port, written):
        answers = []
        asking = threading.Thread(target=lambda: answers.append(ask(port, "/")))
        asking.start()
        until = time.monotonic() + 60
        while "working" not in written.read_text() and time.monotonic() < until:
            time.sleep(0.02)
        server.send_signal(signal.SIGTERM)
        asking.join(60)
        assert server.wait(60) == 0
    assert [(status, text) for status, _headers, text in answers] == [(200, "done")]


@pytest.mark.only_on("postgresql")
@pytest.mark.usefixtures("a_real_database")
def test_on_postgresql_the_host_alone_backs_up(client, settings, tmp_path, monkeypatch):
    settings.PROFILE, settings.BACKUPS = "hosted", True
    settings.BACKUP_DIR, settings.DATA_DIR = tmp_path / "backups", tmp_path
    monkeypatch.setattr(keeper, "keeper", keeper.Keeper())
    event = make_published(make_user("olga", is_superuser=True))
    client.force_login(event.memberships.get().user)
    owner = Person(client).visit(reverse("events:index")).follow("Backups")
    assert "with PostgreSQL’s own programs, pg_dump and pg_restore" in owner.text
    assert "Make one now" not in owner.text
    owner.visit(reverse("events:hand_over", args=[event.slug]))
    assert "Give this page on paper to whoever runs the next evening." in owner.text
    assert "Make a newer backup" not in owner.text
    assert client.get("/healthz").json() == {"status": "ok"}
    for command in (["backup"], ["backup", "--out", str(tmp_path / "copy.zip")]):
        with pytest.raises(CommandError, match="pg_dump and pg_restore"):
            call_command(*command)
    owner.visit(reverse("events:delete", args=[event.slug]))
    assert "Only a backup that whoever hosts this site has made brings the event back." in owner.text
    owner.press("Delete the event", name=event.name, reason="a trial")
    assert not Event.objects.exists()
    assert keeper.keeper.thread is None
    assert not list(tmp_path.glob("**/*.zip"))


@pytest.mark.only_on("postgresql")
@pytest.mark.usefixtures("a_real_database")
def test_workers_share_everything_through_the_database_and_log_no_secret(tmp_path):
    event = make_published(is_public=True)
    official = Client()
    official.force_login(event.memberships.get().user)
    token = "K" * 32
    cookies = {site.SESSION_COOKIE_NAME: official.cookies[site.SESSION_COOKIE_NAME].value, "csrftoken": token}
    cookie = "; ".join(f"{name}={value}" for name, value in cookies.items())
    live = f"{reverse('public:live', args=[event.slug])}?part=event"
    player = event.players.first().token
    manage(tmp_path, "collectstatic", "--noinput").check_returncode()
    with gunicorn(tmp_path, DATABASE_URL=address(), SECRET_KEY=site.SECRET_KEY) as (_server, port, written):
        assert ask(port, "/healthz", **{"X-Forwarded-Proto": "http"})[0] == 200
        assert ask(port, "/", **{"X-Forwarded-Proto": "http"})[0] == 301
        before = {ask(port, live)[1]["ETag"] for _ in range(16)}
        for revision in range(4):  # each request may come to either worker, and both must know the last one
            row = {"ns": 2 + revision, "ew": 9, "revision": revision, "key": f"k{revision}"}
            body = "&".join(f"t1-{name}={value}" for name, value in row.items())
            status, _headers, text = ask(
                port, f"/events/{event.slug}/rounds/1/totals/1/", "POST", body, **{
                    "Cookie": cookie, "X-CSRFToken": token, "Referer": f"https://{HOST}/",
                    "X-Requested-With": "sheets", "Content-Type": "application/x-www-form-urlencoded",
                },
            )  # fmt: skip
            assert status == 200, text
            after = {ask(port, live)[1]["ETag"] for _ in range(16)}
            assert len(after) == 1
            assert not after & before
            before |= after
        assert ask(port, f"/p/{player}/")[0] == 200
    log = written.read_text()
    lines = [json.loads(line) for line in log.splitlines() if line.startswith("{")]
    assert {"dora"} == {line["user"] for line in lines if line["logger"] == "tournament.registry.actions"}
    assert any(line.get("path") == "/p/…/" for line in lines)
    assert player not in log
    assert cookies[site.SESSION_COOKIE_NAME] not in log
    assert not re.search(r"Traceback|ERROR", log)
