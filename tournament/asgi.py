"""The site as an ASGI application, for hosts that run one. Nothing in the site itself is asynchronous."""

import os

from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tournament.settings")

application = get_asgi_application()
