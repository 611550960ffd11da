"""The grids of events, players, rulings and history (django-tables2 classes; a *table* seats four)."""

from collections.abc import Mapping
from typing import Any, Protocol

import django_tables2 as tables
from django.db.models import Case, QuerySet, When
from django.db.models.functions import Lower
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy

from tournament.currency import money
from tournament.figures import short_day
from tournament.listings.base import TIGHT_NUMBER_CELLS, Listing, NumberColumn
from tournament.models import Event, Player, Ruling
from tournament.names import sort_key
from tournament.reports.history import AuditLine, line_of
from tournament.state.groups import group_titles

Status = Player.Status
PLAYER_BADGES: Mapping[str, str] = {
    Status.EXPECTED: "wait",
    Status.HERE: "ok",
    Status.LATE: "warn",
    Status.LEFT: "info",
    Status.DISQUALIFIED: "bad",
}
# Columns that a phone has no room for; what they hold is a touch away on the row's own page.
WIDE_ONLY = {"th": {"class": "wide-only"}, "td": {"class": "wide-only"}}
WHEN = {"td": {"class": "when"}}
WIDE_WHEN = {"th": {"class": "wide-only"}, "td": {"class": "when wide-only"}}
WIDE_NUMBER_CELLS = {"th": {"class": "num wide-only"}, "td": {"class": "num wide-only"}}
EVENT_BADGES: Mapping[str, str] = {
    Event.Status.SETUP: "wait",
    Event.Status.PLAYING: "ok",
    Event.Status.FINISHED: "info",
}


def badge(kind: str, text: Any) -> SafeString:
    """A state in a word, drawn by its component."""
    return SafeString(render_to_string("components/badge.html", {"kind": kind, "text": text}).strip())


class CountedEvent(Protocol):
    """An event annotated with the number of its closed rounds."""

    status: str
    round_count: int
    closed_count: int

    def get_status_display(self) -> str: ...


class EventListing(Listing):
    """The events of one official. Needs `player_count` and `closed_count` on each."""

    caption = _lazy("Events")
    caption_hidden = True
    row_header = "name"

    name = tables.Column(verbose_name=_lazy("Event"), attrs={"td": {"class": "who"}})
    date = tables.Column(verbose_name=_lazy("Date"), initial_sort_descending=True, attrs=WIDE_WHEN)
    venue = tables.Column(verbose_name=_lazy("Venue"), default="", attrs=WIDE_ONLY)
    player_count = NumberColumn(verbose_name=_lazy("Players"), attrs=WIDE_NUMBER_CELLS)
    status = tables.Column(verbose_name=_lazy("State"), attrs=WHEN)

    class Meta(Listing.Meta):
        order_by = ("-date",)

    def render_name(self, record: Event) -> SafeString:
        words = '<a href="{}"><bdi>{}</bdi></a><span class="narrow-only small soft">{}</span>'
        return format_html(words, record.get_absolute_url(), record.name, self.render_date(record.date))

    def render_date(self, value: Any) -> str:
        return short_day(value, weekday=True)

    def order_name(self, events: QuerySet[Event], descending: bool) -> tuple[QuerySet[Event], bool]:
        return _by_name(events, descending), True

    def render_status(self, record: CountedEvent) -> SafeString:
        text = record.get_status_display()
        if record.status == Event.Status.PLAYING:
            facts = {"closed": record.closed_count, "rounds": record.round_count}
            text = _("%(closed)d of %(rounds)d rounds played") % facts
        return badge(EVENT_BADGES[record.status], text)


