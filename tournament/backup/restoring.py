"""Restore a backup: preview what it would change, say why it may be impossible, do it.

A backup of the present database is taken first. Today's sessions stay, so nobody is signed in or out.
Accounts are restored with everything else, passwords and rights included. What was closed since stays closed
(`renewal_sql`).
"""

import tempfile
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any

from django.db import connection, transaction
from django.db.models import Max
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy
from django.utils.translation import ngettext

from tournament.backup import package, shelf, sqlite, versions
from tournament.backup.errors import BackupFailed, as_backup_failed
from tournament.backup.facts import OPEN_INVITATIONS, Facts, read_facts
from tournament.backup.package import Package
from tournament.models import AuditEntry, Event, TableLink, User
from tournament.models.events import new_uid
from tournament.registry import actions
from tournament.services.common import record
from tournament.services.events import delete_event

COUNTED: Mapping[str, Callable[[int], str]] = {
    "players": lambda n: ngettext("%(n)d player", "%(n)d players", n),
    "rounds": lambda n: ngettext("%(n)d round", "%(n)d rounds", n),
    "closed": lambda n: ngettext("%(n)d of them closed", "%(n)d of them closed", n),
    "sheets": lambda n: ngettext("%(n)d sheet", "%(n)d sheets", n),
    "rulings": lambda n: ngettext("%(n)d ruling", "%(n)d rulings", n),
}
NEWER = _lazy("This backup was made by a newer version of the site. Install that version first.")
FROM_POSTGRESQL = _lazy(
    "This backup was made from PostgreSQL, and the site does not restore those. Whoever hosts the site takes "
    "the file “database” out of it and restores that with pg_restore: docs/hosting.md says how."
)


@dataclass(frozen=True, slots=True)
class CountChange:
    """One event in the backup (`then`) and today (`now`); None if it does not exist there."""

    then: Mapping[str, Any] | None
    now: Mapping[str, Any] | None

    @property
    def newest_known(self) -> Mapping[str, Any]:
        """The event's facts as JSON (name, date, …): today's, else the backup's; empty if in neither."""
        return self.now or self.then or {}

    @property
    def day(self) -> date | None:
        with suppress(ValueError):  # of a database that somebody changed
            return date.fromisoformat(self.newest_known["date"])
        return None

    @property
    def kind(self) -> str:
        """What restoring does to the event: `same`, `changed`, `lost` or `back`."""
        if self.then is None:
            return "lost"
        if self.now is None:
            return "back"
        return "same" if self.then["last_entry"] == self.now["last_entry"] else "changed"

    @property
    def words(self) -> str:
        """The event's counts in a row; if they differ, then and now."""
        return " · ".join(self._figure(name) for name in COUNTED)

    def _figure(self, name: str) -> str:
        counts = [event[name] for event in (self.then, self.now) if event]
        words = COUNTED[name](counts[0]) % {"n": counts[0]}
        if len(set(counts)) == 1:
            return words
        return _("%(then)s, now %(now)s") % {"then": words, "now": counts[1]}


@dataclass(frozen=True, slots=True)
class Preview:
    """What restoring this backup would change; `problem` says why it cannot be restored here."""

    copy: Package
    changes: tuple[CountChange, ...]
    problem: str
    older: bool  # made by an earlier version of the site
    links: int  # table links that were closed since, and stay closed

    @property
    def withdrawn(self) -> list[str]:
        """Sentences about links and invitations that stay closed after restoring."""
        losses, open_ = [], self.copy.about.get("invitations")
        if not isinstance(open_, int):  # a copy of an earlier version does not count them
            losses.append(_("Invitations that nobody has used will be withdrawn."))
        elif open_:
            words = ngettext(
                "%(n)d invitation will be withdrawn.", "%(n)d invitations will be withdrawn.", open_
            )
            losses.append(words % {"n": open_})
        if self.links:
            words = ngettext(
                "%(n)d table link closed since then stays closed.",
                "%(n)d table links closed since then stay closed.",
                self.links,
            )
            losses.append(words % {"n": self.links})
        return losses

    @property
    def actions_lost(self) -> int:
        """How many saved actions of today's events are not in the backup."""
        ids = {event["last_entry"] for event in self.copy.events}
        return AuditEntry.objects.real().filter(pk__gt=max(ids, default=0)).count()


def preview(copy: Package) -> Preview:
    """The events then and now; those that would be lost come first."""
    now = {event["slug"]: event for event in present_counts()["events"]}
    then = {event["slug"]: event for event in copy.events}
    changes = [CountChange(then.get(slug), now.get(slug)) for slug in {**now, **then}]
    changes.sort(key=lambda change: ("lost", "changed", "back", "same").index(change.kind))
    older = bool(versions.missing_migrations(copy.about["migrations"]))
    return Preview(copy, tuple(changes), _problem(copy), older=older, links=links_closed_since(copy))


