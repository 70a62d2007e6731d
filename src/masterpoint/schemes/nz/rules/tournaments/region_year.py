"""E3 and E15 to E17, the year of a region and of an island area: championships, congresses, metropolitan events."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from masterpoint.core.books import Figure, rule
from masterpoint.core.derivation import Remark
from masterpoint.core.sentences import sentence
from masterpoint.schemes.nz.book import A, Book
from masterpoint.schemes.nz.rules.tournaments.schedule import (
    Congress,
    Listed,
    Role,
    YearAsks,
    alternatives,
    foreign_roles,
    name_of,
)

MAIN_REGIONAL: tuple[Role, ...] = ("provincial", "main-regional")
OTHER_REGIONAL: tuple[Role, ...] = ("mens-pairs", "womens-pairs", "local-teams")
CONTEST_OF: dict[Role, str] = {"mens-pairs": "pairs", "womens-pairs": "pairs", "local-teams": "teams"}
HELD_TWICE = "provincial"  # once for pairs and once for teams
EXTRA: tuple[Role, ...] = ("congress-extra", "congress-further")
REGIONAL: tuple[Role, ...] = (
    *(*MAIN_REGIONAL, *OTHER_REGIONAL, "trials", "rubber-preliminary"),
    *("congress", *EXTRA, "metropolitan", "additional"),
)


@rule
def region_findings(book: Book, asks: YearAsks) -> Iterator[Remark]:
    """E15.5b, E16, E17.5: regional events, congresses, metropolitan events."""
    figures = book.figures.schedule
    for role in (*MAIN_REGIONAL, *OTHER_REGIONAL):
        printed = figures.main_regional_class if role in MAIN_REGIONAL else figures.other_regional_class
        yield from _championship(role, printed, [event for event in asks.events if event.role == role])
    trials = Counter(event.name.lower() for event in asks.events if event.role == "trials")
    for name, count in trials.items():
        if count > 1:
            message = "trials for {division} are held once, not {count} times"
            yield book.remark("E15.5b.vi", sentence(message, division=name or "one class", count=count))
    yield from _congresses(book, asks)
    yield from _metropolitan(book, [event for event in asks.events if event.role == "metropolitan"])
    yield from foreign_roles(book, asks, REGIONAL, "E16.5b.vii-viii", "a region")


def _championship(role: Role, printed: Figure[str], events: Sequence[Listed]) -> Iterator[Remark]:
    """E15.5b: one a year, of the class the manual gives it; a provincial one for pairs and one for teams."""
    held = Counter(event.contest for event in events)
    if role == HELD_TWICE and max(held["pairs"], held["teams"]) > 1:
        yield Remark(printed.clause, sentence("one {role} event a year for pairs and one for teams", role=role))
    elif role != HELD_TWICE and len(events) > 1:
        yield Remark(printed.clause, sentence("one {role} event a year", role=role))
    for event in events:
        if event.grade != printed.value:
            message = sentence(
                "{event}: a {role} event is a {right}, not a {grade}",
                event=name_of(event),
                role=role,
                right=printed.value,
                grade=event.grade or "nothing",
            )
            yield Remark(printed.clause, message)
        if event.contest != CONTEST_OF.get(role, event.contest) or event.contest == "individual":
            contest = CONTEST_OF.get(role, "pairs or teams")
            message = sentence(
                "{event}: a {role} event is for {contest}", event=name_of(event), role=role, contest=contest
            )
            yield Remark(printed.clause, message)


def _congresses(book: Book, asks: YearAsks) -> Iterator[Remark]:
    """E3.D4, E16.5c: what a congress is, and the extra events it brings."""
    extra = book.figures.schedule.congress_extra_class
    faults = [list(congress_faults(book, congress)) for congress in asks.congresses]
    genuine = any(not fault for fault in faults)
    yield from (remark for fault in faults for remark in fault)
    if len(asks.congresses) > 1:
        yield Remark(extra.clause, "each region runs one congress a year")
    held = Counter(event.role for event in asks.events)
    if held["congress-extra"] > (1 if genuine else 0):
        message = "one extra {grade} event is held with a congress that meets the definition"
        yield Remark(extra.clause, sentence(message, grade=extra.value))
    if held["congress-further"] > 1:
        message = "one further {grade} event may be considered, not several"
        yield Remark(extra.clause, sentence(message, grade=extra.value))
    for event in asks.events:
        yield from _congress_event(book, event, genuine)


def _congress_event(book: Book, event: Listed, genuine: bool) -> Iterator[Remark]:
    extra, classes = book.figures.schedule.congress_extra_class, book.figures.schedule.congress_classes
    tables = book.figures.schedule.congress_tables
    if event.role == "congress-further" and not (genuine and (event.tables or 0) >= tables.value):
        message = sentence(
            "{event}: a further {grade} event needs a congress that meets the definition and a field of at least "
            "{tables} tables",
            event=name_of(event),
            grade=extra.value,
            tables=tables.value,
        )
        yield Remark(tables.clause, message)
    if event.role in EXTRA and event.grade != extra.value:
        message = sentence(
            "{event}: the extra event of a congress is a {grade}", event=name_of(event), grade=extra.value
        )
        yield Remark(extra.clause, message)
    if event.role == "congress" and event.grade not in classes.value:
        message = sentence(
            "{event}: congress events are {classes}, or a {grade} under its own title",
            event=name_of(event),
            classes=alternatives(classes),
            grade=extra.value,
        )
        yield Remark(classes.clause, message)


@rule
def congress_faults(book: Book, congress: Congress) -> Iterator[Remark]:
    """E3.D4: three tournaments over two days, one of them for others than Open players."""
    name = congress.name or "the congress"
    tournaments, days = book.figures.definitions.congress_tournaments, book.figures.definitions.congress_days
    if len(congress.classes) < tournaments.value or congress.days < days.value:
        message = sentence(
            "{congress}: a congress has {tournaments} or more tournaments over at least {days} days",
            congress=name,
            tournaments=tournaments.value,
            days=days.value,
        )
        yield Remark(tournaments.clause, message)
    if not set(congress.classes) & {"5B", "3B"}:
        message = sentence("{congress}: at least one tournament must be for others than Open players", congress=name)
        yield Remark(tournaments.clause, message)
    if not congress.approved:
        message = sentence("{congress}: needs approval by the region and confirmation by the Board", congress=name)
        yield book.remark("E16.5c", message)


def _metropolitan(book: Book, events: Sequence[Listed]) -> Iterator[Remark]:
    """E16.5d, E17.5d: up to six a year, three of them for A Points."""
    most, most_for_a = book.figures.schedule.metropolitan_events, book.figures.schedule.metropolitan_a_events
    for_a = [event for event in events if event.grade.endswith(A)]
    if len(events) > most.value:
        message = "up to {most} metropolitan events a year, not {count}"
        yield Remark(most.clause, sentence(message, most=most.value, count=len(events)))
    if len(for_a) > most_for_a.value:
        message = "only {most} metropolitan events may be for A Points, not {count}"
        yield Remark(most_for_a.clause, sentence(message, most=most_for_a.value, count=len(for_a)))
    if sum(event.replaces_club_sessions for event in for_a) > 1:
        message = "one metropolitan event for A Points a year may take the place of club sessions"
        yield book.remark("E17.5d.A.i", message)
    for event in events:
        yield from _metropolitan_event(book, event)


def _metropolitan_event(book: Book, event: Listed) -> Iterator[Remark]:
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
    short = [pairs < figures.metropolitan_pairs.value for pairs in event.pairs_completing[:2]]
    if event.grade.endswith(A) and len(short) == 2 and all(short):
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
def island_findings(book: Book, asks: YearAsks) -> Iterator[Remark]:
    """E15.5a: one 15A teams and one 15A pairs championship for each island area."""
    islands, grade = book.figures.schedule.islands, book.figures.schedule.island_class
    foreign = [name for name in asks.regions if name not in islands.value.get(asks.name, (name,))]
    if asks.name and asks.name not in islands.value:
        yield Remark(islands.clause, sentence("no such island area: {islands}", islands=", ".join(islands.value)))
    if foreign:
        yield Remark(islands.clause, sentence("not of this island area: {regions}", regions=", ".join(foreign)))
    held = Counter(event.contest for event in asks.events if event.role == "island")
    for contest in ("teams", "pairs"):
        if held[contest] > 1:
            message = "one {contest} championship a year, not {count}"
            yield Remark(grade.clause, sentence(message, contest=contest, count=held[contest]))
    for event in asks.events:
        if event.role == "island" and (event.grade != grade.value or event.contest == "individual"):
            message = "{event}: an island championship is a {grade} for pairs or teams"
            yield Remark(grade.clause, sentence(message, event=name_of(event), grade=grade.value))
    yield from foreign_roles(book, asks, ("island",), "E15.5a", "an island area")
