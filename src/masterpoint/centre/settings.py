"""The Centre's Django settings. All of them come from the environment; see `masterpoint.centre.environment`."""

from __future__ import annotations

import os
import secrets
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, unquote, urlsplit

from masterpoint.centre.environment import REQUESTS_PER_MINUTE, Environment
from masterpoint.centre.translation.languages import SOURCE, with_catalogues
from masterpoint.core.file_size import LARGEST_FILE

ENVIRONMENT = Environment(os.environ)
MODE = ENVIRONMENT.choice("MASTERPOINT_MODE", ("demo", "production"), "demo")
PRODUCTION = MODE == "production"
LOCAL_HOSTS = "localhost,127.0.0.1,[::1]"
HOME = ENVIRONMENT.folder("MASTERPOINT_HOME", Path("var"))


def _database(address: str) -> dict[str, Any]:
    if not address:
        return {
            "ENGINE": "masterpoint.centre.sqlite",
            "NAME": str(HOME / "masterpoint.sqlite3"),
            "OPTIONS": {
                # One writer at a time; others wait for up to 30 s. Readers never wait.
                "transaction_mode": "IMMEDIATE",
                "timeout": 30,
                "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA foreign_keys=ON;"
                "PRAGMA cache_size=-65536; PRAGMA recursive_triggers=ON;"
                "PRAGMA secure_delete=ON;",  # an erased name is also overwritten in the file
            },
        }
    if address.startswith("sqlite:///"):
        return _database("") | {"NAME": address.removeprefix("sqlite:///")}
    parts = urlsplit(address)
    options = dict(parse_qsl(parts.query))
    socket = options.pop("host", "")
    return {
        "ENGINE": "masterpoint.centre.postgres",
        "NAME": unquote(parts.path.lstrip("/")) or "postgres",
        "USER": unquote(parts.username or ""),
        "PASSWORD": unquote(parts.password or ""),
        "HOST": unquote(parts.hostname or "") or socket,
        "PORT": str(parts.port or ""),
        "OPTIONS": options,  # such as sslmode=verify-full
        "CONN_MAX_AGE": 60,
        "CONN_HEALTH_CHECKS": True,
    }


def _secret() -> str:
    secret = ENVIRONMENT.text("MASTERPOINT_SECRET")
    if secret or PRODUCTION:
        return secret
    demo_secret = HOME / "demo-secret"
    if not demo_secret.exists() or not demo_secret.stat().st_size:
        HOME.mkdir(parents=True, exist_ok=True, mode=0o700)
        demo_secret.write_text(secrets.token_urlsafe(50), encoding="utf-8")
        demo_secret.chmod(0o600)
    return demo_secret.read_text(encoding="utf-8", errors="replace")


DATABASE = ENVIRONMENT.database("MASTERPOINT_DATABASE")
MASTERPOINT_LIMITS = ENVIRONMENT.numbers("MASTERPOINT_LIMITS", REQUESTS_PER_MINUTE)
MASTERPOINT_THREADS = ENVIRONMENT.whole_number("MASTERPOINT_THREADS", 4, maximum=256)
MASTERPOINT_TOKEN_DAYS = ENVIRONMENT.whole_number("MASTERPOINT_TOKEN_DAYS", 365)
MASTERPOINT_DRAFT_DAYS = ENVIRONMENT.whole_number("MASTERPOINT_DRAFT_DAYS", 90)
MASTERPOINT_SIGN_IN_DAYS = ENVIRONMENT.whole_number("MASTERPOINT_SIGN_IN_DAYS", 90)
MASTERPOINT_LETTER_DAYS = ENVIRONMENT.whole_number("MASTERPOINT_LETTER_DAYS", 30)
MASTERPOINT_OPEN_DATA = ENVIRONMENT.folder("MASTERPOINT_OPEN_DATA", HOME / "open-data")
MASTERPOINT_BACKUPS = ENVIRONMENT.folder("MASTERPOINT_BACKUPS", HOME / "backups")
MASTERPOINT_BACKUPS_KEPT = ENVIRONMENT.whole_number("MASTERPOINT_BACKUPS_KEPT", 14)
MASTERPOINT_METRICS_TOKEN = ENVIRONMENT.token("MASTERPOINT_METRICS_TOKEN")
MAIL = urlsplit(ENVIRONMENT.server("MASTERPOINT_MAIL", ("smtp", "smtps"), "smtp://user:password@host:port"))
SITE = ENVIRONMENT.server("MASTERPOINT_SITE", ("http", "https"), "https://points.example.org").rstrip("/")
LOGS = ENVIRONMENT.choice("MASTERPOINT_LOGS", ("json", "text"), "json" if PRODUCTION else "text")
ALLOWED_HOSTS, FEDERATION_HOSTS = ENVIRONMENT.hosts("MASTERPOINT_HOSTS", "" if PRODUCTION else LOCAL_HOSTS)
SITE_HOST = (ALLOWED_HOSTS or ["localhost"])[0]
DEFAULT_FROM_EMAIL = ENVIRONMENT.sender("MASTERPOINT_MAIL_FROM", f"Masterpoint <no-reply@{SITE_HOST}>")
BEHIND_PROXY = ENVIRONMENT.flag("MASTERPOINT_BEHIND_PROXY")
HSTS_PRELOAD = ENVIRONMENT.flag("MASTERPOINT_HSTS_PRELOAD")
ENVIRONMENT.require()

