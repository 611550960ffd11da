"""Who may open which page, asked of every address that officials have.

The addresses come from the resolver, so that a new page is asked as well; its role is read from the view.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import pytest
from django.http import HttpResponse
from django.urls import URLResolver, get_resolver, reverse

from tests.factories import NOW, enter, make_published, make_user, table_of
from tournament.models import Membership
from tournament.models.people import RANKING, may
from tournament.services.officials import invite

KWARGS = {
    "round": 1,
    "table": 1,
    "player": 1,
    "ruling": 1,
    "revision": 1,
    "report": 1,
    "adjustment": 1,
    "note": 1,
    "announcement": 1,
    "change": 1,
    "sign_up": 1,
    "invitation": 1,
    "wish": 1,
    "drawing": 1,
    "kind": "standings",
}


@dataclass(frozen=True, slots=True)
class Page:
    name: str
    view: Callable[..., HttpResponse]
    needs: frozenset[str]  # what its address is made of


def pages(patterns: Sequence = (), space: str = "", needs: frozenset[str] = frozenset()) -> Iterator[Page]:
    """Every page of officials, by its full name."""
    for pattern in patterns or get_resolver("tournament.urls_director").url_patterns:
        here = needs | set(pattern.pattern.converters)
        if isinstance(pattern, URLResolver):
            yield from pages(
                pattern.url_patterns, f"{pattern.namespace}:" if pattern.namespace else space, here
            )
        else:
            yield Page(f"{space}{pattern.name}", pattern.callback, here)


EVENT_PAGES = {page.name: page for page in pages() if hasattr(page.view, "needs_role")}
OWNER_PAGES = {page.name: page for page in pages() if hasattr(page.view, "for_owner")}
OPEN_PAGES = {"accounts:sign_in", "accounts:sign_out"}
OWN_PAGES = {"accounts:change_password", "accounts:sessions", "events:index", "events:new", "archive:import"}


@pytest.fixture
def event(db):
    return make_published(make_user("dora"))


def address(name: str, event) -> str:
    director = event.memberships.get(role="director").user
    latest = event.audit_entries.latest("pk").pk
    values = KWARGS | {"slug": event.slug, "member": director.pk, "entry": latest}
    return reverse(name, kwargs={key: values[key] for key in EVENT_PAGES[name].needs})


def official(event, role: str):
    user = make_user(role)
    Membership.objects.create(event=event, user=user, role=role)
    return user


def test_every_page_is_an_event_page_or_a_known_exception():
    assert {page.name for page in pages()} == set(EVENT_PAGES) | OPEN_PAGES | OWN_PAGES | set(OWNER_PAGES)
    assert len(EVENT_PAGES) > 30


def answers(client, event) -> Iterator[tuple[Page, str, HttpResponse]]:
    """What each page answers to looking and to sending nothing."""
    for page in EVENT_PAGES.values():
        for method in ("get", "post"):
            yield page, method, getattr(client, method)(address(page.name, event))


def test_somebody_not_signed_in_is_sent_to_sign_in(client, event):
    sign_in = reverse("accounts:sign_in")
    for page, method, response in answers(client, event):
        assert response.status_code == 302, f"{method} {page.name}"
        assert response["Location"] == f"{sign_in}?next={address(page.name, event)}"
    for name in OWN_PAGES:
        assert client.get(reverse(name))["Location"] == f"{sign_in}?next={reverse(name)}"


def test_for_an_outsider_the_event_does_not_exist(client, event):
    client.force_login(make_user("outsider"))
    found = [(page.name, method) for page, method, r in answers(client, event) if r.status_code != 404]
    assert found == []


@pytest.mark.parametrize("role", ["viewer", "scorer"])
def test_a_member_is_refused_exactly_what_he_has_no_right_to(client, event, role):
    client.force_login(official(event, role))
    for page, method, response in answers(client, event):
        refused = not may(role, page.view.needs_role)
        assert (response.status_code == 403) is refused, f"{method} {page.name}"
        assert response.status_code < 500, f"{method} {page.name}"


@pytest.mark.parametrize("name", EVENT_PAGES)
def test_a_director_is_never_refused_and_nothing_breaks(client, event, name):
    """Also with nothing sent at all, and with what no browser of ours sends."""
    director = event.memberships.get().user
    invite(event, "viewer", by=director, at=NOW)
    enter(table_of(event), by=director)
    client.force_login(director)
    url = address(name, event)
    answers = [
        client.get(url),
        client.get(f"{url}?q=%00&page=-1&per_page=-5&sort=%27&round=99999999999999999999&size=x&kind=%F0%28"),
        client.post(url),
        client.post(url, {"name": "\x00", "number": "9" * 400, "text": "\x00", "reason": "x" * 5000}),
        client.post(url, b"name=%ff%fe%00&q=%c3%28", content_type="application/x-www-form-urlencoded"),
    ]
    assert all(answer.status_code < 500 and answer.status_code != 403 for answer in answers)


@pytest.mark.parametrize("name", OWNER_PAGES)
def test_pages_of_the_whole_site_exist_for_its_owner_only(client, event, name):
    kwargs = {"stem": "euchre-20261120-194200-by-hand-0a1b2c"} if OWNER_PAGES[name].needs else {}
    url = reverse(name, kwargs=kwargs)
    for ask in (client.get, client.post):
        assert ask(url)["Location"] == f"{reverse('accounts:sign_in')}?next={url}"
    client.force_login(event.memberships.get().user)
    for ask in (client.get, client.post):
        assert ask(url).status_code == 404


def test_roles_are_ranked_from_director_to_viewer():
    assert [role.value for role in RANKING] == ["director", "scorer", "viewer"]


def test_an_unknown_event_is_not_found_for_its_own_officials_too(client, event):
    client.force_login(event.memberships.get().user)
    assert client.get(reverse("events:overview", args=["no-such-event"])).status_code == 404
