"""A cat on the keyboard of the totals grid, beside a reader of its keys.

The reader sees where the focus and the caret are as each key comes, and follows what is typed there. It knows
of the grid what a person knows: figures typed into a row, and left, are saved as they stand; Escape takes
back what was typed since the row was sent or told; and no key answers a question unless the answer has the
focus and no figure was typed there. `troubles` holds what came otherwise.
"""

import random
from collections import defaultdict
from typing import Any

from playwright.sync_api import Error, Page

from tournament.models import AuditEntry, Event, Sheet

KEYS = (
    *"0123456789", *"0123456789", *"456789", *"nesw", *"txk", "+", "q", "q", "m", "b", "u", "r", "Space",
    *["Tab"] * 5, *["Enter"] * 5, "Escape", "Backspace", "ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight",
)  # fmt: skip
# What a typist presses among them: rows saved, tied, doubted, cut short by the bell, and second thoughts.
RUNS = (
    "Escape 7 Tab 5 Enter", "Escape 9 Tab 4 n Enter", "Escape 6 Tab 6 Enter", "Escape 8 Tab 0 Enter",
    "Escape 4 Tab 2 Enter", "Escape Enter 8 Tab 6 m", "8 + Tab 8 Enter", "q Enter Enter",
    "q Tab Enter", "m 5 Tab 8 Enter",
)  # fmt: skip
CELLS = ("ns", "ew", "lone_n", "lone_e", "lone_s", "lone_w")
PRESSING = ("Enter", "Space")
SEEN = """() => {
  const active = document.activeElement;
  const row = active?.closest("[data-row]");
  const isCell = Boolean(row) && active.matches(".cell-points input, .cell-lone input");
  return {
    table: row ? Number(row.dataset.row) : null,
    cell: isCell ? active.name.replace(/^t\\d+-/, "") : null,
    answer: Boolean(active?.closest("[data-answer]")),
    question: Boolean(active?.closest("[data-question]")),
    from: isCell ? active.selectionStart : 0,
    to: isCell ? active.selectionEnd : 0,
    busy: document.querySelectorAll(".is-saving").length,
    rows: Object.fromEntries([...document.querySelectorAll("[data-row]")].map((one) => [one.dataset.row, {
      state: one.dataset.state,
      sent: (one.classList.contains("is-saving") ? window.sent : window.onItsWay)[one.dataset.row],
      figures: Object.fromEntries([...one.querySelectorAll(".cell-points input, .cell-lone input")].map(
        (input) => [input.name.replace(/^t\\d+-/, ""), input.value])),
      held: Object.fromEntries([...one.querySelectorAll(".cell-points input, .cell-lone input")].map(
        (input) => [input.name.replace(/^t\\d+-/, ""), input.dataset.held])),
    }])),
  };
}"""

# What the page is when a key comes to it (an answer may have come since the reader looked), what is on its
# way to the server, and in their order the keys and the rows that answers bring, for the report of a trouble.
# Answers come late by up to so many milliseconds: keys fall before, between and after them.
DIARY = """(late) => {
  const figures = (row) => [...row.querySelectorAll(".cell-points input, .cell-lone input")];
  const told = (row) => {
    const shown = figures(row).map((input) => input.value || "-").join(" ");
    const held = figures(row).map((input) => input.dataset.held || "-").join(" ");
    return `table ${row.dataset.row} ${row.dataset.state}, shows ${shown}, held ${held}`;
  };
  Object.assign(window, { diary: [], sent: {}, onItsWay: {}, atKey: null });
  const note = (what) => { window.diary.push(what); };
  window.addEventListener("keydown", ({ key, target }) => {
    window.atKey = window.look();
    note(`${key} at ${target.name || target.localName}`);
  }, true);
  new MutationObserver((changes) => changes.flatMap((change) => [...change.addedNodes]).forEach((node) => {
    if (node.matches?.("[data-row]")) note(`<${told(node)}>`);
  })).observe(document, { childList: true, subtree: true });
  const ask = window.fetch;
  window.fetch = async (...asked) => {
    const table = String(asked[0]).match(/totals\\/(\\d+)/)?.[1];
    if (!table) return ask(...asked);
    const typed = (name) => asked[1].body.get(`t${table}-${name}`) ?? "";
    const cells = ["ns", "ew", "lone_n", "lone_e", "lone_s", "lone_w"];
    const sent = Object.fromEntries(cells.map((name) => [name, typed(name)]));
    window.sent[table] = window.onItsWay[table] = sent;
    note(`<table ${table} is sent>`);
    const arrived = () => { if (window.onItsWay[table] === sent) delete window.onItsWay[table]; };
    try {
      const answer = await ask(...asked);
      await new Promise((go) => setTimeout(go, Math.random() * late));
      const read = answer.text.bind(answer);
      answer.text = () => read().finally(arrived);  // a key may come between the answer's head and its page
      if (![200, 409, 410, 422].includes(answer.status)) arrived();
      return answer;
    } catch (problem) {
      arrived();
      throw problem;
    }
  };
}"""