DEBUG = False
SECRET_KEY = _secret()
SECRET_KEY_FALLBACKS = ENVIRONMENT.list_of("MASTERPOINT_OLD_SECRETS")
CSRF_TRUSTED_ORIGINS = [f"https://{host}" for host in ALLOWED_HOSTS] if PRODUCTION else []
DATABASES: dict[str, dict[str, Any]] = {"default": _database(DATABASE)}
CACHES = {
    "default": {"BACKEND": "masterpoint.centre.shared_cache.SharedCache", "LOCATION": str(HOME / "counts.sqlite3")}
}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

INSTALLED_APPS = [
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "axes",
    "masterpoint.centre.accounts",
    "masterpoint.centre.mail",
    "masterpoint.centre.registry",
    "masterpoint.centre.claiming",
    "masterpoint.centre.filing",
    "masterpoint.centre.ledger",
    "masterpoint.centre.journal",
    "masterpoint.centre.records",
    "masterpoint.centre.proposals",
    "masterpoint.centre.crediting",
    "masterpoint.centre.sheets",
    "masterpoint.centre.enquiries",
    "masterpoint.centre.billing",
    "masterpoint.centre.operations",
    "masterpoint.web",
    "masterpoint.api",
]
MIDDLEWARE = [
    "masterpoint.web.probes.ProbeMiddleware",
    "masterpoint.web.request_log.RequestLog",
    "django.middleware.security.SecurityMiddleware",
    "masterpoint.web.compression.CompressionMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "masterpoint.web.security.ContentSecurityPolicy",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "masterpoint.web.languages.LanguageMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "axes.middleware.AxesMiddleware",
    "masterpoint.web.security.RefusalMiddleware",
    "masterpoint.web.nul_characters.WithoutNulCharacters",
    "masterpoint.web.second_factor.SecondFactorRequired",
]
ROOT_URLCONF = "masterpoint.web.urls"
WSGI_APPLICATION = "masterpoint.web.wsgi.application"
APP_TEMPLATES = "django.template.loaders.app_directories.Loader"
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "OPTIONS": {
            "loaders": [("masterpoint.centre.translation.loaders.Loader", [APP_TEMPLATES])],
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ],
            "builtins": ["masterpoint.centre.translation.tags", "masterpoint.web.templatetags.navigation"],
        },
    }
]

