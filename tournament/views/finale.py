"""The finale: the director reveals the hidden result from the last place up."""

from django.http import HttpResponse
from django.shortcuts import redirect, render

from tournament.access import event_for
from tournament.forms.rounds import FinaleForm
from tournament.http import OfficialRequest
from tournament.models import Event
from tournament.reports.finale import finale
from tournament.services import finale as services
from tournament.web.form_pages import actor, call_on_form, form_page, posted


@event_for("director")
@form_page
def reveal(request: OfficialRequest, event: Event) -> HttpResponse:
    """One large button for the next place; what everybody sees now, and what comes next."""
    form = FinaleForm(posted(request))
    refused = services.why_not_reveal(event)
    show = finale(event)
    if request.method == "POST" and form.is_valid():
        step, seen = form.cleaned_data["step"], form.cleaned_data["seen"]

        def press() -> Event:
            return services.reveal(event, step, seen=seen, of=show.steps, **actor(request))

        if call_on_form(form, press) is not None:
            return redirect("finale:reveal", event.slug)
        event.refresh_from_db()
        show = finale(event)
    context = {"form": form, "refused": refused, "show": show}
    return render(request, "finale/reveal.html", context)
