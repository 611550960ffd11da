"""The director's desk: the state of the event and the next step. Reads only.

A step links to the page where it is done; officials who may not go there see it without the button.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import Count, Q
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournament.models import Event, Membership, Note, Round, SignUp
from tournament.reports import history
from tournament.reports.open_questions import OpenQuestion, open_questions
from tournament.reports.players import Headcount, headcount
from tournament.state.attendance import (
    TABLE_NEEDS,
    seating_mismatch,
    still_seated,
    still_seated_sentence,
)
from tournament.state.missing_sheets import TableWithoutSheet, missing_among, tables_without_sheet
from tournament.state.next_round import NO_UPCOMING_ROUNDS, UpcomingRounds, upcoming_rounds

NAMED_TABLES = 6  # more missing tables are counted, not named
LATEST = 5

Role = Membership.Role


@dataclass(frozen=True, slots=True)
class Link:
    """A page by its URL name; `args` follow the event's short name. `needs` is the role it takes."""

    page: str
    words: str
    needs: str = Role.VIEWER
    args: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Step:
    """The next thing to do, and its alternatives."""

    code: str
    title: str
    text: str
    link: Link
    others: tuple[Link, ...] = ()


@dataclass(frozen=True, slots=True)
class RoundState:
    """One round of the strip: `sheets` of its `tables` have reported; `missing` are the numbers of the
    others, once the round has begun."""

    number: int
    status: str
    tables: int
    sheets: int
    rulings: int
    missing: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Overview:
    """Everything on the director's desk; `misfit` says where seating and players present disagree."""

    step: Step
    count: Headcount
    rounds: tuple[RoundState, ...]
    misfit: str
    latest: tuple[history.AuditLine, ...]
    notes: tuple[Note, ...] = ()
    gone: bool = False  # whether a player who has left still has a seat in the open round
    asking: int = 0  # sign-ups without an answer
    coming: UpcomingRounds = NO_UPCOMING_ROUNDS
    missing: tuple[TableWithoutSheet, ...] = ()  # sheets of closed rounds
    questions: tuple[OpenQuestion, ...] = ()

    @property
    def played(self) -> int:
        return sum(state.status == Round.Status.CLOSED for state in self.rounds)

    @property
    def rulings(self) -> int:
        return sum(state.rulings for state in self.rounds)


def overview(event: Event) -> Overview:
    """Read the desk; the number of queries does not grow with players or rounds."""
    count = headcount(event)
    without = tables_without_sheet(event)
    rounds = round_states(event, without)
    playing_on = rounds and not event.is_finished
    change = seating_mismatch(event) if playing_on else None
    gone = still_seated(event) if playing_on else []
    return Overview(
        step=next_step(event, count, rounds, drafted=not rounds and event.drafts.exists()),
        count=count,
        rounds=rounds,
        misfit=change.sentence() if change else still_seated_sentence(gone),
        gone=bool(gone),
        coming=_coming(event, rounds),
        missing=missing_among(without),
        notes=tuple(event.notes.open().select_related("player").order_by("number")),
        asking=event.sign_ups.filter(state=SignUp.State.ASKED).count(),
        questions=open_questions(event),
        latest=tuple(history.line_of(entry) for entry in history.entries(event)[:LATEST]),
    )


def _coming(event: Event, rounds: Sequence[RoundState]) -> UpcomingRounds:
    """The rounds still to be seated."""
    if not rounds:
        return NO_UPCOMING_ROUNDS
    return upcoming_rounds(event, rounds[-1].number, closed=rounds[-1].status == Round.Status.CLOSED)


def round_states(event: Event, without: Sequence[TableWithoutSheet]) -> tuple[RoundState, ...]:
    """The rounds in order, in one query; `without` are the tables that have no sheet."""
    rounds = event.rounds.order_by("number").annotate(
        table_count=Count("tables", distinct=True),
        sheet_count=Count("tables__sheets", filter=Q(tables__sheets__counting=True), distinct=True),
        ruling_count=Count(
            "tables__rulings",
            filter=Q(tables__rulings__revoked_at=None, tables__rulings__replaced_by=None),
            distinct=True,
        ),
    )
    awaited: dict[int, list[int]] = {}
    for one in without:
        if not one.not_played:
            awaited.setdefault(one.round, []).append(one.table)
    left_out = Counter(one.round for one in without if one.not_played)
    rows = rounds.values_list("number", "status", "table_count", "sheet_count", "ruling_count")
    return tuple(
        RoundState(
            number=number,
            status=status,
            tables=tables - left_out[number],
            sheets=sheets,
            rulings=rulings,
            missing=tuple(awaited.get(number, ())),
        )
        for number, status, tables, sheets, rulings in rows
    )


def next_step(event: Event, count: Headcount, rounds: Sequence[RoundState], *, drafted: bool) -> Step:
    """The next step."""
    if event.is_finished:
        return _finished()
    if rounds:
        return _in_play(rounds, _coming(event, rounds))
    if not count.everybody:
        return _add_players()
    if count.here < TABLE_NEEDS or (count.expected and not drafted):
        return _check_in(count)
    return _publish() if drafted else _draft(count)


def _add_players() -> Step:
    return Step(
        "add-players",
        _("Add the players"),
        _("Paste the list of names; numbers are given automatically."),
        Link("players:import", _("Paste a list"), Role.DIRECTOR),
        (Link("players:add", _("Add one player"), Role.DIRECTOR),),
    )


