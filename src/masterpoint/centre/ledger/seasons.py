"""The season of a line of the ledger, in SQL: its year, or the year before if the season begins later in the year."""

from __future__ import annotations

from django.db import connection

from masterpoint.schemes import FEDERATIONS

YEAR = {"sqlite": "CAST(strftime('%Y', day) AS INTEGER)", "postgresql": "CAST(EXTRACT(YEAR FROM day) AS INTEGER)"}
MONTH_AND_DAY = {"sqlite": "strftime('%m-%d', day)", "postgresql": "to_char(day, 'MM-DD')"}
PEOPLE = """
SELECT person.id FROM registry_person AS person
JOIN registry_federation AS federation ON federation.code = person.federation_id WHERE federation.scheme = '{scheme}'
"""


def season_in_sql() -> str:
    """The season of a row with `person_id` and `day`; its texts are our own constants."""
    year, month_and_day = YEAR[connection.vendor], MONTH_AND_DAY[connection.vendor]
    seasons = {scheme: FEDERATIONS[scheme].season for scheme in FEDERATIONS}
    cases = " ".join(
        f"WHEN {month_and_day} < '{season.month:02}-{season.day:02}'"
        f" AND person_id IN ({PEOPLE.format(scheme=scheme)}) THEN 1"
        for scheme, season in seasons.items()
        if not season.is_calendar_year
    )
    return f"({year} - CASE {cases} ELSE 0 END)" if cases else year
