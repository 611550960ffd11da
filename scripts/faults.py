"""Plants faults, one at a time, and lists what no test notices: `scripts/faults.py [seed [share [room …]]]`.

Each is what a hand may do by mistake: drawn by a seed, so many in each room, and applied in a scratch
worktree of the commit. All of CI for each would take days; this is as near as one comes. A fault meets the
tests that touched its place when all ran once without it (lines run, files opened, templates rendered):
first those that read sources, then those that share most words with its path, then the quickest, until one
fails or they take longer than `CALLS` says; slow tests, the longest walks, PostgreSQL and the searches are
left out. “Noticed” means that the test passes once the fault is taken back. What nobody noticed may have met
too few tests, or change nothing: read it. What was found stays in .faults, and a later run tries what nobody
has noticed with the tests of its own commit.

This file is also the plugin of its pytest calls, which exchange a function's code where it stands; what a
module does at its import is tried in another process.
"""

import ast
import difflib
import gc
import importlib
import inspect
import json
import os
import pkgutil
import random
import re
import subprocess
import sys
import tempfile
from collections import Counter, defaultdict, namedtuple
from contextlib import contextmanager
from functools import _lru_cache_wrapper
from itertools import accumulate, pairwise
from pathlib import Path
from types import CodeType, FunctionType

from _pytest.runner import runtestprotocol
from coverage import Coverage, CoverageData
from playwright.sync_api import BrowserContext, expect

ROOT = Path(__file__).resolve().parent.parent
KEPT = ROOT / ".faults"  # not among test-results, which Playwright empties
ROOMS = {f"tournament/{room}": "py" for room in ("services", "state", "reports", "web", "forms", "views")}
ROOMS |= {"templates": "html", "tournament/static": "js"}
SHARE = 25  # faults in each room, unless said
SEARCHES = [f"--ignore=tests/{folder}" for folder in ("scoring", "rotation", "referee", "simulation", "soak")]
WALKS = [f"--ignore=tests/e2e/test_{name}.py" for name in ("hands", "every_page")]  # minutes each
# The tests of each pytest call, its other arguments, and how many seconds of them a fault meets at most: as
# they took when they were traced, which is twice as long as without.
CALLS = {
    "quick": (["tests", *SEARCHES], [], 60),
    "browser": (["tests/e2e", *WALKS], ["-o", "addopts=--import-mode=importlib --strict-markers -ra"], 150),
}
HASTE = 15_000  # ms that a browser waits for what a fault may have taken away
HARMLESS = re.compile(rb"property|staticmethod|classmethod|cache|overload|setter")
ATTRIBUTES = "name|action|method|value|for|id|type|href|form|data-[a-z-]+"
SWITCHES = "checked|selected|hidden|disabled|required|novalidate|autofocus|data-[a-z-]+"
PATTERNS = {  # of each kind what is looked for, and what comes in its place
    "html": {
        "dropped attribute": (rf' (?:{ATTRIBUTES})="(?:[^"{{]|{{{{.*?}}}}|{{%.*?%}})*"(?=[\s>/{{])', r""),
        "dropped switch": (rf" (?:{SWITCHES})(?=[\s>{{])(?![^<>]*%}})", r""),
        "wrong id": (r'( (?:id|for|form)="[^"]+)"', r'\1-x"'),
        "inverted if": (r"{% (if|elif) (?!not )", r"{% \1 not "),
        "inverted if not": (r"{% (if|elif) not ", r"{% \1 "),
        "swapped variables": (r"{{ ([\w.]+)\b([^}]*}}[^{}]*){{ (?!\1\b)([\w.]+)\b", r"{{ \3\2{{ \1"),
        "dropped token": (r"{% csrf_token %}", r""),
        "dropped argument": (r" (?!n=)\w+=[\w.|:\"]+(?= [^{}<>]*%})", r""),
    },
    "js": {
        "inverted condition": (r"\bif \(((?:[^()\n]|\([^()\n]*\))+)\)", r"if (!(\1))"),
        "inverted choice": (r"((?:=>|[^=!]=|return) \(?)([\w.!]+(?:\([^()]*\))?)(?= \? )", r"\1!\2"),
        "and for or": (r" && ", r" || "),
        "or for and": (r" \|\| ", r" && "),
        "dropped statement": (r"(?m)^( +)[\w.?\[\]]+(?: = |\().*;$", r"\1;"),
        "wrong name": (r'(\[(?:data|aria)-[\w-]+|\[name(?==)|["\'](?:data-|#|\.)\w+|\.dataset\.\w+)', r"\1x"),
        "swapped arguments": (r"(?<=\w\()([\w.]+), ([\w.]+)(?=[,)])", r"\2, \1"),
    },
}


