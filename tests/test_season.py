"""A club's season of eight evenings and its final, played through HTTP; the referee judges every evening, and
the season's sums are added up here once more."""

import re
from collections import defaultdict
from datetime import timedelta

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from tests.helpers.factories import make_user
from tests.helpers.person import Person
from tests.helpers.public_json import read
from tests.helpers.season_walk import LADIES, MEMBERS, MEN, PEOPLE, ROUNDS, ClubEvening, day_of
from tests.referee import groups as referee
from tests.referee.referee import differences
from tournament.models import Event, Season, Sheet

pytestmark = pytest.mark.django_db
WEEKS, BEST_OF, LEAST, FINALISTS = 8, 6, 3, 4
GUEST = "Gus Guest"  # comes once, so that no place is due to them


@pytest.fixture
def dora(client):
    client.force_login(make_user("dora", name="Dora Director"))
    return Person(client)


@pytest.mark.slow
@pytest.mark.timeout(900)  # seven hundred pages, which a busy machine is slow to make
def test_a_season_of_eight_evenings_and_its_final_through_http_with_all_of_it(dora):
    evenings = {1: the_first_evening_made_by_hand(dora)}
    season = a_season_that_counts_the_best_six(dora, evenings[1])
    the_first_evening_is_played(evenings[1])
    for week in range(2, WEEKS + 1):
        earlier = evenings[4 if week == 6 else week - 1]  # the fifth is played by other rules
        evenings[week] = earlier.again(day_of(week), f"Evening {week}")
        STORIES.get(week, an_ordinary_evening)(evenings[week])
    everything_came_along(evenings, season)

    two_are_tied_where_the_line_of_the_final_falls(evenings)
    for evening in evenings.values():
        the_referee_agrees(evening)
        the_groups_have_their_own_places(evening)
    the_season_adds_up(season, evenings)
    the_seasons_page_says_so(season, evenings)

    final = the_best_four_play_a_final_with_their_points(dora, season, evenings)
    the_referee_agrees(final)
    archives_come_back_byte_for_byte(dora, [*evenings.values(), final])


# The season and its evenings.
def the_first_evening_made_by_hand(dora):
    evening = ClubEvening(dora, "Evening 1")
    evening.make_by_hand()
    evening.put_into_groups({"ladies": LADIES, "men": MEN, "members": MEMBERS})
    evening.ask_for(apart=("Ann Archer", "Hugh Hart"), stays=("Ida Innes", 2), mixed="ladies")
    evening.set_the_fee()
    high = dict(zip(("high_0", "high_1"), ("3", "3"), strict=True))  # high lady, high man
    evening.set_the_prizes(places="20 10", most_loners="2", **high)
    return evening


def a_season_that_counts_the_best_six(dora, first):
    dora.visit("/seasons/new/").press("Make the season", name="Friday league")
    dora.press("Save", events=str(first.event.pk))
    typed = {"method": "best", "best_of": str(BEST_OF), "least_events": str(LEAST)}
    dora.follow("Settings").press("Save", is_public="on", **typed)
    return Season.objects.get()


def the_first_evening_is_played(evening):
    evening.let_them_in()
    box = evening.take_the_money()
    a_player_pays_twice_by_mistake(evening)
    the_pot_does_not_cover_the_prizes(evening)
    evening.seat()
    evening.enter(1, {1: (9, 4)}, **{"t1-lone_n": "1"})
    box += a_fine_of_a_dollar(evening)
    evening.play(1, start=2)
    evening.play(2)
    the_best_of_each_group_takes_a_prize(evening)
    evening.close_the_cash(box)
    evening.end()


def an_ordinary_evening(evening, *, late=None, absent=None):
    evening.let_them_in(late=late, absent=absent)
    box = evening.take_the_money(absent=absent)
    evening.seat()
    for number in range(1, ROUNDS + 1):
        evening.play(number)
    evening.close_the_cash(box)
    evening.end()


