import pytest

from tests.helpers.factories import enter, make_event, make_players, make_published, table_of
from tests.helpers.names import REAL_NAMES
from tests.helpers.paper import outside, printed
from tournament.models import Event

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


@pytest.fixture
def played(director):
    event = make_published(director, players=REAL_NAMES, rounds=2)
    for number in range(1, 5):
        enter(table_of(event, 1, number), 6 + number, 5)
    return Event.objects.get(pk=event.pk)


def test_a_long_list_goes_over_pages_each_with_head_and_number(director):
    event = make_event(director)
    make_players(event, 100)
    paper = printed("standings", event)

    assert len(paper.pages) == 3
    for number, page in enumerate(paper.pages, start=1):
        assert "Points" in page
        assert f"Page {number} of 3" in page
    assert "Player 100" in paper.text
    assert outside(paper) == []


def test_figures_stand_under_each_other_and_a_finished_event_says_final(played):
    words = printed("standings", played).words()[0]
    rows = [w for w in words if w.text.isdigit() and w.left > 120 and 38 < w.top < 250]

    assert len(rows) == 16 * 5
    assert len({round(w.right) for w in rows}) == 5  # points, won, lone, best, round 1
    played.status = "finished"

    assert "Final standings" in printed("standings", played).text