class Fault(namedtuple("Fault", ("room", "path", "kind", "start", "end", "new", "line", "last"))):
    """A change to one place, from byte to byte and from line to line."""

    @property
    def name(self) -> str:
        return f"{self.path}:{self.line}: {self.kind} [{self.start}]"

    def applied(self, source: bytes) -> bytes:
        return source[: self.start] + self.new.encode() + source[self.end :]


def in_python(source: bytes):
    """Each fault that a module can have: its kind, from where to where, and the text instead."""
    starts = [0, *accumulate(map(len, source.splitlines(keepends=True)))]

    def span(node):
        return starts[node.lineno - 1] + node.col_offset, starts[node.end_lineno - 1] + node.end_col_offset

    def text(node):
        return source[slice(*span(node))].decode()

    def between(left, right, old="", new=""):
        start, end = span(left)[1], span(right)[0]
        return start, end, re.sub(old, new, source[start:end].decode(), count=1)

    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.If(test=test) | ast.IfExp(test=test):
                yield "inverted if", *span(test), f"not ({text(test)})"
            case ast.Compare(left, [ast.Lt() | ast.Gt() | ast.LtE() | ast.GtE() as sign, *_], [right, *_]):
                change = ("([<>])=", r"\1") if isinstance(sign, ast.LtE | ast.GtE) else ("([<>])", r"\1=")
                yield "other comparison", *between(left, right, *change)
            case ast.BoolOp(sign, [left, right, *_]):
                change = ("and", "or") if isinstance(sign, ast.And) else ("or", "and")
                yield "and for or", *between(left, right, *change)
            case ast.Call():
                for left, right in pairwise(sorted([*node.args, *node.keywords], key=span)):
                    if isinstance(right, ast.keyword) and right.arg:
                        yield "dropped keyword", span(left)[1], span(right)[1], ""
                    elif not {ast.keyword, ast.Starred} & {type(left), type(right)}:
                        instead = text(right) + between(left, right)[2] + text(left)
                        yield "swapped arguments", span(left)[0], span(right)[1], instead
            case ast.FunctionDef():
                for one in node.decorator_list:
                    if not HARMLESS.search(source, *span(one)):
                        yield "dropped decorator", span(one)[0] - 1, span(one)[1], ""
                names = [one.arg for one in node.args.args + node.args.kwonlyargs if one.arg != "self"]
                for one in ast.walk(node):
                    if isinstance(one, ast.Name) and isinstance(one.ctx, ast.Load) and one.id in names[1:]:
                        yield "swapped names", *span(one), names[names.index(one.id) - 1]
            case ast.Constant(int(value)) if text(node)[0].isdigit():
                yield "other number", *span(node), str(value + (-1 if node.lineno % 2 else 1))
            case ast.Return(ast.expr() as value) if text(value) != "None":
                yield "returned nothing", *span(value), "[]" if isinstance(value, ast.List) else "None"
            case ast.Expr(ast.Call()):
                yield "dropped statement", *span(node), "pass"


def in_text(text: str, suffix: str):
    """The same of a template or a script."""
    for kind, (old, new) in PATTERNS[suffix].items():
        for match in re.finditer(old, text):
            start, end = (len(text[:at].encode()) for at in match.span())
            yield kind, start, end, match.expand(new)


def draw(root: Path, seed: str, share: int) -> list[Fault]:
    """The faults of this seed: as many in each room of this tree, kind after kind, anywhere."""
    drawn: dict[tuple[str, int], Fault] = {}
    for number, (room, suffix) in enumerate(ROOMS.items(), 1):
        chance, kinds = random.Random(f"{seed}/{room}"), defaultdict(list)
        for path in sorted((root / room).rglob(f"*.{suffix}")):
            source, name = path.read_bytes(), str(path.relative_to(root))
            for kind, start, end, new in (
                in_python(source) if suffix == "py" else in_text(source.decode(), suffix)
            ):
                lines = (source[:at].count(b"\n") + 1 for at in (start, end))
                kinds[kind].append(Fault(room, name, kind, start, end, new, *lines))
        while len(drawn) < number * share:
            fault = chance.choice(kinds[sorted(kinds)[len(drawn) % len(kinds)]])
            drawn.setdefault((fault.path, fault.line), fault)
    return list(drawn.values())


def pytest_runtestloop(session):
    """Make the map, or try the faults, with a browser that is hastier than usual."""
    session.task = task = json.loads(Path(os.environ["FAULTS_TASK"]).read_text(encoding="utf-8"))
    items = {item.nodeid: item for item in session.items}
    for one in pkgutil.walk_packages([str(session.path / "tournament")], "tournament."):
        if not re.search(r"__main__|\.migrations|\.commands|\.settings|wsgi", one.name):
            importlib.import_module(one.name)  # before a fault is there
    if not task["faults"]:
        map_tests(session, task["map"])
        return True
    patience, set_options = BrowserContext.set_default_timeout, expect.set_options
    BrowserContext.set_default_timeout = lambda self, most: patience(self, min(most, HASTE))
    expect.set_options = lambda timeout: set_options(timeout=min(timeout, HASTE))
    for entry, tests in task["faults"]:
        fault, known = Fault(*entry), [items[test] for test in tests if test in items]
        found = [fault.name, Path(task["map"]).name, try_fault(session, fault, known) if known else ""]
        with Path(task["results"]).open("a", encoding="utf-8") as file:
            file.write(json.dumps(found) + "\n")
        print(*found, len(known), flush=True)
    return True


