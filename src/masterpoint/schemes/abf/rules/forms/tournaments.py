"""4.2.4, 4.2.5 and 4.3, events of several sessions: form `tournament`, with finals and consolations."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import partial
from math import floor

import msgspec

from masterpoint.core.derivation import Award, Clause, Remark, Step
from masterpoint.core.errors import Refused
from masterpoint.core.events import Entry, Player, RankingList, Session, TournamentEvent
from masterpoint.core.places import entries_of
from masterpoint.core.seats import TABLES_PER_CONTESTANT
from masterpoint.core.sentences import sentence
from masterpoint.schemes.abf.book import Book
from masterpoint.schemes.abf.rules.awards.awarding import AwardsAndRemarks
from masterpoint.schemes.abf.rules.awards.consolations import consolation_factors, consolation_terms
from masterpoint.schemes.abf.rules.awards.finals import leaders_premium, premium
from masterpoint.schemes.abf.rules.awards.matches import is_final
from masterpoint.schemes.abf.rules.awards.outright import (
    Outright,
    pay_outright,
    tables_step,
    walk_in_final,
)
from masterpoint.schemes.abf.rules.awards.placing import (
    limited_to_finalists,
    paid_part,
    paid_places,
    places_for_everybody,
    places_step,
    unpaid_clause,
)
from masterpoint.schemes.abf.rules.awards.players import PlayedBoards, PlayedBoardsOf, of_the_boards
from masterpoint.schemes.abf.rules.awards.sessions import Field, contestants, session_awards, too_small
from masterpoint.schemes.abf.rules.forms.match_events import (
    balance_remarks,
    has_only_short_matches,
    match_awards,
    match_problems,
    national_premium,
)
from masterpoint.schemes.abf.rules.forms.own_sessions import sessions_of
from masterpoint.schemes.abf.rules.forms.shape import (
    BEFORE_FINAL,
    CONSOLATION,
    Shape,
    consolation_by_key,
    consolation_key,
    shape_of,
    tables_of,
)
from masterpoint.schemes.abf.rules.grades import clubs, national_events
from masterpoint.schemes.abf.rules.grades.grading import Grading
from masterpoint.schemes.abf.rules.grades.terms import Terms, key_of, with_grade
from masterpoint.schemes.abf.rules.grades.weights import CLAUSE_OF


def tournament(book: Book, event: TournamentEvent, terms: Terms) -> AwardsAndRemarks:
    """Session awards of every session, then the outright awards of the final ranking and of the consolations."""
    problems = [
        problem
        for index, session in enumerate(event.sessions)
        if not has_only_short_matches(book, session.lists)
        for problem in match_problems(book, session.lists, terms, f"sessions[{index}].lists")
    ]
    if problems:
        raise Refused(problems)
    shape = shape_of(book, event, terms.facts)
    main = [session for session in event.sessions if session.stage not in CONSOLATION]
    clubs.require_length(book, terms.grade, len(main))
    awards: list[Award] = []
    remarks: list[Remark] = []
    remarks += _board_remarks(book, event, main)
    for index, session in enumerate(event.sessions):
        remarks += balance_remarks(book, session.lists)
        if session.lists:
            name = session.name or f"session {index + 1}"
            awards += in_stage(_session(book, session, _terms_of_session(book, terms, index), shape), name)
        else:
            message = sentence("session {name} has no ranking: no session awards", name=session.name or index + 1)
            remarks.append(book.remark("4.2.4a", message))
    awards += _overall(book, event, terms, shape, main)
    awards += _plates(book, event, terms, shape, main)
    return awards, remarks


def in_stage(awards: Sequence[Award], stage: str) -> list[Award]:
    """The awards of a session or a consolation, whose name stands before that of the list."""
    return [msgspec.structs.replace(award, ranking=f"{stage} {award.ranking}".rstrip()) for award in awards]


def _board_remarks(book: Book, event: TournamentEvent, main: Sequence[Session]) -> Iterator[Remark]:
    """A remark if the sessions do not have the boards of the event."""
    total_boards = sum(session.boards for session in main)
    if event.boards != total_boards:
        template = "the sessions have {together} boards together, though {boards} are given; the sessions count"
        yield book.remark("4.3.1b", sentence(template, together=total_boards, boards=event.boards))


def _terms_of_session(book: Book, terms: Terms, index: int) -> Terms:
    grades = terms.facts.session_grades
    if index >= len(grades) or grades[index] == terms.grade:
        return terms
    return with_grade(book, terms, Grading(grades[index], CLAUSE_OF[grades[index]], "grade of this session"))


def _session(book: Book, session: Session, terms: Terms, shape: Shape) -> list[Award]:
    """4.2.4, 4.2.5: one session at its own factor."""
    if session.stage not in CONSOLATION:
        return _stage_awards(book, session, session.lists, terms, _premium(book, session, terms, shape))
    awards: list[Award] = []
    for key in dict.fromkeys(consolation_key(session, ranking) for ranking in session.lists):
        lists = [ranking for ranking in session.lists if consolation_key(session, ranking) == key]
        session_terms = consolation_terms(book, terms, consolation_by_key(shape, key, terms.facts))
        awards += _stage_awards(book, session, lists, session_terms, None)
    return awards


def _premium(book: Book, session: Session, terms: Terms, shape: Shape) -> Step | None:
    last = session.stage == "final"
    if terms.rule:
        teams_left = sum(contestants(ranking) for ranking in session.lists)
        return national_premium(book, terms.event, terms, teams_left, last or is_final(session.name))
    if terms.facts.walk_in or not (last or is_final(session.name)):
        return None
    return premium(book, tables_of(book, session, terms.event.contest), shape.original, last=last)


def _stage_awards(
    book: Book, session: Session, lists: Sequence[RankingList], terms: Terms, stage_premium: Step | None
) -> list[Award]:
    if any(entry.matches for ranking in lists for entry in ranking.entries) and not has_only_short_matches(book, lists):
        entries = [entry for ranking in lists for entry in ranking.entries]
        leader_count = sum(any(matches.last_rounds for matches in entry.matches) for entry in entries)
        leading = (
            leaders_premium(book, leader_count)
            if terms.event.contest == "teams" and stage_premium is None
            else stage_premium
        )
        return [
            award
            for ranking in lists
            for award in match_awards(
                book, ranking, terms, lambda matches: leading if matches.last_rounds else stage_premium
            )
        ]
    return session_awards(
        book, lists, terms, session.boards, movement_boards=session.movement_boards, premium=stage_premium
    )


def _overall(book: Book, event: TournamentEvent, terms: Terms, shape: Shape, main: Sequence[Session]) -> list[Award]:
    """4.3.1, 4.3.3, 4.3.4: the outright awards of the final ranking, or of each field that has its own winner."""
    is_separate = len(event.overall) > 1
    awards: list[Award] = []
    for ranking in event.overall:
        heats = _average_heats(book, event) if shape.finalists and walk_in_final(book, terms) else None
        tables = _own_tables(ranking, event) if is_separate else heats or shape.original
        places, no_award_clause = _places(book, event, terms, shape, ranking, is_separate)
        no_award = _too_small(book, event, terms, tables)
        if no_award is not None:
            awards += [Award(entry, no_award, terms.colour, "overall") for entry in entries_of(ranking)]
            continue
        awards += pay_outright(
            book,
            ranking,
            Outright(book, terms, _tables(book, terms, tables, is_separate), places, no_award_clause),
            partial(sessions_of, book, terms, main, 0 if is_separate else shape.finalists),
            played_by=partial(_played_by, event, main),
        )
    return awards


def _tables(book: Book, terms: Terms, tables: Fraction, is_separate: bool) -> Step:
    step = tables_step(book, terms, tables)
    if not is_separate:
        return step
    message = "tables of this field, which has a winner of its own"
    return msgspec.structs.replace(step, clause=book.clause("4.3.4"), message=message, reading="B-39")


def _average_heats(book: Book, event: TournamentEvent) -> Fraction | None:
    """5.3.3: the tables of a walk-in final, which are the average of its heats."""
    sessions = [session for session in event.sessions if session.lists and session.stage in BEFORE_FINAL]
    heats = [tables_of(book, session, event.contest) for session in sessions]
    return sum(heats, Fraction()) / len(heats) if heats else None


def _own_tables(ranking: RankingList, event: TournamentEvent) -> Fraction:
    if ranking.tables is not None and not ranking.direction:
        return Fraction(ranking.tables)
    return contestants(ranking) * TABLES_PER_CONTESTANT[event.contest]


def _too_small(book: Book, event: TournamentEvent, terms: Terms, tables: Fraction) -> Step | None:
    two = any(ranking.direction for session in event.sessions for ranking in session.lists)
    return too_small(book, terms, Field(event.overall, two, tables))


def _places(
    book: Book, event: TournamentEvent, terms: Terms, shape: Shape, ranking: RankingList, is_separate: bool
) -> tuple[Step, Clause]:
    part = paid_part(book, event, matches=_by_matches(book, event), teams=terms.paid_as_teams)
    all_paid_clause = national_events.clause_paying_everybody(book, terms.rule, terms.category, terms.facts)
    if all_paid_clause is not None:
        return places_for_everybody(max(contestants(ranking), shape.entered), all_paid_clause), all_paid_clause
    if terms.rule == "interstate pairs":
        share = book.figures.national_events.pairs_paid
        return places_step(floor, share, contestants(ranking)), share.clause
    if is_separate:
        return paid_places(book, part, contestants(ranking)), book.clause("4.3.4")
    places = paid_places(book, part, shape.entered)
    if not shape.finalists and not any(session.stage == "final" for session in event.sessions):
        return places, unpaid_clause(book, part)
    has_consolation = bool(shape.consolations) or terms.facts.parallel_consolation
    if (terms.paid_as_teams and not has_consolation) or not shape.finalists:
        return places, book.clause("4.3.3a")
    return limited_to_finalists(book, places, shape.finalists), book.clause("4.3.3a")


def _by_matches(book: Book, event: TournamentEvent) -> bool:
    """Whether contestants met in matches of five boards or more (4.1.1)."""
    minimum = book.figures.matches.long_match.value
    return any(
        matches.boards >= minimum or matches.mini
        for session in event.sessions
        for ranking in session.lists
        for entry in ranking.entries
        for matches in entry.matches
    )


def _plates(book: Book, event: TournamentEvent, terms: Terms, shape: Shape, main: Sequence[Session]) -> list[Award]:
    """4.3.3: each consolation receives its part of the final's award, by place in its own field."""
    awards: list[Award] = []
    part = paid_part(book, event, matches=_by_matches(book, event), teams=terms.paid_as_teams)
    for ranking in event.plate:
        section_lists = [other for other in event.plate if other.section == ranking.section]
        tables = sum((_plate_tables(other, event) for other in section_lists), Fraction())
        if any(other.tables is not None for other in section_lists):
            tables = Fraction(max(other.tables for other in section_lists if other.tables is not None))
        consolation = consolation_by_key(shape, ranking.section, terms.facts)
        winners = 2 if ranking.direction else 1
        factors = consolation_factors(book, consolation, winners, tables, shape.final_tables)
        places = paid_places(book, part, contestants(ranking))
        plate_awards = pay_outright(
            book,
            ranking,
            Outright(book, terms, tables_step(book, terms, shape.original), places, book.clause("4.3.3c"), factors),
            partial(sessions_of, book, terms, main, 0),
            played_by=partial(_played_by, event, main),
        )
        awards += in_stage(plate_awards, "consolation")
    return awards


