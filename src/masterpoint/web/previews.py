"""What filing a draft would do: its awards with explanations, its problems, who gains and who loses."""

from __future__ import annotations

from datetime import date
from typing import Any, NamedTuple

from masterpoint import intake
from masterpoint.centre.billing.quoting import quote_for_page
from masterpoint.centre.filing import correcting, explaining, judging, months, queries
from masterpoint.centre.filing.deciding import decisions_of
from masterpoint.centre.filing.examining import Examination, examine
from masterpoint.centre.filing.identifying import identify
from masterpoint.centre.filing.models import Draft, Filing
from masterpoint.centre.filing.player_positions import PlayerPositions
from masterpoint.centre.filing.register_status import with_statuses
from masterpoint.centre.registry import access
from masterpoint.centre.registry.access import Action
from masterpoint.centre.registry.models import Person
from masterpoint.core.derivation import Result
from masterpoint.core.errors import MasterpointError, Problem
from masterpoint.core.events import AnyEvent
from masterpoint.intake.added_fields import with_added_fields
from masterpoint.web.checking import UNREAD, options_of, preview_context, prompts_of

UNREAD_DRAFT = UNREAD | {
    "examination": None,
    "superseded": False,
    "cards": [],
    "visitors": [],
    "ready": False,
    "late": "",
    "changes": [],
    "quote": None,
}
"""What a page shows of a draft whose file cannot be read."""


class DraftPreview(NamedTuple):
    """A draft that is not filed yet."""

    draft: Draft
    context: dict[str, Any]

    @property
    def in_order(self) -> bool:
        """Whether it can be filed as it is, without a reason."""
        return bool(self.context["ready"]) and not (self.draft.corrects_id or self.context["late"])

    @property
    def state(self) -> str:
        examination: Examination | None = self.context["examination"]
        if self.in_order:
            return "in order"
        if examination is not None and examination.existing:
            return "filed before"
        if self.context["problems"]:
            return "something to put right"
        if examination is not None and examination.unknown:
            return "somebody is not known"
        if examination is not None and any(similar.has_ended for similar in examination.similar):
            return "taken back before"
        if examination is not None and examination.similar:
            return "perhaps filed before"
        if examination is not None and examination.organiser_asked:
            is_level = all(problem.prompt == "level" for problem in examination.organiser_asked)
            return "perhaps of a higher level" if is_level else "perhaps of another club"
        return "to be looked at"


def preview_of(draft: Draft) -> dict[str, Any]:
    """Everything a page shows about a draft: problems, questions and, as far as possible, the awards."""
    try:
        imported = event_in(draft)
        examination = examine(draft.filed_for, imported.event, decisions_of(draft), draft.corrects, imported)
    except MasterpointError as error:
        unread = UNREAD_DRAFT | {
            "problems": error.problems,
            "options": draft.choices,
            "prompts": prompts_of(error.problems),
        }
        return unread | preview_context(partial_preview(draft))
    month_problems = _month_problems(draft, imported.event.day)
    may_file_late = bool(month_problems) and access.may(draft.user, Action.APPROVE, draft.filed_for)
    problems = [
        *imported.with_lines(examination.problems),
        *([] if may_file_late else month_problems),
        *_other_filing_problems(draft, examination),
    ]
    positions = PlayerPositions(imported)
    has_questions = examination.unknown or examination.similar or examination.organiser_asked
    context = UNREAD_DRAFT | {
        "problems": problems,
        "prompts": prompts_of(problems),
        "imported": imported,
        "examination": examination,
        "cards": [(unknown, positions.in_brackets(unknown)) for unknown in examination.unknown],
        "visitors": [unknown for unknown in examination.unknown if unknown.is_new and unknown.name],
        "superseded": _is_superseded(examination),
        "options": draft.choices,
        "ready": not (has_questions or problems or (examination.existing and not draft.corrects)),
    }
    if may_file_late:
        context["late"] = months.state_of(draft.federation, imported.event.day)
    return context | _awards(draft, imported, examination)


def _awards(draft: Draft, imported: intake.ImportedFile, examination: Examination) -> dict[str, Any]:
    if examination.result is None:
        return preview_context(partial_preview(draft))
    data = explaining.for_page(examination.result)
    context = {
        "judged": data,
        "awards": explaining.awards_for_page(data),
        "differences": intake.award_differences(imported, examination.result),
        "compared": intake.has_file_awards(imported),
        "quote": quote_for_page(draft.federation, examination.result, draft.filed_for),
    }
    return context | ({"changes": _changes(draft.corrects, examination, examination.result)} if draft.corrects else {})


def _other_filing_problems(draft: Draft, examination: Examination) -> list[Problem]:
    return correcting.other_filing_problems(draft.corrects, examination.existing) if draft.corrects else []


def _is_superseded(examination: Examination) -> bool:
    """Whether it was filed before and corrected since."""
    return examination.existing is not None and examination.existing.identity != examination.digest


def _changes(corrected: Filing, examination: Examination, result: Result) -> list[tuple[Person, str, int]]:
    """Who gains and who loses by a correction, including people it would register."""
    gains = queries.gains_by_result(corrected, result, examination.identified.people)
    return [(change.person, change.colour, change.gain) for change in gains]


def _month_problems(draft: Draft, day: date) -> list[Problem]:
    """Problems if the month is closed, because it only accepts corrections.

    The page shows them before anybody files.
    """
    if draft.corrects is not None:
        return []
    try:
        months.require_open_month(draft.filed_for, day)
    except months.MonthClosed as error:
        return list(error.problems)
    return []


def event_in(draft: Draft) -> intake.ImportedFile:
    """The event in a draft, read with its options."""
    return intake.read_event(bytes(draft.original), draft.original_name, _options(draft))


def partial_preview(draft: Draft) -> intake.Preview | None:
    """The awards of players whom no problem affects, using the register's facts about them."""
    try:
        contents, options = intake.read_file(bytes(draft.original), draft.original_name), _options(draft)
    except MasterpointError:
        return None

    def award(event: AnyEvent) -> Result:
        people = identify(draft.filed_for, event, decisions_of(draft).people).people
        return judging.judge(with_statuses(event, people))

    return intake.preview_of(contents, options, today=date.today(), award=award)


def _options(draft: Draft) -> intake.Options:
    options = options_of(draft.choices, draft.federation.scheme, draft.filed_for.level)
    return with_added_fields(options, draft.choices.get("more", "").splitlines())
