"""From an archive to an event and back: the same bytes, or nothing at all."""

import copy
import random
from datetime import timedelta
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import call_command
from django.db import connection

from tests.archive.made import eventful, forget
from tests.helpers.factories import NOW, make_event, make_players, make_published, make_user
from tests.referee.referee import differences
from tournament.archive import checking, importing
from tournament.archive.document import document, left_out
from tournament.archive.importing import import_event
from tournament.archive.lists import LISTS
from tournament.archive.text import ArchiveProblem, BadArchive, dumps, loads
from tournament.management.commands.checkevent import MORE_WINS
from tournament.models import AuditEntry, CardLine, Event, Player, Round, Ruling, Seating, Sheet, Table, Wish
from tournament.models.cards import Noted
from tournament.services import cards, rounds, rulings, wishes
from tournament.services.cards import TypedRound
from tournament.services.notes import announce
from tournament.services.substitutions import substitute
from tournament.simulation.events import RandomEvening, hasty_planner
from tournament.simulation.settings import EventBounds
from tournament.state.attendance import plays_in, seating_mismatch

MADE = {}  # played once for all tests of this process, since most of them only read it


@pytest.fixture
def archive(director):
    """The values of an eventful event, which itself is gone."""
    if not MADE:
        event = eventful(director)
        MADE.update(document(event))
        forget(event)
    return copy.deepcopy(MADE)


def imported(archive, director, **more):
    return import_event(archive, by=director, at=NOW, **more)


def problems(archive, director, **more):
    """What is named as wrong; nothing may have been written."""
    before = Event.objects.count(), AuditEntry.objects.count()
    with pytest.raises(BadArchive) as bad:
        imported(archive, director, **more)
    assert (Event.objects.count(), AuditEntry.objects.count()) == before
    return [str(problem) for problem in bad.value.problems]


def changed(archive, path, value):
    """The archive with one member changed."""
    found = copy.deepcopy(archive)
    place = found
    for key in path[:-1]:
        place = place[key]
    if value is ...:
        del place[path[-1]]
    else:
        place[path[-1]] = value
    return found


@pytest.mark.parametrize("number", range(6))
def test_simulated_events_come_back_byte_for_byte(director, number):
    with hasty_planner():
        event = RandomEvening(director, random.Random(f"trip/{number}"), EventBounds((4, 12), (1, 3))).run()
    text = dumps(document(event))
    forget(event)
    assert dumps(document(imported(loads(text.encode()), director))) == text


def test_requests_come_back_byte_for_byte_in_the_order_of_the_format(director):
    event = make_published(director, players=5, rounds=3)
    one, two, *_others = players = list(event.players.order_by("number"))
    by = {"by": director, "at": NOW}
    wishes.add_wish(event, Wish.Kind.STAYS, players[4], table=1, **by)
    wishes.add_wish(event, Wish.Kind.ONCE, players[3], other=players[2], **by)
    wishes.add_wish(event, Wish.Kind.NOT_PARTNERS, two, other=one, **by)
    text = dumps(document(event))
    archive = loads(text.encode())
    assert [(wish["kind"], wish["players"], wish["table"]) for wish in archive["event"]["wishes"]] == [
        ("never-partners", [1, 2], None),
        ("partners-once", [3, 4], None),
        ("stays", [5], 1),
    ]
    assert differences(text.encode()) == []
    forget(event)
    assert dumps(document(imported(archive, director))) == text


def test_whoever_imports_directs_the_event_which_is_private_as_it_was_and_goes_on(archive, director):
    una = make_user("una")
    event = imported(archive, una)
    assert event.memberships.get().user == una
    assert not event.is_public
    assert [entry.action for entry in event.audit_entries.all()] == ["event.imported"]
    assert list(event.rounds.values_list("status", flat=True)) == [Round.Status.CLOSED, Round.Status.OPEN]
    assert set(event.players.values_list("status", flat=True)) == {Player.Status.HERE, Player.Status.LEFT}
    renege = Ruling.objects.get(event=event, code="renege")
    assert (renege.slot, renege.player.number) == (2, archive["rounds"][0]["tables"][0]["seats"]["W"])
    sheet = Sheet.objects.get(table__round__event=event, table__round__number=1, table__number=2)
    assert (sheet.reported_ns, sheet.ns, sheet.source) == (7, 7, Sheet.Source.IMPORT)
    ruling = Ruling.objects.get(event=event, code="lead-out-of-turn")
    rulings.revoke_ruling(ruling, by=director, at=NOW, reason="Settled")
    rounds.close_round(event.rounds.get(number=2), by=director, at=NOW, despite_missing=True)
    table = document(event)["rounds"][0]["tables"][1]
    assert table["sheet"]["totals"] == {"NS": 7, "EW": 5}


