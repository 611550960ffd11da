"""Rulings for people: the effect of one before it is made, lists for the desk, sheets and player pages,
decisions as everybody may see them, and notes at the desk.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from types import SimpleNamespace
from typing import NamedTuple

from django.db.models import Count, Sum
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from scoring.catalogue import CATALOGUE, WRONG_DEALER
from scoring.deal import Deal, Fate
from scoring.errors import ScoringError
from scoring.offences import By, Offence, Phase
from scoring.rulings import offences_for, search
from scoring.seats import SEATS, SIDES, Seat, Side
from scoring.sentences import joined
from scoring.sheet import Turns
from tournament.models import Adjustment, Event, Player, Ruling, Sheet, Table
from tournament.models.rulings import RulingQuerySet
from tournament.models.seating import SEAT_NAMES, SIDE_NAMES, prefetched_chairs
from tournament.models.sheets import Wrote, written_words
from tournament.reports.standings import Standings, StandingsChange, standings, standings_changes
from tournament.state.attendance import in_a_row
from tournament.state.results import results
from tournament.state.rulings import Consideration, RulingCase, RulingDecision, disqualified_by, read_case
from tournament.state.sheet_scores import (
    ScoredResult,
    TableResult,
    score_of,
    score_result,
    with_former_tie_answer,
    with_tie_answer,
)
from tournament.words.figures import score
from tournament.words.sentences import in_words, words_of

Named = Callable[[str], str]
NOTED = ("player", "made_by", "replaced_by", "adjustment", "event", "table__round")

PHASES: Mapping[Phase, object] = {
    Phase.PLAY: gettext_lazy("Play"),
    Phase.BIDDING: gettext_lazy("Bidding"),
    Phase.DEAL: gettext_lazy("Dealing"),
    Phase.MARKING: gettext_lazy("Marking points"),
    Phase.CONDUCT: gettext_lazy("Conduct"),
}


FREQUENT = 5
USUAL = ("renege", "lead-out-of-turn", "bid-out-of-turn", "misdeal", "table-talk")


class PointsLine(NamedTuple):
    """A number before, or without, a ruling and after it; `before` None: nothing has been reported yet."""

    name: str
    before: int | None
    after: int | None


@dataclass(frozen=True, slots=True)
class RulingEffect:
    """What a decision would change. `problem` says why the sheet cannot be counted with it as it stands, or
    what has to be said first (`waits`); without a sheet there is nothing to compare yet.

    `tied_at` is the score of a tie afterwards: `asks_tie` if somebody has to say who reached it first,
    `tie_says` if that is known. `winner` is who won the round before and after, if that changes.
    `own` is the offender's total of the event, if the ruling takes points off it, `stops` says that it
    disqualifies them, or no longer does; `counted` is the sheet
    as it would be. `asks_written`: what the table wrote for the deal has to be said. `doubts` are about what
    would then be left.
    """

    sides: tuple[PointsLine, ...] = ()
    players: tuple[PointsLine, ...] = ()
    next_dealer: str = ""
    places: tuple[StandingsChange, ...] = ()
    problem: str = ""
    waits: bool = False
    has_sheet: bool = False
    tied_at: int | None = None
    asks_tie: bool = False
    asks_written: bool = False
    doubts: tuple[str, ...] = ()
    tie_says: str = ""
    winner: tuple[str, str] | None = None
    own: PointsLine | None = None
    stops: str = ""
    counted: ScoredResult | None = None


class DealChoice(NamedTuple):
    """A deal that a ruling can be about; `value` is the form's value ("3", or "3.2" for a second attempt).
    `dealer` is None while it is not known who dealt."""

    value: str
    label: str
    deal: Deal | None = None
    dealer: Seat | None = None


class NoOffence(NamedTuple):
    """What was searched for and no rule forbids, with where that stands."""

    text: str
    source: str


def offence_groups(event: Event, text: str = "") -> tuple[tuple[str, tuple[Offence | NoOffence, ...]], ...]:
    """The offences of the event's rules by phase; for a search text, one group of matches."""
    rules = event.ruleset
    if text.strip():
        found = (
            one if isinstance(one, Offence) else NoOffence(in_words(one.text), one.source(rules))
            for one in search(rules, text, in_words)
        )
        return ((_("Found"), tuple(found)),)
    known = offences_for(event.ruleset)
    groups = (
        (str(title), tuple(offence for offence in known if offence.phase is phase))
        for phase, title in PHASES.items()
    )
    return tuple(group for group in groups if group[1])


