"""`manage.py serve`: from an empty folder to a site that phones can open, and a clean stop."""

import os
import re
import signal
import socket
import sqlite3
import subprocess
import threading
from contextlib import closing

import pytest
from django.core.management import CommandError, call_command

from tests.helpers.collected import copy_migrated_into
from tests.helpers.ports import free_port
from tests.helpers.served import PATIENCE, call, dump, fetch, manage, served
from tournament.management.commands.serve import static_fingerprint
from tournament.running import network

# Some tests start six programs, each of which may get a tenth of a busy machine.
pytestmark = pytest.mark.timeout(1200)


# --- ports and addresses ------------------------------------------------------------------------------------
@pytest.mark.parametrize(("typed", "port"), [("8000", 8000), ("1", 1), ("65535", 65535), ("080", 80)])
def test_a_port_is_a_number_from_1_to_65535(typed, port):
    assert network.read_port(typed) == port


@pytest.mark.parametrize("typed", ["", "0", "65536", "-1", "eighty", "80.5", "8 0", "٣", "9" * 5000])
def test_anything_else_is_refused_in_a_sentence(typed):
    with pytest.raises(network.PortError, match="1 to 65535"):
        network.read_port(typed)


def test_a_port_that_another_program_has_is_told_with_another_to_try():
    with closing(network.listen("127.0.0.1", free_port())) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(network.PortError, match=rf"Port {port} is in use.*for example \d+\."):
            network.listen("127.0.0.1", port)


def test_a_port_is_free_again_as_soon_as_it_is_given_back():
    port = free_port()
    network.listen("127.0.0.1", port).close()
    network.listen("127.0.0.1", port).close()


def test_an_address_of_another_machine_is_told_as_such():
    with pytest.raises(network.PortError, match=r"no address 192\.0\.2\.7"):
        network.listen("192.0.2.7", free_port())


def test_the_address_for_phones_is_the_one_that_leads_out(monkeypatch):
    monkeypatch.setattr(network.socket, "socket", routes_to("192.168.7.20"))
    assert network.hall_address() == "192.168.7.20"


def test_a_laptop_that_is_the_hotspot_itself_still_finds_its_address(monkeypatch):
    monkeypatch.setattr(network.socket, "socket", routes_to("10.42.0.1", only=network.AIMS[1]))
    assert network.hall_address() == "10.42.0.1"


def test_without_a_network_there_is_no_address_for_phones(monkeypatch):
    monkeypatch.setattr(network.socket, "socket", routes_to("10.0.0.1", only="nowhere"))
    assert network.hall_address() is None


def test_an_address_that_only_this_machine_knows_is_none_for_phones(monkeypatch):
    monkeypatch.setattr(network.socket, "socket", routes_to("127.0.0.1"))
    assert network.hall_address() is None


def test_the_usual_port_is_left_out_of_the_address():
    assert network.url("10.0.0.5", 80) == "http://10.0.0.5/"
    assert network.url("10.0.0.5", 8000) == "http://10.0.0.5:8000/"


def test_the_code_in_the_terminal_is_a_square_of_blocks():
    lines = network.terminal_qr("http://192.168.7.20:8000/", "utf-8").splitlines()
    width = len(lines[0])
    assert {len(line) for line in lines} == {width}
    assert len(lines) == (width + 1) // 2  # each character is two modules high
    assert set("".join(lines)) <= set(" ▀▄█")


@pytest.mark.parametrize("encoding", ["ascii", "cp1252", None])
def test_a_terminal_without_block_characters_gets_no_code(encoding):
    assert network.terminal_qr("http://192.168.7.20:8000/", encoding) == ""


# --- refusals and steps that need no server -----------------------------------------------------------------
def test_a_hosted_site_is_not_served_this_way(settings):
    settings.PROFILE = "hosted"
    with pytest.raises(CommandError, match=r"tournament\.wsgi"):
        call_command("serve")


def test_style_sheets_are_collected_again_only_after_a_change(settings, tmp_path):
    settings.STATICFILES_DIRS = [tmp_path]
    sheet = tmp_path / "extra.css"
    sheet.write_text("body {}")
    os.utime(sheet, ns=(1, 1))
    first = static_fingerprint()
    assert static_fingerprint() == first
    os.utime(sheet, ns=(2, 2))
    assert static_fingerprint() != first


# --- the whole command, as a program of its own -------------------------------------------------------------
@pytest.mark.slow
def test_the_first_start_prepares_everything_and_the_second_changes_nothing(tmp_path):
    with served(tmp_path) as (first, port):
        page = fetch(port)
        assert page.status == 200
        for style_sheet in re.findall(r'href="(/static/[^"]+\.css)"', page.read().decode()):
            assert fetch(port, style_sheet).status == 200
        start = re.search(r"/start/[\w-]+/", first.text)[0]
        assert "signing in as <strong>director" in fetch(port, start).read().decode()
    # What a director types first is below the phones' code: on 24 lines it had gone.
    *_lines, address, start, account, password, _stopped = (
        first.text.strip().replace("\n\nStopped", "\nStopped").split("\n")
    )
    assert address.endswith(f"http://localhost:{port}/")
    assert re.search(rf"http://localhost:{port}/start/[\w-]{{32}}/", start)
    assert account.endswith(" director")
    assert re.search(r"Password +[a-z2-9]{4}(-[a-z2-9]{4}){2} ", password)
    assert first.returncode == 0
    assert first.text.rstrip().endswith("Stopped.")
    assert stat_mode(tmp_path / "secret_key") == 0o600

    facts = dump(tmp_path)
    assert '"model": "tournament.event"' in facts
    with served(tmp_path) as (second, port):
        assert fetch(port).status == 200
    assert second.returncode == 0
    assert "Password" not in second.text
    assert "…" not in second.text  # no step had anything to do
    assert dump(tmp_path) == facts


