"""The one settings file, driven by the environment.

Two profiles: `hall` (one laptop on the hall's wifi, plain http, SQLite, `manage.py serve`) and `hosted` (TLS,
PostgreSQL, several worker processes). Each value the environment may set is read once, here.
"""

from datetime import timedelta
from typing import Any

import environ
from csp.constants import NONE, SELF
from django.core.exceptions import ImproperlyConfigured
from whitenoise.compress import Compressor

from tournament.running import data_folder, program

BASE_DIR = program.HERE
env = environ.Env()

PROFILE: str = env.str("EUCHRE_PROFILE", "hall")
if PROFILE not in {"hall", "hosted"}:
    raise ImproperlyConfigured(f"EUCHRE_PROFILE is {PROFILE!r}; it must be 'hall' or 'hosted'.")
HOSTED = PROFILE == "hosted"

DATA_DIR = data_folder.folder_or_default(
    "EUCHRE_DATA_DIR", env.str("EUCHRE_DATA_DIR", ""), data_folder.usual_folder()
)
DEBUG: bool = env.bool("DEBUG", False)
if HOSTED and DEBUG:
    raise ImproperlyConfigured(
        "DEBUG is on: error pages would show this site's settings to strangers. Turn DEBUG off on a hosted "
        "site."
    )
data_folder.keep_private(DATA_DIR)


def _secret_key() -> str:
    """The key from the environment, or for a hall the one kept beside its data, made at first use."""
    if key := env.str("SECRET_KEY", ""):
        if HOSTED and (len(key) < data_folder.SHORTEST or len(set(key)) < 5):
            raise ImproperlyConfigured(
                f"SECRET_KEY is too easy to guess: it needs {data_folder.SHORTEST} characters or more. "
                'Make one with: python3 -c "import secrets; print(secrets.token_urlsafe(64))"'
            )
        return data_folder.refuse_known_key(key, "Set SECRET_KEY to another one.")
    if HOSTED:
        raise ImproperlyConfigured(
            "Set SECRET_KEY in the environment: the hosted profile keeps no key on disk."
        )
    return data_folder.secret_key(DATA_DIR)


SECRET_KEY = _secret_key()
# A hall's laptop answers to whatever address the router gave it; a hosted site names its hosts.
ALLOWED_HOSTS: list[str] = env.list("ALLOWED_HOSTS", default=[] if HOSTED else ["*"])
CSRF_TRUSTED_ORIGINS: list[str] = env.list("CSRF_TRUSTED_ORIGINS", default=[])

INSTALLED_APPS = [
    "tournament",  # first: its createsuperuser goes before Django's
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "whitenoise.runserver_nostatic",
    "django.contrib.staticfiles",
    "django.forms",  # its widgets' templates
    "django_tables2",
    "csp",
    "axes",
]

MIDDLEWARE = [
    "tournament.web.logs.RequestLog",
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "tournament.web.caches.SharedCaches",
    "django.middleware.gzip.GZipMiddleware",
    "csp.middleware.CSPMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "tournament.web.reader_language.ReaderLanguage",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "tournament.web.form_pages.BodyLimits",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "axes.middleware.AxesMiddleware",
    "tournament.web.sent_once.SentOnce",
]

ROOT_URLCONF = "tournament.urls"
WSGI_APPLICATION = "tournament.wsgi.application"
TEST_RUNNER = "tests.helpers.runner.Pytest"  # what `manage.py test` runs

TEMPLATES: list[dict[str, Any]] = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"] if program.IS_CHECKOUT else [],  # else the package holds them
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.debug",
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "tournament.http.event_page",
            ],
            # No page loads these by itself.
            "builtins": [
                "django.templatetags.i18n",
                "django.templatetags.static",
                "tournament.templatetags.euchre",
            ],
            "libraries": {"papers": "tournament.printing.fit"},
        },
    }
]
FORM_RENDERER = "tournament.forms.fields.Renderer"

