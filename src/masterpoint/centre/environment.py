"""The settings of a Centre as the environment gives them: read one by one, and refused all at once.

`SETTINGS` names every one of them; docs/operators.md describes each.
"""

from __future__ import annotations

import difflib
from collections.abc import Collection, Mapping
from urllib.parse import urlsplit

PREFIX = "MASTERPOINT_"
SETTINGS = frozenset(
    PREFIX + name
    for name in (
        *("HOME", "DATABASE", "MODE", "SECRET", "OLD_SECRETS", "HOSTS", "BEHIND_PROXY", "SITE", "MAIL", "MAIL_FROM"),
        *("LIMITS", "THREADS", "TOKEN_DAYS", "DRAFT_DAYS", "SIGN_IN_DAYS", "LETTER_DAYS", "HSTS_PRELOAD", "BACKUPS"),
        *("BACKUPS_KEPT", "OPEN_DATA", "LOGS", "METRICS_TOKEN"),
    )
)
REQUESTS = {
    "address": 60,
    "token": 600,
    "check": 30,
    "calculate": 60,
    "forgotten": 5,
    "join": 10,
    "passkey": 60,
    "work": 20,
}
"""A minute's worth: of the API without a token and with one, of files and lists checked on the site without an
account, of answers of the calculator, of letters for a forgotten password, of steps to an account of one's own; and
`work`, the seconds of processor time that checking and calculating may take. MASTERPOINT_LIMITS overrules it."""
OF_TOOLS = frozenset({"MASTERPOINT_CHROMIUM", "MASTERPOINT_PICTURES", "MASTERPOINT_VERSION"})
"""What tests and the compose file read for themselves."""


class Environment:
    """Reads settings and keeps what is wrong with them until `require` is called."""

    def __init__(self, given: Mapping[str, str]) -> None:
        self._given = {name: value.strip() for name, value in given.items() if name.startswith(PREFIX)}
        self.problems = [_unknown(name) for name in sorted(self._given.keys() - SETTINGS - OF_TOOLS)]

    def text(self, name: str, default: str = "") -> str:
        return self._given.get(name) or default

    def words(self, name: str, default: str = "") -> list[str]:
        return [word.strip() for word in self.text(name, default).split(",") if word.strip()]

    def hosts(self, name: str, default: str) -> tuple[list[str], dict[str, str]]:
        """Host names, and whose each is that is written like `ebu=points.ebu.example`."""
        words = [word.rpartition("=") for word in self.words(name, default)]
        for code, mark, host in words:
            if mark and not (code and host):
                self._refuse(name, f"{code}={host}", "write points.example.org or ebu=points.ebu.example")
        codes = {host.lower(): code.strip().lower() for code, _, host in words if code}
        return [host for _, _, host in words], codes

    def flag(self, name: str) -> bool:
        """Whether it is set; a plain no is a no."""
        return self.text(name).lower() not in ("", "0", "no", "off", "false")

    def choice(self, name: str, options: Collection[str], default: str) -> str:
        value = self._given.get(name, default)  # a slip of the pen must not make a demo of a real Centre
        if value not in options:
            self._refuse(name, value, f"write {' or '.join(options)}")
        return value

    def whole_number(self, name: str, default: int) -> int:
        value = self.text(name, str(default))
        if not (value.isascii() and value.isdecimal() and int(value) > 0):
            self._refuse(name, value, f"write a whole number such as {default}")
            return default
        return int(value)

    def numbers(self, name: str, usual: Mapping[str, int]) -> dict[str, int]:
        """Numbers by kind, written like `address=60,token=600`."""
        pairs = [word.partition("=") for word in self.words(name)]
        for kind, _, number in pairs:
            if kind not in usual or not (number.isascii() and number.isdecimal()):
                example = ",".join(f"{known}={count}" for known, count in usual.items())
                self._refuse(name, f"{kind}={number}", f"write some of {example}")
        return {kind: int(number) for kind, _, number in pairs if number.isascii() and number.isdecimal()}

    def address(self, name: str, schemes: Collection[str], example: str) -> str:
        """A URL of one of some kinds, or nothing."""
        value = self.text(name)
        try:
            parts = urlsplit(value)
            sound = parts.scheme in schemes and (parts.port is None or parts.port > 0)
        except ValueError:
            sound = False
        if value and not sound:
            self._refuse(name, _without_password(value), f"write {example}")
            return ""
        return value

    def require(self) -> None:
        """Refuse to start, with everything that is wrong."""
        if self.problems:
            count = len(self.problems)
            heading = "A setting is wrong:" if count == 1 else f"{count} settings are wrong:"
            raise SystemExit("\n".join([heading, *(f"  {problem}" for problem in self.problems)]))

    def _refuse(self, name: str, value: str, fix: str) -> None:
        self.problems.append(f"{name} cannot be {value!r}: {fix}")


def _unknown(name: str) -> str:
    likely = difflib.get_close_matches(name, SETTINGS, n=1)
    fix = f"did you mean {likely[0]}?" if likely else "remove it; docs/operators.md lists them all"
    return f"{name} is not a setting: {fix}"


def _without_password(address: str) -> str:
    scheme, _, rest = address.partition("://")
    return f"{scheme}://…@{rest.rpartition('@')[2]}" if "@" in rest else address
