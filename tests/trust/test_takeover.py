"""The second laptop: a code opens one copy, which goes on elsewhere; the first one then saves nothing."""

import io
import json
import re
import sqlite3
import subprocess
import sys
from contextlib import closing
from datetime import timedelta

import pytest
from django.core.management import CommandError, call_command
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.helpers.factories import enter, make_published, make_user, table_of
from tests.helpers.ports import free_port
from tests.test_serve import call, fetch, manage, served
from tournament.backup import fetching, handover, shelf
from tournament.backup.errors import BackupFailed
from tournament.models import AuditEntry, Event

pytestmark = [
    pytest.mark.usefixtures("a_real_database", "data"), pytest.mark.only_on("sqlite"), pytest.mark.slow,
]  # fmt: skip
NOW = timezone.now()


@pytest.fixture
def data(settings, tmp_path):
    settings.DATA_DIR = tmp_path / "data"
    settings.DATA_DIR.mkdir()
    return settings.DATA_DIR


@pytest.fixture
def evening():
    event = make_published(make_user("dora", is_superuser=True))
    enter(table_of(event))
    return event


@pytest.fixture
def owner(client, evening):
    client.force_login(make_user("olga", is_superuser=True))
    return client


def ask(code, **extra):
    return Client(**extra).post(reverse("takeover:fetch"), {"code": code})


def over():
    """The site, taken over by another laptop."""
    code = handover.make_code(timezone.now())
    ticket = ask(code)[fetching.TICKET]
    return Client().post(
        reverse("takeover:taken"), {"ticket": ticket, "address": "http://192.168.1.30:8000/"}
    )


# --- codes --------------------------------------------------------------------------------------------------
def test_a_code_opens_one_copy_and_only_one(evening):
    code = handover.make_code(timezone.now())
    answer = ask(code.upper())  # as somebody types it
    assert answer.status_code == 200
    assert "no-store" in answer["Cache-Control"]
    copy = shelf.add_copy(io.BytesIO(b"".join(answer.streaming_content)), timezone.now())
    assert [event["slug"] for event in copy.events] == [evening.slug]
    assert ask(code).status_code == 404


@pytest.mark.parametrize("code", ["", "x", "k7mf-2xqp-9dvt", "\x00", "é" * 500])
def test_another_code_opens_nothing(evening, code):
    handover.make_code(timezone.now())
    assert ask(code).status_code == 404
    assert shelf.names() == []


def test_without_a_code_that_was_made_nothing_opens(evening):
    assert ask("").status_code == 404


@pytest.mark.parametrize(
    ("later", "opens"),
    [(timedelta(minutes=9), True), (timedelta(minutes=10), False), (timedelta(minutes=-2), False)],
)
def test_a_code_lasts_ten_minutes_and_ends_with_a_clock_that_is_set_back(evening, later, opens):
    code = handover.make_code(NOW)
    if opens:
        handover.hand_out(code, NOW + later)
    else:
        with pytest.raises(handover.UnknownTakeoverCode):
            handover.hand_out(code, NOW + later)


def test_after_five_wrong_codes_the_right_one_opens_nothing_for_that_address_only(evening):
    """Anybody on the wifi ended the code by five posts."""
    code = handover.make_code(timezone.now())
    for _try in range(5):
        ask("wrong")
    assert ask(code).status_code == 404
    assert handover.open_until(timezone.now()) is not None
    assert ask(code, REMOTE_ADDR="192.168.1.21").status_code == 200


def test_a_newer_code_ends_the_one_before_and_a_code_can_be_ended(evening):
    first, second = handover.make_code(NOW), handover.make_code(NOW)
    with pytest.raises(handover.UnknownTakeoverCode):
        handover.hand_out(first, NOW)
    handover.end_code()
    with pytest.raises(handover.UnknownTakeoverCode):
        handover.hand_out(second, NOW)


def test_neither_code_nor_ticket_is_kept_in_words_and_nobody_else_may_read_the_file(evening, data):
    code = handover.make_code(NOW)
    _copy, ticket = handover.hand_out(handover.make_code(NOW), NOW)
    kept = (data / "handover.json").read_text()
    assert code not in kept
    assert ticket not in kept
    assert (data / "handover.json").stat().st_mode & 0o077 == 0


