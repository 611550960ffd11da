"""The director's desk: the state of the event, the next step, and the checklist before finishing.

A step links to the page where it is done; officials who may not go there see it without the button. Nothing
on the checklist forbids finishing; a missing sheet is ticked on the form beside the list.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from django.db.models import Count, Q
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournament.figures import Money, money_of
from tournament.models import Event, Membership, Note, Round, Sheet, SignUp
from tournament.reports import history
from tournament.reports.cards import HallCards, card_checks, hall_cards
from tournament.reports.event_settings import Deciding, what_decides
from tournament.reports.money import CashSheet, DoorMoney, cash_sheet
from tournament.reports.open_items import NOTHING_OPEN, SIT_OUT, Completeness, OpenItem, completeness
from tournament.reports.players import Headcount, headcount
from tournament.reports.prizes import prize_money
from tournament.reports.standings import standings
from tournament.state.attendance import TABLE_NEEDS, in_a_row
from tournament.state.cards import CardsInHall, CardsOutOfDate
from tournament.state.next_round import NO_UPCOMING_ROUNDS, UpcomingRounds, upcoming_rounds
from tournament.state.open_items import CALL, DEALER, DISPUTED, LATE, MISSING, TIED, WAITING, WRITTEN

NAMED_TABLES = 6  # more missing tables are counted, not named
LATEST = 5

Role = Membership.Role


class Link(NamedTuple):
    """A page by its URL name; `args` follow the event's short name. `needs` is the role it takes."""

    page: str
    words: str
    needs: str = Role.VIEWER
    args: tuple[int | str, ...] = ()


class Step(NamedTuple):
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
        """The style of the round in the strip; "closed" is green, so only if nothing is open."""
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
    questions: tuple[OpenItem, ...] = ()
    decides: Deciding | None = None  # until the first sheet is in
    drafted: bool = False
    cards: HallCards | None = None  # where the hall seats itself
    changed_cards: CardsOutOfDate | None = None

    @property
    def how_it_goes(self) -> tuple[tuple[str, bool], ...]:
        """The evening in six lines, each with whether it is done; nothing once a round is closed."""
        if self.played:
            return ()
        if self.cards is not None:
            return _how_counting_goes(self.cards)
        return (
            (_("Take in the players: paste their names."), bool(self.count.everybody)),
            (_("Seat them: the site draws who meets whom."), bool(self.drafted or self.rounds)),
            (_("Print the cards and start round 1."), bool(self.rounds)),
            (_("Type what each table hands in."), any(state.sheets for state in self.rounds)),
            (_("Close the round: the next one opens, to the last."), False),
            (_("Finish: winners, prizes and the results on paper."), False),
        )

    @property
    def played(self) -> int:
        return sum(state.status == Round.Status.CLOSED for state in self.rounds)

    @property
    def rulings(self) -> int:
        return sum(state.rulings for state in self.rounds)


def overview(event: Event) -> Overview:
    """Read the desk; the number of queries does not grow with players or rounds."""
    count = headcount(event)
    still_open = completeness(event)
    if event.seats_itself:
        return _overview_of_cards(event, count, still_open)
    rounds = round_states(event, still_open)
    drafted = not rounds and event.drafts.exists()
    return Overview(
        step=next_step(event, count, rounds, still_open, drafted=drafted),
        drafted=drafted,
        count=count,
        rounds=rounds,
        coming=_coming(event, rounds),
        notes=tuple(event.notes.open().select_related("player").order_by("number")),
        asking=event.sign_ups.filter(state=SignUp.State.ASKED).count(),
        open=still_open.amiss,
        decides=None if event.is_finished or any(state.sheets for state in rounds) else what_decides(event),
        questions=still_open.questions,
        latest=tuple(history.line_of(entry) for entry in history.entries(event)[:LATEST]),
        changed_cards=CardsInHall(event).out_of_date(),
    )


