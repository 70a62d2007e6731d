"""E10 to E13 as they are told: club nights, sessions of tournaments told alone, matches, and a consolation."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from masterpoint.core.derivation import Award, Remark, Result, fact
from masterpoint.core.errors import Problem
from masterpoint.core.events import ConsolationEvent, MatchEvent, SessionEvent
from masterpoint.core.parsing import facts_from
from masterpoint.core.places import entries_of, size_of
from masterpoint.core.sentences import sentence
from masterpoint.schemes.families.fields import SEATS
from masterpoint.schemes.nz.book import A, Book
from masterpoint.schemes.nz.rules.facts import Facts
from masterpoint.schemes.nz.rules.forms.tournament import nobody, pay_consolation
from masterpoint.schemes.nz.rules.issue.eligibility import Restrictions, restriction_remarks
from masterpoint.schemes.nz.rules.issue.substitutes import substitute_problems
from masterpoint.schemes.nz.rules.play.club_sessions import (
    Terms,
    deals_in_circulation,
    group_problems,
    pay_session,
    session_remarks,
)
from masterpoint.schemes.nz.rules.play.match_play import has_matches, match_problems, match_remarks, pay_matches
from masterpoint.schemes.nz.rules.tournaments.class_conditions import deals_problem
from masterpoint.schemes.nz.rules.tournaments.classes import TournamentClass, class_remarks, restrictions_for
from masterpoint.schemes.nz.rules.tournaments.conditions import (
    common_problems,
    consolation_class,
    known_class,
    refuse_if_any,
    tournament_class,
)
from masterpoint.schemes.nz.rules.tournaments.interprovincial import closed_trials, trials_remarks
from masterpoint.schemes.nz.rules.tournaments.overall import (
    Plate,
    member_problems,
    overall_ladder,
    overall_problems,
    pay_overall,
    size_problems,
    total_problems,
)
from masterpoint.schemes.nz.rules.tournaments.sessions import session_awards
from masterpoint.schemes.nz.rules.tournaments.stages import division_clause


def award_session(book: Book, event: SessionEvent) -> Result:
    """E12: a club session; with a class as grade, one session of a tournament."""
    facts: Facts = facts_from(event, Facts)
    deals = deals_in_circulation(book, event, event.boards, event.movement_boards, facts)
    club_night = not (event.grade or facts.interprovincial)
    problems = [*common_problems(book, event, facts), *_session_problems(book, event, facts)]
    refuse_if_any([*problems, *group_problems(book, event.lists, event.contest, deals, half_table=club_night)])
    if event.grade or facts.interprovincial:
        kind = tournament_class(book, event, facts)
        restrictions = restrictions_for(kind, facts)
        if closed_trials(facts):
            return nobody(book, event, facts)
        awards = session_awards(book, event.lists, event.contest, deals, event.boards, kind, restrictions)
        remarks = [
            *class_remarks(book, event, kind, facts),
            *trials_remarks(book, facts),
            *restriction_remarks(book, restrictions, awards),
        ]
        return Result(event, book.title, tuple(awards), tuple(remarks))
    restrictions = club_restrictions(facts)
    awards = pay_session(book, event.lists, event.contest, deals, Terms(boards=event.boards), restrictions)
    message = book.remark("E6.3c", "C Points for this session of play")
    remarks = [
        message,
        *session_remarks(book, event.lists, event.contest, deals),
        *night_remarks(book, event, facts),
        *restriction_remarks(book, restrictions, awards),
    ]
    return Result(event, book.title, tuple(awards), tuple(remarks))


def club_restrictions(facts: Facts) -> Restrictions:
    """E9, E10: on a club night only the player concerned goes without, unless the club treats it as a tournament."""
    if facts.graded_night and facts.graded_system == "as-tournament":
        return Restrictions(limit=facts.graded_night, limit_clause="E10.7d.iii", board_overrules=facts.board_overrules)
    return Restrictions(whole_entry=False)


def night_remarks(book: Book, event: SessionEvent, facts: Facts) -> list[Remark]:
    """The club's way of running graded and handicap nights."""
    remarks = []
    if facts.graded_night and facts.graded_system == "gross":
        remarks.append(book.remark("E10.7d.i", "graded night: awards to all on gross scores, the preferred way"))
    if event.handicap:
        message = "awards on handicap scores presuppose an established handicap system of the club"
        remarks.append(book.remark("E10.7d.ii", message))
    if facts.graded_night and facts.graded_system == "as-tournament":
        remarks.append(
            book.remark(
                "E10.7d.iii",
                sentence(
                    "graded night for {graded_night} players, as in a tournament", graded_night=facts.graded_night
                ),
            )
        )
    return remarks