def test_a_copy_that_cannot_be_made_leaves_the_code_open(evening, monkeypatch):
    code = handover.make_code(timezone.now())

    def full(reason, at=None):
        raise BackupFailed("The disk is full.")

    with monkeypatch.context() as patched:
        patched.setattr(shelf, "take", full)
        assert ask(code).status_code == 503
    assert ask(code).status_code == 200


def test_a_hosted_site_has_none_of_this(owner, settings):
    settings.PROFILE = "hosted"
    for name in ("index", "bring"):
        assert owner.get(reverse(f"takeover:{name}")).status_code == 404
    handover.make_code(timezone.now())
    assert ask("x").status_code == 404
    assert reverse("takeover:index") not in owner.get(reverse("backups:index")).content.decode()


# --- the first laptop ---------------------------------------------------------------------------------------
def test_the_owner_is_shown_a_code_with_the_line_to_type_and_another_browser_is_not(owner):
    page = owner.post(reverse("takeover:offer"), follow=True).content.decode()
    (code,) = set(re.findall(r"\b(?:[a-z2-9]{4}-){2}[a-z2-9]{4}\b", page))
    assert f"takeover http://testserver/ {code}" in page
    assert handover.hand_out(code, timezone.now())
    other = Client()
    other.force_login(make_user("otto", is_superuser=True))
    handover.make_code(timezone.now())
    page = other.get(reverse("takeover:index")).content.decode()
    assert not re.search(r"<strong[^>]*>(?:[a-z2-9]{4}-){2}", page)


def test_a_director_of_an_event_cannot_hand_the_whole_site_over(client, evening):
    director = make_user("dirk")
    evening.memberships.create(user=director, role="director")
    client.force_login(director)
    for name in ("index", "bring"):
        assert client.get(reverse(f"takeover:{name}")).status_code == 404
    for name in ("offer", "withdraw", "resume"):
        assert client.post(reverse(f"takeover:{name}")).status_code == 404


def test_once_taken_over_every_page_says_so_and_nothing_is_saved(owner, evening):
    version = Event.objects.get().live_version
    assert over().json() == {"since": 0}
    assert Event.objects.get().live_version > version  # so that phones ask anew
    player = evening.players.get(number=1)
    desk = [reverse("events:index"), reverse("events:overview", args=[evening.slug])]
    hall = [reverse(f"public:{page}", args=[evening.slug]) for page in ("event", "standings", "board")]
    for address in (*desk, *hall, reverse("player_page:show", args=[player.token]), "/rules/progressive/"):
        page = owner.get(address).content.decode()
        assert "Another laptop has taken over this site" in page, address
        assert 'href="http://192.168.1.30:8000/"' in page, address
    assert Client().post(reverse("player_page:note", args=[player.token]), {"text": "x"}).status_code == 423
    before = AuditEntry.objects.count()
    answer = owner.post(reverse("announcements:index", args=[evening.slug]), {"text": "Coffee"})
    assert answer.status_code == 423
    assert "was not saved" in answer.content.decode()
    assert 'href="http://192.168.1.30:8000/"' in answer.content.decode()
    assert AuditEntry.objects.count() == before


def test_what_was_saved_after_the_copy_is_counted_for_the_second_laptop(evening):
    ticket = ask(handover.make_code(timezone.now()))[fetching.TICKET]
    enter(table_of(evening, number=2), 9, 4)
    answer = Client().post(reverse("takeover:taken"), {"ticket": ticket, "address": ""})
    assert answer.json()["since"] >= 1
    assert handover.taken_over().address == ""


@pytest.mark.parametrize(
    "address", ["javascript:alert(1)", "http://a b/", "ftp://x/", "http://x:99999999/", "//"]
)
def test_an_address_that_leads_nowhere_is_not_shown(evening, address):
    ticket = ask(handover.make_code(timezone.now()))[fetching.TICKET]
    Client().post(reverse("takeover:taken"), {"ticket": ticket, "address": address})
    assert handover.taken_over().address == ""


def test_without_its_ticket_nobody_stops_a_site(evening):
    ticket = ask(handover.make_code(timezone.now()))[fetching.TICKET]
    for wrong in ("", "x" * 32, ticket[:-1]):
        assert Client().post(reverse("takeover:taken"), {"ticket": wrong}).status_code == 404
    assert handover.taken_over() is None
    with pytest.raises(handover.UnknownTakeoverCode):
        handover.note_takeover(ticket, "", timezone.now() + handover.TICKET_LASTS)
    handover.note_takeover(ticket, "", timezone.now())
    with pytest.raises(handover.UnknownTakeoverCode):  # nor twice
        handover.note_takeover(ticket, "", timezone.now())


