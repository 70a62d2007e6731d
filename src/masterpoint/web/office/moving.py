"""A player moves from one federation of this Centre to another: shown by the book's table, then done on both sides."""

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
from masterpoint.web.office.door import federation_of


@login_required
def move(request: SignedInRequest, code: str, number: str) -> HttpResponse:
    """Which record, what the book makes of it, and both postings on a second step. Only for staff of both."""
    federation = federation_of(request, code)
    target = get_object_or_404(Person, federation=federation, number=number, merged_into=None)
    others = [federation for federation in access.federations_for(user_of(request)) if federation.code != code]
    asked = request.POST if request.method == "POST" else request.GET
    sheets = worksheets.sheets_of(federation.scheme, _day(asked))
    context: dict[str, Any] = {
        "federation": federation,
        "person": target,
        "others": {other.code: other.name for other in others},
        "sheets": {sheet.name: sheet.worksheet.title for sheet in sheets},
        "entered": asked,
    }
    if not others or not sheets or "source" not in asked:
        return render(request, "masterpoint/move.html", context)
    source = _source(others, asked)
    if source is None:
        message = "nobody has this number there"
        problem = Problem(
            "number", asked.get("number", "")[:40], message, "look the record up in that federation first"
        )
        return render(request, "masterpoint/move.html", context | {"problems": [problem]})
    return _shown(request, source, target, asked, context)


def _day(asked: Mapping[str, str]) -> date:
    return day_of(asked.get("day", "")) or date.today()


def _shown(
    request: SignedInRequest, source: Person, target: Person, asked: Mapping[str, str], context: dict[str, Any]
) -> HttpResponse:
    scheme, on = target.federation.scheme, _day(asked)
    sheet = next((sheet for sheet in worksheets.sheets_of(scheme, on) if sheet.name == asked.get("sheet", "")), None)
    if sheet is None:
        raise Http404
    holding = transfers.held_on(source, date.today())
    known = transfers.answers_of(source.federation.scheme, holding, scheme, sheet.name)
    posted = request.method == "POST"
    data = asked if posted else worksheets.as_sent(known.facts) | {"day": date.today().isoformat()}
    context |= {
        "source": source,
        "holding": holding,
        "left_out": known.left_out,
        "sheet": sheet,
        "fields": worksheets.fields_of(sheet.worksheet, edition_or_first(scheme, on), data),
        "facts": data,
        "seen": f"{queries.last_line(source)}-{queries.last_line(target)}",
    }
    if not posted:
        return render(request, "masterpoint/move.html", context)
    facts = worksheets.facts_from(sheet.worksheet, asked)
    reason = asked.get("reason", "").strip()[:300]
    try:
        if "post" in asked:
            seen = _seen(asked.get("seen", ""))
            done = officers.move(source, target, sheet.name, facts, on=on, by=request.user, reason=reason, seen=seen)
            if done.closed is None or done.credited is None:
                messages.success(request, "Proposed. A colleague on the staff of both has to confirm it.")
                return redirect("proposals", code=target.federation_id)
            message = f"{source.federation.name}: the record is closed, number {done.closed.number} of its ledger."
            messages.success(request, f"{message} Credited here as number {done.credited.number}.")
            return redirect("adjust", code=target.federation_id, number=target.number)
        brought = transfers.convert(scheme, sheet.name, facts, on)
    except MasterpointError as error:
        return render(request, "masterpoint/move.html", context | {"problems": error.problems})
    return render(request, "masterpoint/move.html", context | {"brought": brought})


def _source(others: list[Federation], asked: Mapping[str, str]) -> Person | None:
    federation = next((other for other in others if other.code == asked.get("source", "")), None)
    if federation is None:
        raise Http404
    person = person_in(federation.pk, asked.get("number", "").replace("\0", "").strip()[:40])
    return None if person is None or person.merged_into_id else person


def _seen(text: str) -> tuple[int, int]:
    source, _, target = text.partition("-")
    if not (source.isdecimal() and target.isdecimal() and len(text) < 39):
        return -1, -1
    return int(source), int(target)
