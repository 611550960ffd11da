"""Every template keeps to the syntax it thinks it uses."""

import re
from pathlib import Path

from django.template.loader import get_template

from tests.helpers.every import every

FOLDER = Path(__file__).parents[2] / "templates"
TEMPLATES = sorted(str(path.relative_to(FOLDER)) for path in FOLDER.rglob("*.html"))


def source(name: str) -> str:
    return (FOLDER / name).read_text()


@every(TEMPLATES)
def test_the_template_compiles(name):
    get_template(name)


@every(TEMPLATES)
def test_short_comments_end_on_their_line(name):
    assert [line for line in source(name).splitlines() if "{#" in line and "#}" not in line] == []


@every(TEMPLATES)
def test_no_space_follows_the_hidden_words_of_a_button(name):
    """Seen in pictures: a button lays its parts out with gaps, so a space after hidden words moves it."""
    start, rest = r'<(a|button)\b[^<]*?class="[^"]*button[^"]*"', r"(?:(?!</\1>).)*?"
    button = rf"{start}{rest}visually-hidden{rest}</span>\s+</\1>"
    assert [found[0][:60] for found in re.finditer(button, source(name), re.DOTALL)] == []


@every(TEMPLATES)
def test_nothing_is_fetched_from_another_host(name):
    assert re.findall(r"(?:src|href)=[\"'](?:https?:)?//", source(name)) == []


@every(TEMPLATES)
def test_no_line_is_longer_than_120_characters(name):
    lines = enumerate(source(name).splitlines(), start=1)
    assert [number for number, line in lines if len(line) > 120] == []


def test_the_guide_to_the_look_names_every_script_or_its_folder():
    guide = (FOLDER.parent / "docs" / "look.md").read_text()
    static = FOLDER.parent / "tournament" / "static" / "tournament"
    scripts = [path.relative_to(static) for path in (static / "js").rglob("*.js")]
    known = {name for path in scripts for name in (f"{path}", f"{path.parent}/") if f"`{name}`" in guide}
    assert [path for path in scripts if not {f"{path}", f"{path.parent}/"} & known] == []
