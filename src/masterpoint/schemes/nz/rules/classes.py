"""E14, E15, E18, E19, E20, E22, E23: the classes of tournaments, what each needs and what multiplies its tables."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import msgspec

from masterpoint.core.derivation import Remark, Step, fact
from masterpoint.core.errors import Problem
from masterpoint.core.events import AnyEvent
from masterpoint.schemes.nz.rules.eligibility import Rules
from masterpoint.schemes.nz.rules.facts import Facts
from masterpoint.schemes.nz.rules.handbook import LEVELS, A, clause, problem
from masterpoint.schemes.nz.rules.tables import OVERALL_TABLES

MINIMUM_DEALS = {  # E18.1c, E22.1b
    "25A": 96,
    "20A": 96,
    "15A": 96,
    "10A": 72,
    "5A": 60,
    "3A": 48,
    "8B": 48,
    "5B": 48,
    "3B": 48,
}
SESSION_FACTOR = {  # E19.3g, E23.3c
    "25A": 6,
    "20A": 5,
    "15A": 4,
    "10A": 3,
    "5A": 2,
    "3A": 2,
    "8B": 2,
    "5B": 1,
    "3B": 1,
}
MATCH_FACTOR = {"25A": 5, "20A": 4, "15A": 3, "10A": 2, "5A": 1, "3A": 1}  # E20.4c
GRADE_LIMIT = {"5B": "intermediate", "3B": "junior"}  # E3.D14, E4.D15
MULTIGRADE = ("8B", "3A", "5B")  # E4.D17
METROPOLITAN = ("3A", "5A", "8B")  # E16.5d
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
BESIDE_A_CONSOLATION = {"qualifying": "E43.Q3a", "final": "E43.Q3b"}


class TournamentClass(msgspec.Struct, frozen=True):
    """A class such as 15A or 5B, or one of the interprovincial events."""

    name: str
    colour: str
    """Of the overall award."""
    minimum_deals: int
    minimum_clause: str
    session_factor: Step
    session_clause: str
    match_factor: Step | None
    """A Points for matches; nothing where matches earn C Points."""
    session_point: bool = True
    """One A or B Point to the winners of a pairs session."""
    limit: str = ""
    """The highest grade that may play."""
    podium: tuple[int, ...] = ()
    """Awards that do not come from a table by field size (E48)."""
    podium_clause: str = ""


def class_named(name: str) -> TournamentClass:
    """E14.3: what a class means."""
    colour = name[-1]
    number = "E19.3g" if colour == A else "E23.3c"
    session = fact(
        SESSION_FACTOR[name],
        clause(number),
        f"factor for a session of a {name} event",
        reading="N-09" if name == "25A" else "",
    )
    match = fact(MATCH_FACTOR[name], clause("E20.4c"), f"factor for a match of a {name} event") if colour == A else None
    return TournamentClass(
        name,
        colour,
        MINIMUM_DEALS[name],
        "E18.1c" if colour == A else "E22.1b",
        session,
        "E19.3e" if colour == A else "E23.3b",
        match,
        limit=GRADE_LIMIT.get(name, ""),
    )


def grade_written(event: AnyEvent) -> str:
    """The class as the manual writes it."""
    return event.grade.strip().upper()


def is_class(name: str) -> bool:
    return name in MINIMUM_DEALS


def scale_of(contest: str) -> str:
    """E37.1d: individuals use the scale for pairs."""
    return "teams" if contest == "teams" else "pairs"


def rules_for(kind: TournamentClass, facts: Facts) -> Rules:
    """Who is shut out of a tournament's points."""
    return Rules(limit=kind.limit, no_open_pairs=facts.restricted, board_overrules=facts.board_overrules)


def organiser_problems(event: AnyEvent, facts: Facts) -> Iterator[Problem]:
    """E9.1, E11.0, E24.1a: who may issue points at all, and for what game."""
    if event.organiser.level.lower() not in LEVELS:
        fix = f"write one of: {', '.join(LEVELS)}"
        yield problem("organiser.level", event.organiser.level, "not authorised to issue Master Points", fix, "E9.1")
    if facts.game == "rubber":
        fix = "only duplicate bridge earns Master Points"
        yield problem("facts.game", "rubber", "rubber bridge does not qualify", fix, "E11.0")
    if not facts.affiliated:
        fix = "affiliate the club to NZ Bridge first"
        yield problem("facts.affiliated", "false", "only affiliated clubs issue points", fix, "E24.1a")


