"""Who is who across a season: by the same name, by decision, and never two players of one event."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournament.state.season_identity import SameDecision, SeasonEntry, match_people


def entries(*names_by_event):
    """A list of names per event; players are numbered through."""
    found = []
    for event, names in enumerate(names_by_event, start=1):
        for number, name in enumerate(names, start=1):
            found.append(SeasonEntry(event, 100 * event + number, number, name))
    return found


def people(matching):
    """Everybody as the players they were, and whether they are doubtful."""
    return {tuple(entry.player for entry in person.entries): person.doubtful for person in matching.people}


def test_the_same_name_at_two_events_is_one_person_however_it_is_written():
    found = match_people(entries(["Zoë Ångström", "Bo"], ["ZOE ANGSTROM"], ["zoe ångström"]), {}, [])
    assert people(found) == {(101, 201, 301): False, (102,): False}
    assert found.person("zoeangstrom").name == "zoe ångström"


def test_two_of_one_name_in_one_event_make_everybody_of_that_name_doubtful():
    found = match_people(entries(["Mary Smith", "Mary Smith"], ["Mary Smith", "Bo"]), {}, [])
    assert people(found) == {(101,): True, (102,): True, (201,): True, (202,): False}
    assert found.unplaced == ("marysmith",)


def test_who_is_told_apart_is_two_people_and_who_comes_later_waits():
    labels = {101: ("marysmith", 1), 102: ("marysmith", 2), 201: ("marysmith", 2)}
    found = match_people(entries(["Mary Smith", "Mary Smith"], ["Mary Smith"], ["Mary Smith"]), labels, [])
    assert people(found) == {(101,): False, (102, 201): False, (301,): True}


def test_one_name_can_be_told_apart_where_nobody_met_while_its_label_counts():
    labels = {101: ("annarcher", 1), 201: ("annarcher", 2)}
    found = match_people(entries(["Ann Archer"], ["Ann Archer"]), labels, [])
    assert people(found) == {(101,): False, (201,): False}
    labels = {101: ("annarcher", 2)}
    assert people(match_people(entries(["Ann Baker"], ["Ann Baker"]), labels, [])) == {(101, 201): False}


def test_names_spelt_alike_are_asked_about_and_decided_unless_of_one_event():
    who = entries(["Jon Smith"], ["John Smith"], ["Bo Ek"])
    [(one, other)] = match_people(who, {}, []).alike()
    assert {one.name, other.name} == {"Jon Smith", "John Smith"}
    same = match_people(who, {}, [SameDecision("johnsmith", "jonsmith", same=True)])
    assert people(same) == {(101, 201): False, (301,): False}
    assert same.alike() == ()
    two = match_people(who, {}, [SameDecision("johnsmith", "jonsmith", same=False)])
    assert len(two.people) == 3
    assert two.alike() == ()
    assert match_people(entries(["Jon Smith", "John Smith"]), {}, []).alike() == ()


def test_a_decision_that_later_cannot_hold_is_left_out_and_named():
    same = SameDecision("johnsmith", "jonsmith", same=True)
    found = match_people(entries(["Jon Smith"], ["John Smith"], ["Jon Smith", "John Smith"]), {}, [same])
    assert people(found) == {(101, 301): False, (201, 302): False}
    assert found.impossible == (same,)


def test_three_names_can_be_one_person_called_by_what_they_are_mostly_entered_by():
    who = entries(["Bob"], ["Rob"], ["Robert"])
    one, two = SameDecision("bob", "rob", same=True), SameDecision("rob", "robert", same=True)
    assert people(match_people(who, {}, [one, two])) == {(101, 201, 301): False}
    assert people(match_people(who, {}, [two])) == {(101,): False, (201, 301): False}
    same = SameDecision("bob", "robert", same=True)
    assert match_people(entries(["Bob"], ["Robert"], ["Robert"]), {}, [same]).people[0].name == "Robert"
    assert match_people(entries(["Bob"], ["Robert"]), {}, [same]).people[0].name == "Robert"


NAMES = st.lists(st.lists(st.sampled_from(["Ann", "Bo", "Mary", "Jon", "John"]), max_size=4), max_size=5)
KEYS = ("ann", "bo", "john", "jon", "mary")
PAIRS = st.tuples(st.sampled_from(KEYS), st.sampled_from(KEYS)).filter(lambda pair: pair[0] < pair[1])


@given(
    NAMES, st.lists(PAIRS, max_size=5), st.dictionaries(st.integers(101, 504), st.integers(1, 3), max_size=9)
)
def test_everybody_is_one_person_and_nobody_is_two_players_of_one_event(names, pairs, placed):
    who = entries(*names)
    keys = {entry.player: entry.name.lower() for entry in who}
    labels = {player: (keys[player], label) for player, label in placed.items() if player in keys}
    found = match_people(who, labels, [SameDecision(one, other, same=True) for one, other in pairs])
    assert sorted(e.player for p in found.people for e in p.entries) == sorted(e.player for e in who)
    for person in found.people:
        assert len(person.events) == len(person.entries)
    identities = [identity for person in found.people for identity in person.identities]
    assert len(set(identities)) == len(identities)


@pytest.mark.parametrize(("one", "other"), [("Ann Archer", "Anna Becker"), ("Bo", "Jo"), ("Al", "Alexandra")])
def test_names_that_only_begin_alike_are_not_asked_about(one, other):
    assert match_people(entries([one], [other]), {}, []).alike() == ()
