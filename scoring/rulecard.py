"""The rule card: a ruleset in plain words for players, a page long, every line with its source."""

from __future__ import annotations

import re
from dataclasses import dataclass

from scoring.points import DEFENDED_ALONE
from scoring.rule_settings import SETTING
from scoring.ruleset import ABOUT, PRESETS, Ruleset
from scoring.rulings import Offence, offences_for
from scoring.sentences import Sentence, marked


@dataclass(frozen=True, slots=True)
class Line:
    """One line: what, how much or how, and where it stands."""

    label: Sentence
    value: str
    source: str


@dataclass(frozen=True, slots=True)
class Section:
    """Lines under one heading."""

    title: Sentence
    lines: tuple[Line, ...]


@dataclass(frozen=True, slots=True)
class RuleCard:
    """A ruleset in words. ``changes`` says in a sentence each what differs from the preset it came from."""

    title: Sentence
    summary: Sentence
    source: str
    sections: tuple[Section, ...]
    changes: tuple[Sentence, ...]


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
            Section(marked("Points"), _points(rules)),
            Section(marked("The round"), _round(rules)),
            Section(marked("Bidding"), _bidding(rules)),
            Section(marked("The deal"), _deal(rules)),
            Section(marked("Penalties"), _penalties(rules)),
        ),
        changes=tuple(_change(original, rules, name) for name in rules.differences(original)),
    )


def _points(rules: Ruleset) -> tuple[Line, ...]:
    if rules.euchre == rules.boom_euchre:
        euchred = [
            _of(rules, "euchre", _defenders(rules, rules.euchre), marked("Makers, fewer than three tricks"))
        ]
    else:
        euchred = [
            _of(rules, "euchre", _defenders(rules, rules.euchre), marked("Makers, one or two tricks")),
            _of(rules, "boom_euchre", _defenders(rules, rules.boom_euchre), marked("Makers, no trick")),
        ]
    supreme = _of(
        rules, "supreme", marked("his side loses the game"), marked("The maker takes all five himself")
    )
    return (
        _of(rules, "made", _makers(rules, rules.made)),
        _of(rules, "march", _makers(rules, rules.march)),
        *(_alone(rules) if rules.lone_hands else ()),
        *euchred,
        *((supreme,) if rules.supreme else ()),
    )


def _makers(rules: Ruleset, points: int) -> Sentence:
    if rules.counts_lost:
        return marked("makers lose %(points)s", points=points)
    return marked("makers %(points)s", points=points)


def _defenders(rules: Ruleset, points: int) -> Sentence:
    if rules.counts_lost:
        return marked("defenders lose %(points)s", points=points)
    return marked("defenders %(points)s", points=points)


def _alone(rules: Ruleset) -> tuple[Line, ...]:
    march = marked("makers %(points)s", points=rules.lone_march)
    if rules.lone_march_bonus:
        march = marked(
            "makers %(points)s; the lone player himself %(own)s",
            points=rules.lone_march,
            own=rules.lone_march + rules.lone_march_bonus,
        )
    lines = [
        _of(rules, "lone_made", marked("makers %(points)s", points=rules.lone_made)),
        _of(rules, "lone_march", march),
        _of(
            rules,
            "lone_euchre",
            marked("defenders %(points)s", points=rules.lone_euchre),
            marked("Alone, fewer than three tricks"),
        ),
    ]
    if rules.defend_alone:
        value = marked(
            "makers %(makers)s with three tricks or more, else defenders %(defenders)s",
            makers=rules.lone_march,
            defenders=DEFENDED_ALONE,
        )
        lines.append(_of(rules, "defend_alone", value, marked("Alone against a lone defender")))
    return tuple(lines)


def _round(rules: Ruleset) -> tuple[Line, ...]:
    winner = marked("the side with more points")
    if rules.counts_lost:
        winner = marked("the side that has lost fewer points")
    tie = marked("the side that reached the tied score in the earlier deal; in the same deal, nobody")
    return (
        _end_of_round(rules),
        Line(marked("It is won by"), winner, _cited(rules, SETTING["points_are"].source)),
        Line(marked("A tie is won by"), tie, "T"),
    )


def _end_of_round(rules: Ruleset) -> Line:
    label = marked("The round ends")
    if rules.deals_per_round is not None:
        after = marked("after %(deals)s deals", deals=rules.deals_per_round)
        return _of(rules, "deals_per_round", after, label)
    if rules.counts_lost:
        when = marked("when a side has lost %(points)s points", points=rules.target)
    else:
        when = marked("when a side has %(points)s points", points=rules.target)
    return _of(rules, "target", when, label)


def _bidding(rules: Ruleset) -> tuple[Line, ...]:
    return _applying(rules, "all_pass", "lone_hands", "partner_must_go_alone", "natural_trump")


def _deal(rules: Ruleset) -> tuple[Line, ...]:
    passes = Line(
        marked("After each deal"), marked("the deal passes to the left"), _cited(rules, "T; S; E; J")
    )
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


def _of(rules: Ruleset, name: str, value: str, label: Sentence | None = None) -> Line:
    setting = SETTING[name]
    return Line(label or setting.title, value, _cited(rules, setting.source))


def _cited(rules: Ruleset, source: str) -> str:
    """Of several sources those this ruleset was made from, or all if it was made from none of them."""
    own = set(re.findall(r"\b[TLSEJ]\b", ABOUT[rules.preset].source))
    places = source.split("; ")
    return "; ".join([place for place in places if place[0] in own] or places)


def _change(original: Ruleset, rules: Ruleset, name: str) -> Sentence:
    setting = SETTING[name]
    now, before = setting.label(getattr(rules, name)), setting.label(getattr(original, name))
    return marked("%(title)s: %(now)s (usually %(before)s).", title=setting.title, now=now, before=before)
