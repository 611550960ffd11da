"""The movements to choose from, the choices when the published seating no longer fits, and how good a
chart is that a director brings.

A first check while choosing. Only `rotation` decides whether a movement can be drawn.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournament.models import Draft, Event, Player
from tournament.reports.seating_page import in_range
from tournament.rotation import bounds
from tournament.rotation.chart_text import MOST_NAMED, ChartProblem
from tournament.rotation.movements import MOVEMENTS, SEATING, Movement
from tournament.rotation.plan import Plan
from tournament.rotation.planners.seats import STEPS, rounds_without_repeat
from tournament.rotation.quality import RELATIONS, judge
from tournament.state.attendance import (
    TABLE_NEEDS,
    EventProgress,
    event_progress,
    helpers_from,
    mismatch_since,
    players_placed_in,
    plays_in,
)
from tournament.state.cards import CardsInHall, CardsOutOfDate
from tournament.state.next_round import round_to_seat_after
from tournament.state.seating import (
    ChangedSeating,
    FittedChart,
    HelperChairs,
    SeatingAtOdds,
    fitted_chart,
    helper_chairs,
)
from tournament.state.wishes import Wishes, wishes_of
from tournament.words.names import with_number

Way = Draft.Way
HELPERS = "helpers"  # the choice that helpers take chairs, or give up theirs
NOTES_NAMED = 12


class Offer(NamedTuple):
    """A movement to choose. `fits` the players present; `warning` may be empty."""

    movement: Movement
    fits: bool
    warning: str


def judged_movements(event: Event, first: int = 1) -> tuple[Offer, ...]:
    """All movements that can be drawn, judged for the players of round `first`; in two queries."""
    count = sum(plays_in(player, first) for player in event.players.all())
    wished = wishes_of(event).any_asked
    rounds = event.round_count - first + 1
    hidden = event.hidden_rounds
    return tuple(_offer(movement, count, rounds, wished, hidden) for movement in SEATING.values())


def _offer(movement: Movement, count: int, rounds: int, wished: bool, hidden: int) -> Offer:
    by_seats = movement.key in STEPS
    misfit = _misfit(movement, count) if count >= 4 else ""
    if misfit:
        return Offer(movement, False, misfit)
    by_results = movement.needs_winners or (movement.needs_standings and movement.one_by_one)
    if wished and (by_seats or by_results):
        return Offer(
            movement, False, _("It can’t take requests into account: remove them first, or choose another.")
        )
    if by_seats and count >= 4:
        return Offer(movement, True, _repeats(movement.key, count // TABLE_NEEDS, rounds))
    if movement.needs_standings and hidden > 1:
        message = _("The standings are hidden in the last rounds, but the tables show who is ahead.")
        return Offer(movement, True, message)
    if wished and movement.last_alone:
        return Offer(
            movement, True, _("The last round goes by the standings alone: requests do not count there.")
        )
    return Offer(movement, True, "")


def _misfit(movement: Movement, count: int) -> str:
    message = _("It does not fit %(count)d players; %(below)d or %(above)d would fit.")
    below = count - count % TABLE_NEEDS
    if movement.key in STEPS and count % TABLE_NEEDS:
        return message % {"count": count, "below": below, "above": below + 4}
    if movement.partners_stay and count % 2:
        return message % {"count": count, "below": count - 1, "above": count + 1}
    return ""


def _repeats(key: str, tables: int, rounds: int) -> str:
    """Warn from which round on people meet again; empty if they don't."""
    partners, anybody = rounds_without_repeat(key, tables)
    if partners < rounds:
        message = _("With so many tables partners come together again from round %(again)d on.")
        return message % {"again": partners + 1}
    if anybody < rounds:
        message = _("Nobody has the same partner twice, but people meet again from round %(again)d on.")
        return message % {"again": anybody + 1}
    return ""


class HelperOffer(NamedTuple):
    """So many `helpers`: what it costs in a sentence, the words of its button, whether it is so `now`."""

    helpers: int
    sentence: str
    button: str
    now: bool
    recommended: bool