def _check_in(count: Headcount) -> Step:
    text = _("%(here)d of %(all)d here.") % {"here": count.here, "all": count.taking_part}
    if count.here < TABLE_NEEDS:
        others: tuple[Link, ...] = ()
        text += " " + _("Four players make a table.")
    else:
        others = (Link("seating:index", _("Draft the seating without the others")),)
        text += " " + _("Those who come later can be fitted in after publishing.")
    return Step("check-in", _("Check the players in"), text, _check_in_link(_("Check in")), others)


def _check_in_link(words: str) -> Link:
    return Link("players:check_in", words, Role.SCORER)


def _draft(count: Headcount) -> Step:
    players = count.here + count.late
    text = ngettext("%(n)d player takes part.", "%(n)d players take part.", players) % {"n": players}
    return Step(
        "draft",
        _("Draft the seating"),
        text + " " + _("Everybody who is here or late gets a place; nothing is shown to players yet."),
        Link("seating:index", _("Draft the seating")),
        (_check_in_link(_("Back to check-in")),),
    )


def _publish() -> Step:
    return Step(
        "publish",
        _("Look at the draft and publish it"),
        _("Publishing shows the seating to players and opens round 1. Until then it can be drawn again."),
        Link("seating:index", _("See the draft")),
        (_check_in_link(_("Back to check-in")),),
    )


def _in_play(rounds: Sequence[RoundState], to_come: UpcomingRounds) -> Step:
    open_round = next((state for state in rounds if state.status == Round.Status.OPEN), None)
    if open_round is not None:
        return _enter(open_round) if open_round.missing else _close(open_round, to_come)
    unclosed = [state for state in rounds if state.status != Round.Status.CLOSED]
    if unclosed:
        return _waiting(unclosed[0])
    if to_come:
        return _seat_next(to_come)
    incomplete = next((state for state in rounds if state.missing), None)
    return _enter_missing(incomplete, rounds) if incomplete else _finish(rounds)


def _enter(state: RoundState) -> Step:
    return Step(
        "enter",
        _("Enter round %d") % state.number,
        _("%(in)d of %(all)d sheets in.") % {"in": state.sheets, "all": state.tables}
        + (" " + missing_words(state.missing) if state.sheets else ""),
        Link("sheets:enter_totals", _("Enter totals"), Role.SCORER, (state.number,)),
        (Link("rounds:desk", _("See the tables"), args=(state.number,)),),
    )


def _enter_missing(state: RoundState, rounds: Sequence[RoundState]) -> Step:
    """The step before finishing, if all rounds are closed and a sheet is missing."""
    count = sum(len(other.missing) for other in rounds)
    return Step(
        "enter-missing",
        ngettext("%d sheet is missing", "%d sheets are missing", count) % count,
        _("Enter it, or record the table as not played. Then finish the event.")
        if count == 1
        else _("Enter them, or record the tables as not played. Then finish the event."),
        Link("rounds:desk", _("Go to round %d") % state.number, args=(state.number,)),
        (Link("events:finish", _("Finish anyway"), Role.DIRECTOR),),
    )


def missing_words(missing: Sequence[int]) -> str:
    """“Tables 3 and 7 are missing.”, or only their number if they are many."""
    if len(missing) > NAMED_TABLES:
        return _("%d tables are missing.") % len(missing)
    *rest, last = (str(number) for number in missing)
    if not rest:
        return _("Table %s is missing.") % last
    return _("Tables %(rest)s and %(last)s are missing.") % {"rest": ", ".join(rest), "last": last}


def _close(state: RoundState, to_come: UpcomingRounds) -> Step:
    message = _(
        "All %d sheets are in. Closing opens the next round and puts these points into the standings."
    )
    if state.number + 1 in to_come.numbers:
        message = _("All %d sheets are in. Closing seats the next round, after you have seen who goes where.")
    return Step(
        "close",
        _("Close round %d") % state.number,
        message % state.tables,
        Link("rounds:close", _("Close the round"), Role.DIRECTOR, (state.number,)),
        (Link("sheets:enter_totals", _("Look at the totals again"), Role.SCORER, (state.number,)),),
    )


def _seat_next(to_come: UpcomingRounds) -> Step:
    return Step(
        "seat-next",
        _("Seat round %d") % to_come.numbers[0],
        to_come.sentence,
        Link("seating:next_round", _("Seat the round"), Role.DIRECTOR),
        (Link("events:finish", _("Finish the event here"), Role.DIRECTOR),),
    )


def _waiting(state: RoundState) -> Step:
    return Step(
        "waiting",
        _("Round %d waits") % state.number,
        _("No round is open at the moment."),
        Link("rounds:desk", _("Go to the round"), args=(state.number,)),
    )


def _finish(rounds: Sequence[RoundState]) -> Step:
    return Step(
        "finish",
        _("Finish the event"),
        ngettext(
            "%d round is played and closed. Finishing makes the standings final.",
            "All %d rounds are played and closed. Finishing makes the standings final.",
            len(rounds),
        )
        % len(rounds),
        Link("events:finish", _("Finish"), Role.DIRECTOR),
        (Link("standings:show", _("See the standings")),),
    )


def _finished() -> Step:
    return Step(
        "finished",
        _("The event is finished"),
        _("The standings are final."),
        Link("standings:show", _("See the standings")),
        (
            Link("printing:index", _("Print them")),
            Link("events:reopen", _("Reopen for a correction"), Role.DIRECTOR),
        ),
    )
