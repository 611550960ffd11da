"""The presets are the table of the rulebook's section 2, and no impossible value gets past."""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from scoring.errors import BadRuleset
from scoring.rule_settings import SETTING, SETTINGS
from scoring.ruleset import ABOUT, PRESETS, Family, Ruleset
from scoring.seats import Seat

ORDER = [
    *(
        "preset", "deck", "deals_per_round", "target", "points_are", "made", "march", "lone_made",
        "lone_march",
    ),
    *("lone_march_bonus", "euchre", "boom_euchre", "lone_euchre", "lone_hands", "supreme", "defend_alone"),
    *("all_pass", "partner_must_go_alone", "natural_trump", "misdeal", "void_uses_slot", "lone_maker_renege"),
    *("penalised_cannot_count", "farmers_hand", "claim_limit", "first_dealer"),
]  # fmt: skip
USUALLY = ["renege", "renege_lone"]  # in the snapshot if they are others than 2 and 4
BOUNDS = ["least", "most", "sum"]  # in the snapshot of rules without deals only

# RULEBOOK 2: value, then progressive, partners, laws, eight-hand, jeuchre, british, totals-only.
TABLE = [
    ("deck", 24, 24, 24, 32, 24, 25, 24),
    ("deals_per_round", 8, None, None, 8, None, None, None),
    ("target", None, 10, 10, None, 10, 10, None),
    ("points_are", "won", "won", "won", "won", "lost", "won", "won"),
    ("made", 1, 1, 1, 1, 2, 1, 1), ("march", 2, 2, 2, 2, 4, 2, 2), ("lone_made", 1, 1, 1, 1, 2, 1, 1),
    ("lone_march", 4, 4, 4, 4, 4, 4, 4), ("lone_march_bonus", 1, 0, 0, 0, 0, 0, 0),
    ("euchre", 2, 2, 2, 2, 1, 2, 2), ("boom_euchre", 2, 2, 2, 2, 2, 2, 2),
    ("lone_euchre", 2, 2, 4, 2, 1, 2, 2), ("lone_hands", True, True, True, True, False, True, False),
    ("supreme", False, False, False, False, True, False, False),
    ("defend_alone", False, False, False, False, False, False, False),
    ("all_pass", "stick", "stick", "pass", "stick", "pass", "stick", "stick"),
    ("partner_must_go_alone", False, False, False, True, False, False, False),
    ("natural_trump", False, False, False, True, False, False, False),
    ("misdeal", "redeal", "redeal", "pass", "redeal", "redeal", "redeal", "redeal"),
    ("void_uses_slot", True, True, True, True, True, True, True),
    ("lone_maker_renege", 4, 4, 2, 4, 4, 4, 4),
    ("penalised_cannot_count", False, False, True, False, False, False, False),
    ("farmers_hand", False, False, False, False, False, False, False),
    ("claim_limit", "signed", "signed", "next-cut", "signed", "signed", "signed", "signed"),
    (
        "first_dealer", "first jack", "first jack", "first jack", "first black jack", "first red nine",
        "highest card cut", "first jack",
    ),
    ("renege", *(2,) * 7), ("renege_lone", *(4,) * 7),
    ("least", *(None,) * 6, 0),
    ("most", *(None,) * 6, 99),
    ("sum", *(None,) * 7),
]  # fmt: skip


@pytest.mark.parametrize("row", TABLE, ids=lambda row: row[0])
def test_presets_hold_the_rulebooks_values(row):
    name, *values = row
    assert [getattr(PRESETS[preset], name) for preset in PRESETS] == values


def test_presets_are_those_of_the_rulebook():
    names = ["progressive", "partners", "laws", "eight-hand", "jeuchre", "british", "totals-only"]
    assert list(PRESETS) == names
    assert [rules.preset for rules in PRESETS.values()] == list(PRESETS)


@pytest.mark.parametrize(
    ("preset", "family", "order"),
    [
        ("progressive", Family.T, ("points", "rounds_won", "loners", "best_round")),
        ("partners", Family.T, ("rounds_won", "points", "loners", "best_round")),
        ("laws", Family.L, ("rounds_won", "points", "loners", "best_round")),
        ("eight-hand", Family.T, ("points", "rounds_won", "loners", "best_round")),
        ("jeuchre", Family.J, ("rounds_won", "points", "best_round")),
        ("british", Family.T, ("rounds_won", "points", "loners", "best_round")),
        ("totals-only", Family.NONE, ("points", "rounds_won", "best_round")),
    ],
)
def test_a_preset_brings_its_penalties_and_its_ranking(preset, family, order):
    assert PRESETS[preset].family is family
    assert PRESETS[preset].default_order == order
    assert ABOUT[preset].order == order


