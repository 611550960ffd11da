"""What pages say in the words of the card room: suits, seats, places, points, the hall's clock, sentences of
the rules, navigation; and how they load our scripts.

Formatting only. Nothing here reads the database or decides a rule.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any, Protocol
from zoneinfo import ZoneInfo

from django import template
from django.forms import BaseForm
from django.forms.utils import flatatt
from django.template import Context
from django.template.loader_tags import BLOCK_CONTEXT_KEY
from django.templatetags.static import static
from django.urls import reverse
from django.utils import timezone
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import get_language, gettext, ngettext
from django.utils.translation import gettext_lazy as _lazy

from scoring.rulecard import brief_words
from scoring.seats import PAIRS, Side
from tournament.icons import ICONS, SUITS
from tournament.models.seating import SEAT_LETTERS, SEAT_NAMES, SIDE_NAMES
from tournament.rotation.movements import MOVEMENTS
from tournament.running.static_files import SCRIPTS, imports_of
from tournament.state.attendance import in_a_row
from tournament.words import figures, languages, names, sentences
from tournament.words.sentences import citation, in_words

register = template.Library()
register.filter("in_words", in_words)
register.filter("citation", citation)

SEATS_BY_LETTER: Mapping[str, Any] = {seat.value: words for seat, words in SEAT_NAMES.items()}
LETTERS_OF_SEATS: Mapping[str, Any] = {seat.value: letter for seat, letter in SEAT_LETTERS.items()}
SIDES_BY_LETTERS: Mapping[str, Any] = {side.value: words for side, words in SIDE_NAMES.items()}
SIDE_LETTERS = {"NS": _lazy("N–S"), "EW": _lazy("E–W")}


# --- drawings ---
@register.inclusion_tag("components/suit.html")
def suit(letter: str, decorative: bool = False) -> dict[str, Any]:
    """A drawn suit for `h`, `d`, `s` or `c`, named for screen readers unless the text beside it says it."""
    name, path = SUITS[letter.lower()]
    return {"letter": letter.lower(), "name": name, "path": path, "decorative": decorative}


@register.simple_tag
def icon(name: str) -> SafeString:
    """A drawn icon, always decorative: a word stands beside it. An unknown name draws nothing."""
    if name not in ICONS:
        return SafeString("")
    return format_html(
        '<svg class="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false"><path d="{}"/></svg>',
        ICONS[name],
    )


@register.simple_tag
def badge(kind: str, text: Any) -> SafeString:
    """A state, `ok|wait|warn|bad|info`, as a word and a drawn mark: colour is never the only sign."""
    return format_html('<span class="tag tag-{}">{}{}</span>', kind, icon(kind), text)


# --- numbers and words ---
@register.filter
def signed(value: Any) -> Any:
    """Points as `+2`, `0` or `−2` with a true minus sign; what is no number is passed on as it is."""
    try:
        return figures.signed(int(value))
    except (TypeError, ValueError):
        return value


@register.filter
def place(value: Any) -> Any:
    """A place as `1st`, `2nd`, `13th`; no place (None) is a dash, anything else is passed on as it is."""
    if value is None:
        return "–"
    try:
        return figures.ordinal(int(value))
    except (TypeError, ValueError):
        return value


@register.filter
def number_beside(person: Any) -> str:
    """The number that stands beside somebody's name: none beside “No. 17”, which says it."""
    return names.number_beside(person.number, person.name)


@register.filter
def last_name_first(name: str) -> SafeString:
    """A name as lists from A to Z show it, what it is found by in bold."""
    last, rest = names.last_name_first(name)
    return format_html("<b>{}</b> {}", last, rest) if last else format_html("{}", rest)


@register.filter
def seat_name(seat: Any) -> str:
    """`North` for the seat `N` (a letter, or an enum whose value is one)."""
    return str(SEATS_BY_LETTER.get(_letters(seat), ""))


