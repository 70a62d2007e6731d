"""ABF credit files as NAT4WIN handled them (appendices D and G): viewed, checked and written.

`abf_credits` refuses a file that is not clean. This module looks at every line, so that a secretary sees the totals and
everything that is wrong at once. Amounts are in hundredths, as in the files.
`credit_changes` edits, merges and converts them.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from decimal import Decimal
from pathlib import PurePath

import msgspec

from masterpoint.core.errors import NotReadable, Problem
from masterpoint.core.member_numbers import DIGITS
from masterpoint.formats.abf_credits import AMOUNT_DIGITS, COLOURS, ENDINGS, NUMBER_DIGITS
from masterpoint.formats.numbers import abf_is_valid
from masterpoint.formats.problems import short_value
from masterpoint.formats.text import decode, lines_of

RED_AND_GREEN = ("red", "green")
MAX_AMOUNT = 10**AMOUNT_DIGITS - 1
OFFICE = (".doc", ".docx", ".xls", ".xlsx", ".rtf", ".odt", ".ods", ".pdf")
FORMAT_13, FORMAT_19, NAMES, UTILITY = "ABF D format 13", "ABF D format 19", "ABF D names", "ABF G"
BOTH_COLOURS = ".mp5"
OLD_ENDING = re.compile(r"\.mp.\Z", re.IGNORECASE)


class CreditLine(msgspec.Struct, frozen=True):
    """One line: a player and an amount in hundredths for each colour of the file."""

    number: str
    hundredths: tuple[int, ...]
    line: int = 0


class CreditFile(msgspec.Struct, frozen=True):
    """The readable part of a credit file, what is wrong with it, and what deserves a look."""

    source: str
    colours: tuple[str, ...]
    lines: tuple[CreditLine, ...] = ()
    problems: tuple[Problem, ...] = ()
    """Problems that keep the Centre from accepting the file."""
    notices: tuple[Problem, ...] = ()
    """Lines that deserve a look, but are not errors of the format."""

    @property
    def ending(self) -> str:
        return ENDINGS.get(self.colours, "")

    @property
    def players(self) -> int:
        return len({line.number for line in self.lines})

    def totals(self) -> dict[str, Decimal]:
        """Total points of each colour."""
        return {
            colour: Decimal(sum(line.hundredths[index] for line in self.lines)) / 100
            for index, colour in enumerate(self.colours)
        }


NO_CREDITS = (
    "is not a credit file: no line has the digits of a number and an award",
    "choose the file that your scoring program wrote",
)


def colours_of_ending(source: str) -> tuple[str, ...]:
    """The colours that a file's ending stands for; none for the older .mp endings except .mp5."""
    return COLOURS.get(PurePath(source).suffix.lower(), ())


def view(data: bytes, *, source: str, colours: Sequence[str] | None = None) -> CreditFile:
    """Every line that can be read, and everything that is wrong or odd, by line."""
    file_colours = tuple(colours) if colours is not None else colours_of_ending(source)
    problems = list(_name_problems(source, file_colours, fields=colours is not None))
    text = decode(data).text
    if not data.isascii() or b"\x00" in data:
        problems.append(credit_problem("the file", "", "is not plain ASCII text", "save it as plain text", FORMAT_13))
    file_lines = lines_of(text.rstrip("\x1a"))
    while file_lines and not file_lines[-1]:
        file_lines.pop()
    widths = Counter(len(line) for line in file_lines if DIGITS.match(line))
    if any(file_lines) and not any(_has_a_credit(line) for line in file_lines):
        problems.append(credit_problem("the file", file_lines[0], *NO_CREDITS, FORMAT_13))
        return CreditFile(source, file_colours or ("",), (), tuple(problems), ())
    width = _width(file_colours, widths)
    lines: list[CreditLine] = []
    for count, line in enumerate(file_lines, 1):
        fault = _fault(line, width)
        if fault:
            problems.append(credit_problem(f"line {count}", line, *fault, FORMAT_19 if width == 19 else FORMAT_13))
        else:
            lines.append(_read(line, count))
    shape = file_colours if len(file_colours) * AMOUNT_DIGITS + NUMBER_DIGITS == width else _shape(width)
    return CreditFile(source, shape, tuple(lines), tuple(problems), tuple(odd_lines(lines)))