@pytest.mark.parametrize("preset", PRESETS)
def test_a_snapshot_keeps_every_value_in_the_archives_order(preset):
    snapshot = PRESETS[preset].to_dict()
    assert list(snapshot) == (ORDER if PRESETS[preset].has_deals else [*ORDER, *BOUNDS])
    assert Ruleset.from_dict(snapshot) == PRESETS[preset]


def refused(call, code, field):
    with pytest.raises(BadRuleset) as caught:
        call()
    assert (caught.value.code, caught.value.field) == (code, field)
    return str(caught.value)


@pytest.mark.parametrize("name", BOUNDS)
def test_rules_with_deals_have_no_bounds_of_their_own_for_a_round(name):
    told = refused(lambda: PRESETS["progressive"].changed(**{name: 5}), "bounds-of-deals", name)
    assert told == "What a round can bring follows from its deals: leave this empty."


def test_every_value_but_the_preset_is_a_setting():
    assert [setting.name for setting in SETTINGS] == list(SETTING) == [*ORDER[1:], *USUALLY, *BOUNDS]


def test_a_snapshot_has_what_a_renege_costs_only_where_that_is_not_the_usual():
    rules = PRESETS["partners"].changed(renege=4)
    assert list(rules.to_dict()) == [*ORDER, "renege"]
    assert Ruleset.from_dict(rules.to_dict()) == rules


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("deck", 52), ("deck", "24"), ("deals_per_round", 0), ("deals_per_round", 25), ("target", 0),
        ("target", 51), ("points_are", "drawn"), ("made", -1), ("made", 11), ("made", True), ("made", 1.0),
        ("made", None), ("lone_march_bonus", 2), ("lone_march_bonus", True), ("lone_hands", 1),
        ("lone_hands", None), ("all_pass", "deal again"), ("misdeal", ""), ("lone_maker_renege", 3),
        ("claim_limit", None), ("first_dealer", "first king"),
    ],
)  # fmt: skip
def test_a_value_out_of_bounds_is_named(name, value):
    message = refused(lambda: PRESETS["progressive"].changed(**{name: value}), "value", name)
    assert SETTING[name].title in message
    assert repr(value) in message


@pytest.mark.parametrize(
    ("name", "value"),
    [("deals_per_round", 1), ("deals_per_round", 24), ("made", 0), ("made", 10), ("lone_euchre", 4)],
)
def test_a_value_at_its_bound_is_taken(name, value):
    assert getattr(PRESETS["progressive"].changed(**{name: value}), name) == value


@pytest.mark.parametrize("target", [1, 50])
def test_a_target_at_its_bound_is_taken(target):
    assert PRESETS["partners"].changed(target=target).target == target


@pytest.mark.parametrize(
    ("name", "values"),
    [
        ("farmers_hand", [False, True, "after-trump", "going-under"]),
        ("natural_trump", [False, True, "whoever"]),
        (
            "first_dealer",
            ["first jack", "first black jack", "first red nine", "lowest card cut", "highest card cut",
             "North deals first"],
        ),
    ],
)  # fmt: skip
def test_a_snapshot_keeps_every_value_of_a_choice_and_its_type(name, values):
    assert [value for value, _words in SETTING[name].choices] == values
    for value in values:
        rules = PRESETS["progressive"].changed(**{name: value})
        assert getattr(Ruleset.from_dict(rules.to_dict()), name) is value
    refused(lambda: PRESETS["progressive"].changed(**{name: 1}), "value", name)


def test_expected_values_are_said():
    assert SETTING["made"].expected == "a whole number from 0 to 10"
    assert SETTING["target"].expected == "a whole number from 1 to 50 or nothing"
    assert SETTING["deck"].expected == "one of 24, 25, 28, 32"


@pytest.mark.parametrize(
    ("preset", "changes", "code", "field"),
    [
        ("progressive", {"target": 10}, "round-end", "target"),
        ("progressive", {"deals_per_round": None}, "round-end", "target"),
        ("jeuchre", {"defend_alone": True}, "needs-lone-hands", "defend_alone"),
        ("eight-hand", {"lone_hands": False}, "needs-lone-hands", "partner_must_go_alone"),
        ("partners", {"supreme": True}, "supreme", "supreme"),
        ("jeuchre", {"target": None, "deals_per_round": 8}, "supreme", "supreme"),
        ("progressive", {"points_are": "lost"}, "bonus-lost", "lone_march_bonus"),
    ],
)
def test_values_that_cannot_go_together_are_refused(preset, changes, code, field):
    refused(lambda: PRESETS[preset].changed(**changes), code, field)


def test_sensible_combinations_are_taken():
    assert PRESETS["progressive"].changed(defend_alone=True).defend_alone
    assert PRESETS["progressive"].changed(points_are="lost", lone_march_bonus=0).points_are == "lost"
    assert PRESETS["jeuchre"].changed(supreme=False, target=None, deals_per_round=8).deals_per_round == 8


