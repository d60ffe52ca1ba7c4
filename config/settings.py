"""Every setting of the site, from the environment; with nothing set it runs embedded: one process, on SQLite.

The names are listed in docs/operations.md. Rules of play are never settings: they are fields of a tournament.
"""

from pathlib import Path
from urllib.parse import urlsplit

import environ
import structlog
from csp.constants import NONCE, NONE, SELF, UNSAFE_EVAL, UNSAFE_INLINE
from django.utils.translation import gettext_lazy as _

from config.first_run import read_key
from config.logs import PROCESSORS, logging_config

env = environ.Env()
BASE_DIR = Path(__file__).resolve().parent.parent

# Where and how the site runs

DEBUG = env.bool("DEBUG", default=False)
PORT = env.int("PORT", default=8000)
# What is made at run time: database, keys, mail, audit heads.
VAR_DIR = Path(env.str("VAR_DIR", default="") or BASE_DIR / "var")
SITE_URL = env.str("SITE_URL", default="").rstrip("/") or f"http://127.0.0.1:{PORT}"
ALLOWED_HOSTS = env.list("ALLOWED_HOSTS", default=[]) or ["localhost", "127.0.0.1", "[::1]"]
# How many reverse proxies in front of us may be believed about the address of a client.
TRUSTED_PROXIES = env.int("TRUSTED_PROXIES", default=0)
ORGANISERS = env.str("ORGANISERS", default="invited")
if ORGANISERS not in ("invited", "anyone"):
    raise SystemExit("ORGANISERS must be 'invited' or 'anyone'.")
AUDIT_SINK = env.str("AUDIT_SINK", default="") or str(VAR_DIR / "audit_heads.jsonl")

# Keys

SECRET_KEY = env.str("SECRET_KEY", default="") or read_key(VAR_DIR, "secret_key")
if not SECRET_KEY:
    if not DEBUG:
        raise SystemExit(
            "Set SECRET_KEY, or run 'manage.py serve' or 'manage.py demo' once: they make the keys."
        )
    SECRET_KEY = "only-for-development-" + "0" * 40
# Seals shoe secrets and draw secrets at rest (V8); empty = derived from SECRET_KEY.
SHOE_KEY = env.str("SHOE_KEY", default="") or read_key(VAR_DIR, "shoe_key")

# Applications

# "unfold" dresses the admin; "plain" leaves Django's own, which must always work.
ADMIN_THEME = env.str("ADMIN_THEME", default="unfold")
INSTALLED_APPS = [
    *(["unfold"] if ADMIN_THEME == "unfold" else []),
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.humanize",
    "django.contrib.messages",
    "django.contrib.sessions",
    "django.contrib.staticfiles",
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "allauth.usersessions",
    "csp",
    "django_filters",
    "django_htmx",
    "django_structlog",
    "drf_spectacular",
    "drf_spectacular_sidecar",
    "rest_framework",
    "accounts",
    "tables",
    "tournaments",
]
MIDDLEWARE = [
    "config.policies.ContentPolicy",
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "config.guard.BadRequests",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "django_structlog.middlewares.RequestMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "allauth.usersessions.middleware.UserSessionsMiddleware",
    "config.errors.Refusals",
]
ROOT_URLCONF = "config.urls"
ASGI_APPLICATION = "config.asgi.application"
WSGI_APPLICATION = "config.wsgi.application"
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "django.template.context_processors.i18n",
                "csp.context_processors.nonce",
            ]
        },
    }
]

# Database, cache, queue

_SQLITE = f"sqlite:///{VAR_DIR / 'pitboss.sqlite3'}"
DATABASES = {"default": env.db_url_config(env.str("DATABASE_URL", default="") or _SQLITE)}
if DATABASES["default"]["ENGINE"] == "django.db.backends.sqlite3":
    # Immediate transactions take the write lock first, so that nothing ever has to upgrade a read lock.
    DATABASES["default"]["OPTIONS"] = {
        "transaction_mode": "IMMEDIATE",
        "timeout": 20,
        "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL;",
    }
