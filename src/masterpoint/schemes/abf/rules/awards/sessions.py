"""4.2.1 with 4.4.1, 4.4.3, 4.4.4 and 4.4.7, single sessions (pages 21, 25 and 26): what a session earns by place."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import partial
from math import floor

import msgspec

from masterpoint.core.derivation import Award, Clause, Step, derive, fact, nothing
from masterpoint.core.errors import Refused
from masterpoint.core.events import RankingList
from masterpoint.core.exact import tidy
from masterpoint.core.mechanisms import part_of, product
from masterpoint.core.places import entries_of
from masterpoint.core.rounding import up_to_whole
from masterpoint.schemes.abf.rules.awards.formulae import session_winner
from masterpoint.schemes.abf.rules.awards.percentages import percentage_awards
from masterpoint.schemes.abf.rules.awards.placing import (
    BUTLER,
    exact_figure,
    paid_places,
    part_paid,
    place_ladder,
    standings,
    unpaid_clause,
)
from masterpoint.schemes.abf.rules.awards.players import pay
from masterpoint.schemes.abf.rules.grades import state_events
from masterpoint.schemes.abf.rules.grades.terms import Terms
from masterpoint.schemes.abf.rules.handbook import clause, problem
from masterpoint.schemes.families.fields import fields as group
from masterpoint.schemes.families.fields import list_name, without_standing

SESSION_BOARDS = {"F": 15}  # 4.4.7
FULL_SESSION = 24
FEWEST_BOARDS = 12  # 4.4.7
MOVEMENT_SHARE = Fraction(3, 4)  # 4.4.4
LONG_MATCH = 5  # 4.2.3


class Field(msgspec.Struct, frozen=True):
    """Those whose scores are directly compared (4.1.1 note), or the two directions of a Mitchell."""

    lists: tuple[RankingList, ...]
    two_winners: bool
    tables: Fraction


def fields_of(lists: Sequence[RankingList], contest: str) -> list[Field]:
    """The fields of a session, with their tables as told or as the contestants make them."""
    problems = [
        problem(
            "lists.direction",
            ranking.direction,
            "the book has no scale for four winners",
            "rank all in one list",
            "4.2.1a",
        )
        for ranking in lists
        if ranking.direction in ("N", "S", "E", "W")
    ]
    problems += [
        problem("lists.direction", ranking.direction, f"{contest} have one winner", "rank all in one list", "4.2.1a")
        for ranking in lists
        if ranking.direction in ("NS", "EW") and contest != "pairs"
    ]
    if problems:
        raise Refused(problems)
    found = []
    for one in group(lists, contest):  # type: ignore[arg-type]
        two = bool(one.lists[0].direction)
        told = any(ranking.tables is not None for ranking in one.lists)
        alone = two and len(one.lists) == 1 and not told
        found.append(Field(one.lists, two, Fraction(one.contestants) if alone else one.tables))
    return found


def contestants(ranking: RankingList) -> int:
    from_list = max(len(ranking.entries) or len(ranking.places.split()), ranking.size or 0)
    return from_list - without_standing(ranking)


def whole_tables(tables: Fraction, number: str = "3.1.3a", message: str = "tables") -> Step:
    """4.4.1: a half table counts as a full one."""
    told = fact(tidy(tables), clause(number), message)
    if tables.denominator == 1:
        return told
    return derive(up_to_whole, told, clause=clause("4.4.1"), message="a part table counts as a full table")


def no_award(terms: Terms, field: Field, boards: int, movement_boards: int | None) -> Step | None:
    """4.4.3, 4.4.4, 4.4.7: why a session earns nothing, if so."""
    small = too_small(terms, field)
    if small is not None:
        return small
    if boards < FEWEST_BOARDS:
        played = fact(boards, clause("4.4.7"), "boards of the session")
        return nothing(clause("4.4.7"), f"no awards for fewer than {FEWEST_BOARDS} boards", played)
    if movement_boards and boards < MOVEMENT_SHARE * movement_boards and not terms.facts.late_pair:
        played = fact(boards, clause("4.4.4"), f"boards each plays, of {movement_boards} in play")
        return nothing(clause("4.4.4"), "no session awards unless everybody plays 75% of the boards in play", played)
    return None


def too_small(terms: Terms, field: Field) -> Step | None:
    """4.4.3: two full tables for individuals and Howells, four for other pairs; teams need no minimum."""
    if terms.event.contest == "teams" or terms.rule == "play-off":
        return None
    howell = not field.two_winners and terms.facts.movement in ("", "howell")
    least = 2 if terms.event.contest == "individual" or howell else 4
    if floor(field.tables) >= least:
        return None
    tables = fact(floor(field.tables), clause("4.4.3"), "full tables")
    reading = "B-15" if field.tables > least - 1 else "" if field.lists[0].direction or howell else "B-16"
    message = f"no masterpoints below {least} full tables in such a movement"
    return nothing(clause("4.4.3"), message, tables, reading=reading)


def short_session(terms: Terms, boards: int) -> Step | None:
    """4.4.7: fewer than 24 boards (15 in grade F) pay in proportion."""
    full = SESSION_BOARDS.get(terms.grade, FULL_SESSION)
    if boards >= full:
        return None
    told = fact(boards, clause("A Session"), "boards scheduled, those of a sit-out counted")
    return derive(
        partial(part_of, 1, full), told, clause=clause("4.4.7"), message=f"short session: {boards} of {full} boards"
    )


def session_awards(
    lists: Sequence[RankingList],
    terms: Terms,
    boards: int,
    *,
    movement_boards: int | None = None,
    premium: Step | None = None,
    kind: str = "session",
) -> list[Award]:
    """What each entry of a session earns, list by list as told."""
    require_short_matches(terms)
    by_list: dict[int, list[Award]] = {}
    for field in fields_of(lists, terms.event.contest):
        reason = no_award(terms, field, boards, movement_boards)
        for ranking in field.lists:
            by_list[id(ranking)] = (
                _nobody(ranking, reason, terms, kind)
                if reason
                else _pay_list(ranking, field, terms, boards, premium, kind)
            )
    return [award for ranking in lists for award in by_list[id(ranking)]]


def require_short_matches(terms: Terms) -> None:
    """4.2.3: matches of five boards or more earn match by match, not by place."""
    if (terms.facts.match_boards or 0) >= LONG_MATCH and (
        terms.event.contest == "teams" or terms.event.scoring in BUTLER
    ):
        message = f"matches of {LONG_MATCH} boards or more earn an award for each match won"
        fix = 'tell the event with form = "matches" and the matches of each entry'
        raise Refused(problem("facts.match_boards", terms.facts.match_boards, message, fix, "4.2.3a"))


def _pay_list(
    ranking: RankingList, field: Field, terms: Terms, boards: int, premium: Step | None, kind: str
) -> list[Award]:
    factors = [one for one in (short_session(terms, boards), premium) if one is not None]
    name = list_name(ranking)
    if terms.facts.percentage_awards:
        return percentage_awards(ranking, terms, factors, kind, name) + _without(ranking, terms, kind)
    individual = terms.event.contest == "individual"
    tables = whole_tables(field.tables, *(("A Individual", "tables, as for a Howell") if individual else ()))
    winner = session_winner(2 if field.two_winners else 1, terms.weight, tables)
    if factors:
        winner = derive(product, winner, *factors, clause=factors[-1].clause, message="winner's award, so adjusted")
    part = part_paid(terms.event, matches=False)
    unpaid = _unpaid(terms)
    ladder = place_ladder(winner, paid_places(part, contestants(ranking)), _places_reading(terms, field))
    if state_events.is_australia_wide(terms.event, terms.facts):
        ladder = state_events.australia_wide(ladder)
    awards = [
        award
        for entry, finish, near in standings(ranking, terms.event.scoring)
        for award in pay(entry, exact_figure(finish, ladder, unpaid, near=near), terms, kind, name)
    ]
    return awards + _without(ranking, terms, kind)


def _unpaid(terms: Terms) -> Clause:
    if terms.event.contest == "teams":
        return clause("4.2.3e")
    if terms.event.scoring in BUTLER:
        return clause("4.2.3f")
    return unpaid_clause("half")


def _places_reading(terms: Terms, field: Field) -> str:
    """The reading the number of paid places rests on, if any."""
    if terms.event.scoring in ("imps", "cross-imps") and terms.event.contest == "pairs":
        return "B-32"
    if terms.event.contest == "teams" or terms.event.scoring in BUTLER:
        return "B-13"
    return "" if field.tables.denominator == 1 else "B-14"


def _nobody(ranking: RankingList, reason: Step, terms: Terms, kind: str) -> list[Award]:
    return [Award(entry, reason, terms.colour, kind, None, list_name(ranking)) for entry in entries_of(ranking)]


def _without(ranking: RankingList, terms: Terms, kind: str) -> list[Award]:
    reason = nothing(clause("4.1.1 note"), "playing without standing: not part of the field")
    return [
        Award(entry, reason, terms.colour, kind, None, list_name(ranking))
        for entry in entries_of(ranking)
        if entry.standing != "full"
    ]
