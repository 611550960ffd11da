"""What papers of a table show, and the order in which sheets of several cards are set and cut."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeVar

from django.utils.translation import gettext as _

from scoring.ruleset import Ruleset
from tournament.models import Event
from tournament.reports.seating import ChartTable, seating

Card = TypeVar("Card")


@dataclass(frozen=True, slots=True)
class ScoreSheet:
    """A table's blank sheet for one round: who sits where."""

    round: int
    table: ChartTable


def deal_lines(event: Event) -> int:
    """The number of lines a round needs on paper; none if no deals are known."""
    return event.ruleset.deal_rows_to_print


def card_key(rules: Ruleset) -> str:
    """What is written for a deal on a player's card, as these rules score it.

    >>> from scoring.ruleset import PRESETS
    >>> card_key(PRESETS["progressive"])
    'Each deal: points you and your partner made (1, 2 or 4; 5 for your own lone march); X for none'
    """
    values = {rules.made, rules.march, rules.euchre}
    if rules.lone_hands:
        values |= {rules.lone_made, rules.lone_march, rules.lone_euchre, rules.boom_euchre}
    *first, last = [str(value) for value in sorted(values) if value] or ["0"]
    points = _("%(some)s or %(last)s") % {"some": ", ".join(first), "last": last} if first else last
    if rules.lone_march_bonus and rules.lone_hands:
        own = rules.lone_march + rules.lone_march_bonus
        points = _("%(points)s; %(own)s for your own lone march") % {"points": points, "own": own}
    if rules.counts_lost:
        return _("Each deal: points you and your partner lost (%(points)s); X for none") % {"points": points}
    return _("Each deal: points you and your partner made (%(points)s); X for none") % {"points": points}


def score_sheets(event: Event, round_number: int | None = None) -> tuple[ScoreSheet, ...]:
    """The sheets of one round, or of all; by round, then table."""
    return tuple(
        ScoreSheet(round_.number, table)
        for round_ in seating(event).rounds
        for table in round_.tables
        if round_number in (None, round_.number)
    )


def impose(cards: Sequence[Card], up: int) -> tuple[tuple[Card | None, ...], ...]:
    """Arrange the cards on sheets, `up` to a sheet, so that the stack is in order once cut and piled.

    >>> impose([1, 2, 3, 4, 5], 2)
    ((1, 4), (2, 5), (3, None))
    """
    sheets = -(-len(cards) // up)
    padded = [*cards, *[None] * (sheets * up - len(cards))]
    return tuple(tuple(padded[place * sheets + sheet] for place in range(up)) for sheet in range(sheets))
