"""Check the consistency of an archive's facts: players are known and in one place, rounds are in order.

The shape must have been checked. `checking` sees whether sheets can be scored.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any

from django.utils.translation import gettext as _

from scoring.deal import Deal
from scoring.errors import ScoringError
from scoring.ruleset import Ruleset
from scoring.seats import Seat, Side
from scoring.sheet import next_deal
from scoring.standings import check_order
from tournament.archive.document import LONGEST_SLUG, STAYS, UNSAID_LANGUAGE, version_needed
from tournament.archive.shapes import short_text, shown_value
from tournament.archive.sheets import DEALS, POINTS
from tournament.archive.text import ArchiveProblem, member_path
from tournament.rotation.movements import MOVEMENTS, SELF
from tournament.services.events import RESERVED_SLUGS
from tournament.services.groups import MOST_GROUPS, is_group
from tournament.words.sentences import words_of

Values = dict[str, Any]
SLUG = re.compile(r"[-a-zA-Z0-9_]+", re.ASCII)


def problems_of(archive: Values) -> Iterator[ArchiveProblem]:
    """The inconsistencies of the facts."""
    needed = version_needed(archive)
    if archive["version"] != needed:
        message = _("is %(found)d; what the file holds is written as version %(needed)d.")
        yield ArchiveProblem("version", message % {"found": archive["version"], "needed": needed})
    yield from _event(archive["event"])
    known = {player["number"] for player in archive["players"]}
    for path, player in _each(archive["players"], "players"):
        if player["name"] != player["name"].strip():
            yield ArchiveProblem(member_path(path, "name"), _("must not be empty."))
    yield from _wishes(archive["event"]["wishes"], known)
    yield from _ascending(archive["players"], "number", "players")
    yield from _groups(archive)
    yield from _teams(archive)
    yield from _house(archive)
    yield from _rounds(archive, known)
    yield from _cards(archive, known)
    for path, adjustment in _each(archive["adjustments"], "adjustments"):
        yield from _known(adjustment["player"], known, member_path(path, "player"))
        if not adjustment["points"]:
            message = _("must not be 0: an adjustment changes something.")
            yield ArchiveProblem(member_path(path, "points"), message)


def _each(values: Sequence[Any], path: str) -> Iterator[tuple[str, Any]]:
    """The values of a list, each with its place."""
    return ((member_path(path, index), value) for index, value in enumerate(values))


def slug_problem(slug: str) -> str | None:
    """What is wrong with an event's short name, or None."""
    if not SLUG.fullmatch(slug):
        return _("may hold letters without accents, digits, hyphens and underscores only.")
    if len(slug) > LONGEST_SLUG:
        return _("has more than %d characters.") % LONGEST_SLUG
    if slug in RESERVED_SLUGS:
        return _("is the address of a page of this site; choose another.")
    return None


def _event(event: Values) -> Iterator[ArchiveProblem]:
    path = "event"
    if wrong := slug_problem(event["slug"]):
        yield ArchiveProblem(member_path(path, "slug"), wrong)
    if event.get("language") == UNSAID_LANGUAGE:
        message = _("is left out where it is %(found)s.") % {"found": shown_value(UNSAID_LANGUAGE)}
        yield ArchiveProblem(member_path(path, "language"), message)
    by_standings = MOVEMENTS[event["movement"]].needs_standings
    if by_standings and "pattern" not in event:
        yield ArchiveProblem(member_path(path, "pattern"), _("is missing."))
    if "pattern" in event and not by_standings:
        message = _("is not known here: this movement makes no tables from the standings.")
        yield ArchiveProblem(member_path(path, "pattern"), message)
    name = "rules"
    try:
        rules = Ruleset.from_dict(event["rules"])
        name = "order"  # what ranks hangs on the rules
        check_order(event["order"], rules, at_tables=event["movement"] != SELF)
    except ScoringError as error:
        yield ArchiveProblem(member_path(path, name), words_of(error))


def _wishes(wishes: list[Values], known: set[int]) -> Iterator[ArchiveProblem]:
    """Each wish once and in order; about one player and a table, or about two players."""
    path, staying = "event.wishes", set()
    for here, wish in _each(wishes, path):
        players = wish["players"]
        for place, player in _each(players, member_path(here, "players")):
            yield from _known(player, known, place)
        stays = wish["kind"] == STAYS
        if len(players) != (1 if stays else 2) or (wish["table"] is None) is stays:
            message = _("A request is about two players, or, where it is “stays”, about one and a table.")
            yield ArchiveProblem(here, message)
        elif players != sorted(set(players)):
            yield ArchiveProblem(
                member_path(here, "players"), _("must be two players, the lower number first.")
            )
        elif stays and players[0] in staying:
            yield ArchiveProblem(here, _("This player stays at another table already."))
        staying |= set(players) if stays else set()
    places = [(wish["kind"], wish["players"]) for wish in wishes]
    if any(one >= other for one, other in pairwise(places)):
        yield ArchiveProblem(path, _("must be sorted by kind, then by players, without repeats."))


