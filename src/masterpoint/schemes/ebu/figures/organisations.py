"""Chapter 1, Organisations, events and licensing, and the charge codes of the appendix."""

from __future__ import annotations

from datetime import date
from fractions import Fraction
from typing import Literal

import msgspec

from masterpoint.core.books import Figure


class Organisations(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """1.2, 1.4 and 1.6: what decides the status of an event."""

    major_boards: Figure[int]
    major_sessions: Figure[int]
    district_event_sessions: Figure[int]
    fewest_counties: Figure[int]
    reserves_from: Figure[int]
    """The size from which a team may have reserves who are not members."""
    inter_county_status: Figure[dict[str, str]]
    """The status for the counties' A, B and C teams; lower teams have the last of them."""
    outside_share: Figure[Fraction]
    """The part of an invitation event's entry that raises its status."""
    major_event_sessions: Figure[int]
    major_event_tables: Figure[int]


class Quotas(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How many events of a kind an organisation may hold in a year."""

    regular_games: Figure[int]
    ladders: Figure[int]
    majors_of_a_kind: Figure[int]
    simultaneous: Figure[int]
    invitations: Figure[int]
    district_events_of_a_kind: Figure[int]
    club_blue: Figure[int]
    county_blue: Figure[int]
    one_day_green: Figure[int]
    congress_green: Figure[int]


class Licences(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """1.3.3, 1.5, 1.7 and 1.8: what a licence asks for, and by when."""

    system_levels: Figure[tuple[int, ...]]
    most_cash: Figure[int]
    fewest_tables: Figure[int]
    notice_days: Figure[int]
    fee_days: Figure[int]
    results_days: Figure[int]
    paperwork_months: Figure[int]
    accounts_months: Figure[int]


class Code(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A charge code: what it is for, and what part of the standard charge it brings."""

    number: str
    title: str
    paid: Literal["nothing", "subscription", "licence fee", "EBU"]
    members: Fraction = Fraction(0)
    """The part of the standard charge paid for an EBU member; 1.3.2."""
    others: Fraction = Fraction(0)
    """The part paid for somebody else."""
    county_charge: bool = False
    first_day: date | None = None
    ended: date | None = None
    """The first day on which it could no longer be used."""


class Charges(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """1.3, 1.4.2, 5.3.3 and the appendix: who pays how much."""

    change_on: Figure[tuple[int, int]]
    """Month and day on which charges change."""
    social_sessions: Figure[int]
    extra_free: Figure[tuple[tuple[int, int], ...]]
    """Rows of the fewest player sessions a year and the further free sessions."""
    teaching_boards: Figure[int]
    novice_percent: Figure[int]
    closed_blue_share: Figure[Fraction]
    """The part of the Green Point licence fee that a closed Blue Point event pays."""
    codes: Figure[tuple[Code, ...]]