# --- data ---
DATABASES: dict[str, Any] = {
    # Not by an address: a folder's name may hold what means something else there, such as # or %.
    "default": env.db("DATABASE_URL")
    if env.str("DATABASE_URL", "")
    else {"ENGINE": "django.db.backends.sqlite3", "NAME": str(DATA_DIR / "euchre.sqlite3")}
}
if DATABASES["default"]["ENGINE"] == "django.db.backends.sqlite3":
    DATABASES["default"]["OPTIONS"] = {
        # IMMEDIATE: a deferred transaction that reads and then writes fails with "database is locked" under
        # load.
        "transaction_mode": "IMMEDIATE",
        "timeout": 10,
        # FULL: a hall pulls plugs, and an acknowledged score must survive that.
        # fullfsync: on macOS alone, where fsync stops at the drive's own cache; elsewhere it does nothing.
        "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA foreign_keys=ON; "
        "PRAGMA fullfsync=ON; PRAGMA checkpoint_fullfsync=ON; "
        # Pages, of 1000: what is in the log only is lost with it, if somebody deletes it after a kill.
        "PRAGMA wal_autocheckpoint=100;",
    }
else:
    DATABASES["default"].setdefault("CONN_HEALTH_CHECKS", True)
# Seconds. Opening a file and its settings costs more than what a phone then asks of it.
DATABASES["default"].setdefault("CONN_MAX_AGE", 60)

# Copies of the database that the site takes by itself, and where they lie: best on another disk.
BACKUPS: bool = env.bool("EUCHRE_BACKUPS", True)
BACKUP_DIR = data_folder.folder_or_default(
    "EUCHRE_BACKUP_DIR", env.str("EUCHRE_BACKUP_DIR", ""), DATA_DIR / "backups"
)

DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

# --- people and sessions ---
AUTH_USER_MODEL = "tournament.User"
AUTHENTICATION_BACKENDS = ["axes.backends.AxesStandaloneBackend", "django.contrib.auth.backends.ModelBackend"]
AUTH_PASSWORD_VALIDATORS = [
    *(
        {"NAME": f"django.contrib.auth.password_validation.{name}"}
        for name in (
            "UserAttributeSimilarityValidator",
            "MinimumLengthValidator",
            "CommonPasswordValidator",
            "NumericPasswordValidator",
        )
    ),
    {"NAME": "tournament.running.passwords.NotMadeOfOurWords"},
]
# On a hosted site whoever is invited has an account: what everybody sees is made by those who were given
# the right.
PUBLISHING_IS_A_RIGHT = HOSTED
LOGIN_URL = "accounts:sign_in"
LOGIN_REDIRECT_URL = "events:index"
LOGOUT_REDIRECT_URL = "home"

# Numbers in memory: in the database axes would keep what was typed.
AXES_HANDLER, AXES_CACHE = "axes.handlers.cache.AxesCacheHandler", "wrong passwords"
SILENCED_SYSTEM_CHECKS = ["axes.W001"]  # of a memory for each process: a hall is one, a host counts in each
AXES_LOCKOUT_PARAMETERS = [["username", "ip_address"]]
AXES_FAILURE_LIMIT = 8
AXES_COOLOFF_TIME = timedelta(minutes=15)
AXES_RESET_COOL_OFF_ON_FAILURE_DURING_LOCKOUT = False
AXES_RESET_ON_SUCCESS = True
AXES_CLIENT_IP_CALLABLE = "tournament.web.lockout.place_of"
# How many proxies of ours stand in front; each adds the address it was asked from to X-Forwarded-For.
TRUSTED_PROXIES: int = env.int("TRUSTED_PROXIES", 1 if HOSTED else 0)
AXES_LOCKOUT_CALLABLE = "tournament.web.lockout.locked_page"
AXES_ENABLE_ADMIN = False
AXES_VERBOSE = False

SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = "Lax"
SESSION_COOKIE_SECURE = HOSTED
CSRF_COOKIE_SECURE = HOSTED
MESSAGE_STORAGE = "django.contrib.messages.storage.session.SessionStorage"

# --- security ---
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [NONE],
        "script-src": [SELF],
        "style-src": [SELF],
        "img-src": [SELF, "data:"],
        "font-src": [SELF],
        "connect-src": [SELF],
        "manifest-src": [SELF],
        "form-action": [SELF],
        "base-uri": [NONE],
        "frame-ancestors": [NONE],
    }
}
SECURE_CONTENT_TYPE_NOSNIFF = True
SECURE_REFERRER_POLICY = "same-origin"
# Plain http to a hall's address is no secure context: browsers ignore the opener policy there and complain.
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin" if HOSTED else None
X_FRAME_OPTIONS = "DENY"
if HOSTED:
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    SECURE_REDIRECT_EXEMPT = [r"^healthz$"]  # a monitor on the machine itself asks without TLS
    SECURE_SSL_REDIRECT = env.bool("SECURE_SSL_REDIRECT", True)
    SECURE_HSTS_SECONDS = env.int("SECURE_HSTS_SECONDS", 31_536_000)
    SECURE_HSTS_INCLUDE_SUBDOMAINS = True
    SECURE_HSTS_PRELOAD = True
