"""Wishes for the seating: list, add, remove."""

from typing import Any

from django import forms
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from tournament.access import event_for
from tournament.forms.wishes import OFFERED, MixedForm, PairForm, StaysForm, TablesForm, people_of
from tournament.http import OfficialRequest
from tournament.models import Event, Wish
from tournament.services import wishes as services
from tournament.state.wishes import numbers_in_words
from tournament.web.form_pages import act, actor, attempt, form_page


@event_for("director")
@form_page
def index(request: OfficialRequest, event: Event) -> HttpResponse:
    """List the wishes of an event, with a form for each kind."""
    people = people_of(event)
    what = request.POST.get("what", "") if request.method == "POST" else ""
    data = {name: request.POST if name == what else None for name in ("pair", "stays", "tables", "mixed")}
    forms_by_name: dict[str, forms.Form] = {
        "pair": PairForm(people, data["pair"], prefix="pair"),
        "stays": StaysForm(people, data["stays"], prefix="stays"),
        "tables": TablesForm(
            data["tables"], prefix="tables", initial={"tables": numbers_in_words(event.tables)}
        ),
        "mixed": MixedForm(event, data["mixed"], prefix="mixed"),
    }
    form = forms_by_name.get(what)
    if form is not None and attempt(request, lambda: _save(request, event, what, form), form, str):
        return redirect("wishes:index", event.slug)
    wishes = event.wishes.listed()
    context: dict[str, Any] = {
        "wishes": [(wish, services.wish_sentence(wish)) for wish in wishes],
        "people": people,
        "offered": OFFERED,
        "published": event.has_seating,
    }
    context |= {f"{name}_form": each for name, each in forms_by_name.items()}
    return render(request, "wishes/index.html", context)


@event_for("director")
@require_POST
def remove(request: OfficialRequest, event: Event, wish: int) -> HttpResponse:
    """Remove a wish."""
    record = get_object_or_404(event.wishes.listed(), number=wish)
    done = _("Request removed: %(wish)s.") % {"wish": services.wish_sentence(record)}
    act(request, services.remove_wish, record, done=done)
    return redirect("wishes:index", event.slug)


def _save(request: OfficialRequest, event: Event, name: str, form: forms.Form) -> str:
    """Save what one of the forms holds; returns what is done."""
    values: dict[str, Any] = dict(form.cleaned_data)
    if name == "tables":
        services.set_tables(event, values["tables"], **actor(request))
        return _("The table numbers are saved.")
    if name == "mixed":
        services.set_mixed(event, values["mixed"], values["group"], **actor(request))
        return _("The mixed seating is saved. Every draw from now on takes it into account.")
    kind = values.pop("kind", Wish.Kind.STAYS)
    wish = services.add_wish(event, kind, values.pop("player"), **actor(request), **values)
    return _("Request added: %(wish)s.") % {"wish": services.wish_sentence(wish)}
