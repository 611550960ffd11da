"""What is given away at the end: prizes as the director set them, and draws as they fell.

Amounts are whole cents. Who wins a prize is computed from the standings, never stored; a draw is stored with
the seed and everybody who was in it, so that it can be repeated.
"""

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _lazy

from tournament.models.events import Event
from tournament.models.people import official
from tournament.words.names import called


class PrizeList(models.Model):
    """An event's prizes: `places` in cents from the first place on, `sides` by the name of the side prize,
    `groups` by the group whose best player takes it.

    A prize in kind has a name: `in_kind` holds rows of a name and the places that get it (`LAST` is the last
    one), `sides_in_kind` and `groups_in_kind` name what is given besides the cents of `sides` and `groups`.
    With `shares` the places have no amounts of their own: each gets so many hundredths of what the pot has
    left after the other prizes (`state.money`).
    The lowest total takes `lowest_rounds` played or sat out; every round if it is None.
    """

    event = models.OneToOneField("tournament.Event", on_delete=models.CASCADE, related_name="prize_list")
    places = models.JSONField(default=list)
    shares = models.JSONField(default=list, help_text="hundredths of the pot, from the first place on")
    sides = models.JSONField(default=dict)
    groups = models.JSONField(default=dict)
    in_kind = models.JSONField(default=list)
    sides_in_kind = models.JSONField(default=dict)
    groups_in_kind = models.JSONField(default=dict)
    nobody_twice = models.BooleanField(_lazy("nobody takes two side prizes"), default=False)
    first_takes_none = models.BooleanField(_lazy("first place takes no side prize"), default=False)
    lowest_rounds = models.PositiveSmallIntegerField(
        _lazy("rounds for the lowest total"), null=True, blank=True
    )
    excluded = models.ManyToManyField("tournament.Player", related_name="+", blank=True)

    def __str__(self) -> str:
        return f"Prizes of {self.event}"

    @property
    def beside_places(self) -> tuple[int, ...]:
        """What is given beside the places, in cents: side prizes and those for the best of groups."""
        return (*self.sides.values(), *self.groups.values())


def prize_list_of(event: Event) -> PrizeList | None:
    """The event's prizes, None until the director has set some."""
    return PrizeList.objects.filter(event=event).first()


class Raffle(models.Model):
    """A draw: of a door prize among players (`pool` their numbers), or of a fifty-fifty among tickets."""

    class Kind(models.TextChoices):
        DOOR = "door", _lazy("Door prize")
        FIFTY = "fifty", _lazy("Fifty-fifty")

    event = models.ForeignKey("tournament.Event", on_delete=models.CASCADE, related_name="raffles")
    number = models.PositiveSmallIntegerField()
    kind = models.CharField(max_length=5, choices=Kind.choices)
    title = models.CharField(_lazy("prize"), max_length=80, blank=True)
    seed = models.PositiveIntegerField()
    pool = models.JSONField(help_text="player numbers, or the first and the last ticket")
    drawn = models.PositiveIntegerField(help_text="the player number or the ticket that was drawn")
    name = models.CharField(max_length=80, blank=True, help_text="the name of the player at the time")
    pot = models.PositiveIntegerField(default=0, help_text="cents")
    made_by = official()
    made_at = models.DateTimeField()

    class Meta:
        ordering = ["event", "number"]
        constraints = [
            models.UniqueConstraint(fields=["event", "number"], name="draw_number_once_per_event"),
            models.CheckConstraint(condition=Q(kind__in=["door", "fifty"]), name="draw_kind_known"),
        ]

    def __str__(self) -> str:
        return f"{self.get_kind_display()} {self.number}: {self.drawn}"

    @property
    def winner(self) -> str:
        """How the player who was drawn is called."""
        return "" if self.kind == self.Kind.FIFTY else called(self.drawn, self.name)
