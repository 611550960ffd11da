"""One evening of everything, and the address of every page of the site, taken from the resolver.

A page that is new to the site is visited by itself where its address is made of what stands in `VALUES`;
where it is not, or the page does not answer with a page, `addresses` says so until it has a row here.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, timedelta
from typing import Any

from django.core import signing
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from scoring.deal import Award
from scoring.ruleset import PRESETS
from scoring.seats import Seat, Side
from tests.helpers import table_entry
from tests.helpers.addresses import pages
from tests.helpers.factories import (
    NAMES,
    enter,
    make_event,
    make_players,
    make_published,
    make_user,
    table_of,
)
from tests.helpers.kept import kept
from tournament.backup import package, shelf
from tournament.models import DraftJob, Event, Season, SignUp, User, Wish
from tournament.reports.seasons import season_standings, token_of
from tournament.services import (
    adjustments,
    clock,
    events,
    groups,
    money,
    notes,
    officials,
    prizes,
    rounds,
    rulings,
    seasons,
    seating,
    sign_ups,
    substitutions,
    teams,
    wishes,
)
from tournament.state.rulings import RulingDecision, RulingQuestion
from tournament.web.drafts import draft_url
from tournament.web.sent_once import SALT
from tournament.web.sign_in import make_start_link

# What answers a look with something else than a page, and why. POST-only addresses are found by their 405.
NO_PAGES: Mapping[str, str] = {
    name: why
    for why, names in {
        "a word for a machine": "healthz",
        "a file for a phone's home screen": "manifest",
        "a number for a script": "time",
        "a file": """backups:download archive:event_json archive:csv archive:results_page archive:xlsx
            printing:pdf printing:picture public:csv public:xlsx public:pdf public:calendar public:picture
            season:csv season:xlsx seasons:csv seasons:xlsx""",
        "values for a program": "public:standings_json public:rounds_json season:standings_json",
        "a part of a page": """public:live public:board_live player_page:live table_entry:live
            sign_up_page:live submissions:live rounds:clock players:arrivals""",
        "leads back to the player's page": "player_page:check_in player_page:name player_page:note",
        "leads to the table's page": """player_page:table table_entry:pin table_entry:sit
            table_entry:answer""",
        "leads to where a form led": "sent_form",
    }.items()
    for name in names.split()
}
# Players check in from two hours before the start: at any hour of the day on which tests run.
UNNAMED = 7  # the player who has only a number, at the event being played and at the one being set up
_AGENDA = {"starts_at": "01:30", "round_minutes": 20, "break_after": "2 4", "break_minutes": "15 30"}


@dataclass(frozen=True, slots=True)
class Address:
    """One page: `who` looks at it, the `owner` of the site, a `phone` at a table or `anybody`.

    `source` is what they saw when its address was looked up, empty for a page in another state; `status` is
    what it has to answer with.
    """

    name: str
    path: str
    who: str
    source: str = field(default="", repr=False, compare=False)
    status: int = 200


@dataclass
class Site:
    """Events in different states, a season, and whoever owns the site."""

    owner: User
    playing: Event
    setup: Event
    finished: Event
    season: Season
    values: dict[str, Any]

    def values_for(self, name: str) -> dict[str, Any]:
        """What the address of one page is made of: what is said of it, of its part of the site, of all."""
        part = name.partition(":")[0] + ":"
        return self.values | (self.values.get(part) or {}) | (self.values.get(name) or {})

    def client(self, who: str) -> Client:
        """The browser of the owner, of a phone at table 1 in round 2, or of anybody."""
        if who == "phone":
            phone = table_entry.phone(self.playing, "N", 1, 2).client
            phone.handler.enforce_csrf_checks = False  # others here have no guard either
            return phone
        client = Client()
        if who == "owner":
            client.force_login(self.owner)
        return client

    def clients(self) -> dict[str, Client]:
        """A browser of each who looks at pages."""
        return {who: self.client(who) for who in ("owner", "phone", "anybody")}


def everything() -> Site:
    """Everything that a page can be about, made by the services that pages use."""
    at = timezone.now()
    owner, playing, setup, finished, season = _made(at.date())
    DraftJob.objects.update(asked_at=at, seen_at=at)
    playing.rounds.exclude(clock_ends_at=None).update(clock_ends_at=at + timedelta(minutes=20))
    values = _values(owner, playing, setup, finished, season)
    return Site(owner, playing, setup, finished, season, values)


@kept
def _made(day: date) -> tuple[User, Event, Event, Event, Season]:
    """Whoever owns the site, and what is on it this day in UTC, which is the zone of these events."""
    owner = make_user("dora", name="Dora Director", is_superuser=True)
    asked = {"by": owner, "at": timezone.now()}
    playing = _playing(owner, asked, {"date": day})
    setup = _setup(owner, asked, {"date": day})
    return owner, playing, setup, *_season(owner, asked)


def _playing(owner: User, asked: dict[str, Any], today: dict[str, Any]) -> Event:
    names = _without_a_name([*NAMES, "Wilhelmina van der Heijden"])
    event = make_published(owner, players=names, rounds=3, **today)
    for number in range(1, 5):
        enter(table_of(event, 1, number), 9, 4, by=owner, **({"N": 1} if number == 1 else {}))
    renege = RulingDecision(
        RulingQuestion("renege", Seat.W), award=Award(Side.NS, 2), included=True, reason="a spade"
    )
    rulings.make_ruling(table_of(event, 1, 2), decision=renege, **asked)
    rounds.close_round(event.rounds.get(number=1), **asked)
    adjustments.adjust(event.players.get(number=5), -2, "late back", **asked)
    notes.announce(event, "Supper is in the kitchen", **asked)
    notes.send_note(event.players.get(number=1), "our round 1 was 9, not 6", at=asked["at"])
    sides = {"most_loners": 700, "lone_pot": 500}
    things = [("Ham", [1, 3]), ("Booby prize", [-1])]
    prizes.set_prizes(event, places=[5000, 2500], sides=sides, in_kind=things, **asked)
    prizes.draw_door_prize(event, title="Ham", **asked)
    money.set_entry_fee(event, price=1000, members_price=800, to_pot=500, **asked)
    money.take_payment(event.players.get(number=1), **asked)
    money.add_cash(event, -2500, "The hall", **asked)
    groups.change_groups(event, {"ladies": [1, 3, 5, 7], "Tuesday club": [2, 4]}, {}, **asked)
    officials.invite(event, "scorer", "Sam", **asked)
    substitutions.substitute(
        event.players.get(number=3), from_round=3, to_round=3, walk_up="Sue Sub", **asked
    )
    table_entry.open_tables(event)
    event.refresh_from_db()
    table_entry.report(table_of(event, 2, 1), 8, 5)
    enter(table_of(event, 2, 2), 7, 6, by=owner)
    enter(table_of(event, 2, 3), 7, 7, by=owner)  # a tie about which nobody has been asked
    clock.start(event.rounds.get(number=2), minutes=20, **asked)
    event.refresh_from_db()
    return event


def _without_a_name(names: Sequence[str]) -> list[str]:
    """The same people, of whom one has only a number."""
    return ["" if number == UNNAMED else name for number, name in enumerate(names, start=1)]


def _setup(owner: User, asked: dict[str, Any], today: dict[str, Any]) -> Event:
    """Being set up: people sign up, a draft waits, somebody has a wish."""
    event = make_event(owner, name="Winter opener", **today)
    people = make_players(event, _without_a_name(NAMES[:8]))
    offer = {"is_open": True, "places": 10, "closes_at": None, "words": "Five dollars at the door."}
    sign_ups.configure_sign_up(event, **offer, **asked)
    for n, name in enumerate(("Uma Ure", "Vic Voss", "Wes West", "Xia Xu")):
        sign_ups.sign_up(event, name, "half past seven", key=str(n), at=asked["at"])
    events.change_event(event, players_listed=True, self_check_in=True, **_AGENDA, **asked)
    sign_ups.decline(event.sign_ups.get(number=4), **asked)
    wishes.add_wish(event, Wish.Kind.STAYS, people[0], table=1, **asked)
    groups.change_groups(event, {"ladies": [1, 3, 5, 7], "Tuesday club": [2]}, {}, **asked)
    teams.set_teams(event, "first", **asked)
    teams.form_teams(event, [(2, 4), (3, 5)], **asked)
    event.refresh_from_db()
    seating.draft_plan(event, **asked)
    waits = {"movement": "chart", "seed": 7, "from_round": 1}
    stamps = {"asked_at": asked["at"], "seen_at": asked["at"], "asked_by": owner}
    DraftJob.objects.create(event=event, number=1, purpose="draft", asked=waits, percent=40, **stamps)
    return event


def _season(owner: User, asked: dict[str, Any]) -> tuple[Event, Season]:
    """Two finished evenings with a name spelt in two ways, two people of one name, and ladies; of the first
    the clock ended a game, and the average decides."""
    names = (["Jon Smith", "Mary Smith", "Mary Smith", "Ann Archer"], ["John Smith", *NAMES[:2], ""])
    played = []
    for week, people in enumerate(names):
        day = timezone.localdate() - timedelta(days=7 * (2 - week))
        rules = PRESETS["progressive" if week else "partners"]
        event = make_published(
            owner, players=people, rounds=1, name=f"Evening {week + 1}", date=day, rules=rules
        )
        groups.change_groups(event, {"ladies": [2, 3]}, {}, **asked)
        if week:
            enter(table_of(event), 9, 4, by=owner)
        else:
            timed = {"timed": True, "round_minutes": 25, "order": ["average", "points"]}
            events.change_event(event, **timed, **asked)
            enter(table_of(event), 7, 5, by=owner, deals_played=8)
        rounds.close_round(event.rounds.get(), **asked)
        events.finish_event(event, **asked)
        event.refresh_from_db()
        played.append(event)
    season = seasons.create_season("Winter", **asked)
    seasons.choose_events(season, played, by=owner)
    seasons.change_season(season, is_public=True)
    season.refresh_from_db()
    return played[0], season


def _values(owner: User, playing: Event, setup: Event, finished: Event, season: Season) -> dict[str, Any]:
    """What addresses are made of; the value of one page only stands under its name and the parameter's."""
    standings = season_standings(season)
    invitation = playing.invitations.get()
    sign_up = SignUp.objects.filter(event=setup, state="asked").last()
    person = {"token": standings.rows[0].token}
    return {
        "slug": playing.slug, "round": 2, "number": 2, "table": 1, "player": 1, "ruling": 1, "revision": 1,
        "report": 1, "adjustment": 1, "note": 1, "announcement": 1, "change": 1, "sign_up": 1, "wish": 1,
        "invitation": invitation.number, "job": 1, "kind": "standings", "page": "evening",
        "preset": "progressive", "offer": "round",
        "group": "ladies",
        "member": playing.memberships.get().user_id, "entry": playing.audit_entries.latest("pk").pk,
        "stem": "none" if package.is_kept_by_host() else shelf.take(shelf.BY_HAND).path.stem,
        "accounts:start": {"token": make_start_link(owner).split("/")[-2]},
        "sent_form": {"token": signing.dumps(("never sent", "/"), salt=SALT)},
        "player_page:": {"token": playing.players.get(number=1).token},
        "table_entry:": {"token": table_entry.token_of(playing, 1, 2)},
        "invitations:": {"token": invitation.token},
        "sign_up_page:": {"token": sign_up.token},
        "self_check_in:": {"token": setup.here_token, "slug": setup.slug},
        "season:": {"slug": season.slug} | person,
        "seasons:": {"slug": season.slug} | person,
        "seasons:tell_apart": {"token": token_of(season, f"name {standings.matching.unplaced[0]}")},
        "sign_ups:": {"slug": setup.slug}, "wishes:": {"slug": setup.slug},
        "groups:": {"slug": setup.slug}, "teams:": {"slug": setup.slug},
        "public:teams": {"slug": setup.slug},
        "draft_jobs:": {"slug": setup.slug},
        "own_chart:": {"slug": setup.slug}, "rehearsal:": {"slug": setup.slug},
        "seating:": {"slug": setup.slug}, "public:sign_up": {"slug": setup.slug},
        "public:players": {"slug": setup.slug},
        "players:remove": {"slug": setup.slug}, "public:final": {"slug": finished.slug},
        "events:final": {"slug": finished.slug},
        "line": 1,
        "sheets:show": {"round": 1}, "sheets:restore": {"round": 1},
        "sheets:swap": {"round": 2, "table": 2}, "sheets:dispute": {"round": 2, "table": 4},
        "sheets:tie": {"round": 2, "table": 3}, "rounds:reopen": {"round": 1},
    }  # fmt: skip


