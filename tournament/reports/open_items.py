"""What is open about an event: the one answer that every page, closing and finishing read.

Each item has its sentence and the page that settles it; `state.open_items` asks about the sheets. Nothing may
say "all" or "every", or be drawn green, while an item of it is open. Reads only; the number of queries does
not grow with the event.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournament.figures import figure, score
from tournament.models import Event, Player, Round
from tournament.models.seating import SIDE_NAMES
from tournament.state.attendance import (
    NO_SEAT,
    NOT_CHECKED_IN,
    NOT_HERE,
    STILL_SEATED,
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

SIT_OUT, ABSENT, UNSEATED, RESEAT, REORDERED = "sit-out", "absent", "unseated", "reseat", "reordered"

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
        return self.is_question or self.code in (MISSING, DISPUTED, WAITING, LATE)

    @property
    def is_question(self) -> bool:
        """Whether it is a question about a tie, a ruling or corrected winners (`Completeness.questions`)."""
        return self.code in (TIED, DEALER, CALL, WRITTEN, RESEAT)


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
    def questions(self) -> tuple[OpenItem, ...]:
        """Ties, rulings whose dealer or lone hand differs from the sheet's, and corrected winners."""
        return tuple(item for item in self.items if item.is_question)

    @property
    def missing(self) -> tuple[TableWithoutSheet, ...]:
        """The sheets missing from closed rounds."""
        return missing_among(self.without)

    @property
    def amiss(self) -> "Completeness":
        """What is open but for tables of the open round that still play or are just reporting."""
        items = (item for item in self.items if item.wrong or item.code not in (MISSING, WAITING))
        return Completeness(tuple(items), self.without)

    @property
    def in_lines(self) -> "Completeness":
        """The items for a list: sheets missing from a closed round are one line, and questions are left out,
        which have a list of their own."""
        lines: dict[object, OpenItem] = {}
        for item in self.items:
            if item.is_question:
                continue
            joins = item.code == MISSING and item.wrong
            key: object = item.round if joins else item
            lines[key] = _missing(lines[key], item) if key in lines else item
        return Completeness(tuple(lines.values()), self.without)

    def with_codes(self, *codes: str) -> tuple[OpenItem, ...]:
        return tuple(item for item in self.items if item.code in codes)

    def in_round(self, number: int) -> "Completeness":
        """What is open about one round's sheets."""
        items = (item for item in self.items if item.round == number and item.about_sheet)
        return Completeness(tuple(items), tuple(one for one in self.without if one.round == number))

    def at_table(self, number: int) -> "Completeness":
        """What is open about one table; call it on what is open `in_round`."""
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
    results = results_open(event)
    return Completeness((*seats_open(event), *results.items), results.without)


def results_open(event: Event) -> Completeness:
    """What is open about the results: the sheets, and what a sit-out scores."""
    sheets = sheets_open(event)
    items = list(sheets.items)
    if event.sit_outs_undecided:
        items.append(_sit_outs(reverse("events:settings", args=[event.slug]), _("Decide it")))
    return Completeness(tuple(items), sheets.without)


def sheets_open(event: Event, round_: Round | None = None) -> Completeness:
    """What is open about the sheets of the event, or of one of its rounds."""
    sheets, without = open_sheets(event, round_)
    return Completeness(tuple(_of_sheet(event, one) for one in sheets), without)


def open_questions(event: Event) -> tuple[OpenItem, ...]:
    """The open questions of an event, by round and table."""
    return (*sheets_open(event).questions, *corrected_winners(event))


def public_items(results: Results, event: Event, last: int) -> tuple[OpenItem, ...]:
    """What is open about the rounds up to `last` that makes results wrong, as everybody may see it.

    Read from the results, without a further query.
    """
    without = [one for one in missing_among(results.without_sheet) if one.round <= last]
    by_kind: dict[object, list[OpenItem]] = {}
    for one in without:
        item = _without_sheet(one)
        by_kind.setdefault((one.round, item.code) if item.code == MISSING else one, []).append(item)
    items = [same[0] if len(same) == 1 else _missing(*same) for same in by_kind.values()]
    for facts in results.rounds:
        if facts.begun and facts.number <= last:
            closed = facts.status == Round.Status.CLOSED
            tied = ((facts.named[key][0], score) for key, score in facts.scores.items() if score.tie_is_open)
            items += [_tie(facts.number, table, score.totals[0], closed) for table, score in tied]
    items.sort(key=lambda item: (item.round or 0, item.tables))
    if not event.bye_decided and any(facts.sit_out for facts in results.rounds):
        items.append(_sit_outs())
    return tuple(items)


