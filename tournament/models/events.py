"""An event with its settings, and the players who take part in it."""

import secrets
from collections.abc import Callable, Mapping
from datetime import date as Date
from datetime import timedelta
from typing import TYPE_CHECKING
from zoneinfo import ZoneInfo

from django.db import models
from django.db.models import Count, Q
from django.db.models.functions import Lower
from django.urls import reverse
from django.utils.functional import cached_property
from django.utils.translation import gettext_lazy as _lazy

from scoring.record import ByePoints
from scoring.ruleset import Ruleset
from tournament.registry.actions import EVENT_REOPENED
from tournament.registry.features import Switches, at_first
from tournament.rotation.movements import SELF
from tournament.words import languages
from tournament.words.names import called, short_name, short_names

if TYPE_CHECKING:
    from tournament.models.seating import Round

LINKS_LAST = timedelta(days=30)
LAST_DAY = Date(9998, 12, 31)  # of an event: pages count some days on from it


def new_uid() -> str:
    """A random id (128 bits) of an event or a season, which changes when a backup is restored.

    Keys, slugs and versions come back then. Whoever keeps something made from an event (a rendered page, an
    ETag, an entry waiting in a browser) keeps it under this id.
    """
    return secrets.token_hex(16)


def new_token() -> str:
    """The secret of a private link: 192 bits, safe in an address."""
    return secrets.token_urlsafe(24)


class EventQuerySet(models.QuerySet["Event"]):
    """Events with what a list shows of them."""

    def real(self) -> "EventQuerySet":
        """Events without the rehearsals, which no list shows."""
        return self.filter(rehearsal_of=None)

    def counted(self) -> "EventQuerySet":
        """Events with how many players they have (`player_count`) and closed rounds (`closed_count`)."""
        return self.annotate(
            player_count=Count("players", distinct=True),
            closed_count=Count("rounds", filter=Q(rounds__status="closed"), distinct=True),
        )


