"""What a director wishes of every draw: who stays at a table, who is kept apart, who partners whom."""

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _lazy


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
