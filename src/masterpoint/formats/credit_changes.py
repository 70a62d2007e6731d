"""What NAT4WIN did with ABF credit files (appendices D and G): edit, merge, convert, create from awards."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal
from fractions import Fraction
from pathlib import PurePath

import msgspec

from masterpoint.core.derivation import Result
from masterpoint.core.errors import NotReadable, Problem
from masterpoint.core.exact import rational
from masterpoint.core.member_numbers import DIGITS
from masterpoint.formats.abf_credits import COLOURS, ENDINGS, NUMBER_DIGITS
from masterpoint.formats.credit_files import (
    BOTH_COLOURS,
    FORMAT_13,
    FORMAT_19,
    MAX_AMOUNT,
    NAMES,
    OLD_ENDING,
    RED_AND_GREEN,
    UTILITY,
    CreditFile,
    CreditLine,
    credit_problem,
    odd_lines,
    require_clean,
)


def merge(files: Sequence[CreditFile], *, source: str = "merged") -> CreditFile:
    """Merge files of one colour: each player appears once, with the amounts added up."""
    for file in files:
        require_clean(file)
    kinds = list(dict.fromkeys(file.colours for file in files))
    if len(kinds) != 1 or kinds[0] not in ENDINGS:
        names = ", ".join(f"{file.source} ({' and '.join(file.colours) or 'no colour'})" for file in files)
        raise NotReadable(
            credit_problem(
                "files", names, "only files of one type (colour) can be merged", "convert them first", UTILITY
            )
        )
    sums: dict[str, list[int]] = {}
    for file in files:
        for line in file.lines:
            amounts = sums.setdefault(line.number, [0] * len(file.colours))
            for index, amount in enumerate(line.hundredths):
                amounts[index] += amount
    lines = tuple(CreditLine(number, tuple(amounts)) for number, amounts in sums.items())
    return CreditFile(f"{source}{ENDINGS[kinds[0]]}", kinds[0], lines)


def convert(file: CreditFile, target_ending: str = "") -> tuple[CreditFile, ...]:
    """The file under the ending of its colour, or in another layout; red and green can be joined or split."""
    require_clean(file)
    stem = PurePath(file.source).stem
    target = target_ending.lower() or file.ending
    if OLD_ENDING.match(target):
        return (_under_old_ending(file, stem, target),)
    target_colours = COLOURS.get(target)
    if target_colours is None or file.colours not in ENDINGS:
        fix = f"choose one of the endings {', '.join(ENDINGS.values())}"
        raise NotReadable(
            credit_problem(
                "ending", target_ending or file.source, "does not say which colour to convert to", fix, NAMES
            )
        )
    if target_colours == file.colours:
        return (msgspec.structs.replace(file, source=f"{stem}{ENDINGS[target_colours]}"),)
    if target_colours == RED_AND_GREEN and file.colours[0] in RED_AND_GREEN:
        blank = RED_AND_GREEN.index(file.colours[0])
        lines = tuple(
            CreditLine(line.number, (line.hundredths[0], 0) if blank == 0 else (0, line.hundredths[0]), line.line)
            for line in file.lines
        )
        return (CreditFile(f"{stem}.rag", RED_AND_GREEN, lines),)
    if file.colours == RED_AND_GREEN and target_colours[0] in RED_AND_GREEN:
        return tuple(part for part in (_column(file, stem, colour) for colour in RED_AND_GREEN) if part.lines)
    message = f"{' and '.join(file.colours)} points cannot become {' and '.join(target_colours)} points"
    raise NotReadable(credit_problem("ending", target_ending, message, "points keep their colour", NAMES))


def _under_old_ending(file: CreditFile, stem: str, ending: str) -> CreditFile:
    """The same digits under an older .mp ending: .mp5 holds red and green, all others one colour."""
    if (ending == BOTH_COLOURS) != (file.colours == RED_AND_GREEN) or not file.colours:
        message = f"this ending cannot hold {' and '.join(file.colours) or 'points of no colour'}"
        fix = f"{BOTH_COLOURS} is for red and green, another .mp ending for one colour"
        raise NotReadable(credit_problem("ending", ending, message, fix, NAMES))
    return msgspec.structs.replace(file, source=f"{stem}{ending}")


def _column(file: CreditFile, stem: str, colour: str) -> CreditFile:
    index = RED_AND_GREEN.index(colour)
    lines = tuple(
        CreditLine(line.number, (line.hundredths[index],), line.line) for line in file.lines if line.hundredths[index]
    )
    return CreditFile(f"{stem}{ENDINGS[(colour,)]}", (colour,), lines)


def edit(
    file: CreditFile, *, new_amounts: Mapping[str, Sequence[Decimal]] = {}, removed_numbers: Sequence[str] = ()
) -> CreditFile:
    """Set players' amounts (adding players who are not in the file), or remove players' lines."""
    require_clean(file)
    problems = list(_edit_problems(file, new_amounts, removed_numbers))
    if problems:
        raise NotReadable(problems)
    changes = {
        number.rjust(NUMBER_DIGITS, "0"): tuple(int(points * 100) for points in amounts)
        for number, amounts in new_amounts.items()
    }
    removals = {number.rjust(NUMBER_DIGITS, "0") for number in removed_numbers}
    lines: list[CreditLine] = []
    written_numbers: set[str] = set()
    for line in file.lines:
        if line.number in removals or line.number in written_numbers:
            continue
        if line.number in changes:
            written_numbers.add(line.number)
            lines.append(CreditLine(line.number, changes[line.number], line.line))
        else:
            lines.append(line)
    lines += [CreditLine(number, amounts) for number, amounts in changes.items() if number not in written_numbers]
    return msgspec.structs.replace(file, lines=tuple(lines), notices=tuple(odd_lines(lines)))


def _edit_problems(
    file: CreditFile, new_amounts: Mapping[str, Sequence[Decimal]], removed_numbers: Sequence[str]
) -> Iterator[Problem]:
    file_numbers = {line.number for line in file.lines}
    removals = {number.rjust(NUMBER_DIGITS, "0") for number in removed_numbers}
    for number in removed_numbers:
        if number.rjust(NUMBER_DIGITS, "0") not in file_numbers:
            yield credit_problem("remove", number, "is not in the file", "check the number", UTILITY)
    numbers = [number.rjust(NUMBER_DIGITS, "0") for number in new_amounts]
    for number, amounts in new_amounts.items():
        if number.rjust(NUMBER_DIGITS, "0") in removals:
            yield credit_problem("changes", number, "is both set and removed", "do one of the two", UTILITY)
        if numbers.count(number.rjust(NUMBER_DIGITS, "0")) > 1:
            yield credit_problem("changes", number, "is set twice", "give each player one line", UTILITY)
        if not DIGITS.match(number) or len(number) > NUMBER_DIGITS:
            yield credit_problem(
                "changes", number, "is not an ABF number of up to seven digits", "correct it", FORMAT_13
            )
        if len(amounts) != len(file.colours):
            colours = " and ".join(file.colours)
            yield credit_problem(
                "changes", number, f"needs an amount for {colours}", "give one amount for each colour", FORMAT_19
            )
        for amount in amounts:
            if not _is_amount(amount):
                yield credit_problem(
                    f"changes, {number}",
                    f"{amount}",
                    "is not an amount in hundredths up to 9999.99",
                    "write 0.42",
                    FORMAT_13,
                )


def _is_amount(amount: Decimal) -> bool:
    """Whether an amount fits into a line. One with a huge exponent is too large even for arithmetic."""
    return (
        amount.is_finite() and 0 <= amount <= MAX_AMOUNT and amount * 100 <= MAX_AMOUNT and amount == round(amount, 2)
    )


def from_result(result: Result, *, stem: str = "credits") -> tuple[CreditFile, ...]:
    """The awards of an event as credit files: one per colour, with a line for each player with an ABF number."""
    sums: dict[str, dict[str, Fraction]] = {}
    missing: dict[str, Problem] = {}
    for award in result.awards:
        if not award.points:
            continue
        for player in award.recipients:
            if not DIGITS.match(player.id) or len(player.id) > NUMBER_DIGITS:
                name = player.name or player.id or "a player"
                missing[name] = credit_problem(
                    name, player.id, "has no ABF number, so it cannot have a line", "add the number", FORMAT_13
                )
                continue
            by_number = sums.setdefault(award.colour, {})
            number = player.id.rjust(NUMBER_DIGITS, "0")
            by_number[number] = by_number.get(number, Fraction(0)) + rational(award.points)
    files = []
    for colour, amounts in sums.items():
        lines = tuple(CreditLine(number, (int(points * 100),)) for number, points in amounts.items())
        notices = (
            *missing.values(),
            *odd_lines([msgspec.structs.replace(line, line=line_number) for line_number, line in enumerate(lines, 1)]),
        )
        files.append(CreditFile(f"{stem}{ENDINGS.get((colour,), '')}", (colour,), lines, (), notices))
    return tuple(files)
