"""Sends a file to a Centre through its API, with the standard library alone, and says what became of it."""

from __future__ import annotations

import hashlib
import json
import re
import urllib.error
import urllib.request
from http.client import HTTPException
from typing import NamedTuple
from urllib.parse import quote

from masterpoint.core.errors import NotUnderstood, Problem

TIMEOUT_SECONDS = 60
LARGEST_ANSWER = 1_000_000
ADDRESS = re.compile(r"https?://(?:[^\s/?#@:\[\]]+|\[[0-9a-f:.]+\])(?::[0-9]{1,5})?(?:/[!-~]*)?", re.I)
LATER = frozenset((408, 425, 429, 500, 502, 503, 504))
"""The file may still be fine: it is sent again later."""
REFUSED = frozenset((400, 409, 413, 415, 422))
"""The Centre looked at the file and cannot accept it as it is."""

DECISIONS = frozenset(("same evening", "organiser"))
DECIDED_ON_THE_SITE = "open the site of the Centre, drop the file there, and decide"
"""A person has to decide on the site, since nobody can answer for a folder."""
FACTS = frozenset(("scheme", "boards", "day", "scoring", "colour", "session"))
FILLED_IN_ON_THE_SITE = "open the site of the Centre, drop the file there, and fill it in"
"""Next to the problem, the page asks for what the file does not say."""


class Offline(Exception):
    """There was no answer."""


class Answer(NamedTuple):
    """An answer from a Centre."""

    status: int
    body: bytes


class Outcome(NamedTuple):
    """What became of a file."""

    is_final: bool
    """Whether it need not be sent again."""
    message: str
    receipt: str = ""


class Destination(NamedTuple):
    """Where files are sent, and the token that permits it."""

    centre: str
    federation: str
    club: str
    token: str

    @property
    def address(self) -> str:
        if not ADDRESS.fullmatch(self.centre):
            fix = "write it as https://points.example.org"
            raise NotUnderstood(Problem("--centre", self.centre, "this is not an address", fix))
        path = f"federations/{quote(self.federation, safe='')}/organisations/{quote(self.club, safe='')}/filings"
        return f"{self.centre.rstrip('/')}/api/v1/{path}"

    def request(self, name: str, data: bytes) -> tuple[dict[str, str], bytes]:
        """Headers and body. The same file always has the same key, so that a lost answer files nothing twice."""
        digest = hashlib.sha256(data).hexdigest()
        boundary = f"masterpoint-{digest[:32]}"
        safe = "".join(char for char in name if char.isprintable() and char not in '"\\')
        head = (
            f'--{boundary}\r\nContent-Disposition: form-data; name="file"; filename="{safe}"\r\n'
            "Content-Type: application/octet-stream\r\n\r\n"
        )
        body = head.encode() + data + f"\r\n--{boundary}--\r\n".encode()
        headers = {
            "Authorization": f"Bearer {self.token}",
            "Content-Type": f"multipart/form-data; boundary={boundary}",
            "Idempotency-Key": f"watch-{digest}",
        }
        return headers, body


class _NoRedirects(urllib.request.HTTPRedirectHandler):
    """Returns a redirect as the answer, since following it would lose the file."""

    def redirect_request(self, *_: object) -> None:
        return None


def http(address: str, headers: dict[str, str], body: bytes) -> Answer:
    """Send one request over the network; a refusal is an answer too."""
    request = urllib.request.Request(address, data=body, headers=headers, method="POST")
    try:
        with urllib.request.build_opener(_NoRedirects).open(request, timeout=TIMEOUT_SECONDS) as response:
            return Answer(response.status, response.read(LARGEST_ANSWER))
    except urllib.error.HTTPError as error:
        with error:
            return Answer(error.code, error.read(LARGEST_ANSWER))
    except (OSError, HTTPException) as error:
        raise Offline(_reason(getattr(error, "reason", error))) from None


def _reason(error: object) -> str:
    """Why there was no answer, without the error number."""
    return str((isinstance(error, OSError) and error.strerror) or error)


def outcome_of(answer: Answer) -> Outcome:
    """The outcome for the scorer: filed with a receipt, filed before, refused, or to be sent again later.

    Any other answer, such as the sign-in page of a guest network, decides nothing about the file.
    """
    if answer.status in LATER:
        return Outcome(False, f"the Centre is busy (answer {answer.status}); it is sent again")
    fields = _fields(answer.body)
    receipt = str(fields.get("receipt", ""))
    if answer.status in (200, 201) and receipt:
        return Outcome(True, f"{'was filed before' if answer.status == 200 else 'filed'}, receipt {receipt}", receipt)
    problems = fields.get("problems")
    messages = (
        [_problem(problem) for problem in problems if isinstance(problem, dict)] if isinstance(problems, list) else []
    )
    detail = "; ".join(messages) or str(fields.get("detail") or f"answer {answer.status}")
    if answer.status == 401:
        fix = "make a new one on the account page of the Centre and save it in the token file"
        return Outcome(False, f"not allowed: the token is not known, has expired or was revoked → {fix}")
    if answer.status == 403:
        return Outcome(False, f"not allowed: {detail}")
    if answer.status in REFUSED and fields:
        return Outcome(True, f"not filed: {detail}")
    fix = "look at the connection and at --centre, --federation and --club"
    return Outcome(False, f"waits: nobody at this address takes the files of this club → {fix}")


def _problem(problem: dict[str, object]) -> str:
    place, message, fix = (str(problem.get(key, "")) for key in ("place", "message", "fix"))
    prefix = f"{place}: " if place.startswith("line ") else ""
    if place in DECISIONS:
        fix = DECIDED_ON_THE_SITE
    elif place in FACTS:
        fix = FILLED_IN_ON_THE_SITE
    return f"{prefix}{message} → {fix}"


def _fields(body: bytes) -> dict[str, object]:
    try:
        fields = json.loads(body)
    except ValueError:
        return {}
    return fields if isinstance(fields, dict) else {}
