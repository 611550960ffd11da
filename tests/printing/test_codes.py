"""QR codes as they come out of the printer: each dot is read off the page at 150 dpi."""

import io
import subprocess

import pytest
import segno
from django.urls import reverse
from django.utils import timezone
from PIL import Image

from tests.factories import make_published
from tests.paper import MM, outside, overlapping, printed
from tests.table_entry import link_of, open_tables
from tournament.printing.papers import PAPERS
from tournament.printing.printout import SIZES, Choice
from tournament.printing.render import source

pytestmark = pytest.mark.django_db
DPI = 150
SITE = "http://192.168.100.200:8000/"


def pictures(paper):
    """The page's pictures: their boxes in millimetres from the upper left corner, as Poppler finds them."""
    page = paper.reader.pages[0]
    height = float(page.mediabox.height)
    found = []

    def visit(operator, operands, matrix, _text):
        name = operands[0] if operands else ""
        things = page["/Resources"]["/XObject"]
        if operator == b"Do" and things[name].get_object()["/Subtype"] == "/Image":
            a, _b, _c, d, x, y = matrix
            top = height - max(y, y + d)
            found.append((x / MM, top / MM, a / MM))

    page.extract_text(visitor_operand_before=visit)
    return found


def drawn(paper):
    command = ["pdftoppm", "-r", str(DPI), "-gray", "-f", "1", "-l", "1", "-"]
    return Image.open(
        io.BytesIO(subprocess.run(command, input=paper.pdf, capture_output=True, check=True).stdout)
    )


def dots(image, left, top, width, modules):
    """Black or white at the middle of every module, quiet zone left out."""
    scale = DPI / 25.4
    step = width / (modules + 8)
    return [
        [image.getpixel((int((left + (x + 4.5) * step) * scale), int((top + (y + 4.5) * step) * scale))) < 128
         for x in range(modules)]
        for y in range(modules)
    ]  # fmt: skip


@pytest.fixture
def hall(director):
    return make_published(director, players=8, rounds=3)


@pytest.mark.parametrize("own", [True, False])
def test_every_card_opens_its_players_page(hall, own):
    hall.date = timezone.localdate()
    hall.save()
    paper = printed("tally-cards", hall, site=SITE, own_pages=own)
    image, places = drawn(paper), pictures(paper)

    assert len(places) == 4
    addresses = []
    for player in hall.players.order_by("number"):
        path = (
            reverse("player:show", args=[player.token])
            if own
            else f"{reverse('public:event', args=[hall.slug])}?player={player.number}"
        )
        addresses.append(SITE.rstrip("/") + path)
    expected = [segno.make(address, error="m", micro=False) for address in addresses]
    wanted = [[[bool(dot) for dot in row] for row in code.matrix] for code in expected]
    for left, top, width in places:
        assert width >= 20
        size = len(wanted[0])
        assert dots(image, left, top, width, size) in wanted


def test_without_an_address_for_phones_there_is_no_code(hall):
    assert pictures(printed("tally-cards", hall)) == []


def test_a_private_event_has_no_codes(hall):
    hall.is_public = False

    assert pictures(printed("tally-cards", hall, site=SITE, own_pages=True)) == []


def table_address(event, number, round_number=None):
    link = link_of(event, number)
    token = link.for_round(round_number) if round_number else link.token
    return SITE.rstrip("/") + reverse("table:show", args=[token])


def read(paper, addresses):
    """Which of these addresses the codes of the first page open, in the order of the page."""
    codes = [segno.make(address, error="m", micro=False) for address in addresses]
    wanted = [[[bool(dot) for dot in row] for row in code.matrix] for code in codes]
    image, found = drawn(paper), []
    for left, top, width in pictures(paper):
        assert width >= 20
        size = len(wanted[0])
        found.append(wanted.index(dots(image, left, top, width, size)))
    return found


@pytest.mark.parametrize("size", ["letter", "a4"])
def test_a_score_sheet_opens_its_table_in_its_round_and_says_the_pin(hall, size):
    event = open_tables(hall)
    paper = printed("score-sheets", event, size, round=2, site=SITE, own_pages=True)
    assert read(paper, [table_address(event, number, 2) for number in (1, 2)]) == [0, 1]
    assert all(link_of(event, number).pin in paper.text for number in (1, 2))
    assert outside(paper) == []
    assert overlapping(paper) == []


@pytest.mark.parametrize("size", ["letter", "a4"])
def test_a_table_sign_opens_its_table_and_says_the_pin(hall, size):
    event = open_tables(hall)
    paper = printed("table-signs", event, size, site=SITE, own_pages=True)
    below = [place for place in pictures(paper) if place[1] > 140]  # the upper half stands on its head
    assert len(pictures(paper)) == 2
    assert len(below) == 1
    code = segno.make(table_address(event, 1), error="m", micro=False)
    wanted = [[bool(dot) for dot in row] for row in code.matrix]
    assert dots(drawn(paper), *below[0], len(wanted)) == wanted
    assert paper.pages[0].count(link_of(event).pin) == 2
    assert outside(paper) == []


@pytest.mark.parametrize("kind", ["score-sheets", "table-signs", "tally-cards", "score-pad"])
def test_without_the_option_no_paper_is_any_different(hall, kind):
    choice = Choice(SIZES["a4"], site=SITE, own_pages=True)
    before = source(PAPERS[kind], hall, choice)
    event = open_tables(hall)
    with_option = source(PAPERS[kind], event, choice)
    assert (with_option != before) is (kind in ("score-sheets", "table-signs"))
    event.table_entry = False
    assert source(PAPERS[kind], event, choice) == before


@pytest.mark.parametrize("kind", ["score-sheets", "table-signs"])
@pytest.mark.parametrize("lacking", [{"own_pages": False, "site": SITE}, {"own_pages": True, "site": ""}])
def test_who_may_not_know_a_link_and_who_cannot_open_it_print_none(hall, kind, lacking):
    event = open_tables(hall)
    html = source(PAPERS[kind], event, Choice(SIZES["a4"], **lacking))
    assert link_of(event).pin not in html
    assert "/t/" not in html


def test_a_renewed_link_is_printed_anew(hall, director):
    from tournament.services.table_links import renew_link

    event = open_tables(hall)
    choice = Choice(SIZES["a4"], site=SITE, own_pages=True)
    before = source(PAPERS["table-signs"], event, choice)
    renew_link(event, 1, by=director, at=timezone.now())
    assert source(PAPERS["table-signs"], event, choice) != before
