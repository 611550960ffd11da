"""A clock that jumps takes no copy away and stops none.

Security finding 18: one copy made 61 days ahead deleted every earlier one, those made by hand too; after the
clock was put right the next automatic one was 61 days away, and nobody was told.
"""

from datetime import UTC, datetime, timedelta
from io import StringIO

import pytest
from django.core.management import call_command
from django.urls import reverse
from django.utils import timezone

from tests.helpers.factories import make_players, make_published, make_user
from tests.helpers.table_entry import open_tables
from tournament.backup import keeper, shelf
from tournament.services import notes, sign_ups, table_links

AT = datetime(2026, 11, 20, 19, 42, tzinfo=UTC)
JUMP = timedelta(days=61)
pytestmark = pytest.mark.usefixtures("copies")


def names(*copies):
    return {copy.name for copy in copies}


@pytest.mark.parametrize("jump", [JUMP, timedelta(days=4000), -JUMP, -timedelta(days=4000)])
def test_a_copy_of_a_wrong_clock_takes_no_other_away(jump):
    before = [shelf.take(reason, AT) for reason in (shelf.BY_HAND, shelf.PLAY, shelf.CLOSED)]
    wrong = [shelf.take(shelf.PLAY, AT + jump + timedelta(minutes=5 * n)) for n in range(3)]
    after = shelf.take(shelf.PLAY, AT + timedelta(minutes=30))
    assert names(*before, *wrong, after) <= set(shelf.names())


def test_the_order_is_that_in_which_they_were_made_and_a_jump_stands_in_the_log(caplog):
    first = shelf.take(shelf.PLAY, AT + JUMP)
    second = shelf.take(shelf.PLAY, AT)
    assert "has an earlier date" in caplog.text
    third = shelf.take(shelf.PLAY, AT - JUMP)
    assert shelf.names() == [third.name, second.name, first.name]
    assert shelf.newest_at() == third.made_at


def test_copies_of_earlier_versions_without_a_number_are_the_older_ones(shelf_folder):
    shelf_folder.mkdir()
    for day in ("20261119", "20261118"):
        (shelf_folder / f"euchre-{day}-194200-by-hand-0a1b2c.zip").write_bytes(b"")
    new = shelf.take(shelf.PLAY, AT - JUMP)
    assert [name[7:15] for name in shelf.names()] == [new.name[7:15], "20261119", "20261118"]


def test_copies_made_by_hand_do_not_grow_too_old():
    kept = shelf.take(shelf.BY_HAND, AT)
    gone = shelf.take(shelf.PLAY, AT)
    for week in range(1, 20):
        last = shelf.take(shelf.PLAY, AT + timedelta(weeks=week))
    assert kept.name in shelf.names()
    assert gone.name not in shelf.names()
    assert last.name in shelf.names()


def test_after_the_clock_is_put_right_the_next_copy_is_due_at_once(monkeypatch):
    shelf.take(shelf.PLAY, AT + JUMP)
    monkeypatch.setattr(keeper.timezone, "now", lambda: AT)
    own = keeper.Keeper()
    own.since = AT
    assert own._wait() <= 0
    assert keeper._due(AT)


@pytest.mark.parametrize(
    ("steps", "words"),
    [
        ((0, 5), ""),
        ((0, 60 * 24 * 7), ""),
        ((0, 60 * 24 * 61), "61 days after"),
        ((60 * 24 * 61, 5), "has an earlier date"),
        # It was gone with the second copy after the jump.
        ((0, 60 * 24 * 40, 60 * 24 * 40 + 5), "40 days after"),
        ((0, -60 * 24 * 2, -60 * 24 * 2 + 5), "has an earlier date"),
        ((0, 60 * 24 * 40, 60 * 24 * 47, 60 * 24 * 48), ""),  # a summer, and some evenings since
    ],
)
def test_a_jump_is_told(steps, words):
    for minutes in steps:
        last = shelf.take(shelf.PLAY, AT + timedelta(minutes=minutes))
    told = shelf.clock_doubts(last.made_at)
    assert (words in told) if words else told == ""


def test_a_copy_of_the_future_is_told(db, client, caplog):
    shelf.take(shelf.PLAY, timezone.now() + JUMP)
    assert "in the future" in shelf.clock_doubts(timezone.now())
    client.force_login(make_user("olga", is_superuser=True))
    assert "in the future" in client.get(reverse("backups:index")).content.decode()
    out = StringIO()
    call_command("backup", stdout=out)
    assert "has an earlier date" in out.getvalue()


# --- what a clock that was ahead leaves behind: nobody is kept out until that time comes
@pytest.mark.django_db
class TestNobodyIsKeptOut:
    """A time in the future counted as “just now” until it came."""

    def test_of_their_table(self, director):
        event = open_tables(make_published(director, players=8))
        link = event.table_links.get(number=1)
        right = link.pin_for(1, per_round=False)
        for _ in range(5):
            answer = table_links.give_pin(link, "wrong", round_number=1, at=AT + JUMP)
        assert answer.locked_until is not None
        assert table_links.give_pin(link, right, round_number=1, at=AT).right

    def test_of_the_sign_up(self, event, director, monkeypatch):
        monkeypatch.setattr(sign_ups, "MOST_AT_ONCE", 2)
        offer = {"is_open": True, "places": None, "closes_at": None, "words": ""}
        sign_ups.configure_sign_up(event, **offer, by=director, at=AT)
        for number in range(2):
            sign_ups.sign_up(event, f"Guest {number}", key=str(number), at=AT + JUMP, sender="the hall")
        assert sign_ups.sign_up(event, "Uma", key="uma", at=AT, sender="the hall").name == "Uma"

    def test_of_their_notes(self, event):
        [player] = make_players(event, 1)
        for number in range(notes.MOST_NOTES):
            notes.send_note(player, f"note {number}", at=AT + JUMP)
        player.notes.update(done_at=AT)
        assert notes.send_note(player, "the lights are out", at=AT).text == "the lights are out"