def map_tests(session, target: str) -> None:
    """Run all tests once; keep what each touches and how long it takes."""
    from django.test.signals import template_rendered  # a program has no settings for it

    files, kept = set(), {}
    sys.addaudithook(lambda kind, of: files.add(str(of[0])) if kind == "open" else None)
    template_rendered.connect(lambda template, **_: files.add(str(template.origin.name)), weak=False)
    tracer = Coverage(data_file=f"{target}.coverage", source=["tournament"], branch=False, config_file=False)
    tracer.start()
    for item, following in pairwise([*session.items, None]):
        files.clear()
        tracer.switch_context(item.nodeid)
        reports = runtestprotocol(item, log=False, nextitem=following)
        if not any(report.failed for report in reports):
            opened = [os.path.relpath(one, session.path) for one in set(files) if one[-3:] in ("tml", ".js")]
            kept[item.nodeid] = sum(one.duration for one in reports), opened
    tracer.stop()
    tracer.save()
    Path(target).write_text(json.dumps(kept), encoding="utf-8")


def try_fault(session, fault: Fault, items: list) -> str:
    """The first of these tests that fails with the fault and passes without it."""

    def fails(item) -> bool:  # what lasts longer than a test ends with it, too, except for the session's
        return any(report.failed for report in runtestprotocol(item, log=False, nextitem=session))

    with planted(session.path, fault) as in_place:
        if not in_place:
            return in_a_process(session, [item.nodeid for item in items])
        failed = next((item for item in items if fails(item)), None)
    if failed and fails(failed):  # it proves nothing: those after it may
        return try_fault(session, fault, items[items.index(failed) + 1 :])
    return failed.nodeid if failed else ""


def in_a_process(session, tests: list[str]) -> str:
    command = [sys.executable, "-m", "pytest", "-xq", "--tb=no", *session.task["arguments"], *tests]
    done = subprocess.run(command, cwd=session.path, capture_output=True, text=True)
    failed = re.search(r"^(?:FAILED|ERROR) (\S+)", done.stdout, re.MULTILINE)
    return failed[1] if failed else "the start" if done.returncode else ""


@contextmanager
def planted(root: Path, fault: Fault):
    """The fault, in its file and in this process; says whether it has taken effect here."""
    from django.template.autoreload import reset_loaders

    path, changed = root / fault.path, []
    source, times = path.read_bytes(), path.stat()
    path.write_bytes(fault.applied(source))
    reset_loaders()
    try:
        yield path.suffix != ".py" or exchange(path, source, changed)
    finally:
        path.write_bytes(source)
        os.utime(path, (times.st_atime, times.st_mtime))
        reset_loaders()
        for function, code in changed:
            function.__code__ = code


def exchange(path: Path, source: bytes, changed: list) -> bool:
    """Give the functions of a module the code that its file has now, unless it differs outside of them."""

    def codes(code: CodeType):
        return [code, *(inner for one in code.co_consts if isinstance(one, CodeType) for inner in codes(one))]

    def fixed(code: CodeType):
        if code.co_flags & inspect.CO_OPTIMIZED:
            return code.co_qualname, code.co_freevars
        return code.co_code, code.co_names, re.sub(r"line \d+|0x\w+", "", str(code.co_consts))

    old, new = (codes(compile(text, str(path), "exec")) for text in (source, path.read_bytes()))
    if [*map(fixed, old)] != [*map(fixed, new)]:
        return False
    instead = {(one.co_qualname, one.co_firstlineno): other for one, other in zip(old, new, strict=True)}
    gc.unfreeze()  # what tests/conftest.py put aside
    for one in gc.get_objects():  # never `isinstance`, which would wake what is lazy
        if type(one) is FunctionType and one.__code__.co_filename == str(path):
            changed.append((one, code := one.__code__))
            one.__code__ = instead.get((code.co_qualname, code.co_firstlineno), code)
        elif type(one) is _lru_cache_wrapper and str(one.__module__).startswith("tournament"):
            one.cache_clear()
    return True


