"""What is to be done: `TODOS` has for each thing when it holds, its sentence and page, and where it is shown.

A `TodoItem` is a to-do at one event, in words; `Completeness` is all that is open there, which every page
reads. Nothing may say "all" or "every", or be drawn green, while an item of it is open. Reads only; the
number of queries does not grow with the event.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import Flag, auto
from functools import partial
from typing import TYPE_CHECKING, Any

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy
from django.utils.translation import ngettext

from tournament.models import Event, Membership, Round
from tournament.models.people import role_suffices
from tournament.models.seating import SIDE_NAMES
from tournament.registry.features import missing_for
from tournament.state.attendance import (
    NO_SEAT,
    NOT_CHECKED_IN,
    NOT_HERE,
    STILL_SEATED,
    TABLE_NEEDS,
    EventProgress,
    event_progress,
    in_a_row,
    not_checked_in,
    runs,
    seating_mismatch,
    still_seated,
    told_of,
)
from tournament.state.next_round import changed_standings, changed_winners
from tournament.state.open_items import (
    AT_CLOSING,
    CALL,
    DEALER,
    DISPUTED,
    LATE,
    MISSING,
    SHORT,
    TIED,
    WAITING,
    WRITTEN,
    OpenSheet,
    TableWithoutSheet,
    missing_among,
    open_sheets,
)
from tournament.state.results import Results

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise

    Words = str | _StrPromise | Callable[[Any], Any]

SIT_OUT, RESEAT, REORDERED = "sit-out", "reseat", "reordered"
GONE, EXPECTED, UNSEATED, ABSENT = "gone", "expected", "unseated", "absent"
NAMED_TABLES = 6  # more missing tables are counted, not named

VIEWER, SCORER, DIRECTOR = Membership.Role.VIEWER, Membership.Role.SCORER, Membership.Role.DIRECTOR


class Shown(Flag):
    """Where a to-do is shown: on the desk and on a round's page the first that holds, as the next step; at
    finishing each, done or not; in lists of what is open those that are found below, most of them by
    `state.open_items`."""

    DESK = auto()
    ROUND = auto()
    FINISHING = auto()
    OPEN = auto()


DESK, ROUND, FINISHING, OPEN = Shown
STEP = DESK | ROUND


@dataclass(frozen=True, slots=True)
class Link:
    """A page by its URL name, the role it takes, and what its address takes after the event's short name; not
    there if `when` says so."""

    page: str
    words: "Words"
    needs: str = VIEWER
    args: Callable[[Any], Sequence[object]] = lambda _found: ()
    query: str = ""
    when: Callable[[Any], bool] = lambda _found: True
    url: str = ""

    def at(self, event: Event, found: Any) -> "Link":
        """The link as an event's pages show it."""
        url = reverse(self.page, args=[event.slug, *self.args(found)]) + self.query
        return replace(self, words=_said(self.words, found), url=url)


@dataclass(frozen=True, slots=True)
class TodoItem:
    """A to-do at one event, with the tables or players concerned and the page where it is done.

    `wrong`: results or seats are wrong until then, so it is red; otherwise it is only to be known. `done`: it
    is in order. Public items have no link.
    """

    code: str
    sentence: str
    wrong: bool = False
    round: int | None = None
    tables: tuple[int, ...] = ()
    players: tuple[int, ...] = ()
    link: Link | None = None
    title: str = ""
    others: tuple[Link, ...] = ()
    done: bool = False

    @property
    def about_sheet(self) -> bool:
        """Whether it is about what a table reported, so that closing its round names it."""
        return self.is_question or self.code in (MISSING, DISPUTED, WAITING, LATE)

    @property
    def is_question(self) -> bool:
        """Whether it is a question about a tie, a ruling or corrected winners (`Completeness.questions`)."""
        return self.code in (TIED, DEALER, CALL, WRITTEN, RESEAT)


