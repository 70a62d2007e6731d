"""4.3, Outright awards (pages 23 to 25): tables and sessions that count, who is paid, and consolations' shares."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import partial
from typing import Any

import msgspec

from masterpoint.core.books import printed_figure, rule
from masterpoint.core.derivation import Award, Clause, Step, derive, fact, nothing
from masterpoint.core.events import Entry, RankingList
from masterpoint.core.exact import Exact, tidy
from masterpoint.core.mechanisms import Ladder, at_most, product, share_of, total, unpaid_step, whole
from masterpoint.core.places import Finish, entries_of
from masterpoint.core.rounding import up_to_whole
from masterpoint.core.sentences import sentence
from masterpoint.schemes.abf.book import Book
from masterpoint.schemes.abf.rules.awards.formulae import outright_winner
from masterpoint.schemes.abf.rules.awards.placing import exact_figure, place_ladder, standings
from masterpoint.schemes.abf.rules.awards.players import PlayedBoardsOf, no_played_boards, pay
from masterpoint.schemes.abf.rules.awards.sessions import full_session, whole_tables
from masterpoint.schemes.abf.rules.grades import national_events
from masterpoint.schemes.abf.rules.grades.terms import Terms, key_of
from masterpoint.schemes.abf.rules.grades.weights import colour_of
from masterpoint.schemes.families.fields import list_name

SessionsOf = Callable[[Entry], Step]


def by_boards(unit: int, rest_above: Fraction, boards: Exact) -> Exact:
    """4.3.1: boards divided by 24; a rest counts as a session only if it exceeds 0.83 of one."""
    full_sessions, remainder = divmod(whole(boards), unit)
    return full_sessions + int(Fraction(remainder, unit) > rest_above)


def sessions_step(book: Book, terms: Terms, sessions: int, boards: int, *, accelerate: bool = True) -> Step:
    """4.3.1: the sessions that count towards the outright award, with the congress acceleration (5.4.2)."""
    if boards >= full_session(book, terms.grade).value * sessions:
        earlier_sessions = terms.facts.qualifying_sessions
        template = "sessions played, {before} of them before this stage" if earlier_sessions else "sessions played"
        step = fact(sessions, book.clause("4.3.1a"), sentence(template, before=earlier_sessions))
    else:
        step = sessions_by_boards(book, terms, boards)
    return with_acceleration(book, terms, step) if accelerate else step


@rule
def sessions_by_boards(book: Book, terms: Terms, boards: int, reading: str = "") -> Step:
    """4.3.1: the sessions that a number of boards makes."""
    unit, rest_above = full_session(book, terms.grade).value, book.figures.outright.rest_above
    supervised = terms.grade == "F"
    return derive(
        partial(by_boards, unit, rest_above.value),
        fact(boards, rest_above.clause, "boards altogether"),
        clause=book.clause("4.3.1c") if supervised else rest_above.clause,
        message=sentence(
            "sessions: boards ÷ {unit}; a remainder counts only above {rest}", unit=unit, rest=rest_above.value
        ),
        reading="B-36" if supervised else reading,
    )


def own_sessions(book: Book, terms: Terms, boards: int, maximum: int) -> Step:
    """4.3.3: the sessions of an entry that played fewer boards than the others."""
    entry_sessions = sessions_by_boards(book, terms, boards)
    field = fact(maximum, book.clause("4.3.1a"), "sessions of the whole field")
    message = "sessions this entry played itself"
    return derive(at_most, entry_sessions, field, clause=book.clause("4.3.3b"), message=message)


def boards_before(book: Book, terms: Terms) -> int:
    """Boards of the sessions before a stage: as given, or a full session each."""
    sessions = terms.facts.qualifying_sessions or 0
    return terms.facts.qualifying_boards or sessions * book.figures.sessions.full.value


def with_acceleration(book: Book, terms: Terms, step: Step) -> Step:
    """5.4.2: the sessions of a congress championship, counted as one more."""
    if not terms.accelerated:
        return step
    acceleration = book.figures.congresses.acceleration
    message = "congress acceleration: one session more"
    return derive(partial(total, acceleration.value), step, clause=acceleration.clause, message=message)


@rule
def tables_step(book: Book, terms: Terms, tables: Fraction) -> Step:
    """4.3.1, 7.5.2: the tables of the field, amplified for some national events, part tables counted as full."""
    factor = national_events.amplification(book, terms.rule, terms.category)
    if factor is None:
        if terms.rule == "gnot" and national_events.gnot_national(terms.facts):
            entry_tables = whole_tables(book, tables, "7.5.7e", "tables of the national preliminary")
            return entry_tables if entry_tables.inputs else msgspec.structs.replace(entry_tables, reading="B-17")
        return whole_tables(book, tables)
    tables_in_play = fact(tidy(tables), book.clause("7.5.2"), "tables in play")
    amplified = derive(
        product,
        tables_in_play,
        factor,
        clause=book.clause("4.3.1e"),
        message="amplified tables, for the outright award",
    )
    if isinstance(amplified.value, int):
        return amplified
    return derive(
        up_to_whole,
        amplified,
        clause=book.clause("4.4.1"),
        message="a part table counts as a full table",
        reading="B-30",
    )


@rule
def no_outright(book: Book, terms: Terms) -> Step | None:
    """4.3.1 notes, 7.5.7: the reason why an event of several sessions has no outright award, if there is one."""
    facts = terms.facts
    if facts.counted_elsewhere:
        return nothing(book.clause("4.3.1 note 1"), "these sessions already count towards another final placing award")
    if len({colour_of(book, grade) for grade in facts.session_grades}) > 1:
        return nothing(book.clause("4.3.1 note 2"), "the sessions are not all of one colour")
    if not facts.fixed_entry:
        return nothing(book.clause("4.3.1 note 3"), "a final must be of fixed entry")
    if terms.singles and facts.other_outright:
        return nothing(book.clause("4.3.1d"), "Singles: another outright award has been given for these sessions")
    if national_events.is_first_stage(facts):
        return nothing(
            book.clause("7.5.4"),
            "stage 1 of the Butler earns session awards; the outright award goes with the final",
            reading="B-75",
        )
    if terms.rule == "gnot" and not national_events.gnot_national(facts) and not facts.direct_passage:
        return nothing(
            book.clause("7.5.7d"), "GNOT qualifying without direct passage to the National Final: session awards only"
        )
    return None


@rule
def walk_in_final(book: Book, terms: Terms) -> Step | None:
    """5.3.3: the final of a congress's walk-in event counts two sessions, however many heats there were."""
    if not terms.facts.walk_in or not terms.facts.congress:
        return None
    return printed_figure(book.figures.congresses.walk_in_sessions)


