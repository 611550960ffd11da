"""Who is who in a season: open doubts, the director's decisions, and undoing them."""

from functools import partial
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from tournament.access import season_for
from tournament.forms.seasons import SamePersonForm, TellApartForm
from tournament.http import SignedInRequest
from tournament.models import SameName, Season
from tournament.reports.seasons import SeasonStandings, token_of
from tournament.services import seasons as services
from tournament.state.season_identity import Matching, SeasonEntry, SeasonPerson
from tournament.web.event_cache import person_context, season_cache_key, standings_at
from tournament.web.form_pages import act, actor, attempt, form_page, posted
from tournament.words.figures import short_day
from tournament.words.names import key_of


@season_for
@require_safe
def people(request: SignedInRequest, season: Season) -> HttpResponse:
    """List pairs that may be one person, shared names, and the decisions made."""
    standings = standings_at(season_cache_key(season.slug))
    matching = standings.matching
    pairs = [
        {"one": _side(standings, one), "other": _side(standings, other)} for one, other in matching.alike()
    ]
    context = {
        "season": season,
        "pairs": pairs,
        "unplaced": [_name(standings, key) for key in matching.unplaced],
        "apart": [
            _name(standings, key) for key in season.namesakes.name_keys() if key not in matching.unplaced
        ],
        "decisions": [
            decision | {"impossible": decision["made"] in _impossible(matching)}
            for decision in _decisions(standings)
        ],
    }
    return render(request, "season_people/people.html", context)


@season_for
@require_POST
def decide(request: SignedInRequest, season: Season) -> HttpResponse:
    """Decide whether two names are one person."""
    standings = standings_at(season_cache_key(season.slug))
    one, other = (_person(standings, request.POST.get(side, "")) for side in ("one", "other"))
    same = request.POST.get("same") == "yes"
    words = _("%(one)s and %(other)s are one person.") if same else _("%(one)s and %(other)s are two people.")
    done = words % {"one": one.name, "other": other.name}
    act(request, services.decide_same_person, season, one, other, same=same, done=done)
    return redirect("seasons:people", season.slug)


@season_for
@require_POST
def forget_decision(request: SignedInRequest, season: Season) -> HttpResponse:
    """Delete a decision: about a pair, or about a shared name, by its token."""
    if token := request.POST.get("name", ""):
        services.forget_told_apart(season, _key(standings_at(season_cache_key(season.slug)), token))
    else:
        services.withdraw_decision(_decision(season, request.POST.get("decision", "")))
    messages.success(request, _("Undone."))
    return redirect("seasons:people", season.slug)


@season_for
@form_page
def person(request: SignedInRequest, season: Season, token: str) -> HttpResponse:
    """One person's events, with a form to merge them with another name."""
    state = season_cache_key(season.slug)
    context = person_context(state, token)
    standings, subject = context["standings"], _person(context["standings"], token)
    others = sorted(
        (
            other
            for other in standings.matching.people
            if not other.events & subject.events and not other.doubtful
        ),
        key=lambda other: key_of(other.name),
    )
    choices = [(token_of(season, other.identity), other.name) for other in others if other is not subject]
    form = SamePersonForm(choices, posted(request))
    if form.is_valid():
        other = _person(standings, form.cleaned_data["other"])
        done = _("%(one)s and %(other)s are one person.") % {"one": subject.name, "other": other.name}
        decide = partial(services.decide_same_person, season, subject, other, same=True, **actor(request))
        if attempt(request, decide, form, done):
            return redirect("seasons:people", season.slug)
    names = [_name(standings, key) for key in dict.fromkeys(key_of(entry.name) for entry in subject.entries)]
    context |= {"form": form, "names": names, "can_be_matched": bool(choices) and not subject.doubtful}
    return render(request, "season_people/person.html", context)


@season_for
@form_page
def tell_apart(request: SignedInRequest, season: Season, token: str) -> HttpResponse:
    """Say which player is which if several people share a name."""
    standings = standings_at(season_cache_key(season.slug))
    key = _key(standings, token)
    entries = [(entry, _where(standings, entry)) for entry in _entries(standings, key)]
    placed = season.namesakes.labels(key)
    form = TellApartForm(entries, placed, posted(request))
    if attempt(request, lambda: services.tell_apart(season, key, form.labels()), form, _("Saved.")):
        return redirect("seasons:people", season.slug)
    context = {"season": season, "form": form, "name": entries[0][0].name}
    return render(request, "season_people/tell_apart.html", context)


# --- who is who ---
def _person(standings: SeasonStandings, token: str) -> SeasonPerson:
    """The person with this token (or an alias of it), or 404."""
    token = standings.aliases.get(token, token)
    for person in standings.matching.people:
        if token_of(standings.season, person.identity) == token:
            return person
    raise Http404


def _side(standings: SeasonStandings, person: SeasonPerson) -> dict[str, Any]:
    """One side of a doubtful pair: the name, and where it was used."""
    return {
        "token": token_of(standings.season, person.identity),
        "name": person.name,
        "where": [_where(standings, entry) for entry in person.entries],
    }


def _where(standings: SeasonStandings, entry: SeasonEntry) -> str:
    """“Friday Night, 20 Nov 2026, number 7 (Jon Smith)”."""
    event = next(event for event in standings.events if event.pk == entry.event)
    facts = {"event": event.name, "day": short_day(event.date), "n": entry.number, "name": entry.name}
    return _("%(event)s, %(day)s, number %(n)s (%(name)s)") % facts


def _entries(standings: SeasonStandings, key: str) -> list[SeasonEntry]:
    order = {event.pk: at for at, event in enumerate(standings.events)}
    entries = (e for person in standings.matching.people for e in person.entries if key_of(e.name) == key)
    return sorted(entries, key=lambda entry: (order[entry.event], entry.number))


def _name(standings: SeasonStandings, key: str) -> dict[str, Any]:
    """A name that several people may share: its spelling, token and number of entries."""
    entries = _entries(standings, key)
    name = entries[0].name if entries else key
    return {"token": token_of(standings.season, f"name {key}"), "name": name, "count": len(entries)}


def _key(standings: SeasonStandings, token: str) -> str:
    """The key of a name by its token, or 404."""
    keys = {key_of(entry.name) for person in standings.matching.people for entry in person.entries}
    keys |= set(standings.season.namesakes.name_keys())
    for key in keys:
        if token_of(standings.season, f"name {key}") == token:
            return key
    raise Http404


def _impossible(matching: Matching) -> set[tuple[str, str]]:
    return {(same.one, same.other) for same in matching.impossible}


def _decision(season: Season, token: str) -> SameName:
    """The decision about a pair by its token, or 404."""
    for decision in season.same_names.all():
        if _pair_token(season, decision) == token:
            return decision
    raise Http404


def _pair_token(season: Season, decision: SameName) -> str:
    return token_of(season, f"pair {decision.one} {decision.other}")


def _decisions(standings: SeasonStandings) -> list[dict[str, Any]]:
    """The decisions about pairs in the order made, each with its token."""
    spelt = {
        identity: next(
            (e.name for e in person.entries if key_of(e.name) == identity.partition("#")[0]), person.name
        )
        for person in standings.matching.people
        for identity in person.identities
    }
    decisions = standings.season.same_names.listed()
    return [
        {
            "token": _pair_token(standings.season, decision),
            "made": (decision.one, decision.other),
            "one": spelt.get(decision.one, "–"),
            "other": spelt.get(decision.other, "–"),
            "same": decision.same,
            "by": decision.made_by,
        }
        for decision in decisions
    ]
