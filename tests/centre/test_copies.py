"""PostgreSQL's own programs speak to the database as the Centre does: to the same place, as encrypted, as checked."""

from __future__ import annotations

import pytest
from psycopg.conninfo import conninfo_to_dict

from masterpoint.centre import settings
from masterpoint.centre.copies import connection_string

OVER_A_NETWORK = "postgres://points:secret@db.example.org:5433/records?sslmode=verify-full&sslrootcert=/etc/our.pem"


@pytest.mark.parametrize(
    ("address", "words"),
    [
        (
            OVER_A_NETWORK,
            {
                "host": "db.example.org",
                "port": "5433",
                "user": "points",
                "dbname": "records",
                "sslmode": "verify-full",
                "sslrootcert": "/etc/our.pem",
            },
        ),
        (
            "postgres://points@/records?host=/var/run/postgresql",
            {"host": "/var/run/postgresql", "user": "points", "dbname": "records"},
        ),
    ],
)
def test_all_but_the_password_is_in_the_words(address: str, words: dict[str, str]) -> None:
    assert conninfo_to_dict(connection_string(settings._database(address))) == words
