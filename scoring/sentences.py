"""Sentences for people, in English, that a caller can put into another language.

The rules import no translation library. They mark each sentence with ``marked`` or ``counted``, which the
extraction of messages finds like ``gettext_noop`` and ``ngettext``. The result is the English text, which
keeps the template and the values that it was made from.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

MINUS = "\N{MINUS SIGN}"


class _Figure(int):
    """A number below nothing within a sentence: written with a true minus sign."""

    def __str__(self) -> str:
        return f"{MINUS}{-self}"


def written(values: Mapping[str, object]) -> dict[str, object]:
    """The values of a sentence as they are written into it.

    >>> "%(least)s to %(most)s points" % written({"least": -40, "most": 60})
    '−40 to 60 points'
    """
    return {
        name: _Figure(value) if isinstance(value, int) and value < 0 else value
        for name, value in values.items()
    }


class Sentence(str):
    """An English text with the ``template`` and the ``values`` that it was made from.

    ``plural`` is the template for other numbers than one and ``number`` that number; both are ``None`` for a
    text that does not depend on a number. A value that is a ``Sentence`` itself has to be translated, too.
    """

    __slots__ = ("number", "plural", "template", "values")

    template: str
    values: dict[str, object]
    plural: str | None
    number: int | None

    def __new__(
        cls,
        template: str,
        values: dict[str, object] | None = None,
        plural: str | None = None,
        number: int | None = None,
    ) -> Sentence:
        values = values or {}
        english = template if plural is None or number == 1 else plural
        sentence = super().__new__(cls, english % written(values) if values else english)
        sentence.template, sentence.values = template, values
        sentence.plural, sentence.number = plural, number
        return sentence

    def with_values(self, values: Mapping[str, object]) -> Sentence:
        """The same, and every sentence within it, with these values in place of its own."""
        inner = {
            name: value.with_values(values) if isinstance(value, Sentence) else values.get(name, value)
            for name, value in self.values.items()
        }
        return Sentence(self.template, inner, self.plural, self.number)

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.template, self.values, self.plural, self.number)


def marked(template: str, /, **values: object) -> Sentence:
    """A sentence to translate, with its values.

    >>> sentence = marked("%(seat)s deals, not %(other)s.", seat=marked("North"), other=marked("East"))
    >>> sentence, sentence.template
    ('North deals, not East.', '%(seat)s deals, not %(other)s.')
    """
    return Sentence(template, values)


def counted(one: str, many: str, /, count: int, **values: object) -> Sentence:
    """A sentence to translate that depends on a number, which stands in both templates as ``%(count)s``.

    >>> [counted("%(count)s deal", "%(count)s deals", count) for count in (1, 8)]
    ['1 deal', '8 deals']
    """
    return Sentence(one, {"count": count, **values}, many, count)


def joined(parts: Iterable[str], between: str = " ") -> Sentence:
    """Several texts as one, each still to be translated by itself.

    >>> joined([marked("A warning."), marked("The deal goes on.")])
    'A warning. The deal goes on.'
    """
    values: dict[str, object] = {f"part{number}": part for number, part in enumerate(parts)}
    return Sentence(between.replace("%", "%%").join(f"%({name})s" for name in values), values)
