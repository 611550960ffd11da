"""What is open about an event: the one answer that every page, closing and finishing read.

Nothing may say "all" or "every", or be drawn green, while an item of it is open. Reads only; the number of
queries does not grow with the event.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from django.db.models import Count, Exists, OuterRef, Q, Subquery, Value
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournament.figures import figure, score
from tournament.models.events import Event, Player
from tournament.models.rulings import Ruling
from tournament.models.seating import SIDE_NAMES, Round, Table
from tournament.models.sheets import OPEN_TIE, Sheet
from tournament.state.attendance import (
    TABLE_NEEDS,
    EventProgress,
    event_progress,
    in_a_row,
    not_checked_in,
    not_checked_in_sentence,
    seating_mismatch,
    still_seated,
    still_seated_sentence,
)
from tournament.state.changed_standings import changed_standings
from tournament.state.dealers import other_dealers
from tournament.state.missing_sheets import TableWithoutSheet, missing_among, table_without_sheet
from tournament.state.next_seating import changed_winners
from tournament.state.pending import DISPUTED_THERE, HAS_SHEET, LATE_THERE, WAITING_THERE
from tournament.state.proposals import waiting
from tournament.state.ruling_calls import other_calls

MISSING, DISPUTED, WAITING, UNCONFIRMED = "missing", "disputed", "waiting", "unconfirmed"
TIED, DEALER, CALL, SHORT = "tied", "dealer", "call", "short"
SIT_OUT, ABSENT, UNSEATED, RESEAT, REORDERED = "sit-out", "absent", "unseated", "reseat", "reordered"
PROPOSED, LATE = "proposed", "late"

SCORER, DIRECTOR = "scorer", "director"


@dataclass(frozen=True, slots=True)
class OpenItem:
    """One thing that is open: the tables or players concerned, and the page that settles it.

    `wrong`: results or seats are wrong until then, so it is red; otherwise it is only to be known. `needs` is
    the role for that page. `what` is the sentence without round and table. Public items have no page.
    """

    code: str
    sentence: str
    wrong: bool = False
    round: int | None = None
    tables: tuple[int, ...] = ()
    players: tuple[int, ...] = ()
    url: str = ""
    action: str = ""
    needs: str = SCORER
    what: str = ""

    @property
    def about_sheet(self) -> bool:
        """Whether it is about what a table reported, so that closing its round names it."""
        return self.is_question or self.code in (MISSING, DISPUTED, WAITING, UNCONFIRMED, LATE)

    @property
    def is_question(self) -> bool:
        """Whether it is a question about a tie, a ruling or corrected winners (`reports.open_questions`)."""
        return self.code in (TIED, DEALER, CALL, RESEAT)


@dataclass(frozen=True)
class Completeness:
    """What is open about an event, in the order of rounds and tables.

    `without` are the tables of begun rounds for which nothing counts, those not played included.
    """

    items: tuple[OpenItem, ...] = ()
    without: tuple[TableWithoutSheet, ...] = ()

    @cached_property
    def wrong(self) -> tuple[OpenItem, ...]:
        return tuple(item for item in self.items if item.wrong)

    @cached_property
    def known(self) -> tuple[OpenItem, ...]:
        """What is only to be known."""
        return tuple(item for item in self.items if not item.wrong)

    @property
    def missing(self) -> tuple[TableWithoutSheet, ...]:
        """The sheets missing from closed rounds."""
        return missing_among(self.without)

    @property
    def amiss(self) -> "Completeness":
        """The same without the tables of the open round that still play or are just reporting."""
        items = (item for item in self.items if item.wrong or item.code not in (MISSING, WAITING))
        return Completeness(tuple(items), self.without)

    @property
    def in_lines(self) -> "Completeness":
        """The items for a list: sheets of a round to be confirmed are one line, and questions are left out,
        which have a list of their own."""
        lines: dict[object, OpenItem] = {}
        for item in self.items:
            if item.code == UNCONFIRMED and (one := lines.get((item.code, item.round))):
                lines[item.code, item.round] = _together(one, item)
            elif not item.is_question:
                lines[(item.code, item.round) if item.code == UNCONFIRMED else item] = item
        return Completeness(tuple(lines.values()), self.without)

    def of(self, *codes: str) -> tuple[OpenItem, ...]:
        return tuple(item for item in self.items if item.code in codes)

    def in_round(self, number: int) -> "Completeness":
        """What is open about one round's sheets."""
        items = (item for item in self.items if item.round == number and item.about_sheet)
        return Completeness(tuple(items), tuple(one for one in self.without if one.round == number))

    def at_table(self, number: int) -> "Completeness":
        """The same about one table, of what is open about one round."""
        return Completeness(tuple(item for item in self.items if number in item.tables), self.without)

    def of_page(self, number: int) -> "Completeness":
        """What a round's page lists: what is amiss there, and what makes results of other rounds wrong."""
        items = (item for item in self.amiss.items if item.wrong or item.round == number)
        return Completeness(tuple(items), self.without)

    def before(self, number: int) -> "Completeness":
        """What is open about the sheets of the rounds before this one."""
        items = (item for item in self.items if (item.round or number) < number and item.about_sheet)
        return Completeness(tuple(items), tuple(one for one in self.without if one.round < number))


