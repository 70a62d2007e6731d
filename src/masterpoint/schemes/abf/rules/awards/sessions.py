"""4.2.1 with 4.4.1, 4.4.3, 4.4.4 and 4.4.7, single sessions (pages 21, 25 and 26): what a session earns by place."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import partial
from math import floor

import msgspec

from masterpoint.core.books import Figure, rule
from masterpoint.core.derivation import Award, Clause, Step, derive, fact, nothing
from masterpoint.core.errors import Refused
from masterpoint.core.events import Contest, RankingList
from masterpoint.core.exact import tidy
from masterpoint.core.mechanisms import part_of, product
from masterpoint.core.places import entries_of
from masterpoint.core.rounding import up_to_whole
from masterpoint.core.sentences import sentence
from masterpoint.schemes.abf.book import Book
from masterpoint.schemes.abf.rules.awards.formulae import session_winner
from masterpoint.schemes.abf.rules.awards.percentages import percentage_awards
from masterpoint.schemes.abf.rules.awards.placing import (
    BUTLER,
    exact_figure,
    paid_part,
    paid_places,
    place_ladder,
    standings,
    unpaid_clause,
)
from masterpoint.schemes.abf.rules.awards.players import pay, too_few_boards
from masterpoint.schemes.abf.rules.grades import state_events
from masterpoint.schemes.abf.rules.grades.terms import Terms
from masterpoint.schemes.families.fields import fields as group
from masterpoint.schemes.families.fields import list_name, without_standing


class Field(msgspec.Struct, frozen=True):
    """Contestants whose scores are compared directly (4.1.1 note), or the two directions of a Mitchell."""

    lists: tuple[RankingList, ...]
    two_winners: bool
    tables: Fraction


def fields_of(book: Book, lists: Sequence[RankingList], contest: Contest) -> list[Field]:
    """The fields of a session, with their tables: as given, or worked out from the contestants."""
    problems = [
        book.problem(
            "lists.direction",
            ranking.direction,
            "the book has no scale for four winners",
            "rank all in one list",
            "4.2.1a",
        )
        for ranking in lists
        if ranking.direction in ("N", "S", "E", "W")
    ]
    one_winner = f"{contest} have one winner"
    problems += [
        book.problem("lists.direction", ranking.direction, one_winner, "rank all in one list", "4.2.1a")
        for ranking in lists
        if ranking.direction in ("NS", "EW") and contest != "pairs"
    ]
    if problems:
        raise Refused(problems)
    fields = []
    for field in group(lists, contest):
        two = bool(field.lists[0].direction)
        has_tables = any(ranking.tables is not None for ranking in field.lists)
        is_half_field = two and len(field.lists) == 1 and not has_tables
        fields.append(Field(field.lists, two, Fraction(field.contestants) if is_half_field else field.tables))
    return fields


def contestants(ranking: RankingList) -> int:
    from_list = max(len(ranking.entries) or len(ranking.places.split()), ranking.size or 0)
    return from_list - without_standing(ranking)


def whole_tables(book: Book, tables: Fraction, number: str = "3.1.3a", message: str = "tables") -> Step:
    """4.4.1: a half table counts as a full one."""
    table_count = fact(tidy(tables), book.clause(number), message)
    if tables.denominator == 1:
        return table_count
    return derive(up_to_whole, table_count, clause=book.clause("4.4.1"), message="a part table counts as a full table")


@rule
def no_award(book: Book, terms: Terms, field: Field, boards: int, movement_boards: int | None) -> Step | None:
    """4.4.3, 4.4.4, 4.4.7: the reason why a session earns nothing, if there is one."""
    small_field = too_small(book, terms, field)
    if small_field is not None:
        return small_field
    minimum, share = book.figures.sessions.fewest, book.figures.sessions.movement_share
    if boards < minimum.value:
        boards_step = fact(boards, minimum.clause, "boards of the session")
        message = sentence("no awards for fewer than {fewest} boards", fewest=minimum.value)
        return nothing(minimum.clause, message, boards_step)
    if movement_boards and boards < share.value * movement_boards and not terms.facts.late_pair:
        message = sentence("boards each plays, of {in_play} in play", in_play=movement_boards)
        boards_step = fact(boards, share.clause, message)
        reason = sentence(
            "no session awards unless everybody plays {percent}% of the boards in play", percent=share.value * 100
        )
        return nothing(share.clause, reason, boards_step)
    return None


@rule
def too_small(book: Book, terms: Terms, field: Field) -> Step | None:
    """4.4.3: two full tables for individuals and Howells, four for other pairs; teams need no minimum.

    The clause exempts play-offs of two tables where it speaks of pairs. 6.2.2 and 7.5.3 show that it means teams.
    """
    if terms.event.contest == "teams" or terms.rule == "play-off":
        return None
    figures = book.figures.sessions
    howell = not field.two_winners and terms.facts.movement in ("", "howell")
    individual = terms.event.contest == "individual"
    minimum = figures.howell_tables.value if individual or howell else figures.pairs_tables.value
    if floor(field.tables) >= minimum:
        return None
    tables = fact(floor(field.tables), book.clause("4.4.3"), "full tables")
    reading = "B-15" if field.tables > minimum - 1 else "" if field.lists[0].direction or howell else "B-16"
    message = sentence("no masterpoints below {least} full tables in such a movement", least=minimum)
    return nothing(book.clause("4.4.3"), message, tables, reading=reading)


def full_session(book: Book, grade: str) -> Figure[int]:
    """4.4.7: the boards of a full session, fewer in supervised play."""
    figures = book.figures.sessions
    return figures.full_supervised if grade == "F" else figures.full


@rule
def short_session(book: Book, terms: Terms, boards: int) -> Step | None:
    """4.4.7: fewer than 24 boards (15 in grade F) pay in proportion."""
    full_length = full_session(book, terms.grade)
    if boards >= full_length.value:
        return None
    board_count = fact(boards, book.clause("A Session"), "boards scheduled, those of a sit-out counted")
    message = sentence("short session: {boards} of {full} boards", boards=boards, full=full_length.value)
    return derive(partial(part_of, 1, full_length.value), board_count, clause=full_length.clause, message=message)


def session_awards(
    book: Book,
    lists: Sequence[RankingList],
    terms: Terms,
    boards: int,
    *,
    movement_boards: int | None = None,
    premium: Step | None = None,
    kind: str = "session",
) -> list[Award]:
    """What each entry of a session earns, in the order of the lists."""
    require_short_matches(book, terms)
    session = SessionSize(boards, movement_boards or boards, premium, kind)
    by_list: dict[int, list[Award]] = {}
    for field in fields_of(book, lists, terms.event.contest):
        reason = no_award(book, terms, field, boards, movement_boards)
        for ranking in field.lists:
            by_list[id(ranking)] = (
                _no_awards(ranking, reason, terms, kind) if reason else _pay_list(book, ranking, field, terms, session)
            )
    return [award for ranking in lists for award in by_list[id(ranking)]]


def require_short_matches(book: Book, terms: Terms) -> None:
    """4.2.3: matches of five boards or more are paid match by match, not by place."""
    minimum = book.figures.matches.long_match.value
    matches = terms.event.contest == "teams" or terms.event.scoring in BUTLER
    if (terms.facts.match_boards or 0) >= minimum and matches:
        message = f"matches of {minimum} boards or more earn an award for each match won"
        fix = 'give the event as form = "matches", with the matches of each entry'
        raise Refused(book.problem("facts.match_boards", terms.facts.match_boards, message, fix, "4.2.3a"))


class SessionSize(msgspec.Struct, frozen=True):
    """Facts of a whole session: its boards, the boards in play, and the premium of a final."""

    boards: int
    boards_in_play: int
    premium: Step | None
    kind: str


def _pay_list(book: Book, ranking: RankingList, field: Field, terms: Terms, session: SessionSize) -> list[Award]:
    reduction, kind = short_session(book, terms, session.boards), session.kind
    factors = [factor for factor in (reduction, session.premium) if factor is not None]
    name = list_name(ranking)
    if terms.facts.percentage_awards:
        return percentage_awards(book, ranking, terms, factors, kind, name, session.boards_in_play) + _without(
            book, ranking, terms, kind
        )
    individual = terms.event.contest == "individual"
    tables = whole_tables(book, field.tables, *(("A Individual", "tables, as for a Howell") if individual else ()))
    winner = session_winner(book, 2 if field.two_winners else 1, terms.weight, tables)
    if factors:
        winner = derive(product, winner, *factors, clause=factors[-1].clause, message="winner's award, so adjusted")
    no_award_clause = _unpaid_clause(book, terms)
    places = paid_places(
        book, paid_part(book, terms.event, matches=False, teams=terms.event.contest == "teams"), contestants(ranking)
    )
    ladder = place_ladder(book, winner, places, _places_reading(terms, field))
    if state_events.is_australia_wide(terms.event, terms.facts):
        ladder = state_events.australia_wide(book, ladder)
    awards: list[Award] = []
    for entry, finish, is_near_tie in standings(book, ranking, terms):
        reason = too_few_boards(book, terms, entry.boards, session.boards_in_play)
        step = reason or exact_figure(book, finish, ladder, no_award_clause, is_near_tie=is_near_tie)
        awards += pay(book, entry, step, terms, kind, name, boards_in_play=session.boards_in_play)
    return awards + _without(book, ranking, terms, kind)


def _unpaid_clause(book: Book, terms: Terms) -> Clause:
    if terms.event.contest == "teams":
        return book.clause("4.2.3e")
    if terms.event.scoring in BUTLER:
        return book.clause("4.2.3f")
    return unpaid_clause(book, "half")


def _places_reading(terms: Terms, field: Field) -> str:
    """The reading that decides the number of paid places, if there is one."""
    if terms.event.scoring in ("imps", "cross-imps") and terms.event.contest == "pairs":
        return "B-32"
    if terms.event.contest == "teams" or terms.event.scoring in BUTLER:
        return "B-13"
    return "" if field.tables.denominator == 1 else "B-14"


def _no_awards(ranking: RankingList, reason: Step, terms: Terms, kind: str) -> list[Award]:
    return [Award(entry, reason, terms.colour, kind, None, list_name(ranking)) for entry in entries_of(ranking)]


def _without(book: Book, ranking: RankingList, terms: Terms, kind: str) -> list[Award]:
    reason = nothing(book.clause("4.1.1 note"), "playing without standing: not part of the field")
    return [
        Award(entry, reason, terms.colour, kind, None, list_name(ranking))
        for entry in entries_of(ranking)
        if entry.standing != "full"
    ]
