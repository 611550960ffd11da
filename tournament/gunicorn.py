"""gunicorn's settings for a hosted site: `gunicorn -c python:tournament.gunicorn tournament.wsgi`.

docs/hosting.md has the rest. No access log of its own: it would hold players' secret links, and the site logs
every request itself.
"""

import os

bind = os.environ.get("BIND", "127.0.0.1:8000")
# Each worker renders what it shows for itself: more of them than processors cost more than they bring.
workers = int(os.environ.get("WEB_CONCURRENCY", max(2, os.cpu_count() or 2)))
worker_class = "gthread"
threads = 4
timeout = 60  # seconds until a worker that hangs is replaced
graceful_timeout = 30  # seconds a stop waits for requests under way
keepalive = 30  # a phone's connection lives from one poll to the next
max_requests, max_requests_jitter = 50_000, 5_000  # then a worker begins anew
accesslog = None
errorlog = "-"
control_socket_disable = True
forwarded_allow_ips = "127.0.0.1,::1"
