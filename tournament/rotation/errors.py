"""The one error this package raises for input it cannot plan: a code, the field to blame, and a sentence."""

from __future__ import annotations

from scoring.sentences import Sentence


class RotationError(Exception):
    """The request cannot be seated.

    `code` is stable (tests and translations rely on it), `field` names the value to change, and the
    message says what is impossible and the nearest thing that is possible.

    >>> str(RotationError("too-few", "players", "Three players cannot fill a table; four can."))
    'Three players cannot fill a table; four can.'
    """

    def __init__(self, code: str, field: str, message: str) -> None:
        super().__init__(message)
        self.code = code
        self.field = field
        self.message = message if isinstance(message, Sentence) else Sentence(message)
