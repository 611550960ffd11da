"""No page ever shows a word of the language that another reader asked for, whatever is kept and by whom."""

import re
from collections.abc import Iterator

import pytest
from django.db.models import F
from django.test import Client
from django.urls import reverse

from tests.conftest import MARK
from tests.helpers.addresses import pages
from tests.helpers.factories import make_event, make_published, play
from tests.helpers.kept import kept
from tests.helpers.whole_site import ASKED, Site, who_opens
from tournament.models import Event
from tournament.printing import jobs

LANGUAGES = ("en", "fr", "en")
FOR_THE_HALL = {"public:board", "public:board_live", "printing:paper", "archive:results_page"}  # the event's
KEPT = ("event", "standings", "seating", "rules", "live", "round", "player")


WITH_COMMA = re.compile(r' (?:class|x|y|cx|cy|r|width|height|viewBox|data-size)="[^"]*\d,\d[^"]*"')


def words(answer) -> str:
    return answer.content.decode("utf-8", "replace")


def asking(language: str) -> dict[str, str]:
    return {"HTTP_ACCEPT_LANGUAGE": language}


def ask(client: Client, path: str, language: str, **more: str):
    return client.get(path, **asking(language), **more)


def looked_at(site: Site) -> Iterator[tuple[str, str, Client]]:
    """Every address that answers a look with words, whatever of: pages, parts of pages, files."""
    clients = site.clients()
    for page in pages():
        values = site.values_for(page.name)
        if page.needs <= values.keys():
            path = page.address(values) + (ASKED[page.name](site) if page.name in ASKED else "")
            yield page.name, path, clients[who_opens(page.name)]


@pytest.mark.slow
def test_pages_asked_for_in_turn_in_two_languages_never_mix_them(site, marked_french):
    mixed, unmarked, drawn = [], [], []
    for name, path, client in looked_at(site):
        for language in LANGUAGES:
            answer = ask(client, path, language)
            if answer.status_code != 200:
                continue
            is_marked = MARK in words(answer)
            if is_marked and language == "en":
                mixed.append(path)
            is_page = answer["Content-Type"].startswith("text/html") and name not in FOR_THE_HALL
            if is_page and language == "fr" and not is_marked:
                unmarked.append(path)
            drawn += [(path, found) for found in WITH_COMMA.findall(words(answer)) if is_page]
    assert (mixed, unmarked) == ([], [])
    assert drawn == [], "numbers for machines have a point in every language"


@pytest.fixture
@kept
def event(director) -> Event:
    """Two rounds, the first one played and closed, for everybody."""
    return play(make_published(director, rounds=2), 1, 9, 4)


def in_french(event: Event, is_french: bool = True) -> None:
    language = "fr" if is_french else "en"
    Event.objects.filter(pk=event.pk).update(language=language, live_version=F("live_version") + 1)


def test_a_browser_that_kept_a_page_in_one_language_is_never_told_that_another_is_unchanged(
    event, client, marked_french, django_assert_num_queries
):
    for page in KEPT:
        path = reverse(f"public:{page}", args=[event.slug, *([1] if page in ("round", "player") else [])])
        kept = {language: ask(client, path, language)["ETag"] for language in ("en", "fr")}
        assert kept["en"] != kept["fr"]
        for language, other in (("en", "fr"), ("fr", "en")):
            with django_assert_num_queries(1):
                assert ask(client, path, language, HTTP_IF_NONE_MATCH=kept[language]).status_code == 304
            new = ask(client, path, language, HTTP_IF_NONE_MATCH=kept[other])
            assert new.status_code == 200
            assert (MARK in words(new)) is (language == "fr")


def test_the_big_screen_is_in_the_events_language_whoever_opens_it(event, client, marked_french):
    paths = [reverse(f"public:{name}", args=[event.slug]) for name in ("board", "board_live")]
    for is_french in (False, True):
        in_french(event, is_french)
        for path in paths:
            answers = [ask(client, path, reader) for reader in ("en", "fr", "de")]
            assert {MARK in words(answer) for answer in answers} == {is_french}, path
            assert {"Accept-Language" in answer.get("Vary", "") for answer in answers} == {False}
            assert {answer["Content-Language"] for answer in answers} == {"fr" if is_french else "en"}


