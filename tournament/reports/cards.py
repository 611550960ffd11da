"""Tally cards: what each shows of its player's evening, which were printed, and how typed cards agree with
the sheets, or with each other in a hall that seats itself.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from django.utils.translation import gettext as _

from scoring.errors import ScoringError, TooFewDeals
from scoring.hall import HallLine, round_doubts
from scoring.record import Bye, Record
from scoring.ruleset import Ruleset
from scoring.seats import SEATS, SIDES, Seat, Side
from scoring.sheet import score_totals
from tournament.models import CardLine, CardPrint, Event, Player, Round, Ruling, Seating, Sheet
from tournament.models.cards import AgreedTotals, Noted, agreed_result, team_of
from tournament.reports.seating import Path, SeatedPerson, Stop, player_paths, seating
from tournament.rotation.movements import MOVEMENTS
from tournament.state.attendance import GOING
from tournament.state.cards import Card, CardsInHall
from tournament.state.results import records
from tournament.words.figures import score as score_in_figures
from tournament.words.names import called
from tournament.words.sentences import in_words


class TallyCard(NamedTuple):
    """One player's card. `stops` goes by rounds, None if earlier results will decide the seat.

    `colour` is the stock it is printed on: `red`, `white`, `open` for a player who has not sat at a table
    yet, and empty if the movement has no colours.
    """

    person: SeatedPerson
    stops: tuple[Stop | None, ...]
    colour: str = ""


def tally_cards(
    event: Event, only: Collection[int] = (), hall: CardsInHall | None = None
) -> tuple[TallyCard, ...]:
    """A card for every player who has not left, by number, or for the numbers in `only`. Whoever has the
    event's cards in the `hall` already passes them on.

    In a movement planned ahead these are players seated, so there are none before publishing. In one that
    goes by results they have the rounds seated so far.
    """
    hall = hall or CardsInHall(event)
    seated = player_paths(seating(event))
    if MOVEMENTS[event.movement].plans_ahead:
        cards = [TallyCard(path.person, path.stops) for path in seated]
    else:
        cards = _by_results(hall, {path.person.number: path for path in seated})
    if only:
        return tuple(card for card in cards if card.person.number in only)
    return tuple(card for card in cards if card.person.number not in hall.gone)


class CardScore(NamedTuple):
    """What one closed round gave a player: points, their sum so far (None if a sit-out's points are not
    known yet), loners, and whether the round was won (None: tied, or sat out)."""

    points: int
    total: int | None
    loners: int
    won: bool | None


def scores_so_far(event: Event) -> dict[int, dict[int, CardScore]]:
    """By player's number and round, what the closed rounds gave; adjustments are no round's."""
    closed = set(event.rounds.filter(status=Round.Status.CLOSED).values_list("number", flat=True))
    return {number: _scores(event, record, closed) for number, record in records(event).items()}


def _scores(event: Event, record: Record, closed: Collection[int]) -> dict[int, CardScore]:
    scores: dict[int, CardScore] = {}
    total: int | None = 0
    for line in sorted(record.per_round, key=lambda line: line.round):
        if line.round not in closed:
            continue
        if isinstance(line, Bye):
            if event.bye_mode == Event.ByeMode.AVERAGE:
                total = None
                continue
            points = event.bye.of(points=0, rounds=0)
            total = None if total is None else total + points
            if event.bye_mode == Event.ByeMode.FIXED:
                scores[line.round] = CardScore(points, total, 0, None)
            continue
        total = None if total is None else total + line.points
        scores[line.round] = CardScore(line.points, total, line.loners, line.won)
    return scores


def _by_results(hall: CardsInHall, seated: dict[int, Path]) -> list[TallyCard]:
    cards = []
    for number, player in hall.players.items():
        path = seated.get(number)
        if path is None and player.status in GOING:
            continue
        stops: tuple[Stop | None, ...] = path.stops if path else ()
        unknown = (None,) * max(0, hall.event.round_count - len(stops))
        colour = hall.now[number]["colour"]
        cards.append(TallyCard(SeatedPerson(number, player.name), stops + unknown, colour))
    return cards


def to_print(event: Event, only: Collection[int], *, changed: bool, stock: str = "") -> Mapping[str, Card]:
    """What to note of these players' cards, or of those that are out of date, by number; only those of one
    colour, if `stock` names it."""
    hall = CardsInHall(event)
    numbers = set(only) or hall.now.keys() - hall.gone
    if changed:
        differing = hall.out_of_date()
        numbers &= set(differing.numbers if differing else ())
    return {n: card for n, card in hall.noted(numbers).items() if stock in ("", card["colour"])}


def last_print(event: Event) -> CardPrint | None:
    """The last printing that is known."""
    return event.card_prints.filter(event_uid=event.uid).select_related("by").last()


def is_from_before_a_restore(event: Event) -> bool:
    """Whether cards were printed, but only before a copy was put back."""
    return event.card_prints.exists() and not event.card_prints.filter(event_uid=event.uid).exists()


@dataclass(frozen=True, slots=True)
class CardRound:
    """One round on a player's card: table and seat (None: sat out), the typed line, the sheet's figures."""

    number: int
    status: str
    table: int | None
    seat: Seat | None
    line: CardLine | None
    sheet: Noted | None

    @property
    def is_open_to_typing(self) -> bool:
        return self.table is not None and self.status != Round.Status.PLANNED


class CardDisagreement(NamedTuple):
    """A contradiction: `card` is what this player's card says, `other` what it disagrees with.

    `sheet` is what the table's sheet would be if the card is right, None if that is unknown.
    """

    round: int
    table: int | None
    person: SeatedPerson
    seat: Seat | None
    card: Noted
    other: str
    sentence: str
    sheet: AgreedTotals | None = None
    partner: SeatedPerson | None = None


class CardProposal(NamedTuple):
    """A table without a sheet whose cards all agree. `tied`: who reached the total first has to be asked."""

    round: int
    table: int
    agreed: AgreedTotals
    tied: bool
    doubts: tuple[str, ...]
    closed: bool


@dataclass(frozen=True, slots=True)
class CardChecks:
    """Every disagreement between cards and sheets, and the sheets that cards propose.

    `missing` are the numbers whose card lacks a line for a round that is open or closed, by number.
    """

    disagreements: tuple[CardDisagreement, ...]
    proposals: tuple[CardProposal, ...]
    players: int
    missing: tuple[int, ...]

    @property
    def typed(self) -> int:
        """How many cards are complete."""
        return self.players - len(self.missing)

    @property
    def is_begun(self) -> bool:
        """Whether any card is complete, so that there is something to agree."""
        return self.typed > 0

    @property
    def plain(self) -> tuple[CardProposal, ...]:
        """The proposals without ties or doubts, which can be accepted all at once."""
        return tuple(one for one in self.proposals if not one.tied and not one.doubts)

    @property
    def needs_reason(self) -> bool:
        """Whether any proposal is for a closed round: sheets there need a reason."""
        return any(one.closed for one in self.proposals)

    def involving(self, number: int) -> tuple[CardDisagreement, ...]:
        """The disagreements in which this player's card is one side."""
        return tuple(
            one
            for one in self.disagreements
            if one.person.number == number or (one.partner and one.partner.number == number)
        )


