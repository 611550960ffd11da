"""How each text has the game played: dealing, words of the bidding, playing alone, the tricks, the score.

What a setting decides is not here; the rule card puts both together.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum

from scoring.catalogue.shared import loners, unless
from scoring.offences import Option, always
from scoring.ruleset import Ruleset
from scoring.sentences import Sentence, joined, marked


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a rule card: what, how much or how, and where it stands.

    ``options`` are the outcomes of a rule that has several; ``value`` is then empty. A line stands on the
    cards of rules for which ``when`` holds.
    """

    label: Sentence
    value: str
    source: str
    options: tuple[Option, ...] = ()
    when: Callable[[Ruleset], bool] = always


class Part(StrEnum):
    """Which part of the game a line is about."""

    DEAL = "deal"
    BIDDING = "bidding"
    ALONE = "alone"
    PLAY = "play"
    TABLE = "table"


_CUT = marked("Shuffling and cutting")
_DEALING = marked("Dealing")
_FIRST_ROUND = marked("First round of bidding")
_SECOND_ROUND = marked("Second round of bidding")
_WORDS = marked("Words allowed in the bidding")
_LONER = marked("Calling a loner (playing alone)")
_PARTNER = marked("The lone player’s partner")
_LEAD = marked("The first lead")
_FOLLOW = marked("Following suit")
_TRICKS = marked("Tricks")
_DISCARD = marked("The discard")
_MARKS = marked("Marking the score")
_LEFT_LEADS = marked("The player on the dealer’s left leads, in a loner too.")
_DEALERS_LEFT_LEADS = marked("The player on the dealer’s left leads.")
_BOWERS = marked(
    "You must follow the suit led if you can. The left bower (the other jack of trump’s color) is a trump."
)
_RANKS = marked("From the highest card down")
_FROM_THE_TOP = marked(
    "Trump: its jack (right bower), the other jack of its color (left bower), ace, king, queen, 10 and down. "
    "Other suits: ace, king, queen, jack, 10 and down."
)
_TAKEN_BY = marked("A trick is taken by")
_HIGHEST = marked("The highest trump, else the highest card of the suit led.")
_TAKES_NO_PART = marked("Puts the hand face down and takes no part.")
_ACCEPT = marked("From the dealer’s left, each player accepts the up-card’s suit as trump or passes.")
_ANY_HAND = marked("Any hand will do, even without that suit.")
_ANOTHER = marked("The up-card is turned down; each player names another suit or passes.")

CALL_THE_DIRECTOR = Line(
    marked("If something goes wrong"), marked("Call the director. Make no rulings of your own."), "T, rulings"
)

