"""Actions as sentences."""

import re
from pathlib import Path

import pytest

from tournament.reports.history import KINDS, SENTENCES, sentence_of

ROOT = Path(__file__).resolve().parent.parent.parent
RECORDED = re.compile(r"record\(\s*[\w.]+,\s*\"([a-z_]+\.[a-z_]+)\"")


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


@pytest.mark.parametrize("action", SENTENCES)
def test_every_sentence_can_be_said_whatever_facts_are_there(action):
    assert "%(" not in sentence_of(action, {})
    assert action.partition(".")[0] in KINDS


def test_every_action_that_services_record_has_a_sentence():
    sources = (ROOT / "tournament" / "services").glob("*.py")
    recorded = {action for path in sources for action in RECORDED.findall(path.read_text(encoding="utf-8"))}
    assert "event.created" in recorded
    assert recorded - set(SENTENCES) == set()
