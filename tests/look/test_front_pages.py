"""The front door, the style guide and the pages for trouble."""

import html5lib
import pytest
from django.template.loader import render_to_string
from django.test import RequestFactory

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


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("typed", "address"), [("friday", "/e/friday/"), (" Friday Night ", "/e/friday-night/")]
)
def test_a_short_name_leads_to_its_event(client, typed, address):
    assert client.get("/", {"event": typed}).headers["Location"] == address


@pytest.mark.django_db
@pytest.mark.parametrize("typed", ["", "///", "نور", "\x00"])
def test_what_is_no_short_name_shows_the_front_door_again(client, typed):
    assert client.get("/", {"event": typed}).status_code == 200


@pytest.mark.django_db
def test_the_style_guide_is_sound_html_and_only_for_builders(client, settings):
    settings.DEBUG = True
    parsed(client.get("/style-guide/").content.decode())
    settings.DEBUG = False
    assert client.get("/style-guide/").status_code == 404
