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
SEATED_AS = ((0, 1, 2, 3), (0, 2, 1, 3), (0, 1, 3, 2))  # three ways for four players to be partners

Chair = tuple[int, int]  # a table's number, and the place of the seat in N E S W
Pair = frozenset[int]


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
    more; a table that cannot be filled is given up. Somebody who comes and finds no chair sits out once, then
    players take turns. Raises `RotationError` (`too-few`, `partners`).
    """
    boards = _boards(situation)
    evening = _Evening(situation)
    for index, board in enumerate(boards):
        number = situation.first + index
        present = situation.present[index]
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
    return tuple(board.as_plan() for board in boards)


def nobody_else_moves(situation: Situation) -> tuple[RoundPlan, ...]:
    """The coming rounds with everybody else where they are.

    Chairs of those who have gone stay empty unless somebody who comes takes them. Raises `RotationError`
    (`no-chair` if somebody who comes has none, `deserted` if a side of a table would have no player).
    """
    boards = _boards(situation)
    evening = _Evening(situation)
    for index, board in enumerate(boards):
        number = situation.first + index
        for player in board.newcomers:
            chairs = board.open_chairs()
            if not chairs:
                message = marked(
                    "There is no free seat for number %(player)s in round %(round)s: someone else has to "
                    "move.",
                    player=player,
                    round=number,
                )
                raise RotationError("no-chair", "present", message)
            board.sit(player, min(chairs, key=lambda at: (evening.repeats(board, player, at), at)))
            board.out.remove(player)
        for table, chairs_there in sorted(board.at.items()):
            sides = chairs_there[0::2], chairs_there[1::2]
            if any(not any(side) for side in sides):
                message = marked(
                    "At table %(table)s in round %(round)s a side would have no player.",
                    table=table,
                    round=number,
                )
                raise RotationError("deserted", "present", message)
        evening.note(board)
    return tuple(board.as_plan() for board in boards)


def new_cards(before: Sequence[RoundPlan], after: Sequence[RoundPlan]) -> tuple[int, ...]:
    """The players whose cards no longer say where they play, if `after` replaces these rounds.

    Those who have gone need no card. A round more or less counts like any other change.
    """
    changed: set[int] = set()
    for index, plan in enumerate(after):
        was = _places(before[index]) if index < len(before) else {}
        changed |= {player for player, place in _places(plan).items() if was.get(player) != place}
    return tuple(sorted(changed))


def _places(plan: RoundPlan) -> dict[int, Chair | None]:
    """Player → table and seat; None for those who sit out (and so not the same as not being there)."""
    places: dict[int, Chair | None] = {}
    for table in plan.tables:
        places |= {player: (table.number, seat) for seat, player in enumerate(table.players)}
    for short in plan.short:
        places |= {p: (short.number, seat) for seat, p in enumerate(short.chairs) if p is not None}
    return places | dict.fromkeys(plan.sit_out, (0, 0))


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
        taken: set[int] = set()

        def instead(
            player: int | None, present: frozenset[int] = present, coming: frozenset[int] = coming
        ) -> int | None:
            if player is None or player in present:
                return player
            heir = heirs.get(player)
            return heir if heir in coming else None

        at = {t.number: [instead(p) for p in t.players] for t in plan.tables}
        at |= {t.number: [instead(p) for p in t.chairs] for t in plan.short}
        out = [heir for player in plan.sit_out if (heir := instead(player)) is not None]
        taken = {p for chairs in at.values() for p in chairs if p is not None} | set(out)
        newcomers = sorted(coming - taken)
        at = {number: chairs for number, chairs in at.items() if any(p is not None for p in chairs)}
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

    def __post_init__(self) -> None:
        for plan in self.situation.history:
            chairs = [list(table.players) for table in plan.tables]
            self._count(chairs + [list(table.chairs) for table in plan.short], plan.sit_out)

    def note(self, board: _Board) -> None:
        """Count this round, which is settled."""
        self._count(board.at.values(), board.out)

    def _count(self, tables: Iterable[Sequence[int | None]], out: Iterable[int]) -> None:
        self.last_out = frozenset(out)
        self.sat.update(self.last_out)
        for n, e, s, w in tables:
            self.partners.update(frozenset({a, b}) for a, b in ((n, s), (e, w)) if a and b)
            there = [player for player in (n, e, s, w) if player]
            self.met.update(frozenset({a, b}) for a in there for b in there if a < b)

    def repeats(self, board: _Board, player: int, chair: Chair) -> tuple[int, int]:
        """How often the player has had the partner and the others of this chair."""
        table, seat = chair
        chairs = board.at[table]
        partner = chairs[(seat + 2) % CHAIRS]
        others = [other for place, other in enumerate(chairs) if other and place != seat]
        again = self.partners[frozenset({player, partner})] if partner else 0
        return again, sum(self.met[frozenset({player, other})] for other in others)

    def due(self, player: int) -> tuple[int, bool]:
        """How much a player has sat out: more means that the next chair is theirs."""
        return self.sat[player], player in self.last_out

    def settle(self, board: _Board) -> None:
        """Fill this round's tables, and take turns at sitting out."""
        self.changed |= set(board.newcomers)
        while (chairs := board.open_chairs()) and board.out:
            self._seat_one(board, chairs)
        while chairs := board.open_chairs():
            self._give_up_a_table(board, chairs)
        while len(board.out) >= CHAIRS and (number := self._spare_table(board)) is not None:
            self._one_table_more(board, number)
        for player in board.newcomers:
            if player in board.out:
                self._take_turns(board, player)
        self.note(board)

    def _seat_one(self, board: _Board, chairs: Sequence[Chair]) -> None:
        def rank(player: int) -> tuple[int, bool, bool, int]:
            times, running = self.due(player)
            return -times, not running, player not in self.changed, player

        player = min(board.out, key=rank)
        board.sit(player, min(chairs, key=lambda at: (self.repeats(board, player, at), at)))
        board.out.remove(player)
        self.changed.add(player)

    def _give_up_a_table(self, board: _Board, chairs: Sequence[Chair]) -> None:
        """Give up the table whose loss is fairest, then costs fewest cards; its players fill other chairs."""

        def leaving(table: int) -> tuple[list[int], list[int]]:
            """Who sits out, and who moves to another table."""
            people = [player for player in board.at[table] if player is not None]
            elsewhere = sum(at != table for at, _seat in chairs)
            ranked = sorted(people, key=lambda p: (self.due(p), p not in self.changed, p))
            out = max(0, len(ranked) - elsewhere)
            return ranked[:out], ranked[out:]

        def cost(table: int) -> tuple[bool, tuple[int, bool], int, int, int]:
            out, moving = leaving(table)
            people = {*out, *moving}
            return (
                bool(people & self.situation.keep),
                max((self.due(player) for player in out), default=(0, False)),
                sum(self.sat[player] for player in out),
                len(people - self.changed),
                table,
            )

        given_up = min(board.at, key=cost)
        out, moving = leaving(given_up)
        del board.at[given_up]
        board.out += out
        for player in moving:
            free = board.open_chairs()
            board.sit(player, min(free, key=lambda at: (self.repeats(board, player, at), at)))
        self.changed |= {*out, *moving}

    def _spare_table(self, board: _Board) -> int | None:
        """The number of a table that is not in use, if there is one."""
        allowed = self.situation.tables
        numbers: Iterable[int] = count(1) if allowed is None else allowed
        return next((number for number in numbers if number not in board.at), None)

    def _one_table_more(self, board: _Board, number: int) -> None:
        ranked = sorted(board.out, key=lambda p: (-self.sat[p], p not in self.last_out, p))
        four = sorted(ranked[:CHAIRS])

        def again(order: Collection[int]) -> int:
            n, e, s, w = (four[place] for place in order)
            return self.partners[frozenset({n, s})] + self.partners[frozenset({e, w})]

        order = min(SEATED_AS, key=again)
        board.at[number] = [four[place] for place in order]
        board.out = [player for player in board.out if player not in four]
        self.changed |= set(four)

    def _take_turns(self, board: _Board, player: int) -> None:
        """Give the newcomer the chair of somebody who has sat out less, if there is one."""
        if self.situation.partners_stay:
            return
        chairs = board.seated()
        fresher = [p for p in chairs if self.sat[p] < self.sat[player] and p not in self.situation.keep]
        if not fresher:
            return
        other = min(
            fresher,
            key=lambda p: (
                self.due(p),
                p not in self.changed,
                self.repeats(board, player, chairs[p]),
                p,
            ),
        )
        board.sit(player, chairs[other])
        board.out[board.out.index(player)] = other
        self.changed.add(other)
