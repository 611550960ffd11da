"""What a machine lacks for PDFs is told before anybody asks for one, with the line that adds it."""

import sys

import pytest
from django.urls import reverse

from tests.helpers.factories import make_published
from tournament.printing import jobs


@pytest.mark.parametrize(
    ("system", "library", "lacks"),
    [
        ("linux", "libof-no-machine.so.0", True),
        ("darwin", "libof-no-machine.so.0", False),  # its files have other names there
    ],
)
def test_a_missing_pango_is_noticed_where_its_files_are_known(monkeypatch, system, library, lacks):
    monkeypatch.setattr(sys, "platform", system)
    monkeypatch.setattr(jobs, "PANGO", (library,))
    assert jobs.lacks_pango() is lacks


@pytest.mark.parametrize(
    ("system", "line"), [("linux", "apt-get install libpango"), ("darwin", "brew "), ("win32", "pacman ")]
)
def test_each_system_has_its_line_for_pango(system, line):
    assert jobs.way_to_pango(system).startswith(line)


def test_the_print_room_says_so_and_papers_still_print_from_the_browser(client, director, monkeypatch):
    event = make_published(director, players=8, rounds=3)
    client.force_login(director)
    room = reverse("printing:index", args=[event.slug])
    monkeypatch.setattr(jobs, "lacks_pango", lambda: False)
    assert "lacks Pango" not in client.get(room).content.decode()
    monkeypatch.setattr(jobs, "lacks_pango", lambda: True)
    page = client.get(room).content.decode()
    assert "lacks Pango" in page
    assert "print from the browser" in page
    assert reverse("printing:picture", args=[event.slug, "tally-cards"]) not in page
    assert client.get(reverse("printing:paper", args=[event.slug, "tally-cards"])).status_code == 200
