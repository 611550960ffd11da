"""What players call the director about and no rule forbids: the desk's search answers it without a ruling."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from scoring.catalogue.shared import loners
from scoring.offences import always
from scoring.rule_sources import main_text, seen_from
from scoring.ruleset import Ruleset
from scoring.sentences import Sentence, marked


@dataclass(frozen=True, slots=True)
class Allowed:
    """One thing that is no offence. ``words`` are what can be typed to find it, between semicolons,
    ``place`` is where it stands; it holds for rules for which ``when`` does."""

    text: Sentence
    place: str
    words: str
    when: Callable[[Ruleset], bool] = always

    def source(self, rules: Ruleset) -> str:
        """Where it stands, as an event with these rules cites it."""
        return seen_from(main_text(rules), self.place)


ALLOWED = (
    Allowed(
        marked("Any hand will do: whoever orders the up-card or takes it up needs no card of its suit."),
        "T, the deal",
        "no card of that suit; no trump in hand; ordered it up without trump; picked it up without the "
        "suit; has none of that suit; no natural trump; jack but no card of that suit; up the right bower "
        "alone; a commandé sans atout; order it up with no trump; order with no trump; picked up the jack "
        "alone; jack alone no other trump",
        when=lambda rules: not rules.natural_trump,
    ),
    Allowed(
        marked("The dealer’s partner may order the up-card up without playing alone."),
        "T, the deal",
        "dealer's partner ordered up and did not go alone; partner ordered and did not play alone; partner "
        "must go alone; does the partner have to go alone",
        when=lambda rules: not rules.partner_must_go_alone,
    ),
    Allowed(
        marked("The dealer may discard any card, the one turned up as well."),
        "J; director",
        "discarded the card that was turned up; discarded the up-card; buried the up-card; threw the "
        "up-card away; threw away the turned card; discard what was turned up; discarded a trump; discarded"
        " an ace; a écarté la retourne; threw away the card that was turned up; threw the turned up card "
        "away",
    ),
    Allowed(
        marked("You need not play higher than the others."),
        "T, answers",
        "did not play higher; didn't play a higher card; could have beaten; must beat; did not beat; did "
        "not take the trick; could have won the trick; held the right bower back; kept the right; threw a "
        "low card; have to beat; beat my partner’s card; beat my partners card; played low and had the "
        "right bower; played a low one; did not beat my card; beat my card",
    ),
    Allowed(
        marked("Whoever has no card of the suit led plays any card and need not trump."),
        "E; S, play; J",
        "did not trump; didn't trump it; could have trumped; would not trump; threw off; threw off suit; "
        "refused to trump; has to trump; had no card of the suit; could not follow; n'a pas coupé; have to "
        "trump; does he have to trump; has to trump if; trumped his own partner's trick; trumped partner's "
        "trick; ruffed partner's trick; trumped because she had no diamonds; trumped had no hearts; trumped"
        " had no spades; trumped had no clubs",
    ),
    Allowed(
        marked("The left bower is a trump: it need not be played to its printed suit."),
        "T, answers; S; E; J; B",
        "kept the left bower; left bower not played on its printed suit; left bower when its own suit was "
        "led; did not play the left on its own color; jack of the same color not played; threw off the left"
        " bower; left bower is trump; jack of clubs not played on a club; jack not played on its own suit",
    ),
    Allowed(
        marked("Any card may be led, a trump as well."),
        "E; S, play",
        "can you lead trump; may lead trump; can led trump; allowed to lead trump; opened with trump; led "
        "back the same suit; led trump first; led trump to the first trick",
    ),
    Allowed(
        marked("The lone player’s partner may gather the tricks."),
        "T, the deal",
        "partner gathered the tricks of a loner; loner's partner took in the tricks; partner pulled in the "
        "tricks; partner retrieves the tricks; loner's partner picked up the tricks; partner picked up the "
        "tricks on a loner",
        when=loners,
    ),
    Allowed(
        marked("The dealer may just take the card up or turn it down, without a word."),
        "T, the deal; S",
        "dealer said nothing; dealer did not say anything; dealer just picked it up; picked up without a "
        "word; turned it down without a word; dealer only turned it down",
        when=lambda rules: main_text(rules) != "E",
    ),
    Allowed(
        marked("A player may order up just to stop the other side from playing alone."),
        "T, answers",
        "blocked; ordered up to block; ordered up to stop; blocked my loner; donated; blocking; donation; "
        "ordered to block a lone hand; block a lone hand; ordered to block our loner",
        when=loners,
    ),
    Allowed(
        marked("Nobody has to bid on good cards."),
        "T, the deal",
        "passed with a good hand; passed with both bowers; should have ordered; did not order it up; passed "
        "on purpose; sandbagged; sandbagging; had a loner and passed",
    ),
    Allowed(
        marked("A hand of nothing but nines and tens is played like any other."),
        "T, obsolete rules",
        "ace no face; no ace no face; farmers hand; all nines and tens; nines and tens; threw in a bad "
        "hand; no face cards; wants a new deal for a bad hand; going under; bottoms",
        when=lambda rules: not rules.farmers_hand,
    ),
)
