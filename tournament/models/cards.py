"""What players' tally cards say, typed in at the desk: one line for each player and round, as revisions.

A line counts nothing by itself: what the four players of a table agree on can be taken as the table's sheet.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext

from scoring.bounds import team_points_of
from scoring.errors import ScoringError
from scoring.ruleset import Ruleset
from scoring.seats import SEATS, SIDES, Seat, Side
from tournament.models.events import Event, Player
from tournament.models.people import official
from tournament.models.seating import Round
from tournament.words.figures import figure


class CardLineQuerySet(models.QuerySet["CardLine"]):
    """Lines by whether they count."""

    def counting(self) -> "CardLineQuerySet":
        """The lines that count, at most one per player and round."""
        return self.filter(counting=True)


class CardLine(models.Model):
    """One revision of one line of a player's tally card: points and own lone marches in a round.

    At most one counts for a player and a round; none does if the line was taken out again. If the hall
    seats itself the lines are the results: there `won` may be marked (None: it is not), and a line with
    `sat_out` says that the player sat this round out.
    """

    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="card_lines")
    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="card_lines")
    revision = models.PositiveSmallIntegerField()
    counting = models.BooleanField(default=True)
    points = models.SmallIntegerField(help_text="player points, with the bonus for lone marches")
    loners = models.PositiveSmallIntegerField(default=0)
    won = models.BooleanField(null=True)
    sat_out = models.BooleanField(default=False)
    entered_by = official()
    entered_at = models.DateTimeField()

    objects = CardLineQuerySet.as_manager()

    class Meta:
        ordering = ["round", "player", "-revision"]
        constraints = [
            models.UniqueConstraint(
                fields=["player", "round", "revision"], name="card_line_revision_once_per_round"
            ),
            models.UniqueConstraint(
                fields=["player", "round"], condition=Q(counting=True), name="card_line_one_counting"
            ),
            models.CheckConstraint(condition=Q(revision__gte=1), name="card_line_revision_from_1"),
        ]

    def __str__(self) -> str:
        return f"{self.player}, round {self.round.number}: {self.points} (revision {self.revision})"

    @property
    def noted(self) -> "Noted":
        return Noted(self.points, self.loners, self.won, self.sat_out)


class CardPrint(models.Model):
    """Tally cards that somebody printed: what each says, by its player's number (`state.cards`; version 1.0.0
    noted fingerprints, with which nothing can be compared). Append-only.

    `event_uid` is the event's at that time: after a restore nobody knows which cards are in the hall.
    """

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="card_prints")
    event_uid = models.CharField(max_length=40)
    cards = models.JSONField()
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField()

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"{len(self.cards)} cards printed"


@dataclass(frozen=True, slots=True)
class Noted:
    """What a card says of one round: player points, the player's own lone marches, and whether the round was
    won (None: not marked). With `sat_out` there are no points."""

    points: int
    loners: int = 0
    won: bool | None = None
    sat_out: bool = False

    @property
    def in_words(self) -> str:
        """The line in a few words: `9`, `9 (alone 1)`."""
        if self.sat_out:
            return gettext("sat out")
        points = figure(self.points)
        if self.won is not None:
            won = gettext("%(points)s, won") if self.won else gettext("%(points)s, lost")
            points = won % {"points": points}
        if not self.loners:
            return points
        return gettext("%(points)s (alone %(loners)d)") % {"points": points, "loners": self.loners}


@dataclass(frozen=True, slots=True)
class AgreedTotals:
    """What the cards of a table come to together: its totals, as a sheet would say them."""

    totals: Mapping[Side, int]
    loners: Mapping[Seat, int]

    @property
    def in_short(self) -> str:
        """The totals and lone marches in one word, to tell them from others: `9-4 N1`."""
        lone = "".join(f" {seat.value}{times}" for seat, times in self.loners.items() if times)
        return f"{self.totals[Side.NS]}-{self.totals[Side.EW]}{lone}"


def agreed_result(
    rules: Ruleset, seated: Collection[Seat], noted: Mapping[Seat, Noted]
) -> AgreedTotals | None:
    """What the cards of everybody seated at a table agree on; None while one is missing or they differ."""
    if not noted or set(noted) != set(seated):
        return None
    totals: dict[Side, int] = {}
    for side in SIDES:
        first, *others = {team_of(rules, noted[seat]) for seat in side.seats if seat in noted} or {None}
        if first is None or others:
            return None
        totals[side] = first
    return AgreedTotals(totals, {seat: noted[seat].loners if seat in noted else 0 for seat in SEATS})


def team_of(rules: Ruleset, noted: Noted) -> int | None:
    """The team points a line holds; None if no round can bring it."""
    try:
        return team_points_of(rules, noted.points, noted.loners)
    except ScoringError:
        return None
