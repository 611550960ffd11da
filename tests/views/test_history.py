"""The history page."""

from datetime import timedelta

import pytest

from tests.helpers.addresses import at
from tests.helpers.database import queries
from tests.helpers.factories import NOW, make_event, make_official, make_user
from tournament.models import AuditEntry
from tournament.services.players import add_player


@pytest.fixture
def history(event, director):
    """Three players added, one of them by Sam."""
    sam = make_official(event, "director", name="Sam Scorer")
    for minutes, (name, by) in enumerate([("Ann", director), ("Ben", sam), ("Cora", director)], 1):
        add_player(event, name, by=by, at=NOW + timedelta(minutes=minutes))
    return at(event, "history:index")


def sentences(page):
    return [str(row.get_cell("sentence")) for row in page.context["table"].paginated_rows]


def test_the_latest_comes_first_and_only_what_and_who_has_been_can_be_chosen(desk, history):
    shown = sentences(desk.get(history))
    assert len(shown) == 4
    assert "Dora Director" in shown[0]
    assert "added Cora as number 3" in shown[0]
    assert "created the event" in shown[-1]
    kinds = [value for value, _label in desk.get(history).context["filter"].fields["kind"].choices]
    assert kinds == ["", "event", "player"]
    make_event(make_user("stranger", name="Strange Official"))
    page = desk.get(history).content.decode()
    assert "Sam Scorer" in page
    assert "Strange Official" not in page


@pytest.mark.parametrize(
    ("query", "count"),
    [
        ("by=sam", 1),
        ("kind=player", 3),
        ("kind=event", 1),
        ("kind=event&by=sam", 0),
        ("kind=nonsense", 4),
        ("by=nobody", 4),
        ("page=x&per_page=-5&sort=at", 4),
    ],
)
def test_it_is_narrowed_by_person_and_kind(desk, history, query, count):
    assert len(sentences(desk.get(f"{history}?{query}"))) == count


def test_long_histories_come_in_pages_with_the_times_of_the_hall(desk, director):
    event = make_event(director, time_zone="Pacific/Auckland")
    AuditEntry.objects.bulk_create(
        AuditEntry(
            event=event, at=NOW, by=director, action="player.added", facts={"name": str(n), "number": n}
        )
        for n in range(120)
    )
    page = desk.get(at(event, "history:index"))
    assert len(sentences(page)) == 50
    assert "Page 1 of 3" in page.content.decode()
    assert "08:42" in page.content.decode()  # 19:42 UTC is the next morning there


def test_the_queries_do_not_grow_with_the_history(desk, event, director):
    before = queries(desk, at(event, "history:index"))
    for number in range(40):
        add_player(event, f"Player {number}", by=director, at=NOW, confirmed=True)
    assert queries(desk, at(event, "history:index")) == before <= 12
