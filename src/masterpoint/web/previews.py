"""What filing a dropped file would do: its awards explained, its problems, who gains and who loses."""

from __future__ import annotations

from datetime import date
from typing import Any, NamedTuple

from masterpoint import intake
from masterpoint.centre.billing.quoting import quote_for_page
from masterpoint.centre.filing import correcting, explaining, judging, months, queries
from masterpoint.centre.filing.deciding import decisions_of
from masterpoint.centre.filing.examining import Examined, examine
from masterpoint.centre.filing.identifying import identify
from masterpoint.centre.filing.models import Draft, Filing
from masterpoint.centre.filing.register_status import with_standing_on_the_day
from masterpoint.centre.filing.whereabouts import Whereabouts
from masterpoint.centre.registry import access
from masterpoint.centre.registry.access import Action
from masterpoint.centre.registry.models import Person
from masterpoint.core.derivation import Result
from masterpoint.core.errors import MasterpointError, Problem
from masterpoint.core.events import AnyEvent
from masterpoint.intake.added import with_added
from masterpoint.web.checking import options_of, previewed, prompts_of


class Waiting(NamedTuple):
    """A file that was dropped and is not filed yet."""

    draft: Draft
    seen: dict[str, Any]

    @property
    def in_order(self) -> bool:
        """It can be filed as it is, and nobody need say why."""
        return bool(self.seen.get("ready")) and not (self.draft.corrects_id or self.seen.get("late"))

    @property
    def state(self) -> str:
        examined = self.seen.get("seen")
        if self.in_order:
            return "in order"
        if examined is not None and examined.already:
            return "filed before"
        if self.seen.get("problems"):
            return "something to put right"
        if examined is not None and examined.unknown:
            return "somebody is not known"
        if examined is not None and any(other.ended for other in examined.similar):
            return "taken back before"
        if examined is not None and examined.similar:
            return "perhaps filed before"
        if examined is not None and examined.organiser_asked:
            return "perhaps of another club"
        return "to be looked at"


def preview_of(draft: Draft) -> dict[str, Any]:
    """Everything a page shows about a draft: problems, questions and, as far as it can be worked out, what it pays."""
    try:
        taken = taken_from(draft)
        seen = examine(draft.filed_for, taken.event, decisions_of(draft), draft.corrects, taken)
    except MasterpointError as error:
        unread = {"problems": error.problems, "options": draft.choices, "prompts": prompts_of(error.problems)}
        return unread | previewed(partial_preview(draft))
    closed = _month_problems(draft, taken.event.day)
    late = bool(closed) and access.may(draft.user, Action.APPROVE, draft.filed_for)
    problems = [*taken.with_lines(seen.problems), *([] if late else closed), *_of_another(draft, seen)]
    where = Whereabouts(taken)
    asked = seen.unknown or seen.similar or seen.organiser_asked
    context: dict[str, Any] = {
        "problems": problems,
        "prompts": prompts_of(problems),
        "taken": taken,
        "seen": seen,
        "cards": [(unknown, where.of(unknown)) for unknown in seen.unknown],
        "visitors": [unknown for unknown in seen.unknown if unknown.is_new and unknown.name],
        "superseded": _superseded(seen),
        "options": draft.choices,
        "ready": not (asked or problems or (seen.already and not draft.corrects)),
    }
    if late:
        context["late"] = months.state_of(draft.federation, taken.event.day)
    return context | _awards(draft, taken, seen)


def _awards(draft: Draft, taken: intake.ImportedFile, seen: Examined) -> dict[str, Any]:
    if seen.result is None:
        return previewed(partial_preview(draft))
    data = explaining.for_page(seen.result)
    context = {
        "judged": data,
        "awards": explaining.everything(data),
        "differences": intake.award_differences(taken, seen.result),
        "compared": intake.has_file_awards(taken),
        "quote": quote_for_page(draft.federation, seen.result, draft.filed_for),
    }
    return context | ({"changes": _changes(draft.corrects, seen, seen.result)} if draft.corrects else {})


def _of_another(draft: Draft, seen: Examined) -> list[Problem]:
    return correcting.of_another(draft.corrects, seen.already) if draft.corrects else []


def _superseded(seen: Examined) -> bool:
    """Filed before, and corrected since."""
    return seen.already is not None and seen.already.identity != seen.digest


def _changes(corrected: Filing, seen: Examined, result: Result) -> list[tuple[Person, str, int]]:
    """Who gains and who loses by a correction, those to be registered with it included."""
    gains = queries.gains(corrected, result, seen.identified.known)
    return [(change.person, change.colour, change.gain) for change in gains]


def _month_problems(draft: Draft, day: date) -> list[Problem]:
    """A closed month takes corrections only: said before the button is pressed, not after."""
    if draft.corrects is not None:
        return []
    try:
        months.require_open_month(draft.filed_for, day)
    except months.MonthClosed as error:
        return list(error.problems)
    return []


def taken_from(draft: Draft) -> intake.ImportedFile:
    """The event in a draft, read as its choices say."""
    return intake.read_event(bytes(draft.original), draft.original_name, _options(draft))


def partial_preview(draft: Draft) -> intake.Preview | None:
    """What players would receive whom no problem affects, with what the register knows of them."""
    try:
        contents, options = intake.read_file(bytes(draft.original), draft.original_name), _options(draft)
    except MasterpointError:
        return None

    def award(event: AnyEvent) -> Result:
        known = identify(draft.filed_for, event, decisions_of(draft).people).known
        return judging.judge(with_standing_on_the_day(event, known))

    return intake.preview_of(contents, options, today=date.today(), award=award)


def _options(draft: Draft) -> intake.Options:
    options = options_of(draft.choices, draft.federation.scheme, draft.filed_for.level)
    return with_added(options, draft.choices.get("more", "").splitlines())
