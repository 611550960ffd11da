"""Next week's event by one button: settings, rules, prizes, wishes, people and season come along."""

from datetime import date, timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from scoring.ruleset import PRESETS
from tests.helpers.addresses import at
from tests.helpers.factories import NOW, make_event, make_players, make_published, make_user
from tests.helpers.person import Person
from tournament.models import Event, Season, Wish
from tournament.registry import actions
from tournament.registry.event_settings import SETTINGS
from tournament.reports.history import sentence_of
from tournament.reports.players import next_date
from tournament.services.common import record
from tournament.services.events import change_event, play_fewer_deals, play_fewer_rounds
from tournament.services.finals import make_final
from tournament.services.players import add_player
from tournament.services.prizes import set_prizes
from tournament.services.seasons import choose_events, create_season
from tournament.services.wishes import add_wish
from tournament.words.figures import day

FRIDAY = date(2026, 11, 20)


@pytest.fixture
def season(director):
    return create_season("Winter", by=director, at=NOW)


@pytest.fixture
def played(director, season):
    """An event with a setting of every kind; Ann and Ben always partner, Dan did not come."""
    event = make_event(director, name="Friday Night Euchre", date=FRIDAY)
    ann, ben, cora, dan = make_players(event, ["Ann Zorn", "Ben Abel", "Cora Cole", "Dan Dunn"])
    event.players.filter(pk=ann.pk).update(note="near the door")
    event.players.filter(pk=dan.pk).update(status="expected")
    add_wish(event, Wish.Kind.COUPLE, ann, other=ben, by=director, at=NOW)
    add_wish(event, Wish.Kind.APART, cora, other=dan, by=director, at=NOW)
    add_wish(event, Wish.Kind.STAYS, cora, table=1, by=director, at=NOW)
    changes = {"rules": PRESETS["laws"], "round_count": 10, "hidden_rounds": 2, "short_names": True}
    changes |= {"wifi_name": "Hall", "wifi_password": "lamp-and-tree", "starts_at": "19:30"}
    changes |= {"round_minutes": 25, "venue": "Church", "run_by": "The club", "self_check_in": True}
    changes |= {"movement": "by-standings", "standings_pattern": "1+2", "bye_mode": "fixed", "bye_points": 7}
    change_event(event, by=director, at=NOW, **changes)
    Event.objects.filter(pk=event.pk).update(tables="1, 3-12")
    places, sides = [5000, 3000], {"most_loners": 1000}
    set_prizes(event, by=director, at=NOW, places=places, sides=sides, nobody_twice=True, excluded=[4])
    choose_events(season, [event], by=director)
    return Event.objects.get(pk=event.pk)


@pytest.fixture
def new(that_evening, dora, played):
    dora.visit(at(played, "events:same_again")).press("Create event")
    made = Event.objects.exclude(pk=played.pk).get()
    assert dora.path == made.get_absolute_url()
    return made


def test_one_press_takes_along_settings_people_wishes_prizes_and_season_and_says_so(played, new, season):
    for what in [setting.name for setting in SETTINGS if setting.copied]:
        assert getattr(new, what) == getattr(played, what), what
    assert (new.tables, new.status, new.date) == ("1, 3-12", "setup", FRIDAY + timedelta(days=7))
    assert not new.rounds.exists()
    assert (new.uid, new.seed, new.slug) != (played.uid, played.seed, played.slug)
    assert list(new.players.in_order().values_list("number", "own_name", "note", "status")) == [
        (1, "Ann Zorn", "near the door", "expected"),
        (2, "Ben Abel", "", "expected"),
        (3, "Cora Cole", "", "expected"),
    ]
    assert [
        (wish.kind, wish.player.name, wish.other and wish.other.name, wish.table)
        for wish in new.wishes.listed()
    ] == [("couple", "Ann Zorn", "Ben Abel", None), ("stays", "Cora Cole", None, 1)]
    assert {wish.player.event for wish in new.wishes.listed()} == {new}
    prizes = new.prize_list
    assert (prizes.places, prizes.sides, prizes.nobody_twice) == ([5000, 3000], {"most_loners": 1000}, True)
    assert not prizes.excluded.exists()
    assert set(season.events.all()) == {played, new}
    entry = new.audit_entries.order_by("pk").last()
    assert sentence_of(entry.action, entry.facts) == "made it from “Friday Night Euchre” of 2026-11-20"
    assert not [one for one in new.audit_entries.all() if "lamp-and-tree" in str(one.facts)]


