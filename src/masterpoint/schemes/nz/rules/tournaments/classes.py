"""E14, E15, E18, E19, E20, E22, E23: the classes of tournaments, what each needs and what multiplies its tables."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

import msgspec

from masterpoint.core.books import Figure, rule
from masterpoint.core.derivation import Remark, Step, fact
from masterpoint.core.events import AnyEvent, ConsolationEvent
from masterpoint.core.sentences import Message, sentence
from masterpoint.schemes.nz.book import A, APoints, B, Book, BPoints
from masterpoint.schemes.nz.rules.facts import Facts
from masterpoint.schemes.nz.rules.issue.eligibility import Restrictions
from masterpoint.schemes.nz.rules.play.tables import overall_tables

GRADE_LIMIT = {"5B": "intermediate", "3B": "junior"}  # E3.D14, E4.D15
CONDITIONS = {  # the numbered conditions above each table
    ("15A", "pairs"): "E42.1-4",
    ("15A", "teams"): "E44.1-3",
    ("10A", "pairs"): "E45.1-4",
    ("10A", "teams"): "E47.1-3",
    ("5A", "pairs"): "E49.P1-4",
    ("5A", "teams"): "E49.T1-3",
    ("3A", "pairs"): "E50.P1-4",
    ("3A", "teams"): "E50.T1-3",
    ("8B", "pairs"): "E53.P1-4",
    ("8B", "teams"): "E53.T1-4",
    ("5B", "pairs"): "E54.P1-4",
    ("5B", "teams"): "E54.T1-4",
    ("3B", "pairs"): "E55.1-4",
    ("3B", "teams"): "E55.1-4",
}
DIVISION: Mapping[tuple[str, str, str], str] = {  # class, contest, stage: where the manual divides the points
    ("15A", "pairs", "qualifying"): "E42.Q2a",
    ("15A", "pairs", "final"): "E42.Q2b",
    ("15A", "pairs", "plate"): "E43.Q2c",
    ("15A", "pairs", "consolation"): "E43.Q3c",
    **{("15A", "teams", stage): "E44.Q" for stage in ("qualifying", "final", "plate")},
    **{("10A", "pairs", stage): "E45.Q-E46" for stage in ("qualifying", "final", "plate")},
    **{("10A", "teams", stage): "E47.Q" for stage in ("qualifying", "final", "plate")},
}
NATIONAL = "national"
HELD_BY = {  # who has a right to the larger tournaments; a club may hold all others
    "10A": (("region", NATIONAL), "E15.5b.i-iii"),
    "15A": (("island", NATIONAL), "E15.5a"),
    "20A": ((NATIONAL,), "E37.2a"),
    "25A": ((NATIONAL,), "E37.2a"),
}
BESIDE_A_CONSOLATION = {"qualifying": "E43.Q3a", "final": "E43.Q3b"}


class TournamentClass(msgspec.Struct, frozen=True, kw_only=True):
    """A class such as 15A or 5B, or one of the interprovincial events."""

    name: str
    colour: str
    """The colour of the overall award."""
    minimum_deals: int = 0
    minimum_clause: str
    session_factor: Step
    session_clause: str
    match_factor: Step | None
    """The factor of A Points for matches; none if matches earn C Points."""
    session_point: bool = False
    """One A or B Point to the winners of a pairs session."""
    limit: str = ""
    """The highest grade that may play."""
    podium: tuple[int, ...] = ()
    """Awards that do not come from a table by field size (E48)."""
    podium_clause: str = ""


@cache
def minimum_deals(book: Book) -> dict[str, int]:
    """E18.1c, E22.1b: every class, and the fewest deals it needs."""
    return book.figures.a_points.minimum_deals.value | book.figures.b_points.minimum_deals.value


@rule
def class_named(book: Book, name: str) -> TournamentClass:
    """E14.3: what a class means."""
    return _a_class(book, name) if name in book.figures.a_points.minimum_deals.value else _b_class(book, name)


def _a_class(book: Book, name: str) -> TournamentClass:
    factors = book.figures.a_points.match_factors
    message = sentence("factor for a match of a {name} event", name=name)
    match_factor = fact(factors.value[name], factors.clause, message)
    return _class_of(book.figures.a_points, name, colour=A, session_clause="E19.3e", match_factor=match_factor)


def _b_class(book: Book, name: str) -> TournamentClass:
    limit = GRADE_LIMIT.get(name, "")
    return _class_of(book.figures.b_points, name, colour=B, session_clause="E23.3b", limit=limit)


def _class_of(
    figures: APoints | BPoints,
    name: str,
    *,
    colour: str,
    session_clause: str,
    match_factor: Step | None = None,
    limit: str = "",
) -> TournamentClass:
    """What the classes of A and of B Points have in common."""
    return TournamentClass(
        name=name,
        colour=colour,
        minimum_deals=figures.minimum_deals.value[name],
        minimum_clause=figures.minimum_deals.clause.number,
        session_factor=_session_factor(figures.session_factors, name),
        session_clause=session_clause,
        session_point=True,
        match_factor=match_factor,
        limit=limit,
    )


def _session_factor(factors: Figure[dict[str, int]], name: str) -> Step:
    message = sentence("factor for a session of a {name} event", name=name)
    return fact(factors.value[name], factors.clause, message, reading="N-09" if name == "25A" else "")


def grade_written(event: AnyEvent) -> str:
    """The class as the manual writes it."""
    return event.grade.strip().upper()


def is_class(book: Book, name: str) -> bool:
    return name in minimum_deals(book)


def scale_of(contest: str) -> str:
    """E37.1d: individuals use the scale for pairs."""
    return "teams" if contest == "teams" else "pairs"


def restrictions_for(kind: TournamentClass, facts: Facts) -> Restrictions:
    """Who is shut out of a tournament's points."""
    return Restrictions(
        limit=kind.limit,
        no_open_pairs=facts.restricted,
        board_overrules=facts.board_overrules,
        national_congress=facts.national_congress,
    )