def _groups(archive: Values) -> Iterator[ArchiveProblem]:
    """Each group as the site writes it; a player's in order, and no more than an event has room for."""
    seen: set[str] = set()
    for here, player in _each(archive["players"], "players"):
        path, groups = member_path(here, "groups"), player["groups"]
        if groups != sorted(set(groups)):
            yield ArchiveProblem(path, _("must be sorted, each group once."))
        yield from _named(set(groups) - seen, path)
        seen |= set(groups)
    if "mixed" in archive["event"]:
        yield from _named({archive["event"]["mixed"]["group"]} - seen, "event.mixed.group")
    if len(seen) > MOST_GROUPS:
        message = _("have %(n)d groups; an event has room for %(most)d.")
        yield ArchiveProblem("players", message % {"n": len(seen), "most": MOST_GROUPS})


def _teams(archive: Values) -> Iterator[ArchiveProblem]:
    """Teams only if the event has them; its floaters are among them, in order."""
    teams = {player["team"] for player in archive["players"]} - {None}
    if "teams" not in archive["event"]:
        for path, player in _each(archive["players"], "players"):
            if player["team"] is not None:
                message = _("must be empty: this event has no teams.")
                yield ArchiveProblem(member_path(path, "team"), message)
        return
    floaters = archive["event"]["teams"]["floaters"]
    if floaters != sorted(set(floaters)) or not teams.issuperset(floaters):
        message = _("must be teams of the players, in order, each once.")
        yield ArchiveProblem("event.teams.floaters", message)


def _house(archive: Values) -> Iterator[ArchiveProblem]:
    """Helpers of the house, if there are any, are players who take no part in the standings."""
    unranked = {player["number"] for player in archive["players"] if not player["ranked"]}
    house = archive["event"].get("house")
    if house is not None and (not house or house != sorted(unranked.intersection(house))):
        message = _("must be players who are not ranked, in order, each once.")
        yield ArchiveProblem("event.house", message)


def _named(groups: Iterable[str], path: str) -> Iterator[ArchiveProblem]:
    for group in sorted(groups):
        if not is_group(group):
            message = _("“%(group)s” is no group here: one or two words, suggested ones in small letters.")
            yield ArchiveProblem(path, message % {"group": short_text(group)})


def _rounds(archive: Values, known: set[int]) -> Iterator[ArchiveProblem]:
    most, unfinished = archive["event"]["rounds"], None
    if len(archive["rounds"]) > most:
        yield ArchiveProblem("event.rounds", _("is fewer than the rounds listed in the file."))
    for due, (path, round_) in enumerate(_each(archive["rounds"], "rounds"), 1):
        if round_["number"] != due:
            message = _("must be %(due)d here, not %(found)d.") % {"due": due, "found": round_["number"]}
            yield ArchiveProblem(member_path(path, "number"), message)
        if unfinished is not None and (round_["closed"] or any(t["sheet"] for t in round_["tables"])):
            message = _("is being played or closed, though round %(earlier)d is not closed.")
            yield ArchiveProblem(path, message % {"earlier": unfinished})
        if not round_["closed"] and unfinished is None:
            unfinished = round_["number"]
        yield from _round(round_, known, path, archive["event"]["rules"])


def _round(round_: Values, known: set[int], path: str, rules: Values) -> Iterator[ArchiveProblem]:
    yield from _ascending(round_["tables"], "number", member_path(path, "tables"))
    there: dict[int, str] = {}
    for here, table in _each(round_["tables"], member_path(path, "tables")):
        seats = member_path(here, "seats")
        for seat, player in table["seats"].items():
            if player is not None:
                yield from _placed(player, known, there, member_path(seats, seat))
        if not any(table["seats"].values()):
            yield ArchiveProblem(seats, _("Nobody sits at this table."))
        if table["sheet"] is not None:
            yield from _sheet(table, member_path(here, "sheet"), rules)
    out = member_path(path, "sit_out")
    for here, player in _each(round_["sit_out"], out):
        yield from _placed(player, known, there, here)
    if round_["sit_out"] != sorted(round_["sit_out"]):
        yield ArchiveProblem(out, _("must be sorted by number."))


def _cards(archive: Values, known: set[int]) -> Iterator[ArchiveProblem]:
    """Tally cards are the results if the hall seats itself, and only then; its rounds have no tables."""
    if archive["event"]["movement"] != SELF:
        if "cards" in archive:
            message = _("is not known here: the tables’ sheets are the results of this movement.")
            yield ArchiveProblem("cards", message)
        return
    if "cards" not in archive:
        yield ArchiveProblem("cards", _("is missing."))
        return
    for path, round_ in _each(archive["rounds"], "rounds"):
        if not round_["closed"] or round_["sit_out"] or round_["tables"]:
            message = _("must be closed, without tables and sit-outs: the hall seats itself.")
            yield ArchiveProblem(path, message)
    yield from _ascending(archive["cards"], "player", "cards")
    for path, card in _each(archive["cards"], "cards"):
        yield from _known(card["player"], known, member_path(path, "player"))
        yield from _ascending(card["rounds"], "round", member_path(path, "rounds"))
        if not card["rounds"]:
            yield ArchiveProblem(member_path(path, "rounds"), _("must not be empty."))
        for here, line in _each(card["rounds"], member_path(path, "rounds")):
            yield from _card_line(line, len(archive["rounds"]), here)


