"""4.3.2 and 5.3.3, eclectic and other events with walk-in pairs: form `ladder`."""

from __future__ import annotations

from fractions import Fraction
from functools import partial

from masterpoint.core.derivation import Remark, Step, derive, fact
from masterpoint.core.errors import Refused
from masterpoint.core.events import LadderEvent
from masterpoint.core.exact import Exact, tidy
from masterpoint.core.mechanisms import at_most, part_of, whole
from masterpoint.core.rounding import up_to_whole
from masterpoint.schemes.abf.rules.awards.awarding import Paid
from masterpoint.schemes.abf.rules.awards.outright import (
    Outright,
    accelerated,
    pay_outright,
    same_for_all,
    walk_in_final,
)
from masterpoint.schemes.abf.rules.awards.placing import Part, paid_places
from masterpoint.schemes.abf.rules.awards.sessions import contestants
from masterpoint.schemes.abf.rules.grades import clubs
from masterpoint.schemes.abf.rules.grades.terms import Terms
from masterpoint.schemes.abf.rules.handbook import clause, problem
from masterpoint.schemes.families.fields import SEATS

PART: Part = "half"


def ladder(event: LadderEvent, terms: Terms) -> Paid:
    """The outright award of an event in which pairs need not play every session."""
    _require_average(event, terms)
    sessions = _sessions(event, terms)
    clubs.require_length(terms.grade, event.games + (_final_sessions(event, terms) if event.final else 0))
    awards = []
    for ranking in event.lists:
        seats = SEATS[event.unit or event.contest]
        qualified = (
            Fraction(terms.facts.qualified_tables)
            if terms.facts.qualified_tables is not None
            else contestants(ranking) * seats
        )
        tables = _tables(event, terms, qualified)
        eligible = max(contestants(ranking), int(qualified / seats))
        if event.final:
            places = min(paid_places(PART, int(whole(tables.value) / seats)), contestants(ranking))
        else:
            places = paid_places(PART, eligible)
        awards += pay_outright(
            ranking,
            Outright(terms, tables, places, clause("4.3.2a"), reading="B-31" if event.final else ""),
            same_for_all(sessions),
        )
    message = "the sessions themselves earn session awards, each told as a session of its own"
    return awards, [Remark(clause("4.2.1a"), message)]


def _require_average(event: LadderEvent, terms: Terms) -> None:
    problems = []
    if event.average_tables is None:
        message = "the average attendance over all sessions is needed"
        problems.append(problem("average_tables", "", message, "give average_tables", "4.3.2a"))
    if event.counted > event.games:
        message = f"only {event.games} sessions were available"
        problems.append(
            problem("counted", event.counted, message, "give the sessions a pair needed", "A Eclectic events")
        )
    if problems:
        raise Refused(problems)


def _sessions(event: LadderEvent, terms: Terms) -> Step:
    """The sessions a pair must play to qualify; a walk-in final of a congress counts two (5.3.3)."""
    two = walk_in_final(terms) if event.final else None
    if two is not None:
        return two
    needed = fact(event.counted, clause("A Eclectic events"), "sessions needed for a final placing")
    if not event.final:
        return accelerated(terms, needed)
    more = _final_sessions(event, terms)
    both = derive(
        partial(_plus, more), needed, clause=clause("4.3.2 note"), message=f"and {more} in the final", reading="B-31"
    )
    return accelerated(terms, both)


def _final_sessions(event: LadderEvent, terms: Terms) -> int:
    return terms.facts.final_sessions or max(1, (event.final_boards or 24) // 24)


def _plus(more: int, value: Exact) -> Exact:
    return value + more


def _tables(event: LadderEvent, terms: Terms, qualified: Fraction) -> Step:
    """The average attendance, or 125% of the tables that qualified, whichever is less; up to a whole number."""
    number = "4.3.2 note" if event.final else "4.3.2a"
    average = fact(tidy(Fraction(event.average_tables or 0)), clause(number), "average tables over the sessions")
    if terms.facts.walk_in and terms.facts.congress and event.final:
        least = derive(tidy, average, clause=clause("5.3.3c"), message="average tables of the heats")
    else:
        told = fact(tidy(qualified), clause(number), "tables that qualified")
        more = derive(partial(part_of, 125, 100), told, clause=clause(number), message="125% of them")
        least = derive(at_most, average, more, clause=clause(number), message="the lesser of the two")
    if isinstance(least.value, int):
        return least
    return derive(
        up_to_whole, least, clause=clause("4.4.1"), message="a part table counts as a full table", reading="B-30"
    )
