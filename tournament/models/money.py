"""Money at the door: what playing costs, who has paid, and the cash that goes in and out of the box.

Amounts are whole cents. Only officials see any of it; an event without an `EntryFee` has none of it.
"""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _lazy

from tournament.models.events import Event
from tournament.models.people import official


class EntryFee(models.Model):
    """What playing costs at an event, what of it feeds the prizes, and how the cash was counted at the end.

    `to_pot` is what the prizes get of each player's payment, all of it if it is None; `added` is what the
    house adds to them out of its own share.
    """

    event = models.OneToOneField("tournament.Event", on_delete=models.CASCADE, related_name="entry_fee")
    price = models.PositiveIntegerField(_lazy("entry fee"))
    members_price = models.PositiveIntegerField(_lazy("members’ price"), null=True, blank=True)
    to_pot = models.PositiveIntegerField(_lazy("of each entry fee for the prizes"), null=True, blank=True)
    added = models.PositiveIntegerField(_lazy("added to the pot by the house"), default=0)
    opening = models.PositiveIntegerField(_lazy("cash in the box at the start"), default=0)
    ticket = models.PositiveIntegerField(_lazy("price of a 50/50 ticket"), null=True, blank=True)
    counted = models.PositiveIntegerField(null=True, help_text="the cash in the box as it was counted")
    prizes_paid = models.BooleanField(default=False, help_text="whether the prizes were out when counted")
    counted_by = official()
    counted_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.CheckConstraint(condition=Q(price__gte=1), name="entry_fee_costs_something"),
            models.CheckConstraint(
                condition=Q(counted__isnull=True, counted_at__isnull=True)
                | Q(counted__isnull=False, counted_at__isnull=False),
                name="entry_fee_counted_with_its_time",
            ),
        ]

    def __str__(self) -> str:
        return f"Entry fee of {self.event}"

    def price_for(self, *, member: bool) -> int:
        """What a player pays."""
        if member and self.members_price is not None:
            return self.members_price
        return self.price


class Dues(models.Model):
    """What one player owes or has paid. Without a row the player is no member and has not paid."""

    class State(models.TextChoices):
        OWED = "owed", _lazy("Not paid")
        PAID = "paid", _lazy("Paid")
        COMPLIMENTARY = "complimentary", _lazy("Complimentary")

    player = models.OneToOneField("tournament.Player", on_delete=models.CASCADE, related_name="dues")
    state = models.CharField(_lazy("state"), max_length=13, choices=State.choices, default=State.OWED)
    member = models.BooleanField(_lazy("pays the members’ price"), default=False)
    cents = models.PositiveIntegerField(default=0, help_text="what was paid")
    taken_by = official()
    taken_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(state__in=["owed", "paid", "complimentary"]), name="dues_state_known"
            ),
            models.CheckConstraint(condition=Q(state="paid") | Q(cents=0), name="dues_cents_only_where_paid"),
        ]

    def __str__(self) -> str:
        return f"{self.player}: {self.state}"


class CashLineQuerySet(models.QuerySet["CashLine"]):
    """Cash lines by whether they count."""

    def in_force(self) -> "CashLineQuerySet":
        """Those that nobody has revoked."""
        return self.filter(revoked_at=None)


class CashLine(models.Model):
    """Cash put into the box (above 0) or taken out of it (below 0), beside entry fees and prizes.

    With a `ruling` it is that ruling's fine, paid.
    """

    event = models.ForeignKey("tournament.Event", on_delete=models.CASCADE, related_name="cash_lines")
    number = models.PositiveSmallIntegerField()
    cents = models.IntegerField()
    words = models.CharField(_lazy("what for"), max_length=80, blank=True)
    ruling = models.ForeignKey("tournament.Ruling", on_delete=models.PROTECT, related_name="+", null=True)
    made_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    made_at = models.DateTimeField()
    revoked_by = official()
    revoked_at = models.DateTimeField(null=True)

    objects = CashLineQuerySet.as_manager()

    class Meta:
        ordering = ["event", "number"]
        constraints = [
            models.UniqueConstraint(fields=["event", "number"], name="cash_line_number_once_per_event"),
            models.UniqueConstraint(
                fields=["ruling"], condition=Q(revoked_at=None), name="cash_line_pays_a_fine_once"
            ),
            models.CheckConstraint(condition=~Q(cents=0), name="cash_line_moves_something"),
        ]

    def __str__(self) -> str:
        return f"{self.cents:+d} {self.words}"


def entry_fee_of(event: Event) -> EntryFee | None:
    """What playing costs at this event, None if nothing is taken at the door."""
    return EntryFee.objects.filter(event=event).first()
