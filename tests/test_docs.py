"""What the documentation refers to is there: pages, headings, files, commands, variables."""

import re
from pathlib import Path

import pytest

from tests.helpers.factories import make_published
from tournament import guide

ROOT = Path(__file__).resolve().parent.parent
PAGES = sorted([ROOT / "README.md", ROOT / "CHANGELOG.md", *(ROOT / "docs").glob("*.md")])
FRENCH = sorted((ROOT / "docs" / "fr").glob("*.md"))
LINK = re.compile(r"\[[^\]]*\]\(([^)\s]+)\)")


def anchors(page: Path) -> set[str]:
    """The headings as a reader's browser is sent to them."""
    titles = re.findall(r"^#+ (.+)$", page.read_text(encoding="utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-") for title in titles}


@pytest.mark.parametrize("page", PAGES, ids=lambda path: path.name)
def test_every_link_leads_somewhere(page):
    for target in LINK.findall(page.read_text(encoding="utf-8")):
        if target.startswith(("http:", "https:", "mailto:")):
            continue
        path, _hash, anchor = target.partition("#")
        there = (page.parent / path).resolve() if path else page
        assert there.exists(), f"{page.name} refers to {target}"
        if anchor:
            assert anchor in anchors(there), f"{page.name} refers to {target}"


@pytest.mark.parametrize("page", PAGES, ids=lambda path: path.name)
def test_every_command_of_manage_py_exists(page):
    named = set(re.findall(r"manage\.py ([a-z]+)", page.read_text(encoding="utf-8")))
    ours = {path.stem for path in (ROOT / "tournament" / "management" / "commands").glob("*.py")}
    djangos = {"changepassword", "migrate", "collectstatic", "check", "shell", "runserver", "test"}
    djangos |= {"makemessages", "compilemessages"}
    assert named <= ours | djangos


def test_every_module_of_the_five_walks_is_there():
    page = (ROOT / "docs" / "developers.md").read_text(encoding="utf-8")
    walks = page.partition("## Five walks")[2].partition("\n## ")[0]
    steps = set(re.findall(r"`([a-z_]+(?:/[a-z_]+)+)`", walks))
    assert len(steps) > 30
    places = (ROOT, ROOT / "tournament")
    assert {step for step in steps if not any((place / f"{step}.py").is_file() for place in places)} == set()


def test_every_variable_that_a_host_may_set_is_told():
    settings = (ROOT / "tournament" / "settings.py").read_text(encoding="utf-8")
    gunicorn = (ROOT / "tournament" / "gunicorn.py").read_text(encoding="utf-8")
    read = set(re.findall(r'env\.\w+\(\s*"([A-Z_]+)"', settings)) | set(
        re.findall(r'environ\.get\("([A-Z_]+)"', gunicorn)
    )
    told = "".join(
        (ROOT / "docs" / f"{page}.md").read_text(encoding="utf-8") for page in ("running", "hosting")
    )
    assert {name for name in read if f"`{name}`" not in told} == set()


def test_the_guide_has_the_same_parts_in_each_language():
    assert [page.stem for page in FRENCH] == list(guide.PAGES)
    for page in FRENCH:
        original = page.parent.parent / page.name
        shapes = [
            re.findall(r"^(#+|\d+\.|- |\|)", p.read_text(encoding="utf-8"), re.M) for p in (original, page)
        ]
        assert shapes[0] == shapes[1], page.name
        targets = {target for target in LINK.findall(page.read_text(encoding="utf-8")) if target[0] == "#"}
        assert {target[1:] for target in targets} <= anchors(original)


@pytest.mark.parametrize(("language", "words"), [("en", "Each round"), ("fr", "À chaque ronde")])
def test_the_guide_is_read_in_the_readers_language(client, language, words):
    page = client.get("/guide/evening/", headers={"Accept-Language": language}).content.decode()
    assert f'<h2 id="each-round">{words}</h2>' in page
    assert ".md" not in page
    assert client.get("/guide/nothing/").status_code == 404


def test_a_page_of_an_official_leads_to_what_the_guide_says_of_it(director, desk):
    event = make_published(director)
    page = desk.get(f"/events/{event.slug}/rounds/1/totals/").content.decode()
    assert 'href="/guide/evening/#each-round"' in page


def test_every_test_that_shows_a_promise_exists():
    page = (ROOT / "docs" / "promises.md").read_text(encoding="utf-8")
    named = re.findall(r"`(tests/[\w/]+\.py)::(\w+)`", page)
    assert len(named) == page.count("::test_") > 50
    for path, test in named:
        assert f"def {test}(" in (ROOT / path).read_text(encoding="utf-8"), f"{path}::{test}"
    security = (ROOT / "SECURITY.md").read_text(encoding="utf-8")
    for path in re.findall(r"`(tests/[\w/.]+)`", security):
        assert (ROOT / path).exists(), path
