"""Each control of a page is operated as hands do, on a page as it was: something happens, and no error."""

import re
import time
from collections import Counter
from contextlib import suppress
from datetime import date, timedelta
from typing import Any

from playwright.sync_api import Error

from tests.hands.evenings import DEEP
from tests.hands.pages import Place, Tab

Control = dict[str, Any]
TYPED = {"text", "search", "tel", "email", "url", "number", "textarea", "password"}
DAY = (date.today() + timedelta(days=40)).isoformat()  # no page offers it by itself
TIMES = {"date": DAY, "time": "19:45", "datetime-local": f"{DAY}T19:45"}
PATIENCE = 3.0  # seconds within which something has to happen
FILE = {"name": "names.csv", "mimeType": "text/csv", "buffer": b"Zelda Zeta\nYuri Young\n"}
EACH = 2 if DEEP else 1  # of alike controls of a page


def told(control: Control) -> str:
    """A control in words; those that differ in a number only are one."""
    name = re.sub(r"\d+", "#", control["name"])
    return f"{control['tag']} {control['type']} {name} “{re.sub('[0-9]+', '#', control['words'][:40])}”"


def plausible(control: Control, other: int = 0) -> str:
    """What a person might type here: not what stands there."""
    kind, value, words = control["type"], control["value"], f"{control['name']} {control['words']}".lower()
    if kind in TIMES:
        return TIMES[kind]
    if kind == "url" or "address" in words:
        return "https://zelda.example"
    if kind == "email":
        return "zelda@club.example"
    if re.fullmatch(r"\d+", value):
        return str(int(value) + 1 if int(value) < 60 else int(value) - 1)
    if re.fullmatch(r"-?\d+[.,]\d\d", value):
        return f"{float(value.replace(',', '.')) + 1:.2f}"
    if re.match(r"\d+:\d\d", value) or "starts_at" in words:
        return "19:45"
    if re.fullmatch(r"\d+([ ,]+\d+)+", value):
        return re.split(r"[ ,]", value)[0]
    if control["inputmode"] in ("numeric", "decimal") or 0 < control["most"] <= 4 or "by number" in words:
        return "0" if "lone" in words else str(2 + other % 3)
    room = control["most"] < 0 or len(value) + 2 <= control["most"]
    if value and control["tag"] == "input":
        return f"{value} B" if room else value[:-1]
    return f"{value}\nZelda Zeta" if value else "Zelda Zeta"


def operate(tab: Tab, control: Control, value: str | None = None) -> str | None:
    """Do to a control what a person does; answers with what it should now have, None if it cannot be."""
    element, kind = tab.find(control), control["type"]
    if element is None:
        return None
    if control["tag"] == "select":
        others = [one for one in control["options"] if one != control["value"]]
        if not others:
            return None
        chosen = next(filter(None, others), others[0])
        element.select_option(chosen)
        return chosen
    if kind == "file":
        element.set_input_files(FILE)  # type: ignore[arg-type]
        return str(FILE["name"])
    if kind not in TYPED | set(TIMES):
        return str(control["value"]) if tab.press(element) else None
    value = plausible(control) if value is None else value
    if kind in TIMES:
        element.fill(value)
    elif tab.press(element):
        tab.page.keyboard.press("Control+A")
        if value:
            tab.page.keyboard.type(value)
        else:
            tab.page.keyboard.press("Delete")
    tab.page.keyboard.press("Tab")
    return value


def alike(controls: list[Control], seen: set[str]) -> list[Control]:
    """Of controls that differ in a number only a few, and what was seen on another page not again."""
    some, count = list[Control](), Counter[str]()
    for control in controls:
        action = re.sub(r"^/(\w+)/[^/]+/|\d+", "#", control["action"])
        sign = f"{told(control)} {action} {control['value'] if control['type'] == 'radio' else ''}"
        if sign not in seen or (DEEP and control["isInMain"]):
            count[sign] += 1
            some += [control] if count[sign] <= EACH else []
    seen.update(count)
    return some