@dataclass(frozen=True, slots=True)
class Todo:
    """A kind of thing to be done.

    `when` finds it in an event's `Evening` (`e`); without it, it is found below, for lists. Words may be a
    function of what was found; `done` is said at finishing if there is nothing, of the evening. `closing` is
    said of the tables of a round together when it is closed, in place of a sentence for each.
    """

    code: str
    shown: Shown
    when: Callable[[Any], Any] | None
    sentence: "Words" = ""
    link: Link | Callable[[Any], Link] | None = None
    others: tuple[Link, ...] = ()
    title: "Words" = ""
    done: "Words" = ""
    wrong: bool = False
    closing: Callable[[int], str] | None = None

    def item(self, event: Event, found: Any, **about: Any) -> TodoItem:
        """It at an event, about what was found there."""
        link = self.link(found) if callable(self.link) else self.link
        return TodoItem(
            self.code,
            _said(self.sentence, found),
            link=link and link.at(event, found),
            title=_said(self.title, found),
            others=tuple(other.at(event, found) for other in self.others if other.when(found)),
            **{"wrong": self.wrong} | about,
        )

    def checked(self, evening: Any) -> Sequence[TodoItem]:
        """It as the page of finishing has it: what is open, or that it is done."""
        if self.when is None:
            listed: Sequence[TodoItem] = evening.open.lines_of(self.code)
        else:
            found = self.when(evening)
            listed = [self.item(evening.event, found)] if found else []
        words = "" if listed else _said(self.done, evening)
        return [TodoItem(self.code, words, done=True)] if words else listed


def offered(event: Event, role: str, *links: Link | None) -> list[Link]:
    """The links that an official with this role may follow, to pages that the event has."""
    may = (link for link in links if link and role_suffices(role, link.needs))
    return [link for link in may if missing_for(event, link.page) is None]


def _said(words: "Words", found: object) -> str:
    return words(found) or "" if callable(words) else str(words)


def missing_words(missing: Sequence[int]) -> str:
    """“Tables 3 and 7 are missing.”, or only their number if they are many."""
    if len(missing) > NAMED_TABLES:
        return _("%d tables are missing.") % len(missing)
    *rest, last = (str(number) for number in missing)
    if not rest:
        return _("Table %s is missing.") % last
    return _("Tables %(rest)s and %(last)s are missing.") % {"rest": ", ".join(rest), "last": last}


def _typed(typed: int, players: int) -> str:
    return _("%(n)d of %(of)d cards typed.") % {"n": typed, "of": players}


def sheets_in(sheets: int, still_open: int) -> str:
    """That all sheets of a round are in, and how much is open about them."""
    if still_open:
        words = ngettext(
            "%(in)d sheets are in, with %(open)d open item.",
            "%(in)d sheets are in, with %(open)d open items.",
            still_open,
        )
        return words % {"in": sheets, "open": still_open}
    words = ngettext("The only sheet is in.", "All %d sheets are in.", sheets)
    return words % sheets if "%d" in words else words


def _closing(e: Any) -> str:
    """What is in of the round in play, and what closing it does."""
    state = e.in_play
    if state.number + 1 in e.coming.numbers:
        follows = _("When you close the round, the next one is seated. You see first who goes where.")
    elif state.number < len(e.rounds):
        follows = _("Closing opens the next round and puts these points into the standings.")
    else:
        follows = _("It’s the last round. Closing puts these points into the standings.")
    return f"{sheets_in(state.sheets, state.open)} {follows}"


def _final(items: Sequence[TodoItem]) -> str:
    words = ngettext(
        "The standings are final, with %d open item.",
        "The standings are final, with %d open items.",
        len(items),
    )
    return words % len(items) if items else _("The standings are final.")


def _every_prize(prizes: Any) -> str:
    if things := [thing for one in (*prizes.places, *prizes.sides) for thing in one.to_draw]:
        words = _("Every prize has a winner; tied players draw or choose for: %(things)s.")
        return words % {"things": ", ".join(things)}
    return _("Every prize has a winner.")


def _place(sheet: OpenSheet) -> tuple[int, int]:
    return sheet.round, sheet.table


def _at_table(sheet: OpenSheet) -> str:
    return _("Round %(round)d, table %(table)d:") % sheet._asdict() + " " + sheet.what


def _unreported(sheet: OpenSheet, words: str) -> str:
    """What is open at a table without a sheet, and once its round is closed, what that means."""
    words %= sheet._asdict()
    without = sheet.without
    return f"{without.sentence} {words}" if without and without.closed and not without.disputed else words


