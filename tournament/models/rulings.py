"""A director's decisions: rulings at a table, and adjustments of a player's total.

Neither is ever deleted: an amended ruling points to the one that replaced it, a revoked one says who, when
and why.
"""

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext, pgettext
from django.utils.translation import gettext_lazy as _lazy

from scoring.catalogue import CATALOGUE, DISQUALIFIED, WRONG_DEALER
from scoring.deal import Award, Fate, Forfeit, Struck
from scoring.deal import Ruling as RulingValue
from scoring.seats import Seat, Side
from tournament.models.people import official
from tournament.models.seating import SEAT_CHOICES, SIDE_CHOICES, Table
from tournament.words.sentences import in_words

FATE_CHOICES = [
    (Fate.PLAYED.value, _lazy("the deal counts as played")),
    (Fate.PASS.value, _lazy("the deal ends, and the next player deals")),
    (Fate.VOID_PASS.value, _lazy("the deal is void, and the next player deals")),
    (Fate.REDEAL.value, _lazy("the same dealer deals again")),
    (Fate.THROWN_IN.value, _lazy("the cards are thrown in")),
]


def fate_words(code: str, fate: str) -> str:
    """What becomes of a deal by a ruling on this offence."""
    if not fate and code == "renege-second":
        return gettext("as ruled on the first renege")
    if not fate:
        return gettext("goes on and its result counts")
    if (code, fate) == (WRONG_DEALER, Fate.REDEAL):
        return gettext("the deal is void, and the right dealer deals")
    return str(dict(FATE_CHOICES).get(fate, ""))


class RulingQuerySet(models.QuerySet["Ruling"]):
    """Rulings by whether they count."""

    def in_force(self) -> "RulingQuerySet":
        """Neither revoked nor replaced by an amendment."""
        return self.filter(revoked_at__isnull=True, replaced_by__isnull=True)


class Ruling(models.Model):
    """One ruling on one table's round; `slot` is null if the round is known by its totals only."""

    event = models.ForeignKey("tournament.Event", on_delete=models.CASCADE, related_name="rulings")
    number = models.PositiveSmallIntegerField()
    table = models.ForeignKey(Table, on_delete=models.PROTECT, related_name="rulings")
    slot = models.PositiveSmallIntegerField(_lazy("deal"), null=True, blank=True)
    attempt = models.PositiveSmallIntegerField(default=1)
    code = models.CharField(_lazy("offence"), max_length=40)
    offender = models.CharField(_lazy("offender"), max_length=1, choices=SEAT_CHOICES, blank=True)
    player = models.ForeignKey(
        "tournament.Player",
        on_delete=models.PROTECT,
        related_name="rulings",
        null=True,
        help_text="who sat on the offender's seat",
    )
    dealer = models.CharField(
        max_length=1,
        choices=SEAT_CHOICES,
        blank=True,
        help_text="whom the ruling took for the dealer; empty where it does not matter",
    )
    award_side = models.CharField(max_length=2, choices=SIDE_CHOICES, blank=True)
    award_points = models.PositiveSmallIntegerField(default=0)
    fate = models.CharField(
        max_length=10, choices=FATE_CHOICES, blank=True, help_text="empty: the deal goes on"
    )
    choice = models.CharField(max_length=40, blank=True)
    cancels = models.JSONField(default=list, help_text="sides whose played points of the deal do not count")
    forfeit_side = models.CharField(
        max_length=2, choices=SIDE_CHOICES, blank=True, help_text="whose points of the deal are taken off"
    )
    forfeit_points = models.PositiveSmallIntegerField(default=0)
    fine_cents = models.PositiveIntegerField(default=0, help_text="money, no points; noted with the ruling")
    warning = models.BooleanField(default=False)
    proposed_points = models.PositiveSmallIntegerField(default=0)
    proposed_fate = models.CharField(max_length=10, choices=FATE_CHOICES, blank=True)
    reason = models.CharField(_lazy("reason"), max_length=300, blank=True)
    made_by = official()
    made_at = models.DateTimeField()
    replaced_by = models.OneToOneField("self", on_delete=models.PROTECT, related_name="replaces", null=True)
    revoked_by = official()
    revoked_at = models.DateTimeField(null=True)
    revoked_reason = models.CharField(max_length=300, blank=True)

    objects = RulingQuerySet.as_manager()

    class Meta:
        ordering = ["event", "number"]
        constraints = [
            models.UniqueConstraint(fields=["event", "number"], name="ruling_number_once_per_event"),
            models.CheckConstraint(
                condition=Q(award_side="", award_points=0) | (~Q(award_side="") & Q(award_points__gte=1)),
                name="ruling_award_has_side_and_points",
            ),
            models.CheckConstraint(
                condition=Q(forfeit_side="", forfeit_points=0)
                | (~Q(forfeit_side="") & Q(forfeit_points__gte=1)),
                name="ruling_forfeit_has_side_and_points",
            ),
            models.CheckConstraint(
                condition=Q(slot__isnull=True) | Q(slot__gte=1), name="ruling_slot_from_1"
            ),
            models.CheckConstraint(
                condition=Q(replaced_by__isnull=True) | ~Q(replaced_by=F("pk")),
                name="ruling_not_its_own_heir",
            ),
        ]

    def __str__(self) -> str:
        return f"Ruling {self.number}: {self.code} at {self.table}"

    @property
    def is_in_force(self) -> bool:
        return self.revoked_at is None and self.replaced_by_id is None

    @property
    def title(self) -> str:
        """The offence in words; a code that a later version no longer knows stays readable."""
        return in_words(CATALOGUE[self.code].title) if self.code in CATALOGUE else self.code

    @property
    def deal_words(self) -> str:
        """What becomes of the deal."""
        return fate_words(self.code, self.fate)

    @property
    def proposed_deal_words(self) -> str:
        return fate_words(self.code, self.proposed_fate)

    @property
    def state(self) -> str:
        """In force, amended or revoked."""
        if self.replaced_by:
            return gettext("amended by ruling %(number)d") % {"number": self.replaced_by.number}
        return gettext("in force") if self.is_in_force else pgettext("ruling", "revoked")

    @property
    def given(self) -> str:
        """What it gives and takes, in words; nothing else is a warning or no points."""
        given = []
        lost = self.event.ruleset.counts_lost
        if self.award_side:
            facts = {"points": self.award_points, "side": self.get_award_side_display()}
            words = gettext("%(points)d lost by %(side)s") if lost else gettext("%(points)d to %(side)s")
            given.append(words % facts)
        if self.forfeit_side:
            facts = {"points": self.forfeit_points, "side": self.get_forfeit_side_display()}
            given.append(gettext("%(points)d off %(side)s") % facts)
        if own := self.own_points:
            given.append(gettext("%(points)+d to the player’s own total") % {"points": own})
        if given:
            return ", ".join(given)
        return gettext("a warning") if self.warning else gettext("no points")

    @property
    def stops_player(self) -> bool:
        """Whether whoever did it is disqualified from the event with it."""
        return self.code == DISQUALIFIED and self.player_id is not None

    @property
    def own_points(self) -> int:
        """What it changes of the offender's own total: less than 0 if it takes points off."""
        made = getattr(self, "adjustment", None)
        return made.points if made is not None else 0

    @property
    def changes_points(self) -> bool:
        """Whether it gives a side points or takes a number of them off."""
        return bool(self.award_side or self.forfeit_side)

    def value(self, included: bool | None = None, struck: Struck | None = None) -> RulingValue:
        """This ruling as the value that `scoring` counts."""
        return RulingValue(
            code=self.code,
            offender=Seat(self.offender) if self.offender else None,
            award=Award(Side(self.award_side), self.award_points) if self.award_side else None,
            fate=Fate(self.fate) if self.fate else None,
            choice=self.choice or None,
            cancels=tuple(Side(side) for side in self.cancels),
            included=included,
            struck=None if included else struck,
            dealer=Seat(self.dealer) if self.dealer else None,
            forfeits=Forfeit(Side(self.forfeit_side), self.forfeit_points) if self.forfeit_side else None,
        )


