"""5.1 and 5.2.3 to 5.2.4, club heats of WBU and Area events: Scale H and the Webber Cup."""

from __future__ import annotations

from fractions import Fraction
from functools import partial

from masterpoint.core.books import Figure, rule
from masterpoint.core.derivation import Award, Result, Step, derive, fact
from masterpoint.core.errors import Problem, Refused
from masterpoint.core.events import AnyEvent, LeagueEvent, RankingList, SessionEvent
from masterpoint.core.exact import Exact, figure_text, tidy
from masterpoint.core.mechanisms import Ladder, constant_reductions, part_of, share_of, whole
from masterpoint.core.parsing import facts_from
from masterpoint.core.places import entries_of, moved_up, size_of
from masterpoint.core.sentences import sentence
from masterpoint.schemes.families.british import ScaleRule, column_of, part_earning, scale_ladder
from masterpoint.schemes.families.fields import Field, fields, list_name
from masterpoint.schemes.wbu.book import Book
from masterpoint.schemes.wbu.rules.facts import Facts
from masterpoint.schemes.wbu.rules.local.basic import (
    PER_TABLE,
    basic_ladder,
    full_tables,
    result_of,
    scale_clauses,
)
from masterpoint.schemes.wbu.rules.principles.general import LOCAL, no_award_reason, tie_minimum
from masterpoint.schemes.wbu.rules.principles.payments import no_standing, pay_nobody, pay_places
from masterpoint.schemes.wbu.rules.principles.requirements import require_acceptable
from masterpoint.schemes.wbu.rules.refusals import refuse

WEBBER = "webber cup"
NOT_ENTERED = "club"
"""The category of entries that play in the same movement but not in the competition (5.1.2)."""


@rule
def award(book: Book, event: SessionEvent) -> Result:
    """5.1: the raised scale for the top half of those entered; the others are paid separately, at Club scale."""
    require_acceptable(book, event)
    facts: Facts = facts_from(event, Facts)
    refuse(_problems(book, event, facts))
    awards: list[Award] = []
    for field in fields(event.lists, event.contest):
        entered_field, others = split_field(field)
        awards += pay_group(
            book,
            event,
            field,
            entered_field,
            partial(heat_ladder, book, heat_of(facts), event.boards),
            heat_level(book, event, facts),
        )
        if others is not None:
            awards += pay_group(book, event, field, others, partial(_club_ladder, book, event.boards), _club(book))
    return result_of(book, event, awards)


def _problems(book: Book, event: SessionEvent, facts: Facts) -> list[Problem]:
    problems, heats = [], (*heat_factors(book), WEBBER)
    if heat_of(facts) not in heats:
        message = (
            "the book has heats of these: Open Pairs, Mixed Pairs, Webber Cup, an Area's major or other championship"
        )
        fix = f"write one of: {', '.join(heats)}"
        problems.append(book.problem("facts.heat_of", facts.heat_of, message, fix, "5.1.1"))
    if event.organiser.level not in ("club", "area"):
        message = "heats are held by clubs, or by an Area for them"
        problems.append(
            book.problem("organiser.level", event.organiser.level, message, "give the club as organiser", "5.1.1")
        )
    contests = {WEBBER: ("teams",), "open pairs": ("pairs",), "mixed pairs": ("pairs",)}
    contests_allowed = contests.get(heat_of(facts), ("pairs", "teams"))
    if event.contest not in contests_allowed:
        message = f"a heat of this event is for {' or '.join(contests_allowed)}"
        problems.append(
            book.problem("contest", event.contest, message, "correct the contest, or leave `heat_of` out", "5.1.1")
        )
    minimum, any_event = book.figures.heats.least_boards.value, book.figures.principles.minimum_boards.value
    if heat_of(facts) != WEBBER and any_event <= event.boards < minimum:
        message = f"Scale H starts at {minimum} boards"
        problems.append(
            book.problem("boards", event.boards, message, "leave `heat_of` out: Club awards are due", "Scale H")
        )
    return problems


def heat_factors(book: Book) -> dict[str, Figure[tuple[Fraction, Fraction]]]:
    """5.1.1, 5.2.3, 5.2.4: how many times the basic scale each heat pays, and for very long heats."""
    figures = book.figures.heats
    return {
        "open pairs": figures.wbu_event,
        "mixed pairs": figures.wbu_event,
        "area major": figures.area_major,
        "area championship": figures.area_championship,
    }


def heat_of(facts: Facts) -> str:
    """The event of a heat in lower case."""
    return " ".join(facts.heat_of.lower().split())


def refuse_league(book: Book, event: LeagueEvent) -> None:
    """5.1.1: refuses a Webber Cup league, whose award is in the Union's Journal and not in the book."""
    if facts_from(event, Facts).heat_of:
        message = "the award of a league that decides qualifiers is printed in the WBU Journal"
        raise Refused(
            book.problem("facts.heat_of", facts_from(event, Facts).heat_of, message, "look it up there", "5.1.1")
        )


