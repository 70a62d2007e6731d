"""What filing a dropped file would do: its awards explained, its problems, who gains and who loses."""

from __future__ import annotations

from datetime import date
from typing import Any, NamedTuple

from masterpoint import intake
from masterpoint.centre.filing import explaining, judging, months, queries, services
from masterpoint.centre.filing.models import Draft, Filing
from masterpoint.centre.registry import access
from masterpoint.centre.registry.access import Action
from masterpoint.centre.registry.models import Person
from masterpoint.core.errors import MasterpointError, Problem
from masterpoint.core.serialisation import result_as_data
from masterpoint.web.checking import offers_of, options_of


class Waiting(NamedTuple):
    """A file that was dropped and is not filed yet."""

    draft: Draft
    seen: dict[str, Any]

    @property
    def in_order(self) -> bool:
        """It can be filed as it is, and nobody need say why."""
        return bool(self.seen.get("ready")) and self.draft.corrects_id is None and not self.seen.get("late")

    @property
    def state(self) -> str:
        if self.in_order:
            return "in order"
        if self.seen.get("problems"):
            return "something to put right"
        unseen = self.seen.get("seen")
        if unseen is not None and unseen.unknown:
            return "somebody is not known"
        return "filed before" if unseen is not None and unseen.already else "to be looked at"


def preview_of(found: Draft) -> dict[str, Any]:
    try:
        taken = taken_from(found)
        seen = services.preview(found.organisation, taken.event, found.choices.get("people", {}))
    except MasterpointError as error:
        return {"problems": error.problems, "options": found.choices, "offers": offers_of(error.problems)}
    data = result_as_data(seen.result)
    context: dict[str, Any] = {
        "problems": _month_problems(found, taken.event.day),
        "taken": taken,
        "seen": seen,
        "told": data,
        "awards": explaining.everything(data),
        "options": found.choices,
        "differences": intake.award_differences(taken, seen.result),
        "compared": intake.has_file_awards(taken),
    }
    if context["problems"] and access.may(found.user, Action.APPROVE, found.organisation):
        context |= {"problems": [], "late": months.state_of(found.federation, taken.event.day)}
    nameless = judging.awards_without_players(seen.result)
    if nameless:
        message = f"{len(nameless)} entries earn points but name no players"
        context["problems"] = [*context["problems"], Problem("players", "", message, "put the players into the file")]
    context["ready"] = not (seen.unknown or seen.already or context["problems"])
    if found.corrects is not None:
        context |= {"changes": _changes(found.corrects, seen), "ready": not (seen.unknown or context["problems"])}
    return context


def _changes(corrected: Filing, seen: services.Preview) -> list[tuple[Person, str, int]]:
    """Who gains and who loses by a correction."""
    lines = [(line.person, line.colour, line.hundredths) for line in judging.lines_of(seen.result, seen.known)]
    changes = queries.changes(queries.amounts_of(queries.current_version(corrected)), lines)
    people = Person.objects.in_bulk({one.person for one in changes})
    return [(people[one.person], one.colour, one.gain) for one in changes]


def _month_problems(found: Draft, day: date) -> list[Problem]:
    """A closed month takes corrections only: said before the button is pressed, not after."""
    if found.corrects is not None:
        return []
    try:
        months.require_open_month(found.organisation, day)
    except months.MonthClosed as error:
        return list(error.problems)
    return []


def taken_from(found: Draft) -> intake.ImportedFile:
    scheme = found.federation.scheme
    return intake.read_event(
        bytes(found.original), found.original_name, options_of(found.choices, scheme, found.organisation.level)
    )
