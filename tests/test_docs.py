"""What the documentation refers to is there: pages, headings, files, commands, variables."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
PAGES = sorted([ROOT / "README.md", ROOT / "CHANGELOG.md", *(ROOT / "docs").glob("*.md")])
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
