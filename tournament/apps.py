"""The project's one app. Every action is in the audit: who hears of its entries knows when to back up."""

from functools import partial
from typing import Any

from django.apps import AppConfig
from django.db import transaction
from django.db.models.signals import post_save


class TournamentConfig(AppConfig):
    name = "tournament"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        post_save.connect(_recorded, sender="tournament.AuditEntry", dispatch_uid="backup")


def _recorded(instance: Any, created: bool, **_: Any) -> None:
    from tournament.backup import keeper

    if created:
        transaction.on_commit(partial(keeper.changed, instance.action), robust=True)
