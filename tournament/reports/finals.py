"""Who would play a final: the best of an event or of a season, and who is tied where the line is drawn."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date as Date
from datetime import timedelta
from fractions import Fraction
from math import floor

from django.utils.translation import gettext as _

from scoring.standings import KEYS
from tournament.models import Event, Player, Season, User
from tournament.reports.players import next_date
from tournament.reports.seasons import SeasonStandings, token_of
from tournament.reports.standings import standings
from tournament.words.sentences import in_words

USUAL = 8  # players: two tables
HALF = Fraction(1, 2)


@dataclass(frozen=True, slots=True)
class Qualifier:
    """Somebody who may play the final, with place and points; `place` is None for who has none."""

    player: Player
    place: int | None
    points: int

    @property
    def key(self) -> int:
        return self.player.pk


@dataclass(frozen=True, slots=True)
class Cut:
    """The first `top` of them: `inside` are in for certain, `tied` share the place on the line, and `room`
    of those can play. Nobody is tied if the line falls between two places."""

    top: int
    inside: tuple[Qualifier, ...]
    tied: tuple[Qualifier, ...]

    @property
    def room(self) -> int:
        return self.top - len(self.inside)

    def settles(self, chosen: set[int]) -> bool:
        """Whether somebody has chosen among those who are tied."""
        return not self.tied or any(one.key in chosen for one in self.tied)


def cut_after(people: Sequence[Qualifier], top: int) -> Cut:
    """Who is in a final of `top` players, and who is tied at the last place. Nothing is drawn by lot.

    `people` are sorted by place, those without one last; they never get in.
    """
    placed = [one for one in people if one.place is not None]
    if top >= len(placed):
        return Cut(len(placed), tuple(placed), ())
    last = placed[top - 1].place
    if placed[top].place != last:
        return Cut(top, tuple(placed[:top]), ())
    inside = tuple(one for one in placed[:top] if one.place != last)
    return Cut(top, inside, tuple(one for one in placed if one.place == last))


def of_event(event: Event) -> tuple[Qualifier, ...]:
    """The players of an event as its standings have them."""
    players = {player.number: player for player in event.players.all()}
    return tuple(Qualifier(players[row.number], row.place, row.points) for row in standings(event).rows)


def of_season(season: SeasonStandings) -> tuple[Qualifier, ...]:
    """The people of a season, each as the player they were last. An average is rounded, halves up."""
    last = {
        token_of(season.season, person.identity): person.entries[-1].player
        for person in season.matching.people
    }
    players = Player.objects.in_bulk([last[row.token] for row in season.rows])
    return tuple(
        Qualifier(players[last[row.token]], row.place, floor(row.value + HALF)) for row in season.rows
    )


def date_of_final(event: Event, user: User, today: Date, *, everybody: bool) -> Date:
    """The day offered: the next one if everybody plays on, else the next by the club's rhythm."""
    if everybody:
        return max(today, event.date + timedelta(days=1))
    return next_date(event, user, today)


def what_carrying_means(event: Event, season: Season | None = None) -> str:
    """What becomes of points that are brought along to a final like this event, in sentences: only the key
    “points” counts them. Empty if they decide as they stand."""
    sentences = []
    if season is not None and season.method == Season.Method.AVERAGE:
        sentences.append(_("The points they have are their points per event, rounded to a whole number."))
    first = event.order[0]
    if first != "points":
        words = _(
            "“%(key)s” decides places first, and counts the rounds of the final alone. Points brought along "
            "decide only between players who are tied in it."
        )
        if "points" not in event.order:
            words = _(
                "“%(key)s” decides places first, and counts the rounds of the final alone. Points brought "
                "along are shown, but change no place."
            )
        sentences.append(words % {"key": in_words(KEYS[first].title)})
        sentences.append(_("If they are to decide, put “Points” first in the settings of the final."))
    return " ".join(sentences)