def frequent_offences(event: Event) -> tuple[Offence, ...]:
    """The offences that come up most: as this event has had them, then as they usually do."""
    known = {offence.code: offence for offence in offences_for(event.ruleset)}
    had = event.rulings.in_force().order_by().values_list("code").annotate(times=Count("pk"))
    times = dict(had)
    codes = sorted(dict.fromkeys([*USUAL, *sorted(times)]), key=lambda code: -times.get(code, 0))
    return tuple(known[code] for code in codes if code in known)[:FREQUENT]


def deal_choices(case: RulingCase) -> tuple[DealChoice, ...]:
    """The deals on the sheet, or all deals of a round without a sheet; none for a sheet of totals, or
    if no deals are known."""
    if case.on_totals:
        return ()
    if case.dealt:
        return tuple(
            _choice(slot, attempt, dealt.dealer, dealt.deal if dealt.written else None)
            for (slot, attempt), dealt in case.dealt.items()
        )
    deals = range(1, case.event.rules_in(case.table.round.number).deal_rows_to_print + 1)
    places = [(slot, attempt) for slot in deals for attempt in range(1, case.attempts_at(slot) + 1)]
    return tuple(_choice(*place, case.dealer_at(*place), None) for place in places)


def _choice(slot: int, attempt: int, dealer: Seat | None, deal: Deal | None) -> DealChoice:
    value = str(slot) if attempt == 1 else f"{slot}.{attempt}"
    words = {
        "slot": slot,
        "again": _(" (dealt again)") if attempt > 1 else "",
        "dealer": SEAT_NAMES[dealer] if dealer else "",
    }
    label = _("Deal %(slot)d%(again)s, %(dealer)s dealt") if dealer else _("Deal %(slot)d%(again)s")
    return DealChoice(value, label % words, deal, dealer)


def _say_included() -> str:
    return _("Say first whether the ruling is in the totals already.")


def ruling_effect(
    case: RulingCase, considered: Consideration, decision: RulingDecision, *, instead_of: Ruling | None = None
) -> RulingEffect:
    """The effect of making the decision, or of amending a ruling to it. Nothing is written."""
    answers = {} if decision.included is None else {0: decision.included}
    if case.on_totals and decision.cancels and not decision.included and decision.forfeits is None:
        problem = _("Say first whether the totals are without these points already, or how many they are.")
        return RulingEffect(problem=problem, waits=True, has_sheet=True)
    if refusal := case.contradiction(decision, instead_of):
        return RulingEffect(problem=refusal)
    ruling = considered.ruling(case, 0, decision)
    asks = case.takes_back(ruling)
    if asks and decision.included is None:
        return RulingEffect(problem=_say_included(), waits=True, has_sheet=True)
    if asks and not decision.included and decision.written is None:
        problem = _("Say first what this table wrote for that deal.")
        return RulingEffect(problem=problem, waits=True, has_sheet=True, asks_written=True)
    rulings = [*case.without(instead_of), ruling]
    effect = _effect(case, rulings, answers, _next_dealer(case, considered, decision), decision)
    effect = replace(effect, asks_written=asks and not decision.included)
    lost = case.event.ruleset.counts_lost
    change = decision.own_points if lost else -decision.own_points
    effect = _with_own(case, effect, considered.player, change, instead_of, stops=ruling.stops_player)
    if not ruling.stops_player:
        return effect
    words = _("%(name)s is disqualified from the event: no place in the standings, no seat after this round.")
    return replace(effect, stops=words % {"name": considered.player})


def revocation(case: RulingCase, ruling: Ruling) -> RulingEffect:
    """The effect of revoking the ruling."""
    effect = _effect(case, [*case.without(ruling)], {}, "")
    effect = _with_own(case, effect, ruling.player, 0, ruling)
    if disqualified_by(ruling) is None:
        return effect
    words = _("%(name)s is no longer disqualified, and has a place in the standings again.")
    return replace(effect, stops=words % {"name": ruling.player})


