"""A module of views shows the templates of its subject; `tests/helpers/page_names.py` says which."""

import ast
from pathlib import Path

from tests.helpers.every import every

VIEWS = Path(__file__).resolve().parent.parent / "tournament" / "views"
# Templates that a module takes from another subject, and why.
BORROWED = {
    "sign_up_page": {  # a secret link that leads nowhere says the same everywhere
        "player_page/no_such_link.html",
        "player_page/dead_link.html",
    },
    "table_sheet": {"sheets/pad.html"},  # the pad is the same at the desk and on a phone
}


def templates_named_in(path: Path) -> set[str]:
    """The templates of a subject that a module of views names; `live_{part}` stands for several."""
    texts = {
        "".join(part.value if isinstance(part, ast.Constant) else "{}" for part in node.values)
        if isinstance(node, ast.JoinedStr)
        else node.value
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.JoinedStr) or (isinstance(node, ast.Constant) and isinstance(node.value, str))
    }
    return {text for text in texts if text.endswith(".html") and "/" in text}


@every(sorted(VIEWS.glob("*.py")))
def test_a_module_of_views_shows_the_templates_of_its_subject(path):
    named = templates_named_in(path)
    assert {name for name in named if not name.startswith(f"{path.stem}/")} == BORROWED.get(path.stem, set())
