"""The ruling desk over HTTP: find, ask, rule, amend, revoke, the note for the table, proof of a renege."""

import re

import pytest

from scoring.ruleset import PRESETS
from scoring.seats import Seat
from tests.helpers import factories, table_entry
from tests.helpers.addresses import at
from tests.helpers.factories import NOW
from tests.helpers.rulings import asked, deal, rule
from tests.helpers.scripted import Scripted
from tournament.models import Ruling
from tournament.services.rulings import revoke_ruling


@pytest.fixture
def event(director):
    return factories.make_published(director, players=8, rounds=2)


MAKE = "Make this ruling"
RENEGE = {"offender": "N", "alone": "-", "deal": "3"}


def test_plain_words_lead_to_the_offence_and_a_keystroke_to_the_list(desk, event):
    page = desk.get(at(event, "rulings:find"), {"table": "2", "q": "did not follow suit"}).content.decode()
    assert f"{at(event, 'rulings:make', 1, 2)}?code=renege" in page
    assert "misdeal" not in page
    answer = desk.get(at(event, "rulings:find"), {"table": "2"}, headers={"X-Preview": "1"})
    assert b"<html" not in answer.content
    assert b"?code=renege" in answer.content


@pytest.mark.parametrize("headers", [{}, {"X-Preview": "1"}], ids=["sent", "while it is typed"])
def test_a_table_that_the_round_does_not_have_is_said_so(desk, event, headers):
    """Table 99 gave no error, since only the list of offences came anew."""
    answer = desk.get(at(event, "rulings:find"), {"table": "99"}, headers=headers)
    assert "has no table 99" in answer.content.decode()


def test_an_offence_may_be_chosen_before_its_table_and_an_unknown_one_is_as_if_none_was(desk, event):
    """An offence clicked before a table did nothing."""
    page = desk.get(at(event, "rulings:find")).content.decode()
    assert f"{at(event, 'rulings:find')}?code=renege&amp;round=1" in page
    page = desk.get(at(event, "rulings:find"), {"code": "renege", "round": "1"}).content.decode()
    assert "At which table?" in page
    assert f"{at(event, 'rulings:make', 1, 2)}?code=renege" in page
    typed = desk.get(
        at(event, "rulings:find"), {"code": "renege", "round": "1", "table": "2"}, headers={"X-Preview": "1"}
    )
    assert f"{at(event, 'rulings:make', 1, 2)}?code=renege" in typed.content.decode()
    assert "did not follow suit, table 2" in typed.content.decode()
    assert "Type or tap the table" in desk.get(at(event, "rulings:find"), {"code": "zebra"}).content.decode()


def test_the_rule_is_asked_with_its_source_and_answers_with_what_it_proposes(desk, event):
    page = asked(desk, event, "renege")
    assert "Who failed to follow suit" in page.text
    assert "T, renege" in page.text
    page.fill(**RENEGE)
    assert [page.held(name) for name in ("points", "side", "fate")] == ["2", "EW", "PASS"]
    page.press(MAKE, points="3")
    assert "departs from what the rule proposes" in page.text
    assert not Ruling.objects.exists()
    assert page.held("points") == "3"
    page.press(MAKE, points="2")
    assert page.path == at(event, "sheets:show", 1, 1)
    ruling = Ruling.objects.get()
    assert (ruling.code, ruling.slot, ruling.offender, ruling.award_points) == ("renege", 3, "N", 2)


def test_the_rule_is_asked_without_a_script_too(dora, event):
    dora.visit(f"{at(event, 'rulings:make', 1, 1)}?code=renege")
    dora.press("Show what the rule gives", **RENEGE).press(MAKE)
    assert Ruling.objects.get().award_points == 2


def test_what_cannot_be_is_answered_with_a_sentence_and_nothing_is_written(desk, event):
    page = asked(desk, event, "renege", **RENEGE)
    for typed in ("-1", "1.5", "9" * 40, "\x00"):
        assert "field-error" in page.press(MAKE, points=typed).page
    for changes in ({"points": "3", "reason": "x" * 2000}, {"reason": "", "side": ""}):
        assert "field-error" in page.press(MAKE, **changes).page, changes
    assert "field-error" in asked(desk, event, "renege").press("Show what the rule gives").page
    assert not Ruling.objects.exists()


