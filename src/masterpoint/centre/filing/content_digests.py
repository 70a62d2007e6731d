"""Digests of what a version keeps; they go into its posting, so that the ledger's chain covers facts and files too."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import msgspec

from masterpoint.centre.filing.models import Version

_ordered = msgspec.json.Encoder(order="sorted").encode
"""Data as bytes, the same bytes for the same data, whatever database kept it."""


def content_digests(version: Version) -> dict[str, str]:
    """Digests of a version's facts, file and result."""
    filing = version.filing
    judged_by = (version.edition, version.engine, version.format)
    about = (filing.receipt, filing.organisation_id, version.number, *judged_by, version.original_name, version.reason)
    contents = Contents(version.event, version.people, bytes(version.original), bytes(version.result), version.salt)
    return digests(about, contents)


class Contents(NamedTuple):
    """What a version keeps, and the salt of its digests."""

    event: Mapping[str, Any]
    people: Mapping[str, int]
    original: bytes
    result: bytes
    salt: str


def digests(about: Sequence[object], kept: Contents) -> dict[str, str]:
    """The same, of the columns that keep them."""
    key = kept.salt.encode()
    return {
        "facts": hashlib.sha256(key + _ordered([list(about), kept.event, kept.people])).hexdigest(),
        "file": hashlib.sha256(key + kept.original).hexdigest(),
        "result": hashlib.sha256(key + kept.result).hexdigest(),
    }


def with_digests(version: Version, detail: Mapping[str, Any] | None = None) -> dict[str, Any]:
    """The detail of a version's posting: the decisions it rests on, and the digests of what it keeps."""
    return {**(detail or {}), "kept": content_digests(version)}
