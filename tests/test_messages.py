"""The catalogues of translated sentences: they hold what the source says, all of it translated."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.helpers import machine

ROOT = Path(__file__).resolve().parent.parent
CATALOGUES = sorted((ROOT / "tournament" / "locale").glob("*/LC_MESSAGES/django.po"))
FRENCH = ROOT / "tournament" / "locale" / "fr" / "LC_MESSAGES" / "django.po"
needs_gettext = pytest.mark.skipif(bool(machine.missing("gettext")), reason=machine.missing("gettext"))


def without_translation(path: Path) -> list[str]:
    """The English of every sentence that has no translation, or one that somebody still has to look at."""
    found = []
    for entry in path.read_text(encoding="utf-8").split("\n\n")[1:]:
        lines = entry.splitlines()
        if any(line.startswith("#~") for line in lines):
            continue
        is_fuzzy = any(line.startswith("#,") and "fuzzy" in line for line in lines)
        english, _, rest = "\n".join(line for line in lines if not line.startswith("#")).partition("\nmsgstr")
        translated = re.split(r"\nmsgstr", rest)
        if is_fuzzy or not all("".join(re.findall(r'"(.*)"', part)) for part in translated):
            found.append(english)
    return found


def test_0_missing_in_french():
    assert without_translation(FRENCH) == []


def test_a_sentence_that_is_empty_half_translated_or_unsure_counts_as_missing(tmp_path):
    catalogue = tmp_path / "django.po"
    entries = [
        'msgid ""\nmsgstr ""\n"Language: fr\\n"',
        'msgid "Round"\nmsgstr "Ronde"',
        'msgid ""\n"A long "\n"one"\nmsgstr ""\n"Une "\n"longue"',
        'msgid "Table"\nmsgstr ""',
        'msgid "%d deal"\nmsgid_plural "%d deals"\nmsgstr[0] "%d donne"\nmsgstr[1] ""',
        '#, fuzzy\nmsgid "Seat"\nmsgstr "Place"',
    ]
    catalogue.write_text("\n\n".join(entries) + "\n", encoding="utf-8")
    told = [english.splitlines()[0] for english in without_translation(catalogue)]
    assert told == ['msgid "Table"', 'msgid "%d deal"', 'msgid "Seat"']


# A colon or a guillemet with an ordinary space, and any space before ; ! ? (« ? » names a key).
SPACED_WRONGLY = re.compile(r" :(?=\s|<|$)|« | »|(?<!«)[ \u00a0\u202f][;!?](?=\s|<|$)")


def test_french_has_a_no_break_space_before_a_colon_and_within_guillemets_and_none_before_other_marks():
    entries = re.sub(r'"\n"', "", FRENCH.read_text(encoding="utf-8"))
    said = re.findall(r'^msgstr(?:\[\d\])? "(.*)"$', entries, re.MULTILINE)
    assert len(said) > 5000
    assert [sentence for sentence in said if SPACED_WRONGLY.search(sentence)] == []


def test_a_colon_and_quotation_marks_around_parts_of_a_sentence_are_translated_too():
    """“Nord: 15 Otis Graham” among French choices, and “Inscription” in a French history."""
    floors = ("forms", "printing", "reports", "services", "state", "views", "web")
    sources = (path for floor in floors for path in (ROOT / "tournament" / floor).rglob("*.py"))
    joined = re.compile(r'f"\{[^"]*\}: \{|f"“\{')
    found = [path.parent.name for path in sources if joined.search(path.read_text(encoding="utf-8"))]
    assert found == ["forms"]  # prizes.py: what it shows is typed text, and read again as it stands


@pytest.mark.parametrize("path", CATALOGUES, ids=lambda path: path.parent.parent.name)
def test_a_catalogue_names_files_but_no_lines_so_that_few_of_its_own_lines_change(path):
    assert re.findall(r"^#: .*:\d", path.read_text(encoding="utf-8"), re.MULTILINE) == []


@needs_gettext
@pytest.mark.slow
def test_the_catalogues_hold_what_the_source_says_and_are_compiled():
    told = subprocess.run(
        [sys.executable, "scripts/messages.py", "--check"], cwd=ROOT, capture_output=True, text=True,
        check=False, env=dict(os.environ),
    )  # fmt: skip
    assert told.returncode == 0, told.stdout + told.stderr
