"""What a director is told of each movement while choosing."""

import pytest

from tests.helpers.factories import NOW, make_event, make_players
from tournament.models import Wish
from tournament.reports.seating_choices import judged_movements
from tournament.rotation.plan import RotationError
from tournament.services.seating import draft_plan
from tournament.services.wishes import add_wish


def offer(event, key, first=1):
    return next(offer for offer in judged_movements(event, first) if offer.movement.key == key)


@pytest.mark.parametrize(
    ("key", "players", "rounds", "fits", "words"),
    [
        ("chart", 9, 8, True, ""),
        ("seats", 10, 8, False, "does not fit 10 players; 8 or 12 would fit"),
        ("seats", 20, 5, True, ""),
        ("seats", 24, 8, True, "partners come together again from round 7 on"),
        ("seats", 24, 6, True, "people meet again from round 3 on"),
        ("seats-wef", 32, 8, True, "partners come together again from round 3 on"),
        ("fixed-partners", 9, 8, False, "8 or 10 would fit"),
        ("fixed-partners", 10, 8, True, ""),
        ("winners-up", 10, 8, True, ""),
        ("seats", 2, 8, True, ""),
    ],
)
def test_an_offer_says_whether_it_fits_and_when_people_meet_again(
    director, key, players, rounds, fits, words
):
    event = make_event(director, round_count=rounds)
    make_players(event, players)
    found = offer(event, key)
    assert found.fits is fits
    assert words in found.warning
    assert bool(words) is bool(found.warning)


@pytest.mark.parametrize("players", range(4, 18))
def test_an_offer_agrees_with_what_the_rotation_does(director, players):
    event = make_event(director, round_count=3)
    make_players(event, players)
    for found in judged_movements(event):
        try:
            draft_plan(event, movement=found.movement.key, by=director, at=NOW)
        except RotationError:
            assert not found.fits, found.movement.key
        else:
            assert found.fits, found.movement.key


@pytest.mark.parametrize(
    ("key", "fits"), [("chart", True), ("draw", True), ("seats", False), ("red-white", False)]
)
def test_movements_that_cannot_heed_wishes_say_so(director, event, key, fits):
    first, second = make_players(event, 8)[:2]
    add_wish(event, Wish.Kind.APART, first, other=second, by=director, at=NOW)
    found = offer(event, key)
    assert found.fits is fits
    assert ("can’t take requests into account" in found.warning) is not fits
