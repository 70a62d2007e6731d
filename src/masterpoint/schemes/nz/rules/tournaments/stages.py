"""E42 to E47, qualifying, final and plate: how a tournament's points are divided over its stages."""

from __future__ import annotations

from collections.abc import Iterator

from masterpoint.core.books import rule
from masterpoint.core.derivation import Remark, Step, fact
from masterpoint.core.events import Contest, TournamentEvent
from masterpoint.core.places import size_of
from masterpoint.core.sentences import sentence
from masterpoint.schemes.families.words import in_words
from masterpoint.schemes.nz.book import A, Book
from masterpoint.schemes.nz.rules.facts import Facts
from masterpoint.schemes.nz.rules.play.club_sessions import has_several_sections
from masterpoint.schemes.nz.rules.play.match_play import has_matches, match_remarks
from masterpoint.schemes.nz.rules.play.tables import overall_tables
from masterpoint.schemes.nz.rules.tournaments.classes import BESIDE_A_CONSOLATION, DIVISION, TournamentClass, scale_of
from masterpoint.schemes.nz.rules.tournaments.conditions import SPLIT, main_line, stages_of
from masterpoint.schemes.nz.rules.tournaments.interprovincial import trials_remarks


@rule
def total_field(book: Book, event: TournamentEvent, kind: TournamentClass, facts: Facts) -> Step:
    """E42.Q2b: the total field, whatever the size of final and plate."""
    consolation = "consolation" in stages_of(event)
    ranked_count = sum(size_of(ranking) for ranking in (*event.overall, *(() if consolation else event.plate)))
    first = [
        sum(size_of(ranking) for ranking in session.lists)
        for session in event.sessions
        if session.stage == "qualifying"
    ]
    size = max([ranked_count, *first, facts.total_field or 0])
    if not (event.plate or first or facts.total_field):
        unit = "teams" if event.contest == "teams" else "pairs"
        if event.contest == "individual":
            return fact(size, book.clause("E37.1d"), "players; an individual uses the scale for pairs")
        return fact(size, book.clause("E37.1b"), sentence("{unit} in the field", unit=unit))
    number, reading = division_clause(event.contest, kind, "final", facts, consolation=consolation)
    return fact(size, book.clause(number), "contestants in the total field", reading=reading)


def field_remarks(book: Book, event: TournamentEvent, facts: Facts) -> Iterator[Remark]:
    """E42.Q2b: a total field larger than the sessions given, which may be those of a final."""
    first_stage_size = _first_stage(event)
    if first_stage_size and facts.total_field is not None and facts.total_field > first_stage_size:
        template = (
            "a total field of {total}, and {seen} contestants in the sessions given: check both, or say which were a "
            "later stage (stage)"
        )
        yield book.remark("E42.Q2b", sentence(template, total=facts.total_field, seen=first_stage_size))


def _first_stage(event: TournamentEvent) -> int:
    """Contestants of the sessions before a final: of the largest, or of all qualifying sessions together."""
    sizes = [(session.stage, sum(map(size_of, session.lists))) for session in event.sessions]
    heats = sum(size for stage, size in sizes if stage == "qualifying")
    return max([heats, *[size for stage, size in sizes if not stage]])


def division_clause(
    contest: Contest, kind: TournamentClass, stage: str, facts: Facts, *, consolation: bool = False
) -> tuple[str, str]:
    """The clause that says how a stage is paid, and the reading. For classes other than 15A and 10A that is N-50."""
    if consolation and stage in BESIDE_A_CONSOLATION:
        return BESIDE_A_CONSOLATION[stage], ""
    number = DIVISION.get((kind.name, scale_of(contest), stage))
    if number:
        return number, "N-21" if stage == "plate" else "N-22" if stage == "qualifying" else ""
    if facts.metropolitan:
        return "E16.5d.vi-viii", "N-50"
    return "E44.Q" if contest == "teams" else "E42.Q2b", "N-50"


