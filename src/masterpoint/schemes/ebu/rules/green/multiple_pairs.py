"""6.4.5 to 6.4.7, County one-day Green Point events: multiple pairs, played through or leading to finals."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import partial

import msgspec

from masterpoint.core.books import rule
from masterpoint.core.derivation import Award, Result, Step, derive, fact, nothing
from masterpoint.core.errors import Problem
from masterpoint.core.events import FinalsEvent, RankingList, TournamentEvent
from masterpoint.core.exact import Exact, tidy
from masterpoint.core.mechanisms import Ladder, part_of
from masterpoint.core.rounding import up_to_quarter
from masterpoint.core.sentences import part_in_words, sentence
from masterpoint.schemes.ebu.book import Book
from masterpoint.schemes.ebu.rules.green.conditions import remarks, require_allowed
from masterpoint.schemes.ebu.rules.green.finals import WholeField, finals_of, section_problems
from masterpoint.schemes.ebu.rules.green.paying import pay_green
from masterpoint.schemes.ebu.rules.green.standard import all_of, minimum, share_of_field, standard_ladder, top_award
from masterpoint.schemes.ebu.rules.principles.paying import GREEN, no_award_reason, pay_nobody
from masterpoint.schemes.ebu.rules.records.crediting import held_remarks
from masterpoint.schemes.families.fields import Field, fields
from masterpoint.schemes.families.words import in_words


class FinalsRule(msgspec.Struct, frozen=True):
    """The figures in which 6.4.6 and 6.4.7 differ."""

    number: str
    plus: Fraction
    minima: tuple[Fraction, ...]
    """The minimum awards of the A, B and C finals, and of the open pairs."""


def finals_rule(book: Book, *, carry_forward: bool) -> FinalsRule:
    """6.4.7 where the score of the qualifying round is carried forward, otherwise 6.4.6."""
    figures = book.figures.one_day
    if carry_forward:
        return FinalsRule("6.4.7", figures.carried_plus.value, figures.carried_minima.value)
    return FinalsRule("6.4.6", figures.finals_plus.value, figures.finals_minima.value)


@rule
def played_through(book: Book, event: TournamentEvent) -> Result:
    """6.4.5: the top third of each session, and the top half of the overall ranking."""
    problems = list(play_through_problems(book, event))
    require_allowed(book, event, problems, championship=False)
    figures, overall_field = book.figures.one_day, WholeField("", event.overall, event.contest)
    reason = no_award_reason(book, event, overall_field, event.boards)
    if reason:
        zero_awards = pay_nobody(event.overall, reason, GREEN, "overall")
        return Result(event, book.title, tuple(zero_awards), tuple(remarks(book, event)))
    awards: list[Award] = []
    for index, session in enumerate(event.sessions, 1):
        for field in fields(session.lists, event.contest):
            name = session.name or f"session {index}"
            share = figures.pairs_session_share.value
            awards += session_awards(book, field, share, "6.4.5", boards=session.boards, name=name)
    tables = fact(overall_field.full_tables, book.clause("6.4.5"), "full tables")
    minimum_award = minimum(book, figures.pairs_overall_minimum.value, "6.4.5")
    top = top_award(book, tables, figures.pairs_overall_plus.value, "6.4.5")
    for ranking in event.overall:
        contestants = WholeField("", (ranking,), event.contest).contestants
        places = share_of_field(book, contestants, figures.pairs_overall_share.value, "6.4.5")
        ladder = standard_ladder(book, top, minimum_award, places)
        awards += pay_green(
            book,
            ranking,
            ladder,
            unpaid_number="6.4.5",
            boards=event.boards,
            kind="overall",
            minimum=minimum_award,
            name="overall",
        )
    return Result(event, book.title, tuple(awards), (*held_remarks(book, event, awards), *remarks(book, event)))


def play_through_problems(book: Book, event: TournamentEvent) -> Iterator[Problem]:
    if event.contest != "pairs":
        fix = "give Swiss teams as matches, multiple teams as finals"
        yield book.problem("contest", event.contest, "sessions with an overall ranking are for pairs", fix, "6.4.5")
    sessions = book.figures.one_day.pairs_sessions.value
    if len(event.sessions) != sessions:
        message = f"multiple pairs played through have {in_words(sessions)} sessions"
        yield book.problem("sessions", len(event.sessions), message, "give both sessions with their rankings", "6.4.5")
    if event.plate:
        message = "all play through: there is no plate"
        yield book.problem("plate", len(event.plate), message, "give an event with finals as finals", "6.4.5")
    if len(event.overall) != 1:
        yield book.problem("overall", len(event.overall), "there is one overall ranking", "give one list", "6.4.5")


def session_awards(
    book: Book, field: Field, share: Fraction, number: str, *, name: str, boards: int = 0
) -> list[Award]:
    """A session's ranking: from 1.00 down to 0.25 over its share of the field; `boards` only if they are known."""
    minimum_award = minimum(book, book.figures.one_day.pairs_session_minimum.value, number)
    top = fact(tidy(book.figures.one_day.pairs_session_top.value), book.clause(number), "top award of a session")
    awards: list[Award] = []
    for ranking in field.lists:
        contestants = Field(field.section, (ranking,), field.contest).contestants
        ladder = standard_ladder(book, top, minimum_award, share_of_field(book, contestants, share, number))
        awards += pay_green(
            book, ranking, ladder, unpaid_number=number, boards=boards, kind="session", minimum=minimum_award, name=name
        )
    return awards