@register.filter
def seat_letter(seat: Any) -> str:
    """`N` for the seat `N`, as readers of the page write it: west is `O` in French."""
    return str(LETTERS_OF_SEATS.get(_letters(seat), ""))


@register.filter
def seat_mark(seat: Any) -> SafeString:
    """A seat in a list or a column: its letter, whose title is its name. In a sentence it is `seat_name`."""
    return format_html('<abbr class="seat-letter" title="{}">{}</abbr>', seat_name(seat), seat_letter(seat))


@register.filter
def has_colours(movement: str | None) -> bool:
    """Whether players of this movement hold cards of a colour."""
    return bool(_colours(movement))


@register.filter
def seat_colour(seat: Any, movement: str) -> str:
    """`red` or `white`: the colour of a seat's card in this movement; empty if it has none."""
    return _colours(movement).get(_letters(seat), "")


def _colours(movement: str | None) -> Mapping[str, str]:
    """The colours of a movement by the letter of the seat."""
    row = MOVEMENTS.get(movement or "")
    return {seat.value: colour for seat, colour in row.colours.items()} if row else {}


@register.filter
def side_name(side: Any) -> str:
    """`North–South` for the side `NS`."""
    return str(SIDES_BY_LETTERS.get(_letters(side), ""))


@register.filter
def side_letters(side: Any) -> str:
    """`N–S` for the side `NS`, if a narrow column has no room for the words."""
    return str(SIDE_LETTERS.get(_letters(side), ""))


def _letters(value: Any) -> str:
    return str(getattr(value, "value", value) or "").upper()


@register.filter
def pair(players: Iterable[Any]) -> SafeString:
    """The names of two partners as one phrase, each kept in its own writing direction."""
    return SafeString(in_a_row([format_html("<bdi>{}</bdi>", getattr(one, "name", one)) for one in players]))


@register.filter
def points(value: int) -> str:
    """`1 point`, `7 points`."""
    return ngettext("%(n)s point", "%(n)s points", abs(value)) % {"n": figures.figure(value)}


@register.filter
def figure(value: int | None) -> str:
    """A number with a minus sign if it is negative; nothing if there is none."""
    return "" if value is None else figures.figure(value)


@register.filter
def score(totals: Mapping[Any, int], first: Side = Side.NS) -> str:
    """The totals of both sides: `9–4`, `−12 – 31`."""
    return figures.score(totals[first], totals[first.other])


@register.filter
def tied_score(points: int) -> str:
    """What both sides of a tie have: `7–7`."""
    return figures.score(points, points)


@register.filter
def deals_of(played: int | None, event: Any) -> str:
    """`6 of 8 deals`: what the bell let a table play; empty for the whole round."""
    if not played:
        return ""
    of = event.ruleset.deals_per_round
    if of is None:
        return ngettext("%(n)d deal", "%(n)d deals", played) % {"n": played}
    return gettext("%(n)d of %(of)d deals") % {"n": played, "of": of}


@register.filter
def fewer_deals(event: Any, round_number: int) -> str:
    """`6 deals, not 8` if a round has fewer than the rules say; else empty."""
    deals = event.deals_in(round_number)
    if not deals:
        return ""
    return gettext("%(n)d deals, not %(usual)d") % {"n": deals, "usual": event.ruleset.deals_per_round}


@register.filter
def cut_short(played: int | None, event: Any) -> str:
    """How a round that the bell cut short is marked: `6 of 8 deals`; of a game to a target `ended by time, 6
    deals`; empty for the whole round."""
    deals = deals_of(played, event)
    if not deals or event.ruleset.target is None:
        return deals
    return gettext("time ran out after %(deals)s") % {"deals": deals}


@register.filter
def lone_marches(loners: Mapping[Any, int], sitters: Mapping[Any, Any] | None = None) -> SafeString:
    """Lone marches by who made them, `Ann Archer 1`; by seats, `N 1`, without sitters. Empty for none."""
    known = sitters or {}
    made = (
        (getattr(known.get(seat), "name", _letters(seat)), n) for seat in PAIRS if (n := loners.get(seat))
    )
    return format_html_join(", ", "<bdi>{}</bdi> {}", made)


