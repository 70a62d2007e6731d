"""Django settings of the Centre, all of them from the environment.

MASTERPOINT_HOME      where the embedded database and the secret live (default: ./var)
MASTERPOINT_DATABASE  postgres://user:password@host:port/name; empty for the embedded SQLite
MASTERPOINT_MODE      demo or production; production refuses to start with anything unsafe
MASTERPOINT_SECRET    the signing secret; production needs one, the demo keeps its own in MASTERPOINT_HOME
MASTERPOINT_OLD_SECRETS  secrets used before, separated by commas: links signed with them still open
MASTERPOINT_HOSTS     host names the site answers to, separated by commas
MASTERPOINT_SITE      where people find the site, for links in letters: https://points.example.org
MASTERPOINT_MAIL      smtp://user:password@host:port or smtps://…; empty: letters become files in MASTERPOINT_HOME/mail
MASTERPOINT_MAIL_FROM whom letters come from
MASTERPOINT_LIMITS    requests a minute, such as address=60,token=600; see `masterpoint.centre.limits`
MASTERPOINT_TOKEN_DAYS   days after which a program's token ends (default: 365)
MASTERPOINT_DRAFT_DAYS   days after which `masterpoint housekeeping` deletes a draft that was not filed (default: 90)
MASTERPOINT_HSTS_PRELOAD set it to ask browsers to keep the domain and all below it on their list of encrypted sites
MASTERPOINT_BACKUPS   where scheduled backups, and those made before an upgrade, go (default: MASTERPOINT_HOME/backups)
MASTERPOINT_THREADS   threads of each worker that answer requests (default: 4)
"""

from __future__ import annotations

import os
import secrets
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, unquote, urlsplit

from masterpoint.core.file_size import LARGEST_FILE

MODE = os.environ.get("MASTERPOINT_MODE", "demo")
if MODE not in ("demo", "production"):  # a slip of the pen must not make a demo of a real Centre
    raise SystemExit(f"MASTERPOINT_MODE is demo or production, not {MODE!r}")
PRODUCTION = MODE == "production"
HOME = Path(os.environ.get("MASTERPOINT_HOME", "var")).resolve()


def _database(address: str) -> dict[str, Any]:
    if not address:
        return {
            "ENGINE": "masterpoint.centre.sqlite",
            "NAME": str(HOME / "masterpoint.sqlite3"),
            "OPTIONS": {
                # One writer at a time, queued for up to 30 s; readers never wait.
                "transaction_mode": "IMMEDIATE",
                "timeout": 30,
                "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA foreign_keys=ON;"
                "PRAGMA cache_size=-65536; PRAGMA recursive_triggers=ON;",
            },
        }
    if address.startswith("sqlite:///"):
        return _database("") | {"NAME": address.removeprefix("sqlite:///")}
    parts = urlsplit(address)
    options = dict(parse_qsl(parts.query))
    socket = options.pop("host", "")
    return {
        "ENGINE": "django.db.backends.postgresql",
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
    given = os.environ.get("MASTERPOINT_SECRET", "")
    if given or PRODUCTION:
        return given
    kept = HOME / "demo-secret"
    if not kept.exists():
        HOME.mkdir(parents=True, exist_ok=True)
        kept.write_text(secrets.token_urlsafe(50), encoding="utf-8")
        kept.chmod(0o600)
    return kept.read_text(encoding="utf-8")


def _limits(data: str) -> dict[str, int]:
    try:
        return {kind: int(number) for kind, _, number in (word.partition("=") for word in data.split(",") if word)}
    except ValueError:
        raise SystemExit("MASTERPOINT_LIMITS is written like address=60,token=600") from None


def _whole_number(name: str, default: int) -> int:
    given = os.environ.get(name, "") or str(default)
    if not (given.isascii() and given.isdecimal() and int(given) > 0):
        raise SystemExit(f"{name} is a whole number such as {default}, not {given!r}")
    return int(given)


DEBUG = False
SECRET_KEY = _secret()
SECRET_KEY_FALLBACKS = [old for old in os.environ.get("MASTERPOINT_OLD_SECRETS", "").split(",") if old]
ALLOWED_HOSTS = [host for host in os.environ.get("MASTERPOINT_HOSTS", "localhost,127.0.0.1,[::1]").split(",") if host]
CSRF_TRUSTED_ORIGINS = [f"https://{host}" for host in ALLOWED_HOSTS] if PRODUCTION else []
DATABASES: dict[str, dict[str, Any]] = {"default": _database(os.environ.get("MASTERPOINT_DATABASE", ""))}
CACHES = {
    "default": {"BACKEND": "masterpoint.centre.shared_cache.SharedCache", "LOCATION": str(HOME / "counts.sqlite3")}
}
MASTERPOINT_LIMITS = _limits(os.environ.get("MASTERPOINT_LIMITS", ""))
MASTERPOINT_BACKUPS = Path(os.environ.get("MASTERPOINT_BACKUPS", "") or HOME / "backups")
MASTERPOINT_THREADS = _whole_number("MASTERPOINT_THREADS", 4)
MASTERPOINT_TOKEN_DAYS = _whole_number("MASTERPOINT_TOKEN_DAYS", 365)
MASTERPOINT_DRAFT_DAYS = _whole_number("MASTERPOINT_DRAFT_DAYS", 90)
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
    "masterpoint.centre.enquiries",
    "masterpoint.centre.billing",
    "masterpoint.web",
    "masterpoint.api",
]
MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "masterpoint.web.security.ContentSecurityPolicy",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "axes.middleware.AxesMiddleware",
    "masterpoint.web.security.RefusalsExplained",
]
ROOT_URLCONF = "masterpoint.web.urls"
WSGI_APPLICATION = "masterpoint.web.wsgi.application"
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ]
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
AXES_LOCKOUT_CALLABLE = "masterpoint.web.accounts.locked"
AXES_USERNAME_CALLABLE = "masterpoint.web.accounts.tried"
AXES_CLIENT_IP_CALLABLE = "masterpoint.centre.limits.address_of"
AXES_VERBOSE = False

