"""The best results and the partners of a record: some on the record page, more on their own page."""

from __future__ import annotations

from datetime import date
from typing import NamedTuple

from masterpoint.centre.accounts.models import User
from masterpoint.centre.filing import player_figures
from masterpoint.centre.ledger.queries import StatementLine
from masterpoint.centre.records import queries as records
from masterpoint.centre.registry.models import Person
from masterpoint.core.exact import Exact
from masterpoint.core.ranks import RankLadder


class Share(NamedTuple):
    """Points won with an organiser or a partner: the total by the book's rule, and each colour."""

    name: str
    number: str
    total: Exact
    sums: dict[str, int]
    evenings: int = 0


def best_of(person: Person, ladder: RankLadder, count: int, as_at: date | None = None) -> list[StatementLine]:
    """The best awards, by the book's weights of colours."""
    lines = player_figures.best_lines(person, count, as_at)
    lines.sort(key=lambda line: (-records.total_of(ladder, {line.colour: line.hundredths}), -line.hundredths, line.day))
    return lines[:count]


def partners_of(
    person: Person,
    ladder: RankLadder,
    reader: User | None,
    count: int,
    evenings: int = player_figures.EVENINGS,
    as_at: date | None = None,
) -> list[Share]:
    """The most frequent partners of the last evenings, and the points won with each."""
    return [
        Share(row.partner.name, row.partner.number, records.total_of(ladder, row.sums), row.sums, row.evenings)
        for row in player_figures.with_partners(person, reader, evenings, as_at)[:count]
    ]