@pytest.mark.rude
def test_what_no_page_of_the_desk_sends_is_answered_with_a_sentence_or_not_found(desk, event):
    sent = RENEGE | {"code": "renege", "step": "make", "points": "2", "side": "EW", "fate": "PASS"}
    place = at(event, "rulings:make", 1, 1)
    for changes in ({"deal": "99"}, {"deal": ""}, {"offender": "X"}, {"side": "UP"}, {"fate": "GONE"}):
        answer = desk.post(place, sent | changes)
        assert (answer.status_code, b"field-error" in answer.content) == (200, True), changes
    for code in ("", "nonsense", "renege-mutual", "\x00"):
        assert desk.post(place, sent | {"code": code}).status_code == 404
    assert not Ruling.objects.exists()
    sent["choice"] = "\x00"  # a renege leaves no choice, so none is read
    assert desk.post(place, sent).status_code == 302


def test_an_amendment_replaces_and_a_revocation_ends_a_ruling(desk, event):
    page = asked(desk, event, "renege", **RENEGE)
    page.press(MAKE).visit(at(event, "rulings:amend", 1))
    assert page.held("points") == "2"
    page.press("Amend the ruling", points="4", reason="A lone hand")
    assert page.path == at(event, "rulings:show", 2)
    page.visit(at(event, "rulings:revoke", 2)).press("Revoke the ruling", reason="")
    assert Ruling.objects.in_force().exists()
    page.press("Revoke the ruling", reason="Wrong table")
    assert page.path == at(event, "rulings:show", 2)
    assert not Ruling.objects.in_force().exists()
    page.visit(at(event, "rulings:index"))
    assert ("amended by ruling 2" in page.text, "revoked" in page.text) == (True, True)


def test_the_list_is_narrowed_by_words_and_state(desk, event, table, director):
    rule(table, director, "renege", Seat.N, 3)
    mistaken = rule(table, director, "misdeal", Seat.N, 5)
    revoke_ruling(mistaken, by=director, at=NOW, reason="Not at this table")
    for sought, found in (
        *(({}, 2), ({"q": "renege"}, 1), ({"q": "dora"}, 2), ({"q": "\x00"}, 2), ({"q": "nothing"}, 0)),
        *(({"state": "in-force"}, 1), ({"state": "other"}, 1), ({"state": "nonsense"}, 2)),
    ):
        listing = desk.get(at(event, "rulings:index"), sought).context["table"]
        assert len(listing.rows) == found, sought


# --- the note for the table
def note(desk, event, number=1):
    return desk.get(at(event, "rulings:note", number)).content.decode()


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


def test_totals_that_have_it_already_are_said_so(desk, event, table, director):
    factories.enter(table, 8, 4)
    rule(table, director, "renege", Seat.N, None, included=True)
    assert "The totals of the table have it already." in note(desk, event)


def test_the_note_says_when_a_ruling_counts_and_when_no_longer(desk, event, table, director):
    ruling = rule(table, director, "renege", Seat.N)
    page = desk.get(at(event, "rulings:show", 1)).content.decode()
    assert (at(event, "rulings:note", 1) in page, "(T, renege)" in page) == (True, True)
    assert "It counts when the table’s score comes in." in note(desk, event)
    revoke_ruling(ruling, by=director, at=NOW, reason="misheard")
    assert "This ruling no longer counts: revoked." in note(desk, event)


class TestOnTheTablesPhone:
    @pytest.fixture
    def phone(self, event):
        table_entry.open_tables(event)
        return table_entry.phone(event)

    def test_it_shows_the_rulings_of_its_table_and_round_at_once(self, event, table, director, phone):
        rule(factories.table_of(event, 1, 2), director, "renege", Seat.N)
        revoke_ruling(rule(table, director, "renege", Seat.N), by=director, at=NOW, reason="misheard")
        assert "Enter the score" in phone.visit(table_entry.url(event)).text
        assert "Ruled at this table" not in phone.page
        assert phone.poll().status_code == 304
        rule(table, director, "renege", Seat.N)
        assert phone.poll().status_code == 200
        assert "2 to East–West" in phone.text


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
    pages = ((desk, at(event, "rulings:note", 1)), (phone.client, table_entry.url(event, "live")))
    for client, address in pages:
        english = client.get(address, headers={"accept-language": "en"}).content.decode()
        assert says in english
        assert leaves_out not in english
        assert french in client.get(address, headers={"accept-language": "fr"}).content.decode()


