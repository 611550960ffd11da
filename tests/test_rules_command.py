"""`manage.py rules`: a preset in words."""

import io

import pytest
from django.core.management import CommandError, call_command

from scoring.ruleset import PRESETS


@pytest.mark.parametrize("preset", PRESETS)
def test_every_preset_is_printed_with_a_source_for_every_rule(preset):
    out = io.StringIO()
    call_command("rules", preset, stdout=out)
    card, key = out.getvalue().split("\nSources\n")
    rules = [line for line in card.splitlines() if line.startswith("  ")]
    assert len(rules) > (30 if PRESETS[preset].has_deals else 5)
    several = [line for line in rules if line.endswith(":")]  # its outcomes follow, each with its source
    assert several or not PRESETS[preset].has_deals
    assert all(line.endswith("]") and not line.endswith("[]") for line in rules if line not in several)
    optional = "    - If the director adds it: The score is put right"
    assert optional in card or preset in ("laws", "totals-only")
    assert "  event setting: chosen for this event" in key


def test_an_unknown_preset_is_said_so():
    with pytest.raises(CommandError, match="invalid choice"):
        call_command("rules", "bridge")