def test_who_asks_for_no_language_of_ours_reads_the_events(event, director, marked_french):
    other = make_published(director, rounds=1, name="Another")
    in_french(event)
    for page in ("event", "standings", "seating", "rules"):
        path = reverse(f"public:{page}", args=[event.slug])
        for asked in ({}, asking("de-CH,de;q=0.9"), asking("*")):
            assert '<html lang="fr"' in words(Client().get(path, **asked)), (page, asked)
        assert '<html lang="en"' in words(Client().get(path, **asking("de,en;q=0.3")))
    assert '<html lang="en"' in words(Client().get(reverse("public:event", args=[other.slug])))
    desk = Client()
    desk.force_login(director)
    assert '<html lang="fr"' in words(desk.get(reverse("events:overview", args=[event.slug])))
    assert '<html lang="en"' in words(desk.get(reverse("events:overview", args=[other.slug])))


@pytest.mark.slow
def test_papers_and_lists_are_in_the_events_language_whoever_asks(event, desk, marked_french, monkeypatch):
    pressed = []

    def noted(html, kind="pdf", *, of="", public=False):
        pressed.append(html)
        return jobs.State("x.pdf")

    monkeypatch.setattr(jobs, "order_paper", noted)
    papers = [reverse("printing:paper", args=[event.slug, kind]) for kind in ("tally-cards", "standings")]
    lists = [reverse("public:csv", args=[event.slug]), reverse("archive:csv", args=[event.slug, "standings"])]
    for is_french in (False, True, False):
        in_french(event, is_french)
        for reader in ("en", "fr"):
            for path in (*papers, *lists):
                answer = ask(desk, path, reader)
                assert answer.status_code == 200, path
                assert (MARK in words(answer)) is is_french, (path, reader)
            pressed.clear()
            for kind in ("tally-cards", "emergency-kit"):
                ask(desk, reverse("printing:pdf", args=[event.slug, kind]), reader)
            ask(Client(), reverse("public:pdf", args=[event.slug]), reader)
            assert len(pressed) == 3
            assert {MARK in html for html in pressed} == {is_french}
            assert {f'<html lang="{"fr" if is_french else "en"}"' in html for html in pressed} == {True}


def test_why_a_paper_cannot_be_printed_is_told_in_the_readers_language(director, desk, marked_french):
    event = make_event(director)
    in_french(event)
    for reader in ("en", "fr"):
        page = words(ask(desk, reverse("printing:index", args=[event.slug]) + "?paper=tally-cards", reader))
        why = f"<p>{MARK if reader == 'fr' else ''}Publish the seating first"
        assert why in page


def test_a_choice_made_here_goes_before_what_the_browser_asks_for(event, marked_french):
    client = Client()
    page = reverse("public:standings", args=[event.slug])
    assert MARK not in words(ask(client, page, "en"))
    chosen = client.post(reverse("language"), {"language": "fr", "next": page}, **asking("en"))
    assert (chosen.status_code, chosen["Location"]) == (302, page)
    assert MARK in words(ask(client, page, "en"))
    back = client.post(
        reverse("language"), {"language": "en"}, HTTP_REFERER=f"http://testserver{page}?sort=name"
    )
    assert back["Location"] == f"http://testserver{page}?sort=name"
    assert MARK not in words(ask(client, page, "fr"))


@pytest.mark.django_db
def test_the_choice_leads_to_no_other_site_and_a_look_changes_nothing(client):
    address = reverse("language")
    away = client.post(address, {"language": "fr", "next": "https://elsewhere.example/"})
    assert away["Location"] == "/"
    assert client.get(address).status_code == 405
    client.cookies.clear()
    client.post(address, {"language": "tlh", "next": "/"})
    assert client.get("/sign-in/")["Content-Language"] == "en"


def test_a_page_with_a_foot_offers_the_other_language_by_its_own_name(event, desk):
    page = words(Client().get(reverse("public:event", args=[event.slug]) + "?player=7"))
    assert re.search(r'<button [^>]*name="language" value="fr"\s+lang="fr">Français</button>', page)
    assert 'value="en"' not in page
    assert ">English</button>" in words(ask(Client(), reverse("public:event", args=[event.slug]), "fr"))
    assert 'name="next"' not in page
    own = reverse("player_page:show", args=[event.players.get(number=7).token])
    assert f'name="next" value="{own}"' in words(Client().get(own)), "it sends no referrer"
    assert ">Français</option>" in words(desk.get(reverse("events:settings", args=[event.slug])))


def test_where_there_is_one_language_nothing_is_offered_and_nothing_hangs_on_it(event, desk, settings):
    settings.LANGUAGES = [("en", "English")]
    answer = ask(Client(), reverse("public:event", args=[event.slug]), "fr")
    assert 'action="/language/"' not in words(answer)
    assert "Accept-Language" not in answer.get("Vary", "")
    page = words(desk.get(reverse("events:settings", args=[event.slug])))
    assert "Français" not in page
    assert 'name="language"' not in page
