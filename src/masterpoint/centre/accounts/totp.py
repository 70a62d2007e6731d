"""Codes of an authenticator application (RFC 6238): six digits, renewed every 30 seconds."""

from __future__ import annotations

import base64
import hashlib
import hmac
from urllib.parse import quote

SECONDS = 30
FIGURES = 6
TOLERANCE = 1
"""The number of steps by which a clock may be wrong, in either direction."""


def code_at(secret: bytes, step: int) -> str:
    digest = hmac.new(secret, step.to_bytes(8, "big"), hashlib.sha1).digest()
    start = digest[-1] & 0x0F
    number = int.from_bytes(digest[start : start + 4], "big") & 0x7FFFFFFF
    return f"{number % 10**FIGURES:0{FIGURES}d}"


def step_of(secret: bytes, code: str, *, now: float, after: int) -> int | None:
    """The step of a code if it is valid now and later than the last one used. A code works only once."""
    current = int(now) // SECONDS
    for step in range(current - TOLERANCE, current + TOLERANCE + 1):
        if step > after and hmac.compare_digest(code_at(secret, step), code):
            return step
    return None


def typed_form(secret: bytes) -> str:
    """The secret in the form that people type into an application."""
    return base64.b32encode(secret).decode().rstrip("=")


def address(secret: bytes, account: str) -> str:
    """The address for the QR code."""
    return f"otpauth://totp/Masterpoint:{quote(account)}?secret={typed_form(secret)}&issuer=Masterpoint"
