"""Brings the catalogues of translated sentences up to date with the source: `make messages`.

    python scripts/messages.py              every catalogue of tournament/locale, and what is compiled from it
    python scripts/messages.py --add de     begins one for another language
    python scripts/messages.py --check      writes nothing; says what is out of date, with exit status 1

Django's `makemessages` does the work; told how, it finds what `scoring` and `rotation` mark, too.
"""

import argparse
import gettext
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
LOCALE = Path("tournament") / "locale"
SOURCES = ("scoring", "tournament", "templates")
KEYWORDS = ["--keyword=_lazy", "--keyword=marked", "--keyword=counted:1,2", "--package-name=euchre-director"]
WRITTEN_AT = re.compile(r'^"POT-Creation-Date: .*\n', re.MULTILINE)
PROGRAMS = ("xgettext", "msgmerge", "msgfmt", "msguniq")


def main() -> int:
    parser = argparse.ArgumentParser(description="Bring the files of translated sentences up to date.")
    parser.add_argument("--add", default="", help="a language that has no file yet, such as es")
    parser.add_argument("--check", action="store_true", help="write nothing; say what is out of date")
    asked = parser.parse_args()
    if missing := [name for name in PROGRAMS if shutil.which(name) is None]:
        print(f"Translations not checked: {', '.join(missing)} missing (apt-get install gettext).")
        return 0 if asked.check else 1
    if asked.check:
        problems = [*stale(), *uncompiled()]
        print("\n".join(problems) or "The translations are up to date.")
        return 1 if problems else 0
    if asked.add:
        catalogue(ROOT, asked.add).parent.mkdir(parents=True, exist_ok=True)
    for language in sorted({*languages(), asked.add} - {""}):
        extract(ROOT, language)
        compile_one(catalogue(ROOT, language))
        print(f"{language}: {told(catalogue(ROOT, language))}")
    return 0


def languages() -> list[str]:
    """The languages that have a catalogue, as their folders are called."""
    return sorted(path.parent.parent.name for path in (ROOT / LOCALE).glob("*/LC_MESSAGES/django.po"))


def catalogue(root: Path, language: str) -> Path:
    return root / LOCALE / language / "LC_MESSAGES" / "django.po"


def extract(root: Path, language: str) -> None:
    """Bring one catalogue below `root` up to date, which stays as it is where no sentence changed."""
    path = catalogue(root, language)
    before = path.read_text(encoding="utf-8") if path.exists() else ""
    subprocess.run(
        [sys.executable, __file__], env={**os.environ, IN_PROCESS: f"{root}|{language}"}, check=True
    )
    after = path.read_text(encoding="utf-8")
    if not before:
        after = after.replace('"Language: \\n"', f'"Language: {language}\\n"').replace("#, fuzzy\n", "", 1)
    elif WRITTEN_AT.sub("", before) == WRITTEN_AT.sub("", after):
        after = before
    path.write_text(after, encoding="utf-8")


IN_PROCESS = "EUCHRE_MESSAGES"


def run_django() -> None:
    """Run Django's command in a process of its own, as it works on the present folder."""
    folder, _, language = os.environ[IN_PROCESS].partition("|")
    os.chdir(folder)
    sys.path.insert(0, folder)
    os.environ["DJANGO_SETTINGS_MODULE"] = "tournament.settings"
    import django
    from django.core.management import call_command
    from django.core.management.commands.makemessages import Command

    django.setup()
    Command.xgettext_options = [*Command.xgettext_options, *KEYWORDS]
    Command.msgmerge_options = [*Command.msgmerge_options, "--add-location=file"]
    ignored = ["tests/*", ".venv/*", "scripts/*", "data/*", "dist/*"]
    options = {"add_location": "file", "no_obsolete": True, "ignore_patterns": ignored, "verbosity": 0}
    call_command(Command(), locale=[language], **options)


def compile_one(path: Path, to: Path | None = None) -> None:
    """What the site reads, beside the catalogue: it refuses placeholders that differ from the English."""
    target = to or path.with_suffix(".mo")
    subprocess.run(["msgfmt", "--check-format", "-o", str(target), str(path)], check=True)


def told(path: Path) -> str:
    """How many sentences are translated, as gettext counts them."""
    counted = subprocess.run(
        ["msgfmt", "--statistics", "-o", os.devnull, str(path)],
        capture_output=True, text=True, check=True, env={**os.environ, "LC_ALL": "C"},
    )  # fmt: skip
    return counted.stderr.strip()


def stale() -> Iterator[str]:
    """What differs between the sources and the catalogues; Django leaves files beside templates while it
    reads, so it reads a copy."""
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder)
        shutil.copy(ROOT / "manage.py", copy)
        for name in SOURCES:
            shutil.copytree(ROOT / name, copy / name, ignore=shutil.ignore_patterns("__pycache__", "static"))
        for language in languages():
            extract(copy, language)
            was, now = sentences(catalogue(ROOT, language)), sentences(catalogue(copy, language))
            yield from (f"{language}: not in the catalogue: {one}" for one in sorted(now - was))
            yield from (f"{language}: no longer in the source: {one}" for one in sorted(was - now))


def uncompiled() -> Iterator[str]:
    """The catalogues whose compiled form is another one."""
    for language in languages():
        path = catalogue(ROOT, language)
        with tempfile.TemporaryDirectory() as folder:
            compile_one(path, Path(folder) / "django.mo")
            fresh = contents(Path(folder) / "django.mo")
        compiled = path.with_suffix(".mo")
        if not compiled.exists() or contents(compiled) != fresh:
            yield f"{language}: {compiled.relative_to(ROOT)} is older than its catalogue: run make messages"


def contents(path: Path) -> dict[object, str]:
    """The sentences of a compiled catalogue."""
    with path.open("rb") as file:
        found: dict[object, str] = gettext.GNUTranslations(file)._catalog  # type: ignore[attr-defined]
    return {key: words for key, words in found.items() if key != ""}


def sentences(path: Path) -> set[str]:
    """The English sentences of a catalogue, each with its context and its plural as one text."""
    found = set()
    for entry in path.read_text(encoding="utf-8").split("\n\n"):
        lines = [line for line in entry.splitlines() if not line.startswith("#")]
        english = "\n".join(lines).partition("\nmsgstr")[0]
        found.add(re.sub(r'"\n"', "", english))
    return found


if __name__ == "__main__":
    if IN_PROCESS in os.environ:
        run_django()
    else:
        sys.exit(main())
