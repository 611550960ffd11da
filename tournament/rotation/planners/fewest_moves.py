"""Change a published seating after players came or went, moving as few of the others as possible.

Two ways, each for all coming rounds, without any chance: `fewest_new_cards` keeps every table full and
sit-outs even, `nobody_else_moves` leaves chairs empty instead. In both, somebody who comes takes the place of
somebody who has gone, round by round. Rounds played are never touched: they are only counted.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field
from itertools import count

from scoring.sentences import marked
from tournament.rotation.plan import RotationError, RoundPlan, ShortTable, TablePlan

CHAIRS = 4

Chair = tuple[int, int]  # a table's number, and the place of the seat in N E S W
Pair = frozenset[int]
Turn = tuple[int, int, int]  # in a coming round (from 0) the first player takes the chair of the second
PARTNERS_COUNT = 3  # a partner met again counts so many times more than anybody else
OFTEN = 2  # a newcomer who meets somebody more often is worth another new card


@dataclass(frozen=True, slots=True)
class Situation:
    """The published coming rounds, and who is present in each of them.

    `first` is the number of the first one, for sentences. `history` are the rounds before. `tables` are the
    numbers that may be used (None: 1, 2, 3 …). `keep` are players who are never moved. `partners_stay`: the
    same two play together all evening.
    """

    rounds: tuple[RoundPlan, ...]
    present: tuple[frozenset[int], ...]
    history: tuple[RoundPlan, ...] = ()
    first: int = 1
    tables: tuple[int, ...] | None = None
    keep: frozenset[int] = frozenset()
    partners_stay: bool = False


def fewest_new_cards(situation: Situation) -> tuple[RoundPlan, ...]:
    """The coming rounds with full tables and few changes, so that few tally cards are printed anew.

    Free chairs go to those who sit out, the one who has sat out most first; four who sit out make a table
    more; a table that cannot be filled is given up. Then places are exchanged until sit-outs are as even as
    they can be, and newcomers meet few people again. Raises `RotationError` (`too-few`, `partners`).
    """
    boards = _boards(situation)
    evening = _Evening(situation)
    for number, (board, present) in enumerate(zip(boards, situation.present, strict=True), situation.first):
        if len(present) < CHAIRS:
            message = marked(
                "Only %(count)s players are there in round %(round)s; a table needs four.",
                count=len(present),
                round=number,
            )
            raise RotationError("too-few", "present", message)
        if situation.partners_stay and (board.newcomers or any(board.open_chairs())):
            message = marked(
                "Partners stay together in this movement, and round %(round)s has a player without one. "
                "Redraw the rounds instead.",
                round=number,
            )
            raise RotationError("partners", "present", message)
        evening.settle(board)
    if not situation.partners_stay:
        evening.even_out(boards)
        evening.spread(boards)
    return tuple(board.as_plan() for board in boards)


def nobody_else_moves(situation: Situation) -> tuple[RoundPlan, ...]:
    """The coming rounds with everybody else where they are.

    Chairs of those who have gone stay empty unless somebody who comes takes them. Raises `RotationError`
    (`no-chair` if somebody who comes has none, `deserted` if a side of a table would have no player).
    """
    boards = _boards(situation)
    evening = _Evening(situation)
    for number, board in enumerate(boards, situation.first):
        for player in board.newcomers:
            if not board.open_chairs():
                message = marked(
                    "There is no free seat for number %(player)s in round %(round)s: someone else has to "
                    "move.",
                    player=player,
                    round=number,
                )
                raise RotationError("no-chair", "present", message)
            evening.seat(board, player)
        for table, chairs_there in sorted(board.at.items()):
            if not (any(chairs_there[0::2]) and any(chairs_there[1::2])):
                message = marked(
                    "At table %(table)s in round %(round)s a side would have no player.",
                    table=table,
                    round=number,
                )
                raise RotationError("deserted", "present", message)
        evening.note(board.at.values(), board.out)
    return tuple(board.as_plan() for board in boards)


@dataclass(slots=True)
class _Board:
    """One round while it is changed. `newcomers` came and took nobody's place; they wait in `out` too."""

    at: dict[int, list[int | None]]
    out: list[int]
    newcomers: list[int]

    def open_chairs(self) -> list[Chair]:
        return [
            (table, seat)
            for table, chairs in sorted(self.at.items())
            for seat, player in enumerate(chairs)
            if player is None
        ]

    def seated(self) -> dict[int, Chair]:
        return {
            player: (table, seat)
            for table, chairs in sorted(self.at.items())
            for seat, player in enumerate(chairs)
            if player is not None
        }

    def sit(self, player: int | None, chair: Chair) -> None:
        table, seat = chair
        self.at[table][seat] = player

    def as_plan(self) -> RoundPlan:
        full, short = [], []
        for number, (n, e, s, w) in sorted(self.at.items()):
            if n is not None and e is not None and s is not None and w is not None:
                full.append(TablePlan(number, n, e, s, w))
            else:
                short.append(ShortTable(number, (n, e, s, w)))
        return RoundPlan(tuple(full), tuple(sorted(self.out)), tuple(short))


