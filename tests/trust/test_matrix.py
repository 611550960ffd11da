"""Who gets what from every address of the site: the whole matrix, and what no look and no stranger changes.

A page that is added fails the first test until it has its row here.
"""

import re
from collections.abc import Callable, Iterable, Mapping
from hashlib import sha256
from typing import Any

import pytest
from django.apps import apps
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from tests.helpers.addresses import Page, pages
from tests.helpers.database import undone
from tests.helpers.factories import make_event, make_user
from tests.helpers.whole_site import Site
from tournament.models import Event, Membership, Season
from tournament.models.people import RANKING, role_suffices

# What is needed for a page: a role at its event, being signed in ("account"), being a superuser ("owner"),
# directing any event ("directs"), running the season ("season"), the secret in its address ("secret"), or
# nothing ("open").
NEEDED: Mapping[str, str] = {
    name: needed
    for needed, names in {
        "open": """home healthz time language manifest
            rules guide accounts:sign_in accounts:sign_out season:show
            season:person season:csv season:xlsx season:standings_json
            public:standings_json public:rounds_json public:event
            public:live public:standings public:csv
             public:xlsx public:pdf public:picture public:final public:seating public:round
             public:player public:players public:calendar public:teams
            public:board public:board_live public:sign_up public:rules""",
        "secret": """accounts:start sent_form player_page:show player_page:live player_page:note
            player_page:name player_page:table player_page:check_in self_check_in:show
            invitations:show invitations:accept sign_up_page:show sign_up_page:live
            sign_up_page:withdraw
            table_entry:show table_entry:live table_entry:pin table_entry:sit
            table_entry:leave table_entry:answer table_entry:enter_totals table_entry:enter_deals
            table_entry:preview_deals""",
        "account": """accounts:change_password accounts:sessions events:index events:new
            seasons:index seasons:new""",
        "directs": "archive:import",
        "season": """seasons:show seasons:final seasons:settings seasons:events seasons:people seasons:decide
            seasons:take_back seasons:person seasons:tell_apart seasons:csv seasons:xlsx""",
        "owner": "backups:index backups:take backups:download backups:restore backups:bring",
        "viewer": """events:overview players:index seating:index rounds:desk
            sheets:show rulings:index rulings:show rulings:note standings:show notes:index history:index
            printing:index teams:standings archive:results_page
            printing:pdf printing:picture printing:paper substitutions:index submissions:live
            prizes:index rounds:clock money:index money:cash""",
        "scorer": """players:names players:check_in players:arrivals
            sheets:enter_totals sheets:save_row sheets:read_again
            sheets:save_row_again sheets:enter_deals
            sheets:preview_deals sheets:tie sheets:swap sheets:dispute sheets:restore
            notes:answer archive:index archive:event_json archive:csv archive:xlsx undoing:latest undoing:undo
            submissions:count_report submissions:approve submissions:clear cards:index
            cards:take cards:card printing:printed money:pay money:player money:collect""",
        "director": """events:settings events:delete events:same_again events:final events:finish
            events:reopen events:hand_over rehearsal:show rehearsal:press rehearsal:end players:import
            players:how_many players:add players:earlier players:links players:edit players:set_status
            players:remove seating:draft seating_choices:index own_chart:index departures:index
            seat_corrections:tables seat_corrections:players
            seating:publish seating:withdraw wishes:index wishes:remove rounds:close
            rounds:reopen rounds:unlock rounds:set_clock events:fit_clock rounds:not_played
            rulings:find rulings:make rulings:amend rulings:revoke rulings:written
            rulings:preview rulings:prove
            standings:adjust standings:revoke_adjustment announcements:index
            announcements:take_down prizes:settings prizes:draw officials:index
            officials:change_role officials:remove officials:take_back sign_ups:index
            sign_ups:settings sign_ups:admit_all sign_ups:admit sign_ups:decline
            seating:next_round seating:helpers draft_jobs:show draft_jobs:cancel draft_jobs:count
            substitutions:make
            substitutions:come_back substitutions:undo table_links:index table_links:complete
             table_links:renew table_links:revoke
             finale:reveal self_check_in:renew groups:index groups:members money:settings money:add_line
             teams:index teams:change
             money:revoke_line money:count money:cover money:fit""",
    }.items()
    for name in names.split()
}
PAGES = {page.name: page for page in pages()}
# Whose forms need no token against forged requests: who could forge one knows the secret in its address.
WITHOUT_TOKEN = {
    "player_page:note", "player_page:name", "player_page:check_in", "self_check_in:show",
    "sign_up_page:withdraw", "table_entry:pin", "table_entry:sit", "table_entry:leave",
    "table_entry:answer",
    "table_entry:enter_totals", "table_entry:enter_deals", "table_entry:preview_deals",
    "language",  # pages for everybody hold no token; who forged it could only change the words
}  # fmt: skip
# Not there for those who may look either: it is no developers' site, and has no backup and no picture.
NOTHING_THERE = {"backups:download", "backups:restore", "public:picture"}
# What looking may write: sessions, and what guards the sign-in against guessing.
NOT_COUNTED = {"sessions.session", "axes.accesslog", "axes.accessattempt", "axes.accessfailurelog"}

