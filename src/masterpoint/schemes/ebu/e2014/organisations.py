"""Chapter 1, Organisations, events and licensing (1.2, 1.4.3, 1.6) with 3.2: the status of an event.

A status is a step whose value is its multiple of Club, so that every award shows where its level comes from.
"""

from __future__ import annotations

from fractions import Fraction

from masterpoint.core.derivation import Step, derive, fact
from masterpoint.core.errors import Problem, Refused
from masterpoint.core.events import AnyEvent, KnockoutEvent, LeagueEvent, SectionsEvent, SimultaneousEvent
from masterpoint.core.exact import Exact, shown
from masterpoint.core.places import entries_of
from masterpoint.core.reading import facts_from, ranking_lists
from masterpoint.schemes.ebu.e2014.facts import Facts
from masterpoint.schemes.ebu.e2014.handbook import clause

STATUS: dict[str, Exact] = {
    "club": 1,
    "district": Fraction(3, 2),
    "county": 2,
    "regional": 3,
    "national": 4,
    "2 x regional": 6,
}
"""3.2, and the level above National that the notes of Scales E and QE give."""
LADDER = tuple(STATUS.values())
BELOW_CLUB = Fraction(3, 4)  # 4.2.7: half of District status
MAJOR_BOARDS, MAJOR_SESSIONS = 36, 3  # 1.2.4
MAJOR_EVENT_SESSIONS, MAJOR_EVENT_TABLES = 4, 50  # 1.6.1(c)
LEVELS = ("club", "district league", "county", "inter-county", "national", "licensed organiser")


def status_of(event: AnyEvent) -> Step:
    """The status an event has from its organiser, its entry and its licence."""
    facts: Facts = facts_from(event, Facts)
    status = _basic_status(event, facts)
    if event.grade:
        status = _quoted(event, facts, status)
    return major_championship(event, facts, status) if event.championship == "major" else status


def _basic_status(event: AnyEvent, facts: Facts) -> Step:
    if isinstance(event, SimultaneousEvent) and event.organiser.level == "county":
        return _status("district", "1.2.5", "overall result of a county's simultaneous pairs")
    match facts.kind:
        case "licensed":
            return licensed(facts, event)
        case "invitation":
            return invitation(event, facts)
        case "inter-county":
            return inter_county(facts)
        case "open-beside-finals":
            return lower(licensed(facts, event), "1.6.2", "open event beside finals")
    return _of_the_organiser(event, facts)


def _of_the_organiser(event: AnyEvent, facts: Facts) -> Step:
    league = isinstance(event, LeagueEvent)
    match event.organiser.level:
        case "club":
            return _status("club", "1.4.3" if league else "1.2.1", "event of an affiliated club")
        case "district league":
            return _status("district", "1.4.3", "event of a district league")
        case "county" if league or facts.members_only:
            return _status("county", "1.4.3" if league else "1.2.1", "county event for EBU members only")
        case "county":
            return _status("district", "1.2.1", "county event open to non-members")
        case "inter-county":
            return inter_county(facts)
        case "national":
            return _status("national", "1.1.3", "event of the national body")
        case "licensed organiser":
            return licensed(facts, event)
    raise Refused(
        Problem(
            "organiser.level",
            event.organiser.level,
            "no such organisation awards points",
            f"write one of: {', '.join(LEVELS)}",
            str(clause("1.1")),
        )
    )


def invitation(event: AnyEvent, facts: Facts) -> Step:
    """1.2.6(d): one event a year for invited members of other counties, by the entry on the day."""
    if event.organiser.level != "county":
        raise Refused(
            Problem(
                "organiser.level",
                event.organiser.level,
                "only a county may hold an invitation event",
                "give the county as organiser",
                str(clause("1.2.6(d)")),
            )
        )
    entries = [entry for _, ranking in ranking_lists(event) for entry in entries_of(ranking)]
    outside = sum(entry.outside for entry in entries)
    share = f"{outside} of {len(entries)} entries from outside the county"
    if 3 * outside < len(entries):
        return _status("county", "1.2.6(d)", f"{share}: less than a third")
    if facts.per_county:
        return _status("national", "1.2.6(d)", f"{share}, limited to one team, two pairs or four individuals a county")
    return _status("regional", "1.2.6(d)", share)


def inter_county(facts: Facts) -> Step:
    """1.2.6(e): the status of an inter-county league follows from which teams of the counties play in it."""
    letter = facts.team_letter or "A"
    status = {"A": "national", "B": "regional"}.get(letter, "county")
    return _status(status, "1.2.6(e)", f"inter-county league, counties' {letter} teams")


def licensed(facts: Facts, event: AnyEvent) -> Step:
    """1.6.1: by the nature of the entry."""
    if facts.major_event:
        _require_major_event(facts, event)
        return _status("regional", "1.6.1(c)", "licensed major event")
    if facts.outside_entry:
        name = "county" if facts.members_only else "district"
        return _status(name, "1.6.1(b)", "licensed event likely to attract a significant outside entry")
    name = "district" if facts.members_only else "club"
    return _status(name, "1.6.1(a)", "licensed event of mainly local entry")


