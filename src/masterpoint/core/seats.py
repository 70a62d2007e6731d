"""Seats: how many players of a contestant are at the table, and how many contestants fill a table."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

PLAYERS_PER_CONTESTANT: Mapping[str, int] = {"individual": 1, "pairs": 2, "teams": 4}
"""Players of a contestant who are at the table at any one time."""
CONTESTANTS_PER_TABLE: Mapping[str, int] = {"individual": 4, "pairs": 2, "teams": 1}
"""Contestants that fill a table: a teams event is measured in teams."""
TABLES_PER_CONTESTANT: Mapping[str, Fraction] = {
    contest: Fraction(1, count) for contest, count in CONTESTANTS_PER_TABLE.items()
}
