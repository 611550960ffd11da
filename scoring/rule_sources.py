"""Which text says which value of a setting, so that a rule card never cites a text that says another."""

from __future__ import annotations

import re
from collections.abc import Mapping

from scoring.rule_settings import Value
from scoring.ruleset import ABOUT, Ruleset
from scoring.sentences import Sentence, marked

EVENT = "event setting"
KEY: Mapping[str, Sentence] = {
    "T": marked("tournament rules"),
    "L": marked("laws of euchre, by number"),
    "S": marked("standard game, printed with the laws"),
    "E": marked("eight-hand game"),
    "J": marked("Jeuchre"),
    "B": marked("British euchre"),
    "event setting": marked("chosen for this event"),
    "director": marked("the director’s decision"),
}
# The words beside the letters in a citation; the letters and numbers are the same in every language.
CITING: Mapping[str, Sentence] = {
    "is silent": marked("%(text)s is silent"),
    "names no penalty": marked("%(text)s names no penalty"),
    "penalty as": marked("penalty as %(text)s"),
    "ending as": marked("ending as %(text)s"),
    "implied by": marked("implied by %(text)s"),
    "penalties": marked("penalties %(text)s"),
    "points": marked("points %(text)s"),
    EVENT: marked("event setting"),
    "director": marked("director"),
    "answers": marked("answers"),
    "bid out of turn": marked("bid out of turn"),
    "irregularities": marked("irregularities"),
    "lead out of turn": marked("lead out of turn"),
    "making trump": marked("making trump"),
    "obsolete rules": marked("obsolete rules"),
    "play": marked("play"),
    "renege": marked("renege"),
    "revoke": marked("revoke"),
    "rulings": marked("rulings"),
    "scoring": marked("scoring"),
    "terms": marked("terms"),
    "the deal": marked("the deal"),
}
PREFIXES = ("penalty as", "ending as", "implied by", "penalties", "points")
SAID: Mapping[str, Mapping[Value, str]] = {
    "deck": {24: "T; S; J", 25: "B", 32: "E"},
    "deals_per_round": {8: "T; E"},
    "target": {10: "T; S; J; B", 11: "B", 15: "B"},
    "points_are": {"won": "T; S; E", "lost": "J"},
    "made": {1: "T; S; B", 2: "J"},
    "march": {2: "T; S; B", 4: "J"},
    "lone_made": {1: "T; S; B", 2: "J"},
    "lone_march": {4: "T; S; B"},
    "lone_march_bonus": {1: "T", 0: "T; S; B"},
    "euchre": {2: "T; S; B", 1: "J"},
    "boom_euchre": {2: "T; S; J; B"},
    "lone_euchre": {2: "T; B", 4: "S", 1: "J"},
    "lone_hands": {True: "T; S; E; B", False: "J is silent"},
    "supreme": {True: "J"},
    "defend_alone": {True: "T, obsolete rules", False: "T, the deal; E"},
    "all_pass": {"stick": "T, the deal; E", "pass": "S; J"},
    "partner_must_go_alone": {True: "E", False: "T, the deal"},
    "natural_trump": {True: "E", "whoever": "T, obsolete rules"},
    "misdeal": {"pass": "L XI"},
    "void_uses_slot": {},
    "renege": {2: "T, renege; S, revoke"},
    "renege_lone": {4: "T, renege; S, revoke"},
    "lone_maker_renege": {4: "T, renege", 2: "S, revoke"},
    "penalised_cannot_count": {True: "L XXXIV"},
    "farmers_hand": {
        True: "implied by T, obsolete rules",
        "after-trump": "T, obsolete rules",
        "going-under": "T, obsolete rules",
    },
    "claim_limit": {"next-cut": "L XXVI", "signed": "T is silent; event setting"},
    "first_dealer": {
        "first jack": "T, the deal; L I",
        "first black jack": "E",
        "first red nine": "J",
        "highest card cut": "B",
    },
    "least": {},
    "most": {},
    "sum": {},
}


def main_text(rules: Ruleset) -> str:
    """The letter of the text that tells how these rules are played."""
    return ABOUT[rules.preset].source[0]


def seen_from(main: str, source: str) -> str:
    """A source as an event cites it that is played by the text ``main``: if that text is not among the
    places, it is silent.

    >>> seen_from("E", "T is silent; L IX"), seen_from("L", "S, revoke"), seen_from("J", "J")
    ('E is silent; L IX', 'S, revoke', 'J')
    >>> seen_from("B", "director"), seen_from("L", "event setting")
    ('B is silent; director', 'event setting')
    """
    places = source.split("; ")
    own = {"L": "LS"}.get(main, main)
    if places == [EVENT] or not main.isupper() or any(unprefixed(place)[0] in own for place in places):
        return source
    return "; ".join([f"{main} is silent", *(place for place in places if not place.endswith(" is silent"))])


def unprefixed(place: str) -> str:
    """A place without the words that say how it speaks.

    >>> unprefixed("penalty as T, the deal"), unprefixed("implied by L VII"), unprefixed("J")
    ('T, the deal', 'L VII', 'J')
    """
    for words in PREFIXES:
        place = place.removeprefix(f"{words} ")
    return place


def source_letters(rules: Ruleset) -> frozenset[str]:
    """The letters of all texts that these rules were made from.

    >>> from scoring.ruleset import PRESETS
    >>> sorted(source_letters(PRESETS["laws"])), sorted(source_letters(PRESETS["eight-hand"]))
    (['L', 'S'], ['E', 'T'])
    """
    return frozenset(re.findall(r"\b[TLSEJB]\b", ABOUT[rules.preset].source))


def cited(rules: Ruleset, name: str) -> str:
    """Where the value stands that a setting has: in the texts of these rules, else in any, else nowhere.

    >>> from scoring.ruleset import PRESETS
    >>> laws, eight = PRESETS["laws"], PRESETS["eight-hand"]
    >>> [cited(rules, "lone_euchre") for rules in (laws, laws.changed(lone_euchre=2), eight)]
    ['S', 'T; B', 'E is silent; T']
    >>> cited(laws.changed(lone_euchre=3), "lone_euchre")
    'event setting'
    """
    if not rules.has_deals:
        return EVENT
    said = SAID[name].get(getattr(rules, name), "")
    places = [place for place in said.split("; ") if place]
    own = [
        place for place in places if unprefixed(place)[0] in source_letters(rules) and "silent" not in place
    ]
    every = (place for value in SAID[name].values() for place in value.split("; "))
    by_main = {unprefixed(place)[0] for place in every if place and "silent" not in place}
    speaks = by_main & set("LS" if main_text(rules) == "L" else main_text(rules))
    if any("silent" in place for place in places) and not speaks:
        return seen_from(main_text(rules), said)
    source = "; ".join(own or [place for place in places if "silent" not in place]) or EVENT
    return source if speaks else seen_from(main_text(rules), source)


def says(rules: Ruleset, name: str) -> bool:
    """Whether the text that tells how these rules are played says the value that a setting has."""
    places = SAID[name].get(getattr(rules, name), "").split("; ")
    return any(place[:1] == main_text(rules) and "silent" not in place for place in places)
