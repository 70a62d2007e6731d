"""Licence, charge, submission and deadlines of an event: what its organiser owes the EBU (1.3 to 1.8, 2.8, 2.9)."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from masterpoint.core.books import rule
from masterpoint.core.derivation import Remark
from masterpoint.core.events import AnyEvent, SimultaneousEvent
from masterpoint.core.parsing import facts_from
from masterpoint.core.plurals import count_text
from masterpoint.core.seats import TABLES_PER_CONTESTANT
from masterpoint.core.sentences import sentence
from masterpoint.schemes.ebu.book import Book
from masterpoint.schemes.ebu.rules.attendance import entry_count, listed_entries
from masterpoint.schemes.ebu.rules.facts import Facts
from masterpoint.schemes.ebu.rules.organisations.charges import charge_remarks
from masterpoint.schemes.ebu.rules.organisations.counties import non_members
from masterpoint.schemes.ebu.rules.organisations.deadlines import deadlines
from masterpoint.schemes.ebu.rules.organisations.licences import general_licence, licence_remarks
from masterpoint.schemes.ebu.rules.records.crediting import unidentified_players
from masterpoint.schemes.families.words import in_words


@rule
def formalities(book: Book, event: AnyEvent) -> list[Remark]:
    """Everything that the points of an event entail, each with its clause."""
    facts: Facts = facts_from(event, Facts)
    return [
        *licence_remarks(book, event, facts),
        *_licence_conditions(book, event, facts),
        *charge_remarks(book, event, facts),
        *_submission(book, event),
        *_entry(book, event, facts),
    ]


def _licence_conditions(book: Book, event: AnyEvent, facts: Facts) -> Iterator[Remark]:
    """1.7, 1.8: what a general licence asks for."""
    if not general_licence(book, event, facts):
        return
    tables = entry_count(event) * TABLES_PER_CONTESTANT[event.contest]
    minimum, notice = book.figures.licences.fewest_tables, book.figures.licences.notice_days
    if Fraction(tables) < minimum.value:
        message = sentence(
            "fewer than {least} tables: {weeks} weeks' notice, and only if all competitors wish to go on",
            least=in_words(minimum.value),
            weeks=in_words(notice.value // 7),
        )
        yield book.remark(minimum.clause.number, message)
    yield from deadlines(book, event.day, charity=facts.charity)


def _submission(book: Book, event: AnyEvent) -> Iterator[Remark]:
    """2.9.2, 2.10.5: everybody is identified and charged."""
    unidentified_names = unidentified_players(event)
    if unidentified_names:
        names = ", ".join(unidentified_names[:5]) + (" …" if len(unidentified_names) > 5 else "")
        message = sentence(
            "find the EBU number of {count} players before sending: {names}",
            count=len(unidentified_names),
            names=names,
        )
        yield book.remark("2.9.2", message)
    if any(entry.standing != "full" for entry in listed_entries(event)):
        yield book.remark("2.10.5", "those without standing are charged and graded like everybody else")


def _entry(book: Book, event: AnyEvent, facts: Facts) -> Iterator[Remark]:
    """1.1.3, 1.2.5: who may play."""
    if event.organiser.level == "national" and not facts.open_to_non_members:
        outside_count = sum(1 for _ in non_members(event))
        template = "EBU members only, unless the Tournament Committee opens it; {others} found"
        others = count_text(outside_count, "non-member") if outside_count else "no non-member"
        yield book.remark("1.1.3", sentence(template, others=others))
    if isinstance(event, SimultaneousEvent) and event.organiser.level == "county":
        quota = book.figures.quotas.simultaneous
        template = "one of {most} simultaneous pairs a year; only tables at affiliated clubs count for points"
        yield book.remark(quota.clause.number, sentence(template, most=in_words(quota.value)))
