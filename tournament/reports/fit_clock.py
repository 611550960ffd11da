"""Whether the evening ends later than it should at the pace of its rounds, and what can be done about it,
each offer with what it costs."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, time, timedelta
from itertools import groupby
from typing import Any, NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournament.models import Event, Round
from tournament.registry import actions
from tournament.registry.actions import BEGUN, CLOSED
from tournament.registry.event_settings import BETWEEN_ROUNDS
from tournament.rotation.movements import MOVEMENTS
from tournament.rotation.quality import judge, pairs
from tournament.state.attendance import event_progress, published_plans
from tournament.state.clock import MINUTE, Pace, breaks_of

FEWER, CLOCK, DEALS, ALL_DEALS = "round", "clock", "deals", "all-deals"
SAVING = ("round_count", "round_minutes")  # settings that make an evening shorter


@dataclass(frozen=True, slots=True)
class TimeSaver:
    """What can be done: `value` is the new number of rounds, of minutes of a round, or of deals.

    In words: what it is, its cost first among the `consequences`, its button, and what was done by it.
    """

    code: str
    value: int
    words: str
    consequences: tuple[str, ...]
    submit: str
    done: str

    @property
    def cost(self) -> str:
        return self.consequences[0]


class Lateness(NamedTuple):
    """The evening should stop at `stops` and ends about `ends`: in time if `is_late` is not set.

    `taken` says what was done about it so far, and `back` offers all deals again; `offers` may be empty.
    """

    stops: datetime
    ends: datetime
    taken: tuple[str, ...]
    offers: tuple[TimeSaver, ...] = ()
    is_late: bool = False
    back: TimeSaver | None = None


def lateness(event: Event, at: datetime) -> Lateness | None:
    """How late it gets, seen from `at`, with what was done about it counted in; None where nobody set an end,
    or the evening ends in time by itself."""
    if not event.stops_at or event.status != Event.Status.PLAYING or not event.has["clock"]:
        return None
    progress = event_progress(event)
    pace, before = _pace(event, progress.statuses)
    stops, ends = _on_the_day(event, event.stops_at), pace.ends(at)
    if ends is None or len(pace.closed) == event.round_count:
        return None
    taken, back = _what_was_done(event, before), _all_deals(event, len(pace.closed))
    if ends - stops < MINUTE:
        return Lateness(stops, ends, taken, back=back) if taken else None
    offers = (
        _one_round_fewer(event, progress.last_begun),
        _fewer_deals(event, pace, stops, at, progress.last_begun),
        _shorter_rounds(event, pace, stops, at),
    )
    offered = tuple(offer for offer in offers if offer is not None)
    return Lateness(stops, ends, taken, offered, is_late=True, back=back)


def fewer_deals_told(event: Event) -> str:
    """Which rounds have fewer deals than the rules say, in a sentence or more; empty if none has."""
    alike = ((deals, [*same]) for deals, same in groupby(range(1, event.round_count + 1), event.deals_in))
    sentences = (
        ngettext(
            "Round %(first)d: %(deals)d deals.", "Rounds %(first)d to %(last)d: %(deals)d deals.", len(rounds)
        )
        % {"first": rounds[0], "last": rounds[-1], "deals": deals}
        for deals, rounds in alike
        if deals
    )
    return " ".join(sentences)


def _pace(event: Event, statuses: Mapping[int, str]) -> tuple[Pace, dict[str, int | None]]:
    """The pace of the rounds closed one after the other, from when each was closed last; and what `SAVING`
    settings were before the evening was first shortened by them."""
    codes = [action.code for action in (*CLOSED, *BEGUN, actions.EVENT_CHANGED)]
    entries = event.audit_entries.filter(action__in=codes).order_by("pk")
    # Seated at home in the afternoon, round 1 still begins when the evening does.
    starts = _on_the_day(event, event.starts_at) if event.starts_at else None
    closed: dict[int, datetime] = {}
    changes: list[tuple[int, dict[str, Any]]] = []  # of SAVING settings, after how many closed rounds
    published = None
    for code, facts, moment in entries.values_list("action", "facts", "at"):
        if code.startswith("round."):
            closed[facts["number"]] = moment
        elif code != actions.EVENT_CHANGED.code:
            published = moment
        elif closed or (published and starts and moment >= starts):
            changes += [
                (len(closed), change)
                for change in facts["changes"]
                if change.get("what") in SAVING and (closed or change["was"])  # not the evening's first clock
            ]
    before: dict[str, int | None] = {}
    planned_from = 1
    for after, change in changes:
        if change["what"] == "round_minutes":
            planned_from = after + 2  # the round in play has the clock that it began with
        if _is_less(change["now"], change["was"]):
            before.setdefault(change["what"], change["was"])
    ends = []
    for number in range(1, event.round_count + 1):
        if statuses.get(number) != Round.Status.CLOSED or number not in closed:
            break
        ends.append(closed[number])
    pace = Pace(
        event.round_count,
        tuple(ends),
        breaks_of(event),
        max(starts, published) if starts and published else None,
        (event.round_minutes + BETWEEN_ROUNDS) * MINUTE if event.round_minutes else None,
        planned_from,
        {number: event.share_of(number) for number in range(1, event.round_count + 1)},
        BETWEEN_ROUNDS * MINUTE,
    )
    return pace, before


def _on_the_day(event: Event, typed: str) -> datetime:
    """The moment of a time of day; one before the start is after midnight."""
    moment = datetime.combine(event.date, time.fromisoformat(typed), event.zone)
    return moment + timedelta(days=1) if event.starts_at and typed < event.starts_at else moment


def _is_less(now: int | None, was: int | None) -> bool:
    """Whether a setting was made less; None is no limit."""
    return now is not None and (was is None or now < was)


def _what_was_done(event: Event, before: Mapping[str, int | None]) -> tuple[str, ...]:
    """What makes the evening shorter than it was `before`, in sentences."""
    sentences = {
        "round_count": _("%(now)d rounds instead of %(was)d."),
        "round_minutes": _("%(now)d minutes for each round instead of %(was)d."),
    }
    now = {what: getattr(event, what) for what in before}
    done = {what: {"now": now[what], "was": was} for what, was in before.items() if _is_less(now[what], was)}
    told = fewer_deals_told(event)
    return tuple(
        sentences[what] % facts if facts["was"] else _("%(now)d minutes for each round.") % facts
        for what, facts in sorted(done.items())
    ) + ((told,) if told else ())


def _one_round_fewer(event: Event, begun: int) -> TimeSaver | None:
    """The last round left out, unless it has begun or the standings decide who sits where in it."""
    fewer, movement = event.round_count - 1, MOVEMENTS[event.movement]
    if fewer < max(begun, 1, event.ranked_from, event.hidden_rounds + 1) or movement.last_alone:
        return None
    cost = _what_it_costs(event) if movement.plans_ahead else _("Everybody plays one round less.")
    papers = _("Pages and papers have %d rounds at once. On cards already printed, cross out the last round.")
    return TimeSaver(
        FEWER,
        fewer,
        _("Play %(n)d rounds instead of %(were)d") % {"n": fewer, "were": event.round_count},
        (cost, papers % fewer, _("The round left out does not come back.")),
        _("Leave out a round"),
        _("The evening has %d rounds now.") % fewer,
    )


def _what_it_costs(event: Event) -> str:
    """What the seating loses with its last round, in a sentence or two."""
    plans = tuple(published_plans(event).values())
    before, after = pairs(plans), pairs(plans[:-1])
    words = _(
        "%(partners)d different pairs of partners instead of %(were_partners)d, and %(opponents)d different "
        "pairs of opponents instead of %(were_opponents)d."
    ) % {
        "partners": len(after.partners),
        "were_partners": len(before.partners),
        "opponents": len(after.opponents),
        "were_opponents": len(before.opponents),
    }
    fewest, most = judge(plans[:-1]).sit_outs
    if not most:
        return words
    if fewest == most:
        return words + " " + _("Everybody sits out equally often.")
    return words + " " + _("Players sit out %(fewest)d to %(most)d times.") % {"fewest": fewest, "most": most}


def _fewer_deals(event: Event, pace: Pace, stops: datetime, at: datetime, begun: int) -> TimeSaver | None:
    """Fewer deals in each round that has not begun; a rehearsal plays itself, with all of them."""
    usual = event.ruleset.deals_per_round
    deals = pace.deals_that_fit(at, stops, usual, begun) if usual and not event.is_rehearsal else None
    if usual is None or deals is None:
        return None
    were = [event.deals_in(number) or usual for number in range(1, event.round_count + 1)]
    then = sum(were[:begun]) + deals * len(were[begun:])
    cost = _("%(n)d deals in all instead of %(were)d, and the last rounds weigh less in the standings.")
    announce = _(
        "Announce it before round %(n)d: cards and score sheets already printed say %(usual)d deals."
    )
    return TimeSaver(
        f"{DEALS}-{deals}",
        deals,
        _("Play %(n)d deals instead of %(were)d in the rounds to come") % {"n": deals, "were": were[-1]},
        (
            cost % {"n": then, "were": sum(were)},
            announce % {"n": begun + 1, "usual": usual},
            _("Phones, the big screen, and papers printed from now on say %d deals.") % deals,
            _("You can go back to %d deals.") % usual,
        ),
        _("Play %d deals") % deals,
        _("The rounds to come have %d deals now.") % deals,
    )


def _all_deals(event: Event, closed: int) -> TimeSaver | None:
    """All deals again in each round that is not closed, if one of them has fewer."""
    usual = event.ruleset.deals_per_round
    if usual is None or not any(event.deals_in(n) for n in range(closed + 1, event.round_count + 1)):
        return None
    words = _("Go back to %d deals") % usual
    told = _("Every round that is not closed has %d deals again. Sheets already typed stay as they are.")
    return TimeSaver(
        ALL_DEALS, usual, words, (told % usual,), words, _("The rounds have %d deals again.") % usual
    )


def _shorter_rounds(event: Event, pace: Pace, stops: datetime, at: datetime) -> TimeSaver | None:
    """A clock for the rounds left, if it is shorter than what they take now."""
    minutes, takes = pace.minutes_that_fit(at, stops), pace.of_a_round
    if minutes is None or takes is None or (event.round_minutes or minutes + 1) <= minutes:
        return None
    cost = _("A round takes %(now)d minutes now, with changing tables; it would have %(then)d.") % {
        "now": takes // MINUTE,
        "then": minutes + BETWEEN_ROUNDS,
    }
    return TimeSaver(
        CLOCK,
        minutes,
        _("Set the clock to %(n)d minutes for each round left") % {"n": minutes},
        (cost, _("Start it as always: it has these minutes already. The agenda follows.")),
        _("Set the clock"),
        _("The clock of the next rounds has %d minutes.") % minutes,
    )
