"""Forms as people send them: one thing changed, one thing impossible, pressed twice, and Back."""

import random
import re
from collections.abc import Iterator
from typing import Any

from django.db import connection
from playwright.sync_api import Error

from tests.hands.controls import TIMES, TYPED, Control, operate, plausible, told
from tests.hands.evenings import DEEP, SEED
from tests.hands.pages import NEVER, Place, Tab, name_of

Form = dict[str, Any]
Values = dict[str, list[str]]
DESTROYS = re.compile(
    r"delete|remove|finish|restore|close|withdraw|revoke|discard|\bend\b|reopen|renew|take back|clear"
    r"|dissolve|gone|start over|undo|cancel",
    re.IGNORECASE,
)
MAIN = re.compile(r"(save|enter|add|send|set|continue|next|show|ok)\b", re.IGNORECASE)
LEAVES = re.compile("cancel|back|discard", re.IGNORECASE)
TRIPS, REFUSED, PRESSED = (6, 3, 6) if DEEP else (1, 1, 1)  # trials of each form
UNLIKE = ("", "0")  # nothing typed, and nought, say the same of a figure


def forms_of(tab: Tab) -> list[Form]:
    """Forms that send something, each kind once: their fields and their buttons."""
    every: dict[int, Form] = {}
    for control in tab.ask("controls"):
        if control["isInMain"] and control["method"] == "post":
            form = every.setdefault(
                control["form"], {"action": control["action"], "fields": [], "buttons": []}
            )
            form["buttons" if control["sends"] else "fields"].append(control)
    kinds: dict[str, Form] = {}
    for form in every.values():
        kinds.setdefault(sign_of(form), form)
    return [form for form in kinds.values() if form["buttons"] and not NEVER.search(name_of(form["action"]))]


def sign_of(form: Form) -> str:
    """What tells one kind of form from others."""
    names = [control["name"] or control["words"] for control in form["fields"] + form["buttons"]]
    return re.sub(r"\d+", "#", f"{form['action']} {names}")


def try_forms(tab: Tab, place: Place, tried: set[str]) -> None:
    """Every form of a page that was not tried on another one."""
    draw = random.Random(f"{SEED} {place.path}")
    tab.fresh(place)
    for form in forms_of(tab):
        if (sign := re.sub(r"^/(\w+)/[^/]+/", r"/\1/", sign_of(form))) in tried:
            continue
        tried.add(sign)
        fields = list(fields_of(form))
        draw.shuffle(fields)
        sending = sorted(form["buttons"], key=lambda button: not MAIN.match(button["words"]))
        kind = [button for button in sending if not DESTROYS.search(button["words"])]
        if kind:
            for number, field in enumerate(fields[:TRIPS]):
                by_enter = number % 3 == 2 and field["type"] in ("text", "search")
                round_trip(tab, place, field, kind[0], by_enter=by_enter)
            typed = [field for field in fields if field["type"] in TYPED]
            breakable = [field for field in typed if wrong_for(field) is not None]
            for broken in breakable[: REFUSED if DEEP or len(tried) % 2 else 0]:
                refusal(tab, place, broken, typed[:6], kind[0])
        for button in sending[: PRESSED if DEEP or not (kind and fields and len(tried) % 2) else 0]:
            pressed_twice(tab, place, form, button)


def fields_of(form: Form) -> Iterator[Control]:
    """Of alike fields one; no passwords, nothing that is chosen already."""
    seen = set()
    for field in form["fields"]:
        chosen = field["isChosen"] and field["type"] == "radio"
        apart = field["type"] in ("password", "file", "button") or field["name"] == "pin"
        sign = told(field) + (field["value"] if field["type"] == "radio" else "")
        if not (chosen or apart or field["isReadOnly"]) and field["name"] and sign not in seen:
            seen.add(sign)
            yield field


def send(tab: Tab, button: Control, field: Control | None = None) -> bool:
    """Press the button, or Enter in the field, and wait for what comes."""
    tab.hush()
    element = tab.find(field or button)
    if element is None:
        return False
    tab.page.evaluate("(e) => hands.begin(e)", element)
    if field:
        element.focus()
        tab.page.keyboard.press("Enter")
    elif not tab.press(element):
        return False
    for _ in range(20):
        tab.page.wait_for_timeout(40)
        if tab.asked or tab.facts:
            break
    tab.settle()
    return True


