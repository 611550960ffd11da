"""Pages of what waits for a second official, and the second password where a backup is restored.

Beyond the findings: second eyes as a setting, off until an event asks for it.
"""

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.helpers.factories import NOW, enter, make_official, make_published, table_of
from tests.helpers.person import Person
from tournament.backup import shelf
from tournament.models import Event, Proposal
from tournament.services.events import change_event
from tournament.web.sign_in import AT, LASTS


@pytest.fixture
def event(director):
    event = make_published(director, players=8, rounds=2)
    enter(table_of(event), 9, 4, by=director)
    return event


@pytest.fixture
def max_(event):
    return make_official(event, "director", "max", name="Max Second")


@pytest.fixture
def two(event, director, max_):
    return change_event(event, by=director, at=NOW, second_agrees=True)


def browser(user, *, typed_now=True):
    client = Client()
    client.force_login(user)
    if not typed_now:
        session = client.session
        session[AT] = (timezone.now() - LASTS * 2).isoformat()
        session.save()
    return Person(client)


def page(name, event, *args):
    return reverse(name, args=[event.slug, *args])


def ask_for_points(person, event):
    return person.visit(page("standings:adjust", event)).press(
        "Change the total", player="1", points="-2", reason="late back"
    )


def test_points_asked_for_by_one_are_given_by_another(two, director, max_):
    dora = ask_for_points(browser(director), two)
    assert "waits for a second official" in dora.text
    assert "You asked for it, so another director has to agree." in dora.text
    assert "Agree, and do it" not in dora.text
    desk = browser(max_).visit(page("events:overview", two))
    assert "1 decision waits for a second official" in desk.text
    desk.follow("See them").press("Agree, and do it")
    assert "Nothing is waiting" in desk.text
    assert two.adjustments.get().points == -2
    told = desk.visit(page("history:index", two)).text
    assert "Dora Director and Max Second" in told


def test_agreeing_needs_the_password_on_a_browser_that_stood_open(two, director, max_):
    ask_for_points(browser(director), two)
    later = browser(max_, typed_now=False).visit(page("proposals:index", two)).press("Agree, and do it")
    assert "Your password, please" in later.text
    assert not two.adjustments.exists()
    later.press("Continue", password_again="max-secret-1")
    assert two.adjustments.exists()


def test_a_ruling_waits_with_what_it_would_change(two, director, max_):
    here = page("rulings:make", two, 1, 1)
    dora = browser(director).visit(f"{here}?code=misdeal&offender=W&deal=3&alone=-")
    assert "it waits until a second director has agreed" in dora.text
    dora = browser(director)
    dora.client.post(
        here,
        {"code": "renege", "step": "make", "offender": "W", "deal": "", "alone": "-", "side": "NS",
         "points": "2", "included": "no", "fate": "", "reason": "a spade"},
        follow=True,
    )  # fmt: skip
    assert not two.rulings.exists()
    seen = browser(max_).visit(page("proposals:index", two))
    assert "What it changes" in seen.text
    seen.press("Agree, and do it")
    assert two.rulings.get().made_by == director


def test_refusing_asks_why_and_taking_back_does_not(two, director, max_):
    ask_for_points(browser(director), two)
    seen = browser(max_).visit(page("proposals:index", two)).follow("Refuse it")
    seen.press("Refuse it", reason="")
    assert "Say why" in seen.text
    seen.press("Refuse it", reason="they were here")
    assert "Nothing is waiting" in seen.text
    assert Proposal.objects.get().answer == "they were here"
    ask_for_points(browser(director), two).press("Withdraw")
    assert not Proposal.objects.waiting().exists()
    assert not two.adjustments.exists()


