"""The referee sees what is wrong: every result of an archive, changed by one, is found."""

import copy
import itertools
import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from scoring.reachable import can_be
from scoring.ruleset import PRESETS
from scoring.seats import SIDES
from tests.referee import __main__ as command
from tests.referee.referee import differences
from tests.referee.sheets import Wrong, judge_deal, judge_deals, judge_totals
from tests.referee.standings import standings
from tests.referee.totals import ends
from tournament.archive.document import document
from tournament.archive.text import dumps
from tournament.simulation.events import simulate
from tournament.simulation.settings import EventBounds

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def archive(django_db_setup, django_db_blocker):
    with django_db_blocker.unblock():
        (event,) = simulate(11, 1, EventBounds((9, 9), (2, 2), "progressive", "chart"), keep=document)
    return event.kept


def results(value, path=()) -> Iterator[tuple]:
    """The place of every derived number of an archive."""
    for key, member in value.items() if isinstance(value, dict) else enumerate(value):
        if isinstance(member, (dict, list)):
            yield from results(member, (*path, key))
        elif isinstance(member, int) and not isinstance(member, bool):
            yield (*path, key)


def is_result(archive, path) -> bool:
    if path[0] == "standings":
        return path[-1] != "player"
    if path[0] != "rounds" or "rulings" in path or "sheet" not in path:
        return False
    sheet = archive
    for key in path[: path.index("sheet") + 1]:
        sheet = sheet[key]
    name = path[path.index("sheet") + 1]
    if name == "deals":
        return "points" in path
    return name == "players" or (sheet["entry"] == "deals" and name in ("totals", "loners"))


def test_every_result_that_is_changed_by_one_and_bytes_that_are_not_the_formats_are_found(archive):
    assert differences(dumps(archive).encode()) == []
    places = [path for path in results(archive) if is_result(archive, path)]
    assert len(places) > 50
    for path in places:
        wrong = copy.deepcopy(archive)
        place = wrong
        for key in path[:-1]:
            place = place[key]
        place[path[-1]] += 1
        assert differences(dumps(wrong).encode()), path
    assert "the bytes are not those of the format" in differences(json.dumps(archive).encode())


def test_the_example_of_the_rulebook_comes_to_what_it_says(archive):
    """A lone march scores four for the side and five for the maker; North deals first."""
    rules = archive["event"]["rules"] | {
        "deals_per_round": 1, "lone_march": 4, "lone_march_bonus": 1, "target": None,
        "lone_hands": True,
    }  # fmt: skip
    deal = {
        "slot": 1, "attempt": 1, "dealer": "N", "tricks": 5, "supreme": False, "rulings": [],
        "fate": "PLAYED", "call": {"maker": "E", "lone": "E", "lone_defender": None},
    }  # fmt: skip
    judged = judge_deals(rules, "N", [deal])
    assert judged["totals"] == {"NS": 0, "EW": 4}
    assert judged["players"] == {"N": 0, "E": 5, "S": 0, "W": 4}
    assert judged["winner"] == "EW"


def test_it_imports_nothing_of_the_product():
    for path in Path(__file__).parent.glob("*.py"):
        if path.name.startswith("test_"):
            continue
        source = path.read_text(encoding="utf-8")
        assert "scoring" not in source, path.name
        assert "tournament" not in source, path.name
        assert "django" not in source, path.name


def test_the_command_counts_and_its_status_tells(archive, tmp_path, capsys):
    good, bad = tmp_path / "good.json", tmp_path / "bad.json"
    good.write_text(dumps(archive), encoding="utf-8")
    bad.write_text(dumps(archive | {"standings": []}), encoding="utf-8")
    assert command.main([str(good)]) == 0
    assert command.main([str(good), str(bad)]) == 1
    assert "2 archives, 1 differences" in capsys.readouterr().out


# The values that every case below has in common; what a case is about stands in the case.
RULES = {
    "preset": "progressive", "deals_per_round": 8, "target": None, "points_are": "won", "made": 1, "march": 2,
    "lone_made": 1, "lone_march": 4, "lone_march_bonus": 1, "euchre": 2, "boom_euchre": 2, "lone_euchre": 2,
    "lone_hands": True, "supreme": False, "defend_alone": True, "all_pass": "stick", "void_uses_slot": True,
}  # fmt: skip
LAWS = RULES | {"preset": "laws", "deals_per_round": None, "target": 10, "lone_euchre": 4}
LAWS |= {"lone_march_bonus": 0}
LOST = RULES | {
    "preset": "jeuchre", "deals_per_round": None, "target": 10, "points_are": "lost", "supreme": True,
    "made": 2, "march": 4, "lone_made": 2, "lone_march": 4, "euchre": 1, "lone_euchre": 1, "boom_euchre": 2,
}  # fmt: skip