def _missing(*items: OpenItem) -> OpenItem:
    """The sheets missing from one round, as one item."""
    tables = tuple(table for item in items for table in item.tables)
    words = _("Round %(round)d: the sheets of tables %(tables)s are missing. Their players get 0 points.")
    sentence = words % {"round": items[0].round, "tables": in_a_row(runs(tables))}
    return replace(items[0], tables=tables, sentence=sentence)


def _tie(round_: int, table: int, points: int, wrong: bool, url: str = "") -> OpenItem:
    """A tie for which nobody has said who was first; without a page for the public."""
    place = {"round": round_, "table": table}
    what = _("tied %(score)s: which side reached %(n)s first?") % {
        "n": figure(points),
        "score": score(points, points),
    }
    sentence = _("Round %(round)d, table %(table)d is tied, and nobody has won there yet.") % place
    if url:
        sentence = _("Round %(round)d, table %(table)d:") % place + " " + what
    return OpenItem(TIED, sentence, wrong, round_, (table,), (), url, _("Answer") if url else "", what=what)


def _sit_outs(url: str = "", action: str = "") -> OpenItem:
    """Players sit out, and nobody has said what that scores."""
    sentence = _("Sit-outs score nothing yet: nobody has decided what a sit-out scores.")
    return OpenItem(SIT_OUT, sentence, True, url=url, action=action, needs=DIRECTOR)


def _without_sheet(one: TableWithoutSheet) -> OpenItem:
    """A closed round's table for which nothing counts."""
    code = DISPUTED if one.disputed else MISSING
    return OpenItem(code, one.sentence, True, one.round, (one.table,))


def _of_sheet(event: Event, one: OpenSheet) -> OpenItem:
    """An open sheet with its sentence and the page that settles it."""
    at_table = [event.slug, one.round, one.table]
    if one.code == TIED:
        url = reverse("sheets:tie", args=at_table)
        return _tie(one.round, one.table, one.number, one.wrong, url)
    place = {"round": one.round, "table": one.table}
    if one.code in (DEALER, CALL, WRITTEN):
        sentence = _("Round %(round)d, table %(table)d:") % place + " " + one.what
        page, action = ("written", _("Answer")) if one.code == WRITTEN else ("amend", _("Rule again"))
        url, needs = reverse(f"rulings:{page}", args=[event.slug, one.number]), DIRECTOR
    else:
        sentence = _sheet_sentence(one)
        page, action, needs = {
            LATE: ("rounds:desk", _("Accept or discard it"), SCORER),
            DISPUTED: ("sheets:show", _("Settle it"), SCORER),
            WAITING: ("sheets:show", _("See the table"), SCORER),
            MISSING: ("sheets:show", _("Go to table %(table)d") % place, SCORER),
            SHORT: ("substitutions:index", _("Changes at the tables"), DIRECTOR),
        }[one.code]
        args = {"sheets:show": at_table, "rounds:desk": at_table[:2]}
        url = reverse(page, args=args.get(page, at_table[:1]))
    return OpenItem(one.code, sentence, one.wrong, one.round, (one.table,), (), url, action, needs, one.what)


