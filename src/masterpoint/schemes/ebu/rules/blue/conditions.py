"""Chapter 5, Blue Point awards: which events may give them; the level is the Local scale, 100 Local to 1 Blue."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import chain

from msgspec.structs import replace

from masterpoint.core.books import rule
from masterpoint.core.derivation import Remark, Result
from masterpoint.core.errors import Problem, Refused
from masterpoint.core.events import (
    AnyEvent,
    ConsolationEvent,
    Entry,
    FinalEvent,
    LadderEvent,
    LeagueEvent,
    RankingList,
    SessionEvent,
    SimultaneousEvent,
)
from masterpoint.core.parsing import facts_from
from masterpoint.core.places import moved_up
from masterpoint.core.sentences import part_in_words, sentence
from masterpoint.schemes.ebu.book import Book
from masterpoint.schemes.ebu.rules.attendance import sessions_of
from masterpoint.schemes.ebu.rules.facts import Facts
from masterpoint.schemes.ebu.rules.organisations.organisers import event_problems
from masterpoint.schemes.ebu.rules.principles.paying import BLUE
from masterpoint.schemes.families.words import in_words

NATIONAL_PAIRS = "national pairs"  # 5.1.3
PARTICIPATING, NOT_PARTICIPATING = "P", "N"  # 5.1.3: the category of an entry in a club heat
TWO_SESSION_BOARDS = 36


@rule
def award(book: Book, event: AnyEvent, ordinary: Callable[[AnyEvent], Result]) -> Result:
    """5.4.1: the ordinary award in Blue Points, if chapter 5 lets the event give them."""
    facts: Facts = facts_from(event, Facts)
    problems = list(chain(*(condition(book, event, facts) for condition in CONDITIONS)))
    if problems:
        raise Refused(list(dict.fromkeys([*problems, *event_problems(book, event, facts)])))
    blue = replace(event, colour=BLUE)
    result = ordinary(in_separate_lists(blue) if is_national_pairs_heat(event) else blue)
    return replace(result, event=event, remarks=result.remarks + tuple(remarks(book, event, facts)))


def is_always_blue(event: AnyEvent) -> bool:
    """5.1.1, 5.1.3: the EBU's own events and club heats of the National Pairs give Blue Points without a request."""
    if isinstance(event, SimultaneousEvent):
        return False  # 5.1.2 has its own division into Blue and Local
    return event.organiser.level == "national" or is_national_pairs_heat(event)


def local_instead(book: Book, event: AnyEvent) -> Remark:
    """A remark that the event asks for Local Points where the book gives Blue ones."""
    number = "5.1.3" if is_national_pairs_heat(event) else "5.1.1"
    return book.remark(number, "given in Local Points; the book gives Blue ones")


def is_national_pairs_heat(event: AnyEvent) -> bool:
    if not event.facts or not isinstance(event, SessionEvent):
        return False
    return NATIONAL_PAIRS in str(event.facts.get("heat_of", "")).lower()


def in_separate_lists(event: AnyEvent) -> AnyEvent:
    """5.1.3: pairs that take part in the National Pairs and those that do not are ranked and paid separately."""
    if not isinstance(event, SessionEvent) or not is_mixed(event):
        return event
    lists = tuple(part for ranking in event.lists for part in _split(ranking))
    return replace(event, lists=lists)


def is_mixed(event: SessionEvent) -> bool:
    return len({_category(entry) for ranking in event.lists for entry in ranking.entries}) > 1


def _category(entry: Entry) -> str:
    return entry.category.upper() or PARTICIPATING


def _split(ranking: RankingList) -> Iterator[RankingList]:
    for category, name in ((PARTICIPATING, "participating"), (NOT_PARTICIPATING, "not participating")):
        category_entries = [entry for entry in ranking.entries if _category(entry) == category]
        entries: tuple[Entry, ...] = tuple(
            replace(entry, place=finish.place) for entry, finish in moved_up(category_entries)
        )
        section = " ".join(filter(None, (ranking.section, name)))
        yield replace(ranking, section=section, entries=entries, size=None, tables=None)


def whole_list_problems(book: Book, event: AnyEvent, facts: Facts) -> Iterator[Problem]:
    """5.1.3: a mixed field can be split only if everybody is listed with a known category."""
    if not isinstance(event, SessionEvent) or not is_national_pairs_heat(event):
        return
    for index, ranking in enumerate(event.lists):
        for number, entry in enumerate(ranking.entries):
            if _category(entry) not in (PARTICIPATING, NOT_PARTICIPATING):
                place = f"lists[{index}].entries[{number}].category"
                message = "a pair takes part in the National Pairs or does not"
                yield book.problem(place, entry.category, message, "write P if it does, N if not", "5.1.3")
        if is_mixed(event) and (ranking.size or 0) > len(ranking.entries):
            yield book.problem(
                f"lists[{index}].size",
                str(ranking.size),
                "pairs that take part in the National Pairs and others are ranked apart, and not all are listed",
                "list every pair with its category, P or N",
                "5.1.3",
            )