NOTHING_OPEN = Completeness()


def completeness(event: Event) -> Completeness:
    """Everything open about the event; of one without seating, nothing."""
    found = results_open(event)
    return Completeness((*seats_open(event), *found.items), found.without)


def results_open(event: Event) -> Completeness:
    """What is open about the results: the sheets, what waits for a second official, what a sit-out scores."""
    found = sheets_open(event)
    items = [*found.items, *_proposals(event)]
    if event.sit_outs_undecided:
        items.append(sit_outs_open(reverse("events:settings", args=[event.slug]), _("Decide it")))
    return Completeness(tuple(items), found.without)


def _proposals(event: Event) -> Iterator[OpenItem]:
    """What waits for a second official, as one item; the results count without it."""
    if many := waiting(event):
        sentence = ngettext(
            "%(n)d decision waits for a second official and doesn’t count yet.",
            "%(n)d decisions wait for a second official and don’t count yet.",
            many,
        )
        url = reverse("proposals:index", args=[event.slug])
        yield OpenItem(PROPOSED, sentence % {"n": many}, url=url, action=_("See them"), needs=DIRECTOR)


def sheets_open(event: Event, round_: Round | None = None) -> Completeness:
    """What is open about the sheets of the event, or of one of its rounds: one query, and a few more where
    rulings about deals are in force."""
    items: list[OpenItem] = []
    without: list[TableWithoutSheet] = []
    rows = _tables(event, round_)
    for row in rows:
        closed = row["round__status"] == Round.Status.CLOSED
        one = None
        if not row["has_sheet"]:
            place = row["round__number"], row["round__status"], row["number"]
            one = table_without_sheet(*place, row["not_played"], False, row["seated"], bool(row["disputed"]))
            without.append(one)
        over = event.is_finished and not closed  # such a round counts as not played
        if not over and (one is None or not one.not_played):
            items += _at_table(event, row, one, closed=closed)
    if any(row["ruled"] for row in rows):
        rounds = event.rounds.begun()
        items += _rulings(event, rounds if round_ is None else rounds.filter(pk=round_.pk))
    order = sorted(items, key=lambda item: (item.round or 0, item.tables))
    return Completeness(tuple(order), tuple(without))


def _together(one: OpenItem, other: OpenItem) -> OpenItem:
    """Two sheets of a round that are not confirmed, as one item."""
    tables = (*one.tables, *other.tables)
    words = _(
        "Round %(round)d, tables %(tables)s are not confirmed by a second official: players don’t see them."
    )
    return replace(one, tables=tables, sentence=words % {"round": one.round, "tables": in_a_row(tables)})


def tie_open(round_: int, table: int, points: int, *, closed: bool, url: str = "") -> OpenItem:
    """A tie for which nobody has said who was first; without a page for the public."""
    place = {"round": round_, "table": table}
    what = _("tied %(score)s: which side reached %(n)s first?") % {
        "n": figure(points),
        "score": score(points, points),
    }
    sentence = _("Round %(round)d, table %(table)d is tied, and nobody has won there yet.") % place
    if url:
        sentence = _("Round %(round)d, table %(table)d:") % place + " " + what
    return OpenItem(TIED, sentence, closed, round_, (table,), (), url, _("Answer") if url else "", what=what)


