"""Backups of the whole site: list, make, download, bring, preview and restore. For the owner only."""

from django.conf import settings
from django.contrib import messages
from django.http import FileResponse, Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from tournament.access import owner_only
from tournament.backup import package, restoring, shelf, versions
from tournament.backup.errors import BackupFailed
from tournament.backup.package import Package
from tournament.forms.archive import BringForm
from tournament.http import SignedInRequest
from tournament.models import AuditEntry
from tournament.running import program
from tournament.services.sent_forms import claim_alone
from tournament.web import caches
from tournament.web.form_pages import actor, form_page, posted
from tournament.web.sign_in import password_again


@owner_only
@require_safe
def index(request: SignedInRequest) -> HttpResponse:
    """The backups, newest first, and whether the newest is recent enough."""
    return _list(request)


def _list(request: HttpRequest, problem: str = "") -> HttpResponse:
    if package.is_kept_by_host():
        return render(request, "backups/index.html", {"by_host": package.BY_HOST})
    copies, left_out = [], ""
    try:
        backups, left_out = shelf.sorted_out()
        reasons = [shelf.reason_of(copy.name) for copy in backups]
        words = [shelf.REASONS.get(reason, (reason,))[0] for reason in reasons]
        copies = list(zip(backups, words, strict=True))
    except BackupFailed as failed:
        problem = failed.message
    last = AuditEntry.objects.real().last_at()
    behind = last is not None and (not copies or last - copies[0][0].made_at > 2 * shelf.BETWEEN)
    context = {"copies": copies, "problem": problem, "behind": behind, "left_out": left_out}
    context |= {"folder": shelf.folder_path(), "goback": program.command_line("goback")}
    context["is_hall"] = settings.PROFILE == "hall"
    context["before_update"] = versions.first_before_update(copy for copy, _reason in copies)
    if not problem:
        context["same_disk"] = shelf.SAME_DISK if shelf.on_the_same_disk() else ""
        context["clock"] = shelf.clock_doubts(timezone.now())
    return render(request, "backups/index.html", context, status=503 if problem else 200)


@owner_only
@require_POST
def take(request: SignedInRequest) -> HttpResponse:
    """Make a backup now."""
    claim_alone()
    try:
        backup = shelf.take(shelf.BY_HAND)
    except BackupFailed as failed:
        return _list(request, failed.message)  # no message: a full disk cannot save a session either
    messages.success(request, _("Backup %(name)s made.") % {"name": backup.name})
    return redirect("backups:index")


@owner_only
@require_safe
def download(request: SignedInRequest, stem: str) -> FileResponse:
    """The backup as a file."""
    copy = _copy(stem)
    return FileResponse(copy.path.open("rb"), as_attachment=True, filename=copy.name)


@owner_only
@form_page
def bring(request: SignedInRequest) -> HttpResponse:
    """Keep a backup that another laptop made; what it would change here is shown before it is restored."""
    if settings.PROFILE != "hall":
        raise Http404
    form = BringForm(posted(request), request.FILES or None)
    if request.method == "POST" and form.is_valid():
        try:
            copy = shelf.add_copy(form.cleaned_data["file"].file, timezone.now())
        except BackupFailed as problem:
            form.add_error("file", problem.message)
        else:
            return redirect("backups:restore", copy.stem)
    return render(request, "backups/bring.html", {"form": form})


@owner_only
@form_page
@password_again
def restore(request: SignedInRequest, stem: str) -> HttpResponse:
    """Compare a backup with the present site, then restore it."""
    copy = _copy(stem)
    preview = restoring.preview(copy)
    problem = preview.problem
    if preview.older and not problem:
        words = _("An earlier version of the site made this backup. Stop the site and use “%(line)s”.")
        problem = words % {"line": program.command_line("restore", copy.name)}
    if request.method == "POST" and not problem:
        try:
            safety = restoring.restore(copy, **actor(request))
        except BackupFailed as failed:
            problem = failed.message
        else:
            caches.forget()  # its keys belong to the database that was replaced
            message = (
                _("The site is as it was at %(moment)s. What it was before is in the backup %(safety)s.")
                if safety.about
                else _(
                    "The site is as it was at %(moment)s. What it was before could not be packed, so its "
                    "file is kept beside the backups: %(safety)s."
                )
            )
            moment = timezone.localtime(copy.made_at).strftime("%Y-%m-%d %H:%M")
            messages.success(request, message % {"moment": moment, "safety": safety.name})
            return redirect("backups:index")
    return render(request, "backups/restore.html", {"seen": preview, "copy": copy, "problem": problem})


def _copy(stem: str) -> Package:
    try:
        return shelf.get(f"{stem}.zip")
    except BackupFailed as failed:
        raise Http404 from failed
