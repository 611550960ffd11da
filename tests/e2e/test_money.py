"""Money at the door in a browser: check-in stays one press, “paid” is a second one."""

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from tests.helpers.factories import NOW, make_event, make_players, make_user
from tournament.models import Dues
from tournament.services import money

pytestmark = pytest.mark.django_db(transaction=True)
NAMES = [
    "Wilhelmina van der Heijden-Castellano", "Bert Okafor", "Carmen Díaz", "Desmond O’Shea", "Elin Sjöberg",
    "Frank Kowalczyk", "Grace Adeyemi", "Harold Finch",
]  # fmt: skip


@pytest.fixture
def event():
    director = make_user("dora", name="Dora Director")
    event = make_event(director, time_zone="America/Toronto")
    make_players(event, NAMES, status="expected")
    asked = {"by": director, "at": NOW}
    money.set_entry_fee(event, price=1000, members_price=800, to_pot=500, opening=5000, **asked)
    return event


def test_check_in_is_one_press_and_paid_the_next(page, live_server, sign_in, complaints, event):
    sign_in(event.memberships.get().user)
    page.goto(live_server.url + reverse("players:check_in", args=[event.slug]))
    page.keyboard.type("2")
    page.keyboard.press("Enter")
    expect(page.locator(".just-in-last")).to_contain_text("Bert Okafor is here")
    page.get_by_role("button", name="Paid $10.00 Bert Okafor").click()
    expect(page.locator(".just-in-last")).to_contain_text("paid $10.00")
    expect(page.get_by_label("Number, or part of the name")).to_be_focused()
    page.keyboard.type("3")
    page.keyboard.press("Enter")
    expect(page.locator(".just-in-last")).to_contain_text("Carmen Díaz is here")
    page.get_by_role("button", name="Member $8.00 Carmen Díaz").click()
    expect(page.locator(".just-in-last")).to_contain_text("paid $8.00")
    assert list(Dues.objects.order_by("player__number").values_list("cents", flat=True)) == [1000, 800]
    assert complaints == []
