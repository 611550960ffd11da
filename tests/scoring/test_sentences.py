"""What directors read when something cannot be: whole sentences, each as it is shown."""

import copy
import pickle

import pytest

from scoring.deal import Award, Call, Deal, Fate, Ruling
from scoring.errors import BadDeal, ScoringError
from scoring.pack import parse_card, parse_suit
from scoring.points import score_deal
from scoring.prizes import side_prizes, split_prizes
from scoring.record import ByePoints
from scoring.renege_proof import examine
from scoring.ruleset import PRESETS, Ruleset
from scoring.ruling_effects import apply
from scoring.rulings import propose
from scoring.seats import Seat, Side
from scoring.sentences import Sentence, counted, marked
from scoring.sheet import next_deal, score_totals
from scoring.standings import rank

N, E, S, W = Seat
NS, EW = Side
T, PARTNERS, L, J = (PRESETS[name] for name in ("progressive", "partners", "laws", "jeuchre"))
MADE, LONE = Deal(1, 1, N, Call(E), 3), Deal(1, 1, N, Call(E, lone=E), 5)
RENEGE = Ruling("renege", N, Award(EW, 2), Fate.PASS)
ON_DEAL = {"slot": 1, "attempt": 1, "dealer": "N"}


def totals(ns, ew, rulings=(), rules=T, **lone):
    return score_totals(rules, {NS: ns, EW: ew}, {Seat(seat): count for seat, count in lone.items()}, rulings)


def worth(rules=T, **deal):
    return score_deal(rules, Deal(3, 1, N, **deal))


def read(**deal):
    return Deal.from_dict(ON_DEAL | deal)


def read_ruling(**ruling):
    return Ruling.from_dict({"code": "renege"} | ruling)