AUTH_USER_MODEL = "accounts.User"
AUTHENTICATION_BACKENDS = ["axes.backends.AxesStandaloneBackend", "django.contrib.auth.backends.ModelBackend"]
PASSWORD_HASHERS = ["django.contrib.auth.hashers.Argon2PasswordHasher"]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator", "OPTIONS": {"min_length": 12}},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
]
LOGIN_URL = "sign-in"
LOGIN_REDIRECT_URL = "home"
LOGOUT_REDIRECT_URL = "home"
AXES_FAILURE_LIMIT = 6
AXES_COOLOFF_TIME = 0.25
AXES_LOCKOUT_PARAMETERS = [["username", "ip_address"]]
AXES_LOCKOUT_CALLABLE = "masterpoint.web.accounts.locked_page"
AXES_USERNAME_CALLABLE = "masterpoint.web.accounts.login_name_of"
AXES_CLIENT_IP_CALLABLE = "masterpoint.centre.limits.address_of"
AXES_VERBOSE = False

MASTERPOINT_SITE = SITE or (f"https://{SITE_HOST}" if PRODUCTION else "http://localhost:8000")
EMAIL_BACKEND = f"django.core.mail.backends.{'smtp' if MAIL.hostname else 'filebased'}.EmailBackend"
EMAIL_FILE_PATH = HOME / "mail"
EMAIL_HOST = MAIL.hostname or ""
EMAIL_HOST_USER, EMAIL_HOST_PASSWORD = unquote(MAIL.username or ""), unquote(MAIL.password or "")
EMAIL_USE_SSL = MAIL.scheme == "smtps"
EMAIL_PORT = MAIL.port or (465 if EMAIL_USE_SSL else 587 if EMAIL_HOST_USER else 25)
EMAIL_USE_TLS = not EMAIL_USE_SSL and bool(EMAIL_HOST_USER or EMAIL_PORT == 587)  # never send the password unencrypted
EMAIL_TIMEOUT = 20
PASSWORD_RESET_TIMEOUT = 24 * 60 * 60

LANGUAGE_CODE = SOURCE
LOCALE_PATHS = [HOME / "locale", Path(__file__).parent / "locale"]
"""This Centre's own catalogues, then those of the program."""
LANGUAGES = with_catalogues(LOCALE_PATHS)
TIME_ZONE = "UTC"
USE_TZ = True
STATIC_URL = "/static/"
WHITENOISE_USE_FINDERS = True
"""Files are served from the package itself, so nothing need be collected."""

SESSION_ENGINE = "masterpoint.centre.accounts.sessions"
SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = "Lax"
CSRF_COOKIE_HTTPONLY = True
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = SECURE_SSL_REDIRECT = PRODUCTION
SECURE_HSTS_SECONDS = 31_536_000 if PRODUCTION else 0
SECURE_HSTS_INCLUDE_SUBDOMAINS = SECURE_HSTS_PRELOAD = PRODUCTION and HSTS_PRELOAD
SILENCED_SYSTEM_CHECKS = ["security.W005", "security.W009", "security.W020", "security.W021", "security.W025"]
"""Other sites of the domain may be unencrypted, and it is hard to get off the browsers' preload list, so both happen
only on request. Checks of our own refuse weak secrets, and a site without a host name.
"""
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if BEHIND_PROXY else None
X_FRAME_OPTIONS = "DENY"
DATA_UPLOAD_MAX_MEMORY_SIZE = FILE_UPLOAD_MAX_MEMORY_SIZE = 12 * 1024 * 1024
DATA_UPLOAD_MAX_NUMBER_FIELDS = 20_000
"""The register of a large club or a tournament of many sessions has a field for every cell."""
MASTERPOINT_LARGEST_UPLOAD = LARGEST_FILE
LOGGING: dict[str, Any] = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {
        "json": {"()": "masterpoint.centre.logs.JsonLines"},
        "text": {"()": "masterpoint.centre.logs.TextLines", "format": "%(levelname)s %(name)s: %(message)s"},
    },
    "handlers": {"console": {"class": "logging.StreamHandler", "formatter": LOGS}},
    "root": {"handlers": ["console"], "level": "WARNING"},
    "loggers": {
        "masterpoint": {"level": "INFO" if PRODUCTION else "WARNING"},
        # Every request already has a log line with its number and status.
        "django.request": {"level": "ERROR" if PRODUCTION else "WARNING"},
        # Network scanners ask for hosts that are not ours, and each request already has its log line.
        "django.security.DisallowedHost": {"level": "CRITICAL" if PRODUCTION else "ERROR"},
    },
}