def _with_own(
    case: RulingCase,
    effect: RulingEffect,
    player: Player | None,
    change: int,
    instead_of: Ruling | None,
    *,
    stops: bool = False,
) -> RulingEffect:
    """The effect with what becomes of the offender's own total, and the places after both."""
    changes: Counter[int] = Counter()
    if player is not None:
        changes[player.pk] += change
    if instead_of is not None and instead_of.player is not None:
        changes[instead_of.player.pk] -= instead_of.own_points
    changes = Counter({key: points for key, points in changes.items() if points})
    if not changes and not stops:
        return effect
    out = player.pk if stops and player is not None else None
    now, then = standings(case.event), _standings_after(case, effect.counted, changes, out)
    own = None
    if player is not None and changes[player.pk]:
        before, after = (_points_of(rows, player.number) for rows in (now, then))
        own = PointsLine(player.name, before, after)
    return replace(effect, own=own, places=_moved(now, then))


def _standings_after(
    case: RulingCase, counted: ScoredResult | None, changes: Mapping[int, int], out: int | None = None
) -> Standings:
    """The standings with the table counted like this and these players' own totals changed, without one
    player who is `out`."""
    sheets = {case.table.pk: SimpleNamespace(**counted.fields())} if counted else None
    recomputed = results(case.event, sheets=sheets)
    players = tuple(
        replace(
            facts,
            adjusted=facts.adjusted + changes.get(facts.key, 0),
            ranked=facts.ranked and facts.key != out,
        )
        for facts in recomputed.players
    )
    return standings(case.event, computed=replace(recomputed, players=players))


def _points_of(rows: Standings, number: int) -> int | None:
    return next((row.points for row in rows.rows if row.number == number), None)


def _moved(before: Standings, after: Standings) -> tuple[StandingsChange, ...]:
    return tuple(change for change in standings_changes(before, after) if change.moves)


def _effect(
    case: RulingCase,
    rulings: list[Ruling],
    answers: dict[int, bool],
    next_dealer: str,
    decision: RulingDecision | None = None,
) -> RulingEffect:
    """Compare the counting sheet with the same report counted under these rulings."""
    sheet, rules = case.sheet, case.event.ruleset
    if sheet is None:
        return RulingEffect(next_dealer=next_dealer)
    kept = {item["number"]: item["included"] for item in sheet.rulings if item["included"] is not None}
    answers = kept | answers
    if case.on_totals and any(r.value().changes_points and r.number not in answers for r in rulings):
        return RulingEffect(next_dealer=next_dealer, problem=_say_included(), waits=True, has_sheet=True)
    try:
        reported = TableResult.of(sheet, case.table)
        if decision is not None:
            reported = replace(
                reported, written={**reported.written, **case.comes_off(rulings[-1], decision)}
            )
        counted = score_result(rules, reported, rulings, answers)
        counted = with_former_tie_answer(rules, case.table, counted, sheet)
        open_before = counted.tie_is_open
        if decision is not None and (decision.reached_first or decision.nobody_can_say):
            reported = counted.reported.answering(
                decision.reached_first, nobody_can_say=decision.nobody_can_say
            )
            counted = with_tie_answer(rules, counted, reported)
    except ScoringError as problem:
        return RulingEffect(next_dealer=next_dealer, problem=words_of(problem), has_sheet=True)
    doubts = _doubts(case, counted) if case.on_totals else ()
    return replace(_compared(case, sheet, counted, next_dealer), asks_tie=open_before, doubts=doubts)


def _doubts(case: RulingCase, counted: ScoredResult) -> tuple[str, ...]:
    """What is doubtful about the totals that are left."""
    found = counted.doubts_left(marches_noted=case.event.marches_noted)
    return tuple(in_words(doubt.message) for doubt in found if doubt.code != "tie-open")


def _compared(case: RulingCase, sheet: Sheet, counted: ScoredResult, next_dealer: str) -> RulingEffect:
    event, score, chairs = case.event, counted.score, case.chairs
    before, after = _winner(score_of(sheet).winner), _winner(score.winner)
    return RulingEffect(
        sides=tuple(PointsLine(_names(case, side), sheet.totals[side], score.totals[side]) for side in SIDES),
        players=tuple(
            PointsLine(str(chairs[seat].player), sheet.points[seat], score.players[seat])
            for seat in SEATS
            if seat in chairs
        ),
        next_dealer=next_dealer,
        places=_moved(standings(event), _standings_after(case, counted, {})),
        counted=counted,
        has_sheet=True,
        tied_at=score.totals[Side.NS] if score.tied else None,
        tie_says=_tie_says(counted),
        winner=(before, after) if before != after else None,
    )