def try_controls(tab: Tab, place: Place, seen: set[str]) -> None:
    """Operate every control of a page; what sends a form is pressed with it, in `forms.py`."""
    tab.fresh(place)
    tab.page.wait_for_timeout(200)
    tab.ask("rest", [])
    tab.page.wait_for_timeout(200)
    quiet, is_fresh = tab.ask("rest"), True
    for control in alike(tab.ask("controls"), seen):
        sends = control["sends"] and control["method"] == "post"
        chosen = control["isChosen"] and control["type"] != "checkbox"
        if sends or chosen or control["isReadOnly"] or control["type"] == "password":
            continue
        facts = try_control(tab, place, control) if is_fresh or not tab.world.dirty else set()
        if not facts and not is_fresh:  # an earlier one may have hidden it, or what it does was done
            tab.fresh(place)
            tab.ask("rest", quiet)
            facts = try_control(tab, place, control)
        if facts == set():
            tab.tell("dead control", told(control))
        is_fresh = not facts
        if facts and facts & {"moved", "asked", "address"}:
            tab.fresh(place)
            tab.ask("rest", quiet)
            is_fresh = True


def try_control(tab: Tab, place: Place, control: Control) -> set[str] | None:
    """Operate one control; answers with what it did, None if it cannot be operated."""
    element, name = tab.find(control), told(control)
    if element is None or not tab.page.evaluate("(e) => Boolean(hands.target(e))", element):
        return None
    tab.hush()
    papers, before = tab.ask("papers"), tab.values(control)
    tab.page.evaluate("(e) => hands.begin(e)", element)
    try:
        value = operate(tab, control)
    except Error as error:
        tab.tell("cannot be operated", f"{name}: {error.message.splitlines()[0]}")
        return None
    if value is None:
        return None
    tab.faults.tried["controls operated"] += 1
    facts = happened(tab, control, before)
    if facts & {"moved", "asked"}:
        tab.settle()
    tab.heard(name)
    if facts & {"moved", "asked"} and control["tag"] != "button" and stays(tab, place):
        is_shown(tab, control, value)
        same_paper = papers and tab.ask("papers") == papers and not tab.ask("errors")
        if "moved" in facts and control["method"] == "get" and same_paper:
            tab.tell("a choice does not reach the paper", name)
    if control["method"] == "get" and control["name"] and not control["sends"] and stays(tab, place):
        script = "(args) => { const e = hands.find(...args); return e?.form && hands.asking(e); }"
        if asked := tab.page.evaluate(script, [control["key"], control["nth"]]):
            tab.page.goto(tab.base + asked)
            is_shown(tab, control, value)
            facts.add("moved")
    return facts


def happened(tab: Tab, control: Control, before: Any) -> set[str]:
    """What a control did: its form carries it, or something moved, was asked for, changed on the page."""
    facts: set[str] = {"carried"} if control["type"] == "file" and control["form"] >= 0 else set()
    until = time.monotonic() + PATIENCE
    while not facts and time.monotonic() < until:
        tab.page.wait_for_timeout(30)
        with suppress(Error):  # it goes to another page just now
            facts |= set(tab.ask("happened"))
            after = tab.values(control)
            if control["isSent"] and after is not None and after != before:
                facts.add("carried")
        facts |= {"moved"} if tab.moves else set()
        facts |= {"asked"} if tab.asked else set()
        facts |= set(tab.facts)
    return facts


def stays(tab: Tab, place: Place) -> bool:
    return tab.page.url.removeprefix(tab.base).partition("?")[0] == place.path.partition("?")[0]


def is_shown(tab: Tab, control: Control, value: str) -> None:
    """After the page's own update a choice is shown as chosen."""
    ticked = control["type"] in ("radio", "checkbox")
    for now in tab.ask("controls"):
        if now["key"] == control["key"] and now["nth"] == control["nth"]:
            right = (
                now["isChosen"] != control["isChosen"] if ticked else now["value"].strip() == value.strip()
            )
            if not right and not tab.ask("errors"):
                tab.tell("a choice is not shown after the page’s update", f"{told(control)} := {value}")
