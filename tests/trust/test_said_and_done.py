"""What people are told to do can be done: then what was refused goes, and what the guide names is there."""

import ast
import re
from pathlib import Path

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from scoring.ruleset import PRESETS
from tests.helpers import factories
from tests.helpers.factories import (
    NOW,
    Evening,
    doing,
    make_event,
    make_official,
    make_players,
    make_published,
)
from tests.helpers.person import Person, tree
from tests.helpers.sheet_entry import ROUND, pad
from tests.helpers.table_entry import open_tables, report
from tests.helpers.whole_site import addresses
from tournament.services import notes, officials, sign_ups
from tournament.services.events import finish_event
from tournament.services.substitutions import leave_empty

ROOT = Path(__file__).resolve().parents[2]
NAMED = ("a", "button", "summary", "label", "h1", "h2", "h3", "legend", "option", "th")


@pytest.mark.slow
@pytest.mark.parametrize("guide", ["evening", "trouble"])
def test_what_the_guide_names_in_bold_is_on_a_page_or_pressed_by_a_test(site, guide):
    bold = re.findall(r"\*\*(.+?)\*\*", (ROOT / f"docs/{guide}.md").read_text(encoding="utf-8"), re.DOTALL)
    pages = [address.source for address in addresses(site)[0]] + [
        dora.page for dora in in_other_states(site.owner)
    ]
    elements = (element for page in pages for element in tree(page).iter() if element.tag in NAMED)
    shown = {" ".join("".join(element.itertext()).split()).lower() for element in elements}
    named = {" ".join(words.split()).rstrip(".:") for words in bold if not words.endswith("?")} - {"bold"}
    nowhere = {words for words in named if not any(words.lower() in one for one in shown)}
    tests = "".join(path.read_text() for path in (ROOT / "tests").rglob("test_*.py"))
    pressed = r'(?:press|follow|get_by_role|locator)\([^)]*"[^"]*{}'
    assert {words for words in nowhere if not re.search(pressed.format(re.escape(words)), tests)} == set()


def in_other_states(director):
    """Pages as the whole site has them not: an evening without seats, one of numbers, a copy, and choices."""
    hall = event_of(director, name="Hall", movement="self")
    yield opened(director, hall, "events:overview")
    yield opened(director, hall, "events:overview", "> Type the cards", "! Save, next card; card=1; r1=99")
    numbers = event_of(director, [""] * 12, name="Numbers")
    yield opened(director, numbers, "events:overview")
    yield opened(director, numbers, "events:overview", "> Rehearse tonight", "! Start the rehearsal")
    evening = Evening(director, players=9, rounds=3).published().played(1).event
    yield opened(
        director, evening, "players:set_status 9", "! Save the status; status=left", "seating_choices:index"
    )


TABLE = Path(__file__).with_name("said_and_done.txt").read_text(encoding="utf-8").split("\n")
MARKS = {"_", "_lazy", "gettext", "gettext_lazy", "marked", "counted", "ngettext", "pgettext"}
VERBS = (
    "Accept|Add|Amend|Await|Close|Correct|Dissolve|Draw|Finish|Hide|Let|Make|Mark|Print|Publish|Raise|Redo|Redraw"
    "|Remove|Reopen|Revoke|Seat|Set|Stop|Switch|Take|Undo|Withdraw"
)
INSTRUCTION = re.compile(
    rf"(?:[.:;,] |\bor |\bthen )(?:{VERBS})\b|\bfirst[.,:]|\binstead\b|settings switch|under [A-Z]",
    re.IGNORECASE,
)


def settled(event, act, *args, **kwargs):
    """The event, after a service was called."""
    act(event, *args, **doing(event), **kwargs)
    return event


def event_of(dora, names=8, **changes):
    """Not seated; `names` come."""
    event = make_event(dora, **{"round_count": 3} | changes)
    make_players(event, names)
    return event


def seated(dora, **changes):
    """Seated for three rounds, and nothing has been reported."""
    return make_published(dora, players=8, rounds=3, **changes)


def helped(dora):
    event = event_of(dora)
    make_official(event)
    return event


def phoned(dora):
    """A table has reported by phone."""
    event = open_tables(seated(dora))
    report(factories.table_of(event), 9, 4)
    return event


def announced(dora):
    event = make_event(dora)
    for number in range(3):
        settled(event, notes.announce, f"Supper {number}")
    return event


def inviting(dora):
    event = make_event(dora)
    for _ in range(officials.MOST_OPEN):
        officials.invite(event, "viewer", by=dora, at=timezone.now())
    return event


def asked(dora):
    """Two ask for the only place."""
    event = settled(make_event(dora), sign_ups.configure_sign_up, is_open=True, places=1, words="")
    for name in ("Uma", "Vic"):
        sign_ups.sign_up(event, name, key=name, at=NOW)
    return event


def leaving(dora, tables, last):
    """Chairs are empty in rounds up to the `last` one, at the first table all but one."""
    event = factories.play(make_published(dora, players=12, rounds=2)) if last == 2 else seated(dora)
    seats = factories.table_of(event, last).seatings.order_by("seat")[:tables]
    for seating in seats:
        leave_empty(seating.player, from_round=last, to_round=last, **doing(event))
    return event


