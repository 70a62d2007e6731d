"""1.2.5 and 1.2.6, simultaneous pairs and what only counties may hold: status by entry, and who may enter."""

from __future__ import annotations

from collections.abc import Iterator

from masterpoint.core.books import rule
from masterpoint.core.derivation import Step
from masterpoint.core.errors import Problem
from masterpoint.core.events import AnyEvent, Entry, KnockoutEvent, LeagueEvent, SimultaneousEvent
from masterpoint.core.sentences import part_in_words, sentence
from masterpoint.core.traversal import all_entries
from masterpoint.schemes.ebu.book import Book
from masterpoint.schemes.ebu.rules.attendance import entry_count, listed_entries
from masterpoint.schemes.ebu.rules.facts import Facts
from masterpoint.schemes.ebu.rules.principles.definitions import FOUR
from masterpoint.schemes.ebu.rules.principles.status import status_step
from masterpoint.schemes.families.words import in_words

NOT_MEMBERS = ("none",)
"""Those who are not members of the EBU at all; lapsed and potential members have a record (2.9.3, reading E61)."""


@rule
def simultaneous_problems(book: Book, event: SimultaneousEvent, facts: Facts) -> Iterator[Problem]:
    """1.2.5: clubs and independent organisers need a licence, counties only beyond their own clubs."""
    level = event.organiser.level
    if level not in ("county", "national") and not facts.licence:
        yield book.problem(
            "facts.licence",
            "",
            f"a {level} may not hold simultaneous pairs without a special licence",
            "apply for the licence and give its number",
            "1.2.5",
        )
    if level == "county" and facts.unaffiliated_clubs and not (facts.licence and facts.charity):
        yield book.problem(
            "facts.unaffiliated_clubs",
            True,
            "a county's simultaneous pairs are for its affiliated clubs",
            "leave the others out, or give the licence of a charity event that lets them in",
            "1.2.5",
        )


@rule
def invitation(book: Book, event: AnyEvent, facts: Facts) -> Step:
    """1.2.6(d): one event a year for invited members of other counties, by the entry on the day."""
    entries = entry_count(event)
    marked_count = sum(entry.outside for entry in listed_entries(event))
    outside_count = marked_count if facts.outside_entries is None else facts.outside_entries
    line = book.figures.organisations.outside_share
    share = sentence("{outside} of {entries} entries from outside the county", outside=outside_count, entries=entries)
    if outside_count < line.value * entries:
        reason = sentence("{share}: less than {part}", share=share, part=part_in_words(line.value))
        return status_step(book, "county", "1.2.6(d)", reason)
    if facts.per_county:
        reason = sentence("{share}, limited to {limit} a county", share=share, limit=facts.per_county)
        return status_step(book, "national", "1.2.6(d)", reason)
    return status_step(book, "regional", "1.2.6(d)", share)


def invitation_problems(book: Book, event: AnyEvent, facts: Facts) -> Iterator[Problem]:
    """1.2.6(d): who may hold such an event, and who counts as from outside."""
    if facts.kind != "invitation":
        return
    if event.organiser.level != "county":
        yield book.problem(
            "organiser.level",
            event.organiser.level,
            "only a county may hold an invitation event",
            "give the county as organiser",
            "1.2.6(d)",
        )
    if facts.outside_entries is not None and facts.outside_entries > entry_count(event):
        yield book.problem(
            "facts.outside_entries",
            facts.outside_entries,
            f"only {entry_count(event)} entered altogether",
            "count those from outside among the entries",
            "1.2.6(d)",
        )


@rule
def inter_county(book: Book, facts: Facts) -> Step:
    """1.2.6(e): the status of an inter-county league follows from which teams of the counties play in it."""
    letter, table = facts.team_letter or "A", book.figures.organisations.inter_county_status
    status = table.value.get(letter) or list(table.value.values())[-1]
    reason = sentence("inter-county league, counties' {letter} teams", letter=letter)
    return status_step(book, status, table.clause.number, reason)