# What is asked for beside the address, without which a page leads elsewhere.
ASKED: Mapping[str, Callable[[Any], str]] = {
    "rulings:make": lambda site: "?code=renege&offender=W&deal=3&alone=-",
    "seating:publish": lambda site: f"?{draft_url(site.setup.drafts.first()).partition('?')[2]}",
}
PUBLIC = (
    "public:", "season:", "player_page:", "sign_up_page:", "self_check_in:show", "table_entry:",
    "invitations:", "home", "rules", "accounts:sign_in",
)  # fmt: skip


def who_opens(name: str) -> str:
    """Who looks at the page of this name: `owner`, `phone` or `anybody`."""
    if name.startswith("table_entry:"):
        return "phone"
    return "anybody" if name.startswith(PUBLIC) else "owner"


def places(site: Site) -> tuple[list[Address], list[str]]:
    """Every address where there may be a page, POST-only ones too, and what keeps one from being made."""
    made, troubles = [], []
    for page in pages():
        if page.name in NO_PAGES:
            continue
        known = site.values_for(page.name)
        if missing := [need for need in page.needs if need not in known]:
            troubles.append(f"{page.name}: VALUES has no {', '.join(missing)}")
            continue
        path = reverse(page.name, kwargs={need: known[need] for need in page.needs})
        path += ASKED[page.name](site) if page.name in ASKED else ""
        made.append(Address(page.name, path, who_opens(page.name)))
    return made, troubles