def helper_offers(event: Event, state: EventProgress) -> tuple[HelperOffer, ...]:
    """The ways to go on with a number of players that is no multiple of four, the recommended first; none if
    the feature is off, nothing is left to seat, or all tables are full without a helper."""
    if not event.has["helpers"] or event.is_finished:
        return ()
    first = state.next_to_seat
    count = helpers_from(event.players.all(), first)
    if first > event.round_count or not count.players or not (count.needed or count.helping):
        return ()
    return tuple(
        HelperOffer(
            helpers,
            _helpers_cost(helpers, count.sitting_out),
            _helpers_button(helpers),
            now=helpers == count.helping,
            recommended=helpers == count.recommended,
        )
        for helpers in dict.fromkeys((count.recommended, 0, count.needed))
    )


def _helpers_cost(helpers: int, sitting_out: int) -> str:
    if helpers:
        return ngettext(
            "%(n)d helper plays: nobody sits out. The helper isn’t in the standings.",
            "%(n)d helpers play: nobody sits out. Helpers aren’t in the standings.",
            helpers,
        ) % {"n": helpers}
    if not sitting_out:
        return _("All tables are full without a helper.")
    return ngettext("%(n)d player sits out each round.", "%(n)d players sit out each round.", sitting_out) % {
        "n": sitting_out
    }


def _helpers_button(helpers: int) -> str:
    if not helpers:
        return _("Play without a helper")
    return ngettext("Let %(n)d helper play", "Let %(n)d helpers play", helpers) % {"n": helpers}


@dataclass(frozen=True, slots=True)
class SeatingChoice:
    """One choice. `figures` are P, O and M of the whole evening, `sit_outs` how often a player sits out; they
    and `cards` are missing until a plan is drawn. `why` says why it is impossible, `draft` is the key of a
    drawn plan."""

    way: str
    title: str
    text: str
    figures: tuple[int, ...] | None
    cards: CardsOutOfDate | None
    sit_outs: str = ""
    why: str = ""
    draft: str = ""
    empty_chairs: int = 0
    recommended: bool = False  # of those that have figures: fewest empty chairs, then fewest repeats
    from_results: bool = False  # seated anew from the results of the round before
    starts_again: bool = False  # nothing is played, so everything can be drawn as at first
    wastes: int = 0  # how many cards all have to be printed anew for it, if they have been printed

    @property
    def new_cards(self) -> int:
        return len(self.cards.numbers) if self.cards else self.wastes


class SeatingChoices(NamedTuple):
    """Who came and went, from which round on the seating does not fit, and the choices."""

    sentence: str
    first: int
    rounds: int
    movement: str
    choices: tuple[SeatingChoice, ...]
    helper_offers: tuple[HelperOffer, ...]


def seating_choices(event: Event, odds: SeatingAtOdds, first_drawn: int) -> SeatingChoices:
    """The choices. A redraw takes seconds, so it has figures only once it is a draft; of several the best is
    offered, so that drawing again never makes the choice worse.

    `first_drawn` is the round from which a new draw would start.
    """
    hall = CardsInHall(event)
    few, stay = (odds.changed(way) for way in (Way.FEWEST_CARDS, Way.NOBODY_MOVES))
    shown = [_changed(few, odds, hall), _changed(stay, odds, hall)]
    state = event_progress(event)
    fresh = MOVEMENTS[event.movement].plans_ahead and state.nothing_reported
    if few.rounds is not None and few.rounds == stay.rounds:
        del shown[0]  # the same seating: say the stronger thing only
    elif event.has["helpers"] and stay.gaps > 1:
        del shown[1]  # a table short is enough: helpers fill seats, or a table is given up
    offers = helper_offers(event, state)
    if chairs := helper_chairs(event, odds.mismatch):
        shown.append(_helped(chairs))
        offers = tuple(one for one in offers if not one.now and one.helpers != chairs.count.needed)
    return SeatingChoices(
        odds.mismatch.sentence(),
        odds.situation.first,
        len(odds.situation.rounds),
        event.movement,
        _marked(((_start_again(event, hall) if fresh else _redraw(event, first_drawn)), *shown)),
        offers,
    )


