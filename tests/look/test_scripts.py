"""Scripts are modules with one purpose each, and reach a browser whole, by whatever names they are stored."""

import json
import re
from pathlib import Path
from unittest import mock

import pytest
from django.core.management import call_command
from django.template import Context, Template
from django.test import override_settings

from tests.helpers.every import every
from tournament.running.static_files import HashedStaticFiles, imports_of

STATIC = Path(__file__).parents[2] / "tournament" / "static"
SCRIPTS = sorted(str(path.relative_to(STATIC)) for path in (STATIC / "tournament" / "js").rglob("*.js"))
AT_ONCE = {"tournament/js/theme.js", "tournament/js/door_early.js"}  # no modules


def source(name: str) -> str:
    return (STATIC / name).read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def collected(tmp_path_factory):
    """Where the static files are as a site in use has them, and their names there."""
    folder = tmp_path_factory.mktemp("static")
    hashed = {"staticfiles": {"BACKEND": "tournament.running.static_files.HashedStaticFiles"}}
    # Packing them takes seconds and changes none.
    unpacked = mock.patch.object(HashedStaticFiles, "compress_files", return_value=())
    with override_settings(STATIC_ROOT=folder, STORAGES=hashed), unpacked:
        call_command("collectstatic", interactive=False, verbosity=0)
    return folder, json.loads((folder / "staticfiles.json").read_text())["paths"]


@every(SCRIPTS)
def test_a_script_begins_with_a_sentence_about_it_and_stays_small(name):
    first = source(name).splitlines()[0]
    assert re.match(r"/\* .+[.:]( \*/)?$", first), first
    assert len(source(name).splitlines()) <= 150


@every(SCRIPTS)
def test_a_script_shares_nothing_by_way_of_the_window(name):
    assert re.findall(r"window\.\w+ = ", source(name)) == []


@every(SCRIPTS)
def test_every_import_is_one_line_that_collecting_understands(name):
    begun = [line for line in source(name).splitlines() if re.match(r"\s*(import|export .* from)\b", line)]
    understood = re.findall(r'^import \{ .+ \} from "\.[^"]+\.js";$', source(name), re.MULTILINE)
    assert begun == understood


@every(SCRIPTS)
def test_no_module_needs_itself(name):
    assert name not in {needed for one in imports_of(name) for needed in imports_of(one)}


def test_every_module_is_used_by_a_page():
    templates = "".join(path.read_text() for path in (STATIC.parents[1] / "templates").rglob("*.html"))
    loaded = {f"tournament/js/{name}" for name in re.findall(r'{% script "([^"]+)" %}', templates)}
    used = AT_ONCE | loaded | {needed for name in loaded for needed in imports_of(name)}
    assert set(SCRIPTS) == used


def test_a_page_asks_for_a_module_and_all_that_it_imports():
    html = Template('{% load euchre %}{% script "paper.js" %}').render(Context())
    assert html.splitlines() == [
        '<script type="module" src="/static/tournament/js/paper.js"></script>',
        '  <link rel="modulepreload" href="/static/tournament/js/shared/page.js">',
    ]


def test_what_is_asked_for_follows_imports_of_imports():
    assert "tournament/js/shared/memory.js" in imports_of("tournament/js/offline.js")


@every(SCRIPTS)
def test_a_collected_module_imports_collected_modules(name, collected):
    folder, names = collected
    stored = folder / names[name]
    script = stored.read_text(encoding="utf-8")
    there = [(stored.parent / address).resolve() for address in re.findall(r'from "(.+)";', script)]
    meant = re.findall(r'from "(.+)";', source(name))
    assert len(there) == len(meant)
    wanted = [(STATIC / name).parent.joinpath(address).resolve().relative_to(STATIC) for address in meant]
    assert there == [(folder / names[str(path)]).resolve() for path in wanted]


@pytest.mark.parametrize("kind", ["css", "js"])
def test_collected_files_of_ours_hold_every_line_but_those_of_comments(kind, collected):
    """Addresses of pictures and fonts are renamed in them too."""
    folder, names = collected
    for name in (name for name in names if re.match(rf"tournament/{kind}/.*\.{kind}$", name)):
        kept = iter(
            re.sub(r"\.[0-9a-f]{12}\.", ".", (folder / names[name]).read_text(encoding="utf-8")).splitlines()
        )
        inside = False
        for line in source(name).splitlines():
            inside = inside or line.lstrip().startswith("/*")
            if inside and "*/" in line and line.rstrip().endswith("*/"):
                inside = False
            elif not inside and not line.lstrip().startswith("//"):
                assert next(kept) == line, name
        assert list(kept) == []