def call(maker, lone=None, defender=None):
    return {"maker": maker, "lone": lone, "lone_defender": defender}


def deal(maker="N", tricks=3, *, lone=None, defender=None, slot=1, dealer="N", rulings=(), **more):
    """A deal played out, as an archive has it."""
    return {
        "slot": slot, "attempt": 1, "dealer": dealer, "call": call(maker, lone, defender), "tricks": tricks,
        "supreme": False, "rulings": list(rulings), "fate": "PLAYED",
    } | more  # fmt: skip


def ruling(code="other", **more):
    return {
        "code": code, "offender": None, "dealer": None, "award": None, "forfeits": None, "fate": None,
        "choice": None, "cancels": [],
    } | more  # fmt: skip


def played(dealers, **rulings):
    """Deals of these dealers, each made by North; `rulings` by number, as in `d2=[...]`."""
    return [
        deal(slot=number, dealer=dealer, rulings=rulings.get(f"d{number}", ()))
        for number, dealer in enumerate(dealers, 1)
    ]


def worth(rules, *, running=None, **about):
    """(points of NS, points of EW, who marched alone) of one deal."""
    points, marched, _failed = judge_deal(rules, deal(**about), running or {"NS": 0, "EW": 0})
    return points["NS"], points["EW"], marched


EIGHT_HAND = RULES | {"preset": "eight-hand"}
WORTHS = [
    # T: made, march, alone; a march alone is marked for who played it
    (RULES, {"tricks": 3}, (1, 0, None)),
    (RULES, {"tricks": 5}, (2, 0, None)),
    (RULES, {"tricks": 4, "lone": "N"}, (1, 0, None)),
    (RULES, {"tricks": 5, "lone": "N"}, (4, 0, "N")),
    # E: either player of the makers' side may play alone
    (EIGHT_HAND, {"tricks": 5, "lone": "S"}, (4, 0, "S")),
    # T, defending alone: 4 to either side, whatever a lone march is worth; the mark takes five tricks
    (RULES | {"lone_march": 5}, {"tricks": 3, "lone": "N", "defender": "E"}, (4, 0, None)),
    (RULES | {"lone_march": 5}, {"tricks": 5, "lone": "N", "defender": "W"}, (4, 0, "N")),
    (RULES, {"tricks": 2, "lone": "N", "defender": "E"}, (0, 4, None)),
    (LAWS | {"defend_alone": False}, {"tricks": 0, "lone": "N"}, (0, 4, None)),
    # J: points lost; no trick at all is 2, alone or not; five by one player lose what is left
    (LOST, {"tricks": 3}, (2, 0, None)),
    (LOST, {"tricks": 5}, (4, 0, None)),
    (LOST, {"tricks": 0}, (0, 2, None)),
    (LOST, {"tricks": 0, "lone": "N"}, (0, 2, None)),
    (LOST, {"tricks": 1, "lone": "N"}, (0, 1, None)),
    (LOST, {"tricks": 5, "lone": "N", "supreme": True, "running": {"NS": 3, "EW": 9}}, (7, 0, None)),
    (LOST, {"tricks": 5, "supreme": True, "running": {"NS": 9, "EW": 0}}, (1, 0, None)),
]


@pytest.mark.parametrize(("rules", "about", "expected"), WORTHS, ids=lambda value: str(value)[:60])
def test_a_deal_is_worth_what_the_texts_say(rules, about, expected):
    assert worth(rules, **about) == expected


IMPOSSIBLE = [
    (RULES, {"lone": "S"}, "only the maker may play alone"),
    (EIGHT_HAND, {"lone": "E"}, "not on the makers' side"),
    (RULES | {"lone_hands": False}, {"lone": "N"}, "nobody may play alone"),
    (RULES | {"defend_alone": False}, {"lone": "N", "defender": "E"}, "nobody may defend alone"),
    (RULES, {"defender": "E"}, "nobody may defend alone"),
    (RULES, {"lone": "N", "defender": "S"}, "a maker cannot defend alone"),
    (LOST, {"tricks": 5, "lone": "N"}, "all five alone are one"),
    (RULES, {"tricks": 5, "supreme": True}, "a supreme is all five tricks"),
]


