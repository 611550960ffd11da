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
        "alone; a commandé sans atout; order it up with no trump; order with no trump",
        when=lambda rules: not rules.natural_trump,
    ),
    Allowed(
        marked("The dealer’s partner may order the up-card up without playing alone."),
        "T, the deal",
        "dealer's partner ordered up and did not go alone; partner ordered and did not play alone; partner "
        "has to go alone; partner must go alone",
        when=lambda rules: not rules.partner_must_go_alone,
    ),
    Allowed(
        marked("The dealer may discard any card, the one turned up as well."),
        "T is silent; director",
        "discarded the card that was turned up; discarded the up-card; buried the up-card; threw the "
        "up-card away; threw away the turned card; discard what was turned up; discarded a trump; discarded "
        "an ace; a écarté la retourne",
    ),
    Allowed(
        marked("You need not play higher than the others."),
        "T, answers",
        "did not play higher; didn't play a higher card; could have beaten; must beat; did not beat; did "
        "not take the trick; could have won the trick; held the right bower back; kept the right; threw a "
        "low card; have to beat; beat my partner’s card; beat my partners card",
    ),
    Allowed(
        marked("Whoever has no card of the suit led plays any card and need not trump."),
        "E; S, play",
        "did not trump; didn't trump it; could have trumped; would not trump; threw off; threw off suit; "
        "refused to trump; has to trump; had no card of the suit; could not follow; n'a pas coupé; have to "
        "trump; does he have to trump; has to trump if",
    ),
    Allowed(
        marked("The left bower is a trump: it need not be played to its printed suit."),
        "T, answers",
        "kept the left bower; left bower not played on its printed suit; left bower when its own suit was "
        "led; did not play the left on its own color; jack of the same color not played",
    ),
    Allowed(
        marked("Any card may be led, a trump as well."),
        "E; S, play",
        "can you lead trump; may lead trump; can led trump; allowed to lead trump; opened with trump; led "
        "back the same suit",
    ),
    Allowed(
        marked("The lone player’s partner may gather the tricks."),
        "T, the deal",
        "partner gathered the tricks of a loner; loner's partner took in the tricks; partner pulled in the "
        "tricks; partner retrieves the tricks",
        when=loners,
    ),
    Allowed(
        marked("The dealer may just take the card up or turn it down, without a word."),
        "T, the deal",
        "dealer said nothing; dealer did not say anything; dealer just picked it up; picked up without a "
        "word; turned it down without a word; dealer only turned it down",
    ),
    Allowed(
        marked("A player may order up only to stop the other side from playing alone."),
        "T, answers",
        "blocked; ordered up to block; ordered up to stop; blocked my loner; donated; blocking; donation",
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
