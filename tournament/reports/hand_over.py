"""What somebody needs who runs the next evening without you: how to start, the address, what this club does,
the next date, where things are. The page shows it, and a paper prints it."""

from collections.abc import Iterator
from datetime import date as Date
from typing import Any, NamedTuple

from django.conf import settings
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.rule_settings import SETTING
from tournament.models import Event, User
from tournament.models.money import entry_fee_of
from tournament.models.prizes import prize_list_of
from tournament.registry.features import FEATURES, USUAL_RULES
from tournament.reports.event_settings import what_decides
from tournament.reports.players import next_date
from tournament.rotation.movements import MOVEMENTS
from tournament.running import program
from tournament.words.figures import day, money_of
from tournament.words.sentences import in_words, titled

SAID_ALREADY = {one.key for one in FEATURES if one.has_own_setting} | {"hand_over", "hall", "house_rules"}
MOST_RULES = 10  # house rules named here; the rule card has all


class HandOverPart(NamedTuple):
    """A heading with its lines; `steps` are done one after the other."""

    title: str
    lines: tuple[str, ...]
    steps: bool = False


def hand_over(event: Event, *, site: str) -> tuple[HandOverPart, ...]:
    """All of it, as at this event. `site` is the address that phones open, empty if none is known."""
    address = site or _("The site says it when it starts, with a code to scan.")
    return (
        HandOverPart(_("Start"), tuple(_starting(site)), steps=True),
        HandOverPart(_("Address for phones"), (address,)),
        HandOverPart(_("The next evening"), (_next(event), _again(event))),
        HandOverPart(_("What this club does"), tuple(_club(event))),
        HandOverPart(_("Where things are"), tuple(_places())),
    )


def _starting(site: str) -> Iterator[str]:
    if settings.PROFILE != "hall":
        yield _("Open %(site)s and sign in. You need an account; a director invites you.") % {"site": site}
        return
    if program.IS_CHECKOUT:
        start, takeover = "make run", ".venv/bin/python manage.py takeover"
    else:
        start = program.command_line(*(() if program.IS_BUNDLE else ("serve",)))
        takeover = program.command_line("takeover")
    yield _(
        "On this laptop, in the program’s folder: “%(start)s”. Click the link that it shows; it signs you in."
    ) % {"start": start}
    yield _(
        "On another laptop: put the same program on it, or a newer one, and run “%(start)s” once; stop it "
        "with Ctrl-C."
    ) % {"start": start}
    yield _(
        "There type “%(line)s” and the backup’s file on the stick; answer yes if it asks. The site starts "
        "with every event and account: click its link."
    ) % {"line": takeover}


def _next(event: Event) -> str:
    """When the next evening is: this one, one that is planned, or by the club's rhythm."""
    today = timezone.localdate(timezone=event.zone)
    director = User.objects.filter(memberships__event=event, memberships__role="director").first()
    coming = Event.objects.real().filter(name__iexact=event.name, date__gte=today).exclude(status="finished")
    planned = (
        coming.filter(memberships__user=director).order_by("date").values_list("date", flat=True).first()
    )
    date: Date = planned or (next_date(event, director, today) if director else today)
    words = _("%(day)s, as planned.") if planned else _("%(day)s, by the rhythm so far.")
    return words % {"day": day(date, event.time_zone, weekday=True)}


def _again(event: Event) -> str:
    return _(
        "In “My events” open “%(name)s”, and on its finished desk press “Same again”: settings, players and "
        "prizes come along. Then follow “How an evening goes” there; “?” explains each page."
    ) % {"name": event.name}


def _club(event: Event) -> Iterator[str]:
    decides, rules = what_decides(event), event.ruleset
    where = ", ".join(filter(None, (event.venue, event.starts_at)))
    if where:
        yield where
    rounds = ngettext("%d round", "%d rounds", event.round_count) % event.round_count
    yield f"{decides.ruleset}, {rounds}. {in_words(MOVEMENTS[event.movement].title)}."
    usual = [SETTING[name] for name in USUAL_RULES if rules.uses(SETTING[name])]
    said: dict[str, Any] = {
        in_words(one.title): in_words(one.label(getattr(rules, one.name))) for one in usual
    }
    own = [one for one in decides.rules if one.changed and one.title not in said]
    said |= {one.title: one.value for one in own[:MOST_RULES]}
    said |= {one.title: one.value for one in decides.places}
    yield from (titled(title, value) for title, value in said.items())
    if len(own) > MOST_RULES:
        yield _("All other rules are on the rule card, under Print.")
    yield _("Scores come from: %(what)s") % {"what": event.get_scores_from_display()}
    fee = entry_fee_of(event)
    if fee is not None:
        yield _("Entry fee: %(price)s") % {"price": money_of(event.time_zone)(fee.price)}
    if prize_list_of(event) is not None:
        yield _("Prizes: as on the prize list, under Print.")
    used = [str(one.name) for one in FEATURES if one.key not in SAID_ALREADY and one.is_on(event)]
    if used:
        yield _("Also in use: %(what)s") % {"what": ", ".join(used)}


def _places() -> Iterator[str]:
    yield _("Papers: under Print in the event. “Tonight’s kit” is all of them in one PDF.")
    if settings.PROFILE != "hall":
        yield _("Backups: whoever runs the server makes and keeps them.")
        return
    if program.IS_CHECKOUT:
        yield _("The program: %(folder)s") % {"folder": program.HERE}
    yield _("Everything the site knows: %(folder)s") % {"folder": settings.DATA_DIR}
    yield _("Backups: %(folder)s, and “Backups” in the menu under your name.") % {
        "folder": settings.BACKUP_DIR
    }
    yield _("When something goes wrong: “?”, then “When things go wrong”. It needs no internet.")
