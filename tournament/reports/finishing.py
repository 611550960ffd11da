"""The checklist before an event is finished: what is in order, and what is still open with the way to it.

Nothing here forbids finishing; a missing sheet is ticked on the form beside the list.
"""

from dataclasses import dataclass

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournament.currency import Money, money_of
from tournament.models import Event
from tournament.reports.money import CashSheet, DoorMoney, cash_sheet
from tournament.reports.prizes import prize_money
from tournament.reports.standings import standings
from tournament.state.attendance import in_a_row
from tournament.state.completeness import (
    CALL,
    DEALER,
    DISPUTED,
    LATE,
    MISSING,
    PROPOSED,
    SIT_OUT,
    TIED,
    UNCONFIRMED,
    WAITING,
    Completeness,
)


@dataclass(frozen=True, slots=True)
class ChecklistItem:
    """One line of the checklist; `url` and `action` lead to where an open one is settled."""

    code: str
    done: bool
    sentence: str
    url: str = ""
    action: str = ""


def finishing_checklist(event: Event, found: Completeness) -> tuple[ChecklistItem, ...]:
    """Everything to look at before finishing, in the order in which it is best settled; `found` is what is
    open (`state.completeness`)."""
    items: tuple[ChecklistItem | None, ...] = (
        _rounds(event),
        _sheets(found),
        _questions(found),
        _confirmations(event, found),
        _proposals(event, found),
        _sit_outs(event, found),
        _late(found),
        _first_place(event),
        _prizes(event),
        *_money(event),
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


def _sheets(found: Completeness) -> ChecklistItem:
    missing = [item for item in found.of(MISSING, DISPUTED, WAITING) if item.wrong]
    if not missing:
        return ChecklistItem("sheets", True, _("Every table of a closed round has reported."))
    message = ngettext(
        "%(n)d table of a closed round has no sheet.",
        "%(n)d tables of closed rounds have no sheet.",
        len(missing),
    )
    return ChecklistItem("sheets", False, message % {"n": len(missing)}, missing[0].url, _("Enter the first"))


def _late(found: Completeness) -> ChecklistItem | None:
    for item in found.of(LATE):
        return ChecklistItem("late", False, item.sentence, item.url, item.action)
    return None


def _prizes(event: Event) -> ChecklistItem | None:
    """The prizes that nobody wins as things are, such as one for lone marches where none was entered."""
    prizes = prize_money(event)
    if prizes.settings is None:
        return None
    unwon = prizes.unwon
    if not unwon:
        return ChecklistItem("prizes", True, _("Every prize has a winner."))
    message = _("Nobody wins these prizes: %(prizes)s. Is something not entered yet?")
    url = reverse("prizes:index", args=[event.slug])
    return ChecklistItem("prizes", False, message % {"prizes": ", ".join(unwon)}, url, _("See the prizes"))


def _questions(found: Completeness) -> ChecklistItem:
    questions = found.of(TIED, DEALER, CALL)
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


def _confirmations(event: Event, found: Completeness) -> ChecklistItem | None:
    if not event.second_eyes:
        return None
    waiting = found.of(UNCONFIRMED)
    if not waiting:
        return ChecklistItem("confirmations", True, _("Every sheet is confirmed by a second official."))
    message = ngettext(
        "%d sheet is not confirmed by a second official: players do not see it at the end.",
        "%d sheets are not confirmed by a second official: players do not see them at the end.",
        len(waiting),
    )
    return ChecklistItem("confirmations", False, message % len(waiting), waiting[0].url, _("Confirm"))


def _proposals(event: Event, found: Completeness) -> ChecklistItem | None:
    if not event.second_agrees:
        return None
    for item in found.of(PROPOSED):
        return ChecklistItem("proposals", False, item.sentence, item.url, item.action)
    return ChecklistItem("proposals", True, _("No decision waits for a second official."))


def _sit_outs(event: Event, found: Completeness) -> ChecklistItem | None:
    for item in found.of(SIT_OUT):
        message = _("Nobody has said what a sit-out scores, so it scores nothing.")
        return ChecklistItem("sit-outs", False, message, item.url, _("Decide"))
    if not event.has_sit_outs:
        return None
    return ChecklistItem("sit-outs", True, _("It’s decided what a sit-out scores."))


def _first_place(event: Event) -> ChecklistItem | None:
    first = [row.name for row in standings(event).rows if row.place == 1]
    if not first:
        return None
    if len(first) == 1:
        return ChecklistItem("first-place", True, _("First place: %(name)s.") % {"name": first[0]})
    message = _("%(names)s share first place.") % {"names": ", ".join(first)}
    url = reverse("standings:show", args=[event.slug])
    return ChecklistItem("first-place", False, message, url, _("See the standings"))


def _money(event: Event) -> tuple[ChecklistItem, ...]:
    """Who has not paid, whether the pot covers the prizes, and whether the cash was counted."""
    cash = cash_sheet(event)
    if cash is None:
        return ()
    amount = money_of(event.time_zone)
    found = [_fees(event, cash.door, amount)]
    if cash.check.short:
        message = _("The prizes come to %(amount)s more than the pot holds.")
        url = reverse("prizes:index", args=[event.slug])
        found.append(
            ChecklistItem("pot", False, message % {"amount": amount(cash.check.short)}, url, _("Decide"))
        )
    return (*found, _box(event, cash, amount))


def _fees(event: Event, door: DoorMoney, amount: Money) -> ChecklistItem:
    owing = len(door.owing)
    if not owing:
        return ChecklistItem("fees", True, _("Everybody who came has paid."))
    message = ngettext(
        "%(n)d player who came has not paid: %(amount)s.",
        "%(n)d players who came have not paid: %(amount)s.",
        owing,
    )
    url = reverse("money:index", args=[event.slug]) + "?owing"
    words = message % {"n": owing, "amount": amount(door.owed)}
    return ChecklistItem("fees", False, words, url, _("See who"))


def _box(event: Event, cash: CashSheet, amount: Money) -> ChecklistItem:
    if cash.difference == 0:
        return ChecklistItem("cash", True, _("The cash was counted, and it is all there."))
    if cash.difference is None:
        message = _("The cash has not been counted yet.")
    elif cash.missing:
        message = _("%(amount)s is missing in the cash box.") % {"amount": amount(cash.missing)}
    else:
        message = _("%(amount)s is in the cash box beyond what should be there.") % {
            "amount": amount(cash.difference)
        }
    url = reverse("money:cash", args=[event.slug])
    return ChecklistItem("cash", False, message, url, _("See the cash sheet"))