def _require_major_event(facts: Facts, event: AnyEvent) -> None:
    sessions = getattr(event, "sessions", 1)
    count = sessions if isinstance(sessions, int) else len(sessions)
    problems = []
    if count < MAJOR_EVENT_SESSIONS:
        problems.append(("sessions", str(count), "a major event has at least four sessions"))
    if (facts.best_four_average_tables or 0) < MAJOR_EVENT_TABLES:
        problems.append(
            (
                "facts.best_four_average_tables",
                str(facts.best_four_average_tables or 0),
                "a major event averaged at least 50 tables over its four best sessions last year",
            )
        )
    if not facts.members_only:
        problems.append(("facts.members_only", "false", "entry to a major event is restricted to EBU members"))
    if not facts.outside_entry:
        problems.append(("facts.outside_entry", "false", "a major event attracts a significant outside entry"))
    if problems:
        cure = "meet the standard, or leave `major_event` out"
        raise Refused([Problem(place, value, says, cure, str(clause("1.6.1(c)"))) for place, value, says in problems])


def _quoted(event: AnyEvent, facts: Facts, follows: Step) -> Step:
    """A status the event file claims: what follows from the organiser, or what its licence quotes."""
    claimed = event.grade.lower()
    if claimed not in STATUS:
        raise Refused(
            Problem("grade", event.grade, "no such status", f"write one of: {', '.join(STATUS)}", str(clause("3.2")))
        )
    if STATUS[claimed] == follows.value:
        return follows
    if not (facts.special_status and facts.licence):
        raise Refused(
            Problem(
                "grade",
                event.grade,
                f"this event has {name_of(follows)} status ({follows.says})",
                "leave the grade out, or give the licence that quotes another status "
                "(facts.licence and facts.special_status)",
                str(clause("1.6.3")),
            )
        )
    return _status(claimed, "1.6.3", f"quoted by licence {facts.licence}")


def major_championship(event: AnyEvent, facts: Facts, status: Step) -> Step:
    """1.2.4: one level up, if the event may be a major championship at all."""
    problems = list(_major_problems(event, facts))
    if problems:
        cure = "meet the condition, or leave `championship` out: it is then a minor championship"
        raise Refused([Problem(place, value, says, cure, str(clause("1.2.4"))) for place, value, says in problems])
    return higher(status, "1.2.4", "major championship")


def _major_problems(event: AnyEvent, facts: Facts) -> list[tuple[str, str, str]]:
    problems = []
    if event.organiser.level not in ("club", "county"):
        problems.append(
            ("organiser.level", event.organiser.level, "only clubs and counties nominate major championships")
        )
    if event.contest == "individual":
        problems.append(("contest", "individual", "a major championship is a pairs or a teams event"))
    if isinstance(event, LeagueEvent) and len({division.level for division in event.divisions}) > 1:
        problems.append(
            ("divisions", str(len(event.divisions)), "not all members can win a league of several divisions")
        )
    if isinstance(event, SectionsEvent):
        problems.append(("form", "sections", "not all members can win an event in sections of differing status"))
    boards = getattr(event, "boards", None)
    if (
        boards is not None
        and boards < MAJOR_BOARDS
        and not getattr(event, "stages_before", 0)
        and not _first_stage(event)
    ):
        problems.append(("boards", str(boards), "a major championship has at least 36 boards in all"))
    if facts.restricted_to:
        problems.append(("facts.restricted_to", facts.restricted_to, "all members must be able to win it"))
    if not isinstance(event, KnockoutEvent) and (facts.enhanced_sessions or 1) > MAJOR_SESSIONS:
        problems.append(
            (
                "facts.enhanced_sessions",
                str(facts.enhanced_sessions),
                "at most three sessions may be played at the raised status",
            )
        )
    return problems


def _first_stage(event: AnyEvent) -> bool:
    return getattr(event, "stage", "") == "qualifying"


def _status(name: str, number: str, why: str) -> Step:
    return fact(STATUS[name], clause(number), f"{name.title()} status: {why}")


def name_of(status: Step) -> str:
    """The name of a status, or its multiple of Club where it has none."""
    names = {value: name.title() for name, value in STATUS.items()}
    return names.get(status.value, f"{shown(status.value)} × Club")


def higher(status: Step, number: str, why: str) -> Step:
    """One level up."""
    if status.value not in LADDER[:-1]:
        raise Refused(
            Problem(
                "grade",
                name_of(status),
                f"one level above {name_of(status)} is not defined",
                "ask the EBU for a special scale",
                str(clause(number)),
            )
        )
    return derive(_next_level, status, clause=clause(number), says=f"one level up: {why}")


def _next_level(value: Exact) -> Exact:
    return LADDER[LADDER.index(value) + 1]


def lower(status: Step, number: str, why: str) -> Step:
    """One level down, never below Club."""
    return derive(_previous_level, status, clause=clause(number), says=f"one level down, Club at least: {why}")


def _previous_level(value: Exact) -> Exact:
    return LADDER[max(0, LADDER.index(value) - 1)]