def somebody_comes_for_the_second_round(evening):
    late = evening.number_of("Dan Drew")
    an_ordinary_evening(evening, late=late)
    assert not evening.event.rounds.get(number=1).seatings.filter(player__number=late).exists()
    assert evening.event.rounds.get(number=2).seatings.filter(player__number=late).exists()


def somebody_goes_home_after_the_first_round(evening):
    evening.let_them_in()
    box = evening.take_the_money()
    evening.seat()
    evening.play(1)
    gone = min(evening.seated_in(2))  # who sits out in it can go without a change of seats
    evening.visit("departures:index").press("Mark as gone home", who=str(gone))
    evening.choose("Choose: nobody else moves")
    evening.play(2)
    assert gone not in evening.seated_in(2)
    evening.close_the_cash(box)
    evening.end()


def the_prizes_are_shares_of_the_pot(evening):
    evening.set_the_prizes(places="", most_loners="", shares="60 40")
    an_ordinary_evening(evening)
    assert evening.visit("prizes:index").text.count("Each gets") >= 1


def the_clock_ends_its_rounds(evening):
    """Games to ten: one ends by the clock, another in a tie, which goes to who had the points first."""
    evening.visit("events:settings").press("Save the settings", preset="partners")
    evening.visit("events:settings").press("Save the settings", timed="on", round_minutes="25")
    evening.let_them_in()
    box = evening.take_the_money()
    evening.seat()
    evening.visit("rounds:desk", 1).press("Start the clock")
    evening.enter(1, {1: (7, 5)})
    assert "Did time run out?" in evening.director.text
    evening.director.press("8", "End of table 1")
    evening.enter(1, {2: (6, 6)})
    evening.director.press("9", "End of table 2").press("East–West", "End of table 2")
    assert [(evening.sheet(1, n).winner, evening.sheet(1, n).deals_played) for n in (1, 2)] == [
        ("NS", 8), ("EW", 9),
    ]  # fmt: skip
    evening.close(1)
    assert "time ran out after 8 deals" in evening.visit("public:round", 1).text
    evening.enter(2, {1: (10, 4), 2: (6, 10)})
    evening.close(2)
    evening.close_the_cash(box)
    evening.end()


def a_guest_comes_in_at_the_door(evening):
    evening.visit("players:add").press("Add", name=GUEST)
    evening.put_into_groups({"guests": [evening.number_of(GUEST)]})
    an_ordinary_evening(evening)


def the_guest_of_last_week_does_not_come_again(evening):
    an_ordinary_evening(evening, absent=evening.number_of(GUEST))
    assert evening.event.players.get(own_name=GUEST).status == "expected"


def the_last_evening_waits_for_its_end(evening):
    """Everything is played; the points that make a tie are given before it is finished."""
    evening.let_them_in()
    evening.take_the_money()
    evening.seat()
    for number in range(1, ROUNDS + 1):
        evening.play(number)


# What makes an evening another than the others. A further kind of evening is a line here and a function.
STORIES = {
    2: somebody_comes_for_the_second_round,
    3: somebody_goes_home_after_the_first_round,
    4: the_prizes_are_shares_of_the_pot,
    5: the_clock_ends_its_rounds,
    6: a_guest_comes_in_at_the_door,
    7: the_guest_of_last_week_does_not_come_again,
    8: the_last_evening_waits_for_its_end,
}


# What happens at an evening.
def a_player_pays_twice_by_mistake(evening):
    pay = reverse("money:pay", args=[evening.slug])
    told = evening.director.client.post(pay, {"paid": "4"}, follow=True).content.decode()
    assert "Dan Drew (number 4) has paid already: $5.00" in told
    assert "Nothing was added." in told


def the_pot_does_not_cover_the_prizes(evening):
    """Three of each fee are for the prizes: $24 of eight, and $38 are promised."""
    page = evening.visit("prizes:index")
    assert "The pot has $24.00, the prizes are $38.00: $14.00 short." in page.text
    page.press("The house adds $14.00")
    assert "The pot has $38.00, the prizes are $38.00." in page.text