def _session_problems(book: Book, event: SessionEvent, facts: Facts) -> Iterator[Problem]:
    if event.sessions > 1:
        message = "C Points are earned session by session; a total of several sessions earns none"
        fix = "give each session on its own, or use the form tournament"
        yield book.problem("sessions", event.sessions, message, fix, "E6.3c")
    if event.handicap and not event.grade:
        if facts.handicap_system is False:
            fix = "rank on gross scores, or set up a handicap system first"
            message = "handicap scores need an established handicap system"
            yield book.problem("facts.handicap_system", "false", message, fix, "E10.7d.ii")
        if facts.graded_night and facts.graded_system == "gross":
            fix = "give the ranking before handicap, or write graded_system = 'handicap'"
            yield book.problem("handicap", "true", "this way of a graded night awards on gross scores", fix, "E10.7d.i")
    if facts.graded_night and facts.graded_system == "handicap" and not event.handicap:
        fix = "give the handicap ranking and handicap = true, or write graded_system = 'gross'"
        yield book.problem(
            "handicap", "false", "this way of a graded night awards on handicap scores", fix, "E10.7d.ii"
        )
    for index, ranking in enumerate(event.lists):
        path = f"lists[{index}]"
        yield from substitute_problems(book, entries_of(ranking), event.contest, event.boards, path, "E18.2d")


def award_matches(book: Book, event: MatchEvent) -> Result:
    """E13, E20, E23: every match won or tied, and the overall placings of a tournament."""
    facts: Facts = facts_from(event, Facts)
    problems = list(common_problems(book, event, facts))
    kind = known_class(book, event, facts)
    if kind is not None or not (event.grade or facts.interprovincial):
        problems += _match_problems(book, event, kind, facts)
    refuse_if_any(problems)
    if closed_trials(facts):
        return nobody(book, event, facts)
    restrictions = restrictions_for(kind, facts) if kind else club_restrictions(facts)
    factor = kind.match_factor if kind else None
    played = has_matches(event.lists)
    awards = pay_matches(book, event.lists, event.contest, factor, restrictions, club=kind is None) if played else []
    remarks = (
        match_remarks(book, factor)
        if played
        else [book.remark(_match_clause(kind), "no matches are given: none are paid")]
    )
    if kind is None:
        remarks.insert(0, book.remark("E6.3c", "C Points for this session of play"))
    else:
        remarks += class_remarks(book, event, kind, facts) + trials_remarks(book, facts)
        if event.last:
            awards += _placings(book, event, kind, facts, restrictions)
        else:
            number, _ = division_clause(event.contest, kind, "qualifying", False, facts)
            remarks.append(book.remark(number, "qualifying stage: match awards only, no overall placings"))
    return Result(
        event,
        book.title,
        tuple(awards),
        tuple(dict.fromkeys([*remarks, *restriction_remarks(book, restrictions, awards)])),
    )


def _match_problems(book: Book, event: MatchEvent, kind: TournamentClass | None, facts: Facts) -> Iterator[Problem]:
    factor = kind.match_factor if kind else None
    line_ups = facts.line_up_sheets
    yield from match_problems(book, event.lists, "lists", event.contest, factor, line_ups=line_ups, club=kind is None)
    if event.handicap and kind is None and facts.handicap_system is False:
        fix = "give the results before handicap, or set up a handicap system first"
        message = "handicap scores need an established handicap system"
        yield book.problem("facts.handicap_system", "false", message, fix, "E10.7d.ii")
    if not has_matches(event.lists) and (kind is None or not event.last):
        fix = "give each contestant's matches, or use another form"
        yield book.problem("lists", "", "no matches are given", fix, _match_clause(kind))
    if kind is None:
        return
    number = "E18.2d" if kind.colour == A else "E22.2d"
    for index, ranking in enumerate(event.lists):
        entries, path = entries_of(ranking), f"lists[{index}]"
        yield from substitute_problems(book, entries, event.contest, event.boards, path, number)
        yield from member_problems(book, entries, kind, event.contest, event.boards, path)
    stage = not event.last or event.original_tables is not None
    if facts.total_deals is not None or not stage:
        yield from deals_problem(book, kind, facts.total_deals or event.boards)
    if event.last:
        yield from overall_problems(book, kind, event.contest, "lists")
        yield from total_problems(book, facts.total_field, max(map(size_of, event.lists), default=0))
        yield from size_problems(book, kind, event.contest, _total_field(event, facts), "lists")
        if len(event.lists) > 1:
            fix = "give one list, or last = false for a stage without overall placings"
            yield book.problem("lists", len(event.lists), "a tournament has one overall ranking", fix, "E5.D31")