class _CheckedTable(NamedTuple):
    """A table of a round that has begun, with its cards, sheet and rulings."""

    round: int
    number: int
    closed: bool
    sitters: Mapping[Seat, SeatedPerson]
    noted: Mapping[Seat, Noted]
    sheet: Sheet | None
    rulings: tuple[Ruling, ...]


def card_of(player: Player) -> tuple[CardRound, ...]:
    """One player's card, a line for every round of the event: three queries."""
    seats = {
        seating.round_id: seating for seating in Seating.objects.filter(player=player).select_related("table")
    }
    lines = {line.round_id: line for line in player.card_lines.counting()}
    sheets = {
        sheet.table_id: sheet for sheet in Sheet.objects.counting().filter(table__seatings__player=player)
    }
    rounds = []
    for round_ in Round.objects.filter(event=player.event_id).order_by("number"):
        seating = seats.get(round_.pk)
        table = seating.table if seating else None
        seat = Seat(seating.seat) if seating and table else None
        sheet = sheets.get(table.pk) if table else None
        rounds.append(
            CardRound(
                number=round_.number,
                status=round_.status,
                table=table.number if table else None,
                seat=seat,
                line=lines.get(round_.pk),
                sheet=Noted(sheet.points[seat], sheet.loners[seat]) if sheet and seat else None,
            )
        )
    return tuple(rounds)


def card_checks(event: Event) -> CardChecks:
    """Every card against every sheet and every other card, over the rounds that have begun."""
    rules = event.ruleset
    tables, strays, complete = _read(event)
    disagreements = list(strays)
    proposals: list[CardProposal] = []
    for table in tables:
        differing = list(_disagreements(rules, table))
        disagreements += differing
        if not differing and table.sheet is None:
            proposals += _proposal(rules, table, disagreements)
    return CardChecks(
        tuple(sorted(disagreements, key=lambda one: (one.round, one.table or 0, one.person.number))),
        tuple(proposals),
        players=len(complete),
        missing=tuple(sorted(number for number, whole in complete.items() if not whole)),
    )