def test_a_player_without_a_place_is_expected_or_late(archive, director):
    someone = {"name": "Una", "to_round": None, "status": "playing", "ranked": False}
    someone |= {"groups": [], "team": None}
    more = [{"number": 20, "from_round": 1} | someone, {"number": 21, "from_round": 2} | someone]
    more = [{name: player[name] for name in archive["players"][0]} for player in more]
    event = imported(archive | {"players": archive["players"] + more}, director)
    assert event.players.get(number=20).status == Player.Status.EXPECTED
    assert event.players.get(number=21).status == Player.Status.LATE


def test_a_short_name_that_is_taken_is_refused_and_another_one_taken(archive, director):
    imported(archive, director)
    assert problems(archive, director) == [
        "event.slug: Another event has the short name “friday-night-euchre”; "
        "choose another one for this event."
    ]
    assert imported(archive, director, slug="second").slug == "second"
    assert problems(archive, director, slug="no spaces") == [
        "The short name “no spaces” may hold letters without accents, digits, hyphens and underscores only."
    ]
    assert "address of a page" in problems(archive, director, slug="new")[0]


DERIVED = [
    ("rounds", 0, "tables", 0, "sheet", "totals", "NS"),
    ("rounds", 0, "tables", 0, "sheet", "loners", "E"),
    ("rounds", 0, "tables", 0, "sheet", "players", "W"),
    ("rounds", 0, "tables", 0, "sheet", "deals", 1, "points", "NS"),
    ("rounds", 0, "tables", 1, "sheet", "players", "E"),
    ("standings", 2, "points"),
    ("standings", 2, "rounds_won"),
    ("standings", 2, "rounds_played"),
]


@pytest.mark.parametrize("path", DERIVED, ids=str)
def test_a_result_that_differs_is_refused_and_named(archive, director, path):
    place = archive
    for key in path:
        place = place[key]
    told = problems(changed(archive, path, place + 1), director)
    named = "".join(f"[{key}]" if isinstance(key, int) else f".{key}" for key in path)[1:]
    assert f"{named}: is {place + 1} in the file; recomputed it is {place}." in told


def test_an_events_language_is_in_the_file_where_it_is_not_english(archive, director):
    assert "language" not in archive["event"]
    assert imported(archive, director).language == "en"
    for language in ("fr", "tlh"):  # a site may know more languages than this one
        event = imported(changed(archive, ("event", "language"), language), director, slug=language)
        assert event.language == language
        assert list(document(event)["event"])[3:5] == ["venue", "language"]
    said = changed(archive, ("event", "language"), "en")
    assert problems(said, director, slug="said") == ['event.language: is left out where it is "en".']


def test_an_event_by_standings_keeps_its_pattern_and_no_other_event_has_one(archive, director):
    by_standings = changed(archive, ("event", "movement"), "by-standings")
    assert problems(by_standings, director) == ["event.pattern: is missing."]
    wrong = changed(archive, ("event", "pattern"), "1+3")
    assert problems(wrong, director) == [
        "event.pattern: is not known here: this movement makes no tables from the standings."
    ]
    unknown = changed(by_standings, ("event", "pattern"), "2+3")
    assert problems(unknown, director)[0].startswith("event.pattern: must be one of")
    event = imported(changed(by_standings, ("event", "pattern"), "1+3"), director)
    assert (event.movement, event.standings_pattern) == ("by-standings", "1+3")
    assert list(document(event)["event"])[5:7] == ["movement", "pattern"]


