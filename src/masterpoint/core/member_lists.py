"""Files that are not events: lists of credits to be posted, and lists of members."""

from __future__ import annotations

from datetime import date

import msgspec

from masterpoint.core.errors import Problem
from masterpoint.core.results import FileAward


class Credit(msgspec.Struct, frozen=True):
    """Points to be credited to one member: a line of a claims or credit file."""

    national: str
    awards: tuple[FileAward, ...]
    claim_day: date | None = None
    event_code: str = ""
    club_code: str = ""
    line: int = 0


class Credits(msgspec.Struct, frozen=True):
    """A file of credits, without an event or places."""

    format: str
    source: str
    credits: tuple[Credit, ...] = ()
    remarks: tuple[str, ...] = ()
    notices: tuple[Problem, ...] = ()


class Member(msgspec.Struct, frozen=True):
    """A line of a list of members. Addresses and the like are never read."""

    national: str
    given_name: str
    surname: str
    club: str = ""
    rank: str = ""
    line: int = 0


class Members(msgspec.Struct, frozen=True):
    """A list of members."""

    format: str
    source: str
    members: tuple[Member, ...] = ()
    remarks: tuple[str, ...] = ()
