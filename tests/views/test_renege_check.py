"""Proving a renege over HTTP: lone defenders, cards never played, and packs of every size."""

import pytest
from django.urls import reverse

from scoring.ruleset import PRESETS
from tests.helpers import factories

T = PRESETS["progressive"]
CLEAN = {"trump": "h", "leader": "N", "alone": "", "trick1": "As 9s Kc Qs", "trick2": "Ac 9c 10c Qc"}


@pytest.fixture
def look(desk, director):
    """Open the page of a table that plays by some rules."""

    def opened(rules, asked=None):
        event = factories.make_published(director, players=4, rounds=1, rules=rules)
        answer = desk.get(reverse("rulings:prove", args=[event.slug, 1, 1]), asked or {})
        assert answer.status_code == 200
        return answer

    return opened


def test_nobody_is_taken_for_the_first_leader(look):
    """Who dealt, and so who led, is asked and never assumed."""
    assert look(T).context["form"]["leader"].value() is None
    asked = {key: value for key, value in CLEAN.items() if key != "leader"}
    answer = look(T, asked)
    assert answer.context["form"].errors == {"leader": ["Say who led to the first trick."]}
    assert answer.context["proof"] is None
    assert "As 9s Kc Qs" in answer.content.decode()


def test_what_was_typed_before_trump_was_chosen_is_kept(look):
    answer = look(T, {"trick1": "As 9s Kc Qs"})
    assert set(answer.context["form"].errors) == {"trump", "leader"}
    assert "As 9s Kc Qs" in answer.content.decode()


def test_a_card_never_played_proves_a_renege_in_a_deal_that_was_stopped(look):
    """RULEBOOK 7: the unplayed cards of a stopped deal can be entered."""
    assert look(T, CLEAN).context["proof"].reneges == ()
    answer = look(T, CLEAN | {"unplayed_S": "Qh, Ks", "unplayed_E": "jd"})
    page = answer.content.decode()
    assert "still held the king of spades when the deal was stopped" in page
    assert "code=renege&amp;offender=S" in page
    assert answer.context["form"].has_unplayed


def test_a_lone_defender_leaves_two_cards_to_a_trick(look):
    """RULEBOOK 7: a lone defender can be entered."""
    lone = {"leader": "E", "alone": "S", "lone_defender": "E", "trick1": "As 9c", "trick2": "Ac 9s"}
    answer = look(T.changed(defend_alone=True), CLEAN | lone)
    (renege,) = answer.context["proof"].reneges
    assert (renege.seat, str(renege.played), str(renege.held)) == ("S", "9c", "9s")
    assert answer.context["proof"].problems == ()


@pytest.mark.parametrize(
    ("lone", "defender", "sentence"),
    [
        ("", "E", "Say against whom: nobody is down as playing alone."),
        ("S", "N", "Only an opponent of the lone player can defend alone."),
        ("S", "S", "Only an opponent of the lone player can defend alone."),
    ],
)
def test_a_lone_defender_who_cannot_be_is_refused_beside_the_field(look, lone, defender, sentence):
    answer = look(T.changed(defend_alone=True), CLEAN | {"alone": lone, "lone_defender": defender})
    assert answer.context["form"].errors == {"lone_defender": [sentence]}


def test_only_what_the_rules_know_is_asked(look):
    pages = [look(rules).content.decode() for rules in (T, T.changed(defend_alone=True), PRESETS["jeuchre"])]
    asked = [
        [name for name in ("leader", "alone", "lone_defender") if f'name="{name}"' in page] for page in pages
    ]
    assert asked == [["leader", "alone"], ["leader", "alone", "lone_defender"], ["leader"]]


@pytest.mark.parametrize("field", ["trick2", "unplayed_W"])
def test_a_card_that_cannot_be_read_is_named_beside_its_field(look, field):
    answer = look(T, CLEAN | {field: "Ac Zz"})
    assert answer.context["form"].errors == {
        field: ["“Zz” is no card. Write rank and suit, like JS, 9h or 10d."]
    }


@pytest.mark.parametrize(("deck", "keys"), [(24, 24), (25, 25), (28, 28), (32, 32)])
def test_the_palette_is_the_pack(look, deck, keys):
    """25 cards with a Benny."""
    page = look(T.changed(deck=deck)).content.decode()
    assert page.count("data-card=") == keys
    assert ('data-card="joker"' in page) is (deck == 25)
    assert ("The Benny is B, joker or 2s." in page) is (deck == 25)


def test_the_benny_takes_a_trick_and_follows_trump(look):
    british = {"trick1": "As b 9s Ks", "trick2": "9h 9c 10h Qh", "unplayed_W": "jo"}
    answer = look(PRESETS["british"], CLEAN | british)
    assert [seat.value for seat in answer.context["proof"].winners] == ["E", "N"]
    assert "The Benny is entered twice: trick 1 and West’s hand." in answer.content.decode()


def test_a_star_marks_a_card_that_cannot_win(look):
    """Issue 38, point 5: a fallen ace does not win its trick."""
    page = look(T, CLEAN | {"trick1": "As* 9s Kc Qs"})
    assert page.context["proof"].winners[0] == "W"
    assert "As* 9s Kc Qs" in page.content.decode()
    assert "cannot win a trick" in page.content.decode()


def test_the_laws_know_no_card_that_cannot_win(look):
    assert "cannot win a trick" not in look(PRESETS["laws"]).content.decode()