STATES = {
    "announced": announced,
    "asked": asked,
    "finished": lambda dora: Evening(dora).published().played(1, 2).finished().event,
    "hall": lambda dora: event_of(dora, movement="self"),
    "helped": helped,
    "helpers": lambda dora: leaving(dora, 1, 2),
    "hiding": lambda dora: Evening(dora, hidden_rounds=1).published().played(1, 2).event,
    "inviting": inviting,
    "leaving": lambda dora: leaving(dora, 3, 1),
    "lacking": lambda dora: (
        Evening(dora, rounds=1).published().scores(1, (7, 5)).closed(1, despite_missing=True).event
    ),
    "nobody": make_event,
    "numbers": lambda dora: event_of(dora, [""] * 12),
    "phoned": phoned,
    "played": lambda dora: factories.play(seated(dora)),
    "players": event_of,
    "seated": seated,
    "timed": lambda dora: event_of(dora, rules=PRESETS["partners"], timed=True, round_minutes=20),
    "won": lambda dora: factories.play(seated(dora, movement="winners-up"), 1, 9, 4),
}
MEANWHILE = {
    "finish": lambda event: finish_event(event, **doing(event)),
    "join": lambda event: officials.join(
        event.invitations.order_by("pk").first(), user=factories.make_user("sam"), at=timezone.now()
    ),
}
CHART = "1 2 v 3 4\n5 6 v 7 8\n\n1 3 v 5 7\n2 4 v 6 8"
DEALT = {name: told for name, told in pad(*ROUND).items() if name != "revision"}
TYPED = {"DEALT": ("Save the round", DEALT), "CHART": ("Check it", {"chart": CHART})}


def said_and_done():
    """State, what happens meanwhile, what to do, the sentence, what is tried: each a line of the table."""
    short, told, sentence = {}, {}, ""
    for line in TABLE:
        if named := re.match(r"([A-Z][A-Z 0-9]+) = (.+)", line):
            short[named[1]] = named[2]
        elif key := re.match("(STATE|WHILE|DO) (.+)", line):
            told = {} if key[1] == "STATE" else told
            told[key[1]] = key[2]
        elif line.startswith("  "):
            parts = (told["STATE"], told.get("WHILE", ""), told["DO"], line)
            yield pytest.param(*(steps(part, short) for part in parts), sentence, id=sentence)
        elif line and line[0] != "#":
            sentence = line


def steps(line, short):
    parts = [part.strip() for part in line.split(" / ") if part]
    return [one for part in parts for one in (steps(short[part], short) if part in short else [part])]


def take(dora, step):
    """Look at a page, follow a link, press a button, or find words."""
    kind, _, rest = step.partition(" ")
    if kind == ">":
        dora.follow(rest)
    elif kind == "!":
        words, *typed = rest.split("; ")
        fields = dict(field.split("=", 1) for field in typed)
        dora.press(words, **{name: None if value == "NONE" else value for name, value in fields.items()})
    elif step in TYPED:
        dora.press(TYPED[step][0], **TYPED[step][1])
    elif step.startswith('"'):
        assert step.strip('"') in dora.text
    else:
        args, _, query = rest.partition("?")
        dora.visit(reverse(kind, args=[dora.event.slug, *args.split()]) + (query and f"?{query}"))


def instructions():
    """Every sentence of a refusal that says what to do first or instead."""
    floors = ("services", "state", "forms", "web", "views", "printing")
    modules = (path for floor in floors for path in (ROOT / "tournament" / floor).rglob("*.py"))
    for node in (node for path in modules for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))):
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") in MARKS:
            said = [one.value for one in node.args[:1] if isinstance(one, ast.Constant)]
            yield from (one for one in said if len(one) > 20 and INSTRUCTION.search(one))


def test_what_says_what_to_do_is_in_the_table():
    """With the steps that do it, or with why there are none."""
    known = [line for line in TABLE if re.match("[^ #A-Z]|[A-Z][^A-Z]", line)]
    filled = {
        said: re.compile(re.sub(r"%(?:\\\(\w+\\\))?[sd]", ".+", re.escape(said))) for said in instructions()
    }
    missing = {one for one in filled if not any(line in one or filled[one].search(line) for line in known)}
    assert missing == set()


def opened(director, event, *done):
    """Somebody who directs this event and has done this."""
    dora = Person(Client())
    dora.client.force_login(director)
    dora.event = event
    for step in done:
        take(dora, step)
    return dora


@pytest.mark.parametrize(("state", "meanwhile", "done", "tried", "sentence"), [*said_and_done()])
def test_what_is_said_is_done_and_then_what_was_refused_goes(
    director, monkeypatch, state, meanwhile, done, tried, sentence
):
    monkeypatch.setattr(officials, "MOST_OPEN", 2)  # each has its code drawn on the page
    name, *changes = state[0].split()
    event = STATES[name](
        director, **{key: PRESETS.get(value, value) for key, value in (one.split("=") for one in changes)}
    )
    dora = opened(director, event, *state[1:], *tried[:-1])
    if meanwhile and (act := MEANWHILE.get(meanwhile[0])):
        act(event)
    elif meanwhile:
        opened(director, event, *meanwhile)
    take(dora, tried[-1])
    assert sentence in dora.text
    for step in done if done[-1].startswith('"') else [*done, *tried]:
        take(dora, step)
    assert sentence not in dora.text
    assert not [one for one in tree(dora.page).iter("div") if one.get("role") == "alert"]