def _boards(situation: Situation) -> list[_Board]:
    """The rounds without those who have gone, with their heirs in their places."""
    heirs = _heirs(situation)
    boards = []
    for plan, present in zip(situation.rounds, situation.present, strict=True):
        coming = present - set(plan.placed)
        now: dict[int | None, int] = {gone: heir for gone, heir in heirs.items() if heir in coming}
        now |= {player: player for player in present}
        at = {t.number: [now.get(p) for p in t.players] for t in plan.tables}
        at |= {t.number: [now.get(p) for p in t.chairs] for t in plan.short}
        at = {number: chairs for number, chairs in at.items() if any(chairs)}
        out = [now[player] for player in plan.sit_out if player in now]
        newcomers = sorted(coming - {*out, *(p for chairs in at.values() for p in chairs)})
        boards.append(_Board(at, out + newcomers, newcomers))
    return boards


def _heirs(situation: Situation) -> dict[int, int]:
    """Who has gone → who comes and takes their place, each once; those with most rounds in common first."""
    common: Counter[tuple[int, int]] = Counter()
    for plan, present in zip(situation.rounds, situation.present, strict=True):
        placed = set(plan.placed)
        common.update((gone, comes) for gone in placed - present for comes in present - placed)
    heirs: dict[int, int] = {}
    for gone, comes in sorted(common, key=lambda pair: (-common[pair], pair)):
        if gone not in heirs and comes not in heirs.values():
            heirs[gone] = comes
    return heirs


