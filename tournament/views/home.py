"""Pages of no event: the home page, the rules, a reader's language, a form sent twice."""

from django.conf import settings
from django.core.signing import BadSignature
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.templatetags.static import static
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST, require_safe
from django.views.i18n import set_language

from scoring.rulecard import rule_card
from scoring.ruleset import ABOUT, PRESETS
from tournament.guide import PAGES, guide_page
from tournament.models import Event
from tournament.reports.public import find_events, todays_events
from tournament.web.addresses import for_this_machine_only
from tournament.web.sent_once import where_to

LONGEST = 80  # letters of what is typed for an event
HOME_SCREEN = (  # icons of `static/tournament/img`: name, size, purpose
    ("icon-192", "192x192", "any"),
    ("icon-512", "512x512", "any"),
    ("icon-maskable-512", "512x512", "maskable"),
)


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """Today's public events and a search for others; leads officials to their events.

    A single event opens at once: a phone has come to play. Not on the laptop itself, whose holder signs in.
    """
    typed = request.GET.get("event", "").replace("\0", "").strip()[:LONGEST]
    if not typed and request.user.is_authenticated:
        return redirect("events:index")
    if typed and Event.objects.filter(slug=typed.lower(), is_public=True).exists():
        return redirect("public:event", typed.lower())
    at = timezone.now()
    events = find_events(typed, at) if typed else todays_events(at)
    if len(events) == 1 and (typed or not for_this_machine_only(request.build_absolute_uri())):
        return redirect("public:event", events[0].slug)
    return render(request, "home.html", {"typed": typed, "found": events})


@require_safe
def rules(request: HttpRequest, preset: str) -> HttpResponse:
    """A ruleset in plain words, independent of any event."""
    if preset not in PRESETS:
        raise Http404
    card = rule_card(PRESETS[preset])
    return render(request, "rules.html", {"card": card, "preset": preset, "presets": ABOUT})


@require_safe
def manifest(request: HttpRequest) -> HttpResponse:
    """What a phone needs to put the site on its home screen; it opens at tonight's event."""
    icons = [
        {"src": static(f"tournament/img/{name}.png"), "sizes": size, "type": "image/png", "purpose": purpose}
        for name, size, purpose in HOME_SCREEN
    ]
    answer = JsonResponse(
        {
            "name": _("Euchre Director"),
            "short_name": _("Euchre"),
            "start_url": reverse("home"),
            "scope": reverse("home"),
            "display": "standalone",
            "background_color": "#0f4630",
            "theme_color": "#0f4630",
            "icons": icons,
        },
        content_type="application/manifest+json",
    )
    answer["Cache-Control"] = "public, max-age=86400"
    return answer


@never_cache
@require_safe
def guide(request: HttpRequest, page: str) -> HttpResponse:
    """A page of the guide, for whoever runs an evening."""
    if page not in PAGES:
        raise Http404
    text = guide_page(page, get_language() or settings.LANGUAGE_CODE)
    return render(request, "guide.html", {"page": page, "text": text})


# Pages for everybody hold no token, so that one body serves all; who forged this could only change the words.
@csrf_exempt
@require_POST
def choose_language(request: HttpRequest) -> HttpResponseBase:
    """Keep the language in a cookie and go back to the page."""
    return set_language(request)


@never_cache
@require_safe
def sent_form(request: HttpRequest, token: str) -> HttpResponse:
    """Go where the form led; while it is being saved, a page that asks again by itself."""
    try:
        target = where_to(token)
    except BadSignature as problem:
        raise Http404 from problem
    return redirect(target) if target else render(request, "being_saved.html")