def _sheet_sentence(one: OpenSheet) -> str:
    place = {"round": one.round, "table": one.table, "n": one.number}
    if one.code == SHORT:
        return (
            ngettext(
                "Round %(round)d, table %(table)d has %(n)d player: a seat is empty.",
                "Round %(round)d, table %(table)d has %(n)d players: a seat is empty.",
                one.number,
            )
            % place
        )
    without = one.without if one.without and one.without.closed else None
    if one.code == MISSING and without:
        return without.sentence
    words = {
        LATE: _("Round %(round)d, table %(table)d: a score came after the round was closed."),
        DISPUTED: _("Round %(round)d, table %(table)d is disputed: its two sides don’t agree."),
        WAITING: _("Round %(round)d, table %(table)d: one side has reported, the other hasn’t answered."),
        MISSING: _("Round %(round)d, table %(table)d hasn’t reported."),
    }[one.code] % place
    return f"{without.sentence} {words}" if without and not without.disputed else words


def seats_open(event: Event) -> tuple[OpenItem, ...]:
    """What is open about the seats alone, from publishing to finishing."""
    if event.seats_itself:
        return ()
    progress = EventProgress({}, frozenset()) if event.is_finished else event_progress(event)
    return tuple(_seats_open(event, progress)) if progress.published else ()


def _seats_open(event: Event, progress: EventProgress) -> Iterator[OpenItem]:
    """Who is seated and not here, here and not seated, or seated by a winner that was corrected since."""
    yield from corrected_winners(event)
    yield from _reordered(event)
    slug = [event.slug]
    changes = reverse("substitutions:index", args=slug), _("Changes at the tables"), DIRECTOR
    gone = still_seated(event)
    if gone:
        yield _about(ABSENT, gone, told_of(STILL_SEATED, gone), changes)
    late = not_checked_in(event)
    if late:
        check_in = reverse("players:check_in", args=slug), _("Check in"), SCORER
        yield _about(ABSENT, late, told_of(NOT_CHECKED_IN, late), check_in)
    change = seating_mismatch(event, progress)
    if change is None:
        return
    named = {player.number for player in (*gone, *late)}
    choices = reverse("seating_choices:index", args=slug)
    if change.joined:
        fit = choices, _("Fit them in: see the choices"), DIRECTOR
        yield _about(UNSEATED, change.joined, told_of(NO_SEAT, change.joined), fit)
    if left := [player for player in change.gone if player.number not in named]:
        yield _about(ABSENT, left, told_of(NOT_HERE, left), (choices, _("See the choices"), DIRECTOR))


def _reordered(event: Event) -> Iterator[OpenItem]:
    """The open round, if the standings it was seated from were corrected since."""
    if changed := changed_standings(event):
        sentence = ngettext(
            "The standings after round %(round)d were corrected: %(n)d player would sit elsewhere in "
            "round %(next)d. It has no sheet yet: redo its seating, or leave it.",
            "The standings after round %(round)d were corrected: %(n)d players would sit elsewhere in "
            "round %(next)d. It has no sheet yet: redo its seating, or leave it.",
            len(changed.players),
        ) % {"round": changed.round, "next": changed.round + 1, "n": len(changed.players)}
        url = reverse("seating:next_round", args=[event.slug])
        yield OpenItem(
            REORDERED, sentence, True, changed.round + 1, url=url, action=_("Decide"), needs=DIRECTOR
        )


def _about(code: str, players: Sequence[Player], sentence: str, settled: tuple[str, str, str]) -> OpenItem:
    numbers = tuple(player.number for player in players)
    return OpenItem(code, sentence, False, None, (), numbers, *settled)


def corrected_winners(event: Event, round_: Round | None = None) -> Iterator[OpenItem]:
    """The tables (of a round) whose winners were corrected after the open round was seated from them."""
    for one in changed_winners(event):
        if round_ is not None and one.round != round_.number:
            continue
        words = {"won": SIDE_NAMES[one.won], "moved": SIDE_NAMES[one.moved], "next": one.round + 1}
        what = _(
            "%(won)s won, but %(moved)s moved on as winners. Round %(next)d has no sheet yet: redo its "
            "seating, or leave it."
        )
        place = _("Round %(round)d, table %(table)d:") % {"round": one.round, "table": one.table}
        sentence, url = f"{place} {what % words}", reverse("seating:next_round", args=[event.slug])
        settled = (url, _("Decide"), DIRECTOR, what % words)
        yield OpenItem(RESEAT, sentence, True, one.round, (one.table,), (), *settled)
