"""Players: add, edit, set the status, import a list, and put them into groups."""

import hashlib
import re
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from django import forms
from django.utils.text import format_lazy
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy

from tournament.forms import pasted
from tournament.forms.fields import NumberField, QuietForm, ReasonField, set_choices
from tournament.forms.grading import GradedLine, Known, LineDecision, grade
from tournament.models import Event, Player, User
from tournament.models.events import PlayerQuerySet
from tournament.models.history import AuditEntryQuerySet
from tournament.registry.actions import Kind
from tournament.reports.players import EarlierPerson, find_players
from tournament.reports.substitutions import last_round_played
from tournament.services.groups import LONGEST_GROUP
from tournament.services.players import HIGHEST_NUMBER, LONGEST_NAME, LONGEST_NOTE, MOST_PLAYERS, PlayerRow
from tournament.state.groups import group_members, group_title
from tournament.words.names import tidy

Status = Player.Status
LONGEST_TEXT = 100_000
LONGEST_LINE = 1_000
FEW, SHORT = 5, 20  # values of a column that is not used, and the letters of each, to be shown
ROUND = _lazy("round %d")

NAME_ERRORS = {
    "required": _lazy("Give the player a name."),
    "max_length": format_lazy(_lazy("Keep the name to {most} characters."), most=LONGEST_NAME),
}
NUMBER_ERRORS = {
    "required": _lazy("Give the player a number."),
    "invalid": _lazy("Write a whole number, such as 12."),
    "min_value": _lazy("Numbers start at 1."),
    "max_value": format_lazy(_lazy("Numbers go up to {most}."), most=HIGHEST_NUMBER),
}
_NO_FILL_IN = {"autocomplete": "off", "spellcheck": "false"}


def _number_field(**kwargs: Any) -> forms.IntegerField:
    return NumberField(
        label=_lazy("Number"), min_value=1, max_value=HIGHEST_NUMBER, error_messages=NUMBER_ERRORS, **kwargs
    )


def _name_field() -> forms.CharField:
    return forms.CharField(
        label=_lazy("Name"),
        max_length=LONGEST_NAME,
        error_messages=NAME_ERRORS,
        widget=forms.TextInput(attrs=_NO_FILL_IN | {"dir": "auto"}),
    )


class PlayerForm(QuietForm):
    """The fields of adding and editing a player. `confirmed` is shown only if names are alike."""

    name = _name_field()
    number = _number_field(required=False)
    note = forms.CharField(
        label=_lazy("Note"),
        max_length=LONGEST_NOTE,
        required=False,
        help_text=_lazy("For officials only, such as “needs a seat near the door”."),
    )
    groups = forms.MultipleChoiceField(
        label=_lazy("Groups"),
        required=False,
        widget=forms.CheckboxSelectMultiple,
        error_messages={
            "invalid_choice": _lazy("This group was changed meanwhile. Check the boxes and save again.")
        },
    )
    confirmed = forms.BooleanField(
        label=_lazy("This is someone else with a similar name"), required=False, widget=forms.HiddenInput
    )

    def offer_groups(self, event: Event) -> None:
        """Ask for the groups of the event; an event without groups does not show them."""
        if groups := group_members(event):
            set_choices(self, "groups", [(group, group_title(group)) for group in groups])
        else:
            del self.fields["groups"]

    def ask(self, name: str) -> None:
        """Show the tick box `name`, which stays hidden until there is something to confirm."""
        self.fields[name].widget = forms.CheckboxInput()

    def offer(self, code: str) -> None:
        """Show the tick box that confirms what an error of this code asks."""
        if (name := {"same-name": "confirmed", "number-taken": "swap"}.get(code)) in self.fields:
            self.ask(name)


