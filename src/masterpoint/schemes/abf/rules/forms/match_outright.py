"""4.3 and 7.5 for events of matches: tables, sessions and paid places of the outright award."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import partial
from math import floor

from masterpoint.core.derivation import Award, Clause, Remark, Step
from masterpoint.core.events import Entry, Matches, MatchEvent, Player, RankingList
from masterpoint.core.seats import TABLES_PER_CONTESTANT
from masterpoint.schemes.abf.book import Book
from masterpoint.schemes.abf.rules.awards.consolations import consolation_factors, consolation_of
from masterpoint.schemes.abf.rules.awards.matches import boards_in
from masterpoint.schemes.abf.rules.awards.outright import (
    Outright,
    pay_outright,
    tables_step,
)
from masterpoint.schemes.abf.rules.awards.placing import (
    limited_to_finalists,
    paid_part,
    paid_places,
    places_for_everybody,
    places_step,
)
from masterpoint.schemes.abf.rules.awards.players import PlayedBoards, PlayedBoardsOf, of_the_boards
from masterpoint.schemes.abf.rules.awards.sessions import contestants
from masterpoint.schemes.abf.rules.forms.match_sessions import by_own_boards, finalists, sessions_of
from masterpoint.schemes.abf.rules.grades import clubs, national_events
from masterpoint.schemes.abf.rules.grades.terms import Terms


def outright_awards(book: Book, event: MatchEvent, terms: Terms) -> tuple[list[Award], list[Remark]]:
    """The outright awards of an event of matches, if it has any."""
    stage = event.original_tables is not None or event.premier_tables is not None
    earlier_sessions = terms.facts.qualifying_sessions
    uses_own_boards = by_own_boards(terms)
    if stage and earlier_sessions is None and not uses_own_boards:
        message = (
            "the outright award of the whole event needs the sessions before this stage: facts.qualifying_sessions"
        )
        return [], [book.remark("4.3.3a", message)]
    if _single_session(book, event) and not earlier_sessions and not uses_own_boards and not finalists(event):
        return [], []
    if event.sessions > 1 and not stage:
        clubs.require_length(book, terms.grade, event.sessions)
    awards: list[Award] = []
    for ranking in event.lists:
        awards += pay_outright(
            book,
            ranking,
            _outright(book, event, terms, ranking),
            partial(sessions_of, book, event, terms),
            played_by=partial(_played_by, event),
        )
    return awards, []


def _single_session(book: Book, event: MatchEvent) -> bool:
    return event.sessions == 1 and event.boards < book.figures.congresses.longest_session.value


def _outright(book: Book, event: MatchEvent, terms: Terms, ranking: RankingList) -> Outright:
    field = Fraction(contestants(ranking)) * TABLES_PER_CONTESTANT[event.contest]
    own_tables = Fraction(ranking.tables) if ranking.tables is not None else field
    original = terms.facts.preliminary_tables or event.original_tables or terms.facts.original_tables
    tables = Fraction(original) if original is not None else own_tables
    places, unpaid_clause = _places(book, event, terms, ranking, floor(tables / TABLES_PER_CONTESTANT[event.contest]))
    factors: Sequence[Step] = ()
    if event.premier_tables is not None:
        final = Fraction(terms.facts.final_tables or event.premier_tables)
        factors = consolation_factors(book, consolation_of(terms), 2 if ranking.direction else 1, own_tables, final)
    reading = "B-20" if terms.rule == "play-off" and terms.category == "mixed" else ""
    return Outright(book, terms, tables_step(book, terms, tables), places, unpaid_clause, factors, reading)


def _places(book: Book, event: MatchEvent, terms: Terms, ranking: RankingList, original: int) -> tuple[Step, Clause]:
    """4.1.1, 4.3.3, 7.5: how many places of the list are paid, and the clause that says so."""
    count = contestants(ranking)
    all_paid_clause = national_events.clause_paying_everybody(book, terms.rule, terms.category, terms.facts)
    if all_paid_clause is not None:
        return places_for_everybody(max(count, original), all_paid_clause), all_paid_clause
    if terms.rule == "interstate pairs":
        share = book.figures.national_events.pairs_paid
        return places_step(floor, share, count), share.clause
    part = paid_part(book, event, matches=True, teams=terms.paid_as_teams)
    if event.premier_tables is not None:
        return paid_places(book, part, count), book.clause("4.3.3c")
    places = paid_places(book, part, original)
    in_final = count if event.original_tables is not None else finalists(event)
    if not in_final:
        return places, book.clause("4.1.1b")
    if terms.paid_as_teams and not terms.facts.parallel_consolation:
        return places, book.clause("4.3.3a")
    return limited_to_finalists(book, places, in_final), book.clause("4.3.3a")


def _played_by(event: MatchEvent, entry: Entry) -> PlayedBoardsOf:
    """4.4.5: by stage if a player's own matches are given, otherwise by boards."""
    by_boards = of_the_boards(entry, event.boards, event.sessions)

    def boards_played(player: Player) -> Sequence[PlayedBoards]:
        if player.matches is None or not entry.matches:
            return by_boards(player)
        stages = dict.fromkeys(matches.stage for matches in entry.matches)
        return [
            PlayedBoards(stage, _boards_of_stage(player.matches, stage), _boards_of_stage(entry.matches, stage))
            for stage in stages
        ]

    return boards_played


def _boards_of_stage(groups: Sequence[Matches], stage: str) -> int:
    return boards_in([matches for matches in groups if matches.stage == stage])
