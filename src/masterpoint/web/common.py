"""Helpers for several views: days from forms, problems as messages, pages of rows."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from typing import Any

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.template.defaultfilters import capfirst

from masterpoint.centre.accounts.models import User
from masterpoint.centre.registry import access
from masterpoint.centre.registry.models import Organisation, Person
from masterpoint.core.errors import MasterpointError
from masterpoint.web.wording import fix_of, location_of

CSV = "text/csv; charset=utf-8"
PDF = "application/pdf"
WAITS = "Proposed. This federation wants two people: a colleague in the office has to confirm it."


class SignedInRequest(HttpRequest):
    """A request behind `login_required`, so that `user` is an account."""

    user: User


def user_of(request: HttpRequest) -> User | None:
    return request.user if request.user.is_authenticated else None


def day_of(text: str) -> date | None:
    """A day sent by a form; None if it is not a day."""
    try:
        return date.fromisoformat(text)
    except ValueError:
        return None


def year_of(text: str) -> int | None:
    return int(text) if text.isdecimal() and len(text) == 4 else None


def row_number(text: str) -> int:
    """The key of a row sent by a form; 0, which no row has, if it is not a number."""
    return int(text) if text.isdecimal() and text.isascii() and len(text) < 19 else 0


def whole_number(text: str) -> int | None:
    return int(text) if text.isdecimal() and text.isascii() and len(text) < 7 else None


def page_of(request: HttpRequest, rows: Any, size: int) -> Any:
    """The requested page of rows. `query` keeps the rest of the address in a template."""
    return Paginator(rows, size).get_page(request.GET.get("page"))


def query_without_page(request: HttpRequest) -> str:
    parameters = request.GET.copy()
    parameters.pop("page", None)
    return parameters.urlencode()


def show_problems(request: HttpRequest, error: MasterpointError) -> None:
    """Show every problem as a message."""
    for problem in error.problems:
        statement = capfirst(problem.statement_at(location_of(problem)))
        messages.error(request, f"{statement} What to do: {fix_of(problem).rstrip('.')}.")


def download(data: bytes, name: str, kind: str) -> HttpResponse:
    """A file to save, under a descriptive name."""
    return HttpResponse(data, content_type=kind, headers={"Content-Disposition": f'attachment; filename="{name}"'})


def own_record(user: User, federation: str = "") -> Person:
    """The record of an account; if it has several, the one in a federation."""
    people = list(user.people.select_related("federation").order_by("federation"))
    matches = [person for person in people if len(people) == 1 or person.federation_id == federation]
    if not matches:
        raise Http404
    return matches[0]


def organisation_in(organisations: list[Organisation], data: Mapping[str, str], name: str) -> Organisation | None:
    """The organisation that a form chose from these."""
    return next((organisation for organisation in organisations if str(organisation.pk) == data.get(name, "")), None)


def keeps_members(request: HttpRequest) -> list[Organisation]:
    return access.organisations_for(user_of(request), access.Action.MEMBERS)
