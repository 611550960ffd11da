"""The site as a WSGI application, for waitress (`manage.py serve`) and for a hosted site's server."""

import os

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tournament.settings")

application = get_wsgi_application()
