"""E11 to E13, club sessions: C Points for the top third of each group, and the Basic Table behind every session.

Groups are ranked apart, and each direction of a Mitchell is one. Sections are separate competitions.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import partial
from math import ceil, floor

import msgspec

from masterpoint.core.books import printed_figure, rule
from masterpoint.core.derivation import Award, Clause, Remark, Step, derive, fact, nothing
from masterpoint.core.errors import Problem
from masterpoint.core.events import Contest, RankingList
from masterpoint.core.exact import Exact, grouped_text
from masterpoint.core.mechanisms import Ladder, award_for, identity, product, unpaid_step
from masterpoint.core.places import Finish, entries_of, finishes, size_of
from masterpoint.core.rounding import up_to_whole
from masterpoint.core.seats import TABLES_PER_CONTESTANT
from masterpoint.core.sentences import part_in_words, sentence
from masterpoint.schemes.families.fields import Field, fields, list_name
from masterpoint.schemes.nz.book import Book, C
from masterpoint.schemes.nz.rules.issue.eligibility import Restrictions, pay
from masterpoint.schemes.nz.rules.issue.substitutes import shares_of
from masterpoint.schemes.nz.rules.play.deals import Deals, deal_remarks, section_deals
from masterpoint.schemes.nz.rules.play.tables import awards_for, c_tables, table_for, too_large


class Terms(msgspec.Struct, frozen=True):
    """How one session uses the Basic Table."""

    boards: int
    """The deals each contestant plays; substitutes share by them."""
    kind: str = "ranking"
    factor: Step | None = None
    """The multiple of a tournament; nothing on a club night."""
    product: Clause | None = None
    half_table: bool = True
    """11 to 19 deals earn half the table: on club nights only."""


def pay_session(
    book: Book,
    lists: Sequence[RankingList],
    contest: Contest,
    deals: Deals,
    terms: Terms,
    restrictions: Restrictions,
    prefix: str = "",
) -> list[Award]:
    """E12: what each contestant of a session earns in C Points."""
    return [
        award
        for field in fields(lists, contest)
        for ranking in field.lists
        for award in pay_group(
            book, field, ranking, section_deals(book, deals, field.lists), terms, restrictions, prefix
        )
    ]


def group_problems(
    book: Book, lists: Sequence[RankingList], contest: Contest, deals: Deals, half_table: bool, place: str = "lists"
) -> Iterator[Problem]:
    """E12.1c, E41.1: tables that cannot seat a section, and groups beyond the expanded table."""
    for field in fields(lists, contest):
        yield from _table_problems(book, field, place)
        counting_deals = section_deals(book, deals, field.lists)
        for ranking in field.lists:
            if no_award_reason(book, field, ranking, counting_deals, half_table) is None:
                yield from too_large(book, c_tables(book), size_of(ranking), place, "E41.1")


def _table_problems(book: Book, field: Field, place: str) -> Iterator[Problem]:
    """Tables that differ by one or more from those that the contestants fill."""
    table_counts = [ranking.tables for ranking in field.lists if ranking.tables is not None]
    occupied = sum(size_of(ranking) for ranking in field.lists) * TABLES_PER_CONTESTANT[field.contest]
    for tables in table_counts:
        if abs(Fraction(tables) - occupied) > 1:
            message = f"the contestants of this section fill {grouped_text(occupied)} tables"
            yield book.problem(f"{place}.tables", tables, message, "correct the tables, or leave them out", "E12.1c")


def pay_group(
    book: Book,
    field: Field,
    ranking: RankingList,
    deals: Step,
    terms: Terms,
    restrictions: Restrictions,
    prefix: str = "",
) -> list[Award]:
    """One group, one list of results (E11.3)."""
    reason = no_award_reason(book, field, ranking, deals, terms.half_table)
    ladder = Ladder((), reason) if reason else c_ladder(book, contestants_of(book, field, ranking), deals, terms)
    lowest = lowest_award(book, deals, terms)
    entries = entries_of(ranking)
    steps = {finish: reason or figure(book, finish, ladder, lowest, deals, terms) for finish in set(finishes(entries))}
    shares = [
        (entry, shares_of(book, entry, steps[finish], field.contest, terms.boards, number="E18.2d", reading="N-45"))
        for entry, finish in zip(entries, finishes(entries), strict=True)
    ]
    return pay(book, shares, restrictions, colour=C, kind=terms.kind, ranking=list_name(ranking, prefix))


@rule
def no_award_reason(book: Book, field: Field, ranking: RankingList, deals: Step, half_table: bool) -> Step | None:
    """The reason why nobody in this list is paid, if there is one."""
    minimum, first_row = book.figures.play.complete_tables, book.figures.play.first_row
    tables, size = complete_tables(field), size_of(ranking)
    if tables < minimum.value:
        message = sentence("no C Points below {fewest} complete tables", fewest=minimum.value)
        return nothing(minimum.clause, message, fact(tables, minimum.clause, "complete tables in the section"))
    too_few = _too_few_deals(book, deals, half_table)
    if too_few is not None:
        return too_few
    if size < first_row.value:
        message = sentence("the Basic Table starts at {first_row} contestants", first_row=first_row.value)
        group = fact(size, book.clause("E3.D10"), "contestants in this group")
        return nothing(first_row.clause, message, group, reading="N-34")
    return None


def _too_few_deals(book: Book, deals: Step, half_table: bool) -> Step | None:
    """E12.1e, E14.2c: a club night needs deals for half the table, a session of a tournament for the whole."""
    half_minimum, full_minimum = book.figures.play.half_deals, book.figures.schedule.session_boards
    if half_table and deals.value < half_minimum.value:
        return nothing(
            half_minimum.clause, sentence("no C Points for fewer than {deals} deals", deals=half_minimum.value), deals
        )
    if not half_table and deals.value < full_minimum.value:
        message = sentence("a session of a tournament needs {deals} deals in circulation", deals=full_minimum.value)
        return nothing(full_minimum.clause, message, deals, reading=full_minimum.reading)
    return None


def complete_tables(field: Field) -> int:
    """Complete tables of a section: a Mitchell has as many as its smaller direction."""
    table_counts = [ranking.tables for ranking in field.lists if ranking.tables is not None]
    if table_counts:
        return floor(max(table_counts))
    if field.lists[0].direction:
        return min(size_of(ranking) for ranking in field.lists)
    return floor(field.tables)


def contestants_of(book: Book, field: Field, ranking: RankingList) -> Step:
    """E37.1b: the scale is entered with the contestants of the group."""
    size = size_of(ranking)
    if ranking.direction:
        group = fact(
            size,
            book.clause("E3.D10"),
            sentence("{direction} contestants, a group of their own", direction=ranking.direction),
        )
        return derive(
            identity, group, clause=book.clause("E11.3a"), message="each direction has its own list", reading="N-40"
        )
    if field.contest == "individual":
        return fact(size, book.clause("E37.1d"), "players; an individual uses the scale for pairs")
    if field.contest == "teams":
        return fact(size, book.clause("E37.1b"), "teams")
    if size > c_tables(book)[1].last:
        return fact(size, book.clause("E37.1e"), "pairs scored as one large group")
    return fact(size, book.clause("E11.3b"), "pairs in one group, one list")


@rule
def c_ladder(book: Book, contestants: Step, deals: Step, terms: Terms) -> Ladder:
    """E12.1a-f: the Basic Table, halved on a short club night or times the factor of a tournament."""
    size = contestants.value
    assert isinstance(size, int)
    basic = awards_for(table_for(c_tables(book), size), contestants)
    if terms.half_table and deals.value < book.figures.play.full_deals.value:
        half_share = half_of_table(book, deals)
        message = sentence("{part} the Basic Table, fractions up", part=_part(book))
        return basic.each(
            lambda step: derive(_half_up, step, half_share, clause=book.clause("E12.1e"), message=message)
        )
    factor, number = terms.factor, terms.product or book.clause("E3.D2")
    if factor is None:
        return basic
    return basic.each(lambda step: derive(product, step, factor, clause=number, message="Basic Table × factor"))


def half_of_table(book: Book, deals: Step) -> Step:
    """The share of the table for a night with fewer deals than all of it needs."""
    formula = partial(_half_of_table, book.figures.play.half.value)
    return derive(formula, deals, clause=book.clause("E12.1f"), message="share of the Basic Table for these deals")


def _half_of_table(share: Fraction, deals: Exact) -> Exact:
    return share


def _half_up(award: Exact, share: Exact) -> Exact:
    return ceil(product(award, share))


@rule
def lowest_award(book: Book, deals: Step, terms: Terms) -> Step:
    """E12.1g: a tie that reaches the awards pays at least the lowest award of the table in force."""
    lowest = printed_figure(book.figures.play.lowest_award)
    if terms.half_table and deals.value < book.figures.play.full_deals.value:
        message = "the lowest award of a tie, halved like the table"
        return derive(
            _half_up, lowest, half_of_table(book, deals), clause=book.clause("E12.1g"), message=message, reading="N-18"
        )
    if terms.factor is None:
        return lowest
    message = "the lowest award of a tie, times the factor like the table"
    return derive(product, lowest, terms.factor, clause=book.clause("E12.1g"), message=message, reading="N-18")


@rule
def figure(book: Book, finish: Finish, ladder: Ladder, lowest: Step, deals: Step, terms: Terms) -> Step:
    """What a place earns; ties share the places they span, fractions up (E12.1g)."""
    if finish.sharing > 1 and finish.place > len(ladder):
        return unpaid_step(ladder.awards, book.clause("E12.1a"), reading="N-19")
    is_altered = terms.factor is not None or deals.value < book.figures.play.full_deals.value
    return award_for(
        finish,
        ladder,
        unpaid_clause=book.clause("E12.1a"),
        tie_clause=book.clause("E12.1g"),
        rounding=up_to_whole,
        rounding_clause=book.clause("E12.1g"),
        floor=lowest,
        tie_reading="N-18" if is_altered else "",
        rounds="the share is rounded up to a whole number",
    )


def session_remarks(book: Book, lists: Sequence[RankingList], contest: Contest, deals: Deals) -> list[Remark]:
    """Remarks on a club session: the table that is used, and that sections are separate."""
    deal_steps = dict.fromkeys(section_deals(book, deals, field.lists) for field in fields(lists, contest))
    return [
        book.remark("E11.4", "C Points by the Basic Table for rankings; matches have a table of their own"),
        *(_share_remark(book, step) for step in deal_steps),
        *deal_remarks(book, deals, lists),
        *(
            [book.remark("E4.D27", "each section is a separate competition")]
            if has_several_sections(lists, contest)
            else []
        ),
    ]


def long_session(book: Book, boards: int) -> list[Remark]:
    """E6.3c: a remark if one session has as many deals as two."""
    if boards < 2 * book.figures.play.full_deals.value:
        return []
    template = "{boards} deals in one session: if they were several, give each on its own, with its own ranking"
    return [book.remark("E6.3c", sentence(template, boards=boards))]


def _part(book: Book) -> str:
    """The part of the Basic Table on a short night: `half`, `three quarters of`."""
    part = book.figures.play.half.value
    return part_in_words(part) if part == Fraction(1, 2) else f"{part_in_words(part)} of"


def _share_remark(book: Book, deals: Step) -> Remark:
    figures = book.figures.play
    lesser_share = f"{_part(book)} the" if deals.value >= figures.half_deals.value else "nothing of the"
    share = "the whole" if deals.value >= figures.full_deals.value else lesser_share
    return Remark(
        deals.clause, sentence("{deals} deals that count: {share} Basic Table", deals=deals.value, share=share)
    )


def has_several_sections(lists: Sequence[RankingList], contest: Contest) -> bool:
    """More than one section."""
    return len(fields(lists, contest)) > 1