@pytest.mark.slow
def test_an_empty_database_stays_empty_when_asked(tmp_path):
    with served(tmp_path, "--no-demo"):
        pass
    facts = dump(tmp_path)
    assert '"model": "tournament.user"' in facts
    assert '"model": "tournament.event"' not in facts


@pytest.mark.slow
def test_a_damaged_database_is_told_and_a_copy_takes_its_place(tmp_path):
    copy_migrated_into(tmp_path)
    call(tmp_path, "createdirector", "dora")
    copy = tmp_path / "copy.zip"
    assert call(tmp_path, "backup", "--out", copy).returncode == 0
    accounts = dump(tmp_path, "tournament.user")
    damaged = os.urandom(8192)
    for end in ("-wal", "-shm"):
        (tmp_path / f"euchre.sqlite3{end}").unlink(missing_ok=True)
    (tmp_path / "euchre.sqlite3").write_bytes(damaged)

    started = call(tmp_path, "serve", "--port", free_port())
    assert (started.returncode, "Traceback" in started.stderr) == (1, False)
    assert "is damaged: file is not a database. Restore the newest backup" in started.stderr
    for options in (["--preview"], []):  # without --yes it asks, and nobody is there
        refused = call(tmp_path, "restore", copy, *options)
        assert (refused.returncode, "Traceback" in refused.stderr) == (1, False)
        assert "nothing was changed" in refused.stderr
        assert (tmp_path / "euchre.sqlite3").read_bytes() == damaged

    done = call(tmp_path, "restore", copy, "--yes")
    assert done.returncode == 0, done.stderr
    [aside] = tmp_path.glob("euchre.sqlite3.damaged-*")
    assert str(aside) in done.stdout
    assert aside.read_bytes() == damaged
    assert dump(tmp_path, "tournament.user") == accounts


@pytest.mark.slow
def test_damage_that_is_told_in_bytes_of_no_language_ends_in_a_sentence(tmp_path):
    """A traceback, UnicodeDecodeError."""
    copy_migrated_into(tmp_path)
    copy = tmp_path / "copy.zip"
    call(tmp_path, "backup", "--out", copy)
    with closing(sqlite3.connect(tmp_path / "euchre.sqlite3")) as database:
        database.execute("PRAGMA writable_schema = ON")
        database.execute(
            "UPDATE sqlite_master SET sql = 'CREATE TABLE', name = CAST(x'ff41' AS TEXT) WHERE name ="
            " 'tournament_wish'"
        )
        database.commit()
    started = call(tmp_path, "serve", "--port", free_port())
    assert (started.returncode, "Traceback" in started.stderr) == (1, False), started.stderr
    assert "is damaged: malformed database schema" in started.stderr
    done = call(tmp_path, "restore", copy, "--yes")
    assert (done.returncode, "Traceback" in done.stderr) == (0, False), done.stderr


def test_a_taken_port_ends_in_a_sentence(tmp_path):
    with closing(network.listen("127.0.0.1", free_port())) as taken:
        port = str(taken.getsockname()[1])
        done = call(tmp_path, "serve", "--host", "127.0.0.1", "--port", port)
    assert done.returncode == 1
    assert f"Port {port} is in use" in done.stderr
    assert "Traceback" not in done.stderr
    assert not (tmp_path / "euchre.sqlite3").exists()


@pytest.mark.slow
def test_a_request_under_way_is_answered_before_the_stop(tmp_path):
    """The application here takes a second; the stop comes in the middle of it."""
    port = free_port()
    script = f"""
import time
from tournament.running import network
from tournament.management.commands import serve
from tournament.web.hall_server import serve_until_stopped

def slow(environ, start_response):
    print("working", flush=True)
    time.sleep(1)
    start_response("200 OK", [("Content-Length", "4")])
    return [b"done"]

serve.stop_when_told()
serve_until_stopped(slow, network.listen("127.0.0.1", {port}))
print("stopped")
"""
    command = manage(tmp_path, "shell", "--no-imports", "-c", script)
    answers = []
    with subprocess.Popen(command["args"], **command["options"], stdout=subprocess.PIPE, text=True) as server:
        asking = threading.Thread(target=lambda: answers.append(fetch(port).read()))
        asking.start()
        assert server.stdout.readline() == "working\n"
        server.send_signal(signal.SIGTERM)
        asking.join(timeout=PATIENCE)
        assert server.stdout.read() == "stopped\n"
    assert answers == [b"done"]
    assert server.returncode == 0


# --- helpers ------------------------------------------------------------------------------------------------
def stat_mode(path):
    return path.stat().st_mode & 0o777


def routes_to(address, only=None):
    """A socket class whose routing table leads every aim, or only one, through this address."""

    class Routed(socket.socket):
        def connect(self, aim):
            if only not in (None, aim[0]):
                raise OSError("Network is unreachable")

        def getsockname(self):
            return (address, 40000)

    return Routed
