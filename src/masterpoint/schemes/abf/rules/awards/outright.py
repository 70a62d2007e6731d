"""4.3, Outright awards (pages 23 to 25): tables and sessions that count, who is paid, and consolations' shares."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import partial
from math import ceil
from typing import Any

from masterpoint.core.derivation import Award, Clause, Step, derive, fact, nothing
from masterpoint.core.events import Entry, RankingList
from masterpoint.core.exact import Exact, shown, tidy
from masterpoint.core.mechanisms import Ladder, product, whole
from masterpoint.core.places import Finish, entries_of
from masterpoint.core.rounding import up_to_whole
from masterpoint.schemes.abf.rules.awards.finals import Consolation
from masterpoint.schemes.abf.rules.awards.formulae import outright_winner
from masterpoint.schemes.abf.rules.awards.placing import exact_figure, place_ladder, standings
from masterpoint.schemes.abf.rules.awards.players import PlayedBy, nothing_known, pay
from masterpoint.schemes.abf.rules.awards.sessions import FULL_SESSION, SESSION_BOARDS, whole_tables
from masterpoint.schemes.abf.rules.grades import national_events
from masterpoint.schemes.abf.rules.grades.terms import Terms, key_of
from masterpoint.schemes.abf.rules.handbook import clause
from masterpoint.schemes.families.fields import list_name

ROUNDED_UP_ABOVE = Fraction(83, 100)  # 4.3.1
TWO_WINNERS = Fraction(65, 100)  # 4.3.3
SMALLEST, LARGEST = Fraction(3, 4), Fraction(3, 2)  # 4.3.3 note
WALK_IN_SESSIONS = 2  # 5.3.3
SessionsOf = Callable[[Entry], Step]


def by_boards(unit: int, boards: Exact) -> Exact:
    """4.3.1: boards divided by 24; a rest counts as a session only if it exceeds 0.83 of one."""
    full, rest = divmod(whole(boards), unit)
    return full + int(Fraction(rest, unit) > ROUNDED_UP_ABOVE)


def sessions_step(terms: Terms, sessions: int, boards: int, *, accelerate: bool = True) -> Step:
    """4.3.1: the sessions that count towards the outright award, with the congress acceleration (5.4.2)."""
    unit = SESSION_BOARDS.get(terms.grade, FULL_SESSION)
    if boards >= unit * sessions:
        step = fact(sessions, clause("4.3.1a"), "sessions played")
    else:
        step = sessions_by_boards(terms, boards)
    return accelerated(terms, step) if accelerate else step


def sessions_by_boards(terms: Terms, boards: int, reading: str = "") -> Step:
    unit = SESSION_BOARDS.get(terms.grade, FULL_SESSION)
    told = fact(boards, clause("4.3.1b"), "boards altogether")
    return derive(
        partial(by_boards, unit),
        told,
        clause=clause("4.3.1c" if terms.grade in SESSION_BOARDS else "4.3.1b"),
        message=f"sessions: boards ÷ {unit}, a rest counts only above 0.83",
        reading="B-36" if terms.grade in SESSION_BOARDS else reading,
    )


def accelerated(terms: Terms, step: Step) -> Step:
    if not terms.accelerated:
        return step
    return derive(_one_more, step, clause=clause("5.4.2a"), message="congress acceleration: one session more")


def _one_more(sessions: Exact) -> Exact:
    return whole(sessions) + 1


def tables_step(terms: Terms, tables: Fraction) -> Step:
    """4.3.1, 7.5.2: the tables of the field, amplified for some national events, part tables counted as full."""
    factor = national_events.amplification(terms.rule, terms.category)
    if factor is None:
        if terms.rule == "gnot" and national_events.gnot_national(terms.facts):
            told = whole_tables(tables, "7.5.7e", "tables of the national preliminary")
            return told if told.inputs else fact(told.value, told.clause, told.message, reading="B-17")
        return whole_tables(tables)
    told = fact(tidy(tables), clause("7.5.2"), "tables in play")
    amplified = derive(
        product, told, factor, clause=clause("4.3.1e"), message="amplified tables, for the outright award"
    )
    if isinstance(amplified.value, int):
        return amplified
    return derive(
        up_to_whole, amplified, clause=clause("4.4.1"), message="a part table counts as a full table", reading="B-30"
    )


def no_outright(terms: Terms) -> Step | None:
    """4.3.1 notes, 7.5.7: why an event of several sessions has no outright award, if so."""
    facts = terms.facts
    if facts.counted_elsewhere:
        return nothing(clause("4.3.1 note 1"), "these sessions already count towards another final placing award")
    if len({_colour(grade) for grade in facts.session_grades}) > 1:
        return nothing(clause("4.3.1 note 2"), "the sessions are not all of one colour")
    if not facts.fixed_entry:
        return nothing(clause("4.3.1 note 3"), "a final must be of fixed entry")
    if facts.singles and facts.other_outright:
        return nothing(clause("4.3.1d"), "Singles: another outright award has been given for these sessions")
    if national_events.is_first_stage(facts):
        return nothing(
            clause("7.5.4"),
            "stage 1 of the Butler earns session awards; the outright award goes with the final",
            reading="B-75",
        )
    if terms.rule == "gnot" and not national_events.gnot_national(facts) and not facts.direct_passage:
        return nothing(
            clause("7.5.7d"), "GNOT qualifying without direct passage to the National Final: session awards only"
        )
    return None


def _colour(grade: str) -> str:
    return {"F": "green", "E": "green", "D": "green", "C": "green", "A": "gold", "A2": "gold"}.get(grade, "red")


def walk_in_final(terms: Terms) -> Step | None:
    """5.3.3: the final of a congress's walk-in event counts two sessions, however many heats there were."""
    if not terms.facts.walk_in or not terms.facts.congress:
        return None
    return fact(WALK_IN_SESSIONS, clause("5.3.3c"), "walk-in final of a congress: S is 2")


