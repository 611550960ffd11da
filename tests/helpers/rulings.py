"""Sheets dealt deal by deal and rulings as the rule proposes them: what tests of rulings start from."""

from collections.abc import Collection
from dataclasses import fields, replace
from typing import Any

from django.test import Client

from scoring.deal import Call, Deal
from scoring.seats import Seat, dealer_of
from tests.helpers.addresses import at
from tests.helpers.factories import NOW
from tests.helpers.scripted import Scripted
from tournament.models import Event, Ruling, Sheet, Table, User
from tournament.services.rulings import make_ruling
from tournament.services.sheets import enter_deals
from tournament.state.rulings import RulingDecision, RulingQuestion, proposal_for

ASKED = [field.name for field in fields(RulingQuestion)]


def dealt(first: Seat = Seat.N, *, tricks: int = 3, count: int = 8) -> list[Deal]:
    """North makes every deal with three tricks, whoever deals first: 8 to 0."""
    return [Deal(slot, 1, dealer_of(first, slot), Call(Seat.N), tricks) for slot in range(1, count + 1)]


def deal(
    table: Table,
    director: User,
    first: Seat = Seat.N,
    *,
    call: Call | None = None,
    but: Collection[int] = (),
    expected: int = 0,
    **as_dealt: int,
) -> Sheet:
    """The table writes down every deal, or all `but` some; with `call` in the first one."""
    deals = [one for one in dealt(first, **as_dealt) if one.slot not in but]
    deals[0] = replace(deals[0], call=call or deals[0].call)
    told: dict[str, Any] = {"by": director, "at": NOW, "expected": expected, "confirmed": True, "reason": "x"}
    return enter_deals(table, deals=deals, first_dealer=first, **told)


def decide(
    table: Table, code: str, offender: Seat | None = None, slot: int | None = 1, **said: Any
) -> RulingDecision:
    """As the rule proposes it: what is said beside it belongs to the question, or changes the decision."""
    asked = {name: said.pop(name) for name in ASKED if name in said}
    question = RulingQuestion(code, offender, slot, **asked)
    return replace(RulingDecision.as_proposed(question, proposal_for(table, question)), **said)


def rule(
    table: Table, director: User, code: str, offender: Seat | None = None, slot: int | None = 1, **said: Any
) -> Ruling:
    """The ruling that `decide` decides."""
    decision = decide(table, code, offender, slot, **said)
    return make_ruling(table, by=director, at=NOW, decision=decision)


def asked(desk: Client, event: Event, code: str, table: int = 1, **told: Any) -> Scripted:
    """The ruling desk at a table of round 1, asked about an offence; each answer asks the rule again."""
    page = Scripted(desk)
    page.visit(f"{at(event, 'rulings:make', 1, table)}?code={code}")
    return page.fill(**told) if told else page