def _plate_tables(ranking: RankingList, event: TournamentEvent) -> Fraction:
    return contestants(ranking) * TABLES_PER_CONTESTANT[event.contest]


def _played_by(event: TournamentEvent, main: Sequence[Session], entry: Entry) -> PlayedBoardsOf:
    """4.4.5: for each stage, the boards of the sessions that list the player, and those the entry played."""
    by_boards = of_the_boards(entry, event.boards, len(main))
    team = {key_of(player) for player in entry.players if key_of(player)}

    def boards_played(player: Player) -> Sequence[PlayedBoards]:
        if player.boards is not None or player.sessions is not None or not key_of(player):
            return by_boards(player)
        stages: dict[str, list[int]] = {}
        for session in main:
            boards = _boards_of(session)
            if team & boards.keys():
                counts = stages.setdefault(session.stage, [0, 0])
                counts[0] += boards.get(key_of(player), 0)
                counts[1] += session.boards
        return [PlayedBoards(stage, own_boards, team_boards) for stage, (own_boards, team_boards) in stages.items()]

    return boards_played


def _boards_of(session: Session) -> dict[str, int]:
    return {
        key_of(player): session.boards if player.boards is None else player.boards
        for ranking in session.lists
        for entry in ranking.entries
        for player in entry.players
        if key_of(player)
    }
