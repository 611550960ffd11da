"""The project's one app. Every action is in the audit: who hears of its entries knows what was done."""

import logging
from functools import partial
from importlib import import_module
from typing import Any

from django.apps import AppConfig
from django.db import transaction
from django.db.models.signals import post_save

log = logging.getLogger("tournament.registry.actions")


class TournamentConfig(AppConfig):
    name = "tournament"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        import_module("tournament.web.sign_in")  # hears of every sign-in
        post_save.connect(_recorded, sender="tournament.AuditEntry", dispatch_uid="actions")


def _recorded(instance: Any, created: bool, **_: Any) -> None:
    """Once it is saved, tell the log who did what, and the keeper of backups that something changed."""
    if created:
        transaction.on_commit(partial(_done, instance), robust=True)


def _done(entry: Any) -> None:
    from tournament.backup import keeper

    if entry.event.is_rehearsal:
        return  # it leaves nothing behind
    facts = {"action": entry.action, "event": entry.event.slug, "user": entry.by and entry.by.get_username()}
    log.info("%(user)s: %(action)s at %(event)s", facts, extra={"facts": facts})
    keeper.note_saved_action(entry.action)
