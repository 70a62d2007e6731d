"""What NAT4WIN did with ABF credit files (appendices D and G): view, check, edit, merge, convert, make from awards.

`abf_credits` refuses a file that is not clean; here every line is looked at, so that a secretary sees the totals and
everything that is wrong at once. Amounts are counted in hundredths, as the files write them.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal
from fractions import Fraction
from pathlib import PurePath

import msgspec

from masterpoint.core.derivation import Result
from masterpoint.core.errors import NotReadable, Problem
from masterpoint.formats.abf_credits import AMOUNT_DIGITS, COLOURS, ENDINGS, NUMBER_DIGITS
from masterpoint.formats.numbers import abf_is_valid
from masterpoint.formats.problems import shown
from masterpoint.formats.text import decode, lines_of

RED_AND_GREEN = ("red", "green")
MOST = 10**AMOUNT_DIGITS - 1
OFFICE = (".doc", ".docx", ".xls", ".xlsx", ".rtf", ".odt", ".ods", ".pdf")
FORMAT_13, FORMAT_19, NAMES, UTILITY = "ABF D format 13", "ABF D format 19", "ABF D names", "ABF G"
BOTH_COLOURS = ".mp5"
_OLD = re.compile(r"\.mp.\Z", re.IGNORECASE)
_DIGITS = re.compile(r"\d+\Z", re.ASCII)


class CreditLine(msgspec.Struct, frozen=True):
    """One line: a player and an amount in hundredths for each colour of the file."""

    number: str
    hundredths: tuple[int, ...]
    line: int = 0


class CreditFile(msgspec.Struct, frozen=True):
    """A credit file as far as it can be read, what is wrong with it, and what should be looked at."""

    source: str
    colours: tuple[str, ...]
    lines: tuple[CreditLine, ...] = ()
    wrong: tuple[Problem, ...] = ()
    """Keeps the Centre from taking the file."""
    noticed: tuple[Problem, ...] = ()
    """Should be looked at, but is no error of the format."""

    @property
    def ending(self) -> str:
        return ENDINGS.get(self.colours, "")

    @property
    def players(self) -> int:
        return len({line.number for line in self.lines})

    def totals(self) -> dict[str, Decimal]:
        """Points of each colour altogether."""
        return {
            colour: Decimal(sum(line.hundredths[index] for line in self.lines)) / 100
            for index, colour in enumerate(self.colours)
        }


def colours_named(source: str) -> tuple[str, ...]:
    """The colours a file's ending tells; the older .mp endings but .mp5 tell none."""
    return COLOURS.get(PurePath(source).suffix.lower(), ())


def view(data: bytes, *, source: str, colours: Sequence[str] | None = None) -> CreditFile:
    """Every line that can be read, and everything that is wrong or odd, line by line."""
    known = tuple(colours) if colours is not None else colours_named(source)
    wrong = list(_name_problems(source, known, fields=colours is not None))
    text = decode(data).text
    if not data.isascii() or b"\x00" in data:
        wrong.append(_problem("the file", "", "is not plain ASCII text", "save it as plain text", FORMAT_13))
    written = lines_of(text.rstrip("\x1a"))
    while written and not written[-1]:
        written.pop()
    widths = Counter(len(line) for line in written if _DIGITS.match(line))
    width = _width(known, widths)
    lines: list[CreditLine] = []
    for count, line in enumerate(written, 1):
        fault = _fault(line, width)
        if fault:
            wrong.append(_problem(f"line {count}", line, *fault, FORMAT_19 if width == 19 else FORMAT_13))
        else:
            lines.append(_read(line, count))
    shape = known if len(known) * AMOUNT_DIGITS + NUMBER_DIGITS == width else _shape(width)
    return CreditFile(source, shape, tuple(lines), tuple(wrong), tuple(_odd(lines)))


def _width(colours: Sequence[str], widths: Counter[int]) -> int:
    if colours:
        return NUMBER_DIGITS + AMOUNT_DIGITS * len(colours)
    return 19 if widths[19] > widths[13] else 13


def _shape(width: int) -> tuple[str, ...]:
    return RED_AND_GREEN if width == 19 else ("",)


def _read(line: str, count: int) -> CreditLine:
    amounts = range(NUMBER_DIGITS, len(line), AMOUNT_DIGITS)
    return CreditLine(line[:NUMBER_DIGITS], tuple(int(line[at : at + AMOUNT_DIGITS]) for at in amounts), count)


def _problem(place: str, value: str, message: str, fix: str, clause: str) -> Problem:
    return Problem(place, shown(value), message, fix, clause)


def _name_problems(source: str, colours: Sequence[str], *, fields: bool) -> Iterator[Problem]:
    ending = PurePath(source).suffix.lower()
    if ending in OFFICE:
        yield _problem(
            "the name",
            ending,
            "is a file of an office program",
            "save it as plain text, and as .grn, .red, .gld or .rag",
            NAMES,
        )
    elif not colours and not fields:
        message = "tells no colour" if _OLD.match(ending) else "is no ending of a credit file"
        yield _problem("the name", ending, message, "use .grn, .red, .gld or .rag, or say the colour", NAMES)