def _match_clause(kind: TournamentClass | None) -> str:
    return "E13.2a" if kind is None else "E20.4a" if kind.match_factor is not None else "E23.4a"


def _placings(
    book: Book, event: MatchEvent, kind: TournamentClass, facts: Facts, restrictions: Restrictions
) -> list[Award]:
    """Overall placings: of the total field, and after the finalists where this is the plate."""
    ranking = event.lists[0]
    final = contestants_in(event, event.premier_tables)
    stage = "plate" if final else "final"
    total = _total_field(event, facts)
    if event.original_tables is None and not final and not facts.total_field:
        unit = "teams" if event.contest == "teams" else "contestants"
        field = fact(total, book.clause("E37.1b"), sentence("{unit} in the field", unit=unit))
    else:
        number, reading = division_clause(event.contest, kind, stage, False, facts)
        field = fact(total, book.clause(number), "contestants in the total field", reading=reading)
    ladder = overall_ladder(book, kind, event.contest, field)
    return pay_overall(
        book,
        ranking,
        ladder,
        kind,
        event.contest,
        restrictions,
        boards=event.boards,
        field=field,
        plate=Plate(final, field.clause) if final else None,
        kind_of_award="plate" if final else "overall",
    )


def _total_field(event: MatchEvent, facts: Facts) -> int:
    """All who played, in every stage: as given, and never fewer than are listed."""
    listed = max((size_of(ranking) for ranking in event.lists), default=0)
    listed += contestants_in(event, event.premier_tables)
    return max(contestants_in(event, event.original_tables), listed, facts.total_field or 0)


def contestants_in(event: MatchEvent, tables: object) -> int:
    """Contestants that make so many tables; a teams event is measured in teams."""
    return int(Fraction(str(tables)) / SEATS[event.contest]) if tables is not None else 0


def award_consolation(book: Book, event: ConsolationEvent) -> Result:
    """E43.Q3c: a consolation that took new entries, paid as a 3A event."""
    facts: Facts = facts_from(event, Facts)
    refuse_if_any([*_consolation_problems(book, event, facts), *common_problems(book, event, facts)])
    restrictions = restrictions_for(consolation_class(book), facts)
    awards: list[Award] = []
    if event.sessions == 1:
        deals = deals_in_circulation(book, event, event.boards, None, facts)
        awards += session_awards(
            book, event.lists, event.contest, deals, event.boards, consolation_class(book), restrictions
        )
    for ranking in event.lists:
        awards += pay_consolation(book, ranking, event, facts, event.boards)
    message = "consolation with new entries: overall and session awards of a 3A event of its own size"
    remarks = [book.remark("E43.Q3c", message)]
    if event.sessions > 1:
        message = "tell the sessions of the consolation (form session, grade 3A) for their C Points and winners' points"
        remarks.append(book.remark("E43.Q3c", message))
    return Result(event, book.title, tuple(awards), (*remarks, *restriction_remarks(book, restrictions, awards)))


def _consolation_problems(book: Book, event: ConsolationEvent, facts: Facts) -> Iterator[Problem]:
    main = (facts.class_of_main_event or event.grade).strip().upper()
    if main not in ("", "3A", "15A"):
        fix = "enter it as a tournament of its own, in the class it was approved for"
        message = "a consolation paid as a 3A event is known for 15A pairs only"
        yield book.problem("grade", main, message, fix, "E43.Q3c")
    if event.contest == "teams":
        fix = "enter it as matches, grade 3A, if it was approved as such"
        yield book.problem("contest", "teams", "the consolation rule is printed for pairs", fix, "E43.Q3c")
    if event.boards < consolation_class(book).minimum_deals:
        fix = f"play at least {consolation_class(book).minimum_deals} boards"
        yield book.problem("boards", event.boards, "too few boards for a consolation", fix, "E43.Q3c")
    if len(event.lists) > 1:
        yield book.problem("lists", len(event.lists), "a consolation has one ranking", "give one list", "E43.Q3c")
    for ranking in event.lists:
        yield from size_problems(book, consolation_class(book), event.contest, size_of(ranking), "lists")