DATA_UPLOAD_MAX_MEMORY_SIZE = 2 * 1024 * 1024
DATA_UPLOAD_MAX_NUMBER_FIELDS = 5_000  # 100 tables in one totals grid are about 1,200 fields

# --- static files ---
STATIC_URL = "static/"
STATIC_ROOT = program.COLLECTED if program.carries_static_files() else DATA_DIR / "static"
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"
        if DEBUG
        else "tournament.running.static_files.HashedStaticFiles"
    },
}
# Until they are collected, `manage.py runserver` serves them from where they are.
WHITENOISE_USE_FINDERS = DEBUG or not (STATIC_ROOT / "staticfiles.json").exists()
WHITENOISE_ALLOW_ALL_ORIGINS = False  # they are for our own pages
# A first start waits while files are packed: only those that pages load, and no map that no phone asks for.
WHITENOISE_KEEP_ONLY_HASHED_FILES = True
WHITENOISE_SKIP_COMPRESS_EXTENSIONS = (*Compressor.SKIP_COMPRESS_EXTENSIONS, "map")

# --- language and time ---
LANGUAGES = [("en", "English"), ("fr", "Français")]  # each named in itself
LANGUAGE_CODE: str = env.str("LANGUAGE_CODE", "en")  # of readers who ask for none of these, and of new events
if LANGUAGE_CODE not in dict(LANGUAGES):
    known = " or ".join(repr(code) for code, _name in LANGUAGES)
    raise ImproperlyConfigured(f"LANGUAGE_CODE is {LANGUAGE_CODE!r}; it must be {known}.")
LANGUAGE_COOKIE_AGE = 365 * 24 * 3600
LANGUAGE_COOKIE_SAMESITE = "Lax"
LANGUAGE_COOKIE_HTTPONLY = True
LANGUAGE_COOKIE_SECURE = HOSTED
LOCALE_PATHS = [BASE_DIR / "tournament" / "locale"]
USE_I18N = True
USE_TZ = True
# A hall's laptop has a clock on the wall beside it; a hosted site says whose.
TIME_ZONE: str = env.str("TIME_ZONE", "America/Toronto" if HOSTED else program.own_time_zone())

# --- libraries ---
DJANGO_TABLES2_TEMPLATE = "components/listing.html"
CACHES = {
    # What may live in one process's memory: rendered bodies keyed by the event's version, never a fact.
    name: {
        "BACKEND": "django.core.cache.backends.locmem.LocMemCache",
        "LOCATION": name,
        "OPTIONS": {"MAX_ENTRIES": most},
    }
    for name, most in (("default", 2_000), (AXES_CACHE, 20_000))
}

# `json`: one object a line, with every request and every action; `plain`: what went wrong, for a terminal.
LOG: str = env.str("EUCHRE_LOG", "json" if HOSTED else "plain")
if LOG not in {"plain", "json"}:
    raise ImproperlyConfigured(f"EUCHRE_LOG is {LOG!r}; it must be 'plain' or 'json'.")

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {
        "plain": {"format": "{asctime} {levelname} {name} {message}", "style": "{"},
        "json": {"()": "tournament.web.logs.JsonLog"},
    },
    "filters": {"discreet": {"()": "tournament.web.logs.RedactLinks"}},
    "handlers": {"console": {"class": "logging.StreamHandler", "formatter": LOG, "filters": ["discreet"]}},
    "root": {"handlers": ["console"], "level": "WARNING"},
    "loggers": {
        "tournament": {"level": "INFO" if LOG == "json" else "WARNING"},
        "django.request": {"level": "ERROR"},
        # The development server's own handler would write addresses as they are.
        "django.server": {"handlers": ["console"], "level": "INFO", "propagate": False},
        "axes": {"level": "ERROR"},
    },
}
