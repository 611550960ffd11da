"""What a table reported for a round, as revisions that are never changed or deleted; at most one counts."""

from collections.abc import Mapping
from typing import Any

from django.db import models
from django.db.models import F, Q
from django.db.models.functions import Cast
from django.db.models.lookups import Contains
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _lazy

from scoring.deal import Struck, struck_of
from scoring.seats import SEATS, Seat, Side
from tournament.models.people import official
from tournament.models.seating import SEAT_LETTERS, SEAT_NAMES, SIDE_CHOICES, SIDE_NAMES, Table


class TableScore:
    """What a table's score says in other words, whether it counts or was only reported by phone."""

    ns: Any
    ew: Any
    loners: Any

    @property
    def totals(self) -> Mapping[Side, int]:
        """Final team points by side."""
        return {Side.NS: self.ns, Side.EW: self.ew}

    @property
    def tied(self) -> bool:
        return bool(self.ns == self.ew)

    @property
    def lone_words(self) -> str:
        """The lone marches in short, `N 1, W 2`; empty for none."""
        return ", ".join(f"{SEAT_LETTERS[seat]} {times}" for seat, times in self.loners.items() if times)


class Wrote(models.TextChoices):
    """What a table wrote for the deal of a ruling, if it is no score."""

    NOTHING = "nothing", _lazy("Nothing yet")
    OPEN = "open", _lazy("I don’t know: ask the table")


Written = Struck | Wrote


def written_words(written: Written) -> str:
    """What a table wrote for a deal: “4 to North–South, with North’s lone march”."""
    if isinstance(written, Wrote):
        return str(written.label)
    words = {"points": written.points, "side": SIDE_NAMES[written.side]}
    if written.lone_march is None:
        return gettext("%(points)d to %(side)s") % words
    words["seat"] = SEAT_NAMES[written.lone_march]
    return gettext("%(points)d to %(side)s, with %(seat)s’s lone march") % words


class SheetQuerySet(models.QuerySet["Sheet"]):
    """Revisions by whether they count."""

    def counting(self) -> "SheetQuerySet":
        """The revisions that count, at most one per table."""
        return self.filter(counting=True)

    def counting_at(self, table: Table) -> "Sheet | None":
        """The revision of a table that counts, with who entered it; None if none does."""
        return self.counting().filter(table=table).select_related("entered_by").first()


