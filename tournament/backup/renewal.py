"""What a restore must not bring back: event uids that caches know, and links closed since.

Plain SQL, which runs on the restored tables in the same atomic step: nobody sees the site without it, and a
killed process leaves all of it or none.
"""

from collections.abc import Iterable
from datetime import UTC, datetime

from tournament.backup.facts import OPEN_INVITATIONS
from tournament.backup.package import Package
from tournament.models import Event, TableLink
from tournament.models.events import new_uid


def renewal_sql(at: datetime) -> list[str]:
    """SQL for the restored tables: new uids, invitations withdrawn, table links closed."""
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