def a_fine_of_a_dollar(evening):
    """For a renege, which is two points to the other side; it is paid at once."""
    page = evening.director.visit(reverse("rulings:make", args=[evening.slug, 1, 1]) + "?code=renege")
    page.press("Show what the rule gives", offender="N", alone="-")
    page.press("Make this ruling", included="no", fine_cents="1")
    page.press("Make this ruling", written="nothing")
    assert evening.told(1, 1) == (9, 6)
    evening.visit("money:cash").press("Paid $1.00")
    return 100


def the_best_of_each_group_takes_a_prize(evening):
    """As the referee sees it, from the standings of everybody."""
    archive = evening.written()
    lines = [(line["player"], line["place"]) for line in archive["standings"]]
    played = {line["player"] for line in archive["standings"] if line["rounds_played"]}
    members = {player["number"]: player["groups"] for player in archive["players"]}
    page = evening.visit("prizes:index").page
    for group, title in (("ladies", "High lady"), ("men", "High man")):
        inside = {number for number, groups in members.items() if group in groups}
        [due] = referee.winners(lines, [inside], played)
        row = re.search(rf'<th scope="row">\s*{title}.*?</tr>', page, re.S)[0]
        assert set(re.findall(r"<bdi>(.*?)</bdi>", row)) == {PEOPLE[number - 1] for number in due}, group


# What is checked in the end.
def everything_came_along(evenings, season):
    for week, evening in evenings.items():
        event = evening.event
        assert (event.mixed, event.mixed_group) == ("partners", "ladies"), week
        assert sorted(event.wishes.values_list("kind", flat=True)) == ["apart", "stays"], week
        assert set(event.players.get(own_name="Ann Archer").groups) == {"ladies", "members"}, week
        assert event.date == day_of(week)
    assert season.events.count() == WEEKS
    assert [bool(evening.event.timed) for evening in evenings.values()] == [n == 5 for n in evenings]
    assert Sheet.objects.filter(counting=True).count() == WEEKS * ROUNDS * 2


def the_referee_agrees(evening):
    assert differences(evening.archive()) == []


def the_groups_have_their_own_places(evening):
    archive = evening.written()
    lines = [(line["player"], line["place"]) for line in archive["standings"]]
    for group in ("ladies", "men"):
        inside = {player["number"] for player in archive["players"] if group in player["groups"]}
        page = Client().get(reverse("public:standings", args=[evening.slug]), {"group": group})
        shown = re.findall(r'<tr id="p(\d+)"><td class="num place kept">(\d+)</td>', page.content.decode())
        assert {int(n): int(place) for n, place in shown} == referee.places(lines, inside), group


def sums_of(evenings):
    """Name → (place, sum of the best, how many were played), from the evenings' archives."""
    points = defaultdict(list)
    for evening in evenings.values():
        for name, scored in evening.points().items():
            points[name].append(scored)
    best = {name: sum(sorted(scored, reverse=True)[:BEST_OF]) for name, scored in points.items()}
    enough = [name for name, scored in points.items() if len(scored) >= LEAST]
    return {
        name: (
            1 + sum(best[other] > best[name] for other in enough) if name in enough else None,
            best[name],
            len(points[name]),
        )
        for name in points
    }


def two_are_tied_where_the_line_of_the_final_falls(evenings):
    """Whoever is behind the last finalist gets what is missing, which the evening's own sums show as well."""
    last = evenings[WEEKS]
    ranked = sorted(
        ((best, name) for name, (place, best, _played) in sums_of(evenings).items() if place), reverse=True
    )
    (line, _name), (_best, behind) = ranked[FINALISTS - 1], ranked[FINALISTS]
    while (missing := line - sums_of(evenings)[behind][1]) > 0:
        asked = {"player": str(last.number_of(behind)), "points": str(missing)}
        last.visit("standings:adjust").press("Change", reason="a round was scored twice by mistake", **asked)
    last.end()
    assert sums_of(evenings)[behind][1] == line


