"""E11 to E13, club sessions: C Points for the top third of each group, and the Basic Table behind every session.

Groups are ranked apart (each direction of a Mitchell is one), sections are separate competitions.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from math import ceil, floor

import msgspec

from masterpoint.core.derivation import Award, Clause, Remark, Step, derive, fact, nothing
from masterpoint.core.errors import Problem
from masterpoint.core.events import AnyEvent, Contest, RankingList
from masterpoint.core.exact import Exact
from masterpoint.core.mechanisms import Ladder, award_for, product
from masterpoint.core.places import Finish, entries_of, finishes, size_of
from masterpoint.core.rounding import up_to_whole
from masterpoint.schemes.families.fields import Field, fields, list_name
from masterpoint.schemes.nz.rules.eligibility import Rules, pay
from masterpoint.schemes.nz.rules.facts import Facts
from masterpoint.schemes.nz.rules.handbook import C, clause
from masterpoint.schemes.nz.rules.substitutes import shares_of
from masterpoint.schemes.nz.rules.tables import C_TABLES, FIRST_ROW, awards_for, table_for, too_large

COMPLETE_TABLES = 2  # E12: in the section
FULL_DEALS, HALF_DEALS = 20, 11  # E12: in circulation
LOWEST = 6  # E12: the lowest award, and the least a tie pays
WHOLE_FIELD_SCORING = ("matchpoints", "percentage")  # E11.2: here a deal need not be played by all


class Terms(msgspec.Struct, frozen=True):
    """What becomes of the Basic Table in one session."""

    kind: str = "ranking"
    factor: Step | None = None
    """The multiple of a tournament; nothing on a club night."""
    product: Clause | None = None
    half_table: bool = True
    """11 to 19 deals earn half the table: on club nights only."""
    boards: int = FULL_DEALS
    """Deals each contestant plays, by which substitutes share."""


def deals_in_circulation(event: AnyEvent, boards: int, movement: int | None, facts: Facts) -> Step:
    """E12.1d; by any other scoring than match points a deal counts only if all have played it (E11.2)."""
    circulating = movement or boards
    if facts.deals_all_played is not None and event.scoring not in WHOLE_FIELD_SCORING:
        counted = min(circulating, facts.deals_all_played)
        return fact(counted, clause("E11.2"), f"deals that all in the section played, of {circulating} in circulation")
    return fact(circulating, clause("E12.1d"), "deals in circulation")


def pay_session(
    lists: Sequence[RankingList], contest: Contest, deals: Step, terms: Terms, rules: Rules, prefix: str = ""
) -> list[Award]:
    """E12: what each contestant of a session earns in C Points."""
    return [
        award
        for field in fields(lists, contest)
        for ranking in field.lists
        for award in pay_group(field, ranking, deals, terms, rules, prefix)
    ]


def group_problems(
    lists: Sequence[RankingList], contest: Contest, deals: Step, terms: Terms, place: str = "lists"
) -> Iterator[Problem]:
    """E41.1: groups beyond the expanded table, where anything is paid at all."""
    for field in fields(lists, contest):
        for ranking in field.lists:
            if no_award_reason(field, ranking, deals, terms) is None:
                yield from too_large(C_TABLES, size_of(ranking), place, "E41.1")


def pay_group(
    field: Field, ranking: RankingList, deals: Step, terms: Terms, rules: Rules, prefix: str = ""
) -> list[Award]:
    """One group, one list of results (E11.3)."""
    reason = no_award_reason(field, ranking, deals, terms)
    ladder = [] if reason else c_ladder(contestants_of(field, ranking), deals, terms)
    lowest = lowest_award(deals, terms)
    entries = entries_of(ranking)
    steps = {finish: reason or figure(finish, ladder, lowest, deals, terms) for finish in set(finishes(entries))}
    name = list_name(ranking, prefix)
    return [
        award
        for entry, finish in zip(entries, finishes(entries), strict=True)
        for award in pay(
            entry,
            shares_of(entry, steps[finish], field.contest, terms.boards, number="E18.2d", reading="N-45"),
            rules,
            colour=C,
            kind=terms.kind,
            ranking=name,
        )
    ]


def no_award_reason(field: Field, ranking: RankingList, deals: Step, terms: Terms) -> Step | None:
    """Why nobody in this list is paid, if that is so."""
    tables = complete_tables(field)
    if tables < COMPLETE_TABLES:
        told = fact(tables, clause("E12.1c"), "complete tables in the section")
        return nothing(clause("E12.1c"), f"no C Points below {COMPLETE_TABLES} complete tables", told)
    least = HALF_DEALS if terms.half_table else FULL_DEALS
    if deals.value < least:
        if terms.half_table:
            return nothing(clause("E12.1e"), f"no C Points for fewer than {HALF_DEALS} deals", deals)
        message = f"a session of a tournament needs {FULL_DEALS} deals in circulation"
        return nothing(clause("E14.2c"), message, deals, reading="N-39")
    if size_of(ranking) < FIRST_ROW:
        return nothing(
            clause("E12.1b"),
            f"the Basic Table starts at {FIRST_ROW} contestants",
            fact(size_of(ranking), clause("E3.D10"), "contestants in this group"),
            reading="N-34",
        )
    return None


def complete_tables(field: Field) -> int:
    """Complete tables of a section: a Mitchell has as many as its smaller direction."""
    told = [ranking.tables for ranking in field.lists if ranking.tables is not None]
    if told:
        return floor(max(told))
    if field.lists[0].direction:
        return min(size_of(ranking) for ranking in field.lists)
    return floor(field.tables)


def contestants_of(field: Field, ranking: RankingList) -> Step:
    """E37.1b: the scale is entered with the contestants of the group."""
    size = size_of(ranking)
    if ranking.direction:
        group = fact(size, clause("E3.D10"), f"{ranking.direction} contestants, a group of their own")
        return derive(_same, group, clause=clause("E11.3a"), message="each direction has its own list", reading="N-40")
    if field.contest == "individual":
        return fact(size, clause("E37.1d"), "players; an individual uses the scale for pairs")
    if field.contest == "teams":
        return fact(size, clause("E37.1b"), "teams")
    if size > C_TABLES[1].last:
        return fact(size, clause("E37.1e"), "pairs scored as one large group")
    return fact(size, clause("E11.3b"), "pairs in one group, one list")


def _same(value: Exact) -> Exact:
    return value


def c_ladder(contestants: Step, deals: Step, terms: Terms) -> list[Step]:
    """E12.1a-f: the Basic Table, halved on a short club night or times the factor of a tournament."""
    size = contestants.value
    assert isinstance(size, int)
    basic = awards_for(table_for(C_TABLES, size, "lists", "E41.1"), contestants)
    if terms.half_table and deals.value < FULL_DEALS:
        half = half_of_table(deals)
        return [
            derive(_half_up, step, half, clause=clause("E12.1e"), message="half the Basic Table, fractions up")
            for step in basic
        ]
    if terms.factor is None:
        return basic
    number = terms.product or clause("E3.D2")
    return [derive(product, step, terms.factor, clause=number, message="Basic Table × factor") for step in basic]


def half_of_table(deals: Step) -> Step:
    return derive(_share_of_table, deals, clause=clause("E12.1f"), message="share of the Basic Table for these deals")


def _share_of_table(deals: Exact) -> Exact:
    return 1 if deals >= FULL_DEALS else Fraction(1, 2)


def _half_up(award: Exact, half: Exact) -> Exact:
    return ceil(award * half)  # type: ignore[operator]


def lowest_award(deals: Step, terms: Terms) -> Step:
    """E12.1g: a tie that reaches the awards pays at least the lowest award of the table in force."""
    lowest = fact(LOWEST, clause("E12.1a"), "the lowest award of the Basic Table")
    if terms.half_table and deals.value < FULL_DEALS:
        message = "the least a tie pays, halved like the table"
        return derive(_half_up, lowest, half_of_table(deals), clause=clause("E12.1g"), message=message, reading="N-18")
    if terms.factor is None:
        return lowest
    message = "the least a tie pays, times the factor like the table"
    return derive(product, lowest, terms.factor, clause=clause("E12.1g"), message=message, reading="N-18")


def figure(finish: Finish, ladder: Ladder, lowest: Step, deals: Step, terms: Terms) -> Step:
    """What a place earns; ties share the places they span, fractions up (E12.1g)."""
    if finish.sharing > 1 and finish.place > len(ladder):
        message = f"place {finish}: awards end at place {len(ladder)}"
        return nothing(clause("E12.1a"), message, reading="N-19")
    altered = terms.factor is not None or deals.value < FULL_DEALS
    return award_for(
        finish,
        ladder,
        unpaid=clause("E12.1a"),
        tie=clause("E12.1g"),
        rounding=up_to_whole,
        rounded=clause("E12.1g"),
        floor=lowest,
        tie_reading="N-18" if altered else "",
        rounds="the share is rounded up to a whole number",
    )


def session_remarks(lists: Sequence[RankingList], contest: Contest, deals: Step) -> list[Remark]:
    """What is said beside a club session: which table serves, and that sections stand apart."""
    share = "the whole" if deals.value >= FULL_DEALS else "half the" if deals.value >= HALF_DEALS else "nothing of the"
    return [
        Remark(clause("E11.4"), "C Points by the Basic Table for rankings; matches have a table of their own"),
        Remark(deals.clause, f"{deals.value} deals that count: {share} Basic Table"),
        *([Remark(clause("E4.D27"), "each section is a separate competition")] if several(lists, contest) else []),
    ]


def several(lists: Sequence[RankingList], contest: Contest) -> bool:
    """More than one section."""
    return len(fields(lists, contest)) > 1
