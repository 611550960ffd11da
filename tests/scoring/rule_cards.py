"""Every rule card as text, as `rule_cards.txt` keeps it.

After a change that is meant: .venv/bin/python -m tests.scoring.rule_cards > tests/scoring/rule_cards.txt
"""

from collections.abc import Iterator

from scoring.errors import BadRuleset
from scoring.procedure import Line
from scoring.rule_settings import SETTINGS
from scoring.rulecard import RuleCard, Section, rule_card, short_card
from scoring.ruleset import PRESETS, Ruleset

MINUTES = 20


def every_card() -> str:
    """Each preset's card, then what each other choice of its settings changes in it."""
    parts = []
    for name, rules in PRESETS.items():
        parts += [f"{'=' * 20} {name}", *_card(rule_card(rules)), "-- for the tables"]
        parts += _sections(short_card(rules))
        shown = {*_card(rule_card(rules)), *_sections(short_card(rules))}
        for title, card, short in _variants(rules):
            new = [line for line in (*_card(card), *_sections(short)) if line not in shown]
            if new:
                parts += [f"-- {title}", *dict.fromkeys(new)]
    return "\n".join(parts) + "\n"


def _variants(rules: Ruleset) -> Iterator[tuple[str, RuleCard, tuple[Section, ...]]]:
    """(what is different, the card, the short card) of this ruleset with one thing changed."""
    for stay in (True, False):
        yield f"partners stay: {stay}", rule_card(rules, partners_stay=stay), short_card(rules)
    timed = {"minutes": MINUTES}
    yield f"{MINUTES} minutes", rule_card(rules, **timed), short_card(rules, **timed)
    for setting in SETTINGS:
        for value in _values(setting.name, rules):
            try:
                changed = rules.changed(**{setting.name: value})
            except BadRuleset:
                continue
            yield f"{setting.name}: {value}", rule_card(changed), short_card(changed)


def _values(name: str, rules: Ruleset) -> list[object]:
    (setting,) = (setting for setting in SETTINGS if setting.name == name)
    now = getattr(rules, name)
    if setting.choices:
        return [value for value, _words in setting.choices if value != now or type(value) is not type(now)]
    return [3] if isinstance(now, int) and now != 3 else []


def _card(card: RuleCard) -> list[str]:
    head = [f"{card.title}: {card.summary} [{card.source}]"]
    changes = [f"changed: {change}" for change in card.changes]
    return [
        *head,
        *changes,
        *_sections(card.sections),
        *(f"{letter} = {words}" for letter, words in card.key),
    ]


def _sections(sections: tuple[Section, ...]) -> list[str]:
    return [text for section in sections for text in (f"# {section.title}", *_lines(section.lines))]


def _lines(lines: tuple[Line, ...]) -> Iterator[str]:
    for line in lines:
        yield f"{line.label}: {line.value} [{line.source}]"
        for option in line.options:
            yield f"    {line.label} / {option.words} [{option.source}]"


if __name__ == "__main__":
    print(every_card(), end="")
