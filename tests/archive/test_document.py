"""What an archive says of an event, member by member."""

import pytest

from scoring.deal import Call, Forfeit, Struck
from scoring.seats import Seat, Side
from tests.archive.made import eventful, forget
from tests.helpers.factories import NOW, enter, make_event, make_players, make_published, table_of
from tests.helpers.rulings import rule
from tests.referee.referee import differences as judged
from tournament.archive.checking import problems_of
from tournament.archive.document import PLAYER, document, left_out
from tournament.archive.importing import import_event
from tournament.archive.shapes import Member, Text
from tournament.archive.text import dumps
from tournament.models import Player, Sheet
from tournament.services import rulings
from tournament.state.rulings import RulingDecision, RulingQuestion


@pytest.fixture
def eventful_event(director):
    return eventful(director)


@pytest.fixture
def archive(eventful_event):
    return document(eventful_event)


def sheet(archive, round_number=1, table=1):
    return archive["rounds"][round_number - 1]["tables"][table - 1]["sheet"]


def test_an_event_that_is_only_set_up_has_players_and_no_rounds(director):
    event = make_event(director)
    make_players(event, 4)
    archive = document(event)
    assert archive["rounds"] == []
    assert [line["points"] for line in archive["standings"]] == [0, 0, 0, 0]
    assert problems_of(archive) == []


def test_a_member_described_once_is_written_read_and_checked(eventful_event, director, monkeypatch):
    note = Member("note", Text(200), optional=True, unsaid="")
    monkeypatch.setattr(PLAYER, "members", (*PLAYER.members, note))
    Player.objects.filter(event=eventful_event, number=4).update(note="needs a chair with arms")
    written = document(eventful_event)
    assert [player["number"] for player in written["players"] if "note" in player] == [4]
    read = import_event(written, by=director, at=NOW, slug="again").players.get(number=4)
    assert read.note == "needs a chair with arms"
    written["players"][3]["note"] = 5
    assert list(map(str, problems_of(written))) == ["players[3].note: must be text, not 5."]


def test_what_a_ruling_struck_makes_it_version_3_and_comes_back(director):
    """N's lone march of 4 stood in 12 : 5, and N had reneged in that deal."""
    event = make_published(director, players=8, rounds=2)
    table = table_of(event)
    enter(table, 12, 5, N=1)
    answers = {"included": False, "written": Struck(Side.NS, 4, Seat.N)}
    rule(table, director, "renege", Seat.N, None, call=Call(Seat.N, Seat.N), **answers)
    written = document(event)
    sheet = written["rounds"][0]["tables"][0]["sheet"]
    assert written["version"] == 3
    assert sheet["rulings"][0]["struck"] == {"side": "NS", "points": 4, "lone_march": "N"}
    names = list(sheet["rulings"][0])
    assert names[names.index("included") + 1] == "struck"
    assert (sheet["totals"], sheet["loners"]["N"], sheet["winner"]) == ({"NS": 8, "EW": 9}, 0, "EW")
    assert [*map(str, problems_of(written)), *judged(dumps(written).encode())] == []
    forget(event)
    again = import_event(written, by=director, at=NOW)
    assert dumps(document(again)) == dumps(written)
    back = Sheet.objects.counting_at(table_of(again))
    assert (back.reported_ns, back.reported_ew, back.noted[Seat.N]) == (12, 5, 1)
    sheet["rulings"][0]["included"] = True
    assert "struck: must be null" in " ".join(map(str, problems_of(written)))


def test_what_a_ruling_took_off_comes_back_when_the_table_had_not_taken_it_off(director):
    event = make_published(director, players=8, rounds=2)
    table = table_of(event)
    enter(table, 8, 4)
    rule(table, director, "points-unmarked", Seat.N, None, included=False, forfeits=Forfeit(Side.NS, 2))
    written = document(event)
    assert sheet(written)["rulings"][0]["forfeits"] == {"side": "NS", "points": 2}
    assert sheet(written)["totals"] == {"NS": 6, "EW": 4}
    assert judged(dumps(written).encode()) == []
    forget(event)
    again = import_event(written, by=director, at=NOW)
    assert dumps(document(again)) == dumps(written)
    assert Sheet.objects.counting_at(table_of(again)).reported_ns == 8


def test_a_player_is_playing_unless_they_are_gone(event):
    for status in ("expected", "here", "late", "left", "disqualified"):
        make_players(event, 1, status=status)
    written = [player["status"] for player in document(event)["players"]]
    assert written == ["playing", "playing", "playing", "left", "disqualified"]


def test_names_are_written_as_they_are(event):
    make_players(event, ["Zoë Müller", "王小明"])
    assert '"name": "王小明"' in dumps(document(event))


def test_no_official_is_written_and_what_has_no_place_is_told(archive, eventful_event, director):
    assert archive["adjustments"] == [{"player": 7, "points": -2, "reason": "late back from the break"}]
    text = dumps(document(eventful_event))
    assert "Ann Archer" in text
    for secret in (director.password, director.username, director.name):
        assert secret not in text
    silent = table_of(eventful_event, 2, 2)
    rulings.make_ruling(
        silent,
        by=director,
        at=NOW,
        decision=RulingDecision(RulingQuestion("play-out-of-turn", Seat.N, slot=2)),
    )
    assert left_out(eventful_event) == ["Ruling 4: table 2 of round 2 has not reported."]
    assert problems_of(document(eventful_event)) == []
