"""A ruling's note for its table: on paper, and on the table's own phone."""

import pytest
from django.urls import reverse

from scoring.ruleset import PRESETS
from scoring.seats import Seat
from tests.helpers import factories, table_entry
from tests.helpers.factories import NOW
from tests.helpers.rulings import deal, rule
from tournament.services.rulings import revoke_ruling


@pytest.fixture
def event(director):
    return factories.make_published(director, players=8, rounds=2)


@pytest.fixture
def table(event):
    return factories.table_of(event)


def note(desk, event, number=1):
    return desk.get(reverse("rulings:note", args=[event.slug, number])).content.decode()


def test_it_says_what_was_ruled_by_which_rule_and_what_it_changed(desk, event, table, director):
    deal(table, director)
    rule(table, director, "renege", Seat.N, 3)
    page = " ".join(note(desk, event).split())
    for words in (
        "Renege: did not follow suit",
        "2 to East–West",
        "T, renege",
        "the deal ends, and the next player deals",
    ):
        assert words in page
    assert "North–South: 8 → <strong>7</strong>" in page
    assert "East–West: 0 → <strong>2</strong>" in page


def test_only_the_choice_that_was_made_is_cited(desk, event, table, director):
    rule(table, director, "table-talk", Seat.N)
    page = note(desk, event)
    assert "A warning, and the deal goes on." in page
    assert "2 points to the other side" not in page


def test_before_the_score_it_says_when_the_ruling_counts(desk, event, table, director):
    rule(table, director, "renege", Seat.N)
    assert "It counts when the table’s score comes in." in note(desk, event)


def test_totals_that_have_it_already_are_said_so(desk, event, table, director):
    factories.enter(table, 8, 4)
    rule(table, director, "renege", Seat.N, None, included=True)
    assert "The totals of the table have it already." in note(desk, event)


def test_a_revoked_ruling_says_that_it_no_longer_counts(desk, event, table, director):
    ruling = rule(table, director, "renege", Seat.N)
    revoke_ruling(ruling, by=director, at=NOW, reason="misheard")
    assert "This ruling no longer counts: revoked." in note(desk, event)


def test_the_rulings_page_leads_to_it(desk, event, table, director):
    rule(table, director, "renege", Seat.N)
    page = desk.get(reverse("rulings:show", args=[event.slug, 1])).content.decode()
    assert reverse("rulings:note", args=[event.slug, 1]) in page


class TestOnTheTablesPhone:
    @pytest.fixture
    def phone(self, event):
        table_entry.open_tables(event)
        return table_entry.phone(event)

    def test_it_shows_the_rulings_of_its_round_at_once(self, event, table, director, phone):
        live = table_entry.url(event, "live")
        seen = phone.client.get(live)
        assert "Ruled at this table" not in seen.content.decode()
        rule(table, director, "renege", Seat.N)
        again = phone.client.get(live, headers={"If-None-Match": seen["ETag"]})
        assert again.status_code == 200
        assert "2 to East–West" in again.content.decode()

    def test_a_revoked_one_and_other_tables_are_not_shown(self, event, table, director, phone):
        rule(factories.table_of(event, 1, 2), director, "renege", Seat.N)
        revoke_ruling(rule(table, director, "renege", Seat.N), by=director, at=NOW, reason="misheard")
        assert "Enter the score" in phone.visit(table_entry.url(event)).text
        assert "Ruled at this table" not in phone.page


CONDITIONS = [
    ("laws", "cards-looked-at", Seat.S, None,
     "The dealer’s partner, whatever came of it", "Anybody but",
     "Le partenaire du brasseur"),
    ("laws", "cards-looked-at", Seat.E, "misdeal",
     "Anybody but the dealer’s partner, and a misdeal came of it", "no misdeal",
     "Tout joueur sauf le partenaire du brasseur"),
    ("laws", "renege", Seat.S, "cut",
     "The cards have been cut for the next deal", "It is complete",
     "Les cartes ont été coupées"),
    ("laws", "dealing-style", Seat.N, "not-asked",
     "Nobody asked, or only after looking", "An opponent asked",
     "Personne ne l’a demandé"),
    ("progressive", "exposed-card", Seat.E, "put-forward",
     "It was put forward to play", "It fell out of the hand",
     "pour être jouée"),
    ("progressive", "card-exposed-in-deal", Seat.E, "again",
     "By an opponent of the dealer", "By the dealer’s partner",
     "Par un adversaire du brasseur"),
]  # fmt: skip


@pytest.mark.parametrize(("preset", "code", "who", "choice", "says", "leaves_out", "french"), CONDITIONS)
def test_a_note_says_what_decided_on_paper_and_phone_in_both_languages(
    desk, director, preset, code, who, choice, says, leaves_out, french
):
    """Issue 38, points 1 and 2: notes ran two contradictory outcomes together."""
    event = factories.make_published(director, players=8, rounds=2, rules=PRESETS[preset])
    rule(factories.table_of(event), director, code, who, choice=choice, dealer=Seat.N)
    table_entry.open_tables(event)
    phone = table_entry.phone(event)
    pages = (
        (desk, reverse("rulings:note", args=[event.slug, 1])),
        (phone.client, table_entry.url(event, "live")),
    )
    for client, address in pages:
        english = client.get(address, headers={"accept-language": "en"}).content.decode()
        assert says in english
        assert leaves_out not in english
        assert french in client.get(address, headers={"accept-language": "fr"}).content.decode()
