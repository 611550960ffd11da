"""Scores submitted by phone, and each table's secret link for submitting them.

A submission counts nothing by itself. When the other side accepts it, it becomes a sheet
(`services.submissions`). Submissions are never deleted, only answered.
"""

import base64
import hmac
import secrets
from collections.abc import Mapping
from datetime import datetime, timedelta
from itertools import count

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _lazy

from scoring.doubts import doubt_sentence
from scoring.seats import SEATS, Seat, Side
from scoring.sentences import Sentence, joined
from tournament.models.people import official
from tournament.models.seating import SEAT_CHOICES, SIDE_CHOICES, Table
from tournament.models.sheets import Sheet, TableScore

PIN_DIGITS = 4
LONGEST_PAUSE = timedelta(minutes=60)  # after wrong PINs


def new_table_token() -> str:
    """The secret of a table's sign: 160 bits, without a hyphen, which sets a round's own links apart."""
    return secrets.token_hex(20)


def new_pin() -> str:
    """Four digits, three of them different at least: nobody begins guessing with another."""
    while True:
        pin = f"{secrets.randbelow(10**PIN_DIGITS):0{PIN_DIGITS}d}"
        if _is_good(pin):
            return pin


def _is_good(pin: str) -> bool:
    return len(set(pin)) > 2


class TableLinkQuerySet(models.QuerySet["TableLink"]):
    """Links by whether they still open anything."""

    def live(self) -> "TableLinkQuerySet":
        """Links that nobody has revoked, at most one per table."""
        return self.filter(revoked_at=None)


class TableLink(models.Model):
    """One table's way in for a whole event; a renewed one leaves its row behind, revoked.

    `token` stands in the code on the table's sign and leads to the round that is open. A round's own link,
    on that round's score sheet, follows from it (`for_round`) and dies with the round. `misses` counts wrong
    PINs since the last right one.
    """

    event = models.ForeignKey("tournament.Event", on_delete=models.CASCADE, related_name="table_links")
    number = models.PositiveSmallIntegerField()
    token = models.CharField(max_length=40, unique=True, default=new_table_token, editable=False)
    pin = models.CharField(max_length=PIN_DIGITS, default=new_pin, editable=False)
    pin_seed = models.CharField(
        max_length=40,
        default=new_table_token,
        editable=False,
        help_text="what each round's own PIN follows from; never shown or printed",
    )
    misses = models.PositiveIntegerField(default=0)
    locked_until = models.DateTimeField(null=True)
    made_at = models.DateTimeField()
    revoked_at = models.DateTimeField(null=True)

    objects = TableLinkQuerySet.as_manager()

    class Meta:
        ordering = ["event", "number", "pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["event", "number"], condition=Q(revoked_at=None), name="table_link_one_live_per_table"
            )
        ]

    def __str__(self) -> str:
        return f"{self.event}: link of table {self.number}"

    def for_round(self, number: int) -> str:
        """The secret of this table's link in one round: 160 bits that tell nothing of other rounds'."""
        mark = hmac.digest(self.token.encode(), f"round {number}".encode(), "sha256")[:20]
        return f"{self.pk}-{number}-{base64.b16encode(mark).decode().lower()}"

    def pin_for(self, number: int, *, per_round: bool) -> str:
        """The PIN that opens this table in one round: the table's, or (`per_round`) the round's own.

        A round's own follows from `pin_seed`, not from `token`: whoever scanned the sign knows the token.
        """
        if not per_round:
            return self.pin
        pins = (self._drawn_pin(f"{self.token} {number} {turn}") for turn in count())
        return next(pin for pin in pins if _is_good(pin))

    def _drawn_pin(self, message: str) -> str:
        mark = hmac.digest(self.pin_seed.encode(), message.encode(), "sha256")
        return f"{int.from_bytes(mark[:8]) % 10**PIN_DIGITS:0{PIN_DIGITS}d}"

    def is_locked(self, at: datetime) -> bool:
        """Whether no PIN is taken at this moment. A clock that was ahead locks nothing until then."""
        return self.locked_until is not None and at < self.locked_until <= at + LONGEST_PAUSE


class SubmissionQuerySet(models.QuerySet["Submission"]):
    """Submissions by what became of them."""

    def live(self) -> "SubmissionQuerySet":
        """Neither accepted nor withdrawn."""
        return self.filter(state__in=Submission.LIVE)


