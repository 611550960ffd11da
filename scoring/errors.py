"""What can be wrong with what a director enters, said so that a form can show it beside the value."""

from __future__ import annotations

from scoring.sentences import Sentence


class ScoringError(Exception):
    """Something a director entered cannot be.

    ``code`` is a stable word for programs and tests, ``field`` the value to blame (``"tricks"``, ``"NS"``),
    ``where`` its place in a longer entry (``"deal 3"``) and ``message`` a sentence for the director.

    >>> error = BadDeal("Say how many tricks the makers took.", code="tricks-missing", field="tricks")
    >>> str(error), error.code, error.field, error.where
    ('Say how many tricks the makers took.', 'tricks-missing', 'tricks', None)
    """

    def __init__(
        self, message: str, *, code: str, field: str | None = None, where: str | None = None
    ) -> None:
        super().__init__(message)
        self.message = message if isinstance(message, Sentence) else Sentence(message)
        self.code = code
        self.field = field
        self.where = where


class BadRuleset(ScoringError):
    """A value of a ruleset is unknown, missing, out of bounds or at odds with another."""


class BadDeal(ScoringError):
    """A single deal cannot have gone as entered."""


class BadSheet(ScoringError):
    """A table's round cannot have gone as entered."""


class TooFewDeals(BadSheet):
    """Totals that are too low for a whole round. ``fitting``: after how many deals they can stand like this,
    most first, if the bell cut the round short; empty if none fits."""

    fitting: tuple[int, ...] = ()


class BadRuling(ScoringError):
    """A ruling that the rules do not have, that lacks an answer, or that contradicts another."""


class BadCards(ScoringError):
    """Cards, suits or seats that cannot be read."""


class BadRanking(ScoringError):
    """An order of ranking keys, or prizes, that cannot be used."""
