"""What a template says and what a script asks for meet: a dropped or mistyped attribute is noticed at once.

No test opens each page in each state in a browser, so the sources are read beside each other.
"""

import re
from pathlib import Path

from tests.helpers.every import every

FOLDER = Path(__file__).parents[2] / "templates"
TEMPLATES = sorted(str(path.relative_to(FOLDER)) for path in FOLDER.rglob("*.html"))
SITE = FOLDER.parent / "tournament"
VALUE = r'"(?:[^"{]|\{\{.*?\}\}|\{%.*?%\}|\{)*"'
TAGS = r"\{%.*?%\}|\{\{.*?\}\}"
ELEMENT = re.compile(rf'<([a-z][\w-]*)((?:{VALUE}|{TAGS}|[^<>{{"])*)>', re.DOTALL)
# An element that is all that stands before the colon has one of those behind it.
MEETS = """
<a: href data-typed-lost | <nav: aria-label | <option: value | <label: for wraps | data-follows: id
<button: type | <button name: value | <button value: name | data-answer: name
<input: type | <input: name | <input: value | <select: name | <textarea: name
<form: method | <form method=post .form: novalidate | data-in-turn: data-waits
data-preview: data-preview-into | data-preview-into: data-preview | data-preview-step: data-preview
data-poll: data-poll-seconds | data-poll-seconds: data-poll | data-event-uid: data-event-name
data-waits: data-answers | data-answers: data-waits | data-most: data-slide | data-mark: type=button
data-preference: data-value | data-value: data-preference | data-preference: aria-pressed
data-bell: aria-pressed | data-print: type=button | data-slide: aria-labelledby
asked <button name: data-answer
.board-fit: data-fit | .board-slide: data-slide | .board-place: data-place | .board-more: data-board-more
"""
SHOWN_BY_SCRIPT = (
    "asks-line bell-waits board-gone board-lost board-more board-page board-screens board-sleeps call "
    "clock-time me-keep needs-script next-question pasted-says poll-lost poll-pause preferences share unfold "
    "waiting waiting-elsewhere waiting-group waiting-sure waiting-why"
)
RULES = [tuple(map(str.split, rule.split(":"))) for rule in re.split(r"[|\n]", MEETS.strip())]
RULES += [([f"data-{name}"], ["hidden"]) for name in SHOWN_BY_SCRIPT.split()]
NO_TOKEN = ("table_entry/", "table_sheet/", "player_page/", "self_check_in/", "sign_up_page/")  # by a link
NO_TOKEN += ("components/preferences.html", "accounts/password_again.html")  # for everybody; sent along


def found(pattern: str, text: str) -> set[str]:
    """What a pattern finds, in any of its groups."""
    return {next(filter(None, match.groups()), "") for match in re.finditer(pattern, text, re.DOTALL)}


def plain(path) -> str:
    """A source without its comments."""
    comments = r"\{#.*?#\}|\{% comment %\}.*?endcomment|/\*.*?\*/|\n\s*//[^\n]*"
    return re.sub(comments, "", path.read_text(encoding="utf-8"), flags=re.DOTALL)


def whole(text: str) -> str:
    """A template's text and that of those it includes."""
    parts = found(r'\{% include "([^"]+)"', text)
    return text + "".join(whole(plain(FOLDER / part)) for part in parts)


def elements(text: str):
    """The inside of each element, and as words its tag, its attributes and its classes."""
    for tag, inside in ELEMENT.findall(text):
        bare = re.sub(rf"{VALUE}|{TAGS}", " ", inside, flags=re.DOTALL)
        is_so = found(r"(type=button|method=post)", inside.replace('"', ""))
        classes = {f".{name}" for name in " ".join(found(r'class="([^"]*)', inside)).split()}
        yield inside, {f"<{tag}", *found(r"([a-z][\w:-]*)", bare), *is_so, *classes}


@every(TEMPLATES)
def test_what_belongs_together_stands_together(name):
    text = plain(FOLDER / name)
    wraps = found(r"<label([^>]*)>(?:(?!</label).)*(?:<input|\{\{)", text)
    for inside, has in elements(text):
        assert "hidden" not in has or re.search("data-|id=", inside), f"Who shows it? {inside}"
        has |= {"wraps"} if inside in wraps else set()
        has |= {"asked"} if "data-question" in text or "url save_row" in inside else set()
        for told, needed in RULES:
            assert not has.issuperset(told) or has.intersection(needed), f"{told}, no {needed}: {inside}"


