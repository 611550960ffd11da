"""What an action is: its code, and what depends on it. The actions themselves are in `actions`."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum, StrEnum, auto
from types import MappingProxyType
from typing import TYPE_CHECKING

from django.db import models
from django.utils.translation import gettext_lazy as _lazy

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise as StrPromise


class Kind(models.TextChoices):
    """What an action is about: the part of its code before the dot."""

    EVENT = "event", _lazy("Event and settings")
    PLAYER = "player", _lazy("Players")
    SEATING = "seating", _lazy("Seating")
    ROUND = "round", _lazy("Rounds")
    CHANGE = "change", _lazy("Changes at the tables")
    SHEET = "sheet", _lazy("Sheets")
    REPORT = "report", _lazy("Reports from tables")
    TABLE = "table", _lazy("Table links")
    CARD = "card", _lazy("Tally cards")
    RULING = "ruling", _lazy("Rulings")
    ADJUSTMENT = "adjustment", _lazy("Adjustments")
    PROPOSAL = "proposal", _lazy("Second officials")
    NOTE = "note", _lazy("Notes")
    PRIZE = "prize", _lazy("Prizes")
    MONEY = "money", _lazy("Money at the door")
    ANNOUNCEMENT = "announcement", _lazy("Announcements")
    SIGNUP = "signup", _lazy("Sign-up")
    OFFICIAL = "official", _lazy("Officials")

    @property
    def prefix(self) -> str:
        """How the codes of this kind begin."""
        return f"{self.value}."


class Undo(Enum):
    """The ways to undo an action; `services.undoing` has a function for each."""

    SHEET = auto()
    SHEET_WITHDRAWAL = auto()
    SWAPPED_SHEETS = auto()
    DISPUTED_SHEET = auto()
    SETTLED_SHEET = auto()
    NOT_PLAYED = auto()
    AWAITED_AGAIN = auto()
    RULING = auto()
    ADJUSTMENT = auto()
    CLOSED_ROUND = auto()
    REOPENED_ROUND = auto()
    NEXT_SEATING = auto()
    CHECK_IN = auto()
    PRESENCE = auto()
    SUBSTITUTION = auto()
    EXCHANGE = auto()
    ADDED_PLAYER = auto()
    NAME = auto()
    GROUPS = auto()
    TEAMS = auto()
    TEAMS_SET = auto()
    SEATING = auto()
    REPLANNED_SEATING = auto()
    ANNOUNCEMENT = auto()
    ENDED_ANNOUNCEMENT = auto()
    FINISHED_EVENT = auto()
    DUES = auto()
    CASH_LINE = auto()
    FEWER_DEALS = auto()


class Backup(StrEnum):
    """Why a backup is due at once, as `backup.shelf` names it."""

    PUBLISHED = "published"
    CLOSED = "closed"


class Changes(Enum):
    """What pages must read anew after an action."""

    SCORES = auto()  # only what tables scored: who sits where stays as it is
    EVERYTHING = auto()


@dataclass(frozen=True, slots=True)
class Action:
    """One action: its code in the history, and what depends on it."""

    code: str
    sentence: "StrPromise"
    undo: Undo | None
    backup: Backup | None
    changes: Changes


_registered: dict[str, Action] = {}
ACTIONS: Mapping[str, Action] = MappingProxyType(_registered)  # by code


def kind_of(code: str) -> Kind | None:
    """What the action of this code is about; None for a code of no known kind."""
    kind = code.partition(".")[0]
    return Kind(kind) if kind in Kind.values else None


def register(
    code: str,
    sentence: "StrPromise",
    *,
    undo: Undo | None = None,
    backup: Backup | None = None,
    changes: Changes = Changes.EVERYTHING,
) -> Action:
    """Register an action. Its code is stored for good; a code belongs to one action."""
    if code in _registered or kind_of(code) is None:
        raise ValueError(f"The code {code} is taken, or of no kind.")
    _registered[code] = action = Action(code, sentence, undo, backup, changes)
    return action


def register_score(code: str, sentence: "StrPromise", *, undo: Undo | None = None) -> Action:
    """Register an action that changes nothing but what tables scored."""
    return register(code, sentence, undo=undo, changes=Changes.SCORES)
