"""The big screen: slides that follow the evening, and announcements."""

from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.crypto import constant_time_compare
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _lazy

from tournament.models import Event, Round
from tournament.reports.groups import GroupChoice
from tournament.reports.public import (
    MOST_PARTS,
    Now,
    Scene,
    ScreenPart,
    all_parts,
    awaited_tables,
    movers,
    read_part,
    scene_now,
)
from tournament.reports.seating import ChartRound
from tournament.reports.teams import TeamRow, team_standings
from tournament.running.qr import qr_svg, wifi_svg
from tournament.web import event_cache
from tournament.web.addresses import for_phones, for_this_machine_only
from tournament.web.caches import compressed
from tournament.web.public_pages import for_everybody

SHOWS = {
    "": _lazy("Everything"),
    "tables": _lazy("Tables"),
    "names": _lazy("A to Z"),
    "standings": _lazy("Standings"),
    "teams": _lazy("Teams"),
}
EVERYONE = ("", _lazy("Everyone"))
PARTS = (ScreenPart(), *all_parts(2))

# The lists of each scene; `?show=` asks for one of them whatever the scene.
LISTS = {
    Scene.ARRIVING: (),
    Scene.SEATING: ("tables", "names"),
    Scene.PLAY: ("standings", "teams", "movers"),
    Scene.PAUSE: ("standings", "teams", "movers"),
    Scene.CLOSED: ("standings", "teams", "movers"),
    Scene.REVEAL: (),
    Scene.FINALE: ("standings", "teams"),
}


@for_everybody
def board(request: HttpRequest, event: Event) -> HttpResponse:
    """The big screen; `?show=tables|names|standings|teams` shows only that, `?group=` the standings of a
    group, and `?part=1of2` the first half, for halls with two projectors."""
    show, part, group = _asked(request, event)
    sign = _sign(request, event)
    here = event.here_token if sign else ""
    address = reverse("public:board_live", args=[event.slug])
    asked = _query(show, part, here, group.chosen)
    phones = for_phones(request, reverse("public:event", args=[event.slug]))
    context = {
        "event": event,
        "section": "board",
        "show": show,
        "part": part,
        "group": group,
        "shows": [(_query(one, part, here, group.chosen), one, SHOWS[one]) for one in _shows(event)],
        "groups": [
            (_query(show, part, here, value), value, words) for value, words in (EVERYONE, *group.groups)
        ],
        "more_screens": [
            [(_query(show, one, here, group.chosen), one) for one in all_parts(of)]
            for of in range(2, MOST_PARTS + 1)
        ],
        "parts": [(_query(show, one, here, group.chosen), one) for one in PARTS],
        "live_url": f"{address}?{asked}" if asked else address,
        "etag": event_cache.etag(event),
        "fragment": _slides(event, show, part, group, sign),
        "phones": phones.partition("://")[2].rstrip("/"),
        "code": "" if for_this_machine_only(phones) else qr_svg(phones),
    }
    return render(request, "board/board.html", context)


@for_everybody
def live(request: HttpRequest, event: Event) -> HttpResponse:
    """The slides, which the big screen polls."""
    return compressed(request, _slides(event, *_asked(request, event), _sign(request, event)))


def _asked(request: HttpRequest, event: Event) -> tuple[str, ScreenPart, GroupChoice]:
    choice = request.GET.get("show", "")
    group = event_cache.cached_groups(event, request.GET.get("group"))
    return choice if choice in _shows(event) else "", read_part(request.GET.get("part", "")), group


def _shows(event: Event) -> tuple[str, ...]:
    """What the screen can be told to show; teams if there are some."""
    return tuple(show for show in SHOWS if show != "teams" or event.teams)


def _sign(request: HttpRequest, event: Event) -> str:
    """The address by which players check in, for a screen that an official opened with its secret (`?here=`);
    empty for others, so that nobody reads it off a public page."""
    secret = request.GET.get("here", "")
    if not event.self_check_in or not constant_time_compare(secret, event.here_token):
        return ""
    address = for_phones(request, reverse("self_check_in:show", args=[event.here_token]))
    return "" if for_this_machine_only(address) else address


def _query(show: str, part: ScreenPart, here: str, group: str) -> str:
    asked = {"show": show, "part": part.code, "group": group, "here": here}
    return urlencode({name: value for name, value in asked.items() if value})


def _slides(event: Event, show: str, part: ScreenPart, group: GroupChoice, sign: str) -> SafeString:
    return event_cache.per_event_version(
        event, "board", lambda: _rendered(event, show, part, group, sign), show, part.code, group.chosen, sign
    )


def _rendered(event: Event, show: str, part: ScreenPart, group: GroupChoice, sign: str) -> SafeString:
    """Render the slides of the scene, or the one list that is asked for. In a group nobody is said to have
    moved, and there are no teams."""
    now, whereabouts = event_cache.cached_progress(event), event_cache.cached_seating(event)
    scene, current = scene_now(event, now, whereabouts), whereabouts.current
    to_play = current if current and current.status != Round.Status.CLOSED and not event.is_finished else None
    lists, shown = (show,) if show else LISTS[scene], group.of(now.standings)
    context = {
        "event": event,
        "now": now,
        "scene": scene,
        "show": show,
        "part": part,
        "round": to_play,
        "told": whereabouts.told,
        "changed_at": whereabouts.changed_at,
        "tables": part.among(to_play.tables) if to_play and "tables" in lists else (),
        "sit_out": to_play.sit_out if to_play and part.number == part.of else (),
        "names": part.among(whereabouts.a_to_z(to_play)) if to_play and "names" in lists else (),
        "group": group,
        "rows": part.among(shown.rows) if shown.begun and "standings" in lists else (),
        "teams": part.among(_teams(event, now)) if "teams" in lists and not group.chosen else (),
        "wifi_code": wifi_svg(event.wifi_name, event.wifi_password) if event.wifi_name else "",
        "sign_code": qr_svg(sign) if sign and scene is Scene.ARRIVING else "",
        "movers": movers(event, now) if "movers" in lists and not group.chosen else (),
        **(_play(now, to_play) if to_play else {}),
    }
    return render_to_string("board/live.html", context)


def _teams(event: Event, now: Now) -> tuple[TeamRow, ...]:
    if not event.teams or not now.standings.begun:
        return ()
    return team_standings(event, now.standings, now.results, named=event.named).rows


def _play(now: Now, round_: ChartRound) -> dict[str, object]:
    """The tables of the round in play, those awaited, those still to be settled, and how many are in."""
    at = round_.number
    idle = {one.table for one in now.results.without_sheet if one.round == at and one.not_played}
    return {
        "playing": [table.number for table in round_.tables if table.number not in idle],
        "awaited": awaited_tables(now, at),
        "unsettled": sorted({n for item in now.standings.open if item.round == at for n in item.tables}),
        "progress": now.progress if now.progress and now.progress.round == at else None,
    }
