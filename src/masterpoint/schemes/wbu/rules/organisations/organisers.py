"""Chapter 3, Organisations and events: the status of an event from its organiser and its entry (3.1 to 3.3)."""

from __future__ import annotations

from collections.abc import Iterator

from masterpoint.core.books import rule
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
    form_of,
)
from masterpoint.core.parsing import facts_from
from masterpoint.core.places import size_of
from masterpoint.core.sentences import part_in_words, sentence
from masterpoint.core.traversal import all_entries, ranking_lists
from masterpoint.schemes.wbu.book import Book
from masterpoint.schemes.wbu.rules.facts import Facts
from masterpoint.schemes.wbu.rules.organisations.licences import club_event, licensed_status, quoted_status
from masterpoint.schemes.wbu.rules.principles.status import higher, lower, name_of, status, statuses
from masterpoint.schemes.wbu.rules.refusals import refuse

LEVELS = ("club", "area", "inter-area", "national", "congress")
AREAS_ONLY = {  # 3.2.7: open events for which Areas need no licence, and their clause
    "recruiting": "3.2.7(a)",
    "no-fear": "3.2.7(b)",
    "junior": "3.2.7(c)",
    "invitation": "3.2.7(e)",
    "inter-club": "3.3.4",
    "agm": "5.5.1",
}


@rule
def status_of(book: Book, event: AnyEvent) -> Step:
    """The status an event has from its organiser, its entry and its licence."""
    facts: Facts = facts_from(event, Facts)
    level = _basic_status(book, event, facts)
    if event.grade:
        level = _claimed_status(book, event, facts, level)
    refuse(_non_members(book, event, facts, level))
    return major_championship(book, event, facts, level) if event.championship == "major" else level


def _basic_status(book: Book, event: AnyEvent, facts: Facts) -> Step:
    number = AREAS_ONLY.get(facts.kind)
    if number and event.organiser.level != "area":
        message = "only an Area Association may hold this kind of event"
        raise Refused(
            book.problem("organiser.level", event.organiser.level, message, "give the Area as organiser", number)
        )
    match facts.kind:
        case "recruiting" | "no-fear" | "junior":
            return status(
                book, "district", AREAS_ONLY[facts.kind], sentence("Area event of the kind {kind}", kind=facts.kind)
            )
        case "invitation":
            return invitation(book, event, facts)
        case "inter-area":
            return inter_area(book, event, facts)
        case "inter-club":
            return inter_club(book, facts)
        case "licensed":
            return licensed_status(book, event, facts)
        case "open-beside-finals" if facts.licence:
            return lower(book, licensed_status(book, event, facts), "3.6.2", "open event beside finals")
        case "open-beside-finals":
            return lower(book, _of_the_organiser(book, event, facts), "4.3.7", "open event beside finals")
    return _of_the_organiser(book, event, facts)


def _of_the_organiser(book: Book, event: AnyEvent, facts: Facts) -> Step:
    match event.organiser.level:
        case "club":
            return club_event(book, event, facts)
        case "area" if isinstance(event, SimultaneousEvent):
            return status(book, "district", "3.2.7(d)", "an Area's simultaneous pairs")
        case "area":
            return status(book, "area", "2.2.1", "event of an Area Association")
        case "inter-area":
            return inter_area(book, event, facts)
        case "national":
            return status(book, "national", "2.2.1", "event of the national body")
        case "congress":
            return licensed_status(book, event, facts)
    raise Refused(
        book.problem(
            "organiser.level",
            event.organiser.level,
            "no such organisation awards points",
            f"write one of: {', '.join(LEVELS)}",
            "3.1.1",
        )
    )


@rule
def invitation(book: Book, event: AnyEvent, facts: Facts) -> Step:
    """3.2.7(e): one event a year for invited members of other Areas, by the entry on the day."""
    entry_list = [entry for _, entry in all_entries(event)]
    entries = max(len(entry_list), sum(size_of(ranking) for _, ranking in ranking_lists(event)))
    outside_count = sum(entry.outside for entry in entry_list)
    share = f"{outside_count} of {entries} entries from outside the Area"
    needed_share = book.figures.organisations.outside_share.value
    if outside_count < entries * needed_share:
        return status(
            book,
            "area",
            "3.2.7(e)",
            sentence(
                "{share}: less than {part}, so it comes out of the Area's quota",
                share=share,
                part=part_in_words(needed_share),
            ),
        )
    if facts.limited_entry:
        return status(
            book,
            "national",
            "3.2.7(e)",
            sentence("{share}, limited to one team, two pairs or four individuals an Area", share=share),
        )
    return status(book, "regional", "3.2.7(e)", share)


