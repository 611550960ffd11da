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
from tournament.reports.event_settings import Deciding, what_decides
from tournament.reports.open_questions import OpenQuestion, questions_among
from tournament.reports.players import Headcount, headcount
from tournament.state.attendance import TABLE_NEEDS
from tournament.state.completeness import NOTHING_OPEN, Completeness, completeness
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
    others, once the round has begun. `open`: how much is open about its sheets, `wrong`: whether results are
    wrong until then."""

    number: int
    status: str
    tables: int
    sheets: int
    rulings: int
    missing: tuple[int, ...] = ()
    open: int = 0
    wrong: bool = False

    @property
    def look(self) -> str:
        """The style of the round in the strip; "closed" is green, so only where nothing is open."""
        if self.status == Round.Status.CLOSED and self.open:
            return "incomplete" if self.wrong else "unsettled"
        return self.status


@dataclass(frozen=True, slots=True)
class Overview:
    """Everything on the director's desk."""

    step: Step
    count: Headcount
    rounds: tuple[RoundState, ...]
    latest: tuple[history.AuditLine, ...]
    notes: tuple[Note, ...] = ()
    asking: int = 0  # sign-ups without an answer
    coming: UpcomingRounds = NO_UPCOMING_ROUNDS
    open: Completeness = NOTHING_OPEN
    questions: tuple[OpenQuestion, ...] = ()
    decides: Deciding | None = None  # until the first sheet is in

    @property
    def played(self) -> int:
        return sum(state.status == Round.Status.CLOSED for state in self.rounds)

    @property
    def rulings(self) -> int:
        return sum(state.rulings for state in self.rounds)


def overview(event: Event) -> Overview:
    """Read the desk; the number of queries does not grow with players or rounds."""
    count = headcount(event)
    found = completeness(event)
    rounds = round_states(event, found)
    return Overview(
        step=next_step(event, count, rounds, found, drafted=not rounds and event.drafts.exists()),
        count=count,
        rounds=rounds,
        coming=_coming(event, rounds),
        notes=tuple(event.notes.open().select_related("player").order_by("number")),
        asking=event.sign_ups.filter(state=SignUp.State.ASKED).count(),
        open=found.amiss,
        decides=None if event.is_finished or any(state.sheets for state in rounds) else what_decides(event),
        questions=questions_among(found.items),
        latest=tuple(history.line_of(entry) for entry in history.entries(event)[:LATEST]),
    )


def _coming(event: Event, rounds: Sequence[RoundState]) -> UpcomingRounds:
    """The rounds still to be seated."""
    if not rounds:
        return NO_UPCOMING_ROUNDS
    return upcoming_rounds(event, rounds[-1].number, closed=rounds[-1].status == Round.Status.CLOSED)


def round_states(event: Event, found: Completeness) -> tuple[RoundState, ...]:
    """The rounds in order, in one query; `found` is what is open about them."""
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
    for one in found.without:
        if not one.not_played:
            awaited.setdefault(one.round, []).append(one.table)
    left_out = Counter(one.round for one in found.without if one.not_played)
    amiss = found.amiss
    rows = rounds.values_list("number", "status", "table_count", "sheet_count", "ruling_count")
    return tuple(
        RoundState(
            number=number,
            status=status,
            tables=tables - left_out[number],
            sheets=sheets,
            rulings=rulings,
            missing=tuple(awaited.get(number, ())),
            open=len(amiss.in_round(number).items),
            wrong=bool(amiss.in_round(number).wrong),
        )
        for number, status, tables, sheets, rulings in rows
    )


def next_step(
    event: Event, count: Headcount, rounds: Sequence[RoundState], found: Completeness, *, drafted: bool
) -> Step:
    """The next step."""
    if event.is_revealing:
        return _reveal()
    if event.is_finished:
        return _finished(found, again=event.holds_back)
    if rounds:
        return _in_play(rounds, _coming(event, rounds), found)
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
        _("Review and publish the draft"),
        _("Publishing shows the seating to players and opens round 1. Until then it can be drawn again."),
        Link("seating:index", _("Review the draft")),
        (_check_in_link(_("Back to check-in")),),
    )


def _in_play(rounds: Sequence[RoundState], to_come: UpcomingRounds, found: Completeness) -> Step:
    open_round = next((state for state in rounds if state.status == Round.Status.OPEN), None)
    if open_round is not None:
        return _enter(open_round) if open_round.missing else _close(open_round, len(rounds), to_come)
    unclosed = [state for state in rounds if state.status != Round.Status.CLOSED]
    if unclosed:
        return _waiting(unclosed[0])
    if to_come:
        return _seat_next(to_come)
    incomplete = next((state for state in rounds if state.missing), None)
    if incomplete:
        return _enter_missing(incomplete, rounds)
    return _settle(found) if found.items else _finish(rounds)


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


def _settle(found: Completeness) -> Step:
    """The step before finishing, if all sheets are in and something else is open."""
    first = found.items[0]
    link = Link("events:finish", _("See open items"), Role.DIRECTOR)
    if first.round:
        link = Link("rounds:desk", _("Go to round %d") % first.round, args=(first.round,))
    return Step(
        "settle",
        ngettext("%d open item", "%d open items", len(found.items)) % len(found.items),
        first.sentence,
        link,
        (Link("events:finish", _("Finish anyway"), Role.DIRECTOR),),
    )


def _close(state: RoundState, last: int, to_come: UpcomingRounds) -> Step:
    if state.open:
        sheets = ngettext(
            "%(in)d sheets are in, with %(open)d open item.",
            "%(in)d sheets are in, with %(open)d open items.",
            state.open,
        ) % {"in": state.sheets, "open": state.open}
    else:
        sheets = ngettext("The only sheet is in.", "All %d sheets are in.", state.tables)
        sheets = sheets % state.tables if state.tables > 1 else sheets
    if state.number + 1 in to_come.numbers:
        follows = _("When you close the round, the next one is seated. You see first who goes where.")
    elif state.number < last:
        follows = _("Closing opens the next round and puts these points into the standings.")
    else:
        follows = _("It’s the last round. Closing puts these points into the standings.")
    return Step(
        "close",
        _("Close round %d") % state.number,
        f"{sheets} {follows}",
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
        _("Round %d is not open") % state.number,
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


def _reveal() -> Step:
    return Step(
        "reveal",
        _("Reveal the result"),
        _("The event is finished, and everybody waits for the places. Press a key for each."),
        Link("finale:reveal", _("Go to the reveal"), Role.DIRECTOR),
        (Link("standings:show", _("See the standings")), Link("printing:index", _("Print them"))),
    )


def _finished(found: Completeness, *, again: bool) -> Step:
    finale = (Link("finale:reveal", _("Reveal the result again"), Role.DIRECTOR),) if again else ()
    count = len(found.items)
    still_open = ngettext(
        "The standings are final, with %d open item.",
        "The standings are final, with %d open items.",
        count,
    )
    return Step(
        "finished",
        _("The event is finished"),
        still_open % count if count else _("The standings are final."),
        Link("standings:show", _("See the standings")),
        (
            Link("printing:index", _("Print them")),
            *finale,
            Link("events:again", _("Same again"), Role.DIRECTOR),
            Link("events:final", _("Make a final"), Role.DIRECTOR),
            Link("events:reopen", _("Reopen for a correction"), Role.DIRECTOR),
        ),
    )