class Event(models.Model):
    """One tournament. `rules` is a snapshot of every value of its ruleset (EVENT_FORMAT, Rules)."""

    class Status(models.TextChoices):
        SETUP = "setup", _lazy("Being set up")
        PLAYING = "playing", _lazy("Being played")
        FINISHED = "finished", _lazy("Finished")

    class ByeMode(models.TextChoices):
        NONE = "none", _lazy("Nothing")
        FIXED = "fixed", _lazy("A fixed number of points")
        AVERAGE = "average", _lazy("The player’s own average")

    class Pattern(models.TextChoices):
        FIRST_AND_LAST = "1+4", _lazy("1st and 4th against 2nd and 3rd")
        FIRST_AND_THIRD = "1+3", _lazy("1st and 3rd against 2nd and 4th")
        FIRST_AND_SECOND = "1+2", _lazy("1st and 2nd against 3rd and 4th")

    class ScoresFrom(models.TextChoices):
        DESK = "desk", _lazy("The desk, after each round")
        CARDS = "cards", _lazy("Tally cards at the end")
        TABLES = "tables", _lazy("The tables’ phones")

    class Mixed(models.TextChoices):
        PARTNERS = "partners", _lazy("Mixed partners")
        TABLES = "tables", _lazy("Mixed tables")

    class Teams(models.TextChoices):
        FIRST = "first", _lazy("Partners in round 1")
        NEVER = "never", _lazy("Never partners")

    name = models.CharField(_lazy("name"), max_length=100)
    slug = models.SlugField(_lazy("short name"), max_length=60, unique=True)
    date = models.DateField(_lazy("date"))
    venue = models.CharField(_lazy("venue"), max_length=100, blank=True)
    time_zone = models.CharField(_lazy("time zone"), max_length=50)
    language = models.CharField(
        _lazy("language"),
        max_length=10,
        default=languages.site_language,
        help_text="of papers, the big screen and readers who ask for no language of the site",
    )
    round_count = models.PositiveSmallIntegerField(_lazy("number of rounds"), default=8)
    movement = models.CharField(_lazy("movement"), max_length=20, default="chart")
    standings_pattern = models.CharField(
        _lazy("partners by standings"),
        max_length=3,
        choices=Pattern.choices,
        default=Pattern.FIRST_AND_LAST.value,
        help_text="which of the four at a table are partners, where tables are made from the standings",
    )
    tables = models.CharField(
        _lazy("table numbers"),
        max_length=200,
        blank=True,
        help_text="such as 1-4, 6-10 or not 13; empty: from 1",
    )
    mixed = models.CharField(
        _lazy("mixed seating"),
        max_length=10,
        choices=Mixed.choices,
        blank=True,
        help_text="whether every draw spreads the players of `mixed_group` over partners or over tables",
    )
    mixed_group = models.CharField(_lazy("the group that is spread"), max_length=20, blank=True)
    teams = models.CharField(
        _lazy("teams of two"),
        max_length=10,
        choices=Teams.choices,
        blank=True,
        help_text="how the two of a team (`Player.team`) are seated; empty: there are no teams",
    )
    floating_teams = models.JSONField(
        default=list, help_text="numbers of the teams that take no place among the teams, in order"
    )
    seed = models.PositiveIntegerField(
        help_text="decides seating and lots; kept, so that both can be repeated"
    )
    rules = models.JSONField()
    bye_mode = models.CharField(
        _lazy("a sit-out scores"), max_length=10, choices=ByeMode.choices, default=ByeMode.NONE.value
    )
    bye_points = models.PositiveSmallIntegerField(_lazy("points for a sit-out"), default=0)
    bye_decided = models.BooleanField(
        default=True, help_text="whether anybody has said what a sit-out scores; until then it scores nothing"
    )
    order = models.JSONField(
        _lazy("tie-break order"), help_text="keys of scoring.standings.KEYS, first to last"
    )
    ranked_from = models.PositiveSmallIntegerField(
        _lazy("rounds needed for a place"), default=0, help_text="who played fewer is listed without a place"
    )
    features = models.JSONField(
        _lazy("what it uses"),
        default=at_first,
        help_text="keys of tournament.registry.features, in its order",
    )
    status = models.CharField(max_length=10, choices=Status.choices, default=Status.SETUP)
    is_public = models.BooleanField(_lazy("anybody may see the public page"), default=True)
    player_links = models.BooleanField(_lazy("players have pages of their own by secret link"), default=True)
    short_names = models.BooleanField(_lazy("names are shown as “Ann A.”"), default=False)
    players_listed = models.BooleanField(_lazy("who comes is shown before the seating"), default=False)
    self_check_in = models.BooleanField(_lazy("players check themselves in by phone"), default=False)
    here_token = models.CharField(
        max_length=40,
        blank=True,
        editable=False,
        help_text="the secret of the sign by which players check in",
    )
    hidden_rounds = models.PositiveSmallIntegerField(_lazy("last rounds hidden until the end"), default=0)
    run_by = models.CharField(_lazy("who runs it"), max_length=100, blank=True)
    wifi_name = models.CharField(_lazy("wifi network"), max_length=32, blank=True)
    wifi_password = models.CharField(_lazy("wifi password"), max_length=63, blank=True)
    marches_noted = models.BooleanField(
        _lazy("lone marches are noted: a score that lacks one is asked about"), default=True
    )
    scores_from = models.CharField(
        _lazy("scores come from"),
        max_length=10,
        choices=ScoresFrom.choices,
        default=ScoresFrom.DESK.value,
        help_text="where nobody seats the players, the cards are the results whatever is said here",
    )
    pin_per_round = models.BooleanField(_lazy("each round has PINs of its own"), default=False)
    starts_at = models.CharField(
        _lazy("planned start"), max_length=5, blank=True, help_text="time of day in the hall, such as 19:30"
    )
    stops_at = models.CharField(
        _lazy("time to stop"), max_length=5, blank=True, help_text="time of day in the hall, such as 21:30"
    )
    break_after = models.CharField(
        _lazy("round before the break"),
        max_length=60,
        blank=True,
        default="",
        help_text="several with a space between",
    )
    break_minutes = models.CharField(
        _lazy("minutes of the break"),
        max_length=60,
        blank=True,
        default="",
        help_text="of all breaks, or one for each",
    )
    round_minutes = models.PositiveSmallIntegerField(_lazy("minutes of a round"), null=True, blank=True)
    fewer_deals = models.JSONField(
        default=dict, help_text="deals of the rounds that have fewer than the rules say, by number as text"
    )
    timed = models.BooleanField(
        _lazy("the clock ends each round"),
        default=False,
        help_text="of a game to a target; needs round_minutes",
    )
    clock_warning = models.BooleanField(
        _lazy("the bell also rings five minutes before the end"), default=False
    )
    revealed = models.PositiveSmallIntegerField(
        null=True, help_text="places of the final standings shown so far, from the last up; null: no finale"
    )
    stage_of = models.CharField(
        _lazy("final of"), max_length=60, blank=True, help_text="short name of the event whose best play here"
    )
    rehearsal_of = models.OneToOneField(
        "self",
        on_delete=models.CASCADE,
        null=True,
        editable=False,
        related_name="rehearsal",
        help_text="the real evening of a rehearsal, which is private, in no list, and deleted in the end",
    )
    stage_carries = models.BooleanField(default=False, help_text="whether their points were carried over")
    challenge_minutes = models.PositiveSmallIntegerField(
        _lazy("minutes in which a closed round may be challenged"), null=True, blank=True
    )
    live_version = models.PositiveIntegerField(
        default=0, help_text="grows with every change a page could show"
    )
    seating_version = models.PositiveIntegerField(
        default=0, help_text="the live version at which anything but a table's score last changed"
    )
    uid = models.CharField(
        max_length=40,
        unique=True,
        default=new_uid,
        editable=False,
        help_text="names this telling of the event: a restored backup gets another",
    )
    created_at = models.DateTimeField()

    objects = EventQuerySet.as_manager()

    class Meta:
        ordering = ["-date", "-pk"]
        constraints = [
            models.CheckConstraint(
                condition=Q(round_count__gte=1, round_count__lte=60), name="event_rounds_1_to_60"
            ),
            models.CheckConstraint(
                condition=Q(status__in=["setup", "playing", "finished"]), name="event_status_known"
            ),
            models.CheckConstraint(
                condition=Q(bye_mode__in=["none", "fixed", "average"]), name="event_bye_mode_known"
            ),
            models.CheckConstraint(
                condition=Q(scores_from__in=["desk", "cards", "tables"]), name="event_scores_from_known"
            ),
            models.CheckConstraint(
                condition=Q(standings_pattern__in=["1+4", "1+3", "1+2"]), name="event_pattern_known"
            ),
            models.CheckConstraint(
                condition=Q(mixed="", mixed_group="")
                | (Q(mixed__in=["partners", "tables"]) & ~Q(mixed_group="")),
                name="event_mixed_of_a_group",
            ),
            models.CheckConstraint(condition=Q(teams__in=["", "first", "never"]), name="event_teams_known"),
            models.CheckConstraint(
                condition=Q(bye_decided=True) | Q(bye_mode="none"), name="event_bye_undecided_is_none"
            ),
            models.CheckConstraint(
                condition=Q(revealed__isnull=True) | Q(status="finished", hidden_rounds__gte=1),
                name="event_revealed_only_at_the_end",
            ),
            models.CheckConstraint(
                condition=Q(rehearsal_of__isnull=True)
                | (Q(is_public=False, self_check_in=False) & ~Q(scores_from="tables")),
                name="event_rehearsal_is_private",
            ),
        ]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("events:overview", args=[self.slug])

    @cached_property
    def ruleset(self) -> Ruleset:
        """The rules snapshot as a scoring value."""
        return Ruleset.from_dict(self.rules)

    def deals_in(self, round_number: int) -> int | None:
        """How many deals a round has if it was given fewer than the rules say, else None."""
        told = self.fewer_deals.get(str(round_number))
        return told if told and told < (self.ruleset.deals_per_round or 0) else None

    def share_of(self, round_number: int) -> float:
        """The part of the rules' deals that a round has."""
        deals = self.deals_in(round_number)
        return deals / (self.ruleset.deals_per_round or deals) if deals else 1.0

    def rules_in(self, round_number: int) -> Ruleset:
        """The rules of one round, which may have fewer deals than the others."""
        deals = self.deals_in(round_number)
        return self.ruleset.changed(deals_per_round=deals) if deals else self.ruleset

    @property
    def has(self) -> Switches:
        """What is on at this event: `event.has["money"]`, in templates `event.has.money`."""
        return Switches(self)

    @property
    def seats_itself(self) -> bool:
        """Whether the site seats nobody and only counts tally cards."""
        return self.movement == SELF

    @property
    def is_rehearsal(self) -> bool:
        """Whether it is a copy to rehearse with: nothing in it counts."""
        return self.rehearsal_of_id is not None

    @property
    def awaits_cards(self) -> bool:
        """Whether nobody waits for sheets, as the tally cards come at the end."""
        return self.scores_from == self.ScoresFrom.CARDS and not self.seats_itself and not self.is_finished

    @property
    def table_entry(self) -> bool:
        """Whether tables enter their own scores by phone."""
        return self.scores_from == self.ScoresFrom.TABLES

    @property
    def timed_minutes(self) -> int | None:
        """The minutes after which the clock ends a round; None if it ends none."""
        return self.round_minutes if self.timed else None

    @property
    def bye(self) -> ByePoints:
        """What a sit-out scores, as a scoring value."""
        return ByePoints(mode=self.bye_mode, points=self.bye_points)

    @property
    def has_sit_outs(self) -> bool:
        """Whether anybody sits out: in the published seating, or on a tally card if the hall seats itself."""
        if self.seats_itself:
            return self.rounds.filter(card_lines__counting=True, card_lines__sat_out=True).exists()
        return self.rounds.filter(seatings__isnull=False, seatings__table=None).exists()

    @property
    def sit_outs_undecided(self) -> bool:
        """Whether somebody sits out and nobody has said what that scores; no query if it is said."""
        return not self.bye_decided and self.has_sit_outs

    @property
    def zone(self) -> ZoneInfo:
        """Times of this event are shown as the hall's clock shows them."""
        return ZoneInfo(self.time_zone)

    @cached_property
    def current_round_number(self) -> int | None:
        """The round in play: the first that is not closed, else the last; None before publishing, and if
        the hall seats itself."""
        if self.seats_itself:
            return None
        rounds = list(self.rounds.order_by("number").values_list("number", "status"))
        for number, status in rounds:
            if status != "closed":
                return number
        return rounds[-1][0] if rounds else None

    @property
    def has_seating(self) -> bool:
        """Whether any round is published; nothing is if the hall seats itself."""
        return not self.seats_itself and self.rounds.exists()

    def has_round(self, number: int) -> bool:
        """Whether the round with this number is published."""
        return self.rounds.filter(number=number).exists()

    def has_table(self, number: int) -> bool:
        """Whether any published round has a table with this number."""
        return self.rounds.filter(tables__number=number).exists()

    def has_player(self, number: int) -> bool:
        return self.players.filter(number=number).exists()

    @property
    def open_round(self) -> "Round | None":
        """The round in play."""
        return self.rounds.open().first()

    @property
    def is_finished(self) -> bool:
        return self.status == self.Status.FINISHED

    @property
    def is_revealing(self) -> bool:
        """Whether its finale is under way: finished, and everybody sees only the places revealed so far."""
        return self.revealed is not None

    @property
    def is_result_out(self) -> bool:
        """Whether everybody may see the final result."""
        return self.is_finished and not self.is_revealing

    @property
    def named(self) -> Callable[[str], str]:
        """How players' names are shown to everybody; no two players show the same name."""
        return self._short_name if self.short_names else str

    def _short_name(self, name: str) -> str:
        return self._short_by_name.get(name) or short_name(name)

    @cached_property
    def _short_by_name(self) -> Mapping[str, str]:
        named = self.players.in_order().exclude(own_name="").values_list("number", "own_name", "house")
        short = dict(short_names([name for _number, name, _house in named]))
        return short | {
            called(number, name, house=True): called(number, short[name], house=True)
            for number, name, house in named
            if house
        }

    @property
    def shown_through(self) -> int | None:
        """The last round whose results everybody may see; None for all of them."""
        last = self._last_not_hidden
        return None if last is None or self.is_result_out else max(last, self.seen_through)

    @cached_property
    def seen_through(self) -> int:
        """The last round whose results everybody had seen when the event was reopened; 0 for none."""
        reopened = self.audit_entries.filter(action=EVENT_REOPENED.code).order_by("-pk")
        facts = reopened.values_list("facts", flat=True).first() or {}
        return int(facts.get("seen", 0))

    @property
    def is_corrected(self) -> bool:
        """Whether it was reopened after everybody had seen its result, which they go on seeing."""
        return not self.is_finished and self.seen_through >= self.round_count

    @property
    def holds_back(self) -> bool:
        """Whether the results of a closed round are hidden, or were until the result was shown; one query."""
        last = self._last_not_hidden
        return last is not None and self.rounds.closed().filter(number__gt=last).exists()

    @property
    def _last_not_hidden(self) -> int | None:
        return max(1, self.round_count - self.hidden_rounds) if self.hidden_rounds else None

    def links_live(self, today: Date) -> bool:
        """Whether the players' secret links open anything on this day."""
        return self.is_public and self.player_links and today <= self.date + LINKS_LAST


