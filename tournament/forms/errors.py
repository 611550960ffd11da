"""Show domain errors on a form: the one place where they meet."""

from django.core.exceptions import NON_FIELD_ERRORS, ValidationError
from django.forms import BaseForm

from tournament.sentences import words_of


def add_domain_error(form: BaseForm, error: Exception) -> None:
    """Show an error of `services`, `scoring` or `rotation` beside the field it names, else above the form.

    Such an error has a sentence and may have a `code` and a `field`; a field the form lacks is ignored.
    """
    field = getattr(error, "field", None)
    place = field if field in form.fields else NON_FIELD_ERRORS
    form.add_error(place, ValidationError(words_of(error), code=getattr(error, "code", None)))
