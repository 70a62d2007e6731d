"""Chapter 3, Organisations and events: the status of an event from its organiser and its entry (3.1 to 3.3)."""

from __future__ import annotations

from collections.abc import Iterator

from masterpoint.core.derivation import Step
from masterpoint.core.errors import Problem, Refused
from masterpoint.core.events import (
    AnyEvent,
    KnockoutEvent,
    LadderEvent,
    LeagueEvent,
    MatchEvent,
    SectionsEvent,
    SessionEvent,
    SimultaneousEvent,
)
from masterpoint.core.parsing import facts_from
from masterpoint.core.places import size_of
from masterpoint.core.traversal import everybody, ranking_lists
from masterpoint.schemes.wbu.rules.facts import Facts
from masterpoint.schemes.wbu.rules.handbook import problem, refuse
from masterpoint.schemes.wbu.rules.organisations.licences import club_event, licensed, quoted
from masterpoint.schemes.wbu.rules.principles.status import STATUS, higher, lower, name_of, status

LEVELS = ("club", "area", "inter-area", "national", "congress")
AREAS_ONLY = {  # 3.2.7: open events for which Areas need no licence, and their clause
    "recruiting": "3.2.7(a)",
    "no-fear": "3.2.7(b)",
    "junior": "3.2.7(c)",
    "invitation": "3.2.7(e)",
    "inter-club": "3.3.4",
    "agm": "5.5.1",
}
LEAST_AREAS = 3  # 3.2.7(h)
MAJOR_BOARDS = 36  # 3.2.6


def status_of(event: AnyEvent) -> Step:
    """The status an event has from its organiser, its entry and its licence."""
    facts: Facts = facts_from(event, Facts)
    level = _basic_status(event, facts)
    if event.grade:
        level = _quoted(event, facts, level)
    refuse(_non_members(event, facts, level))
    return major_championship(event, facts, level) if event.championship == "major" else level


def _basic_status(event: AnyEvent, facts: Facts) -> Step:
    number = AREAS_ONLY.get(facts.kind)
    if number and event.organiser.level != "area":
        message = "only an Area Association may hold this kind of event"
        raise Refused(problem(number, "organiser.level", event.organiser.level, message, "give the Area as organiser"))
    match facts.kind:
        case "recruiting" | "no-fear" | "junior":
            return status("district", AREAS_ONLY[facts.kind], f"Area event of the kind {facts.kind}")
        case "invitation":
            return invitation(event, facts)
        case "inter-area":
            return inter_area(event, facts)
        case "inter-club":
            return inter_club(facts)
        case "licensed":
            return licensed(event, facts)
        case "open-beside-finals" if event.organiser.level == "congress" or facts.licence:
            return lower(licensed(event, facts), "3.6.2", "open event beside finals")
        case "open-beside-finals":
            return lower(_of_the_organiser(event, facts), "4.3.7", "open event beside finals")
    return _of_the_organiser(event, facts)


def _of_the_organiser(event: AnyEvent, facts: Facts) -> Step:
    match event.organiser.level:
        case "club":
            return club_event(event, facts)
        case "area" if isinstance(event, SimultaneousEvent):
            return status("district", "3.2.7(d)", "an Area's simultaneous pairs")
        case "area":
            return status("area", "2.2.1", "event of an Area Association")
        case "inter-area":
            return inter_area(event, facts)
        case "national":
            return status("national", "2.2.1", "event of the national body")
        case "congress":
            return licensed(event, facts)
    raise Refused(
        problem(
            "3.1.1",
            "organiser.level",
            event.organiser.level,
            "no such organisation awards points",
            f"write one of: {', '.join(LEVELS)}",
        )
    )


def invitation(event: AnyEvent, facts: Facts) -> Step:
    """3.2.7(e): one event a year for invited members of other Areas, by the entry on the day."""
    listed = [entry for _, entry in everybody(event)]
    entries = max(len(listed), sum(size_of(ranking) for _, ranking in ranking_lists(event)))
    outside = sum(entry.outside for entry in listed)
    share = f"{outside} of {entries} entries from outside the Area"
    if 3 * outside < entries:
        return status("area", "3.2.7(e)", f"{share}: less than a third, so it comes out of the Area's quota")
    if facts.limited_entry:
        return status("national", "3.2.7(e)", f"{share}, limited to one team, two pairs or four individuals an Area")
    return status("regional", "3.2.7(e)", share)


