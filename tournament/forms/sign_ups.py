"""Sign up for an event, and the director's settings for it."""

import secrets
from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django import forms
from django.core import signing
from django.utils.text import format_lazy
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy
from django.utils.translation import pgettext_lazy

from tournament.forms.fields import CountField, QuietForm
from tournament.models import Event, SignUpList
from tournament.services.players import LONGEST_NAME
from tournament.services.sign_ups import LONGEST_REMARK, LONGEST_WORDS

SIGNER = signing.TimestampSigner(salt="tournament.sign-up")
QUICKEST, SLOWEST = 2, 24 * 3600  # seconds from showing the form to sending it


def new_stamp(event: Event) -> str:
    """A signed stamp with the form's time and a random key, by which a repeated submission is recognised."""
    return SIGNER.sign(f"{event.uid}-{secrets.token_urlsafe(12)}")


class SignUpForm(QuietForm):
    """A name and an optional remark. Nothing else is asked for, so nothing else can leak."""

    name = forms.CharField(
        label=_lazy("Your name"),
        max_length=LONGEST_NAME,
        help_text=_lazy("First and last name, as it should appear on your tally card."),
        widget=forms.TextInput(attrs={"autocomplete": "name"}),
        error_messages={
            "required": _lazy("Write your name."),
            "max_length": format_lazy(_lazy("Keep the name to {most} characters."), most=LONGEST_NAME),
        },
    )
    confirmed = forms.BooleanField(
        label=_lazy("I am someone else of the same name"), required=False, widget=forms.HiddenInput
    )
    remark = forms.CharField(
        label=_lazy("What should the director know?"),
        max_length=LONGEST_REMARK,
        required=False,
        help_text=_lazy("For example: I’ll be there at 7:30. Only the director sees it."),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
        error_messages={
            "max_length": format_lazy(_lazy("Keep it to {most} characters."), most=LONGEST_REMARK)
        },
    )
    # A honeypot: hidden from people, filled in by bots.
    website = forms.CharField(
        label=_lazy("Leave this empty"),
        required=False,
        widget=forms.TextInput(attrs={"autocomplete": "off", "tabindex": "-1"}),
    )

    def __init__(self, event: Event, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.event = event
        self.stamp = self.data.get("stamp", "") or new_stamp(event)

    @property
    def key(self) -> str:
        """The random key of this form."""
        return self.stamp.partition(":")[0].partition("-")[2]

    def clean(self) -> dict[str, Any]:
        """Refuse a form that a bot seems to have sent, or that is out of date; it gets a new stamp."""
        super().clean()
        trouble = self._trouble()
        if trouble:
            self.stamp = new_stamp(self.event)
            raise forms.ValidationError(trouble)
        return self.cleaned_data

    def ask(self) -> None:
        """Show the tick box that confirms a namesake."""
        self.fields["confirmed"].widget = forms.CheckboxInput()

    def _trouble(self) -> str:
        """Why the form looks sent by a bot or is out of date; empty if it does not."""
        if self.cleaned_data.get("website"):
            return _("Leave the last field empty and send again.")
        try:
            stamp = SIGNER.unsign(self.stamp, max_age=SLOWEST)
        except signing.BadSignature:
            return _("This page had been open for too long. Send once more; what you typed is still here.")
        if stamp.partition("-")[0] != self.event.uid:
            return _("This page belonged to another event. Send once more.")
        if self._age() < QUICKEST:
            return _("That was very quick. Look at your name once more, then send again.")
        return ""

    def _age(self) -> float:
        try:
            SIGNER.unsign(self.stamp, max_age=QUICKEST)
        except signing.SignatureExpired:
            return QUICKEST
        return 0


class SignUpSettingsForm(QuietForm):
    """Whether sign-up is open, for how many places, and until when (local time of the hall)."""

    is_open = forms.BooleanField(
        label=_lazy("People can sign up"),
        required=False,
        help_text=_lazy("On the event’s own page. It ends by itself when the seating is published."),
    )
    places = CountField(
        label=pgettext_lazy("sign-up", "Places"),
        digits=4,
        required=False,
        help_text=_lazy(
            "Everybody on the list of players counts. Whoever signs up beyond them is put on the waiting "
            "list; if blank, nobody is."
        ),
    )
    closes_at = forms.DateTimeField(
        label=_lazy("Closes at"),
        required=False,
        help_text=_lazy("By the hall’s clock. If blank, it closes when you say so."),
        widget=forms.DateTimeInput(attrs={"type": "datetime-local"}, format="%Y-%m-%dT%H:%M"),
        error_messages={"invalid": _lazy("Write day and time as 2026-11-20 18:30.")},
    )
    words = forms.CharField(
        label=_lazy("What to know"),
        max_length=LONGEST_WORDS,
        required=False,
        help_text=_lazy("Shown above the form: the fee, the time, what to bring."),
        widget=forms.Textarea(attrs={"rows": 3}),
        error_messages={
            "max_length": format_lazy(_lazy("Keep it to {most} characters."), most=LONGEST_WORDS)
        },
    )

    def __init__(self, event: Event, settings: SignUpList, data: Mapping[str, Any] | None = None) -> None:
        closes = settings.closes_at and settings.closes_at.astimezone(event.zone).replace(tzinfo=None)
        first = {
            "is_open": settings.is_open,
            "places": settings.places,
            "closes_at": closes,
            "words": settings.words,
        }
        super().__init__(data, initial=first)
        self.event = event

    def clean_closes_at(self) -> datetime | None:
        """Read the time in the event's time zone, whatever the server's."""
        typed: datetime | None = self.cleaned_data["closes_at"]
        return typed and typed.replace(tzinfo=self.event.zone)
