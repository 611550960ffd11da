"""Offences in following suit, and in bidding, leading or playing out of turn."""

from __future__ import annotations

from scoring.catalogue.shared import (
    BIDDING,
    CUT,
    IRREGULAR,
    PLAY,
    UNPROVEN,
    L,
    T,
    claimed,
    each,
    loners,
    renege,
    unless,
)
from scoring.deal import Fate
from scoring.offences import Choice, Offence, Rule, Who
from scoring.sentences import marked

HOW_LATE = marked("How late was it found?")
NOT_COMPLETED = marked("The trick is not turned yet, or the side has not played again")
_NOTED = marked("No points; it is noted and the deal goes on.")
_TAKEN_BACK = marked(
    "No points. The card is taken back and may be called later; whoever played wrongly because of it may "
    "take the card back too. The deal goes on."
)

OFFENCES = (
    Offence(
        "renege",
        marked("Renege: did not follow suit"),
        PLAY,
        marked("Who failed to follow suit?"),
        "renege; revoke; didn't follow suit; did not follow; wrong suit; held the suit; had the suit; "
        "trumped; ruffed; forgot the left; left bower; right bower; jack not played; cut a suit held; "
        "failed to follow; had one; had a heart; trumped it; had a trump; sluffed; didn't play the left; "
        "had it and trumped; trumped and tricks later played that suit; reneged on purpose; did not play a "
        "club; did not play a heart; n'a pas suivi la couleur; a coupé; a coupé avec du cœur; reneged "
        "tricks ago",
        {
            T: claimed(renege()),
            L: (
                *claimed(
                    renege("S, revoke; event setting", "S, revoke"),
                    marked("It is complete, and the cards are not cut for the next deal"),
                ),
                Rule(
                    marked(
                        "It is no renege yet: the card is taken back and suit is followed. See “Did not "
                        "follow suit, but noticed in time”."
                    ),
                    "L XXII, XXIII",
                    choice="not-completed",
                    condition=NOT_COMPLETED,
                    see="revoke-corrected",
                ),
            ),
        },
        asks=HOW_LATE,
        choices=(Choice("not-completed", NOT_COMPLETED), CUT),
        elsewhere="lone-partner-played",
        plays=True,
    ),
    Offence(
        UNPROVEN,
        marked("Renege claimed but not proven"),
        PLAY,
        marked("Who accused wrongly?"),
        "false accusation; accused; not proven; unproven; wrong claim; no renege; accused us; called a "
        "renege; was no renege; wrongly claimed; claimed a renege; accused of reneging; said we reneged but "
        "did not; they said we reneged; accused us for nothing; accused for nothing",
        {
            T: (
                Rule(
                    marked("The accused side scores 2 and the deal counts as played."),
                    "T, renege",
                    points=2,
                    condition=marked("As T has it"),
                ),
                Rule(
                    marked("The accused side scores 2; the accusers do not count what they won in the deal."),
                    "T, renege; director",
                    points=2,
                    cancels=True,
                    choice="accusers-cancelled",
                    condition=marked("If the director adds it"),
                ),
            ),
            L: (Rule(_NOTED, "L is silent; director"),),
        },
        asks=marked("Shall the accusers also lose what they won in the deal?"),
        choices=(Choice("accusers-cancelled", marked("The accusers lose their own points of the deal")),),
    ),
    Offence(
        "renege-second",
        marked("Second renege in the same trick"),
        PLAY,
        marked("Who was the second to renege in that trick?"),
        "second renege; both sides reneged; both reneged; two reneges; same trick; two players reneged; "
        "they both revoked; both revoked; les deux camps ont renoncé",
        {
            T: (
                Rule(
                    marked("Only the first renege of a trick is penalised, and it has ended the deal."),
                    IRREGULAR,
                    choice="ruled",
                ),
                Rule(marked("Rule on the first renege."), IRREGULAR, choice="not-ruled", see="renege"),
            )
        },
        asks=marked("Is the first renege ruled on?"),
        choices=(Choice("ruled", marked("It is ruled on")), Choice("not-ruled", marked("Not yet"))),
        plays=True,
    ),
    Offence(
        "renege-mutual",
        marked("Both sides reneged"),
        PLAY,
        marked("Did both sides renege in this deal?"),
        "both sides; both sides reneged; mutual; reciprocal; each reneged; they both revoked; both revoked; "
        "both sides revoked; les deux camps ont renoncé",
        {
            L: (
                Rule(
                    marked(
                        "The two errors cancel out: nobody scores, and there is a fresh deal. L does not "
                        "say by whom; here the same dealer deals again."
                    ),
                    "L XXVI",
                    fate=Fate.REDEAL,
                ),
            )
        },
        who=Who.NOBODY,
    ),
    Offence(
        "revoke-corrected",
        marked("Did not follow suit, but noticed in time"),
        PLAY,
        marked(
            "Who took a card back and followed suit, before the trick was turned and their side played again?"
        ),
        "corrected revoke; corrected; noticed in time; took it back and followed; changed to follow; caught "
        "it; before trick turned; noticed it; fixed it; corrected it in time",
        {
            L: (
                Rule(
                    marked(
                        "No points; the card is taken back and suit is followed. The opponent on the left "
                        "may ask for the highest or the lowest of that suit, or call the card taken back "
                        "later. The partner’s card stays; an opponent who played after it may change "
                        "theirs. Until the trick is turned and the side has played again it is no renege."
                    ),
                    "L XXII–XXIV",
                ),
            )
        },
        plays=True,
    ),
    Offence(
        "cards-mixed",
        marked("Accused side mixed the cards"),
        PLAY,
        marked("Who mixed the tricks while a renege was being claimed?"),
        "mixed; mixed up tricks; hid evidence; gathered the cards; shuffled tricks; tricks together; mixed "
        "the tricks; gathered the tricks; picked up the tricks; mixed the cards; threw the tricks together",
        each(
            claimed(
                renege(
                    "T is silent; L XXV; penalty as T, renege",
                    "T is silent; L XXV; penalty as T, renege; event setting",
                    treated="T is silent; L XXV; ending as T, renege; director",
                )
            ),
            claimed(
                (
                    Rule(
                        marked(
                            "The side that claims the renege scores 2; the deal ends, and the next player "
                            "deals."
                        ),
                        "L XXV; S, revoke",
                        points=2,
                        fate=Fate.PASS,
                    ),
                )
            ),
        ),
        asks=HOW_LATE,
        choices=(CUT,),
    ),
    Offence(
        "called-card-refused",
        marked("Refused to play a card that had to be played"),
        PLAY,
        marked("Who refused to play an exposed or called card?"),
        "refused called card; would not play; called card; refused exposed card; won't play the card; "
        "refused to play; refused to lead",
        each(
            claimed(
                renege(
                    "T is silent; L XXVIII; penalty as T, renege",
                    "T is silent; L XXVIII; penalty as T, renege; event setting",
                    treated="T is silent; L XXVIII; ending as T, renege; director",
                )
            ),
            claimed(
                renege(
                    "L XXVIII; S, revoke; event setting",
                    "L XXVIII; S, revoke",
                    treated="L XXVIII; S, revoke; director",
                )
            ),
        ),
        asks=HOW_LATE,
        choices=(CUT,),
        elsewhere="lone-partner-played",
        plays=True,
    ),
    Offence(
        "bid-out-of-turn",
        marked("Bid out of turn"),
        BIDDING,
        marked("Who bid out of turn?"),
        "out of turn; bid early; called too soon; ordered up early; passed out of turn; pass out of turn; "
        "jumped in; before turn; before partner; bid before; passed too early; jumped the bidding; spoke "
        "out of turn; picked it up early; passed and then wanted to order; wants to take back a pass",
        {
            T: (
                Rule(
                    marked("The deal ends, and the next player deals; the other side scores 2."),
                    "T, bid out of turn",
                    points=2,
                    fate=Fate.PASS,
                    choice="points",
                    condition=marked("If the others take the points"),
                ),
                Rule(
                    marked("No penalty points; ordinary scoring, at their own risk."),
                    "T, bid out of turn",
                    choice="void-and-alone",
                    condition=marked("Or, if they wish, the bid is void and one of them plays alone"),
                    others_alone=True,
                    when=loners,
                ),
                Rule(_NOTED, "T is silent; director", choice="only-passed"),
            ),
            L: (Rule(_NOTED, "L is silent; director"),),
        },
        asks=marked("What do the others choose?"),
        choices=(
            Choice("points", marked("2 points to the other side"), marked("The offenders lose points")),
            Choice("void-and-alone", marked("The bid is void and one of them plays alone")),
            Choice("only-passed", marked("It was no bid: the player only passed out of turn")),
        ),
    ),
    Offence(
        "lead-out-of-turn",
        marked("Led out of turn"),
        PLAY,
        marked("Who led out of turn?"),
        "led out of turn; lead out of turn; wrong lead; led early; not their lead; wrong person led; wrong "
        "player led; wrong hand; not my lead; led when; led before turn",
        each(
            (
                Rule(
                    marked("The deal ends, and the next player deals; the other side scores 2."),
                    "T, lead out of turn",
                    points=2,
                    fate=Fate.PASS,
                    when=unless(loners),
                ),
                Rule(
                    marked(
                        "The deal ends, and the next player deals; the other side scores 2, or 4 if "
                        "anybody was playing alone."
                    ),
                    "T, lead out of turn",
                    points=2,
                    lone=4,
                    fate=Fate.PASS,
                    when=loners,
                ),
            ),
            (
                Rule(_TAKEN_BACK, "L XIV", condition=marked("Found before four cards were played")),
                Rule(
                    marked("The lead stands, and whoever won the trick leads next."),
                    "L XIV",
                    condition=marked("Found after that"),
                    choice="four-played",
                ),
            ),
        ),
        asks=HOW_LATE,
        choices=(Choice("four-played", marked("Four cards were played before it was found")),),
        elsewhere="lone-partner-played",
        plays=True,
    ),
    Offence(
        "play-out-of-turn",
        marked("Played out of turn"),
        PLAY,
        marked("Who played, without leading, out of turn?"),
        "played out of turn; play out of turn; played early; played too soon; played before; played ahead; "
        "wrong order; skipped me; played too early; ahead of partner; pulled his next card out early; next "
        "card out early; a joué avant son tour; joué avant",
        each(Rule(_NOTED, "director"), Rule(_TAKEN_BACK, "L XIV")),
        elsewhere="lone-partner-played",
        plays=True,
    ),
)