STANDINGS = Link("standings:show", _lazy("See the standings"))
REVEAL = Link("finale:reveal", _lazy("Go to the reveal"), DIRECTOR)
PRINT = Link("printing:index", _lazy("Print them"))
TYPE_CARDS = Link("cards:index", _lazy("Type the cards"), SCORER)
SEE_DOUBTS = Link("cards:index", _lazy("See what cannot be"), SCORER)
FINISH = Link("events:finish", _lazy("Finish"), DIRECTOR)
SEE_OPEN = Link("events:finish", _lazy("See open items"), DIRECTOR)
FINISH_ANYWAY = Link("events:finish", _lazy("Finish anyway"), DIRECTOR)
BACK_TO_CHECK_IN = Link("players:check_in", _lazy("Back to check-in"), SCORER)
RESEAT_IT = Link("seating:next_round", _lazy("Decide"), DIRECTOR)
SHEET = Link("sheets:show", _lazy("See the table"), SCORER, _place)
RULE_AGAIN = Link("rulings:amend", _lazy("Rule again"), DIRECTOR, lambda sheet: (sheet.number,))
SEE_CASH = Link("money:cash", _lazy("See the cash sheet"))
CHANGES = Link("substitutions:index", _lazy("Changes at the tables"), DIRECTOR)
GO_TO_ROUND = Link("rounds:desk", _lazy("Go to the round"), args=lambda state: (state.number,))
FIRST_ROUND = Link(
    "rounds:desk", lambda them: _("Go to round %d") % them[0].round, args=lambda them: (them[0].round,)
)
ENTER_TOTALS = Link("sheets:enter_totals", _lazy("Enter totals"), SCORER, lambda state: (state.number,))
CLOSE = Link("rounds:close", _lazy("Close the round"), DIRECTOR, lambda state: (state.number,))

