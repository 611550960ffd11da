"""One press of a key in the finale: the step to show, and the one that the page showed."""

from django import forms
from django.utils.translation import gettext_lazy as _lazy

from tournament.forms.fields import CountField


class FinaleForm(forms.Form):
    """`step` is empty for the whole result; `seen` is, where the page showed the whole result."""

    step = CountField(digits=4, required=False, label=_lazy("Step"))
    seen = CountField(digits=4, required=False, label=_lazy("Seen"))
