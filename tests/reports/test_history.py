"""Actions as sentences."""

import pytest

from tournament.registry.actions import ACTIONS, kind_of
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
                    {"what": "framed_on", "was": "", "now": "club.example"},  # of 1.0.0
                    {"what": "public", "was": True, "now": False},
                ]
            },
            "changed the settings: venue from nothing to Hall, framed on from nothing to club.example, "
            "public from yes to no",
        ),
        (
            "ruling.made",
            {
                "number": 2,
                "round": 1,
                "table": 3,
                "offence": "renege",
                "name": "",
                "award": {"points": 2, "side": "EW"},
            },
            "made ruling 2 in round 1, table 3: Renege: did not follow suit, nobody named; 2 to East–West",
        ),
        (
            "ruling.revoked",
            {"number": 2, "offence": "as an older version said it", "name": "Ann", "award": "no points"},
            "revoked ruling 2: as an older version said it, Ann",
        ),
        (
            "player.status_set",
            {"number": 3, "name": "Ann", "status": "here"},
            "marked number 3, Ann, as here",
        ),
        (
            "player.edited",
            {"number": 3, "name": "Ann", "changes": [{"what": "ranked", "was": True, "now": False}]},
            "changed number 3, Ann: takes part in the standings from yes to no",
        ),
        (
            "card.entered",
            {
                "number": 3,
                "name": "Ann",
                "changes": [{"what": 2, "was": None, "now": {"points": 9, "loners": 1}}],
            },
            "typed the tally card of number 3, Ann: round 2 from nothing to 9 (alone 1)",
        ),
        ("official.invited", {"role": "scorer", "name": ""}, "invited somebody as Scorer"),
        ("player.added", {"name": "100% Ann %(number)s"}, "added 100% Ann %(number)s as number –"),
        (
            "event.changed",
            {
                "changes": [
                    {"what": "bye_mode", "was": None, "now": "average"},
                    {"what": "order", "was": ["points", "lot"], "now": ["loners", "an older key"]},
                    {"rule": "target", "was": 10, "now": None},
                    {"rule": "preset", "was": "laws", "now": "progressive"},
                ]
            },
            "changed the settings: a sit-out scores from not decided to the player’s own average, "
            "tie-break order from Points – By lot to Lone marches – an older key, "
            "“Points that end a round” from 10 to none, ruleset from laws to progressive",
        ),
        (
            "seating.wish_added",
            {"wish": {"kind": "stays", "players": [{"number": 3, "name": "Ann"}], "table": 2}},
            "added the seating request: 3 Ann stays at table 2",
        ),
        (
            "seating.wish_removed",
            {"wish": "3 Ann and 7 Ben: as an older version said it"},
            "removed the seating request: 3 Ann and 7 Ben: as an older version said it",
        ),
        (
            "sheet.corrected",
            {
                "table": 1,
                "round": 2,
                "was": "7–5",
                "now": {"ns": 8, "ew": 8, "loners": {"N": 1}, "first": "NS"},
            },
            "changed table 1 of round 2 from 7–5 to 8–8, alone N 1, NS first",
        ),
        (
            "report.cleared",
            {"table": 1, "round": 2, "was": [{"ns": 7, "ew": 5}, {"ns": 5, "ew": 7, "loners": {"E": 2}}]},
            "discarded what table 1 reported for round 2: 7–5, 5–7, alone E 2",
        ),
        (
            "proposal.agreed",  # of 1.0.0, as all that a second official agreed to
            {
                "name": "Dora",
                "what": {
                    "action": "adjustment.made",
                    "facts": {"number": 3, "name": "Ann", "points": "-2", "reason": ""},
                },
            },
            "agreed to what Dora asked for: changed the points of number 3, Ann, by -2",
        ),
        (
            "event.changed",
            {"changes": [{"what": "second_eyes", "was": True, "now": False}]},
            "changed the settings: second eyes from yes to no",
        ),
        ("something.unheard", {"x": 1}, "something.unheard"),
    ],
)
def test_facts_become_words_and_nothing_is_hidden(action, facts, sentence):
    assert sentence_of(action, facts) == sentence


@pytest.mark.parametrize("action", ACTIONS)
def test_every_sentence_can_be_said_whatever_facts_are_there(action):
    assert "%(" not in sentence_of(action, {})
    assert kind_of(action) is not None
