"""A seating beside what others have published for as many players and rounds: the page for the curious."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournament.reports.plan_quality import QualityLine
from tournament.reports.seating_page import SeatingPage
from tournament.rotation import bounds, published
from tournament.rotation.designs import resolvable

Key = tuple[int, int, int]


@dataclass(frozen=True, slots=True)
class ComparedPlan:
    """A row of the table: whose plan it is, its repeated partners, opponents and meetings.

    `kind` is "this", "least", "ours" or "published". `source` says where it is published, `note` how it
    compares with this seating.
    """

    kind: str
    title: str
    key: Key
    source: str = ""
    note: str = ""


@dataclass(frozen=True, slots=True)
class StrangerRounds:
    """For how many rounds nobody need meet anybody twice: published (0: nothing is), ours, and at most."""

    published: int
    source: str
    ours: int
    most: int

    @property
    def sentence(self) -> str:
        """What is known, in a sentence or two."""
        words = {"published": self.published, "ours": self.ours, "most": self.most}
        if not self.published:
            known = _(
                "Nothing is published about so many players. Ours: %(ours)d rounds; "
                "more than %(most)d can’t be."
            )
        else:
            known = ngettext(
                "Published: %(published)d round. Ours has as many.",
                "Published: %(published)d rounds. Ours has as many.",
                self.published,
            )
        if self.published == self.most:
            known += " " + _("More can’t be: everybody meets three new players in each round.")
        return known % words


@dataclass(frozen=True, slots=True)
class PublishedPage:
    """The comparison for `players` and `rounds`.

    `alike`: everybody is there in every round, so that published plans answer the same question; otherwise
    only the lower bound is beside this seating. `reasons` say of each figure why nothing is better.
    """

    players: int
    rounds: int
    alike: bool
    rows: tuple[ComparedPlan, ...]
    reasons: tuple[QualityLine, ...]
    strangers: StrangerRounds | None

    @property
    def nothing_published(self) -> bool:
        return self.alike and not any(row.kind == "published" for row in self.rows)


def published_page(seating: SeatingPage) -> PublishedPage:
    """Compare a seating, the rounds before it included."""
    rounds = seating.judged
    players = len({player for round_ in rounds for player in round_.placed})
    alike = all(len(round_.placed) == players for round_ in rounds)
    proof = {line.key: line for line in seating.proof}
    reasons = tuple(proof[relation] for relation in ("P", "O", "M"))
    rows = [
        ComparedPlan("this", _("This seating"), _key([line.value for line in reasons])),
        ComparedPlan("least", _("Best possible (by counting)"), _key([line.least for line in reasons])),
    ]
    if alike:
        rows += _known(players, len(rounds), rows[0].key)
    return PublishedPage(
        players, len(rounds), alike, tuple(rows), reasons, _strangers(players) if alike else None
    )


def _key(values: Sequence[str]) -> Key:
    p, o, m = map(int, values)
    return p, o, m


def _known(players: int, rounds: int, this: Key) -> list[ComparedPlan]:
    """The stored chart's row, and one for each published figure."""
    found = []
    ours = bounds.best_known(players, rounds)
    if ours is not None:
        found.append(ComparedPlan("ours", _("Our best plan"), ours, note=_beside(ours, this)))
    for figure in published.figures(players, rounds):
        note = _beside(figure.key, this)
        if figure.one_fewer:
            note += " " + _("For one player more: who would sit with that player sits out.")
        title = _("By others") if figure.source in published.QUOTED else _("Published")
        found.append(ComparedPlan("published", title, figure.key, _source(figure.source), note))
    return found


def _source(code: str) -> str:
    """The citation of a source, or how we know of it."""
    quoted = {
        "after": _("A resolvable design and a search for the rest; quoted in this program’s requirements."),
        "search": _("A search; quoted in this program’s requirements."),
    }
    return quoted[code] if code in quoted else published.SOURCES[code]


def _beside(key: Key, this: Key) -> str:
    if key == this:
        return _("The same.")
    return _("Repeats less.") if key < this else _("Repeats more.")


def _strangers(players: int) -> StrangerRounds | None:
    """The rounds without a second meeting, for numbers with published designs or an open question."""
    if not published.SMALLEST <= players + 1 <= published.LARGEST + 1 or players % 4 in (1, 2):
        return None
    whole = players + (players % 4 == 3)
    known = published.most_rounds(players)
    if known is None and whole not in published.OPEN:
        return None
    count, source = known or (0, "")
    most = (whole - published.GROUP[whole % 12]) // 3
    return StrangerRounds(count, published.SOURCES.get(source, ""), resolvable.most_rounds(players), most)
