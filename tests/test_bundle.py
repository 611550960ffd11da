"""The bundle, where `sys.executable` is the program itself: how it starts itself and what it carries.

The folder is built and tried by `make bundle` and `scripts/try_bundle.py`, which take minutes; here is what
those rest on.
"""

import ast
import os
import sys
from pathlib import Path

import pytest

from tests.helpers.every import every
from tournament import __main__ as entry
from tournament.printing import faces, press
from tournament.running import network, program

ROOT = Path(__file__).resolve().parent.parent


@pytest.fixture
def bundle(monkeypatch, tmp_path):
    """This process as if it were a bundle in a folder."""
    monkeypatch.setattr(program, "IS_BUNDLE", True)
    monkeypatch.setattr(program, "HERE", tmp_path)
    monkeypatch.setattr(program, "FONTS", tmp_path / "fonts" / "fonts.conf")
    monkeypatch.setattr(sys, "executable", str(tmp_path / "euchre-director"))
    return tmp_path


@every(sorted((ROOT / "tournament").rglob("*.py")))
def test_one_place_says_how_the_program_starts_itself(path):
    names = {
        f"{node.value.id}.{node.attr}"
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name)
    }
    assert "sys.executable" not in names or path.name == "program.py"


def test_a_command_of_ours_is_the_program_with_its_words(bundle):
    assert program.own_process("restore", "copy.zip") == [sys.executable, "restore", "copy.zip"]


def test_elsewhere_it_is_python_with_our_package():
    assert program.own_process("demo") == [sys.executable, "-m", "tournament", "demo"]
    assert program.typeface_environment() == program.library_environment() == {}
    assert program.bundled_program("fc-list") == "fc-list"


@pytest.mark.needs("pango")
def test_a_module_of_ours_runs_as_python_would_run_it(bundle, monkeypatch, tmp_path):
    source, target = tmp_path / "paper.html", tmp_path / "paper.pdf"
    source.write_text("<p>Round 1</p>", encoding="utf-8")
    monkeypatch.setattr(
        sys, "argv", program.own_module("tournament.printing.press", str(source), str(target))
    )
    monkeypatch.setattr(os, "nice", lambda by: 0)
    monkeypatch.setattr(os, "environ", dict(os.environ))
    monkeypatch.setattr(program, "typeface_environment", dict)  # none lie in this folder
    monkeypatch.delitem(sys.modules, "tournament.printing.press")
    with pytest.raises(SystemExit) as ended:
        entry.main()
    assert ended.value.code == 0
    assert target.read_bytes().startswith(b"%PDF")


def test_a_module_of_another_program_is_refused(bundle, monkeypatch):
    monkeypatch.setattr(sys, "argv", [sys.executable, "-m", "http.server"])
    monkeypatch.setattr(os, "environ", dict(os.environ))
    with pytest.raises(SystemExit, match="not part of euchre-director"):
        entry.main()


@pytest.mark.parametrize(("original", "left"), [("/opt/lib", "/opt/lib"), (None, None)])
def test_what_it_starts_gets_the_systems_libraries_and_not_the_bundles(monkeypatch, original, left):
    found = {"LD_LIBRARY_PATH": "/bundle/_internal", "PATH": "/usr/bin"}
    monkeypatch.setattr(os, "environ", found | ({"LD_LIBRARY_PATH_ORIG": original} if original else {}))
    entry.leave_the_bootloader_behind()
    assert os.environ.get("LD_LIBRARY_PATH") == left
    assert "LD_LIBRARY_PATH_ORIG" not in os.environ


def test_papers_are_set_in_the_typefaces_that_it_carries(bundle, monkeypatch):
    monkeypatch.setattr(os, "environ", dict(os.environ))
    monkeypatch.setitem(sys.modules, "weasyprint", None)
    with pytest.raises(ImportError):
        press.press("<p>Round 1</p>")
    assert os.environ["FONTCONFIG_FILE"] == str(bundle / "fonts" / "fonts.conf")


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere the program finds its libraries beside it")
def test_which_letters_there_are_is_asked_of_what_it_carries(bundle, monkeypatch):
    (bundle / "fc-list").write_text(
        '#!/bin/sh\necho "41-5a"; echo "$FONTCONFIG_FILE $LD_LIBRARY_PATH" >"$0.said"\n', encoding="utf-8"
    )
    (bundle / "fc-list").chmod(0o755)
    faces._covered.cache_clear()
    try:
        assert faces._covered() == ((0x41, 0x5A),)
    finally:
        faces._covered.cache_clear()
    assert (bundle / "fc-list.said").read_text().split() == [f"{bundle}/fonts/fonts.conf", str(bundle)]


def test_told_nothing_it_serves_and_opens_the_browser(bundle, monkeypatch):
    import django.core.management

    asked = []
    monkeypatch.setattr(program, "IS_CHECKOUT", False)
    monkeypatch.setattr(sys, "argv", [sys.executable])
    monkeypatch.setattr(os, "environ", dict(os.environ))
    monkeypatch.setattr(django.core.management, "execute_from_command_line", asked.append)
    entry.main()
    assert asked == [["euchre-director", "serve", "--open"]]


def test_the_browser_is_opened_where_there_is_a_screen(monkeypatch):
    opened = []
    monkeypatch.setattr(network.webbrowser, "open", opened.append)
    monkeypatch.setattr(network.sys, "platform", "linux")
    monkeypatch.setattr(os, "environ", {})
    assert not network.open_browser("http://localhost:8000/")
    monkeypatch.setattr(os, "environ", {"DISPLAY": ":0"})
    waiting = network.open_browser("http://localhost:8000/")
    assert waiting is not None
    waiting.join(10)
    assert opened == ["http://localhost:8000/"]
