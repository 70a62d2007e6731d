"""E3 and E16, regional congresses: what one is, and the events it brings; a region may delegate them to a club."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from masterpoint.core.books import rule
from masterpoint.core.derivation import Remark
from masterpoint.core.sentences import sentence
from masterpoint.schemes.nz.book import Book
from masterpoint.schemes.nz.rules.tournaments.schedule import (
    Congress,
    Role,
    ScheduledEvent,
    YearFacts,
    alternatives,
    name_of,
)

EXTRA: tuple[Role, ...] = ("congress-extra", "congress-further")
CONGRESS_ROLES: tuple[Role, ...] = ("congress", *EXTRA)


def congress_findings(book: Book, facts: YearFacts) -> Iterator[Remark]:
    """E3.D4, E16.5c: what a congress is, and the extra events it brings."""
    if len(facts.congresses) > 1:
        yield book.remark("E16.5c", "each region runs one congress a year, by itself or by a club")
    extra_class = book.figures.schedule.congress_extra_class
    faults = [list(congress_problems(book, congress)) for congress in facts.congresses]
    is_genuine = any(not fault for fault in faults)
    yield from (remark for fault in faults for remark in fault)
    role_counts = Counter(event.role for event in facts.events)
    if role_counts["congress-extra"] > (1 if is_genuine else 0):
        message = "one extra {grade} event is held with a congress that meets the definition"
        yield Remark(extra_class.clause, sentence(message, grade=extra_class.value))
    if role_counts["congress-further"] > 1:
        message = "one further {grade} event may be considered, not several"
        yield Remark(extra_class.clause, sentence(message, grade=extra_class.value))
    for event in facts.events:
        yield from _congress_event(book, event, is_genuine)


def _congress_event(book: Book, event: ScheduledEvent, is_genuine: bool) -> Iterator[Remark]:
    if event.role not in CONGRESS_ROLES:
        return
    if not event.approved:
        approval = "{event}: the region approves a congress event, and the Board confirms it"
        yield book.remark("E16.5c", sentence(approval, event=name_of(event)))
    extra_class, classes = book.figures.schedule.congress_extra_class, book.figures.schedule.congress_classes
    tables = book.figures.schedule.congress_tables
    if event.role == "congress-further" and not (is_genuine and (event.tables or 0) >= tables.value):
        message = sentence(
            "{event}: a further {grade} event needs a congress that meets the definition and a field of at least "
            "{tables} tables",
            event=name_of(event),
            grade=extra_class.value,
            tables=tables.value,
        )
        yield Remark(tables.clause, message)
    if event.role in EXTRA and event.grade != extra_class.value:
        message = sentence(
            "{event}: the extra event of a congress is a {grade}", event=name_of(event), grade=extra_class.value
        )
        yield Remark(extra_class.clause, message)
    if event.role == "congress" and event.grade not in classes.value:
        message = sentence(
            "{event}: congress events are {classes}, or a {grade} under its own title",
            event=name_of(event),
            classes=alternatives(classes),
            grade=extra_class.value,
        )
        yield Remark(classes.clause, message)


@rule
def congress_problems(book: Book, congress: Congress) -> Iterator[Remark]:
    """E3.D4: three tournaments over two days, one of them not for Open players only."""
    name = congress.name or "the congress"
    tournaments, days = book.figures.definitions.congress_tournaments, book.figures.definitions.congress_days
    if len(congress.classes) < tournaments.value or congress.days < days.value:
        message = sentence(
            "{congress}: a congress has {tournaments} or more tournaments over at least {days} days",
            congress=name,
            tournaments=tournaments.value,
            days=days.value,
        )
        yield Remark(tournaments.clause, message)
    if not set(congress.classes) & {"5B", "3B"}:
        message = sentence("{congress}: at least one tournament must be for others than Open players", congress=name)
        yield Remark(tournaments.clause, message)
    if not congress.approved:
        message = sentence("{congress}: needs approval by the region and confirmation by the Board", congress=name)
        yield book.remark("E16.5c", message)
