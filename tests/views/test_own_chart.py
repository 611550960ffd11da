"""A director brings a chart: pasted or as a file, checked, compared, used."""

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from tests.helpers.addresses import at
from tests.helpers.factories import make_event, make_players
from tournament.models import Event
from tournament.rotation.chart_text import LARGEST

CHART = "1 2 v 3 4\n5 6 v 7 8\n\n1 3 v 5 7\n2 4 v 6 8"


@pytest.fixture
def event(director):
    made = make_event(director, round_count=2)
    make_players(made, 8)
    return made


def test_a_chart_is_found_checked_compared_and_used(dora, event):
    dora.visit(at(event, "seating:index")).follow("Use a chart of your own")
    dora.press("Check it", chart=CHART)
    assert "Your chart: 8 players" in dora.text
    assert "Repeated opponents" in dora.text
    assert event.drafts.count() == 0
    dora.press("Propose this seating")
    assert "Your own chart," in dora.text
    assert "Drawn at" not in dora.text
    dora.publish()
    assert "Round 1 has started." in dora.text
    assert Event.objects.get(pk=event.pk).rounds.count() == 2
    assert "Withdraw it first" in dora.visit(at(event, "own_chart:index")).text


def test_what_is_wrong_is_named_and_not_used_and_a_file_takes_the_place_of_the_field(dora, event):
    wrong = CHART.replace("7 8", "7 7")
    dora.visit(at(event, "own_chart:index")).press("Check it", chart=wrong)
    assert "Line 2: Player 7 is in this round twice." in dora.text
    assert "Propose this seating" not in dora.text
    assert wrong in dora.response.content.decode().replace("\r\n", "\n")
    file = SimpleUploadedFile("chart.txt", ("\ufeff" + CHART).encode())
    dora.press("Check it", chart="rubbish", file=file)
    assert "Your chart: 8 players" in dora.text
    assert "1 3 v 5 7" in dora.page
    assert "rubbish" not in dora.page


@pytest.mark.rude
def test_what_cannot_be_used_is_not_used_by_a_form_that_says_so(desk, event):
    answer = desk.post(at(event, "own_chart:index"), {"chart": "1 2 v 3 3", "do": "use"})
    assert (answer.status_code, event.drafts.count()) == (200, 0)


def test_what_is_no_chart_is_refused_beside_its_field(dora, event):
    big, picture = b"1 2 v 3 4\n" * (LARGEST // 8), bytes(range(256)) * 8
    for typed, words in (
        ({"chart": ""}, "Paste a chart, or choose a file."),
        ({"chart": "x" * (LARGEST + 1)}, "A chart has"),
        ({"file": SimpleUploadedFile("big.txt", big)}, "The file is larger than"),
        ({"file": SimpleUploadedFile("picture.png", picture)}, "can’t be used yet"),
    ):
        assert words in dora.visit(at(event, "own_chart:index")).press("Check it", **typed).page
