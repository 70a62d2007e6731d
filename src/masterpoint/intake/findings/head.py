"""Compares what the head of a file says with what the file holds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from datetime import date

from masterpoint.core.boards import Traveller
from masterpoint.core.results import Results
from masterpoint.formats.usebio.words import CHARGE_CODES
from masterpoint.intake.findings.base import Finding, error, warning

COUNT_FIX = "We count what is listed. Correct the heading if it is used elsewhere."


def head_findings(results: Results, today: date) -> Iterator[Finding]:
    if results.played is None:
        date_text = results.played_as_written
        message = f"The date of play cannot be read: {date_text}." if date_text else "The date of play is missing."
        yield error("date", date_text, message, "Write it like 05/02/2024, day first.")
    elif results.played > today:
        message = f"The date of play, {results.played_as_written or results.played}, is in the future."
        yield error("date", results.played_as_written, message, "Correct the date.")
    if results.format.startswith("USEBIO"):
        yield from _usebio_findings(results)


def _usebio_findings(results: Results) -> Iterator[Finding]:
    if not results.club_number:
        message = f"The number of the club{f' {results.club_name}' if results.club_name else ''} is missing."
        yield warning("club", results.club_name, message, "Set it in the scoring program.")
    if results.charge_code and results.charge_code not in CHARGE_CODES:
        message = f"We do not know the charge code {results.charge_code}."
        fix = f"The codes of these files are {', '.join(sorted(CHARGE_CODES))}."
        yield warning("charge code", results.charge_code, message, fix)
    if results.awards_flag and not any(entry.awards for entry in results.entries):
        message = "The file says that it holds awards, but it holds none."
        yield warning("awards", "Y", message, "Nothing to do: Masterpoint works out its own.")


def count_findings(results: Results) -> Iterator[Finding]:
    sessions = {entry.session for entry in results.entries}
    entry_count = len(results.entries)
    counts = results.counts
    if counts.pairs is not None and len(sessions) < 2 and counts.pairs != entry_count:
        message = f"The heading says {counts.pairs} pairs, but {entry_count} are listed."
        yield warning("head", str(counts.pairs), message, COUNT_FIX)
    for stated_count, direction, words in (
        (counts.ns_pairs, "NS", "North-South"),
        (counts.ew_pairs, "EW", "East-West"),
    ):
        list_count = sum(entry.direction == direction for entry in results.entries)
        if stated_count is not None and list_count and stated_count != list_count:
            message = f"The heading says {stated_count} {words} pairs, but {list_count} are listed."
            yield warning("head", str(stated_count), message, COUNT_FIX)
    boards = Counter(number for board in results.boards for line in board.travellers for number in numbers_of(line))
    maximum = max(boards.values(), default=0)
    if results.boards_played is not None and maximum and len(sessions) < 2 and results.boards_played != maximum:
        message = f"The heading says {results.boards_played} boards, but the most anybody played is {maximum}."
        yield warning("head", str(results.boards_played), message, "Check whether board results are missing.")


def numbers_of(line: Traveller) -> tuple[str, ...]:
    """The contestants of a line."""
    return (line.ns, line.ew) if line.seats is None else line.seats
