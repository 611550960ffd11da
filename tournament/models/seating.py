"""Who sits where: drafts of a plan, and the published rounds with their tables.

A player is in a round once, at a table's seat or sitting out: the constraint on `Seating` says so to the
database.
"""

from collections.abc import Mapping
from datetime import datetime, timedelta
from types import MappingProxyType
from typing import Any

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _lazy
from django.utils.translation import pgettext_lazy

from scoring.seats import PAIRS, SEATS, Seat, Side
from tournament.rotation.plan import Plan

# The names of seats and sides, as every page and paper says them.
SEAT_NAMES: Mapping[Seat, Any] = MappingProxyType({seat: _lazy(seat.noun) for seat in PAIRS})
# The letter of a seat where a person reads it: stored codes, form values, archives and lists keep N, E, S, W.
SEAT_LETTERS: Mapping[Seat, Any] = MappingProxyType(
    {
        Seat.N: pgettext_lazy("letter of a seat", "N"),
        Seat.E: pgettext_lazy("letter of a seat", "E"),
        Seat.S: pgettext_lazy("letter of a seat", "S"),
        Seat.W: pgettext_lazy("letter of a seat", "W"),
    }
)
SIDES_IN_SHORT: Mapping[Side, Any] = MappingProxyType(
    {Side.NS: pgettext_lazy("two seats in short", "NS"), Side.EW: pgettext_lazy("two seats in short", "EW")}
)
SIDE_NAMES: Mapping[Side, Any] = MappingProxyType(
    {Side.NS: _lazy("North–South"), Side.EW: _lazy("East–West")}
)
SEAT_CHOICES = [(seat.value, SEAT_NAMES[seat]) for seat in SEATS]
SIDE_CHOICES = [(side.value, name) for side, name in SIDE_NAMES.items()]


class Draft(models.Model):
    """A plan not yet published: `plan` and `quality` in the shapes of `rotation.plan` and
    `rotation.quality`.

    `former` marks what was published until a new plan took its place: it can be restored. `way`: whether it
    was drawn, made from the published seating by moving few, or a chart that a director brought. `wishes`
    holds what was wished when it was drawn (`state.wishes`); under `plain` P, O and M of a draw without
    wishes; and, once it is counted, under `costs` how much lower those would be without each wish.
    `follows`: the results from which its only round was seated (`state.next_round.NextRound.follows`);
    empty if it was planned without any.
    """

    class Way(models.TextChoices):
        DRAWN = "drawn", _lazy("drawn")
        FEWEST_CARDS = "fewest", _lazy("fewest new cards")
        NOBODY_MOVES = "stay", _lazy("nobody else moves")
        OWN_CHART = "own", _lazy("your own chart")

    event = models.ForeignKey("tournament.Event", on_delete=models.CASCADE, related_name="drafts")
    movement = models.CharField(max_length=20)
    seed = models.PositiveIntegerField()
    from_round = models.PositiveSmallIntegerField(default=1)
    plan = models.JSONField()
    quality = models.JSONField()
    former = models.BooleanField(default=False)
    way = models.CharField(max_length=6, choices=Way.choices, default=Way.DRAWN)
    wishes = models.JSONField(default=dict)
    follows = models.JSONField(default=dict)
    made_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    made_at = models.DateTimeField()

    class Meta:
        ordering = ["-pk"]
        constraints = [
            models.CheckConstraint(
                condition=Q(way__in=["drawn", "fewest", "stay", "own"]), name="draft_way_known"
            )
        ]

    def __str__(self) -> str:
        return f"{self.event}: draft of {self.made_at:%Y-%m-%d %H:%M}"

    @property
    def key(self) -> str:
        """The key for addresses: first round, movement and seed, or the former seating."""
        if self.former:
            return "former"
        drawn = f"{self.movement}-{self.seed}"
        return f"{self.from_round}-{drawn if self.way == self.Way.DRAWN else self.way}"

    @property
    def asks_sit_outs(self) -> bool:
        """Whether publishing it needs to be told what a sit-out scores."""
        return not self.event.bye_decided and any(plan.sit_out for plan in Plan.from_dict(self.plan).rounds)


