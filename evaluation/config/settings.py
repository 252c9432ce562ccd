"""Settings of the CSwitch site, in one file.

With no environment at all the site runs for development here: SQLite, a throw-away key, e-mail on the console.
``CSWITCH_ENV=production`` turns on every protection and refuses to start when a setting would be unsafe, naming it.
Each variable read here is described in ``docs/admins.md``; a test fails when one is missing there.
"""

from __future__ import annotations

import os
from pathlib import Path
from urllib.parse import urlsplit

import dj_database_url
from babel import Locale
from csp.constants import NONE, SELF
from django.core.exceptions import ImproperlyConfigured
from django.http.request import validate_host

from evaluation.config import formats

ROOT = Path(__file__).resolve().parent.parent.parent
ON, OFF = {"1", "true", "yes", "on"}, {"", "0", "false", "no", "off"}


def flag(name: str, *, default: bool) -> bool:
    value = os.environ.get(name, str(default)).strip().lower()
    if value not in ON | OFF:
        raise ImproperlyConfigured(f"{name} must be on or off, not {value!r}.")
    return value in ON


def number(name: str, *, default: int) -> int:
    value = os.environ.get(name, str(default))
    try:
        return int(value)
    except ValueError:
        raise ImproperlyConfigured(f"{name} must be a whole number, not {value!r}.") from None


def one_of(name: str, *values: str, default: str) -> str:
    value = os.environ.get(name, default)
    if value not in values:
        raise ImproperlyConfigured(f"{name} must be {' or '.join(values)}, not {value!r}.")
    return value


def words(name: str, *, default: str = "") -> list[str]:
    return [word.strip() for word in os.environ.get(name, default).split(",") if word.strip()]


PRODUCTION = one_of("CSWITCH_ENV", "development", "production", default="development") == "production"

DEBUG = flag("DEBUG", default=False)
DEVELOPMENT_KEY = "for development on one machine, never for people's data"
SECRET_KEY = os.environ.get("SECRET_KEY", DEVELOPMENT_KEY)
ALLOWED_HOSTS = words("ALLOWED_HOSTS", default="" if PRODUCTION else "localhost,127.0.0.1,[::1]")
SITE_URL = os.environ.get("SITE_URL", "" if PRODUCTION else "http://127.0.0.1:8000").rstrip("/")
DATA_DIR = Path(os.environ.get("DATA_DIR", ROOT / "data"))
# Off only behind a proxy that speaks TLS for us on a private machine, or to try production settings on a laptop.
HTTPS = flag("HTTPS", default=PRODUCTION)
# A proxy of ours terminates TLS: its X-Forwarded-Proto and the last X-Forwarded-For are to be believed.
BEHIND_TLS_PROXY = flag("BEHIND_TLS_PROXY", default=False)


def refuse_unsafe_production() -> None:
    """Stop with the name of the variable that would make this site unsafe."""
    if len(SECRET_KEY) < 50 or len(set(SECRET_KEY)) < 10 or SECRET_KEY == DEVELOPMENT_KEY:
        raise ImproperlyConfigured("SECRET_KEY must be set to at least 50 random characters in production.")
    if not ALLOWED_HOSTS or any("*" in host for host in ALLOWED_HOSTS):
        raise ImproperlyConfigured("ALLOWED_HOSTS must name the site's hosts in production, without *.")
    if any(host.startswith(".") and "." not in host.strip(".") for host in ALLOWED_HOSTS):
        raise ImproperlyConfigured("ALLOWED_HOSTS must not allow a whole top-level domain such as .org in production.")
    if DEBUG:
        raise ImproperlyConfigured("DEBUG must be off in production.")
    if not SITE_URL.startswith("https://" if HTTPS else ("https://", "http://")):
        raise ImproperlyConfigured("SITE_URL must be the site's https:// address in production.")
    if not validate_host(urlsplit(SITE_URL).hostname or "", ALLOWED_HOSTS):
        raise ImproperlyConfigured("SITE_URL must be at one of the ALLOWED_HOSTS, or links would lead nowhere.")
    if not HTTPS and not BEHIND_TLS_PROXY:
        raise ImproperlyConfigured("HTTPS may be off in production only with BEHIND_TLS_PROXY=1.")


if PRODUCTION:
    refuse_unsafe_production()

