"""A robot types whole evenings without looking up, at 30 to 250 ms a key, with 0 to 300 ms of network delay.

What is stored is what was typed, every key: at a first evening digits were lost and cards were typed over.
`EUCHRE_DEEP=1` types every speed with every delay; else a seed mixes them within one evening.
"""

import itertools
import json
import random
import re

import pytest
from playwright.sync_api import expect

from scoring.ruleset import PRESETS
from tests.helpers.depth import DEEP
from tests.helpers.factories import NOW, make_event, make_players, make_published, make_user
from tests.helpers.patience import settle, until
from tests.helpers.sound import assert_sound
from tournament.models import CardLine, Dues, Player, Sheet
from tournament.services import money

pytestmark = pytest.mark.django_db(transaction=True)
SPEEDS = (30, 60, 120, 250)  # milliseconds a key, at most
DELAYS = (0, 50, 150, 300)  # milliseconds of the network's way
MIXED = None
PACES = [*itertools.product(SPEEDS, DELAYS)] if DEEP else [MIXED]


class Robot:
    """Types a list of keys; each entry has a pace of its own unless one is given."""

    def __init__(self, page, pace):
        self.page, self.pace, self.rng = page, pace, random.Random(str(pace))
        self.network = page.context.new_cdp_session(page)

    def delay(self, latency):
        asked = {"offline": False, "latency": latency, "downloadThroughput": -1, "uploadThroughput": -1}
        self.network.send("Network.emulateNetworkConditions", asked)

    def type(self, *entries):
        for entry in entries:
            fast = self.rng.choices(SPEEDS, weights=(6, 3, 2, 1))[0]
            speed, delay = self.pace or (fast, self.rng.choice(DELAYS))
            self.delay(delay)
            for key in entry:
                self.page.keyboard.press(key)
                self.page.wait_for_timeout(self.rng.uniform(min(SPEEDS), speed))


@pytest.fixture(params=PACES, ids=lambda pace: "key{}_net{}".format(*pace) if pace else "mixed")
def robot(request, page):
    return Robot(page, request.param)


def entries(page):
    """What waits in the browser."""
    stored = page.evaluate("Object.entries(localStorage)")
    return [json.loads(entry) for key, entry in stored if key.startswith("euchre.waiting:")]


def all_sent(page):
    until(page, lambda: all(entry["state"] == "asks" for entry in entries(page)), seconds=40)
    settle(page, 50)


def hall_card(number, points, total=None):
    total = sum(points) if total is None else total
    return [*str(number), "Enter", *[k for p in points for k in (*str(p), "Enter")], *str(total), "Enter"]


def lines():
    told = {}
    for line in CardLine.objects.counting().select_related("player", "round"):
        told.setdefault(line.player.number, {})[line.round.number] = line.points
    return told


def test_a_hall_s_cards_are_stored_as_typed_and_none_is_typed_over(robot, at):
    event = make_event(make_user("dora", name="Dora Director"), movement="self", round_count=3)
    make_players(event, 26)
    page = at(event, "cards/")
    expect(page.locator("[name=card]")).to_be_focused()
    rng = random.Random(5)
    told = {n: [rng.randrange(3, 11) for _ in range(3)] for n in rng.sample(range(1, 27), 14)}
    first, *_, last = told
    typed = [hall_card(n, points) for n, points in told.items()]
    typed[6:6] = [
        hall_card(first, [5, 5, 5]),  # 16 read as 6: that card is typed already
        hall_card(99, [1, 2, 3]),  # no such card
        hall_card(next(n for n in range(1, 27) if n not in told), [7, 7, 7], total=20),  # added up wrongly
    ]
    robot.type(*typed[:8])
    robot.type(*typed[8:])
    all_sent(page)
    assert lines() == by_round(told)
    asked = [dict(entry["fields"]) for entry in entries(page)]
    wrong = typed_number(typed[8])
    assert {one["card"]: (one["r1"], one["r2"], one["r3"]) for one in asked} == {
        str(first): ("5", "5", "5"), "99": ("1", "2", "3"), wrong: ("7", "7", "7"),
    }  # fmt: skip
    # One looks up: the first question comes into the form by Enter, and is answered.
    page.keyboard.press("Enter")
    expect(page.locator("form").get_by_role("alert")).to_contain_text("This card is typed")
    assert_sound(page)
    expect(page.locator("[name=r1]")).to_have_value("5")
    page.get_by_role("button", name="Save, next card").click()
    until(page, lambda: lines()[first] == {1: 5, 2: 5, 3: 5})
    assert lines()[first] == {1: 5, 2: 5, 3: 5}
    # A typed card is told, and Enter brings its figures in.
    robot.type([*str(last), "Enter"])
    expect(page.locator("[data-told]")).to_contain_text(f"Card {last} is typed: {sum(told[last])} points.")
    expect(page.locator("[name=r1]")).to_have_value("")
    robot.type(["Enter", "9", "Enter", "Enter", "Enter", "Enter"])
    until(page, lambda: lines()[last][1] == 9)
    assert lines()[last] == {1: 9, 2: told[last][1], 3: told[last][2]}


