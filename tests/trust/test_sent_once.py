"""Every form of the site, sent twice as a double click sends it: what it records, it records once.

The forms are taken from the pages themselves, as somebody with a browser and no script would send them, so
that a form that is added is asked about as well.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from datetime import timedelta
from typing import Any
from xml.etree.ElementTree import Element

import pytest
import time_machine
from django.apps import apps
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.test import Client
from django.urls import resolve, reverse
from django.utils import timezone

from tests.helpers import factories
from tests.helpers.at_once import at_once
from tests.helpers.database import undone
from tests.helpers.person import Person, _values, tree
from tests.helpers.whole_site import Address, addresses
from tournament.models import Announcement, DraftJob, Event, Raffle, SentForm, User
from tournament.services.draft_jobs import SILENCE
from tournament.services.sent_forms import KEPT, PATIENCE

pytestmark = pytest.mark.django_db

# What is typed into fields that start empty, by name; other fields are sent as they stand.
TYPED: Mapping[str, str] = {
    "name": "Nora Newcomer", "text": "The coffee is ready", "title": "Ham", "points": "-2", "reason": "late",
    "player": "1", "other": "2", "meant_for": "Sam", "answer": "Seen to", "first": "1", "last": "50",
    "minutes": "12", "remark": "after eight", "number": "41", "table": "2", "date": "2026-03-06",
}  # fmt: skip
# What signs in or out, or is about the whole database.
LEFT_OUT = ("accounts:", "backups:restore", "language")
NOT_COUNTED = {"session", "submission"}
OF_A_KIND = 4  # forms sent that differ in nothing but their values: a table's, a player's


def rows() -> dict[str, int]:
    """How many rows every table of ours holds."""
    tables = [
        model._meta.db_table for model in apps.get_models() if model._meta.model_name not in NOT_COUNTED
    ]
    with connection.cursor() as cursor:  # one question, for it is asked three times for every form
        cursor.execute(" UNION ALL ".join(f"SELECT '{table}', COUNT(*) FROM {table}" for table in tables))
        return dict(cursor.fetchall())


def forms_of(address: Address, client: Client) -> Iterator[tuple[str, dict[str, Any]]]:
    """Every way to send a form of this page: where to, and what."""
    page = client.get(address.path).content.decode()
    for form in tree(page).iter("form"):
        if form.get("method", "get").lower() != "post":
            continue
        for button in form.iter("button"):
            if button.get("type", "submit") == "submit":
                to = button.get("formaction") or form.get("action") or address.path
                yield to, filled(form, button)


def filled(form: Element, button: Element) -> dict[str, Any]:
    data = as_it_stands(form, button)
    for field in form.iter():
        name = field.get("name") or ""
        if field.tag in ("input", "textarea") and not data.get(name) and name in TYPED:
            data[name] = TYPED[name]
        if field.tag == "select" and not data.get(name):
            chosen = [option.get("value") for option in field.iter("option") if option.get("value")]
            data[name] = chosen[0] if chosen else ""
    boxes = [field.get("name") for field in form.iter("input") if field.get("type") == "checkbox"]
    data |= {name: "on" for name in boxes if name in ("accepted", "confirmed", "despite_missing")}
    return data


def as_it_stands(form: Element, button: Element) -> dict[str, Any]:
    data = {name: value for name, value in _values(form).items() if value is not None}
    if button.get("name"):
        data[button.get("name")] = button.get("value", "")
    return data


def sent_twice(client: Client, to: str, data: Mapping[str, Any]) -> tuple[dict[str, int], ...]:
    """What every table held before, after one sending, and after the same again."""
    before = rows()
    first = client.post(to, data)
    once = rows()
    second = client.post(to, data)
    assert first.status_code < 500, to
    assert second.status_code < 500, to
    if 300 <= first.status_code < 400 and once != before:
        assert second.get("Location") == first["Location"], f"{to}: {second.status_code}"
        SentForm.objects.update(answer="")  # the first has written, and tells its answer a moment later
        third = client.post(to, data).get("Location", "")
        assert third == first["Location"] or third.startswith("/sent/"), f"{to}: {third}"
    return before, once, rows()


@pytest.mark.slow
def test_no_form_of_any_page_records_anything_twice(site):
    """The list of forms that record something is long: were it short, this test would prove little."""
    # A draw under way would refuse another one for its first 20 seconds, so on a quick machine only.
    DraftJob.objects.update(seen_at=timezone.now() - 2 * SILENCE)
    recorded, twice, sent, kinds, clients = set(), [], [], Counter(), site.clients()
    found, _troubles = addresses(site)
    for address in found:
        if address.name.startswith(LEFT_OUT):
            continue
        client = clients[address.who]
        for to, data in list(forms_of(address, client)):
            name = resolve(to.partition("?")[0]).view_name
            form = (address.who, to, data | {"csrfmiddlewaretoken": ""})  # many stand on several pages
            if name.startswith(LEFT_OUT) or form in sent:
                continue
            sent.append(form)
            kinds[kind := (address.who, name, *sorted(data))] += 1
            if kinds[kind] > OF_A_KIND and name in recorded:
                continue
            with undone():
                before, once, again = sent_twice(client, to, data)
            if once != before:
                recorded.add(name)
            if again != once:
                twice.append((name, {key: again[key] - once[key] for key in once if again[key] != once[key]}))
    assert twice == []
    assert {
        "announcements:index", "announcements:take_down", "notes:answer", "officials:index",
        "player_page:note",
        "officials:take_back", "printing:printed", "players:add", "players:set_status", "prizes:draw",
        "rounds:close",
        "rounds:set_clock", "rulings:make", "rulings:amend", "rulings:revoke", "seasons:new", "seating:draft",
        "seating:publish", "sign_ups:admit", "standings:adjust", "standings:revoke_adjustment",
        "undoing:undo", "table_links:renew",
    } <= recorded  # fmt: skip


def of_page(client: Client, to: str, **typed: Any) -> dict[str, Any]:
    """What a form of this page sends, with its token."""
    return {"csrfmiddlewaretoken": str(client.get(to).context["csrf_token"])} | typed


class TestFormsThatAskForMore:
    """Two-step forms and those whose fields no word fits."""

    def twice(self, client, to, form):
        before, once, again = sent_twice(client, to, form)
        assert once != before, to
        assert again == once, to

    def test_a_new_event(self, site):
        client, to = site.client("owner"), reverse("events:new")
        facts = {"name": "Spring opener", "date": "2026-03-06", "time_zone": "UTC", "preset": "progressive"}
        more = {"round_count": "8", "movement": "chart", "bye_mode": "none", "key_1": "points"}
        self.twice(client, to, of_page(client, to, **facts, **more))

    def test_an_imported_event(self, site):
        client, to = site.client("owner"), reverse("archive:import")
        archive = client.get(reverse("archive:event_json", args=[site.finished.slug])).content
        form = of_page(client, to, slug="again")

        def send():
            file = SimpleUploadedFile("event.json", archive)
            return client.post(to, form | {"file": file}).get("Location")

        assert send() == send() is not None
        assert Event.objects.filter(slug="again").count() == 1

    def press_twice(self, somebody, words, **typed):
        """Press a button of the page in front of somebody, twice."""
        for form in somebody._all("form"):
            for button in form.iter("button"):
                if words in "".join(button.itertext()):
                    to = button.get("formaction") or form.get("action") or somebody.path
                    return self.twice(somebody.client, to, as_it_stands(form, button) | typed)
        raise AssertionError(f"no button {words!r}")

    def test_imported_players(self, site):
        to = reverse("players:import", args=[site.setup.slug])
        seen = Person(site.client("owner")).visit(to).press("Check the list", text="Ida Import\nJon Join")
        self.press_twice(seen, "Import 2 players")

    def test_a_wish(self, site):
        client, to = site.client("owner"), reverse("wishes:index", args=[site.setup.slug])
        pair = {"pair-kind": "apart", "pair-player": "3", "pair-other": "4"}
        self.twice(client, to, of_page(client, to, what="pair", **pair))

    def test_a_substitution(self, site):
        to = reverse("substitutions:make", args=[site.playing.slug, 9])
        seen = Person(site.client("owner")).visit(to).press("Show what changes", who="nobody")
        self.press_twice(seen, "Confirm change")

    def test_a_sign_up(self, site):
        to = reverse("public:sign_up", args=[site.setup.slug])
        with time_machine.travel(timezone.now() + timedelta(minutes=1)):
            seen = Person(site.client("anybody")).visit(to)
        with time_machine.travel(timezone.now() + timedelta(minutes=2)):
            words = "Join the waiting list" if "Join the waiting list" in seen.page else "Sign up"
            self.press_twice(seen, words, name="Uma New")


@pytest.fixture
def announcing(client, director, event):
    """A director's browser, where to announce, and one page's form."""
    client.force_login(director)
    to = reverse("announcements:index", args=[event.slug])
    token = client.get(to).context["csrf_token"]
    return client, to, {"csrfmiddlewaretoken": str(token), "text": "Supper is ready"}


def test_the_same_form_again_answers_as_the_first_did(announcing):
    client, to, form = announcing
    answers = [client.post(to, form) for _time in range(5)]
    assert {(answer.status_code, answer["Location"]) for answer in answers} == {(302, to)}
    assert Announcement.objects.count() == 1


def test_another_page_may_say_the_same_again(announcing):
    client, to, form = announcing
    client.post(to, form)
    client.post(to, form | {"csrfmiddlewaretoken": str(client.get(to).context["csrf_token"])})
    assert Announcement.objects.count() == 2


def test_a_form_corrected_after_going_back_is_another_one(announcing):
    client, to, form = announcing
    client.post(to, form)
    client.post(to, form | {"text": "Supper is over"})
    assert Announcement.objects.count() == 2


def test_what_was_refused_may_be_sent_again(announcing, event):
    client, to, form = announcing
    Event.objects.update(status="finished")
    refused = client.post(to, form)
    Event.objects.update(status="setup")
    client.post(to, form)
    assert refused.status_code == 200 or Announcement.objects.count() == 1
    assert Announcement.objects.count() == 1
    assert SentForm.objects.count() == 1


def test_the_same_words_from_another_official_count(announcing, event):
    client, to, form = announcing
    client.post(to, form)
    other = Client()
    colleague = factories.make_user("cora", name="Cora")
    event.memberships.create(user=colleague, role="director")
    other.force_login(colleague)
    other.post(to, form)
    assert Announcement.objects.count() == 2


def test_a_repetition_waits_on_a_page_until_the_first_sending_has_led_somewhere(announcing):
    client, to, form = announcing
    client.post(to, form)
    SentForm.objects.update(answer="")  # saved, and not answered yet
    waiting = client.post(to, form)["Location"]
    page = client.get(waiting)
    assert page.status_code == 200
    assert '<meta http-equiv="refresh" content="1">' in page.content.decode()
    SentForm.objects.update(answer="/events/")
    assert client.get(waiting)["Location"] == "/events/"


def test_a_repetition_goes_back_to_its_page_where_nobody_tells(announcing):
    client, to, form = announcing
    client.post(to, form)
    SentForm.objects.update(answer="")
    waiting = client.post(to, form)["Location"]
    with time_machine.travel(timezone.now() + 2 * PATIENCE):
        assert client.get(waiting)["Location"] == to
        assert client.post(to, form)["Location"] == to
    assert Announcement.objects.count() == 1


def test_the_messages_of_the_first_sending_are_left_for_the_page_that_follows(announcing):
    client, to, form = announcing
    client.post(to, form)
    SentForm.objects.update(answer="")
    waiting = client.post(to, form)["Location"]
    assert "notice-ok" not in client.get(waiting).content.decode()
    assert "notice-ok" in client.get(to).content.decode()


def test_marks_are_kept_for_days_and_swept_when_somebody_signs_in(announcing, director):
    client, to, form = announcing
    client.post(to, form)
    client.post(to, form | {"text": "Another"})
    old, young = SentForm.objects.all()
    SentForm.objects.filter(pk=old.pk).update(at=timezone.now() - 2 * KEPT)
    client.post(to, form | {"text": "A third"})
    assert SentForm.objects.count() == 3
    director.set_password("a long password")
    director.save()
    Client().post(reverse("accounts:sign_in"), {"username": director.username, "password": "a long password"})
    assert SentForm.objects.filter(pk__in=[old.pk, young.pk]).get() == young


def test_nothing_that_was_typed_can_be_read_from_a_mark(announcing):
    client, to, form = announcing
    client.post(to, form)
    mark = SentForm.objects.get()
    assert len(mark.key) == 64
    assert "Supper" not in f"{mark.key} {mark.answer}"


@pytest.mark.slow
def test_a_double_click_at_one_moment_draws_one_prize(a_real_database):
    event = factories.make_published(players=8, rounds=1)
    director = User.objects.get(pk=event.memberships.get().user_id)
    to = reverse("prizes:draw", args=[event.slug])
    clients = [Client() for _ in range(8)]
    for client in clients:
        client.force_login(director)
    token = str(clients[0].get(to).context["csrf_token"])
    form = {"csrfmiddlewaretoken": token, "title": "Ham"}
    answers = at_once(lambda number: clients[number].post(to, form).status_code, 8)
    assert set(answers) == {302}
    assert Raffle.objects.count() == 1
