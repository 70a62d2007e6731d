"""Read the settings of a Centre from the environment, and report all wrong ones together.

`SETTINGS` has their names, and docs/operators.md describes each.
"""

from __future__ import annotations

import difflib
import re
from collections import Counter
from collections.abc import Callable, Collection, Mapping
from pathlib import Path
from urllib.parse import SplitResult, quote, urlsplit

PREFIX = "MASTERPOINT_"
SETTINGS = frozenset(
    PREFIX + name
    for name in (
        *("HOME", "DATABASE", "MODE", "SECRET", "OLD_SECRETS", "HOSTS", "BEHIND_PROXY", "SITE", "MAIL", "MAIL_FROM"),
        *("LIMITS", "THREADS", "TOKEN_DAYS", "DRAFT_DAYS", "SIGN_IN_DAYS", "LETTER_DAYS", "HSTS_PRELOAD", "BACKUPS"),
        *("BACKUPS_KEPT", "OPEN_DATA", "LOGS", "METRICS_TOKEN"),
    )
)
REQUESTS_PER_MINUTE = {
    "address": 60,
    "token": 600,
    "check": 30,
    "calculate": 60,
    "forgotten": 5,
    "join": 10,
    "passkey": 60,
    "work": 20,
}
"""What is allowed in a minute: requests to the API without a token (`address`) and with one, files and lists checked
without an account, answers of the calculator, letters for a forgotten password, steps to open an account, and passkey
requests. `work` is the seconds of processor time for checking and calculating. MASTERPOINT_LIMITS overrides these."""
YES, NO = ("yes", "1", "on", "true"), ("no", "0", "off", "false", "")
MAX_DAYS = 36_500
"""The largest number of days: a century."""
MIN_TOKEN_LENGTH = 16
HOST = re.compile(r"\*|\.?[a-z0-9-]+(\.[a-z0-9-]+)*|\[[0-9a-f:.]+\]", re.I)
"""A host as browsers send it, without scheme, port and path. `checks` refuses wildcards in production."""
SENDER = re.compile(r"[^<>@\s]+@[^<>@\s]+|[^<>@\r\n]*<[^<>@\s]+@[^<>@\s]+>")
RESERVED = "#/?[]"
"""Characters that end the name of a server in an address, or stand around it."""
WATCH_SETTINGS = frozenset(PREFIX + name for name in ("CENTRE", "FEDERATION", "CLUB", "TOKEN"))
"""What `masterpoint watch` reads on a club's computer, which may have a Centre too; docs/scorers.md describes them."""
TOOL_SETTINGS = frozenset({"MASTERPOINT_CHROMIUM", "MASTERPOINT_PICTURES", "MASTERPOINT_VERSION"})
"""Settings that only tests and the compose file read."""