# fmt: off
TODOS = (
    Todo(
        "reveal", STEP, lambda e: e.event.is_revealing,
        _lazy("The event is finished, and everybody waits for the places. Press a key for each."),
        REVEAL, (STANDINGS, PRINT),
        title=_lazy("Reveal the result"),
    ),
    Todo(
        "finished", STEP, lambda e: e.event.is_finished and e, lambda e: _final(e.open.items), STANDINGS, (
            PRINT,
            replace(REVEAL, words=_lazy("Reveal the result again"), when=lambda e: e.event.holds_back),
            Link("events:same_again", _lazy("Same again"), DIRECTOR),
            Link("events:final", _lazy("Make a final"), DIRECTOR),
            Link("events:reopen", _lazy("Reopen for a correction"), DIRECTOR),
        ),
        title=_lazy("The event is finished"),
    ),
    Todo(
        "add-players", DESK, lambda e: not e.rounds and not e.count.everybody,
        _lazy("Paste the list of names; numbers are given automatically."),
        Link("players:import", _lazy("Paste a list"), DIRECTOR),
        (Link("players:add", _lazy("Add one player"), DIRECTOR),),
        title=_lazy("Add the players"),
    ),
    # Where the hall seats itself.
    Todo(
        "print-cards", DESK, lambda e: e.cards and not e.cards.typed,
        _lazy("Everybody writes down their points. Type the cards when they come."),
        Link("printing:paper", _lazy("Print the tally cards"), args=lambda _found: ("tally-cards",)),
        (TYPE_CARDS,), title=_lazy("Print the cards, and play"),
    ),
    Todo(
        "type-cards", DESK, lambda e: e.cards and e.cards.missing and e.cards,
        lambda cards: _typed(len(cards.typed), cards.players), TYPE_CARDS, (STANDINGS, FINISH),
        title=_lazy("Type the cards"),
    ),
    Todo(
        "doubts", DESK, lambda e: e.cards and e.cards.doubts and e.cards, lambda cards: ngettext(
            "All %(of)d cards are typed. %(n)d thing in them cannot be: look at it, or finish.",
            "All %(of)d cards are typed. %(n)d things in them cannot be: look at them, or finish.",
            len(cards.doubts),
        ) % {"of": cards.players, "n": len(cards.doubts)},
        SEE_DOUBTS, (STANDINGS, FINISH), title=_lazy("Look at the cards again"),
    ),
    Todo(
        "finish", DESK, lambda e: e.cards,
        lambda cards: _("All %(of)d cards are typed. Finishing makes the standings final.")
        % {"of": cards.players},
        FINISH, (STANDINGS, TYPE_CARDS), title=_lazy("Finish the event"),
    ),
    # Once there are rounds.
    Todo(
        "late-sheet", ROUND, lambda e: e.missing_here and e,
        _lazy("Enter it, or record the table as not played."), ENTER_TOTALS,
        title=_lazy("A late sheet needs a reason"),
    ),
    Todo(
        "elsewhere", ROUND, lambda e: e.in_play and e.in_play.number != e.number and e,
        lambda e: _("A late correction is entered at its table, with a reason.") if e.is_closed
        else _("Round %(n)s opens when the round before it is closed.") % {"n": e.number},
        lambda e: replace(
            GO_TO_ROUND, words=_("Go to round %d") % e.in_play.number, args=lambda e: (e.in_play.number,)
        ),
        title=lambda e: _("Round %d is being played") % e.in_play.number,
    ),
    Todo(
        "close", STEP, lambda e: e.event.awaits_cards and e.in_play,
        _lazy("Scores come from the tally cards at the end. Close the round when it is over."),
        CLOSE, (TYPE_CARDS,), title=lambda state: _("Round %d is being played") % state.number,
    ),
    Todo(
        "enter", STEP, lambda e: e.in_play and e.in_play.missing and e.in_play,
        lambda state: _("%(in)d of %(all)d sheets in.") % {"in": state.sheets, "all": state.tables}
        + (" " + missing_words(state.missing) if state.sheets else ""),
        ENTER_TOTALS, (replace(GO_TO_ROUND, words=_lazy("See the tables")),),
        title=lambda state: _("Enter round %d") % state.number,
    ),
    Todo(
        "close", STEP, lambda e: e.in_play and e, _closing, CLOSE,
        (replace(ENTER_TOTALS, words=_lazy("Look at the totals again")),),
        title=lambda e: _("Close round %d") % e.number,
    ),
    Todo(
        "type-cards", STEP, lambda e: e.lacks_cards and e.checks,
        lambda checks: _typed(checks.typed, checks.players), TYPE_CARDS, (STANDINGS, FINISH),
        title=_lazy("Type the cards"),
    ),
    Todo(
        "waiting", STEP, lambda e: e.unclosed, _lazy("No round is open at the moment."),
        GO_TO_ROUND,
        title=lambda state: _("Round %d is not open") % state.number,
    ),
    Todo(
        "seat-next", STEP, lambda e: e.coming, lambda coming: coming.sentence,
        Link("seating:next_round", _lazy("Seat the round"), DIRECTOR),
        (Link("events:finish", _lazy("Finish the event here"), DIRECTOR),),
        title=lambda coming: _("Seat round %d") % coming.numbers[0],
    ),
    Todo(
        "enter-missing", STEP, lambda e: not e.event.awaits_cards and e.open.missing, lambda missing: (
            _("Enter it, or record the table as not played. Then finish the event.") if len(missing) == 1
            else _("Enter them, or record the tables as not played. Then finish the event.")
        ),
        FIRST_ROUND, (FINISH_ANYWAY,),
        title=lambda them: ngettext("%d sheet is missing", "%d sheets are missing", len(them)) % len(them),
    ),
    Todo(
        "settle", ROUND, lambda e: e.open.amiss.items,
        _lazy("Settle what is listed above, then finish the event."), STANDINGS,
        title=_lazy("Something is still open"),
    ),
    Todo(
        "settle", DESK, lambda e: e.open.items, lambda items: items[0].sentence,
        lambda items: FIRST_ROUND if items[0].round else SEE_OPEN, (FINISH_ANYWAY,),
        title=lambda items: ngettext("%d open item", "%d open items", len(items)) % len(items),
    ),
    Todo(
        "finish", STEP, lambda e: e.rounds, lambda rounds: ngettext(
            "%d round is played and closed. Finishing makes the standings final.",
            "All %d rounds are played and closed. Finishing makes the standings final.",
            len(rounds),
        ) % len(rounds),
        FINISH, (STANDINGS,), title=_lazy("Finish the event"),
    ),
    # Before the first round.
    Todo(
        "check-in", DESK, lambda e: e.awaits_players and e.count, lambda count:
        _("%(here)d of %(all)d here.") % {"here": count.here, "all": count.taking_part} + " " + (
            _("Four players make a table.") if count.here < TABLE_NEEDS
            else _("Those who come later can be fitted in after publishing.")
        ),
        Link("players:check_in", _lazy("Check in"), SCORER),
        (Link("seating:index", _lazy("Seat them without the others"), when=lambda c: c.here >= TABLE_NEEDS),),
        title=_lazy("Check the players in"),
    ),
    Todo(
        "publish", DESK, lambda e: e.drafted,
        _lazy("Publishing shows the seating to players and opens round 1. Until then it can be drawn again."),
        Link("seating:index", _lazy("Look at the seating")), (BACK_TO_CHECK_IN,),
        title=_lazy("Look at the seating and start round 1"),
    ),
    Todo(
        "draft", DESK, lambda e: e.count, lambda count: ngettext(
            "%(n)d player takes part.", "%(n)d players take part.", count.here + count.late
        ) % {"n": count.here + count.late}
        + " " + _("Everybody who is here or late gets a place; nothing is shown to players yet."),
        Link("seating:index", _lazy("Seat them")), (BACK_TO_CHECK_IN,), title=_lazy("Seat them"),
    ),
    # Before finishing, in the order in which it is best settled.
    Todo(
        "rounds", FINISHING, lambda e: not e.cards and e.event.rounds.unclosed().numbers(),
        lambda unplayed: ngettext(
            "Round %(rounds)s is not closed and counts as not played.",
            "Rounds %(rounds)s are not closed and count as not played.",
            len(unplayed),
        ) % {"rounds": in_a_row(unplayed)},
        Link("events:overview", _lazy("Go to the desk")),
        done=lambda e: not e.cards and _("Every round is closed."),
    ),
    Todo(
        "cards", FINISHING, lambda e: e.cards and e.cards.missing, lambda missing: ngettext(
            "%(n)d card is not typed: its player has no place.",
            "%(n)d cards are not typed: their players have no place.",
            len(missing),
        ) % {"n": len(missing)},
        Link("cards:index", _lazy("Type them"), SCORER),
        done=lambda e: e.cards and _("Every card is typed."),
    ),
    Todo(
        "doubts", FINISHING, lambda e: e.cards and e.cards.doubts, lambda doubts: ngettext(
            "%(n)d thing in the cards cannot be; it counts as typed.",
            "%(n)d things in the cards cannot be; they count as typed.",
            len(doubts),
        ) % {"n": len(doubts)},
        SEE_DOUBTS,
    ),
    Todo(
        "sheets", FINISHING, lambda e: e.event.awaits_cards and e.open.missing, lambda missing: ngettext(
            "%(n)d table of a closed round has no sheet.",
            "%(n)d tables of closed rounds have no sheet.",
            len(missing),
        ) % {"n": len(missing)},
        TYPE_CARDS,
        done=lambda e: not (e.cards or e.open.missing) and _("Every table of a closed round has reported."),
    ),
    Todo(
        DISPUTED, FINISHING | OPEN, None, lambda sheet: _unreported(
            sheet, _("Round %(round)d, table %(table)d is disputed: its two sides don’t agree.")
        ),
        replace(SHEET, words=_lazy("Settle it")),
        closing=lambda n: ngettext(
            "Table %(tables)s is disputed: its two sides do not agree, and nothing counts there yet.",
            "Tables %(tables)s are disputed: their two sides do not agree, and nothing counts there yet.",
            n,
        ),
    ),
    Todo(
        WAITING, FINISHING | OPEN, None, lambda sheet: _unreported(
            sheet, _("Round %(round)d, table %(table)d: one side has reported, the other hasn’t answered.")
        ),
        SHEET,
        closing=lambda n: ngettext(
            "At table %(tables)s one side has reported and the other has not answered from its own phone; "
            "nothing counts there yet.",
            "At tables %(tables)s one side has reported and the other has not answered from its own phone; "
            "nothing counts there yet.",
            n,
        ),
    ),
    Todo(
        MISSING, FINISHING | OPEN, None, lambda sheet: sheet.without.sentence if sheet.without.closed
        else _("Round %(round)d, table %(table)d hasn’t reported.") % sheet._asdict(),
        replace(SHEET, words=lambda sheet: _("Go to table %(table)d") % sheet._asdict()),
        closing=lambda n: ngettext(
            "Table %(tables)s has not reported. Its players score nothing for this round "
            "until its sheet is entered.",
            "Tables %(tables)s have not reported. Their players score nothing for this round "
            "until the sheets are entered.",
            n,
        ),
    ),
    Todo(
        SHORT, FINISHING | OPEN, None, lambda sheet: ngettext(
            "Round %(round)d, table %(table)d has %(n)d player: a seat is empty.",
            "Round %(round)d, table %(table)d has %(n)d players: a seat is empty.",
            sheet.number,
        ) % {"round": sheet.round, "table": sheet.table, "n": sheet.number},
        CHANGES,
    ),
    Todo(
        TIED, FINISHING | OPEN, None, _at_table, Link("sheets:tie", _lazy("Answer"), SCORER, _place),
        done=lambda e: not e.open.questions and _("No tie or ruling is open."),
        closing=lambda n: ngettext(
            "Table %(tables)s is tied, and nobody has said which side reached the score first; "
            "until then nobody wins there.",
            "Tables %(tables)s are tied, and nobody has said which side reached the score first; "
            "until then nobody wins there.",
            n,
        ),
    ),
    Todo(DEALER, FINISHING | OPEN, None, _at_table, RULE_AGAIN),
    Todo(CALL, FINISHING | OPEN, None, _at_table, RULE_AGAIN),
    Todo(
        WRITTEN, FINISHING | OPEN, None, _at_table,
        replace(RULE_AGAIN, page="rulings:written", words=_lazy("Answer")),
    ),
    Todo(
        "second-reading", FINISHING, lambda e: e.read_once,
        lambda sheets: ngettext("%d sheet is read only once.", "%d sheets are read only once.", len(sheets))
        % len(sheets),
        Link("sheets:read_again", _lazy("Read them again"), SCORER, lambda sheets: sheets[:1]),
        done=lambda e: e.readers
        and _("Every sheet is read twice, the second time by %s.") % in_a_row(e.readers),
    ),
    Todo(
        SIT_OUT, FINISHING | OPEN, None,
        _lazy("Sit-outs score nothing yet: nobody has decided what a sit-out scores."),
        Link("events:settings", _lazy("Decide"), DIRECTOR), wrong=True,
        done=lambda e: e.event.has_sit_outs and _("It’s decided what a sit-out scores."),
    ),
    Todo(
        LATE, FINISHING | OPEN, None,
        lambda sheet: _("Round %(round)d, table %(table)d: a score came after the round was closed.")
        % sheet._asdict(),
        Link("rounds:desk", _lazy("Accept or discard it"), SCORER, lambda sheet: (sheet.round,)),
    ),
    Todo(
        "first-place", FINISHING, lambda e: e.leaders[1:] and e.leaders,
        lambda leaders: _("%(names)s share first place.") % {"names": ", ".join(leaders)}, STANDINGS,
        done=lambda e: e.leaders and _("First place: %(name)s.") % {"name": e.leaders[0]},
    ),
    Todo(
        "prizes", FINISHING, lambda e: e.prizes.settings and e.prizes.unwon,
        lambda unwon: _("Nobody wins these prizes: %(prizes)s. Is something not entered yet?")
        % {"prizes": ", ".join(unwon)},
        Link("prizes:index", _lazy("See the prizes")),
        done=lambda e: e.prizes.settings and _every_prize(e.prizes),
    ),
    Todo(
        "fees", FINISHING, lambda e: e.cash and e.cash.door.owing and e, lambda e: ngettext(
            "%(n)d player who came has not paid: %(amount)s.",
            "%(n)d players who came have not paid: %(amount)s.",
            len(e.cash.door.owing),
        ) % {"n": len(e.cash.door.owing), "amount": e.amount(e.cash.door.owed)},
        Link("money:index", _lazy("See who"), query="?owing"),
        done=lambda e: e.cash and _("Everybody who came has paid."),
    ),
    Todo(
        "pot", FINISHING, lambda e: e.cash and e.cash.check.short and e.amount(e.cash.check.short),
        lambda amount: _("The prizes come to %(amount)s more than the pot holds.") % {"amount": amount},
        Link("prizes:index", _lazy("Decide")),
    ),
    Todo(
        "cash", FINISHING, lambda e: e.cash and e.cash.difference is None,
        _lazy("The cash has not been counted yet."), SEE_CASH,
        done=lambda e: e.cash and e.cash.difference == 0 and _("The cash was counted, and it is all there."),
    ),
    Todo(
        "cash", FINISHING, lambda e: e.cash and e.cash.missing and e.amount(e.cash.missing),
        lambda amount: _("%(amount)s is missing in the cash box.") % {"amount": amount}, SEE_CASH,
    ),
    Todo(
        "cash", FINISHING, lambda e: e.cash and (e.cash.difference or 0) > 0 and e.amount(e.cash.difference),
        lambda amount: _("%(amount)s is in the cash box beyond what should be there.") % {"amount": amount},
        SEE_CASH,
    ),
    # About seats.
    Todo(RESEAT, OPEN, None, _at_table, RESEAT_IT, wrong=True),
    Todo(
        REORDERED, OPEN, None, lambda changed: ngettext(
            "The standings after round %(round)d were corrected: %(n)d player would sit elsewhere in "
            "round %(next)d. It has no sheet yet: redo its seating, or leave it.",
            "The standings after round %(round)d were corrected: %(n)d players would sit elsewhere in "
            "round %(next)d. It has no sheet yet: redo its seating, or leave it.",
            len(changed.players),
        ) % {"round": changed.round, "next": changed.round + 1, "n": len(changed.players)},
        RESEAT_IT, wrong=True,
    ),
    Todo(GONE, OPEN, None, partial(told_of, STILL_SEATED), CHANGES),
    Todo(
        EXPECTED, OPEN, None, partial(told_of, NOT_CHECKED_IN),
        Link("players:check_in", _lazy("Check in"), SCORER),
    ),
    Todo(
        UNSEATED, OPEN, None, partial(told_of, NO_SEAT),
        Link("seating_choices:index", _lazy("Fit them in: see the choices"), DIRECTOR),
    ),
    Todo(
        ABSENT, OPEN, None, partial(told_of, NOT_HERE),
        Link("seating_choices:index", _lazy("See the choices"), DIRECTOR),
    ),
)
# fmt: on
OPEN_TODO = {todo.code: todo for todo in TODOS if OPEN in todo.shown}


