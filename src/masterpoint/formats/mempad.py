"""MEMPAD, the SBU's membership system: claims of congress awards, and the list of members.

Claims: one row per player, with local and national points in decimals. Members: number, names, home club and a field
such as `POSTCODE - Rank`, whose postcode is not read.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from masterpoint.core.errors import NotReadable, Problem
from masterpoint.core.member_lists import Credit, Credits, Member, Members
from masterpoint.core.results import FileAward, points_of_colour
from masterpoint.formats import values
from masterpoint.formats.problems import Problems, refuse
from masterpoint.formats.text import csv_text, decode, rows_of

CLAIMS, MEMBERS = "MEMPAD claims", "MEMPAD members"
CLAIM_HEADING = ("Claim Date", "Membership ID", "Event Code", "Club Code", "Local Points", "National Points")
MEMBER_HEADING = ("Master Point Number", "First Names", "Last Name", "Home Club", "Postcode and Rank")
LOCAL, NATIONAL = "local", "national"
SANITY_LIMIT = 15


class UnfinishedClaims(NotReadable):
    """Some lines cannot be read. The other claims are attached, so that their problems are reported too."""

    def __init__(self, problems: Iterable[Problem], claims: Credits) -> None:
        super().__init__(problems)
        self.claims = claims


def _is_heading(cells: Sequence[str], heading: Sequence[str]) -> bool:
    return [cell.lower() for cell in cells[: len(heading)]] == [name.lower() for name in heading]


def read_claims(data: bytes, *, source: str) -> Credits:
    """The claims, or everything that is wrong with them."""
    decoded = decode(data)
    rows = rows_of(decoded.text)
    if not rows or not _is_heading(rows[0][1], CLAIM_HEADING):
        refuse(1, "", "is not a MEMPAD claims file", f"The first line should be {','.join(CLAIM_HEADING)}.")
    problems = Problems()
    claims = [_claim(line, cells, problems) for line, cells in rows[1:]]
    try:
        problems.refuse_if_any()
    except NotReadable as refusal:
        problem_places = {problem.place for problem in refusal.problems}
        readable = tuple(claim for claim in claims if f"line {claim.line}" not in problem_places)
        raise UnfinishedClaims(refusal.problems, Credits(CLAIMS, source, readable, decoded.remarks)) from None
    return Credits(CLAIMS, source, tuple(claims), decoded.remarks)


def _claim(line: int, cells: list[str], problems: Problems) -> Credit:
    day_text, member, event, club, local, national = (cells + [""] * 6)[:6]
    day = values.day(day_text)
    if day is None:
        problems.add(line, day_text, "is not a date", "Write it like 12/03/2024.")
    if not member.isdigit():
        problems.add(line, member, "is not a membership number", "Write the SBU number, digits only.")
    return Credit(
        national=member,
        awards=_points(line, (LOCAL, local), (NATIONAL, national), problems=problems),
        claim_day=day,
        event_code=event,
        club_code=club,
        line=line,
    )


def _points(line: int, *columns: tuple[str, str], problems: Problems) -> tuple[FileAward, ...]:
    awards = []
    for colour, text in columns:
        points = values.decimal(text or "0")
        if points is None or points < 0:
            problems.add(line, text, f"the {colour} points should be a number", "Write them like 0.60.")
        elif points:
            awards.append(FileAward(points, colour))
    return tuple(awards)


def write_claims(credits: Credits) -> bytes:
    """The claims, with amounts to two decimal places."""
    rows = [list(CLAIM_HEADING)]
    for credit in credits.credits:
        day = values.day_first(credit.claim_day)
        points = [f"{points_of_colour(credit.awards, colour):.2f}" for colour in (LOCAL, NATIONAL)]
        rows.append([day, credit.national, credit.event_code, credit.club_code, *points])
    return csv_text(rows, line_end="\n").encode()


def read_members(data: bytes, *, source: str) -> Members:
    """The members: number, names, home club and rank."""
    decoded = decode(data)
    rows = rows_of(decoded.text)
    names = [cell.lower() for cell in rows[0][1]] if rows else []
    if len(names) < 5 or names[0] != "master point number" or names[4] != "postcode and rank":
        refuse(1, "", "is not a MEMPAD list of members", f"The first line should be {','.join(MEMBER_HEADING)}.")
    problems = Problems()
    members = []
    for line, cells in rows[1:]:
        number, given_name, surname, club, rank = (cells + [""] * 5)[:5]
        if not number.isdigit():
            problems.add(line, number, "is not a membership number", "Write the SBU number, digits only.")
        members.append(Member(number, given_name, surname, club, _rank(rank), line))
    problems.refuse_if_any()
    return Members(MEMBERS, source, tuple(members), decoded.remarks)


def _rank(text: str) -> str:
    """The rank in `ZZ1 1ZZ - District Master`, or in `- Life Master` if there is no postcode."""
    _, dash, rank = f" {text}".partition(" - ")
    return rank.strip() if dash else ""