class Sheet(TableScore, models.Model):
    """One revision of one table's sheet.

    `deals` holds the deals as reported, without their rulings (archive names; empty for totals). `rulings`
    lists the rulings that this revision counts, `[{"number": 3, "included": true}]`; `included` is null for
    a deals sheet, and `struck` is what came off a totals sheet of what the table had written for the deal, or
    "open" while nobody has asked the table. `reported_ns`/`reported_ew` are a totals sheet's figures as
    written down; `ns`/`ew` are the final team points, awards included. `lone_*` and `points_*` are lone
    marches and player points by seat. A tie of totals is answered by `reached_first` or by
    `nobody_can_say`; without either it is open.
    """

    class Entry(models.TextChoices):
        DEALS = "deals", _lazy("Deal by deal")
        TOTALS = "totals", _lazy("Totals")

    class Source(models.TextChoices):
        DESK = "desk", _lazy("Score desk")
        TABLE = "table", _lazy("Table")
        CARDS = "cards", _lazy("Tally cards")
        RULING = "ruling", _lazy("Ruling")
        RESTORE = "restore", _lazy("Earlier version restored")
        IMPORT = "import", _lazy("Import")

    table = models.ForeignKey(Table, on_delete=models.PROTECT, related_name="sheets")
    revision = models.PositiveSmallIntegerField()
    counting = models.BooleanField(default=True)
    entry = models.CharField(max_length=6, choices=Entry.choices)
    deals = models.JSONField(default=list)
    rulings = models.JSONField(default=list)
    deals_played = models.PositiveSmallIntegerField(
        null=True, help_text="how many deals the bell let the table play; null for the whole round"
    )
    reported_ns = models.SmallIntegerField(null=True)
    reported_ew = models.SmallIntegerField(null=True)
    reached_first = models.CharField(
        max_length=2, choices=SIDE_CHOICES, blank=True, help_text="named for a tie"
    )
    nobody_can_say = models.BooleanField(
        default=False, help_text="a tie: it was asked, and nobody can say who reached it first"
    )
    ns = models.SmallIntegerField()
    ew = models.SmallIntegerField()
    winner = models.CharField(max_length=2, choices=SIDE_CHOICES, blank=True)
    lone_n = models.PositiveSmallIntegerField(default=0)
    lone_e = models.PositiveSmallIntegerField(default=0)
    lone_s = models.PositiveSmallIntegerField(default=0)
    lone_w = models.PositiveSmallIntegerField(default=0)
    points_n = models.SmallIntegerField()
    points_e = models.SmallIntegerField()
    points_s = models.SmallIntegerField()
    points_w = models.SmallIntegerField()
    euchred = models.JSONField(
        null=True, help_text="times each seat's own call was euchred; null where totals hide it"
    )
    source = models.CharField(max_length=8, choices=Source.choices, default=Source.DESK)
    reason = models.CharField(max_length=300, blank=True)
    late_correction = models.BooleanField(
        default=False, help_text="changes what counted when its round was closed; everybody is told"
    )
    client_key = models.CharField(  # noqa: DJ001 - unique at its table, and many sheets have none
        max_length=64, null=True, help_text="one per submission: repeats count once"
    )
    submission = models.OneToOneField(
        "tournament.Submission",
        on_delete=models.PROTECT,
        related_name="sheet",
        null=True,
        help_text="the score by phone that became this sheet when the other side accepted it",
    )
    entered_by = official()
    entered_at = models.DateTimeField()
    confirmed_by = official()
    confirmed_at = models.DateTimeField(null=True)

    objects = SheetQuerySet.as_manager()

    class Meta:
        ordering = ["table", "-revision"]
        constraints = [
            models.UniqueConstraint(fields=["table", "revision"], name="sheet_revision_once_per_table"),
            models.UniqueConstraint(fields=["table", "client_key"], name="sheet_key_once_per_table"),
            models.UniqueConstraint(
                fields=["table"], condition=Q(counting=True), name="sheet_one_counting_per_table"
            ),
            models.CheckConstraint(condition=Q(revision__gte=1), name="sheet_revision_from_1"),
            models.CheckConstraint(
                condition=Q(entry="deals")
                | Q(entry="totals", reported_ns__isnull=False, reported_ew__isnull=False),
                name="sheet_totals_are_reported",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.table}: {self.ns}–{self.ew} (revision {self.revision})"

    @property
    def tie_is_open(self) -> bool:
        """Whether nobody has answered which side reached these tied totals first."""
        is_tied = self.entry == self.Entry.TOTALS and self.tied
        return is_tied and not self.winner and not self.nobody_can_say

    @property
    def from_both_sides(self) -> bool:
        """Whether it was reported and accepted by phone, with no official."""
        return self.source == self.Source.TABLE and self.entered_by_id is None

    @property
    def reported(self) -> Mapping[Side, int]:
        """Team points by side as the table reported them; for a sheet by deals, their sum."""
        if self.reported_ns is None or self.reported_ew is None:
            return self.totals
        return {Side.NS: self.reported_ns, Side.EW: self.reported_ew}

    @property
    def loners(self) -> Mapping[Seat, int]:
        """Lone marches by seat."""
        return {seat: getattr(self, f"lone_{seat.lower()}") for seat in SEATS}

    @property
    def written(self) -> Mapping[int, Written]:
        """Ruling number: what came off of what the table had written for its deal, or that this is open."""
        rows = ((row["number"], row["struck"]) for row in self.rulings if "struck" in row)
        return {
            number: Wrote.OPEN if struck == Wrote.OPEN else struck_of(struck) or Wrote.NOTHING
            for number, struck in rows
        }

    @property
    def noted(self) -> Mapping[Seat, int]:
        """Lone marches by seat as the table reported them."""
        off = [struck.lone_march for struck in self.written.values() if isinstance(struck, Struck)]
        return {seat: times + off.count(seat) for seat, times in self.loners.items()}

    @property
    def points(self) -> Mapping[Seat, int]:
        """Player points by seat."""
        return {seat: getattr(self, f"points_{seat.lower()}") for seat in SEATS}

    @property
    def included(self) -> Mapping[int, bool | None]:
        """Ruling number: whether the totals hold its award."""
        return {row["number"]: row["included"] for row in self.rulings}


# The same in a query: deals say by themselves who reached a tie first, totals have to be asked.
OPEN_TIE = Q(entry=Sheet.Entry.TOTALS, ns=F("ew"), winner="", nobody_can_say=False)

# The same for what somebody has to ask the table about: what it wrote for the deal of a ruling.
ASKS_WRITTEN = Contains(Cast("rulings", models.TextField()), f'"{Wrote.OPEN.value}"')