def _fault(line: str, width: int) -> tuple[str, str] | None:
    """What is wrong with one line, and its cure."""
    if not line:
        return "is empty", "take the empty line out"
    if not _DIGITS.match(line):
        odd = next(character for character in line if not ("0" <= character <= "9"))
        name = "a blank" if odd.isspace() else f"the character {odd}" if odd.isprintable() else "a control character"
        return f"holds {name}, only digits are allowed", "write digits only: no blanks, points or signs"
    if len(line) != width:
        parts = "number 7, red 6, green 6" if width == 19 else "number 7, award 6"
        return f"has {len(line)} digits, not {width}", f"fill with zeros on the left: {parts}"
    if not int(line[:NUMBER_DIGITS]):
        return "has no player's number", "write the ABF number in the first seven digits"
    return None


def _odd(lines: Sequence[CreditLine]) -> Iterator[Problem]:
    first: dict[str, int] = {}
    for line in lines:
        place = f"line {line.line}"
        if not abf_is_valid(line.number):
            yield _problem(
                place, line.number, "the check digit does not fit", "compare the number with the card", FORMAT_13
            )
        if not any(line.hundredths):
            yield _problem(place, line.number, "credits nothing", "take the line out, or give the award", FORMAT_13)
        if line.number in first:
            message = f"the same player as in line {first[line.number]}"
            yield _problem(place, line.number, message, "merge adds the two up", UTILITY)
        first.setdefault(line.number, line.line)


def clean(file: CreditFile) -> CreditFile:
    """The file, or a refusal with everything that is wrong with it."""
    if file.wrong:
        raise NotReadable(
            Problem(f"{file.source}: {problem.place}", problem.value, problem.message, problem.fix, problem.clause)
            for problem in file.wrong
        )
    return file


def written(file: CreditFile) -> bytes:
    """The file, digit for digit: 13 or 19 a line, filled with zeros."""
    problems = [
        _problem(line.number, str(amount), "does not fit into six digits of hundredths", "at most 9999.99", FORMAT_13)
        for line in file.lines
        for amount in line.hundredths
        if not 0 <= amount <= MOST
    ]
    problems += [
        _problem(line.number, line.number, "is not an ABF number of up to seven digits", "correct it", FORMAT_13)
        for line in file.lines
        if not _DIGITS.match(line.number) or len(line.number) > NUMBER_DIGITS
    ]
    if problems:
        raise NotReadable(problems)
    rows = (line.number.rjust(NUMBER_DIGITS, "0") + "".join(f"{n:06d}" for n in line.hundredths) for line in file.lines)
    return "".join(f"{row}\r\n" for row in rows).encode("ascii")


def merge(files: Sequence[CreditFile], *, source: str = "merged") -> CreditFile:
    """Files of one colour as one: each player once, amounts added up."""
    for file in files:
        clean(file)
    kinds = list(dict.fromkeys(file.colours for file in files))
    if len(kinds) != 1 or kinds[0] not in ENDINGS:
        names = ", ".join(f"{file.source} ({' and '.join(file.colours) or 'no colour'})" for file in files)
        raise NotReadable(
            _problem("files", names, "only files of one type (colour) can be merged", "convert them first", UTILITY)
        )
    sums: dict[str, list[int]] = {}
    for file in files:
        for line in file.lines:
            amounts = sums.setdefault(line.number, [0] * len(file.colours))
            for index, amount in enumerate(line.hundredths):
                amounts[index] += amount
    lines = tuple(CreditLine(number, tuple(amounts)) for number, amounts in sums.items())
    return CreditFile(f"{source}{ENDINGS[kinds[0]]}", kinds[0], lines)


def convert(file: CreditFile, to: str = "") -> tuple[CreditFile, ...]:
    """The file under the ending of its colour, or in another layout; red and green can be joined or parted."""
    clean(file)
    stem = PurePath(file.source).stem
    target = to.lower() or file.ending
    if _OLD.match(target):
        return (_under_old_ending(file, stem, target),)
    wanted = COLOURS.get(target)
    if wanted is None or file.colours not in ENDINGS:
        fix = f"say the colour, and one of: {', '.join(ENDINGS.values())}"
        raise NotReadable(_problem("ending", to or file.source, "tells no colour to convert to", fix, NAMES))
    if wanted == file.colours:
        return (msgspec.structs.replace(file, source=f"{stem}{ENDINGS[wanted]}"),)
    if wanted == RED_AND_GREEN and file.colours[0] in RED_AND_GREEN:
        blank = RED_AND_GREEN.index(file.colours[0])
        lines = tuple(
            CreditLine(line.number, (line.hundredths[0], 0) if blank == 0 else (0, line.hundredths[0]), line.line)
            for line in file.lines
        )
        return (CreditFile(f"{stem}.rag", RED_AND_GREEN, lines),)
    if file.colours == RED_AND_GREEN and wanted[0] in RED_AND_GREEN:
        return tuple(part for part in (_column(file, stem, colour) for colour in RED_AND_GREEN) if part.lines)
    message = f"{' and '.join(file.colours)} points cannot become {' and '.join(wanted)} points"
    raise NotReadable(_problem("ending", to, message, "points keep their colour", NAMES))