def _marked(choices: tuple[SeatingChoice, ...]) -> tuple[SeatingChoice, ...]:
    """Recommend one, once there is something to compare: a helper, full tables, then few repeats. Those that
    leave more chairs empty come last."""
    choices = tuple(sorted(choices, key=lambda choice: (not choice.recommended, choice.empty_chairs)))
    if choices[0].recommended:
        return choices
    if any(choice.starts_again for choice in choices):
        return tuple(replace(one, recommended=one.starts_again and not one.wastes) for one in choices)
    known = [(choice.empty_chairs, choice.figures) for choice in choices if choice.figures is not None]
    if len(set(known)) < 2:
        return choices
    best = min(known)
    return tuple(replace(one, recommended=(one.empty_chairs, one.figures) == best) for one in choices)


def _helped(chairs: HelperChairs) -> SeatingChoice:
    takes = _("%(name)s takes the seat of %(other)s.")
    named = [
        (with_number(who.name, who.number) if who else _("A helper"), with_number(absent.name, absent.number))
        for absent, who in chairs.pairs
    ]
    coming = chairs.pairs[0][1] is not None
    title = _("A helper gives up the seat") if coming else _("A helper fills the seat")
    lines = [takes % {"name": name, "other": other} for name, other in named]
    lines.append(_("Nobody else moves, and nobody sits out."))
    if not coming:
        lines.append(_("Helpers aren’t in the standings."))
    text = " ".join(lines)
    return SeatingChoice(HELPERS, title, text, None, None, recommended=chairs.recommended)


def _start_again(event: Event, hall: CardsInHall) -> SeatingChoice:
    """Everybody needs a new card then; that is said where cards have been printed."""
    here = event.players.by_status().get(Player.Status.HERE, 0)
    title = _("Nothing has been played: start again with %(n)d") % {"n": here}
    text = _("All rounds are drawn again for everybody who is here, with as few repeats as at first.")
    if printed := len(hall.printed):
        text += " " + ngettext(
            "%(n)d card that is printed is of no use then.",
            "%(n)d cards that are printed are of no use then.",
            printed,
        ) % {"n": printed}
        return SeatingChoice(Way.DRAWN, title, text, None, None, starts_again=True, wastes=here)
    return SeatingChoice(Way.DRAWN, title, text, None, None, starts_again=True)


def _redraw(event: Event, first_drawn: int) -> SeatingChoice:
    title = _("Redraw the remaining rounds")
    if not MOVEMENTS[event.movement].plans_ahead and round_to_seat_after(event) is not None:
        text = _("The round is seated again from the results of the round before it. Many players move.")
        return SeatingChoice(Way.DRAWN, title, text, None, None, from_results=True)
    text = _("A new search for few repeats and even sit-outs. Most players need a new card.")
    drawn = _drawn(event, first_drawn)
    if not drawn:
        return SeatingChoice(Way.DRAWN, title, text, None, None)
    draft = min(drawn, key=_figures)  # the newest of equals
    if len(drawn) > 1:
        text += " " + _("The best of %(count)d draws.") % {"count": len(drawn)}
    plan = Plan.from_dict(draft.plan)
    cards = CardsInHall(event, draft.movement).changed_by(plan.rounds, draft.from_round)
    counted = draft.quality["sit_outs"]
    return SeatingChoice(
        Way.DRAWN,
        title,
        text,
        _figures(draft),
        cards,
        in_range(counted["min"], counted["max"]),
        draft=draft.key,
    )


def _drawn(event: Event, first: int) -> list[Draft]:
    """The draws that still fit, the newest first; only those that were asked the same as it was."""
    players = list(event.players.all())
    drafts: list[Draft] = []
    for draft in event.drafts.filter(former=False, way=Way.DRAWN, from_round=first):
        rounds = dict(enumerate(Plan.from_dict(draft.plan).rounds, start=first))
        fits = mismatch_since(players, players_placed_in(rounds)) is None
        if fits and (not drafts or _asked_alike(draft, drafts[0])):
            drafts.append(draft)
    return drafts


