"""What is offered for next week's event: its day by the club's rhythm, its seasons, how many would come."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date as Date
from datetime import timedelta

from django.db.models import Max, Q
from django.utils.translation import gettext as _

from tournament import actions
from tournament.figures import day
from tournament.models import AuditEntry, Event, Season, User
from tournament.state.same_again import Again, is_expected

WEEK = timedelta(days=7)
RHYTHM = timedelta(days=62)  # an event before this one by more says nothing of a rhythm


@dataclass(frozen=True, slots=True)
class SameAgain:
    """`counts`: how many would be expected, by who is asked to come again. `over` has the seasons that seem
    to be over, each with the sentence that says why: nothing counts for them unless the director says so."""

    date: Date
    seasons: tuple[Season, ...]
    counts: dict[Again, int]
    over: dict[Season, str]

    @property
    def going_on(self) -> tuple[Season, ...]:
        return tuple(season for season in self.seasons if season not in self.over)


def offer(event: Event, user: User, today: Date) -> SameAgain:
    """What the page offers to this director on this day."""
    players = list(event.players.all())
    counts = {again: sum(is_expected(player, again) for player in players) for again in Again}
    seasons = tuple(Season.objects.filter(events=event, owners=user).order_by("pk"))
    date = next_date(event, user, today)
    return SameAgain(date, seasons, counts, dict(_over(seasons, date, event.time_zone)))


def _over(seasons: Sequence[Season], date: Date, time_zone: str) -> Iterator[tuple[Season, str]]:
    """The seasons that seem to be over on this day: a final was made, or nothing was played for long."""
    for season in seasons:
        made = AuditEntry.objects.filter(
            action=actions.EVENT_FINAL_MADE.code, facts__season=season.slug
        ).select_related("event")
        last = season.events.aggregate(last=Max("date"))["last"]
        facts = {"season": season.name}
        if (final := made.first()) is not None:
            words = _("“%(season)s” seems to be over: its final, “%(final)s”, has been made.")
            yield season, words % {**facts, "final": final.event.name}
        elif date - last > RHYTHM:
            words = _("“%(season)s” seems to be over: its last event was on %(day)s.")
            yield season, words % {**facts, "day": day(last, time_zone)}


def next_date(event: Event, user: User, today: Date) -> Date:
    """The day that follows by the club's rhythm, from today on: as long after this event as this one came
    after the one before it (of its season, or of its name), else a week later, always on the same weekday if
    that is a number of weeks.
    """
    like = Q(name__iexact=event.name) | Q(seasons__in=event.seasons.all())
    before = (
        Event.objects.filter(like, memberships__user=user, date__lt=event.date)
        .order_by("-date")
        .values_list("date", flat=True)
        .first()
    )
    step = event.date - before if before is not None and event.date - before <= RHYTHM else WEEK
    found = event.date + step
    while found < today:
        found += step
    return found
