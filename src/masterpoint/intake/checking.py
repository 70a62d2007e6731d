"""Everything wrong with a file, which is read once and judged once: its own problems first, then those of the book."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date

import msgspec

from masterpoint import schemes
from masterpoint.core.derivation import Result
from masterpoint.core.errors import MasterpointError, Problem
from masterpoint.core.exact import grouped_text
from masterpoint.core.member_lists import Credits, Members
from masterpoint.core.places import NEXT_PLACE
from masterpoint.core.plurals import count_text
from masterpoint.core.results import Results
from masterpoint.core.traversal import all_entries
from masterpoint.intake import comparisons
from masterpoint.intake.awards import Difference, award_differences
from masterpoint.intake.findings import Finding, check_list, check_results
from masterpoint.intake.findings.ranking import PLACES_FIX
from masterpoint.intake.options import Options
from masterpoint.intake.previewing import Preview, preview_of
from masterpoint.intake.reading import FileContents, ImportedFile, import_event, judge, read_file

AWARD_FIX = "Nothing to do: the book's award is used."
SCORING_FIX = "Check the scoring."


class CheckedFile(msgspec.Struct, frozen=True):
    """The findings on a file, and the event and its result if it could be judged."""

    findings: tuple[Finding, ...]
    imported: ImportedFile | None = None
    result: Result | None = None
    differences: tuple[Difference, ...] = ()
    """Awards in the file that differ from the book's."""
    preview: Preview | None = None
    """If there are errors: the awards of those whom the errors do not affect."""

    @property
    def errors(self) -> list[Problem]:
        return [finding.problem for finding in self.findings if finding.severity == "error"]

    def __repr__(self) -> str:
        errors = len(self.errors)
        return f"<CheckedFile: {count_text(errors, 'error')}, {count_text(len(self.findings) - errors, 'warning')}>"


def check(data: bytes, source: str, options: Options, names: bytes | None = None, *, today: date) -> CheckedFile:
    """Everything wrong with a file."""
    try:
        file = read_file(data, source, names)
    except MasterpointError as error:
        return CheckedFile(tuple(Finding("error", problem) for problem in error.problems))
    return check_contents(file, options, today=today)


def check_contents(file: FileContents, options: Options, *, today: date) -> CheckedFile:
    """Everything wrong with a file already read."""
    try:
        file, options = file.of_event(options)
    except MasterpointError as error:
        return CheckedFile(tuple(Finding("error", problem) for problem in error.problems))
    try:
        imported_file = import_event(file, options)
        result = judge(imported_file)
    except MasterpointError as error:
        file_findings = [
            item for item in own_findings(file, options.scheme, today) if not (options.day and _lacks_day(item, file))
        ]
        return CheckedFile(
            tuple(_all_findings(error.problems, file_findings)), preview=preview_of(file, options, today=today)
        )
    # A day that the file lacks is not missing if a person has added it.
    findings = [item for item in own_findings(file, imported_file.event.scheme, today) if not _lacks_day(item, file)]
    if imported_file.results is None:
        findings += event_findings(imported_file, today)
    findings += [Finding("warning", problem) for problem in imported_file.doubts]
    differences = tuple(award_differences(imported_file, result))
    findings += [_award_warning(difference, result.edition) for difference in differences]
    if imported_file.comparison is not None:
        findings += _unusual_scoring(imported_file.comparison)
        findings += [_scoring_warning(difference) for difference in imported_file.comparison.differences]
    findings += code_findings(imported_file)
    has_errors = any(finding.severity == "error" for finding in findings)
    preview = Preview(result, (), imported_file.format, imported_file.assumed) if has_errors else None
    return CheckedFile(tuple(findings), imported_file, result, differences, preview)


def own_findings(file: FileContents, scheme: str, today: date) -> tuple[Finding, ...]:
    """What is wrong with the file, whatever the book says."""
    contents = file.contents
    if isinstance(contents, Results):
        reading_errors = tuple(Finding("error", problem) for problem in file.problems)
        return (*reading_errors, *check_results(contents, today=today, federation=scheme))
    if isinstance(contents, Credits | Members):
        return check_list(contents, today)
    return ()


def event_findings(imported_file: ImportedFile, today: date) -> list[Finding]:
    """What prevents an event file from being filed although it can be awarded: a future day, or nobody named."""
    event = imported_file.event
    findings: list[Finding] = []
    if event.day > today:
        problem = Problem("day", str(event.day), f"The day of play, {event.day}, is in the future.", "Correct the day.")
        findings += [Finding("error", problem) for problem in imported_file.with_lines([problem])]
    if not any(player.name or player.id for _, entry in all_entries(event) for player in entry.players):
        message = "The event names no players: it can be worked out, but not filed."
        findings.append(Finding("warning", Problem("the file", "", message, "Name the players of each contestant.")))
    return findings


def _all_findings(problems: Iterable[Problem], file_findings: Iterable[Finding]) -> list[Finding]:
    """The problems that stop the file, then its other problems, unless they repeat one in other words."""
    problem_list = list(problems)
    places = {problem.place for problem in problem_list} | {problem.prompt for problem in problem_list}
    if "day" in places:
        places.add("date")
    fixes = {PLACES_FIX} if any(problem.message.startswith(NEXT_PLACE) for problem in problem_list) else set()
    return [Finding("error", problem) for problem in dict.fromkeys(problem_list)] + [
        finding
        for finding in file_findings
        if finding.problem not in problem_list and not _same_in_other_words(finding, places, fixes)
    ]


def _same_in_other_words(finding: Finding, places: set[str], fixes: set[str]) -> bool:
    place = finding.problem.place
    return finding.problem.fix in fixes or (place in places and not place.startswith("line "))


def _lacks_day(finding: Finding, file: FileContents) -> bool:
    contents = file.contents
    return finding.problem.place == "date" and isinstance(contents, Results) and contents.played is None


def _unusual_scoring(comparison: comparisons.Comparison) -> list[Finding]:
    """One warning for a file that is right by its own way of scoring, instead of one for each contestant."""
    if not comparison.unusual or comparison.differences:
        return []
    message = f"The file is scored in its own way: {comparison.method}. Scored that way, all its results are right."
    fix = "Nothing to do: the places count as the file gives them."
    return [Finding("warning", Problem("the file", "", message, fix))]


def _scoring_warning(difference: comparisons.ScoringDifference) -> Finding:
    subject = difference.subject[0].upper() + difference.subject[1:]
    message = f"{subject} is {difference.file_value} in the file, and {difference.our_value} by our scoring."
    return Finding("warning", Problem(difference.place, difference.file_value, message, SCORING_FIX))


def _award_warning(difference: Difference, edition: str) -> Finding:
    message = (
        f"{difference.who}: the file gives {grouped_text(difference.file)} {difference.colour}, "
        f"the book {grouped_text(difference.ours)} ({difference.why})."
    )
    clause = difference.clause
    problem = Problem(f"place {difference.place}", "", message, AWARD_FIX, clause, edition=edition if clause else "")
    return Finding("warning", problem)


def code_findings(imported_file: ImportedFile) -> list[Finding]:
    """Errors for a charge code that is wrong for this event."""
    edition = schemes.edition_for(imported_file.event.scheme, imported_file.event.day)
    if imported_file.results is None or not imported_file.results.charge_code or edition.code_problems is None:
        return []
    problems = edition.code_problems(imported_file.event, imported_file.results.charge_code)
    return [Finding("error", problem) for problem in problems]
