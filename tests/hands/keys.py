"""Keys and interruptions: the way of Tab, work half typed and left, a session that ends meanwhile."""

from typing import Any

from tests.hands.controls import Control, operate, told
from tests.hands.forms import DESTROYS, forms_of, send
from tests.hands.pages import Place, Tab

MOST_STOPS = 90  # a longer page repeats its rows
WORDS = "Zelda Zeta, who came late"


def walk_by_tab(tab: Tab, place: Place) -> None:
    """Tab reaches everything, shows where it is, and is not caught."""
    tab.fresh(place)
    count = tab.ask("layStops")
    if count > MOST_STOPS:
        return
    tab.faults.tried["pages walked by Tab"] += 1
    reached, same, renewed = list[int](), 0, False
    for _ in range(count + 20):
        tab.page.keyboard.press("Tab")
        at = tab.ask("stop")
        if at["isNowhere"]:  # once around
            continue
        if at["n"] in reached[:-1]:
            break
        same = same + 1 if reached and at["n"] == reached[-1] else 0
        if same >= 7:  # a date has a few stops of its own
            tab.tell("Tab is caught", at["words"])
            return
        if not at["isMarked"]:
            tab.tell("the focus does not show", at["words"])
        if not at["isSeen"]:
            tab.tell("the focus is outside the window", at["words"])
        renewed = renewed or at["n"] < 0  # something came up under way
        reached.append(at["n"])
    missed = [] if renewed else tab.ask("missed", reached)
    for words in missed[:3]:
        tab.tell("Tab does not reach", words)


def texts_of(form: dict[str, Any]) -> list[Control]:
    """Fields of words; figures of one or two digits stand on any page."""
    fields = [one for one in form["fields"] if one["type"] in ("text", "textarea") and not one["isReadOnly"]]
    fields = [one for one in fields if one["inputmode"] not in ("numeric", "decimal")]
    return [one for one in fields if not 0 <= one["most"] < len(WORDS)]


def leave_half_typed(tab: Tab, place: Place) -> None:
    """Type something, then follow a link: it is asked about or kept."""
    tab.fresh(place)
    field = next((one for form in forms_of(tab) for one in texts_of(form)), None)
    if field is None or operate(tab, field, WORDS) is None:
        return
    tab.settle()
    link = tab.page.evaluate_handle("hands.elsewhere()").as_element()
    sent = tab.sent
    tab.hush()
    if link is None or not tab.press(link):
        return
    tab.page.wait_for_timeout(300)
    tab.settle()
    tab.faults.tried["left half typed"] += 1
    if not tab.moves or sent or "dialog beforeunload" in tab.facts:
        return
    tab.go(place)
    if WORDS not in tab.ask("everything"):
        tab.tell("half-typed work is lost without a word", told(field))


def sign_out_meanwhile(tab: Tab, place: Place) -> None:
    """The session has ended when a form is sent: after signing in what was typed is not lost."""
    tab.fresh(place)
    for form in forms_of(tab)[:1]:
        fields, buttons = (
            texts_of(form),
            [one for one in form["buttons"] if not DESTROYS.search(one["words"])],
        )
        if not fields or not buttons:
            continue
        operate(tab, fields[0], WORDS)
        tab.settle()
        tab.world.dirty = True
        tab.context.clear_cookies(name="sessionid")
        if not send(tab, buttons[0]):
            continue
        tab.heard("send, signed out")
        tab.faults.tried["signed out meanwhile"] += 1
        for _ in range(3):
            if tab.page.locator("input[name=password]").count():
                tab.page.fill("input[name=username]", "dora")
                tab.page.fill("input[name=password]", "dora-secret-1")
                tab.page.press("input[name=password]", "Enter")
                tab.page.wait_for_timeout(300)
                tab.settle()
            if WORDS in tab.ask("everything"):
                return
            tab.go(place)
        tab.tell("signed out meanwhile, and what was typed is lost", told(fields[0]))