def restore(copy: Package, *, by: User | None, at: datetime) -> Package:
    """Restore the whole site; return the backup taken just before. Raises `BackupFailed`.

    If the site could not be packed, what is returned is its file as it was, with an empty `about`.

    A copy of an earlier version needs `migrate` afterwards.
    """
    if problem := _problem(copy):
        raise BackupFailed(problem)
    with (
        as_backup_failed(shelf.folder()),
        tempfile.TemporaryDirectory(prefix=".making-", dir=shelf.folder()) as room,
    ):
        unpacked = Path(room) / "database"
        copy.unpack(unpacked)
        sqlite.refuse_strange(unpacked, copy.about["migrations"])
        kept: list[tuple[Package, int]] = []
        last = renewal_sql(at)
        sqlite.restore_from(unpacked, lambda: kept.append(_as_it_is(at)), last)
    safety, highest = kept[0]
    if not versions.missing_migrations(copy.about["migrations"]):
        record_restore(copy, highest, by=by, at=at)
    return safety


def _as_it_is(at: datetime) -> tuple[Package, int]:
    """Take a backup while nobody can write; return it, and the highest version of its events."""
    highest = Event.objects.aggregate(highest=Max("live_version"))["highest"] or 0
    try:
        return shelf.take(shelf.BEFORE_RESTORE, at), highest
    except BackupFailed:
        return shelf.keep_unpacked(at), highest


@transaction.atomic
def record_restore(copy: Package, highest: int, *, by: User | None, at: datetime) -> None:
    """Record the restore in every event's history, and raise its version above any shown before; a rehearsal
    does not come back.

    Phones and caches identify pages by that version; if it went back, they would keep outdated pages.
    """
    official = User.objects.filter(pk=by.pk, username=by.username).first() if by else None
    for rehearsal in Event.objects.exclude(rehearsal_of=None):
        delete_event(rehearsal, at=at)
    for event in Event.objects.select_for_update():
        event.live_version = max(highest, event.live_version) + 1
        event.save(update_fields=["live_version"])
        moment = copy.made_at.astimezone(event.zone).strftime("%Y-%m-%d %H:%M")
        record(event, actions.EVENT_PUT_BACK, by=official, at=at, moment=moment)


def present_counts() -> Facts:
    """Count the database's present contents."""
    with connection.cursor() as cursor:

        def ask(sql: str) -> list[tuple[Any, ...]]:
            cursor.execute(sql)
            return list(cursor.fetchall())

        return read_facts(ask)


def _problem(copy: Package) -> str:
    if copy.engine != "sqlite":
        return str(FROM_POSTGRESQL)
    if package.is_kept_by_host():
        return str(package.BY_HOST)
    if not versions.is_readable(copy.about["migrations"]):
        return str(NEWER)
    return ""


# --- what a restore must not bring back: uids that caches know, and links closed since --------------------
def renewal_sql(at: datetime) -> list[str]:
    """SQL for the restored tables: new uids, invitations withdrawn, table links closed.

    It runs in the same atomic step: nobody sees the site without it, and a killed process leaves all or none.
    """
    moment = _quoted(f"{at.astimezone(UTC):%Y-%m-%d %H:%M:%S}")
    fresh = _quoted(new_uid()[:20])  # of fixed length, so that two keys never give the same name
    new_uids = [
        f"UPDATE tournament_{name} SET uid = {fresh} || id"  # noqa: S608
        for name in ("event", "season")
    ]
    withdrawn = f"UPDATE tournament_invitation SET revoked_at = {moment} WHERE {OPEN_INVITATIONS}"  # noqa: S608
    return [*new_uids, withdrawn, *_closing_links(moment), *_keeping_signs()]


def links_closed_since(copy: Package) -> int:
    """How many table links were open when the backup was taken and are closed now."""
    return TableLink.objects.filter(made_at__lte=copy.made_at, revoked_at__gt=copy.made_at).count()


def _closing_links(moment: str) -> list[str]:
    """SQL that closes the table links of known events, except those open now.

    If the site does not know the event, another laptop takes over: then the signs in the hall stay valid.
    """
    known = Event.objects.values_list("slug", flat=True)
    still_open = TableLink.objects.live().values_list("token", flat=True)
    return [
        f"UPDATE tournament_tablelink SET revoked_at = {moment} WHERE revoked_at IS NULL"  # noqa: S608
        f" AND token NOT IN ({_listed(still_open)})"
        f" AND event_id IN (SELECT id FROM tournament_event WHERE slug IN ({_listed(known)}))"
    ]


def _keeping_signs() -> list[str]:
    """SQL that keeps the codes with which players check in now: one that was renewed opens nothing again."""
    signs = Event.objects.exclude(here_token="").values_list("slug", "here_token")
    return [
        f"UPDATE tournament_event SET here_token = {_quoted(token)} WHERE slug = {_quoted(slug)}"  # noqa: S608
        for slug, token in signs
    ]


def _listed(texts: Iterable[str]) -> str:
    return ", ".join([_quoted(text) for text in texts] or ["''"])


def _quoted(text: str) -> str:
    return "'" + text.replace("'", "''") + "'"