class Outright:
    """The outright awards of one field: ladders made as they are asked for, one for each number of sessions."""

    def __init__(
        self,
        terms: Terms,
        tables: Step,
        places: int,
        unpaid: Clause,
        factors: Sequence[Step] = (),
        reading: str = "",
    ) -> None:
        self.terms, self.tables, self.places, self.unpaid, self.factors = terms, tables, places, unpaid, factors
        self.reading = reading
        self.ladders: dict[Exact, Ladder] = {}

    def winner(self, sessions: Step) -> Step:
        award = outright_winner(self.terms.weight, self.tables, sessions)
        if not self.factors:
            return award
        return derive(
            product, award, *self.factors, clause=self.factors[0].clause, message="its part of the final's award"
        )

    def ladder(self, sessions: Step) -> Ladder:
        if sessions.value not in self.ladders:
            self.ladders[sessions.value] = place_ladder(self.winner(sessions), self.places, self.reading)
        return self.ladders[sessions.value]

    def figure(self, finish: Finish, sessions: Step, near: bool = False) -> Step:
        if whole(sessions.value) < 2 and finish.place <= self.places:
            return nothing(clause("4.2"), "an outright award needs at least two sessions", sessions)
        ladder = self.ladder(sessions) if finish.place <= self.places else ()
        if not ladder:
            return nothing(self.unpaid, f"place {finish}: awards end at place {self.places}", reading=self.reading)
        return exact_figure(finish, ladder, self.unpaid, near=near)


def pay_outright(
    ranking: RankingList,
    outright: Outright,
    sessions_of: SessionsOf,
    *,
    played_by: Callable[[Entry], PlayedBy] | None = None,
    finishes: Mapping[int, Finish] | None = None,
    kind: str = "overall",
) -> list[Award]:
    """4.3: each entry of a final ranking, by its place and the sessions it played."""
    terms, name = outright.terms, list_name(ranking)
    reason = no_outright(terms)
    if reason is not None:
        return [Award(entry, reason, terms.colour, kind, None, name) for entry in entries_of(ranking)]
    awards: list[Award] = []
    for entry, listed, near in standings(ranking, terms.event.scoring):
        finish = listed if finishes is None else finishes[id(entry)]
        step = _too_few_partners(entry, terms) or outright.figure(finish, sessions_of(entry), near)
        played = played_by(entry) if played_by else nothing_known
        awards += pay(entry, step, terms, kind, name, played=played, outright=True)
    without = nothing(clause("4.1.1 note"), "playing without standing: not part of the field")
    return awards + [
        Award(entry, without, terms.colour, kind, None, name)
        for entry in entries_of(ranking)
        if entry.standing != "full"
    ]


def _too_few_partners(entry: Entry, terms: Terms) -> Step | None:
    """Appendix A: a Singles player needs partnerships for a third of the sessions that count, rounded up."""
    if not terms.facts.singles:
        return None
    told: Any = getattr(terms.event, "counted", None) or getattr(terms.event, "sessions", 1)
    sessions = told if isinstance(told, int) else len(told)
    needed = -(-sessions // 3)
    for player in entry.players:
        had = terms.facts.partnerships.get(key_of(player))
        if had is not None and had < needed:
            count = fact(had, clause("A Singles"), "different partnerships")
            return nothing(clause("A Singles"), f"an outright award needs at least {needed} partnerships", count)
    return None


def consolation_share(consolation: Consolation) -> Step:
    """4.3.3: the part of the final's award a consolation receives."""
    if consolation.of == 1:
        part, words = Fraction(1, 4), "the only consolation"
    elif not consolation.graded:
        part, words = Fraction(1, 5), f"one of {consolation.of} ungraded consolations"
    elif consolation.of == 2:
        part = Fraction(1, 3) if consolation.number == 1 else Fraction(1, 5)
        words = f"graded consolation {consolation.number} of 2"
    else:
        part = Fraction(1, consolation.number + 2)
        words = f"graded consolation {consolation.number} of {consolation.of}"
    return fact(part, clause("4.3.3c"), f"{words}: {part} of the final's award")


def consolation_factors(consolation: Consolation, winners: int, tables: Fraction, final: Fraction) -> list[Step]:
    """4.3.3 with its note: the share, 65% for each of two winners, and the size against that of the final."""
    found = [consolation_share(consolation)]
    halves = "" if tables.denominator == final.denominator == 1 else "B-70"
    tables, final = Fraction(ceil(tables)), Fraction(ceil(final))  # 4.4.1: half tables count as full
    if winners == 2:
        found.append(fact(TWO_WINNERS, clause("4.3.3c"), "two outright winners: 65% each"))
    for limit, words in ((SMALLEST, "smaller than 75%"), (LARGEST, "larger than 150%")):
        outside = tables < limit * final if limit == SMALLEST else tables > limit * final
        if final and outside:
            ratio = tables / (limit * final)
            sizes = f"{shown(tidy(tables))} ÷ {shown(tidy(limit * final))}"
            message = f"tables {words} of the final: × {sizes}"
            found.append(fact(tidy(ratio), clause("4.3.3 note"), message, reading=halves))
    return found


def same_for_all(step: Step) -> SessionsOf:
    return partial(_given, step)


def _given(step: Step, _: Entry) -> Step:
    return step