INSTALLED_APPS = [
    # Before our own, which takes their tables out of Django's admin.
    "django_otp",
    "django_otp.plugins.otp_static",
    "django_otp.plugins.otp_totp",
    "evaluation",
    "evaluation.config.admin.AdminConfig",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "django.forms",
    "csp",
    "django_filters",
    "django_htmx",
    "drf_spectacular",
    "drf_spectacular_sidecar",
    "rest_framework",
    "rest_framework.authtoken",
]

MIDDLEWARE = [
    "evaluation.middleware.request_id.RequestIdMiddleware",
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "evaluation.middleware.compression.CompressionMiddleware",
    "csp.middleware.CSPMiddleware",
    "evaluation.middleware.language.LanguageMiddleware",
    # Before anything that reads what was sent: even the session's key comes from a cookie.
    "evaluation.middleware.readable_text.ReadableTextMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "evaluation.middleware.link_sessions.LinkSessionMiddleware",
    "evaluation.middleware.second_factor.SecondFactorMiddleware",
    "evaluation.middleware.language.ResearchersLanguageMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
]

ROOT_URLCONF = "evaluation.config.urls"
WSGI_APPLICATION = "evaluation.config.wsgi.application"
WEB_PROCESSES = number("WEB_PROCESSES", default=3)
WEB_THREADS = number("WEB_THREADS", default=6)
FORM_RENDERER = "django.forms.renderers.TemplatesSetting"
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [ROOT / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ],
        },
    },
]

# -- Data ------------------------------------------------------------------------------------------------------------

# A writer waits its turn instead of failing (IMMEDIATE, timeout), and readers never wait for a writer (WAL).
# What was answered is on the disk (FULL): with NORMAL a power cut would take the last ratings with it.
# Every thread of a web process has a connection with so many KiB of pages; the system keeps the file in memory anyway.
SQLITE_OPTIONS = {
    "transaction_mode": "IMMEDIATE",
    "timeout": 20,
    "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA foreign_keys=ON; "
    "PRAGMA cache_size=-5000; PRAGMA temp_store=MEMORY;",
}
DATABASE_URL = os.environ.get("DATABASE_URL", f"sqlite:///{DATA_DIR / 'cswitch.sqlite3'}")
if not DATABASE_URL.startswith(("sqlite://", "postgres://", "postgresql://")):
    raise ImproperlyConfigured("DATABASE_URL must begin with sqlite:// or postgres://.")
DATABASES = {"default": dj_database_url.parse(DATABASE_URL, conn_max_age=number("CONN_MAX_AGE", default=600))}
if DATABASE_URL.startswith("sqlite"):
    # With a queue before the write lock, or unlucky writers would sleep for long, and waiting for the disk behind it.
    DATABASES["default"]["ENGINE"] = "evaluation.config.sqlite3"
    DATABASES["default"]["OPTIONS"] = SQLITE_OPTIONS
    # What tests would take by themselves for Django's own backend.
    DATABASES["default"]["TEST"] = {"NAME": ":memory:"}
    folder = Path(DATABASES["default"]["NAME"]).parent
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise ImproperlyConfigured(f"DATA_DIR: {folder} cannot be made ({error.strerror}).") from error
else:
    DATABASES["default"]["CONN_HEALTH_CHECKS"] = True
    # Django would forbid the server to keep the plans of the busiest questions (services/support/prepared_queries.py);
    # services/support/pooler.py takes this back where a pooler is in between.
    DATABASES["default"].setdefault("OPTIONS", {})["prepare_threshold"] = 5
    # A machine that is gone answers nothing at all; without this each request would wait for minutes.
    DATABASES["default"]["OPTIONS"].setdefault("connect_timeout", 10)
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
CACHES = {"default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}}
MEDIA_ROOT = DATA_DIR / "files"
# What may be sent to the site in one request, and in one file of pairs.
DATA_UPLOAD_MAX_MEMORY_SIZE = 2 * 1024 * 1024
DATA_UPLOAD_MAX_NUMBER_FIELDS = 5_000
UPLOAD_MAX_BYTES = number("UPLOAD_MAX_MB", default=100) * 1024 * 1024
FILE_UPLOAD_HANDLERS = [
    "evaluation.services.pairs.uploads.receiving.BoundedUploadHandler",
    "django.core.files.uploadhandler.MemoryFileUploadHandler",
    "django.core.files.uploadhandler.TemporaryFileUploadHandler",
]

# -- People ----------------------------------------------------------------------------------------------------------

AUTH_USER_MODEL = "evaluation.User"
PASSWORD_HASHERS = [
    "django.contrib.auth.hashers.Argon2PasswordHasher",
    "django.contrib.auth.hashers.PBKDF2PasswordHasher",
]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator", "OPTIONS": {"min_length": 10}},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
    {"NAME": "django.contrib.auth.password_validation.NumericPasswordValidator"},
]
LOGIN_URL = "sign-in"
LOGIN_REDIRECT_URL = "home"
LOGOUT_REDIRECT_URL = "home"
# So many wrong passwords for one name from one place, then a rest; services/accounts/guesses.py has the wider limits.
SIGN_IN_FAILURES = number("SIGN_IN_FAILURES", default=10)
if SIGN_IN_FAILURES < 1:
    raise ImproperlyConfigured("SIGN_IN_FAILURES must be at least 1, or nobody could sign in.")
