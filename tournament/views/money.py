"""Money at the door: the entry fee, who has paid, the cash sheet. An event without an entry fee has no such
pages but the one that sets it.
"""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from tournament.access import event_for, or_404, player_of
from tournament.forms.fields import number_in
from tournament.forms.money import CashLineForm, CountForm, DuesForm, EntryFeeForm
from tournament.http import OfficialRequest
from tournament.models import CashLine, Dues, EntryFee, Event, Ruling
from tournament.models.money import entry_fee_of
from tournament.models.people import role_suffices
from tournament.reports import money as reports
from tournament.services import money as services
from tournament.services import prizes as services_prizes
from tournament.state.money import dues_of
from tournament.web.form_pages import act, actor, attempt, form_page, posted
from tournament.words.figures import money as written
from tournament.words.sentences import within


@event_for("viewer")
@require_safe
def index(request: OfficialRequest, event: Event) -> HttpResponse:
    """Who has paid, who owes, who is complimentary; `?owing` shows only who owes."""
    door = or_404(reports.door_money(event))
    only_owing = "owing" in request.GET
    lines = door.owing if only_owing else tuple(door.dues.values())
    context = {"door": door, "lines": lines, "only_owing": only_owing}
    return _render(request, event, "index", may_take=role_suffices(request.role, "scorer"), **context)


@event_for("director")
@form_page
def settings(request: OfficialRequest, event: Event) -> HttpResponse:
    """What playing costs; left blank, nothing is taken at the door."""
    form = EntryFeeForm(entry_fee_of(event), posted(request))
    if done := act(request, services.set_entry_fee, event, form=form, done=_fee_words):
        return redirect("money:index" if done.result else "events:settings", event.slug)
    return _render(request, event, "settings", form=form)


@event_for("scorer")
@require_POST
def pay(request: OfficialRequest, event: Event) -> HttpResponse:
    """Take what a player owes, by one press; `?door` leads back to the check-in desk."""
    as_member = "member" in request.POST
    number = number_in(request.POST.get("member" if as_member else "paid"))
    player = player_of(event, number or 0)
    paid = act(request, services.take_payment, player, as_member=as_member)
    if "door" in request.GET or entry_fee_of(event) is None:  # no page of money without one
        return redirect("players:check_in", event.slug)
    if paid:
        facts = {"name": player.name, "amount": written(paid.result.cents, event.time_zone)}
        messages.success(request, _("%(name)s paid %(amount)s.") % facts)
    return redirect(
        f"{reverse('money:index', args=[event.slug])}{'?owing' if 'owing' in request.GET else ''}"
    )


@event_for("scorer")
@form_page
def player(request: OfficialRequest, event: Event, player: int) -> HttpResponse:
    """One player's dues: member or not, paid, complimentary, another amount."""
    fee, record = _fee(event), player_of(event, player)
    form = DuesForm(dues_of(record), fee, posted(request))
    if act(request, services.set_dues, record, form=form, done=_dues_words):
        return redirect("money:index", event.slug)
    return _render(request, event, "player", form=form, player=record, dues=dues_of(record))


@event_for("viewer")
@require_safe
def cash(request: OfficialRequest, event: Event) -> HttpResponse:
    """The cash sheet: what ought to be in the box, beside what was counted."""
    sheet = or_404(reports.cash_sheet(event))
    return _render(request, event, "cash", sheet=sheet)


@event_for("director")
@form_page
def add_line(request: OfficialRequest, event: Event) -> HttpResponse:
    """Write down cash that goes in or out beside fees, fines and prizes."""
    _fee(event)
    form = CashLineForm(posted(request))
    if act(request, services.add_cash, event, form=form, done=_("Saved.")):
        return redirect("money:cash", event.slug)
    return _render(request, event, "add_line", form=form)


@event_for("director")
@require_POST
def revoke_line(request: OfficialRequest, event: Event, line: int) -> HttpResponse:
    """Revoke a line of the cash sheet."""
    record = get_object_or_404(CashLine, event=event, number=line)
    act(request, services.revoke_cash, record, done=_("The line is revoked; the history keeps it."))
    return redirect("money:cash", event.slug)


@event_for("scorer")
@require_POST
def collect(request: OfficialRequest, event: Event, ruling: int) -> HttpResponse:
    """Take the fine of a ruling."""
    record = get_object_or_404(Ruling, event=event, number=ruling)
    act(request, services.collect_fine, record, done=_("The fine is paid."))
    return redirect("money:cash", event.slug)


@event_for("director")
@form_page
def count(request: OfficialRequest, event: Event) -> HttpResponse:
    """Count the box at the end."""
    sheet = or_404(reports.cash_sheet(event))
    given = written(sheet.given, event.time_zone)
    form = CountForm(sheet.fee, posted(request), given=given)

    def count() -> EntryFee:
        values = form.values()
        expected = sheet.after_prizes if values["prizes_paid"] else sheet.before_prizes
        return services.count_cash(event, **actor(request), **values, expected=expected)

    if attempt(request, count, form, _("The count is saved.")):
        return redirect("money:cash", event.slug)
    return _render(request, event, "count", form=form, sheet=sheet)


@event_for("director")
@require_POST
def cover(request: OfficialRequest, event: Event) -> HttpResponse:
    """Let the house add what the pot is short of the prizes."""
    check = or_404(reports.pot_check(event))
    if check.short:
        act(request, services.raise_pot, event, check.short, done=_("The pot now covers the prizes."))
    return redirect("prizes:index", event.slug)


@event_for("director")
@require_POST
def fit(request: OfficialRequest, event: Event) -> HttpResponse:
    """Make the prizes as small as the pot."""
    _fee(event)
    act(request, services_prizes.fit_prizes, event, done=_("The pot now covers the prizes."))
    return redirect("prizes:index", event.slug)


def _fee_words(fee: EntryFee | None) -> str:
    return _("The entry fee is set.") if fee else _("Nothing is taken at the door.")


def _dues_words(dues: Dues) -> str:
    facts = {"name": dues.player.name, "state": within(dues.get_state_display())}
    return _("%(name)s: %(state)s.") % facts


def _fee(event: Event) -> EntryFee:
    return or_404(entry_fee_of(event))


def _render(request: OfficialRequest, event: Event, name: str, **context: object) -> HttpResponse:
    shared = {"may_direct": role_suffices(request.role, "director")}
    return render(request, f"money/{name}.html", shared | context)