def inter_area(event: AnyEvent, facts: Facts) -> Step:
    """3.2.7(h): the status follows from which teams of the Areas play."""
    if event.contest != "teams" or not isinstance(event, LeagueEvent | MatchEvent | SessionEvent):
        message = "Areas may combine for a league of teams only"
        raise Refused(
            problem("3.2.7(h)", "organiser.level", "inter-area", message, "give the Area that held it as organiser")
        )
    if facts.areas is not None and facts.areas < LEAST_AREAS:
        raise Refused(
            problem(
                "3.2.7(h)",
                "facts.areas",
                facts.areas,
                "an inter-Area league needs three Areas",
                "combine three or more",
            )
        )
    return team_status(facts.team_letter or "A")


def team_status(letter: str) -> Step:
    """3.2.7(h): A teams National, B teams Regional, the rest Area."""
    name = {"A": "national", "B": "regional"}.get(letter, "area")
    return status(name, "3.2.7(h)", f"inter-Area league, the Areas' {letter} teams")


def inter_club(facts: Facts) -> Step:
    """3.3.4: an Area's event between its clubs, one level up where the entry of each club is limited."""
    area = status("area", "3.3.4", "inter-club event of an Area")
    if not facts.limited_entry:
        return area
    return higher(area, "3.3.4", "at most one team, two pairs or four individuals from each club")


def _quoted(event: AnyEvent, facts: Facts, follows: Step) -> Step:
    """A status the event file claims: what follows from the organiser, or what the WBU granted."""
    claimed = event.grade.lower()
    if claimed not in STATUS:
        raise Refused(problem("2.2.1", "grade", event.grade, "no such status", f"write one of: {', '.join(STATUS)}"))
    if STATUS[claimed] == follows.value:
        return follows
    granted = quoted(event, facts, claimed)
    if granted is not None:
        return granted
    raise Refused(
        problem(
            "3.6.4",
            "grade",
            event.grade,
            f"this event has {name_of(follows)} status ({follows.message})",
            "leave the grade out, or give the licence that grants another status "
            "(facts.licence and facts.special_status)",
        )
    )


def _non_members(event: AnyEvent, facts: Facts, level: Step) -> Iterator[Problem]:
    """3.1.5: events of National status are for WBU members, unless the Council opened them."""
    if level.value < STATUS["national"] or facts.open_to_non_members:
        return
    for path, entry in everybody(event):
        for index, player in enumerate(entry.players):
            if player.membership == "none":
                yield problem(
                    "3.1.5",
                    f"{path}.players[{index}].membership",
                    "none",
                    "only WBU members may compete in an event of National status",
                    "write facts.open_to_non_members = true if the Council opened this event",
                )


def major_championship(event: AnyEvent, facts: Facts, level: Step) -> Step:
    """3.2.6: one level up, if the event may be a major championship at all."""
    fix = "meet the condition, or leave `championship` out: the usual status then applies"
    refuse(problem(number, place, value, message, fix) for number, place, value, message in _not_major(event, facts))
    return higher(level, "3.2.6", "major championship")


def _not_major(event: AnyEvent, facts: Facts) -> Iterator[tuple[str, str, object, str]]:
    if event.organiser.level == "congress" or facts.kind in ("licensed", "open-beside-finals"):
        yield "3.6.3", "championship", "major", "a congress holds no championships: the status of its licence applies"
    if isinstance(event, LadderEvent):
        yield "2.7.3", "form", "ladder", "a ladder may not be a major championship"
    if event.contest == "individual":
        yield "3.2.6", "contest", "individual", "a major championship is a pairs or a teams event"
    if isinstance(event, LeagueEvent) and len({division.level for division in event.divisions}) > 1:
        yield "3.2.6", "divisions", len(event.divisions), "not all members can win a league of several divisions"
    if isinstance(event, SectionsEvent):
        yield "3.2.6", "form", "sections", "not all members can win an event in sections of differing status"
    if facts.restricted_to:
        yield "3.2.6", "facts.restricted_to", facts.restricted_to, "all members must be able to win it"
    if _boards_in_all(event) < MAJOR_BOARDS:
        yield "3.2.6", "boards", _boards_in_all(event), "a major championship has at least 36 boards in all"


def _boards_in_all(event: AnyEvent) -> int:
    """Boards of the whole event, as far as they are told: a stage does not tell of the others."""
    if isinstance(event, KnockoutEvent):
        return sum(stage.boards for stage in event.rounds) if event.original_entry is None else MAJOR_BOARDS
    if getattr(event, "stage", "") == "qualifying" or getattr(event, "stages_before", 0):
        return MAJOR_BOARDS
    return getattr(event, "boards", MAJOR_BOARDS)