# Admins and researchers must set up a second factor before they go on; without this they may.
REQUIRE_TWO_FACTOR = flag("REQUIRE_TWO_FACTOR", default=False)
OTP_TOTP_ISSUER = "CSwitch"
# Wrong codes are counted by services/accounts/second_factor.py.
OTP_TOTP_THROTTLE_FACTOR = OTP_STATIC_THROTTLE_FACTOR = 0
# Sent where there is a server to send them, else written on the console.
EMAIL_HOST = os.environ.get("EMAIL_HOST", "")
EMAIL_BACKEND = f"django.core.mail.backends.{'smtp' if EMAIL_HOST else 'console'}.EmailBackend"
EMAIL_PORT = number("EMAIL_PORT", default=25)
EMAIL_HOST_USER = os.environ.get("EMAIL_HOST_USER", "")
EMAIL_HOST_PASSWORD = os.environ.get("EMAIL_HOST_PASSWORD", "")
EMAIL_USE_TLS = flag("EMAIL_USE_TLS", default=False)
EMAIL_TIMEOUT = 20
DEFAULT_FROM_EMAIL = os.environ.get("DEFAULT_FROM_EMAIL", "CSwitch <cswitch@localhost>")

# -- Languages -------------------------------------------------------------------------------------------------------

LANGUAGE_CODE = "en"
LOCALE_PATHS = [ROOT / "evaluation" / "locale"]
# English, and every language with a folder of translations; `manage.py translations CODE` makes one.
LOCALES = ["en", *sorted(path.parent.parent.name for path in LOCALE_PATHS[0].glob("*/LC_MESSAGES/django.mo"))]
LANGUAGES = [(locale.replace("_", "-").lower(), str(Locale.parse(locale).english_name)) for locale in LOCALES]
LANGUAGES_BIDI = [code for code, _name in LANGUAGES if Locale.parse(code, sep="-").text_direction == "rtl"]
formats.write_alike(LOCALES)
FORMAT_MODULE_PATH = "evaluation.config.formats"
USE_I18N = True
USE_TZ = True
TIME_ZONE = "UTC"

# -- Files the browser gets ------------------------------------------------------------------------------------------

STATIC_URL = "/static/"
STATIC_ROOT = Path(os.environ.get("STATIC_ROOT", ROOT / "static_collected"))
STATICFILES_DIRS = [ROOT / "static"]
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": "evaluation.config.static_files.HashedStaticFilesStorage"
        if PRODUCTION or flag("COLLECTED_STATIC", default=False)
        else "django.contrib.staticfiles.storage.StaticFilesStorage"
    },
}
WHITENOISE_KEEP_ONLY_HASHED_FILES = True
# Besides what is compressed already: maps, which only somebody with developer tools asks for.
WHITENOISE_SKIP_COMPRESS_EXTENSIONS = (
    *("jpg", "jpeg", "png", "gif", "webp", "zip", "gz", "tgz", "bz2", "tbz", "xz", "br"),
    *("swf", "flv", "woff", "woff2", "map"),
)
WHITENOISE_USE_FINDERS = not PRODUCTION and not flag("COLLECTED_STATIC", default=False)