@rule
def finals(book: Book, event: FinalsEvent) -> Result:
    """6.4.6, 6.4.7: a qualifying round, then finals A, B, C and the open pairs."""
    terms, figures = finals_rule(book, carry_forward=event.carry_forward), book.figures.one_day
    problems = list(section_problems(book, event, terms.number, allowed_names=("A", "B", "C")))
    require_allowed(book, event, problems, championship=False)
    sections = finals_of(event)
    reason = no_award_reason(book, event, sections.original, event.boards)
    if reason:
        lists = [ranking for part in event.parts for ranking in part.lists]
        return Result(event, book.title, tuple(pay_nobody(lists, reason, GREEN)), tuple(remarks(book, event)))
    message = "full tables in the original entry"
    if event.carry_forward:
        message = "full tables in the original entry, scores carried forward"
    tables = fact(sections.original.full_tables, book.clause(terms.number), message)
    awards = qualifying_awards(book, event, terms)
    top = top_award(book, tables, terms.plus, terms.number)
    for order, (name, part, pairs) in enumerate(sections.finals):
        top = top if order == 0 else half_award(book, top, terms.number)
        minimum_award = minimum(book, terms.minima[order], terms.number)
        ladder = standard_ladder(book, top, minimum_award, all_of(book, pairs, terms.number))
        awards += section_awards(book, event, part.lists, ladder, minimum_award, terms, f"{name} final")
    *of_finals, of_open = terms.minima
    if len(sections.finals) == len(of_finals):
        open_top = half_award(book, top, terms.number, reading="E28")
    else:
        open_top = fact(tidy(figures.finals_open_top.value), book.clause(terms.number), "top award of the open pairs")
    minimum_award = minimum(book, of_open, terms.number)
    places = share_of_field(book, sections.open_size, figures.finals_open_share.value, terms.number)
    ladder = standard_ladder(book, open_top, minimum_award, places)
    awards += section_awards(book, event, sections.open_part.lists, ladder, minimum_award, terms, "open pairs")
    notes = (
        *held_remarks(book, event, awards),
        *remarks(book, event),
        book.remark(terms.number, "Green Points alone, no Local ones"),
    )
    return Result(event, book.title, tuple(awards), notes)


def qualifying_awards(book: Book, event: FinalsEvent, terms: FinalsRule) -> list[Award]:
    """6.4.6(a): the top half of the qualifying round; 6.4.7(a): nothing, because its score is carried forward."""
    if event.carry_forward:
        message = "no awards for a qualifying round whose score is carried forward"
        return pay_nobody(event.qualifying, nothing(book.clause(terms.number), message), GREEN, "session")
    share, awards = book.figures.one_day.finals_qualifying_share.value, list[Award]()
    for field in fields(event.qualifying, event.contest):
        awards += session_awards(book, field, share, terms.number, name="qualifying")
    return awards


def section_awards(
    book: Book,
    event: FinalsEvent,
    lists: tuple[RankingList, ...],
    ladder: Ladder,
    minimum_award: Step,
    terms: FinalsRule,
    name: str,
) -> list[Award]:
    awards: list[Award] = []
    for ranking in lists:
        awards += pay_green(
            book,
            ranking,
            ladder,
            unpaid_number=terms.number,
            boards=event.boards,
            kind="overall",
            minimum=minimum_award,
            name=name,
        )
    return awards


def half_award(book: Book, top: Step, number: str, *, reading: str = "") -> Step:
    """Half of the top award of the section above, to a quarter; the A final's is a multiple of a half."""
    clause, part = book.clause(number), book.figures.one_day.finals_lower_top.value
    message = sentence("{part} of the top award of the section above", part=part_in_words(part))
    step = derive(partial(part_of, *part.as_integer_ratio()), top, clause=clause, message=message)
    if up_to_quarter(step.value) == step.value:
        return step
    return derive(_to_quarter, step, clause=clause, message="rounded up to a multiple of 0.25", reading=reading)


def _to_quarter(value: Exact) -> Exact:
    return tidy(up_to_quarter(value))
