"""One name for each page: the view `notes.answer` shows the template `notes/answer.html`."""

from collections import defaultdict
from collections.abc import Mapping

from django.http import HttpResponse

from tests.helpers.whole_site import NO_PAGES

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


def check_names(answers: Mapping[str, HttpResponse]) -> None:
    """Each page, by its name, shows the template of its view.

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
