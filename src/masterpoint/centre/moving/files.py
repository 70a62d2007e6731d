"""The CSV files of a move, in the order in which they are read."""

from __future__ import annotations

from collections.abc import Mapping

from masterpoint.centre.records import opening_balances, opening_ratings
from masterpoint.centre.registry import loading

ORGANISATIONS, MEMBERS, MEMBERSHIPS = "organisations.csv", "members.csv", "memberships.csv"
OFFICES, CONTACTS, BALANCES, RATINGS = "offices.csv", "contacts.csv", "balances.csv", "ratings.csv"
COLUMNS: Mapping[str, tuple[str, ...]] = {
    ORGANISATIONS: ("number", "name", "level", "belongs_to", "active"),
    MEMBERS: loading.COLUMNS,
    MEMBERSHIPS: ("number", "organisation", "kind", "from"),
    OFFICES: ("email", "name", "organisation", "office", "from"),
    CONTACTS: ("of", "number", "email", "phone", "post", "consented_on", "public"),
    BALANCES: opening_balances.COLUMNS,
    RATINGS: opening_ratings.COLUMNS,
}
PERSON, ORGANISATION = "person", "organisation"
"""The kinds of owners in a row of contact details."""