@pytest.mark.parametrize(("people", "names"), [("listed", 4), ("nobody", 0)])
def test_a_director_says_who_is_expected(dora, played, people, names):
    dora.visit(at(played, "events:same_again"))
    dora.press("Create event", people=people, seasons=None, name="Other")
    made = Event.objects.get(name="Other")
    assert (made.players.count(), made.seasons.count()) == (names, 0)


@pytest.mark.parametrize(
    ("before", "today", "expected"),
    [
        (None, FRIDAY, FRIDAY + timedelta(days=7)),
        (FRIDAY - timedelta(days=14), FRIDAY, FRIDAY + timedelta(days=14)),
        (FRIDAY - timedelta(days=28), FRIDAY + timedelta(days=30), FRIDAY + timedelta(days=56)),
        (FRIDAY - timedelta(days=300), FRIDAY, FRIDAY + timedelta(days=7)),
    ],
)
def test_the_day_follows_the_rhythm_of_the_club_and_is_never_past(director, played, before, today, expected):
    if before is not None:
        make_event(director, name="Friday Night Euchre", date=before)
    assert next_date(played, director, today) == expected


def test_the_desk_of_a_finished_event_leads_there(desk, director):
    event = make_published(director, rounds=1)
    event.rounds.update(status="closed")
    Event.objects.filter(pk=event.pk).update(status="finished")
    page = Person(desk).visit(at(event, "events:overview"))
    assert at(event, "events:same_again") in page.response.content.decode()


@pytest.mark.usefixtures("that_evening")
def test_a_season_of_somebody_else_or_without_room_is_said_beside_it(dora, played, season, monkeypatch):
    other = create_season("Theirs", by=make_user("otto"), at=NOW)
    other.events.add(played)
    dora.visit(at(played, "events:same_again"))
    assert "Theirs" not in dora.text
    assert Season.objects.get(name="Theirs").events.count() == 1
    monkeypatch.setattr("tournament.services.seasons.MOST_EVENTS", 1)
    dora.visit(at(played, "events:same_again")).press("Create event", name="Bells")
    assert "A season has room for 1 events." in dora.text
    assert 'value="Bells"' in dora.page
    assert Event.objects.count() == 1
    monkeypatch.setattr("tournament.services.seasons.MOST_EVENTS", 2)
    dora.press("Create event")
    assert Event.objects.count() == 2


@pytest.mark.rude
def test_a_season_of_somebody_else_cannot_be_sent(desk, played, season):
    """Its key is guessed: no page offers it."""
    other = create_season("Theirs", by=make_user("otto"), at=NOW)
    said = {"name": "Bells", "date": "2026-12-04", "seasons": str(other.pk)}
    assert (
        "Choose from the seasons in the list."
        in desk.post(at(played, "events:same_again"), said).content.decode()
    )


class TestASeasonThatIsOver:
    @pytest.fixture
    def in_season(self, director, season):
        """Played today, so that only a final ends the season."""
        event = make_published(director, players=4, rounds=1, date=timezone.localdate())
        choose_events(season, [event], by=director)
        return event

    @pytest.fixture
    def final(self, director, season, in_season):
        people = [(player, 10) for player in in_season.players.all()]
        made = {"name": "Grand final", "date": FRIDAY, "carries": False, "season": season}
        return make_final(in_season, people, **made, by=director, at=NOW)[0]

    def test_once_its_final_is_made_it_is_told_and_not_ticked(self, desk, in_season, final):
        page = Person(desk).visit(at(in_season, "events:same_again"))
        assert "“Winter” seems to be over: its final, “Grand final”, has been made." in page.text
        assert "Tick it below if the new event counts for it all the same" in page.text
        assert page.response.context["form"].initial["seasons"] == ()
        page.press("Create event", name="Next")
        assert not Event.objects.get(name="Next").seasons.exists()
        assert Person(desk).visit(at(in_season, "events:same_again")).follow("New season").path == reverse(
            "seasons:new"
        )

    def test_it_counts_all_the_same_where_the_director_says_so(self, desk, in_season, final, season):
        Person(desk).visit(at(in_season, "events:same_again")).press(
            "Create event", name="Next", seasons=str(season.pk)
        )
        assert Event.objects.get(name="Next").seasons.get() == season

    def test_after_a_long_pause_it_is_told_with_its_last_day(self, desk, director, season):
        long_ago = timezone.localdate() - timedelta(days=90)
        event = make_published(director, players=4, rounds=1, date=long_ago, time_zone="UTC")
        choose_events(season, [event], by=director)
        page = Person(desk).visit(at(event, "events:same_again"))
        said = f"“Winter” seems to be over: its last event was on {day(long_ago, 'UTC')}."
        assert said in page.text
        assert page.response.context["form"].initial["seasons"] == ()

    def test_a_season_that_goes_on_or_whose_final_was_deleted_says_nothing(
        self, desk, in_season, final, season
    ):
        final.delete()
        page = Person(desk).visit(at(in_season, "events:same_again"))
        assert "seems to be over" not in page.text
        assert page.response.context["form"].initial["seasons"] == (season,)


