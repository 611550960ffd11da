"""The ruling desk over HTTP: find, ask, see, rule, amend, revoke, prove."""

import pytest
from django.urls import reverse

from tests.helpers import factories
from tournament.models import Ruling

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


def at(name, event, *args):
    return reverse(f"rulings:{name}", args=[event.slug, *args])


def asked(**changes):
    return {"code": "renege", "deal": "3", "offender": "N", "alone": "-", "step": "ask"} | changes


def given(**changes):
    return asked(step="make", points="2", side="EW", fate="PASS", reason="") | changes


def test_plain_words_and_a_table_number_lead_to_the_offence(desk, event):
    page = desk.get(at("find", event), {"table": "2", "q": "did not follow suit"}).content.decode()
    assert f"{at('make', event, 1, 2)}?code=renege" in page
    assert "misdeal" not in page


def test_a_keystroke_gets_the_list_only(desk, event):
    answer = desk.get(at("find", event), {"table": "2"}, headers={"X-Preview": "1"})
    assert b"<html" not in answer.content
    assert b"?code=renege" in answer.content


@pytest.mark.parametrize("headers", [{}, {"X-Preview": "1"}], ids=["sent", "while it is typed"])
def test_a_table_that_the_round_does_not_have_is_said_so(desk, event, headers):
    """Table 99 gave no error, since only the list of offences came anew."""
    answer = desk.get(at("find", event), {"table": "99"}, headers=headers)
    assert "has no table 99" in answer.content.decode()


def test_an_offence_may_be_chosen_before_its_table(desk, event):
    """An offence clicked before a table did nothing."""
    page = desk.get(at("find", event)).content.decode()
    assert f"{at('find', event)}?code=renege&amp;round=1" in page
    asked = desk.get(at("find", event), {"code": "renege", "round": "1"}).content.decode()
    assert "At which table?" in asked
    assert f"{at('make', event, 1, 2)}?code=renege" in asked
    typed = desk.get(
        at("find", event), {"code": "renege", "round": "1", "table": "2"}, headers={"X-Preview": "1"}
    )
    assert f"{at('make', event, 1, 2)}?code=renege" in typed.content.decode()
    assert "did not follow suit, table 2" in typed.content.decode()


def test_an_unknown_offence_before_the_table_is_as_if_none_was_chosen(desk, event):
    assert "Type or tap the table" in desk.get(at("find", event), {"code": "zebra"}).content.decode()


def test_the_rule_is_asked_with_its_source_beside_the_form(desk, event):
    page = desk.get(at("make", event, 1, 1), {"code": "renege"}).content.decode()
    assert "Who failed to follow suit" in page
    assert "T, renege" in page


def test_the_answer_comes_filled_with_what_the_rule_proposes(desk, event):
    page = desk.post(at("preview", event, 1, 1), asked()).content.decode()
    assert 'name="points" value="2"' in page
    assert 'value="PASS" selected' in page
    assert not Ruling.objects.exists()


def test_a_ruling_is_made_and_the_page_goes_to_the_tables_sheet(desk, event):
    answer = desk.post(at("make", event, 1, 1), given())
    assert answer.url == reverse("sheets:show", args=[event.slug, 1, 1])
    assert Ruling.objects.get().award_points == 2


def test_without_javascript_the_question_comes_back_with_the_rules_answer(desk, event):
    page = desk.post(at("make", event, 1, 1), asked()).content.decode()
    assert "Make this ruling" in page
    assert not Ruling.objects.exists()


def test_a_departure_without_reason_comes_back_beside_the_field_and_keeps_what_was_typed(desk, event):
    page = desk.post(at("make", event, 1, 1), given(points="3")).content.decode()
    assert "departs from what the rule proposes" in page
    assert 'name="points" value="3"' in page


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
    answer = desk.post(at("make", event, 1, 1), given(**changes))
    if changes.get("choice"):  # a renege leaves no choice, so none is read
        assert answer.status_code == 302
        return
    assert answer.status_code == 200
    assert b"field-error" in answer.content or b"notice" in answer.content
    assert not Ruling.objects.exists()


@pytest.mark.parametrize("code", ["", "nonsense", "renege-mutual", "\x00"])
def test_an_offence_the_rules_do_not_have_is_not_found(desk, event, code):
    assert desk.post(at("make", event, 1, 1), given(code=code)).status_code == 404


def test_a_choice_that_the_rule_leaves_open_must_be_made(desk, event):
    bid = asked(code="bid-out-of-turn", choice="void-and-alone")
    page = desk.post(at("preview", event, 1, 1), bid).content.decode()
    assert 'name="points" value="0"' in page


def test_an_amendment_replaces_and_a_revocation_ends_a_ruling(desk, event):
    desk.post(at("make", event, 1, 1), given())
    assert 'value="2"' in desk.get(at("amend", event, 1)).content.decode()
    amended = desk.post(at("amend", event, 1), given(points="4", reason="A lone hand"))
    assert amended.url == at("show", event, 2)
    assert desk.post(at("revoke", event, 2), {"reason": ""}).status_code == 200
    assert desk.post(at("revoke", event, 2), {"reason": "Wrong table"}).url == at("show", event, 2)
    assert not Ruling.objects.in_force().exists()
    page = desk.get(at("index", event)).content.decode()
    assert "amended by ruling 2" in page
    assert "revoked" in page


def test_the_list_is_narrowed_by_words_and_state(desk, event):
    desk.post(at("make", event, 1, 1), given())
    desk.post(at("make", event, 1, 1), given(code="misdeal", deal="5", points="0", side="", fate="REDEAL"))
    desk.post(at("revoke", event, 2), {"reason": "Not at this table"})
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
        listing = desk.get(at("index", event), asked).context["table"]
        assert len(listing.rows) == found, asked


def test_the_tricks_prove_a_renege_and_offer_the_ruling_ready_filled(desk, event):
    page = desk.get(at("prove", event, 1, 1), PROOF).content.decode()
    assert "South reneged" in page
    assert "code=renege&amp;offender=S" in page


def test_tricks_that_follow_suit_offer_the_ruling_on_the_accusation(desk, event):
    page = desk.get(at("prove", event, 1, 1), PROOF | {"trick2": "Ac 9c Kd Qc"}).content.decode()
    assert "Not proven" in page
    assert "code=renege-unproven" in page


@pytest.mark.parametrize("cards", ["Zz", "As As As As As", "\x00", "9s 9s 9s 9s", "🂡 🂢", ",,,,", "x" * 500])
def test_cards_that_cannot_be_are_answered_with_a_sentence(desk, event, cards):
    answer = desk.get(at("prove", event, 1, 1), PROOF | {"trick1": cards})
    assert answer.status_code == 200
