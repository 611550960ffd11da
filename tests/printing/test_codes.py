"""QR codes as they come out of the printer: each dot is read off the page at 150 dpi."""

import io
import subprocess

import pytest
import segno
from django.urls import reverse
from django.utils import timezone
from PIL import Image

from tests.factories import make_published
from tests.paper import MM, printed

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
