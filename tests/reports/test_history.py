"""Actions as sentences."""

import pytest

from tournament.actions import ACTIONS, kind_of
from tournament.reports.history import sentence_of


@pytest.mark.parametrize(
    ("action", "facts", "sentence"),
    [
        ("player.added", {"name": "Ann", "number": 3}, "added Ann as number 3"),
        ("player.imported", {"count": 2, "names": ["Ann", "Ben"]}, "imported 2 players: Ann, Ben"),
        (
            "event.changed",
            {
                "changes": [
                    {"what": "venue", "was": "", "now": "Hall"},
                    {"what": "public", "was": True, "now": False},
                ]
            },
            "changed the settings: venue from nothing to Hall, public from yes to no",
        ),
        ("player.added", {"name": "100% Ann %(number)s"}, "added 100% Ann %(number)s as number –"),
        ("something.unheard", {"x": 1}, "something.unheard"),
    ],
)
def test_facts_become_words_and_nothing_is_hidden(action, facts, sentence):
    assert sentence_of(action, facts) == sentence


@pytest.mark.parametrize("action", ACTIONS)
def test_every_sentence_can_be_said_whatever_facts_are_there(action):
    assert "%(" not in sentence_of(action, {})
    assert kind_of(action) is not None
