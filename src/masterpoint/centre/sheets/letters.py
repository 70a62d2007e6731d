"""The error list of a sheet: how it is stored, and the letter to those who can correct the sheet."""

from __future__ import annotations

from typing import Any

from masterpoint.centre.accounts.models import User
from masterpoint.centre.mail import services as mail
from masterpoint.centre.registry import access
from masterpoint.centre.registry.access import Action
from masterpoint.centre.sheets import forms
from masterpoint.centre.sheets.models import Sheet
from masterpoint.core.errors import Problem


def as_line(problem: Problem) -> dict[str, str]:
    """A line of the list in its stored form."""
    names = ("place", "value", "message", "fix", "clause", "edition", "who", "prompt")
    return {name: str(getattr(problem, name)) for name in names}


def problems_of(sheet: Sheet) -> list[Problem]:
    """The stored error list."""
    return [Problem(**line) for line in sheet.problems]


def heading_of(sheet: Sheet) -> str:
    """The title, event, day and organisation of a sheet."""
    organisation = sheet.organisation
    field_texts = [sheet.fields.get(name, "") for name in ("event_name", "date")]
    return ", ".join(
        part for part in (forms.title_of(organisation, sheet.form), *field_texts, organisation.name) if part
    )


def send_error_list(sheet: Sheet, by: User | None) -> None:
    """Send the error list to the officers of the club, and to the sender."""
    officers = access.nearest_officers(Action.FILE, sheet.organisation)
    readers: dict[Any, User] = {user.pk: user for user in ([by] if by else []) + officers}
    heading = heading_of(sheet)
    problem_list = "\n\n".join(_line(number, problem) for number, problem in enumerate(problems_of(sheet), 1))
    address = (sheet.organisation.federation_id, sheet.organisation.number, sheet.pk)
    text = (
        f"{heading}: the sheet could not be filed. Nothing on it was processed.\n\n{problem_list}\n\n"
        f"Correct these lines and send the sheet again:\n{mail.address_of('sheet', *address)}\n"
        f"To print this list:\n{mail.address_of('sheet-pdf', *address, 'errors')}"
    )
    for user in readers.values():
        mail.write_to(user, f"Error list: {heading}", text)


def _line(number: int, problem: Problem) -> str:
    value = f" ({problem.value})" if problem.value else ""
    clause = f" [{problem.clause}]" if problem.clause else ""
    return f"{number}. {problem.place}: {problem.message}{value}.\n   What to do: {problem.fix}.{clause}"