SENTENCES = [
    (
        lambda: T.changed(preset="bridge"),
        "There is no preset 'bridge'; there are progressive, partners, laws, eight-hand, jeuchre, british, "
        "totals-only.",
    ),
    (lambda: T.changed(march=11), "“Makers, all five tricks” must be a whole number from 0 to 10, not 11."),
    (lambda: T.changed(deck=52), "“Cards in the deck” must be one of 24, 25, 28, 32, not 52."),
    (
        lambda: T.changed(target=10),
        "A round ends after a number of deals or at a number of points: set one of the two.",
    ),
    (lambda: J.changed(defend_alone=True), "“Defending alone” needs lone hands, which are switched off."),
    (
        lambda: PARTNERS.changed(supreme=True),
        "“Supreme” loses a game: it needs points lost and a number of points that ends the round.",
    ),
    (lambda: T.changed(points_are="lost"), "Where points are lost there is no extra point for a lone march."),
    (lambda: T.changed(joker=True), "There is no value “joker” in the rules."),
    (lambda: Ruleset.from_dict({"preset": "laws"}), "The rules lack the value “deck”."),
    (lambda: Award(NS, -1), "An award is a whole number of points, 0 or more."),
    (lambda: Deal(0, 1, N), "Deals are numbered from 1."),
    (lambda: Deal(3, 0, N), "Attempts are numbered from 1."),
    (lambda: Deal(3, 1, N, tricks=6), "The makers took 0 to 5 tricks, not 6."),
    (lambda: read(colour="red"), "“colour” is not known here."),
    (lambda: read(dealer=None), "Say who dealt."),
    (lambda: read(dealer="X"), "'X' is none of N, E, S, W."),
    (lambda: read(slot="1"), "“slot” is a whole number, not '1'."),
    (lambda: read(supreme=1), "“supreme” is true or false, not 1."),
    (lambda: read(rulings={}), "The rulings of a deal are a list."),
    (lambda: read(call=[]), "“call” is not a set of named values."),
    (lambda: read(call={}), "Say who made trump."),
    (lambda: read_ruling(code=None), "A ruling needs the code of its offence."),
    (lambda: read_ruling(choice=1), "The choice of a ruling is a word."),
    (lambda: read_ruling(included="yes"), "Say yes or no: is the award in the totals?"),
    (lambda: read_ruling(cancels="NS"), "The cancelled sides are a list."),
    (lambda: read_ruling(award={"points": 4}), "An award names the side that gets it."),
    (
        lambda: read_ruling(award={"side": "NS", "points": "4"}),
        "An award is a whole number of points, 0 or more.",
    ),
    (
        lambda: worth(call=Call(E), tricks=3, fate=Fate.REDEAL),
        "This deal was not played out, so it has no tricks: clear them.",
    ),
    (lambda: worth(), "Say who made trump."),
    (lambda: worth(call=Call(E)), "Say how many tricks the makers took."),
    (
        lambda: worth(rulings=(RENEGE,), fate=Fate.REDEAL),
        "By a ruling this deal is ended by a penalty, but it is entered as dealt again.",
    ),
    (
        lambda: worth(fate=Fate.PASS),
        "Only a ruling ends a deal with points: enter the ruling, or the tricks.",
    ),
    (
        lambda: worth(fate=Fate.THROWN_IN),
        "The dealer must name a suit under these rules, so no deal is thrown in.",
    ),
    (
        lambda: worth(L, call=Call(E), fate=Fate.THROWN_IN),
        "A deal is thrown in when nobody makes trump: clear the maker.",
    ),
    (
        lambda: next_deal(PARTNERS.changed(target=1), N, [MADE, Deal(2, 1, E, Call(E), 3)]),
        "The round was over before deal 2: take that deal out.",
    ),
    (
        lambda: next_deal(T, N, [MADE, Deal(1, 2, N, Call(E), 3)]),
        "Next is deal 2, but deal 1, attempt 2 is entered.",
    ),
    (lambda: next_deal(T, E, [MADE]), "East deals deal 1, not North."),
    (
        lambda: totals(9, 6, [Ruling("renege", N, Award(EW, 2))]),
        "Say whether the 2 points that a ruling gave East/West are in these totals already.",
    ),
    (
        lambda: totals(3, 12, [Ruling("renege", E, Award(NS, 4), Fate.PASS, included=True)]),
        (
            "North/South got 4 points by rulings, more than its total of 3. Are they in the total, "
            "or still to be added?"
        ),
    ),
    (
        lambda: totals(3, 0, rules=T.changed(deals_per_round=2, lone_march=1), N=3),
        "3 lone marches, but at most 2 deals were played out.",
    ),
    (lambda: propose("revoke", T), "There is no offence “revoke”."),
    (
        lambda: propose("bridge-remark", T),
        "The rules of this event do not have “Remark to the partner on the score, with one side nearly "
        "home”.",
    ),
    (lambda: propose("renege", T), "Who failed to follow suit? Name the player."),
    (
        lambda: propose("ambiguous-lone", T, Call(E)),
        "Nobody is down as playing alone in this deal, so there is no loner to cancel.",
    ),
    (
        lambda: propose("two-cards", T, Call(S, lone=S), N),
        "North sat out this deal and played no card: choose another player or offence.",
    ),
    (
        lambda: propose("bid-out-of-turn", T, None, N),
        "Choose: “2 points to the other side”; “The bid is void and one of them plays alone”; “It was "
        "no bid: the player only passed out of turn”.",
    ),
    (
        lambda: propose("bid-out-of-turn", T, None, N, choice="other"),
        (
            "“other” is not a choice here. Choose “2 points to the other side”; “The bid is void "
            "and one of them plays alone”; “It was no bid: the player only passed out of turn”."
        ),
    ),
    (lambda: propose("renege", T, None, N, choice="other"), "“other” is not a choice here."),
    (lambda: propose("six-cards", T, None, N), "Who dealt? The ruling depends on it."),
    (
        lambda: apply(MADE, Ruling("ambiguous-lone", E)),
        "Nobody is down as playing alone in this deal, so there is no loner to cancel.",
    ),
    (
        lambda: apply(apply(MADE, RENEGE), Ruling("misdeal", fate=Fate.REDEAL)),
        "This deal is ended by a penalty already; another ruling cannot make it dealt again.",
    ),
    (
        lambda: apply(apply(MADE, RENEGE), RENEGE),
        "A ruling with points has ended this deal already: amend or revoke that one instead.",
    ),
    (lambda: parse_card("Zs"), "“Zs” is no card. Write rank and suit, like JS, 9h or 10d."),
    (lambda: parse_suit("x"), "“x” is no suit. Write s, h, d or c."),
    (lambda: examine("h", "N", [], deck=52), "A deck has 24, 25, 28 or 32 cards, not 52."),
    (lambda: examine("h", "X", []), "“X” is no seat. Write N, E, S or W."),
    (lambda: examine("h", "N", [["Zz"]]), "“Zz” is no card. Write rank and suit, like JS, 9h or 10d."),
    (lambda: rank([], []), "Choose at least one thing to rank by."),
    (
        lambda: rank([], ["luck"]),
        (
            "“luck” is none of points, average, rounds_won, win_percentage, points_percentage, "
            "point_difference, points_against, loners, best_round, fewest_euchred, earlier_total, "
            "head_to_head, lot."
        ),
    ),
    (lambda: rank([], ["points", "points"]), "The same thing is listed twice in the order."),
    (
        lambda: rank([], ["lot", "points"]),
        "A lot settles everything, so nothing can come after it: move it to the end.",
    ),
    (lambda: side_prizes([], ["best_hat"]), "“best_hat” is none of most_loners, best_round, lowest_total."),
    (lambda: split_prizes([-1], []), "A prize cannot be less than nothing."),
    (lambda: ByePoints("median"), "A bye scores by one of none, fixed, average, not 'median'."),
]


