"""Who is who across the events of a season. Pure: entries and decisions in, people out.

An *identity* is a name that one person plays under: its key (`names.key_of`). Where two players of one event
share a name, or the director has told namesakes apart, it is the key with the number that the director gave.
An entry without such a number yet is an identity of its own, and *doubtful*. Only a decision makes several
identities one person.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from difflib import SequenceMatcher
from itertools import combinations

from tournament.names import key_of

ALIKE = 0.82  # "Jon Smith" and "John Smith"; not "Ann Archer" and "Anna Becker"
MOST_PAIRS = 60  # doubts shown at once; with each decision others come up


@dataclass(frozen=True, slots=True)
class SeasonEntry:
    """A player of one event. `event` and `player` are database keys."""

    event: int
    player: int
    number: int
    name: str


@dataclass(frozen=True, slots=True)
class SameDecision:
    """A decision: the two identities are one person, or they are not."""

    one: str
    other: str
    same: bool


@dataclass(frozen=True, slots=True)
class SeasonPerson:
    """One person of the season. `identities` in order; the first one names them in addresses."""

    identities: tuple[str, ...]
    entries: tuple[SeasonEntry, ...]
    doubtful: bool = False

    @property
    def identity(self) -> str:
        return self.identities[0]

    @property
    def name(self) -> str:
        """The name that the person is mostly entered by; of several the latest."""
        counts = Counter(entry.name for entry in self.entries)
        return max(reversed(self.entries), key=lambda entry: counts[entry.name]).name

    @property
    def events(self) -> frozenset[int]:
        return frozenset(entry.event for entry in self.entries)


@dataclass(frozen=True, slots=True)
class Matching:
    """Everybody; `unplaced` are the keys that hold namesakes not told apart yet, `alike` pairs that may be
    one person, `impossible` decisions that cannot hold because both played in one event."""

    people: tuple[SeasonPerson, ...]
    unplaced: tuple[str, ...]
    impossible: tuple[SameDecision, ...]
    decided: tuple[SameDecision, ...] = field(default=())

    def person(self, identity: str) -> SeasonPerson | None:
        return next((person for person in self.people if identity in person.identities), None)

    def alike(self) -> tuple[tuple[SeasonPerson, SeasonPerson], ...]:
        """Pairs spelt alike who never played in one event and about whom nothing is decided; likest first."""
        settled = {(same.one, same.other) for same in self.decided}
        found = []
        for one, other in combinations(sorted(self.people, key=lambda person: person.identity), 2):
            if one.doubtful or other.doubtful or one.events & other.events:
                continue
            if any(tuple(sorted((a, b))) in settled for a in one.identities for b in other.identities):
                continue
            likeness = _likeness(one, other)
            if likeness >= ALIKE:
                found.append((likeness, one, other))
        found.sort(key=lambda pair: (-pair[0], pair[1].identity, pair[2].identity))
        return tuple((one, other) for _likeness, one, other in found[:MOST_PAIRS])


def match_people(
    entries: Sequence[SeasonEntry], labels: Mapping[int, tuple[str, int]], decisions: Sequence[SameDecision]
) -> Matching:
    """Put entries (in the order of their events) together to people.

    `labels` maps a player to the key and number that tell namesakes apart. Decisions hold in the order
    made; one that would put two players of one event together does not.
    """
    identities: dict[str, list[SeasonEntry]] = {}
    unplaced, doubtful = [], set()
    for key, group in _by_key(entries).items():
        placed, left = _told_apart(key, group, labels)
        for identity, some in placed.items():
            identities.setdefault(identity, []).extend(some)
        for entry in left:
            identity = f"{key}@{entry.player}"
            identities[identity] = [entry]
            doubtful.add(identity)
        if left:
            unplaced.append(key)
    groups, impossible = _joined(identities, [decision for decision in decisions if decision.same])
    place = {entry.player: at for at, entry in enumerate(entries)}
    people = (
        SeasonPerson(
            tuple(sorted(group)),
            tuple(sorted((e for s in group for e in identities[s]), key=lambda entry: place[entry.player])),
            doubtful=bool(group & doubtful),
        )
        for group in groups
    )
    return Matching(tuple(people), tuple(unplaced), tuple(impossible), tuple(decisions))


def _by_key(entries: Iterable[SeasonEntry]) -> dict[str, list[SeasonEntry]]:
    found: dict[str, list[SeasonEntry]] = defaultdict(list)
    for entry in entries:
        found[key_of(entry.name)].append(entry)
    return found


def _told_apart(
    key: str, group: Sequence[SeasonEntry], labels: Mapping[int, tuple[str, int]]
) -> tuple[dict[str, list[SeasonEntry]], list[SeasonEntry]]:
    """Strand → entries of one name, and the entries that nobody has placed."""
    given = {e.player: labels[e.player][1] for e in group if labels.get(e.player, ("", 0))[0] == key}
    namesakes = max(Counter(entry.event for entry in group).values()) > 1
    if not given and not namesakes:
        return {key: list(group)}, []
    placed: dict[str, list[SeasonEntry]] = {}
    left = []
    for entry in group:
        label = given.get(entry.player)
        identity = identity_of(key, label) if label else ""
        if not identity or any(other.event == entry.event for other in placed.get(identity, ())):
            left.append(entry)
        else:
            placed.setdefault(identity, []).append(entry)
    return placed, left


def identity_of(key: str, label: int) -> str:
    """The identity of the first, second, third person of a name."""
    return key if label == 1 else f"{key}#{label}"


def _joined(
    identities: Mapping[str, Sequence[SeasonEntry]], same: Iterable[SameDecision]
) -> tuple[list[set[str]], list[SameDecision]]:
    group_of = {identity: {identity} for identity in identities}
    impossible = []
    for decision in same:
        one, other = group_of.get(decision.one), group_of.get(decision.other)
        if one is None or other is None or one is other:
            continue
        if _events(one, identities) & _events(other, identities):
            impossible.append(decision)
            continue
        one |= other
        for identity in other:
            group_of[identity] = one
    return list({id(group): group for group in group_of.values()}.values()), impossible


def _events(group: Iterable[str], identities: Mapping[str, Sequence[SeasonEntry]]) -> set[int]:
    return {entry.event for identity in group for entry in identities[identity]}


def _likeness(one: SeasonPerson, other: SeasonPerson) -> float:
    a, b = key_of(one.name), key_of(other.name)
    matcher = SequenceMatcher(None, a, b, autojunk=False)
    if matcher.real_quick_ratio() < ALIKE or matcher.quick_ratio() < ALIKE:
        return 0.0
    return matcher.ratio()