SITE_HOST = (ALLOWED_HOSTS or ["localhost"])[0]
MASTERPOINT_SITE = os.environ.get("MASTERPOINT_SITE", "").rstrip("/") or (
    f"https://{SITE_HOST}" if PRODUCTION else "http://localhost:8000"
)
MAIL = urlsplit(os.environ.get("MASTERPOINT_MAIL", ""))
EMAIL_BACKEND = f"django.core.mail.backends.{'smtp' if MAIL.hostname else 'filebased'}.EmailBackend"
EMAIL_FILE_PATH = HOME / "mail"
EMAIL_HOST = MAIL.hostname or ""
EMAIL_HOST_USER, EMAIL_HOST_PASSWORD = unquote(MAIL.username or ""), unquote(MAIL.password or "")
EMAIL_USE_SSL = MAIL.scheme == "smtps"
EMAIL_PORT = MAIL.port or (465 if EMAIL_USE_SSL else 587 if EMAIL_HOST_USER else 25)
EMAIL_USE_TLS = not EMAIL_USE_SSL and bool(EMAIL_HOST_USER or EMAIL_PORT == 587)  # no password in the clear
EMAIL_TIMEOUT = 20
DEFAULT_FROM_EMAIL = os.environ.get("MASTERPOINT_MAIL_FROM", "") or f"Masterpoint <no-reply@{SITE_HOST}>"
PASSWORD_RESET_TIMEOUT = 24 * 60 * 60

LANGUAGE_CODE = "en-gb"
TIME_ZONE = "UTC"
USE_TZ = True
STATIC_URL = "/static/"
WHITENOISE_USE_FINDERS = True
"""Served from the package itself: there is nothing to collect, and no folder to keep."""

SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = "Lax"
CSRF_COOKIE_HTTPONLY = True
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = SECURE_SSL_REDIRECT = PRODUCTION
SECURE_HSTS_SECONDS = 31_536_000 if PRODUCTION else 0
SECURE_HSTS_INCLUDE_SUBDOMAINS = SECURE_HSTS_PRELOAD = PRODUCTION and bool(os.environ.get("MASTERPOINT_HSTS_PRELOAD"))
SILENCED_SYSTEM_CHECKS = ["security.W005", "security.W021"]
"""Other sites of a domain may not be encrypted, and the browsers' list is hard to leave: only when asked."""
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if os.environ.get("MASTERPOINT_BEHIND_PROXY") else None
X_FRAME_OPTIONS = "DENY"
DATA_UPLOAD_MAX_MEMORY_SIZE = FILE_UPLOAD_MAX_MEMORY_SIZE = 12 * 1024 * 1024
MASTERPOINT_LARGEST_UPLOAD = LARGEST_FILE
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "handlers": {"console": {"class": "logging.StreamHandler"}},
    "root": {"handlers": ["console"], "level": "WARNING"},
}
