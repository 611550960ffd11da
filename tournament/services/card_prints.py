"""Note that tally cards were printed, because somebody says so: no look at a page can know it."""

from collections.abc import Mapping
from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from tournament import actions
from tournament.models import CardPrint, Event, User
from tournament.services.common import lock_event, record
from tournament.services.errors import Refused


@transaction.atomic
def note_printed(event: Event, uid: str, cards: Mapping[str, str], *, by: User, at: datetime) -> CardPrint:
    """Note the fingerprints of printed cards, by number; `uid` is that of the event as it was shown."""
    locked = lock_event(event)
    if not cards or uid != locked.uid:
        raise Refused("page-old", _("This page is too old to know which cards were printed. Open it again."))
    noted = CardPrint.objects.create(event=locked, event_uid=uid, cards=dict(cards), by=by, at=at)
    record(locked, actions.CARD_PRINTED, by=by, at=at, count=len(cards))
    return noted
