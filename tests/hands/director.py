"""Seeded evenings through pages alone: each step is drawn, done by hands, and looked at on the page.

`play(seed)` plays one. The ledger (`tests.hands.ledger`) has only what was typed, and who sat where as the
seating says it; after each round it is compared with every place where the site tells the sums. One that
fails says its steps; the same one again: python -m tests.soak.trials hands_evenings 1 SEED
"""

import csv
import io
import json
import random
import re
import secrets
from collections import Counter
from collections.abc import Callable, Iterator
from copy import deepcopy
from dataclasses import dataclass, field
from typing import Any
from unittest.mock import patch
from xml.etree.ElementTree import Element

from django.db import transaction
from django.test import Client

from tests.hands.ledger import RULES, SIDE, Award, Ledger, Paper
from tests.helpers.evening_walk import FIRST, LAST
from tests.helpers.factories import make_user
from tests.helpers.person import Person, _values
from tests.referee.referee import differences
from tournament.models import User
from tournament.simulation.events import hasty_planner

MOVEMENTS = (
    "chart", "chart", "seats", "seats-wef", "winners-up", "red-white", "by-standings", "standings-last",
    "draw", "fixed-partners",
)  # fmt: skip
PRESETS = ("progressive", "progressive", "progressive", *(key for key in RULES if key != "progressive"))
OFFENCES = (
    "renege", "renege", "lead-out-of-turn", "table-talk", "bidding-talk", "points-overmarked", "misdeal",
    "lone-partner-played", "renege-unproven", "ambiguous-lone", "other",
)  # fmt: skip
# What may happen between two rounds, while papers come in, and once the round is closed; with weights.
BETWEEN = {"walk_up": 3, "go_home": 3, "come_back": 3, "substitute": 3, "redraw": 2, "more_rounds": 1}
BETWEEN |= {"change_byes": 1}
DURING = {"correct": 2, "rule_on_totals": 4, "swap": 2, "two_tables": 2, "adjust": 1, "revoke": 1}
AFTER = {"correct": 2, "rule_on_totals": 3, "reopen": 2, "adjust": 1, "reprint": 1, "revoke": 1}
Button = tuple[Element, Element]  # the form, and the button of it


@dataclass
class Row:
    """What is typed into a row of the totals page; `said` of each ruling is whether it is in the points."""

    points: dict[str, int]
    lone: dict[str, int]
    said: dict[int, str] = field(default_factory=dict)
    first: str = ""


def words(element: Element) -> str:
    return " ".join("".join(element.itertext()).split())


def seen(element: Element) -> str:
    """The words of an element that somebody without a script sees."""

    def parts(one: Element) -> Iterator[str]:
        if one.get("hidden") is None and one.tag not in ("template", "script", "style"):
            yield one.text or ""
            for child in one:
                yield from parts(child)
                yield child.tail or ""

    return " ".join("".join(parts(element)).split())


def number(text: str) -> int | None:
    """A figure as pages and papers write it; None for a dash or nothing."""
    found = re.search(r"[-−]?\d+", text)
    return int(found[0].replace("−", "-")) if found else None


class Wrong(AssertionError):
    """What a page says is not what the ledger has."""


