"""Every QR code as a phone reads it: off the printed page at 150 dpi, by a decoder that is not ours."""

import io

import pytest
import zxingcpp
from django.urls import reverse
from django.utils import timezone
from PIL import Image

from tests.helpers.factories import make_published
from tests.helpers.paper import MM, PrintedPaper, faults, outside, overlapping, poppler, printed
from tests.helpers.table_entry import link_of, open_tables
from tournament.models import Event
from tournament.printing.paper import SIZES, PrintChoice, source
from tournament.printing.papers import PAPERS

pytestmark = pytest.mark.django_db
DPI = 150
SITE = "http://192.168.100.200:8000/"
LEAST = 20  # mm, quiet zone included


def decoded(paper: PrintedPaper) -> list[str]:
    """What the codes of all pages say, page by page."""
    pages = poppler("pdftoppm", "-r", str(DPI), "-gray", "-png", "-", pdf=paper.pdf)
    images = [b"\x89PNG" + page for page in pages.split(b"\x89PNG")[1:]]
    pictures = [Image.open(io.BytesIO(image)) for image in images]
    # Only full QR codes: among their dots the reader now and then takes some for a small code.
    return [
        code.text
        for picture in pictures
        for code in zxingcpp.read_barcodes(picture, formats=zxingcpp.BarcodeFormat.QRCodeModel2)
    ]


def widths(paper: PrintedPaper) -> list[float]:
    """How wide each picture on the paper is, in millimetres; our papers hold no pictures but codes."""
    found: list[float] = []
    for page in paper.reader.pages:

        def visit(operator, operands, matrix, _text, page=page):
            things = page["/Resources"].get("/XObject", {})
            if operator == b"Do" and things[operands[0]].get_object()["/Subtype"] == "/Image":
                found.append(abs(matrix[0]) / MM)  # half a sign stands on its head

        page.extract_text(visitor_operand_before=visit)
    return found


def address(name: str, *args: object) -> str:
    return SITE.rstrip("/") + reverse(name, args=args)


def of_table(event: Event, number: int, round_number: int | None = None) -> str:
    link = link_of(event, number)
    return address("table_entry:show", link.for_round(round_number) if round_number else link.token)


@pytest.fixture
def hall(director):
    return make_published(director, players=13, rounds=3, date=timezone.localdate())


@pytest.mark.slow
@pytest.mark.parametrize(("kind", "size"), [("tally-cards", "letter"), ("tally-cards-by-deals", "a4")])
def test_every_card_opens_its_players_page(hall, kind, size):
    paper = printed(kind, hall, size, site=SITE, own_pages=True)
    wanted = [address("player_page:show", player.token) for player in hall.players.all()]
    assert sorted(decoded(paper)) == sorted(wanted)
    assert min(widths(paper)) >= LEAST


@pytest.mark.slow
def test_where_players_have_no_pages_a_card_finds_its_player_on_the_public_one(hall):
    paper = printed("tally-cards", hall, site=SITE, own_pages=False)
    page = address("public:event", hall.slug)
    assert sorted(decoded(paper)) == sorted(f"{page}?player={player.number}" for player in hall.players.all())


@pytest.mark.slow
@pytest.mark.parametrize("size", ["letter", "a4"])
def test_a_score_sheet_opens_its_table_in_its_round_and_says_the_pin(hall, size):
    event = open_tables(hall)
    paper = printed("score-sheets", event, size, round=2, site=SITE, own_pages=True)
    assert sorted(decoded(paper)) == sorted(of_table(event, number, 2) for number in (1, 2, 3))
    assert min(widths(paper)) >= LEAST
    assert all(link_of(event, number).pin in paper.text for number in (1, 2, 3))
    assert faults(paper) == []


@pytest.mark.parametrize("size", ["letter", "a4"])
def test_a_table_sign_opens_its_table_from_both_sides_and_says_the_pin(hall, size):
    event = open_tables(hall)
    paper = printed("table-signs", event, size, site=SITE, own_pages=True)
    assert sorted(decoded(paper)) == sorted(2 * [of_table(event, number) for number in (1, 2, 3)])
    assert min(widths(paper)) >= LEAST
    assert paper.pages[0].count(link_of(event).pin) == 2
    assert outside(paper) == []


@pytest.mark.slow
def test_a_pin_per_round_is_on_that_rounds_score_sheet_and_on_no_sign(hall):
    event = open_tables(hall, pin_per_round=True)
    sheets = printed("score-sheets", event, round=2, site=SITE, own_pages=True)
    signs = printed("table-signs", event, site=SITE, own_pages=True)
    for number in (1, 2, 3):
        link = link_of(event, number)
        assert link.pin_for(2, per_round=True) in sheets.text
        assert link.pin not in sheets.text
        assert link.pin not in signs.text
    assert "PIN: see score sheet" in signs.text
    assert outside(signs) == []