LOOK = "() => { window.atKey = null; return window.look(); }"


def plain(figures: dict[str, str]) -> tuple[str, ...]:
    """A row's figures as they count: no blanks, no leading zeros, nobody alone is 0."""
    values = (figures.get(name, "").strip() for name in CELLS)
    tidy = (str(int(value)) if value.isascii() and value.isdigit() else value for value in values)
    return tuple(value or ("0" if at > 1 else "") for at, value in enumerate(tidy))


class GridCat:
    """Walks over the grid of one open round."""

    def __init__(self, page: Page, event: Event, seed: int, late: int = 0) -> None:
        self.page, self.event, self.random = page, event, random.Random(seed)
        self.address = page.url
        beside = f"window.look = {SEEN}; ({DIARY})({late})"
        page.evaluate(f"() => {{ {beside} }}")
        page.add_init_script(beside)
        page.on("dialog", lambda dialog: dialog.dismiss())  # “Leave this page?”: no
        self.troubles: list[str] = []
        self.pressed: list[str] = []
        self.coming: list[str] = []
        self.typed: dict[int, dict[str, str]] = {}
        self.left: dict[int, set[tuple[str, ...]]] = defaultdict(set)  # what stood in a row, ever
        self.open: dict[int, tuple[str, ...]] = {}  # what a row asks about, answered by nobody so far
        self.firsts: dict[int, bool] = defaultdict(bool)  # “+” was typed in this row, and not taken back
        self.figures_at_question = False
        self.entries = AuditEntry.objects.filter(event=event).exclude(action__startswith="sheet.").count()

    def walk(self, keys: int) -> None:
        self.see()
        for _ in range(keys):
            self.step()
        self.come_back()
        self.rest()
        self.judge()

    def step(self) -> None:
        before = self.see()
        if before["table"] is None:
            self.come_back()
            before = self.see()
        if not self.coming:
            often = self.random.random() < 0.3
            self.coming = self.random.choice(RUNS).split() if often else [self.random.choice(KEYS)]
        key = self.coming.pop(0)
        self.pressed.append(key)
        self.page.keyboard.press(key)
        self.read(self.at_key() or before, key)
        if self.page.url.split("#")[0] != self.address.split("#")[0]:
            self.come_back()

    def see(self) -> dict[str, Any]:
        """The page now; rows that ask are noted, and what is new in a row is what the cat did not type."""
        try:
            seen: dict[str, Any] = self.page.evaluate(LOOK)
        except Error:  # on its way to another page
            self.come_back()
            seen = self.page.evaluate(LOOK)
        self.note(seen)
        return seen

    def at_key(self) -> dict[str, Any] | None:
        """The page as the last key found it: answers come between a look and a key."""
        try:
            found: dict[str, Any] | None = self.page.evaluate("window.atKey")
        except Error:  # the key led to another page
            return None
        if found:
            self.note(found)
        return found

    def note(self, seen: dict[str, Any]) -> None:
        for number, one in seen["rows"].items():
            table, figures = int(number), one["figures"]
            self.typed.setdefault(table, dict(figures))
            if plain(figures) != plain(self.typed[table]):
                self.trouble(f"table {table} shows {plain(figures)}, typed was {plain(self.typed[table])}")
            self.typed[table] = dict(figures)
            self.left[table].add(plain(figures))
            self.follow_question(seen, table)

    def follow_question(self, seen: dict[str, Any], table: int) -> None:
        """A row that asks is saved as it stands after an answer only, or after other figures were typed."""
        row = seen["rows"][str(table)]
        figures = plain(row["figures"])
        if row["state"] == "saved" and plain(row["held"]) == self.open.get(table):
            self.trouble(f"table {table}: a question about {figures} was answered by nobody", table)
        if row["state"] == "saved" or self.firsts[table] or figures != self.open.get(table):
            self.open.pop(table, None)
        # What a row asks is about the figures it was left with: those typed since are another matter.
        is_left = seen["table"] != table and not seen["busy"]
        if is_left and row["state"] in ("tie", "unlikely", "bell") and not self.firsts[table]:
            self.open[table] = figures

    def read(self, seen: dict[str, Any], key: str) -> None:
        """Follow a key: what it types into the figure that has the focus, or the answer that it gives."""
        table, cell = seen["table"], seen["cell"]
        if key == "Escape" and table is not None:  # anywhere in a row: what was sent or told last
            row = seen["rows"][str(table)]
            self.typed[table] = dict(row["sent"] or row["held"])
            self.firsts[table] = False
            return
        if cell is None:
            if key.isdigit() and seen["question"]:
                self.figures_at_question = True
            if key in PRESSING and seen["answer"] and not self.figures_at_question:
                self.open.pop(table, None)
            if not seen["question"] or key in ("Tab", "q"):
                self.figures_at_question = False
            return
        self.figures_at_question = False
        row = self.typed[table]
        text, start, end = row[cell], seen["from"], seen["to"]
        lone = f"lone_{key}"
        if key == "Backspace":
            row[cell] = text[: start if end > start else max(start - 1, 0)] + text[end:]
        elif key in "nesw" and row[lone].strip() in ("", *"0123456789"):
            row[lone] = str(int(row[lone].strip() or 0) + 1)
        elif key == "+" and cell in ("ns", "ew"):
            self.firsts[table] = True
        elif key in "qm" or key == "b":
            pass
        elif len(key) == 1 or key == "Space":
            row[cell] = text[:start] + (" " if key == "Space" else key) + text[end:]

    def held(self, table: int) -> dict[str, str]:
        """The figures that the server has of a table."""
        sheets = Sheet.objects.filter(table__round__event=self.event, table__number=table, counting=True)
        sheet = sheets.first()
        return figures_of(sheet) if sheet else dict.fromkeys(CELLS, "")

    def come_back(self) -> None:
        """Somebody puts the cat back onto the grid, onto a figure of their choice."""
        table = self.random.choice(list(self.typed) or [1])
        for _ in range(5):
            if self.page.url.split("#")[0] != self.address.split("#")[0]:
                self.page.goto(self.address)
            try:
                self.page.locator(f"#id_t{table}-ns").focus(timeout=3_000)
            except Error:  # the page was on its way to another one
                continue
            break
        self.figures_at_question = False

    def rest(self) -> None:
        """Leave the last row, and wait until nothing is on its way."""
        self.page.evaluate("document.activeElement?.blur()")
        for _ in range(100):
            if not self.see()["busy"]:
                return
            self.page.wait_for_timeout(100)

    def judge(self) -> None:
        rows = self.see()["rows"]
        for sheet in Sheet.objects.filter(table__round__event=self.event).select_related("table"):
            table, told = sheet.table.number, plain(figures_of(sheet))
            if told not in self.left[table]:
                self.trouble(f"table {table} saved {told}, which never stood there")
        for number, one in rows.items():
            held, shown = plain(self.held(int(number))), plain(one["figures"])
            if one["state"] == "saved" and held != shown:
                self.trouble(f"table {number} says saved with {shown}, and the server has {held}")
            if one["state"] == "missing" and held != shown:
                self.trouble(f"table {number} says missing with {plain(one['figures'])}")
        if self.event.rounds.filter(status="closed").exists():
            self.trouble("a round was closed")
        others = AuditEntry.objects.filter(event=self.event).exclude(action__startswith="sheet.").count()
        if others != self.entries:
            self.trouble("the history has an entry that is no sheet")

    def trouble(self, what: str, table: int | None = None) -> None:
        """Note it, with the last keys (of a table: those there) and the answers that came among them."""
        here = f"line => /t(able )?{table}[ -]/.test(line)" if table else "() => true"
        diary = self.page.evaluate(f"window.diary.filter({here}).slice(-60).join(', ')")
        self.troubles.append(f"after {len(self.pressed)} keys: {what}; before that came {diary}")


def figures_of(sheet: Sheet) -> dict[str, str]:
    return {name: str(getattr(sheet, name)) for name in CELLS}
