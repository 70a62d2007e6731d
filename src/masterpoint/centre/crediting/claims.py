"""Claims of points by player: MEMPAD's claims file, and a scoring program's result-only file (SBU 24.1, 25.1)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import date
from decimal import Decimal
from fractions import Fraction
from typing import NamedTuple

import msgspec

from masterpoint.centre.crediting.returns import ReportedLine, ReturnFile
from masterpoint.centre.ledger.models import Posting
from masterpoint.centre.registry.models import Organisation
from masterpoint.core.errors import MasterpointError, NotReadable, Problem
from masterpoint.core.member_lists import Credit, Credits
from masterpoint.core.results import FileAward, Results, plain_number
from masterpoint.formats import mempad, read
from masterpoint.intake.findings.lists import check_list
from masterpoint.intake.marks import colour_in_book, unit_of

EXPORT = "export a MEMPAD claims file (CSV), or a result-only file with the master points typed in (USEBIO)"


class ClaimContents(NamedTuple):
    """The claims in some files, and remarks for an officer."""

    lines: list[ReportedLine]
    remarks: list[str]


def read_claims(
    organisation: Organisation, files: Sequence[ReturnFile], day: date, *, problems: list[Problem]
) -> ClaimContents:
    """Read every line of every file. Problems are added to the list."""
    result = ClaimContents([], [])
    for file in files:
        contents: object
        try:
            contents = read(file.data, source=file.name)
        except MasterpointError as refusal:
            problems += [_read_file(file, problem) for problem in refusal.problems]
            if not isinstance(refusal, mempad.UnfinishedClaims):
                continue
            contents = refusal.claims
        if isinstance(contents, Credits) and contents.format == "MEMPAD claims":
            _add_claims(organisation, file, contents, day, result, problems)
        elif isinstance(contents, Results) and contents.format.startswith("USEBIO"):
            _add_results(organisation, file, contents, day, result, problems)
        else:
            problems.append(Problem(file.name, "", f"this is {contents.format}, not a claim of points", EXPORT))
    return result


def _read_file(file: ReturnFile, problem: Problem) -> Problem:
    place = f"{file.name}, {problem.place}" if problem.place else file.name
    return msgspec.structs.replace(problem, place=place)


def _add_claims(
    organisation: Organisation,
    file: ReturnFile,
    claims: Credits,
    day: date,
    result: ClaimContents,
    problems: list[Problem],
) -> None:
    """Add claims.

    They must be dated after the event and come from the club itself, and each file must be of one event.
    """
    for finding in check_list(claims, date.today()):
        if finding.severity == "error":
            problems.append(_read_file(file, finding.problem))
        else:
            result.remarks.append(f"{file.name}, {finding.problem.place}: {finding.problem.message}")
    codes = list(dict.fromkeys(credit.event_code for credit in claims.credits if credit.event_code))
    if len(codes) > 1:
        fix = "send a file for each event"
        problems.append(Problem(file.name, ", ".join(codes[:5]), "the claims are of several events", fix))
    elif codes:
        result.remarks.append(f"{file.name}: event {codes[0]} of MEMPAD.")
    for credit in claims.credits:
        place = f"{file.name}, line {credit.line}"
        if credit.club_code and credit.club_code.casefold() != organisation.number.casefold():
            message = f"this claim is for another club than {organisation.name}, whose number is {organisation.number}"
            problems.append(Problem(place, credit.club_code, message, "send it for that club"))
        if credit.claim_day and day != date.min and credit.claim_day < day:
            message = f"this claim is dated before the event, which was on {day:%-d %B %Y}"
            problems.append(Problem(place, credit.claim_day.isoformat(), message, "correct the day of one of them"))
        result.lines.extend(_lines(organisation, place, credit.national, credit.awards, problems))


def _add_results(
    organisation: Organisation,
    file: ReturnFile,
    results: Results,
    day: date,
    result: ClaimContents,
    problems: list[Problem],
) -> None:
    """Add results without boards that have points beside the names. Files with scores must be filed as results."""
    if results.boards or results.matches:
        message = "this file has the scores of an event, and its points can be worked out"
        problems.append(Problem(file.name, "", message, "file it as results instead"))
        return
    if results.played and results.played != day and day != date.min:
        message = f"this file is of {results.played:%-d %B %Y}, and the claim of {day:%-d %B %Y}"
        problems.append(Problem(file.name, results.played.isoformat(), message, "correct the day of one of them"))
    if results.club_number and results.club_number.casefold() != organisation.number.casefold():
        message = f"this file names another club than {organisation.name}, whose number is {organisation.number}"
        problems.append(Problem(file.name, results.club_number, message, "send it for that club"))
    for entry in (entry for ranking in results.rankings for entry in ranking.entries if entry.awards):
        for player in entry.players:
            place = f"{file.name}, place {entry.place}, {player.name or 'a player'}"
            if player.national:
                result.lines.extend(_lines(organisation, place, player.national, entry.awards, problems))
            else:
                problems.append(Problem(place, "", "points without a number", "give the player's number"))
    if not any(entry.awards for ranking in results.rankings for entry in ranking.entries):
        problems.append(Problem(file.name, "", "nobody has points in this file", EXPORT))


def _lines(
    organisation: Organisation, place: str, number: str, awards: Sequence[FileAward], problems: list[Problem]
) -> Iterator[ReportedLine]:
    if not awards:
        yield ReportedLine(place, plain_number(number), "local", 0)
    for award in awards:
        colour, unit = colour_in_book(organisation.federation.scheme, award.colour)
        hundredths = Fraction(award.points) * unit * 100
        if hundredths.denominator != 1:
            fix = "write at most two decimals"
            problems.append(
                Problem(place, f"{award.points:f}", "these points have more decimals than the ledger keeps", fix)
            )
        else:
            yield ReportedLine(place, plain_number(number), colour, int(hundredths))


def claims_of(posting: Posting, organisation: Organisation) -> bytes:
    """A return as MEMPAD's claims file: a line for each player, in the file's unit, with the reported day and event."""
    credits_by_place = _reported_credits(posting)
    amounts: dict[str, dict[str, int]] = {}
    scheme = organisation.federation.scheme
    lines = list(posting.lines.select_related("person").order_by("pk"))
    for line in lines:
        sums = amounts.setdefault(line.person.number, {})
        sums[line.colour] = sums.get(line.colour, 0) + line.hundredths
    credits_listed = tuple(
        Credit(
            number,
            tuple(FileAward(_in_file(scheme, colour, amount), colour) for colour, amount in sums.items()),
            claim_day=(number in credits_by_place and credits_by_place[number].claim_day) or lines[0].day,
            event_code=credits_by_place[number].event_code if number in credits_by_place else "",
            club_code=organisation.number,
        )
        for number, sums in amounts.items()
    )
    return mempad.write_claims(Credits("MEMPAD claims", posting.reason, credits_listed))


def _reported_credits(posting: Posting) -> dict[str, Credit]:
    """The first claim of each number in the files of a return."""
    credits_by_place: dict[str, Credit] = {}
    for file in posting.facts.get("files", []):
        try:
            contents = read(file["text"].encode(), source=file["name"])
        except MasterpointError:
            continue
        if isinstance(contents, Credits) and contents.format == mempad.CLAIMS:
            for credit in contents.credits:
                credits_by_place.setdefault(plain_number(credit.national), credit)
    return credits_by_place


def _in_file(scheme: str, colour: str, hundredths: int) -> Decimal:
    """Points as a file has them, with two decimals."""
    amount = Decimal(hundredths).scaleb(-2) / unit_of(scheme, colour)
    if amount != amount.quantize(Decimal("0.01")):
        fix = "give the points by hand"
        raise NotReadable(Problem("points", f"{amount:f}", "a claims file has two decimals, and these have more", fix))
    return amount
