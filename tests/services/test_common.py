"""Trying an action and taking it back."""

import pytest

from tournament.models import Event
from tournament.services.common import dry_run
from tournament.services.errors import Refused


def test_what_was_done_is_seen_and_then_gone(event):
    seen = dry_run(lambda: Event.objects.update(name="Other"), lambda: Event.objects.get().name)
    assert seen == "Other"
    assert Event.objects.get().name == event.name


def test_what_cannot_be_done_is_said_and_leaves_nothing(event):
    def refuse():
        Event.objects.update(name="Other")
        raise Refused("no", "No.")

    with pytest.raises(Refused):
        dry_run(refuse, lambda: None)
    assert Event.objects.get().name == event.name
