"""Random settings of an event: rules, movement, tie-breaks, players."""

import random
from datetime import date
from typing import Any, NamedTuple

from scoring.errors import BadRuleset
from scoring.rule_settings import SETTING
from scoring.ruleset import PRESETS, Ruleset
from scoring.standings import keys_for
from tournament.rotation.movements import SELF
from tournament.rotation.planners.standings import PATTERNS

# The rules that directors change most, and those that presets rarely use.
HOUSE_RULES = (
    "lone_euchre", "lone_march_bonus", "all_pass", "misdeal", "void_uses_slot", "lone_maker_renege",
    "penalised_cannot_count", "defend_alone", "farmers_hand", "partner_must_go_alone", "boom_euchre",
    "deals_per_round", "target", "lone_hands", "march", "renege", "renege_lone",
)  # fmt: skip
# What an event without deals can bring: of a side at least and at most, and together.
BOUNDS = (
    (0, 99, None), (0, 60, None), (5, 40, None), (0, 26, 26), (0, 999, None), (-40, 60, None), (-20, 20, 0),
)  # fmt: skip
MOVEMENTS = (
    "chart", "chart", "chart", "draw", "seats", "seats-wef", "fixed-partners", "winners-up", "red-white",
    "by-standings", "standings-last",
)  # fmt: skip
BYES = (("none", 0), ("fixed", 7), ("fixed", 8), ("average", 0), ("average", 0))
FIRST = (
    "Ann", "Bo", "Zoë", "François", "D'Arcy", "Łukasz", "Søren", "王小明", "ليلى", "Νίκος", "Mary", "=Max",
    "Jean-Luc", "Siobhán", "Ngô Thị", "O’Neil", "+Una", "Quentin \"Q\"",
)  # fmt: skip
LAST = ("Archer", "Müller", "Żółć", "Smith", "Smith", "St. Pierre Jr.", "van der Heijden", "\\Backslash", "")


class EventBounds(NamedTuple):
    """What random events have in common: bounds for players and rounds, and fixed settings.

    `preset` and `movement` are None if each event may choose.
    """

    players: tuple[int, int] = (4, 16)
    rounds: tuple[int, int] = (1, 5)
    preset: str | None = None
    movement: str | None = None


def name(rng: random.Random) -> str:
    """A realistic name; some are equal, some look like formulas."""
    return f"{rng.choice(FIRST)} {rng.choice(LAST)}".strip()


def rules(rng: random.Random, preset: str | None = None) -> Ruleset:
    """A preset, often with a few house rules."""
    ruleset = PRESETS[preset or rng.choice(tuple(PRESETS))]
    for _change in range(rng.choice((0, 0, 1, 2, 4))):
        ruleset = with_random_change(rng, ruleset)
    return ruleset


def with_random_change(rng: random.Random, rules: Ruleset) -> Ruleset:
    """The rules with one random house rule changed (totals only: the bounds, the sum and what points are).

    The same rules if the change is contradictory or does not apply.
    """
    if not rules.has_deals:
        least, most, together = rng.choice(BOUNDS)
        lost = rng.choice(("won", "won", "lost"))
        return rules.changed(least=least, most=most, sum=together, points_are=lost)
    setting = SETTING[rng.choice(HOUSE_RULES)]
    value: Any = rng.choice([key for key, _words in setting.choices] or [1, 2, 3, 4])
    if setting.name in ("deals_per_round", "target"):
        if getattr(rules, setting.name) is None:
            return rules
        value = rng.choice((4, 6, 8) if setting.name == "deals_per_round" else (5, 7, 10))
    try:
        return rules.changed(**{setting.name: value})
    except BadRuleset:
        return rules


def order(rng: random.Random, ruleset: Ruleset, *, at_tables: bool = True) -> tuple[str, ...]:
    """The default tie-breaks or random ones; a lot only comes last."""
    if rng.random() < 0.5:
        return ruleset.default_order
    keys = [key for key in keys_for(ruleset, at_tables=at_tables) if key != "lot"]
    chosen = rng.sample(keys, rng.randint(1, 5))
    return (*chosen, "lot") if rng.random() < 0.3 else tuple(chosen)


def bye(rng: random.Random) -> tuple[str, int]:
    """What a sit-out scores: (mode, points)."""
    return rng.choice(BYES)


def event(rng: random.Random, wanted: EventBounds, number: int) -> dict[str, Any]:
    """The settings of an event to create."""
    ruleset = rules(rng, wanted.preset)
    mode, points = bye(rng)
    return {
        "name": f"Simulated event {number}",
        "date": date(2026, 11, 20),
        "venue": rng.choice(("", "Parish hall, St Anne’s")),
        "time_zone": "UTC",
        "rules": ruleset,
        "round_count": rng.randint(*wanted.rounds),
        "movement": wanted.movement or rng.choice(MOVEMENTS),
        "standings_pattern": rng.choice(tuple(PATTERNS)),
        "bye_mode": mode,
        "bye_points": points,
        "order": order(rng, ruleset, at_tables=wanted.movement != SELF),
        "seed": rng.randrange(1_000_000),
    }