class AddPlayerForm(PlayerForm):
    """Add a player; a late walk-in plays from a later round."""

    here = forms.BooleanField(label=_lazy("Is here already"), required=False)
    from_round = forms.TypedChoiceField(label=_lazy("Plays from"), coerce=int)
    for_helper = forms.BooleanField(
        label=_lazy("A helper gives up the seat: nobody else moves"), required=False, initial=True
    )

    field_order = ("name", "confirmed", "number", "from_round", "for_helper", "groups", "note", "here")

    def __init__(self, event: Event, *args: Any, helping: bool = False, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if not helping:
            del self.fields["for_helper"]
        self.fields["number"].help_text = _lazy("If blank, the next free one.")
        self.offer_groups(event)
        set_choices(self, "from_round", _rounds(event))


class EditPlayerForm(PlayerForm):
    """Edit a player. The number is fixed once the seating is published."""

    swap = forms.BooleanField(label=_lazy("Swap the two numbers"), required=False, widget=forms.HiddenInput)
    ranked = forms.BooleanField(
        label=_lazy("Takes part in the standings"),
        required=False,
        help_text=_lazy("Not so for a helper who only fills a seat."),
    )

    field_order = ("name", "confirmed", "number", "swap", "groups", "note", "ranked")

    def __init__(self, player: Player, data: Mapping[str, Any] | None = None, *, numbers_fixed: bool) -> None:
        names = ("name", "number", "note", "ranked", "groups")
        initial = {name: getattr(player, name) for name in names} | {"name": player.own_name}
        super().__init__(data, initial=initial)
        self.fields["name"].required = bool(player.own_name)
        self.offer_groups(player.event)
        if player.house:
            del self.fields["ranked"]
        number = self.fields["number"]
        number.required = True
        if numbers_fixed:
            number.disabled = True
            number.help_text = _lazy("Fixed: it has been on the tally cards since the seating was published.")


class NameForm(QuietForm):
    """The name of a player who has only a number, by keys alone: number, Tab, name, Enter."""

    number = _number_field()
    name = _name_field()
    confirmed = forms.BooleanField(label=_lazy("The name is right"), required=False, widget=forms.HiddenInput)

    def __init__(self, event: Event, data: Mapping[str, Any] | None = None) -> None:
        super().__init__(data)
        self.event = event
        self.fields["number"].widget.attrs["autofocus"] = True

    def clean_number(self) -> int:
        number = int(self.cleaned_data["number"])
        if not self.event.players.filter(number=number).exists():
            raise forms.ValidationError(_("Nobody here has number %s.") % number)
        return number

    def clean(self) -> dict[str, Any]:
        """Ask about a name of digits only: it is a number typed into the wrong field."""
        values = self.cleaned_data
        if re.fullmatch(r"[\W\d_]+", values.get("name", "")) and not values.get("confirmed"):
            self.add_error(
                "name",
                _("“%s” is no name. If somebody is called that, tick the box and save again.")
                % values["name"],
            )
            self.offer("digits")
        return values

    def offer(self, code: str) -> None:
        """Show the tick box for a name that somebody has already."""
        self.fields["confirmed"].widget = forms.CheckboxInput()


class OwnNameForm(QuietForm):
    """The name that a player gives on their own page."""

    name = _name_field()


class StatusForm(QuietForm):
    """A player's status. Only the fields that the chosen status needs are read."""

    status = forms.ChoiceField(
        label=_lazy("Status"),
        widget=forms.RadioSelect,
        error_messages={"required": _lazy("Choose one."), "invalid_choice": _lazy("Choose one of these.")},
    )
    from_round = forms.TypedChoiceField(
        label=_lazy("If late: plays from"), coerce=int, empty_value=None, required=False
    )
    to_round = forms.TypedChoiceField(
        label=_lazy("If gone home or disqualified: when"), coerce=int, empty_value=None, required=False
    )
    reason = ReasonField(
        required=False, help_text=_lazy("Needed for a disqualification; kept in the history.")
    )

    def __init__(self, player: Player, data: Mapping[str, Any] | None = None) -> None:
        event = player.event
        current = event.current_round_number or 1
        last, explanation = last_round_played(player)
        initial = {
            "status": player.status,
            "from_round": max(player.from_round, min(current + 1, event.round_count)),
            "to_round": last,
        }
        if player.status == Status.LATE:
            initial["from_round"] = player.from_round
        if player.status in (Status.LEFT, Status.DISQUALIFIED):
            initial["to_round"] = player.to_round or 0
        super().__init__(data, initial=initial)
        has_gone = player.status in (Status.LEFT, Status.DISQUALIFIED)
        set_choices(
            self,
            "status",
            [
                (Status.EXPECTED, _lazy("Expected: not here yet")),
                (Status.HERE, _lazy("Back again: here and playing") if has_gone else _lazy("Here")),
                (Status.LATE, _lazy("Arriving late")),
                (Status.LEFT, _lazy("Gone home")),
                (Status.DISQUALIFIED, _lazy("Disqualified: plays no more and has no place in the standings")),
            ],
        )
        set_choices(self, "from_round", _rounds(event))
        self.fields["to_round"].help_text = explanation
        set_choices(
            self,
            "to_round",
            [(0, _lazy("before round 1: nothing played")), *_rounds(event, _lazy("after round %d"))],
        )

    def clean(self) -> dict[str, Any]:
        """Refuse a round that was chosen and does not count with this status."""
        cleaned: dict[str, Any] = super().clean() or self.cleaned_data
        gone = (Status.LEFT, Status.DISQUALIFIED)
        for field, statuses, words in (
            ("from_round", (Status.LATE,), _("This counts only for “Arriving late”.")),
            ("to_round", gone, _("This counts only for “Gone home” and “Disqualified”.")),
        ):
            is_chosen = cleaned.get(field) is not None and field in self.changed_data
            if is_chosen and cleaned.get("status") not in (None, *statuses):
                self.add_error(field, words)
        return cleaned


def _rounds(event: Event, words: Any = ROUND) -> list[tuple[int, Any]]:
    return [(number, str(words) % number) for number in range(1, event.round_count + 1)]


class EarlierForm(QuietForm):
    """Tick boxes for people of an earlier event; those who came are ticked at first."""

    people = forms.TypedMultipleChoiceField(
        coerce=int,
        error_messages={
            "required": _lazy("Tick at least one player."),
            "invalid_choice": _lazy(
                "Someone in this list was changed meanwhile. Check the list and add them again."
            ),
        },
    )

    def __init__(self, people: Sequence[EarlierPerson], data: Mapping[str, Any] | None = None) -> None:
        new = [person for person in people if person.number is None]
        super().__init__(data, initial={"people": [person.pk for person in new if person.came]})
        set_choices(self, "people", [(person.pk, person.name) for person in new])

    @property
    def ticked(self) -> set[int]:
        """The people whose boxes are ticked."""
        values = self["people"].value() or []
        return {int(value) for value in values if str(value).isdecimal()}


class ImportForm(QuietForm):
    """A pasted list. Valid means that it can be parsed; `graded` says whether it can be imported.

    `checked` is the mark of the list shown in the preview; decisions count for that list only.
    """

    text = forms.CharField(
        label=_lazy("Players"),
        strip=False,
        max_length=LONGEST_TEXT,
        help_text=_lazy(
            "One name per line, or columns copied from a spreadsheet: number and name, or number, first name "
            "and last name. Numbers may be left out."
        ),
        widget=forms.Textarea(attrs=_NO_FILL_IN | {"rows": 12, "dir": "auto"}),
        error_messages={
            "required": _lazy("Paste or type at least one name."),
            "max_length": _lazy("This is far too long for a list of players. Paste only the names."),
        },
    )
    order = forms.ChoiceField(
        label=_lazy("Names in two parts"),
        required=False,
        choices=[
            (pasted.NameOrder.AUTO, _lazy("swap “Last, First”; leave columns as they are")),
            (pasted.NameOrder.FIRST_LAST, _lazy("first name first: leave all as they are")),
            (pasted.NameOrder.LAST_FIRST, _lazy("last name first: turn all around")),
        ],
    )
    here = forms.BooleanField(
        label=_lazy("They are all here"),
        required=False,
        help_text=_lazy("Leave out who is absent. Nobody has to be checked in then."),
    )
    checked = forms.CharField(required=False, max_length=64, widget=forms.HiddenInput)

    graded: list[GradedLine] = []

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if not self.is_bound:
            self.fields["text"].widget.attrs["autofocus"] = True

    def clean_text(self) -> str:
        text = "\n".join(self.cleaned_data["text"].splitlines())
        if not text.strip():
            raise forms.ValidationError(self.fields["text"].error_messages["required"], code="required")
        return text

    def clean_order(self) -> pasted.NameOrder:
        return pasted.NameOrder(self.cleaned_data["order"] or pasted.NameOrder.AUTO)

    def clean(self) -> dict[str, Any]:
        super().clean()
        cleaned = self.cleaned_data
        if "text" in cleaned and "order" in cleaned:
            cleaned["lines"] = pasted.read_list(cleaned["text"], cleaned["order"])
            if not cleaned["lines"]:
                self.add_error("text", _("There is a heading, but no player below it."))
            if len(cleaned["lines"]) > MOST_PLAYERS:
                message = _("An event has room for %d players; this list has more lines.")
                self.add_error("text", message % MOST_PLAYERS)
        return cleaned

    def grade(self, known: Known) -> list[GradedLine]:
        """Judge the lines, with the names, notes and decisions sent if they are about the previewed list."""
        lines: list[pasted.PastedLine] = self.cleaned_data["lines"]
        if self.was_seen:
            noted = [line.line for line in lines if self.data.get(f"note-{line.line}")]
            self.graded = grade(map(self._as_edited, lines), known, self._decided(), noted)
        else:
            self.graded = grade(lines, known)
        return self.graded

    @property
    def mark(self) -> str:
        """A hash of this list, which the preview sends back."""
        content = f"{self.cleaned_data.get('order')}\n{self.cleaned_data.get('text')}"
        return hashlib.sha256(content.encode()).hexdigest()

    @property
    def was_seen(self) -> bool:
        return self.cleaned_data.get("checked") == self.mark

    @property
    def blank_lines(self) -> int:
        return pasted.blank_lines(self.cleaned_data["text"])

    @property
    def is_plain(self) -> bool:
        """Whether there is nothing to look at: no question, no part of a name that was put beside another by
        a guess, no column that is not used."""
        return not self.open_lines and not any(line.joined or line.unused for line in self._lines)

    @property
    def unused(self) -> list[str]:
        """The columns that are not used; with the values, if they are few and short."""
        columns: dict[str, Counter[str]] = {}
        for line in self._lines:
            for heading, cell in line.unused:
                columns.setdefault(heading, Counter())[cell] += 1
        return [_with_values(heading, values) for heading, values in columns.items()]

    @property
    def _lines(self) -> list[pasted.PastedLine]:
        return [line.pasted for line in self.graded]

    @property
    def open_lines(self) -> list[GradedLine]:
        return [line for line in self.graded if line.decision is LineDecision.OPEN]

    def rows(self) -> list[PlayerRow]:
        """The players to import."""
        return [row for line in self.graded for row in line.rows]

    def skipped(self) -> int:
        return sum(line.decision is LineDecision.SKIP for line in self.graded)

    def said_before(self, kept: Mapping[str, str]) -> dict[str, str]:
        """What was mended and decided in the preview of the list that was `kept`, for the lines that did not
        change, by their new place."""
        if not kept or kept["checked"] != self.data.get("checked"):
            return {}
        places: dict[str, list[int]] = {}
        for line in self.cleaned_data["lines"]:
            places.setdefault(line.text, []).append(line.line)
        said = {}
        for line in pasted.read_list(kept["text"], pasted.NameOrder(kept.get("order") or "auto")):
            now = places[line.text].pop(0) if places.get(line.text) else None
            for what in ("name", "line", "note") if now else ():
                told = self.data.get(f"{what}-{line.line}")
                if told is not None and (what != "name" or tidy(told) != line.name):
                    said[f"{what}-{now}"] = told
        return said

    def _as_edited(self, line: pasted.PastedLine) -> pasted.PastedLine:
        """The line with the name that the director wrote in the preview."""
        typed = tidy(self.data.get(f"name-{line.line}", line.name)[:LONGEST_LINE])
        return line if typed == line.name else replace(line, name=typed, doubt="", edited=True)

    def _decided(self) -> dict[int, LineDecision]:
        decisions = {decision.value: decision for decision in LineDecision}
        answers = {line.line: self.data.get(f"line-{line.line}") for line in self.cleaned_data["lines"]}
        return {
            line: decisions.get(value, LineDecision.OPEN)
            for line, value in answers.items()
            if value is not None
        }


def _with_values(heading: str, values: Counter[str]) -> str:
    if len(values) > FEW or max(map(len, values)) > SHORT:
        return heading
    return f"{heading} ({', '.join(f'{count} × {value}' for value, count in values.most_common())})"


class GroupForm(QuietForm):
    """The name of a group of one's own."""

    group = forms.CharField(
        label=_lazy("Another group"),
        max_length=LONGEST_GROUP,
        help_text=_lazy("One or two words, such as juniors or Tuesday club."),
        widget=forms.TextInput(attrs={"autocomplete": "off", "dir": "auto"}),
        error_messages={"required": _lazy("Give the group a name.")},
    )


class MembersForm(forms.Form):
    """Tick boxes for everybody; `was` are the numbers that were ticked when the page was made.

    Only what differs from them is changed, so that two officials can tick at a time.
    """

    was = forms.CharField(required=False, max_length=10_000, widget=forms.HiddenInput)
    members = forms.TypedMultipleChoiceField(coerce=int, required=False)

    def __init__(
        self, numbers: Iterable[int], members: Collection[int], data: Mapping[str, Any] | None = None
    ) -> None:
        ticked = sorted(members)
        super().__init__(data, initial={"members": ticked, "was": " ".join(map(str, ticked))})
        set_choices(self, "members", [(number, str(number)) for number in numbers])

    @property
    def ticked(self) -> set[int]:
        """The numbers whose boxes are ticked."""
        return {int(number) for number in self["members"].value() or [] if str(number).isdecimal()}

    @property
    def joining(self) -> set[int]:
        return set(self.cleaned_data["members"]) - self._before

    @property
    def leaving(self) -> set[int]:
        return self._before - set(self.cleaned_data["members"])

    @property
    def _before(self) -> set[int]:
        words = self.cleaned_data["was"].split()
        return {int(word) for word in words if word.isascii() and word.isdecimal() and len(word) <= 4}


class PlayerFilter(forms.Form):
    """Players by number or part of a name, and by status."""

    q = forms.CharField(label=_lazy("Number or part of a name"), required=False)
    status = forms.ChoiceField(
        label=_lazy("Status"), choices=[("", _lazy("everybody")), *Player.Status.choices], required=False
    )

    def chosen(self, players: PlayerQuerySet) -> PlayerQuerySet:
        """Those of `players` that are asked for."""
        self.is_valid()
        if status := self.cleaned_data.get("status"):
            players = players.filter(status=status)
        if asked := self.cleaned_data.get("q"):
            players = players.filter(pk__in=[player.pk for player in find_players(list(players), asked[:80])])
        return players


class AuditFilter(forms.Form):
    """The history by person and subject; only what has happened can be chosen."""

    by = forms.ModelChoiceField(
        label=_lazy("Who"),
        to_field_name="username",
        queryset=User.objects.none(),
        empty_label=_lazy("everybody"),
        required=False,
    )
    kind = forms.ChoiceField(label=_lazy("What"), required=False)

    def __init__(self, *args: Any, entries: AuditEntryQuerySet, officials: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.entries = entries
        self.fields["by"].queryset = officials  # type: ignore[attr-defined]
        codes = set(entries.order_by().values_list("action", flat=True).distinct())
        self.fields["kind"].choices = [  # type: ignore[attr-defined]
            ("", _lazy("everything")),
            *((kind, kind.label) for kind in Kind if any(code.startswith(kind.prefix) for code in codes)),
        ]

    def chosen(self) -> AuditEntryQuerySet:
        """The entries that are asked for."""
        self.is_valid()
        entries = self.entries
        if by := self.cleaned_data.get("by"):
            entries = entries.filter(by=by)
        if kind := self.cleaned_data.get("kind"):
            entries = entries.filter(action__startswith=Kind(kind).prefix)
        return entries