def _asked_alike(draft: Draft, other: Draft) -> bool:
    return draft.movement == other.movement and Wishes.from_dict(draft.wishes).same_as(
        Wishes.from_dict(other.wishes)
    )


def _figures(draft: Draft) -> tuple[int, ...]:
    return tuple(draft.quality[relation] for relation in RELATIONS)


def _changed(change: ChangedSeating, odds: SeatingAtOdds, hall: CardsInHall) -> SeatingChoice:
    if change.way == Way.FEWEST_CARDS:
        title, text = _("Fewest new cards"), _few_words()
    else:
        title, text = _("Nobody else moves"), _stay_words(change)
    if change.rounds is None or change.quality is None:
        return SeatingChoice(change.way, title, text, None, None, why=change.why)
    cards = hall.changed_by(change.rounds, change.first)
    fewest, most = change.quality.sit_outs
    sit_outs = in_range(fewest, most)
    least, least_most = odds.even_sit_outs(change.rounds)
    if most - fewest > least_most - least:
        sit_outs = _("%(range)s; %(least)s is possible by redrawing") % {
            "range": sit_outs,
            "least": in_range(least, least_most),
        }
    return SeatingChoice(
        change.way, title, text, change.quality.key, cards, sit_outs, empty_chairs=change.empty_chairs
    )


def _few_words() -> str:
    return _(
        "Free seats go to those who sit out, four who sit out make a new table, and a table that can’t be "
        "filled is given up."
    )


def _stay_words(change: ChangedSeating) -> str:
    if not change.empty_chairs:
        return _("Whoever is new takes the free seat, round by round.")
    return ngettext(
        "A seat stays empty at %(count)d table: the three others play and score.",
        "A seat stays empty at %(count)d tables: the three others play and score.",
        change.empty_chairs,
    ) % {"count": change.empty_chairs}


class ChartFigure(NamedTuple):
    """One relation: how much repeats by the chart, by ours (None: none is stored for so many), at least."""

    title: str
    theirs: int
    ours: int | None
    least: int
    verdict: str


@dataclass(frozen=True, slots=True)
class ChartAppraisal:
    """What a director is told before a chart becomes a draft. `more` problems or notes are not named."""

    chart: FittedChart
    problems: Sequence[ChartProblem]
    more_problems: int
    notes: Sequence[ChartProblem]
    more_notes: int
    figures: tuple[ChartFigure, ...]

    @property
    def usable(self) -> bool:
        return not self.problems

    @property
    def compared(self) -> int:
        """How many rounds the figures are about."""
        return len(self.chart.rounds)

    @property
    def left_over(self) -> int:
        """How many rounds of the chart are not played."""
        return max(0, self.chart.given - self.chart.needed)


def appraise(event: Event, text: str) -> ChartAppraisal:
    """Check a chart for this event, and judge it beside the program's own; writes nothing."""
    chart = fitted_chart(event, text)
    return ChartAppraisal(
        chart,
        chart.problems[:MOST_NAMED],
        max(0, len(chart.problems) - MOST_NAMED),
        chart.notes[:NOTES_NAMED],
        max(0, len(chart.notes) - NOTES_NAMED),
        _chart_figures(chart) if chart.rounds else (),
    )


def _chart_figures(chart: FittedChart) -> tuple[ChartFigure, ...]:
    quality = judge(chart.rounds, players=chart.players)
    ours = bounds.best_known(len(chart.players), len(chart.rounds))
    titles = (_("Repeated partners"), _("Repeated opponents"), _("Repeated meetings at a table"))
    return tuple(
        ChartFigure(title, theirs, own, least, _verdict(theirs, own))
        for title, theirs, own, least in zip(
            titles, quality.key, ours or (None,) * len(RELATIONS), quality.least.key, strict=True
        )
    )


def _verdict(theirs: int, ours: int | None) -> str:
    if ours is None:
        return ""
    if theirs == ours:
        return _("same as our chart")
    if theirs < ours:
        return _("%(fewer)d fewer than our chart") % {"fewer": ours - theirs}
    return _("%(more)d more than our chart") % {"more": theirs - ours}
