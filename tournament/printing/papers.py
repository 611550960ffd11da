"""The papers as data: what each shows, when it can be printed, what it is called."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from django.utils.translation import gettext as _t
from django.utils.translation import gettext_lazy as _

from tournament.models import Event
from tournament.reports.papers import impose, score_sheets, tally_cards
from tournament.reports.standings import standings

CARDS_PER_SHEET = 4


class NotPrintable(Exception):
    """This paper cannot be printed as things are; the message says what to do first."""


@dataclass(frozen=True, slots=True)
class Size:
    """A size of paper; its measures are in `css/paper-<key>.css`."""

    key: str
    name: Any


@dataclass(frozen=True, slots=True)
class Choice:
    """What is to be printed: on which paper, and which round of a paper that goes by rounds (None: all)."""

    size: Size
    round: int | None = None


@dataclass(frozen=True, slots=True)
class Paper:
    """One kind of paper. `values(event, choice)` gives its template what it shows, or raises
    `NotPrintable`."""

    kind: str
    title: Any
    purpose: Any
    values: Callable[[Event, Choice], dict[str, Any]]
    by_round: bool = False

    @property
    def template(self) -> str:
        return f"print/{self.kind.replace('-', '_')}.html"


SIZES: Mapping[str, Size] = MappingProxyType(
    {size.key: size for size in (Size("letter", _("Letter")), Size("a4", _("A4")))}
)


def _tally_cards(event: Event, choice: Choice) -> dict[str, Any]:
    cards = _published(tally_cards(event))
    return {"sheets": impose(cards, CARDS_PER_SHEET), "cards": cards}


def _score_sheets(event: Event, choice: Choice) -> dict[str, Any]:
    sheets = _published(score_sheets(event, choice.round))
    return {"pages": [sheets[at : at + 2] for at in range(0, len(sheets), 2)], "sheets": sheets}


def _standings(event: Event, choice: Choice) -> dict[str, Any]:
    found = standings(event, through=choice.round)
    if not found.rows:
        raise NotPrintable(_t("There is nobody to rank yet. Add players first."))
    return {"standings": found}


def _published(values: tuple[Any, ...]) -> tuple[Any, ...]:
    if not values:
        raise NotPrintable(_t("Publish the seating first: this paper shows who sits where."))
    return values


PAPERS: Mapping[str, Paper] = MappingProxyType(
    {
        paper.kind: paper
        for paper in (
            Paper(
                "tally-cards",
                _("Tally cards"),
                _(
                    "One for each player, four to a sheet. Cut the whole stack once each way and pile it: "
                    "the cards are in order."
                ),
                _tally_cards,
            ),
            Paper(
                "score-sheets",
                _("Table score sheets"),
                _("One for each table, two to a sheet: eight deals, four players, who reached a tie first."),
                _score_sheets,
                by_round=True,
            ),
            Paper(
                "standings", _("Standings"), _("For the wall: places, points and every round."), _standings
            ),
        )
    }
)
