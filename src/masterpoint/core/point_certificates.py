"""Certificates of points: what is on them, and the book's checks when one is issued and when it is sent in."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from datetime import date
from decimal import Decimal
from typing import Annotated, Any

import msgspec
from msgspec import Meta

from masterpoint.core.books import Book
from masterpoint.core.errors import Problem
from masterpoint.core.events import EventModel, Text


class CertificatePart(EventModel, frozen=True, kw_only=True):
    """A game, a stage, a match or a session whose points are on a certificate."""

    title: Text
    points: Mapping[str, Decimal]
    """By colour."""


class CertificateFacts(EventModel, frozen=True, kw_only=True):
    """Everything on a certificate, and what its issue depends on."""

    kind: Annotated[str, Meta(max_length=20)]
    name: Text
    parts: tuple[CertificatePart, ...]
    issued: date
    licensed: bool = False
    """Whether the federation licensed the event and congress certificates are used."""
    started: date | None = None
    finished: date | None = None
    eliminated: date | None = None
    """Knock-outs: the day the player was out of the event, or won it."""
    expires: date | None = None

    @property
    def points(self) -> dict[str, Decimal]:
        """The points on the certificate: the sum of its parts, by colour."""
        colours = dict.fromkeys(colour for part in self.parts for colour in part.points)
        return {
            colour: sum((part.points.get(colour, Decimal(0)) for part in self.parts), Decimal(0)) for colour in colours
        }


class ClaimFacts(EventModel, frozen=True, kw_only=True):
    """A certificate that somebody sends in."""

    certificate: CertificateFacts
    submitted: date
    member: bool


class PointCertificates(msgspec.Struct, frozen=True, kw_only=True):
    """How a federation's book requires certificates to be issued and registered."""

    kinds: Mapping[str, str]
    """What a certificate may be for: each kind of event, in words."""
    colours: tuple[str, ...]
    issue_problems: Callable[[Book[Any], CertificateFacts], Iterable[Problem]]
    claim_problems: Callable[[Book[Any], ClaimFacts], Iterable[Problem]]
    lost_clause: str
    """The clause that asks for evidence of issue if a certificate was lost."""
    direct_clause: str
    """The clause that says points are issued by certificate or credited directly."""
    clause: str
    """The clause that says what a certificate must show."""