# --- proving a renege
T = PRESETS["progressive"]
TRICKS = {"trump": "h", "leader": "N", "trick1": "As 9s Kc Qs", "trick2": "Ac 9c 10c Qc"}
EXAMINE = "Examine the tricks"


@pytest.fixture
def look(desk, director):
    """Open the page of a table that plays by some rules."""

    def opened(rules=T):
        event = factories.make_published(director, players=4, rounds=1, rules=rules)
        page = Scripted(desk)
        page.visit(at(event, "rulings:make", 1, 1) + "?code=renege").follow("Prove it from the tricks")
        return page

    return opened


def errors(page):
    return page.response.context["form"].errors


def test_what_is_missing_or_cannot_be_is_said_beside_its_field_and_the_cards_stay(look):
    """Who dealt, and so who led, is asked and never assumed."""
    page = look(T.changed(defend_alone=True))
    assert page.held("leader") is None
    assert set(errors(page.press(EXAMINE, trick1="As 9s Kc Qs"))) == {"trump", "leader"}
    unread = ["“Zz” is no card. Write rank and suit, like JS, 9h or 10d."]
    page.press(EXAMINE, trump="h", leader="N", trick2="Ac Zz")
    assert errors(page) == {"trick2": unread}
    page.press(EXAMINE, trick2="Ac 9c", unplayed_W="Zz")
    assert errors(page) == {"unplayed_W": unread}
    for alone, defender, sentence in (
        ("", "E", "Say against whom: nobody is down as playing alone."),
        ("S", "N", "Only an opponent of the lone player can defend alone."),
        ("S", "S", "Only an opponent of the lone player can defend alone."),
    ):
        page.press(EXAMINE, unplayed_W="", alone=alone, lone_defender=defender)
        assert errors(page) == {"lone_defender": [sentence]}
    assert page.held("trick1") == "As 9s Kc Qs"
    page.press(EXAMINE, leader="E", lone_defender="E", trick1="As 9c", trick2="Ac 9s")
    (renege,) = page.response.context["proof"].reneges
    assert (renege.seat, str(renege.played), str(renege.held)) == ("S", "9c", "9s")


def test_the_tricks_prove_a_renege_or_the_accusation_and_offer_the_ruling_ready_filled(look):
    page = look().press(EXAMINE, **TRICKS)
    assert ("Not proven" in page.text, "code=renege-unproven" in page.page) == (True, True)
    page.press(EXAMINE, trick1="As* 9s Kc Qs")  # issue 38, point 5: a fallen ace does not win its trick
    assert page.response.context["proof"].winners[0] == "W"
    assert "cannot win a trick" in page.text
    page.press(EXAMINE, trick1="As 9s Kc Qs", unplayed_S="Qh, Ks", unplayed_E="jd")
    assert "still held the king of spades when the deal was stopped" in page.text
    assert page.response.context["form"].has_unplayed
    page.press(EXAMINE, unplayed_S="", unplayed_E="", trick2="Ac 9c Ks Qc")
    assert "South reneged" in page.text
    page.visit(re.search('href="([^"]*code=renege&amp;offender=S[^"]*)"', page.page)[1].replace("&amp;", "&"))
    assert page.held("offender") == "S"


@pytest.mark.parametrize("cards", ["As As As As As", "\x00", "9s 9s 9s 9s", "🂡 🂢", ",,,,", "x" * 500])
def test_cards_that_cannot_be_are_answered_with_a_sentence(look, cards):
    assert look().press(EXAMINE, **TRICKS | {"trick1": cards}).response.status_code == 200


def test_only_what_the_rules_know_is_asked(look):
    pages = [look(rules).page for rules in (T, T.changed(defend_alone=True), PRESETS["jeuchre"])]
    names = ("leader", "alone", "lone_defender")
    found = [[name for name in names if f'name="{name}"' in page] for page in pages]
    assert found == [["leader", "alone"], ["leader", "alone", "lone_defender"], ["leader"]]


@pytest.mark.parametrize("deck", [24, 25, 28, 32])
def test_the_palette_is_the_pack(look, deck):
    """25 cards with a Benny."""
    page = look(T.changed(deck=deck)).page
    assert page.count("data-card=") == deck
    assert ('data-card="joker"' in page) is ("The Benny is B, joker or 2s." in page) is (deck == 25)
