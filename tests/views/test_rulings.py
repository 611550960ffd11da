"""The ruling desk over HTTP: find, ask, rule, amend, revoke, the note for the table, proof of a renege."""

import pytest
from django.urls import reverse

from scoring.ruleset import PRESETS
from scoring.seats import Seat
from tests.helpers import factories, table_entry
from tests.helpers.addresses import at
from tests.helpers.factories import NOW
from tests.helpers.rulings import deal, rule
from tournament.models import Ruling
from tournament.services.rulings import revoke_ruling

PROOF = {
    "trump": "h",
    "leader": "N",
    "alone": "",
    "trick1": "As 9s Kc Qs",  # South held the king of spades
    "trick2": "Ac 9c Ks Qc",
}


@pytest.fixture
def event(director):
    return factories.make_published(director, players=8, rounds=2)


@pytest.fixture
def table(event):
    return factories.table_of(event)


def asked(**changes):
    return {"code": "renege", "deal": "3", "offender": "N", "alone": "-", "step": "ask"} | changes


def given(**changes):
    return asked(step="make", points="2", side="EW", fate="PASS", reason="") | changes


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
    asked = desk.get(at(event, "rulings:find"), {"code": "renege", "round": "1"}).content.decode()
    assert "At which table?" in asked
    assert f"{at(event, 'rulings:make', 1, 2)}?code=renege" in asked
    typed = desk.get(
        at(event, "rulings:find"), {"code": "renege", "round": "1", "table": "2"}, headers={"X-Preview": "1"}
    )
    assert f"{at(event, 'rulings:make', 1, 2)}?code=renege" in typed.content.decode()
    assert "did not follow suit, table 2" in typed.content.decode()
    assert "Type or tap the table" in desk.get(at(event, "rulings:find"), {"code": "zebra"}).content.decode()


def test_the_rule_is_asked_with_its_source_and_answers_with_what_it_proposes(desk, event):
    page = desk.get(at(event, "rulings:make", 1, 1), {"code": "renege"}).content.decode()
    assert "Who failed to follow suit" in page
    assert "T, renege" in page
    page = desk.post(at(event, "rulings:preview", 1, 1), asked()).content.decode()
    assert 'name="points" value="2"' in page
    assert 'value="PASS" selected' in page
    assert not Ruling.objects.exists()
    page = desk.post(at(event, "rulings:make", 1, 1), asked()).content.decode()
    assert "Make this ruling" in page
    assert not Ruling.objects.exists()
    page = desk.post(at(event, "rulings:make", 1, 1), given(points="3")).content.decode()
    assert "departs from what the rule proposes" in page
    assert 'name="points" value="3"' in page
    answer = desk.post(at(event, "rulings:make", 1, 1), given())
    assert answer.url == reverse("sheets:show", args=[event.slug, 1, 1])
    assert Ruling.objects.get().award_points == 2


@pytest.mark.parametrize(
    "changes",
    [
        {"deal": "99"}, {"deal": ""}, {"offender": "X"}, {"offender": ""}, {"points": "-1"},
        {"points": "1.5"},
        {"points": "9" * 40}, {"points": "\x00"}, {"side": "UP"}, {"side": ""}, {"fate": "GONE"},
        {"reason": "x" * 2000, "points": "3"}, {"choice": "\x00"},
    ],
)  # fmt: skip
def test_what_cannot_be_is_answered_with_a_sentence_and_nothing_is_written(desk, event, changes):
    answer = desk.post(at(event, "rulings:make", 1, 1), given(**changes))
    if changes.get("choice"):  # a renege leaves no choice, so none is read
        assert answer.status_code == 302
        return
    assert answer.status_code == 200
    assert b"field-error" in answer.content or b"notice" in answer.content
    assert not Ruling.objects.exists()


