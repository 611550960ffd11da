import io
import re

import pypdf
import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests.helpers.database import queries
from tests.helpers.factories import make_event, make_players, make_published
from tests.helpers.paper_events import make_evening
from tests.helpers.person import Person
from tournament.models import Event
from tournament.printing import jobs
from tournament.printing.papers import PAPERS


@pytest.fixture(autouse=True)
def data(settings, tmp_path, monkeypatch):
    settings.DATA_DIR = tmp_path
    monkeypatch.setattr(jobs, "_running", {})


@pytest.fixture
def hall(director):
    return make_published(director, players=8, rounds=3)


def at(name, event, kind=None, query=""):
    return reverse(f"printing:{name}", args=[event.slug, *([kind] if kind else [])]) + query


NEED_MORE = (
    "certificate",
    "prize-list",
    "movement-cards",
    "poster",
    "check-in",
    "cash-sheet",
    "team-standings",
)


def test_every_paper_can_be_chosen_and_printed_from_the_browser(desk, hall):
    for kind in set(PAPERS) - set(NEED_MORE):
        chosen = desk.get(at("index", hall, query=f"?paper={kind}"))
        assert f'formaction="/events/{hall.slug}/print/{kind}.pdf"' in chosen.content.decode()
        page = desk.get(at("paper", hall, kind, "?size=letter"))
        text = page.content.decode()
        assert page.status_code == 200, kind
        assert text.count('<section class="sheet') >= 1, kind
        assert "paper-letter" in text, kind
        assert "data-form" not in text, kind


def test_five_papers_are_listed_with_their_sheets_and_all_others_are_behind_more(desk, hall):
    page = desk.get(at("index", hall)).content.decode()
    tonight, more = page.split('<details class="print-more', 1)
    assert tonight.count("#chosen") == 5
    assert "More papers" in more
    assert more.count("#chosen") >= 20
    assert 'print-more" open' not in page
    assert 'print-more" open' in desk.get(at("index", hall, query="?paper=poster")).content.decode()
    dora = Person(desk).visit(at("index", hall))

    assert "2 sheets" in dora.text
    dora.follow("Sign-in sheet")
    assert "1 sheet" in dora.text
    assert "on one side" in desk.get(at("index", hall, "", "?paper=tally-cards")).content.decode()
    assert "on both sides" in desk.get(at("index", hall, "", "?paper=rule-card")).content.decode()
    dora.visit(at("index", hall, query="?paper=tally-cards"))
    for nobody in ("77", "Ann", "9-7"):  # nobody is not everybody
        assert "No player of these numbers" in dora.press("Show", players=nobody).text


@pytest.mark.slow
@pytest.mark.parametrize("name", ["paper", "pdf"])
def test_a_set_of_tally_cards_is_read_once(desk, hall, name):
    """The cards were read again for the marks that say which were printed."""
    with CaptureQueriesContext(connection) as queries:
        assert desk.get(at(name, hall, "tally-cards")).status_code == 200
    assert sum('FROM "tournament_seating"' in query["sql"] for query in queries) == 1


def test_a_pdf_comes_with_a_name_and_shows_the_round_asked_for(desk, hall):
    answer = desk.get(at("pdf", hall, "score-sheets", "?size=letter&round=2"))

    assert answer.headers["Content-Type"] == "application/pdf"
    named = answer.headers["Content-Disposition"]
    assert re.fullmatch(rf'inline; filename="{hall.slug}-score-sheets-round-2-letter-\d{{4}}\.pdf"', named)
    reader = pypdf.PdfReader(io.BytesIO(answer.content))
    assert len(reader.pages) == 1


@pytest.mark.needs("pango")
def test_names_without_a_typeface_are_named_before_printing(desk, hall):
    """They printed as empty boxes, silently."""
    player = hall.players.first()
    player.own_name = "Ann \U0001e900\U0001e901"
    player.save()
    page = desk.get(at("index", hall, "", "?paper=tally-cards")).content.decode()
    assert "no typeface for some letters" in page
    assert "no typeface" not in desk.get(at("index", hall, "", "?paper=rule-card")).content.decode()


@pytest.mark.slow
def test_the_first_sheet_can_be_seen_as_a_picture(desk, hall):
    answer = desk.get(at("picture", hall, "tally-cards"))

    assert answer.headers["Content-Type"] == "image/png"
    assert answer.content.startswith(b"\x89PNG")


def test_a_long_job_says_how_far_it_is_and_asks_again(desk, hall, monkeypatch):
    monkeypatch.setattr(jobs, "order_paper", lambda html, kind="pdf", **of: jobs.State("key", pages=1))
    answer = desk.get(at("pdf", hall, "tally-cards", "?size=letter&players=1-5"))

    text = answer.content.decode()
    assert '<meta http-equiv="refresh"' in text
    assert "?paper=tally-cards&amp;size=letter&amp;players=1%2C2%2C3%2C4%2C5" in text  # the way back
    assert "1 of 2 sheets" in text