_T: Mapping[Part, tuple[Line, ...]] = {
    Part.DEAL: (
        Line(
            _CUT,
            marked(
                "The deck is shuffled well, the player on the dealer’s right may cut, and a cut card covers "
                "its bottom."
            ),
            "T, the deal",
        ),
        Line(
            _DEALING,
            marked(
                "In twos and threes or one at a time; the same dealer keeps to one way for the round. The "
                "21st card is turned up: the up-card. The deal is then finished."
            ),
            "T, the deal",
        ),
    ),
    Part.BIDDING: (
        Line(
            _FIRST_ROUND,
            joined([_ACCEPT, _ANY_HAND]),
            "T, the deal",
            when=lambda rules: not rules.natural_trump,
        ),
        Line(_FIRST_ROUND, _ACCEPT, "T, the deal", when=lambda rules: bool(rules.natural_trump)),
        Line(_SECOND_ROUND, _ANOTHER, "T, the deal"),
        Line(
            _WORDS,
            marked(
                "“Pass”, “Pick it up” and “Alone”; in the second round the name of the suit. The dealer "
                "may just take the card up or turn it down."
            ),
            "T, the deal",
            when=loners,
        ),
        Line(
            _WORDS,
            marked(
                "“Pass” and “Pick it up”; in the second round the name of the suit. The dealer may just "
                "take the card up or turn it down."
            ),
            "T, the deal",
            when=unless(loners),
        ),
        Line(
            marked("The trump cube"),
            marked("The dealer puts it on the kitty (the cards left over), showing the trump suit."),
            "T, the deal",
        ),
        Line(
            _DISCARD,
            marked("The dealer has a reasonable time for it; nobody reminds the dealer."),
            "T, irregularities",
        ),
    ),
    Part.ALONE: (
        Line(_LONER, marked("The maker says “Alone”, and nothing else."), "T, the deal"),
        Line(
            _PARTNER,
            marked(
                "Puts the hand face down in the middle, may not look at the kitty, and may gather the tricks."
            ),
            "T, the deal",
        ),
    ),
    Part.PLAY: (
        Line(_RANKS, _FROM_THE_TOP, "T, terms; S"),
        Line(_TAKEN_BY, joined([_HIGHEST, marked("Nobody has to play higher.")]), "T, terms; T, answers"),
        Line(_LEAD, _LEFT_LEADS, "T, answers", when=loners),
        Line(_LEAD, _DEALERS_LEFT_LEADS, "T, answers", when=unless(loners)),
        Line(_FOLLOW, _BOWERS, "T, terms; T, answers"),
        Line(
            _TRICKS,
            marked(
                "Each card stays in front of its player until the trick is complete. The winner takes it in, "
                "keeps each trick apart, face down until the round is over, so that a renege can be proven, "
                "and leads next."
            ),
            "T, the deal; T, irregularities; T, terms",
        ),
        Line(
            marked("Tramming (laying down several winning cards at once)"),
            marked("Not allowed: every card is played out."),
            "T, the deal; T, terms",
        ),
        Line(
            marked("A card laid is a card played"),
            marked("So is one held out so far that another player can see its face."),
            "T, the deal; T, irregularities",
        ),
        Line(
            marked("Looking back"),
            marked(
                "Nobody looks at a turned trick until the round is over. If a renege is claimed, a team "
                "looks once the deal in play is over."
            ),
            "T, irregularities",
        ),
    ),
    Part.TABLE: (
        Line(
            _MARKS,
            marked(
                "A point is marked before the end of the next deal. Once the next point is made, points that "
                "were not marked are lost."
            ),
            "T, irregularities",
        ),
    ),
}
_L: Mapping[Part, tuple[Line, ...]] = {
    Part.DEAL: (
        Line(
            marked("Partners by the cards"),
            marked(
                "Cards are dealt face up; those who get jacks of the same color are partners. Whoever gets "
                "no jack sits out."
            ),
            "L I",
        ),
        Line(
            _CUT,
            marked(
                "The dealer shuffles. The player on the right may shuffle too and may cut, with the deck on "
                "the table; the dealer shuffles last. After the cut nobody else touches it."
            ),
            "L II",
        ),
        Line(
            _DEALING,
            marked(
                "Three and two, or two and three, not changed within a deal. Then the up-card is turned "
                "face up."
            ),
            "L III; S",
        ),
    ),
    Part.BIDDING: (
        Line(
            marked("The up-card"),
            marked(
                "The dealer may leave it on the kitty until their turn to play, then takes it up. After that "
                "anybody may ask which suit is trump, but not which card was turned up."
            ),
            "L X",
        ),
        Line(_FIRST_ROUND, _ACCEPT, "S, making trump"),
        Line(_SECOND_ROUND, _ANOTHER, "S, making trump"),
        Line(
            _WORDS,
            marked(
                "No list; from the turning of the up-card to the last card nothing that shows the strength "
                "of a hand, advises or invites."
            ),
            "L XXXIII",
        ),
    ),
    Part.ALONE: (
        Line(
            _LONER, marked("The maker says so before play begins, so that nobody can doubt it."), "S; L XXI"
        ),
        Line(_PARTNER, _TAKES_NO_PART, "S, making trump"),
    ),
    Part.PLAY: (
        Line(_RANKS, _FROM_THE_TOP, "S"),
        Line(_TAKEN_BY, _HIGHEST, "S, play"),
        Line(_LEAD, _DEALERS_LEFT_LEADS, "S, play"),
        Line(_FOLLOW, _BOWERS, "S, play; S"),
        Line(
            _TRICKS,
            marked(
                "Each player lays the card in front of them; nobody may ask who played one, only that the "
                "cards are drawn apart. Only the last trick may be looked at."
            ),
            "L XII, XVII",
        ),
        Line(
            marked("A card laid"),
            marked("A card that has left the hand and touched the table is played, even face down."),
            "L XV",
        ),
    ),
    Part.TABLE: (
        Line(
            _MARKS,
            marked(
                "The player nearest to the score marks it and says the total aloud. The partner or anybody "
                "outside may remind them."
            ),
            "S, scoring",
        ),
        Line(
            marked("Challenging the score"),
            marked("An opponent, or even a bystander, may until the next up-card is turned."),
            "S, scoring; L XXXI",
        ),
        Line(marked("Partners"), marked("Answer for each other: a penalty is both partners’."), "L XXXV"),
        Line(marked("Leaving the game"), marked("A side that leaves the game loses it."), "L XXXII"),
    ),
}
_E: Mapping[Part, tuple[Line, ...]] = {
    Part.DEAL: (
        Line(
            _CUT,
            marked(
                "The dealer shuffles; the player on the left cuts, or knocks to leave the cards as they are."
            ),
            "E",
        ),
        Line(
            _DEALING,
            marked("One at a time, five to each player; then the next card, the up-card, is turned."),
            "E",
        ),
    ),
    Part.BIDDING: (
        Line(_FIRST_ROUND, _ACCEPT, "E"),
        Line(_SECOND_ROUND, _ANOTHER, "E"),
        Line(_DISCARD, marked("The dealer takes the up-card up and lays a card face down."), "E"),
        Line(
            _WORDS,
            marked(
                "Pass; the dealer’s opponents “I order it up”, the dealer’s partner “I turn it down”, the "
                "dealer “I take it up” or “Over”; in the second round the suit."
            ),
            "E",
        ),
    ),
    Part.ALONE: (
        Line(
            _LONER,
            marked("Either player of the makers’ side, after trump is made and before the first lead."),
            "E",
        ),
        Line(
            _PARTNER,
            marked("Puts the cards face down and takes no part. Both defenders play."),
            "E",
            when=lambda rules: not rules.defend_alone,
        ),
        Line(_PARTNER, _TAKES_NO_PART, "E", when=lambda rules: rules.defend_alone),
    ),
    Part.PLAY: (
        Line(_RANKS, _FROM_THE_TOP, "E; S"),
        Line(_TAKEN_BY, _HIGHEST, "E"),
        Line(
            _LEAD,
            marked("The player on the dealer’s left leads; in a loner too, though E does not say so."),
            "E; T, answers",
            when=loners,
        ),
        Line(_LEAD, _DEALERS_LEFT_LEADS, "E", when=unless(loners)),
        Line(_FOLLOW, _BOWERS, "E"),
        Line(
            _TRICKS,
            marked(
                "The winner of a trick leads to the next, takes the trick in and keeps each trick apart, "
                "so that a renege can be proven."
            ),
            "E; T, the deal",
        ),
    ),
}
_J: Mapping[Part, tuple[Line, ...]] = {
    Part.DEAL: (
        Line(_CUT, marked("The dealer shuffles."), "J"),
        Line(
            _DEALING,
            marked("Five cards to each player, clockwise; then the next card, the up-card, is turned."),
            "J",
        ),
    ),
    Part.BIDDING: (
        Line(
            _FIRST_ROUND,
            marked("From the dealer’s left, each player names any suit but the up-card’s, or passes."),
            "J",
        ),
        Line(
            _SECOND_ROUND,
            marked(
                "From the dealer’s left, each player orders the up-card into the dealer’s hand, or passes. "
                "Its suit is then trump, and the dealer discards any card."
            ),
            "J",
        ),
    ),
    Part.PLAY: (
        Line(_RANKS, _FROM_THE_TOP, "J"),
        Line(_TAKEN_BY, _HIGHEST, "J"),
        Line(_LEAD, _DEALERS_LEFT_LEADS, "J"),
        Line(_FOLLOW, _BOWERS, "J"),
        Line(_TRICKS, marked("The winner of a trick takes it in and leads to the next."), "J"),
    ),
    Part.TABLE: (
        Line(
            _MARKS,
            marked("Each side keeps its score where the other can see it, counting down from ten."),
            "J",
        ),
    ),
}
BENNY = Line(
    marked("The Benny (the joker, or the two of spades)"),
    marked("The highest trump, above the right bower; it belongs to the trump suit."),
    "B",
)
BENNY_UP = Line(
    marked("The Benny turned up"),
    marked(
        "The dealer’s side are the makers. The dealer names trump before looking at the hand, "
        "takes the Benny up and discards."
    ),
    "B",
)
_B: Mapping[Part, tuple[Line, ...]] = {
    Part.DEAL: (Line(_CUT, marked("The player on the dealer’s left cuts or knocks."), "B"), BENNY),
    Part.BIDDING: (
        Line(_FIRST_ROUND, _ACCEPT, "B; T, the deal"),
        Line(_SECOND_ROUND, _ANOTHER, "B; T, the deal"),
        BENNY_UP,
    ),
    Part.PLAY: (
        Line(_RANKS, _FROM_THE_TOP, "B"),
        Line(
            _FOLLOW,
            marked("You must follow the suit led if you can. The Benny and the left bower are trumps."),
            "B",
        ),
    ),
}
PROCEDURE: Mapping[str, Mapping[Part, tuple[Line, ...]]] = {"T": _T, "L": _L, "E": _E, "J": _J, "B": _B}
