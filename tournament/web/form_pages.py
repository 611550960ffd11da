"""Pages with a form: shown by GET, sent by POST."""

from django.http import HttpRequest, QueryDict
from django.views.decorators.http import require_http_methods

form_page = require_http_methods(["GET", "HEAD", "POST"])


def posted(request: HttpRequest) -> QueryDict | None:
    """The data of a form that was sent, None where the page is only shown."""
    return request.POST if request.method == "POST" else None
