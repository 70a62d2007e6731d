"""1.2.5 and 1.2.6, simultaneous pairs and what counties alone may hold: status by entry, and who may enter."""

from __future__ import annotations

from collections.abc import Iterator

from masterpoint.core.derivation import Step
from masterpoint.core.errors import Problem
from masterpoint.core.events import AnyEvent, Entry, LeagueEvent, SimultaneousEvent
from masterpoint.core.traversal import everybody
from masterpoint.schemes.ebu.rules.attendance import entry_count, listed
from masterpoint.schemes.ebu.rules.facts import Facts
from masterpoint.schemes.ebu.rules.handbook import problem
from masterpoint.schemes.ebu.rules.principles.status import status_step

FEWEST_COUNTIES = 3  # 1.2.6(e)
RESERVES_FROM = 8  # 1.2.6(c): teams of eight or more
INTER_COUNTY_STATUS = {"A": "national", "B": "regional"}  # 1.2.6(e); C and lower: county
NOT_MEMBERS = ("none",)
"""Who is no member of the EBU at all; lapsed and potential members have a record (2.9.3, reading E61)."""


def simultaneous_problems(event: SimultaneousEvent, facts: Facts) -> Iterator[Problem]:
    """1.2.5: clubs and independent organisers need a licence, counties only beyond their own clubs; never blue."""
    level = event.organiser.level
    if level not in ("county", "national") and not facts.licence:
        yield problem(
            "facts.licence",
            "",
            f"a {level} may not hold simultaneous pairs without a special licence",
            "apply for the licence and give its number",
            "1.2.5",
        )
    if level == "county" and facts.unaffiliated_clubs and not (facts.licence and facts.charity):
        yield problem(
            "facts.unaffiliated_clubs",
            True,
            "a county's simultaneous pairs are for its affiliated clubs",
            "leave the others out, or give the licence of a charity event that lets them in",
            "1.2.5",
        )
    if level == "county" and event.colour.lower() == "blue":
        yield problem(
            "colour",
            event.colour,
            "a county's simultaneous pairs may not give Blue Points",
            "leave the colour out",
            "1.2.5",
        )


def invitation(event: AnyEvent, facts: Facts) -> Step:
    """1.2.6(d): one event a year for invited members of other counties, by the entry on the day."""
    entries = entry_count(event)
    marked = sum(entry.outside for entry in listed(event))
    outside = marked if facts.outside_entries is None else facts.outside_entries
    share = f"{outside} of {entries} entries from outside the county"
    if 3 * outside < entries:
        return status_step("county", "1.2.6(d)", f"{share}: less than a third")
    if facts.per_county:
        return status_step("national", "1.2.6(d)", f"{share}, limited to {facts.per_county} a county")
    return status_step("regional", "1.2.6(d)", share)


def invitation_problems(event: AnyEvent, facts: Facts) -> Iterator[Problem]:
    if event.organiser.level != "county":
        yield problem(
            "organiser.level",
            event.organiser.level,
            "only a county may hold an invitation event",
            "give the county as organiser",
            "1.2.6(d)",
        )
    if facts.outside_entries is not None and facts.outside_entries > entry_count(event):
        yield problem(
            "facts.outside_entries",
            facts.outside_entries,
            f"only {entry_count(event)} entered altogether",
            "count those from outside among the entries",
            "1.2.6(d)",
        )


def inter_county(facts: Facts) -> Step:
    """1.2.6(e): the status of an inter-county league follows from which teams of the counties play in it."""
    letter = facts.team_letter or "A"
    status = INTER_COUNTY_STATUS.get(letter, "county")
    return status_step(status, "1.2.6(e)", f"inter-county league, counties' {letter} teams")


def inter_county_problems(event: AnyEvent, facts: Facts) -> Iterator[Problem]:
    """1.2.6(e), 1.4.3: three counties at least, and EBU members alone."""
    if facts.counties is not None and facts.counties < FEWEST_COUNTIES:
        yield problem(
            "facts.counties",
            facts.counties,
            "an inter-county league needs at least three counties",
            "find a third county, or hold it as a match between two",
            "1.2.6(e)",
        )
    for path, _, membership in non_members(event):
        yield problem(
            path, membership, "everybody in an inter-county league is an EBU member", "let a member play", "1.4.3"
        )


def heat_problems(event: AnyEvent, facts: Facts) -> Iterator[Problem]:
    """1.2.5: points in a club heat are awarded by affiliated clubs only."""
    if facts.heat_of and facts.unaffiliated_clubs and event.organiser.level != "national":
        yield problem(
            "facts.unaffiliated_clubs",
            True,
            "only affiliated clubs award points in a heat",
            "submit the heat without points, or leave `unaffiliated_clubs` out if the club is affiliated",
            "1.2.5",
        )


def inter_club_problems(event: AnyEvent, facts: Facts) -> Iterator[Problem]:
    """1.1.1, 1.2.6(b): where clubs enter, only affiliated clubs do."""
    if facts.inter_club and facts.unaffiliated_clubs and not isinstance(event, SimultaneousEvent):
        yield problem(
            "facts.unaffiliated_clubs",
            True,
            "only affiliated clubs may enter an event that clubs enter",
            "leave the clubs out that are not affiliated",
            "1.1.1" if event.organiser.level == "national" else "1.2.6(b)",
        )


def county_league_problems(event: LeagueEvent) -> Iterator[Problem]:
    """1.2.6(c), 1.4.3: non-members in the bottom division of several, or as reserves in teams of eight or more."""
    bottom = max((division.level for division in event.divisions), default=1)
    for level, division in enumerate(event.divisions):
        if division.level == bottom > 1:
            continue
        for path, entry, membership in non_members(event, f"divisions[{level}]."):
            if (entry.team_size or 4) >= RESERVES_FROM and _reserve(event, path):
                continue
            yield problem(
                path,
                membership,
                "non-members may play only in the bottom division of several, or as reserves in teams of eight",
                "let a member play there, or mark a reserve of a team of eight with `substitute = true`",
                "1.2.6(c)",
            )


def _reserve(event: LeagueEvent, path: str) -> bool:
    return any(
        path == f"{where}.players[{index}].membership" and player.substitute
        for where, entry in everybody(event)
        for index, player in enumerate(entry.players)
    )


def non_members(event: AnyEvent, under: str = "") -> Iterator[tuple[str, Entry, str]]:
    """Players with standing who are no members, with their paths."""
    for path, entry in everybody(event):
        if entry.standing != "full" or not path.startswith(under):
            continue
        for index, player in enumerate(entry.players):
            if player.membership in NOT_MEMBERS:
                yield f"{path}.players[{index}].membership", entry, player.membership
