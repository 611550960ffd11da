"""Grids of rows under ordinary and absurd query strings."""

import re
from types import SimpleNamespace

import django_tables2 as tables
import html5lib
import pytest
from django.test import RequestFactory

from tournament.listings import LARGEST_PAGE, SMALLEST_PAGE, Listing, NumberColumn
from tournament.models import User
from tournament.templatetags.euchre import badge


class Points(Listing):
    caption = "Points"
    row_header = "name"
    name = tables.Column()
    points = NumberColumn()

    Meta = Listing.Meta


class Users(Listing):
    username = tables.Column()
    name = tables.Column()

    Meta = Listing.Meta


ROWS = [SimpleNamespace(name=f"Player {n}", points=n % 3) for n in range(450)]


def shown(query: str = "", rows=ROWS) -> str:
    request = RequestFactory().get(f"/?{query}")
    return Points(rows, request=request).as_html(request)


def names(html: str) -> list[str]:
    document = html5lib.parse(html, namespaceHTMLElements=False)
    return ["".join(cell.itertext()) for cell in document.iter("th") if cell.get("scope") == "row"]


def test_the_grid_has_a_caption_that_names_its_scrolling_region():
    html = shown()
    assert re.search(r'<caption id="listing-caption"[^>]*>Points</caption>', html)
    assert 'aria-labelledby="listing-caption"' in html


@pytest.mark.parametrize(
    ("query", "sign"), [("sort=points", 'aria-sort="ascending"'), ("sort=-points", 'aria-sort="descending"')]
)
def test_the_head_that_orders_says_so(query, sign):
    assert shown(query).count(sign) == 1


def test_the_first_click_on_figures_puts_the_largest_first():
    assert "sort=-points" in shown()


def test_equal_rows_of_a_list_keep_the_order_they_came_in():
    tied = names(shown("sort=-points&per_page=100"))
    assert tied[:3] == ["Player 2", "Player 5", "Player 8"]


SIZES = {"-5": SMALLEST_PAGE, "0": 100, "1": SMALLEST_PAGE, "50": 50, "99999999": LARGEST_PAGE, "x": 100}


@pytest.mark.parametrize(("asked", "given"), SIZES.items())
def test_the_size_of_a_page_stays_within_reason(asked, given):
    assert len(names(shown(f"per_page={asked}"))) == given


@pytest.mark.parametrize(
    "query",
    [
        "page=-1", "page=0", "page=999999", "page=x", "page=%00", "page=" + "9" * 5000, "sort=", "sort=-",
        "sort=--points", "sort=nothing", "sort=points,name", "sort=points&sort=-points", "sort=__class__",
        "_export=ods", "per_page=1e9",
    ],
)  # fmt: skip
def test_no_query_string_breaks_it(query):
    assert names(shown(query))


def test_an_empty_grid_says_so_in_its_body():
    assert "Nothing to show yet." in shown(rows=[])


@pytest.mark.django_db
def test_equal_rows_of_a_query_are_told_apart_by_their_key():
    User.objects.bulk_create(User(username=f"u{n}", look=f"u{n}", name="Same") for n in range(5))
    listing = Users(User.objects.all(), order_by="name")
    assert listing.data.data.query.order_by[-1] == "pk"


def test_pages_keep_the_order_they_are_in():
    html = shown("sort=-points&per_page=10")
    assert re.search(r'rel="next"\s+href="\?sort=-points&amp;per_page=10&amp;page=2"', html)


def test_one_page_needs_no_pages():
    assert "<nav" not in shown(rows=ROWS[:3])


def test_a_state_is_a_word_and_a_drawing_and_not_only_a_colour():
    html = badge("warn", "disputed")
    assert "disputed" in html
    assert "<svg" in html