@dataclass(frozen=True)
class Completeness:
    """What is open about an event, in the order of rounds and tables.

    `without` are the tables of begun rounds for which nothing counts, those not played included.
    """

    items: tuple[TodoItem, ...] = ()
    without: tuple[TableWithoutSheet, ...] = ()

    @property
    def wrong(self) -> tuple[TodoItem, ...]:
        return self._only(lambda item: item.wrong).items

    @property
    def known(self) -> tuple[TodoItem, ...]:
        """What is only to be known."""
        return self._only(lambda item: not item.wrong).items

    @property
    def questions(self) -> tuple[TodoItem, ...]:
        """Ties, rulings whose dealer or lone hand differs from the sheet's, and corrected winners."""
        return self._only(lambda item: item.is_question).items

    @property
    def missing(self) -> tuple[TableWithoutSheet, ...]:
        """The sheets missing from closed rounds."""
        return missing_among(self.without)

    @property
    def amiss(self) -> "Completeness":
        """What is open but for tables of the open round that still play or are just reporting."""
        return self._only(lambda item: item.wrong or item.code not in (MISSING, WAITING))

    @property
    def in_lines(self) -> "Completeness":
        """The items for a list: sheets missing from a closed round are one line, and questions are left out,
        which have a list of their own."""
        lines: dict[object, TodoItem] = {}
        for item in self.items:
            if item.is_question:
                continue
            joins = item.code == MISSING and item.wrong
            key: object = item.round if joins else item
            lines[key] = _missing(lines[key], item) if key in lines else item
        return Completeness(tuple(lines.values()), self.without)

    def lines_of(self, code: str) -> tuple[TodoItem, ...]:
        return tuple(item for item in (*self.in_lines.items, *self.questions) if item.code == code)

    def with_codes(self, *codes: str) -> tuple[TodoItem, ...]:
        return self._only(lambda item: item.code in codes).items

    def in_round(self, number: int) -> "Completeness":
        """What is open about one round's sheets."""
        return self._only(lambda item: item.round == number and item.about_sheet)

    def at_table(self, number: int) -> "Completeness":
        """What is open about one table; call it on what is open `in_round`."""
        return self._only(lambda item: number in item.tables)

    def of_page(self, number: int) -> "Completeness":
        """What a round's page lists: what is amiss there, and what makes results of other rounds wrong."""
        return self.amiss._only(lambda item: item.wrong or item.round == number)

    def before(self, number: int) -> "Completeness":
        """What is open about the sheets of the rounds before this one."""
        return self._only(lambda item: (item.round or number) < number and item.about_sheet)

    def _only(self, asked: Callable[[TodoItem], bool]) -> "Completeness":
        return replace(self, items=tuple(item for item in self.items if asked(item)))