class AdjustmentQuerySet(models.QuerySet["Adjustment"]):
    """Adjustments by whether they count."""

    def in_force(self) -> "AdjustmentQuerySet":
        """Adjustments that nobody has revoked."""
        return self.filter(revoked_at=None)

    def listed(self) -> "AdjustmentQuerySet":
        """Adjustments in order, with everybody whom their lines name."""
        return self.select_related("player", "made_by", "revoked_by", "ruling").order_by("number")


class Adjustment(models.Model):
    """Points given to or taken from one player's total, seen by everybody with its reason.

    Points taken with a ruling have that ruling's reason, and none of their own. `carried` ones are what a
    player of a final begins with.
    """

    event = models.ForeignKey("tournament.Event", on_delete=models.CASCADE, related_name="adjustments")
    number = models.PositiveSmallIntegerField()
    player = models.ForeignKey("tournament.Player", on_delete=models.PROTECT, related_name="adjustments")
    points = models.SmallIntegerField(_lazy("points"))
    reason = models.CharField(_lazy("reason"), max_length=300, blank=True)
    carried = models.BooleanField(
        default=False, help_text="points of an earlier event or season, which the reason names"
    )
    ruling = models.OneToOneField(
        Ruling,
        on_delete=models.PROTECT,
        related_name="adjustment",
        null=True,
        help_text="the ruling that took these points off the offender's own total",
    )
    made_by = official()
    made_at = models.DateTimeField()
    revoked_by = official()
    revoked_at = models.DateTimeField(null=True)
    revoked_reason = models.CharField(max_length=300, blank=True)

    objects = AdjustmentQuerySet.as_manager()

    class Meta:
        ordering = ["event", "number"]
        constraints = [
            models.UniqueConstraint(fields=["event", "number"], name="adjustment_number_once_per_event"),
            models.CheckConstraint(condition=~Q(points=0), name="adjustment_changes_something"),
        ]

    def __str__(self) -> str:
        return f"{self.points:+d} for {self.player}"

    @property
    def in_words(self) -> str:
        """The reason, as everybody reads it."""
        if self.carried:
            return gettext("Carried from “%(name)s”") % {"name": self.reason}
        if self.ruling is None:
            return self.reason
        return gettext("Ruling %(number)d: %(why)s") % {
            "number": self.ruling.number,
            "why": self.ruling.reason,
        }