def _overview_of_cards(event: Event, count: Headcount, still_open: Completeness) -> Overview:
    """The desk if the hall seats itself: no rounds, but how many cards are typed."""
    cards = hall_cards(event)
    return Overview(
        step=_step_of_cards(event, count, cards, still_open),
        count=count,
        rounds=(),
        cards=cards,
        notes=tuple(event.notes.open().select_related("player").order_by("number")),
        asking=event.sign_ups.filter(state=SignUp.State.ASKED).count(),
        open=still_open.amiss,
        decides=None if event.is_finished or cards.typed else what_decides(event),
        latest=tuple(history.line_of(entry) for entry in history.entries(event)[:LATEST]),
    )


def _step_of_cards(event: Event, count: Headcount, cards: HallCards, still_open: Completeness) -> Step:
    if event.is_revealing:
        return _reveal()
    if event.is_finished:
        return _finished(still_open, again=event.holds_back)
    if not count.everybody:
        return _add_players()
    type_cards = Link("cards:index", _("Type the cards"), Role.SCORER)
    finish = Link("events:finish", _("Finish"), Role.DIRECTOR)
    see = Link("standings:show", _("See the standings"))
    typed = _("%(n)d of %(of)d cards typed.") % {"n": len(cards.typed), "of": cards.players}
    if not cards.typed:
        return Step(
            "print-cards",
            _("Print the cards, and play"),
            _("Everybody writes down their points. Type the cards when they come."),
            Link("printing:paper", _("Print the tally cards"), args=("tally-cards",)),
            (type_cards,),
        )
    if cards.missing:
        return Step("type-cards", _("Type the cards"), typed, type_cards, (see, finish))
    if cards.doubts:
        words = ngettext(
            "All %(of)d cards are typed. %(n)d thing in them cannot be: look at it, or finish.",
            "All %(of)d cards are typed. %(n)d things in them cannot be: look at them, or finish.",
            len(cards.doubts),
        )
        words %= {"of": cards.players, "n": len(cards.doubts)}
        look = Link("cards:index", _("See what cannot be"), Role.SCORER)
        return Step("doubts", _("Look at the cards again"), words, look, (see, finish))
    words = _("All %(of)d cards are typed. Finishing makes the standings final.") % {"of": cards.players}
    return Step("finish", _("Finish the event"), words, finish, (see, type_cards))


def _how_counting_goes(cards: HallCards) -> tuple[tuple[str, bool], ...]:
    """The evening of a hall that seats itself, in a few lines."""
    if cards.all_in:
        return ()
    return (
        (_("Take in the players: paste their names, or say how many there are."), bool(cards.players)),
        (_("Print the tally cards: one for each, with room for every round."), bool(cards.typed)),
        (_("Play. Everybody sits where they like, and writes down their points."), bool(cards.typed)),
        (_("Type the cards as they come."), False),
        (_("Finish: winners, prizes and the results on paper."), False),
    )


def _coming(event: Event, rounds: Sequence[RoundState]) -> UpcomingRounds:
    """The rounds still to be seated."""
    if not rounds:
        return NO_UPCOMING_ROUNDS
    return upcoming_rounds(event, rounds[-1].number, closed=rounds[-1].status == Round.Status.CLOSED)


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


def next_step(
    event: Event, count: Headcount, rounds: Sequence[RoundState], still_open: Completeness, *, drafted: bool
) -> Step:
    """The next step."""
    if event.is_revealing:
        return _reveal()
    if event.is_finished:
        return _finished(still_open, again=event.holds_back)
    if rounds and event.awaits_cards:
        return _in_play_until_the_cards(event, rounds, still_open)
    if rounds:
        return _in_play(rounds, _coming(event, rounds), still_open)
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
        others = (Link("seating:index", _("Seat them without the others")),)
        text += " " + _("Those who come later can be fitted in after publishing.")
    return Step("check-in", _("Check the players in"), text, _check_in_link(_("Check in")), others)


def _check_in_link(words: str) -> Link:
    return Link("players:check_in", words, Role.SCORER)


def _draft(count: Headcount) -> Step:
    players = count.here + count.late
    text = ngettext("%(n)d player takes part.", "%(n)d players take part.", players) % {"n": players}
    return Step(
        "draft",
        _("Seat them"),
        text + " " + _("Everybody who is here or late gets a place; nothing is shown to players yet."),
        Link("seating:index", _("Seat them")),
        (_check_in_link(_("Back to check-in")),),
    )


