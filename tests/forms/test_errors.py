"""Where a domain error stands on a form."""

import pytest
from django import forms

from scoring.errors import BadRuleset
from tournament.forms.errors import add_domain_error
from tournament.services.errors import Refused


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
