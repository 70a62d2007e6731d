"""Findings on lists of credits and of members, which are not events."""

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
    yield from (Finding("warning", problem) for problem in file.notices)
    scheme, doubtful_numbers = scheme_of(file.format), {problem.value for problem in file.notices}
    line_counts: Counter[tuple[str, str]] = Counter()
    for credit in file.credits:
        digits = plain_number(credit.national)
        line_counts[digits, credit.event_code] += 1
        if line_counts[digits, credit.event_code] == 2:
            message = f"Number {credit.national} has more than one line."
            yield warning(credit.line, credit.national, message, "Put the points of a player on one line.")
        reason = numbers.number_problem(digits, scheme)
        if reason and credit.national not in doubtful_numbers:
            yield error(
                credit.line, credit.national, f"{credit.national} is not a member's number: {reason}.", "Correct it."
            )
        yield from _claim_day(credit.line, credit.claim_day, today)
        points = sum((award.points for award in credit.awards), Decimal(0))
        if file.format == mempad.CLAIMS and points > mempad.SANITY_LIMIT:
            message = f"Number {credit.national} claims {points:f} points, more than {mempad.SANITY_LIMIT} at once."
            yield warning(credit.line, f"{points:f}", message, "Check the points.")


def scheme_of(format_name: str) -> str:
    """The federation whose programs alone write such files; empty if there is none."""
    owners = (code for code, owner in FEDERATIONS.items() if format_name.lower() in owner.file_marks.formats)
    return next(owners, "")


def _claim_day(line: int, claim_day: date | None, today: date) -> Iterator[Finding]:
    if claim_day is None:
        return
    if claim_day > today:
        yield error(line, claim_day.isoformat(), f"The claim is dated {claim_day}, in the future.", "Correct it.")
    elif (today - claim_day).days > CLAIM_AGE_DAYS:
        message = f"The claim of {claim_day} is more than {CLAIM_AGE_DAYS} days old."
        yield warning(line, claim_day.isoformat(), message, "Claim sooner, or explain to MEMPAD.")


def _member_findings(file: Members) -> Iterator[Finding]:
    scheme = scheme_of(file.format)
    number_counts: Counter[str] = Counter()
    for member in file.members:
        digits = plain_number(member.national)
        number_counts[digits] += 1
        if number_counts[digits] == 2:
            message = (
                f"{member.national} is the number of two members, {member.given_name} {member.surname} among them."
            )
            yield error(member.line, member.national, message, "Give each number once.")
        if reason := numbers.number_problem(digits, scheme):
            message = f"{member.national} cannot be the number of {member.given_name} {member.surname}: {reason}."
            yield error(member.line, member.national, message, "Correct it.")
