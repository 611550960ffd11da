"""Show domain errors on a form: the one place where they meet."""

from django.core.exceptions import NON_FIELD_ERRORS, ValidationError
from django.forms import BaseForm

from tournament.sentences import in_words


def add_domain_error(form: BaseForm, error: Exception) -> None:
    """Show an error of `services`, `scoring` or `rotation` beside the field it names, else above the form.

    Such an error has a sentence and may have a `code` and a `field`; a field the form lacks is ignored.
    """
    message = in_words(getattr(error, "message", "") or str(error))
    field = getattr(error, "field", None)
    place = field if field in form.fields else NON_FIELD_ERRORS
    form.add_error(place, ValidationError(message, code=getattr(error, "code", None)))