def by_round(told):
    return {number: dict(enumerate(points, start=1)) for number, points in told.items()}


def typed_number(keys):
    return "".join(keys[: keys.index("Enter")])


def test_seated_cards_are_stored_as_typed_and_none_is_typed_over(robot, at):
    event = make_published(make_user("dora", name="Dora Director"), players=12, rounds=3)
    event.rounds.filter(number__lt=3).update(status="closed")
    event.rounds.filter(number=3).update(status="open")
    page = at(event, "cards/")
    expect(page.locator("[name=card]")).to_be_focused()
    rng = random.Random(5)
    told = {n: [rng.randrange(3, 11) for _ in range(3)] for n in rng.sample(range(1, 13), 10)}
    first, *_, last = told

    def card(number, points):
        return [*str(number), "Enter", *[k for p in points for k in (*str(p), "Tab")][:-1], "Enter"]

    typed = [card(n, points) for n, points in told.items()]
    typed[5:5] = [card(first, [5, 5, 5])]
    robot.type(*typed)
    until(page, lambda: len(lines()) == len(told))  # keys may still wait for a card that is on its way
    all_sent(page)
    assert lines() == by_round(told)
    assert [entry["url"].split("/")[-2] for entry in entries(page)] == [str(first)]
    page.keyboard.press("Enter")
    expect(page.locator("form").get_by_role("alert")).to_contain_text("This card is typed")
    assert_sound(page)
    expect(page.locator("[name=r1]")).to_have_value("5")
    page.get_by_role("button", name="Save, next card").click()
    until(page, lambda: lines()[first] == {1: 5, 2: 5, 3: 5})
    expect(page.locator("[name=card]")).to_be_focused()
    robot.type([*str(last), "Enter"])
    expect(page.locator("[data-told]")).to_contain_text(f"Card {last} is typed: {sum(told[last])} points.")
    robot.type(["Enter", "9", "Enter"])
    until(page, lambda: lines()[last][1] == 9)
    assert lines() == {
        **by_round(told),
        first: {1: 5, 2: 5, 3: 5},
        last: {1: 9, 2: told[last][1], 3: told[last][2]},
    }


def test_names_land_on_their_numbers(robot, at):
    event = make_event(make_user("dora", name="Dora Director"))
    make_players(event, [""] * 16)
    page = at(event, "players/names/")
    expect(page.get_by_label("Number")).to_be_focused()
    expect(page.get_by_label("Number")).to_have_value("")
    names = ["Zoe", "Ben", "Cyd", "Al", "Ida", "Gus", "Eve", "Ned", "Uma", "Ray"]
    told = dict(zip(random.Random(3).sample(range(1, 17), len(names)), names, strict=True))
    third = [*told][2]
    free = next(n for n in range(1, 17) if n not in told)
    typed = [[*str(n), "Tab", *name, "Enter"] for n, name in told.items()]
    typed[6:6] = [[*str(third), "Tab", *"Kim", "Enter"], [*str(free), "Tab", *"20", "Enter"]]
    robot.type(*typed)
    all_sent(page)
    assert dict(Player.objects.exclude(own_name="").values_list("number", "own_name")) == told
    expect(page.locator("[data-waiting]")).to_contain_text(f"Name of number {third}")
    why = page.locator("[data-waiting-says]:visible").first
    expect(why).to_have_text(re.compile("not saved: (?!the server|undefined)"))
    page.keyboard.press("Enter")
    expect(page.get_by_role("alert").first).to_be_visible()
    assert_sound(page)
    expect(page.get_by_label("Name", exact=True)).to_have_value("Kim")
    page.get_by_label("Number").fill(str(free))
    page.get_by_label("Number").press("Enter")
    until(page, lambda: Player.objects.filter(own_name="Kim").exists())
    assert Player.objects.get(own_name="Kim").number == free