def test_every_difference_is_named_not_only_the_first(archive, director):
    wrong = changed(archive, DERIVED[0], 30)
    wrong = changed(wrong, ("rounds", 0, "tables", 1, "sheet", "winner"), "NS")
    wrong = changed(wrong, ("standings", 0, "decided_by"), "lot")
    assert problems(wrong, director) == [
        "rounds[0].tables[0].sheet.totals.NS: is 30 in the file; recomputed it is 8.",
        'rounds[0].tables[1].sheet.winner: is "NS" in the file; recomputed it is "EW".',
        'standings[0].decided_by: is "lot" in the file; recomputed it is null.',
    ]


def wish(kind, *players, table=None):
    return {"kind": kind, "players": list(players), "table": table}


TABLE = ("rounds", 0, "tables", 0)
SHEET = (*TABLE, "sheet")
RULING = (*SHEET, "deals", 1, "rulings", 0)
TOTALS = ("rounds", 0, "tables", 1, "sheet")
WRONG = [
    # shape
    (("format",), "other", 'format: must be "euchre-event", not "other".'),
    (("format",), ..., "format: is missing; is this the archive of an event?"),
    (("version",), 3, "version: is 3; what the file holds is written as version 2."),
    (("version",), 4, "version: must be one of 1, 2, 3, not 4."),
    (("players", 0, "name"), "", "version: is 2; what the file holds is written as version 3."),
    (("players", 0, "name"), " ", "players[0].name: must not be empty."),
    (("version",), True, "version: must be one of 1, 2, 3, not true."),
    (("event",), [], "event: must be an object, not a list."),
    (("event", "name"), "", "event.name: must not be empty."),
    (("event", "name"), "x" * 101, "event.name: has 101 characters; keep it to 100."),
    (("event", "name"), "a\x00b", 'event.name: holds a character that cannot be seen: "a\\u0000b".'),
    (("event", "name"), "a\u202eb", 'event.name: holds a character that cannot be seen: "a\\u202eb".'),
    (("event", "name"), "a\u2028b", 'event.name: holds a character that cannot be seen: "a\\u2028b".'),
    (("event", "name"), "\ud800", 'event.name: holds a character that cannot be seen: "\\ud800".'),
    (("event", "date"), "20261120", 'event.date: must be a date such as 2026-11-20, not "20261120".'),
    (("event", "date"), "9999-12-31", 'event.date: must be a date such as 2026-11-20, not "9999-12-31".'),
    (("event", "date"), "2026-02-30", 'event.date: must be a date such as 2026-11-20, not "2026-02-30".'),
    (("event", "seed"), -1, "event.seed: must be a whole number from 0 to 2147483647, not -1."),
    (("event", "seed"), 10**400, "event.seed: must be a whole number from 0 to 2147483647, not a very large"),
    (("event", "seed"), 1.5, "event.seed: must be a whole number from 0 to 2147483647, not 1.5."),
    (("event", "rounds"), True, "event.rounds: must be a whole number from 1 to 60, not true."),
    (("event", "secret"), 1, "event.secret: is not known here."),
    (("event", "\u202e"), 1, "event.\\u202e: is not known here."),
    (("event", "movement"), ["chart"], "event.movement: must be one of"),
    (("event", "rules", "march"), 99, "event.rules.march: must be a whole number from 0 to 10, not 99."),
    (("event", "rules", "march"), ..., "event.rules.march: is missing."),
    (("event", "rules", "target"), 10, "event.rules: A round ends after a number of deals or at a number"),
    (("event", "slug"), "a/b", "event.slug: may hold letters without accents, digits, hyphens"),
    (("event", "order"), ["lot", "points"], "event.order: A lot settles everything"),
    (("event", "ranked_from"), 61, "event.ranked_from: must be a whole number from 0 to 60, not 61."),
    (("event", "stage_of"), {}, "event.stage_of.event: is missing."),
    (("event", "stage_of"), {"event": "a", "carry": "all"}, "event.stage_of.carry: must be one of"),
    (("event", "wishes"), [wish("apart", 1, 2), wish("apart", 1, 2)], "event.wishes: must be sorted"),
    (("event", "wishes"), [wish("stays", 2, table=1), wish("apart", 1, 2)], "event.wishes: must be sorted"),
    (("event", "wishes"), [wish("apart", 2, 1)], "event.wishes[0].players: must be two players, the lower"),
    (("event", "wishes"), [wish("apart", 1, 99)], "event.wishes[0].players[1]: There is no player 99 in"),
    (("event", "wishes"), [wish("apart", 1)], "event.wishes[0]: A request is about two players, or, "
        "where it"),
    (("event", "wishes"), [wish("apart", 1, 2, table=3)], "event.wishes[0]: A request is about two players"),
    (("event", "wishes"), [wish("stays", 1)], "event.wishes[0]: A request is about two players, or, "
        "where it"),
    (("event", "wishes"), [wish("couple", 1, 2)], 'event.wishes[0].kind: must be one of "apart", "never-'),
    (("players", 0, "groups"), "ladies", "players[0].groups: must be a list"),
    (("players", 0, "groups"), ["men", "ladies"], "players[0].groups: must be sorted, each group once."),
    (("players", 0, "groups"), ["men", "men"], "players[0].groups: must be sorted, each group once."),
    (("players", 0, "groups"), ["Men"], "players[0].groups: “Men” is no group here"),
    (("players", 0, "groups"), ["ann@example.org"], "players[0].groups: “ann@example.org” is no group here"),
    (("players", 0, "groups"), ["x" * 21], "players[0].groups[0]: "),
    (("event", "mixed"), {"what": "seats", "group": "men"}, "event.mixed.what: must be one of"),
    (("event", "mixed"), {"what": "tables", "group": "a/b"}, "event.mixed.group: “a/b” is no group here"),
    (("players", 0, "team"), 3, "players[0].team: must be empty: this event has no teams."),
    (("history",), {}, "history.entries: is missing."),
    (("history",), [], "history: must be an object, not a list."),
    (("history", "entries"), 0, "history.entries: must be a whole number from 1 to 10000000, not 0."),
    (("standings", 0, "points_against"), -7, "standings[0].points_against: is -7 in the file; recomputed"),
    (("players", 0, "status"), "here", 'players[0].status: must be one of "playing", "left"'),
    (("players", 0, "ranked"), 1, "players[0].ranked: must be true or false, not 1."),
    (("players", 1, "number"), 1, "players[1].number: must be higher than the number before it, 1."),
    (("rounds", 0, "closed"), None, "rounds[0].closed: must be true or false, not null."),
    (("adjustments", 0, "points"), 0, "adjustments[0].points: must not be 0"),
    (("adjustments", 0, "player"), 99, "adjustments[0].player: There is no player 99 in the file."),
    (("adjustments", 0, "reason"), " ", "adjustments[0].reason: must not be empty."),
    # facts that cannot be
    (("event", "rounds"), 1, "event.rounds: is fewer than the rounds listed in the file."),
    (("rounds", 1, "number"), 3, "rounds[1].number: must be 2 here, not 3."),
    (("rounds", 0, "closed"), False, "rounds[1]: is being played or closed, though round 1 is not closed."),
    (("rounds", 0, "sit_out"), [99], "rounds[0].sit_out[0]: There is no player 99 in the file."),
    ((*TABLE, "seats"), dict.fromkeys("NESW"), "rounds[0].tables[0].seats: Nobody sits at this table."),
    ((*TABLE, "seats", "Q"), 1, "rounds[0].tables[0].seats.Q: is not known here."),
    # sheets that cannot be
    ((*SHEET, "entry"), "guess", 'rounds[0].tables[0].sheet.entry: must be one of "deals", "totals"'),
    (SHEET, 7, "rounds[0].tables[0].sheet: must be an object, not 7."),
    ((*SHEET, "deals", 0, "tricks"), 6, "sheet.deals[0].tricks: must be a whole number from 0 to 5, not 6."),
    ((*SHEET, "deals", 0, "dealer"), "S", "sheet.deals[0]: cannot be counted: North deals deal 1, not"),
    ((*SHEET, "deals", 0, "call", "lone_defender"), "N", "deals[0]: cannot be counted: These rules do not"),
    ((*TABLE, "first_dealer"), None, "tables[0].sheet.deals: The file does not say who dealt first."),
    ((*SHEET, "deals_played"), 9, "rounds[0].tables[0].sheet.deals: The round is not complete: deal 9 is"),
    ((*SHEET, "deals_played"), 4, "sheet.deals[5]: cannot be counted: The round was over before deal 5"),
    ((*TOTALS, "deals_played"), 9, "tables[1].sheet: cannot be counted: Say how many deals were played"),
    ((*RULING, "fine_cents"), 0, "rulings[0].fine_cents: must be a whole number from 1 to 1000000, not 0."),
    ((*RULING, "dealer"), "X", 'rulings[0].dealer: must be one of "N", "E", "S", "W", not "X".'),
    ((*SHEET, "deals", 1, "fate"), "VOID_PASS", 'sheet.deals[1].fate: is "VOID_PASS" in the file'),
    ((*RULING, "code"), "sneezing", "rulings[0].code: must be one of"),
    ((*RULING, "cancels"), ["NS", "NS"], "rulings[0].cancels: names a side twice."),
    ((*RULING, "award"), {"side": "NS", "points": 0}, "rulings[0].award.points: must be a whole number"),
    ((*RULING, "choice"), "", "rulings[0].choice: must not be empty."),
    ((*TOTALS, "rulings", 0, "included"), ..., "rulings[0].included: is missing."),
    ((*TOTALS, "totals", "EW"), 1, "sheet.totals.EW: is less than the 2 points that rulings added to it."),
    ((*TOTALS, "totals", "NS"), 60, "tables[1].sheet: cannot be counted: Together the sides have"),
]  # fmt: skip