def round_trip(tab: Tab, place: Place, field: Control, button: Control, *, by_enter: bool) -> None:
    """Change one thing, send, come back: it is there, nothing else changed, or the page says why not."""
    tab.fresh(place)
    before = tab.values(field)
    value = operate(tab, field) if before is not None else None
    tab.settle()
    typed = tab.values(field)
    if before is None or value is None or typed in (None, before):
        return
    said, errors = tab.ask("said"), tab.ask("errors")
    buttons = {one["words"] for form in forms_of(tab) for one in form["buttons"]}
    doing = f"{told(field)} := {value!r}, {'Enter' if by_enter else button['words']}"
    if not send(tab, button, field if by_enter else None):
        return
    tab.faults.tried["round trips"] += 1
    tab.heard(doing)
    landed = tab.page.url.removeprefix(tab.base)
    new_errors = [one for one in tab.ask("errors") if one not in errors]
    new_said = [one for one in tab.ask("said") if one not in said]
    if not tab.sent and not new_errors:
        if not tab.facts and not tab.asked and not tab.ask("happened"):
            tab.tell("a button sends nothing", doing)
        return
    shown = tab.values(field)
    if new_errors and shown is not None and shown.get(field["name"]) != typed.get(field["name"]):
        tab.tell("refused, and what was typed is gone", f"{doing}: {new_errors[0]}")
    text = tab.ask("everything")
    asks = [one for form in forms_of(tab) for one in form["buttons"] if one["words"] not in buttons]
    asks = [one for one in asks if not LEAVES.search(one["words"])]
    if asks and shown in (None, typed):  # it shows what it would do, and asks
        send(tab, asks[0])
        tab.heard(f"{doing}, then {asks[0]['words']}")
        text += tab.ask("everything")
        new_errors += [one for one in tab.ask("errors") if one not in errors]
        new_said += [one for one in tab.ask("said") if one not in said]
    tab.go(place)
    now = tab.values(field)
    if now is None or new_errors:
        return
    text += tab.ask("everything")
    compare(tab, field, doing, (before, typed or {}, now), (new_said, text, value, landed))


def compare(
    tab: Tab, field: Control, doing: str, held: tuple[Values, Values, Values], seen: tuple[Any, ...]
) -> None:
    """What was sent against what is there afterwards."""
    (before, typed, now), (said, text, value, landed) = held, seen
    name = field["name"]
    wanted, got = typed.get(name), now.get(name)
    if plain(wanted) != plain(got):
        if "\n" in value and got and got[0] and "\n" not in got[0]:
            tab.tell("lines run together", f"{doing}, then {got[0]!r}")
        in_words = len(value) > 2 and value.splitlines()[-1] in text
        is_new = (
            field["type"] in TYPED and before.get(name) == [""] and bool(said)
        )  # blank again for the next
        elsewhere = bool(said) and name_of(landed).partition("?")[0] not in tab.at
        if not (in_words or is_new or elsewhere):
            words = f", though it says “{said[0]}”" if said else ", and nothing says so"
            tab.tell("not kept", f"{doing}: then {got!r}{words}")
        return
    for other, was in typed.items():
        if other != name and before.get(other) == was and other in now and plain(now[other]) != plain(was):
            tab.tell("something else changed", f"{doing}: {other} from {was!r} to {now[other]!r}")


def plain(held: list[str] | None) -> list[str]:
    """Without what makes no difference: case, blanks, nothing for 0."""
    return [re.sub(r"\s", "", one).lower() for one in held or [] if one not in UNLIKE]


def wrong_for(field: Control) -> str | None:
    """What cannot be in this field."""
    if field["type"] in TIMES or "search" in field["type"]:
        return None
    if field["inputmode"] in ("numeric", "decimal") or re.fullmatch(r"[\d:., ]+", field["value"] or "x"):
        return "abc"
    return "" if field["value"] else None


