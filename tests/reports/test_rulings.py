"""What the ruling desk shows before anything is written."""

from dataclasses import replace

import pytest
from django.utils import translation

from scoring.ruleset import PRESETS
from scoring.rulings import search
from scoring.seats import Seat
from tests.helpers import factories
from tests.helpers.factories import NOW
from tests.helpers.rulings import deal, decide, rule
from tournament.models import Sheet
from tournament.models.sheets import Wrote
from tournament.reports.rulings import (
    USUAL,
    deal_choices,
    frequent_offences,
    offence_groups,
    revocation,
    ruling_effect,
    warnings_of,
)
from tournament.services.rulings import make_ruling
from tournament.state.rulings import RulingDecision, RulingQuestion, consider, read_case
from tournament.words.sentences import in_words


@pytest.fixture
def table(director):
    event = factories.make_published(director)
    return factories.table_of(event)


@pytest.fixture
def dealt(table, director):
    """North makes every deal with three tricks: 8 to 0."""
    deal(table, director)
    return table


def proposed(table, code, offender=Seat.N, slot=3, **given):
    return decide(table, code, offender, slot, **given)


def effect_of(table, decision, **given):
    case = read_case(table)
    return ruling_effect(case, consider(case, decision.question), decision, **given)


def test_the_effect_shows_sides_players_places_and_the_next_dealer_and_writes_nothing(dealt, director):
    found = effect_of(dealt, proposed(dealt, "renege"))
    assert [(line.before, line.after) for line in found.sides] == [(8, 7), (0, 2)]
    assert [(line.before, line.after) for line in found.players] == [(8, 7), (0, 2), (8, 7), (0, 2)]
    assert found.next_dealer.startswith("West")  # South dealt the third
    assert Sheet.objects.filter(table=dealt).count() == 1
    factories.enter(factories.table_of(dealt.round.event, 1, 2), 8, 7, by=director)
    found = effect_of(dealt, proposed(dealt, "renege"))
    moved = {change.name for change in found.places}
    assert {dealt.chairs()[seat].player.name for seat in (Seat.N, Seat.S)} <= moved
    assert effect_of(dealt, proposed(dealt, "misdeal", Seat.S)).problem


def test_before_the_sheet_is_in_there_is_nothing_to_compare_then_whether_the_points_are_in_it(table):
    found = effect_of(table, proposed(table, "renege"))
    assert not found.has_sheet
    assert not found.next_dealer  # nobody has said who dealt first
    factories.enter(table, 8, 4)
    decision = proposed(table, "renege", slot=None)
    assert effect_of(table, decision).problem
    asked = effect_of(table, replace(decision, included=False))
    assert asked.asks_written
    added = effect_of(table, replace(decision, included=False, written=Wrote.NOTHING))
    assert [(line.before, line.after) for line in added.sides] == [(8, 8), (4, 6)]


def test_the_effect_of_revoking_or_amending_is_the_sheet_without_the_ruling(dealt, director):
    ruling = make_ruling(dealt, by=director, at=NOW, decision=proposed(dealt, "renege"))
    found = revocation(read_case(dealt), ruling)
    assert [(line.before, line.after) for line in found.sides] == [(7, 8), (2, 0)]
    found = effect_of(dealt, proposed(dealt, "renege", Seat.E), instead_of=ruling)
    assert [line.after for line in found.sides] == [9, 0]


def test_a_players_warnings_are_shown_to_the_desk(dealt, director):
    make_ruling(dealt, by=director, at=NOW, decision=proposed(dealt, "bidding-talk"))
    north = dealt.chairs()[Seat.N].player
    assert [ruling.title for ruling in warnings_of(dealt.round.event, north)] == ["Talking during bidding"]


def test_plain_words_find_the_offence_and_without_any_each_stands_under_its_phase(table):
    ((_title, found),) = offence_groups(table.round.event, "didn't follow suit")
    assert found[0].code == "renege"
    groups = offence_groups(table.round.event)
    assert len(groups) == 5
    assert len({offence.code for _title, offences in groups for offence in offences}) == 38


