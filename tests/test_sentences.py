"""Every sentence that the rules and the rotation say is marked, and can be put into another language."""

import ast
import pickle
import re
from pathlib import Path

import pytest
from django.utils import translation
from django.utils.translation import trans_real

from scoring.doubts import Doubt
from scoring.errors import BadSheet
from scoring.ruleset import PRESETS
from scoring.seats import Seat, Side
from scoring.sentences import counted, joined, marked
from scoring.sheet import score_totals
from tests.helpers.every import every
from tournament.rotation.plan import RotationError
from tournament.rotation.request import make_request
from tournament.services.errors import Doubted, Refused
from tournament.words.sentences import in_words

ROOT = Path(__file__).resolve().parent.parent
ROTATION = ROOT / "tournament" / "rotation"
MARKING = {"marked", "counted"}
# Arguments that nobody reads as a sentence, by position and by name: search words of offences, and sources.
NOT_READ = {
    "Offence": {4, "words"},
    "Allowed": {2, "words"},
    "Rule": {1, "source"},
    "Citation": {0},
    "About": {3, "source"},
    "Line": {2, "source"},
    "Random": {0},  # what a lot is drawn from
    "ValueError": {0},  # for programmers
    "warn": {0},
}
# Texts that are no sentences for people; “xx” stands for a value.
VALUES = {"first jack", "first black jack", "first red nine", "highest card cut"}  # of a snapshot
NO_SENTENCES = {
    "tournament/rotation/plan.py": {  # places in a file
        "round xx, table xx", "round xx, sit_out", "round xx, short", "xx, xx",
    },
    "scoring/rule_settings.py": VALUES | {"lowest card cut", "North deals first"},
    "scoring/rulecard.py": {"T names no penalty", " is silent"},  # in a source
    "scoring/rule_sources.py": VALUES | {  # and keys of what a citation says beside its letters
        "is silent", "names no penalty", "penalty as", "ending as", "implied by", "bid out of turn",
        "lead out of turn", " is silent", "xx is silent", "penalty as ", "ending as ", "implied by ",
        "making trump", "obsolete rules", "the deal",
    },
    "scoring/ruleset.py": VALUES,
}  # fmt: skip
# `store` writes files of numbers.
SOURCES = sorted(
    path
    for folder in (ROOT / "scoring", ROTATION)
    for path in folder.rglob("*.py")
    if path != ROTATION / "store.py"
)
# Where a rule stands: “T, the deal; T names no penalty; L XXI”.
PLACE = (
    r"(?:penalty as |ending as |implied by )?[TLSEJBx]+(?:, [a-z ]+| [IVX, –]+| is silent| names no penalty)?"
)
PLACES = re.compile(rf"(?:{PLACE}|event setting|director)(?:; (?:{PLACE}|event setting|director))*(?:; )?")
SENTENCE_LIKE = re.compile(r"[a-z’']{2,}[,;:.”]? +[“A-Za-z]{2,}")


