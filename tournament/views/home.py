"""The home page, the rules in plain words, and the style guide."""

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.text import slugify

from scoring.rulecard import rule_card
from scoring.ruleset import ABOUT, PRESETS
from tournament.style_samples import samples


def home(request: HttpRequest) -> HttpResponse:
    """The home page; redirects officials to their events, players to the event's page."""
    if short_name := slugify(request.GET.get("event", "")):
        return redirect("public:event", short_name)
    if request.user.is_authenticated:
        return redirect("events:index")
    return render(request, "home.html")


def rules(request: HttpRequest, preset: str) -> HttpResponse:
    """A ruleset in plain words, independent of any event."""
    if preset not in PRESETS:
        raise Http404
    return render(
        request, "rules.html", {"card": rule_card(PRESETS[preset]), "preset": preset, "presets": ABOUT}
    )


def style_guide(request: HttpRequest) -> HttpResponse:
    """Every component on one page, for those who build pages."""
    if not settings.DEBUG:
        raise Http404
    return render(request, "style_guide.html", samples(request))