@pytest.mark.parametrize("code", ["", "nonsense", "renege-mutual", "\x00"])
def test_an_offence_the_rules_do_not_have_is_not_found(desk, event, code):
    assert desk.post(at(event, "rulings:make", 1, 1), given(code=code)).status_code == 404


def test_an_amendment_replaces_and_a_revocation_ends_a_ruling(desk, event):
    desk.post(at(event, "rulings:make", 1, 1), given())
    assert 'value="2"' in desk.get(at(event, "rulings:amend", 1)).content.decode()
    amended = desk.post(at(event, "rulings:amend", 1), given(points="4", reason="A lone hand"))
    assert amended.url == at(event, "rulings:show", 2)
    assert desk.post(at(event, "rulings:revoke", 2), {"reason": ""}).status_code == 200
    assert desk.post(at(event, "rulings:revoke", 2), {"reason": "Wrong table"}).url == at(
        event, "rulings:show", 2
    )
    assert not Ruling.objects.in_force().exists()
    page = desk.get(at(event, "rulings:index")).content.decode()
    assert "amended by ruling 2" in page
    assert "revoked" in page


def test_the_list_is_narrowed_by_words_and_state(desk, event):
    desk.post(at(event, "rulings:make", 1, 1), given())
    desk.post(
        at(event, "rulings:make", 1, 1), given(code="misdeal", deal="5", points="0", side="", fate="REDEAL")
    )
    desk.post(at(event, "rulings:revoke", 2), {"reason": "Not at this table"})
    for asked, found in (
        *(
            ({}, 2),
            ({"q": "renege"}, 1),
            ({"q": "dora"}, 2),
            ({"q": "\x00"}, 2),
            ({"q": "nothing like it"}, 0),
        ),
        *(({"state": "in-force"}, 1), ({"state": "other"}, 1), ({"state": "nonsense"}, 2)),
    ):
        listing = desk.get(at(event, "rulings:index"), asked).context["table"]
        assert len(listing.rows) == found, asked


def test_the_tricks_prove_a_renege_or_the_accusation_and_offer_the_ruling_ready_filled(desk, event):
    page = desk.get(at(event, "rulings:prove", 1, 1), PROOF).content.decode()
    assert "South reneged" in page
    assert "code=renege&amp;offender=S" in page
    page = desk.get(at(event, "rulings:prove", 1, 1), PROOF | {"trick2": "Ac 9c Kd Qc"}).content.decode()
    assert "Not proven" in page
    assert "code=renege-unproven" in page


@pytest.mark.parametrize("cards", ["Zz", "As As As As As", "\x00", "9s 9s 9s 9s", "🂡 🂢", ",,,,", "x" * 500])
def test_cards_that_cannot_be_are_answered_with_a_sentence(desk, event, cards):
    answer = desk.get(at(event, "rulings:prove", 1, 1), PROOF | {"trick1": cards})
    assert answer.status_code == 200


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
    assert at(event, "rulings:note", 1) in page
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
        live = table_entry.url(event, "live")
        seen = phone.client.get(live)
        assert "Ruled at this table" not in seen.content.decode()
        rule(table, director, "renege", Seat.N)
        again = phone.client.get(live, headers={"If-None-Match": seen["ETag"]})
        assert again.status_code == 200
        assert "2 to East–West" in again.content.decode()


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
CLEAN = {"trump": "h", "leader": "N", "alone": "", "trick1": "As 9s Kc Qs", "trick2": "Ac 9c 10c Qc"}


@pytest.fixture
def look(desk, director):
    """Open the page of a table that plays by some rules."""

    def opened(rules, asked=None):
        event = factories.make_published(director, players=4, rounds=1, rules=rules)
        answer = desk.get(at(event, "rulings:prove", 1, 1), asked or {})
        assert answer.status_code == 200
        return answer

    return opened