class Outright:
    """The outright awards of one field, with a ladder for each number of sessions, made when it is first needed."""

    def __init__(
        self,
        book: Book,
        terms: Terms,
        tables: Step,
        places: Step,
        unpaid_clause: Clause,
        factors: Sequence[Step] = (),
        reading: str = "",
    ) -> None:
        self.book, self.terms, self.tables, self.places = book, terms, tables, places
        self.unpaid, self.factors, self.reading = unpaid_clause, factors, reading
        self.ladders: dict[Exact, Ladder] = {}

    def winner(self, sessions: Step) -> Step:
        award = outright_winner(self.book, self.terms.outright_weight, self.tables, sessions)
        if not self.factors:
            return award
        return derive(
            product, award, *self.factors, clause=self.factors[0].clause, message="its part of the final's award"
        )

    def ladder(self, sessions: Step) -> Ladder:
        if sessions.value not in self.ladders:
            self.ladders[sessions.value] = place_ladder(self.book, self.winner(sessions), self.places, self.reading)
        return self.ladders[sessions.value]

    def figure(self, finish: Finish, sessions: Step, is_near_tie: bool = False) -> Step:
        minimum = self.book.figures.outright.least_sessions
        if finish.place > whole(self.places.value):
            return unpaid_step(self.places, self.unpaid, reading=self.reading)
        if whole(sessions.value) < minimum.value:
            message = sentence("an outright award needs at least {least} sessions", least=minimum.value)
            return nothing(minimum.clause, message, sessions)
        return exact_figure(self.book, finish, self.ladder(sessions), self.unpaid, is_near_tie=is_near_tie)


def pay_outright(
    book: Book,
    ranking: RankingList,
    outright: Outright,
    sessions_of: SessionsOf,
    *,
    played_by: Callable[[Entry], PlayedBoardsOf] | None = None,
    finishes: Mapping[int, Finish] | None = None,
    kind: str = "overall",
) -> list[Award]:
    """4.3: the award of each entry in a final ranking, by its place and the sessions it played."""
    terms, name = outright.terms, list_name(ranking)
    reason = no_outright(book, terms)
    if reason is not None:
        return [Award(entry, reason, terms.colour, kind, None, name) for entry in entries_of(ranking)]
    awards: list[Award] = []
    for entry, list_finish, is_near_tie in standings(book, ranking, terms):
        finish = list_finish if finishes is None else finishes[id(entry)]
        step = _too_few_partners(book, entry, terms) or outright.figure(finish, sessions_of(entry), is_near_tie)
        boards_played = played_by(entry) if played_by else no_played_boards
        awards += pay(book, entry, step, terms, kind, name, boards_played=boards_played, outright=True)
    without = nothing(book.clause("4.1.1 note"), "playing without standing: not part of the field")
    return awards + [
        Award(entry, without, terms.colour, kind, None, name)
        for entry in entries_of(ranking)
        if entry.standing != "full"
    ]


@rule
def partnerships_needed(book: Book, terms: Terms) -> int:
    """Appendix A: a third of the sessions needed for a final placing, rounded up."""
    event, earlier_sessions = terms.event, terms.facts.qualifying_sessions or 0
    sessions: Any = getattr(event, "counted", None) or getattr(event, "sessions", 1)
    count = sessions if isinstance(sessions, int) else len(sessions)
    return share_of(count + earlier_sessions, book.figures.outright.partnerships.value)


def _too_few_partners(book: Book, entry: Entry, terms: Terms) -> Step | None:
    """Appendix A: a Singles player needs partnerships for a third of the sessions that count, rounded up."""
    if not terms.singles:
        return None
    part = book.figures.outright.partnerships
    minimum = partnerships_needed(book, terms)
    for player in entry.players:
        had = terms.facts.partnerships.get(key_of(player))
        if had is not None and had < minimum:
            count = fact(had, part.clause, "different partnerships")
            template = "too few partnerships: {had}, and an outright award needs at least {needed}"
            message = sentence(template, had=had, needed=minimum)
            return nothing(part.clause, message, count)
    return None


def same_for_all(step: Step) -> SessionsOf:
    """The same number of sessions for every entry."""
    return lambda _entry: step
