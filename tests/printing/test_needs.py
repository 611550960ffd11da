"""What a machine lacks for PDFs is told before anybody asks for one, with the line that adds it."""

import sys

import pytest
from django.urls import reverse

from tests.factories import make_published
from tournament import program
from tournament.printing import needs


@pytest.mark.parametrize(
    ("library", "pango", "told"),
    [(None, True, "weasyprint"), (None, False, "weasyprint"), ("there", False, "pango"), ("there", True, "")],
)
def test_what_is_missing_is_found_without_loading_it(library, pango, told, monkeypatch):
    monkeypatch.delitem(sys.modules, "weasyprint", raising=False)
    monkeypatch.setattr(needs, "find_spec", lambda name: library)
    monkeypatch.setattr(needs, "_has_pango", lambda: pango)
    monkeypatch.setattr(sys, "platform", "linux")
    assert needs.missing() == told
    assert "weasyprint" not in sys.modules


def test_pango_is_not_looked_for_where_its_files_have_other_names(monkeypatch):
    monkeypatch.setattr(needs, "find_spec", lambda name: "there")
    monkeypatch.setattr(needs, "_has_pango", lambda: False)
    monkeypatch.setattr(sys, "platform", "darwin")
    assert needs.missing() == ""


def test_a_library_of_another_name_is_no_pango(monkeypatch):
    monkeypatch.setattr(needs, "PANGO", ("libof-no-machine.so.0",))
    assert not needs._has_pango()


@pytest.mark.parametrize(
    ("system", "line"), [("linux", "apt-get install libpango"), ("darwin", "brew "), ("win32", "pacman ")]
)
def test_each_system_has_its_line_for_pango(system, line):
    assert needs.way_to_pango(system).startswith(line)


def test_an_extra_is_added_from_the_locked_file_or_with_the_wheel_itself(monkeypatch):
    assert program.way_to_add("papers").endswith("--require-hashes -r .ci/locked/requirements-papers.txt")
    monkeypatch.setattr(program, "IS_CHECKOUT", False)
    monkeypatch.setattr(program, "number", lambda: "0.1.0")
    assert program.way_to_add("papers") == 'pip install "./euchre_director-0.1.0-py3-none-any.whl[papers]"'


@pytest.mark.parametrize(("what", "words"), [("pango", "lacks Pango"), ("weasyprint", "the extra “papers”")])
def test_the_print_room_says_so_and_papers_still_print_from_the_browser(
    client, director, monkeypatch, what, words
):
    event = make_published(director, players=8, rounds=3)
    client.force_login(director)
    room = reverse("printing:index", args=[event.slug])
    assert words not in client.get(room).content.decode()
    monkeypatch.setattr(needs, "missing", lambda: what)
    page = client.get(room).content.decode()
    assert words in page
    assert "print from the browser" in page
    assert reverse("printing:picture", args=[event.slug, "tally-cards"]) not in page
    assert client.get(reverse("printing:paper", args=[event.slug, "tally-cards"])).status_code == 200
