"""A club's season: its events, how they add up, and what was decided about whose results belong together.

A person of a season is never stored: who is who follows from the names and from what is decided here (see
`season_people`), so that taking a decision back brings back exactly what was before.
"""

from django.conf import settings
from django.db import models
from django.db.models import Count, F, Q
from django.utils.translation import gettext_lazy as _lazy

from tournament.models.events import new_uid
from tournament.models.people import official


class SeasonQuerySet(models.QuerySet["Season"]):
    """Seasons with what a list shows of them."""

    def counted(self) -> "SeasonQuerySet":
        """Seasons, the newest first, with how many events they have (`event_count`)."""
        return self.annotate(event_count=Count("events")).order_by("-created_at", "-pk")


class Season(models.Model):
    """Events that add up. `version` grows with every change of the season itself, never of its events."""

    class Method(models.TextChoices):
        TOTAL = "total", _lazy("all points added up")
        AVERAGE = "average", _lazy("points per event")
        BEST = "best", _lazy("the best events only")

    name = models.CharField(_lazy("name"), max_length=100)
    slug = models.SlugField(_lazy("short name"), max_length=60, unique=True)
    owners = models.ManyToManyField(settings.AUTH_USER_MODEL, related_name="seasons")
    events = models.ManyToManyField("tournament.Event", related_name="seasons", blank=True)
    method = models.CharField(
        _lazy("what decides"), max_length=10, choices=Method.choices, default=Method.TOTAL
    )
    best_of = models.PositiveSmallIntegerField(_lazy("how many events count"), default=5)
    least_events = models.PositiveSmallIntegerField(_lazy("events needed for a place"), default=1)
    is_public = models.BooleanField(_lazy("anybody may see the season’s page"), default=False)
    version = models.PositiveIntegerField(default=1)
    uid = models.CharField(
        max_length=40,
        unique=True,
        default=new_uid,
        editable=False,
        help_text="as an event's: a restored backup gets another",
    )
    created_at = models.DateTimeField()

    objects = SeasonQuerySet.as_manager()

    class Meta:
        ordering = ["-created_at", "-pk"]
        constraints = [
            models.CheckConstraint(
                condition=Q(method__in=["total", "average", "best"]), name="season_method_known"
            ),
            models.CheckConstraint(
                condition=Q(best_of__gte=1) & Q(least_events__gte=1), name="season_counts_from_1"
            ),
        ]

    def __str__(self) -> str:
        return self.name

    def count_up(self) -> None:
        """Let every page made of this season be made anew."""
        Season.objects.filter(pk=self.pk).update(version=F("version") + 1)


class SameNameQuerySet(models.QuerySet["SameName"]):
    """Decisions about who is one person."""

    def listed(self) -> "SameNameQuerySet":
        """Decisions in the order in which they were made, with who made them."""
        return self.select_related("made_by").order_by("made_at", "pk")


class SameName(models.Model):
    """Whether two identities of a season (see `season_people`) are one person; `one` sorts before `other`."""

    season = models.ForeignKey(Season, on_delete=models.CASCADE, related_name="same_names")
    one = models.CharField(max_length=120)
    other = models.CharField(max_length=120)
    same = models.BooleanField()
    made_by = official()
    made_at = models.DateTimeField()

    objects = SameNameQuerySet.as_manager()

    class Meta:
        ordering = ["season", "made_at", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["season", "one", "other"], name="same_name_once_per_season"),
            models.CheckConstraint(condition=Q(one__lt=F("other")), name="same_name_sorted"),
        ]

    def __str__(self) -> str:
        return f"{self.one} {'=' if self.same else '≠'} {self.other}"


class NamesakeQuerySet(models.QuerySet["Namesake"]):
    """Namesakes that were told apart, by their names' keys."""

    def name_keys(self) -> list[str]:
        """The names, by their keys, in order."""
        return list(self.order_by("key").values_list("key", flat=True).distinct())

    def labels(self, key: str) -> dict[int, int]:
        """Primary key of each player of this name → which of its people that player is."""
        return dict(self.filter(key=key).values_list("player", "label"))


class Namesake(models.Model):
    """Which of several people of one name a player is: 1, 2, 3. `key` is the name's, as it was then."""

    season = models.ForeignKey(Season, on_delete=models.CASCADE, related_name="namesakes")
    player = models.ForeignKey("tournament.Player", on_delete=models.CASCADE, related_name="namesakes")
    key = models.CharField(max_length=100)
    label = models.PositiveSmallIntegerField()

    objects = NamesakeQuerySet.as_manager()

    class Meta:
        ordering = ["season", "key", "label", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["season", "player"], name="namesake_once_per_season"),
            models.CheckConstraint(condition=Q(label__gte=1), name="namesake_from_1"),
        ]

    def __str__(self) -> str:
        return f"{self.key} {self.label}"
