"""Who wins which prize by the current standings: what the director set, in money or in kind, or points alone.

Raffles are listed with the money. Reads only.
"""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.prizes import (
    LAST,
    LONE_POT,
    SIDE_PRIZES,
    Skipped,
    Winners,
    group_prizes,
    halves,
    last_place,
    pot_holders,
    prizes_for,
    side_prizes,
    split_prizes,
    split_things,
)
from scoring.standings import Place
from tournament.models import Event, PrizeList, Raffle
from tournament.models.money import entry_fee_of
from tournament.models.prizes import prize_list_of
from tournament.reports.seating import SeatedPerson
from tournament.reports.standings import Standings, StandingsRow, standings
from tournament.reports.todos import TodoItem
from tournament.state.attendance import NAMED, in_a_row
from tournament.state.groups import group_members, high_title, in_order
from tournament.state.money import place_amounts, pot_of
from tournament.state.results import Results, counted_through, results
from tournament.words.figures import figure, ordinal
from tournament.words.sentences import in_words

TOP = 3  # places


@dataclass(frozen=True, slots=True)
class PrizeTaken:
    """One prize with who takes it. `each` and `remainder` are cents; each taker gets `things`, and they draw
    or choose for `to_draw`. `value` is what won a side prize, and `why` says for each rule whom it skipped.
    """

    title: str
    places: tuple[int, ...]
    takers: tuple[SeatedPerson, ...]
    each: int
    remainder: int
    value: int | None = None
    why: tuple[str, ...] = ()
    things: tuple[str, ...] = ()
    to_draw: tuple[str, ...] = ()
    to_come: bool = False  # nobody knows yet who takes it

    @property
    def cents(self) -> int | None:
        """What each gets in money; None for a prize that is only in kind."""
        return None if not self.each and (self.things or self.to_draw) else self.each


class RaffleResult(NamedTuple):
    """One raffle; of a fifty-fifty also the two halves of its pot in cents."""

    draw: Raffle
    winner: int
    house: int


@dataclass(frozen=True, slots=True)
class PrizeMoney:
    """Every prize that is set, money in cents; `settings` is None if the director has set none."""

    places: tuple[PrizeTaken, ...]
    sides: tuple[PrizeTaken, ...]
    draws: tuple[RaffleResult, ...]
    excluded: tuple[SeatedPerson, ...]
    settings: PrizeList | None
    open: tuple[TodoItem, ...] = ()  # what makes the places wrong until it is settled

    @property
    def given(self) -> int:
        """Cents given away for places and side prizes."""
        return sum(taken.each * len(taken.takers) for taken in (*self.places, *self.sides))

    @property
    def unwon(self) -> tuple[str, ...]:
        """The prizes that nobody wins, each named."""
        if self.settings is None:
            return ()
        amounts = enumerate(self.settings.places or self.settings.shares, start=1)
        asked = {place for place, amount in amounts if amount}
        asked.update(place for _name, them in self.settings.in_kind for place in them if place != LAST)
        won = {taken.places[0] + at for taken in self.places for at in range(len(taken.takers))}
        places = (_("%(place)s place") % {"place": ordinal(place)} for place in sorted(asked - won))
        return (*places, *(taken.title for taken in self.sides if not taken.takers))

    @property
    def has_money(self) -> bool:
        return any(taken.cents is not None for taken in (*self.places, *self.sides))

    @property
    def left(self) -> int:
        """Cents that could not be split evenly."""
        return sum(taken.remainder for taken in (*self.places, *self.sides))


class SidePrize(NamedTuple):
    """A side prize and who is tied for it; no winners and no value if nobody has won it."""

    title: str
    winners: tuple[StandingsRow, ...]
    value: int | None


class PrizeWinners(NamedTuple):
    """The rows in the first three places, and every side prize of the rules: no money."""

    top: tuple[StandingsRow, ...]
    side: tuple[SidePrize, ...]
    open: tuple[TodoItem, ...] = ()


@dataclass(frozen=True, slots=True)
class LonePot:
    """The pot for lone marches: who holds it, since which round; nobody before the first lone march."""

    holder: SeatedPerson | None = None
    since: int = 0


def lone_pot(event: Event, *, computed: Results | None = None, through: int | None = None) -> LonePot | None:
    """The pot for lone marches as of round `through`, None if the event has none. Players who take no place
    or no prize never hold it."""
    if not event.has[LONE_POT] or not event.ruleset.lone_hands:
        return None
    facts = computed or results(event)
    rounds = counted_through([one for one in facts.rounds if one.begun], through)
    made = [
        (line.round, player.number, line.loners)
        for player in facts.to_rank(rounds)
        for line in facts.lines[player.key]
        if line.loners and rounds and line.round <= rounds[-1].number
    ]
    if not made:
        return LonePot()
    barred = set(PrizeList.objects.filter(event=event).values_list("excluded__number", flat=True))
    loners: dict[int, dict[int, int]] = {}
    for number, player, count in made:
        if player not in barred:
            loners.setdefault(number, {})[player] = count
    if not (holders := pot_holders(loners, seed=event.seed)):
        return LonePot()
    names = {player.number: player.name for player in facts.players}
    now = holders[-1]
    return LonePot(SeatedPerson(now.player, names[now.player]), now.since)