@dataclass(slots=True)
class _Evening:
    """What has happened up to a round: sit-outs, partners, meetings, and whose card has changed."""

    situation: Situation
    sat: Counter[int] = field(default_factory=Counter)
    last_out: frozenset[int] = frozenset()
    partners: Counter[Pair] = field(default_factory=Counter)
    met: Counter[Pair] = field(default_factory=Counter)
    changed: set[int] = field(default_factory=set)
    repeated: int = 0

    def __post_init__(self) -> None:
        for plan in self.situation.history:
            self.note([*(t.players for t in plan.tables), *(t.chairs for t in plan.short)], plan.sit_out)

    def note(self, tables: Iterable[Sequence[int | None]], out: Iterable[int]) -> None:
        """Count a round that is settled."""
        self.last_out = frozenset(out)
        self.sat.update(self.last_out)
        self._meet(tables, 1)

    def _meet(self, tables: Iterable[Sequence[int | None]], times: int) -> None:
        """Count who meets at these tables once more (1) or once less (-1), and how much is repeated."""
        for n, e, s, w in tables:
            there = [player for player in (n, e, s, w) if player]
            met = [frozenset({a, b}) for a in there for b in there if a < b]
            partners = [frozenset({a, b}) for a, b in ((n, s), (e, w)) if a and b]
            for counts, pairs, weight in ((self.met, met, 1), (self.partners, partners, PARTNERS_COUNT)):
                for pair in pairs:
                    self.repeated += weight * (counts[pair] if times > 0 else 1 - counts[pair])
                    counts[pair] += times

    def repeats(self, board: _Board, player: int, chair: Chair) -> tuple[int, int]:
        """How often the player has had the partner and the others of this chair."""
        table, seat = chair
        chairs = board.at[table]
        partner = chairs[(seat + 2) % CHAIRS]
        again = self.partners[frozenset({player, partner})] if partner else 0
        return again, sum(self.met[frozenset({player, p})] for p in chairs if p and p != chairs[seat])

    def due(self, player: int) -> tuple[int, bool]:
        """How much a player has sat out: more means that the next chair is theirs."""
        return self.sat[player], player in self.last_out

    def seat(self, board: _Board, player: int) -> None:
        """Give somebody who sits out the open chair where they meet fewest again."""
        board.sit(player, min(board.open_chairs(), key=lambda at: (self.repeats(board, player, at), at)))
        board.out.remove(player)
        self.changed.add(player)

    def settle(self, board: _Board) -> None:
        """Fill this round's tables, whoever has sat out most first."""
        self.changed |= set(board.newcomers)
        self._fill(board)
        while chairs := board.open_chairs():
            self._give_up_a_table(board, chairs)
        while len(board.out) >= CHAIRS and (number := self._spare_table(board)) is not None:
            board.at[number] = [None] * CHAIRS
            self._fill(board)
        self.note(board.at.values(), board.out)

    def _fill(self, board: _Board) -> None:
        def rank(player: int) -> tuple[int, bool, bool, int]:
            return -self.sat[player], player not in self.last_out, player not in self.changed, player

        while board.out and board.open_chairs():
            self.seat(board, min(board.out, key=rank))

    def _give_up_a_table(self, board: _Board, chairs: Sequence[Chair]) -> None:
        """Give up the table whose loss is fairest, then costs fewest cards; its players fill other chairs."""

        def leaving(table: int) -> tuple[list[int], list[int]]:
            """Who sits out, and who moves to another table."""
            people = [player for player in board.at[table] if player]
            ranked = sorted(people, key=lambda p: (self.due(p), p not in self.changed, p))
            out = max(0, len(ranked) - sum(at != table for at, _seat in chairs))
            return ranked[:out], ranked[out:]

        def cost(table: int) -> tuple[bool, tuple[int, bool], int, int]:
            out, moving = leaving(table)
            fairness = max((self.due(player) for player in out), default=(0, False))
            people = {*out, *moving}
            return bool(people & self.situation.keep), fairness, len(people - self.changed), table

        given_up = min(board.at, key=cost)
        out, moving = leaving(given_up)
        del board.at[given_up]
        self.changed |= {*out}
        board.out += out + moving
        for player in moving:
            self.seat(board, player)

    def _spare_table(self, board: _Board) -> int | None:
        """The number of a table that is not in use, if there is one."""
        numbers: Iterable[int] = count(1) if self.situation.tables is None else self.situation.tables
        return next((number for number in numbers if number not in board.at), None)

    def even_out(self, boards: Sequence[_Board]) -> None:
        """Hand sit-outs on until nobody could give one to a player who has sat out two times less."""
        while turns := self._fairer(boards):
            for index, player, other in turns:
                self._exchange(boards[index], player, other)
                self.changed |= {player, other}
            self.sat[turns[0][1]] -= 1
            self.sat[turns[-1][2]] += 1

    def _fairer(self, boards: Sequence[_Board]) -> Sequence[Turn]:
        """The fewest turns that make sit-outs more even: each player hands one on to the next."""
        seated = [board.seated() for board in boards]
        free = [[player for player in chairs if player not in self.situation.keep] for chairs in seated]
        before = self.situation.history[-1].sit_out if self.situation.history else ()
        outs: list[Collection[int]] = [before, *(board.out for board in boards), ()]

        def price(turn: Turn) -> tuple[int, bool, int, tuple[int, int], int]:
            index, player, other = turn
            was, running = (sum(p in outs[at] for at in (index, index + 2)) for p in (player, other))
            again = self.repeats(boards[index], player, seated[index][other])
            return running - was, other not in self.changed, self.sat[other], again, other

        for first in sorted({p for board in boards for p in board.out}, key=lambda p: (-self.sat[p], p)):
            handed: dict[int, tuple[Turn, ...]] = {first: ()}
            queue = [first]
            for player in queue:  # grows
                turns = [(n, player, p) for n, b in enumerate(boards) if player in b.out for p in free[n]]
                if fairer := [turn for turn in turns if self.sat[turn[2]] <= self.sat[first] - 2]:
                    return *handed[player], min(fairer, key=price)
                for turn in turns:
                    if turn[2] not in handed:
                        handed[turn[2]] = (*handed[player], turn)
                        queue.append(turn[2])
        return ()

    def spread(self, boards: Sequence[_Board]) -> None:
        """Let newcomers who meet somebody often change places, as long as that makes fewer meet again."""
        newcomers = sorted({player for board in boards for player in board.newcomers})
        while any(self._spread_one(board, player) for board in boards for player in newcomers):
            pass

    def _spread_one(self, board: _Board, player: int) -> bool:
        """Whether the newcomer found a better place; rather that of somebody whose card is new anyway."""
        chairs, keep, repeated = board.seated(), self.situation.keep, self.repeated
        there = board.at[chairs[player][0]] if player in chairs and player not in keep else []
        if not any(self.met[frozenset({player, other})] > OFTEN for other in there if other):
            return False
        found: list[tuple[bool, int, int]] = []
        for other in chairs.keys() - {*there, *keep}:
            self._exchange(board, player, other)
            if self.repeated < repeated:
                found.append((other not in self.changed, self.repeated, other))
            self._exchange(board, player, other)
        if found:
            self._exchange(board, player, min(found)[2])
            self.changed.add(min(found)[2])
        return bool(found)

    def _exchange(self, board: _Board, player: int, other: int) -> None:
        """Let `player`, who may sit out, and `other` at a table change places."""
        chairs = board.seated()
        tables = {chairs[p][0] for p in (player, other) if p in chairs}
        self._meet([board.at[table] for table in tables], -1)
        board.sit(player, chairs[other])
        if player in chairs:
            board.sit(other, chairs[player])
        else:
            board.out[board.out.index(player)] = other
        self._meet([board.at[table] for table in tables], 1)