def _missing(*items: TodoItem) -> TodoItem:
    """The sheets missing from one round, as one item."""
    tables = tuple(table for item in items for table in item.tables)
    words = _("Round %(round)d: the sheets of tables %(tables)s are missing. Their players get 0 points.")
    sentence = words % {"round": items[0].round, "tables": in_a_row(runs(tables))}
    return replace(items[0], tables=tables, sentence=sentence)


def completeness(event: Event) -> Completeness:
    """Everything open about the event; of one without seating, nothing."""
    results = results_open(event)
    return Completeness((*seats_open(event), *results.items), results.without)


def results_open(event: Event) -> Completeness:
    """What is open about the results: the sheets, and what a sit-out scores."""
    sheets = sheets_open(event)
    sit_outs = (OPEN_TODO[SIT_OUT].item(event, event),) if event.sit_outs_undecided else ()
    return Completeness((*sheets.items, *sit_outs), sheets.without)


def sheets_open(event: Event, round_: Round | None = None) -> Completeness:
    """What is open about the sheets of the event, or of one of its rounds."""
    sheets, without = open_sheets(event, round_)
    return Completeness(tuple(_of_sheet(event, sheet) for sheet in sheets), without)


def _of_sheet(event: Event, sheet: OpenSheet) -> TodoItem:
    about = {"wrong": sheet.wrong, "round": sheet.round, "tables": (sheet.table,)}
    return OPEN_TODO[sheet.code].item(event, sheet, **about)


