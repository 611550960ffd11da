"""Phones at tables: somebody with a browser who has the link of a table and its PIN."""

from django.test import Client
from django.urls import reverse

from scoring.seats import SEATS, Seat, Side
from tests.helpers.factories import NOW, table_of
from tests.helpers.scripted import Scripted
from tournament.models import Event, Submission, Table, TableLink
from tournament.services import submissions
from tournament.services.events import change_event
from tournament.state.sheet_scores import TableResult


def open_tables(event: Event, **also: bool) -> Event:
    """Let the tables of a published event enter their scores."""
    director = event.memberships.get(role="director").user
    return change_event(event, by=director, at=NOW, scores_from="tables", **also)


def link_of(event: Event, number: int = 1) -> TableLink:
    return event.table_links.get(number=number, revoked_at=None)


def token_of(event: Event, number: int = 1, round_number: int = 1) -> str:
    return link_of(event, number).for_round(round_number)


def url(event: Event, page: str = "show", number: int = 1, round_number: int = 1) -> str:
    return reverse(f"table_entry:{page}", args=[token_of(event, number, round_number)])


def phone(event: Event, seat: str = "N", number: int = 1, round_number: int = 1) -> Scripted:
    """A phone whose holder has given the PIN and said who they are."""
    somebody = Scripted(Client(enforce_csrf_checks=True))
    somebody.visit(url(event, number=number, round_number=round_number))
    somebody.press("Continue", pin=link_of(event, number).pin)
    player = table_of(event, round_number, number).seatings.get(seat=seat).player
    somebody.press(player.name)
    return somebody


def totals(ns: int, ew: int, first: str = "", **lone: int) -> TableResult:
    marches = {seat: lone.get(seat.value, 0) for seat in SEATS}
    told = {Side.NS: ns, Side.EW: ew}
    return TableResult("totals", (), told, marches, Side(first) if first else None)


def report(table: Table, ns: int, ew: int, seat: str = "N", **more: object) -> Submission | None:
    """One side's totals, through the service."""
    more = {"confirmed": True} | more
    return submissions.submit(table, totals(ns, ew), seat=Seat(seat), at=NOW, **more)