@pytest.mark.parametrize(("path", "value", "told"), WRONG, ids=[f"{w[0]}={str(w[1])[:20]}" for w in WRONG])
def test_what_cannot_be_is_refused_in_its_place(archive, director, path, value, told):
    found = problems(changed(archive, path, value), director)
    assert any(told in problem for problem in found), found


def test_what_does_not_fit_together_is_refused_in_its_place(archive, director):
    seats = archive["rounds"][0]["tables"][0]["seats"]
    wrong = changed(archive, ("rounds", 0, "tables", 1, "seats", "N"), seats["S"])
    told = problems(wrong, director)
    assert told[0].startswith(f"rounds[0].tables[1].seats.N: Player {seats['S']} has a place in this round")
    deals = archive["rounds"][0]["tables"][0]["sheet"]["deals"]
    assert problems(changed(archive, (*SHEET, "deals"), deals[:-1]), director) == [
        "rounds[0].tables[0].sheet.deals: The round is not complete: deal 8 is missing."
    ]
    told = problems(changed(archive, (*TABLE, "seats", "W"), None), director)
    assert told == ["rounds[0].tables[0].sheet.deals[1].rulings[0].offender: Nobody sits on this seat."]
    wrong = changed(archive, (*TOTALS, "rulings", 0, "award"), None)
    wrong = changed(wrong, (*TOTALS, "rulings", 0, "included"), True)
    assert problems(wrong, director) == [
        "rounds[0].tables[1].sheet.rulings[0].included: must be false: this ruling gave no points and took "
        "none off."
    ]
    told = problems(archive | {"players": [{}] * 500}, director)
    assert len(told) == 101
    assert told[-1] == "and more: only the first 100 problems are named."