# -- Safety ----------------------------------------------------------------------------------------------------------

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
        "object-src": [NONE],
    }
}
SECURE_SSL_REDIRECT = HTTPS
SECURE_HSTS_SECONDS = 31_536_000 if HTTPS else 0
SECURE_HSTS_INCLUDE_SUBDOMAINS = HTTPS
SECURE_HSTS_PRELOAD = HTTPS
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if BEHIND_TLS_PROXY else None
SECURE_REFERRER_POLICY = "same-origin"
SECURE_REDIRECT_EXEMPT = [r"^healthz$", r"^readyz$"]
X_FRAME_OPTIONS = "DENY"
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = PRODUCTION
SESSION_COOKIE_SAMESITE = CSRF_COOKIE_SAMESITE = "Lax"
SESSION_COOKIE_HTTPONLY = True
CSRF_COOKIE_HTTPONLY = True
SESSION_ENGINE = "evaluation.services.accounts.sessions"
SESSION_COOKIE_AGE = 60 * 60 * 24 * 30
CSRF_FAILURE_VIEW = "evaluation.pages.errors.csrf_failed"
CSRF_TRUSTED_ORIGINS = [SITE_URL] if SITE_URL.startswith("https://") else []

# -- API -------------------------------------------------------------------------------------------------------------

# So many requests for each person, and for each address of strangers, all processes together.
API_RATE = "1000/min"
# A token opens the API for so many days after it was made.
API_TOKEN_DAYS = number("API_TOKEN_DAYS", default=90)
if API_TOKEN_DAYS < 1:
    raise ImproperlyConfigured("API_TOKEN_DAYS must be at least 1.")
REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": [
        "evaluation.api.authentication.ExpiringToken",
        "rest_framework.authentication.SessionAuthentication",
    ],
    "DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.IsAuthenticated"],
    "DEFAULT_THROTTLE_CLASSES": ["evaluation.api.throttles.ByCaller"],
    "DEFAULT_PARSER_CLASSES": ["evaluation.api.negotiation.BoundedJson"],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_CONTENT_NEGOTIATION_CLASS": "evaluation.api.negotiation.OnlyJson",
    "DEFAULT_METADATA_CLASS": "evaluation.api.negotiation.Metadata",
    "DEFAULT_PAGINATION_CLASS": "evaluation.api.query.Pages",
    "DEFAULT_FILTER_BACKENDS": ["django_filters.rest_framework.DjangoFilterBackend"],
    "DEFAULT_SCHEMA_CLASS": "evaluation.api.schema.Schema",
    "EXCEPTION_HANDLER": "evaluation.api.errors.answer",
    "TEST_REQUEST_DEFAULT_FORMAT": "json",
}
SPECTACULAR_SETTINGS = {
    "TITLE": "CSwitch",
    "DESCRIPTION": "Code-switched sentences by linguistic theory, and what bilinguals say about them.",
    "VERSION": "1.0.0",
    "SCHEMA_PATH_PREFIX": "/api/v1",
    "SERVE_INCLUDE_SCHEMA": False,
    "COMPONENT_SPLIT_REQUEST": True,
    "ENUM_NAME_OVERRIDES": {
        "StudyState": "evaluation.models.StudyState",
        "JobState": "evaluation.models.JobState",
        "UploadState": "evaluation.models.UploadState",
        "PairState": "evaluation.models.PairState",
    },
    "SWAGGER_UI_DIST": "SIDECAR",
    "SWAGGER_UI_FAVICON_HREF": "SIDECAR",
    "SWAGGER_UI_SETTINGS": {"deepLinking": True, "validatorUrl": None},
}

# -- Logs ------------------------------------------------------------------------------------------------------------

LOG_FORMAT = one_of("LOG_FORMAT", "json", "plain", default="json" if PRODUCTION else "plain")
LOG_LEVEL = one_of("LOG_LEVEL", "DEBUG", "INFO", "WARNING", "ERROR", default="INFO")
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "filters": {
        "request_id": {"()": "evaluation.middleware.request_id.RequestIdFilter"},
        "secrets": {"()": "evaluation.config.logs.SecretsFilter"},
    },
    "formatters": {
        "plain": {"format": "{asctime} {levelname} {name} [{request_id}] {message}", "style": "{"},
        "json": {"()": "evaluation.config.logs.JsonFormatter"},
    },
    "handlers": {
        "console": {"class": "logging.StreamHandler", "formatter": LOG_FORMAT, "filters": ["request_id", "secrets"]},
    },
    "root": {"handlers": ["console"], "level": LOG_LEVEL},
    "loggers": {
        "django.server": {"handlers": ["console"], "propagate": False},
        # Gunicorn would log each request whatever the level is.
        "gunicorn.access": {"level": LOG_LEVEL},
        # A process that dies is told; each one that starts is not. A HEAD request is answered as Django does it.
        "gunicorn.error": {"level": "WARNING"},
        "gunicorn.http.wsgi": {"level": "ERROR"},
    },
}
