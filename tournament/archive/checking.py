"""Validate an archive: its shape, the consistency of its facts (`facts`), and whether its results are what
the site's own code counts from them.

Uses the models' types, but neither reads nor writes the database.
"""

import copy
import json
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import islice
from typing import Any

from django.utils.translation import gettext as _

from scoring.deal import Deal
from scoring.errors import ScoringError
from scoring.hall import HallLine, counted_wins
from scoring.ruleset import Ruleset
from scoring.seats import SEATS, Seat
from tournament.archive import facts, sheets
from tournament.archive.document import (
    ARCHIVE,
    DISQUALIFIED,
    EVENT,
    FORMAT,
    VERSION,
    VERSION_3,
    in_version,
    standings_lines,
)
from tournament.archive.shapes import OneOf, shown_value
from tournament.archive.text import MOST_TOLD, ArchiveProblem, BadArchive, member_path
from tournament.archive.upgrade import VERSION_1, upgraded
from tournament.models import Event, Round, Sheet
from tournament.reports.standings import rows_of
from tournament.state.results import PlayerFacts, Results, RoundFacts, Score, card_line, score_in
from tournament.words.names import called
from tournament.words.sentences import words_of

Values = dict[str, Any]


def recomputed(archive: Values) -> Values:
    """The archive with results recomputed from its facts.

    Shape and facts must have been checked. Raises `BadArchive`, naming each sheet that cannot be scored.
    """
    rules = Ruleset.from_dict(archive["event"]["rules"])
    problems: list[ArchiveProblem] = []
    scores: dict[tuple[int, int], Score] = {}
    rounds = []
    for i, round_ in enumerate(archive["rounds"]):
        tables = []
        for j, table in enumerate(round_["tables"]):
            path = member_path("", "rounds", i, "tables", j)
            sheet = table["sheet"]
            if sheet is not None:
                try:
                    sheet, scores[round_["number"], table["number"]] = _sheet(table, rules)
                except ScoringError as error:
                    problems.append(_problem(error, table["sheet"], member_path(path, "sheet")))
            tables.append(table | {"sheet": sheet})
        rounds.append(round_ | {"tables": tables})
    if problems:
        raise BadArchive(problems)
    event = Event(**EVENT.read(archive["event"]))  # not saved, for what the standings need
    rows = rows_of(event, _rebuilt_results(archive, scores), with_no_shows=True)
    lines = standings_lines(rows, rounds)
    return in_version(archive | {"rounds": rounds, "standings": lines}, archive["version"])


def with_wins_that_count(archive: Values) -> Values:
    """A checked archive as it is written now: until 1.0.0 every win that a tally card marks counted, also
    where other winners did not mark theirs."""
    if "cards" not in archive:
        return archive
    told: dict[int, list[HallLine]] = defaultdict(list)
    archive = copy.deepcopy(archive)
    lines = [(card["player"], line) for card in archive["cards"] for line in card["rounds"] if "won" in line]
    for player, line in lines:
        told[line["round"]].append(HallLine(player, line["points"], line["loners"], line["won"]))
    counted = counted_wins(Ruleset.from_dict(archive["event"]["rules"]), told)
    won = {(round_, line.player): line.won for round_, here in counted.items() for line in here}
    for player, line in lines:
        line["won"] = won[line["round"], player]
    return recomputed(archive)


def _sheet(table: Values, rules: Ruleset) -> tuple[Values, Score]:
    counted = sheets.read_sheet(table, rules).counted(rules)
    return sheets.sheet_document(rules, counted), score_in(Sheet(**counted.fields()))


def _rebuilt_results(archive: Values, scores: dict[tuple[int, int], Score]) -> Results:
    """The results for the standings; players and tables are represented by their numbers."""
    adjusted: Counter[int] = Counter()
    for adjustment in archive["adjustments"]:
        adjusted[adjustment["player"]] += adjustment["points"]
    players = tuple(
        PlayerFacts(
            key=player["number"],
            number=player["number"],
            name=called(player["number"], player["name"]),
            ranked=player["ranked"] and player["status"] != DISQUALIFIED,
            adjusted=adjusted[player["number"]],
        )
        for player in archive["players"]
    )
    rounds = (_round(round_, scores) for round_ in archive["rounds"])
    return Results(players, tuple(_with_cards(facts, archive.get("cards", ())) for facts in rounds))


