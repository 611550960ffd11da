"""Who may open which page, asked of every address that officials have.

The addresses come from the resolver, so that a new page is asked as well; its role is read from the view.
"""

from collections.abc import Iterator

import pytest
from django.urls import URLPattern, URLResolver, get_resolver, reverse

from tests.factories import enter, make_published, make_user, table_of
from tournament.access import RANKING, may
from tournament.models import Adjustment, Membership

KWARGS = {
    "round": 1,
    "table": 1,
    "player": 1,
    "ruling": 1,
    "revision": 1,
    "adjustment": 1,
    "kind": "standings",
}


def pages(patterns=None, namespace="") -> Iterator[tuple[str, URLPattern]]:
    """Every page under an event's address, by its full name."""
    for pattern in get_resolver("tournament.urls_director").url_patterns if patterns is None else patterns:
        if isinstance(pattern, URLResolver):
            yield from pages(
                pattern.url_patterns, f"{pattern.namespace}:" if pattern.namespace else namespace
            )
        else:
            yield f"{namespace}{pattern.name}", pattern


EVENT_PAGES = {name: pattern for name, pattern in pages() if hasattr(pattern.callback, "needs_role")}
OPEN_PAGES = {"accounts:sign_in", "accounts:sign_out"}
OWN_PAGES = {"accounts:change_password", "events:index", "events:new"}


@pytest.fixture
def event(db):
    return make_published(make_user("dora"))


def address(name: str, event) -> str:
    needed = EVENT_PAGES[name].pattern.converters
    return reverse(name, kwargs={"slug": event.slug} | {key: KWARGS[key] for key in needed if key != "slug"})


def official(event, role: str):
    user = make_user(role)
    Membership.objects.create(event=event, user=user, role=role)
    return user


def test_every_page_is_an_event_page_or_a_known_exception():
    assert {name for name, _ in pages()} == set(EVENT_PAGES) | OPEN_PAGES | OWN_PAGES
    assert len(EVENT_PAGES) > 40


@pytest.mark.parametrize("name", [*EVENT_PAGES, *sorted(OWN_PAGES)])
@pytest.mark.parametrize("method", ["get", "post"])
def test_somebody_not_signed_in_is_sent_to_sign_in(client, event, name, method):
    url = address(name, event) if name in EVENT_PAGES else reverse(name)
    response = getattr(client, method)(url)
    assert (response.status_code, response["Location"]) == (302, f"{reverse('accounts:sign_in')}?next={url}")


@pytest.mark.parametrize("name", EVENT_PAGES)
@pytest.mark.parametrize("method", ["get", "post"])
def test_for_an_outsider_the_event_does_not_exist(client, event, name, method):
    client.force_login(make_user("outsider"))
    assert getattr(client, method)(address(name, event)).status_code == 404


@pytest.mark.parametrize("name", EVENT_PAGES)
@pytest.mark.parametrize("method", ["get", "post"])
@pytest.mark.parametrize("role", ["viewer", "scorer"])
def test_a_member_without_the_right_is_refused(client, event, name, method, role):
    client.force_login(official(event, role))
    response = getattr(client, method)(address(name, event))
    if may(role, EVENT_PAGES[name].callback.needs_role):
        assert response.status_code != 403
        assert response.status_code < 500
    else:
        assert response.status_code == 403


@pytest.mark.parametrize("name", EVENT_PAGES)
def test_a_director_is_never_refused_and_nothing_breaks(client, event, name):
    """Also with nothing sent at all, and with what no browser of ours sends."""
    director = event.memberships.get().user
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


def test_roles_are_ranked_from_director_to_viewer():
    assert [role.value for role in RANKING] == ["director", "scorer", "viewer"]


def test_an_unknown_event_is_not_found_for_its_own_officials_too(client, event):
    client.force_login(event.memberships.get().user)
    assert client.get(reverse("events:overview", args=["no-such-event"])).status_code == 404
    assert not Adjustment.objects.exists()