def _under_old_ending(file: CreditFile, stem: str, ending: str) -> CreditFile:
    """The same digits under an older .mp ending: .mp5 holds red and green, every other one colour."""
    if (ending == BOTH_COLOURS) != (file.colours == RED_AND_GREEN) or not file.colours:
        message = f"this ending cannot hold {' and '.join(file.colours) or 'points of no colour'}"
        fix = f"{BOTH_COLOURS} is for red and green, another .mp ending for one colour"
        raise NotReadable(_problem("ending", ending, message, fix, NAMES))
    return msgspec.structs.replace(file, source=f"{stem}{ending}")


def _column(file: CreditFile, stem: str, colour: str) -> CreditFile:
    index = RED_AND_GREEN.index(colour)
    lines = tuple(
        CreditLine(line.number, (line.hundredths[index],), line.line) for line in file.lines if line.hundredths[index]
    )
    return CreditFile(f"{stem}{ENDINGS[(colour,)]}", (colour,), lines)


def edit(file: CreditFile, *, put: Mapping[str, Sequence[Decimal]] = {}, remove: Sequence[str] = ()) -> CreditFile:
    """Players' amounts set (added where they were not in the file), or their lines taken out."""
    clean(file)
    problems = list(_edit_problems(file, put, remove))
    if problems:
        raise NotReadable(problems)
    changes = {
        number.rjust(NUMBER_DIGITS, "0"): tuple(int(points * 100) for points in given) for number, given in put.items()
    }
    gone = {number.rjust(NUMBER_DIGITS, "0") for number in remove}
    lines: list[CreditLine] = []
    done: set[str] = set()
    for line in file.lines:
        if line.number in gone or line.number in done:
            continue
        if line.number in changes:
            done.add(line.number)
            lines.append(CreditLine(line.number, changes[line.number], line.line))
        else:
            lines.append(line)
    lines += [CreditLine(number, amounts) for number, amounts in changes.items() if number not in done]
    return msgspec.structs.replace(file, lines=tuple(lines), noticed=tuple(_odd(lines)))


def _edit_problems(file: CreditFile, put: Mapping[str, Sequence[Decimal]], remove: Sequence[str]) -> Iterator[Problem]:
    there = {line.number for line in file.lines}
    gone = {number.rjust(NUMBER_DIGITS, "0") for number in remove}
    for number in remove:
        if number.rjust(NUMBER_DIGITS, "0") not in there:
            yield _problem("remove", number, "is not in the file", "check the number", UTILITY)
    for number, amounts in put.items():
        if number.rjust(NUMBER_DIGITS, "0") in gone:
            yield _problem("put", number, "is to be set and taken out at once", "do one of the two", UTILITY)
        if not _DIGITS.match(number) or len(number) > NUMBER_DIGITS:
            yield _problem("put", number, "is not an ABF number of up to seven digits", "correct it", FORMAT_13)
        if len(amounts) != len(file.colours):
            wanted = " and ".join(file.colours)
            yield _problem("put", number, f"needs an amount for {wanted}", "give one amount a colour", FORMAT_19)
        for amount in amounts:
            if not amount.is_finite() or not 0 <= amount * 100 <= MOST or amount * 100 != int(amount * 100):
                yield _problem("put", f"{amount}", "is no amount of hundredths up to 9999.99", "write 0.42", FORMAT_13)


def from_result(result: Result, *, stem: str = "credits") -> tuple[CreditFile, ...]:
    """The awards of an event as credit files, one for each colour, a line for each player with an ABF number."""
    sums: dict[str, dict[str, Fraction]] = {}
    missing: dict[str, Problem] = {}
    for award in result.awards:
        if not award.points:
            continue
        for player in award.recipients:
            if not _DIGITS.match(player.id) or len(player.id) > NUMBER_DIGITS:
                name = player.name or player.id or "a player"
                missing[name] = _problem(name, player.id, "has no ABF number, so no line", "add the number", FORMAT_13)
                continue
            by_number = sums.setdefault(award.colour, {})
            number = player.id.rjust(NUMBER_DIGITS, "0")
            by_number[number] = by_number.get(number, Fraction(0)) + Fraction(award.points)  # type: ignore[arg-type]
    files = []
    for colour, amounts in sums.items():
        lines = tuple(CreditLine(number, (int(points * 100),)) for number, points in amounts.items())
        noticed = (
            *missing.values(),
            *_odd([msgspec.structs.replace(line, line=at) for at, line in enumerate(lines, 1)]),
        )
        files.append(CreditFile(f"{stem}{ENDINGS.get((colour,), '')}", (colour,), lines, (), noticed))
    return tuple(files)
