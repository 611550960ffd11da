"""A chart that a director pastes, types or uploads."""

from typing import Any

from django import forms
from django.utils.text import format_lazy
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy

from tournament.rotation.chart_text import LARGEST


class OwnChartForm(forms.Form):
    """A chart as text; a file takes the place of what is in the field."""

    use_required_attribute = False

    chart = forms.CharField(
        label=_lazy("Chart"),
        strip=False,
        max_length=LARGEST,
        help_text=_lazy(
            "One table in a line, partners together: 12 7 v 3 9. An empty line or “Round 2” begins the next "
            "round; “sit out: 5 6” may name who sits out. Or what planrotation --json prints."
        ),
        widget=forms.Textarea(attrs={"rows": 14, "autocomplete": "off", "spellcheck": "false", "dir": "ltr"}),
        error_messages={
            "required": _lazy("Paste a chart, or choose a file."),
            "max_length": format_lazy(_lazy("A chart has {most} characters at most."), most=LARGEST),
        },
    )
    file = forms.FileField(
        label=_lazy("Or a file"),
        required=False,
        help_text=_lazy("Text or JSON. It takes the place of what is in the field."),
        widget=forms.FileInput(attrs={"accept": ".txt,.json,.csv,text/plain,application/json"}),
        error_messages={"empty": _lazy("The file is empty. Choose another one.")},
    )

    def clean_file(self) -> Any:
        """Refuse a file that is too large, before reading any of it."""
        file = self.cleaned_data["file"]
        if file and file.size > LARGEST:
            message = _("The file is larger than %(most)d KB; no chart is as large as that.")
            raise forms.ValidationError(message % {"most": LARGEST // 1000}, code="too-large")
        return file

    def clean(self) -> dict[str, Any]:
        """Take the text from the file, if there is one."""
        values = super().clean() or {}
        if file := values.get("file"):
            text = file.read().decode("utf-8-sig", errors="replace").replace("\x00", "�")
            values["chart"] = "\n".join(text.splitlines())
            self.errors.pop("chart", None)
        return values

    @classmethod
    def with_text(cls, text: str) -> "OwnChartForm":
        """The form as if this text had been typed, so that nothing of a file is lost."""
        return cls({"chart": text})