def open_questions(event: Event) -> tuple[TodoItem, ...]:
    """The open questions of an event, by round and table."""
    return (*sheets_open(event).questions, *corrected_winners(event))


def public_items(results: Results, event: Event, last: int) -> tuple[TodoItem, ...]:
    """What is open about the rounds up to `last` that makes results wrong, as everybody may see it.

    Read from the results, without a further query.
    """
    open_ = [
        TodoItem(DISPUTED if one.disputed else MISSING, one.sentence, True, one.round, (one.table,))
        for one in missing_among(results.without_sheet)
        if one.round <= last
    ]
    items = list(Completeness(tuple(open_)).in_lines.items)
    for facts in results.rounds:
        if facts.begun and facts.number <= last:
            closed = facts.status == Round.Status.CLOSED
            for table in (facts.named[key][0] for key, score in facts.scores.items() if score.tie_is_open):
                words = _("Round %(round)d, table %(table)d is tied, and nobody has won there yet.")
                sentence = words % {"round": facts.number, "table": table}
                items.append(TodoItem(TIED, sentence, closed, facts.number, (table,)))
    items.sort(key=lambda item: (item.round or 0, item.tables))
    if not event.bye_decided and any(facts.sit_out for facts in results.rounds):
        items.append(replace(OPEN_TODO[SIT_OUT].item(event, event), link=None))
    return tuple(items)


