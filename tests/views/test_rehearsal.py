"""The pages of a rehearsal: switched on, started at the desk, pressed through and ended; never public."""

import pytest
from django.core.management import CommandError, call_command
from django.test import Client
from django.urls import get_resolver, reverse

from tests.helpers.addresses import pages
from tests.helpers.factories import make_event, make_official, make_players, make_published
from tests.helpers.person import Person
from tournament.models import Event
from tournament.printing import jobs
from tournament.registry.features import FEATURE_OF_PAGE, REAL
from tournament.services.events import change_event
from tournament.simulation.events import hasty_planner

BAND = "Nothing here counts, and no phone shows it."


@pytest.fixture(autouse=True)
def quickly():
    with hasty_planner():
        yield


@pytest.fixture
def tonight(director):
    event = make_event(director, features=["board", "rulings", "rehearsal"])
    make_players(event, 9)
    return event


def at(name, event, *args):
    return reverse(name, args=[event.slug, *args])


END = "End the rehearsal and delete it"


def begun(desk, event):
    """The copy of an event, once its rehearsal is started."""
    Person(desk).visit(at("rehearsal:show", event)).press("Start the rehearsal")
    return Event.objects.get(rehearsal_of=event)


def shown(desk, copy):
    return Person(desk).visit(at("rehearsal:show", copy))


def test_the_desk_offers_it_before_round_1_where_it_is_switched_on(tonight, desk, director, does):
    link = f'href="{at("rehearsal:show", tonight)}"'
    assert link in desk.get(at("events:overview", tonight)).content.decode()
    asked = Person(desk).visit(at("rehearsal:show", tonight))
    does(change_event, tonight, features=["board"])
    assert link not in desk.get(at("events:overview", tonight)).content.decode()
    assert desk.get(at("rehearsal:show", tonight)).status_code == 404
    assert asked.press("Start the rehearsal").response.status_code == 404


def test_it_is_played_by_one_button_and_deleted_whole(tonight, desk):
    assert "a quarter of an hour" in desk.get(at("rehearsal:show", tonight)).content.decode()
    page = shown(desk, begun(desk, tonight))
    titles = ("Somebody goes home", "A tie", "A renege", "A sheet is missing", "A total that cannot be")
    for number, title in enumerate(titles, 1):
        page.press("lay round")
        assert f"Round {number}: {title}" in page.page
        where = page.response.context["where"].partition("#")[0]
        assert desk.get(where, follow=True).status_code == 200, title
    while "lay round" in page.text:
        page.press("lay round")
    page.press("Close the last round")
    assert "All rounds are played" in page.text
    page.press(END)
    assert "The rehearsal is deleted. This is the real evening." in page.page
    assert list(Event.objects.all()) == [tonight]


@pytest.mark.slow
def test_every_page_of_it_says_so_and_no_page_of_the_real_evening(tonight, desk):
    copy = begun(desk, tonight)
    shown(desk, copy).press("Play round 1")
    asked = 0
    values = {"round": 1, "table": 1, "player": 1, "kind": "standings", "slug": copy.slug}
    for page in pages():
        if not page.route.startswith("/events/<slug:slug>") or not page.needs <= values.keys():
            continue
        if page.name in ("printing:pdf", "printing:picture"):
            continue
        answer = desk.get(page.address(values))
        if "html" not in answer.get("Content-Type", "") or answer.status_code == 405:
            continue
        html = answer.content.decode()
        if answer.status_code in (200, 404) and "masthead-event" in html:
            asked += 1
            assert BAND in html, page.name
    assert asked > 25
    assert BAND not in desk.get(at("events:overview", tonight)).content.decode()


def test_every_paper_of_it_says_so(tonight, desk):
    copy = begun(desk, tonight)
    for kind in ("tally-cards", "score-sheets", "standings", "seating-by-name"):
        html = desk.get(at("printing:paper", copy, kind)).content.decode()
        assert html.count('<p class="rehearsal-mark">REHEARSAL</p>') == html.count('<section class="sheet'), (
            kind
        )
    make_players(real := make_published(copy.memberships.first().user, name="Real"), ["Zoe"])
    assert "REHEARSAL" not in desk.get(at("printing:paper", real, "score-sheets")).content.decode()


def test_no_command_and_no_page_takes_it_for_real(tonight, desk, tmp_path):
    copy = begun(desk, tonight)
    with pytest.raises(CommandError, match="is a rehearsal: nothing of it is kept"):
        call_command("exportevent", copy.slug, out=tmp_path / "out")
    assert not (tmp_path / "out").exists()
    for name in (
        "archive:index",
        "archive:event_json",
        "officials:index",
        "events:same_again",
        "events:delete",
    ):
        assert desk.get(at(name, copy)).status_code == 404, name
    settings = desk.get(at("events:settings", copy)).content.decode()
    assert at("officials:index", copy) not in settings
    answer = desk.get(at("officials:index", copy)).content.decode()
    assert "This is a rehearsal" in answer
    assert copy.name not in desk.get(reverse("events:index")).content.decode()
    assert copy.name not in desk.get(at("players:earlier", tonight)).content.decode()
    resolver = get_resolver()
    for page in (page for page, feature in FEATURE_OF_PAGE.items() if feature.key == REAL):
        part, _colon, name = page.partition(":")
        assert not name or resolver.namespace_dict[part][1].reverse_dict.getlist(name), page


def test_nobody_sees_it_without_signing_in(tonight, desk):
    copy, somebody = begun(desk, tonight), Client()
    for name in ("public:event", "public:board", "public:standings", "public:seating"):
        assert somebody.get(at(name, copy)).status_code == 404, name
    token = copy.players.get(number=1).token
    assert "Ann" not in somebody.get(reverse("player_page:show", args=[token])).content.decode()
    assert copy.name not in somebody.get("/").content.decode()
    Person(desk).visit(at("events:settings", copy)).press("Save the settings", is_public="on")
    assert not Event.objects.get(pk=copy.pk).is_public


def test_the_page_of_backups_does_not_miss_what_was_rehearsed(tonight, desk, director, settings, tmp_path):
    """No backup is taken for a rehearsal, so the page said that the newest one lacks what was saved last."""
    settings.BACKUP_DIR = tmp_path
    director.is_superuser = True
    director.save()
    tonight.audit_entries.all().delete()
    assert not desk.get(reverse("backups:index")).context["behind"]
    shown(desk, begun(desk, tonight)).press("Play round 1")
    assert not desk.get(reverse("backups:index")).context["behind"]


def test_it_can_be_ended_at_once_and_twice_and_its_papers_are_forgotten(tonight, desk, monkeypatch, does):
    """Pressed a second time it led to "Nothing at this address"."""
    forgotten = []
    monkeypatch.setattr(jobs, "forget_event_papers", forgotten.append)
    copy = begun(desk, tonight)
    page, old = (shown(desk, copy) for _page in range(2))
    page.press(END)
    assert forgotten == [copy.slug]
    assert old.press(END).path == at("events:overview", tonight)
    copy = begun(desk, tonight)
    does(change_event, tonight, features=[])
    shown(desk, copy).press(END)
    assert list(Event.objects.all()) == [tonight]


def test_other_officials_are_there_too(tonight, desk, client):
    scorer = make_official(tonight, "scorer", "sam")
    copy = begun(desk, tonight)
    client.force_login(scorer)
    assert BAND in client.get(at("events:overview", copy)).content.decode()