def _winner(side: Side | None) -> str:
    return str(SIDE_NAMES[side]) if side else _("nobody")


def _tie_says(counted: ScoredResult) -> str:
    """Who reached a tied score first, by the deals or as answered; empty without a tie."""
    score, by_deals = counted.score, counted.reported.entry == Sheet.Entry.DEALS
    if not score.tied:
        return ""
    if score.winner is not None:
        return _("%(side)s reached it first.") % {"side": SIDE_NAMES[score.reached_first or score.winner]}
    if by_deals:
        return _("Both sides reached it in the same deal, so nobody wins the round.")
    return _("Nobody can say who reached it first.") if counted.reported.nobody_can_say else ""


def _next_dealer(case: RulingCase, considered: Consideration, decision: RulingDecision) -> str:
    """Who deals next, if the ruling decides it and the dealer is known; else empty.

    After a deal out of turn that stands it hangs on whose turn it was, if everybody deals equally often.
    """
    question, rules = decision.question, case.event.ruleset
    dealer, due = case.dealer_for(question), case.turn_at(question.slot, question.attempt)
    out_of_turn = question.code == WRONG_DEALER
    if due is None and not (out_of_turn and (rules.deals_per_round or decision.fate is Fate.REDEAL)):
        due = dealer
    if dealer is None or due is None:
        return ""
    seat = due if out_of_turn else dealer
    if decision.fate is not Fate.REDEAL:
        ruling = considered.ruling(case, 0, decision).value()
        deal = Deal(question.slot or 1, question.attempt, dealer, rulings=(ruling,))
        seat = Turns(rules, due).after(deal)
    player = case.player_at(seat)
    return f"{SEAT_NAMES[seat]} ({player.name})" if player else str(SEAT_NAMES[seat])


def _names(case: RulingCase, side: Side) -> str:
    return " & ".join(case.chairs[seat].player.name for seat in side.seats if seat in case.chairs)


def rulings(event: Event) -> RulingQuerySet:
    """All rulings of the event with related rows loaded, newest first."""
    related = ("table__round", "player", "made_by", "revoked_by", "replaced_by", "adjustment", "event")
    return event.rulings.select_related(*related).order_by("-number")


def fines(event: Event) -> int:
    """The fines of the rulings in force together, in cents."""
    total: int | None = event.rulings.in_force().aggregate(Sum("fine_cents"))["fine_cents__sum"]
    return total or 0


def warnings_of(event: Event, *players: Player | None) -> RulingQuerySet:
    """The warnings in force of a player, or of a partnership."""
    return rulings(event).in_force().filter(player__in=[one for one in players if one], warning=True)


class PublicDecision(NamedTuple):
    """A ruling, an adjustment or a late correction that counts, as one short paragraph.

    `round` is None for an adjustment.
    """

    at: datetime
    where: str
    sentence: str
    reason: str
    round: int | None = None


class Decisions(NamedTuple):
    """The rulings and adjustments in force, and the sheets corrected after their round was closed, each with
    the version before it."""

    rulings: list[Ruling]
    adjustments: list[Adjustment]
    corrections: list[tuple[Sheet, Sheet]]


def decisions_of(event: Event) -> Decisions:
    """All that count at the event."""
    return Decisions(_rulings(event), _adjustments(event), list(_corrections(event)))


def decisions_in_force(
    event: Event, named: Named = str, decided: Decisions | None = None
) -> tuple[PublicDecision, ...]:
    """Decisions that change a score or a deal, newest first; warnings alone are not public. `decided`, if
    read already."""
    decided = decided or decisions_of(event)
    ruled = (_ruling(ruling, None) for ruling in decided.rulings if _changes_something(ruling))
    made = decided.adjustments
    adjustments = (
        _adjustment(one, named(one.player.name) if one.points > 0 else _("A player’s total"))
        for one in made
        if not one.carried
    )
    corrected = (_correction(sheet, was) for sheet, was in decided.corrections)
    carried = _carried([one for one in made if one.carried])
    return _newest_first([*ruled, *adjustments, *corrected, *carried])