@pytest.mark.parametrize(("rules", "about", "told"), IMPOSSIBLE, ids=lambda value: str(value)[:60])
def test_a_deal_that_cannot_be_is_refused(rules, about, told):
    with pytest.raises(Wrong, match=told):
        worth(rules, **about)


def test_points_taken_off_are_at_most_what_the_side_made_and_awards_before_count():
    off = ruling(forfeits={"side": "NS", "points": 3})
    award = ruling(award={"side": "NS", "points": 2})
    assert worth(RULES, tricks=5, rulings=[off]) == (0, 0, None)
    assert worth(RULES, tricks=5, rulings=[award, off]) == (1, 0, None)
    assert worth(RULES, tricks=5, rulings=[off, award]) == (2, 0, None)


STANDS = ruling("wrong-dealer", choice="after-up-card")


@pytest.mark.parametrize(
    ("rules", "dealers", "rulings"),
    [
        (RULES, "NESWNESW", {}),
        (RULES, "SENWNESW", {"d1": [STANDS]}),  # North takes South's deal
        (RULES, "WWSNNESE", {"d1": [STANDS], "d2": [STANDS]}),
        (LAWS | {"target": 8}, "NWNESWNE", {"d2": [STANDS]}),  # L VIII: on to the left of whoever dealt
    ],
    ids=str,
)
def test_the_dealer_is_right(rules, dealers, rulings):
    assert judge_deals(rules, "N", played(dealers, **rulings))["totals"] == {"NS": 8, "EW": 0}
    wrong = dealers[:-1] + ("N" if dealers[-1] != "N" else "E")
    with pytest.raises(Wrong, match="dealt by"):
        judge_deals(rules, "N", played(wrong, **rulings))


@pytest.mark.parametrize(("offender", "dealers"), [("E", "NESN"), ("S", "NEWN")])
def test_a_side_that_discarded_too_late_loses_its_next_deal(offender, dealers):
    """L XVIII: after East's deal South's is next, then West's, which East's side loses."""
    rules = LAWS | {"target": 4}
    for late in (
        ruling("no-discard", offender=offender, choice="not-announced"),
        ruling("six-cards", offender=offender),  # whoever else plays with six cards has no relief
    ):
        assert judge_deals(rules, "N", played(dealers, d2=[late]))["winner"] == "NS"
    in_time = ruling("no-discard", offender=offender, choice="announced")
    with pytest.raises(Wrong, match="dealt by"):
        judge_deals(rules, "N", played(dealers, d2=[in_time]))


def test_the_bell_ends_a_round_after_the_deals_that_were_played_and_nobody_deals_first_by_default():
    assert judge_deals(RULES, "N", played("NES"), 3)["winner"] == "NS"
    assert judge_deals(LAWS, "N", played("NES"), 3)["totals"] == {"NS": 3, "EW": 0}
    for count, told in ((4, "not complete"), (2, "after the end"), (9, "cannot end")):
        with pytest.raises(Wrong, match=told):
            judge_deals(RULES, "N", played("NES"), count)
    with pytest.raises(Wrong, match="who dealt first"):
        judge_deals(RULES, None, played("NESWNESW"))


def sheet(**more):
    """Totals as an archive has them, here tied without an answer."""
    return {
        "entry": "totals", "deals_played": None, "rulings": [], "reached_first": None,
        "totals": {"NS": 5, "EW": 5}, "loners": dict.fromkeys("NESW", 0),
    } | more  # fmt: skip


def test_totals_hold_what_was_added_to_them_and_lack_what_was_taken_off():
    award = ruling(award={"side": "EW", "points": 6}, included=False)
    off = ruling(forfeits={"side": "EW", "points": 1}, included=False)
    with pytest.raises(Wrong, match="fewer points"):
        judge_totals(RULES, sheet(rulings=[award]))
    assert judge_totals(RULES, sheet(rulings=[award, off]))["totals"] == {"NS": 5, "EW": 5}
    with pytest.raises(Wrong, match="changes no points"):
        judge_totals(RULES, sheet(rulings=[ruling(included=True)]))


