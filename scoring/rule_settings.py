"""Every value of a ruleset a director can set: its words, bounds, source, and when it matters at all.

Forms, the rule card and the validation of a ruleset all read this one table.
"""

from dataclasses import dataclass
from enum import StrEnum

from scoring.sentences import MINUS, Sentence, marked

Value = int | str | bool | None
NORTH_DEALS_FIRST = "North deals first"
MOST_POINTS = 999  # of a side in a round
BOUNDS = ("least", "most", "sum")  # values that a snapshot has only if no deals are known
USUALLY = {"renege": 2, "renege_lone": 4}  # values that a snapshot has only if they are others


class PointsAre(StrEnum):
    """Whether a side wants points (they are won) or avoids them (they are lost)."""

    WON = "won"
    LOST = "lost"


class When(StrEnum):
    """What has to hold in a ruleset for one of its values to make any difference."""

    ALWAYS = "always"
    DEALS = "deals"  # a round is made of them
    NO_DEALS = "no-deals"  # tables hand in two totals
    POINTS_LOST = "points-lost"
    LONE_HANDS = "lone-hands"
    LONE_BONUS = "lone-bonus"  # a lone march can be worth an extra point
    NUMBERED_DEALS = "numbered-deals"  # a round ends after so many
    FARMERS_HANDS = "farmers-hands"  # the texts behind the rules know them
    POINTS_WON = "points-won"  # and a round is made of deals


@dataclass(frozen=True, slots=True)
class Setting:
    """One value of a ruleset, described for people.

    ``choices`` are (value, label) pairs; if there are none the value is a whole number from ``low`` to
    ``high`` (or ``None`` where ``optional``).
    Which text says which value is in ``rule_sources``.
    """

    name: str
    title: Sentence
    help: Sentence
    choices: tuple[tuple[Value, Sentence], ...] = ()
    low: int = 0
    high: int = 10
    optional: bool = False
    when: When = When.DEALS

    @property
    def kind(self) -> str:
        """``"choice"``, ``"yes-no"`` or ``"int"``: which form field suits."""
        if not self.choices:
            return "int"
        return "yes-no" if all(isinstance(value, bool) for value, _ in self.choices) else "choice"

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
        words: dict[Value, str] = dict(self.choices)
        return words.get(value, marked("none") if value is None else _in_figures(value))

    @property
    def expected(self) -> Sentence:
        """What the value may be, for an error sentence."""
        if self.choices:
            known = ", ".join(str(value) for value, _ in self.choices)
            return marked("one of %(known)s", known=known)
        if self.optional:
            return marked("a whole number from %(low)s to %(high)s or nothing", low=self.low, high=self.high)
        return marked("a whole number from %(low)s to %(high)s", low=self.low, high=self.high)


def _in_figures(value: Value) -> str:
    return f"{MINUS}{-value}" if isinstance(value, int) and value < 0 else str(value)


_YES_NO: tuple[tuple[Value, Sentence], ...] = ((True, marked("yes")), (False, marked("no")))