def inter_county_problems(book: Book, event: AnyEvent, facts: Facts) -> Iterator[Problem]:
    """1.2.6(e), 1.4.3: a league of teams (E99), at least three counties, and EBU members only."""
    if facts.kind != "inter-county" and event.organiser.level != "inter-county":
        return
    minimum = book.figures.organisations.fewest_counties.value
    if event.contest != "teams":
        message = "an inter-county league is played by teams: its status goes by the teams of a county (reading E99)"
        fix = 'give players invited from other counties as `kind = "invitation"`, or leave the kind out'
        yield book.problem("contest", event.contest, message, fix, "1.2.6(e)")
    if isinstance(event, KnockoutEvent):
        message = "a knock-out is not a league (reading E99)"
        yield book.problem("form", "knockout", message, "give the event's own organiser and kind", "1.2.6(e)")
    if facts.counties is not None and facts.counties < minimum:
        yield book.problem(
            "facts.counties",
            facts.counties,
            f"an inter-county league needs at least {in_words(minimum)} counties",
            "find a third county, or hold it as a match between two",
            "1.2.6(e)",
        )
    for path, _, membership in non_members(event):
        yield book.problem(
            path, membership, "everybody in an inter-county league is an EBU member", "let a member play", "1.4.3"
        )


def heat_problems(book: Book, event: AnyEvent, facts: Facts) -> Iterator[Problem]:
    """1.2.5: points in a club heat are awarded by affiliated clubs only."""
    if facts.heat_of and facts.unaffiliated_clubs and event.organiser.level != "national":
        yield book.problem(
            "facts.unaffiliated_clubs",
            True,
            "only affiliated clubs award points in a heat",
            "submit the heat without points, or leave `unaffiliated_clubs` out if the club is affiliated",
            "1.2.5",
        )


def inter_club_problems(book: Book, event: AnyEvent, facts: Facts) -> Iterator[Problem]:
    """1.1.1, 1.2.6(b): where clubs enter, only affiliated clubs do."""
    if facts.inter_club and facts.unaffiliated_clubs and not isinstance(event, SimultaneousEvent):
        yield book.problem(
            "facts.unaffiliated_clubs",
            True,
            "only affiliated clubs may enter an event that clubs enter",
            "leave the clubs out that are not affiliated",
            "1.1.1" if event.organiser.level == "national" else "1.2.6(b)",
        )


@rule
def county_league_problems(book: Book, event: LeagueEvent) -> Iterator[Problem]:
    """1.2.6(c), 1.4.3: non-members in the bottom division of several, or as reserves in teams of eight or more."""
    size = book.figures.organisations.reserves_from
    eight = in_words(size.value)
    bottom = max((division.level for division in event.divisions), default=1)
    for level, division in enumerate(event.divisions):
        if division.level == bottom > 1:
            continue
        for path, entry, membership in non_members(event, f"divisions[{level}]."):
            if (entry.team_size or FOUR) >= size.value and _reserve(event, path):
                continue
            yield book.problem(
                path,
                membership,
                f"non-members may play only in the bottom division of several, or as reserves in teams of {eight}",
                f"let a member play there, or mark a reserve of a team of {eight} with `substitute = true`",
                "1.2.6(c)",
            )


def _reserve(event: LeagueEvent, path: str) -> bool:
    return any(
        path == f"{entry_path}.players[{index}].membership" and player.substitute
        for entry_path, entry in all_entries(event)
        for index, player in enumerate(entry.players)
    )


def non_members(event: AnyEvent, prefix: str = "") -> Iterator[tuple[str, Entry, str]]:
    """Players with standing who are not members, with their paths."""
    for path, entry in all_entries(event):
        if entry.standing != "full" or not path.startswith(prefix):
            continue
        for index, player in enumerate(entry.players):
            if player.membership in NOT_MEMBERS:
                yield f"{path}.players[{index}].membership", entry, player.membership