else:
    # Nothing waits for ever (invariants section 2, rule 7); the numbers are milliseconds.
    DATABASES["default"]["OPTIONS"] = {
        "options": "-c statement_timeout=5000 -c lock_timeout=2000"
        " -c idle_in_transaction_session_timeout=10000",
        **DATABASES["default"].get("OPTIONS", {}),
    }
    DATABASES["default"]["CONN_HEALTH_CHECKS"] = True
# Each thread of the pool keeps its connection.
DATABASES["default"]["CONN_MAX_AGE"] = 600

REDIS_URL = env.str("REDIS_URL", default="")
CACHES = {
    "default": {
        "BACKEND": "django.core.cache.backends.redis.RedisCache",
        "LOCATION": REDIS_URL,
        "KEY_PREFIX": "pitboss",
    }
    if REDIS_URL
    else {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}
}
# Without Redis there are no Celery processes: `manage.py clock` and `serve` run the same sweeps.
CELERY_BROKER_URL = REDIS_URL or "memory://"

# Who you are

AUTH_USER_MODEL = "accounts.User"
AUTHENTICATION_BACKENDS = ["allauth.account.auth_backends.AuthenticationBackend"]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator"},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
]
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "/"
ACCOUNT_LOGOUT_REDIRECT_URL = "/"
ACCOUNT_ADAPTER = "config.adapter.SiteAccountAdapter"
ACCOUNT_FORMS = {"signup": "accounts.forms.SignupForm"}
ACCOUNT_LOGIN_METHODS = {"username", "email"}
ACCOUNT_SIGNUP_FIELDS = ["username*", "email", "password1*"]
ACCOUNT_EMAIL_VERIFICATION = "none"
ACCOUNT_SESSION_REMEMBER = True
ACCOUNT_USERNAME_BLACKLIST = ["admin", "root", "pitboss"]
# Bad input 61: five wrong passwords a minute, counted by address and by name.
ACCOUNT_RATE_LIMITS = {"login_failed": "5/m/ip,5/m/key"}
ALLAUTH_TRUSTED_PROXY_COUNT = TRUSTED_PROXIES
MFA_ADAPTER = "accounts.adapter.SealedMFAAdapter"
MFA_SUPPORTED_TYPES = ["totp", "webauthn", "recovery_codes"]
MFA_PASSKEY_LOGIN_ENABLED = True
MFA_TOTP_ISSUER = "Pitboss"

# The browser

_HTTPS = urlsplit(SITE_URL).scheme == "https"
ACCOUNT_DEFAULT_HTTP_PROTOCOL = urlsplit(SITE_URL).scheme
CSRF_TRUSTED_ORIGINS = [SITE_URL]
CSRF_COOKIE_SECURE = SESSION_COOKIE_SECURE = LANGUAGE_COOKIE_SECURE = _HTTPS
# htmx reads the token from the page, never from the cookie.
CSRF_COOKIE_HTTPONLY = LANGUAGE_COOKIE_HTTPONLY = True
LANGUAGE_COOKIE_SAMESITE = "Lax"
CSRF_FAILURE_VIEW = "config.errors.csrf_failure"
SECURE_HSTS_SECONDS = 31_536_000 if _HTTPS else 0
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if TRUSTED_PROXIES else None
SECURE_REFERRER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"
# Bad input 12: a form or upload of more than 2 MB is refused with 413 (config/guard.py).
DATA_UPLOAD_MAX_MEMORY_SIZE = 2 * 1024 * 1024

CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [SELF],
        "script-src": [SELF, NONCE],
        "style-src": [SELF],
        "img-src": [SELF, "data:"],
        "object-src": [NONE],
        "base-uri": [NONE],
        "form-action": [SELF],
        "frame-ancestors": [NONE],
    }
}
# The admin's scripts evaluate expressions and write styles, the API page's write styles; no others may.
CONTENT_POLICIES_BY_PATH = {
    "/admin/": {
        **CONTENT_SECURITY_POLICY["DIRECTIVES"],
        "script-src": [SELF, UNSAFE_INLINE, UNSAFE_EVAL],
        "style-src": [SELF, UNSAFE_INLINE],
    },
    "/api/docs/": {
        **CONTENT_SECURITY_POLICY["DIRECTIVES"],
        "style-src": [SELF, UNSAFE_INLINE],
    },
}