@pytest.mark.slow
def test_a_private_event_and_one_without_an_address_for_phones_have_no_codes(hall):
    assert widths(printed("tally-cards", hall)) == []
    hall.is_public = False
    assert widths(printed("tally-cards", hall, site=SITE, own_pages=True)) == []


@pytest.mark.parametrize("kind", ["score-sheets", "table-signs", "tally-cards", "score-pad"])
def test_without_the_option_no_paper_is_any_different(hall, kind):
    choice = PrintChoice(SIZES["a4"], site=SITE, own_pages=True)
    before = source(PAPERS[kind], hall, choice)
    event = open_tables(hall)
    with_option = source(PAPERS[kind], event, choice)
    assert (with_option != before) is (kind in ("score-sheets", "table-signs"))
    event.scores_from = "desk"
    assert source(PAPERS[kind], event, choice) == before


@pytest.mark.parametrize("kind", ["score-sheets", "table-signs"])
@pytest.mark.parametrize("lacking", [{"own_pages": False, "site": SITE}, {"own_pages": True, "site": ""}])
def test_who_may_not_know_a_link_and_who_cannot_open_it_print_none(hall, kind, lacking):
    event = open_tables(hall)
    html = source(PAPERS[kind], event, PrintChoice(SIZES["a4"], **lacking))
    assert link_of(event).pin not in html
    assert "/t/" not in html


def test_a_renewed_link_is_printed_anew(hall, director):
    from tournament.services.table_links import renew_link

    event = open_tables(hall)
    choice = PrintChoice(SIZES["a4"], site=SITE, own_pages=True)
    before = source(PAPERS["table-signs"], event, choice)
    renew_link(event, 1, by=director, at=timezone.now())
    assert source(PAPERS["table-signs"], event, choice) != before


class TestTheWifiOnThePoster:
    """A poster with code, address, short name and wifi."""

    def poster(self, event, size="letter", name="", password=""):
        event.wifi_name, event.wifi_password = name, password
        return printed("poster", event, size, site=SITE, own_pages=True)

    @pytest.mark.slow
    @pytest.mark.parametrize(
        ("size", "name", "password", "code"),
        [
            ("letter", "Legion guests", "jack;of:hearts", r"WIFI:T:WPA;S:Legion guests;P:jack\;of\:hearts;;"),
            ("a4", "Café O0", "0O l1I|B8", r"WIFI:T:WPA;S:Café O0;P:0O l1I|B8;;"),
            ("a4", "W" * 32, "M" * 63, f"WIFI:T:WPA;S:{'W' * 32};P:{'M' * 63};;"),
            ("letter", "W" * 32, "M" * 63, f"WIFI:T:WPA;S:{'W' * 32};P:{'M' * 63};;"),
            ("letter", "Open hall", "", "WIFI:T:nopass;S:Open hall;;"),
        ],
    )
    def test_it_names_the_network_and_a_phone_joins_by_its_code(self, hall, size, name, password, code):
        paper = self.poster(hall, size, name, password)
        text = "".join(paper.text.split())

        assert len(paper.pages) == 1
        assert f"Wifi{name}{'Password' if password else ''}{password}".replace(" ", "") in text
        assert sorted(decoded(paper)) == sorted([code, f"{SITE}e/{hall.slug}/"])
        assert faults(paper) == []

    def test_without_a_network_it_says_nothing_of_one(self, hall):
        paper = self.poster(hall, password="left over from last year")

        assert "Wifi" not in paper.text
        assert "left over" not in paper.text
        assert decoded(paper) == [f"{SITE}e/{hall.slug}/"]

    def test_spaces_in_a_password_are_all_printed(self, hall):
        hall.wifi_name, hall.wifi_password = "Hall", "two  spaces in"
        page = source(PAPERS["poster"], hall, PrintChoice(SIZES["a4"], site=SITE, own_pages=True))

        assert "two  spaces in" in page

    def test_who_is_no_director_prints_none(self, hall):
        """Viewers opened the poster and read the hall's password."""
        hall.wifi_name, hall.wifi_password = "Legion guests", "jackofhearts"
        theirs, ours = (
            source(PAPERS["poster"], hall, PrintChoice(SIZES["a4"], site=SITE, own_pages=own))
            for own in (False, True)
        )
        assert "jackofhearts" in ours
        assert "jackofhearts" not in theirs
        assert "WIFI:" not in theirs

    def test_a_long_address_leaves_the_wifi_its_room(self, hall):
        hall.slug = "legion-post-1234-annual-euchre-tournament-of-1000-players-2026"
        hall.wifi_name, hall.wifi_password = "W" * 22, "W" * 24
        paper = printed(
            "poster", hall, site="https://tournaments.legion-post-1234.example.org", own_pages=True
        )

        assert overlapping(paper) == []
        words = paper.words()[0]
        box = 279.4 - 12 - 40
        assert max(word.bottom for word in words if word.text in ("Short", "name:")) < box
        wifi = [word for word in words if word.top > box - 1 and word.text != "Wifi"]
        assert wifi
        assert max(word.bottom for word in wifi) < 279.4 - 12
