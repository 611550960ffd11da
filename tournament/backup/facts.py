"""Counts of a database's contents, by which a director recognises a moment of an evening."""

import re
from collections.abc import Callable, Mapping, Sequence
from datetime import date, datetime
from typing import Any

FORMAT, VERSION = "euchre-director-backup", 1
# Plain SQL, since it also runs on backups, outside Django. A test compares it with the models.
EVENTS = """
SELECT e.slug, e.name, CAST(e.date AS TEXT),
  (SELECT COUNT(*) FROM tournament_player p WHERE p.event_id = e.id),
  (SELECT COUNT(*) FROM tournament_round r WHERE r.event_id = e.id),
  (SELECT COUNT(*) FROM tournament_round r WHERE r.event_id = e.id AND r.status = 'closed'),
  (SELECT COUNT(*) FROM tournament_sheet s JOIN tournament_table t ON s.table_id = t.id
     JOIN tournament_round r ON t.round_id = r.id WHERE r.event_id = e.id AND s.counting),
  (SELECT COUNT(*) FROM tournament_ruling u WHERE u.event_id = e.id),
  (SELECT COALESCE(MAX(a.id), 0) FROM tournament_auditentry a WHERE a.event_id = e.id)
FROM tournament_event e WHERE e.rehearsal_of_id IS NULL ORDER BY e.date DESC, e.slug
"""
WORDS = ("slug", "name", "date")
FIELDS = ("slug", "name", "date", "players", "rounds", "closed", "sheets", "rulings", "last_entry")
OPEN_INVITATIONS = "taken_at IS NULL AND revoked_at IS NULL"
INVITATIONS = f"SELECT COUNT(*) FROM tournament_invitation WHERE {OPEN_INVITATIONS}"  # noqa: S608
MIGRATIONS = "SELECT app, name FROM django_migrations ORDER BY app, name"
REHEARSALS = "SELECT COUNT(*) FROM tournament_event WHERE rehearsal_of_id IS NOT NULL"
ACCOUNTS = "SELECT COUNT(*) FROM tournament_user"
# Bounds of what is read of a file: a moment is within the calendar in every zone, a number fits a column.
FIRST_YEAR, LAST_YEAR = 1900, 9998
MOST, LONGEST = 2**63 - 1, 5_000
WORD = re.compile(r"[\w.-]{1,200}", re.ASCII)

Facts = Mapping[str, Any]
Ask = Callable[[str], Sequence[Sequence[Any]]]


def read_facts(ask: Ask) -> Facts:
    """Events with their figures, accounts, how many rehearsals (which no list has), open invitations, and
    which migrations were applied; `ask` runs one SELECT."""
    events = [dict(zip(FIELDS, row, strict=True)) for row in ask(EVENTS)]
    migrations = [f"{app}.{name}" for app, name in ask(MIGRATIONS)]
    return {
        "migrations": migrations,
        "accounts": ask(ACCOUNTS)[0][0],
        "rehearsals": ask(REHEARSALS)[0][0],
        "invitations": ask(INVITATIONS)[0][0],
        "events": [event | {"date": str(event["date"])} for event in events],
    }


def is_sound(about: Any) -> bool:
    """Whether a copy's description has every entry that this site writes, each of its kind and within bounds:
    whoever shows, compares or calculates with one may rely on it.

    Raises `KeyError`, `TypeError` or `ValueError` if something is missing, no date or no text.
    """
    made_at, events = datetime.fromisoformat(about["made_at"]), about["events"]
    words = (about["reason"], about["engine"], about["sha256"], *_listed(about["migrations"]))
    numbers = (about["accounts"], about.get("invitations", 0), about.get("rehearsals", 0))
    return (
        (about["format"], about["version"]) == (FORMAT, VERSION)
        and made_at.tzinfo is not None
        and FIRST_YEAR <= made_at.year <= LAST_YEAR
        and all(isinstance(word, str) and WORD.fullmatch(word) for word in words)
        and all(is_count(number) for number in numbers)
        and all(_is_event(event) for event in _listed(events))
    )


def _is_event(event: Any) -> bool:
    date.fromisoformat(event["date"])
    return all(_is_text(event[name]) if name in WORDS else is_count(event[name]) for name in FIELDS)


def _is_text(word: Any) -> bool:
    """Whether it can be shown; half of a surrogate pair raises `UnicodeEncodeError`, a `ValueError`."""
    return isinstance(word, str) and len(word.encode()) <= LONGEST


def is_count(number: Any) -> bool:
    """Whether it is a number of things that a database could hold."""
    return type(number) is int and 0 <= number <= MOST


def _listed(entries: Any) -> list[Any]:
    if not isinstance(entries, list):
        raise TypeError
    return entries
