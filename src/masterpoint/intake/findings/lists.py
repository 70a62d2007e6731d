"""Lists of credits and of members: no event, but what is wrong with them can be said."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from datetime import date
from decimal import Decimal

from masterpoint.core.member_lists import Credits, Members
from masterpoint.core.results import plain_number
from masterpoint.formats import mempad
from masterpoint.intake import numbers
from masterpoint.intake.findings.base import Finding, error, in_order, warning
from masterpoint.schemes import FEDERATIONS

CLAIM_AGE_DAYS = 8


def check_list(contents: Credits | Members, today: date) -> tuple[Finding, ...]:
    """All findings on a list, errors first."""
    if isinstance(contents, Credits):
        return in_order(_credit_findings(contents, today))
    return in_order(_member_findings(contents))


def _credit_findings(file: Credits, today: date) -> Iterator[Finding]:
    yield from (Finding("warning", problem) for problem in file.noticed)
    scheme, doubted = scheme_of(file.format), {problem.value for problem in file.noticed}
    seen: Counter[tuple[str, str]] = Counter()
    for credit in file.credits:
        plain = plain_number(credit.national)
        seen[plain, credit.event_code] += 1
        if seen[plain, credit.event_code] == 2:
            message = f"Number {credit.national} has more than one line."
            yield warning(credit.line, credit.national, message, "Put the points of a player on one line.")
        why = numbers.impossible(plain, scheme)
        if why and credit.national not in doubted:
            yield error(
                credit.line, credit.national, f"{credit.national} is not a member's number: {why}.", "Correct it."
            )
        yield from _claim_day(credit.line, credit.claim_day, today)
        points = sum((award.points for award in credit.awards), Decimal(0))
        if file.format == mempad.CLAIMS and points > mempad.SANITY_LIMIT:
            message = f"Number {credit.national} claims {points:f} points, more than {mempad.SANITY_LIMIT} at once."
            yield warning(credit.line, f"{points:f}", message, "Check the points.")


def scheme_of(format_name: str) -> str:
    """The federation whose programs alone write such a file; empty where there is none."""
    owners = (code for code, owner in FEDERATIONS.items() if format_name.lower() in owner.file_marks.formats)
    return next(owners, "")


def _claim_day(line: int, claimed: date | None, today: date) -> Iterator[Finding]:
    if claimed is None:
        return
    if claimed > today:
        yield error(line, claimed.isoformat(), f"The claim is dated {claimed}, in the future.", "Correct it.")
    elif (today - claimed).days > CLAIM_AGE_DAYS:
        message = f"The claim of {claimed} is more than {CLAIM_AGE_DAYS} days old."
        yield warning(line, claimed.isoformat(), message, "Claim sooner, or explain to MEMPAD.")


def _member_findings(file: Members) -> Iterator[Finding]:
    scheme = scheme_of(file.format)
    seen: Counter[str] = Counter()
    for member in file.members:
        plain = plain_number(member.national)
        seen[plain] += 1
        if seen[plain] == 2:
            message = (
                f"{member.national} is the number of two members, {member.given_name} {member.surname} among them."
            )
            yield error(member.line, member.national, message, "Give each number once.")
        if why := numbers.impossible(plain, scheme):
            message = f"{member.national} cannot be the number of {member.given_name} {member.surname}: {why}."
            yield error(member.line, member.national, message, "Correct it.")
