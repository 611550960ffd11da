"""Files of unknown origin: whatever is in them, the answer is sentences."""

import json

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from tournament.archive.checking import problems_of
from tournament.archive.text import LARGEST, ArchiveProblem, BadArchive, dumps, loads, read_archive_file

HOSTILE = {
    "nothing": (b"", "The file is not JSON: line 1, column 1"),
    "a picture": (b"\x89PNG\r\n\x1a\n", "The file is not text in UTF-8: byte 1 cannot be read."),
    "half a file": (b'{"format": "euchre-event", ', "The file is not JSON: line 1"),
    "another encoding": ('{"é": 1}'.encode("latin-1"), "The file is not text in UTF-8: byte 3"),
    "not a number": (b'{"version": NaN}', "The file holds NaN, which is no number"),
    "infinity": (b"[-Infinity]", "The file holds -Infinity, which is no number"),
    "a huge number": (b"[1" + b"0" * 5000 + b"]", "The file holds a number that is too long to be read."),
    "a deep list": (b"[" * 200_000, "deeper than in any event"),
    "a deep object": (b'{"a":' * 200_000, "deeper than in any event"),
    "text": (b'"Friday"', 'This is not an event’s archive: the file holds "Friday".'),
    "null": (b"null", "This is not an event’s archive: the file holds null."),
    "a list": (b"[]", "This is not an event’s archive: the file holds a list."),
    "another object": (b'{"name": "x"}', "format: is missing; is this the archive of an event?"),
    "10 MB of zeros": (b"[" + b"0," * 5_000_000 + b"0]", "the file holds a list."),
    "10 MB of spaces": (b" " * 10_000_000, "The file is not JSON"),
    "10 MB of names": (b"{" + b",".join(b'"a%d":1' % i for i in range(800_000)) + b"}", "format: is missing"),
    "too much": (b" " * (LARGEST + 1), "The file is larger than 16 MB"),
}


def told(content):
    try:
        return problems_of(loads(content))
    except BadArchive as bad:
        return bad.problems


@pytest.mark.parametrize(("content", "sentence"), HOSTILE.values(), ids=HOSTILE)
def test_a_hostile_file_is_answered_with_a_sentence(content, sentence):
    found = told(content)
    assert sentence in str(found[0])


def test_a_member_named_twice_is_refused_in_its_place_and_a_file_that_is_not_there_told(tmp_path):
    problems = told(b'{"format": "euchre-event", "version": 1, "event": {"name": "a", "name": "b"}}')
    assert ArchiveProblem("event.name", "appears more than once.") in problems
    with pytest.raises(BadArchive, match="cannot be read: No such file"):
        read_archive_file(tmp_path / "none.json")


def test_a_byte_order_mark_is_no_problem_and_no_number_that_is_none_is_ever_written():
    assert loads(b"\xef\xbb\xbf[1]") == [1]
    with pytest.raises(ValueError, match="Out of range"):
        dumps({"a": float("nan")})


ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=12,
)
NAMES = ("format", "version", "event", "players", "rounds", "adjustments", "standings")


@settings(max_examples=200, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.fixed_dictionaries(dict.fromkeys(NAMES, ANYTHING)))
@example(dict.fromkeys(NAMES) | {"standings": [{"\xa0": None}]})  # a space that is no space
def test_whatever_the_members_hold_is_answered_with_sentences(values):
    values |= {"format": "euchre-event", "version": 1}
    problems = told(json.dumps(values).encode())
    assert problems
    assert all(str(problem).isprintable() for problem in problems)