VISITORS = (
    "anybody", "player link", "phone", "viewer", "scorer", "director", "director elsewhere", "superuser",
)  # fmt: skip
NOT_SIGNED_IN = ("anybody", "player link", "phone")


def visitor(kind: str, site: Site) -> Client:
    """A browser of such a person."""
    if kind in ("anybody", "phone"):
        return site.client(kind)
    client = Client()
    if kind == "player link":
        client.get(PAGES["player_page:show"].address(site.values_for("player_page:show")))
        return client
    user = make_user(kind.replace(" ", "-"), is_superuser=kind == "superuser")
    if kind == "director elsewhere":
        make_event(user, name="Somewhere Else")
    elif kind != "superuser":
        for event in (site.playing, site.setup, site.finished):
            Membership.objects.create(event=event, user=user, role=kind)
    client.force_login(user)
    return client


def address(page: Page, site: Site) -> str:
    return page.address(site.values_for(page.name))


def expected(kind: str, needed: str) -> int | None:
    """The status that must be answered, None where the page is the visitor's to see."""
    signed_in = kind not in NOT_SIGNED_IN
    if needed in ("open", "secret") or (needed == "account" and signed_in):
        return None
    if not signed_in:
        return 302
    if needed == "directs":
        return None if kind in ("director", "director elsewhere", "superuser") else 403
    if needed in ("owner", "season"):
        return None if kind == "superuser" else 404
    if kind == "director elsewhere":
        return 404
    role = "director" if kind == "superuser" else kind
    return None if role_suffices(role, needed) else 403


def database() -> dict[str, str]:
    """A fingerprint of every table that counts."""
    found = {}
    for model in apps.get_models():
        if model._meta.label_lower not in NOT_COUNTED:
            rows = sorted(map(repr, model.objects.values_list()))
            found[model._meta.label_lower] = sha256("\n".join(rows).encode()).hexdigest()
    return found


def trouble(kind: str, page: Page, answer: HttpResponse) -> str:
    """What is wrong about an answer, empty where nothing is."""
    must = expected(kind, NEEDED[page.name])
    sign_in = answer.status_code == 302 and answer["Location"].startswith(reverse("accounts:sign_in"))
    if answer.status_code >= 500:
        return "failed"
    if must is None:
        own_refusal = page.name.startswith("table_entry:")  # a phone that has not given the PIN
        looked = answer.request["REQUEST_METHOD"] != "POST"  # a form without its fields may find nothing
        missing = answer.status_code == 404 and looked and page.name not in NOTHING_THERE
        refused = sign_in or missing or (answer.status_code == 403 and not own_refusal)
        return f"refused with {answer.status_code}" if refused else ""
    if must == 302:
        return "" if sign_in else f"{answer.status_code} instead of being sent to sign in"
    return "" if answer.status_code == must else f"{answer.status_code} instead of {must}"


def troubles(kind: str, asked: Iterable[Page], site: Site, send: Callable[[str], Any]) -> list[str]:
    """What is wrong about the answers to a visitor."""
    found = [(page.name, trouble(kind, page, send(address(page, site)))) for page in asked]
    return [f"{kind}, {name}: {words}" for name, words in found if words]


def test_every_page_has_its_row():
    assert set(PAGES) == set(NEEDED)
    roles = set(NEEDED.values()) - {"open", "secret", "account", "directs", "owner", "season"}
    assert roles == {role.value for role in RANKING}


