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
from typing import NamedTuple

from tournament.words.names import key_of

ALIKE = 0.82  # accepts "Jon Smith" and "John Smith", not "Ann Archer" and "Anna Becker"
MOST_PAIRS = 60  # doubts shown at once; more follow as these are decided


class SeasonEntry(NamedTuple):
    """A player of one event. `event` and `player` are database keys."""

    event: int
    player: int
    number: int
    name: str


class SameDecision(NamedTuple):
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
        """The person's most frequent name; of several the latest."""
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
        """Pairs with similar names who never played in one event and are undecided, most similar first."""
        decided_pairs = {(same.one, same.other) for same in self.decided}
        pairs = []
        for one, other in combinations(sorted(self.people, key=lambda person: person.identity), 2):
            if one.doubtful or other.doubtful or one.events & other.events:
                continue
            if any(tuple(sorted((a, b))) in decided_pairs for a in one.identities for b in other.identities):
                continue
            likeness = _likeness(one, other)
            if likeness >= ALIKE:
                pairs.append((likeness, one, other))
        pairs.sort(key=lambda pair: (-pair[0], pair[1].identity, pair[2].identity))
        return tuple((one, other) for _likeness, one, other in pairs[:MOST_PAIRS])


def match_people(
    entries: Sequence[SeasonEntry], labels: Mapping[int, tuple[str, int]], decisions: Sequence[SameDecision]
) -> Matching:
    """Group entries (in the order of their events) into people.

    `labels` maps a player to the key and number that tell namesakes apart. Decisions apply in the order made;
    one that would merge two players of one event does not.
    """
    identities: dict[str, list[SeasonEntry]] = {}
    unplaced, doubtful = [], set()
    for key, group in _by_key(entries).items():
        placed, unplaced_entries = _told_apart(key, group, labels)
        for identity, some in placed.items():
            identities.setdefault(identity, []).extend(some)
        for entry in unplaced_entries:
            identity = f"{key}@{entry.player}"
            identities[identity] = [entry]
            doubtful.add(identity)
        if unplaced_entries:
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
    groups: dict[str, list[SeasonEntry]] = defaultdict(list)
    for entry in entries:
        groups[key_of(entry.name)].append(entry)
    return groups


def _told_apart(
    key: str, group: Sequence[SeasonEntry], labels: Mapping[int, tuple[str, int]]
) -> tuple[dict[str, list[SeasonEntry]], list[SeasonEntry]]:
    """Identity → its entries, for one name; and the entries not told apart yet."""
    label_by_player = {
        e.player: labels[e.player][1] for e in group if labels.get(e.player, ("", 0))[0] == key
    }
    namesakes = max(Counter(entry.event for entry in group).values()) > 1
    if not label_by_player and not namesakes:
        return {key: list(group)}, []
    placed: dict[str, list[SeasonEntry]] = {}
    unplaced = []
    for entry in group:
        label = label_by_player.get(entry.player)
        identity = identity_of(key, label) if label else ""
        if not identity or any(other.event == entry.event for other in placed.get(identity, ())):
            unplaced.append(entry)
        else:
            placed.setdefault(identity, []).append(entry)
    return placed, unplaced


def identity_of(key: str, label: int) -> str:
    """The identity of the first, second or third person of a name."""
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
