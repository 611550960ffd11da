"""The checklist before an event is finished: what is in order, and what is still open with the way to it.

Nothing here forbids finishing; a missing sheet is ticked on the form beside the list.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournament.models import Event
from tournament.reports.confirmations import to_confirm
from tournament.reports.open_questions import open_questions
from tournament.reports.standings import standings
from tournament.state.attendance import in_a_row
from tournament.state.missing_sheets import TableWithoutSheet


@dataclass(frozen=True, slots=True)
class ChecklistItem:
    """One line of the checklist; `url` and `action` lead to where an open one is settled."""

    code: str
    done: bool
    sentence: str
    url: str = ""
    action: str = ""


def finishing_checklist(event: Event, missing: Sequence[TableWithoutSheet]) -> tuple[ChecklistItem, ...]:
    """Everything to look at before finishing, in the order in which it is best settled.

    `missing` are the tables of closed rounds without a sheet.
    """
    items = (
        _rounds(event),
        _sheets(event, missing),
        _questions(event),
        _confirmations(event),
        _sit_outs(event),
        _first_place(event),
    )
    return tuple(item for item in items if item is not None)


def _rounds(event: Event) -> ChecklistItem:
    unplayed = event.rounds.unclosed().numbers()
    if not unplayed:
        return ChecklistItem("rounds", True, _("Every round is closed."))
    message = ngettext(
        "Round %(rounds)s is not closed and counts as not played.",
        "Rounds %(rounds)s are not closed and count as not played.",
        len(unplayed),
    )
    url = reverse("events:overview", args=[event.slug])
    return ChecklistItem("rounds", False, message % {"rounds": in_a_row(unplayed)}, url, _("Go to the desk"))


def _sheets(event: Event, missing: Sequence[TableWithoutSheet]) -> ChecklistItem:
    if not missing:
        return ChecklistItem("sheets", True, _("Every table of a closed round has reported."))
    message = ngettext(
        "%(n)d table of a closed round has no sheet.",
        "%(n)d tables of closed rounds have no sheet.",
        len(missing),
    )
    first = missing[0]
    url = reverse("sheets:show", args=[event.slug, first.round, first.table])
    return ChecklistItem("sheets", False, message % {"n": len(missing)}, url, _("Enter the first"))


def _questions(event: Event) -> ChecklistItem:
    questions = open_questions(event)
    if not questions:
        return ChecklistItem("questions", True, _("No tie or ruling is open."))
    message = ngettext(
        "%(n)d question about a tie or a ruling is open.",
        "%(n)d questions about ties or rulings are open.",
        len(questions),
    )
    return ChecklistItem(
        "questions", False, message % {"n": len(questions)}, questions[0].url, _("Answer the first")
    )


def _confirmations(event: Event) -> ChecklistItem | None:
    if not event.second_eyes:
        return None
    waiting = to_confirm(event)
    if not waiting:
        return ChecklistItem("confirmations", True, _("Every sheet is confirmed by a second official."))
    message = ngettext(
        "%d sheet is not confirmed by a second official: players do not see it at the end.",
        "%d sheets are not confirmed by a second official: players do not see them at the end.",
        len(waiting),
    )
    url = reverse("confirmations:index", args=[event.slug])
    return ChecklistItem("confirmations", False, message % len(waiting), url, _("Confirm"))


def _sit_outs(event: Event) -> ChecklistItem | None:
    if not event.has_sit_outs:
        return None
    if event.bye_decided:
        return ChecklistItem("sit-outs", True, _("It’s decided what a sit-out scores."))
    url = reverse("events:settings", args=[event.slug])
    return ChecklistItem(
        "sit-outs",
        False,
        _("Nobody has said what a sit-out scores, so it scores nothing."),
        url,
        _("Decide"),
    )


def _first_place(event: Event) -> ChecklistItem | None:
    first = [row.name for row in standings(event).rows if row.place == 1]
    if not first:
        return None
    if len(first) == 1:
        return ChecklistItem("first-place", True, _("First place: %(name)s.") % {"name": first[0]})
    message = _("%(names)s share first place.") % {"names": ", ".join(first)}
    url = reverse("standings:show", args=[event.slug])
    return ChecklistItem("first-place", False, message, url, _("See the standings"))
