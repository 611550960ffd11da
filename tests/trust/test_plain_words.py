"""Every word that somebody can read is marked for translation, seen in that of `tests/helpers/pseudo.py`.

A word that is plain there has no translation in any language.

What `manage.py` writes is for whoever runs the site, and stays in English.
"""

import ast
import re
from collections import defaultdict
from dataclasses import dataclass, field

import pytest
from django.contrib.messages import get_messages
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from scoring.ruleset import PRESETS
from tests.helpers.addresses import pages
from tests.helpers.database import undone
from tests.helpers.factories import NOW
from tests.helpers.paper_events import make_evening
from tests.helpers.plain_words import plain_words, typed_texts, words_left
from tests.helpers.pseudo import OURS, ROOT, speaking
from tests.helpers.whole_site import NO_PAGES, Site, addresses, who_opens
from tournament.models import Event
from tournament.printing.paper import SIZES, NotPrintable, PrintChoice, source
from tournament.printing.papers import PAPERS
from tournament.reports.history import line_of
from tournament.services import prizes

needs_catalogue = pytest.mark.skipif(not OURS, reason="no catalogue yet: make messages")
# Files whose words are for a program, or are the event's own in whatever language it speaks.
FOR_PROGRAMS = ("json", "sheet", "png", "pdf", "zip", "octet-stream", "javascript")
FOR_MACHINES = ("healthz", "manifest", "archive:csv", "printing:picture")  # codes, and a picture
WRONG = "zz"  # typed into every field of a form: no number, no date, no choice of any list


# By these names a translating function is called; the extraction knows them, or is told
# (`scripts/messages.py`).
KNOWN = {"_", "gettext", "gettext_lazy", "ngettext", "ngettext_lazy", "pgettext", "pgettext_lazy"}
KNOWN |= {"marked", "counted"}
OTHERS = {"_t", "_lazy"}


@pytest.mark.slow
def test_no_sentence_is_marked_within_another_string():
    """The extraction does not look into f-strings: what is marked there is translated by nobody."""
    found = []
    for path in [*(ROOT / "tournament").rglob("*.py"), *(ROOT / "scoring").rglob("*.py")]:
        strings = (node for node in ast.walk(ast.parse(path.read_text())) if isinstance(node, ast.JoinedStr))
        calls = (node for string in strings for node in ast.walk(string) if isinstance(node, ast.Call))
        found += [
            f"{path.name}:{call.lineno}"
            for call in calls
            if isinstance(call.func, ast.Name) and call.func.id in KNOWN | OTHERS
        ]
    assert found == []


def test_the_extraction_knows_every_name_of_a_translating_function():
    """Ninety sentences were marked by names that it did not know."""
    extraction = ROOT / "scripts" / "messages.py"
    told = extraction.read_text() if extraction.exists() else " ".join(f"--keyword={name}" for name in OTHERS)
    for path in (ROOT / "tournament").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.ImportFrom) and node.module == "django.utils.translation":
                names = {alias.asname or alias.name for alias in node.names if "gettext" in alias.name}
                assert {name for name in names - KNOWN if f"--keyword={name}" not in told} == set(), path.name


@pytest.fixture(autouse=True)
def _foreign():
    """The site speaks no language that anybody knows."""
    with speaking():
        yield


@dataclass
class Plain:
    """The texts with plain words, each with where it was read."""

    typed: set[str] = field(default_factory=typed_texts)
    found: dict[str, set[str]] = field(default_factory=lambda: defaultdict(set))

    def read_page(self, html: str, where: str) -> None:
        for _word, text in plain_words(html, self.typed):
            self.found[text].add(where)

    def read_text(self, text: str, where: str) -> None:
        for line in text.splitlines():
            if words_left(line, self.typed):
                self.found[line].add(where)

    def read(self, answer: HttpResponse, where: str) -> None:
        """What a browser got, be it a page or a file."""
        kind = answer.get("Content-Type", "")
        if answer.streaming or kind.rpartition("/")[2].partition(";")[0].endswith(FOR_PROGRAMS):
            return
        text = answer.content.decode()
        if "calendar" in kind:
            text = "\n".join(re.findall(r"^(?:SUMMARY|DESCRIPTION|LOCATION):(.*)", text, re.MULTILINE))
        self.read_page(text, where) if "html" in kind else self.read_text(text, where)

    def told(self) -> str:
        """What is plain, that of the most pages first."""
        lines = sorted(self.found.items(), key=lambda item: (-len(item[1]), item[0]))
        return "\n".join(f"{text[:160]}  [{len(where)} times, {min(where)}]" for text, where in lines)