class Environment:
    """Reads settings and collects their problems, until `require` reports them."""

    def __init__(self, variables: Mapping[str, str]) -> None:
        self._variables = {name: value.strip() for name, value in variables.items() if name.startswith(PREFIX)}
        unknown = self._variables.keys() - SETTINGS - WATCH_SETTINGS - TOOL_SETTINGS
        self.problems = [_unknown_setting(name) for name in sorted(unknown)]

    def text(self, name: str, default: str = "") -> str:
        return self._variables.get(name) or default

    def list_of(self, name: str, default: str = "") -> list[str]:
        return [word.strip() for word in self.text(name, default).split(",") if word.strip()]

    def hosts(self, name: str, default: str) -> tuple[list[str], dict[str, str]]:
        """Host names, and the federation of each host written like `ebu=points.ebu.example`."""
        pairs = [item.rpartition("=") for item in self.list_of(name, default)]
        for code, separator, host in pairs:
            if bool(separator) != bool(code) or not HOST.fullmatch(host):
                fix = "write points.example.org or ebu=points.ebu.example, without https://, port and path"
                self._refuse(name, code + separator + host, fix)
        codes = {host.lower(): code.strip().lower() for code, _, host in pairs if code}
        return [host for _, _, host in pairs], codes

    def flag(self, name: str) -> bool:
        """Yes or no. Anything else is refused, because a typing error must not turn anything on."""
        value = self.text(name).lower()
        if value not in (*YES, *NO):
            self._refuse(name, value, "write yes or no")
        return value in YES

    def choice(self, name: str, options: Collection[str], default: str) -> str:
        value = self._variables.get(name, default)  # a typing error must not turn a real Centre into a demo
        if value not in options:
            self._refuse(name, value, f"write {' or '.join(options)}")
        return value

    def whole_number(self, name: str, default: int, maximum: int = MAX_DAYS) -> int:
        value = self.text(name, str(default))
        if not _is_number(value) or not 0 < int(value) <= maximum:
            self._refuse(name, value, f"write a whole number from 1 to {maximum}, such as {default}")
            return default
        return int(value)

    def numbers(self, name: str, defaults: Mapping[str, int]) -> dict[str, int]:
        """Numbers by kind, written like `address=60,token=600`."""
        pairs = [item.partition("=") for item in self.list_of(name)]
        times = Counter(kind for kind, _, _ in pairs)
        for kind, _, number in pairs:
            if kind not in defaults or not _is_number(number) or times[kind] > 1:
                example = ",".join(f"{example_kind}={count}" for example_kind, count in defaults.items())
                self._refuse(name, f"{kind}={number}", f"write some of {example}, each once")
        return {kind: int(number) for kind, _, number in pairs if _is_number(number)}

    def database(self, name: str) -> str:
        """The URL of a database, or an empty text."""
        kinds = {"postgres": _has_path, "postgresql": _has_path, "sqlite": _is_file}
        return self._url(name, kinds, "postgres://user:password@host/name, or nothing")

    def server(self, name: str, schemes: Collection[str], example: str) -> str:
        """The URL of a server without a path, or an empty text."""
        return self._url(name, dict.fromkeys(schemes, _is_server), f"{example}, or nothing")

    def _url(self, name: str, kinds: Mapping[str, Callable[[SplitResult], bool]], example: str) -> str:
        value = self.text(name)
        try:
            parts = urlsplit(value)
            is_valid = parts.port != 0 and kinds[parts.scheme](parts)
        except (ValueError, KeyError):
            is_valid = False
        if value and not is_valid:
            self._refuse(name, _without_password(value), f"write {example}{_encoding_advice(value)}")
            return ""
        return value

    def sender(self, name: str, default: str) -> str:
        """The sender of letters."""
        value = self.text(name)
        if value and not SENDER.fullmatch(value):
            self._refuse(name, value, "write points@example.org or Masterpoint <points@example.org>")
        return value or default

    def token(self, name: str) -> str:
        """A secret that a program sends in a header, or an empty text."""
        value = self.text(name)
        if value and (len(value) < MIN_TOKEN_LENGTH or not re.fullmatch(r"[!-~]+", value)):
            self._refuse(name, "…", f"write {MIN_TOKEN_LENGTH} random letters and digits or more, or nothing")
        return value

    def folder(self, name: str, default: Path) -> Path:
        """A folder, which may not exist yet."""
        path = Path(self.text(name) or default).resolve()
        if path.exists() and not path.is_dir():
            self._refuse(name, str(path), "this is a file; name a folder")
        return path

    def require(self) -> None:
        """Refuse to start if there are problems, and list them all."""
        if self.problems:
            count = len(self.problems)
            heading = "A setting is wrong:" if count == 1 else f"{count} settings are wrong:"
            raise SystemExit("\n".join([heading, *(f"  {problem}" for problem in self.problems)]))

    def _refuse(self, name: str, value: str, fix: str) -> None:
        self.problems.append(f"{name} cannot be {value!r}: {fix}")


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdecimal()


def _is_server(parts: SplitResult) -> bool:
    return bool(parts.hostname) and not (parts.path.strip("/") or parts.query or parts.fragment)


def _has_path(parts: SplitResult) -> bool:
    return bool(parts.path.strip("/"))


def _is_file(parts: SplitResult) -> bool:
    return not parts.netloc and _has_path(parts)


def _unknown_setting(name: str) -> str:
    suggestions = difflib.get_close_matches(name, SETTINGS, n=1)
    fix = f"did you mean {suggestions[0]}?" if suggestions else "remove it; docs/operators.md lists them all"
    return f"{name} is not a setting: {fix}"


def _encoding_advice(address: str) -> str:
    """How to write the characters of a user name or password that mean something else in an address."""
    _, _, rest = address.partition("://")
    credentials = rest.rpartition("@")[0]
    codes = [f"{quote(character, safe='')} for {character}" for character in RESERVED if character in credentials]
    return f"; in user name and password write {' and '.join(codes)}" if codes else ""


def _without_password(address: str) -> str:
    scheme, _, rest = address.partition("://")
    return f"{scheme}://…@{rest.rpartition('@')[2]}" if "@" in rest else address