@rule
def inter_area(book: Book, event: AnyEvent, facts: Facts) -> Step:
    """3.2.7(h): the status follows from which teams of the Areas play."""
    if event.contest != "teams" or not isinstance(event, LeagueEvent | MatchEvent | SessionEvent):
        message = "Areas may combine for a league of teams only"
        raise Refused(
            book.problem(
                "organiser.level", "inter-area", message, "give the Area that held it as organiser", "3.2.7(h)"
            )
        )
    minimum = book.figures.organisations.least_areas
    if facts.areas is not None and facts.areas < minimum.value:
        raise Refused(
            book.problem(
                "facts.areas",
                facts.areas,
                f"an inter-Area league needs {minimum.value} Areas",
                f"combine {minimum.value} or more",
                "3.2.7(h)",
            )
        )
    if not isinstance(event, LeagueEvent) and facts.areas is not None and not facts.team_letter:
        teams = sum(size_of(ranking) for _, ranking in ranking_lists(event))
        if teams > facts.areas:
            message = f"{teams} teams of {facts.areas} Areas: the status depends on which are A, B or C teams"
            fix = "give facts.team_letter, or a league with the letter of each team as `category`"
            raise Refused(book.problem("facts.team_letter", "", message, fix, "3.2.7(h)"))
    return team_status(book, facts.team_letter or "A")


@rule
def team_status(book: Book, letter: str) -> Step:
    """3.2.7(h): A teams National, B teams Regional, the rest Area."""
    names = book.figures.organisations.inter_area_status.value
    name = names.get(letter, list(names.values())[-1])
    return status(book, name, "3.2.7(h)", sentence("inter-Area league, the Areas' {letter} teams", letter=letter))


@rule
def inter_club(book: Book, facts: Facts) -> Step:
    """3.3.4: an Area's event between its clubs; one level up if the entry of each club is limited."""
    area = status(book, "area", "3.3.4", "inter-club event of an Area")
    if not facts.limited_entry:
        return area
    return higher(book, area, "3.3.4", "at most one team, two pairs or four individuals from each club")


def _claimed_status(book: Book, event: AnyEvent, facts: Facts, implied_status: Step) -> Step:
    """The status an event file claims: the one that follows from its organiser, or one that the WBU granted."""
    claimed_status = event.grade.lower()
    status_values = statuses(book)
    if claimed_status not in status_values:
        raise Refused(
            book.problem("grade", event.grade, "no such status", f"write one of: {', '.join(status_values)}", "2.2.1")
        )
    if status_values[claimed_status] == implied_status.value:
        return implied_status
    granted = quoted_status(book, event, facts, claimed_status)
    if granted is not None:
        return granted
    raise Refused(
        book.problem(
            "grade",
            event.grade,
            f"this event has {name_of(book, implied_status)} status ({implied_status.message})",
            "leave the grade out, or give the licence that grants another status "
            "(facts.licence and facts.special_status)",
            "3.6.4",
        )
    )


def _non_members(book: Book, event: AnyEvent, facts: Facts, level: Step) -> Iterator[Problem]:
    """3.1.5: events of National status are for WBU members, unless the Council opened them."""
    if level.value < statuses(book)["national"] or facts.open_to_non_members:
        return
    for path, entry in all_entries(event):
        for index, player in enumerate(entry.players):
            if player.membership == "none":
                yield book.problem(
                    f"{path}.players[{index}].membership",
                    "none",
                    "only WBU members may compete in an event of National status",
                    "write facts.open_to_non_members = true if the Council opened this event",
                    "3.1.5",
                )


@rule
def major_championship(book: Book, event: AnyEvent, facts: Facts, level: Step) -> Step:
    """3.2.6: one level up, if the event may be a major championship at all."""
    fix = "meet the condition, or leave `championship` out: the usual status then applies"
    refuse(
        book.problem(place, value, message, fix, number)
        for number, place, value, message in _not_major(book, event, facts)
    )
    return higher(book, level, "3.2.6", "major championship")


def _not_major(book: Book, event: AnyEvent, facts: Facts) -> Iterator[tuple[str, str, object, str]]:
    if event.organiser.level == "congress" or facts.kind in ("licensed", "open-beside-finals"):
        message = "a congress holds no championships: the status of its licence applies"
        yield "3.6.3", "championship", event.championship, message
    if isinstance(event, LadderEvent):
        yield "2.7.3", "form", form_of(event), "a ladder may not be a major championship"
    if event.contest == "individual":
        yield "3.2.6", "contest", event.contest, "a major championship is a pairs or a teams event"
    if isinstance(event, LeagueEvent) and len({division.level for division in event.divisions}) > 1:
        yield "3.2.6", "divisions", len(event.divisions), "not all members can win a league of several divisions"
    if isinstance(event, SectionsEvent):
        yield "3.2.6", "form", form_of(event), "not all members can win an event in sections of differing status"
    if facts.restricted_to:
        yield "3.2.6", "facts.restricted_to", facts.restricted_to, "all members must be able to win it"
    boards, minimum = _boards_in_all(event), book.figures.organisations.major_boards.value
    if boards is not None and boards < minimum:
        yield "3.2.6", "boards", boards, f"a major championship has at least {minimum} boards in all"


def _boards_in_all(event: AnyEvent) -> int | None:
    """Boards of the whole event, if they are known: one stage does not describe the others."""
    if isinstance(event, KnockoutEvent):
        return sum(stage.boards for stage in event.rounds) if event.original_entry is None else None
    if getattr(event, "stage", "") == "qualifying" or getattr(event, "stages_before", 0):
        return None
    return getattr(event, "boards", None)