def test_what_was_typed_is_kept_and_nobody_is_taken_for_the_first_leader(look):
    """Who dealt, and so who led, is asked and never assumed."""
    assert look(T).context["form"]["leader"].value() is None
    asked = {key: value for key, value in CLEAN.items() if key != "leader"}
    answer = look(T, asked)
    assert answer.context["form"].errors == {"leader": ["Say who led to the first trick."]}
    assert answer.context["proof"] is None
    assert "As 9s Kc Qs" in answer.content.decode()
    answer = look(T, {"trick1": "As 9s Kc Qs"})
    assert set(answer.context["form"].errors) == {"trump", "leader"}
    assert "As 9s Kc Qs" in answer.content.decode()


def test_a_card_never_played_proves_a_renege_in_a_deal_that_was_stopped(look):
    """RULEBOOK 7: the unplayed cards of a stopped deal can be entered."""
    assert look(T, CLEAN).context["proof"].reneges == ()
    answer = look(T, CLEAN | {"unplayed_S": "Qh, Ks", "unplayed_E": "jd"})
    page = answer.content.decode()
    assert "still held the king of spades when the deal was stopped" in page
    assert "code=renege&amp;offender=S" in page
    assert answer.context["form"].has_unplayed


def test_a_lone_defender_leaves_two_cards_to_a_trick(look):
    """RULEBOOK 7: a lone defender can be entered."""
    lone = {"leader": "E", "alone": "S", "lone_defender": "E", "trick1": "As 9c", "trick2": "Ac 9s"}
    answer = look(T.changed(defend_alone=True), CLEAN | lone)
    (renege,) = answer.context["proof"].reneges
    assert (renege.seat, str(renege.played), str(renege.held)) == ("S", "9c", "9s")
    assert answer.context["proof"].problems == ()


@pytest.mark.parametrize(
    ("lone", "defender", "sentence"),
    [
        ("", "E", "Say against whom: nobody is down as playing alone."),
        ("S", "N", "Only an opponent of the lone player can defend alone."),
        ("S", "S", "Only an opponent of the lone player can defend alone."),
    ],
)
def test_a_lone_defender_who_cannot_be_is_refused_beside_the_field(look, lone, defender, sentence):
    answer = look(T.changed(defend_alone=True), CLEAN | {"alone": lone, "lone_defender": defender})
    assert answer.context["form"].errors == {"lone_defender": [sentence]}


def test_only_what_the_rules_know_is_asked(look):
    pages = [look(rules).content.decode() for rules in (T, T.changed(defend_alone=True), PRESETS["jeuchre"])]
    asked = [
        [name for name in ("leader", "alone", "lone_defender") if f'name="{name}"' in page] for page in pages
    ]
    assert asked == [["leader", "alone"], ["leader", "alone", "lone_defender"], ["leader"]]


@pytest.mark.parametrize("field", ["trick2", "unplayed_W"])
def test_a_card_that_cannot_be_read_is_named_beside_its_field(look, field):
    answer = look(T, CLEAN | {field: "Ac Zz"})
    assert answer.context["form"].errors == {
        field: ["“Zz” is no card. Write rank and suit, like JS, 9h or 10d."]
    }


@pytest.mark.parametrize(("deck", "keys"), [(24, 24), (25, 25), (28, 28), (32, 32)])
def test_the_palette_is_the_pack(look, deck, keys):
    """25 cards with a Benny."""
    page = look(T.changed(deck=deck)).content.decode()
    assert page.count("data-card=") == keys
    assert ('data-card="joker"' in page) is (deck == 25)
    assert ("The Benny is B, joker or 2s." in page) is (deck == 25)


def test_a_star_marks_a_card_that_cannot_win(look):
    """Issue 38, point 5: a fallen ace does not win its trick."""
    page = look(T, CLEAN | {"trick1": "As* 9s Kc Qs"})
    assert page.context["proof"].winners[0] == "W"
    assert "As* 9s Kc Qs" in page.content.decode()
    assert "cannot win a trick" in page.content.decode()
