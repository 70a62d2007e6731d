"""3.2.7(h) and 4.8, leagues of several Areas: each team has the status of its letter, whatever division it plays in."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from masterpoint.core.errors import Problem
from masterpoint.core.events import Division, Entry, LeagueEvent
from masterpoint.core.parsing import facts_from
from masterpoint.schemes.wbu.book import Book
from masterpoint.schemes.wbu.rules.facts import Facts

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
FIX = "give each entry the letter of its team as `category`, or each letter a division of its own"


def is_inter_area(event: LeagueEvent) -> bool:
    return event.organiser.level == "inter-area" or facts_from(event, Facts).kind == "inter-area"


def letters_in(event: LeagueEvent, division: Division) -> list[str]:
    """The letters of the teams in a division, each once."""
    return sorted({letter_of(event, division, entry) for entry in division.entries} or {_letter(event, division)})


def letter_of(event: LeagueEvent, division: Division, entry: Entry) -> str:
    """Which of its Area's teams this is: its own letter, that of the event, or that of its division."""
    return entry.category.strip().upper() or _letter(event, division)


def _letter(event: LeagueEvent, division: Division) -> str:
    return facts_from(event, Facts).team_letter or LETTERS[min(division.level, len(LETTERS)) - 1]


def team_problems(book: Book, event: LeagueEvent) -> Iterator[Problem]:
    """3.2.7(h): wrong letters, and more teams of a letter than there are Areas."""
    facts: Facts = facts_from(event, Facts)
    for number, division in enumerate(event.divisions):
        for index, entry in enumerate(division.entries):
            letter = entry.category.strip().upper()
            place = f"divisions[{number}].entries[{index}].category"
            if letter and letter not in LETTERS:
                message = "a letter distinguishes an Area's teams"
                yield book.problem(place, entry.category, message, FIX, "3.2.7(h)")
            elif letter and facts.team_letter and letter != facts.team_letter:
                message = f"facts.team_letter says that these are the Areas' {facts.team_letter} teams"
                yield book.problem(place, entry.category, message, "give one of the two", "3.2.7(h)")
        yield from _too_many_teams(book, event, facts.areas, number)


def _too_many_teams(book: Book, event: LeagueEvent, areas: int | None, number: int) -> Iterator[Problem]:
    """Each Area has one team of each letter."""
    division = event.divisions[number]
    teams = Counter(letter_of(event, division, entry) for entry in division.entries)
    if len(teams) == 1:
        teams[next(iter(teams))] = max(len(division.entries), division.size or 0)
    for letter, count in sorted(teams.items()):
        if areas is not None and count > areas:
            message = f"{count} {letter} teams of {areas} Areas: each Area has one team of each letter"
            yield book.problem(f"divisions[{number}]", count, message, FIX, "3.2.7(h)")
