"""4.3.2 and 5.3.3, eclectic and other events with walk-in pairs: form `ladder`."""

from __future__ import annotations

from fractions import Fraction
from functools import partial

from masterpoint.core.derivation import Step, derive, fact
from masterpoint.core.errors import Refused
from masterpoint.core.events import LadderEvent
from masterpoint.core.exact import tidy
from masterpoint.core.mechanisms import at_most, part_of, total, whole
from masterpoint.core.rounding import up_to_whole
from masterpoint.core.seats import TABLES_PER_CONTESTANT
from masterpoint.core.sentences import sentence
from masterpoint.schemes.abf.book import Book
from masterpoint.schemes.abf.rules.awards.awarding import AwardsAndRemarks
from masterpoint.schemes.abf.rules.awards.outright import (
    Outright,
    pay_outright,
    same_for_all,
    sessions_by_boards,
    sessions_step,
    walk_in_final,
    with_acceleration,
)
from masterpoint.schemes.abf.rules.awards.placing import Part, limited_to_finalists, paid_places
from masterpoint.schemes.abf.rules.awards.sessions import contestants
from masterpoint.schemes.abf.rules.grades import clubs
from masterpoint.schemes.abf.rules.grades.terms import Terms

PART: Part = "half"


def ladder(book: Book, event: LadderEvent, terms: Terms) -> AwardsAndRemarks:
    """The outright award of an event in which pairs need not play every session."""
    _require_average(book, event, terms)
    sessions = _sessions(book, event, terms)
    final_sessions = whole(_final_sessions(book, event, terms).value) if event.final else 0
    clubs.require_length(book, terms.grade, event.games + final_sessions)
    awards = []
    for ranking in event.lists:
        tables_per_contestant = TABLES_PER_CONTESTANT[event.unit or event.contest]
        qualified = (
            Fraction(terms.facts.qualified_tables)
            if terms.facts.qualified_tables is not None
            else contestants(ranking) * tables_per_contestant
        )
        tables = _tables(book, event, terms, qualified)
        eligible_count = max(contestants(ranking), int(qualified / tables_per_contestant))
        if event.final:
            places_by_entry = paid_places(book, PART, int(whole(tables.value) / tables_per_contestant))
            places = limited_to_finalists(book, places_by_entry, contestants(ranking))
        else:
            places = paid_places(book, PART, eligible_count)
        awards += pay_outright(
            book,
            ranking,
            Outright(book, terms, tables, places, book.clause("4.3.2a"), reading="B-31" if event.final else ""),
            same_for_all(sessions),
        )
    message = "the sessions themselves earn session awards, each filed as a session of its own"
    return awards, [book.remark("4.2.1a", message)]


def _require_average(book: Book, event: LadderEvent, terms: Terms) -> None:
    problems = []
    if event.average_tables is None:
        message = "the average attendance over all sessions is needed"
        problems.append(book.problem("average_tables", "", message, "give average_tables", "4.3.2a"))
    if event.counted > event.games:
        message, fix = f"only {event.games} sessions were available", "give the sessions a pair needed"
        problems.append(book.problem("counted", event.counted, message, fix, "A Eclectic events"))
    if problems:
        raise Refused(problems)


def _sessions(book: Book, event: LadderEvent, terms: Terms) -> Step:
    """The sessions a pair must play to qualify; a walk-in final of a congress counts two (5.3.3)."""
    two = walk_in_final(book, terms) if event.final else None
    if two is not None:
        return two
    sessions = fact(event.counted, book.clause("A Eclectic events"), "sessions needed for a final placing")
    if not event.final:
        return with_acceleration(book, terms, sessions)
    final_sessions = _final_sessions(book, event, terms)
    all_sessions = derive(
        total,
        sessions,
        final_sessions,
        clause=book.clause("4.3.2 note"),
        message=sentence("with {more} in the final", more=final_sessions.value),
        reading="B-31",
    )
    return with_acceleration(book, terms, all_sessions)


def _final_sessions(book: Book, event: LadderEvent, terms: Terms) -> Step:
    """4.3.1: the sessions of the final, by its boards if they are fewer than in full sessions."""
    sessions, boards = terms.facts.final_sessions, event.final_boards
    if boards is None:
        return fact(sessions or 1, book.clause("4.3.2 note"), "sessions of the final")
    if sessions is None:
        return sessions_by_boards(book, terms, boards)
    return sessions_step(book, terms, sessions, boards, accelerate=False)


def _tables(book: Book, event: LadderEvent, terms: Terms, qualified: Fraction) -> Step:
    """The average attendance, or 125% of the tables that qualified, whichever is less; up to a whole number."""
    number = "4.3.2 note" if event.final else "4.3.2a"
    average = fact(tidy(Fraction(event.average_tables or 0)), book.clause(number), "average tables over the sessions")
    if terms.facts.walk_in and terms.facts.congress and event.final:
        lesser = derive(tidy, average, clause=book.clause("5.3.3c"), message="average tables of the heats")
    else:
        percent = book.figures.outright.qualified.value
        qualified_tables = fact(tidy(qualified), book.clause(number), "tables that qualified")
        message = sentence("{percent}% of them", percent=percent)
        qualified_share = derive(
            partial(part_of, percent, 100), qualified_tables, clause=book.clause(number), message=message
        )
        lesser = derive(at_most, average, qualified_share, clause=book.clause(number), message="the lesser of the two")
    if isinstance(lesser.value, int):
        return lesser
    return derive(
        up_to_whole, lesser, clause=book.clause("4.4.1"), message="a part table counts as a full table", reading="B-30"
    )