def class_problems(event: AnyEvent, facts: Facts) -> Iterator[Problem]:
    """Whether the class is one, and whether the event may have it."""
    name = grade_written(event)
    if not is_class(name):
        fix = f"write one of: {', '.join(MINIMUM_DEALS)}; leave it out for a club session"
        yield problem("grade", name, "no such class of tournament", fix, "E14.2a")
        return
    forms = "E18.1a" if name.endswith(A) else "E22.1a"
    if not facts.forms_circulated:
        fix = "circulate entry forms to all clubs of the region"
        yield problem("facts.forms_circulated", "false", "a condition of approval is not met", fix, forms)
    if not facts.in_schedule:
        fix = "ask the region for the authorisation"
        yield problem("facts.in_schedule", "false", "the tournament is not in the national schedule", fix, "E36.5a")
    if name.endswith(A) and (
        facts.entry == "closed" or (facts.entry == "invitation" and not facts.invitation_approved)
    ):
        fix = "open it to all grades, or have the invitation approved by the Board (facts.invitation_approved)"
        yield problem("facts.entry", facts.entry, "an A Point tournament is open to all grades", fix, "E18.1b")
    if name == "8B" and facts.entry != "open":
        fix = "open it to all grades, or hold it as a restricted tournament (facts.restricted)"
        yield problem("facts.entry", facts.entry, "entry to an 8B is unrestricted", fix, "E14.3c")
    if facts.metropolitan:
        yield from _metropolitan(event, name)
    if facts.multigrade and name not in MULTIGRADE:
        fix = f"a multigrade tournament is one of: {', '.join(MULTIGRADE)}"
        yield problem("grade", name, "this class cannot be multigrade", fix, "E4.D17")
    if facts.restricted and name != "8B":
        yield problem("grade", name, "a restricted tournament is an 8B", "give grade 8B", "E4.D25")
    if event.handicap:
        fix = "give the ranking without handicap; handicap scores serve on a club's own nights only"
        yield problem("handicap", "true", "no tournament awards on handicap scores", fix, "E10.7d.ii")


def _metropolitan(event: AnyEvent, name: str) -> Iterator[Problem]:
    """E16.5d: a metropolitan or area event is a 3A, 5A or 8B, for pairs or teams."""
    if name not in METROPOLITAN:
        fix = f"a metropolitan event is one of: {', '.join(METROPOLITAN)}"
        yield problem("grade", name, "this class cannot be a metropolitan event", fix, "E16.5d")
    if event.contest == "individual":
        yield problem("contest", "individual", "a metropolitan event is for pairs or teams", "give one", "E16.5d.i-v")


def deals_problem(kind: TournamentClass, deals: int) -> Iterator[Problem]:
    """E18.1c, E22.1b, E48.T3: the least number of deals."""
    if deals < kind.minimum_deals:
        met = [name for name, least in MINIMUM_DEALS.items() if least <= deals and name[-1] == kind.colour]
        other = f", or enter the class it was approved for ({', '.join(met)})" if met else ""
        message = f"a {kind.name} event needs at least {kind.minimum_deals} deals"
        yield problem("boards", deals, message, f"play {kind.minimum_deals} deals{other}", kind.minimum_clause)


def class_remarks(event: AnyEvent, kind: TournamentClass, facts: Facts) -> list[Remark]:
    """What the class means for this event, in a few words."""
    scale = scale_of(event.contest)
    remarks = [Remark(clause(number), message) for number, message in _meaning(kind, facts)]
    if (kind.name, scale) in CONDITIONS:
        message = f"{kind.name} {scale}: at least {kind.minimum_deals} deals"
        remarks.append(Remark(clause(CONDITIONS[kind.name, scale]), message))
    if is_class(kind.name):
        factors = f"sessions: Basic Table × {SESSION_FACTOR[kind.name]}"
        if kind.match_factor is not None:
            factors += f"; matches: A Points × {MATCH_FACTOR[kind.name]}"
        remarks += [
            Remark(clause("E14.2d"), factors),
            Remark(clause("E37.1c"), "each player receives the award shown"),
        ]
    if (kind.name, scale) in OVERALL_TABLES:
        page = OVERALL_TABLES[kind.name, scale][0].clause.number.split(".")[0]
        remarks.append(Remark(clause("E37.1a"), f"overall awards: the {kind.name} table for {scale}, page {page}"))
    return remarks


def _meaning(kind: TournamentClass, facts: Facts) -> Iterator[tuple[str, str]]:
    colour = "E6.3a" if kind.colour == A else "E6.3b"
    if kind.podium:  # interprovincial events have awards of their own (E48)
        yield colour, f"{kind.colour} Points for the top places"
        return
    match kind.name:
        case "3B":
            yield "E14.3a", "Junior tournament: B Points overall, C Points for sessions"
            yield "E4.D15", "for players with not more than 30 Rating Points and 5 A Points"
        case "5B":
            yield "E14.3b", "Intermediate tournament: B Points overall, C Points for sessions"
            yield "E3.D14", "for players with not more than 100 Rating Points, below Provincial Master"
        case "8B":
            yield "E14.3c", "Open tournament: B Points overall, C Points for sessions"
        case _:
            yield "E15.3d", "A Point tournament: A Points overall and for session or match wins, C Points for sessions"
    if facts.multigrade:
        yield (
            "E15.3e",
            "multigrade: prizes may go to grade combinations, points to the overall top places only (reading N-49)",
        )
    if facts.restricted:
        yield "E15.3f", "restricted: Open players only with an Intermediate or Junior partner"
    yield colour, f"{kind.colour} Points for the top places, and for session winners in pairs"
