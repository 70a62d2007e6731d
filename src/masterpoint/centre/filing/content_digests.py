"""Digests of a version's contents.

They are stored in its posting, so the ledger's hash chain covers facts and files.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import msgspec

from masterpoint.centre.filing.models import Version

_encode_sorted = msgspec.json.Encoder(order="sorted").encode
"""Encodes equal data as equal bytes, whatever the database."""


def content_digests(version: Version) -> dict[str, str]:
    """Digests of a version's facts, file and result."""
    filing = version.filing
    judged_by = (version.edition, version.engine, version.format)
    heading = (
        filing.receipt,
        filing.organisation_id,
        version.number,
        *judged_by,
        version.original_name,
        version.reason,
    )
    contents = Contents(version.event, version.people, bytes(version.original), bytes(version.result), version.salt)
    return digests(heading, contents)


class Contents(NamedTuple):
    """The contents of a version, and the salt of its digests."""

    event: Mapping[str, Any]
    people: Mapping[str, int]
    original: bytes
    result: bytes
    salt: str


def digests(heading: Sequence[object], contents: Contents) -> dict[str, str]:
    """The digests for stored columns."""
    key = contents.salt.encode()
    return {
        "facts": hashlib.sha256(key + _encode_sorted([list(heading), contents.event, contents.people])).hexdigest(),
        "file": hashlib.sha256(key + contents.original).hexdigest(),
        "result": hashlib.sha256(key + contents.result).hexdigest(),
    }


def with_digests(version: Version, detail: Mapping[str, Any] | None = None) -> dict[str, Any]:
    """The detail of a version's posting: the decisions, and the digests of the contents."""
    return {**(detail or {}), "kept": content_digests(version)}