def event(order, *, lost=False, ranked_from=0):
    """One round at one table that North and South won 6 to 5, East having marched alone; 5 and 6 sat out."""
    rules = RULES | {"points_are": "lost" if lost else "won"}
    table = {"number": 1, "seats": {"N": 1, "E": 2, "S": 3, "W": 4}, "sheet": {"entry": "totals"}}
    archive = {
        "event": {
            "rules": rules, "order": order, "seed": 1, "ranked_from": ranked_from, "rounds": 1,
            "bye_points": {"mode": "fixed", "points": 7},
        },
        "players": [
            {"number": number, "ranked": True, "status": "playing"} for number in range(1, 7)
        ],
        "rounds": [{"number": 1, "closed": True, "sit_out": [5, 6], "tables": [table]}],
        "adjustments": [{"player": 3, "points": 2}],
    }  # fmt: skip
    judged = {
        "totals": {"NS": 6, "EW": 5}, "players": {"N": 6, "E": 6, "S": 6, "W": 5}, "winner": "NS",
        "loners": {"N": 0, "E": 1, "S": 0, "W": 0}, "euchred": {},
    }  # fmt: skip
    return standings(archive, {(1, 1): judged})


@pytest.mark.parametrize(
    ("order", "places"),
    [
        (["win_percentage"], {1: 1, 3: 1, 2: 3, 4: 3, 5: 3, 6: 3}),
        (["points_percentage"], {1: 1, 3: 1, 2: 3, 4: 4, 5: 5, 6: 5}),  # 6/11, 6/12, 5/11, none
        (["point_difference"], {1: 1, 3: 1, 2: 3, 5: 3, 6: 3, 4: 6}),  # +1, 0, none, -1
        (["points_against"], {5: 1, 6: 1, 1: 3, 3: 3, 2: 5, 4: 5}),  # fewer are better
        (["points"], {3: 1, 5: 2, 6: 2, 1: 4, 2: 4, 4: 6}),
    ],
    ids=str,
)
def test_places_by_the_keys_that_version_2_adds(order, places):
    """RULEBOOK 10. Adjustments and sit-outs are no points of rounds played."""
    lines = event(order)
    assert {line["player"]: line["place"] for line in lines} == places
    assert [line["points_against"] for line in sorted(lines, key=lambda line: line["player"])] == [
        5, 6, 5, 6, 0, 0
    ]  # fmt: skip


def test_where_points_are_lost_the_keys_made_of_points_are_turned_round():
    lost = {line["player"]: line["place"] for line in event(["point_difference"], lost=True)}
    assert lost == {4: 1, 2: 2, 5: 2, 6: 2, 1: 5, 3: 5}
    assert {line["player"]: line["place"] for line in event(["points_against"], lost=True)}[2] == 1


def test_who_has_played_too_few_rounds_is_listed_last_and_without_a_place():
    lines = event(["points"], ranked_from=1)
    assert [(line["place"], line["player"], line["decided_by"]) for line in lines] == [
        (1, 3, None), (2, 1, None), (2, 2, None), (4, 4, "points"), (None, 5, None), (None, 6, None)
    ]  # fmt: skip


MARCHES = list(itertools.product(range(3), repeat=2))


@pytest.mark.slow
@pytest.mark.parametrize("cut", [None, 3], ids=["whole", "cut"])
@pytest.mark.parametrize("change", [{}, {"defend_alone": True}], ids=["as-it-is", "defended"])
@pytest.mark.parametrize("preset", PRESETS)
def test_totals_that_no_round_can_have_are_those_that_the_product_doubts(preset, change, cut):
    """Finding A14: the product adds up, the referee plays every round there is; nothing differs."""
    rules = PRESETS[preset].changed(**change if PRESETS[preset].lone_hands else {})
    if not rules.has_deals:
        rules = rules.changed(least=3, most=11, sum=15 if cut else None)
    possible = ends(rules.to_dict(), cut)
    for totals in itertools.product(range(15), repeat=2):
        for marches in MARCHES:
            sides = dict(zip(SIDES, totals, strict=True)), dict(zip(SIDES, marches, strict=True))
            assert can_be(rules, *sides, deals=cut) is ((totals, marches) in possible), (totals, marches)