def _with_cards(facts: RoundFacts, cards: Sequence[Values]) -> RoundFacts:
    """The round as the tally cards tell it, if the hall seats itself."""
    told = {
        card["player"]: line for card in cards for line in card["rounds"] if line["round"] == facts.number
    }
    out = {player for player, line in told.items() if "sat_out" in line}
    lines = {
        player: card_line(facts.number, line["points"], line["loners"], line["won"])
        for player, line in told.items()
        if player not in out
    }
    return replace(facts, sit_out=facts.sit_out | out, cards=lines)


def _round(round_: Values, scores: dict[tuple[int, int], Score]) -> RoundFacts:
    number = round_["number"]
    return RoundFacts(
        number=number,
        status=Round.Status.CLOSED if round_["closed"] else Round.Status.OPEN,
        tables={
            table["number"]: {
                seat: table["seats"][seat.value] for seat in SEATS if table["seats"][seat.value]
            }
            for table in round_["tables"]
        },
        sit_out=frozenset(round_["sit_out"]),
        scores={table: score for (at_round, table), score in scores.items() if at_round == number},
    )


def _problem(error: ScoringError, sheet: Values, path: str) -> ArchiveProblem:
    """An error of `scoring` as a problem, at the deal that it names, if any."""
    if sheet["entry"] == sheets.DEALS and error.where:
        for index, deal in enumerate(sheet["deals"]):
            if Deal(deal["slot"], deal["attempt"], Seat(deal["dealer"])).where == error.where:
                path = member_path(path, "deals", index)
                break
    return ArchiveProblem(path, _("cannot be counted: %(message)s") % {"message": words_of(error)})


def problems_of(archive: Any) -> list[ArchiveProblem]:
    """All problems of a file's values, in the file's order; none if it is a valid archive of either version.

    Facts are checked only if the shape is right, and results only if the facts are consistent. At most
    `MOST_TOLD` problems are listed, then at least how many more there are.
    """
    archive = upgraded(archive)
    for look in (_kind, _shape, facts.problems_of, _results):
        problems = list(islice(look(archive), MOST_TOLD + 1))
        if len(problems) > MOST_TOLD:
            more = _("and more: only the first %(told)d problems are named.")
            return [*problems[:MOST_TOLD], ArchiveProblem("", more % {"told": MOST_TOLD})]
        if problems:
            return problems
    return []


def refuse_bad(archive: Any) -> None:
    """Raise `BadArchive` unless this is a valid archive."""
    if problems := problems_of(archive):
        raise BadArchive(problems)


def _kind(archive: Any) -> Iterator[ArchiveProblem]:
    """Check the kind of the file, before its members."""
    if not isinstance(archive, dict):
        yield ArchiveProblem(
            "", _("This is not an event’s archive: the file holds %s.") % shown_value(archive)
        )
        return
    for name, known in (("format", (FORMAT,)), ("version", (VERSION_1, VERSION, VERSION_3))):
        if name in archive:
            yield from OneOf(known).check(archive[name], name)
        else:
            yield ArchiveProblem(name, _("is missing; is this the archive of an event?"))


def _shape(archive: Values) -> Iterator[ArchiveProblem]:
    return ARCHIVE.check(archive, "")


def _results(archive: Values) -> Iterator[ArchiveProblem]:
    try:
        yield from differences(archive, recomputed(archive), "")
    except BadArchive as bad:
        yield from bad.problems


def differences(stored: Any, expected: Any, path: str) -> Iterator[ArchiveProblem]:
    """The differences between two documents, member by member."""
    if isinstance(stored, dict) and isinstance(expected, dict) and stored.keys() == expected.keys():
        for name in stored:
            yield from differences(stored[name], expected[name], member_path(path, name))
    elif isinstance(stored, list) and isinstance(expected, list):
        if len(stored) != len(expected):
            counts = {"found": len(stored), "expected": len(expected)}
            message = _("has %(found)d members in the file; recomputed there are %(expected)d.")
            yield ArchiveProblem(path, message % counts)
        for index, (one, other) in enumerate(zip(stored, expected, strict=False)):
            yield from differences(one, other, member_path(path, index))
    elif json.dumps(stored) != json.dumps(expected):
        facts = {"found": shown_value(stored), "expected": shown_value(expected)}
        yield ArchiveProblem(path, _("is %(found)s in the file; recomputed it is %(expected)s.") % facts)