def test_unknown_and_missing_values_are_refused_by_name():
    snapshot = PRESETS["laws"].to_dict()
    refused(lambda: Ruleset.from_dict(snapshot | {"joker": True}), "unknown", "joker")
    refused(lambda: PRESETS["laws"].changed(joker=True), "unknown", "joker")
    del snapshot["march"]
    refused(lambda: Ruleset.from_dict(snapshot), "missing", "march")


@pytest.mark.parametrize("preset", ["bridge", None, 7, ["laws"]])
def test_an_unknown_preset_is_refused(preset):
    refused(lambda: PRESETS["laws"].changed(preset=preset), "preset", "preset")


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("made", "int"), ("lone_hands", "yes-no"), ("deck", "choice"), ("misdeal", "choice"),
        ("farmers_hand", "choice"), ("natural_trump", "choice"),
    ],
)  # fmt: skip
def test_a_setting_says_which_field_suits(name, kind):
    assert SETTING[name].kind == kind


def test_settings_that_make_no_difference_do_not_apply():
    applying = {preset: {s.name for s in SETTINGS if rules.uses(s)} for preset, rules in PRESETS.items()}
    everything = {setting.name for setting in SETTINGS} - set(BOUNDS)
    assert applying["totals-only"] == {"points_are", *BOUNDS}
    assert everything - applying["progressive"] == {"supreme"}
    lone = {"lone_made", "lone_march", "lone_march_bonus", "lone_euchre", "defend_alone"}
    never = {"partner_must_go_alone", "lone_maker_renege", "renege", "renege_lone", "penalised_cannot_count"}
    assert everything - applying["jeuchre"] == lone | never | {"void_uses_slot"}
    assert everything - applying["laws"] == {"supreme", "farmers_hand", "void_uses_slot"}
    lost_alone = PRESETS["jeuchre"].changed(lone_hands=True)
    assert not lost_alone.uses(SETTING["lone_march_bonus"])
    assert lost_alone.uses(SETTING["lone_march"])


def test_who_deals_first_is_known_only_where_the_rules_name_north():
    """Finding A1: the first dealer is drawn at the table, and never assumed."""
    known = {
        how: PRESETS["laws"].changed(first_dealer=how).always_deals_first
        for how, _words in SETTING["first_dealer"].choices
    }
    assert {how for how, seat in known.items() if seat} == {"North deals first"}
    assert known["North deals first"] is Seat.N


def test_the_british_game_is_played_with_the_benny_and_any_other_may_be():
    """Finding D: 25 cards with a Benny; the first dealer by the highest card cut (B)."""
    benny = {preset for preset, rules in PRESETS.items() if rules.has_benny}
    assert benny == {"british"}
    assert PRESETS["british"].differences(PRESETS["partners"]) == ("preset", "deck", "first_dealer")
    assert PRESETS["progressive"].changed(deck=25).has_benny
    for target in (11, 15):
        assert PRESETS["british"].changed(target=target).target == target


def test_a_setting_puts_its_value_in_words():
    assert SETTING["first_dealer"].label("first jack") == "the first jack"
    assert SETTING["target"].label(10) == "10"
    assert SETTING["target"].label(None) == "none"


def test_every_setting_has_words():
    for setting in SETTINGS:
        assert setting.title
        assert setting.help[-1] in ".?"


# The first example of a run may be slow (caches, measuring tools); that says nothing about the rules.
unhurried = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
VALUES = st.sampled_from(
    [-1, 0, 1, 2, 4, 8, 10, 24, 32, 99, True, False, None, "won", "lost", "pass", "laws", 1.0]
)


@unhurried
@given(st.dictionaries(st.sampled_from(ORDER), VALUES, max_size=4))
def test_whatever_is_put_in_comes_back_or_is_refused(changes):
    try:
        rules = PRESETS["progressive"].changed(**changes)
    except BadRuleset as error:
        blamed = error.field
    else:
        blamed = None
        assert Ruleset.from_dict(rules.to_dict()) == rules
        assert all(getattr(rules, name) is value for name, value in changes.items())
    assert blamed in (None, *ORDER)


def test_differences_name_what_was_changed():
    changed = PRESETS["progressive"].changed(lone_euchre=4, deck=32)
    assert changed.differences(PRESETS["progressive"]) == ("deck", "lone_euchre")
    assert changed.differences(changed) == ()


@pytest.mark.parametrize("preset", PRESETS)
def test_a_director_may_set_what_the_rules_have(preset):
    rules = PRESETS[preset]
    names = [setting.name for setting in rules.settings]
    if rules.has_deals:
        assert names == [setting.name for setting in SETTINGS if setting.name not in BOUNDS]
    else:
        assert names == ["points_are", "least", "most", "sum"]
