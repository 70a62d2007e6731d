"""Unsafe settings, with which a Centre in production does not start: `masterpoint serve` and the server refuse them."""

from __future__ import annotations

import stat
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core import checks
from django.core.exceptions import ImproperlyConfigured

MIN_SECRET_LENGTH = 50
MIN_DIFFERENT_CHARACTERS = 10
STRONG_HASHERS = ("Argon2PasswordHasher", "ScryptPasswordHasher")
LOCAL_HOSTS = ("localhost", "127.0.0.1", "::1")
REQUIRED_MIDDLEWARE = (
    "django.middleware.security.SecurityMiddleware",
    "masterpoint.web.security.ContentSecurityPolicy",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "axes.middleware.AxesMiddleware",
)


def production_is_safe(**_: Any) -> list[checks.CheckMessage]:
    """Everything that is unsafe about the settings of a production. A demo is not checked."""
    return [*_errors(), *_warnings()] if settings.PRODUCTION else []


def unsafe_settings() -> list[str]:
    """All warnings of Django and of this module about the settings, each with what to do."""
    messages = checks.run_checks(include_deployment_checks=settings.PRODUCTION)
    return [
        f"{message.msg} {message.hint or ''}".strip()
        for message in messages
        if message.level >= checks.WARNING and not message.is_silenced()
    ]


def refuse_unsafe() -> None:
    """Refuse unsafe settings when the server starts, which does not run checks itself."""
    errors = [message for message in production_is_safe() if message.level >= checks.ERROR]
    if errors:
        raise ImproperlyConfigured("\n".join(f"{message.msg} {message.hint}" for message in errors))


def _secret() -> str:
    try:
        return settings.SECRET_KEY
    except ImproperlyConfigured:  # Django's default, which is empty
        return ""


def _is_weak(secret: str) -> bool:
    return len(secret) < MIN_SECRET_LENGTH or len(set(secret)) < MIN_DIFFERENT_CHARACTERS


def _errors() -> Iterator[checks.CheckMessage]:
    secret = _secret()
    if not secret:
        yield _error("E001", "There is no signing secret.", "Set MASTERPOINT_SECRET to 50 random characters or more.")
    elif _is_weak(secret):
        yield _error(
            "E002",
            "The signing secret is too short or has too few different characters.",
            "Set MASTERPOINT_SECRET to 50 random characters.",
        )
    if settings.DEBUG:
        yield _error("E003", "DEBUG shows visitors the inside of the program.", "Set DEBUG = False.")
    hosts = settings.ALLOWED_HOSTS
    if not hosts:
        message = "The site has no host name: it would answer nobody, and letters would lead nowhere."
        yield _error("E004", message, "Name its hosts in MASTERPOINT_HOSTS.")
    if any(host.startswith(("*", ".")) for host in hosts):
        yield _error("E004", "The site answers to any host name.", "Name its hosts in MASTERPOINT_HOSTS.")
    cookies = ("SESSION_COOKIE_HTTPONLY", "SESSION_COOKIE_SECURE", "CSRF_COOKIE_SECURE", "CSRF_COOKIE_HTTPONLY")
    for name in cookies:
        if not getattr(settings, name):
            yield _error("E005", f"{name} is off: a stolen cookie is a stolen account.", f"Set {name} = True.")
    if settings.SESSION_COOKIE_SAMESITE not in ("Lax", "Strict"):
        yield _error("E006", "Other sites may use a visitor's session.", 'Set SESSION_COOKIE_SAMESITE = "Lax".')
    if not settings.SECURE_SSL_REDIRECT:
        yield _error("E007", "Pages are served without encryption.", "Set SECURE_SSL_REDIRECT = True.")
    throttled = any("axes" in backend for backend in settings.AUTHENTICATION_BACKENDS)
    if not throttled or not getattr(settings, "AXES_ENABLED", True):
        yield _error("E008", "Sign-in is not throttled.", "Put the axes backend back into AUTHENTICATION_BACKENDS.")
    if not settings.SECURE_HSTS_SECONDS:
        yield _error("E009", "Browsers may come back without encryption.", "Set SECURE_HSTS_SECONDS to a year.")
    if not settings.PASSWORD_HASHERS or settings.PASSWORD_HASHERS[0].rpartition(".")[2] not in STRONG_HASHERS:
        yield _error(
            "E010", "Passwords are stored in a way that makes guessing easy.", f"Put {STRONG_HASHERS[0]} first."
        )
    if not settings.SECURE_CONTENT_TYPE_NOSNIFF or settings.X_FRAME_OPTIONS != "DENY":
        yield _error("E011", "Pages may be framed or misread.", 'Set X_FRAME_OPTIONS = "DENY" and the nosniff header.')
    for name in REQUIRED_MIDDLEWARE:
        if name not in settings.MIDDLEWARE:
            yield _error("E012", f"{name} is missing.", "Put it back into MIDDLEWARE.")
    if any(_is_weak(old) for old in settings.SECRET_KEY_FALLBACKS):
        message = "An old secret is too short or has too few different characters, so it can be guessed."
        yield _error("E015", message, "Take it out of MASTERPOINT_OLD_SECRETS.")
    if not settings.MASTERPOINT_SITE.startswith("https://"):
        message = "Links in letters, including those for new passwords, are not encrypted."
        yield _error("E016", message, "Write https:// in MASTERPOINT_SITE.")
    yield from _database_errors()


def _database_errors() -> Iterator[checks.CheckMessage]:
    """Problems of a database on another machine without an encrypted connection or a password."""
    database: Mapping[str, Any] = settings.DATABASES["default"]
    if "sqlite" in database["ENGINE"] or all(_is_local(host) for host in _hosts(database)):
        return
    if database.get("OPTIONS", {}).get("sslmode") not in ("require", "verify-ca", "verify-full"):
        fix = "Add ?sslmode=verify-full to MASTERPOINT_DATABASE."
        yield _error("E013", "Records travel to the database without encryption.", fix)
    if not database.get("PASSWORD"):
        yield _error("E014", "The database needs no password.", "Give one in MASTERPOINT_DATABASE.")


def _hosts(database: Mapping[str, Any]) -> list[str]:
    """All hosts of the database: there may be several, separated by commas, and `hostaddr` overrides names."""
    options = database.get("OPTIONS", {})
    return ",".join([database.get("HOST", ""), options.get("hostaddr", "")]).split(",")


def _is_local(host: str) -> bool:
    return not host or host.startswith("/") or host in LOCAL_HOSTS


def _warnings() -> Iterator[checks.CheckMessage]:
    database: Mapping[str, Any] = settings.DATABASES["default"]
    if "sqlite" not in database["ENGINE"]:
        return
    home = Path(database["NAME"]).parent
    if home.is_dir() and home.stat().st_mode & (stat.S_IROTH | stat.S_IXOTH):
        message = f"Everybody on this machine can read {home}, where the database is."
        yield checks.Warning(message, hint=f"chmod 750 {home}", id="masterpoint.W001")


def _error(number: str, message: str, hint: str) -> checks.CheckMessage:
    return checks.Error(message, hint=hint, id=f"masterpoint.{number}")
