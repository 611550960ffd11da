"""The director's desk and the page that finishes: the state of the event, and what of `TODOS` is to be done.

A step links to the page where it is done; officials who may not go there see it without the button. Nothing
on the checklist forbids finishing; a missing sheet is ticked on the form beside the list.
"""

from collections import Counter
from dataclasses import dataclass
from functools import cached_property

from django.db.models import Count, Q
from django.utils.translation import gettext as _

from tournament.models import Event, Note, Round, Sheet, SignUp
from tournament.reports import history
from tournament.reports.cards import CardChecks, HallCards, card_checks, hall_cards
from tournament.reports.event_settings import Deciding, what_decides
from tournament.reports.money import CashSheet, cash_sheet
from tournament.reports.players import Headcount, headcount
from tournament.reports.prizes import PrizeMoney, prize_money
from tournament.reports.standings import standings
from tournament.reports.todos import TODOS, Completeness, Shown, TodoItem
from tournament.state.attendance import TABLE_NEEDS
from tournament.state.cards import CardsInHall, CardsOutOfDate
from tournament.state.next_round import NO_UPCOMING_ROUNDS, UpcomingRounds, upcoming_rounds
from tournament.words.figures import money_of

LATEST = 5


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
        """The style of the round in the strip; "closed" is green, so only if nothing is open."""
        if self.wrong:
            return "incomplete"
        return "unsettled" if self.open and self.status == Round.Status.CLOSED else self.status


def round_states(event: Event, still_open: Completeness) -> tuple[RoundState, ...]:
    """The rounds in order, in one query; `still_open` is what is open about them."""
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
    for one in still_open.without:
        if not one.not_played and not event.awaits_cards:
            awaited.setdefault(one.round, []).append(one.table)
    left_out = Counter(one.round for one in still_open.without if one.not_played)
    amiss = still_open.amiss
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


