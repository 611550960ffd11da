"""Every value of a ruleset a director can set: its words, bounds, source, and when it matters at all.

Forms, the rule card and the validation of a ruleset all read this one table.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from scoring.ruleset import Ruleset

Value = int | str | bool | None


def _always(rules: Ruleset) -> bool:
    return True


def _won(rules: Ruleset) -> bool:
    return rules.points_are == "won"


def _lost(rules: Ruleset) -> bool:
    return rules.points_are == "lost"


def _alone(rules: Ruleset) -> bool:
    return rules.lone_hands


def _farmers(rules: Ruleset) -> bool:
    return rules.family != "L"


def _bonus(rules: Ruleset) -> bool:
    return rules.lone_hands and rules.points_are == "won"


@dataclass(frozen=True, slots=True)
class Setting:
    """One value of a ruleset, described for people.

    ``choices`` are (value, label) pairs; where there are none the value is a whole number from ``low`` to
    ``high`` (or ``None`` where ``optional``). ``source`` cites the text the rule comes from.
    """

    name: str
    title: str
    help: str
    source: str
    choices: tuple[tuple[Value, str], ...] = ()
    low: int = 0
    high: int = 10
    optional: bool = False
    when: Callable[[Ruleset], bool] = _always

    @property
    def kind(self) -> str:
        """``"choice"``, ``"yes-no"`` or ``"int"``: which form field suits."""
        if not self.choices:
            return "int"
        return "yes-no" if isinstance(self.choices[0][0], bool) else "choice"

    def applies(self, rules: Ruleset) -> bool:
        """Whether the value makes any difference in these rules."""
        return self.when(rules)

    def accepts(self, value: object) -> bool:
        """Whether ``value`` is one this setting can have, of exactly the right type.

        >>> [SETTING["march"].accepts(value) for value in (2, 11, True, "2")]
        [True, False, False, False]
        """
        if value is None:
            return self.optional
        if self.choices:
            return any(value == known and type(value) is type(known) for known, _ in self.choices)
        return isinstance(value, int) and not isinstance(value, bool) and self.low <= value <= self.high

    def label(self, value: Value) -> str:
        """The value in words.

        >>> SETTING["all_pass"].label("stick"), SETTING["target"].label(None), SETTING["march"].label(2)
        ('the dealer must name a suit', 'none', '2')
        """
        words = dict(self.choices)
        return words.get(value, "none" if value is None else str(value))

    @property
    def expected(self) -> str:
        """What the value may be, for an error sentence."""
        if self.choices:
            return "one of " + ", ".join(str(value) for value, _ in self.choices)
        return f"a whole number from {self.low} to {self.high}" + (" or nothing" if self.optional else "")


_YES_NO: tuple[tuple[Value, str], ...] = ((True, "yes"), (False, "no"))

SETTINGS: tuple[Setting, ...] = (
    Setting("deck", "Cards in the pack", "24 cards from the nine up, or 32 from the seven up.", "T; E",
            choices=((24, "24 cards, nines up"), (32, "32 cards, sevens up"))),
    Setting("deals_per_round", "Deals in a round", "Leave empty where a round is a game to a target.", "T; E",
            low=1, high=24, optional=True),
    Setting("target", "Points that end a round", "Leave empty where a round is a number of deals.", "T; L; J",
            low=1, high=50, optional=True),
    Setting("points_are", "Points are", "Whether a side wants points or wants to avoid them.", "T; S; J",
            choices=(("won", "won"), ("lost", "lost"))),
    Setting("made", "Makers, three or four tricks", "Points for the makers (where points are lost: against "
                                                    "them).",
            "T; S; J"),
    Setting("march", "Makers, all five tricks", "Points for a march (where points are lost: against the "
                                                "makers).",
            "T; S; J"),
    Setting("lone_made", "Alone, three or four tricks", "Team points for a lone hand that does not march.",
            "T; S", when=_alone),
    Setting("lone_march", "Alone, all five tricks", "Team points for a lone march.", "T; S", when=_alone),
    Setting("lone_march_bonus", "Extra for the lone player",
            "Added to the score of the player who marched alone, not to his partner's.", "T",
            choices=((1, "1 more than his partner"), (0, "the same as his partner")), when=_bonus),
    Setting("euchre", "Euchre", "Points for the defenders when the makers take one or two tricks (where "
            "points are lost: against the defenders).", "T; S; J"),
    Setting("boom_euchre", "Euchre without a trick", "The same, when the makers take no trick at all.",
            "T; J"),
    Setting("lone_euchre", "Lone hand euchred", "Points for the defenders; halls give 2, 3 or 4.", "T; S",
            when=_alone),
    Setting("lone_hands", "Playing alone", "May anybody play without his partner?", "T; S; E",
            choices=_YES_NO),
    Setting("supreme", "Supreme", "The maker who takes all five tricks himself loses the game for his side.",
            "J", choices=_YES_NO, when=_lost),
    Setting("defend_alone", "Defending alone", "May an opponent of a lone hand play alone against it?", "T",
            choices=_YES_NO, when=_alone),
    Setting("all_pass", "When everybody passes twice", "What happens at the end of the second round of "
                                                       "bidding.",
            "T; S; J", choices=(("stick", "the dealer must name a suit"), ("redeal",
                                                                           "the same dealer deals again"),
                                ("pass", "the hand is thrown in and the deal passes"))),
    Setting("partner_must_go_alone", "Dealer's partner ordering up plays alone",
            "The dealer's partner can take the turned suit only by playing alone.", "E", choices=_YES_NO,
            when=_alone),
    Setting("natural_trump", "Natural trump", "The dealer may take the card up only with another of its "
                                              "suit.",
            "E; T", choices=_YES_NO),
    Setting("misdeal", "After a misdeal", "Who deals next when the cards were wrongly dealt.", "T; L VI, XI",
            choices=(("redeal", "the same dealer deals again"), ("pass", "the deal passes"),
                     ("second-passes", "the same dealer once more, then the deal passes"))),
    Setting("void_uses_slot", "A void deal counts as a deal", "If not, the next dealer replays it.",
            "director's choice", choices=_YES_NO),
    Setting("lone_maker_renege", "Lone player reneges himself", "Points to the defenders.", "T; S",
            choices=((4, "4, as for any renege in a lone hand"), (2, "2, as in a normal deal")), when=_bonus),
    Setting("penalised_cannot_count", "A side that is penalised scores nothing else in that deal",
            "What it won in the deal is struck whenever it gives away points.", "L XXXIV",
            choices=_YES_NO, when=_won),
    Setting("farmers_hand", "Farmer's hand", "A hand of nothing but nines and tens may be thrown in.", "T",
            choices=_YES_NO, when=_farmers),
    Setting("claim_limit", "A renege can be claimed", "How long the players may ask for the penalty.",
            "T; L XXVI",
            choices=(("signed", "until the round is signed"), ("next-cut", "until the next deal is cut"))),
    Setting("first_dealer", "First dealer", "Cards are dealt face up until this one falls.", "T; E; J",
            choices=(("first jack", "the first jack"), ("first black jack", "the first black jack"),
                     ("first red nine", "the first red nine"))),
)  # fmt: skip

SETTING: dict[str, Setting] = {setting.name: setting for setting in SETTINGS}
