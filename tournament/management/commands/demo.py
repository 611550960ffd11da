"""Create a realistic event to look at: five of eight rounds played, players late and gone, two rulings."""

import random
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import transaction
from django.utils import timezone

from scoring.deal import Deal
from scoring.seats import SEATS, Seat
from scoring.sheet import score_deals
from tournament.models import Event, Player, Round, Table, User
from tournament.registry.features import AT_FIRST
from tournament.running import program
from tournament.services import drafts, events, players, rounds, rulings, seating, sheets
from tournament.services.drafts import DrawRequest
from tournament.simulation.tables import play_round
from tournament.state.rulings import RulingDecision, RulingQuestion, proposal_for

NAMES = (
    "Agnes Whitlock", "Bert Okafor", "Carmen Díaz", "Desmond O’Shea", "Elin Sjöberg", "Frank Kowalczyk",
    "Grace Adeyemi", "Harold Finch", "Inge Vogel", "Jim Tremblay", "Karin Hübner", "Lou Castellano",
    "Marguerite Lévesque", "Nadia Haddad", "Otis Graham", "Peg Dunleavy", "Quentin Ross", "Ruth Nakamura",
    "Stan Petrov", "Tess van den Berg", "Ursula Meyer", "Vic Romano", "Wanda Nowak", "Xavier Morel",
    "Yvonne Baptiste", "Zeke Lindqvist",
)  # fmt: skip
LATE, LATE_FROM = "Zeke Lindqvist", 2
GONE, GONE_AFTER = "Quentin Ross", 3
PLAYED = 5
ROUND_TIME = timedelta(minutes=20)
SEARCH = 0.05  # seconds: somebody waits for their first page, and longer searches only move fewer players


class Evening:
    """Play an evening: call the services as the director would, with an advancing clock."""

    def __init__(self, director: User, seed: int, start: datetime) -> None:
        self.director = director
        self.rng = random.Random(seed)
        self.seed = seed
        self.clock = start

    def do(self, action: Callable[..., Any], *args: Any, **kwargs: Any) -> Any:
        """Call a service as the director, now."""
        self.clock += timedelta(seconds=self.rng.randint(2, 9))
        return action(*args, by=self.director, at=self.clock, **kwargs)

    def run(self, name: str) -> Event:
        event: Event = self.do(
            events.create_event,
            name=name,
            date=timezone.localdate(self.clock),
            venue="Parish hall, St Anne’s",
            time_zone=timezone.get_default_timezone_name(),
            seed=self.seed,
            bye_mode="average",
            features=(*AT_FIRST, "deals"),
        )
        self.seat(event)
        for number in range(1, PLAYED + 1):
            self.play(event.rounds.get(number=number))
            if number == GONE_AFTER:
                self.somebody_leaves(event)
        self.report_some(event.rounds.get(number=PLAYED + 1))
        event.refresh_from_db()
        return event

    def seat(self, event: Event) -> None:
        self.do(players.import_players, event, [players.PlayerRow(name=name) for name in NAMES])
        for player in event.players.all():
            if player.name == LATE:
                self.do(players.set_status, player, Player.Status.LATE, from_round=LATE_FROM)
            else:
                self.do(players.check_in, player)
        self.draw(event, seating.whole_question(event))

    def draw(self, event: Event, question: DrawRequest) -> None:
        self.do(seating.publish, self.do(drafts.draw, event, question, seconds=SEARCH))

    def somebody_leaves(self, event: Event) -> None:
        player = event.players.get(own_name=GONE)
        self.do(players.set_status, player, Player.Status.LEFT, to_round=GONE_AFTER)
        self.draw(event, seating.rest_question(event))

    def play(self, round_: Round) -> None:
        """Report every table, make the evening's rulings where they fall, and close the round."""
        self.clock += ROUND_TIME
        for table in round_.tables.all():
            self.report(table)
        if round_.number == 2:
            self.rule(round_.tables.get(number=3), "renege", Seat.W)
        if round_.number == 4:
            self.rule(round_.tables.get(number=1), "lead-out-of-turn", Seat.N)
        self.do(rounds.close_round, round_)

    def report_some(self, round_: Round) -> None:
        """Report half the tables of the round in play."""
        for table in round_.tables.all()[: round_.tables.count() // 2]:
            self.report(table)

    def report(self, table: Table) -> None:
        """Report a table: mostly deal by deal, sometimes by totals."""
        rules = table.round.event.ruleset
        first = table.known_dealer or Seat.N
        deals = play_round(self.rng, rules, first)
        if table.round.number % 2 or table.number in (1, 3):
            self.do(sheets.enter_deals, table, deals=deals, first_dealer=first, expected=0)
            return
        score = score_deals(rules, first, deals)
        self.do(
            sheets.enter_totals,
            table,
            totals=score.totals,
            loners={seat: score.loners[seat] for seat in SEATS},
            reached_first=score.winner if score.tied else None,
            expected=0,
            confirmed=True,
        )

    def rule(self, table: Table, code: str, offender: Seat) -> None:
        """Make a ruling on the table's third deal, as the rule proposes."""
        reported = table.sheets.counting().get().deals[2]
        deal = Deal.from_dict(reported)
        question = RulingQuestion(code, offender, deal.slot, deal.attempt, deal.call)
        proposal = proposal_for(table, question)
        self.do(rulings.make_ruling, table, decision=RulingDecision.as_proposed(question, proposal))


class Command(BaseCommand):
    help = "Create a demonstration event: 26 players, five of eight rounds played."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--director", help="sign-in name of its director (default: the first account)")
        parser.add_argument("--seed", type=int, default=26, help="the same seed gives the same evening")
        parser.add_argument("--name", default="Friday Night Euchre (demo)", help="the event's name")

    @transaction.atomic
    def handle(self, *args: Any, **options: Any) -> None:
        accounts = User.objects.order_by("pk")
        if options["director"]:
            accounts = accounts.filter(username=options["director"])
        director = accounts.first()
        if director is None:
            raise CommandError(
                f"There is no such account. Create one first: {program.command_line('createdirector')}"
            )
        start = timezone.now() - (PLAYED + 1) * ROUND_TIME
        event = Evening(director, options["seed"], start).run(options["name"])
        self.stdout.write(
            f"Created “{event.name}” with {event.players.count()} players: /events/{event.slug}/"
        )