def test_the_settings_are_saved_and_only_the_end_of_two_waits(two, director, max_):
    settings = browser(director).visit(page("events:settings", two))
    settings.press("Save the settings", second_agrees=None, venue="The hall")
    two.refresh_from_db()
    assert (two.venue, two.second_agrees) == ("The hall", True)
    assert "no longer need a second official" in settings.text
    seen = browser(max_).visit(page("proposals:index", two)).press("Agree, and do it")
    two.refresh_from_db()
    assert not two.second_agrees
    assert seen.path == page("events:overview", two)  # what waits has no page any more
    assert "Done, with Dora Director and you in the history." in seen.text


def test_alone_it_is_refused_beside_its_field(event, director):
    settings = browser(director).visit(page("events:settings", event))
    settings.press("Save the settings", second_agrees="on")
    assert "Invite a second director first" in settings.text
    event.refresh_from_db()
    assert not event.second_agrees


def test_an_event_that_does_not_use_it_shows_nothing_of_it(event, director):
    dora = browser(director)
    for name in ("events:overview", "standings:adjust", "rulings:find", "events:finish", "standings:show"):
        assert event.name in dora.visit(page(name, event)).page
        assert "second official" not in dora.text
        assert "second director" not in dora.text


def test_a_scorer_sees_what_waits_and_decides_nothing(two, director):
    sam = make_official(two, "scorer")
    ask_for_points(browser(director), two)
    seen = browser(sam).visit(page("proposals:index", two))
    assert "points for number 1" in seen.text
    assert "Agree" not in seen.text
    for name in ("agree", "withdraw", "decline"):
        assert seen.client.post(page(f"proposals:{name}", two, 1)).status_code == 403


@pytest.mark.django_db  # begun before the real database: a copy waits for a transaction that is open in it
@pytest.mark.usefixtures("a_real_database")
class TestRestore:
    @pytest.fixture
    def owner(self, director, settings, tmp_path):
        settings.BACKUP_DIR = tmp_path / "backups"
        director.is_superuser = True
        director.save()
        return browser(director)

    def restore(self, owner):
        copy = shelf.take(shelf.BY_HAND)
        Event.objects.update(venue="changed since")
        return owner.visit(reverse("backups:restore", args=[copy.stem]))

    @pytest.mark.slow
    def test_a_second_director_types_their_password(self, two, owner):
        seen = self.restore(owner)
        seen.press("Restore", second="max", second_password="max-secret-1")
        assert "The site is as it was" in seen.text
        two.refresh_from_db()
        assert two.venue == ""
        told = owner.visit(page("history:index", two)).text
        assert "Max Second gave their password for it" in told

    @pytest.mark.parametrize(
        ("second", "password"),
        [("dora", "dora-secret-1"), ("max", "wrong"), ("nobody", "max-secret-1"), ("", "")],
    )
    def test_nothing_else_opens_it_and_the_name_stays(self, two, owner, second, password):
        seen = self.restore(owner)
        seen.press("Restore", second=second, second_password=password)
        assert "The site is as it was" not in seen.text
        assert Event.objects.get().venue == "changed since"
        assert f'value="{second}"' in seen.page
        assert "wrong" not in seen.page
        assert "max-secret-1" not in seen.page

    def test_guessing_is_stopped(self, two, owner, settings):
        settings.AXES_ENABLED = True
        seen = self.restore(owner)
        for _ in range(settings.AXES_FAILURE_LIMIT):
            seen.press("Restore", second="max", second_password="guess")
        seen.press("Restore", second="max", second_password="max-secret-1")
        assert "Too many wrong passwords" in seen.text
        assert Event.objects.get().venue == "changed since"

    def test_the_page_that_asks_again_does_not_repeat_the_second_password(self, two, owner):
        seen = self.restore(owner)
        session = owner.client.session
        session[AT] = (timezone.now() - LASTS * 2).isoformat()
        session.save()
        seen.press("Restore", second="max", second_password="max-secret-1")
        assert "Your password, please" in seen.text
        assert "max-secret-1" not in seen.page

    def test_without_such_an_event_one_is_enough(self, event, owner):
        seen = self.restore(owner)
        assert "second official" not in seen.text
        seen.press("Restore")
        assert "The site is as it was" in seen.text
