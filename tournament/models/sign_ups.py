"""Who would like to play: what the director offers, and each person who asked.

Who is within the limit and who waits is never stored: it follows from the limit, the players on the list and
the order in which people asked, so that a place given back is at once the next one's.
"""

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _lazy

from tournament.models.events import new_token


class SignUpList(models.Model):
    """Whether an event takes sign-ups; `places` counts everybody on the list of players."""

    event = models.OneToOneField("tournament.Event", on_delete=models.CASCADE, related_name="sign_up_list")
    is_open = models.BooleanField(_lazy("people can sign up"), default=False)
    places = models.PositiveSmallIntegerField(_lazy("places"), null=True, blank=True)
    closes_at = models.DateTimeField(_lazy("closes at"), null=True, blank=True)
    words = models.CharField(_lazy("what to know"), max_length=300, blank=True)

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(places__isnull=True) | Q(places__gte=1), name="sign_up_places_from_1"
            )
        ]

    def __str__(self) -> str:
        return f"Sign-up for {self.event}"


class SignUp(models.Model):
    """One person's wish to play; `number` is the order of asking. Never deleted.

    An admitted person has a `player`, until the director removes that player.
    """

    class State(models.TextChoices):
        ASKED = "asked", _lazy("Not answered")
        ADMITTED = "admitted", _lazy("Accepted")
        DECLINED = "declined", _lazy("Declined")
        WITHDRAWN = "withdrawn", _lazy("Withdrawn")

    event = models.ForeignKey("tournament.Event", on_delete=models.CASCADE, related_name="sign_ups")
    number = models.PositiveSmallIntegerField()
    name = models.CharField(_lazy("name"), max_length=80)
    remark = models.CharField(_lazy("remark"), max_length=200, blank=True)
    state = models.CharField(max_length=10, choices=State.choices, default=State.ASKED)
    player = models.OneToOneField(
        "tournament.Player", on_delete=models.SET_NULL, related_name="sign_up", null=True
    )
    token = models.CharField(max_length=40, unique=True, default=new_token, editable=False)
    sent_key = models.CharField(max_length=40, help_text="of the form and the name, so that twice is once")
    sender = models.CharField(
        max_length=20, blank=True, default="", help_text="a mark of the address it came from, not the address"
    )
    made_at = models.DateTimeField()
    settled_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["event", "number"]
        constraints = [
            models.UniqueConstraint(fields=["event", "number"], name="sign_up_number_once_per_event"),
            models.UniqueConstraint(fields=["event", "sent_key"], name="sign_up_form_once_per_event"),
            models.CheckConstraint(
                condition=Q(state__in=["asked", "admitted", "declined", "withdrawn"]),
                name="sign_up_state_known",
            ),
            models.CheckConstraint(
                condition=Q(state="admitted") | Q(player__isnull=True), name="sign_up_player_only_admitted"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.name} ({self.get_state_display()})"
