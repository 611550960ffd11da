"""One name for each page: the view `notes.answer` shows the template `notes/answer.html`."""

import ast
from collections import defaultdict
from pathlib import Path

import pytest
from django.test import Client
from django.urls import resolve

from tests.helpers.every import every
from tests.helpers.whole_site import addresses, everything

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
            "proposals.decline",
            "rounds.dispute",
            "rounds.not_played",
            "seating.publish",
            "seating.withdraw",
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


def page_of(path: str, client: Client) -> tuple[str, set[str]]:
    """The view that answers at an address, and the templates that its answer is made of."""
    view = resolve(path.partition("?")[0]).func
    templates = client.get(path).templates
    return f"{view.__module__.rpartition('.')[2]}.{view.__name__}", {str(one.name) for one in templates}


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
def test_a_view_and_its_template_have_one_name(settings, tmp_path):
    """A view named like a word of Python (`import_`) has an underscore more."""
    settings.BACKUP_DIR = tmp_path / "backups"
    site = everything()
    found, _troubles = addresses(site)
    shown: dict[str, set[str]] = defaultdict(set)
    for page in found:
        if ":" in page.name:  # the front door, the rules and the errors belong to no subject
            view, templates = page_of(page.path, site.client(page.who))
            shown[view] |= templates
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