SETTINGS: tuple[Setting, ...] = (
    Setting(
        "deck",
        marked("Cards in the deck"),
        marked(
            "The Benny, a joker or the two of spades, is the highest trump whatever suit is named: above the "
            "right bower."
        ),
        choices=(
            (24, marked("24 cards, nines up")),
            (25, marked("25 cards, nines up and the Benny")),
            (28, marked("28 cards, eights up")),
            (32, marked("32 cards, sevens up")),
        ),
    ),
    Setting(
        "deals_per_round",
        marked("Deals in a round"),
        marked("Leave empty where a round is a game to a target."),
        low=1,
        high=24,
        optional=True,
    ),
    Setting(
        "target",
        marked("Points that end a round"),
        marked("Leave empty where a round is a number of deals."),
        low=1,
        high=50,
        optional=True,
    ),
    Setting(
        "points_are",
        marked("Points are"),
        marked("Whether a side wants points or wants to avoid them."),
        choices=((PointsAre.WON.value, marked("won")), (PointsAre.LOST.value, marked("lost"))),
        when=When.ALWAYS,
    ),
    Setting(
        "made",
        marked("Makers, three or four tricks"),
        marked("Points for the makers (where points are lost: against them)."),
    ),
    Setting(
        "march",
        marked("Makers, all five tricks"),
        marked("Points for a march (where points are lost: against the makers)."),
    ),
    Setting(
        "lone_made",
        marked("Alone, three or four tricks"),
        marked("Team points for a lone hand that does not march."),
        when=When.LONE_HANDS,
    ),
    Setting(
        "lone_march",
        marked("Alone, all five tricks"),
        marked("Team points for a lone march."),
        when=When.LONE_HANDS,
    ),
    Setting(
        "lone_march_bonus",
        marked("Extra for the lone player"),
        marked("Added to the score of the player who marched alone, not to the partner’s."),
        choices=((1, marked("1 more than the partner")), (0, marked("the same as the partner"))),
        when=When.LONE_BONUS,
    ),
    Setting(
        "euchre",
        marked("Euchre"),
        marked(
            "Points for the defenders when the makers take one or two tricks (where points are "
            "lost: against the defenders)."
        ),
    ),
    Setting(
        "boom_euchre",
        marked("Euchre without a trick"),
        marked("The same, when the makers take no trick at all."),
    ),
    Setting(
        "lone_euchre",
        marked("Lone hand euchred"),
        marked("Points for the defenders; halls give 2, 3 or 4."),
        when=When.LONE_HANDS,
    ),
    Setting(
        "lone_hands",
        marked("Playing alone"),
        marked("May anybody play without the partner?"),
        choices=_YES_NO,
    ),
    Setting(
        "supreme",
        marked("Supreme"),
        marked("A maker who takes all five tricks, the partner none, loses the game for the side."),
        choices=_YES_NO,
        when=When.POINTS_LOST,
    ),
    Setting(
        "defend_alone",
        marked("Defending alone"),
        marked("May an opponent of a lone hand play alone against it?"),
        choices=_YES_NO,
        when=When.LONE_HANDS,
    ),
    Setting(
        "all_pass",
        marked("When everybody passes twice"),
        marked("What happens at the end of the second round of bidding."),
        choices=(
            ("stick", marked("the dealer must name a suit")),
            ("redeal", marked("the same dealer deals again")),
            ("pass", marked("the deal is thrown in, and the next player deals")),
        ),
    ),
    Setting(
        "partner_must_go_alone",
        marked("Dealer’s partner ordering up plays alone"),
        marked("The dealer’s partner can take the turned suit only by playing alone."),
        choices=_YES_NO,
        when=When.LONE_HANDS,
    ),
    Setting(
        "natural_trump",
        marked("Natural trump"),
        marked("Whether a player needs a card of the up-card’s suit in hand to make it trump."),
        choices=(
            (False, marked("no: anybody may accept the up-card")),
            (True, marked("the dealer takes the up-card up only with another card of its suit in hand")),
            (
                "whoever",
                marked("whoever takes the up-card up, or orders it up, needs a card of its suit in hand"),
            ),
        ),
    ),
    Setting(
        "misdeal",
        marked("After a misdeal"),
        marked("Who deals next when the cards were wrongly dealt."),
        choices=(
            ("redeal", marked("the same dealer deals again")),
            ("pass", marked("the next player deals")),
            ("second-passes", marked("the same dealer once more, then the next player deals")),
        ),
    ),
    Setting(
        "void_uses_slot",
        marked("A void deal counts as a deal"),
        marked("If not, the next dealer replays it."),
        choices=_YES_NO,
        when=When.NUMBERED_DEALS,
    ),
    Setting(
        "lone_maker_renege",
        marked("The lone player reneges"),
        marked("Points to the defenders."),
        choices=((4, marked("as for any renege in a lone hand")), (2, marked("as in a normal deal"))),
        when=When.LONE_BONUS,
    ),
    Setting(
        "penalised_cannot_count",
        marked("A side that is penalised scores nothing else in that deal"),
        marked("For offences from the up-card to the last card, after which the deal goes on."),
        choices=_YES_NO,
        when=When.POINTS_WON,
    ),
    Setting(
        "farmers_hand",
        marked("Farmer’s hand"),
        marked("What a player may do whose five cards are all nines and tens."),
        choices=(
            (False, marked("nothing: it is played")),
            (True, marked("before the bidding it is shown, and the same dealer deals again")),
            (
                "after-trump",
                marked("after trump is named, if it holds no trump, the same dealer deals again"),
            ),
            ("going-under", marked("go under: swap three cards with the three at the bottom of the kitty")),
        ),
        when=When.FARMERS_HANDS,
    ),
    Setting(
        "claim_limit",
        marked("A renege can be claimed"),
        marked("How long the players may ask for the penalty."),
        choices=(
            ("signed", marked("until the round is signed")),
            ("next-cut", marked("until the next deal is cut")),
        ),
    ),
    Setting(
        "first_dealer",
        marked("First dealer"),
        marked("How the first deal of a round is decided."),
        choices=(
            ("first jack", marked("the first jack")),
            ("first black jack", marked("the first black jack")),
            ("first red nine", marked("the first red nine")),
            ("lowest card cut", marked("the lowest card cut")),
            ("highest card cut", marked("the highest card cut")),
            (NORTH_DEALS_FIRST, marked("North")),
        ),
    ),
    Setting(
        "renege",
        marked("A renege"),
        marked("Points to the other side in a normal deal."),
        low=1,
        when=When.POINTS_WON,
    ),
    Setting(
        "renege_lone",
        marked("A renege in a lone hand"),
        marked("Points to the other side if somebody plays alone."),
        low=1,
        when=When.LONE_BONUS,
    ),
    Setting(
        "least",
        marked("Least points of a side"),
        marked(
            "What a side has at least in a round; below 0, such as −40, where a failed bid takes points off."
        ),
        low=-MOST_POINTS,
        high=MOST_POINTS - 1,
        optional=True,
        when=When.NO_DEALS,
    ),
    Setting(
        "most",
        marked("Most points of a side"),
        marked("The most a side can have in a round; a higher number is treated as a mistake."),
        low=1,
        high=MOST_POINTS,
        optional=True,
        when=When.NO_DEALS,
    ),
    Setting(
        "sum",
        marked("Both sides together"),
        marked(
            "If both sides’ points always add up to the same number (such as 13 tricks a deal), enter it. "
            "Otherwise leave this blank."
        ),
        low=-2 * MOST_POINTS,
        high=2 * MOST_POINTS,
        optional=True,
        when=When.NO_DEALS,
    ),
)

SETTING: dict[str, Setting] = {setting.name: setting for setting in SETTINGS}