def decisions_by_player(
    event: Event, named: Named = str, decided: Decisions | None = None
) -> Mapping[int, tuple[PublicDecision, ...]]:
    """Player number → the decisions that affected them, newest first: changes to a score or a deal at their
    table, their own warnings and adjustments, and scores corrected after the round."""
    decided = decided or decisions_of(event)
    by_player: dict[int, list[PublicDecision]] = {}
    for ruling in decided.rulings:
        decision = _ruling(ruling, named)
        for number in _touched(ruling):
            by_player.setdefault(number, []).append(decision)
    for sheet, was in decided.corrections:
        for seating in sheet.table.chairs().values():
            by_player.setdefault(seating.player.number, []).append(_correction(sheet, was))
    for adjustment in decided.adjustments:
        by_player.setdefault(adjustment.player.number, []).append(_adjustment(adjustment, _("Your total")))
    return {number: _newest_first(decisions) for number, decisions in by_player.items()}


def _carried(adjustments: list[Adjustment]) -> list[PublicDecision]:
    """One line for everybody's carried points: their own pages, and the standings, say how many."""
    sources = {one.in_words: one.made_at for one in adjustments}
    return [
        PublicDecision(at, _("Everybody’s total"), _("Points of an earlier day count"), source)
        for source, at in sources.items()
    ]


def _newest_first(decisions: list[PublicDecision]) -> tuple[PublicDecision, ...]:
    return tuple(sorted(decisions, key=lambda decision: decision.at, reverse=True))


def _touched(ruling: Ruling) -> Iterator[int]:
    for seat, seating in ruling.table.chairs().items():
        if _changes_something(ruling) or seat.value == ruling.offender:
            yield seating.player.number


def _changes_something(ruling: Ruling) -> bool:
    return bool(ruling.changes_points or ruling.fate or ruling.cancels)


def _rulings(event: Event) -> list[Ruling]:
    in_force = event.rulings.in_force().select_related("table__round")
    return list(in_force.prefetch_related(prefetched_chairs("table__seatings")))


def _adjustments(event: Event) -> list[Adjustment]:
    return list(event.adjustments.in_force().select_related("player", "ruling"))


def _corrections(event: Event) -> Iterator[tuple[Sheet, Sheet]]:
    """The sheets corrected after their round was closed, each with the version before it."""
    late = Sheet.objects.filter(table__round__event=event, late_correction=True).select_related(
        "table__round"
    )
    for sheet in late.prefetch_related(prefetched_chairs("table__seatings"), "table__sheets"):
        yield sheet, next(old for old in sheet.table.sheets.all() if old.revision < sheet.revision)


def _correction(sheet: Sheet, was: Sheet) -> PublicDecision:
    facts = {"was": score(was.ns, was.ew), "now": score(sheet.ns, sheet.ew)}
    words = _("Score corrected after the round: %(was)s became %(now)s.")
    if facts["was"] == facts["now"]:
        words = _("Sheet corrected after the round; its totals stay %(now)s.")
    return PublicDecision(sheet.entered_at, _place(sheet.table), words % facts, "", sheet.table.round.number)


def _adjustment(adjustment: Adjustment, where: str) -> PublicDecision:
    points = abs(adjustment.points)
    if adjustment.points > 0:
        words = ngettext("%(points)s point given", "%(points)s points given", points)
    else:
        words = ngettext("%(points)s point taken away", "%(points)s points taken away", points)
    return PublicDecision(adjustment.made_at, where, words % {"points": points}, adjustment.in_words)


def _ruling(ruling: Ruling, named: Named | None) -> PublicDecision:
    number = ruling.table.round.number
    return PublicDecision(ruling.made_at, _where(ruling), _sentence(ruling, named), ruling.reason, number)


def _where(ruling: Ruling) -> str:
    place = _place(ruling.table)
    return _("%(place)s, deal %(deal)s") % {"place": place, "deal": ruling.slot} if ruling.slot else place


def _place(table: Table) -> str:
    return _("Round %(round)s, table %(table)s") % {"round": table.round.number, "table": table.number}