@register.filter
def or_lost(words: Any, event: Any) -> str:
    """The head of figures that are points: these words, or “Points lost” where the event counts those."""
    return sentences.points_head(words, event.ruleset)


@register.filter
def lone_at_table(event: Any) -> str:
    """What a table writes for a lone march at this event; empty if nobody plays alone."""
    return sentences.lone_at_table(event.ruleset)


@register.filter
def lone_of_player(event: Any) -> str:
    """What a lone march is worth in a player's own points; empty if nobody plays alone."""
    return sentences.lone_of_player(event.ruleset)


@register.simple_tag
def lone_sums(event: Any, score: Any, sitters: Mapping[Any, Any]) -> SafeString:
    """What each lone march of a score adds: `Ann Archer +1 = 10`; empty if it adds nothing."""
    each = event.ruleset.lone_march_bonus
    sums = (
        (sitters[seat].name, f"+{each * n}", figure(score.totals[seat.side] + each * n))
        for seat, n in score.loners.items()
        if n and each and sitters.get(seat)
    )
    return format_html_join(", ", '<span class="lone-sum"><bdi>{}</bdi> {} = {}</span>', sums)


@register.filter
def lookup(mapping: Mapping[Any, Any], key: Any) -> Any:
    """The value a mapping holds for a key, None when it holds none."""
    return mapping.get(key)


# --- time ---
class TakesPlaceSomewhere(Protocol):
    time_zone: str


@register.filter
def money(cents: int, event: TakesPlaceSomewhere) -> str:
    """An amount of cents as it is written where the event takes place: `$12.50`."""
    return figures.money(cents, event.time_zone)


@register.filter
def local_time(at: datetime | None, event: TakesPlaceSomewhere) -> SafeString | str:
    """A moment as the hall's clock shows it (`19:42`, `7:42 PM`), the day in front unless that is today."""
    if at is None:
        return ""
    zone = ZoneInfo(event.time_zone)
    is_today = at.astimezone(zone).date() == timezone.now().astimezone(zone).date()
    return _time(at, event, with_day=not is_today)


@register.filter
def hall_clock(at: datetime, event: TakesPlaceSomewhere) -> SafeString:
    """A moment without its day, if the day is said beside it."""
    return _time(at, event, with_day=False)


def _time(at: datetime, event: TakesPlaceSomewhere, *, with_day: bool) -> SafeString:
    there = at.astimezone(ZoneInfo(event.time_zone))
    words = figures.clock_time(there, event.time_zone, with_day=with_day)
    return format_html('<time datetime="{}">{}</time>', there.isoformat(timespec="seconds"), words)


@register.filter
def site_moment(at: datetime, exactly: str = "") -> str:
    """A day and time by this machine's clock; `exactly` "year" or "seconds" says those, too."""
    return figures.moment(timezone.localtime(at), exactly)


@register.filter
def short_weekday(day: date) -> str:
    """A day in a list of days, with the day of the week: `Mon 23 Nov 2026`."""
    return figures.short_day(day, weekday=True)


@register.filter
def day_and_month(at: datetime) -> str:
    """The day of a moment of these weeks by this machine's clock: `23 November`."""
    return figures.day_and_month(timezone.localtime(at).date())


@register.filter
def local_day(day: date, event: TakesPlaceSomewhere) -> str:
    """A day as people write it where the event takes place: `22 November 2026`, `November 22, 2026`."""
    return figures.day(day, event.time_zone)


@register.filter
def local_weekday(day: date, event: TakesPlaceSomewhere) -> str:
    """A day with its day of the week, as people write it where the event takes place."""
    return figures.day(day, event.time_zone, weekday=True)


@register.simple_tag
def other_languages() -> list[tuple[str, str]]:
    """The languages that this page is not in, each named in itself: Django's own tag would translate that."""
    return [(code, name) for code, name in languages.choices() if code != get_language()]