def unmarked(path):
    """The sentence-like texts of a module that are neither marked nor known as something else."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    docstrings = {
        id(node.body[0].value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef)
        and isinstance(node.body[0], ast.Expr)
    }
    known = NO_SENTENCES.get(path.relative_to(ROOT).as_posix(), set())
    texts = []

    def visit(node):
        if isinstance(node, ast.Call):
            name = getattr(node.func, "id", getattr(node.func, "attr", ""))
            if name in MARKING:
                return
            visit(node.func)
            not_read = NOT_READ.get(name, ())
            for at, argument in [*enumerate(node.args), *((word.arg, word.value) for word in node.keywords)]:
                if at not in not_read:
                    visit(argument)
        elif isinstance(node, ast.Constant):
            if isinstance(node.value, str) and id(node) not in docstrings:
                texts.append(node.value)
        elif isinstance(node, ast.JoinedStr):
            texts.append(
                "".join(part.value if isinstance(part, ast.Constant) else "xx" for part in node.values)
            )
        else:
            for child in ast.iter_child_nodes(node):
                visit(child)

    visit(tree)
    return [
        text
        for text in texts
        if SENTENCE_LIKE.search(text) and text not in known and not PLACES.fullmatch(text)
    ]


@every(SOURCES)
def test_every_sentence_is_marked_for_translation(path):
    assert unmarked(path) == []


@every(SOURCES)
def test_what_is_marked_is_a_text_that_extraction_can_find(path):
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") in MARKING:
            for text in node.args[: 1 if node.func.id == "marked" else 2]:
                assert isinstance(text, ast.Constant), f"{path.name}: {ast.unparse(node)}"


def test_a_sentence_is_its_english_text_and_keeps_template_and_values():
    with pytest.raises(BadSheet) as refused:
        score_totals(PRESETS["progressive"], {Side.NS: -1, Side.EW: 9}, {})
    sentence = refused.value.message
    assert sentence == str(refused.value) == "The points of North/South are a whole number, 0 or more."
    assert refused.value.code == "totals"
    assert sentence.template == "The points of %(side)s are a whole number, 0 or more."
    assert sentence.values == {"side": "North/South"}


def test_a_sentence_of_the_rotation_depends_on_its_number():
    with pytest.raises(RotationError) as refused:
        make_request([1], 4)
    sentence = refused.value.message
    assert sentence == "1 player cannot fill a table: four are needed."
    assert (sentence.plural, sentence.number) == (
        "%(count)s players cannot fill a table: four are needed.",
        1,
    )


def test_a_sentence_survives_pickling():
    sentence = counted("%(count)s deal", "%(count)s deals", 3)
    copied = pickle.loads(pickle.dumps(sentence))
    assert (copied, copied.template, copied.values) == ("3 deals", sentence.template, sentence.values)


@pytest.fixture
def french(monkeypatch):
    """A reader of French, with a catalogue of a few words."""
    with translation.override("fr"):
        catalogue = trans_real.catalog()
        words = {
            "North": "Nord",
            "East": "Est",
            "%(due)s deals, not %(dealer)s.": "C’est à %(due)s de donner, pas à %(dealer)s.",
            "A warning.": "Un avertissement.",
            ("%(count)s trick of %(total)s", 0): "%(count)s pli de %(total)s",
            ("%(count)s trick of %(total)s", 1): "%(count)s plis de %(total)s",
        }
        monkeypatch.setattr(catalogue, "_catalog", trans_real.TranslationCatalog())
        catalogue._catalog._catalogs.insert(0, words)
        catalogue._catalog._plurals.insert(0, lambda number: int(number > 1))
        yield


def test_a_refusal_says_the_sentence_of_the_rules_in_the_readers_words(french):
    sentence = marked("%(due)s deals, not %(dealer)s.", due=Seat.N.noun, dealer=Seat.E.noun)
    assert Refused("dealer", sentence).message == "C’est à Nord de donner, pas à Est."
    doubts = [Doubt("one", None, marked("A warning.")), Doubt("two", None, sentence)]
    assert Doubted(doubts).message == "Un avertissement. C’est à Nord de donner, pas à Est."


def test_template_and_values_are_translated_the_number_chooses_and_what_is_no_sentence_stays(french):
    of_tricks = "%(count)s trick of %(total)s", "%(count)s tricks of %(total)s"
    sentence = marked("%(due)s deals, not %(dealer)s.", due="North", dealer="%(x)s 100%")
    for said, words in (
        (counted(*of_tricks, 1, total=5), "1 pli de 5"),
        (counted(*of_tricks, 3, total=5), "3 plis de 5"),
        (joined([marked("A warning."), marked("North")]), "Un avertissement. Nord"),
        ("North", "North"),
        (sentence, "C’est à North de donner, pas à %(x)s 100%."),
        (joined([]), ""),
    ):
        assert in_words(said) == words


RULES_ERRORS = re.compile(r"Bad(Ruleset|Deal|Sheet|Ruling|Cards|Ranking)\b|ScoringError|RotationError")
PUTTING_INTO_WORDS = {"in_words", "words_of", "Refused"}  # `Refused` does it by itself
IN_ENGLISH = {"management", "rotation", "simulation", "migrations"}  # commands, and what the site stands on


def raw_uses(handler):
    """The lines of an `except` that take the message of the error as a plain text."""

    def is_message(node):
        value = node.value if isinstance(node, ast.Attribute) and node.attr == "message" else None
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "str":
            value = node.args[0]
        return isinstance(value, ast.Name) and value.id == handler.name

    def found(node):
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") in PUTTING_INTO_WORDS:
            return
        if is_message(node):
            yield node.lineno
        for child in ast.iter_child_nodes(node):
            yield from found(child)

    return [line for node in handler.body for line in found(node)]


def test_what_the_rules_refuse_is_put_into_the_readers_words():
    handlers = [
        (path, node)
        for path in sorted((ROOT / "tournament").rglob("*.py"))
        if path.relative_to(ROOT / "tournament").parts[0] not in IN_ENGLISH
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.ExceptHandler) and node.type and RULES_ERRORS.search(ast.unparse(node.type))
    ]
    assert len(handlers) > 10
    raw = [f"{path.name}, line {line}" for path, handler in handlers for line in raw_uses(handler)]
    # What sets a sheet aside is stored as its reason, in the words of the rules.
    assert [place for place in raw if not place.startswith("sheets.py")] == []


@pytest.mark.slow
def test_players_directors_and_scorers_are_they():
    """Seen in the pictures of three evenings: "his points count for him, and he has a place"."""
    pronoun = re.compile(r"\b(he|she|him|his|himself|herself)\b", re.IGNORECASE)
    found = []
    for path in sorted((ROOT / "templates").rglob("*.html")):
        said = re.sub(r"{%\s*comment.*?endcomment\s*%}|{#.*?#}", "", path.read_text("utf-8"), flags=re.DOTALL)
        found += [f"{path.name}: {match[0]}" for match in pronoun.finditer(said)]
    for path in sorted((ROOT / "tournament").rglob("*.py")):
        for text in _texts(ast.parse(path.read_text("utf-8"))):
            if " " in text and pronoun.search(text):
                found.append(f"{path.name}: {text}")
    assert found == []


def _texts(tree):
    """The strings of a module that are no docstrings."""
    notes = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in notes:
            yield node.value
