"""5.2, General principles relating to Area green events: the two major championships of an Area."""

from __future__ import annotations

from collections.abc import Iterator

from masterpoint.core.books import rule
from masterpoint.core.derivation import Result
from masterpoint.core.errors import Problem
from masterpoint.core.parsing import facts_from
from masterpoint.schemes.families.fields import fields
from masterpoint.schemes.wbu.book import Book
from masterpoint.schemes.wbu.rules.facts import Facts
from masterpoint.schemes.wbu.rules.green import area_pairs, area_teams
from masterpoint.schemes.wbu.rules.green.area_finals import Final
from masterpoint.schemes.wbu.rules.local.basic import result_of
from masterpoint.schemes.wbu.rules.organisations.organisers import status_of
from masterpoint.schemes.wbu.rules.principles.requirements import require_acceptable
from masterpoint.schemes.wbu.rules.refusals import refuse


@rule
def award(book: Book, event: Final) -> Result:
    """5.2.2: the final of a championship, or what it lacks of the format."""
    require_acceptable(book, event)
    facts: Facts = facts_from(event, Facts)
    chapter = area_teams if event.contest == "teams" else area_pairs
    level = status_of(book, event)  # 3.2.6, W32: Area becomes Regional
    problems = chapter.problems(book, event, facts)
    refuse((*problems, *_one_ranking(book, event)))
    awards = [award for field in fields(event.lists, event.contest) for award in chapter.pay(book, event, field, level)]
    remarks = area_pairs.round_remarks(book, event, facts) if event.contest == "pairs" else ()
    return result_of(book, event, awards, tuple(remarks))


def _one_ranking(book: Book, event: Final) -> Iterator[Problem]:
    number = "5.3.2" if event.contest == "teams" else "5.4.1"
    if len(event.lists) > 1:
        yield book.problem(
            "lists", len(event.lists), "the final is one field with one ranking", "give one list", number
        )
    if event.contest == "individual":
        message = "the major championships of an Area are a teams and a pairs event"
        yield book.problem("contest", "individual", message, "leave `colour` out", "5.2.1")
