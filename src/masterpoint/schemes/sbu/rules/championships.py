"""Pages 14 and 15, Annual Major and Minor Championships: which formats suit them, and what they change."""

from __future__ import annotations

from collections.abc import Iterator

from masterpoint.core.books import Figure, printed_figure, rule
from masterpoint.core.derivation import Remark, Step, derive
from masterpoint.core.errors import Problem
from masterpoint.core.events import (
    AnyEvent,
    ConsolationEvent,
    Contest,
    FinalEvent,
    LadderEvent,
    MatchEvent,
    TournamentEvent,
)
from masterpoint.core.mechanisms import product, with_reason
from masterpoint.core.rounding import nearest_whole
from masterpoint.core.sentences import sentence
from masterpoint.schemes.sbu.book import FULL_HANDBOOK, Book
from masterpoint.schemes.sbu.rules.facts import Facts

AGGREGATED, RESTRICTED_FINAL, SWISS = "aggregated", "aggregated with restricted final", "swiss"
MULTIPLE, CARRY_FORWARD, SINGLE_SESSION = "multiple teams", "carry forward", "single session"


def suitable_formats(book: Book, contest: Contest) -> Figure[dict[str, int]]:
    """14.4 to 14.6: each format that suits a championship, and the events or rounds it needs."""
    figures = book.figures.championships
    formats = {"pairs": figures.pairs_formats, "individual": figures.individual_formats, "teams": figures.teams_formats}
    return formats[contest]


def format_of(event: AnyEvent, facts: Facts) -> str:
    """The format of an event in the words of the lists on page 14."""
    if isinstance(event, LadderEvent):
        return RESTRICTED_FINAL if event.final else AGGREGATED
    if isinstance(event, FinalEvent | ConsolationEvent) and not carries_forward(event, facts):
        return RESTRICTED_FINAL
    if isinstance(event, TournamentEvent) and facts.aggregate:
        return AGGREGATED
    if isinstance(event, MatchEvent) and event.style == "swiss":
        return SWISS
    if carries_forward(event, facts):
        return CARRY_FORWARD
    return MULTIPLE if event.contest == "teams" else SINGLE_SESSION


def carries_forward(event: AnyEvent, facts: Facts) -> bool:
    """12.1: whether scores are carried forward; the event says so if its form has stages, otherwise a fact does."""
    return facts.carry_forward or (isinstance(event, FinalEvent | TournamentEvent) and event.carry_forward)


@rule
def championship_problems(book: Book, event: AnyEvent, facts: Facts) -> Iterator[Problem]:
    """14.3 to 14.7, 15.1: what keeps this event from being the championship it claims to be."""
    if not event.championship:
        return
    format_name = format_of(event, facts)
    formats = suitable_formats(book, event.contest)
    if format_name not in formats.value:
        message = f"the guide does not list a {format_name} among the {event.contest} championships"
        fix = f"leave `championship` out, or play one of: {', '.join(formats.value)}"
        yield book.problem("championship", event.championship, message, fix, formats.clause.number)
    if facts.includes:
        message = "the events of a championship must belong to it alone"
        fix = "leave `championship` out, or count other events"
        yield book.problem("facts.includes", ", ".join(facts.includes), message, fix, "14.7")
    if format_name == SWISS and event.championship == "major" and not facts.permission:
        fix = "ask Member Services beforehand, then set facts.permission"
        yield book.problem(
            "facts.permission", "false", "a major championship may be a Swiss only by permission", fix, "14.3"
        )
    if format_name == SWISS and event.championship == "minor":
        message = "the guide does not say what a minor championship run as a Swiss earns"
        yield book.problem("championship", "minor", message, f"leave `championship` out, or {FULL_HANDBOOK}", "15.4")


@rule
def raised_scale(book: Book, top: Step, championship: str) -> Step:
    """14.2, 15.3: a championship played on a basic scale of under 36 boards."""
    if championship == "major":
        return major(book, top, "14.2")
    if championship == "minor":
        boards = book.figures.championships.long_minor.value
        message = sentence("minor championship of fewer than {boards} boards: the basic scale", boards=boards)
        return derive(with_reason, top, clause=book.clause("15.3"), message=message)
    return top


@rule
def raised_bonus(
    book: Book, top: Step, championship: str, *, major_clause: str = "14.2", minor_clause: str = "15.4"
) -> Step:
    """14.8, 15.4, 15.5: the bonus or final of a championship; several events always have 36 boards or more."""
    if championship == "major":
        return major(book, top, major_clause)
    if championship == "minor":
        figures = book.figures.championships
        message = sentence(
            "minor championship of {boards} boards or more: {percent}% of a major",
            boards=figures.long_minor.value,
            percent=figures.minor_share.value * 100,
        )
        share = printed_figure(figures.minor_share, message)
        message = sentence("{percent}% of the award of a major", percent=figures.minor_share.value * 100)
        return derive(product, major(book, top, major_clause), share, clause=book.clause(minor_clause), message=message)
    return top


@rule
def major(book: Book, top: Step, number: str) -> Step:
    factor = printed_figure(book.figures.championships.major_factor)
    return derive(product, top, factor, clause=book.clause(number), message="top award of a major championship")


@rule
def whole_top(book: Book, top: Step, number: str, reading: str) -> Step:
    """S-14, S-15: a top award that comes out with a fraction goes to the nearest whole number, halves up."""
    if isinstance(top.value, int):
        return top
    return derive(
        nearest_whole, top, clause=book.clause(number), message="top award, to the nearest whole", reading=reading
    )


def championship_remarks(book: Book, event: AnyEvent, facts: Facts) -> list[Remark]:
    """Remarks on what a championship does not change, and what it rests on."""
    if not event.championship:
        return []
    remarks = []
    if format_of(event, facts) == AGGREGATED:
        remarks.append(
            book.remark("14.10", "the factor applies to this bonus only; the single events earn the basic scales")
        )
    if format_of(event, facts) == SWISS:
        remarks.append(book.remark("21.1", "no further factor: the Swiss scale of a major is raised already"))
        remarks.append(book.remark("21.2", "permission of Member Services was given in advance"))
    number = "14.1" if event.championship == "major" else "15.1"
    message = sentence(
        "one {contest} competition a year may be the {championship} championship",
        contest=event.contest,
        championship=event.championship,
    )
    return [*remarks, book.remark(number, message)]
