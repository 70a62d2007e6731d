"""Credit files as returns: every file read, every line checked, whatever the number of files."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import PurePath

import msgspec

from masterpoint.centre.crediting import claims
from masterpoint.centre.crediting.returns import (
    CreditReturn,
    Heading,
    ReportedLine,
    SentFile,
    checked_return,
    uses_credit_files,
)
from masterpoint.centre.registry.models import Organisation
from masterpoint.core.errors import NotReadable, Problem
from masterpoint.formats import credit_files
from masterpoint.formats.credit_files import CreditFile

MOST_FILES = 20


def read_files(
    organisation: Organisation,
    files: Sequence[SentFile],
    heading: Heading,
    *,
    problems: Sequence[Problem] = (),
    colour: str = "",
) -> CreditReturn:
    """Several files at once, of any colours, as one return; `colour` where the older .mp endings give none."""
    wrong = list(problems)
    if not files:
        wrong.append(Problem("files", "", "no file was chosen", "choose one or more credit files"))
    if len(files) > MOST_FILES:
        wrong.append(Problem("files", str(len(files)), "too many files at once", f"send at most {MOST_FILES}"))
    if not uses_credit_files(organisation.federation):
        claimed = claims.read_claims(organisation, files[:MOST_FILES], heading.day, problems=wrong)
        return checked_return(
            organisation, heading, claimed.lines, problems=wrong, files=files, remarks=claimed.remarks
        )
    read = [viewed(file, colour) for file in files[:MOST_FILES]]
    wrong += [_of_file(file, problem) for file in read for problem in file.wrong]
    if wrong:
        wrong += _register_problems(organisation, read, heading)
        raise NotReadable(wrong)
    return checked_return(organisation, heading, _lines(read), files=files)


def viewed(file: SentFile, colour: str = "") -> CreditFile:
    """A credit file as far as it can be read."""
    colours = tuple(colour.split("-and-")) if colour and not credit_files.colours_named(file.name) else None
    return credit_files.view(file.data, source=PurePath(file.name).name, colours=colours)


def _of_file(file: CreditFile, problem: Problem) -> Problem:
    return msgspec.structs.replace(problem, place=f"{file.source}, {problem.place}")


def _lines(files: Sequence[CreditFile]) -> Iterator[ReportedLine]:
    for file in files:
        for line in file.lines:
            place, number = f"{file.source}, line {line.line}", str(int(line.number))
            amounts = list(zip(file.colours, line.hundredths, strict=True))
            if not any(line.hundredths):
                yield ReportedLine(place, number, file.colours[0], 0)
            yield from (ReportedLine(place, number, colour, amount) for colour, amount in amounts if amount)


def _register_problems(organisation: Organisation, files: Sequence[CreditFile], heading: Heading) -> list[Problem]:
    """What the register says against the lines that can be read, so that all of it is known at once."""
    readable = [file for file in files if all(file.colours)]
    lines = list(_lines(readable))
    if not lines:
        return []
    try:
        checked_return(organisation, heading, lines)
    except NotReadable as refusal:
        return list(refusal.problems)
    return []