def addresses(site: Site) -> tuple[list[Address], list[str]]:
    """Every page, and what keeps an address from being one."""
    shown, clients = [], site.clients()
    made, troubles = places(site)
    for address in made:
        answer = clients[address.who].get(address.path)
        if answer.status_code == 405:
            continue
        if answer.status_code != 200 or b"<html" not in answer.content[:200]:
            troubles.append(f"{address.name} ({address.path}) answers {answer.status_code}, not with a page")
            continue
        shown.append(replace(address, source=answer.content.decode()))
    return [*shown, *others(site)], troubles


def others(site: Site) -> Iterator[Address]:
    """The same pages in other states, and those that say what is wrong."""
    finished, playing = site.finished.slug, site.playing.slug
    for name in ("event", "standings", "round"):
        more = (1,) if name == "round" else ()
        yield Address(
            f"public:{name}, finished", reverse(f"public:{name}", args=[finished, *more]), "anybody"
        )
    yield Address("public:event, being set up", reverse("public:event", args=[site.setup.slug]), "anybody")
    yield Address("public:final, too early", reverse("public:final", args=[playing]), "anybody", status=404)
    sign = reverse("self_check_in:show", args=[site.setup.here_token])
    yield Address("self_check_in:show, found", f"{sign}?q=be", "anybody")
    yield Address("self_check_in:show, here", f"{sign}?player=1", "anybody")
    yield Address("self_check_in:show, without a name", f"{sign}?player={UNNAMED}", "anybody")
    yield Address("public:event, found", f"/e/{playing}/?q=ann", "anybody")
    yield Address("public:standings, sorted", f"/e/{playing}/standings/?sort=-loners", "anybody")
    unnamed = site.playing.players.get(number=UNNAMED)
    path = reverse("player_page:show", args=[unnamed.token])
    yield Address("player_page:show, without a name", path, "anybody")
    for name in ("players:edit", "substitutions:make", "cards:card", "money:player"):
        yield Address(f"{name}, without a name", reverse(name, args=[playing, UNNAMED]), "owner")
    path = reverse("players:remove", args=[site.setup.slug, UNNAMED])
    yield Address("players:remove, without a name", path, "owner")
    yield Address("public:event, a number found", f"/e/{playing}/?q={UNNAMED}", "anybody")
    token = site.finished.players.get(number=1).token
    yield Address("player_page:show, afterwards", reverse("player_page:show", args=[token]), "anybody")
    yield Address("events:overview, finished", reverse("events:overview", args=[finished]), "owner")
    for name in ("standings", "board"):
        path = reverse(f"public:{name}", args=[playing]) + "?group=ladies"
        yield Address(f"public:{name}, one group", path, "anybody")
    season = site.season.slug
    path = reverse("season:show", args=[season]) + "?group=ladies"
    yield Address("season:show, one group", path, "anybody")
    path = reverse("standings:show", args=[playing]) + "?group=ladies"
    yield Address("standings:show, one group", path, "owner")
    for name, slug in (("events", finished), ("seasons", season)):
        yield Address(f"{name}:final, tied", reverse(f"{name}:final", args=[slug]) + "?top=1", "owner")
    yield Address("no such event", "/e/nothing-here/", "anybody", status=404)
    yield Address("no such link", "/p/nothing-here/", "anybody", status=404)