def test_the_owner_can_go_on_on_the_first_laptop_after_all(owner, evening):
    over()
    page = owner.post(reverse("takeover:resume"), follow=True).content.decode()
    assert "This laptop saves again" in page
    assert "Another laptop has taken over" not in page
    owner.post(reverse("announcements:index", args=[evening.slug]), {"text": "Coffee"})
    assert evening.announcements.count() == 1


def test_signing_in_and_copies_work_on_a_laptop_that_was_taken_over(owner):
    over()
    assert owner.post(reverse("backups:take")).status_code == 302
    assert owner.post(reverse("accounts:sign_out")).status_code in (200, 302)


# --- the second laptop --------------------------------------------------------------------------------------
def test_a_file_is_brought_and_the_next_page_shows_what_it_would_change(owner, evening):
    copy = shelf.take(shelf.BY_HAND)
    enter(table_of(evening, number=2), 9, 4)
    with copy.path.open("rb") as file:
        answer = owner.post(reverse("takeover:bring"), {"file": file}, follow=True)
    assert "Restore it?" in answer.content.decode()
    (brought,) = (name for name in shelf.names() if shelf.is_brought(name))
    assert answer.redirect_chain[-1][0].endswith(reverse("backups:restore", args=[brought[:-4]]))
    done = owner.post(answer.redirect_chain[-1][0], follow=True)
    assert "The site is as it was" in done.content.decode()


@pytest.mark.parametrize(
    ("sent", "words"),
    [
        ({}, "Choose a file, or type the first laptop’s address"),
        ({"address": "192.168.1.20:8000"}, "Type the code"),
        ({"address": "no address", "code": "x"}, "That is not an address"),
        ({"address": "http://127.0.0.1:9/", "code": "x"}, "No site answers at http://127.0.0.1:9/"),
    ],
)
def test_what_is_missing_or_wrong_is_said_beside_the_field(owner, sent, words):
    page = owner.post(reverse("takeover:bring"), sent)
    assert page.status_code == 200
    assert words in page.content.decode()


@pytest.mark.parametrize(
    "answer",
    [
        b'{"since": Infinity}',
        b'{"since": 1e400}',
        b'{"since": -1}',
        b'{"since": true}',
        b"[" * 1000,
        b"{}",
        b"\xff",
    ],
)
def test_whatever_the_first_laptop_answers_the_second_says_in_a_sentence(evening, monkeypatch, answer):
    copy = shelf.take(shelf.BROUGHT)
    handover.keep_ticket(copy, "http://192.168.1.20:8000/", "ticket")
    monkeypatch.setattr(fetching, "_asked", lambda address, values: io.BytesIO(answer))
    with pytest.raises(BackupFailed, match="could not be told"):
        fetching.take_over_from_first(copy, "")
    handover.keep_ticket(copy, "http://192.168.1.20:8000/", "ticket")
    monkeypatch.setattr(fetching, "_asked", lambda address, values: io.BytesIO(b'{"since": 3}'))
    assert fetching.take_over_from_first(copy, "") == ("http://192.168.1.20:8000/", 3)


@pytest.mark.parametrize("content", [b"", b"no zip", b"PK\x03\x04" + b"\x00" * 200])
def test_a_file_that_is_no_copy_is_refused_and_not_kept(owner, content):
    file = io.BytesIO(content)
    file.name = "euchre.zip"
    page = owner.post(reverse("takeover:bring"), {"file": file}).content.decode()
    assert "is empty" in page or "is damaged or is not a backup" in page
    assert shelf.names() == []


def test_a_damaged_copy_is_refused_before_it_is_kept(evening):
    copy = shelf.take(shelf.BY_HAND)
    content = bytearray(copy.path.read_bytes())
    content[len(content) // 2] ^= 0xFF
    with pytest.raises(BackupFailed, match="is damaged or is not a backup"):
        shelf.add_copy(io.BytesIO(content), timezone.now())
    assert shelf.names() == [copy.name]


def test_putting_an_own_copy_back_does_not_make_a_taken_over_laptop_save_again(owner, evening):
    copy = shelf.take(shelf.BY_HAND)
    over()
    owner.post(reverse("backups:restore", args=[copy.stem]))
    assert handover.taken_over() is not None


def test_a_site_that_redirects_is_not_followed_with_the_code(tmp_path):
    script = """
import http.server, sys
class Elsewhere(http.server.BaseHTTPRequestHandler):
    def do_POST(self):
        self.send_response(302); self.send_header("Location", "http://127.0.0.1:9/"); self.end_headers()
    def log_message(self, *_): pass
server = http.server.HTTPServer(("127.0.0.1", 0), Elsewhere)
print(server.server_port, flush=True)
server.handle_request()
"""
    with subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE, text=True) as server:
        port = int(server.stdout.readline())
        with pytest.raises(BackupFailed, match="error 302"):
            fetching.fetch(f"http://127.0.0.1:{port}/", "x", timezone.now())


