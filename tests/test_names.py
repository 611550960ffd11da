"""Names as everybody sees them."""

import pytest

from tournament.names import short_name


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("Ann Archer", "Ann A."),
        ("Archer, Ann", "Ann A."),
        ("van der Berg, Ann", "Ann B."),
        ("Ann", "Ann"),
        ("Player 17", "Player 17"),
        ("Mary 2", "Mary 2"),
        ("Mary Smith 2", "Mary S. 2"),
        ("John Smith (Elgin St.)", "John S."),
        ("John Smith (Elgin", "John S."),
        ("Jean (Elgin St.)", "Jean"),
        ("(Elgin St.)", "(Elgin St.)"),
        ("Walter Zimmermann jr.", "Walter Z. jr."),
        ("Zimmermann, Walter, Jr.", "Walter Z. Jr."),
        ("Zimmermann, Walter Jr.", "Walter Z. Jr."),
        ("Smith Jr.", "Smith Jr."),
        ("Smith, Jr.", "Smith Jr."),
        ("John III", "John III"),
        ("Siobhán O’Connor", "Siobhán O."),
        ("王小明", "王小明"),
        (",", ","),
        ("-", "-"),
        ("", ""),
    ],
)
def test_a_short_name_is_the_first_name_and_an_initial(name, shown):
    assert short_name(name) == shown
