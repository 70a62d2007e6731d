"""E19.3 and E23.3, session awards of pairs tournaments: C Points × a factor, a point to each group's winners."""

from __future__ import annotations

from collections.abc import Sequence

from masterpoint.core.books import rule
from masterpoint.core.derivation import Award, Remark, Step, fact, nothing
from masterpoint.core.events import Contest, RankingList
from masterpoint.core.places import entries_of, finishes
from masterpoint.core.sentences import sentence
from masterpoint.schemes.families.fields import Field, fields, list_name
from masterpoint.schemes.nz.book import A, Book
from masterpoint.schemes.nz.rules.issue.eligibility import Restrictions, pay
from masterpoint.schemes.nz.rules.issue.substitutes import shares_of
from masterpoint.schemes.nz.rules.play.club_sessions import Terms, complete_tables, pay_session
from masterpoint.schemes.nz.rules.play.deals import Deals, section_deals
from masterpoint.schemes.nz.rules.tournaments.classes import TournamentClass


def session_awards(
    book: Book,
    lists: Sequence[RankingList],
    contest: Contest,
    deals: Deals,
    kind: TournamentClass,
    restrictions: Restrictions,
    name: str = "",
) -> list[Award]:
    """E19.3, E23.3: C Points by the Basic Table times the factor, and one A or B Point to each group's winners."""
    terms = Terms(deals.boards, "session", kind.session_factor, book.clause(kind.session_clause), half_table=False)
    awards = pay_session(book, lists, contest, deals, terms, restrictions, name)
    if kind.session_point:
        awards += [
            award
            for field in fields(lists, contest)
            for ranking in field.lists
            for award in winners_point(book, field, ranking, deals, kind, restrictions, name)
        ]
    return awards


def too_few_deals(
    book: Book, lists: Sequence[RankingList], contest: Contest, deals: Deals, name: str = "this session"
) -> list[Remark]:
    """E14.2c: a remark on a session of a tournament that is too short to earn C Points."""
    minimum = book.figures.schedule.session_boards
    deal_counts = {section_deals(book, deals, field.lists).value for field in fields(lists, contest)}
    template = "{name}: no C Points for {deals} deals, for a session of a tournament needs {least} in circulation"
    return [
        Remark(minimum.clause, sentence(template, name=name, deals=count, least=minimum.value))
        for count in sorted(deal_counts)
        if count < minimum.value
    ]


def winners_point(
    book: Book,
    field: Field,
    ranking: RankingList,
    deals: Deals,
    kind: TournamentClass,
    restrictions: Restrictions,
    name: str,
) -> list[Award]:
    """One point to the winners of each group; to all of them if several are first equal."""
    entries = entries_of(ranking)
    winners = [(entry, finish) for entry, finish in zip(entries, finishes(entries), strict=True) if finish.place == 1]
    if not winners:
        return []
    step = winners_award(book, field, winners[0][1].sharing, deals, kind)
    number = "E18.2d" if kind.colour == A else "E22.2d"
    shares = [(entry, shares_of(book, entry, step, field.contest, deals.boards, number=number)) for entry, _ in winners]
    list_title = list_name(ranking, name)
    return pay(book, shares, restrictions, colour=kind.colour, kind="session", ranking=list_title)


@rule
def winners_award(book: Book, field: Field, sharing: int, deals: Deals, kind: TournamentClass) -> Step:
    """E19.3, E23.3a: the point of a session's winners, and what it needs.

    The manual makes it depend on the deals alone, not on two complete tables (reading N-53).
    """
    point, minimum = book.figures.a_points.session_point, book.figures.a_points.session_point_deals
    for_a, counting_deals = kind.colour == A, section_deals(book, deals, field.lists)
    if field.contest != "pairs":
        clause = book.clause("E19.3a" if for_a else "E23.3a")
        reading = "N-61" if field.contest == "individual" else ""
        return nothing(clause, "the session point is for pairs events only", reading=reading)
    if counting_deals.value < minimum.value:
        message = sentence("the session point needs {least} deals in circulation", least=minimum.value)
        return nothing(book.clause("E19.3d" if for_a else "E23.3a"), message, counting_deals)
    reading = "N-53" if complete_tables(field) < book.figures.play.complete_tables.value else ""
    if sharing > 1:
        message = sentence(
            "{points} {colour} Point to each of {sharing} first equal",
            points=point.value,
            colour=kind.colour,
            sharing=sharing,
        )
        return fact(point.value, book.clause("E19.3b" if for_a else "E23.3a"), message, reading=reading)
    message = sentence("{points} {colour} Point to the winners of the group", points=point.value, colour=kind.colour)
    return fact(point.value, book.clause("E19.3c" if for_a else "E23.3a"), message, reading=reading)