class Submission(TableScore, models.Model):
    """What one side of a table reported for a round, as typed (the fields of `Sheet` of the same names), and
    what became of it.

    `ns`, `ew` and `winner` are what it came to with the rulings in force then; `doubts` what was unlikely
    about it, as codes and values (`scoring.doubts`). A dispute is two reports, one of each side, or one with
    the other side's `words`.

    A report that came when the round was closed already is `late`: only an official lets it count.

    `device` is the random mark of the browser that reported (`web.table_session`). An answer for the other
    side from that same browser is no second witness: the state becomes `one_phone`, and nothing counts.
    """

    class State(models.TextChoices):
        WAITING = "waiting", _lazy("waits for the other side")
        ONE_PHONE = "one_phone", _lazy("both sides from one phone")
        DISPUTED = "disputed", _lazy("disputed")
        LATE = "late", _lazy("came after the round was closed")
        ACCEPTED = "accepted", _lazy("accepted")
        WITHDRAWN = "withdrawn", _lazy("withdrawn")

    LIVE = (State.WAITING, State.ONE_PHONE, State.DISPUTED, State.LATE)

    table = models.ForeignKey(Table, on_delete=models.PROTECT, related_name="submissions")
    number = models.PositiveSmallIntegerField()
    side = models.CharField(max_length=2, choices=SIDE_CHOICES)
    seat = models.CharField(max_length=1, choices=SEAT_CHOICES, help_text="who typed it")
    state = models.CharField(max_length=9, choices=State.choices, default=State.WAITING)
    made_at = models.DateTimeField()
    entry = models.CharField(max_length=6, choices=Sheet.Entry.choices)
    deals = models.JSONField(default=list)
    first_dealer = models.CharField(max_length=1, choices=SEAT_CHOICES, blank=True)
    deals_played = models.PositiveSmallIntegerField(
        null=True, help_text="how many deals the bell let the table play; null for the whole round"
    )
    reported_ns = models.SmallIntegerField(null=True)
    reported_ew = models.SmallIntegerField(null=True)
    marches = models.JSONField(default=dict, help_text="lone marches by seat")
    reached_first = models.CharField(max_length=2, choices=SIDE_CHOICES, blank=True)
    nobody_can_say = models.BooleanField(default=False)
    included = models.JSONField(default=dict, help_text="ruling number: whether the totals hold its award")
    ns = models.SmallIntegerField()
    ew = models.SmallIntegerField()
    winner = models.CharField(max_length=2, choices=SIDE_CHOICES, blank=True)
    doubts = models.JSONField(default=list)
    words = models.CharField(max_length=200, blank=True, help_text="why the other side disputes it")
    answered_seat = models.CharField(max_length=1, choices=SEAT_CHOICES, blank=True)
    answered_at = models.DateTimeField(null=True)
    device = models.CharField(max_length=32, blank=True, help_text="random mark of the browser that reported")
    same_phone = models.BooleanField(default=False, help_text="answered on the phone that reported it")
    settled_by = official()
    settled_at = models.DateTimeField(null=True)
    client_key = models.CharField(  # noqa: DJ001 - unique at its table, and not every report has one
        max_length=64, null=True, help_text="one per submission: repeats count once"
    )

    objects = SubmissionQuerySet.as_manager()

    class Meta:
        ordering = ["table", "number"]
        constraints = [
            models.UniqueConstraint(fields=["table", "number"], name="report_number_once_per_table"),
            models.UniqueConstraint(fields=["table", "client_key"], name="report_key_once_per_table"),
            models.UniqueConstraint(
                fields=["table", "side"],
                condition=Q(state__in=["waiting", "one_phone", "disputed", "late"]),
                name="report_one_live_per_side",
            ),
            models.CheckConstraint(
                condition=Q(state__in=["waiting", "one_phone", "disputed", "late", "accepted", "withdrawn"]),
                name="report_state_known",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.table}: {self.side} reports {self.ns}–{self.ew}"

    @property
    def is_live(self) -> bool:
        """Whether it is neither accepted nor withdrawn."""
        return self.state in self.LIVE

    @property
    def other_side(self) -> Side:
        """The side that answers."""
        return Side(self.side).other

    @property
    def doubt(self) -> Sentence:
        """What was unlikely about it, as one sentence; empty for nothing."""
        return joined(doubt_sentence(doubt["code"], doubt) for doubt in self.doubts)

    @property
    def loners(self) -> Mapping[Seat, int]:
        """Lone marches by seat."""
        return {seat: self.marches.get(seat.value, 0) for seat in SEATS}
