"""Every offence of the rulebook's section 6 as data, one entry per row, in the rulebook's order.

``T`` and ``L`` are the tournament rules and the laws; a text without an entry does not have the offence.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType

from scoring.deal import Fate
from scoring.offences import Choice, Offence, Phase, Rule, Who
from scoring.ruleset import Family

T, L, J = Family.T, Family.L, Family.J
DEAL, BIDDING, PLAY, MARKING, CONDUCT = Phase
WRONG_DEALER = "wrong-dealer"  # the one offence that lets a deal stand out of turn
_IRREGULAR = "T, irregularities"


def _both(*rows: Rule) -> dict[Family, tuple[Rule, ...]]:
    return {T: rows, L: rows}


def _each(t: Rule | tuple[Rule, ...], laws: Rule | tuple[Rule, ...]) -> dict[Family, tuple[Rule, ...]]:
    return {T: t if isinstance(t, tuple) else (t,), L: laws if isinstance(laws, tuple) else (laws,)}


_RENEGE = Rule(
    "The deal ends and passes. The other side scores 2, or 4 if it was playing alone; if the lone player "
    "himself reneged, what the event's rules say for that.",
    "T, renege; S, revoke",
    points=2, lone=4, lone_if_other_side=True, fate=Fate.PASS, works="lone_maker",
)  # fmt: skip
_NO_DISCARD = Rule(
    "The deal ends and passes. The other side scores 2, or 4 if it had called alone.",
    _IRREGULAR, points=2, lone=4, lone_if_other_side=True, fate=Fate.PASS, needs_dealer=True,
)  # fmt: skip
_SIX_IN_LAW = Rule(
    "Unless it was announced before three tricks were turned, the side plays on but counts nothing in this "
    "deal; the other side keeps what it wins.",
    "L XVIII", cancels=True,
)  # fmt: skip
_TALK = (
    Rule("The first time in the event: a warning, and play goes on.", "T, the deal", choice="warning",
         warning=True),
    Rule("Any later time: 2 points to the other side, and the offender's side may not bid in this deal.",
         "T, the deal", points=2, choice="penalty", bidding_stops=True),
)  # fmt: skip
_TALK_IN_LAW = Rule("The other side scores 1 at once; the deal goes on.", "L XXXIII", points=1)
_TALK_CHOICES = (Choice("warning", "a warning"), Choice("penalty", "the penalty"))
_WRONG_DEALER = (
    Rule("Found before the up-card was turned: the right dealer deals.", "T; L VIII", fate=Fate.REDEAL,
         choice="before-up-card", needs_dealer=True),
    Rule("Found once the up-card was turned: the deal stands, and the next dealer is the one on its left.",
         "T; L VIII", choice="after-up-card", needs_dealer=True),
)  # fmt: skip

_ALL = (
    Offence(
        "renege", "Renege: did not follow suit", PLAY,
        "Who failed to follow suit, and was anybody playing alone?",
        ("renege", "revoke", "didn't follow suit", "did not follow", "wrong suit", "held the suit",
         "had the suit", "trumped", "ruffed"),
        _both(_RENEGE), plays=True,
    ),
    Offence(
        "renege-unproven", "Renege claimed but not proven", PLAY,
        "Who accused wrongly? Shall that side also lose what it won in the deal?",
        ("false accusation", "accused", "not proven", "unproven", "wrong claim", "no renege"),
        {T: (
            Rule("The accused side scores 2 and the deal counts as played.", "T, renege", points=2),
            Rule("The accused side scores 2; the accusers do not count what they won in the deal.",
                 "T, renege",
                 points=2, cancels=True, choice="accusers-cancelled"),
        )},
        choices=(Choice("accusers-cancelled", "the accusers lose their own points of the deal"),),
    ),
    Offence(
        "renege-second", "Second renege in the same trick", PLAY,
        "Who was the second to renege in that trick?",
        ("second renege", "both reneged", "two reneges", "same trick"),
        {T: (Rule("Only the first renege of a trick is penalised; this one is noted without points.",
                  _IRREGULAR),)},
        plays=True,
    ),
    Offence(
        "renege-mutual", "Both sides reneged", PLAY,
        "Did both sides renege in this deal?",
        ("both sides", "mutual", "reciprocal", "each reneged"),
        {L: (Rule("The two errors cancel out: nobody scores and the same dealer deals again.", "L XXVI",
                  fate=Fate.REDEAL),)},
        who=Who.NOBODY,
    ),
    Offence(
        "cards-mixed", "Accused side mixed the cards", PLAY,
        "Who mixed the tricks while a renege was being claimed?",
        ("mixed", "mixed up tricks", "hid evidence", "gathered the cards", "shuffled tricks"),
        _each(replace(_RENEGE, text="Treated as a proven renege. " + _RENEGE.text),
              Rule("The side that claims the renege scores 2; the deal ends and passes.", "L XXV", points=2,
                   fate=Fate.PASS)),
    ),
    Offence(
        "called-card-refused", "Refused to play a called card", PLAY,
        "Who refused to play the card that was called?",
        ("refused called card", "would not play", "called card"),
        _each(replace(_RENEGE, text="Treated as a proven renege. " + _RENEGE.text),
              replace(_RENEGE, text="Treated as a proven renege. " + _RENEGE.text,
                      source="L XXVIII; S, revoke")),
        plays=True,
    ),
    Offence(
        "bid-out-of-turn", "Bid out of turn", BIDDING,
        "Who bid out of turn? Do the others take the points, or void the bid and play alone?",
        ("out of turn", "bid early", "called too soon", "ordered up early", "passed out of turn",
         "jumped in"),
        {T: (
            Rule("The deal ends and passes; the other side scores 2.", "T, bid out of turn", points=2,
                 fate=Fate.PASS, choice="points"),
            Rule("At the others' wish the bid is void and one of them plays alone, at his own risk: no "
                 "penalty points, ordinary scoring.", "T, bid out of turn", choice="void-and-alone",
                 needs_alone=True),
        )},
        choices=(Choice("points", "2 points to the other side"),
                 Choice("void-and-alone", "the bid is void and one of them plays alone")),
    ),
    Offence(
        "lead-out-of-turn", "Led out of turn", PLAY,
        "Who led out of turn, and was anybody playing alone?",
        ("led out of turn", "lead out of turn", "wrong lead", "led early", "not his lead"),
        _each(Rule("The deal ends and passes; the other side scores 2, or 4 if anybody was playing alone.",
                   "T, lead out of turn", points=2, lone=4, fate=Fate.PASS),
              Rule("No points. The card is taken back and may be called later; once four cards lie, the "
                   "lead stands.", "L XIV")),
    ),
    Offence(
        "play-out-of-turn", "Played out of turn", PLAY,
        "Who played, without leading, out of turn?",
        ("played out of turn", "play out of turn", "played early", "played too soon"),
        _each(Rule("No points; it is noted and the deal goes on.", "T"),
              Rule("No points. The card may be called later; whoever was misled may change his own.",
                   "L XIV")),
    ),
    Offence(
        "bidding-talk", "Words in the bidding", BIDDING,
        "Who said more than the bidding allows?",
        ("spoke", "talked", "said", "remark", "comment in bidding", "hint", "descriptive", "language",
         "words"),
        _each(_TALK, _TALK_IN_LAW), choices=_TALK_CHOICES, warned_as="talk",
    ),
    Offence(
        "table-talk", "Table talk", CONDUCT, "Who told, advised or asked what may not be said?",
        ("talk", "talked", "spoke", "told partner", "signal", "gesture", "advice", "coaching", "cheating",
         "hint"),
        _each(_TALK, _TALK_IN_LAW), choices=_TALK_CHOICES, warned_as="talk",
    ),
    Offence(
        "no-discard", "Dealer did not discard", DEAL,
        "Did the dealer play on without discarding, and had anybody called alone?",
        ("no discard", "didn't discard", "forgot to discard", "bury", "dealer kept six"),
        _each(_NO_DISCARD, replace(_SIX_IN_LAW, needs_dealer=True)), who=Who.DEALER,
    ),
    Offence(
        "six-cards", "Played with six or more cards", PLAY,
        "Who played with six or more cards?",
        ("six cards", "6 cards", "too many cards", "extra card"),
        _each(Rule("The dealer: as for a missing discard. Anybody else: the deal is void and passes.",
                   _IRREGULAR, works="six_cards", needs_dealer=True), _SIX_IN_LAW),
        plays=True,
    ),
    Offence(
        "wrong-count-before-lead", "Wrong number of cards, before the lead", DEAL,
        "Was a wrong number of cards found before the first lead?",
        ("wrong number", "too many cards", "too few cards", "four cards", "six cards", "short hand",
         "miscount"),
        _each(Rule("No points; the same dealer deals again.", _IRREGULAR, fate=Fate.REDEAL),
              (Rule("Found before the up-card was turned: put right, and the deal goes on.", "L VII",
                    choice="before-turn-up"),
               Rule("Found once the up-card was turned: the deal is lost and passes.", "L VII",
                    fate=Fate.VOID_PASS, choice="after-turn-up"))),
        choices=(Choice("before-turn-up", "found before the up-card was turned"),
                 Choice("after-turn-up", "found once the up-card was turned")),
        who=Who.DEALER,
    ),
    Offence(
        "wrong-count-in-play", "Wrong number of cards, after the lead", PLAY,
        "Was a wrong number of cards found after the first lead?",
        ("wrong number", "too many cards", "too few cards", "card missing", "short hand", "miscount"),
        _each(Rule("No points; the deal is void and passes.", _IRREGULAR, fate=Fate.VOID_PASS),
              Rule("No points; the deal is void and passes.", "L VII", fate=Fate.VOID_PASS)),
        who=Who.DEALER,
    ),
    Offence(
        WRONG_DEALER, "Dealt out of turn", DEAL,
        "Who dealt out of turn, and was the up-card turned already?",
        ("wrong dealer", "wrong player dealt", "dealt out of turn", "not his deal"),
        _both(*_WRONG_DEALER),
        choices=(Choice("before-up-card", "found before the up-card was turned"),
                 Choice("after-up-card", "found once the up-card was turned")),
        who=Who.DEALER,
    ),
    Offence(
        "misdeal", "Misdeal", DEAL, "Who misdealt?",
        ("misdeal", "misdealt", "deal gone wrong", "dealt badly", "not cut", "not shuffled"),
        _each(Rule("Nobody scores; the event's rules say who deals next.", "T; event setting",
                   works="misdeal", needs_dealer=True),
              Rule("Nobody scores and the deal passes, unless the event's rules say otherwise (VI would let "
                   "the same dealer deal again).", "L XI; L VI", works="misdeal",
                   needs_dealer=True)),
        who=Who.DEALER,
    ),
    Offence(
        "card-exposed-in-deal", "Card exposed in dealing", DEAL,
        "Was a card turned or shown while dealing?",
        ("exposed", "turned card", "face up", "flashed", "showed a card in the deal"),
        _each(Rule("Nobody scores; the same dealer deals again.", "T", fate=Fate.REDEAL, needs_dealer=True),
              Rule("Nobody scores; the same dealer deals again.", "L IV, V", fate=Fate.REDEAL,
                   needs_dealer=True)),
        who=Who.NOBODY,
    ),
    Offence(
        "dealing-style", "Changed the way of dealing", DEAL,
        "Did the dealer change between three-two and two-three?",
        ("dealing style", "three two", "two three", "dealt differently"),
        _each(Rule("If an opponent asks before looking at his cards, the same dealer deals again.",
                   "T, the deal", fate=Fate.REDEAL),
              Rule("If an opponent asks before looking at his cards, the same dealer deals again.", "L III",
                   fate=Fate.REDEAL)),
        who=Who.DEALER,
    ),
    Offence(
        "imperfect-pack", "The pack is wrong", DEAL,
        "Is a card missing, double or foreign?",
        ("bad deck", "imperfect pack", "missing card", "duplicate card", "two of the same card",
         "wrong deck"),
        _each(Rule("This deal is void and the same dealer deals again; earlier deals stand.", "T",
                   fate=Fate.REDEAL),
              Rule("This deal is void and the same dealer deals again; earlier deals stand.", "L IX",
                   fate=Fate.REDEAL)),
        who=Who.NOBODY,
    ),
    Offence(
        "turned-down-suit", "Named the suit turned down", BIDDING,
        "Who named the suit that had been turned down?",
        ("turned down suit", "same suit", "named the turned suit"),
        _each(Rule("The offender's side may not bid again in this deal.", _IRREGULAR, bidding_stops=True),
              Rule("It counts as a pass, and the next player speaks.", "L XX")),
    ),
    Offence(
        "changed-trump", "Changed the suit named", BIDDING,
        "Who named one suit and then another?",
        ("changed trump", "changed suit", "changed his mind", "renamed"),
        _each(Rule("The suit named first stands.", "T"), Rule("The suit named first stands.", "L XX")),
    ),
    Offence(
        "ambiguous-lone", "Lone call not clear", BIDDING,
        "Whose lone call was not clear when a proper lead was made?",
        ("unclear alone", "ambiguous", "mumbled", "didn't say alone", "alone not heard",
         "loner not announced"),
        _each(Rule("He plays with his partner: the lone call is struck.", "T, the deal", strikes_alone=True),
              Rule("He plays with his partner: the lone call is struck.", "L XXI", strikes_alone=True)),
        who=Who.LONER, needs=("lone_hands",),
    ),
    Offence(
        "lone-partner-played", "Lone player's partner played a card", PLAY,
        "Whose partner was playing alone when he played a card?",
        ("partner played", "partner of loner", "sitting out played", "partner's card"),
        {T: (Rule("The lone call is struck and the deal is played and scored as a normal one.", _IRREGULAR,
                  strikes_alone=True),)},
        needs=("lone_hands",),
    ),
    Offence(
        "lead-before-discard", "Led before the dealer discarded", PLAY,
        "Who led before the dealer had discarded?",
        ("led before discard", "led too soon", "before dealer discarded", "quick lead"),
        _each(Rule("The card stays on the table without value and the lead passes to the second seat.",
                   _IRREGULAR),
              Rule("The card stays led and keeps its value; the dealer may still play alone.", "L XIII")),
    ),
    Offence(
        "exposed-card", "Card dropped or shown", PLAY,
        "Whose card fell or was shown?",
        ("dropped", "fell", "exposed card", "showed a card", "face up", "flashed"),
        _each(Rule("It lies open, is played at the first legal chance and cannot take a trick.", _IRREGULAR),
              Rule("The opponent on the left may call it, but never so as to force a renege.",
                   "L XXVII–XXIX")),
    ),
    Offence(
        "two-cards", "Two cards to one trick", PLAY,
        "Who played two cards to a trick?",
        ("two cards", "double card", "two at once", "played twice"),
        _each(Rule("The opponents choose which card is played; the other lies exposed.",
                   "L XVI (T is silent)"),
              Rule("The opponents choose which card is played; the other lies exposed and may be called.",
                   "L XVI")),
        plays=True,
    ),
    Offence(
        "hand-shown", "Laid the hand down", PLAY,
        "Who laid, threw or claimed his hand face up?",
        ("laid down", "threw in", "threw down", "tram", "tramming", "rest are mine", "claimed",
         "showed hand"),
        _each(Rule("A warning; the deal is played out card by card.", "T, the deal", warning=True),
              Rule("The cards lie exposed and each may be called.", "L XIX, XXXII")),
    ),
    Offence(
        "quitted-trick", "Looked at a turned trick", PLAY,
        "Who looked at a turned trick without claiming a renege?",
        ("looked back", "looked at trick", "peeked", "turned trick", "quitted"),
        _each(Rule("A warning; tricks stay turned until the deal is over.", _IRREGULAR, warning=True),
              Rule("A warning; only the last trick may be looked at.", "L XVII", warning=True)),
    ),
    Offence(
        "asked-trump", "Asked what is trump", PLAY,
        "Who asked which suit is trump?",
        ("asked trump", "what is trump", "what's trump", "which suit"),
        _each(Rule("A warning; the marker on the table shows it.", "T, the deal", warning=True),
              Rule("Allowed: anybody may ask which suit is trump, though not which card was turned up.",
                   "L X")),
    ),
    Offence(
        "bridge-remark", "Remark on the score at the bridge", CONDUCT,
        "Who drew his partner's attention to the score?",
        ("bridge", "score remark", "reminded of the score", "at the bridge"),
        {L: (Rule("The side may not order up in this deal; the dealer or his partner may still play alone.",
                  "L XXX",
                  bidding_stops=True),)},
    ),
    Offence(
        "points-unmarked", "Points not marked in time", MARKING,
        "Whose points of which earlier deal were not marked before the next deal ended?",
        ("unmarked", "not marked", "forgot points", "forgot to mark", "undermarked", "missed points"),
        _each(Rule("The side loses those points of that earlier deal: rule on the deal they belong to.",
                   _IRREGULAR,
                   cancels=True),
              Rule("The side loses those points of that earlier deal: rule on the deal they belong to.",
                   "L XXXI",
                   cancels=True)),
    ),
    Offence(
        "points-overmarked", "Marked too many points", MARKING,
        "Who marked more than was won, and by how many?",
        ("overmarked", "too many points", "marked extra", "wrong score", "overcounted"),
        _each((Rule("The score is put right.", "T"),
               Rule("The score is put right, and the director gives points as well.", "T",
                    choice="award", open_award=True)),
              Rule("The score is put right and the other side scores the excess.", "L XXXI",
                   open_award=True)),
        choices=(Choice("award", "points to the other side as well"),),
    ),
    Offence(
        "penalty-refused", "Refused a penalty", CONDUCT,
        "Who refused to accept a penalty?",
        ("refused penalty", "won't accept", "walked out", "left the table", "argued"),
        _each(Rule("The director enters both totals of the round; the offenders are noted.", "T",
                   open_award=True),
              Rule("The game belongs to the other side at any score; the director enters the points.",
                   "L XXXVI",
                   open_award=True, fate=Fate.PASS, forfeits=True)),
        frees_totals=True,
    ),
    Offence(
        "farmers-hand", "Farmer's hand", DEAL, "Who holds nothing but nines and tens?",
        ("farmers hand", "no ace no face", "nines and tens", "bad hand", "bottoms"),
        {T: (Rule("Nobody scores; the same dealer deals again.", "T, obsolete rules", fate=Fate.REDEAL),)},
        who=Who.NOBODY, needs=("farmers_hand",),
    ),
    Offence(
        "disqualified", "Disqualified", CONDUCT,
        "Who may not go on, after a pattern of offences?",
        ("disqualified", "thrown out", "ejected", "banned", "sent home"),
        _each(Rule("The player stops; what the others scored stands.", "T; director"),
              Rule("The player stops; what the others scored stands.", "director")),
        frees_totals=True,
    ),
    Offence(
        "other", "Anything else", CONDUCT, "What happened? Points, fate and reason are yours to enter.",
        ("other", "something else", "not listed", "custom"),
        _both(Rule("The director gives points and fate, with a reason.", "director", open_award=True,
                   free=True)),
        who=Who.NOBODY,
    ),
)  # fmt: skip

CATALOGUE: Mapping[str, Offence] = MappingProxyType({offence.code: offence for offence in _ALL})
