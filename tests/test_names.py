"""Names as everybody sees them, sorts them and searches for them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournament.words.names import (
    after_number,
    called,
    matches,
    number_beside,
    short_name,
    short_names,
    sort_key,
    with_number,
)


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("Ann Archer", "Ann A."), ("Archer, Ann", "Ann A."), ("van der Berg, Ann", "Ann B."),
        ("Ann", "Ann"), ("Player 17", "Player 17"), ("Mary 2", "Mary 2"), ("Mary Smith 2", "Mary S. 2"),
        ("John Smith (Elgin St.)", "John S."), ("John Smith (Elgin", "John S."),
        ("Jean (Elgin St.)", "Jean"), ("(Elgin St.)", "(Elgin St.)"),
        ("Walter Zimmermann jr.", "Walter Z. jr."), ("Zimmermann, Walter, Jr.", "Walter Z. Jr."),
        ("Zimmermann, Walter Jr.", "Walter Z. Jr."), ("Smith Jr.", "Smith Jr."),
        ("Smith, Jr.", "Smith Jr."), ("John III", "John III"), ("Siobhán O’Connor", "Siobhán O."),
        ("王小明", "王小明"), (",", ","), ("-", "-"), ("", ""), ("Dick Van Dyke", "Dick V."),
        ("Mary St. John", "Mary S."), ("Ann O'Brien (new", "Ann O."), ("Ann Archer)", "Ann A."),
        ("Ann ) Archer (", "Ann A."), ("Ann [x] Archer]", "Ann A."),
        ("Smith, John (Elgin St.) Jr.", "John S. Jr."), ("Walter Zimmermann, Sr", "Walter Z. Sr"),
        ("Łukasz Żuraw", "Łukasz Ż."), ("())", "())"),
    ],
)  # fmt: skip
def test_a_short_name_is_the_first_name_and_an_initial_and_stays_sensible(name, shown):
    """“John Smith (Elgin St.)” became “John S. (. S.”."""
    assert short_name(name) == shown


WORDS = [
    "Ann", "Archer", "Adams", "Łukasz", "van", "der", "Jr.", "III", "2", "(", ")", "[", "]", ",", "-", "&",
    "St.", "'", "王小明", "(Elgin", "St.)", ".",
]  # fmt: skip
WRITTEN = st.lists(st.sampled_from(WORDS), min_size=1, max_size=6).map(" ".join)


@given(st.one_of(WRITTEN, st.text(min_size=1, max_size=40)))
def test_a_short_name_is_never_empty_and_keeps_no_half_a_bracket(name):
    shown = short_name(name)
    assert shown or not name
    if shown != name:
        assert not set(shown) & set("()[]")


@given(st.lists(WRITTEN, min_size=1, max_size=8))
def test_short_names_of_one_event_are_told_apart_or_full(names):
    """Two players of one event never share a short name that hides who is who."""
    shown = short_names(names)
    for name in names:
        others = {other for other in names if other != name}
        assert shown[name] == name or shown[name] not in {shown[other] for other in others}


def test_players_with_the_same_initial_show_as_much_of_the_last_name_as_it_takes():
    names = ["Ann Archer", "Ann Adams", "Ben Brown", "Ann Adamson", "Archer, Ann"]
    assert short_names(names) == {
        "Ann Archer": "Ann Archer",
        "Archer, Ann": "Archer, Ann",
        "Ann Adams": "Ann Adams",
        "Ann Adamson": "Ann Adamso.",
        "Ben Brown": "Ben B.",
    }
    assert short_names(["Ann Archer", "Ann Adams"]) == {"Ann Archer": "Ann Ar.", "Ann Adams": "Ann Ad."}


def test_names_are_sorted_by_the_last_name():
    """Lists went A–Z by first name, and Łukasz came after Walter."""
    in_order = [
        "Ann Archer", "Archer, Ben", "Øyvind Åsen", "Ann van der Berg", "Jan Bergman", "Zoë Čapek",
        "Carl Cole", "Carl Cole Jr.", "Łukasz", "Mary Lund", "Jean Smith (Elgin St.)", "Dick Van Dyke",
        "Walter Zimmermann jr.", "Ελένη Παππά", "Юлия Ёлкина",
    ]  # fmt: skip
    assert sorted(sorted(in_order), key=sort_key) == in_order


@pytest.mark.parametrize(
    ("name", "query"),
    [
        ("Łukasz Żuraw", "lukasz"), ("Łukasz Żuraw", "ŻURAW"), ("Lukasz Zuraw", "łukasz"),
        ("Øyvind Åsen", "oyvind"), ("Øyvind Åsen", "oeyvind asen"), ("Øyvind Åsen", "aasen"),
        ("Jörg Müller", "muller"), ("Jörg Müller", "MUELLER"), ("Joerg Mueller", "müller"),
        ("Joerg Mueller", "Jörg"), ("Uwe Weiß", "weiss"), ("Uwe Weiss", "weiß"), ("Uwe Weiß", "WEISS"),
        ("Фёдор Достоевский", "федор"), ("Юлия Елкина", "ёлкина"), ("ФЁДОР", "фёдор"),
        ("Ελένη Παππάς", "ελενη"), ("Ελένη Παππάς", "ΠΑΠΠΑΣ"), ("ΠΑΠΠΑΣ", "παππάς"),
        ("İbrahim Işık", "ibrahim"), ("İbrahim Işık", "isik"), ("Æsa Þór", "aesa thor"),
        ("Đỗ Mười", "do muoi"), ("Siobhán O’Connor", "o'connor"), ("Anne-Marie", "anne marie"),
        ("Ｗｉｄｅ", "wide"), ("Ann Archer", "arch ann"),
    ],
)  # fmt: skip
def test_a_search_is_blind_to_case_accents_and_spelling(name, query):
    """Łukasz was not found by “lukasz”."""
    assert matches(name, query)


@pytest.mark.parametrize(
    ("name", "query"), [("Joe Smith", "jo b"), ("Ann", ""), ("Ann", " - "), ("Jon", "joe")]
)
def test_a_search_does_not_find_everybody(name, query):
    assert not matches(name, query)


def test_a_number_stands_beside_a_name_and_not_beside_itself():
    assert (number_beside(3, "Ann Archer"), after_number(3, "Ann Archer")) == ("3", "3 Ann Archer")
    assert (number_beside(3, "No. 3"), after_number(3, "No. 3")) == ("", "No. 3")


def test_a_helper_is_named_as_a_helper_and_the_number_is_said_once():
    assert called(12, "", house=True) == "Helper 12"
    assert called(12, "Bob Jones", house=True) == "Bob Jones (helper)"
    assert (with_number("Helper 12", 12), number_beside(12, "Helper 12")) == ("Helper 12", "")
    assert (short_name("Helper 12"), sort_key("Helper 12") < sort_key("Ida Irving")) == ("Helper 12", True)