def _publish() -> Step:
    return Step(
        "publish",
        _("Look at the seating and start round 1"),
        _("Publishing shows the seating to players and opens round 1. Until then it can be drawn again."),
        Link("seating:index", _("Look at the seating")),
        (_check_in_link(_("Back to check-in")),),
    )


def _in_play(rounds: Sequence[RoundState], to_come: UpcomingRounds, still_open: Completeness) -> Step:
    open_round = next((state for state in rounds if state.status == Round.Status.OPEN), None)
    if open_round is not None:
        return _enter(open_round) if open_round.missing else _close(open_round, len(rounds), to_come)
    unclosed = [state for state in rounds if state.status != Round.Status.CLOSED]
    if unclosed:
        return _waiting(unclosed[0])
    if to_come:
        return Step(
            "seat-next",
            _("Seat round %d") % to_come.numbers[0],
            to_come.sentence,
            Link("seating:next_round", _("Seat the round"), Role.DIRECTOR),
            (Link("events:finish", _("Finish the event here"), Role.DIRECTOR),),
        )
    incomplete = next((state for state in rounds if state.missing), None)
    if incomplete:
        return _enter_missing(incomplete, rounds)
    return _settle(still_open) if still_open.items else _finish(rounds)


def _in_play_until_the_cards(event: Event, rounds: Sequence[RoundState], still_open: Completeness) -> Step:
    """The step if scores come from the cards at the end: close round after round, then type the cards."""
    open_round = next((state for state in rounds if state.status == Round.Status.OPEN), None)
    if open_round is not None:
        return Step(
            "close",
            _("Round %d is being played") % open_round.number,
            _("Scores come from the tally cards at the end. Close the round when it is over."),
            Link("rounds:close", _("Close the round"), Role.DIRECTOR, (open_round.number,)),
            (Link("cards:index", _("Type the cards"), Role.SCORER),),
        )
    to_come, checks = _coming(event, rounds), card_checks(event)
    if to_come or (checks.is_begun and not checks.missing and not checks.disagreements):
        return _in_play(rounds, to_come, still_open)
    typed = _("%(n)d of %(of)d cards typed.") % {"n": checks.typed, "of": checks.players}
    return Step(
        "type-cards",
        _("Type the cards"),
        typed,
        Link("cards:index", _("Type the cards"), Role.SCORER),
        (Link("standings:show", _("See the standings")), Link("events:finish", _("Finish"), Role.DIRECTOR)),
    )


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