def the_season_adds_up(season, evenings):
    expected = sums_of(evenings)
    assert expected[GUEST][0] is None
    values = read(Client(), reverse("season:standings_json", args=[season.slug]))
    found = {row["name"]: (row["place"], row["value"], len(row["events"])) for row in values["rows"]}
    assert found == expected
    counted = {row["name"]: sum(one["points"] for one in row["events"] if one["counts"])
               for row in values["rows"]}  # fmt: skip
    assert counted == {name: best for name, (_place, best, _played) in expected.items()}


def the_seasons_page_says_so(season, evenings):
    expected = sorted((place or 99, name, str(best)) for name, (place, best, _n) in sums_of(evenings).items())
    page = Client().get(reverse("season:show", args=[season.slug])).content.decode()
    assert listed(page, r'<td class="num place">(.*?)</td><th[^>]*><a[^>]*><bdi>(.*?)</bdi>') == expected


def listed(page, place_and_name):
    """(place, name, points) of each line of a season's list, a missing place last."""
    found = re.findall(place_and_name + r'.*?<td class="num points">\s*(.*?)\s*</td>', page, re.S)
    return sorted((99 if place == "–" else int(place), name, value) for place, name, value in found)


# The final.
def the_best_four_play_a_final_with_their_points(dora, season, evenings):
    expected = sums_of(evenings)
    line = sorted((best for place, best, _n in expected.values() if place), reverse=True)[FINALISTS - 1]
    above = [name for name, (place, best, _n) in expected.items() if place and best > line]
    tied = [name for name, (place, best, _n) in expected.items() if place and best == line]
    room = FINALISTS - len(above)
    page = dora.visit(reverse("seasons:final", args=[season.slug]) + f"?top={FINALISTS}")
    assert f"{len(tied)} players share the place at the cut, and {room} of them can play." in page.text
    keys = dict(re.findall(r'name="people" value="(\d+)".*?<bdi>(.*?)</bdi>', page.page, re.S))
    key_of = {name: key for key, name in keys.items()}
    day = (day_of(WEEKS) + timedelta(days=7)).isoformat()
    asked = {"name": "The final", "date": day, "carry": "points"}
    page.press("Create event", people=[key_of[name] for name in above] or None, **asked)
    assert not Event.objects.filter(name="The final").exists()  # somebody has to say who of them plays
    coming = above + sorted(tied)[:room]
    page.press("Create event", people=[key_of[name] for name in coming], **asked)
    final = ClubEvening(dora, "The final", dora.path.split("/")[2])
    carried = {adjustment.player.name: adjustment.points for adjustment in final.event.adjustments.all()}
    assert carried == {name: expected[name][1] for name in coming}
    final.withdraw_the_requests()
    an_ordinary_evening(final)
    played = {
        player["name"]: sum(
            points
            for round_ in final.written()["rounds"]
            for table in round_["tables"]
            for seat, points in table["sheet"]["players"].items()
            if table["seats"][seat] == player["number"]
        )
        for player in final.written()["players"]
    }
    assert final.points() == {name: carried[name] + played[name] for name in coming}
    return final


def archives_come_back_byte_for_byte(dora, evenings):
    archives = {evening.slug: evening.archive() for evening in evenings}
    assert len(archives) == WEEKS + 1
    for number, event in enumerate(Event.objects.all()):  # a site that does not have them
        Event.objects.filter(pk=event.pk).update(slug=f"elsewhere-{number}")
    for slug, archive in archives.items():
        file = SimpleUploadedFile(f"{slug}.json", archive, "application/json")
        answer = dora.client.post(reverse("archive:import"), {"file": file, "slug": ""})
        assert answer["Location"] == reverse("events:overview", args=[slug])
        assert dora.client.get(reverse("archive:event_json", args=[slug])).content == archive, slug
