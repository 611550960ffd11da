"""Passwords at random, and those that somebody at the next table tries first: names, words of the game."""

import re
import secrets
import unicodedata
from typing import Any

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

WORDS = (
    "tournament", "progressive", "director", "password", "official", "trumps", "trump", "euchre", "scorer",
    "viewer",
    "welcome", "legion", "admin", "table", "cards", "bower", "joker", "loner", "march", "score", "hall",
    "card", "club",
    "night", "friday", "event", "test",
)  # fmt: skip
LEAST = 4  # letters that are none of these words
# Without letters and digits that are easily confused on a screen.
ALPHABET = "abcdefghjkmnpqrstuvwxyz23456789"
_LEET = str.maketrans("013457@$", "oieastas")


def random_password() -> str:
    """Twelve characters in three groups, such as `k7mf-2xqp-9dvt`: 59 bits, easy to copy by hand."""
    return "-".join("".join(secrets.choice(ALPHABET) for _ in range(4)) for _ in range(3))


class NotMadeOfOurWords:
    """Refuse a password of little else than such words: `Euchre2026`, `euchredirector`, `doradora`."""

    def validate(self, password: str, user: Any = None) -> None:
        names = f"{getattr(user, 'username', '')} {getattr(user, 'name', '')}"
        known = sorted({*WORDS, *_parts(names)}, key=len, reverse=True)
        for letters in (_letters(password), _letters(password.translate(_LEET))):
            left = letters
            for word in known:
                left = left.replace(word, "")
            if left != letters and len(left) < LEAST:
                raise ValidationError(
                    _(
                        "This password is made of names or of words of the game. Add words that nobody "
                        "here would try."
                    ),
                    code="our-words",
                )

    def get_help_text(self) -> str:
        return _("Your password can’t be made of your name or of words such as “euchre”.")


def _letters(text: str) -> str:
    plain = unicodedata.normalize("NFKD", text.casefold())
    return "".join(char for char in plain if char.isalpha())


def _parts(names: str) -> set[str]:
    """The names, whole and in their parts of three letters or more."""
    parts = {_letters(part) for part in re.split(r"[\s._@+-]+", names)} | {_letters(names.split(" ")[0])}
    return {part for part in parts if len(part) >= 3}