def class_remarks(book: Book, event: AnyEvent, kind: TournamentClass, facts: Facts) -> list[Remark]:
    """What the class means for this event, in a few words."""
    scale = scale_of(event.contest)
    remarks = _class_remarks(book, kind) + _condition_remarks(book, kind, facts) + _holders(book, event, kind)
    if (kind.name, scale) in CONDITIONS:
        message = sentence(
            "{name} {scale}: at least {minimum} deals", name=kind.name, scale=scale, minimum=kind.minimum_deals
        )
        remarks.append(book.remark(CONDITIONS[kind.name, scale], message))
    if is_class(book, kind.name):
        remarks.append(book.remark("E14.2d", _factors(kind)))
        remarks.append(book.remark("E37.1c", "each player receives the award shown"))
    if (kind.name, scale) in overall_tables(book):
        message = sentence(
            "overall awards: the {name} table for {scale}, page {page}",
            name=kind.name,
            scale=scale,
            page=overall_tables(book)[kind.name, scale][0].clause.number.split(".")[0],
        )
        remarks.append(book.remark("E37.1a", message))
    return remarks


def _holders(book: Book, event: AnyEvent, kind: TournamentClass) -> list[Remark]:
    """E15 to E17: who has a right to a tournament of this class; a region may delegate its own."""
    holders, number = HELD_BY.get(kind.name, (("club", "region", NATIONAL), "E17.6"))
    if kind.podium:  # the championships are refused to all but the national body
        holders, number = ("region", NATIONAL), "E15.5b.vi"
    if event.organiser.level.lower() in holders or isinstance(event, ConsolationEvent):
        return []
    template = "class {name} is for tournaments of: {holders}; check the organiser, unless this one was delegated"
    return [book.remark(number, sentence(template, name=kind.name, holders=", ".join(holders)))]


def _factors(kind: TournamentClass) -> Message:
    if kind.match_factor is None:
        return sentence("sessions: Basic Table × {sessions}", sessions=kind.session_factor.value)
    return sentence(
        "sessions: Basic Table × {sessions}; matches: A Points × {matches}",
        sessions=kind.session_factor.value,
        matches=kind.match_factor.value,
    )


def _class_remarks(book: Book, kind: TournamentClass) -> list[Remark]:
    """E14.3: the kind of tournament, and who may play; interprovincial events have awards of their own (E48)."""
    figures = book.figures.points
    if kind.podium:
        return []
    match kind.name:
        case "3B":
            message = sentence(
                "for players with not more than {rating_points} Rating Points and {a_points} A Points",
                rating_points=figures.junior_up_to.value,
                a_points=figures.junior_a_points.value,
            )
            opening = book.remark("E14.3a", "Junior tournament: B Points overall, C Points for sessions")
            return [opening, book.remark("E4.D15", message)]
        case "5B":
            message = sentence(
                "for players with not more than {rating_points} Rating Points, below {rank}",
                rating_points=figures.open_above.value,
                rank=figures.open_from_rank.value,
            )
            opening = book.remark("E14.3b", "Intermediate tournament: B Points overall, C Points for sessions")
            return [opening, book.remark("E3.D14", message)]
        case "8B":
            return [book.remark("E14.3c", "Open tournament: B Points overall, C Points for sessions")]
        case _:
            description = "A Point tournament: A Points overall and for session or match wins, C Points for sessions"
            return [book.remark("E15.3d", description)]


def _condition_remarks(book: Book, kind: TournamentClass, facts: Facts) -> list[Remark]:
    """E15.3: multigrade and restricted tournaments, and what the top places earn."""
    number = "E6.3a" if kind.colour == A else "E6.3b"
    if kind.podium:
        return [book.remark(number, sentence("{colour} Points for the top places", colour=kind.colour))]
    remarks = []
    if facts.multigrade:
        message = (
            "multigrade: prizes may go to grade combinations, points to the overall top places only (reading N-49)"
        )
        remarks.append(book.remark("E15.3e", message))
    if facts.restricted:
        message = "restricted: Open players only with an Intermediate or Junior partner"
        remarks.append(book.remark("E15.3f", message))
    winners = sentence("{colour} Points for the top places, and for session winners in pairs", colour=kind.colour)
    return [*remarks, book.remark(number, winners)]