def refusal(tab: Tab, place: Place, broken: Control, fields: list[Control], button: Control) -> None:
    """One field made impossible: the others keep what was typed, and the error stands at its field."""
    tab.fresh(place)
    for number, field in enumerate(fields):
        if field is not broken:
            operate(tab, field, plausible(field, number))
    if operate(tab, broken, wrong_for(broken)) is None:
        return
    tab.settle()
    typed, errors, said = tab.values(broken) or {}, tab.ask("errors"), tab.ask("said")
    doing = f"{told(broken)} := {wrong_for(broken)!r}, {button['words']}"
    if not send(tab, button):
        return
    tab.heard(doing)
    found = [one for one in tab.ask("errors") if one not in errors]
    if not tab.sent or not found:
        return
    tab.faults.tried["refusals"] += 1
    shown = tab.values(broken)
    if shown is None:
        tab.tell("refused on a page without the form", doing)
        return
    for other, was in typed.items():
        if other in shown and shown[other] != was:
            tab.tell(
                "refused, and another field is forgotten", f"{doing}: {other} {was!r}, now {shown[other]!r}"
            )
    script = "(args) => hands.beside(hands.find(...args))"
    beside = tab.page.evaluate(script, [broken["key"], broken["nth"]])
    if beside["isMarked"] and not beside["isTied"]:
        tab.tell("an error is not tied to its field", f"{doing}: {found[0]}")
    if not beside["isMarked"] and not tab.page.locator("[aria-invalid=true]:visible").count():
        tab.tell("an error does not stand at its field", f"{doing}: {found[0]}")
    if not beside["isAnnounced"] and not [one for one in tab.ask("said") if one not in said]:
        tab.tell("an error is not announced", f"{doing}: {found[0]}")


def pressed_twice(tab: Tab, place: Place, form: Form, button: Control) -> None:
    """Once and twice have the same effect; then Back leads to a page that can be used."""
    effects, doing = [], f"press {button['words']}"
    for times in (1, 2):
        tab.fresh(place)
        before = rows()
        for field in form["fields"]:
            empty = field["type"] in TYPED - {"password"} and not field["value"] and not field["isReadOnly"]
            if empty and len(form["fields"]) <= 8:
                operate(tab, field)
        tab.hush()
        element = tab.find(button)
        if element is None or not tab.press(element, times):
            return
        tab.page.wait_for_timeout(300)
        tab.settle()
        if not tab.sent:
            return
        if times == 2 and "/sent/" in tab.page.url:  # says “one moment”, and leads on
            tab.page.wait_for_url(lambda url: "/sent/" not in url)
            tab.settle()
        tab.heard(doing)
        effects.append((rows() - before, name_of(tab.page.url.removeprefix(tab.base))))
        if times == 1 and tab.moves:
            back(tab, button, doing)
    tab.faults.tried["double presses"] += 1
    if effects[0] != effects[1]:
        tab.tell("pressed twice is not pressed once", f"{doing}: {effects[0]}, {effects[1]}")


def back(tab: Tab, button: Control, doing: str) -> None:
    """Back leads to no error, and to no button that does nothing any more."""
    try:
        tab.page.go_back(timeout=15_000)
    except Error as error:
        tab.tell("Back does not come to an end", f"{doing}: {error.message.splitlines()[0]}")
        return
    tab.settle()
    tab.faults.tried["Back"] += 1
    tab.heard(f"Back after {doing}")
    if not tab.page.locator("main").count():
        tab.tell("Back shows no page", doing)
    for one in tab.page.locator("main button:disabled, main button[aria-busy=true]").all_inner_texts():
        if one.strip() and one.strip() in button["words"]:
            tab.tell("a button stays dead after Back", doing)


def rows() -> int:
    """How many rows there are in all; what was done twice has left more."""
    with connection.cursor() as cursor:
        tables = [
            one for one in connection.introspection.table_names(cursor) if one.startswith("tournament_")
        ]
        return sum(cursor.execute(f"SELECT count(*) FROM {one}").fetchone()[0] for one in tables)