def seats_open(event: Event) -> tuple[TodoItem, ...]:
    """What is open about the seats alone, from publishing to finishing."""
    if event.seats_itself or event.is_finished:
        return ()
    progress = event_progress(event)
    return tuple(_seats_open(event, progress)) if progress.published else ()


def _seats_open(event: Event, progress: EventProgress) -> Iterator[TodoItem]:
    """Who is seated and not here, here and not seated, or seated by a winner that was corrected since."""
    yield from corrected_winners(event)
    if changed := changed_standings(event):
        yield OPEN_TODO[REORDERED].item(event, changed, round=changed.round + 1)
    gone, expected = still_seated(event), not_checked_in(event)
    change = seating_mismatch(event, progress)
    named = {player.number for player in (*gone, *expected)}
    absent = [player for player in change.gone if player.number not in named] if change else []
    found = {GONE: gone, EXPECTED: expected, UNSEATED: change.joined if change else (), ABSENT: absent}
    for code, players in found.items():
        if players:
            numbers = tuple(player.number for player in players)
            yield OPEN_TODO[code].item(event, players, players=numbers)


def closing_sentences(items: Sequence[TodoItem]) -> list[str]:
    """What is open about a round when it is closed, the tables of a kind together."""
    lines: dict[str, None] = {}
    for item in sorted(items, key=lambda item: AT_CLOSING.index(item.code)):
        together = OPEN_TODO[item.code].closing
        tables = [table for one in items if one.code == item.code for table in one.tables]
        lines[together(len(tables)) % {"tables": in_a_row(tables)} if together else item.sentence] = None
    return [*lines]


def corrected_winners(event: Event, round_: Round | None = None) -> Iterator[TodoItem]:
    """The tables (of a round) whose winners were corrected after the open round was seated from them."""
    for one in changed_winners(event):
        if round_ is None or one.round == round_.number:
            words = _(
                "%(won)s won, but %(moved)s moved on as winners. Round %(next)d has no sheet yet: redo its "
                "seating, or leave it."
            )
            words %= {"won": SIDE_NAMES[one.won], "moved": SIDE_NAMES[one.moved], "next": one.round + 1}
            yield _of_sheet(event, OpenSheet(RESEAT, one.round, one.table, True, what=words))