# --- two laptops --------------------------------------------------------------------------------------------
def test_a_second_laptop_goes_on_with_the_site_of_the_first_which_then_says_so(tmp_path):
    one, two = tmp_path / "one", tmp_path / "two é #2"
    with served(one) as (_output, port):
        offer = "from django.utils import timezone; from tournament.backup import handover; "
        made = call(one, "shell", "--no-imports", "-c", offer + "print(handover.make_code(timezone.now()))")
        address = f"http://127.0.0.1:{port}/"
        done = taking_over(two, address, made.stdout.strip(), "--port", "8123")
        assert done.returncode == 0, done.stdout + done.stderr
        assert f"The laptop at {address} no longer saves anything." in done.stdout
        assert re.search(r"Restored in [\d.]+ seconds: 1 event, \d+ sheets", done.stdout)
        assert "Another laptop has taken over this site" in fetch(port).read().decode()
    sheets = [
        _query(folder / "euchre.sqlite3", "SELECT COUNT(*) FROM tournament_sheet") for folder in (one, two)
    ]
    assert sheets[0] == sheets[1] > 0
    again = taking_over(two, address, "k7mf-2xqp-9dvt", "--yes")
    assert again.returncode == 1
    assert "No site answers" in again.stderr
    assert "Traceback" not in again.stderr


def test_last_nights_copy_from_a_stick_runs_on_a_new_laptop(evening, tmp_path):
    copy = shelf.take(shelf.BY_HAND)
    stick = tmp_path / "stick é"
    stick.mkdir()
    (stick / "euchre copy.zip").write_bytes(copy.path.read_bytes())
    port = str(free_port())
    command = manage(tmp_path / "new", "takeover", str(stick / "euchre copy.zip"), "--port", port)
    with subprocess.Popen(
        command["args"], **command["options"], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    ) as server:
        said = ""
        while "Stop with" not in said and (line := server.stdout.readline()):
            said += line
        assert "Restored in" in said, said
        page = fetch(int(port), f"/e/{evening.slug}/").read().decode()
        server.terminate()
    assert evening.name in page


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["no-such-file.zip"], "There is no file no-such-file.zip"),
        (["http://127.0.0.1:9/"], "Add the code"),
        (["http://127.0.0.1:9/", "x"], "No site answers"),
    ],
)
def test_the_command_says_what_it_lacks(arguments, words):
    with pytest.raises(CommandError, match=words):
        call_command("takeover", *arguments, no_serve=True)


def test_a_copy_that_would_replace_events_asks_first(evening, monkeypatch):
    copy = shelf.take(shelf.BY_HAND)
    monkeypatch.setattr("builtins.input", lambda question: "no")
    with pytest.raises(CommandError, match="Nothing was changed"):
        call_command("takeover", str(copy.path), no_serve=True)


def test_the_file_of_the_handover_is_no_part_of_any_copy(evening, data):
    over()
    assert json.loads((data / "handover.json").read_text())["taken"]
    assert "handover" not in {name for (name,) in _rows(shelf.take(shelf.BY_HAND))}


def taking_over(folder, *arguments):
    """The command in a folder of its own; a busy machine gets its time."""
    command = manage(folder, "takeover", *arguments, "--no-serve")
    return subprocess.run(
        command["args"], **command["options"], capture_output=True, text=True, timeout=280, encoding="utf-8"
    )


def _rows(copy):
    path = copy.path.with_suffix(".unpacked")
    copy.unpack(path)
    with closing(sqlite3.connect(path)) as database:
        return database.execute("SELECT name FROM sqlite_master").fetchall()


def _query(path, sql):
    with closing(sqlite3.connect(path)) as database:
        return database.execute(sql).fetchone()[0]