STATIC_URL = "/static/"
STATIC_ROOT = BASE_DIR / "staticfiles"
STATICFILES_DIRS = [BASE_DIR / "static"]
# `serve` and `demo` need no collectstatic: until it has run, the files are served from where they lie.
WHITENOISE_USE_FINDERS = not STATIC_ROOT.is_dir()
_STATIC_BACKEND = (
    "django.contrib.staticfiles.storage.StaticFilesStorage"
    if DEBUG or WHITENOISE_USE_FINDERS
    else "whitenoise.storage.CompressedManifestStaticFilesStorage"
)
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": _STATIC_BACKEND},
}

# Languages and time

LANGUAGE_CODE = "en"
LANGUAGES = [
    ("en", _("English")),
    ("zh-hans", _("Simplified Chinese")),
    ("ms", _("Malay")),
    ("ru", _("Russian")),
]
LOCALE_PATHS = [BASE_DIR / "locale"]
USE_TZ = True
TIME_ZONE = "UTC"

# Mail: without EMAIL_URL it goes to files, and nobody waits for it.

if env.str("EMAIL_URL", default=""):
    vars().update(env.email_url("EMAIL_URL"))
else:
    EMAIL_BACKEND = "django.core.mail.backends.filebased.EmailBackend"
    EMAIL_FILE_PATH = VAR_DIR / "mail"
DEFAULT_FROM_EMAIL = SERVER_EMAIL = env.str("EMAIL_FROM", default=f"pitboss@{urlsplit(SITE_URL).hostname}")
EMAIL_TIMEOUT = 10
ACCOUNT_EMAIL_SUBJECT_PREFIX = ""

# REST

REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": [
        "accounts.authentication.TokenAuthentication",
        "rest_framework.authentication.SessionAuthentication",
    ],
    "DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.IsAuthenticated"],
    "DEFAULT_PARSER_CLASSES": ["accounts.drf.StrictJSONParser"],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_PAGINATION_CLASS": "accounts.drf.CursorPages",
    "DEFAULT_SCHEMA_CLASS": "drf_spectacular.openapi.AutoSchema",
    "DEFAULT_THROTTLE_CLASSES": ["accounts.throttles.ByVisitor", "accounts.throttles.ByUser"],
    "DEFAULT_THROTTLE_RATES": {"anon": "120/min", "user": "1200/min", "tokens": "20/hour"},
    "EXCEPTION_HANDLER": "config.errors.api_exception_handler",
    "NUM_PROXIES": TRUSTED_PROXIES,
    "TEST_REQUEST_DEFAULT_FORMAT": "json",
}
SPECTACULAR_SETTINGS = {
    "TITLE": "Pitboss",
    "DESCRIPTION": "Organise, play and watch elimination blackjack tournaments.",
    "VERSION": "1",
    "SERVE_INCLUDE_SCHEMA": False,
    "SERVE_PERMISSIONS": ["rest_framework.permissions.AllowAny"],
    "SERVE_PUBLIC": True,
    "SCHEMA_PATH_PREFIX": "/api/v1",
    "SWAGGER_UI_DIST": "SIDECAR",
    "SWAGGER_UI_FAVICON_HREF": "SIDECAR",
    "ENUM_NAME_OVERRIDES": {"TournamentStatusEnum": "tournaments.models.Tournament.Status"},
}

# Logs

LOGGING = logging_config()
structlog.configure(
    processors=[*PROCESSORS, structlog.stdlib.ProcessorFormatter.wrap_for_formatter],
    logger_factory=structlog.stdlib.LoggerFactory(),
    cache_logger_on_first_use=True,
)