class DraftJob(models.Model):
    """A draw that takes long and so has a process of its own: how far it is, and what became of it.

    It is under way while `ended_at` is empty; then `draft` is what came of it, or `refused` is the code of
    the reason why nothing did, with its values in `refused_facts` (`reports.seating_page` has the words).
    `seen_at` is its last sign of life: a process that was stopped leaves none.
    """

    class Purpose(models.TextChoices):
        DRAFT = "draft", _lazy("a proposed seating")
        COSTS = "costs", _lazy("what each request of a proposed seating costs")

    event = models.ForeignKey("tournament.Event", on_delete=models.CASCADE, related_name="draft_jobs")
    number = models.PositiveSmallIntegerField()
    purpose = models.CharField(max_length=5, choices=Purpose.choices)
    asked = models.JSONField(help_text="movement, seed and from_round of the draft")
    asked_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    asked_at = models.DateTimeField()
    seen_at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True)
    percent = models.PositiveSmallIntegerField(default=0)
    refused = models.CharField(max_length=40, blank=True)
    refused_facts = models.JSONField(default=dict)
    draft = models.ForeignKey(Draft, on_delete=models.SET_NULL, null=True, related_name="draft_jobs")

    class Meta:
        ordering = ["event", "number"]
        constraints = [
            models.UniqueConstraint(fields=["event", "number"], name="draft_job_number_once_per_event"),
            models.CheckConstraint(
                condition=Q(purpose__in=["draft", "costs"]), name="draft_job_purpose_known"
            ),
            models.CheckConstraint(condition=Q(percent__lte=100), name="draft_job_percent_to_100"),
        ]

    def __str__(self) -> str:
        return f"{self.event}: drawing {self.number}"


class RoundQuerySet(models.QuerySet["Round"]):
    """Rounds by their status, and their numbers."""

    def planned(self) -> "RoundQuerySet":
        """Rounds that have not begun."""
        return self.filter(status=Round.Status.PLANNED)

    def open(self) -> "RoundQuerySet":
        """The round in play, at most one per event."""
        return self.filter(status=Round.Status.OPEN)

    def closed(self) -> "RoundQuerySet":
        """Rounds whose play has ended."""
        return self.filter(status=Round.Status.CLOSED)

    def begun(self) -> "RoundQuerySet":
        """Rounds in play or closed."""
        return self.exclude(status=Round.Status.PLANNED)

    def unclosed(self) -> "RoundQuerySet":
        """Rounds that have not begun, and the one in play."""
        return self.exclude(status=Round.Status.CLOSED)

    def numbers(self) -> list[int]:
        """The numbers of these rounds, in order."""
        return list(self.order_by("number").values_list("number", flat=True))


class Round(models.Model):
    """A published round. Rounds are played in order: one is open at a time."""

    class Status(models.TextChoices):
        PLANNED = "planned", _lazy("Not started")
        OPEN = "open", _lazy("Being played")
        CLOSED = "closed", _lazy("Closed")

    event = models.ForeignKey("tournament.Event", on_delete=models.CASCADE, related_name="rounds")
    number = models.PositiveSmallIntegerField()
    status = models.CharField(max_length=8, choices=Status.choices, default=Status.PLANNED)
    clock_ends_at = models.DateTimeField(null=True, help_text="while its clock runs")
    clock_left = models.PositiveIntegerField(null=True, help_text="seconds left while its clock is halted")
    challenged_since = models.DateTimeField(
        null=True, help_text="since when its results may be challenged: it was closed or unlocked then"
    )

    objects = RoundQuerySet.as_manager()

    class Meta:
        ordering = ["event", "number"]
        constraints = [
            models.UniqueConstraint(fields=["event", "number"], name="round_number_once_per_event"),
            models.CheckConstraint(condition=Q(number__gte=1), name="round_number_from_1"),
            models.CheckConstraint(
                condition=Q(status__in=["planned", "open", "closed"]), name="round_status_known"
            ),
            models.UniqueConstraint(
                fields=["event"], condition=Q(status="open"), name="round_one_open_per_event"
            ),
            models.CheckConstraint(
                condition=Q(clock_ends_at__isnull=True) | Q(clock_left__isnull=True),
                name="round_clock_runs_or_is_halted",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.event}, round {self.number}"

    @property
    def locks_at(self) -> datetime | None:
        """When its results stand, None if they can always be corrected. Reads the event."""
        window = self.event.challenge_minutes
        if window is None or self.challenged_since is None or self.status != self.Status.CLOSED:
            return None
        return self.challenged_since + timedelta(minutes=window)

    def is_locked(self, at: datetime) -> bool:
        """Whether a correction needs the round unlocked first."""
        return self.locks_at is not None and at >= self.locks_at


class Table(models.Model):
    """Four seats in one round, which play one sheet."""

    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="tables")
    number = models.PositiveSmallIntegerField()
    first_dealer = models.CharField(
        max_length=1, choices=SEAT_CHOICES, blank=True, help_text="empty until a sheet of deals says so"
    )
    moved_as_winner = models.CharField(
        max_length=2,
        choices=SIDE_CHOICES,
        blank=True,
        help_text="who went on as winners when the next round was seated from this one",
    )
    not_played = models.CharField(
        max_length=300,
        blank=True,
        help_text="why the director said that it was not played; empty: nobody said so",
    )
    disputed = models.CharField(
        max_length=300,
        blank=True,
        help_text="why an official marked its paper sheet as disputed; empty: it is not disputed",
    )

    class Meta:
        ordering = ["round", "number"]
        constraints = [
            models.UniqueConstraint(fields=["round", "number"], name="table_number_once_per_round"),
            models.CheckConstraint(
                condition=Q(first_dealer__in=["", *(seat.value for seat in SEATS)]),
                name="table_first_dealer_a_seat",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.round}, table {self.number}"

    @property
    def known_dealer(self) -> Seat | None:
        """Who dealt first, None until a sheet says so: it is drawn at the table."""
        return Seat(self.first_dealer) if self.first_dealer else None

    def chairs(self) -> Mapping[Seat, "Seating"]:
        """Who sits at each seat, in the order N S E W; an empty chair is left out. Uses prefetched
        seatings."""
        seated = {Seat(seating.seat): seating for seating in self.seatings.all()}
        return {seat: seated[seat] for seat in PAIRS if seat in seated}


class Seating(models.Model):
    """Where one player is in one round: at a seat of a table, or sitting out (no table, no seat)."""

    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="seatings")
    player = models.ForeignKey("tournament.Player", on_delete=models.PROTECT, related_name="seatings")
    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="seatings", null=True)
    seat = models.CharField(max_length=1, choices=SEAT_CHOICES, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["round", "player"], name="seating_player_once_per_round"),
            models.UniqueConstraint(fields=["table", "seat"], name="seating_seat_taken_once"),
            models.CheckConstraint(
                condition=Q(table__isnull=True, seat="")
                | Q(table__isnull=False, seat__in=[seat.value for seat in SEATS]),
                name="seating_at_a_seat_or_sitting_out",
            ),
        ]

    def __str__(self) -> str:
        place = f"table {self.table.number} {self.seat}" if self.table else "sits out"
        return f"{self.player}: round {self.round.number}, {place}"