def test_a_player_away_for_some_rounds_is_expected_in_the_round_they_were_to_come_back(director):
    event = make_published(director, players=9, rounds=5)
    absent = event.players.filter(seatings__round__number=2, seatings__table__isnull=False).first()
    substitute(absent, by=director, at=NOW, from_round=2, to_round=3, walk_up="Sam Sub", for_seat=True)
    again = import_event(document(event), by=director, at=NOW, slug="again")
    player = again.players.get(number=absent.number)
    assert [number for number in range(1, 6) if plays_in(player, number)] == [1, 4, 5]
    assert seating_mismatch(again) is None


# --- nobody waits for it (Security finding 12)
def test_everything_is_counted_before_and_after_the_writing(archive, director, monkeypatch):
    """An import stopped all saving for 33–45 s: it was checked inside the write transaction."""
    depth = []
    for module, name in ((checking, "refuse_bad"), (importing, "document"), (importing.sheets, "read_sheet")):
        real = getattr(module, name)
        monkeypatch.setattr(module, name, noting(depth, real))
    outside = len(connection.savepoint_ids)
    imported(archive, director)
    assert len(depth) > 2
    assert set(depth) == {outside}


def noting(depth, real):
    """The same function, which notes how deep in transactions it is called."""

    def called(*given):
        depth.append(len(connection.savepoint_ids))
        return real(*given)

    return called