@rule
def county_problems(book: Book, event: AnyEvent, facts: Facts) -> Iterator[Problem]:
    """5.2: open to all EBU members and nobody else, licensed, with two sessions, or one within a green congress."""
    if event.organiser.level != "county":
        return
    if isinstance(event, SimultaneousEvent):
        fix = "leave the colour out"
        yield book.problem("colour", BLUE, "a county's simultaneous pairs may not give Blue Points", fix, "1.2.5")
        return
    yield from open_event_problems(book, facts, "5.2.1")
    if is_one_session(event) and not facts.in_green_congress:
        yield book.problem(
            "sessions",
            "1",
            "a county's Blue Point event of one session must be part of a congress that gives Green Points",
            "hold two sessions, or say `in_green_congress = true` under facts",
            "5.2.2",
        )


def open_event_problems(book: Book, facts: Facts, number: str) -> Iterator[Problem]:
    """5.2.1: the same for counties and for a club's open event."""
    if not facts.open_event:
        yield book.problem(
            "facts.open_event",
            "false",
            "any EBU member must be allowed to enter",
            "open it to all members and say `open_event = true`",
            number,
        )
    if not facts.members_only:
        yield book.problem(
            "facts.members_only",
            "false",
            "only EBU members may enter a Blue Point event",
            "restrict it to EBU members and say `members_only = true`",
            number,
        )
    if not facts.licence:
        yield book.problem("facts.licence", "", "a licence is required", "give its number", number)


@rule
def club_problems(book: Book, event: AnyEvent, facts: Facts) -> Iterator[Problem]:
    """5.3: an open event on a county's conditions, or a closed one that is a major championship."""
    if event.organiser.level != "club" or is_national_pairs_heat(event):
        return
    if facts.open_event:
        yield from open_event_problems(book, facts, "5.3.2")
        if is_one_session(event):
            fix = "hold two sessions, or give Local Points"
            yield book.problem("sessions", "1", "an open Blue Point event has two sessions", fix, "5.3.2")
    elif event.championship != "major":
        yield book.problem(
            "championship",
            event.championship,
            "a closed Blue Point event must be the club's major pairs or teams championship",
            'say `championship = "major"`, or hold an open event under licence (`open_event = true`)',
            "5.3.3",
        )


def ladder_problems(book: Book, event: AnyEvent, facts: Facts) -> Iterator[Problem]:
    """1.2.4, 4.11.10: the one ladder that may give Blue Points is the major pairs championship."""
    if isinstance(event, LadderEvent) and not (event.championship == "major" and event.contest == "pairs"):
        yield book.problem(
            "championship",
            event.championship,
            "a ladder gives Blue Points only as a club's major pairs championship",
            "leave the colour out",
            "4.11.10",
        )


def other_problems(book: Book, event: AnyEvent, facts: Facts) -> Iterator[Problem]:
    """5.1 to 5.3 name the EBU, counties and clubs, and nobody else."""
    level = event.organiser.level
    if level not in ("national", "county", "club"):
        yield book.problem(
            "organiser.level", level, "this organiser may not give Blue Points", "leave the colour out", "5.1"
        )


CONDITIONS = (
    whole_list_problems,
    county_problems,
    club_problems,
    ladder_problems,
    other_problems,
)


def is_one_session(event: AnyEvent) -> bool:
    """Whether an event looks like a single session: it names no more, and is shorter than two."""
    if isinstance(event, LeagueEvent | FinalEvent | ConsolationEvent):
        return False
    has_several_sessions = sessions_of(event) > 1 or getattr(event, "stage", "") == "qualifying"
    return not has_several_sessions and getattr(event, "boards", TWO_SESSION_BOARDS) < TWO_SESSION_BOARDS


def remarks(book: Book, event: AnyEvent, facts: Facts) -> Iterator[Remark]:
    """What the organiser of a Blue Point event should know."""
    level = event.organiser.level
    if is_national_pairs_heat(event):
        yield book.remark("5.1.3", "club heat of the National Pairs: all awards are Blue")
        return
    if level == "national":
        yield book.remark("5.1.1", "the EBU's own events give Blue Points where they do not give Green ones")
    if level == "county":
        quota = book.figures.quotas.county_blue
        template = "one of at most {most} Blue Point events of the county this year"
        yield book.remark(quota.clause.number, sentence(template, most=in_words(quota.value)))
        if is_one_session(event):
            yield book.remark("5.2.2", "one session, allowed as part of a congress that gives Green Points")
        else:
            yield book.remark("5.2.1", "open to all EBU members and to them alone, under licence")
    if level == "club":
        quota = book.figures.quotas.club_blue
        template = "one of at most {most} Blue Point events of the club this year"
        yield book.remark(quota.clause.number, sentence(template, most=in_words(quota.value)))
        yield book.remark("1.2.2" if facts.open_event else "1.2.4", "two open, two closed, or one of each")
        if facts.open_event:
            yield book.remark("5.3.2", "open to all EBU members and to them alone, under licence")
        else:
            part = book.figures.charges.closed_blue_share
            template = "closed event: no licence, but a raised subscription, {part} of the Green Point licence fee"
            yield book.remark(part.clause.number, sentence(template, part=part_in_words(part.value)))
    if isinstance(event, LadderEvent):
        yield book.remark("4.11.10", "only this bonus is Blue; each game gives Local Points")
