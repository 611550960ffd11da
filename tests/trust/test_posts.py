"""Tests of pages send what the pages hold: `Person` reads it off them, and a post by hand is a fault.

Of what nobody thinks of (a hidden field, a tick made beforehand, where a form leads) a post by hand shows
nothing. What no page could send has a test of its own, marked `rude`.
"""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

FILES = sorted((Path(__file__).resolve().parents[1] / "views").glob("*.py"))


def is_rude(function: ast.AST) -> bool:
    """Whether the test, or its class, says that no page would send this."""
    marks = getattr(function, "decorator_list", [])
    return any(ast.unparse(mark).startswith("pytest.mark.rude") for mark in marks)


def posts_by_hand(node: ast.AST) -> Iterator[int]:
    """The lines that post something and are in nothing rude; a method named is as good as called."""
    if is_rude(node):
        return
    if isinstance(node, ast.Attribute) and node.attr == "post":
        yield node.lineno
    for child in ast.iter_child_nodes(node):
        yield from posts_by_hand(child)


def test_tests_of_pages_send_what_the_pages_hold():
    found = {path.name: list(posts_by_hand(ast.parse(path.read_text("utf-8")))) for path in FILES}
    assert [f"tests/views/{name}:{line}" for name, lines in found.items() for line in lines] == []


@pytest.mark.parametrize(
    ("code", "lines"),
    [
        ("def test_it(desk):\n    desk.post('/')", [2]),
        ("send = Client().post", [1]),
        ("@pytest.mark.rude\ndef test_it(desk):\n    desk.post('/')", []),
    ],
)
def test_a_post_is_found_wherever_it_is_called_and_left_alone_where_it_is_rude(code, lines):
    assert list(posts_by_hand(ast.parse(code))) == lines
