"""The site as a WSGI application, for waitress (`manage.py serve`) and for a hosted site's server."""

import os
from typing import Any

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tournament.settings")

_site = get_wsgi_application()


def application(environ: dict[str, Any], start_response: Any) -> Any:
    """Answer a request. Servers leave it to us that HEAD has no body, which a client would read as the next
    answer's head."""
    body = _site(environ, start_response)
    if environ["REQUEST_METHOD"] == "HEAD":
        body.close()
        return []
    return body