def _card_line(line: Values, rounds: int, path: str) -> Iterator[ArchiveProblem]:
    if line["round"] > rounds:
        message = _("There is no round %(number)d in the file.") % {"number": line["round"]}
        yield ArchiveProblem(member_path(path, "round"), message)
    said = line.keys() - {"round"}
    if said != ({"sat_out"} if line.get("sat_out") else {"points", "loners", "won"}):
        yield ArchiveProblem(path, _("must have points, loners and won, or “sat_out”: true in their place."))


def _placed(player: int, known: set[int], there: dict[int, str], path: str) -> Iterator[ArchiveProblem]:
    """Check a player's place in a round; `there` collects the places of all players."""
    yield from _known(player, known, path)
    if player in there:
        facts = {"number": player, "place": there[player]}
        yield ArchiveProblem(
            path, _("Player %(number)d has a place in this round already, at %(place)s.") % facts
        )
    there.setdefault(player, path)


def _known(player: int, known: set[int], path: str) -> Iterator[ArchiveProblem]:
    if player not in known:
        yield ArchiveProblem(path, _("There is no player %(number)d in the file.") % {"number": player})


def _sheet(table: Values, path: str, rules: Values) -> Iterator[ArchiveProblem]:
    sheet = table["sheet"]
    if sheet["entry"] == DEALS:
        for here, deal in _each(sheet["deals"], member_path(path, "deals")):
            yield from _rulings(deal["rulings"], table["seats"], member_path(here, "rulings"))
        yield from _whole(table, path, rules)
    else:
        yield from _rulings(sheet["rulings"], table["seats"], member_path(path, "rulings"))
        yield from _reported(sheet, path, rules)


def _rulings(rulings: list[Values], seats: Mapping[str, Any], path: str) -> Iterator[ArchiveProblem]:
    for here, ruling in _each(rulings, path):
        if ruling["offender"] and seats[ruling["offender"]] is None:
            yield ArchiveProblem(member_path(here, "offender"), _("Nobody sits on this seat."))
        if len(set(ruling["cancels"])) < len(ruling["cancels"]):
            yield ArchiveProblem(member_path(here, "cancels"), _("names a side twice."))


def _whole(table: Values, path: str, rules: Values) -> Iterator[ArchiveProblem]:
    """Check that a sheet's round is complete, and that it says who dealt first."""
    sheet = table["sheet"]
    if table["first_dealer"] is None:
        yield ArchiveProblem(member_path(path, "deals"), _("The file does not say who dealt first."))
        return
    try:
        deals = [Deal.from_dict(deal) for deal in sheet["deals"]]
        first, played = Seat(table["first_dealer"]), sheet["deals_played"]
        due = next_deal(Ruleset.from_dict(rules), first, deals, deals_played=played)
    except ScoringError:
        return  # reported with its reason when the sheet is scored
    if due is not None:
        yield ArchiveProblem(
            member_path(path, "deals"), _("The round is not complete: %s is missing.") % due.where
        )


def _reported(sheet: Values, path: str, rules: Values) -> Iterator[ArchiveProblem]:
    """Check that totals hold the awards added to them, and that `included` is said of changed points only.
    Where a side can have fewer than 0, it can also have fewer than rulings added.
    """
    for side in () if (rules.get("least") or 0) < 0 else Side:
        here = member_path(path, "totals", side.value)
        if below := list(POINTS.check(sheet["totals"][side.value], here)):
            yield from below
            continue
        added = sum(
            sign * ruling[what]["points"]
            for ruling in sheet["rulings"]
            for what, sign in (("award", 1), ("forfeits", -1), ("struck", -1))
            if not ruling["included"] and ruling.get(what) and ruling[what]["side"] == side.value
        )
        if sheet["totals"][side.value] < added:
            message = _("is less than the %(added)d points that rulings added to it.")
            yield ArchiveProblem(here, message % {"added": added})
    for here, ruling in _each(sheet["rulings"], member_path(path, "rulings")):
        if ruling["included"] and not (ruling["award"] or ruling["forfeits"]):
            message = _("must be false: this ruling gave no points and took none off.")
            yield ArchiveProblem(member_path(here, "included"), message)
        if ruling["included"] and ruling.get("struck"):
            message = _("must be null: these totals are as ruled already.")
            yield ArchiveProblem(member_path(here, "struck"), message)


def _ascending(members: list[Values], name: str, path: str) -> Iterator[ArchiveProblem]:
    last = 0
    for here, member in _each(members, path):
        if member[name] <= last:
            message = _("must be higher than the number before it, %(last)d.")
            yield ArchiveProblem(member_path(here, name), message % {"last": last})
        last = max(last, member[name])
