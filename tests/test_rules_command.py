"""`manage.py rules`: a preset in words."""

import io

import pytest
from django.core.management import CommandError, call_command

from scoring.ruleset import PRESETS


@pytest.mark.parametrize("preset", PRESETS)
def test_every_preset_is_printed_with_a_source_for_every_rule(preset):
    out = io.StringIO()
    call_command("rules", preset, stdout=out)
    rules = [line for line in out.getvalue().splitlines() if line.startswith("  ")]
    assert len(rules) > 30
    assert all(line.endswith("]") and not line.endswith("[]") for line in rules)


def test_an_unknown_preset_is_said_so():
    with pytest.raises(CommandError, match="invalid choice"):
        call_command("rules", "bridge")
