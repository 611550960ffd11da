"""Create a season, change its settings and events, decide who is who, and undo such decisions."""

from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils.text import slugify
from django.utils.translation import gettext as _

from tournament.models import Event, Membership, Namesake, Player, SameName, Season, User
from tournament.services.errors import Refused
from tournament.services.events import check_publishing
from tournament.services.sent_forms import claim
from tournament.state.season_identity import SeasonPerson
from tournament.words.names import key_of, tidy

LONGEST_NAME = 100
MOST_EVENTS = 200
MOST_NAMESAKES = 9
RESERVED_SLUGS = frozenset({"new"})
CHANGEABLE = frozenset({"name", "method", "best_of", "least_events", "is_public"})


def lock_season(season: Season) -> Season:
    """Lock the season's row until the transaction ends; return the season as it is now."""
    locked = Season.objects.select_for_update().get(pk=season.pk)
    claim()
    return locked


@transaction.atomic
def create_season(name: str, *, by: User, at: datetime) -> Season:
    """Create a season without events: private, and owned by `by`."""
    season = Season(name=_checked_name(name), created_at=at)
    claim()
    season.slug = _free_slug(season.name)
    season.save(force_insert=True)
    season.owners.add(by)
    return season


@transaction.atomic
def change_season(
    season: Season, *, owners: Iterable[User] | None = None, by: User | None = None, **changes: Any
) -> Season:
    """Change how a season counts, who sees it, and who runs it; without `by` it is the site itself."""
    if unknown := changes.keys() - CHANGEABLE:
        raise TypeError(f"no settings of a season: {', '.join(sorted(unknown))}")
    season = lock_season(season)
    if by is not None and changes.get("is_public") and not season.is_public:
        check_publishing(by)
    for what, value in changes.items():
        setattr(season, what, _checked_name(value) if what == "name" else value)
    for what in ("best_of", "least_events"):
        if not 1 <= getattr(season, what) <= MOST_EVENTS:
            raise Refused(what, _("Write a number from 1 to %d.") % MOST_EVENTS, what)
    season.save(update_fields=sorted(CHANGEABLE))
    if owners is not None:
        people = list(owners)
        if not people:
            raise Refused("nobody", _("Someone has to run the season."), "owners")
        season.owners.set(people)
    season.count_up()
    return season


@transaction.atomic
def choose_events(season: Season, events: Iterable[Event], *, by: User) -> Season:
    """Set the season's events among those that `by` directs; other directors' events stay.

    Events that count points lost are refused, as these do not add up with points won.
    """
    season = lock_season(season)
    selection = list(events)
    own = {event.pk for event in directed(by)}
    if any(event.pk not in own for event in selection):
        raise Refused("not-yours", _("Choose events that you direct."), "events")
    if point_losers := [event.name for event in selection if event.ruleset.counts_lost]:
        message = _("In “%(name)s” points are lost; they do not add up with points won.")
        raise Refused("points-lost", message % {"name": point_losers[0]}, "events")
    others = season.events.exclude(pk__in=own)
    if others.count() + len(selection) > MOST_EVENTS:
        raise Refused("too-many", _("A season has room for %d events.") % MOST_EVENTS, "events")
    season.events.set([*others, *selection])
    season.count_up()
    return season


def directed(user: User) -> Any:
    """The events that this user directs; a rehearsal is in no season."""
    if user.is_superuser:
        return Event.objects.real()
    return Event.objects.real().filter(memberships__user=user, memberships__role=Membership.Role.DIRECTOR)


@transaction.atomic
def decide_same_person(
    season: Season, one: SeasonPerson, other: SeasonPerson, *, same: bool, by: User, at: datetime
) -> SameName:
    """Decide whether two names are one person; refused if both played in one event."""
    season = lock_season(season)
    if one.identity == other.identity:
        raise Refused("itself", _("That is one and the same already."), "other")
    if same and (one.doubtful or other.doubtful):
        raise Refused("doubtful", _("Tell the people of that name apart first."), "other")
    if same and one.events & other.events:
        event = Event.objects.get(pk=min(one.events & other.events))
        facts = {"one": one.name, "other": other.name, "event": event.name}
        message = _("%(one)s and %(other)s both played in “%(event)s”, so they are two people.")
        raise Refused("both-played", message % facts, "other")
    first, second = sorted((one.identity, other.identity))
    decision, _new = SameName.objects.update_or_create(
        season=season, one=first, other=second, defaults={"same": same, "made_by": by, "made_at": at}
    )
    season.count_up()
    return decision


@transaction.atomic
def withdraw_decision(decision: SameName) -> None:
    """Delete a decision about two names."""
    season = lock_season(decision.season)
    SameName.objects.filter(pk=decision.pk).delete()
    season.count_up()


@transaction.atomic
def tell_apart(season: Season, key: str, labels: Mapping[int, int]) -> Season:
    """Say which of several people of one name each player is: player key → 1, 2, 3.

    All 1: they are one person. Two players of one event cannot be the same person.
    """
    season = lock_season(season)
    players = {
        player.pk: player for player in Player.objects.filter(event__in=season.events.all(), pk__in=labels)
    }
    if any(key_of(player.name) != key for player in players.values()) or players.keys() != labels.keys():
        raise Refused("stale", _("The names have changed meanwhile. Look again."))
    name_by_place: dict[tuple[int, int], str] = {}
    for pk, label in labels.items():
        if not 1 <= label <= MOST_NAMESAKES:
            raise Refused("label", _("Choose a person from 1 to %d.") % MOST_NAMESAKES)
        place = (players[pk].event_id, label)
        if place in name_by_place:
            message = _(
                "Two of them played in the same event, so they are two people: give them two numbers."
            )
            raise Refused("both-played", message)
        name_by_place[place] = players[pk].name
    Namesake.objects.filter(season=season, player__in=players).delete()
    Namesake.objects.bulk_create(
        Namesake(season=season, player=players[pk], key=key, label=label) for pk, label in labels.items()
    )
    season.count_up()
    return season


@transaction.atomic
def forget_told_apart(season: Season, key: str) -> None:
    """Delete what was decided about the people of this name."""
    season = lock_season(season)
    Namesake.objects.filter(season=season, key=key).delete()
    season.count_up()


def _checked_name(name: str) -> str:
    name = tidy(name)
    if not name:
        raise Refused("name-missing", _("Give the season a name."), "name")
    if len(name) > LONGEST_NAME:
        raise Refused("name-long", _("Keep the name to %d characters.") % LONGEST_NAME, "name")
    return name


def _free_slug(name: str) -> str:
    base = slugify(name.replace("/", " "))[:50].strip("-_") or "season"
    taken = set(Season.objects.filter(slug__startswith=base).values_list("slug", flat=True)) | RESERVED_SLUGS
    numbered = (f"{base}-{count}" for count in range(2, 10_000))
    return next(slug for slug in (base, *numbered) if slug not in taken)