def prize_winners(event: Event, *, computed: Results | None = None) -> PrizeWinners:
    """The winners by points in the current standings; empty before the first round."""
    facts = computed or results(event)
    table = standings(event, computed=facts)
    if not table.begun:
        return PrizeWinners((), ())
    rows = {row.number: row for row in table.placed}
    winners = side_prizes(
        _places(table),
        tuple(prizes_for(event.ruleset)),
        points_are=event.ruleset.points_are,
        rounds=facts.complete,
    )
    return PrizeWinners(
        tuple(row for row in rows.values() if row.place and row.place <= TOP),
        tuple(
            SidePrize(_title(won), tuple(rows[number] for number in won.players), won.value)
            for won in winners
        ),
        table.wrong,
    )


def prize_money(event: Event, *, computed: Results | None = None) -> PrizeMoney:
    """The prizes that are set, as the standings are now. Places close up over players who take none; who has
    no place wins nothing."""
    settings = prize_list_of(event)
    raffles = tuple(RaffleResult(draw, *halves(draw.pot)) for draw in event.raffles.order_by("number"))
    if settings is None:
        return PrizeMoney((), (), raffles, (), None)
    barred = {p.number: SeatedPerson(p.number, p.name) for p in settings.excluded.order_by("number")}
    facts = computed or results(event)
    table = standings(event, computed=facts)
    people = {row.number: SeatedPerson(row.number, row.name) for row in table.rows}
    places = _places(table)
    may_win = _closed_up([place for place in places if place.record.player not in barred])
    best = _best_of_groups(event, settings, places, barred)
    return PrizeMoney(
        _for_places(_amounts(event, settings), may_win, people, settings),
        _each(best, high_title, settings.groups, settings, people, settings.groups_in_kind)
        + _for_last(settings, people, may_win, facts.complete)
        + _for_pot(settings, people, lone_pot(event, computed=facts) if LONE_POT in settings.sides else None)
        + _each(
            side_prizes(
                may_win,
                [name for name in SIDE_PRIZES if name in settings.sides],
                nobody_twice=settings.nobody_twice,
                first_takes_none=settings.first_takes_none,
                points_are=event.ruleset.points_are,
                rounds=facts.complete,
                least_rounds=settings.lowest_rounds,
                barred=[place.record for place in places if place.record.player in barred],
                unplaced=[row.record for row in table.rows if row.place is None],
                taken={number for winners in best for number in winners.players},
            ),
            lambda name: in_words(SIDE_PRIZES[name].title),
            settings.sides,
            settings,
            people,
            settings.sides_in_kind,
        ),
        raffles,
        tuple(barred.values()),
        settings,
        table.wrong,
    )


def prizes_to_give(event: Event) -> PrizeMoney:
    """The prizes that are set, without anybody who takes them: for a list to fill in by hand."""
    settings = prize_list_of(event)
    if settings is None:
        return PrizeMoney((), (), (), (), None)
    amounts, things = _amounts(event, settings), _things(settings)
    last = things.pop(LAST, [])
    cents = {place: amount for place, amount in enumerate(amounts, start=1) if amount}

    def one(title: str, places: tuple[int, ...], amount: int, names: Iterable[str]) -> PrizeTaken:
        return PrizeTaken(title, places, (), amount, 0, things=tuple(names), to_come=True)

    groups = (
        one(high_title(group), (), settings.groups[group], _named(settings.groups_in_kind, group))
        for group in in_order(settings.groups)
    )
    titles = {LONE_POT: _("Pot for lone marches")}
    titles |= {name: in_words(prize.title) for name, prize in SIDE_PRIZES.items()}
    sides = (
        one(title, (), settings.sides[name], _named(settings.sides_in_kind, name))
        for name, title in titles.items()
        if name in settings.sides
    )
    return PrizeMoney(
        tuple(one("", (at,), cents.get(at, 0), things.get(at, ())) for at in sorted({*cents, *things})),
        (*groups, *([one(_("Last place"), (), 0, last)] if last else []), *sides),
        (),
        (),
        settings,
    )


def _places(table: Standings) -> tuple[Place, ...]:
    return tuple(Place(row.place, row.record, row.decided_by) for row in table.rows if row.place)


def _closed_up(places: Sequence[Place]) -> tuple[Place, ...]:
    """Renumber the places after leaving players out, keeping ties: 1, 2, 2, 4."""
    closed: list[Place] = []
    for at, place in enumerate(places, start=1):
        shares = bool(closed) and places[at - 2].place == place.place
        closed.append(replace(place, place=closed[-1].place if shares else at))
    return tuple(closed)


