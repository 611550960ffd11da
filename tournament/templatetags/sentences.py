"""Filters for a sentence of the rules or the rotation: `in_words` in the reader's language, `brief_in_words`
without what another line of the same card says, `citation` for where a rule stands."""

from django import template

from scoring.briefly import brief_words
from tournament.sentences import citation, in_words

register = template.Library()

register.filter("in_words", in_words)
register.filter("citation", citation)


@register.filter
def brief_in_words(sentence: str) -> str:
    """The sentence in the reader's language, in the shorter form if a rule card has one."""
    return in_words(brief_words(sentence))