class Evening:
    """An event as `TODOS` and the director's desk read it: each thing once, and only if it is asked for. The
    number of queries does not grow with players or rounds."""

    place = Shown.DESK

    def __init__(self, event: Event, still_open: Completeness) -> None:
        self.event = event
        self.open = still_open

    @cached_property
    def count(self) -> Headcount:
        return headcount(self.event)

    @cached_property
    def rounds(self) -> tuple[RoundState, ...]:
        return () if self.event.seats_itself else round_states(self.event, self.open)

    @cached_property
    def drafted(self) -> bool:
        return not self.rounds and not self.event.seats_itself and self.event.drafts.exists()

    @property
    def awaits_players(self) -> bool:
        """Whether too few are here for a table, or some are expected before anything is drawn."""
        return self.count.here < TABLE_NEEDS or bool(self.count.expected and not self.drafted)

    @property
    def unclosed(self) -> RoundState | None:
        """The first round that is not closed."""
        return next((state for state in self.rounds if state.status != Round.Status.CLOSED), None)

    @property
    def in_play(self) -> RoundState | None:
        return next((state for state in self.rounds if state.status == Round.Status.OPEN), None)

    @property
    def number(self) -> int | None:
        """The round in play; on a round's page, that round."""
        return self.in_play.number if self.in_play else None

    @cached_property
    def coming(self) -> UpcomingRounds:
        """The rounds still to be seated."""
        if not self.rounds:
            return NO_UPCOMING_ROUNDS
        last = self.rounds[-1]
        return upcoming_rounds(self.event, last.number, closed=last.status == Round.Status.CLOSED)

    @cached_property
    def cards(self) -> HallCards | None:
        """Where the hall seats itself."""
        return hall_cards(self.event) if self.event.seats_itself else None

    @cached_property
    def checks(self) -> CardChecks:
        return card_checks(self.event)

    @property
    def lacks_cards(self) -> bool:
        """Whether all that is seated is played, and scores wait for the tally cards."""
        if not self.rounds or not self.event.awaits_cards or self.coming:
            return False
        return bool(not self.checks.is_begun or self.checks.missing or self.checks.disagreements)

    @cached_property
    def read_once(self) -> list[int]:
        """The rounds of the sheets that were read only once."""
        if not self.event.has["second_reading"]:
            return []
        sheets = Sheet.objects.counting().filter(table__round__event=self.event, confirmed_at__isnull=True)
        return list(sheets.order_by("table__round__number").values_list("table__round__number", flat=True))

    @cached_property
    def readers(self) -> list[str]:
        """Who read the sheets a second time."""
        if not self.event.has["second_reading"]:
            return []
        sheets = Sheet.objects.counting().filter(table__round__event=self.event)
        return sorted({str(sheet.confirmed_by) for sheet in sheets.select_related("confirmed_by")})

    @cached_property
    def leaders(self) -> list[str]:
        return [row.name for row in standings(self.event).rows if row.place == 1]

    @cached_property
    def prizes(self) -> PrizeMoney:
        return prize_money(self.event)

    @cached_property
    def cash(self) -> CashSheet | None:
        return cash_sheet(self.event)

    def amount(self, cents: int) -> str:
        return money_of(self.event.time_zone)(cents)

    @cached_property
    def step(self) -> TodoItem:
        """The next step: the first of the to-dos of its page that holds."""
        steps = ((todo, todo.when(self)) for todo in TODOS if todo.when and self.place in todo.shown)
        return next(todo.item(self.event, found) for todo, found in steps if found)

    @property
    def checklist(self) -> tuple[TodoItem, ...]:
        """Everything to look at before finishing, in the order in which it is best settled."""
        shown = (todo for todo in TODOS if Shown.FINISHING in todo.shown)
        return tuple(item for todo in shown for item in todo.checked(self))

    @cached_property
    def notes(self) -> list[Note]:
        return list(self.event.notes.open().select_related("player").order_by("number"))

    @cached_property
    def asking(self) -> int:
        """How many sign-ups have no answer."""
        return self.event.sign_ups.filter(state=SignUp.State.ASKED).count()

    @property
    def latest(self) -> list[history.AuditLine]:
        return [history.line_of(entry) for entry in history.entries(self.event)[:LATEST]]

    @cached_property
    def decides(self) -> Deciding | None:
        """What decides the result, until the first sheet or card is in."""
        begun = self.cards.typed if self.cards else any(state.sheets for state in self.rounds)
        return None if self.event.is_finished or begun else what_decides(self.event)

    @cached_property
    def changed_cards(self) -> CardsOutOfDate | None:
        return None if self.cards else CardsInHall(self.event).out_of_date()

    @property
    def played(self) -> int:
        return sum(state.status == Round.Status.CLOSED for state in self.rounds)

    @property
    def rulings(self) -> int:
        return sum(state.rulings for state in self.rounds)

    @property
    def how_it_goes(self) -> tuple[tuple[str, bool], ...]:
        """The evening in a few lines, each with whether it is done; nothing once a round is closed."""
        if self.cards:
            typed = bool(self.cards.typed)
            lines = (
                (
                    _("Take in the players: paste their names, or say how many there are."),
                    bool(self.cards.players),
                ),
                (_("Print the tally cards: one for each, with room for every round."), typed),
                (_("Play. Everybody sits where they like, and writes down their points."), typed),
                (_("Type the cards as they come."), False),
                (_("Finish: winners, prizes and the results on paper."), False),
            )
            return () if self.cards.all_in else lines
        return (
            ()
            if self.played
            else (
                (_("Take in the players: paste their names."), bool(self.count.everybody)),
                (_("Seat them: the site draws who meets whom."), bool(self.drafted or self.rounds)),
                (_("Print the cards and start round 1."), bool(self.rounds)),
                (_("Type what each table hands in."), any(state.sheets for state in self.rounds)),
                (_("Close the round: the next one opens, to the last."), False),
                (_("Finish: winners, prizes and the results on paper."), False),
            )
        )
