"""The filter `in_words`: a sentence of the rules or the rotation, in the reader's language."""

from django import template

from tournament.sentences import in_words

register = template.Library()

register.filter("in_words", in_words)
