"""E3 and E15 to E17, the year of a region and of an island area: championships, congresses, metropolitan events."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from masterpoint.core.books import Figure, rule
from masterpoint.core.derivation import Remark
from masterpoint.core.sentences import sentence
from masterpoint.schemes.nz.book import A, Book
from masterpoint.schemes.nz.rules.tournaments.congresses import CONGRESS_ROLES, congress_findings
from masterpoint.schemes.nz.rules.tournaments.schedule import (
    Role,
    ScheduledEvent,
    YearFacts,
    alternatives,
    foreign_roles,
    name_of,
)

MAIN_REGIONAL: tuple[Role, ...] = ("provincial", "main-regional")
PAIRS_BY_SEX: tuple[Role, ...] = ("mens-pairs", "womens-pairs", "mixed-pairs")
OTHER_REGIONAL: tuple[Role, ...] = (*PAIRS_BY_SEX, "local-teams")
CONTEST_OF: dict[Role, str] = {**dict.fromkeys(PAIRS_BY_SEX, "pairs"), "local-teams": "teams"}
HELD_TWICE = "provincial"  # once for pairs and once for teams
REGIONAL: tuple[Role, ...] = (
    *(*MAIN_REGIONAL, *OTHER_REGIONAL, "trials", "rubber-preliminary"),
    *(*CONGRESS_ROLES, "metropolitan", "additional"),
)


@rule
def region_findings(book: Book, facts: YearFacts) -> Iterator[Remark]:
    """E15.5b, E16, E17.5: regional events, congresses, metropolitan events."""
    figures = book.figures.schedule
    for role in (*MAIN_REGIONAL, *OTHER_REGIONAL):
        class_figure = figures.main_regional_class if role in MAIN_REGIONAL else figures.other_regional_class
        yield from _championship(role, class_figure, [event for event in facts.events if event.role == role])
    if {event.role for event in facts.events} >= set(PAIRS_BY_SEX):
        message = "a Mixed pairs is held in place of the Men's or the Women's, not beside both (reading N-55)"
        yield book.remark("E38.2b", message)
    trials = Counter(event.name.lower() for event in facts.events if event.role == "trials")
    for name, count in trials.items():
        if count > 1:
            message = "trials for {division} are held once, not {count} times"
            yield book.remark("E15.5b.vi", sentence(message, division=name or "one class", count=count))
    if not facts.congresses and any(event.role == "congress" for event in facts.events):
        yield book.remark("E16.5c", "give the congress itself too (congresses): its programme must meet the definition")
    yield from congress_findings(book, facts)
    yield from _metropolitan(book, [event for event in facts.events if event.role == "metropolitan"])
    yield from foreign_roles(book, facts, REGIONAL, "E16.5b.vii-viii", "a region")


def _championship(role: Role, class_figure: Figure[str], events: Sequence[ScheduledEvent]) -> Iterator[Remark]:
    """E15.5b: one a year, of the class the manual gives it; a provincial one for pairs and one for teams."""
    contest_counts = Counter(event.contest for event in events)
    if role == HELD_TWICE and max(contest_counts["pairs"], contest_counts["teams"]) > 1:
        yield Remark(class_figure.clause, sentence("one {role} event a year for pairs and one for teams", role=role))
    elif role != HELD_TWICE and len(events) > 1:
        yield Remark(class_figure.clause, sentence("one {role} event a year", role=role))
    for event in events:
        if event.grade != class_figure.value:
            message = sentence(
                "{event}: a {role} event is a {right}, not a {grade}",
                event=name_of(event),
                role=role,
                right=class_figure.value,
                grade=event.grade or "nothing",
            )
            yield Remark(class_figure.clause, message)
        if event.contest != CONTEST_OF.get(role, event.contest) or event.contest == "individual":
            contest = CONTEST_OF.get(role, "pairs or teams")
            message = sentence(
                "{event}: a {role} event is for {contest}", event=name_of(event), role=role, contest=contest
            )
            yield Remark(class_figure.clause, message)


def _metropolitan(book: Book, events: Sequence[ScheduledEvent]) -> Iterator[Remark]:
    """E16.5d, E17.5d: up to six a year, three of them for A Points."""
    maximum, a_maximum = book.figures.schedule.metropolitan_events, book.figures.schedule.metropolitan_a_events
    for_a = [event for event in events if event.grade.endswith(A)]
    if len(events) > maximum.value:
        message = "up to {most} metropolitan events a year, not {count}"
        yield Remark(maximum.clause, sentence(message, most=maximum.value, count=len(events)))
    if len(for_a) > a_maximum.value:
        message = "only {most} metropolitan events may be for A Points, not {count}"
        yield Remark(a_maximum.clause, sentence(message, most=a_maximum.value, count=len(for_a)))
    if sum(event.replaces_club_sessions for event in for_a) > 1:
        message = "one metropolitan event for A Points a year may take the place of club sessions"
        yield book.remark("E17.5d.A.i", message)
    for event in events:
        yield from _metropolitan_event(book, event)


def _metropolitan_event(book: Book, event: ScheduledEvent) -> Iterator[Remark]:
    figures = book.figures.schedule
    faults: list[tuple[str, str]] = []
    if event.grade not in figures.metropolitan_classes.value:
        faults.append(("E16.5d", "a metropolitan event is a {classes}"))
    if event.contest == "individual":
        faults.append(("E16.5d.i-v", "a metropolitan event is for pairs or teams"))
    if event.clubs is not None and event.clubs < 2:
        faults.append(("E16.5d.i-v", "entries must come from several clubs"))
    if not event.open_to_all and not event.grade_restriction:
        faults.append(("E16.5d.i-v", "must be open to all players, or restricted by grade only"))
    if not event.substitution_policy:
        faults.append(("E16.5d.i-v", "must follow the policy on substitutions"))
    if len(event.days) > figures.metropolitan_sessions.value:
        faults.append(("E16.5d.vi-viii", "up to {most} sessions, not {sessions}"))
    shortfalls = [pairs < figures.metropolitan_pairs.value for pairs in event.pairs_completing[:2]]
    if event.grade.endswith(A) and len(shortfalls) == 2 and all(shortfalls):
        faults.append(("E17.5d.A.ii", "fewer than {pairs} pairs two years running: it is an 8B now"))
    for number, fault in faults:
        message = sentence(
            "{event}: " + fault,
            event=name_of(event),
            classes=alternatives(figures.metropolitan_classes),
            most=figures.metropolitan_sessions.value,
            sessions=len(event.days),
            pairs=figures.metropolitan_pairs.value,
        )
        yield book.remark(number, message)


@rule
def island_findings(book: Book, facts: YearFacts) -> Iterator[Remark]:
    """E15.5a: one 15A teams and one 15A pairs championship for each island area."""
    islands, grade = book.figures.schedule.islands, book.figures.schedule.island_class
    foreign = [name for name in facts.regions if name not in islands.value.get(facts.name, (name,))]
    if facts.name and facts.name not in islands.value:
        yield Remark(islands.clause, sentence("no such island area: {islands}", islands=", ".join(islands.value)))
    if foreign:
        yield Remark(islands.clause, sentence("not of this island area: {regions}", regions=", ".join(foreign)))
    contest_counts = Counter(event.contest for event in facts.events if event.role == "island")
    for contest in ("teams", "pairs"):
        if contest_counts[contest] > 1:
            message = "one {contest} championship a year, not {count}"
            yield Remark(grade.clause, sentence(message, contest=contest, count=contest_counts[contest]))
    for event in facts.events:
        if event.role == "island" and (event.grade != grade.value or event.contest == "individual"):
            message = "{event}: an island championship is a {grade} for pairs or teams"
            yield Remark(grade.clause, sentence(message, event=name_of(event), grade=grade.value))
    yield from foreign_roles(book, facts, ("island",), "E15.5a", "an island area")