class TestTonightIsNotCopied:
    @pytest.fixture
    def cut_short(self, director):
        """All but 3 and 7 came; of eight rounds seven are left, and more was set during the evening."""
        name = "Euchre, Friday, November 20"
        event = make_published(
            director, players=10, rounds=8, name=name, date=FRIDAY, time_zone="America/Toronto"
        )
        event.players.filter(number__in=(3, 7)).update(status="expected")
        event.rounds.filter(number=1).update(status="closed")
        record(event, actions.ROUND_CLOSED, by=director, at=NOW, number=1)
        play_fewer_rounds(event, 7, by=director, at=NOW)
        play_fewer_deals(event, 6, by=director, at=NOW)
        change_event(event, by=director, at=NOW, stops_at="22:30", hidden_rounds=2, round_minutes=12)
        return Event.objects.get(pk=event.pk)

    def test_numbers_rounds_and_times_are_as_before_and_the_name_has_the_new_day(self, dora, cut_short):
        """Only numbers 1 to 6 were kept; seven rounds, the hour and the old date were copied in silence."""
        page = dora.visit(at(cut_short, "events:same_again"))
        assert "Changed during the evening, and as before in the new event:" in page.text
        assert "Number of rounds: 8" in page.text
        assert "Deals in a round: 8" in page.text
        page.press("Create event", date="2026-11-27")
        new = Event.objects.exclude(pk=cut_short.pk).get()
        assert new.name == "Euchre, Friday, November 27"
        assert (new.round_count, new.stops_at, new.hidden_rounds, new.round_minutes) == (8, "", 0, None)
        assert [player.number for player in new.players.in_order()] == [1, 2, 4, 5, 6, 8, 9, 10]
        assert add_player(new, "Zoe", by=new.memberships.get().user, at=NOW).number == 11
        dora.visit(at(new, "events:same_again")).press("Create event", date="2026-12-04")
        third = Event.objects.latest("pk")
        assert third.date - new.date == timedelta(days=7)
        assert (third.name, third.round_count) == ("Euchre, Friday, December 4", 8)
        assert "Changed during" not in dora.visit(at(new, "events:same_again")).text

    def test_a_second_one_of_the_day_and_one_of_another_day_are_called_so(self, dora, cut_short):
        for _twice in range(2):
            dora.visit(at(cut_short, "events:same_again")).press("Create event", date="2026-12-11")
        names = set(Event.objects.values_list("name", flat=True)) - {cut_short.name}
        assert names == {"Euchre, Friday, December 11", "Euchre, Friday, December 11 (2)"}

    def test_a_french_name_is_renewed_in_french_and_one_of_the_directors_own_stays(self, dora, cut_short):
        for name, renewed in (
            ("Euchre, vendredi 20 novembre", "Euchre, vendredi 27 novembre"),
            ("Bells and euchre, November 20", "Bells and euchre, November 20"),
        ):
            Event.objects.filter(pk=cut_short.pk).update(name=name)
            dora.visit(at(cut_short, "events:same_again")).press("Create event", date="2026-11-27")
            assert Event.objects.latest("pk").name == renewed


def test_the_suggested_name_of_a_new_event_goes_with_its_day(dora):
    """Made on Monday for Friday, it was called after Monday; two of one evening were called the same."""
    dora.visit("/events/new/").press("Seat them", date="2026-12-25")
    assert Event.objects.get().name == "Euchre, Friday, December 25"
    for _twice in range(2):
        dora.visit("/events/new/").press("Seat them")
    first, second = Event.objects.exclude(date="2026-12-25").order_by("pk").values_list("name", flat=True)
    assert second == f"{first} (2)"
    event = Event.objects.get(date="2026-12-25")
    dora.visit(at(event, "events:settings")).press("Save", date="2026-12-26")
    assert Event.objects.get(pk=event.pk).name == "Euchre, Saturday, December 26"