def test_what_cannot_be_read_again_as_it_was_leaves_nothing(archive, director, monkeypatch):
    lost = ArchiveProblem("players[0].name", "is lost")
    monkeypatch.setattr(importing.checking, "differences", lambda *given: iter([lost]))
    monkeypatch.setattr(importing.checking, "refuse_bad", lambda archive: None)
    assert problems(archive, director) == ["players[0].name: is lost"]
    assert not Player.objects.exists()


def test_an_import_that_was_killed_half_way_is_swept_away_before_the_next(archive, director, monkeypatch):
    def killed(*given, **more):
        raise SystemExit

    whole = imported(archive, director)
    archive["event"]["slug"] = "killed"
    monkeypatch.setattr(importing, "_open", killed)
    monkeypatch.setattr(importing, "_take_back", lambda event: None)
    with pytest.raises(SystemExit):
        imported(archive, director)
    monkeypatch.undo()
    importing.delete_unfinished_imports(NOW + timedelta(minutes=30))
    assert Event.objects.filter(slug="killed").exists()
    importing.delete_unfinished_imports(NOW + timedelta(hours=2))
    assert list(Event.objects.all()) == [whole]


@pytest.mark.slow
def test_a_thousand_players_go_out_and_come_back(director):
    """Archive, lists and import answered 503, “Expression tree is too large”."""
    event = make_event(director)
    people = make_players(event, 1000)
    round_ = Round.objects.create(event=event, number=1, status="closed")
    tables = Table.objects.bulk_create(Table(round=round_, number=n) for n in range(1, 251))
    Seating.objects.bulk_create(
        Seating(round=round_, player=player, table=tables[n // 4], seat="NESW"[n % 4])
        for n, player in enumerate(people)
    )
    went_out = document(event)
    assert len(list(LISTS["sheets"].read(event)[1])) == 0
    assert left_out(event) == []
    went_out["event"]["slug"] = "came-back"
    assert document(imported(went_out, director)) == went_out


@pytest.fixture
def counted(director):
    """The values of an event whose hall seated itself, which itself is gone: four cards of two rounds."""
    event = make_event(director, round_count=2, movement="self", bye_mode="fixed", bye_points=7)
    said = ([Noted(9, 1, True), Noted(5)], [Noted(8), Noted(0, sat_out=True)], [Noted(4, 0, False)], [])
    for player, lines in zip(make_players(event, 4), said, strict=True):
        typed = {number: TypedRound(noted) for number, noted in enumerate(lines, 1)}
        cards.enter_card(player, typed, by=director, at=NOW)
    archive = document(event)
    forget(event)
    return archive


@pytest.mark.parametrize(
    ("path", "value", "told"),
    [
        (("version",), 2, "version: is 2; what the file holds is written as version 3."),
        (("cards",), ..., "cards: is missing."),
        (("cards", 0, "player"), 9, "cards[0].player: There is no player 9 in the file."),
        (("cards", 1, "player"), 1, "cards[1].player: must be higher than the number before it, 1."),
        (("cards", 0, "rounds", 1, "round"), 3, "cards[0].rounds[1].round: There is no round 3 in the file."),
        (("cards", 2, "rounds"), [], "cards[2].rounds: must not be empty."),
        (("cards", 2, "rounds", 0, "won"), ..., "cards[2].rounds[0]: must have points, loners and won"),
        (("cards", 1, "rounds", 1, "sat_out"), False, "cards[1].rounds[1]: must have points"),
        (("cards", 0, "rounds", 0, "points"), 7, "standings[1].points: is 14 in the file; recomputed"),
        (("rounds", 0, "closed"), False, "rounds[0]: must be closed, without tables"),
        (("event", "movement"), "chart", "cards: is not known here"),
        (("event", "order"), ["points", "head_to_head"], "event.order: The hall seats itself"),
    ],
)
def test_a_file_of_cards_that_cannot_be_is_refused_in_place(counted, director, path, value, told):
    found = problems(changed(counted, path, value), director)
    assert any(problem.startswith(told) for problem in found), found


def test_a_file_of_1_0_0_with_the_wins_of_some_winners_is_read_and_counted_anew(director, tmp_path):
    """Until then a marked win counted, whoever else did not mark theirs: in round 2 nobody did."""
    event = make_event(director, round_count=2, movement="self", order=["points", "rounds_won"])
    for player, points in zip(make_players(event, 4), (10, 10, 5, 5), strict=True):
        said = Noted(points, 0, points == 10 or None), Noted(points)
        typed = {number: TypedRound(noted) for number, noted in enumerate(said, 1)}
        cards.enter_card(player, typed, by=director, at=NOW)
    now = document(event)
    forget(event)
    assert [card["rounds"][0]["won"] for card in now["cards"]] == [None] * 4
    first = checking.recomputed(changed(now, ("cards", 0, "rounds", 0, "won"), True))
    older = checking.recomputed(changed(first, ("cards", 1, "rounds", 0, "won"), True))
    assert [line["rounds_won"] for line in older["standings"]] == [1, 1, 0, 0]
    (file := tmp_path / "older.json").write_text(dumps(older), encoding="utf-8")
    call_command("checkevent", str(file), stdout=(out := StringIO()))
    assert out.getvalue() == f"{file}: {MORE_WINS}\n{file}: agrees\n"
    imported(older, director)
    event = Event.objects.get()
    assert document(event) | {"history": now["history"]} == now
    marks = CardLine.objects.filter(round__number=1).order_by("player__number").values_list("won", flat=True)
    assert list(marks) == [True, True, None, None]
    (path, told) = ("standings", 0, "rounds_won"), "standings[0].rounds_won: is 2 in the file"
    forget(event)
    assert problems(changed(older, path, 2), director)[0].startswith(told)


def awarded(side, points, **more):
    """The ruling “other”, which awards points."""
    values = {"code": "other", "offender": "N", "dealer": None, "award": {"side": side, "points": points}}
    values |= {"forfeits": None, "fate": None, "choice": None, "cancels": [], "reason": "Both agreed"}
    return values | {"proposed": {"points": 0, "fate": None}} | more


def test_nobody_wins_anew_in_a_file_of_1_0_0_what_only_the_order_inside_a_deal_decides(director):
    """Until then 10 : 10 was a tie where one deal brought both there; of two above 10 the higher had won."""
    archive = loads((Path(__file__).parents[1] / "conformance" / "16-a-game-to-ten.json").read_bytes())
    first, second = (round_["tables"][0]["sheet"] for round_ in archive["rounds"])
    first["deals"][-1] |= {"rulings": [awarded("EW", 3)], "points": {"NS": 1, "EW": 3}}
    second["rulings"] = [awarded("NS", 2, included=True)]
    for sheet, ew, winner in ((first, 10, None), (second, 11, "EW")):
        sheet["totals"]["EW"] = sheet["players"]["E"] = sheet["players"]["W"] = ew
        sheet["winner"] = winner
    archive = checking.recomputed(archive)
    assert [round_["tables"][0]["sheet"]["winner"] for round_ in archive["rounds"]] == [None, "EW"]
    assert sum(line["rounds_won"] for line in archive["standings"]) == 2
    event = imported(archive, director)
    assert document(event) | {"history": archive["history"]} == archive
    other = changed(archive, ("rounds", 0, "tables", 0, "sheet", "winner"), "NS")
    told = 'rounds[0].tables[0].sheet.winner: is "NS" in the file; recomputed it is "EW".'
    assert problems(other, director)[0] == told


def test_an_imported_event_goes_on_from_the_history_of_its_file(director):
    event = eventful(director)
    archive = document(event)
    forget(event)
    older = archive | {"history": archive["history"] | {"head": "sha256:" + "0" * 64}}  # until 1.0.0, ignored
    event = imported(older, director)
    assert dumps(document(event)) == dumps(archive)
    announce(event, "hello", by=director, at=NOW)
    assert document(event)["history"] == {"entries": archive["history"]["entries"] + 2}


def test_a_file_without_a_history_begins_one(director):
    event = eventful(director)
    archive = document(event) | {"history": None}
    forget(event)
    event = imported(archive, director)
    assert document(event)["history"] is None
    announce(event, "hello", by=director, at=NOW)
    assert document(event)["history"] == {"entries": 2}