def _settle(still_open: Completeness) -> Step:
    """The step before finishing, if all sheets are in and something else is open."""
    first = still_open.items[0]
    link = Link("events:finish", _("See open items"), Role.DIRECTOR)
    if first.round:
        link = Link("rounds:desk", _("Go to round %d") % first.round, args=(first.round,))
    return Step(
        "settle",
        ngettext("%d open item", "%d open items", len(still_open.items)) % len(still_open.items),
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


def _finished(still_open: Completeness, *, again: bool) -> Step:
    finale = (Link("finale:reveal", _("Reveal the result again"), Role.DIRECTOR),) if again else ()
    count = len(still_open.items)
    words = ngettext(
        "The standings are final, with %d open item.", "The standings are final, with %d open items.", count
    )
    return Step(
        "finished",
        _("The event is finished"),
        words % count if count else _("The standings are final."),
        Link("standings:show", _("See the standings")),
        (
            Link("printing:index", _("Print them")),
            *finale,
            Link("events:same_again", _("Same again"), Role.DIRECTOR),
            Link("events:final", _("Make a final"), Role.DIRECTOR),
            Link("events:reopen", _("Reopen for a correction"), Role.DIRECTOR),
        ),
    )


class ChecklistItem(NamedTuple):
    """One line of the checklist; `url` and `action` lead to where an open one is settled."""

    code: str
    done: bool
    sentence: str
    url: str = ""
    action: str = ""


def finishing_checklist(event: Event, still_open: Completeness) -> tuple[ChecklistItem, ...]:
    """Everything to look at before finishing, in the order in which it is best settled."""
    items: tuple[ChecklistItem | None, ...] = (
        *(_cards(event) if event.seats_itself else (_rounds(event), _sheets(event, still_open))),
        _questions(still_open),
        _second_reading(event),
        _sit_outs(event, still_open),
        _late(still_open),
        _first_place(event),
        _prizes(event),
        *_money(event),
    )
    return tuple(item for item in items if item is not None)


def _rounds(event: Event) -> ChecklistItem:
    unplayed = event.rounds.unclosed().numbers()
    if not unplayed:
        return ChecklistItem("rounds", True, _("Every round is closed."))
    message = ngettext(
        "Round %(rounds)s is not closed and counts as not played.",
        "Rounds %(rounds)s are not closed and count as not played.",
        len(unplayed),
    )
    url = reverse("events:overview", args=[event.slug])
    return ChecklistItem("rounds", False, message % {"rounds": in_a_row(unplayed)}, url, _("Go to the desk"))


def _cards(event: Event) -> tuple[ChecklistItem, ...]:
    """Whether all cards are typed, and whether they fit together."""
    cards, url = hall_cards(event), reverse("cards:index", args=[event.slug])
    items = [ChecklistItem("cards", True, _("Every card is typed."))]
    if cards.missing:
        message = ngettext(
            "%(n)d card is not typed: its player has no place.",
            "%(n)d cards are not typed: their players have no place.",
            len(cards.missing),
        )
        items = [ChecklistItem("cards", False, message % {"n": len(cards.missing)}, url, _("Type them"))]
    if cards.doubts:
        message = ngettext(
            "%(n)d thing in the cards cannot be; it counts as typed.",
            "%(n)d things in the cards cannot be; they count as typed.",
            len(cards.doubts),
        )
        words = message % {"n": len(cards.doubts)}
        items.append(ChecklistItem("doubts", False, words, url, _("See what cannot be")))
    return tuple(items)


def _sheets(event: Event, still_open: Completeness) -> ChecklistItem:
    """Whether every sheet is in; where cards come at the end, those that are made from them, too."""
    missing = [item for item in still_open.with_codes(MISSING, DISPUTED, WAITING) if item.wrong]
    if not missing and not still_open.missing:
        return ChecklistItem("sheets", True, _("Every table of a closed round has reported."))
    count = len(missing or still_open.missing)
    message = ngettext(
        "%(n)d table of a closed round has no sheet.", "%(n)d tables of closed rounds have no sheet.", count
    )
    url, action = reverse("cards:index", args=[event.slug]), _("Type the cards")
    if missing:
        url, action = missing[0].url, _("Enter the first")
    return ChecklistItem("sheets", False, message % {"n": count}, url, action)


def _late(still_open: Completeness) -> ChecklistItem | None:
    for item in still_open.with_codes(LATE):
        return ChecklistItem("late", False, item.sentence, item.url, item.action)
    return None


def _prizes(event: Event) -> ChecklistItem | None:
    """The prizes that nobody wins as things are, such as one for lone marches if none was entered."""
    prizes = prize_money(event)
    if prizes.settings is None:
        return None
    unwon = prizes.unwon
    if not unwon:
        message = _("Every prize has a winner.")
        if things := [thing for one in (*prizes.places, *prizes.sides) for thing in one.to_draw]:
            message = _("Every prize has a winner; tied players draw or choose for: %(things)s.")
            message %= {"things": ", ".join(things)}
        return ChecklistItem("prizes", True, message)
    message = _("Nobody wins these prizes: %(prizes)s. Is something not entered yet?")
    url = reverse("prizes:index", args=[event.slug])
    return ChecklistItem("prizes", False, message % {"prizes": ", ".join(unwon)}, url, _("See the prizes"))


def _questions(still_open: Completeness) -> ChecklistItem:
    questions = still_open.with_codes(TIED, DEALER, CALL, WRITTEN)
    if not questions:
        return ChecklistItem("questions", True, _("No tie or ruling is open."))
    message = ngettext(
        "%(n)d question about a tie or a ruling is open.",
        "%(n)d questions about ties or rulings are open.",
        len(questions),
    )
    return ChecklistItem(
        "questions", False, message % {"n": len(questions)}, questions[0].url, _("Answer the first")
    )


def _second_reading(event: Event) -> ChecklistItem | None:
    """Who read the sheets a second time, or the first round with a sheet that was read only once."""
    if not event.has["second_reading"]:
        return None
    sheets = Sheet.objects.counting().filter(table__round__event=event)
    read_once = sheets.filter(confirmed_at__isnull=True)
    first = read_once.order_by("table__round__number").values_list("table__round__number", flat=True).first()
    if first is None:
        readers = sorted({str(sheet.confirmed_by) for sheet in sheets.select_related("confirmed_by")})
        words = _("Every sheet is read twice, the second time by %s.") % in_a_row(readers)
        return ChecklistItem("second-reading", True, words) if readers else None
    count = read_once.count()
    words = ngettext("%d sheet is read only once.", "%d sheets are read only once.", count) % count
    url = reverse("sheets:read_again", args=[event.slug, first])
    return ChecklistItem("second-reading", False, words, url, _("Read them again"))


def _sit_outs(event: Event, still_open: Completeness) -> ChecklistItem | None:
    for item in still_open.with_codes(SIT_OUT):
        message = _("Nobody has said what a sit-out scores, so it scores nothing.")
        return ChecklistItem("sit-outs", False, message, item.url, _("Decide"))
    if not event.has_sit_outs:
        return None
    return ChecklistItem("sit-outs", True, _("It’s decided what a sit-out scores."))


def _first_place(event: Event) -> ChecklistItem | None:
    first = [row.name for row in standings(event).rows if row.place == 1]
    if not first:
        return None
    if len(first) == 1:
        return ChecklistItem("first-place", True, _("First place: %(name)s.") % {"name": first[0]})
    message = _("%(names)s share first place.") % {"names": ", ".join(first)}
    url = reverse("standings:show", args=[event.slug])
    return ChecklistItem("first-place", False, message, url, _("See the standings"))


def _money(event: Event) -> tuple[ChecklistItem, ...]:
    """Who has not paid, whether the pot covers the prizes, and whether the cash was counted."""
    cash = cash_sheet(event)
    if cash is None:
        return ()
    amount = money_of(event.time_zone)
    items = [_fees(event, cash.door, amount)]
    if cash.check.short:
        message = _("The prizes come to %(amount)s more than the pot holds.")
        url = reverse("prizes:index", args=[event.slug])
        items.append(
            ChecklistItem("pot", False, message % {"amount": amount(cash.check.short)}, url, _("Decide"))
        )
    return (*items, _box(event, cash, amount))


def _fees(event: Event, door: DoorMoney, amount: Money) -> ChecklistItem:
    owing = len(door.owing)
    if not owing:
        return ChecklistItem("fees", True, _("Everybody who came has paid."))
    message = ngettext(
        "%(n)d player who came has not paid: %(amount)s.",
        "%(n)d players who came have not paid: %(amount)s.",
        owing,
    )
    url = reverse("money:index", args=[event.slug]) + "?owing"
    words = message % {"n": owing, "amount": amount(door.owed)}
    return ChecklistItem("fees", False, words, url, _("See who"))


def _box(event: Event, cash: CashSheet, amount: Money) -> ChecklistItem:
    if cash.difference == 0:
        return ChecklistItem("cash", True, _("The cash was counted, and it is all there."))
    if cash.difference is None:
        message = _("The cash has not been counted yet.")
    elif cash.missing:
        message = _("%(amount)s is missing in the cash box.") % {"amount": amount(cash.missing)}
    else:
        message = _("%(amount)s is in the cash box beyond what should be there.") % {
            "amount": amount(cash.difference)
        }
    url = reverse("money:cash", args=[event.slug])
    return ChecklistItem("cash", False, message, url, _("See the cash sheet"))
