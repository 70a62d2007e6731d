"""E48, Interprovincial Teams Trials and Championships: three places, by class."""

from __future__ import annotations

from collections.abc import Iterator

from masterpoint.core.books import printed_figure, rule
from masterpoint.core.derivation import Award, Remark, Result, fact, nothing
from masterpoint.core.errors import Problem
from masterpoint.core.events import AnyEvent
from masterpoint.core.places import entries_of
from masterpoint.core.sentences import sentence
from masterpoint.core.traversal import ranking_lists
from masterpoint.schemes.nz.book import A, Book
from masterpoint.schemes.nz.rules.facts import Facts
from masterpoint.schemes.nz.rules.tournaments.classes import TournamentClass


@rule
def interprovincial_class(book: Book, facts: Facts) -> TournamentClass:
    """What an interprovincial event pays."""
    return _trials(book, facts.division) if facts.interprovincial == "trials" else _championship(book, facts.division)


def _trials(book: Book, division: str) -> TournamentClass:
    figures = book.figures.interprovincial
    factors, matches = figures.trials_session_factors, figures.trials_match_factor
    message = sentence("factor for a session of {division} trials", division=division)
    return TournamentClass(
        name=f"{division} trials",
        colour=figures.trials_colours.value[division],
        minimum_deals=figures.trials_deals.value[division],
        minimum_clause=figures.trials_deals.clause.number,
        session_factor=fact(factors.value[division], factors.clause, message, reading=factors.reading),
        session_clause=factors.clause.number,
        match_factor=printed_figure(matches),
        limit=_limit(division),
        podium=figures.trials.value[division],
        podium_clause=figures.trials.clause.number,
    )


def _championship(book: Book, division: str) -> TournamentClass:
    awards, factors = book.figures.interprovincial.championships, book.figures.a_points.match_factors
    podium = awards.value[division]
    message = sentence("factor for a match of a {maximum}A event", maximum=podium[0])
    factor = fact(factors.value[f"{podium[0]}A"], factors.clause, message, reading="N-44")
    return TournamentClass(
        name=f"{division} championship",
        colour=A,
        minimum_clause=awards.clause.number,
        session_factor=factor,  # only teams play, by matches
        session_clause=factor.clause.number,
        match_factor=factor,
        limit=_limit(division),
        podium=podium,
        podium_clause=awards.clause.number,
    )


def _limit(division: str) -> str:
    return "intermediate" if division == "intermediate" else ""


def interprovincial_problems(book: Book, event: AnyEvent, facts: Facts) -> Iterator[Problem]:
    """The facts that an interprovincial event needs."""
    number = "E48.T5" if facts.interprovincial == "trials" else "E48.C"
    if not facts.division:
        fix = f"write one of: {', '.join(book.figures.interprovincial.championships.value)}"
        yield book.problem("facts.division", "", "the class of an interprovincial event is missing", fix, number)
    if event.grade:
        fix = "leave the grade out: the class follows from facts.division"
        yield book.problem("grade", event.grade, "an interprovincial event has awards of its own", fix, number)
    if facts.interprovincial == "championship" and event.contest != "teams":
        yield book.problem("contest", event.contest, "the championships are for teams", "give contest teams", "E48.C")
    if facts.interprovincial == "championship" and event.organiser.level.lower() != "national":
        fix = "give the national body as organiser"
        yield book.problem(
            "organiser.level", event.organiser.level, "the championships are a national event", fix, "E48.C"
        )


def closed_trials(facts: Facts) -> bool:
    """E48.T2: trials that were not open to all members of the region earn nothing at all, invited or not."""
    return facts.interprovincial == "trials" and (not facts.open_to_region or facts.entry != "open")


def trials_remarks(book: Book, facts: Facts) -> list[Remark]:
    if facts.interprovincial != "trials":
        return []
    deals = book.figures.interprovincial.trials_deals
    message = sentence(
        "{division} trials: at least {least} deals", division=facts.division, least=deals.value[facts.division]
    )
    return [Remark(deals.clause, message)]


def no_points(book: Book, event: AnyEvent, facts: Facts) -> Result:
    """E48.T2: no Master Points at all."""
    reason = nothing(book.clause("E48.T2"), "trials that restrict entry or select teams award no Master Points")
    colour = interprovincial_class(book, facts).colour
    entries = [entry for _, ranking in ranking_lists(event) for entry in entries_of(ranking)]
    return Result(event, book.title, tuple(Award(entry, reason, colour, "overall") for entry in entries))