def _has_a_credit(line: str) -> bool:
    """Whether the line is all digits, or has more digits than a number alone would."""
    return bool(DIGITS.match(line)) or sum(character.isdecimal() for character in line) > NUMBER_DIGITS


def _width(colours: Sequence[str], widths: Counter[int]) -> int:
    if colours:
        return NUMBER_DIGITS + AMOUNT_DIGITS * len(colours)
    return 19 if widths[19] > widths[13] else 13


def _shape(width: int) -> tuple[str, ...]:
    return RED_AND_GREEN if width == 19 else ("",)


def _read(line: str, count: int) -> CreditLine:
    amounts = range(NUMBER_DIGITS, len(line), AMOUNT_DIGITS)
    return CreditLine(line[:NUMBER_DIGITS], tuple(int(line[start : start + AMOUNT_DIGITS]) for start in amounts), count)


def credit_problem(place: str, value: str, message: str, fix: str, clause: str) -> Problem:
    return Problem(place, short_value(value), message, fix, clause)


def _name_problems(source: str, colours: Sequence[str], *, fields: bool) -> Iterator[Problem]:
    ending = PurePath(source).suffix.lower()
    if ending in OFFICE:
        yield credit_problem(
            "the name",
            ending,
            "is a file of a word processor or spreadsheet",
            "save it as plain text, and as .grn, .red, .gld or .rag",
            NAMES,
        )
    elif not colours and not fields:
        message = (
            "does not say which colour the points are"
            if OLD_ENDING.match(ending)
            else "is not an ending of a credit file"
        )
        yield credit_problem("the name", ending, message, "use .grn, .red, .gld or .rag, or say which colour", NAMES)


def _fault(line: str, width: int) -> tuple[str, str] | None:
    """What is wrong with one line, and the fix."""
    if not line:
        return "is empty", "remove the empty line"
    if not DIGITS.match(line):
        bad_character = next(character for character in line if not ("0" <= character <= "9"))
        name = (
            "a blank"
            if bad_character.isspace()
            else f"the character {bad_character}"
            if bad_character.isprintable()
            else "a control character"
        )
        return f"holds {name}, only digits are allowed", "write digits only: no blanks, points or signs"
    if len(line) != width:
        parts = "number 7, red 6, green 6" if width == 19 else "number 7, award 6"
        return f"has {len(line)} digits, not {width}", f"fill with zeros on the left: {parts}"
    if not int(line[:NUMBER_DIGITS]):
        return "has no player's number", "write the ABF number in the first seven digits"
    return None


def odd_lines(lines: Sequence[CreditLine]) -> Iterator[Problem]:
    first: dict[str, int] = {}
    for line in lines:
        place = f"line {line.line}"
        if not abf_is_valid(line.number):
            yield credit_problem(
                place, line.number, "the check digit is wrong", "compare the number with the card", FORMAT_13
            )
        if not any(line.hundredths):
            yield credit_problem(place, line.number, "credits nothing", "remove the line, or give the award", FORMAT_13)
        if line.number in first:
            message = f"the same player as in line {first[line.number]}"
            yield credit_problem(place, line.number, message, "merging adds the two together", UTILITY)
        first.setdefault(line.number, line.line)


def require_clean(file: CreditFile) -> CreditFile:
    """Return the file, or refuse it with everything that is wrong with it."""
    if file.problems:
        raise NotReadable(
            msgspec.structs.replace(problem, place=f"{file.source}: {problem.place}") for problem in file.problems
        )
    return file


def file_bytes(file: CreditFile) -> bytes:
    """The file, digit for digit: 13 or 19 per line, padded with zeros."""
    problems = [
        credit_problem(
            line.number, str(amount), "does not fit into six digits of hundredths", "at most 9999.99", FORMAT_13
        )
        for line in file.lines
        for amount in line.hundredths
        if not 0 <= amount <= MAX_AMOUNT
    ]
    problems += [
        credit_problem(line.number, line.number, "is not an ABF number of up to seven digits", "correct it", FORMAT_13)
        for line in file.lines
        if not DIGITS.match(line.number) or len(line.number) > NUMBER_DIGITS
    ]
    if problems:
        raise NotReadable(problems)
    rows = (line.number.rjust(NUMBER_DIGITS, "0") + "".join(f"{n:06d}" for n in line.hundredths) for line in file.lines)
    return "".join(f"{row}\r\n" for row in rows).encode("ascii")