@pytest.mark.parametrize(("mistake", "sentence"), SENTENCES, ids=range(len(SENTENCES)))
def test_an_error_is_a_sentence_for_the_director(mistake, sentence):
    with pytest.raises(ScoringError) as caught:
        mistake()
    assert str(caught.value) == caught.value.message == sentence


DOUBTS = [
    (
        lambda: totals(7, 7),
        "The totals are equal: which side reached them first? Without an answer nobody wins the round.",
    ),
    (lambda: totals(11, 0), "East/West has won no point in the whole round: is that right?"),
    (lambda: totals(0, 10, rules=J), "North/South has lost no point in the whole round: is that right?"),
    (lambda: totals(12, 6, N=1, S=1, E=1), "3 lone marches at one table in one round: is that right?"),
    (lambda: totals(12, 5), "12 to 5 takes more lone marches than the 0 entered. Was one not marked?"),
    (lambda: totals(8, 5, N=2), "8 to 5 takes fewer lone marches than the 2 entered. Was one marked twice?"),
    (lambda: totals(30, 1), "No run of deals ends 30 to 1. Was a number misread?"),
]


@pytest.mark.parametrize(("score", "sentence"), DOUBTS, ids=range(len(DOUBTS)))
def test_a_doubt_is_a_question_for_the_scorer(score, sentence):
    assert [doubt.message for doubt in score().doubts] == [sentence]


PROBLEMS = [
    (lambda: examine("h", "N", [["7s", "9c", "10c", "Qc"]]), "There is no 7 of spades in a deck of 24."),
    (
        lambda: examine("h", "N", [["As", "9c", "As", "Qc"]]),
        "The ace of spades is entered twice: trick 1 and trick 1.",
    ),
    (lambda: examine("h", "N", [["As", "9c"]]), "Trick 1 has 2 cards instead of 4."),
    (lambda: examine("h", "N", [[]] * 6, lone="W"), "A deal has five tricks, not 6."),
    (
        lambda: examine("h", "N", [], lone="S"),
        "North’s partner was alone, so North can’t have led. The tricks are read as if the next player led.",
    ),
]


@pytest.mark.parametrize(("found", "sentence"), PROBLEMS, ids=range(len(PROBLEMS)))
def test_a_problem_with_the_tricks_is_a_sentence(found, sentence):
    assert str(found().problems[0]) == sentence


def test_a_sentence_survives_a_copy_with_its_template_and_values():
    """A refusal goes from a draw's process into the database, and a value into a cache."""
    told = counted("%(count)s deal", "%(count)s deals", 3)
    for copied in (pickle.loads(pickle.dumps(told)), copy.copy(told)):
        assert (copied, copied.template, copied.values) == (told, told.template, told.values)
        assert (type(copied), copied.plural, copied.number) == (type(told), told.plural, told.number)


def test_an_error_keeps_a_sentence_with_its_values_and_makes_one_of_plain_words():
    sentence = marked("%(n)s deals", n=3)
    assert BadDeal(sentence, code="deals").message is sentence
    plain = BadDeal("Say who dealt.", code="dealer").message
    assert (type(plain), str(plain)) == (Sentence, "Say who dealt.")
