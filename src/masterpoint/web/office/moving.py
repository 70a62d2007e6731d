"""Move a player from one federation of this Centre to another: a preview by the book's table, then both postings."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render

from masterpoint.centre.ledger import queries, transfers
from masterpoint.centre.records import officers
from masterpoint.centre.registry import access
from masterpoint.centre.registry.models import Federation, Person
from masterpoint.centre.registry.queries import person_in
from masterpoint.core.errors import MasterpointError, Problem
from masterpoint.schemes import edition_or_first
from masterpoint.web.common import SignedInRequest, day_of, user_of
from masterpoint.web.office import worksheets
from masterpoint.web.office.access import federation_of


@login_required
def move(request: SignedInRequest, code: str, number: str) -> HttpResponse:
    """Choose the record, preview the conversion, and post both sides. Only staff of both federations may do this."""
    federation = federation_of(request, code)
    target = get_object_or_404(Person, federation=federation, number=number, merged_into=None)
    other_federations = [
        federation for federation in access.federations_for(user_of(request)) if federation.code != code
    ]
    fields = request.POST if request.method == "POST" else request.GET
    sheets = worksheets.sheets_of(federation.scheme, _day(fields))
    context: dict[str, Any] = {
        "federation": federation,
        "person": target,
        "others": {row.code: row.name for row in other_federations},
        "sheets": {sheet.name: sheet.worksheet.title for sheet in sheets},
        "entered": fields,
        "problems": (),
        "source": None,
        "conversion": None,
    }
    if not other_federations or not sheets or "source" not in fields:
        return render(request, "masterpoint/move.html", context)
    source = _source(other_federations, fields)
    if source is None:
        message = "nobody has this number there"
        problem = Problem(
            "number", fields.get("number", "")[:40], message, "look the record up in that federation first"
        )
        return render(request, "masterpoint/move.html", context | {"problems": [problem]})
    return _move(request, source, target, fields, context)


def _day(fields: Mapping[str, str]) -> date:
    return day_of(fields.get("day", "")) or date.today()


def _move(
    request: SignedInRequest, source: Person, target: Person, fields: Mapping[str, str], context: dict[str, Any]
) -> HttpResponse:
    scheme, on = target.federation.scheme, _day(fields)
    sheet = next((sheet for sheet in worksheets.sheets_of(scheme, on) if sheet.name == fields.get("sheet", "")), None)
    if sheet is None:
        raise Http404
    holding = transfers.balances_on(source, on)
    answers = transfers.answers_of(source.federation.scheme, holding, scheme, sheet.name)
    is_post = request.method == "POST"
    data = fields if is_post else worksheets.as_form_data(answers.facts) | {"day": on.isoformat()}
    context |= {
        "source": source,
        "holding": holding,
        "left_out": answers.left_out,
        "sheet": sheet,
        "fields": worksheets.fields_of(sheet.worksheet, edition_or_first(scheme, on), data),
        "facts": data,
        "seen": f"{queries.last_line(source)}-{queries.last_line(target)}",
    }
    if not is_post:
        return render(request, "masterpoint/move.html", context)
    facts = worksheets.facts_from(sheet.worksheet, fields)
    reason = fields.get("reason", "").strip()[:300]
    try:
        if "post" in fields:
            state = _state_on_page(fields.get("seen", ""))
            outcome = officers.move(
                source, target, sheet.name, facts, on=on, by=request.user, reason=reason, lines_shown=state
            )
            if outcome.closed is None or outcome.credited is None:
                messages.success(request, "Proposed. A colleague on the staff of both has to confirm it.")
                return redirect("proposals", code=target.federation_id)
            message = f"{source.federation.name}: the record is closed, number {outcome.closed.number} of its ledger."
            messages.success(request, f"{message} Credited here as number {outcome.credited.number}.")
            return redirect("adjust", code=target.federation_id, number=target.number)
        conversion = transfers.convert(scheme, sheet.name, facts, on)
    except MasterpointError as error:
        return render(request, "masterpoint/move.html", context | {"problems": error.problems})
    return render(request, "masterpoint/move.html", context | {"conversion": conversion})


def _source(federations: list[Federation], fields: Mapping[str, str]) -> Person | None:
    federation = next((row for row in federations if row.code == fields.get("source", "")), None)
    if federation is None:
        raise Http404
    person = person_in(federation.pk, fields.get("number", "").strip()[:40])
    return None if person is None or person.merged_into_id else person


def _state_on_page(text: str) -> tuple[int, int]:
    source, _, target = text.partition("-")
    if not (source.isdecimal() and target.isdecimal() and len(text) < 39):
        return -1, -1
    return int(source), int(target)