def _amounts(event: Event, settings: PrizeList) -> tuple[int, ...]:
    """The money for each place; only shares of the pot ask what is in it."""
    fee = entry_fee_of(event) if settings.shares else None
    return place_amounts(settings, pot_of(event, fee) if fee is not None else None)


def _for_places(
    amounts: Sequence[int], places: Sequence[Place], people: dict[int, SeatedPerson], settings: PrizeList
) -> tuple[PrizeTaken, ...]:
    return tuple(
        PrizeTaken(
            "",
            share.pooled,
            tuple(people[n] for n in share.players),
            share.each,
            share.remainder,
            things=share.things,
            to_draw=share.to_draw,
        )
        for share in split_prizes(amounts, places, _things(settings))
    )


def _things(settings: PrizeList) -> dict[int, list[str]]:
    """The prizes in kind of each place, `LAST` among them."""
    things: dict[int, list[str]] = {}
    for name, places in settings.in_kind:
        for place in places:
            things.setdefault(place, []).append(name)
    return things


def _for_last(
    settings: PrizeList, people: dict[int, SeatedPerson], places: Sequence[Place], rounds: Collection[int]
) -> tuple[PrizeTaken, ...]:
    if not (things := _things(settings).get(LAST)):
        return ()
    winners = last_place(places, rounds=rounds, least_rounds=settings.lowest_rounds)
    return (_side(winners, _("Last place"), 0, settings, people, things),)


def _best_of_groups(
    event: Event, settings: PrizeList, places: Sequence[Place], barred: Collection[int]
) -> tuple[Winners, ...]:
    """Who takes the prizes of groups; no query if there are none."""
    if not settings.groups:
        return ()
    members = group_members(event)
    return group_prizes(
        places,
        {group: members.get(group, frozenset()) for group in in_order(settings.groups)},
        nobody_twice=settings.nobody_twice,
        first_takes_none=settings.first_takes_none,
        barred=barred,
    )


def _each(
    won: Sequence[Winners],
    titled: Callable[[str], str],
    cents: Mapping[str, int],
    settings: PrizeList,
    people: dict[int, SeatedPerson],
    in_kind: Mapping[str, str],
) -> tuple[PrizeTaken, ...]:
    """The prizes of groups, or the side prizes, each by its name."""
    return tuple(
        _side(one, titled(one.prize), cents[one.prize], settings, people, _named(in_kind, one.prize))
        for one in won
    )


def _named(in_kind: Mapping[str, str], prize: str) -> list[str]:
    """What is given in kind for one prize."""
    return [in_kind[prize]] if prize in in_kind else []


def _for_pot(
    settings: PrizeList, people: dict[int, SeatedPerson], pot: LonePot | None
) -> tuple[PrizeTaken, ...]:
    if pot is None:
        return ()
    won = Winners(LONE_POT, (pot.holder.number,) if pot.holder else (), None)
    named = _named(settings.sides_in_kind, LONE_POT)
    return (_side(won, _("Pot for lone marches"), settings.sides[LONE_POT], settings, people, named),)


def _title(won: Winners) -> str:
    return in_words(SIDE_PRIZES[won.prize].title)


def _side(
    winners: Winners,
    title: str,
    cents: int,
    settings: PrizeList,
    people: dict[int, SeatedPerson],
    named: Sequence[str],
) -> PrizeTaken:
    """One prize beside the places; what nobody wins stays whole."""
    each, rest = divmod(cents, len(winners.players)) if winners.players else (0, cents)
    things, to_draw = split_things(named, len(winners.players)) if winners.players else (tuple(named), ())
    takers = tuple(people[number] for number in winners.players)
    why = _why(winners.skipped, people, settings.lowest_rounds)
    return PrizeTaken(title, (), takers, each, rest, winners.value, why, things, to_draw)


def _why(skipped: Sequence[Skipped], people: dict[int, SeatedPerson], least: int | None) -> tuple[str, ...]:
    """For each rule, a sentence that names the players it skipped."""
    sentences = {
        "first-place": _("First place takes no side prize: %(names)s."),
        "has-another": _("Nobody takes two side prizes: %(names)s."),
        "takes-none": _("Takes no prize: %(names)s."),
        "no-place": _("Has too few rounds for a place: %(names)s."),
        "missed-rounds": _("Wasn’t in every round: %(names)s.")
        if least is None
        else ngettext(
            "Was in fewer than %(n)s round: %(names)s.", "Was in fewer than %(n)s rounds: %(names)s.", least
        ),
    }
    names: dict[str, list[str]] = {}
    for one in skipped:
        words = f"{people[one.player].name} ({figure(one.value)})"
        names.setdefault(one.why, []).append(words)
    return tuple(sentences[why] % {"names": _some(words), "n": least} for why, words in names.items())


def _some(words: Sequence[str]) -> str:
    """Join the names: all of them, or the first few and how many more."""
    if len(words) > NAMED:
        words = [*words[: NAMED - 1], _("%(count)s more") % {"count": len(words) - NAMED + 1}]
    return in_a_row(words)