class PlayerQuerySet(models.QuerySet["Player"]):
    """Players by their numbers, and how many there are."""

    def in_order(self) -> "PlayerQuerySet":
        """Players by number."""
        return self.order_by("number")

    def names(self) -> dict[int, str]:
        """Number → how they are called, in order."""
        return {
            number: called(number, name, house=house)
            for number, name, house in self.in_order().values_list("number", "own_name", "house")
        }

    def ordinary(self) -> "PlayerQuerySet":
        """Everybody but the helpers of the house."""
        return self.filter(house=False)

    def helpers(self) -> "PlayerQuerySet":
        """The helpers of the house."""
        return self.filter(house=True)

    def own_names(self) -> dict[int, str]:
        """Number → name, in order, of those who have one."""
        return dict(self.in_order().exclude(own_name="").values_list("number", "own_name"))

    def by_status(self) -> dict[str, int]:
        """Status → how many players have it; a status that nobody has is left out."""
        return dict(self.order_by().values_list("status").annotate(Count("pk")))


class Player(models.Model):
    """One player of one event; `number` is what the director calls and the tally card shows."""

    class Status(models.TextChoices):
        EXPECTED = "expected", _lazy("Expected")
        HERE = "here", _lazy("Here")
        LATE = "late", _lazy("Late")
        LEFT = "left", _lazy("Gone home")
        DISQUALIFIED = "disqualified", _lazy("Disqualified")

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="players")
    number = models.PositiveSmallIntegerField(_lazy("number"))
    own_name = models.CharField(
        _lazy("name"), max_length=80, blank=True, help_text="empty if the player is known by number only"
    )
    status = models.CharField(_lazy("status"), max_length=12, choices=Status.choices, default=Status.EXPECTED)
    from_round = models.PositiveSmallIntegerField(_lazy("plays from round"), default=1)
    to_round = models.PositiveSmallIntegerField(_lazy("plays until round"), null=True, blank=True)
    away = models.JSONField(default=list, help_text="rounds missed between the first and the last")
    ranked = models.BooleanField(_lazy("takes part in the standings"), default=True)
    house = models.BooleanField(
        _lazy("helper"), default=False, help_text="a helper who fills a chair, and is never ranked"
    )
    groups = models.JSONField(
        _lazy("groups"),
        default=list,
        blank=True,
        help_text="codes or words, each once, in order (state.groups)",
    )
    team = models.PositiveSmallIntegerField(
        _lazy("team"),
        null=True,
        help_text="number of their team at the event; only where `Event.teams` is set",
    )
    note = models.CharField(_lazy("note"), max_length=200, blank=True)
    token = models.CharField(max_length=40, unique=True, default=new_token, editable=False)

    objects = PlayerQuerySet.as_manager()

    class Meta:
        ordering = ["event", "number"]
        constraints = [
            models.UniqueConstraint(fields=["event", "number"], name="player_number_once_per_event"),
            models.CheckConstraint(condition=Q(number__gte=1), name="player_number_from_1"),
            models.CheckConstraint(condition=Q(from_round__gte=1), name="player_from_round_from_1"),
            models.CheckConstraint(
                condition=Q(status__in=["expected", "here", "late", "left", "disqualified"]),
                name="player_status_known",
            ),
            models.CheckConstraint(condition=Q(house=False) | Q(ranked=False), name="player_house_unranked"),
        ]
        indexes = [models.Index(Lower("own_name"), name="player_name_lower")]

    def __str__(self) -> str:
        return f"{self.number} {self.own_name}".strip()

    @property
    def name(self) -> str:
        """How the player is called, in the reader's language: by name or, without one, by number."""
        return called(self.number, self.own_name, house=self.house)

    @property
    def noted_name(self) -> str | int:
        """The name as a fact of the history, or the number of a player without one."""
        return self.own_name or self.number