@pytest.mark.parametrize(
    ("reason", "words"),
    [
        ("pango", "apt-get install libpango"),
        ("failed", "print from the browser instead"),
        ("full", "the disk is full"),
        ("unwritable", "data folder can’t be written"),
        ("busy", "Try again in a minute"),
    ],
)
def test_where_no_pdf_can_be_made_the_reader_is_told_what_to_do(desk, hall, monkeypatch, reason, words):
    monkeypatch.setattr(jobs, "order_paper", lambda html, kind="pdf", **of: jobs.State("key", reason=reason))
    answer = desk.get(at("pdf", hall, "tally-cards"), follow=True)

    assert answer.status_code == 200
    assert words in answer.content.decode()
    assert desk.get(at("picture", hall, "tally-cards")).status_code == 404
    assert desk.get(at("paper", hall, "tally-cards")).status_code == 200


@pytest.mark.parametrize("name", ["paper", "pdf", "picture"])
def test_an_unknown_paper_is_not_found(desk, hall, name):
    assert desk.get(at(name, hall, "wallpaper")).status_code == 404


@pytest.mark.parametrize("name", ["paper", "pdf"])
def test_what_cannot_be_printed_yet_is_explained_where_it_is_chosen(desk, event, name):
    answer = desk.get(at(name, event, "tally-cards"), follow=True)

    assert "Publish the seating first" in answer.content.decode()
    assert answer.redirect_chain[-1][0].endswith("?paper=tally-cards")


def test_paper_is_letter_in_america_and_the_emergency_kit_needs_no_players(desk, director):
    there = make_event(director, name="There", time_zone="America/Toronto")

    assert 'value="letter" checked' in desk.get(at("index", there)).content.decode()
    event = make_event(director)
    room = desk.get(at("index", event, "", "?paper=emergency-kit&count=16")).content.decode()

    assert "print/emergency-kit.pdf" in room
    assert "Number of players" in room
    assert "add them first" not in room.lower()


def test_secret_links_stand_only_on_the_directors_own_print(desk, client, hall, director, settings):
    from django.utils import timezone

    from tests.helpers.factories import make_official

    settings.ALLOWED_HOSTS = ["*"]
    Event.objects.filter(pk=hall.pk).update(date=timezone.localdate())
    token = hall.players.get(number=1).token
    path = at("paper", hall, "tally-cards")

    assert token in desk.get(path, headers={"host": "192.168.7.7:8000"}).content.decode()
    client.force_login(make_official(hall, "viewer"))
    seen = client.get(path, headers={"host": "192.168.7.7:8000"}).content.decode()
    assert token not in seen
    assert "?player=1" in seen


def test_a_choice_of_papers_costs_the_same_for_any_number_of_players(desk, director):
    event = make_event(director)
    make_players(event, 60)
    assert queries(desk, at("index", event, query="?paper=sign-in")) <= 15


@pytest.mark.slow
def test_a_kit_is_one_button_and_says_what_is_in_it(desk, hall):
    room = desk.get(at("index", hall, "", "?paper=tonight-kit")).content.decode()

    assert "Tonight’s kit" in room
    assert "print/tonight-kit.pdf" in room
    assert "Cover with this list" in room
    assert "Print from the browser" not in room
    answer = desk.get(at("pdf", hall, "tonight-kit"))
    while "http-equiv" in answer.content[:3000].decode("latin-1"):
        answer = desk.get(at("pdf", hall, "tonight-kit"))
    assert answer.headers["Content-Type"] == "application/pdf"
    assert f'filename="{hall.slug}-tonight-kit-' in answer.headers["Content-Disposition"]


def test_the_page_says_which_sheets_go_on_red_stock(desk, director):
    event = make_evening(8, 2, movement="red-white")
    event.memberships.update(user=director)
    room = " ".join(desk.get(at("index", event, "", "?paper=tally-cards")).content.decode().split())
    assert "Sheet 1: red card stock" in room
    assert "Sheet 2: white card stock" in room
    only = " ".join(
        desk.get(at("index", event, "", "?paper=tally-cards&stock=white")).content.decode().split()
    )
    assert "Sheet 1: white card stock" in only


def test_the_list_of_papers_counts_the_cards_and_draws_no_code(desk, director, monkeypatch):
    """With 1,000 players its page took six seconds, for codes that it does not show."""
    event = make_published(director, players=8)
    drawn = []
    monkeypatch.setattr("tournament.printing.kinds.cards.qr", lambda address: drawn.append(address) or "")
    assert desk.get(reverse("printing:index", args=[event.slug])).context["count"] == 2
    assert drawn == []
    paper = Person(desk).visit(reverse("printing:paper", args=[event.slug, "tally-cards"]))
    assert len(drawn) == 8
    assert paper.follow("Back").path.startswith(
        f"{reverse('printing:index', args=[event.slug])}?paper=tally-cards&"
    )
