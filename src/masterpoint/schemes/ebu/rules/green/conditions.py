"""6.1, General principles relating to county Green Point events: who may hold one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from masterpoint.core.derivation import Remark
from masterpoint.core.errors import Problem, Refused
from masterpoint.core.events import AnyEvent, form_of
from masterpoint.core.parsing import facts_from
from masterpoint.core.sentences import sentence
from masterpoint.schemes.ebu.book import Book
from masterpoint.schemes.ebu.rules.facts import Facts
from masterpoint.schemes.ebu.rules.local.directions import direction_problems
from masterpoint.schemes.ebu.rules.organisations.championships import major_problems
from masterpoint.schemes.ebu.rules.principles.contradictions import contradictions
from masterpoint.schemes.families.words import in_words


def is_championship(event: AnyEvent) -> bool:
    """6.1.1: a county's major championship; other green events of a county are one-day events (6.1.4)."""
    return event.championship == "major"


def require_allowed(
    book: Book, event: AnyEvent, other_problems: Iterable[Problem] = (), *, championship: bool | None = None
) -> None:
    """6.1: the county's major championship, or an event that the Tournament Committee allowed.

    `other_problems`: what else is wrong with the event.
    """
    facts: Facts = facts_from(event, Facts)
    problems = [
        *organiser_problems(book, event),
        *contest_problems(book, event),
        *form_problems(book, event, championship),
        *other_problems,
    ]
    problems += [*direction_problems(book, event, facts), *contradictions(book, event, facts)]
    if is_championship(event):
        problems += major_problems(book, event, facts)
    elif event.organiser.level != "national":
        problems += permission_problems(book, facts)
    if problems:
        raise Refused(problems)


def organiser_problems(book: Book, event: AnyEvent) -> Iterator[Problem]:
    """6.1.1, 6.6: chapter 6 is for counties; the EBU's own congresses have a formula that is not in the book."""
    level = event.organiser.level
    if level == "national":
        message = "the handbook does not print the Green Point awards of EBU congresses"
        yield book.problem("organiser.level", level, message, "use the calculator that the EBU publishes", "6.6")
    elif level != "county":
        message = "only a county holds such a Green Point event"
        yield book.problem(
            "organiser.level", level, message, "give the county as organiser, or leave the colour out", "6.1.1"
        )


def contest_problems(book: Book, event: AnyEvent) -> Iterator[Problem]:
    if event.contest == "individual" and not is_championship(event):
        message = "Green Point events are for pairs or teams"
        yield book.problem("contest", event.contest, message, "leave the colour out", "6.1.4")


def form_problems(book: Book, event: AnyEvent, championship: bool | None) -> Iterator[Problem]:
    """Which forms belong to the championships, and which to the one-day events."""
    if championship is True and not is_championship(event):
        message = "an event of this form gives Green Points only as a stage of the county's championship"
        fix = 'say `championship = "major"`, or leave the colour out'
        yield book.problem("form", form_of(event), message, fix, "6.1.1")
    if championship is False and is_championship(event):
        message = "this is not a format of the county's championships"
        number = "6.2.1" if event.contest == "teams" else "6.3.1"
        fix = "leave `championship` out if this is a one-day event; a championship ends in a knock-out or a pairs final"
        yield book.problem("form", form_of(event), message, fix, number)


def permission_problems(book: Book, facts: Facts) -> Iterator[Problem]:
    """6.1.4, 6.1.5: one-day events, or one within a congress, by permission."""
    if not facts.permission:
        yield book.problem(
            "facts.permission",
            False,
            "a county's Green Point event outside its championships needs the Tournament Committee's permission",
            "apply for it and say `permission = true` under facts",
            "6.1.5" if facts.in_green_congress else "6.1.4",
        )


def remarks(book: Book, event: AnyEvent) -> Iterator[Remark]:
    """What a county should know about its quota."""
    facts: Facts = facts_from(event, Facts)
    if is_championship(event):
        maximum = in_words(book.figures.quotas.majors_of_a_kind.value)
        message = sentence(
            "the county's major {contest} championship: {most} a year", contest=event.contest, most=maximum
        )
        yield book.remark("6.1.1", message)
        yield book.remark("6.1.2", "it meets the conditions of any major championship")
    elif facts.in_green_congress:
        yield book.remark("6.1.5", "in place of one-day Green Point events this year")
    else:
        quota = book.figures.quotas.one_day_green
        template = "one of at most {most} one-day Green Point events of the county this year"
        yield book.remark(quota.clause.number, sentence(template, most=in_words(quota.value)))