def _read(event: Event) -> tuple[list[_CheckedTable], list[CardDisagreement], dict[int, bool]]:
    """Read the tables of the rounds begun, the lines of players at no table in that round, and for each
    seated player's number whether the card is complete."""
    begun = event.rounds.begun()
    lines = {
        (line.round_id, line.player_id): line
        for line in CardLine.objects.counting().filter(round__in=begun).select_related("player", "round")
    }
    seated: dict[int, dict[Seat, SeatedPerson]] = {}
    noted: dict[int, dict[Seat, Noted]] = {}
    about = {}
    complete: dict[int, bool] = {}
    chairs = Seating.objects.filter(round__in=begun, table__isnull=False).order_by(
        "round__number", "table__number"
    )
    for chair in chairs.select_related("round", "table", "player"):
        seat, table = Seat(chair.seat), chair.table
        if table is None:
            continue
        seated.setdefault(table.pk, {})[seat] = SeatedPerson(chair.player.number, chair.player.name)
        about[table.pk] = (chair.round.number, table.number, chair.round.status)
        line = lines.pop((chair.round_id, chair.player_id), None)
        complete[chair.player.number] = complete.get(chair.player.number, True) and line is not None
        if line:
            noted.setdefault(table.pk, {})[seat] = line.noted
    sheets = {sheet.table_id: sheet for sheet in Sheet.objects.counting().filter(table__in=about)}
    rulings: dict[int, list[Ruling]] = {}
    for ruling in Ruling.objects.in_force().filter(table__in=about):
        rulings.setdefault(ruling.table_id, []).append(ruling)
    tables = [
        _CheckedTable(
            round=about[key][0],
            number=about[key][1],
            closed=about[key][2] == Round.Status.CLOSED,
            sitters=sitters,
            noted=noted.get(key, {}),
            sheet=sheets.get(key),
            rulings=tuple(rulings.get(key, ())),
        )
        for key, sitters in seated.items()
    ]
    return tables, [_stray(line) for line in lines.values()], complete


def _stray(line: CardLine) -> CardDisagreement:
    person = SeatedPerson(line.player.number, line.player.name)
    return CardDisagreement(
        round=line.round.number,
        table=None,
        person=person,
        seat=None,
        card=line.noted,
        other=_("no table"),
        sentence=_("The card has points for a round in which the player sits at no table."),
    )


def _disagreements(rules: Ruleset, table: _CheckedTable) -> Iterable[CardDisagreement]:
    if table.sheet is not None:
        yield from _against_sheet(rules, table, table.sheet)
    else:
        yield from _between_partners(rules, table)


def _against_sheet(rules: Ruleset, table: _CheckedTable, sheet: Sheet) -> Iterable[CardDisagreement]:
    """Compare points; and lone marches only if the card notes some, as many cards leave them out."""
    for seat, noted in table.noted.items():
        says = Noted(sheet.points[seat], sheet.loners[seat])
        if noted.points == says.points and noted.loners in (0, says.loners):
            continue
        yield CardDisagreement(
            round=table.round,
            table=table.number,
            person=table.sitters[seat],
            seat=seat,
            card=noted,
            other=line_words(says),
            sentence=_("The sheet of the table says something else than the card."),
            sheet=_corrected(rules, sheet, seat, noted),
        )


def _between_partners(rules: Ruleset, table: _CheckedTable) -> Iterable[CardDisagreement]:
    """Compare partners: they score the same team points, so only lone marches may differ."""
    for side in SIDES:
        pair = [seat for seat in side.seats if seat in table.noted]
        if len(pair) != 2 or len({team_of(rules, table.noted[seat]) for seat in pair}) == 1:
            continue
        one, other = pair
        yield CardDisagreement(
            round=table.round,
            table=table.number,
            person=table.sitters[one],
            seat=one,
            card=table.noted[one],
            other=line_words(table.noted[other]),
            sentence=_("Partners’ cards may differ by their lone marches only."),
            partner=table.sitters[other],
        )