def call(tree: Path, name: str, files: list[str], **task) -> None:
    """One pytest call in the scratch worktree."""
    with tempfile.TemporaryDirectory(prefix="euchre-faults-data-") as data:
        told = Path(data, "task.json")
        told.write_text(json.dumps({"arguments": CALLS[name][1], **task}), encoding="utf-8")
        environment = {"FAULTS_TASK": str(told), "EUCHRE_DATA_DIR": data, "PYTHONPATH": str(ROOT / "scripts")}
        environment |= {"DJANGO_ALLOW_ASYNC_UNSAFE": "true"} if name == "browser" else {}
        command = ["-p", "faults", "-p", "no:cacheprovider", "--timeout=100", f"--output={data}/browser"]
        command = [sys.executable, "-m", "pytest", *command, *CALLS[name][1], *files]
        subprocess.run(command, cwd=tree, env=os.environ | environment)


def tests_of(tree: Path, faults: list[Fault], target: Path, most: int) -> dict[str, list[str]]:
    """For each fault the tests that touch its place, in the order that this file begins with."""

    def words(text: str) -> set[str]:
        return {word.rstrip("s") for word in re.findall("[a-z]{3,}", text.lower())}

    kept, data, found = json.loads(target.read_text(encoding="utf-8")), CoverageData(f"{target}.coverage"), {}
    data.read()
    measured = {one.partition("/tree/")[2]: one for one in data.measured_files()}
    for fault in faults:
        head = (tree / fault.path).read_text(encoding="utf-8")[:400]  # what it says that it is
        subject = words(f"{fault.path} {head}") - words(
            "tournament static html page shared the and for from with"
        )
        left, found[fault.name] = most, []
        by_line = data.contexts_by_lineno(measured.get(fault.path, ""))
        touching = {test for at in range(fault.line, fault.last + 1) for test in by_line.get(at, ()) if test}
        touching = touching or {test for tests in by_line.values() for test in tests}
        touching |= {test for test, (_seconds, files) in kept.items() if fault.path in files}
        for test in sorted(
            touching & kept.keys(),
            key=lambda test: ("/look/" not in test, -len(subject & words(test)), kept[test][0]),
        ):
            if kept[test][0] <= left:
                left -= kept[test][0]
                found[fault.name].append(test)
    return found


def git(*words: str, at: Path = ROOT) -> str:
    return subprocess.check_output(["git", *words], cwd=at, text=True).strip()


def try_all(tree: Path, faults: list[Fault], results: Path) -> list[Fault]:
    """Try those that nobody has noticed in each call; return those that nobody notices."""
    for name, (whole, _arguments, most) in CALLS.items():
        target = KEPT / f"{git('rev-parse', '--short', 'HEAD', at=tree)}.{name}.json"
        if not target.exists():
            call(tree, name, whole, map=str(target), faults=[])
        left, met = unnoticed(faults, results)
        tests = tests_of(
            tree, [fault for fault in left if (fault.name, target.name) not in met], target, most
        )
        files = sorted({test.partition("::")[0] for some in tests.values() for test in some})
        entries = [(fault, tests[fault.name]) for fault in left if fault.name in tests]
        if entries:
            call(tree, name, files or whole, map=str(target), faults=entries, results=str(results))
    return unnoticed(faults, results)[0]


def unnoticed(faults: list[Fault], results: Path) -> tuple[list[Fault], set[tuple[str, str]]]:
    """The faults that nobody noticed so far, and by which maps each fault has met its tests."""
    found = [json.loads(line) for line in results.read_text().splitlines()] if results.exists() else []
    noticed = {name for name, _map, by in found if by}
    return [one for one in faults if one.name not in noticed], {(name, by_map) for name, by_map, _by in found}


def main(seed: str = "54", share: str = str(SHARE), *rooms: str) -> None:
    os.nice(10)
    KEPT.mkdir(exist_ok=True)
    product = git("log", "-1", "--format=%h", "--", "tournament", "scoring", "templates")
    with tempfile.TemporaryDirectory(prefix="euchre-faults-") as folder:
        tree = Path(folder, "tree")
        git("worktree", "add", "--quiet", "--detach", str(tree), "HEAD")
        try:
            faults = [fault for fault in draw(tree, seed, int(share)) if fault.room in (rooms or ROOMS)]
            left = try_all(tree, faults, KEPT / f"{product}-{seed}.jsonl")
            for fault in left:
                source = (tree / fault.path).read_bytes()
                texts = (text.decode().splitlines() for text in (source, fault.applied(source)))
                print(f"\n{fault.name}", *[*difflib.unified_diff(*texts, n=1, lineterm="")][2:], sep="\n")
        finally:
            git("worktree", "remove", "--force", str(tree))
    for room, count in Counter(fault.room for fault in faults).items():
        print(f"\n{room}: {count - sum(one.room == room for one in left)} of {count} noticed", end="")
    print(f"\n{len(faults) - len(left)} of {len(faults)} faults noticed")


if __name__ == "__main__":
    main(*sys.argv[1:])