def split_field(field: Field) -> tuple[Field, Field | None]:
    """5.1.2: splits a field into those entered in the competition and those who only play along."""
    if not any(entry.category.lower() == NOT_ENTERED for ranking in field.lists for entry in ranking.entries):
        return field, None
    return _group(field, True), _group(field, False)


def _group(field: Field, is_entered: bool) -> Field:
    lists = []
    for ranking in field.lists:
        entries = tuple(entry for entry in entries_of(ranking) if (entry.category.lower() != NOT_ENTERED) == is_entered)
        unlisted_count = size_of(ranking) - len(entries_of(ranking)) if is_entered else 0
        size = len(entries) + unlisted_count
        lists.append(
            RankingList(section=ranking.section, direction=ranking.direction, entries=entries, size=size or None)
        )
    return Field(field.section, tuple(lists), field.contest)


def pay_group(
    book: Book, event: SessionEvent, field: Field, group: Field, ladder_of: partial[Ladder], level: Step
) -> list[Award]:
    """Pays one group of a field by its own list and its own number of tables."""
    column = column_of(group)
    reason = no_award_reason(book, event, group, event.boards)
    awards: list[Award] = []
    for full_list, ranking in zip(field.lists, group.lists, strict=True):
        full_entries = [entry for entry in entries_of(ranking) if entry.standing == "full"]
        ranked_entries = moved_up(full_entries, entries_of(full_list))
        if reason:
            awards += pay_nobody([ranking], reason)
            continue
        ladder = ladder_of(column, full_tables(book, group), level)
        awards += pay_places(
            book,
            ranked_entries,
            ladder,
            minimum=tie_minimum(book, column, level),
            unpaid_number=level.clause.number,
            boards=event.boards,
            ranking=list_name(ranking),
        )
        awards += no_standing(book, ranking, LOCAL)
    return awards


@rule
def heat_level(book: Book, event: AnyEvent, facts: Facts) -> Step:
    """How many times the basic scale a heat pays."""
    if heat_of(facts) == WEBBER:
        return fact(1, book.clause("5.1.1"), "heat of the Webber Cup")
    factors = heat_factors(book)[heat_of(facts)]
    usual_factor, long_factor = factors.value
    boards = getattr(event, "boards", 0)
    times = tidy(long_factor if boards >= book.figures.basic.very_long.value else usual_factor)
    template = "{times} times the basic scale: a heat ({heat}) of {boards} boards"
    message = sentence(template, times=figure_text(times), heat=heat_of(facts), boards=boards)
    return fact(times, factors.clause, message)


def heat_ladder(book: Book, heat: str, boards: int, column: str, tables: Step, level: Step) -> Ladder:
    """Scale H, or the Webber Cup's own falling awards."""
    if heat == WEBBER:
        return webber_ladder(book, tables)
    return scale_h(book, column, tables, level)


@rule
def scale_h(book: Book, column: str, tables: Step, level: Step) -> Ladder:
    """Scale H: the basic scale for the top half, whatever the length; it continues beyond 20 tables (W40)."""
    figures, basic = book.figures.heats, book.figures.basic
    cells, share, limit = basic.columns.value[column], figures.share, figures.limit
    scale = ScaleRule(
        share.clause,
        share.clause.number,
        PER_TABLE[column],
        share.value,
        cells.place,
        limit.value,
        cells.qualifying_tables,
    )
    minimum = basic.minimum_award.value
    return scale_ladder(scale, tables, level, clauses=scale_clauses(book), minimum=minimum, reading=limit.reading)


@rule
def webber_ladder(book: Book, tables: Step) -> Ladder:
    """5.1.1: 25 for each table of the entry, falling in equal stages over the top half."""
    rate, share = book.figures.heats.webber_rate, book.figures.heats.share.value
    message = sentence("top award: {rate} × tables", rate=rate.value)
    top = derive(partial(part_of, rate.value, 1), tables, clause=rate.clause, message=message)
    awards = derive(
        partial(_part_of_field, share),
        tables,
        clause=book.clause("5.1.1"),
        message=part_earning(tables.value, share),
    )
    return constant_reductions(top, awards, clause=book.clause("5.1.1"))


def _part_of_field(share: Fraction, tables: Exact) -> Exact:
    return share_of(whole(tables), share)


def _club(book: Book) -> Step:
    message = "Club status: a separate group that plays along with a heat without being entered"
    return fact(1, book.clause("5.1.2"), message, reading="W46")


def _club_ladder(book: Book, boards: int, column: str, tables: Step, level: Step) -> Ladder:
    return basic_ladder(book, column, boards, tables, level)