def stage_remarks(book: Book, event: TournamentEvent, kind: TournamentClass, facts: Facts) -> list[Remark]:
    """How the points are divided over the stages, and what the sessions mean."""
    remarks = [] if event.contest == "teams" else _session_remarks(book, event, kind)
    messages = {
        "qualifying": "qualifying stage: session awards for the total field, section by section",
        "final": "final stage: session awards for the final, overall placings for the total field",
        "plate": "plate: session awards for the plate, overall placings go on after the last finalist",
        "consolation": "consolation with new entries: a 3A event of its own size",
    }
    consolation = "consolation" in stages_of(event)
    stages = stages_of(event) | ({"plate"} if event.plate else set())
    for stage, message in messages.items():
        if stage not in stages or (stage == "plate" and consolation):
            continue
        number, reading = division_clause(event.contest, kind, stage, facts, consolation=consolation)
        suffix = " (reading {reading})" if reading else ""
        remarks.append(book.remark(number, sentence(message + suffix, reading=reading)))
    if any(has_matches(session.lists) for session in event.sessions):
        remarks += match_remarks(book, kind.match_factor)
    return [*remarks, *metropolitan_remarks(book, event, kind, facts), *trials_remarks(book, facts)]


def completeness_remarks(book: Book, event: TournamentEvent, kind: TournamentClass) -> list[Remark]:
    """E36.5e: results that have not arrived, or that do not fit together."""
    remarks, deals = [], sum(session.boards for session in main_line(event))
    if deals != event.boards:
        fewer_template = "the sessions given have {deals} of the event's {boards} deals: give the others too"
        more_template = "the sessions given have {deals} deals, more than the event's {boards}: one of the two is wrong"
        message = sentence(fewer_template if deals < event.boards else more_template, deals=deals, boards=event.boards)
        remarks.append(book.remark(kind.minimum_clause, message))
    missing = [
        session.name or f"session {number}" for number, session in enumerate(event.sessions, 1) if not session.lists
    ]
    if missing:
        message = sentence(
            "no results of {sessions}: they are paid when they have arrived", sessions=", ".join(missing)
        )
        remarks.append(book.remark("E36.5e", message))
    if not event.overall:
        on_request = "no overall ranking: NZ Bridge gives the awards of this class on request"
        pending = "no overall ranking: sessions are paid, the tournament is processed when it has arrived"
        has_table = kind.podium or (kind.name, scale_of(event.contest)) in overall_tables(book)
        remarks.append(book.remark("E36.5e" if has_table else "E39.3e", pending if has_table else on_request))
    split = stages_of(event) & set(SPLIT)
    if split and not event.plate:
        message = sentence("no ranking of the {stage}: give it as plate", stage=min(split))
        remarks.append(book.remark("E36.5e", message))
    if event.plate and not split:
        remarks.append(book.remark("E36.5e", "no session of the plate is given: it earns points of its own"))
    return remarks


def _session_remarks(book: Book, event: TournamentEvent, kind: TournamentClass) -> list[Remark]:
    remarks = [book.remark("E3.D2", "C Points are the Basic Table times the factor of the event")]
    if kind.session_point and kind.colour == A:
        points = in_words(book.figures.a_points.session_point.value)
        message = sentence("session winners have {points} A Point besides their C Points", points=points)
        remarks.append(book.remark("E19.3a", message))
    if any(has_several_sections(session.lists, event.contest) for session in event.sessions):
        remarks.append(book.remark("E19.3f", "each section is a separate competition"))
    return remarks


def metropolitan_remarks(book: Book, event: TournamentEvent, kind: TournamentClass, facts: Facts) -> list[Remark]:
    """E16, E17: what a metropolitan event may do, and how many pairs one for A Points needs."""
    if not facts.metropolitan:
        return []
    remarks = [
        book.remark("E17.5d.ix", "points for each session and for the whole event; the aggregate of a day earns none"),
        book.remark("E5.D31c", "a metropolitan event need not be played on consecutive days"),
    ]
    if event.organiser.level.lower() != "region":
        reminder = "metropolitan events are a region's: check the organiser, unless this one was delegated"
        remarks.append(book.remark("E16.5d", reminder))
    completing = sum(size_of(ranking) for ranking in (*event.overall, *event.plate))
    minimum = book.figures.schedule.metropolitan_pairs
    if kind.colour == A and event.contest == "pairs" and completing and completing < minimum.value:
        message = sentence(
            "only {completing} pairs completed it: below {least} two years running it becomes an 8B",
            completing=completing,
            least=minimum.value,
        )
        remarks.append(Remark(minimum.clause, message))
    return remarks