def sit_outs_open(url: str = "", action: str = "") -> OpenItem:
    """Players sit out, and nobody has said what that scores."""
    sentence = _("Sit-outs score nothing yet: nobody has decided what a sit-out scores.")
    return OpenItem(SIT_OUT, sentence, True, url=url, action=action, needs=DIRECTOR)


def sheet_open(one: TableWithoutSheet) -> OpenItem:
    """A closed round's table for which nothing counts, or nothing yet that the public sees."""
    code = DISPUTED if one.disputed else UNCONFIRMED if one.unconfirmed else MISSING
    return OpenItem(code, one.sentence, True, one.round, (one.table,))


def _tables(event: Event, round_: Round | None) -> list[dict[str, Any]]:
    """The tables of begun rounds, each with what could be open about it, in one query."""
    here = {"table": OuterRef("pk")}
    counting = Sheet.objects.counting().filter(**here)
    unconfirmed: Any = (
        Exists(Sheet.objects.unconfirmed().filter(**here)) if event.second_eyes else Value(False)
    )
    tables = Table.objects.filter(round__event=event).exclude(round__status=Round.Status.PLANNED)
    if round_ is not None:
        tables = tables.filter(round=round_)
    rows = tables.annotate(
        seated=Count("seatings"),
        has_sheet=HAS_SHEET,
        in_dispute=DISPUTED_THERE,
        waiting=WAITING_THERE,
        late=LATE_THERE,
        unconfirmed=unconfirmed,
        tied=Subquery(counting.filter(OPEN_TIE).values("ns")[:1]),
        ruled=Exists(Ruling.objects.in_force().filter(**here, slot__isnull=False)),
    )
    # Rows with nothing open stay in the database.
    nothing = Q(
        has_sheet=True, in_dispute=False, waiting=False, late=False, unconfirmed=False, tied=None, ruled=False
    )
    fields = ("round__number", "round__status", "number", "not_played", "disputed", "seated", "has_sheet")
    found: Any = rows.exclude(nothing).order_by("round__number", "number")
    return list(found.values(*fields, "in_dispute", "waiting", "late", "unconfirmed", "tied", "ruled"))


def _at_table(
    event: Event, row: dict[str, Any], one: TableWithoutSheet | None, *, closed: bool
) -> Iterator[OpenItem]:
    round_, table = row["round__number"], row["number"]
    place = {"round": round_, "table": table}

    marked = one is not None and one.disputed

    def item(code: str, sentence: str, page: str, action: str, *, needs: str = SCORER) -> OpenItem:
        args = [event.slug, round_, table] if page.startswith("sheets:") else [event.slug]
        args += [round_] if page == "rounds:desk" else []
        url = reverse(page, args=args)
        wrong = closed or (marked and code == DISPUTED)  # as soon as an official marks it
        return OpenItem(code, sentence, wrong, round_, (table,), (), url, action, needs)

    if row["late"]:
        words = _("Round %(round)d, table %(table)d: a score came after the round was closed.") % place
        yield item(LATE, words, "rounds:desk", _("Accept or discard it"))
    if row["in_dispute"]:
        words = _("Round %(round)d, table %(table)d is disputed: its two sides don’t agree.") % place
        words = f"{one.sentence} {words}" if one and closed and not marked else words
        yield item(DISPUTED, words, "sheets:show", _("Settle it"))
    elif row["waiting"]:
        words = (
            _("Round %(round)d, table %(table)d: one side has reported, the other hasn’t answered.") % place
        )
        words = f"{one.sentence} {words}" if one and closed else words
        yield item(WAITING, words, "sheets:show", _("See the table"))
    elif one:
        words = one.sentence if closed else _("Round %(round)d, table %(table)d hasn’t reported.") % place
        yield item(MISSING, words, "sheets:show", _("Go to table %(table)d") % place)
    if one and not closed and row["seated"] < TABLE_NEEDS:
        words = ngettext(
            "Round %(round)d, table %(table)d has %(n)d player: a seat is empty.",
            "Round %(round)d, table %(table)d has %(n)d players: a seat is empty.",
            row["seated"],
        ) % (place | {"n": row["seated"]})
        yield item(SHORT, words, "substitutions:index", _("Changes at the tables"), needs=DIRECTOR)
    if row["unconfirmed"]:
        words = _(
            "Round %(round)d, table %(table)d is not confirmed by a second official: players don’t see it."
        )
        yield item(UNCONFIRMED, words % place, "confirmations:index", _("Confirm"))
    if row["tied"] is not None:
        url = reverse("sheets:tie", args=[event.slug, round_, table])
        yield tie_open(round_, table, row["tied"], closed=closed, url=url)