def test_everybody_sees_exactly_what_is_theirs_and_no_look_changes_anything(site):
    """`HEAD` is answered by what answers `GET`: for it one visitor is enough, who may see everything."""
    wrong = []
    for kind, method in (*((kind, "get") for kind in VISITORS), ("superuser", "head")):
        with undone():
            client = visitor(kind, site)
            before = database()
            wrong += troubles(kind, PAGES.values(), site, getattr(client, method))
            assert database() == before, kind
    assert wrong == []


def test_everybody_does_exactly_what_is_theirs_and_nothing_is_written_for_the_others(site):
    wrong = []
    for kind in VISITORS:
        with undone():
            client = visitor(kind, site)
            before = database()
            form = {"reason": "because", "text": "x", "role": "viewer"}
            refused = [page for page in PAGES.values() if expected(kind, NEEDED[page.name]) is not None]
            wrong += troubles(kind, refused, site, lambda path: client.post(path, form))  # noqa: B023
            assert database() == before, kind
            others = [page for page in PAGES.values() if page not in refused]
            others.remove(PAGES["accounts:sign_out"])  # it would end the visit
            wrong += troubles(kind, others, site, client.post)
    assert wrong == []


@pytest.mark.slow
def test_every_form_is_guarded_against_forged_requests(site):
    client = Client(enforce_csrf_checks=True)
    client.force_login(site.owner)
    unguarded = set()
    for page in PAGES.values():
        answer = client.post(address(page, site), {"reason": "because"})
        if answer.status_code not in (403, 405):
            unguarded.add(page.name)
    assert unguarded <= WITHOUT_TOKEN


def test_no_page_takes_a_method_that_no_form_has(site):
    client = visitor("superuser", site)
    taking = {page.name: client.put(address(page, site)).status_code for page in PAGES.values()}
    phones = {name for name in taking if name.startswith("table_entry:")}  # which are asked for the PIN first
    assert {name: status for name, status in taking.items() if status != 405 and name not in phones} == {}


def test_a_wrong_secret_opens_nothing(site):
    for name, needed in NEEDED.items():
        if needed == "secret":
            wrong = site.values_for(name) | {"token": "x" * 32}
            for method in ("get", "post"):
                answer = getattr(Client(), method)(PAGES[name].address(wrong))
                assert answer.status_code in (404, 405, 410), f"{method} {name}: {answer.status_code}"


def test_no_secret_in_an_address_can_be_guessed(site):
    """At least 128 bits in each: four in a hexadecimal digit, six in any other character."""
    names = [name for name, needed in NEEDED.items() if needed == "secret"]
    known = {name: site.values_for(name).get("token", "") for name in names}
    secrets = {token.split("-")[2] if re.match(r"\d+-\d+-", token) else token for token in known.values()}
    secrets -= {"", known["sent_form"]}  # which is signed
    assert len(secrets) >= 6
    for secret in secrets:
        assert len(secret) * (4 if re.fullmatch("[0-9a-f]+", secret) else 6) >= 128, secret


@pytest.mark.parametrize(("private", "part"), [(Event, "public:"), (Season, "season:")])
def test_a_private_event_does_not_exist_for_the_public(site, private, part):
    private.objects.update(is_public=False)
    for page in PAGES.values():
        if page.name.startswith(part):
            assert Client().get(address(page, site)).status_code == 404, page.name


@pytest.mark.slow
def test_nothing_breaks_by_what_no_browser_of_ours_sends(site):
    client = site.client("owner")
    broken = []
    for page in PAGES.values():
        url = address(page, site)
        answers = [
            client.get(f"{url}?q=%00&page=-1&per_page=-5&sort=%27&round={'9' * 20}&size=x&kind=%F0%28"),
            client.post(url, {"name": "\x00", "number": "9" * 400, "text": "\x00", "reason": "x" * 5000}),
            client.post(url, b"name=%ff%fe%00&q=%c3%28", content_type="application/x-www-form-urlencoded"),
        ]
        broken += [f"{page.name}: {answer.status_code}" for answer in answers if answer.status_code >= 500]
        client.force_login(site.owner)  # signing out is a page as well
    assert broken == []


def test_an_unknown_event_is_not_found_for_officials_too(site):
    for kind in ("director", "superuser"):
        with undone():
            client = visitor(kind, site)
            assert client.get(reverse("events:overview", args=["no-such-event"])).status_code == 404
