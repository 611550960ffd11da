"""Labels are put into words when they are shown; a domain error appears beside its field or above all."""

import pytest
from django import forms

from scoring.catalogue import CATALOGUE
from scoring.errors import BadRuleset
from scoring.rule_settings import SETTING
from scoring.ruleset import ABOUT, PRESETS
from tests.conftest import MARK
from tests.helpers.factories import make_published, table_of
from tournament.forms.events import NewEventForm, rule_field
from tournament.forms.fields import add_domain_error
from tournament.forms.rulings import QuestionForm
from tournament.services.errors import Refused
from tournament.state.rulings import read_case


def in_english(labels):
    return [
        str(label)
        for label in labels
        if any(letter.isalpha() for letter in str(label)) and MARK not in str(label)
    ]


def test_the_rulesets_of_a_new_event_are_offered_in_the_readers_language(marked_language):
    """Issue 15: the title and summary of a ruleset were made at import, and stayed English."""
    offered = [label for _, label in NewEventForm.base_fields["preset"].choices]
    assert len(offered) == len(ABOUT) == len(PRESETS)
    assert in_english(offered) == []


@pytest.mark.parametrize("name", SETTING)
def test_the_values_of_a_rule_are_offered_in_the_readers_language(marked_language, name):
    field = rule_field(SETTING[name])
    assert in_english([field.label, field.help_text]) == []
    assert in_english(label for _, label in getattr(field, "choices", ())) == []


def test_the_options_of_an_offence_are_asked_in_the_readers_language(marked_language, director):
    event = make_published(director, players=8, rounds=2)
    offence = next(one for one in CATALOGUE.values() if one.choices_in(event.ruleset))
    form = QuestionForm(read_case(table_of(event)), offence)
    assert in_english(label for _, label in form.fields["choice"].choices) == []


class AnyForm(forms.Form):
    name = forms.CharField()
    march = forms.IntegerField()


@pytest.mark.parametrize(
    ("error", "place", "code"),
    [
        (Refused("taken", "Taken.", "name"), "name", "taken"),
        (Refused("finished", "Finished."), "__all__", "finished"),
        (Refused("elsewhere", "Elsewhere.", "no_such_field"), "__all__", "elsewhere"),
        (BadRuleset("Too many.", code="value", field="march"), "march", "value"),
        (ValueError("100% wrong %s"), "__all__", None),
    ],
)
def test_it_stands_beside_the_field_it_names_else_above_the_form(error, place, code):
    form = AnyForm({"name": "Ann", "march": "2"})
    add_domain_error(form, error)
    (shown,) = form.errors.as_data()[place]
    assert (shown.code, shown.messages) == (code, [str(error)])
