"""The registry of actions: every code is written there, and nowhere else."""

import ast
from dataclasses import replace
from pathlib import Path

import pytest

from tests.helpers.factories import NOW, make_event
from tournament.backup import shelf
from tournament.registry import actions
from tournament.services.common import record

SOURCES = [
    path
    for path in sorted((Path(__file__).resolve().parent.parent / "tournament").rglob("*.py"))
    if "migrations" not in path.parts and path.name != "actions.py"
]


def test_no_code_of_an_action_is_written_outside_the_registry():
    assert len(SOURCES) > 100
    for path in SOURCES:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                assert node.value not in actions.ACTIONS, f"{path.name}, line {node.lineno}: {node.value}"


def test_each_action_is_named_like_its_code():
    for code, action in actions.ACTIONS.items():
        assert getattr(actions, code.replace(".", "_").upper()) is action


def test_every_action_is_recorded_somewhere():
    used = {
        node.attr
        for path in SOURCES
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "actions"
    }
    of_1_0_0 = {f"PROPOSAL_{what}" for what in ("MADE", "AGREED", "DECLINED", "WITHDRAWN")}
    of_1_0_0 |= {"SHEET_UNCONFIRMED", "EVENT_PUT_BACK_BY_TWO"}
    assert {code.replace(".", "_").upper() for code in actions.ACTIONS} - used == of_1_0_0


def test_a_backup_at_once_has_a_place_on_the_shelf():
    assert {backup.value for backup in actions.Backup} <= set(shelf.REASONS)


@pytest.mark.django_db
def test_an_action_outside_the_registry_is_refused(director):
    event = make_event(director)
    entries = event.audit_entries.count()
    for unknown in (
        replace(actions.EVENT_CREATED, code="event.unheard"),
        replace(actions.EVENT_CREATED, undo=actions.Undo.SHEET),
    ):
        with pytest.raises(ValueError, match=unknown.code):
            record(event, unknown, by=director, at=NOW)
    assert event.audit_entries.count() == entries
