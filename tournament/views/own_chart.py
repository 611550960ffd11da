"""A chart of the director's own: check it, see it beside ours, make it the draft."""

from functools import partial

from django.http import HttpResponse
from django.shortcuts import redirect, render

from tournament.access import event_for
from tournament.forms.seating import OwnChartForm
from tournament.http import OfficialRequest
from tournament.models import Event
from tournament.reports.seating_choices import ChartAppraisal, appraise
from tournament.services import drafts as services
from tournament.services.errors import Refused
from tournament.web.drafts import draft_url
from tournament.web.form_pages import actor, attempt, form_page

USE, FILL = "use", "fill"  # the buttons that make it a draft; FILL has missing rounds drawn


@event_for("director")
@form_page
def index(request: OfficialRequest, event: Event) -> HttpResponse:
    """Check a chart that was pasted or uploaded, then make it a draft."""
    blocked = _blocked(event)
    form, appraisal = OwnChartForm(), None
    if request.method == "POST" and blocked is None:
        form = OwnChartForm(request.POST, request.FILES)
        if form.is_valid():
            text = form.cleaned_data["chart"]
            form, appraisal = OwnChartForm.with_text(text), appraise(event, text)
            if (do := request.POST.get("do")) in (USE, FILL) and appraisal.usable:
                draw = partial(services.draft_own_chart, event, text, fill=do == FILL, **actor(request))
                if drawn := attempt(request, draw, form):
                    return redirect(draft_url(drawn.result))
    context = {"form": form, "found": appraisal, "blocked": blocked}
    return render(request, "own_chart/index.html", context | _words(appraisal))


def _blocked(event: Event) -> Refused | None:
    """Why no chart can be brought now, if so."""
    try:
        services.refuse_if_seated(event)
    except Refused as refused:
        return refused
    return None


def _words(appraisal: ChartAppraisal | None) -> dict[str, object]:
    return {} if appraisal is None else {"chart": appraisal.chart}
