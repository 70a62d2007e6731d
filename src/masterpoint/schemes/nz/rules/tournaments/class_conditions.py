"""E9, E14 to E18 and E22: who may hold a tournament of a class, and on what conditions."""

from __future__ import annotations

from collections.abc import Iterator

from masterpoint.core.errors import Problem
from masterpoint.core.events import AnyEvent
from masterpoint.core.sentences import Message
from masterpoint.schemes.nz.book import LEVELS, A, Book
from masterpoint.schemes.nz.rules.facts import Facts
from masterpoint.schemes.nz.rules.tournaments.classes import TournamentClass, grade_written, is_class, minimum_deals


def organiser_problems(book: Book, event: AnyEvent, facts: Facts) -> Iterator[Problem]:
    """E9.1, E11.0, E24.1a: who may issue points at all, and for what game."""
    if event.organiser.level.lower() not in LEVELS:
        fix = f"write one of: {', '.join(LEVELS)}"
        yield book.problem(
            "organiser.level", event.organiser.level, "not authorised to issue Master Points", fix, "E9.1"
        )
    if facts.game == "rubber":
        fix = "only duplicate bridge earns Master Points"
        yield book.problem("facts.game", "rubber", "rubber bridge does not qualify", fix, "E11.0")
    if facts.national_congress and event.organiser.level.lower() != "national":
        fix = "give the national body as organiser, or leave the fact out"
        message = "NZ Bridge holds the National Congress"
        yield book.problem("facts.national_congress", True, message, fix, "E37.2a")
    if not facts.affiliated:
        fix = "affiliate the club to NZ Bridge first"
        yield book.problem("facts.affiliated", "false", "only affiliated clubs issue points", fix, "E24.1a")


def class_problems(book: Book, event: AnyEvent, facts: Facts) -> Iterator[Problem]:
    """Whether there is such a class, and whether the event may have it."""
    name = grade_written(event)
    if not is_class(book, name):
        fix = f"write one of: {', '.join(minimum_deals(book))}; leave it out for a club session"
        yield book.problem("grade", name, "no such class of tournament", fix, "E14.2a")
        return
    yield from approval_problems(book, facts, name[-1])
    if name.endswith(A) and (
        facts.entry == "closed" or (facts.entry == "invitation" and not facts.invitation_approved)
    ):
        fix = "open it to all grades, or have the invitation approved by the Board (facts.invitation_approved)"
        yield book.problem("facts.entry", facts.entry, "an A Point tournament is open to all grades", fix, "E18.1b")
    if name == "8B" and facts.entry != "open":
        fix = "open it to all grades, or hold it as a restricted tournament (facts.restricted)"
        yield book.problem("facts.entry", facts.entry, "entry to an 8B is unrestricted", fix, "E14.3c")
    if facts.metropolitan:
        yield from _metropolitan(book, event, name)
    multigrade = book.figures.definitions.multigrade_classes.value
    if facts.multigrade and name not in multigrade:
        fix = f"a multigrade tournament is one of: {', '.join(multigrade)}"
        yield book.problem("grade", name, "this class cannot be multigrade", fix, "E4.D17")
    if facts.restricted and name != "8B":
        yield book.problem("grade", name, "a restricted tournament is an 8B", "give grade 8B", "E4.D25")
    if facts.restricted and facts.multigrade:
        message = "a multigrade 8B is open to all players, a restricted one is not open to Open-Open pairs"
        yield book.problem("facts.restricted", "true", message, "leave out the one that it was not", "E15.3f")


def approval_problems(book: Book, facts: Facts, colour: str) -> Iterator[Problem]:
    """E18.1a, E22.1a, E36.5a: the conditions on which a tournament or an interprovincial trial is approved."""
    if not facts.forms_circulated:
        number = "E18.1a" if colour == A else "E22.1a"
        fix = "circulate entry forms to all clubs of the region"
        yield book.problem("facts.forms_circulated", "false", "a condition of approval is not met", fix, number)
    if not facts.in_schedule:
        fix = "ask the region for the authorisation"
        yield book.problem(
            "facts.in_schedule", "false", "the tournament is not in the national schedule", fix, "E36.5a"
        )


def handicap_problems(book: Book, event: AnyEvent) -> Iterator[Problem]:
    """E10.7d: the three ways to award points on a handicap are for club nights only."""
    if event.handicap:
        fix = "give the ranking without handicap; handicap scores serve on a club's own nights only"
        yield book.problem("handicap", "true", "no tournament awards on handicap scores", fix, "E10.7d.ii")


def _metropolitan(book: Book, event: AnyEvent, name: str) -> Iterator[Problem]:
    """E16.5d: a metropolitan or area event is a 3A, 5A or 8B, for pairs or teams."""
    classes = book.figures.schedule.metropolitan_classes.value
    if name not in classes:
        fix = f"a metropolitan event is one of: {', '.join(classes)}"
        yield book.problem("grade", name, "this class cannot be a metropolitan event", fix, "E16.5d")
    if event.contest == "individual":
        yield book.problem(
            "contest", "individual", "a metropolitan event is for pairs or teams", "give one", "E16.5d.i-v"
        )


def deals_problem(book: Book, kind: TournamentClass, deals: int) -> Iterator[Problem]:
    """E18.1c, E22.1b, E48.T3: the least number of deals."""
    if deals < kind.minimum_deals:
        message = f"a {kind.name} event needs at least {kind.minimum_deals} deals"
        fix = f"play {kind.minimum_deals} deals{_other_classes(book, kind, deals)}"
        yield book.problem("boards", deals, message, fix, kind.minimum_clause)


def _other_classes(book: Book, kind: TournamentClass, deals: int) -> Message:
    """Classes with the same points for which these deals would be enough."""
    names = [name for name, minimum in minimum_deals(book).items() if minimum <= deals and name[-1] == kind.colour]
    return f", or enter the class it was approved for ({', '.join(names)})" if names else ""
