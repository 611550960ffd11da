"""What hands operate: evenings in many states, who is there, and the way back to where every trial begins."""

import os
import sqlite3
from contextlib import closing
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path

from django.core.cache import cache as memory
from django.db import connection
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from scoring.ruleset import PRESETS
from tests.helpers.factories import enter, make_event, make_players, make_published, make_user, table_of
from tests.helpers.whole_site import Site, everything, others, places
from tournament.models import Event
from tournament.services import cards
from tournament.web import caches

OFFICIALS = ("scorer", "viewer")
GIVEN = ("phone", "anybody", "player")  # came by a link, not by signing in
SEED = int(os.environ.get("HANDS_SEED", "54"))
DEEP = "HANDS_SEED" in os.environ  # `make soak`: more states, every page in each, every trial of a form


@dataclass(eq=False)
class World:
    """The database as each trial finds it, the addresses each begins at, and their cookies."""

    kept: Path
    starts: dict[str, list[str]]
    cookies: dict[str, dict[str, str]]
    dirty: bool = False  # something was sent since

    def back(self) -> None:
        """Put everything back, its counted keys too; what is kept in memory is of what was."""
        _copy(self.kept, Path(connection.settings_dict["NAME"]))
        caches.forget()
        memory.clear()
        self.dirty = False

    def client(self, who: str) -> Client:
        """The same person without a browser."""
        client = Client()
        for name, value in self.cookies[who].items():
            client.cookies[name] = value
        return client


@cache
def world(folder: Path) -> World:
    """Everything, and an evening that seats itself; in `make soak` other rulesets as well."""
    site = everything()
    held = [site.playing, site.setup, site.finished, _hall(site)]
    if DEEP:
        held += [_played(site, preset) for preset in ("totals-only", "partners", "jeuchre")]
    clients = site.clients() | {"player": Client()}
    for role in OFFICIALS:
        user = make_user(role, name=f"{role.title()} Smith")
        for event in held:
            event.memberships.create(user=user, role=role)
        clients[role] = Client()
        clients[role].force_login(user)
    starts: dict[str, list[str]] = {who: [] for who in clients}
    for address in [*places(site)[0], *others(site)]:
        if address.status == 200:
            starts[address.who].append(address.path)
    for event in held:
        for who in ("owner", *OFFICIALS):
            starts[who].append(reverse("events:overview", args=[event.slug]))
        starts["anybody"].append(reverse("public:event", args=[event.slug]))
        starts["player"].append(reverse("player_page:show", args=[event.players.get(number=1).token]))
    cookies = {
        who: {name: cookie.value for name, cookie in client.cookies.items()}
        for who, client in clients.items()
    }
    connection.close()  # what is in its log goes into the file
    _copy(Path(connection.settings_dict["NAME"]), folder / "kept.sqlite3")
    return World(folder / "kept.sqlite3", starts, cookies)


def _hall(site: Site) -> Event:
    """People sit down where they like, and some cards are in."""
    event = make_event(site.owner, name="Hall", movement="self", round_count=2, date=timezone.localdate())
    for player, points in zip(make_players(event, 8), (9, 4, 9, 4), strict=False):
        round_one = {1: cards.TypedRound(cards.Noted(points))}
        cards.enter_card(player, round_one, by=site.owner, at=timezone.now())
    return event


def _played(site: Site, preset: str) -> Event:
    """Round 1 of 3 is under way by these rules, with people left over."""
    event = make_published(site.owner, players=9, rounds=3, name=preset, rules=PRESETS[preset])
    enter(table_of(event), by=site.owner, ns=10, ew=8)
    return event


def _copy(source: Path, target: Path) -> None:
    connect = partial(sqlite3.connect, timeout=30)
    with closing(connect(source)) as one, closing(connect(target)) as other:
        one.backup(other)