def _proposal(
    rules: Ruleset, table: _CheckedTable, impossible: list[CardDisagreement]
) -> Iterable[CardProposal]:
    """Propose the sheet on which all cards of a table agree. A score that no round can give is appended to
    `impossible`."""
    agreement = agreed_result(rules, table.sitters, table.noted)
    if agreement is None:
        return
    try:
        values = [ruling.value(True if ruling.changes_points else None) for ruling in table.rulings]
        score = score_totals(rules, agreement.totals, agreement.loners, values)
    except ScoringError as problem:
        seat = next(iter(table.noted))
        sentence = _("The cards agree with each other, but not with the rules. %(why)s") % {"why": problem}
        if isinstance(problem, TooFewDeals) and problem.fitting:
            hint = _("If the bell came early, enter the totals: there you say how many deals were played.")
            sentence = f"{sentence} {hint}"
        impossible.append(
            CardDisagreement(
                round=table.round,
                table=table.number,
                person=table.sitters[seat],
                seat=seat,
                card=table.noted[seat],
                other=score_in_figures(agreement.totals[Side.NS], agreement.totals[Side.EW]),
                sentence=sentence,
            )
        )
        return
    open_tie = any(doubt.code == "tie-open" for doubt in score.doubts)
    doubts = tuple(doubt.message for doubt in score.doubts if doubt.code != "tie-open")
    yield CardProposal(table.round, table.number, agreement, open_tie, doubts, table.closed)


def _corrected(rules: Ruleset, sheet: Sheet, seat: Seat, noted: Noted) -> AgreedTotals | None:
    """The sheet's totals corrected by this card; None if the sheet is by deals or no round gives them."""
    team = team_of(rules, noted)
    if team is None or sheet.entry != Sheet.Entry.TOTALS:
        return None
    reported = sheet.reported
    added = sheet.totals[seat.side] - reported[seat.side]
    own = team - added if rules.may_be_negative else max(team - added, 0)
    totals = {side: own if side is seat.side else reported[side] for side in SIDES}
    loners = {each: noted.loners if each is seat else sheet.loners[each] for each in SEATS}
    return AgreedTotals(totals, loners)


def line_words(noted: Noted) -> str:
    """A line in a few words: `9`, `9, alone 1`."""
    if not noted.loners:
        return str(noted.points)
    return _("%(points)d, alone %(loners)d") % {"points": noted.points, "loners": noted.loners}


class CardDoubt(NamedTuple):
    """Something in a round that cannot be, and the players one of whose cards is wrong."""

    round: int
    sentence: str
    people: tuple[SeatedPerson, ...]


@dataclass(frozen=True, slots=True)
class HallCards:
    """Who has a card, whose is `typed`, and what cannot be. `missing` are the numbers of the others."""

    names: dict[int, str]
    typed: frozenset[int]
    missing: tuple[int, ...]
    doubts: tuple[CardDoubt, ...]

    @property
    def players(self) -> int:
        """How many cards there are."""
        return len(self.typed) + len(self.missing)

    @property
    def all_in(self) -> bool:
        """Whether every player's card is typed; not before there is one."""
        return bool(self.typed) and not self.missing

    def about(self, number: int) -> tuple[CardDoubt, ...]:
        """The doubts in which this player's card is one of few."""
        return tuple(one for one in self.doubts if number in {person.number for person in one.people})


def hall_cards(event: Event) -> HallCards:
    """The state of the cards: two queries."""
    players = list(event.players.in_order().values_list("pk", "number", "own_name", "status"))
    numbers = {key: number for key, number, _name, _status in players}
    by_round: dict[int, list[HallLine]] = defaultdict(list)
    typed, wins_noted = set(), False
    lines = CardLine.objects.counting().filter(round__event=event)
    fields = ("round__number", "player_id", "points", "loners", "won", "sat_out")
    for round_, key, points, loners, won, sat_out in lines.values_list(*fields):
        typed.add(numbers[key])
        wins_noted = wins_noted or won is not None
        if not sat_out:
            by_round[round_].append(HallLine(numbers[key], points, loners, won))
    missing = tuple(n for _key, n, _name, status in players if n not in typed and status not in GOING)
    names = {number: called(number, name) for _key, number, name, _status in players}
    doubts = [
        CardDoubt(number, in_words(one.sentence), tuple(SeatedPerson(n, names[n]) for n in one.players))
        for number, told in sorted(by_round.items())
        for one in round_doubts(
            event.ruleset,
            told,
            missing=len(missing),
            marches_noted=event.marches_noted,
            wins_noted=wins_noted,
            cut_short=event.timed,
        )
    ]
    return HallCards(names, frozenset(typed), missing, tuple(doubts))


def lines_of(player: Player) -> dict[int, CardLine]:
    """The lines of a player's card by round."""
    lines = player.card_lines.counting().select_related("round")
    return {line.round.number: line for line in lines}
