"""News of a record between two moments: each event once, with its place, partners and net points."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date, datetime
from fractions import Fraction
from typing import NamedTuple

from masterpoint.centre.accounts.models import User
from masterpoint.centre.filing.appearances import Appearance, AwardKey, find_appearances
from masterpoint.centre.ledger.models import Line, Posting
from masterpoint.centre.registry.models import Person
from masterpoint.core.exact import grouped_text, tidy


class News(NamedTuple):
    """An event or another change of the record, and its points in hundredths by colour."""

    day: date
    name: str
    organisation: str
    receipt: str
    appearance: Appearance | None
    amounts: dict[str, int]

    @property
    def points(self) -> str:
        return points_in_words(self.amounts)


def points_in_words(amounts: Mapping[str, int]) -> str:
    """Points as people write them: `12 local, 0.5 green`."""
    return ", ".join(
        f"{grouped_text(tidy(Fraction(amount, 100)))} {colour}" for colour, amount in sorted(amounts.items())
    )


def news(person: Person, since: datetime, until: datetime, reader: User | None) -> list[News]:
    """What was posted between two moments, by day of play, without net zeros."""
    lines = Line.objects.filter(person=person, posting__at__gte=since, posting__at__lt=until)
    lines = lines.select_related("posting__version__filing__organisation").order_by("pk")
    lines = lines.defer("posting__version__event", "posting__version__result", "posting__version__original")
    groups: dict[object, list[Line]] = {}
    for line in lines:
        version = line.posting.version
        groups.setdefault(("filing", version.filing_id) if version else ("posting", line.posting_id), []).append(line)
    changed_groups = {key: lines for key, lines in groups.items() if _net(lines)}
    appearances = find_appearances(
        person, [award_key for key, lines in changed_groups.items() for award_key in _award_keys(key, lines)], reader
    )
    rows = [_row(lines, appearances.get(key)) for key, lines in changed_groups.items()]
    return sorted(rows, key=lambda row: (row.day, row.name))


def _net(lines: list[Line]) -> dict[str, int]:
    sums: dict[str, int] = {}
    for line in lines:
        sums[line.colour] = sums.get(line.colour, 0) + line.hundredths
    return {colour: amount for colour, amount in sums.items() if amount}


def _award_keys(key: object, lines: list[Line]) -> list[AwardKey]:
    """The newest award of the event; none if it was reversed and not replaced."""
    award_keys = [
        AwardKey(key, line.posting.version_id, line.award)
        for line in lines
        if line.posting.kind == Posting.Kind.AWARDS and line.posting.version_id is not None and line.award is not None
    ]
    return award_keys[-1:]


def _row(lines: list[Line], appearance: Appearance | None) -> News:
    newest = lines[-1]
    if newest.posting.version is None:
        return News(newest.day, newest.posting.get_kind_display(), "", "", None, _net(lines))
    filing = newest.posting.version.filing
    return News(newest.day, filing.name, filing.organisation.name, filing.receipt, appearance, _net(lines))
