"""What is stored is codes and values: whoever reads the history later may read another language."""

from typing import Any

import pytest
from django.utils import translation

from scoring.ruleset import PRESETS
from scoring.seats import Side
from tests.factories import NOW, enter, make_published, table_of
from tournament.models import AuditEntry, Wish
from tournament.reports.history import line_of
from tournament.services.events import change_event
from tournament.services.next_round import Answers
from tournament.services.rounds import close_round
from tournament.services.wishes import add_wish, remove_wish
from tournament.state.next_seating import NamedWinner

pytestmark = pytest.mark.django_db

MARK = "‡"  # begins every sentence in the language of this test


@pytest.fixture
def marked_language(monkeypatch):
    """A language in which every sentence begins with a mark."""
    translation.gettext("")  # the functions are loaded by now
    spoken = translation._trans
    one, many = spoken.gettext, spoken.ngettext
    monkeypatch.setattr(spoken, "gettext", lambda text: MARK + one(text))
    monkeypatch.setattr(spoken, "ngettext", lambda *texts: MARK + many(*texts))


def an_evening_of_changes(director):
    """Settings and wishes change, a sheet is corrected, a winner without a sheet is named."""
    event = make_published(director, players=12, rounds=4, movement="winners-up")
    doing = {"by": director, "at": NOW}
    change_event(event, rules=PRESETS["laws"], bye_mode="average", order=["loners", "lot"], **doing)
    ann, ben = event.players.filter(number__in=(1, 2))
    remove_wish(add_wish(event, Wish.Kind.APART, ann, other=ben, **doing), **doing)
    for table in (1, 2):
        enter(table_of(event, 1, table), 10, 4, N=1)
    enter(table_of(event, 1, 1), 10, 5, expected=1)
    named = Answers({3: NamedWinner(Side.EW)})
    close_round(event.rounds.get(number=1), despite_missing=True, answers=named, **doing)
    return event


def words_in(fact: Any) -> list[str]:
    """The texts within a fact that come from a sentence."""
    if isinstance(fact, dict):
        return [text for value in fact.values() for text in words_in(value)]
    if isinstance(fact, list):
        return [text for value in fact for text in words_in(value)]
    return [fact] if isinstance(fact, str) and MARK in fact else []


def test_the_history_keeps_codes_and_says_them_when_it_is_read(marked_language, director):
    event = an_evening_of_changes(director)
    entries = list(AuditEntry.objects.filter(event=event).select_related("by"))
    assert {"event.changed", "seating.wish_removed", "seating.next", "sheet.corrected"} <= {
        entry.action for entry in entries
    }
    assert all(MARK in line_of(entry).sentence for entry in entries)
    assert {entry.action: words for entry in entries if (words := words_in(entry.facts))} == {}
