"""Sign-ups of an event: who is within the limit, and who is on the waiting list at which place.

For the pages and the actions of signing up. Reads only.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple

from tournament.models.events import Event, Player
from tournament.models.sign_ups import SignUp, SignUpList

State = SignUp.State
GONE = (Player.Status.LEFT, Player.Status.DISQUALIFIED)


class QueuePosition(NamedTuple):
    """A person who signed up and their place: `waiting` counts on the waiting list, 0 for none.

    `stays` is false for an admitted person whom the director has since removed from the players.
    """

    sign_up: SignUp
    waiting: int
    stays: bool


@dataclass(frozen=True, slots=True)
class SignUps:
    """An event's sign-up as it is now; `players` are those on the list who have not gone."""

    settings: SignUpList
    players: int
    asked: tuple[QueuePosition, ...]
    settled: tuple[QueuePosition, ...]

    @property
    def places(self) -> int | None:
        return self.settings.places

    @property
    def room(self) -> int | None:
        """The number of places not taken by admitted players."""
        return None if self.places is None else max(0, self.places - self.players)

    @property
    def within(self) -> tuple[QueuePosition, ...]:
        """The unanswered sign-ups within the limit."""
        return tuple(standing for standing in self.asked if not standing.waiting)

    @property
    def waiting(self) -> tuple[QueuePosition, ...]:
        return tuple(standing for standing in self.asked if standing.waiting)

    @property
    def taken(self) -> int:
        """The number of places taken by players or claimed by sign-ups within the limit."""
        return self.players + len(self.within)

    @property
    def places_left(self) -> int:
        """How many may still sign up without waiting; 0 if nobody said how many places there are."""
        return max(0, (self.places or 0) - self.taken)

    @property
    def is_full(self) -> bool:
        """Whether the next one goes to the waiting list."""
        return self.room is not None and len(self.asked) >= self.room

    def of(self, sign_up: SignUp) -> QueuePosition:
        """One sign-up's position."""
        return next(one for one in (*self.asked, *self.settled) if one.sign_up.pk == sign_up.pk)


def sign_ups(event: Event) -> SignUps:
    """The event's sign-ups in the order received, in three queries."""
    settings = sign_up_settings(event)
    players = event.players.ordinary().exclude(status__in=GONE).count()
    return _arranged(settings, players, event.sign_ups.select_related("player").order_by("number"))


def sign_up_settings(event: Event) -> SignUpList:
    """The director's settings for signing up, or the defaults."""
    return SignUpList.objects.filter(event=event).first() or SignUpList(event=event)


def _arranged(settings: SignUpList, players: int, everybody: Iterable[SignUp]) -> SignUps:
    room = None if settings.places is None else max(0, settings.places - players)
    waiting: list[QueuePosition] = []
    settled: list[QueuePosition] = []
    for sign_up in everybody:
        if sign_up.state == State.ASKED:
            place = 0 if room is None else max(0, len(waiting) + 1 - room)
            waiting.append(QueuePosition(sign_up, place, stays=True))
        else:
            settled.append(
                QueuePosition(sign_up, 0, sign_up.state == State.ADMITTED and bool(sign_up.player))
            )
    return SignUps(settings, players, tuple(waiting), tuple(settled))


def why_sign_up_closed(event: Event, settings: SignUpList, at: datetime) -> str:
    """Why nobody can sign up: `finished`, `seated`, `off` or `over`; empty while they can."""
    if event.is_finished:
        return "finished"
    if event.has_seating:
        return "seated"
    if not settings.is_open:
        return "off"
    return "over" if settings.closes_at and at >= settings.closes_at else ""
