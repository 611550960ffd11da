import io

import pypdf
import pytest
from django.core.management import CommandError, call_command

from tests.helpers.factories import make_published

pytestmark = pytest.mark.django_db


@pytest.mark.needs("pango")
def test_tallies_are_printed_without_a_browser_but_not_where_nothing_can_be_written(director, tmp_path):
    event = make_published(director, players=8, rounds=2)
    out = tmp_path / "cards.pdf"
    call_command("printtallies", event.slug, "--paper", "a4", "--out", str(out), stdout=io.StringIO())

    reader = pypdf.PdfReader(out)
    assert len(reader.pages) == 2
    assert round(reader.pages[0].mediabox.height) == 842
    with pytest.raises(CommandError, match="cannot be written"):
        call_command("printtallies", event.slug, "--out", str(tmp_path / "no" / "x.pdf"))


def test_an_unknown_event_is_named_and_one_without_a_plan_explained(event, tmp_path):
    with pytest.raises(CommandError, match="no event “nowhere”"):
        call_command("printtallies", "nowhere")
    with pytest.raises(CommandError, match="Publish the seating first"):
        call_command("printtallies", event.slug, "--out", str(tmp_path / "x.pdf"))
