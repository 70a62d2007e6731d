"""E43: a consolation that took new entries, given as an event of its own."""

from __future__ import annotations

from collections.abc import Iterator

from masterpoint.core.derivation import Award, Remark, Result
from masterpoint.core.errors import Problem
from masterpoint.core.events import ConsolationEvent
from masterpoint.core.parsing import facts_from
from masterpoint.core.places import entries_of, size_of
from masterpoint.core.sentences import sentence
from masterpoint.schemes.nz.book import Book
from masterpoint.schemes.nz.rules.facts import Facts
from masterpoint.schemes.nz.rules.issue.eligibility import restriction_remarks
from masterpoint.schemes.nz.rules.issue.substitutes import substitute_problems
from masterpoint.schemes.nz.rules.play.deals import deal_problems, deal_remarks, deals_in_circulation
from masterpoint.schemes.nz.rules.tournaments.classes import restrictions_for
from masterpoint.schemes.nz.rules.tournaments.conditions import (
    common_problems,
    refuse_if_any,
)
from masterpoint.schemes.nz.rules.tournaments.consolations import consolation_class, pay_consolation
from masterpoint.schemes.nz.rules.tournaments.overall import (
    size_problems,
)
from masterpoint.schemes.nz.rules.tournaments.sessions import session_awards, too_few_deals


def award(book: Book, event: ConsolationEvent) -> Result:
    """E43.Q3c: a consolation that took new entries, paid as a 3A event."""
    facts: Facts = facts_from(event, Facts)
    refuse_if_any([*_consolation_problems(book, event, facts), *common_problems(book, event, facts)])
    restrictions = restrictions_for(consolation_class(book), facts)
    awards: list[Award] = []
    short_remarks: list[Remark] = []
    deals = deals_in_circulation(book, event, event.boards, None, facts)
    if event.sessions == 1:
        awards += session_awards(book, event.lists, event.contest, deals, consolation_class(book), restrictions)
        short_remarks = too_few_deals(book, event.lists, event.contest, deals)
    for ranking in event.lists:
        awards += pay_consolation(book, ranking, event, facts, event.boards)
    message = sentence(
        "consolation with new entries: overall and session awards of a {grade} event of its own size; "
        "the {tables} tables of the main event and the {final} of its final play no part",
        grade=consolation_class(book).name,
        tables=event.original_tables,
        final=event.premier_tables,
    )
    remarks = [book.remark("E43.Q3c", message), *deal_remarks(book, deals, event.lists), *short_remarks]
    if event.sessions > 1:
        missing = "give the sessions of the consolation too (form session, grade 3A): they earn points of their own"
        remarks.append(book.remark("E36.5e", missing))
    return Result(event, book.title, tuple(awards), (*remarks, *restriction_remarks(book, restrictions, awards)))


def _consolation_problems(book: Book, event: ConsolationEvent, facts: Facts) -> Iterator[Problem]:
    main = (facts.class_of_main_event or event.grade).strip().upper()
    if main not in ("", "3A", "15A"):
        fix = "enter it as a tournament of its own, in the class it was approved for"
        message = "a consolation paid as a 3A event is known for 15A pairs only"
        yield book.problem("grade", main, message, fix, "E43.Q3c")
    if event.contest == "teams":
        fix = "enter it as matches, grade 3A, if it was approved as such"
        yield book.problem("contest", "teams", "the consolation rule is printed for pairs", fix, "E43.Q3c")
    if event.boards < consolation_class(book).minimum_deals:
        fix = f"play at least {consolation_class(book).minimum_deals} boards"
        yield book.problem("boards", event.boards, "too few boards for a consolation", fix, "E43.Q3c")
    if len(event.lists) > 1:
        yield book.problem("lists", len(event.lists), "a consolation has one ranking", "give one list", "E43.Q3c")
    for ranking in event.lists:
        yield from size_problems(book, consolation_class(book), event.contest, size_of(ranking), "lists")
    deals = deals_in_circulation(book, event, event.boards, None, facts)
    yield from deal_problems(book, deals, None, facts, event.lists)
    for index, ranking in enumerate(event.lists):
        path = f"lists[{index}]"
        yield from substitute_problems(book, entries_of(ranking), event.contest, event.boards, path, "E18.2d")
