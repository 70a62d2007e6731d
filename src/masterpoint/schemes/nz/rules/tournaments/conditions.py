"""E3 to E5, E9, E14, E16 and E18: the conditions of a tournament before it is paid, with all problems at once."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence

from masterpoint.core.errors import Problem, Refused
from masterpoint.core.events import AnyEvent, ConsolationEvent, Session, TournamentEvent
from masterpoint.core.places import entries_of
from masterpoint.core.traversal import ranking_lists
from masterpoint.schemes.nz.book import A, Book
from masterpoint.schemes.nz.rules.facts import Facts
from masterpoint.schemes.nz.rules.issue.contestants import contestant_problems
from masterpoint.schemes.nz.rules.issue.eligibility import player_problems
from masterpoint.schemes.nz.rules.issue.substitutes import substitute_problems
from masterpoint.schemes.nz.rules.play.match_play import has_matches
from masterpoint.schemes.nz.rules.play.match_results import match_problems
from masterpoint.schemes.nz.rules.tournaments.class_conditions import (
    approval_problems,
    class_problems,
    deals_problem,
    handicap_problems,
    organiser_problems,
)
from masterpoint.schemes.nz.rules.tournaments.classes import TournamentClass, class_named, grade_written, is_class
from masterpoint.schemes.nz.rules.tournaments.consolations import consolation_problems
from masterpoint.schemes.nz.rules.tournaments.interprovincial import interprovincial_class, interprovincial_problems
from masterpoint.schemes.nz.rules.tournaments.overall import member_problems, overall_problems

SPLIT = ("plate", "consolation")


def tournament_class(book: Book, event: AnyEvent, facts: Facts) -> TournamentClass:
    return interprovincial_class(book, facts) if facts.interprovincial else class_named(book, grade_written(event))


def known_class(book: Book, event: AnyEvent, facts: Facts) -> TournamentClass | None:
    """The class, if the event has one."""
    has_class = facts.division if facts.interprovincial else is_class(book, grade_written(event))
    return tournament_class(book, event, facts) if has_class else None


def common_problems(book: Book, event: AnyEvent, facts: Facts) -> Iterator[Problem]:
    """What every form requires: an organiser, a class, known words about players."""
    yield from organiser_problems(book, event, facts)
    if facts.interprovincial:
        yield from interprovincial_problems(book, event, facts)
        if facts.division and facts.interprovincial == "trials":
            yield from approval_problems(book, facts, interprovincial_class(book, facts).colour)
    elif event.grade:
        yield from class_problems(book, event, facts)
    if facts.interprovincial or event.grade or isinstance(event, ConsolationEvent):
        yield from handicap_problems(book, event)
    if facts.division and not facts.interprovincial:
        fix = "write facts.interprovincial = 'trials' or 'championship', or leave the division out"
        message = "only interprovincial events have a division"
        yield book.problem("facts.division", facts.division, message, fix, "E48.T5")
    yield from contestant_problems(book, event)
    for path, ranking in ranking_lists(event):
        yield from player_problems(book, entries_of(ranking), path)


def refuse_if_any(problems: Sequence[Problem]) -> None:
    if problems:
        raise Refused(problems)


def no_class(book: Book, event: AnyEvent, facts: Facts) -> Iterator[Problem]:
    if not event.grade and not facts.interprovincial:
        fix = "give the class as grade (3A, 8B …), or use the form session for a club night"
        yield book.problem("grade", "", "a tournament has a class", fix, "E14.2a")


def tournament_problems(book: Book, event: TournamentEvent, kind: TournamentClass, facts: Facts) -> Iterator[Problem]:
    yield from deals_problem(book, kind, deals_of(event, facts))
    yield from total_deals_problems(book, event.boards, facts)
    yield from _incomplete(book, event)
    yield from _days(book, event, facts)
    if event.overall:
        yield from overall_problems(book, kind, event.contest, "overall")
    elif event.plate:
        fix = "give the ranking of the final as overall"
        yield book.problem("plate", len(event.plate), "a plate without the final it follows", fix, "E42.Q2b")
    if len(event.overall) > 1:
        number = "E4.D17" if facts.multigrade else "E5.D31"
        message = "a tournament has one overall ranking"
        fix = "give one list; prizes for grade combinations earn no points of their own"
        yield book.problem("overall", len(event.overall), message, fix, number)
    if len(event.plate) > 1:
        message = "one ranking follows the final: two plates would take the same places"
        yield book.problem("plate", len(event.plate), message, "give one list", "E43.Q2c")
    if stages_of(event) & {"consolation"}:
        yield from consolation_problems(book, event, kind)
    number = "E18.2d" if kind.colour == A else "E22.2d"
    for name, lists in (("overall", event.overall), ("plate", event.plate)):
        for index, ranking in enumerate(lists):
            path = f"{name}[{index}]"
            yield from substitute_problems(book, entries_of(ranking), event.contest, event.boards, path, number)
            yield from member_problems(book, entries_of(ranking), kind, event.contest, event.boards, path)
            if has_matches([ranking]):
                fix = "give the matches in the session in which they were played"
                message = "matches are paid session by session, not on the overall ranking"
                yield book.problem(path, "matches", message, fix, "E20.4a" if kind.colour == A else "E23.4a")
    for index, session in enumerate(event.sessions):
        yield from _session_problems(book, event, session, f"sessions[{index}].lists", kind, facts, number)


def total_deals_problems(book: Book, boards: int, facts: Facts) -> Iterator[Problem]:
    """E18.1c: the deals of all stages are never fewer than those of this one."""
    if facts.total_deals is not None and facts.total_deals < boards:
        message = f"fewer deals over all stages than the {boards} of this event"
        yield book.problem("facts.total_deals", facts.total_deals, message, "give the deals of all stages", "E18.1c")


def _incomplete(book: Book, event: TournamentEvent) -> Iterator[Problem]:
    """E36.5e: nothing is processed before the overall and all session results have arrived."""
    if not event.sessions:
        fix = "give every session; a tournament is not processed before all results have arrived"
        yield book.problem("sessions", 0, "the session results are missing", fix, "E36.5e")


def _session_problems(
    book: Book, event: TournamentEvent, session: Session, path: str, kind: TournamentClass, facts: Facts, number: str
) -> Iterator[Problem]:
    if has_matches(session.lists):
        yield from match_problems(
            book,
            session.lists,
            path,
            event.contest,
            kind.match_factor,
            boards=session.boards,
            line_ups=facts.line_up_sheets,
            club=False,
        )
    elif event.contest == "teams":
        number = "E20.4a" if kind.colour == A else "E23.4a"
        message = "teams earn session awards by their matches, and none are given"
        yield book.problem(path, session.name, message, "give each team's matches", number)
    else:
        for index, ranking in enumerate(session.lists):
            list_path = f"{path}[{index}]"
            yield from substitute_problems(book, entries_of(ranking), event.contest, session.boards, list_path, number)


def deals_of(event: TournamentEvent, facts: Facts) -> int:
    """Deals of the main line in circulation: a plate or consolation runs beside it (reading N-51)."""
    if facts.total_deals is not None:
        return facts.total_deals
    has_movement = any(session.movement_boards for session in main_line(event))
    return max(event.boards, circulating(event)) if has_movement else event.boards


def main_line(event: TournamentEvent) -> list[Session]:
    return [session for session in event.sessions if session.stage not in SPLIT]


def circulating(event: TournamentEvent) -> int:
    return sum(session.movement_boards or session.boards for session in main_line(event))


def _days(book: Book, event: TournamentEvent, facts: Facts) -> Iterator[Problem]:
    """E5.D31: two or more sessions, on one day or consecutive days."""
    if len(event.sessions) == 1 and not event.plate:
        fix = "give every session, or use the form session for a single one"
        yield book.problem("sessions", 1, "a tournament collates two or more sessions", fix, "E5.D31")
    if facts.metropolitan:
        if len(event.sessions) > book.figures.schedule.metropolitan_sessions.value:
            fix = f"at most {book.figures.schedule.metropolitan_sessions.value} sessions"
            message = "too many sessions for a metropolitan event"
            yield book.problem("sessions", len(event.sessions), message, fix, "E16.5d.vi-viii")
        return
    session_days = [session.day for session in event.sessions if session.day is not None]
    undated_count = len(event.sessions) - len(session_days)
    days = sorted(
        {*session_days, event.day} if session_days and undated_count else {*session_days}
    )  # the event has the day of its last session
    between = sum((second - first).days - 1 for first, second in itertools.pairwise(days))
    if len(event.sessions) == 2 and len(days) > 1:
        fix = "play both on one day, or hold it as a metropolitan event (facts.metropolitan)"
        yield book.problem(
            "sessions", _days_text(days), "a tournament of two sessions is played on one day", fix, "E5.D31a"
        )
    elif between > max(undated_count - 1, 0):
        fix = "play on consecutive days, or hold it as a metropolitan event (facts.metropolitan)"
        yield book.problem("sessions", _days_text(days), "the days of a tournament follow each other", fix, "E5.D31b")


def _days_text(days: Sequence[object]) -> str:
    return ", ".join(str(day) for day in days)


def stages_of(event: TournamentEvent) -> set[str]:
    return {session.stage for session in event.sessions if session.stage}
