"""The error list of a sheet: as it is kept, and as the letter that goes back to those who can rework it."""

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
    """A line of the list, to be kept."""
    parts = (problem.place, problem.value, problem.message, problem.fix, problem.clause, problem.who, problem.prompt)
    names = ("place", "value", "message", "fix", "clause", "who", "prompt")
    return dict(zip(names, (str(part) for part in parts), strict=True))


def problems_of(sheet: Sheet) -> list[Problem]:
    """The error list as it went back."""
    return [Problem(**line) for line in sheet.problems]


def heading_of(sheet: Sheet) -> str:
    """Which sheet it is: its title, event and day, and whose it is."""
    organisation = sheet.organisation
    named = [sheet.fields.get(name, "") for name in ("event_name", "date")]
    return ", ".join(part for part in (forms.title_of(organisation, sheet.form), *named, organisation.name) if part)


def send_error_list(sheet: Sheet, by: User | None) -> None:
    """To the officers of the club, and to whoever sent it."""
    officers = access.nearest_officers(Action.FILE, sheet.organisation)
    readers: dict[Any, User] = {user.pk: user for user in ([by] if by else []) + officers}
    heading = heading_of(sheet)
    listed = "\n\n".join(_line(number, problem) for number, problem in enumerate(problems_of(sheet), 1))
    address = (sheet.organisation.federation_id, sheet.organisation.number, sheet.pk)
    text = (
        f"{heading}: the sheet could not be filed. Nothing on it was processed.\n\n{listed}\n\n"
        f"Put these lines right and send the sheet again:\n{mail.address_of('sheet', *address)}\n"
        f"To print this list:\n{mail.address_of('sheet-pdf', *address, 'errors')}"
    )
    for user in readers.values():
        mail.write_to(user, f"Error list: {heading}", text)


def _line(number: int, problem: Problem) -> str:
    value = f" ({problem.value})" if problem.value else ""
    clause = f" [{problem.clause}]" if problem.clause else ""
    return f"{number}. {problem.place}: {problem.message}{value}.\n   What to do: {problem.fix}.{clause}"
