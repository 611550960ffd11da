"""The rule card: a ruleset in plain words for players and directors, every line with its source."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace

from scoring.catalogue import CATALOGUE
from scoring.catalogue.shared import DIRECTOR_DECIDES, FIRST_TIME
from scoring.offences import Offence
from scoring.points import DEFENDED_ALONE
from scoring.procedure import BENNY, BENNY_UP, CALL_THE_DIRECTOR, PROCEDURE, Line, Part
from scoring.rule_settings import SETTING
from scoring.rule_sources import EVENT, KEY, cited, main_text, says, seen_from, unprefixed
from scoring.ruleset import ABOUT, PRESETS, Ruleset
from scoring.rulings import offences_for
from scoring.sentences import Sentence, joined, marked

FORBIDDEN_ONLY = "T*"
SILENT = "°"  # after a source that is not the event's own text
KEY_OF_FORBIDDEN_ONLY = marked("forbidden by T, without a penalty there")

# The offences a table meets most, the commonest first; the short card names them.
FREQUENT = (
    "renege",
    "bid-out-of-turn",
    "lead-out-of-turn",
    "bidding-talk",
    "exposed-card",
    "misdeal",
    "table-talk",
)


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

    @property
    def key(self) -> tuple[tuple[str, Sentence], ...]:
        """What the letters mean that this card cites."""
        cited_places = {
            place
            for section in self.sections
            for line in section.lines
            for part in (line.source, *(option.source for option in line.options))
            for place in part.split("; ")
        }
        places = {unprefixed(place) for place in cited_places}
        letters = {place if place in KEY else place[0] for place in places}
        return tuple((letter, words) for letter, words in KEY.items() if letter in letters)


def rule_card(rules: Ruleset, *, partners_stay: bool | None = None, minutes: int | None = None) -> RuleCard:
    """The rule card of a ruleset: points, the round, the deal, bidding, play, at the table, penalties.

    ``partners_stay`` says of an event whether partners stay together (``None``: not known); warnings are
    counted accordingly. ``minutes`` is how long a game to a target lasts at most, where the clock ends it.

    >>> card = rule_card(PRESETS["progressive"])
    >>> card.title, [section.title for section in card.sections]
    ('Progressive', ['Points', 'The round', 'The deal', 'Bidding', 'The play', 'At the table', 'Penalties'])
    >>> line = card.sections[0].lines[3]
    >>> line.label, line.value, line.source
    ('Alone, all five tricks (a lone march)', 'makers 4; the lone player scores 5', 'T')
    """
    about = ABOUT[rules.preset]
    original = PRESETS[rules.preset]
    sections = _sections(rules, partners_stay, minutes) if rules.has_deals else _sections_without_deals(rules)
    return RuleCard(
        title=about.title,
        summary=about.summary,
        source=about.source,
        sections=sections,
        changes=tuple(_change(original, rules, name) for name in rules.differences(original)),
    )


def _sections(rules: Ruleset, partners_stay: bool | None, minutes: int | None) -> tuple[Section, ...]:
    return (
        Section(marked("Points"), _points(rules)),
        Section(marked("The round"), _round(rules, minutes)),
        Section(marked("The deal"), _deal(rules)),
        Section(marked("Bidding"), _bidding(rules)),
        Section(marked("The play"), _procedure(rules, Part.PLAY)),
        Section(marked("At the table"), (_seen(rules, CALL_THE_DIRECTOR), *_procedure(rules, Part.TABLE))),
        Section(marked("Penalties"), _penalties(rules, partners_stay)),
    )


def _sections_without_deals(rules: Ruleset) -> tuple[Section, ...]:
    """What can be said of a game of which only the totals of a round are known."""
    return (
        Section(marked("The round"), _round_without_deals(rules)),
        Section(marked("At the table"), (_seen(rules, CALL_THE_DIRECTOR),)),
        Section(marked("Penalties"), tuple(_penalty(rules, offence) for offence in offences_for(rules))),
    )


def _seen(rules: Ruleset, line: Line) -> Line:
    """A line of another text, as these rules cite it."""
    return replace(line, source=seen_from(main_text(rules), line.source))


def _of_benny(rules: Ruleset, line: Line) -> tuple[Line, ...]:
    """A line about the Benny, if the deck has it and the rules’ own text (as B does) does not say it."""
    return (_seen(rules, line),) if rules.has_benny and main_text(rules) != "B" else ()


def _round_without_deals(rules: Ruleset) -> tuple[Line, ...]:
    two_totals = marked("two totals, one for each side; nothing is counted deal by deal")
    bounds = marked("%(least)s to %(most)s points", least=rules.least, most=rules.most)
    lines = [
        Line(marked("Each table hands in"), two_totals, EVENT),
        Line(marked("A side has in a round"), bounds, EVENT),
    ]
    if rules.sum is not None:
        together = marked("always %(sum)s points", sum=rules.sum)
        lines.append(Line(marked("Both sides together have"), together, EVENT))
    tie = marked("the side that had these points first; if nobody can say, nobody wins the round")
    return (
        *lines,
        _of(rules, "points_are", _winner(rules), marked("It is won by")),
        Line(marked("A tie is won by"), tie, EVENT),
    )


def short_card(rules: Ruleset, *, minutes: int | None = None) -> tuple[Section, ...]:
    """The card for the tables, half a page in large print: the points of a deal, playing alone, who wins a
    round, and what to call the director for. ``minutes`` as in `rule_card`.

    >>> [(section.title, len(section.lines)) for section in short_card(PRESETS["progressive"])]
    [('Points', 6), ('Playing alone', 3), ('The round', 2), ('Call the director', 8)]
    """
    if not rules.has_deals:
        return _sections_without_deals(rules)
    known = [CATALOGUE[code] for code in FREQUENT if CATALOGUE[code].rows(rules)]
    alone: tuple[Line, ...] = (_plain(rules, "lone_hands"),)
    if rules.lone_hands:
        defending = _of(rules, "defend_alone", _LONERS["defend_alone"][rules.defend_alone])
        alone = (*_procedure(rules, Part.ALONE), defending)
    return (
        Section(marked("Points"), _points(rules)),
        Section(marked("Playing alone"), alone),
        Section(marked("The round"), (_end_of_round(rules, minutes), _ties(rules, minutes)[0])),
        Section(
            marked("Call the director"),
            (_seen(rules, CALL_THE_DIRECTOR), *(Line(offence.title, "", "") for offence in known)),
        ),
    )


def _points(rules: Ruleset) -> tuple[Line, ...]:
    """What a deal is worth. If points are lost, less than a trick is another matter (J)."""
    one_euchre = rules.euchre == rules.boom_euchre
    few = marked("Makers, fewer than three tricks") if one_euchre else marked("Makers, one or two tricks")
    lines = [
        _to_makers(rules, "made"),
        _to_makers(rules, "march", marked("Makers, all five tricks (a march)")),
        *(_alone(rules) if rules.lone_hands else ()),
        _to_defenders(rules, "euchre", few),
    ]
    if not one_euchre:
        lines.append(_to_defenders(rules, "boom_euchre", marked("Makers, no trick")))
    if rules.supreme:
        label = marked("The maker takes all five tricks, the partner none (a supreme)")
        lines.append(_of(rules, "supreme", marked("the makers lose the game at once"), label))
    return tuple(lines)


def _to_makers(rules: Ruleset, name: str, label: Sentence | None = None) -> Line:
    """What the makers get, or lose, by this setting."""
    return _of(rules, name, _makers(rules, getattr(rules, name)), label)


def _to_defenders(rules: Ruleset, name: str, label: Sentence) -> Line:
    """What the defenders get, or lose, by this setting."""
    return _of(rules, name, _defenders(rules, getattr(rules, name)), label)


def _makers(rules: Ruleset, points: int) -> Sentence:
    if rules.counts_lost:
        return marked("makers lose %(points)s", points=points)
    return marked("makers %(points)s", points=points)


def _defenders(rules: Ruleset, points: int) -> Sentence:
    if rules.counts_lost:
        return marked("defenders lose %(points)s", points=points)
    return marked("defenders %(points)s", points=points)


def _alone(rules: Ruleset) -> tuple[Line, ...]:
    lines = [_to_makers(rules, "lone_made")]
    if not rules.supreme:  # there a loner's five tricks are the supreme
        label = marked("Alone, all five tricks (a lone march)")
        lines.append(Line(label, _lone_march(rules), _cited_for_lone_march(rules)))
    boom = rules.counts_lost and rules.lone_euchre != rules.boom_euchre
    few = marked("Alone, one or two tricks") if boom else marked("Alone, fewer than three tricks")
    lines.append(_to_defenders(rules, "lone_euchre", few))
    if boom:
        lines.append(_to_defenders(rules, "boom_euchre", marked("Alone, no trick")))
    if rules.defend_alone:
        value = marked(
            "%(makers)s with three tricks or more, else %(defenders)s; only the lone player’s own five "
            "tricks are a lone march",
            makers=_makers(rules, DEFENDED_ALONE),
            defenders=_defenders(rules, DEFENDED_ALONE),
        )
        lines.append(_of(rules, "defend_alone", value, marked("Alone against a lone defender")))
    return tuple(lines)


def _lone_march(rules: Ruleset) -> Sentence:
    if not rules.lone_march_bonus:
        return _makers(rules, rules.lone_march)
    return marked(
        "makers %(points)s; the lone player scores %(own)s",
        points=rules.lone_march,
        own=rules.lone_march + rules.lone_march_bonus,
    )


def _cited_for_lone_march(rules: Ruleset) -> str:
    """Who says the points of the team, and who those of the lone player, if they are more."""
    places = cited(rules, "lone_march").split("; ")
    if rules.lone_march_bonus:
        places += cited(rules, "lone_march_bonus").split("; ")
    return "; ".join(dict.fromkeys(places))


def _round(rules: Ruleset, minutes: int | None) -> tuple[Line, ...]:
    to_points = rules.target is not None and not rules.counts_lost
    won = _of(rules, "target" if to_points else "points_are", _winner(rules), marked("It is won by"))
    return (_end_of_round(rules, minutes), won, *_ties(rules, minutes))


def _winner(rules: Ruleset) -> Sentence:
    if rules.counts_lost:
        return marked("the side that has lost fewer points")
    if rules.target is not None:
        return marked("the side that has %(points)s points first", points=rules.target)
    return marked("the side with more points")


def _ties(rules: Ruleset, minutes: int | None) -> tuple[Line, ...]:
    """Who wins a tie. In a game to a target only the bell, or its minutes, can leave one."""
    if rules.deals_per_round is None:
        cut_short = marked(
            "the side that leads wins; if it is tied, the side that reached the score in the earlier deal"
        )
        if rules.counts_lost:
            cut_short = marked(
                "the side that has lost fewer wins; if it is tied, the side that reached the score in the "
                "earlier deal"
            )
        if minutes is None:
            return (Line(marked("If the bell ends it early"), cut_short, EVENT),)
        finish = marked("finish the deal in play; %(then)s", then=cut_short)
        return (Line(marked("When time is up"), finish, EVENT),)
    tie = marked(
        "the side that reached that score first; if nobody can say which, nobody wins unless the director "
        "names a winner"
    )
    cut_short = marked("it counts as it is; tell the scorer how many deals were played")
    return (
        _seen(rules, Line(marked("A tie is won by"), tie, "T, terms; director")),
        Line(marked("If the bell ends it early"), cut_short, EVENT),
    )


def _end_of_round(rules: Ruleset, minutes: int | None) -> Line:
    label = marked("The round ends")
    if rules.deals_per_round is not None:
        after = marked("after %(deals)s deals", deals=rules.deals_per_round)
        return _of(rules, "deals_per_round", after, label)
    if rules.counts_lost:
        when = marked("when a side has lost %(points)s points", points=rules.target)
    else:
        when = marked("when a side has %(points)s points", points=rules.target)
    if minutes is not None:
        when = marked("%(reached)s, or after %(minutes)s minutes", reached=when, minutes=minutes)
    return _of(rules, "target", when, label)


def _deal(rules: Ruleset) -> tuple[Line, ...]:
    passes = Line(marked("After each deal"), marked("the deal passes to the left"), _PASSES[main_text(rules)])
    return (
        _plain(rules, "first_dealer"),
        _plain(rules, "deck"),
        *_of_benny(rules, BENNY),
        *_procedure(rules, Part.DEAL),
        passes,
        *((_plain(rules, "void_uses_slot"),) if rules.uses(SETTING["void_uses_slot"]) else ()),
    )


_PASSES = {"T": "T, the deal", "L": "L VIII; S, making trump", "E": "E", "J": "J", "B": "B"}


def _bidding(rules: Ruleset) -> tuple[Line, ...]:
    alone = _procedure(rules, Part.ALONE) if rules.lone_hands else (_plain(rules, "lone_hands"),)
    lines = [*_procedure(rules, Part.BIDDING), _plain(rules, "all_pass")]
    lines += _of_benny(rules, BENNY_UP)
    if rules.natural_trump:
        lines.append(_plain(rules, "natural_trump"))
    lines += alone
    for name, words in _LONERS.items():
        if rules.lone_hands and (getattr(rules, name) or says(rules, name)):
            lines.append(_of(rules, name, words[getattr(rules, name)]))
    return tuple(lines)


_LONERS = {
    "partner_must_go_alone": {
        True: marked("yes, in the first round: the partner, not the dealer, is then alone"),
        False: marked("no, both play"),
    },
    "defend_alone": {
        True: marked("allowed to an opponent who bids after the lone player; not to one who has passed"),
        False: marked("not allowed"),
    },
}


def _procedure(rules: Ruleset, part: Part) -> tuple[Line, ...]:
    """What the text of these rules tells of a part; British euchre goes by T if its own is silent."""
    own = PROCEDURE[main_text(rules)]
    lines = own.get(part, ())
    if main_text(rules) == "B":
        told = {line.label for its in own.values() for line in its}
        others = (line for line in PROCEDURE["T"].get(part, ()) if line.label not in told)
        lines += tuple(_seen(rules, line) for line in others)
    return tuple(line for line in lines if line.when(rules))


def _penalties(rules: Ruleset, partners_stay: bool | None) -> tuple[Line, ...]:
    """What holds for all penalties, then every offence these rules have."""
    general = [_plain(rules, "claim_limit")]
    if rules.penalised_cannot_count:
        words = marked(
            "does not count what it won in that deal, for an offence from the up-card to the last card"
        )
        general.append(_of(rules, "penalised_cannot_count", words, marked("A side that gives points away")))
    counted = [offence for offence in offences_for(rules) if offence.warned_as]
    if any(row.warning for offence in counted for row in offence.rows(rules)):
        general.append(Line(marked("Warnings are counted"), _warnings(partners_stay), EVENT))
    return (*general, *(_penalty(rules, offence) for offence in offences_for(rules)))


def _warnings(partners_stay: bool | None) -> Sentence:
    if partners_stay is None:
        return joined([_FOR_PLAYERS, _FOR_PARTNERS, _BY_KIND], "; ")
    return joined([_FOR_PARTNERS if partners_stay else _FOR_PLAYERS, _BY_KIND], "; ")


_FOR_PLAYERS = marked("for each player over the whole event, where partners change")
_BY_KIND = marked("each kind of offence by itself")
_FOR_PARTNERS = marked("for each partnership over the whole event, where partners stay together")


def _penalty(rules: Ruleset, offence: Offence) -> Line:
    options = offence.options(rules)
    if len(options) == 1:
        return Line(offence.title, options[0].text, options[0].source)
    return Line(offence.title, "", offence.source(rules), options)


def _plain(rules: Ruleset, name: str) -> Line:
    return _of(rules, name, SETTING[name].label(getattr(rules, name)))


def _of(rules: Ruleset, name: str, value: str, label: Sentence | None = None) -> Line:
    return Line(label or SETTING[name].title, value, cited(rules, name))


def _change(original: Ruleset, rules: Ruleset, name: str) -> Sentence:
    setting = SETTING[name]
    now, before = setting.label(getattr(rules, name)), setting.label(getattr(original, name))
    return marked("%(title)s: %(now)s (usually %(before)s).", title=setting.title, now=now, before=before)


# The longer sentence, and what a printed card says: another line has the rest.
_BRIEF: Mapping[str, Sentence] = {
    FIRST_TIME.template: marked("The first time"),
    DIRECTOR_DECIDES.template: marked("The director decides."),
    marked(
        "A point is marked before the end of the next deal. Once the next point is made, the side loses "
        "the points it has not marked: rule on the deal they belong to, and say how many."
    ): marked("The side loses the points that it has not marked in time."),
    marked(
        "The deal stands. The player who should have dealt takes that dealer’s next turn, so that "
        "everybody deals equally often."
    ): marked("The deal stands; who should have dealt takes that dealer’s next turn."),
    marked(
        "The opponents choose which card is played; the other is like a card that fell: it lies open "
        "and is played at the first legal chance."
    ): marked("The opponents choose which card is played; the other is like a card that fell."),
    marked(
        "The card stays played; a discard stays as it was (the laws say so). A warning; the deal goes on."
    ): marked("The card stays played, and a discard as it was. A warning; the deal goes on."),
    marked("Calling a loner (playing alone)"): marked("Calling a loner"),
    marked("Tramming (laying down several winning cards at once)"): marked(
        "Laying down several winning cards"
    ),
    marked("Treated as a proven renege."): marked("As a proven renege."),
    marked(
        "the side that reached that score first; if nobody can say which, nobody wins unless the "
        "director names a winner"
    ): marked(
        "the side that reached the score first; if nobody can say, nobody wins unless the director "
        "names a winner"
    ),
}
_SECTION = re.compile(r"^([TS]), .*")


def brief_words(text: str) -> str:
    """The shorter form of a sentence, or the sentence itself.

    >>> brief_words(FIRST_TIME)
    'The first time'
    """
    if not isinstance(text, Sentence):
        return text
    first = text.values.get("part0")  # of a joined text the first sentence says it all
    whole = first.template if isinstance(first, Sentence) and first.template in _BRIEF else text.template
    return _BRIEF.get(whole, text)


def brief_source(source: str) -> str:
    """The letters of a source; that a text is silent is a mark if another one says the rule.

    >>> brief_source("T is silent; L XXV; penalty as T, renege")
    'L XXV; T°'
    >>> brief_source("T, the deal; T names no penalty")
    'T*'
    """
    places = [unprefixed(place) for place in source.split("; ")]
    if "T names no penalty" in places:
        places = [FORBIDDEN_ONLY, *(place for place in places if not place.startswith("T"))]
    said = [_SECTION.sub(r"\1", place) for place in places if not place.endswith(" is silent")]
    mark = SILENT if len(said) < len(places) else ""
    return "; ".join(dict.fromkeys(said)) + mark if said else source