@pytest.mark.parametrize(("reported", "deals"), [("nothing", 8), ("deals", 8), ("totals", 0)])
def test_the_deals_to_choose_from_are_those_the_round_can_have(table, director, reported, deals, request):
    if reported == "deals":
        request.getfixturevalue("dealt")
    if reported == "totals":
        factories.enter(table, 8, 4)
    assert len(deal_choices(read_case(table))) == deals


class TestTheMostFrequentOffences:
    def codes(self, event):
        return [offence.code for offence in frequent_offences(event)]

    def test_at_first_they_are_the_usual_ones_then_the_events_own_by_their_number(self, table, director):
        assert self.codes(table.round.event) == list(USUAL)
        for code, slot in (("quitted-trick", 1), ("quitted-trick", 2), ("misdeal", 3)):
            rule(table, director, code, Seat.N, slot, dealer=Seat.N)
        found = ["quitted-trick", "misdeal", "renege", "lead-out-of-turn", "bid-out-of-turn"]
        assert self.codes(table.round.event) == found

    def test_what_the_rules_do_not_have_is_left_out(self, director):
        event = factories.make_published(director, rules=PRESETS["laws"], name="Laws")
        assert "renege" in self.codes(event)
        assert "lone-partner-played" not in self.codes(event)


@pytest.mark.parametrize(
    ("preset", "first", "expected"),
    [
        ("progressive", Seat.N, "East"),  # South dealt North's deal: the turns go on from North
        ("progressive", None, ""),  # nobody has said whose turn it was
        ("partners", Seat.N, "West"),  # to a target it goes on from whoever dealt
        ("partners", None, "West"),
    ],
)
def test_after_a_wrong_dealer_who_stands_the_desk_names_whose_turn_it_is(director, preset, first, expected):
    """Finding A11: North dealt three times and East once."""
    event = factories.make_published(director, rules=PRESETS[preset], name="Turns")
    table = factories.table_of(event)
    table.first_dealer = first.value if first else ""
    question = RulingQuestion("wrong-dealer", Seat.S, 1, choice="after-first-trick")
    case = read_case(table)
    considered = consider(case, question)
    decision = RulingDecision.as_proposed(question, considered.proposal)
    assert ruling_effect(case, considered, decision).next_dealer.partition(" ")[0] == expected


SAYINGS = """
il n'a pas fourni | renege
elle a renoncé | renege
n'a pas suivi la couleur | renege
a coupé alors qu'il avait du cœur | renege
les deux camps ont renoncé | renege-second
a joué avant son tour | play-out-of-turn
a entamé hors tour | lead-out-of-turn
a parlé pendant les annonces | bidding-talk
a parlé à son partenaire | table-talk
a montré une carte | exposed-card
une carte est tombée | exposed-card
a regardé le talon | kitty-looked-at
a regardé une levée | quitted-trick
six cartes | six-cards
mauvais donneur | wrong-dealer
ce n'était pas à lui de donner | wrong-dealer
maldonne | misdeal
a oublié d'écarter | no-discard
le brasseur n'a pas écarté | no-discard
jeu incomplet | imperfect-pack
a repris sa carte | card-taken-back
deux cartes à la fois | two-cards
a étalé son jeu | hand-shown
points oubliés | points-unmarked
a marqué trop de points | points-overmarked
quel est l'atout | asked-trump
a refusé la pénalité | penalty-refused
a annoncé hors tour | bid-out-of-turn
a passé hors tour | bid-out-of-turn
"""
"""What players say in French."""


@pytest.mark.parametrize("line", SAYINGS.strip().splitlines())
def test_what_players_say_in_french_finds_the_offence_among_the_first_three(line):
    saying, code = (cell.strip() for cell in line.split("|"))
    with translation.override("fr"):
        found = [offence.code for offence in search(PRESETS["progressive"], saying, in_words)[:3]]
    assert code in found