class Director(Person):
    """One evening in the hands of somebody who reads before they press."""

    def __init__(self, seed: int) -> None:
        user = User.objects.filter(username="dora").first() or make_user("dora", name="Dora Director")
        client = Client()
        client.force_login(user)
        super().__init__(client)
        self.seed, self.rng = seed, random.Random(seed)
        self.diary: list[str] = []
        self.done: Counter[str] = Counter()
        self.slug = ""
        self.replaced: set[int] = set()  # whose chair a substitute has

    # Hands and eyes.
    @property
    def text(self) -> str:
        return seen(next(self._all("main")))

    def note(self, step: str, what: str = "") -> None:
        self.done[step] += 1
        self.diary.append(f"{step}: {what}" if what else step)

    def go(self, path: str = "") -> "Director":
        self.visit(f"/events/{self.slug}/{path}")
        assert self.response.status_code == 200, f"{self.path} answers {self.response.status_code}"
        return self

    def forms(self) -> Iterator[tuple[Element, list[Element]]]:
        """The forms of the page, each with its buttons."""
        for form in self._all("form"):
            far = [one for one in self._all("button") if form.get("id") and one.get("form") == form.get("id")]
            near = [one for one in form.iter("button") if one.get("form") in (None, form.get("id"))]
            yield form, [one for one in (*near, *far) if one.get("type", "submit") == "submit"]

    def button(self, wanted: Callable[[Element], bool]) -> Button | None:
        return next(((form, one) for form, buttons in self.forms() for one in buttons if wanted(one)), None)

    def named(self, name: str, value: str | None = None) -> Button | None:
        return self.button(lambda one: one.get("name") == name and value in (None, one.get("value")))

    def reading(self, text: str) -> Button | None:
        return self.button(lambda one: text in words(one))

    def push(self, found: Button | None, **typed: Any) -> "Director":
        """Press this button with its form as it stands, but for what is typed or chosen in it."""
        assert found, f"no such button on {self.path}: {self.text[:600]}"
        form, button = found
        offered = self.fields(form)
        for name, value in typed.items():
            assert name in offered, f"{self.path} has no field {name}: {sorted(offered)}"
            kind, choices = offered[name]
            assert kind not in ("radio", "select") or value in choices, f"{name}: {value} of {choices}"
        data = {**_values(form), **typed}
        if button.get("name"):
            data[button.get("name")] = button.get("value", "")
        data = {name: value for name, value in data.items() if value is not None}
        path = button.get("formaction") or form.get("action") or self.path
        self._see(self.client.post(path, data, follow=True), path)
        assert self.response.status_code in (200, 422), f"{self.path} answers {self.response.status_code}"
        return self

    def fields(self, form: Element) -> dict[str, tuple[str, list[str]]]:
        """What can be filled in: name → kind, and the choices that are offered."""
        found: dict[str, tuple[str, list[str]]] = {}
        for one in form.iter():
            name, kind = one.get("name"), one.get("type") or "text"
            if not name or one.get("disabled") is not None:
                continue
            if one.tag == "select":
                found[name] = "select", [option.get("value", words(option)) for option in one.iter("option")]
            elif one.tag == "input" and kind in ("radio", "checkbox"):
                found.setdefault(name, (kind, []))[1].append(one.get("value", "on"))
            elif one.tag in ("input", "textarea") and kind != "hidden":
                found[name] = kind, []
        return found

    def unanswered(self, form: Element, *, but: tuple[str, ...] = ()) -> dict[str, str]:
        """An answer, drawn, to each question of the form with choices and none chosen."""
        held = _values(form)
        answers = {}
        for name, (kind, choices) in self.fields(form).items():
            offered = [one for one in choices if one and one not in but]
            if kind in ("radio", "select") and not held.get(name) and offered:
                answers[name] = self.rng.choice(offered)
        return answers

    def lines(self, css: str) -> list[dict[str, str]]:
        """A table of the page: one row by heading after the other."""
        for table in self._all("table"):
            if css in (table.get("class") or "").split():
                head, *rows = table.iter("tr")
                heads = [words(cell) for cell in head]
                return [dict(zip(heads, map(words, row), strict=False)) for row in rows]
        return []

    def mine(self, found: Any, told: Any, where: str) -> None:
        if found != told:
            raise Wrong(f"{where}: the page says {found}, the ledger {told}")

    def each(self, found: dict[int, Any], told: dict[int, Any], where: str) -> None:
        differing = [one for one in sorted({*found, *told}) if found.get(one) != told.get(one)][:4]
        self.mine(
            {one: found.get(one) for one in differing}, {one: told.get(one) for one in differing}, where
        )

    # The evening.
    def play(self) -> None:
        self.create()
        self.take_in()
        self.check_in()
        self.seat()
        current = 0
        while (current := current + 1) <= self.rounds:  # a round may be added or dropped meanwhile
            self.round(current)
        self.end()

    def create(self) -> None:
        rng = self.rng
        self.preset, self.movement = rng.choice(PRESETS), rng.choice(MOVEMENTS)
        self.rounds, bye = rng.choice((2, 2, 3, 3, 4)), rng.choice(("none", "fixed", "average"))
        self.rules = RULES[self.preset]
        self.ledger = Ledger(self.rules, bye, rng.choice((3, 6)) if bye == "fixed" else 0)
        typed = {"name": f"Evening {self.seed}", "round_count": str(self.rounds), "preset": self.preset}
        typed |= {"movement": self.movement, "bye_mode": bye, "players": ""}
        typed |= {"bye_points": str(self.ledger.bye_points)} if bye == "fixed" else {}
        self.visit("/events/new/")
        self.push(self.reading("Seat them"), **typed)
        self.slug = self.path.split("/")[2]
        self.hidden = rng.random() < 0.3
        if self.hidden:
            self.go("settings/").push(self.reading("Save the settings"), on_finale="on", hidden_rounds="1")
        self.note("create", f"{self.preset}, {self.movement}, {self.rounds} rounds, sit-outs {bye}")

    def take_in(self) -> None:
        """A list as people send it: headings, numbers, phones, couples, (late), doubles, near-namesakes."""
        rng, lines, names = self.rng, [], []
        people = [f"{first} {last}" for first in FIRST for last in LAST]
        rng.shuffle(people)
        decisions: dict[int, tuple[str, list[str]]] = {}
        for _ in range(int(rng.triangular(8, 41, 9))):
            name, at = people.pop(), len(lines) + 1
            (kind,) = rng.choices(
                ("plain", "phone", "couple", "late", "double", "near"), (70, 12, 6, 4, 4, 4)
            )
            if kind == "couple":
                first, last = name.split(maxsplit=1)
                lines.append(f"{first} & Zoe{at} {last}")
                decisions[at] = "split", [name, f"Zoe{at} {last}"]
            elif kind == "double" and names:
                lines.append(names[0].upper() if rng.random() < 0.5 else names[0])
                decisions[at] = "skip", []
            elif kind == "near" and names:
                lines.append(names[-1] + "e")
                decisions[at] = "take", [names[-1] + "e"]
            else:
                extra = {"phone": " 519.555.0101", "late": " (late)"}.get(kind, "")
                lines.append(f"{name}{extra}")
                decisions[at] = "take", [name]
            names += decisions[at][1]
        while len(names) < 8:
            names.append(people.pop())
            lines.append(names[-1])
        self.go("players/import/").push(self.reading("Check the list"), text="\n".join(lines))
        found = self.reading("Import")
        asked = {name for name in self.fields(found[0]) if name.startswith("line-")}
        self.all_here = rng.random() < 0.8  # else they come to the door one by one
        typed = {name: decisions[int(name[5:])][0] for name in asked}
        self.push(found, **typed, **({"here": "on"} if self.all_here else {}))
        self.go("players/")
        listed = {int(row["No."]): row["Name"] for row in self.lines("listing-table")}
        self.mine(sorted(listed.values()), sorted(names), "the list of players")
        self.ledger.names = listed
        self.note("list", f"{len(names)} players, {len(asked)} decisions")

    def check_in(self) -> None:
        """Who comes later, who never; at the door by number or by name where the list did not say so."""
        rng, ledger = self.rng, self.ledger
        everybody = sorted(ledger.names)
        away = rng.sample(everybody, min(rng.choice((0, 0, 1, 2)), len(everybody) - 8))
        late = [one for one in away if rng.random() < 0.5 and self.rounds > 2]
        for one in away:
            typed = {"status": "left", "to_round": "0"}
            if one in late:
                typed = {"status": "late", "from_round": "2"}
            self.go(f"players/{one}/status/").push(self.reading("Save the status"), **typed)
        ledger.here = {one: 1 for one in everybody if one not in away} | dict.fromkeys(late, 2)
        if not self.all_here:
            self.go("check-in/")
            for one in ledger.present(1):
                typed = str(one) if rng.random() < 0.8 else ledger.names[one]
                self.push(self.reading("Here"), who=typed)
                assert f"{one} {ledger.names[one]} is here" in self.text, f"{typed}: {self.text[-600:]}"
        self.note("check in", f"late {late} of {away}, at the door {not self.all_here}")

    def seat(self) -> None:
        self.go("seating/")
        self.push(
            self.reading("Seat them") or self.reading("Draw again")
        )  # all who are here may be seated already
        if not self.reading("Start round 1"):  # this movement does not fit so many
            found = self.go("seating/").reading("Seat them") or self.reading("Draw like this")
            self.push(found, movement="chart")
            self.movement = "chart"
        while self.rng.random() < 0.3:
            self.push(self.reading("Draw again"))
            self.note("redraw before round 1")
        self.push(self.reading("Start round 1"))
        assert "Round 1 has started." in self.text, self.text[:900]
        self.note("seat", self.movement)

    # A round.
    def grid(self) -> dict[int, Element]:
        return {int(row.get("data-row")): row for row in self._all("tr") if row.get("data-row")}

    def seating(self, current: int) -> dict[int, dict[str, int]]:
        """Table → seat → number, as the totals page of the round says it."""
        self.go(f"rounds/{current}/totals/")
        found = {}
        for table, row in self.grid().items():
            sitters = [words(one) for one in row.iter("span") if one.get("class") == "sitter"]
            chairs = [re.match(r"([NESW])(\d+) ", sitter) for sitter in sitters]
            found[table] = {chair[1]: int(chair[2]) for chair in chairs if chair}
        return found

    def sitting_out(self, current: int) -> frozenset[int]:
        self.visit(f"/e/{self.slug}/rounds/{current}/")
        told = [one for one in self._all("p") if one.get("class") == "sits-out"]
        text = " ".join(words(part) for part in told)
        return frozenset(int(one) for one in re.findall(r"[:,] (\d+) ", text))

    def round(self, current: int) -> None:
        rng, ledger = self.rng, self.ledger
        if current > 1:
            self.some(2, current, BETWEEN)
        ledger.seats[current], ledger.out[current] = self.seating(current), self.sitting_out(current)
        at = [who for seats in ledger.seats[current].values() for who in seats.values()]
        self.mine(sorted([*at, *ledger.out[current]]), ledger.present(current), f"round {current}: who plays")
        truth = {table: self.score() for table in ledger.seats[current]}
        waiting = rng.sample(list(truth), len(truth))
        late = waiting.pop() if rng.random() < 0.12 and len(waiting) > 1 else None
        while waiting:
            if rng.random() < 0.2:
                self.rule(current, rng.choice(waiting))
            some = [waiting.pop() for _ in range(min(len(waiting), rng.randint(1, 6)))]
            self.enter(current, {table: truth[table] for table in some})
            self.some(1, current, DURING)
        self.close(current)
        if late:
            self.compare(current)
            self.enter(current, {late: truth[late]}, reason="it lay under the teapot")
        self.some(1, current, AFTER)
        self.compare(current)

    def some(self, most: int, current: int, steps: dict[str, int]) -> None:
        """Up to that many of these steps, by their weights; now and then with a second thought."""
        for step in self.rng.choices([*steps], [*steps.values()], k=self.rng.randint(0, most)):
            before = deepcopy(self.ledger)
            undoable = getattr(self, step)(current)
            if undoable and self.rng.random() < 0.3:
                self.think_again(before, undoable)

    def think_again(self, before: Ledger, what: str) -> None:
        """Undo the last action, if it is the one that was meant and the page offers it."""
        self.go("undo/")
        found = self.button(lambda one: words(one).startswith("Undo"))
        if found and what in words(found[1]):
            self.push(found)
            self.ledger = before
            self.note("undo", what)

    # What happens between rounds.
    def more_rounds(self, current: int) -> None:
        """One round more or less, where each is seated when the one before it is closed."""
        count = self.rounds + self.rng.choice((-1, 1))
        found = self.go("settings/").reading("Save the settings")
        if count > current:
            self.push(found, round_count=str(count))
            told = _values(self.go("settings/").reading("Save the settings")[0])["round_count"]
            self.note("rounds", f"{self.rounds}, asked {count}, now {told}")
            self.rounds = int(told)

    def change_byes(self, current: int) -> None:
        """What a sit-out scores is decided anew; once a round is closed the page asks why."""
        bye, points = self.rng.choice((("none", "0"), ("fixed", "4"), ("average", "0")))
        found = self.go("settings/").reading("Save the settings")
        self.push(found, bye_mode=bye, bye_points=points)
        for _ in range(3):
            found = self.reading("Accept") or self.reading("Save the settings")
            if "settings/" not in self.path or not found:
                break
            reason = {"reason": "as announced"} if "reason" in self.fields(found[0]) else {}
            self.push(found, **reason)
        held = _values(self.go("settings/").reading("Save the settings")[0])
        self.mine((held["bye_mode"], held["bye_points"]), (bye, points), "the settings of sit-outs")
        self.ledger.bye, self.ledger.bye_points = bye, int(points)
        self.note("sit-outs score", f"{bye} {points}")

    def walk_up(self, current: int) -> None:
        if self.movement == "fixed-partners":
            return  # nobody is left to be their partner
        name = f"Wally{len(self.ledger.names)} Walkup"
        found = self.go("players/add/").reading("Add")
        first = int(_values(found[0])["from_round"])
        self.push(found, name=name, here="on")
        told = re.search(f"{name} is number (\\d+)", self.text)
        assert told, self.text[:300]
        self.ledger.names[int(told[1])] = name
        self.ledger.here[int(told[1])] = first
        self.note("walk-up", f"{told[1]} from round {first}")
        self.fit()

    def go_home(self, current: int) -> None:
        present = self.ledger.present(current)
        if len(present) <= 8:
            return
        who = self.rng.sample(present, self.rng.choice((1, 1, 2)))
        self.go("changes/gone/")
        self.push(self.reading("Mark as gone home"), who=", ".join(map(str, who)), to_round=str(current - 1))
        self.ledger.gone |= dict.fromkeys(who, current - 1)
        self.note("gone home", f"{who} after round {current - 1}")
        self.fit()

    def come_back(self, current: int) -> None:
        away = [one for one, last in self.ledger.gone.items() if last > 0 and one not in self.replaced]
        if not away:
            return
        who = self.rng.choice(away)
        self.go(f"changes/players/{who}/back/")
        self.push(self.reading("Show what changes"), from_round=str(current))
        self.push(self.reading("Confirm change"))
        self.ledger.return_in(current, who)
        self.note("come back", f"{who} in round {current}")
        self.fit()

    def substitute(self, current: int) -> None:
        """Somebody plays in the place of another until the end, or the chair stays empty in this round."""
        ledger = self.ledger
        absent = self.rng.choice(ledger.present(current))
        found = self.go(f"changes/players/{absent}/").reading("Show what changes")
        if not found or "who" not in (fields := self.fields(found[0])):
            return
        who, name = self.rng.choice(fields["who"][1]), f"Stan{len(ledger.names)} Standin"
        until = str(current) if who == "nobody" else fields["to_round"][1][-1]
        typed = {"who": who, "from_round": str(current), "to_round": until}
        self.push(found, **typed, **({"name": name} if who == "new" else {}))
        if not (found := self.reading("Confirm change")):
            return  # they sit elsewhere: the page says where
        self.push(found)
        if who == "nobody":
            ledger.missed.add((current, absent))
        else:
            ledger.gone[absent] = current - 1
            self.replaced.add(absent)
            new = max(ledger.names) + 1 if who == "new" else int(who)
            ledger.names.setdefault(new, name)
            ledger.here[new] = min(current, ledger.here.get(new, current))  # before they would have played
            ledger.return_in(current, new)
        self.note("substitute", f"{who} for {absent} from round {current}")
        self.fit()

    def redraw(self, current: int) -> None:
        found = self.go("seating/").reading("Draw new seating")
        if found and str(current) in self.fields(found[0])["from_round"][1]:
            self.push(found, from_round=str(current))
            if self.publish():
                self.note("redraw", f"from round {current}")

    def fit(self) -> None:
        """Choose a way to go on where the seating no longer fits; a new draw if no other is offered."""
        self.go("seating/choices/")
        ways = [words(one) for _form, buttons in self.forms() for one in buttons if "Choose" in words(one)]
        ways = ways or ["Redraw and compare"] * bool(self.reading("Redraw and compare"))
        if ways:
            way = self.rng.choice(ways)
            self.push(self.reading(way))
            assert self.publish(), self.text[:600]
            self.note("fit", way)

    def publish(self) -> bool:
        for link in self._all("a"):
            if words(link) == "Publish seating":
                self.visit(self._address(link.get("href")))
                break
        if found := self.reading("Publish seating"):
            self.push(found, **self.unanswered(found[0]))
        return "The seating is published." in self.text

    def reprint(self, current: int) -> None:
        """The cards that changed are printed anew."""
        found = self.go("print/?paper=tally-cards&changed=1").reading("I printed these")
        if found:
            self.push(found)
        self.note("reprint")

    # What happens with papers.
    def table_in(self, current: int, *, ruled: bool = True) -> int | None:
        """A table of the round that is in, by lot; without rulings on it if `ruled` says so."""
        tables = [table for number_, table in self.ledger.papers if number_ == current]
        tables = [one for one in tables if ruled or not self.ledger.awards.get((current, one))]
        return self.rng.choice(tables) if tables else None

    def why(self, current: int) -> dict[str, str]:
        return {"reason": "misread"} if current in self.ledger.closed else {}

    def correct(self, current: int) -> str:
        """A figure was misread; in a closed round with its reason."""
        if (table := self.table_in(current)) is None:
            return ""
        slipped = self.enter(current, {table: self.score()}, **self.why(current))
        self.note("correct", f"{current}.{table}")
        return "" if slipped else f"table {table} of round {current}"  # undone, a slip would count again

    def swap(self, current: int) -> None:
        """Two papers lay the wrong way round, or one paper's columns were taken for each other."""
        papers, ruled = self.ledger.papers, self.ledger.awards
        table = self.table_in(current, ruled=False)
        if not table or not (found := self.go(f"rounds/{current}/tables/{table}/swap/").reading("Swap")):
            return
        fields, mine = self.fields(found[0]), papers[current, table]
        choices = [one for one in fields["swap"][1] if not ruled.get((current, number(one) or 0))]
        choices = [one for one in choices if one != "sides" or not mine.first]
        if not choices:
            return
        how, loners = self.rng.choice(choices), self.rng.choice(("stay", "move"))
        asked = {"loners": loners} if "loners" in fields and how == "sides" else {}
        self.push(found, swap=how, reason="wrong way round", **asked)
        while found := self.reading("Accept and swap"):
            self.push(found)
        if "The scores are swapped." not in self.text:
            assert self.response.status_code == 422, self.text[:600]  # no round comes to that
            return
        if how == "sides":
            mine.written = {"NS": mine.written["EW"], "EW": mine.written["NS"]}
            if asked and loners == "move":
                mine.lone = {"ENWS"["NESW".index(seat)]: times for seat, times in mine.lone.items()}
        else:
            other = current, number(how)
            papers[other], papers[current, table] = papers[current, table], papers[other]
        self.note("swap", f"{current}.{table} with {how} {asked}")

    def two_tables(self, current: int) -> None:
        """Two tables sat at each other's place: the people change, the papers stay."""
        seats = self.ledger.seats[current]
        found = self.go("changes/seats/tables/").reading("Show what changes")
        if found and len(seats) > 1:
            one, other = self.rng.sample([*seats], 2)
            asked = {"round": str(current), "table": str(one), "other": str(other), "reason": "misread signs"}
            self.push(found, **asked)
            if found := self.reading("Confirm change"):  # else the page says why not
                self.push(found)
                seats[one], seats[other] = seats[other], seats[one]
                self.note("two tables", f"{current}: {one} and {other}")

    def adjust(self, current: int) -> str:
        who = self.rng.choice(self.ledger.present(current))
        points = self.rng.choice((-3, -1, 2))
        self.go("adjustments/new/").push(
            self.reading("Change the total"), player=str(who), points=str(points), reason="as announced"
        )
        self.ledger.added[who] = self.ledger.added.get(who, 0) + points
        self.note("adjust", f"{who}: {points}")
        return self.ledger.names[who]

    def reopen(self, current: int) -> None:
        found = self.go(f"rounds/{current}/reopen/").reading("again")
        if found:
            self.push(found, reason="too early")
            assert f"Round {current} is open again." in self.text, self.text[:300]
            self.ledger.closed.discard(current)
            self.note("reopen", str(current))
            self.close(current)

    # Rulings.
    def ask_table(self, current: int, table: int) -> None:
        """Somebody asks the table what it wrote for the deal of a ruling, where the ruling waits for it."""
        paper = self.ledger.papers[current, table]
        for ruling, (award, _said) in paper.awards.items():
            links = [link.get("href") or "" for link in self.go(f"rulings/{ruling}/")._all("a")]
            for _ in range(4 if any("/written/" in link for link in links) else 0):
                found = self.go(f"rulings/{ruling}/written/").reading("Count it so")
                offered = [one for one in self.fields(found[0])["written"][1] if one]
                # In a game to a target what is left may be no whole game: the sheet would be set aside.
                written = offered[0] if self.rules.target else self.rng.choice(offered)
                if "counted anew" in self.push(found, written=written).text:
                    award = Award(award.points, *self.wrote(written), late=award.late)
                    self.ledger.awards[current, table][ruling] = award
                    paper.awards[ruling] = award, "off" if award.off else "no"
                    self.note("what did this table write", f"ruling {ruling}: {written}")
                    break

    def revoke(self, current: int) -> str:
        """A ruling was wrong."""
        made = [
            (at, ruling) for at, found in self.ledger.awards.items() for ruling in found if at[0] == current
        ]
        if not made:
            return ""
        at, ruling = self.rng.choice(made)
        found = self.go(f"rulings/{ruling}/revoke/").reading("Revoke")
        self.push(found, reason="seen wrongly", **self.unanswered(found[0]))
        assert f"Ruling {ruling} is revoked." in self.text, self.text[:600]
        del self.ledger.awards[at][ruling]
        if paper := self.ledger.papers.get(at):
            paper.awards.pop(ruling, None)
        self.note("revoke", f"ruling {ruling}")
        return f"revoked ruling {ruling}"

    def rule_on_totals(self, current: int) -> str:
        table = self.table_in(current)
        return self.rule(current, table) if table else ""

    def rule(self, current: int, table: int) -> str:
        """The director is called: the rule is asked, its proposal given or changed, what it asks answered."""
        rng, code, at = self.rng, self.rng.choice(OFFENCES), (current, table)
        self.visit(f"/events/{self.slug}/rounds/{current}/tables/{table}/rulings/new/?code={code}")
        found = self.named("step", "ask")
        if self.response.status_code != 200 or not found:
            return ""
        self.push(found, **self.unanswered(found[0]))
        if not (found := self.named("step", "make")):
            return ""  # these answers do not go together: the page says why
        fields, shown = self.fields(found[0]), _values(found[0])
        typed: dict[str, Any] = {"reason": "cards thrown"} if code == "other" else {}
        if rng.random() < 0.2:
            typed |= {"points": str(rng.choice((1, 2, 3))), "reason": "a pattern of it"}
            typed |= {} if shown.get("side") else {"side": rng.choice(("NS", "EW"))}
        if shown.get("cancels"):
            typed |= {"cancels": None, "reason": "they had not begun"}
        if shown.get("forfeits"):
            typed |= {"forfeits": "0", "reason": "it was marked in time"}
        if "included" in fields:
            typed["included"] = rng.choice(("yes", "no"))
        sent = shown | typed
        for _ in range(6):
            self.push(self.named("step", "make"), **typed)
            if told := re.search(r"Ruling (\d+) is made", self.text):
                break
            found = self.named("step", "make")
            assert found, f"{code}: {self.text[:900]}"
            typed = self.unanswered(found[0])
            if "Error:" in self.text and not typed:
                self.note("ruling refused", self.text.partition("Error:")[2][:70])
                return ""
            sent |= typed
            if "reason" in self.fields(found[0]) and not _values(found[0]).get("reason"):
                typed["reason"] = "seen by the neighbours"
        else:
            raise Wrong(f"{at}: {code} goes on asking: {self.text[:900]}")
        ruling, points = int(told[1]), int(sent.get("points") or 0)
        given = {sent["side"]: points} if sent.get("side") else {}
        award = Award(given, *self.wrote(sent.get("written", "")), late=code == "renege-unproven")
        self.ledger.awards.setdefault(at, {})[ruling] = award
        self.note("ruling", f"{ruling} at {at}: {code} {sent}")
        if paper := self.ledger.papers.get(at):
            said = sent.get("included") or "no"
            paper.awards[ruling] = award, "off" if said == "no" and award.off else said
            paper.first = sent.get("reached_first") or paper.first
            if "nothing counts for this table" in self.text:  # these totals cannot have held it
                del self.ledger.papers[at]
                self.note("set aside", f"{at}")
                self.enter(current, {table: Row(paper.written, paper.lone)}, **self.why(current))
            self.ask_table(current, table)
        return f"made ruling {ruling}"

    @staticmethod
    def wrote(answer: str) -> tuple[dict[str, int], str]:
        """What a table wrote for a deal, as the choice has it: “NS-4-N”."""
        side, points, lone = (*answer.split("-"), "", "")[:3]
        return ({side: int(points)} if points else {}), lone

    def score(self) -> Row:
        """What a table comes to: deals as they fall, by the rules of the evening."""
        rng, rules = self.rng, self.rules
        points, lone = {"NS": 0, "EW": 0}, Counter[str]()
        if self.preset == "totals-only":
            return Row({side: rng.randint(0, 12) for side in points}, {})
        for _ in range(60 if rules.target else 8):
            seat = rng.choice("NESW")
            (worth,) = rng.choices((1, 2, 4), (60, 30, 10 if rules.lone else 0))
            worth = rng.choice((1, 2, 2, 4)) if rules.lost else worth
            points[SIDE[seat]] += worth
            lone[seat] += worth == 4 and rules.lone
            if rules.target and points[SIDE[seat]] >= rules.target:
                break
        return Row(points, {seat: times for seat, times in lone.items() if times})

    def enter(self, current: int, scores: dict[int, Row], **more: str) -> bool:
        """Type rows, save, and answer what is asked until every one of them is saved; whether a slip was."""
        found = self.go(f"rounds/{current}/totals/").reading("Save all")
        rows = {table: self.say(found[0], (current, table), row) for table, row in scores.items()}
        typed = {}
        for table, row in rows.items():  # now and then what is typed is another table's, or nonsense
            slips = row, self.score(), Row({"NS": 99, "EW": 99}, {})
            (typed[table],) = self.rng.choices(slips, (90, 5, 5))
        self.push(found, **self.cells(typed), **more)
        if wrong := {table: row for table, row in rows.items() if typed[table] is not row}:
            self.go(f"rounds/{current}/totals/").push(self.reading("Save all"), **self.cells(wrong), **more)
            self.note("slip of the pen", f"{current}: {typed}")
        for _ in range(60):
            on_page = self.grid()
            waiting = [table for table in rows if on_page[table].get("data-state") != "saved"]
            if not waiting:
                break
            self.answer((current, waiting[0]), rows[waiting[0]], on_page[waiting[0]])
        else:
            raise Wrong(f"round {current}: the page goes on asking: {self.text[-500:]}")
        for table, row in rows.items():
            at, before = (current, table), self.ledger.papers.get((current, table))
            said = {n: one if one in ("yes", "no") else "off" for n, one in row.said.items()}
            awards = {n: (award, said.get(n, "no")) for n, award in self.ledger.awards.get(at, {}).items()}
            first = row.first or (before.first if before else "")
            self.ledger.papers[at] = Paper(row.points, row.lone, first, awards)
            self.note("enter", f"{current}.{table}: {row}")
        for table in rows:
            self.ask_table(current, table)
        return bool(wrong)

    def say(self, form: Element, at: tuple[int, int], row: Row) -> Row:
        """What is said of each ruling: its points are in these totals, or not."""
        fields, held, said = self.fields(form), _values(form), {}
        for ruling in self.ledger.awards.get(at, {}):
            if (name := f"t{at[1]}-included_{ruling}") in fields:
                said[ruling] = held.get(name) or self.rng.choice([one for one in fields[name][1] if one])
        counted = [n for n, one in said.items() if one == "yes"]
        return Row(self.counting(at, row.points, counted, 1), dict(row.lone), said)

    def counting(self, at: tuple[int, int], points: dict[str, int], rulings: Any, by: int) -> dict[str, int]:
        """Totals with, or without, what these rulings gave."""
        gave = [self.ledger.awards[at][ruling].points for ruling in rulings]
        return {side: n + by * sum(one.get(side, 0) for one in gave) for side, n in points.items()}

    def cells(self, rows: dict[int, Row]) -> dict[str, str]:
        typed = {}
        for table, row in rows.items():
            typed |= {f"t{table}-{side.lower()}": str(points) for side, points in row.points.items()}
            if self.rules.lone:
                typed |= {f"t{table}-lone_{seat.lower()}": str(row.lone.get(seat, "")) for seat in "NESW"}
            typed |= {f"t{table}-included_{ruling}": said for ruling, said in row.said.items()}
        return typed

    def answer(self, at: tuple[int, int], row: Row, on_page: Element) -> None:
        state, own = on_page.get("data-state"), f"t{at[1]}-"
        if state == "tie":
            row.first = self.rng.choice(("NS", "EW", "-"))
            self.push(self.named(own + "reached_first", row.first))
        elif state in ("unlikely", "changes", "disagrees"):
            self.push(self.named(own + ("accepted" if state == "changes" else "confirmed")))
        elif state == "missing":  # it was not sent with the others
            self.push(self.reading("Save all"), **self.cells({at[1]: row}))
        elif state == "refused" and (counted := [n for n, one in row.said.items() if one == "yes"]):
            row.points = self.counting(at, row.points, counted, -1)  # no such round had them in it
            row.said |= dict.fromkeys(counted, "no")
            self.push(self.reading("Save all"), **self.cells({at[1]: row}))
        else:
            raise Wrong(f"{at} is {state}: {words(on_page)}")
        self.note(f"asked: {state}", f"{at}")

    def close(self, current: int) -> None:
        papers, tables = self.ledger.papers, self.ledger.seats[current]
        self.go(f"rounds/{current}/close/")
        for _ in range(6):
            found = (
                self.reading("and open round")
                or self.reading("Show the next seating")
                or self.reading(f"Close round {current}")
            )
            typed, fields = self.unanswered(found[0]), self.fields(found[0])
            if "despite_missing" in fields and not all((current, table) in papers for table in tables):
                typed["despite_missing"] = "on"
            for table in (table for table in tables if f"unsure_{table}" in fields):
                if self.rng.random() < 0.5:
                    typed[f"unsure_{table}"] = "on"
                elif side := typed.get(f"winner_{table}") or _values(found[0]).get(f"winner_{table}"):
                    papers[current, table].first = side
            self.push(found, **typed)
            if f"Round {current} is closed." in self.text:
                break
        else:
            raise Wrong(f"round {current} stays open: {self.text[:900]}")
        self.ledger.closed.add(current)
        self.note("close", str(current))

    # The sums.
    def compare(self, current: int) -> None:
        """Every place where the site tells the sums says what the ledger says."""
        ledger, where = self.ledger, f"after round {current}"
        self.go("standings/")
        rows = {int(row["No."]): row for row in self.lines("standings")}
        begun = [int(head[1:]) for head in next(iter(rows.values())) if re.fullmatch(r"R\d+", head)]
        players = {one for at in begun for one in ledger.present(at)}
        self.mine(sorted(rows), sorted(players), f"{where}, who stands there")
        places = ledger.places(players)
        owed = {one: self.owed(one, places, begun) for one in players}
        self.each({one: self.told(row) for one, row in rows.items()}, owed, f"{where}, standings")
        names = {one: ledger.names[one] for one in rows}
        self.each({one: row["Name"] for one, row in rows.items()}, names, f"{where}, names in the standings")
        if not self.hidden:
            self.compare_phone(self.rng.choice(sorted(players)), owed, where)
        self.compare_paper(owed, where)
        self.compare_csv(owed, where)
        self.compare_archive(owed, where)
        self.note("compare", str(current))

    def told(self, row: dict[str, str]) -> dict[str, int | None]:
        names = {"Place": "place", "Points": "points", "Points lost": "points", "Rounds won": "won"}
        names |= {"Lone marches": "lone", "Best round": "best"}
        found = {names[head]: number(text) for head, text in row.items() if head in names}
        rounds = {
            re.sub(r"Round |R", "R", head): number(text)
            for head, text in row.items()
            if re.fullmatch(r"(R|Round )\d+", head)
        }
        return found | rounds

    def owed(self, one: int, places: dict[int, int], begun: list[int]) -> dict[str, int | None]:
        total = self.ledger.sum(one)
        owed = {"place": places[one], "points": total.points, "won": total.won, "best": total.best}
        if self.rules.lone:
            owed["lone"] = total.lone
        return owed | {f"R{at}": total.rounds.get(at) for at in begun}

    def compare_phone(self, one: int, owed: dict[int, dict[str, Any]], where: str) -> None:
        self.visit(f"/e/{self.slug}/players/{one}/")
        mine = owed[one]
        place = re.match(r".*?\b(\d+)(?:st|nd|rd|th)\b.*?([-−]?\d+) points?", self.text)
        self.mine(
            (int(place[1]), number(place[2])), (mine["place"], mine["points"]), f"{where}, the phone of {one}"
        )
        card = {f"R{row['Round']}": number(list(row.values())[2]) for row in self.lines("own-rounds")}
        rounds = {at: points for at, points in mine.items() if at[0] == "R"} | {
            f"R{at}": self.ledger.sum(one).sat for at in self.ledger.sits_out(one)
        }
        self.mine({at: card.get(at) for at in rounds}, rounds, f"{where}, rounds on the phone of {one}")

    def compare_paper(self, owed: dict[int, dict[str, Any]], where: str) -> None:
        self.visit(f"/events/{self.slug}/print/standings/")
        found = {}
        for row in self._all("tr"):
            if "list-line" in (row.get("class") or "") and "list-heads" not in row.get("class"):
                cells = [words(cell) for cell in row]
                found[int(cells[1])] = number(cells[0]), number(words(next(row.iter("b"))))
        told = {one: (sums["place"], sums["points"]) for one, sums in owed.items()}
        self.each(found, told, f"{where}, on paper")

    def compare_csv(self, owed: dict[int, dict[str, Any]], where: str) -> None:
        text = self.client.get(f"/events/{self.slug}/archive/standings.csv").content.decode("utf-8-sig")
        rows = {int(row["Number"]): self.told(row) for row in csv.DictReader(io.StringIO(text))}
        if not self.rules.lone:
            rows = {one: {name: n for name, n in row.items() if name != "lone"} for one, row in rows.items()}
        self.each(rows, owed, f"{where}, CSV")

    def compare_archive(self, owed: dict[int, dict[str, Any]], where: str) -> None:
        content = self.client.get(f"/events/{self.slug}/archive/event.json").content
        archive, ledger = json.loads(content), self.ledger
        for line in archive["standings"]:
            if line["player"] in owed:
                sums = {"place": line["place"], "points": line["points"], "won": line["rounds_won"]}
                mine = {name: owed[line["player"]][name] for name in sums}
                if len(owed) == len(archive["standings"]):
                    self.mine(sums, mine, f"{where}, archive, {line['player']}")
        for round_ in archive["rounds"]:
            for table in round_["tables"]:
                at = round_["number"], table["number"]
                if (sheet := table["sheet"]) and (paper := ledger.papers.get(at)):
                    mine = paper.side("NS"), paper.side("EW"), paper.winner(self.rules).strip("-")
                    found = *sheet["totals"].values(), sheet["winner"] or ""
                    self.mine(found, mine, f"{where}, archive, sheet {at}")
                if at[0] in ledger.seats:
                    seats = {seat: who for seat, who in table["seats"].items() if who}
                    self.mine(seats, ledger.seats[at[0]][at[1]], f"{where}, archive, seats {at}")
        self.mine(differences(content), [], f"{where}, the referee")

    def end(self) -> None:
        self.finish()
        if self.hidden:
            self.reveal()
        if self.rng.random() < 0.3:
            self.go("reopen/")
            self.push(self.reading("pen"), reason="one sheet was wrong")
            self.note("reopen the event")
            self.adjust(self.rounds)
            self.finish()
        story = ["finished the event", f"closed round {self.rounds}", "closed round 1", "created the event"]
        places = [self.go("audit/").text.find(one) for one in story]
        assert -1 not in places or "Older" in self.page or "page=2" in self.page, self.text[-400:]
        if -1 not in places:
            self.mine(places, sorted(places), "the history, the newest first")

    def reveal(self) -> None:
        """The result is read out from the last place up, until everybody sees the whole list."""
        self.go("finale/")
        if found := self.reading("Hide it and reveal it"):
            self.push(found)
        for _ in range(60):
            found = (
                self.reading("Show the whole list") or self.reading("Show the prizes") or self.reading("Next")
            )
            if self.rng.random() < 0.1:
                found = self.reading("Back") or found
            elif self.rng.random() < 0.1:
                found = self.reading("Show the whole result now") or found
            if not found:
                break
            self.push(found)
        assert "Everybody sees the whole result." in self.text, self.text[:500]
        self.note("reveal")
        self.hidden = False
        self.compare(self.rounds)

    def finish(self) -> None:
        for _ in range(3):
            found = self.go("finish/").reading("Finish the event")
            if not found:
                raise Wrong(f"cannot be finished: {self.text[:500]}")
            self.push(found, **self.unanswered(found[0]))
            if "finish/" not in self.path:
                break
        else:
            raise Wrong(f"cannot be finished: {self.text[:500]}")
        self.note("finish")
        self.compare(self.rounds)


def play(seed: int) -> Director:
    """One evening; what the site draws by chance is drawn by the seed, too."""
    director = Director(seed)
    drawn = patch.object(secrets, "randbelow", random.Random(f"site {seed}").randrange)
    with hasty_planner(), drawn:
        try:
            director.play()
        except Exception as problem:
            steps = "\n  ".join(director.diary)
            raise AssertionError(f"Evening {seed}: {problem}\nIts steps:\n  {steps}") from problem
    return director


def trial(evenings: int, start: int = 1) -> tuple[list[str], Counter[str]]:
    """Play these evenings, each undone afterwards: what was wrong, and how often each step was done."""
    found, done = [], Counter[str]()
    for seed in range(start, start + evenings):
        with transaction.atomic():
            try:
                done += play(seed).done
            except AssertionError as wrong:
                found.append(str(wrong))
            transaction.set_rollback(True)
    return found, done
