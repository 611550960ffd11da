"""Sentences of the rules and the rotation, in the reader's language."""

from django.utils.functional import lazy
from django.utils.translation import get_language, gettext, ngettext

from scoring.rule_sources import CITING, PREFIXES
from scoring.ruleset import Ruleset
from scoring.sentences import Sentence, written

CAPITALS_STAY = ("de", "lb")  # languages whose nouns begin with a capital anywhere


def in_words(text: str) -> str:
    """The text in the language of the current reader.

    Texts that are no `Sentence` (names, sentences that are translated already) stay as they are.
    """
    if not isinstance(text, Sentence):
        return text
    values = {
        name: in_words(value) if isinstance(value, Sentence) else value for name, value in text.values.items()
    }
    if text.plural is not None and text.number is not None:
        template = ngettext(text.template, text.plural, text.number)
    else:
        template = gettext(text.template) if text.template else ""
    return template % written(values) if values else template


def titled(title: object, value: object) -> str:
    """A title and what stands after it, with the colon of the reader's language.

    >>> titled("North", "Ann Archer")
    'North: Ann Archer'
    """
    return gettext("%(title)s: %(value)s") % {"title": title, "value": value}


def within(label: object) -> str:
    """A label as it stands within a sentence: with a small letter first, in languages that write words so.

    >>> within("Gone home"), within("MVP of the club")
    ('gone home', 'MVP of the club')
    """
    text = str(label)
    is_name = text[1:2].isupper() or (get_language() or "").startswith(CAPITALS_STAY)
    return text if is_name else text[:1].lower() + text[1:]


def points_head(words: object, rules: Ruleset) -> str:
    """The head of figures that are points: these words, or “Points lost” where they are lost."""
    return gettext("Points lost") if rules.counts_lost else str(words)


def lone_at_table(rules: Ruleset) -> str:
    """What a table writes for a lone march: its team's points, and a mark; empty if nobody plays alone.

    >>> from scoring.ruleset import PRESETS
    >>> lone_at_table(PRESETS["progressive"])
    'Lone march: 4 in the total. Mark the player; the extra point is added for you.'
    >>> lone_at_table(PRESETS["partners"]), lone_at_table(PRESETS["jeuchre"])
    ('Lone march: 4 in the total. Mark the player.', '')
    """
    values = {"team": rules.lone_march, "n": rules.lone_march_bonus}
    if not rules.lone_hands or rules.counts_lost:
        return ""
    if not rules.lone_march_bonus:
        return gettext("Lone march: %(team)s in the total. Mark the player.") % values
    words = ngettext(
        "Lone march: %(team)s in the total. Mark the player; the extra point is added for you.",
        "Lone march: %(team)s in the total. Mark the player; the %(n)s extra points are added for you.",
        rules.lone_march_bonus,
    )
    return words % values


def lone_of_player(rules: Ruleset) -> str:
    """What a lone march is worth in a player's own points; empty if nobody plays alone.

    >>> from scoring.ruleset import PRESETS
    >>> lone_of_player(PRESETS["progressive"]), lone_of_player(PRESETS["partners"])
    ('Your own lone march: 5. Your partner’s: 4.', 'A lone march, yours or your partner’s: 4.')
    """
    values = {"team": rules.lone_march, "own": rules.lone_march + rules.lone_march_bonus}
    if not rules.lone_hands or rules.counts_lost:
        return ""
    if not rules.lone_march_bonus:
        return gettext("A lone march, yours or your partner’s: %(team)s.") % values
    return gettext("Your own lone march: %(own)s. Your partner’s: %(team)s.") % values


def citation(source: str) -> str:
    """Where a rule stands, as `T, renege; L XXV`, its words in the language of the current reader.

    >>> citation("T, the deal; T names no penalty; L XXI"), citation("penalty as T, renege; event setting")
    ('T, the deal; T names no penalty; L XXI', 'penalty as T, renege; event setting')
    """
    return "; ".join(map(_place_cited, source.split("; ")))


def _place_cited(place: str) -> str:
    if place in CITING:
        return in_words(CITING[place])
    for words in PREFIXES:
        if place.startswith(f"{words} "):
            return gettext(CITING[words]) % {"text": _place_cited(place.removeprefix(f"{words} "))}
    for said in ("is silent", "names no penalty"):
        if place.endswith(f" {said}"):
            return gettext(CITING[said]) % {"text": place.removesuffix(f" {said}")}
    letter, comma, section = place.partition(", ")
    return f"{letter}{comma}{in_words(CITING.get(section, section))}"


in_words_lazy = lazy(in_words, str)  # for labels and choices of forms, which are made once for every reader


def words_of(error: Exception) -> str:
    """What an error of `scoring`, `rotation` or `services` says, in the language of the current reader."""
    return in_words(getattr(error, "message", "") or str(error))
