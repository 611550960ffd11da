"""The rule card: a ruleset in plain words for players, a page long, every line with its source."""

from __future__ import annotations

import re
from dataclasses import dataclass

from scoring.points import DEFENDED_ALONE
from scoring.rule_settings import SETTING
from scoring.ruleset import ABOUT, PRESETS, Ruleset
from scoring.rulings import Offence, offences_for


@dataclass(frozen=True, slots=True)
class Line:
    """One line: what, how much or how, and where it stands."""

    label: str
    value: str
    source: str


@dataclass(frozen=True, slots=True)
class Section:
    """Lines under one heading."""

    title: str
    lines: tuple[Line, ...]


@dataclass(frozen=True, slots=True)
class RuleCard:
    """A ruleset in words. ``changes`` says in a sentence each what differs from the preset it came from."""

    title: str
    summary: str
    source: str
    sections: tuple[Section, ...]
    changes: tuple[str, ...]


def rule_card(rules: Ruleset) -> RuleCard:
    """The rule card of a ruleset: points, the round, bidding, first dealer and deal, penalties.

    >>> card = rule_card(PRESETS["progressive"])
    >>> card.title, [section.title for section in card.sections]
    ('Progressive', ['Points', 'The round', 'Bidding', 'The deal', 'Penalties'])
    >>> card.sections[0].lines[3]
    Line(label='Alone, all five tricks', value='makers 4; the lone player himself 5', source='T')
    """
    about = ABOUT[rules.preset]
    original = PRESETS[rules.preset]
    return RuleCard(
        title=about.title,
        summary=about.summary,
        source=about.source,
        sections=(
            Section("Points", _points(rules)),
            Section("The round", _round(rules)),
            Section("Bidding", _bidding(rules)),
            Section("The deal", _deal(rules)),
            Section("Penalties", _penalties(rules)),
        ),
        changes=tuple(_change(original, rules, name) for name in rules.differences(original)),
    )


def _points(rules: Ruleset) -> tuple[Line, ...]:
    lost = rules.points_are == "lost"
    makers, defenders = ("makers lose", "defenders lose") if lost else ("makers", "defenders")
    if rules.euchre == rules.boom_euchre:
        euchred = [_of(rules, "euchre", f"{defenders} {rules.euchre}", "Makers, fewer than three tricks")]
    else:
        euchred = [
            _of(rules, "euchre", f"{defenders} {rules.euchre}", "Makers, one or two tricks"),
            _of(rules, "boom_euchre", f"{defenders} {rules.boom_euchre}", "Makers, no trick"),
        ]
    supreme = _of(rules, "supreme", "his side loses the game", "The maker takes all five himself")
    return (
        _of(rules, "made", f"{makers} {rules.made}"),
        _of(rules, "march", f"{makers} {rules.march}"),
        *(_alone(rules) if rules.lone_hands else ()),
        *euchred,
        *((supreme,) if rules.supreme else ()),
    )


def _alone(rules: Ruleset) -> tuple[Line, ...]:
    march = f"makers {rules.lone_march}"
    if rules.lone_march_bonus:
        march += f"; the lone player himself {rules.lone_march + rules.lone_march_bonus}"
    lines = [
        _of(rules, "lone_made", f"makers {rules.lone_made}"),
        _of(rules, "lone_march", march),
        _of(rules, "lone_euchre", f"defenders {rules.lone_euchre}", "Alone, fewer than three tricks"),
    ]
    if rules.defend_alone:
        value = f"makers {rules.lone_march} with three tricks or more, else defenders {DEFENDED_ALONE}"
        lines.append(_of(rules, "defend_alone", value, "Alone against a lone defender"))
    return tuple(lines)


def _round(rules: Ruleset) -> tuple[Line, ...]:
    lost = rules.points_are == "lost"
    if rules.deals_per_round is not None:
        end = _of(rules, "deals_per_round", f"after {rules.deals_per_round} deals", "The round ends")
    else:
        has = "has lost" if lost else "has"
        end = _of(rules, "target", f"when a side {has} {rules.target} points", "The round ends")
    winner = "the side that has lost fewer points" if lost else "the side with more points"
    tie = "the side that reached the tied score in the earlier deal; in the same deal, nobody"
    return (
        end,
        Line("It is won by", winner, _cited(rules, SETTING["points_are"].source)),
        Line("A tie is won by", tie, "T"),
    )


def _bidding(rules: Ruleset) -> tuple[Line, ...]:
    return _applying(rules, "all_pass", "lone_hands", "partner_must_go_alone", "natural_trump")


def _deal(rules: Ruleset) -> tuple[Line, ...]:
    passes = Line("After each deal", "the deal passes to the left", _cited(rules, "T; S; E; J"))
    names = ("misdeal", "void_uses_slot")
    return (
        _plain(rules, "first_dealer"),
        _plain(rules, "deck"),
        passes,
        *(_plain(rules, name) for name in names),
    )


def _penalties(rules: Ruleset) -> tuple[Line, ...]:
    """What holds for all penalties, then every offence these rules have."""
    general = _applying(rules, "claim_limit", "penalised_cannot_count")
    return general + tuple(_penalty(rules, offence) for offence in offences_for(rules))


def _penalty(rules: Ruleset, offence: Offence) -> Line:
    return Line(offence.title, offence.text(rules), offence.source(rules))


def _applying(rules: Ruleset, *names: str) -> tuple[Line, ...]:
    return tuple(_plain(rules, name) for name in names if SETTING[name].applies(rules))


def _plain(rules: Ruleset, name: str) -> Line:
    return _of(rules, name, SETTING[name].label(getattr(rules, name)))


def _of(rules: Ruleset, name: str, value: str, label: str | None = None) -> Line:
    setting = SETTING[name]
    return Line(label or setting.title, value, _cited(rules, setting.source))


def _cited(rules: Ruleset, source: str) -> str:
    """Of several sources those this ruleset was made from, or all if it was made from none of them."""
    own = set(re.findall(r"\b[TLSEJ]\b", ABOUT[rules.preset].source))
    places = source.split("; ")
    return "; ".join([place for place in places if place[0] in own] or places)


def _change(original: Ruleset, rules: Ruleset, name: str) -> str:
    setting = SETTING[name]
    now, before = setting.label(getattr(rules, name)), setting.label(getattr(original, name))
    return f"{setting.title}: {now} (usually {before})."