def test_totals_and_the_second_reading_are_stored_as_typed(robot, at):
    event = make_published(
        make_user("dora", name="Dora Director"), players=32, rounds=1, features=["second_reading"]
    )
    page = at(event, "rounds/1/totals/")
    expect(page.locator("#id_t1-ns")).to_be_focused()
    told = {n: (7 + n % 3, 3 + n % 2) for n in range(1, 9)}
    rows = [[*str(ns), "Enter" if ew % 2 else "Tab", *str(ew), "Enter"] for ns, ew in told.values()]
    robot.type(*rows)
    until(page, lambda: Sheet.objects.filter(counting=True).count() == len(told))
    saved = {sheet.table.number: (sheet.ns, sheet.ew) for sheet in Sheet.objects.filter(counting=True)}
    assert saved == told
    page.goto(page.url.replace("/totals/", "/again/"))
    expect(page.locator("#id_t1-ns")).to_be_focused()
    rows[4] = [*"2", "Tab", *"9", "Enter"]
    robot.type(*rows)
    until(page, lambda: read_twice().count() == len(told) - 1)
    settle(page, 300)
    assert set(read_twice().values_list("table__number", flat=True)) == {*told} - {5}
    assert Sheet.objects.count() == len(told)


def read_twice():
    return Sheet.objects.filter(confirmed_by__isnull=False)


def press(page, button):
    """Press a button, and type on at once: Playwright would wait for the page that it leads to."""
    page.evaluate("(button) => setTimeout(() => document.querySelector(button).click())", button)


def test_the_door_takes_every_number_and_every_payment(robot, at):
    event = make_event(make_user("dora", name="Dora Director"), time_zone="America/Toronto")
    make_players(event, 16, status="expected")
    money.set_entry_fee(
        event, by=event.memberships.get().user, at=NOW, price=1000, members_price=None, to_pot=500, opening=0
    )
    page = at(event, "check-in/")
    robot.type(*[[*str(n), "Enter"] for n in (3, 14, 1, 12, 7)])
    expect(page.locator(".door-figure")).to_have_text("5")
    robot.delay(max(DELAYS))
    expect(page.locator(".just-in-last [name=paid]")).to_be_visible()
    press(page, ".just-in-last [name=paid]")
    robot.type(*[[*str(n), "Enter"] for n in (2, 11)])
    robot.delay(max(DELAYS))
    press(page, ".just-in-earlier:last-child [name=undo]")
    robot.type(*[[*str(n), "Enter"] for n in (5, 16)])
    until(page, lambda: Player.objects.filter(status="here").count() == 8)
    settle(page, 400)
    here = set(Player.objects.filter(status="here").values_list("number", flat=True))
    assert here >= {5, 16, 2, 11}
    assert len(here) == 8
    assert list(Dues.objects.values_list("player__number", "state")) == [(7, "paid")]


@pytest.mark.parametrize(("preset", "letter"), [("progressive", "v"), ("laws", "-")])
def test_deals_stand_in_the_rows_in_which_they_were_typed(robot, at, preset, letter):
    """After a deal that was not played the next key came early, and all later deals stood one too high."""
    event = make_published(make_user("dora"), players=4, rounds=1, rules=PRESETS[preset])
    page = at(event, "rounds/1/tables/1/deals/")
    robot.type("n", "e3", letter, "s5", "r", "n4", "w3")
    chosen = page.locator(":is([name$=-maker], [name$=-tricks]):checked")
    expect(chosen).to_have_count(10)
    typed = chosen.evaluate_all("all => all.map((one) => `${one.name} ${one.value}`).join(' ')")
    before, after = "d1-maker E d1-tricks 3 d2-maker", "d3-maker S d3-tricks 5 d4-maker R"
    assert typed == f"{before} {letter.upper()} {after} d4a2-maker N d4a2-tricks 4 d5-maker W d5-tricks 3"


def test_without_a_network_a_deal_that_takes_its_row_leads_on_and_no_other_is_guessed(robot, at):
    page = at(make_published(make_user("dora"), players=4, rounds=1), "rounds/1/tables/1/deals/")
    expect(page.locator("[name=first_dealer][value=N]")).to_be_focused()
    page.context.set_offline(True)
    chosen = page.locator(":is([name$=-maker], [name$=-tricks]):checked")
    for entry, wanted in (("nvs5", 3), ("r", 4), ("n4", 4)):
        page.keyboard.type(entry, delay=30)
        expect(chosen).to_have_count(wanted)
    typed = chosen.evaluate_all("all => all.map((one) => `${one.name} ${one.value}`).join(' ')")
    assert typed == "d1-maker V d2-maker S d2-tricks 5 d3-maker R"
