"""Show domain errors on a form: the one place where they meet."""

from django.core.exceptions import NON_FIELD_ERRORS, ValidationError
from django.forms import BaseForm
from django.forms.utils import ErrorDict

from tournament.sentences import words_of


def add_domain_error(form: BaseForm, error: Exception) -> None:
    """Show an error of `services`, `scoring` or `rotation` beside the field it names, else above the form.

    Such an error has a sentence and may have a `code` and a `field`; a field the form lacks is ignored.
    """
    field = getattr(error, "field", None)
    if field == "order" and field not in form.fields:
        field = "key_1"  # the order of an event's form is made of its keys
    place = field if field in form.fields else NON_FIELD_ERRORS
    form.add_error(place, ValidationError(words_of(error), code=getattr(error, "code", None)))


def refuse_unread(form: BaseForm, code: str, sentence: str) -> None:
    """Show a sentence above a form that was sent and is not looked at; what was typed stays in it."""
    vars(form).update(_errors=ErrorDict(), cleaned_data={})  # as after cleaning: nothing is cleaned later
    form.add_error(NON_FIELD_ERRORS, ValidationError(sentence, code=code))
