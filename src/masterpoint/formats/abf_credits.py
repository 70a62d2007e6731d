"""ABF masterpoint credit files: one player per line, with 13 digits for one colour or 19 for red and green.

The number has seven digits, and each amount has six, in hundredths. The colour is given only by the ending of the
file's name (.grn, .red, .gld, .rag), so `read` uses that unless colours are given. The handbook's own examples fail the
check digit, so a wrong one is noticed, not refused.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from decimal import Decimal
from pathlib import PurePath

from masterpoint.core.errors import MasterpointError, Problem
from masterpoint.core.member_lists import Credit, Credits
from masterpoint.core.results import FileAward, plain_number
from masterpoint.formats.numbers import abf_is_valid
from masterpoint.formats.problems import Problems, problem, refuse
from masterpoint.formats.text import MAX_ROWS, decode, lines_of

COLOURS: dict[str, tuple[str, ...]] = {
    ".grn": ("green",),
    ".red": ("red",),
    ".gld": ("gold",),
    ".rag": ("red", "green"),
    ".mp5": ("red", "green"),
}
ENDINGS = {("green",): ".grn", ("red",): ".red", ("gold",): ".gld", ("red", "green"): ".rag"}
NUMBER_DIGITS, AMOUNT_DIGITS, UNIT = 7, 6, 100
LARGEST = Decimal("9999.99")
COLOUR_UNKNOWN = "The colour is only in the ending of the file's name (.grn, .red, .gld, .rag), and this one has none."

_LINE = re.compile(r"(\d{7})(\d{6})(\d{6})?\Z", re.ASCII)


class NotWritable(MasterpointError):
    """The credits do not fit the file's columns."""


def read(data: bytes, *, source: str, colours: Sequence[str] | None = None) -> Credits:
    """The credits. Pass `colours` (one, or red and green) if the file's name does not show them."""
    decoded = decode(data)
    lines = [(n, line) for n, line in enumerate(lines_of(decoded.text.rstrip("\x1a")), 1) if line]
    if len(lines) > MAX_ROWS:
        refuse(0, "", f"has more than {MAX_ROWS} lines", "Send one batch at a time.")
    file_colours = tuple(colours) if colours is not None else COLOURS.get(PurePath(source).suffix.lower(), ())
    problems = Problems()
    notices: list[Problem] = []
    file_credits = []
    for n, line in lines:
        match = _LINE.match(line)
        if not match:
            message = f"should be 13 digits, or 19 with red and green, and has {len(line)} characters"
            problems.add(n, line, message, "Write the number in seven digits and each amount in six, no blanks.")
            continue
        amounts = [amount for amount in match.groups()[1:] if amount is not None]
        file_credits.append(_credit(n, match[1], amounts, file_colours))
        if not abf_is_valid(match[1]):
            notices.append(problem(n, match[1], "is not a valid ABF number", "Check it: a digit is wrong."))
    widths = {len(line) for _, line in lines}
    if not problems.listed and len(widths) > 1:
        problems.add(0, "", "mixes lines of 13 and 19 digits", "One file has one layout: split it in two.")
    expected = len(file_colours) * AMOUNT_DIGITS + NUMBER_DIGITS
    if not problems.listed and file_colours and widths and widths != {expected}:
        message = f"has lines of {widths.pop()} digits, but its colours need {expected}"
        problems.add(0, source, message, "Give the file the ending that fits: .grn, .red, .gld, or .rag for 19 digits.")
    problems.refuse_if_any()
    remarks = (*decoded.remarks, *(() if file_colours else (COLOUR_UNKNOWN,)))
    return Credits("ABF credit file", source, tuple(file_credits), remarks, tuple(notices))


def _credit(line: int, number: str, amounts: Sequence[str], colours: Sequence[str]) -> Credit:
    # Nineteen digits are red, then green, whatever the name says.
    file_colours = tuple(colours) if len(colours) == len(amounts) else ("red", "green") if len(amounts) == 2 else ("",)
    awards = [
        FileAward(Decimal(int(amount)) / UNIT, colour) for amount, colour in zip(amounts, file_colours, strict=True)
    ]
    return Credit(plain_number(number), tuple(award for award in awards if award.points), line=line)


def write(credits: Credits, *, colours: Sequence[str]) -> bytes:
    """One line per player, with the player's credits added up. `ENDINGS[colours]` is the ending of the name."""
    if tuple(colours) not in ENDINGS:
        colour_choices = "; ".join(" and ".join(pair) for pair in ENDINGS)
        raise NotWritable(
            Problem(
                "colours", ", ".join(colours), "no credit file has these colours", f"Give one of: {colour_choices}."
            )
        )
    totals: dict[str, dict[str, Decimal]] = {}
    problems: list[Problem] = []
    for n, credit in enumerate(credits.credits):
        number = plain_number(credit.national)
        if len(number) > NUMBER_DIGITS or not re.fullmatch(r"\d+", number, re.ASCII):
            problems.append(problem(f"credits[{n}]", credit.national, "is not an ABF number", "Correct the number."))
            continue
        sums = totals.setdefault(number, dict.fromkeys(colours, Decimal(0)))
        for award in credit.awards:
            if award.colour not in sums:
                fix = "Write it to a file of its own."
                problems.append(problem(f"credits[{n}]", award.colour, "is a colour this file has no column for", fix))
            else:
                sums[award.colour] += award.points
    problems += [
        problem(number, f"{points}", "does not fit: 0.00 to 9999.99 in hundredths", "Split it into two files.")
        for number, sums in totals.items()
        for points in sums.values()
        if not 0 <= points <= LARGEST or points * UNIT != int(points * UNIT)
    ]
    if problems:
        raise NotWritable(problems)
    return "".join(
        number.rjust(NUMBER_DIGITS, "0") + "".join(f"{int(points * UNIT):06d}" for points in sums.values()) + "\r\n"
        for number, sums in totals.items()
    ).encode("ascii")