def _rulings(event: Event, rounds: Iterable[Round]) -> Iterator[OpenItem]:
    """The rulings that a sheet contradicts, each with what it says."""
    contradicted = [(DEALER, other.ruling, other.sentence) for other in other_dealers(rounds)]
    contradicted += [(CALL, other.ruling, other.sentence) for other in other_calls(rounds)]
    for code, ruling, what in contradicted:
        round_, table = ruling.table.round.number, ruling.table.number
        sentence = _("Round %(round)d, table %(table)d:") % {"round": round_, "table": table} + " " + what
        url = reverse("rulings:amend", args=[event.slug, ruling.number])
        action = _("Rule again")
        yield OpenItem(code, sentence, False, round_, (table,), (), url, action, DIRECTOR, what)


def seats_open(event: Event) -> tuple[OpenItem, ...]:
    """What is open about the seats alone; nothing where no seating is published or the event is finished."""
    progress = EventProgress({}, frozenset()) if event.is_finished else event_progress(event)
    return tuple(_seats_open(event, progress)) if progress.published else ()


def _seats_open(event: Event, progress: EventProgress) -> Iterator[OpenItem]:
    """Who is seated and not here, here and not seated, or seated by a winner that was corrected since."""
    yield from reseat_open(event)
    yield from _reordered(event)
    slug = [event.slug]
    changes = reverse("substitutions:index", args=slug), _("Changes at the tables"), DIRECTOR
    gone = still_seated(event)
    if gone:
        yield _about(ABSENT, gone, still_seated_sentence(gone), changes)
    late = not_checked_in(event)
    if late:
        check_in = reverse("players:check_in", args=slug), _("Check in"), SCORER
        yield _about(ABSENT, late, not_checked_in_sentence(late), check_in)
    change = seating_mismatch(event, progress)
    if change is None:
        return
    named = {player.number for player in (*gone, *late)}
    choices = reverse("seating_choices:index", args=slug)
    if change.joined:
        fit = choices, _("Fit them in: see the choices"), DIRECTOR
        yield _about(UNSEATED, change.joined, change.joined_sentence(), fit)
    if left := [player for player in change.gone if player.number not in named]:
        yield _about(ABSENT, left, change.gone_sentence(left), (choices, _("See the choices"), DIRECTOR))


def _reordered(event: Event) -> Iterator[OpenItem]:
    """The open round, where the standings it was seated from were corrected since."""
    if found := changed_standings(event):
        sentence = ngettext(
            "The standings after round %(round)d were corrected: %(n)d player would sit elsewhere in "
            "round %(next)d. It has no sheet yet: redo its seating, or leave it.",
            "The standings after round %(round)d were corrected: %(n)d players would sit elsewhere in "
            "round %(next)d. It has no sheet yet: redo its seating, or leave it.",
            len(found.players),
        ) % {"round": found.round, "next": found.round + 1, "n": len(found.players)}
        url = reverse("seating:next_round", args=[event.slug])
        yield OpenItem(
            REORDERED, sentence, True, found.round + 1, url=url, action=_("Decide"), needs=DIRECTOR
        )


def _about(
    code: str, players: Sequence[Player], sentence: str, settled: tuple[str, str, str], *, wrong: bool = False
) -> OpenItem:
    numbers = tuple(player.number for player in players)
    return OpenItem(code, sentence, wrong, None, (), numbers, *settled)


def reseat_open(event: Event) -> Iterator[OpenItem]:
    """The tables whose winners were corrected after the open round was seated from them."""
    for one in changed_winners(event):
        words = {"won": SIDE_NAMES[one.won], "moved": SIDE_NAMES[one.moved], "next": one.round + 1}
        what = _(
            "%(won)s won, but %(moved)s moved on as winners. Round %(next)d has no sheet yet: redo its "
            "seating, or leave it."
        )
        place = _("Round %(round)d, table %(table)d:") % {"round": one.round, "table": one.table}
        sentence, url = f"{place} {what % words}", reverse("seating:next_round", args=[event.slug])
        settled = (url, _("Decide"), DIRECTOR, what % words)
        yield OpenItem(RESEAT, sentence, True, one.round, (one.table,), (), *settled)
