"""What tests need of the machine beside Python's packages. What is missing is skipped, by name and with the
command that brings it."""

import os
import shutil
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest

from tournament.printing import jobs

# What each is called by Debian, Homebrew, and in the sentence.
PARTS = {
    "pango": ("libpango-1.0-0 libpangoft2-1.0-0 libharfbuzz-subset0", "pango", "Pango, for PDF papers,"),
    "poppler": ("poppler-utils", "poppler", "Poppler, which reads PDF papers,"),
    "gettext": ("gettext", "gettext", "Gettext, which reads the translated sentences,"),
    "java": ("default-jre-headless", "openjdk", "Java, for the check of every page's HTML,"),
    "git": ("git", "git", "Git, which knows the files of this repository,"),
    "postgresql": ("postgresql", "postgresql", "PostgreSQL"),
    "browser": ("chromium", "chromium", "A browser"),
}
BROWSERS = (
    "chromium-headless-shell",  # the same without windows: a third of the time for each new page
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
)


def missing(part: str) -> str:
    """The sentence that a part is missing, with the command that brings it; empty if it is here."""
    if is_here(part):
        return ""
    debian, homebrew, name = PARTS[part]
    if sys.platform == "darwin":
        line = f"brew install {homebrew}"
    else:
        line = f"{'' if not hasattr(os, 'getuid') or os.getuid() == 0 else 'sudo '}apt-get install {debian}"
    if part == "browser":  # a browser of Playwright's own needs no rights and no apt
        line += f", or: {sys.executable} -m playwright install chromium"
    return f"{name} is missing. To bring it: {line}"


def require(part: str) -> None:
    """Skip the test that runs now if the machine lacks the part."""
    if sentence := missing(part):
        pytest.skip(sentence)


@cache
def is_here(part: str) -> bool:
    """Whether the machine has the part."""
    if part == "pango":
        return not jobs.lacks_pango()
    if part == "poppler":
        return bool(shutil.which("pdftotext") and shutil.which("pdftoppm"))
    if part == "gettext":
        return bool(shutil.which("xgettext") and shutil.which("msgfmt"))
    if part == "git":
        return shutil.which("git") is not None
    if part == "java":  # a Mac's own `java` only says where to get one
        return shutil.which("java") is not None and _succeeds("java", "-version")
    if part == "postgresql":  # not as a root without its account, and not without a shell
        return shutil.which("sh") is not None and _succeeds("sh", "scripts/postgres")
    if part == "browser":
        return browser() is not None
    raise KeyError(part)


@cache
def browser() -> str | None:
    """The program of the browser that tests drive: what CHROMIUM names, the system's, or Playwright's own."""
    if named := os.environ.get("CHROMIUM"):
        return named
    for name in BROWSERS:
        if found := shutil.which(name):
            return found
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        return None
    try:
        with sync_playwright() as play:
            own = play.chromium.executable_path
    except Exception:  # its driver lacks a library of the system, and says so by ending
        return None
    return own if Path(own).exists() else None


def _succeeds(*command: str) -> bool:
    root = Path(__file__).resolve().parents[2]
    return subprocess.run(command, cwd=root, check=False, capture_output=True).returncode == 0
