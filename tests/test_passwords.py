"""Passwords that somebody at the next table would try first.

Security finding 21: the name twice over, `Euchre2026` and `euchredirector` were taken.
"""

import pytest
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError

from tournament.models import User
from tournament.running.passwords import random_password

DORA = User(username="dora", name="Dora Director-Smith")


@pytest.mark.parametrize(
    "password",
    [
        "doradora", "DoraDora1!", "dora-dora-2026", "Euchre2026", "euchredirector", "Euchr3D1rector",
        "smithdora",
        "EuchreNight!", "directoreuchre99", "dora.euchre.1",
    ],
)  # fmt: skip
def test_names_and_words_of_the_game_make_no_password(password):
    with pytest.raises(ValidationError):
        validate_password(password, DORA)


@pytest.mark.parametrize(
    "password", ["a-lamp-in-the-tree", "ninety-seven-kings", "dora-secret-1", "euchre with seven geese"]
)
def test_words_that_nobody_would_try_do(password):
    validate_password(password, DORA)


def test_the_passwords_that_we_make_are_taken():
    for _ in range(300):
        validate_password(random_password(), DORA)
