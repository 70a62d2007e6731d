"""4.5 and 4.6, events attracting an award per match won, other than knock-out: Swiss, round robin, multiple teams."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from masterpoint.core.books import rule
from masterpoint.core.derivation import Award, Remark, Result, Step
from masterpoint.core.errors import Problem
from masterpoint.core.events import MatchEvent, RankingList
from masterpoint.core.mechanisms import Ladder
from masterpoint.core.places import entries_of, size_of
from masterpoint.core.sentences import part_in_words, sentence
from masterpoint.schemes.ebu.book import Book
from masterpoint.schemes.ebu.rules.local import small_finals
from masterpoint.schemes.ebu.rules.local.basic import minimum_award
from masterpoint.schemes.ebu.rules.local.match_awards import (
    KIND,
    full_match,
    length_remarks,
    match_clauses,
    minimum_total,
    missing_remarks,
    pay_all_matches,
    round_robin_remarks,
)
from masterpoint.schemes.ebu.rules.local.match_ranking import (
    consolation_of,
    match_factor,
    ranking_ladder,
    scale_entries,
)
from masterpoint.schemes.ebu.rules.local.qualifinal import FINAL, LESSER, with_original_entry
from masterpoint.schemes.ebu.rules.local.short_matches import basic_only, pay_as_basic
from masterpoint.schemes.ebu.rules.organisations.organisers import status_of
from masterpoint.schemes.ebu.rules.principles.paying import (
    colour_of,
    held_remarks,
    no_award_reason,
    pay_list,
    require_ranking_without_handicap,
)
from masterpoint.schemes.families.british import column_of
from masterpoint.schemes.families.british_finals import ConsolationSize, tables_here
from masterpoint.schemes.families.british_small_finals import is_small_final
from masterpoint.schemes.families.fields import fields, list_name, without_standing


@rule
def award(book: Book, event: MatchEvent) -> Result:
    """4.6: an award for each match won, and a ranking award for the leaders."""
    require_ranking_without_handicap(book, event)
    colour = colour_of(book, event)
    status = status_of(book, event, entry_problems(book, event))
    consolation = consolation_of(book, event)
    remarks: list[Remark] = []
    if is_small_final(event):
        awards = small_finals.pay(book, event, status, colour)
    elif reason := basic_only(book, event) or failed_consolation(book, consolation):
        awards, remarks = pay_as_basic(book, event, status, colour), [reason]
    else:
        awards = pay_match_event(book, event, status, colour, consolation)
        remarks = [
            *recommendations(book, event),
            *missing_remarks(book, event),
            *length_remarks(book, event.lists, event.boards),
            *round_robin_remarks(book, event.lists),
        ]
    return Result(event, book.title, tuple(awards), (*remarks, *held_remarks(book, event, awards)))


def pay_match_event(
    book: Book, event: MatchEvent, status: Step, colour: str, consolation: ConsolationSize | None
) -> list[Award]:
    """Match and ranking awards of every field."""
    factor = match_factor(book, event, consolation)
    awards: list[Award] = []
    stage = fields(event.lists, event.contest)
    for field, entry in zip(stage, scale_entries(book, event, stage, consolation), strict=True):
        original = event.original_tables
        reason = no_award_reason(
            book, event, field if original is None else with_original_entry(field, original), event.boards
        )
        for ranking in field.lists:
            if reason:
                awards += no_awards(ranking, reason, colour)
                continue
            ladder = ranking_ladder(
                book,
                column_of(field),
                entry,
                status,
                qualified=original is not None,
                tier=LESSER if consolation is not None or not event.last else FINAL,
                lesser="4.2.8" if consolation is None else "4.6.7",
                contestants=size_of(ranking) - without_standing(ranking),
                boards=event.boards,
            )
            awards += pay_both(book, event, ranking, ladder, status, colour, factor)
    return awards


def pay_both(
    book: Book, event: MatchEvent, ranking: RankingList, ladder: Ladder, status: Step, colour: str, factor: Step | None
) -> list[Award]:
    """4.5.2: the award for matches won and the bonus for the ranking: two awards, each rounded (reading A22)."""
    awards = pay_list(
        book,
        ranking,
        ladder,
        colour=colour,
        minimum=minimum_award(book, status),
        unpaid_number="4.5.3",
        boards=event.boards,
    )
    return awards + pay_all_matches(
        book,
        entries_of(ranking),
        full_match(book, status),
        minimum_total(book, status),
        match_clauses(book),
        ranking_awards=awards,
        colour=colour,
        boards=event.boards,
        factor=factor,
        ranking=list_name(ranking),
    )


def failed_consolation(book: Book, size: ConsolationSize | None) -> Remark | None:
    """4.6.7, 4.3.3: a consolation too large for its event is a basic event, one level down."""
    if size is None or not size.failures:
        return None
    template = "no consolation by the book, so a basic event: {failed}"
    return book.remark("4.6.7", sentence(template, failed="; ".join(size.failures)))


def no_awards(ranking: RankingList, reason: Step, colour: str) -> Iterator[Award]:
    """No ranking award and none for matches, for the same reason."""
    for entry in entries_of(ranking):
        yield Award(entry, reason, colour)
        yield Award(entry, reason, colour, KIND)


def entry_problems(book: Book, event: MatchEvent) -> Iterator[Problem]:
    """Stages that cannot have come from the first one."""
    if event.premier_tables is not None and event.original_tables is None:
        message = "a consolation is measured by the original entry"
        yield book.problem("original_tables", "", message, "add the tables of the first stage", "4.6.7")
    elif event.original_tables is not None:
        tables_above = Fraction(event.premier_tables or 0)
        if tables_above + tables_here(event) > Fraction(event.original_tables):
            message = "more contestants in the later stages than in the first"
            yield book.problem(
                "original_tables", event.original_tables, message, "give the tables of the first stage", "4.6.6"
            )


def recommendations(book: Book, event: MatchEvent) -> Iterator[Remark]:
    """4.6.6, note: no more than half of the original entry should qualify."""
    if event.original_tables is None or event.premier_tables is not None:
        return
    maximum = book.figures.matches.most_qualifying
    if tables_here(event) / Fraction(event.original_tables) > maximum.value:
        template = "more than {part} of the field qualified; fewer than usual of them receive a ranking award"
        yield Remark(maximum.clause, sentence(template, part=part_in_words(maximum.value)))
