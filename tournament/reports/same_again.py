"""What is offered for next week's event: its day by the club's rhythm, its seasons, how many would come."""

from dataclasses import dataclass
from datetime import date as Date
from datetime import timedelta

from django.db.models import Q

from tournament.models import Event, Season, User
from tournament.state.same_again import Again, is_expected

WEEK = timedelta(days=7)
RHYTHM = timedelta(days=62)  # an event before this one by more says nothing of a rhythm


@dataclass(frozen=True, slots=True)
class SameAgain:
    """`counts`: how many would be expected, by who is asked to come again."""

    date: Date
    seasons: tuple[Season, ...]
    counts: dict[Again, int]


def offer(event: Event, user: User, today: Date) -> SameAgain:
    """What the page offers to this director on this day."""
    players = list(event.players.all())
    counts = {again: sum(is_expected(player, again) for player in players) for again in Again}
    seasons = tuple(Season.objects.filter(events=event, owners=user).order_by("pk"))
    return SameAgain(next_date(event, user, today), seasons, counts)


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
