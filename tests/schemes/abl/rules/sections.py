"""Chapter 2, Sections: a club game, and an event in which a pair is ranked in its section and overall."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from masterpoint.core.books import printed_figure, rule
from masterpoint.core.derivation import Award, Result, Step, derive, fact
from masterpoint.core.errors import Problem, Refused
from masterpoint.core.events import Entry, SessionEvent, TournamentEvent
from masterpoint.core.mechanisms import total
from masterpoint.core.parsing import facts_from
from masterpoint.core.sentences import sentence
from schemes.abl.book import Book, Grade
from schemes.abl.rules.championships import grade_of, grade_problems
from schemes.abl.rules.facts import Facts
from schemes.abl.rules.paying import Terms, recipients, steps_for

Contestant = tuple[str, ...]


@rule
def award_session(book: Book, event: SessionEvent) -> Result:
    """2.1 to 2.4: each section is paid for itself."""
    grade = _grade(book, event, event_problems(book, event))
    terms = Terms(book.figures.awards.rate, _factors(book, event, grade), event.boards, event.contest)
    awards = [
        Award(entry, step, grade.section, "ranking", recipients(book, entry), ranking)
        for ranking, entry, step in steps_for(book, terms, event.lists)
    ]
    return Result(event, book.title, tuple(awards))


@rule
def award_tournament(book: Book, event: TournamentEvent) -> Result:
    """2.5, 2.6: a pair receives its overall award, or what its sections pay; the better counts."""
    grade = _grade(book, event, [*event_problems(book, event), *_nameless(book, event)])
    figures, factors = book.figures.awards, _factors(book, event, grade)
    entries: dict[Contestant, Entry] = {}
    sections: dict[Contestant, list[Step]] = {}
    for session in event.sessions:
        for _, entry, step in steps_for(
            book, Terms(figures.rate, factors, session.boards, event.contest), session.lists
        ):
            entries.setdefault(contestant(entry), entry)
            sections.setdefault(contestant(entry), []).append(step)
    overall: dict[Contestant, Step] = {}
    for _, entry, step in steps_for(
        book, Terms(figures.overall_rate, factors, event.boards, event.contest), event.overall
    ):
        entries[contestant(entry)], overall[contestant(entry)] = entry, step
    awards = [better(book, grade, entries[key], overall.get(key), sections.get(key, [])) for key in entries]
    return Result(event, book.title, tuple(awards))


@rule
def better(book: Book, grade: Grade, entry: Entry, overall: Step | None, sections: Sequence[Step]) -> Award:
    """2.6: equal awards are given in the colour of the overall ranking."""
    if not sections:
        assert overall is not None
        return Award(entry, overall, grade.overall, "overall", recipients(book, entry))
    summed = _sum(book, sections)
    if overall is None:
        return Award(entry, summed, grade.section, "session", recipients(book, entry))
    kind, colour = ("overall", grade.overall) if overall.value >= summed.value else ("session", grade.section)
    message = sentence("the better of overall and section awards: {kind}", kind=kind)
    step = derive(max, overall, summed, clause=book.clause("2.6"), message=message)
    return Award(entry, step, colour, kind, recipients(book, entry))


def _sum(book: Book, steps: Sequence[Step]) -> Step:
    if len(steps) == 1:
        return steps[0]
    return derive(total, *steps, clause=book.clause("2.6"), message="all its sections together")


def contestant(entry: Entry) -> Contestant:
    """Who this is in any list: the players by number or name, or else the pair's number or name."""
    players = tuple(sorted(player.id or player.name for player in entry.players))
    return players if any(players) else tuple(filter(None, (entry.number or entry.name,)))


def event_problems(book: Book, event: SessionEvent | TournamentEvent) -> list[Problem]:
    problems = list(grade_problems(book, event))
    if event.contest == "teams":
        message, fix = "the book has no scale for teams", "send the result to the office"
        problems.append(book.problem("contest", event.contest, message, fix, "1.7"))
    return problems


def _nameless(book: Book, event: TournamentEvent) -> Iterator[Problem]:
    """2.6: whoever stands in two lists must be known in both."""
    message, fix = "nobody can tell who this is in the other lists", "give the players, or the number of the pair"
    places = [
        (f"sessions[{number}].lists[{index}]", ranking)
        for number, session in enumerate(event.sessions)
        for index, ranking in enumerate(session.lists)
    ]
    places += [(f"overall[{index}]", ranking) for index, ranking in enumerate(event.overall)]
    for path, ranking in places:
        for index, entry in enumerate(ranking.entries):
            if not contestant(entry):
                yield book.problem(f"{path}.entries[{index}]", entry.place, message, fix, "2.6")


def _grade(book: Book, event: SessionEvent | TournamentEvent, problems: Sequence[Problem]) -> Grade:
    grade = grade_of(book, event)
    if problems or grade is None:
        raise Refused(problems)
    return grade


def _factors(book: Book, event: SessionEvent | TournamentEvent, grade: Grade) -> list[Step]:
    """3.1 and 2.4: what the event is worth."""
    kind = fact(grade.factor, book.clause("3.1"), sentence("factor of a {grade}", grade=grade.name))
    charity = book.figures.awards.charity
    return [kind, printed_figure(charity)] if facts_from(event, Facts).charity else [kind]