def prefetched_chairs(path: str = "seatings") -> "models.Prefetch[str]":
    """What `Table.chairs` needs prefetched: the seatings with their players, in one query.

    Fetched by themselves, a thousand players are more than one query of SQLite can name.
    """
    return models.Prefetch(path, Seating.objects.select_related("player"))


class WishQuerySet(models.QuerySet["Wish"]):
    """Wishes with those whom they are about."""

    def listed(self) -> "WishQuerySet":
        """Wishes in order, with their players."""
        return self.select_related("player", "other").order_by("number")


class Wish(models.Model):
    """One wish. `STAYS` is about one player and a table, each other kind about two players and no table.

    Of two players `player` is the one with the lower key, so that a pair is one pair.
    """

    class Kind(models.TextChoices):
        APART = "apart", _lazy("Never at the same table")
        NOT_PARTNERS = "not-partners", _lazy("Never partners")
        ONCE = "once", _lazy("Partners once")
        COUPLE = "couple", _lazy("Always partners")
        STAYS = "stays", _lazy("Stays at one table")

    event = models.ForeignKey("tournament.Event", on_delete=models.CASCADE, related_name="wishes")
    number = models.PositiveSmallIntegerField()
    kind = models.CharField(max_length=12, choices=Kind.choices)
    player = models.ForeignKey("tournament.Player", on_delete=models.CASCADE, related_name="wishes")
    other = models.ForeignKey("tournament.Player", on_delete=models.CASCADE, related_name="+", null=True)
    table = models.PositiveSmallIntegerField(_lazy("table"), null=True)

    objects = WishQuerySet.as_manager()

    class Meta:
        ordering = ["event", "number"]
        constraints = [
            models.UniqueConstraint(fields=["event", "number"], name="wish_number_once_per_event"),
            models.UniqueConstraint(fields=["kind", "player", "other"], name="wish_once_per_pair"),
            models.UniqueConstraint(
                fields=["player"], condition=Q(kind="stays"), name="wish_one_table_per_player"
            ),
            models.CheckConstraint(
                condition=Q(kind="stays", other__isnull=True, table__isnull=False, table__gte=1)
                | Q(
                    kind__in=["apart", "not-partners", "once", "couple"],
                    other__isnull=False,
                    other__gt=F("player"),
                    table__isnull=True,
                ),
                name="wish_of_a_pair_or_for_a_table",
            ),
        ]

    def __str__(self) -> str:
        whom = f"table {self.table}" if self.other is None else str(self.other)
        return f"{self.player}: {self.kind} {whom}"
