"""One name for each page: the view `notes.answer` shows the template `notes/answer.html`."""

import ast
from collections import defaultdict
from collections.abc import Mapping
from pathlib import Path

from django.http import HttpResponse

from tests.helpers.every import every
from tests.helpers.whole_site import NO_PAGES

VIEWS = Path(__file__).resolve().parent.parent / "tournament" / "views"
# Views whose page has another name, by that page, and why.
ELSEWHERE = {
    "printing.paper": "print/base.html",  # each paper has a template of its own, in `print/`
    "rounds.close": "rounds/confirm.html",  # one question about a round, in three forms
    "rounds.reopen": "rounds/confirm.html",
    "rounds.unlock": "rounds/confirm.html",
    **dict.fromkeys(  # a question before something hard to undo
        (
            "clock.fit_clock",
            "events.delete",
            "events.reopen",
            "officials.remove",
            "rulings.written",
            "rounds.dispute",
            "rounds.not_played",
            "seating.publish",
            "seating.withdraw",
            "standings.revoke_adjustment",
            "table_links.renew",
            "table_links.revoke",
        ),
        "components/confirm_page.html",
    ),
}
# Templates that a module takes from another subject, and why.
BORROWED = {
    "sign_up_page": {  # a secret link that leads nowhere says the same everywhere
        "player_page/no_such_link.html",
        "player_page/dead_link.html",
    },
    "table_sheet": {"sheets/pad.html"},  # the pad is the same at the desk and on a phone
}


def check_names(answers: Mapping[str, HttpResponse]) -> None:
    """Each page, by its name, shows the template of its view; `tests/trust/test_headers.py` walks them.

    A view named like a word of Python (`import_`) has an underscore more.
    """
    shown: dict[str, set[str]] = defaultdict(set)
    for name, answer in answers.items():
        if ":" in name and answer.status_code == 200 and name not in NO_PAGES:  # others are no subject's
            view = answer.resolver_match.func
            templates = {str(one.name) for one in answer.templates}
            shown[f"{view.__module__.rpartition('.')[2]}.{view.__name__}"] |= templates
    assert len(shown) > 60
    elsewhere = {
        view: templates
        for view, templates in shown.items()
        if view.replace(".", "/").rstrip("_") + ".html" not in templates
    }
    assert elsewhere.keys() == ELSEWHERE.keys()
    assert [view for view, templates in elsewhere.items() if ELSEWHERE[view] not in templates] == []


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