@register.filter
def brief_in_words(sentence: str) -> str:
    """The sentence in the reader's language, in the shorter form if a rule card has one."""
    return in_words(brief_words(sentence))


# --- styles and scripts ---
@register.simple_tag
def style(*names: str) -> SafeString:
    """Load style sheets, such as `people.css`."""
    link = '<link rel="stylesheet" href="{}">'
    return format_html_join("\n  ", link, ((static(f"tournament/css/{name}"),) for name in names))


@register.simple_tag
def script(name: str) -> SafeString:
    """Load a module, such as `board.js`, and name what it imports, so that a browser asks for all at once."""
    path = f"{SCRIPTS}/{name}"
    imported = format_html_join(
        "", '\n  <link rel="modulepreload" href="{}">', ((static(one),) for one in imports_of(path))
    )
    return format_html('<script type="module" src="{}"></script>{}', static(path), imported)


# --- parts of pages ---
@register.inclusion_tag("components/empty.html")
def nothing_yet(title: str, text: str = "", **more: Any) -> dict[str, Any]:
    """An empty list: what to do about it in words, and perhaps by a button, `url` and `action`."""
    return {"title": title, "text": text} | more


@register.simple_tag(takes_context=True)
def again(context: Context, block: str) -> SafeString:
    """What the page says in this block, once more: its title as a heading."""
    node = context.render_context[BLOCK_CONTEXT_KEY].get_block(block)
    return SafeString(node.render(context).strip())


@register.inclusion_tag("components/form.html")
def form(form: BaseForm, submit: str, page: str = "", *args: Any, **more: Any) -> dict[str, Any]:
    """A whole form with the words of its button, and the page to which Cancel leads."""
    return form_actions(submit, page, *args) | {"form": form} | more


@register.inclusion_tag("components/panel_form.html")
def panel_form(title: str, one: BaseForm, submit: str, what: str, **more: Any) -> dict[str, Any]:
    """One of several forms of a page, in a panel with a title."""
    return form(one, submit, title=title, what=what, **more)


@register.inclusion_tag("components/form_actions.html")
def form_actions(submit: str, page: str = "", *args: Any, **more: Any) -> dict[str, Any]:
    """The buttons below a form: its own, and Cancel, which leads to this page."""
    return {"submit": submit, "cancel": reverse(page, args=args) if page else ""} | more


@register.inclusion_tag("components/press.html")
def press(words: str, page: str, *args: Any, **more: Any) -> dict[str, Any]:
    """A button that does something at once; `about` whom or what, said to screen readers. It sends what else
    is given."""
    looks = more.keys() & {"kind", "icon", "whom", "about", "place", "busy"}
    drawn = {name: more.pop(name) for name in looks}
    return {"words": words, "action": reverse(page, args=args), "sent": more} | drawn


@register.simple_tag
def submit(words: str, name: str = "", value: Any = "1", **more: Any) -> SafeString:
    """A button that sends its form, by a `name` with a `value` if it says what to do."""
    sent = {"name": name, "value": value} if name else {}
    return _button("button", words, {"kind": "primary", "type": "submit"} | sent | more)


@register.simple_tag
def go(words: str, page: str, *args: Any, query: str = "", **more: Any) -> SafeString:
    """A link to a page, drawn as a button."""
    return _button("a", words, {"kind": "quiet", "href": reverse(page, args=args) + query} | more)


def _button(tag: str, words: str, more: dict[str, Any]) -> SafeString:
    """Words on a button of a `kind`, an `icon` before or `after` them, `about` whom or what, said to screen
    readers; what else is given is an attribute."""
    kind, before, after, about = (more.pop(name, "") for name in ("kind", "icon", "after", "about"))
    attributes = flatatt({name.replace("_", "-"): value for name, value in more.items()})
    unseen = format_html('<span class="visually-hidden">: {}</span>', about) if about else ""
    drawn = format_html("{}{}{}{}", icon(before), words, unseen, icon(after))
    return format_html('<{} class="button button-{}"{}>{}</{}>', tag, kind, attributes, drawn, tag)


