"""Read and check credit files as a return of points."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import date
from pathlib import PurePath

import msgspec

from masterpoint.centre.crediting import claims
from masterpoint.centre.crediting.returns import (
    CreditReturn,
    Heading,
    ReportedLine,
    ReturnFile,
    check_return,
    uses_credit_files,
)
from masterpoint.centre.records.queries import edition_of
from masterpoint.centre.registry.models import Federation, Organisation
from masterpoint.core.errors import NotReadable, Problem
from masterpoint.formats import credit_files
from masterpoint.formats.credit_files import CreditFile

MAX_FILES = 20


def read_files(
    organisation: Organisation,
    files: Sequence[ReturnFile],
    heading: Heading,
    *,
    problems: Sequence[Problem] = (),
    colour: str = "",
) -> CreditReturn:
    """Read several files of any colours as one return. `colour` is for older .mp files, which do not state it."""
    file_problems = list(problems)
    if not files:
        file_problems.append(Problem("files", "", "no file was chosen", "choose one or more credit files"))
    if len(files) > MAX_FILES:
        file_problems.append(Problem("files", str(len(files)), "too many files at once", f"send at most {MAX_FILES}"))
    if not uses_credit_files(organisation.federation):
        contents = claims.read_claims(organisation, files[:MAX_FILES], heading.day, problems=file_problems)
        return check_return(
            organisation, heading, contents.lines, problems=file_problems, files=files, remarks=contents.remarks
        )
    read = [view_file(file, colour) for file in files[:MAX_FILES]]
    format_problems = [_read_file(file, problem) for file in read for problem in file.problems]
    file_problems += _citing(organisation.federation, heading.day, format_problems)
    if file_problems:
        file_problems += _register_problems(organisation, read, heading)
        raise NotReadable(file_problems)
    return check_return(organisation, heading, _lines(read), files=files)


def view_file(file: ReturnFile, colour: str = "") -> CreditFile:
    """Read a credit file as far as possible."""
    colours = tuple(colour.split("-and-")) if colour and not credit_files.colours_of_ending(file.name) else None
    return credit_files.view(file.data, source=PurePath(file.name).name, colours=colours)


def _read_file(file: CreditFile, problem: Problem) -> Problem:
    return msgspec.structs.replace(problem, place=f"{file.source}, {problem.place}")


def _citing(federation: Federation, day: date, problems: Sequence[Problem]) -> list[Problem]:
    """The problems, citing the edition of the day of the event; a heading without a day names none."""
    return list(edition_of(federation, day).with_title(problems)) if day != date.min else list(problems)


def _lines(files: Sequence[CreditFile]) -> Iterator[ReportedLine]:
    for file in files:
        for line in file.lines:
            place, number = f"{file.source}, line {line.line}", str(int(line.number))
            amounts = list(zip(file.colours, line.hundredths, strict=True))
            if not any(line.hundredths):
                yield ReportedLine(place, number, file.colours[0], 0)
            yield from (ReportedLine(place, number, colour, amount) for colour, amount in amounts if amount)


def _register_problems(organisation: Organisation, files: Sequence[CreditFile], heading: Heading) -> list[Problem]:
    """Problems of the readable lines with the register, so that all are reported at once."""
    readable = [file for file in files if all(file.colours)]
    lines = list(_lines(readable))
    if not lines:
        return []
    try:
        check_return(organisation, heading, lines)
    except NotReadable as refusal:
        return list(refusal.problems)
    return []
