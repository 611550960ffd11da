"""The officials of an event: the list, invitations by link, roles."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from tournament.access import event_for
from tournament.forms.accounts import InviteForm, RoleForm
from tournament.http import OfficialRequest
from tournament.models import Event, Invitation, Membership
from tournament.models.people import invitations_expired, invitations_waiting
from tournament.running.qr import qr_svg
from tournament.services import officials as services
from tournament.web.addresses import for_phones
from tournament.web.form_pages import act, confirm_page, form_page, posted
from tournament.web.sign_in import password_again
from tournament.words.sentences import within

MOST_EXPIRED = 10  # how many unused invitations are listed


@event_for("director")
@form_page
@password_again
def index(request: OfficialRequest, event: Event) -> HttpResponse:
    """List members and open invitations, with a form to invite somebody."""
    form = InviteForm(posted(request))
    done = _("The invitation is made. Pass its link or code on.")
    if act(request, services.invite, event, form=form, done=done):
        return redirect("officials:index", event.slug)
    return _index(request, event, form)


@event_for("director")
@require_POST
@password_again
def change_role(request: OfficialRequest, event: Event, member: int) -> HttpResponse:
    """Give a member another role."""
    membership = _member(event, member)
    form = RoleForm(request.POST)
    role = form.cleaned_data["role"] if form.is_valid() else ""
    changed = act(request, services.change_role, membership, role, done=_changed)
    if membership.user == request.user and role != Membership.Role.DIRECTOR and changed:
        return redirect("events:overview", event.slug)  # they may no longer see this page
    return redirect("officials:index", event.slug)


@event_for("director")
@form_page
@password_again
def remove(request: OfficialRequest, event: Event, member: int) -> HttpResponse:
    """Ask for confirmation, then remove a member from the event."""
    membership = event.memberships.listed().filter(user=member).first()
    if membership is None:  # by the Back button, after removing
        messages.info(request, _("This official is removed already."))
        return redirect("officials:index", event.slug)
    if request.method == "POST":
        done = _("%(name)s is removed.") % {"name": membership.user}
        if act(request, services.remove, membership, done=done):
            removed_self = membership.user == request.user and not request.user.is_superuser
            return redirect("events:index") if removed_self else redirect("officials:index", event.slug)
        return redirect("officials:index", event.slug)
    return confirm_page(
        request,
        title=_("Remove %(name)s?") % {"name": membership.user},
        consequences=[
            _("For this account the event no longer exists, from the next click on."),
            _("What was entered and ruled stays, with the name in the history."),
        ],
        submit=_("Yes, remove"),
        cancel=reverse("officials:index", args=[event.slug]),
        kind="danger",
    )


@event_for("director")
@require_POST
def take_back(request: OfficialRequest, event: Event, invitation: int) -> HttpResponse:
    """Withdraw an invitation, so that its link stops working."""
    record = get_object_or_404(event.invitations, number=invitation)
    act(request, services.withdraw_invitation, record, done=_("That link opens nothing any more."))
    return redirect("officials:index", event.slug)


def _changed(member: Membership) -> str:
    words = {"name": member.user, "role": within(member.get_role_display())}
    return _("%(name)s’s role is now: %(role)s.") % words


def _index(request: HttpRequest, event: Event, form: InviteForm) -> HttpResponse:
    now = timezone.now()
    members = event.memberships.listed()
    roles = [RoleForm({"role": member.role}, auto_id=f"m{member.pk}_%s") for member in members]
    context = {
        "form": form,
        "members": list(zip(members, roles, strict=True)),
        "waiting": [(one, *_link(request, one)) for one in invitations_waiting(event, now)],
        "expired": invitations_expired(event, now)[:MOST_EXPIRED],
    }
    return render(request, "officials/index.html", context)


def _link(request: HttpRequest, invitation: Invitation) -> tuple[str, str]:
    address = for_phones(request, reverse("invitations:show", args=[invitation.token]))
    return address, qr_svg(address)


def _member(event: Event, key: int) -> Membership:
    return get_object_or_404(event.memberships.listed(), user=key)
