"""Who takes a missing player's chair, or that nobody does; from one round to another, until it ends."""

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _lazy

from tournament.models.events import Event, Player
from tournament.models.people import official
from tournament.models.rulings import Ruling
from tournament.models.seating import Round
from tournament.models.sheets import Sheet
from tournament.models.submissions import Submission


class SubstitutionQuerySet(models.QuerySet["Substitution"]):
    """Substitutions with those whom they are about."""

    def listed(self) -> "SubstitutionQuerySet":
        """Substitutions, the newest first, with who is missing and who plays instead."""
        return self.select_related("absent", "substitute").order_by("-number")


class Substitution(models.Model):
    """In the rounds from `from_round` to `to_round` somebody else sits on the chair of `absent`, or nobody.

    Seatings say who sits where; this says in whose stead. `substitute` is null for an empty chair.
    `for_seat`: the substitute plays for the seat and is not ranked. `places` lists what was changed,
    `[{"round": 3, "table": 2, "seat": "N", "out": true}]`: `out` where the substitute sat out before, no
    table where the absent player would have sat out. `presence` holds, for "absent" and "substitute", what
    was noted of their coming "before" and "after". Never deleted: `ended_from` is the round from which the
    chair was given back.
    """

    event = models.ForeignKey("tournament.Event", on_delete=models.CASCADE, related_name="substitutions")
    number = models.PositiveSmallIntegerField()
    absent = models.ForeignKey("tournament.Player", on_delete=models.PROTECT, related_name="absences")
    substitute = models.ForeignKey(
        "tournament.Player", on_delete=models.PROTECT, related_name="substitutions", null=True
    )
    from_round = models.PositiveSmallIntegerField(_lazy("from round"))
    to_round = models.PositiveSmallIntegerField(_lazy("to round"))
    for_seat = models.BooleanField(_lazy("plays for the seat"), default=False)
    places = models.JSONField(default=list)
    presence = models.JSONField(default=dict)
    made_by = official()
    made_at = models.DateTimeField()
    ended_from = models.PositiveSmallIntegerField(null=True)
    ended_by = official()
    ended_at = models.DateTimeField(null=True)

    objects = SubstitutionQuerySet.as_manager()

    class Meta:
        ordering = ["event", "number"]
        constraints = [
            models.UniqueConstraint(fields=["event", "number"], name="substitution_number_once_per_event"),
            models.CheckConstraint(
                condition=Q(from_round__gte=1, to_round__gte=F("from_round")),
                name="substitution_rounds_in_order",
            ),
            models.CheckConstraint(
                condition=Q(substitute__isnull=True, for_seat=False) | ~Q(substitute=F("absent")),
                name="substitution_by_somebody_else_or_nobody",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.event}: {self.substitute or 'nobody'} for {self.absent}"

    @property
    def last_round(self) -> int:
        """The last round in which it held; before `from_round` if it was taken back at once."""
        return self.to_round if self.ended_from is None else min(self.to_round, self.ended_from - 1)


def table_reported(event: Event, round_: int, table: int) -> bool:
    """Whether a table's round is played: it has a sheet, a ruling, or a report that waits for an answer."""
    at = {"table__round__event": event, "table__round__number": round_, "table__number": table}
    return (
        Sheet.objects.filter(**at).exists()
        or Ruling.objects.in_force().filter(**at).exists()
        or Submission.objects.live().filter(**at).exists()
    )


def first_chair(player: Player, first: int = 1) -> int | None:
    """The first round from `first` on in which the player's chair can go to somebody else: neither closed nor
    reported."""
    rows = player.seatings.filter(table__isnull=False, round__number__gte=first)
    places = rows.exclude(round__status=Round.Status.CLOSED).order_by("round__number")
    return next(
        (
            number
            for number, table in places.values_list("round__number", "table__number")
            if not table_reported(player.event, number, table)
        ),
        None,
    )


def first_unplayed(change: Substitution) -> int | None:
    """The first round from which the chair can still be given back; None when all are played."""
    statuses = dict(change.event.rounds.values_list("number", "status"))
    tables = {place["round"]: place["table"] for place in change.places}
    first = None
    for number in range(change.last_round, change.from_round - 1, -1):
        if statuses.get(number, Round.Status.CLOSED) == Round.Status.CLOSED:
            break
        if tables.get(number) and table_reported(change.event, number, tables[number]):
            break
        first = number
    return first
