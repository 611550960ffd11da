"""The front door and the pages for trouble."""

import re
from datetime import date

import html5lib
import pytest
import time_machine
from django.contrib.staticfiles import finders
from django.template.loader import render_to_string
from django.test import RequestFactory
from PIL import Image

from tests.helpers.factories import NOW, make_event, make_user
from tournament.models import Event

TROUBLE = ["400.html", "403.html", "403_csrf.html", "404.html", "405.html", "500.html", "503.html"]


def parsed(html: str):
    return html5lib.HTMLParser(strict=True, namespaceHTMLElements=False).parse(html)


@pytest.mark.parametrize("name", TROUBLE)
def test_a_page_for_trouble_needs_neither_session_nor_database(name):
    document = parsed(render_to_string(name, {}, RequestFactory().get("/")))
    assert len(list(document.iter("h1"))) == 1


@pytest.mark.django_db
def test_the_front_door_offers_signing_in_and_finding_an_event(client):
    answer = client.get("/")
    parsed(answer.content.decode())
    assert 'name="event"' in answer.content.decode()
    assert "/sign-in/" in answer.content.decode()


@pytest.fixture
def halls(db):
    """Two public events today, a private one, and one of last week."""
    dora = make_user()
    make_event(dora, name="Friday Night Euchre", venue="Grange Hall")
    make_event(dora, name="Légion d’honneur")
    make_event(dora, name="Thursday Cards", date=date(2026, 11, 12))
    Event.objects.filter(pk=make_event(dora, name="Secret Friday").pk).update(is_public=False)
    with time_machine.travel(NOW, tick=False):
        yield


class TestFindingAnEvent:
    """The front door asked for a short name that nobody knew."""

    def test_todays_public_events_are_listed_and_no_private_or_past_one(self, client, halls):
        page = client.get("/").content.decode()
        assert "Friday Night Euchre" in page
        assert "Légion" in page
        assert "Secret" not in page
        assert "Thursday" not in page

    def test_one_alone_opens_but_not_on_the_laptop_that_serves_it(self, client, halls):
        Event.objects.filter(name__startswith="Légion").delete()
        assert client.get("/").headers["Location"] == "/e/friday-night-euchre/"
        laptop = client.get("/", headers={"host": "localhost"})
        assert laptop.status_code == 200
        assert "/sign-in/" in laptop.content.decode()

    @pytest.mark.parametrize(
        ("typed", "slug"),
        [
            ("friday", "friday-night-euchre"),
            (" Friday Night ", "friday-night-euchre"),
            ("FRYDAY", "friday-night-euchre"),
            ("grange", "friday-night-euchre"),
            ("legion", "legion-dhonneur"),
            ("thursday", "thursday-cards"),
            ("thursday-cards", "thursday-cards"),
        ],
    )
    def test_a_typed_name_is_found_forgivingly(self, client, halls, typed, slug):
        assert client.get("/", {"event": typed}).headers["Location"] == f"/e/{slug}/"

    @pytest.mark.parametrize("typed", ["secret", "secret-friday", "zzz", "///", "نور", "\x00", "a" * 500])
    def test_what_is_no_public_event_is_said_and_stays_in_the_field(self, client, halls, typed):
        answer = client.get("/", {"event": typed})
        assert answer.status_code == 200
        assert "Secret Friday" not in answer.content.decode()
        if typed == "zzz":
            assert "No public event matches “zzz”" in answer.content.decode()
            assert 'value="zzz"' in answer.content.decode()

    def test_several_are_offered(self, client, halls):
        page = client.get("/", {"event": "n"}).content.decode()
        assert "Which event?" in page
        parsed(page)


def test_a_phone_can_put_the_site_on_its_home_screen(client):
    """Players' wish 7: home-screen icon and manifest; every icon is there, in the size that it claims."""
    page = client.get("/sign-in/").content.decode()
    assert '<link rel="manifest" href="/manifest.webmanifest">' in page
    answer = client.get("/manifest.webmanifest")
    assert answer["Content-Type"] == "application/manifest+json"
    manifest = answer.json()
    assert (manifest["name"], manifest["start_url"], manifest["display"]) == (
        "Euchre Director", "/", "standalone",
    )  # fmt: skip
    assert {icon["purpose"] for icon in manifest["icons"]} == {"any", "maskable"}
    shown = [(icon["src"], icon["sizes"]) for icon in manifest["icons"]]
    shown.append((re.search(r'rel="apple-touch-icon" href="([^"]+)"', page)[1], "180x180"))
    for address, sizes in shown:
        found = finders.find(address.removeprefix("/static/"))
        with Image.open(found) as picture:
            assert "{}x{}".format(*picture.size) == sizes
