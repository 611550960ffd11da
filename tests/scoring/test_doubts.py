"""A doubt is stored as a code with its values, and read again as the same sentence."""

import pytest

from scoring.doubts import Doubt, doubt_sentence

SCORE = {"ns": 9, "ew": 4, "marches": 2}


@pytest.mark.parametrize(
    ("code", "facts", "words"),
    [
        ("many-lone-marches", {"marches": 3}, "3 lone marches at one table in one round: is that right?"),
        ("shut-out", {"side": "EW"}, "East/West has won no point in the whole round: is that right?"),
        (
            "shut-out", {"side": "NS", "lost": True},
            "North/South has lost no point in the whole round: is that right?",
        ),
        (
            "lone-marches-missing", SCORE,
            "9 to 4 takes more lone marches than the 2 entered. Was one not marked?",
        ),
        (
            "lone-marches-many", SCORE,
            "9 to 4 takes fewer lone marches than the 2 entered. Was one marked twice?",
        ),
        (
            "lone-marches-side", SCORE,
            "9 to 4 does not fit these lone marches. Were they marked for the wrong side?",
        ),
        (
            "ruling-not-kept", SCORE | {"ruling": "ambiguous-lone"},
            "9 to 4 does not fit the ruling “Unclear loner call”. Was it kept in the deal it was made for?",
        ),
        ("totals-impossible", SCORE, "No run of deals ends 9 to 4. Was a number misread?"),
        (
            "tie-open", {},
            "The totals are equal: which side reached them first? Without an answer nobody wins the round.",
        ),
        ("of-another-version", {"anything": 1}, "This score is unlikely. Look at it again."),
    ],
    ids=str,
)  # fmt: skip
def test_a_doubt_is_read_again_from_its_code_and_values(code, facts, words):
    doubt = Doubt.of(code, "ns", **facts)
    assert (doubt.code, doubt.field, doubt.message, doubt.facts) == (code, "ns", words, facts)
    assert doubt.to_dict() == {"code": code, **facts}
    assert doubt_sentence(code, doubt.to_dict()) == words
    assert "code" not in doubt_sentence(code, doubt.to_dict()).values


@pytest.mark.parametrize(
    ("facts", "where"),
    [
        ({"slot": 3}, "Deal 3"),
        ({"slot": 3, "attempt": 1}, "Deal 3"),
        ({"slot": 3, "attempt": 2}, "Deal 3, attempt 2"),
    ],
    ids=str,
)
def test_a_doubt_about_a_deal_names_it(facts, where):
    words = doubt_sentence("partner-not-alone", facts)
    assert words.startswith(f"{where}: the dealer’s partner made trump without playing alone")