# What a page calls the page one step above it.
ABOVE: Mapping[str, Any] = {
    "backups:index": _lazy("Backups"),
    "cards:index": _lazy("Tally cards"),
    "events:index": _lazy("My events"),
    "events:overview": _lazy("Desk"),
    "events:settings": _lazy("Settings"),
    "groups:index": _lazy("Groups"),
    "history:index": _lazy("History"),
    "money:cash": _lazy("Cash sheet"),
    "money:index": _lazy("Money at the door"),
    "notes:index": _lazy("Players’ notes"),
    "players:index": _lazy("Players"),
    "prizes:index": _lazy("Prizes"),
    "rulings:find": _lazy("Make a ruling"),
    "rulings:index": _lazy("Rulings"),
    "rulings:show": _lazy("Ruling %(number)s"),
    "season:show": _lazy("Season standings"),
    "seasons:index": _lazy("My seasons"),
    "seasons:people": _lazy("Who is who"),
    "seasons:show": "%(season)s",
    "seating:index": _lazy("Seating"),
    "sheets:show": _lazy("Round %(n)s, table %(t)s"),
    "sign_ups:index": _lazy("Sign-up"),
    "standings:show": _lazy("Standings"),
    "substitutions:index": _lazy("Changes at the tables"),
    "table_entry:show": _lazy("Table %(n)s"),
}


@register.inclusion_tag("components/crumbs.html")
def crumb(page: str, *args: Any, **words: Any) -> dict[str, Any]:
    """The way one step up, to the page of this name in `ABOVE`; `words` are the numbers in its title."""
    return {"url": reverse(page, args=args), "text": str(ABOVE[page]) % words}


# --- navigation ---
@dataclass(frozen=True, slots=True)
class NavSection:
    """One entry of an event's navigation; `url` is empty if there is nothing to go to yet."""

    key: str
    label: str
    url: str


# key, label, URL name, first row of a phone's bar; the order is the order of the evening
SECTIONS = (
    ("overview", _lazy("Desk"), "events:overview", True),
    ("players", _lazy("Players"), "players:index", False),
    ("seating", _lazy("Seating"), "seating:index", False),
    ("rounds", _lazy("Rounds"), "rounds:desk", True),
    ("rulings", _lazy("Rulings"), "rulings:index", True),
    ("cards", _lazy("Tally cards"), "cards:index", True),
    ("standings", _lazy("Standings"), "standings:show", True),
    ("print", _lazy("Print"), "printing:index", False),
    ("audit", _lazy("History"), "history:index", False),
    ("settings", _lazy("Settings"), "events:settings", False),
)
GUIDE = {  # sections → a heading of docs/evening.md
    "players": "while-they-arrive",
    "seating": "while-they-arrive",
    "rounds": "each-round",
    "rulings": "each-round",
    "standings": "at-the-end",
}
NEEDED = {"seating": "seating", "rounds": "seating", "rulings": "rulings"}  # sections → their feature


@register.simple_tag
def event_sections(event: Any, role: str | None, row: str = "all") -> list[NavSection]:
    """An event's navigation for a holder of this role: `all`, or a phone's `first` row, or the `rest`."""
    return [
        NavSection(key, str(label), _section_url(name, event))
        for key, label, name, first in SECTIONS
        if row == "all" or first == (row == "first")
        if key != "settings" or role == "director"
        if key not in NEEDED or event.has[NEEDED[key]]
        if key != "cards" or (event.seats_itself and role != "viewer")
    ]


@register.simple_tag
def guide_anchor(section: str = "") -> str:
    """Where the guide speaks of a section of an event: `#each-round`; empty for its beginning."""
    return f"#{GUIDE[section]}" if section in GUIDE else ""


def _section_url(name: str, event: Any) -> str:
    if name != "rounds:desk":
        return reverse(name, args=[event.slug])
    number = event.current_round_number
    return reverse(name, args=[event.slug, number]) if number else ""
