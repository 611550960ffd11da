"""A reader of French before there is a catalogue: a few words by hand, so that a test can see them used."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from unittest import mock

from django.utils import translation
from django.utils.translation import trans_real

SEATS_IN_FRENCH = {
    "letter of a seat\x04W": "O",
    "two seats in short\x04EW": "EO",
    "East–West": "Est–Ouest",
    "E–W": "E–O",
    "West": "Ouest",
}


@contextmanager
def in_french(words: Mapping[str, str] = SEATS_IN_FRENCH) -> Iterator[None]:
    """French with these words only: everything else stays as it is marked."""
    with translation.override("fr"):
        catalogue = trans_real.catalog()
        by_hand = trans_real.TranslationCatalog()
        by_hand._catalogs.insert(0, dict(words))
        by_hand._plurals.insert(0, lambda number: int(number > 1))
        with mock.patch.object(catalogue, "_catalog", by_hand):
            yield