@every(TEMPLATES)
def test_a_form_that_changes_something_holds_the_token(name):
    for form in re.findall(r'<form\b[^>]*method="post".*?</form>', plain(FOLDER / name), re.DOTALL):
        assert "csrf_token" in whole(form) or name.startswith(NO_TOKEN), form[:100]


@every(TEMPLATES)
def test_a_part_reads_what_it_is_handed_and_a_sentence_that_is_handed_something_is_handed_all(name):
    text = (FOLDER / name).read_text(encoding="utf-8")
    for part, handed in re.findall(r'\{% include "([^"]+)" with (.*?)%\}', text, re.DOTALL):
        for one in found(r"(?<!\?)\b(\w+)=", handed):
            assert re.search(rf"\{{[{{%][^}}]*(?<![\w\".-]){one}\b", whole(plain(FOLDER / part))), (part, one)
    for handed, sentence in re.findall(r"\{% blocktranslate\b(.*?)%\}(.*?)\{% end", text, re.DOTALL):
        free = found(r"\{\{ (\w+)", sentence) - (bound := found(r"(\w+)=", handed))
        known = {one for one in free if re.search(rf"\b(as|with|for) [^\n]*\b{one}\b|`{one}`", text)}
        assert not bound or free - known <= {"pages"}, free - known  # a paper counts them later


def sources() -> tuple[str, ...]:
    """All templates, modules, scripts and styles."""
    folders = {
        "html": FOLDER,
        "py": SITE,
        "js": SITE / "static/tournament/js",
        "css": SITE / "static/tournament/css",
    }
    return tuple("".join(map(plain, folder.rglob(f"*.{kind}"))) for kind, folder in folders.items())


def kebab(names: set[str]) -> set[str]:
    return {re.sub("[A-Z]", lambda one: f"-{one[0].lower()}", name) for name in names}


def test_data_that_stands_on_a_page_is_asked_for_and_what_is_asked_for_stands_there():
    pages, code, scripts, styles = sources()
    told = found(r'(?<=[\s}"])data-([a-z-]*[a-z])(?=[\s=>/{"])', pages) | found(r"data-([a-z-]*[a-z])", code)
    told |= {name.replace("_", "-") for name in found(r"\bdata_([a-z_]*[a-z])=", pages)}  # of our tags
    asked = found(r"\[data-([a-z-]*[a-z])\b", scripts + styles) | kebab(found(r"dataset\.(\w+)", scripts))
    made = kebab(found(r"Attribute\(\"data-([\w-]+)|dataset\.(\w+) (?:\|\|)?=[^=]|\[data-(\w+)-\$", scripts))
    assert asked - told - made == set()
    read = found(r"data-([a-z-]*[a-z])", scripts + styles + code) | kebab(found(r"\b([a-z]\w*)", scripts))
    assert {name for name in told - read if name.rpartition("-")[0] not in made} == set()


def test_what_a_script_selects_stands_on_a_page_or_is_made_by_a_script():
    pages, code, scripts, _styles = sources()
    selectors = "".join(re.findall(r'"[^"\n]*"|`[^`\n]*`', scripts))
    selected = found(r'["` ,(>+~][#.]([a-z][\w-]*)|\[((?!data-)[a-z][\w-]*)|\[name="?([a-z]\w*)', selectors)
    known = found(r"([\w-]+)", pages + code) | found(r'["` ]([\w-]+)(?=[ "`])', scripts)
    assert selected - known - {"type"} == set()


def test_an_id_is_named_by_somebody_and_who_is_named_is_there():
    pages, *others = sources()
    ids = found(r'\sid="([a-z][\w-]*)"|json_script:"([\w-]+)', pages)
    naming = found(r'\s(?:for|form|list|aria-(?:labelledby|describedby|controls))="([^"{]*)"', pages)
    named = {name for names in naming for name in names.split() if not name.startswith("id_")}
    assert named - ids == set()
    focused = r"<(?:details|button|input|select|textarea)\b[^>]*|<[^>]*data-follows"
    idle = found(r'\sid="((?!id_)[a-z][\w-]*)"', re.sub(focused, "", pages)) - named
    unnamed = re.sub(r'\sid="[^"]*"', "", pages)
    assert idle - found(r'[#"]([a-z][\w-]*)', "".join([unnamed, *others])) == set()
