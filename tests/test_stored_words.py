"""What is stored is codes and values: whoever reads the history later may read another language."""

from dataclasses import replace
from typing import Any

import pytest
from django.apps import apps

from scoring.deal import Call, Deal, Fate
from scoring.ruleset import PRESETS
from scoring.seats import Seat, Side, dealer_of
from tests.conftest import MARK
from tests.helpers.factories import NAMES, NOW, enter, make_published, table_of
from tournament.models import Adjustment, AuditEntry, DraftJob, Event, Sheet, Submission, Wish
from tournament.reports.history import line_of
from tournament.reports.seating_page import why_not_drawn
from tournament.reports.submissions import submission_questions
from tournament.services.draft_jobs import run_draw
from tournament.services.events import change_event
from tournament.services.next_round import Answers
from tournament.services.rounds import close_round
from tournament.services.rulings import make_ruling
from tournament.services.sheets import enter_deals
from tournament.services.submissions import accept, submit
from tournament.services.wishes import add_wish, remove_wish
from tournament.state.next_round import NamedWinner
from tournament.state.rulings import RulingDecision, RulingQuestion, proposal_for
from tournament.state.sheet_scores import TableResult
from tournament.words.sentences import in_words

pytestmark = pytest.mark.django_db


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


# --- every text that is stored, in whatever row
CODES = {"first jack"}  # values of rules that have a blank in them
TYPED = {"Friday Night Euchre", "the third time", *NAMES}  # names, and reasons that an official gave
OF_THE_ARCHIVE = {"Ruling 1", "Ruling 2", "Ruling 3", "Ruling 4"}  # reasons of sheets: see EVENT_FORMAT.md
AS_TYPED = {"name", "password"}  # fields of what people call themselves


def an_evening_of_refusals(director):
    """Two phones report an unlikely score, a draw cannot be made, a ruling sets a sheet aside, points go."""
    event = make_published(director, players=8, rounds=2)
    Event.objects.update(scores_from="tables")
    table, other = table_of(event), table_of(event, 1, 2)
    shut_out = TableResult(Sheet.Entry.TOTALS, totals={Side.NS: 16, Side.EW: 0}, loners={})
    submit(other, shut_out, seat=Seat.N, at=NOW, confirmed=True)
    accept(other, 1, seat=Seat.E, at=NOW, device="another")
    doing = {"by": director, "at": NOW}
    deals = [Deal(slot, 1, dealer_of(Seat.N, slot), Call(Seat.N), 4) for slot in range(1, 9)]
    enter_deals(table, deals=deals, first_dealer=Seat.N, expected=0, confirmed=True, **doing)
    talk = as_proposed(table, RulingQuestion("table-talk", Seat.E, slot=2))
    make_ruling(table, decision=replace(talk, own_points=3, reason="the third time"), **doing)
    again = as_proposed(table, RulingQuestion("misdeal", Seat.S, slot=3))
    make_ruling(table, decision=replace(again, fate=Fate.REDEAL, reason="the third time"), **doing)
    job = DraftJob.objects.create(
        event=event, number=1, purpose="draft", asked={"from_round": 2}, asked_by=director, asked_at=NOW,
        seen_at=NOW,
    )  # fmt: skip
    event.players.filter(number__gt=3).update(status="left", to_round=1)
    run_draw(job, clock=lambda: NOW, tell=lambda part: None)
    return event


def as_proposed(table, question):
    return RulingDecision.as_proposed(question, proposal_for(table, question))


def sentences_in(stored):
    """The texts of several words within a stored value that nobody typed."""
    if isinstance(stored, dict):
        inside = [value for name, value in stored.items() if name not in AS_TYPED]
        return [text for value in inside for text in sentences_in(value)]
    if isinstance(stored, list | tuple):
        return [text for value in stored for text in sentences_in(value)]
    is_sentence = isinstance(stored, str) and " " in stored.strip()
    return [stored] if is_sentence and stored not in TYPED | CODES else []


def test_no_table_of_the_database_holds_a_sentence(director):
    """Whatever language it was written in: a warning, a refusal, the reason of a sheet or of points."""
    an_evening_of_refusals(director)
    assert Submission.objects.get().doubts
    assert DraftJob.objects.get().refused
    assert AuditEntry.objects.filter(action="sheet.set_aside").exists()
    assert Adjustment.objects.exists()
    found = {}
    for model in apps.get_app_config("tournament").get_models():
        for row in model.objects.all():
            for field in model._meta.concrete_fields:
                value = getattr(row, field.attname)
                allowed = OF_THE_ARCHIVE if model is Sheet or field.name == "facts" else set()
                if field.name not in AS_TYPED and (words := set(sentences_in(value)) - allowed):
                    found.setdefault(f"{model.__name__}.{field.name}", set()).update(words)
    assert found == {}


def reports_of(event):
    (question,) = submission_questions(event.rounds.get(number=1))
    return question.reports


def test_each_is_put_into_words_when_it_is_read(marked_language, director):
    """The warning, the refusal, the reason of a sheet set aside and that of the points, in any language."""
    event = an_evening_of_refusals(director)
    aside = AuditEntry.objects.get(action="sheet.set_aside")
    assert aside.facts["why"] == {"code": "order", "slot": 3, "attempt": 2}
    read = [
        *(in_words(report.doubt) for report in reports_of(event)),
        why_not_drawn(DraftJob.objects.get()),
        line_of(aside).reason,
        Adjustment.objects.get().in_words,
    ]
    assert len(read) == 4
    assert [text for text in read if MARK not in text] == []