class PlayerListing(Listing):
    """The players of one event. `may_edit` adds what a director may do with each, `grouped` their groups."""

    caption = _lazy("Players")
    caption_hidden = True
    row_header = "name"

    number = NumberColumn(verbose_name=_lazy("No."), initial_sort_descending=False, attrs=TIGHT_NUMBER_CELLS)
    name = tables.Column(verbose_name=_lazy("Name"), attrs={"td": {"class": "who"}})
    status = tables.Column(verbose_name=_lazy("Status"))
    groups = tables.Column(verbose_name=_lazy("Groups"), default="", orderable=False, attrs=WIDE_ONLY)
    note = tables.Column(verbose_name=_lazy("Note"), default="", orderable=False, attrs=WIDE_ONLY)

    class Meta(Listing.Meta):
        order_by = ("number",)
        empty_text = _lazy("No players match.")

    def __init__(
        self, *args: Any, event: Event, may_edit: bool, grouped: bool = False, **kwargs: Any
    ) -> None:
        self.event, self.may_edit = event, may_edit
        exclude = () if grouped else ("groups",)
        super().__init__(*args, exclude=exclude, **kwargs)

    def render_name(self, record: Player) -> SafeString:
        name = format_html("<bdi>{}</bdi>", record.name)
        if self.may_edit:
            url = reverse("players:edit", args=[self.event.slug, record.number])
            name = format_html('<a href="{}">{}</a>', url, name)
        if record.ranked:
            return name
        return format_html('{} <span class="small soft">{}</span>', name, _("not in the standings"))

    def render_groups(self, record: Player) -> SafeString:
        return format_html("<bdi>{}</bdi>", group_titles(record.groups))

    def render_status(self, record: Player) -> SafeString:
        shown, since = badge(PLAYER_BADGES[record.status], record.get_status_display()), since_words(record)
        if self.may_edit:
            url = reverse("players:set_status", args=[self.event.slug, record.number])
            of = _("change the status of %s") % record.name
            shown = format_html('<a href="{}">{}<span class="visually-hidden"> {}</span></a>', url, shown, of)
        return format_html('{} <span class="small when">{}</span>', shown, since) if since else shown

    def order_name(self, players: QuerySet[Player], descending: bool) -> tuple[QuerySet[Player], bool]:
        rows = sorted(players.only("own_name", "number"), key=lambda row: (sort_key(row.name), row.number))
        place = Case(*(When(pk=row.pk, then=at) for at, row in enumerate(rows)))
        return players.order_by(place.desc() if descending else place), True


class AuditListing(Listing):
    """Who did what, newest first; rows are `AuditEntry`."""

    caption = _lazy("History")
    caption_hidden = True

    at = tables.TemplateColumn(
        "{% load euchre %}{{ value|local_time:table.event }}",
        verbose_name=_lazy("When"),
        orderable=False,
        attrs=WHEN,
    )
    sentence = tables.Column(verbose_name=_lazy("What"), orderable=False, empty_values=(), accessor="action")

    class Meta(Listing.Meta):
        per_page = 50
        empty_text = _lazy("Nothing matches.")

    def __init__(self, *args: Any, event: Event, **kwargs: Any) -> None:
        self.event = event
        super().__init__(*args, **kwargs)

    def render_sentence(self, record: Any) -> SafeString:
        line: AuditLine = line_of(record)
        words = format_html("<b><bdi>{}</bdi></b> <bdi>{}</bdi>", line.by or _("The system"), line.sentence)
        if not line.reason:
            return words
        reason = _("Reason: %(reason)s") % {"reason": line.reason}
        return format_html('{}<br><span class="small soft">{}</span>', words, reason)


def since_words(player: Player) -> str:
    """The round that a player's status depends on, such as “from round 3”; empty if it depends on none."""
    if player.status == Status.LATE or (player.status == Status.EXPECTED and player.from_round > 1):
        return _("from round %d") % player.from_round
    if player.status in (Status.LEFT, Status.DISQUALIFIED) and player.to_round:
        return _("after round %d") % player.to_round
    return ""


def _by_name(rows: QuerySet[Any], descending: bool) -> QuerySet[Any]:
    name = Lower("name")
    return rows.order_by(name.desc() if descending else name.asc(), "pk")


class RulingListing(Listing):
    """One line a ruling; its number leads to its page."""

    caption = _lazy("Rulings")
    caption_hidden = True
    row_header = "number"

    number = NumberColumn(verbose_name=_lazy("No."))
    offence = tables.Column(accessor="title", verbose_name=_lazy("Offence"))
    player = tables.Column(order_by="player__number", verbose_name=_lazy("Player"))
    award = tables.Column(accessor="given", verbose_name=_lazy("Given"))
    fine = NumberColumn(accessor="fine_cents", verbose_name=_lazy("Fine"))
    round = NumberColumn(accessor="table__round__number", verbose_name=_lazy("Round"))
    table = NumberColumn(accessor="table__number", verbose_name=_lazy("Table"))
    deal = NumberColumn(accessor="slot", verbose_name=_lazy("Deal"))
    state = tables.Column(verbose_name=_lazy("State"))
    by = tables.Column(accessor="made_by", order_by="made_by__name", verbose_name=_lazy("Ruled by"))

    class Meta:
        order_by = "-number"
        empty_text = _lazy("No ruling matches. Try fewer words.")

    def __init__(self, lines: list[Ruling], *, event: Event, **kwargs: Any) -> None:
        self.event = event
        if not any(line.fine_cents for line in lines):
            kwargs["exclude"] = ("fine",)
        super().__init__(lines, **kwargs)

    def render_fine(self, value: int) -> str:
        """The fine as money in the event's currency (`value` in cents); empty for 0."""
        return money(value, self.event.time_zone) if value else ""

    def render_number(self, value: int) -> str:
        return format_html(
            '<a href="{}">{}</a>', reverse("rulings:show", args=[self.event.slug, value]), value
        )