def _sentence(ruling: Ruling, named: Named | None) -> str:
    """What was decided; without `named` nobody is named, only the sides."""
    chairs = ruling.table.chairs()
    names = {seat: named(seating.player.name) for seat, seating in chairs.items()} if named else {}
    parts = [ruling.title]
    if ruling.offender and Seat(ruling.offender) in names:
        parts = [_("%(offence)s (%(name)s)") % {"offence": parts[0], "name": names[Seat(ruling.offender)]}]
    if ruling.award_points:
        facts = {"points": ruling.award_points, "names": _side(ruling.award_side, names)}
        to = ngettext("%(points)s point to %(names)s", "%(points)s points to %(names)s", ruling.award_points)
        parts.append(to % facts)
    if ruling.forfeit_side:
        facts = {"points": ruling.forfeit_points, "names": _side(ruling.forfeit_side, names)}
        off = ngettext(
            "%(points)s point off %(names)s", "%(points)s points off %(names)s", ruling.forfeit_points
        )
        parts.append(off % facts)
    for side in ruling.cancels:
        parts.append(_("what %(names)s played in the deal does not count") % {"names": _side(side, names)})
    if ruling.fate:
        parts.append(ruling.deal_words)
    if ruling.warning and len(parts) == 1:
        parts.append(_("a warning"))
    return "; ".join(part for part in parts if part) + "."


def _side(side: str, names: dict[Seat, str]) -> str:
    there = [names[seat] for seat in Side(side).seats if seat in names]
    return in_a_row(there) if names else str(SIDE_NAMES[Side(side)])


class RulingNote(NamedTuple):
    """One ruling in a few lines. `changes` is empty if the sheet cannot tell, and `waits` while there is
    none; `in_totals` says that the table's own totals were written with it, `off` what came off
    them of what the table had written for the deal."""

    ruling: Ruling
    fate: str
    struck: tuple[str, ...]
    rule: str
    source: str
    changes: tuple[PointsLine, ...]
    waits: bool
    in_totals: bool
    off: str = ""


def ruling_note(case: RulingCase, ruling: Ruling) -> RulingNote:
    """The note about one ruling at this table."""
    rule, source = _rule(ruling)
    included = _included(case.sheet, ruling)
    return RulingNote(
        ruling=ruling,
        fate=ruling.deal_words,
        struck=tuple(str(SIDE_NAMES[Side(side)]) for side in ruling.cancels),
        rule=rule,
        source=source,
        changes=() if included else _changes(case, ruling),
        waits=case.sheet is None,
        in_totals=bool(included),
        off=written_off(case.sheet, ruling),
    )


def written_off(sheet: Sheet | None, ruling: Ruling) -> str:
    """What came off the totals because of a ruling, or that it is open; empty for nothing."""
    written = sheet.written.get(ruling.number) if sheet else None
    if written is None or not ruling.is_in_force:
        return ""
    return _("not known yet") if written is Wrote.OPEN else written_words(written)


def table_notes(table: Table) -> tuple[RulingNote, ...]:
    """The notes about the rulings in force at a table in its round."""
    notes = tuple(table.rulings.in_force().select_related(*NOTED).order_by("number"))
    if not notes:
        return ()
    case = read_case(table)
    return tuple(ruling_note(case, ruling) for ruling in notes)


def _rule(ruling: Ruling) -> tuple[str, str]:
    """The rule that was applied and where it stands; if a choice was open, the one that was made."""
    offence = CATALOGUE.get(ruling.code)
    if offence is None:
        return "", ""
    rows = offence.rows(ruling.event.ruleset)
    rows = tuple(row for row in rows if row.choice == (ruling.choice or None)) or rows
    if ruling.offender and ruling.dealer:
        place = By.of(Seat(ruling.offender), Seat(ruling.dealer))
        rows = tuple(row for row in rows if not row.by or place in row.by) or rows
    chosen = offence.options(ruling.event.ruleset, rows)
    return in_words(joined(option.words for option in chosen)), "; ".join(
        dict.fromkeys(option.source for option in chosen)
    )


def _included(sheet: Sheet | None, ruling: Ruling) -> bool | None:
    rows = sheet.rulings if sheet is not None else ()
    return next((row["included"] for row in rows if row["number"] == ruling.number), None)


def _changes(case: RulingCase, ruling: Ruling) -> tuple[PointsLine, ...]:
    """Both sides' points of the round without the ruling and with it."""
    sheet = case.sheet
    if sheet is None or not ruling.is_in_force:
        return ()
    answers = {row["number"]: row["included"] for row in sheet.rulings}
    reported = TableResult.of(sheet, case.table)
    try:
        without = score_result(case.event.ruleset, reported, case.without(ruling), answers).score
    except ScoringError:
        return ()
    if not without.complete:
        return ()
    return tuple(
        PointsLine(str(SIDE_NAMES[side]), without.totals[side], sheet.totals[side]) for side in SIDES
    )