@pytest.mark.slow
@needs_catalogue
def test_every_word_of_every_page_part_of_a_page_and_list_is_marked_for_translation(site: Site):
    found, _troubles = addresses(site)
    clients, plain = site.clients(), Plain()
    for page in (one for one in found if one.name != "guide"):  # docs/, translated as whole pages
        shown = page.source or clients[page.who].get(page.path).content.decode()
        plain.read_page(shown, page.name)
    for page in pages():
        if page.name in NO_PAGES and page.name not in FOR_MACHINES:
            path = page.address(site.values_for(page.name))
            plain.read(clients[who_opens(page.name)].get(path, follow=True), page.name)
    assert not plain.found, plain.told()


@pytest.mark.slow
@needs_catalogue
@pytest.mark.timeout(1800)  # a busy machine
def test_every_answer_to_a_form_is_marked(site: Site):
    """Each form of the site sent empty, with nonsense and with numbers beyond all bounds."""
    clients, plain = site.clients(), Plain()
    plain.typed.add(WRONG)
    for page in pages():
        if page.name == "accounts:sign_out":
            continue
        client, path = clients[who_opens(page.name)], page.address(site.values_for(page.name))
        names = set(re.findall(r'\bname="([^"]+)"', shown_by(client, path))) - {"csrfmiddlewaretoken"}
        for value in ("", WRONG, "99999") if names else ("",):
            with undone():
                answer = client.post(path, dict.fromkeys(names or {"reason"}, value))
            where = f"{page.name}, {value!r} typed"
            plain.read(answer, where)
            for message in get_messages(answer.wsgi_request):
                plain.read_page(str(message), where)
    assert not plain.found, plain.told()


@pytest.mark.slow
@needs_catalogue
def test_every_word_of_every_paper_is_marked(site: Site):
    site.playing.self_check_in, site.playing.here_token = True, "x" * 32
    plain = Plain()
    by_winners = make_evening(12, 3, played=1, movement="winners-up")
    plain.typed |= {*typed_texts(), "Friday Night Euchre"}
    for event in (site.playing, site.setup, site.finished, by_winners):
        for kind in PAPERS:
            plain.read_page(printed(kind, event), kind)
    assert not plain.found, plain.told()


KEYS_OF_PLACES = ["average", "points_percentage", "point_difference", "points", "points_against", "lot"]
RANKED = (
    "public:event", "public:standings", "public:board", "public:final", "standings:show",
    "finale:reveal", "events:overview",
)  # fmt: skip


@needs_catalogue
def test_every_word_is_marked_where_the_event_ranks_by_figures_of_its_own(site: Site):
    """Columns, prizes and papers that the usual order of places does not show."""
    Event.objects.update(order=KEYS_OF_PLACES)
    prizes.set_prizes(site.finished, places=[], sides={"best_round": 500}, by=site.owner, at=NOW)
    plain = Plain()
    for event in (site.playing, site.finished):
        event.refresh_from_db()
        for page in RANKED:
            plain.read(site.client("owner").get(reverse(page, args=[event.slug])), page)
        for kind in ("standings", "wall-board", "prize-list"):
            plain.read_page(printed(kind, event), kind)
    public = reverse("public:csv", args=[site.finished.slug])
    plain.read(site.client("anybody").get(public), "public:csv")
    assert not plain.found, plain.told()


@needs_catalogue
@pytest.mark.parametrize("preset", PRESETS)
def test_every_rule_card_is_marked(db, preset):
    event = make_evening(8, 2, rules=PRESETS[preset])
    plain = Plain()
    for kind in ("rule-card", "rule-card-short", "ruling-slips", "score-pad", "blank-cards-by-deals"):
        plain.read_page(printed(kind, event), kind)
    assert not plain.found, plain.told()


@needs_catalogue
def test_every_line_of_the_history_is_marked(site: Site):
    plain = Plain()
    for event in Event.objects.all():
        for entry in event.audit_entries.select_related("by"):
            plain.read_text(str(line_of(entry).sentence), entry.action)
    assert not plain.found, plain.told()


def printed(kind: str, event: Event) -> str:
    """The paper as the press gets it, or what keeps it from being printed."""
    try:
        return source(PAPERS[kind], event, PrintChoice(SIZES["letter"], site="https://euchre.example.org"))
    except NotPrintable as problem:
        return str(problem)


def shown_by(client: Client, path: str) -> str:
    answer = client.get(path, follow=True)
    return "" if answer.streaming else answer.content.decode(errors="ignore")
