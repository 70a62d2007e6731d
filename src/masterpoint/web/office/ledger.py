"""Postings by officers: adjustments, opening balances and points from other federations, each with a preview."""

from __future__ import annotations

from datetime import date
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render

from masterpoint.centre.ledger import manual_postings, queries, transfers
from masterpoint.centre.ledger.models import Posting
from masterpoint.centre.records import manual_entries, officers
from masterpoint.centre.records import queries as records
from masterpoint.centre.records.grades import has_grades
from masterpoint.centre.registry import queries as registry
from masterpoint.centre.registry.models import Federation, Person
from masterpoint.core.errors import MasterpointError, Problem
from masterpoint.schemes import edition_or_first
from masterpoint.web.common import WAITS, SignedInRequest, day_of, page_of, query_without_page, row_number
from masterpoint.web.office import worksheets
from masterpoint.web.office.access import federation_of

ACTS_A_PAGE = 50
MATCHES = 20
ROWS_SHOWN = 200


@login_required
def ledger(request: SignedInRequest, code: str) -> HttpResponse:
    """The postings of officers, and a search for a record."""
    federation = federation_of(request, code)
    text = request.GET.get("q", "").strip()[:80]
    page = page_of(request, manual_postings.postings_by_officers(federation), ACTS_A_PAGE)
    context = {
        "federation": federation,
        "person": None,
        "text": text,
        "has_ratings": has_grades(federation.scheme),
        "people": registry.search(federation, text)[:MATCHES] if text else [],
        "page": page,
        "acts": manual_postings.posting_summaries(page.object_list),
        "query": query_without_page(request),
    }
    return render(request, "masterpoint/ledger.html", context)


@login_required
def adjust(request: SignedInRequest, code: str, number: str) -> HttpResponse:
    """An adjustment or an opening balance: first a preview, then the posting."""
    person = _record(federation_of(request, code), number)
    fields = request.POST or {"day": date.today().isoformat(), "kind": "adjustment"}
    on = day_of(fields["day"]) if "day" in fields else None
    colours = records.edition_of(person.federation, on or date.today()).colours
    context = _page_context(person) | {"entered": fields, "colours": colours, "problems": (), "adjustment": None}
    if request.method != "POST":
        return render(request, "masterpoint/adjust.html", context)
    try:
        adjustment = manual_entries.read_entry(person, request.POST, today=date.today())
        if "post" in request.POST:
            outcome = officers.post(person, adjustment, by=request.user, line_shown=_state_on_page(request))
            return _after_posting(request, code, person, outcome)
    except MasterpointError as error:
        return render(request, "masterpoint/adjust.html", context | {"problems": error.problems})
    holding = queries.holding(person)
    total = holding | {adjustment.colour: holding.get(adjustment.colour, 0) + adjustment.hundredths}
    rows = [(colour, holding.get(colour, 0), total[colour]) for colour in sorted(total)]
    return render(request, "masterpoint/adjust.html", context | {"adjustment": adjustment, "rows": rows})


@login_required
def bring(request: SignedInRequest, code: str, number: str, sheet: str) -> HttpResponse:
    """Points from another federation by the book's own conversion table, with every figure explained."""
    federation = federation_of(request, code)
    person = _record(federation, number)
    on = day_of(request.POST.get("day", "")) or date.today()
    sheets = {choice.name: choice.worksheet for choice in worksheets.sheets_of(federation.scheme, on)}
    worksheet = sheets.get(sheet)
    if worksheet is None:
        raise Http404
    context = _page_context(person) | {
        "sheet": sheet,
        "worksheet": worksheet,
        "fields": worksheets.fields_of(worksheet, edition_or_first(federation.scheme, on), request.POST),
        "entered": request.POST or {"day": date.today().isoformat()},
        "problems": (),
        "conversion": None,
    }
    if request.method != "POST":
        return render(request, "masterpoint/bring.html", context)
    facts = worksheets.facts_from(worksheet, request.POST)
    reason = request.POST.get("reason", "").strip()[:300]
    try:
        if "post" in request.POST:
            outcome = officers.credit_transfer(
                person, sheet, facts, on=on, by=request.user, reason=reason, line_shown=_state_on_page(request)
            )
            return _after_posting(request, code, person, outcome)
        conversion = transfers.convert(federation.scheme, sheet, facts, on)
    except MasterpointError as error:
        return render(request, "masterpoint/bring.html", context | {"problems": error.problems})
    return render(request, "masterpoint/bring.html", context | {"conversion": conversion})


@login_required
def take_back(request: SignedInRequest, code: str, posting: int) -> HttpResponse:
    """Preview whom it affects and what each would lose, then take it back, with a reason. Both postings stay."""
    federation = federation_of(request, code)
    act = get_object_or_404(Posting.objects.select_related("federation", "by"), federation=federation, number=posting)
    if not manual_postings.is_reversible(act):
        messages.error(request, f"Number {act.number} was taken back before, or was not posted by hand.")
        return redirect("ledger", code=code)
    number = (request.POST or request.GET).get("person", "")[:40]
    person = get_object_or_404(Person, federation=federation, number=number) if number else None
    preview = manual_postings.preview_reversal(act, person)
    problems: tuple[Problem, ...] = ()
    if request.method == "POST":
        reason, people = request.POST.get("reason", "").strip()[:300], row_number(request.POST.get("people", ""))
        try:
            outcome = officers.take_back(act, by=request.user, reason=reason, person=person, people=people)
            return _after_take_back(request, code, act, person, outcome)
        except MasterpointError as error:
            problems = tuple(error.problems)
    context = {
        "federation": federation,
        "posting": act,
        "person": person,
        "preview": preview,
        "rows": preview.rows[:ROWS_SHOWN],
        "rows_left_out": max(0, len(preview.rows) - ROWS_SHOWN),
        "people": manual_postings.preview_reversal(act).rows if person else preview.rows,
        "problems": problems,
    }
    return render(request, "masterpoint/take_back.html", context)


def _after_take_back(
    request: SignedInRequest, code: str, posting: Posting, person: Person | None, outcome: officers.OfficerResult
) -> HttpResponse:
    if outcome.posting is None:
        messages.success(request, WAITS)
        return redirect("proposals", code=code)
    owner = f" from {person.name}" if person else ""
    messages.success(request, f"Number {posting.number} is taken back{owner}, by number {outcome.posting.number}.")
    _warn_of_promotions(request, outcome)
    return redirect("ledger", code=code) if person is None else redirect("adjust", code=code, number=person.number)


def _record(federation: Federation, number: str) -> Person:
    people = Person.objects.select_related("federation", "home_club")
    return get_object_or_404(people, federation=federation, number=number, merged_into=None)


def _page_context(person: Person) -> dict[str, Any]:
    return {
        "federation": person.federation,
        "person": person,
        "holding": queries.holding(person),
        "rank": records.rank_progress(person).rank,
        "acts": manual_postings.posting_summaries(
            manual_postings.postings_by_officers(person.federation, person), person
        ),
        "sheets": worksheets.sheets_of(person.federation.scheme, date.today()),
        "seen": queries.last_line(person),
    }


def _state_on_page(request: SignedInRequest) -> int:
    text = request.POST.get("seen", "")
    return int(text) if text.isdecimal() and len(text) < 19 else -1


def _after_posting(
    request: SignedInRequest, code: str, person: Person, outcome: officers.OfficerResult
) -> HttpResponse:
    if outcome.posting is None:
        messages.success(request, WAITS)
        return redirect("proposals", code=code)
    messages.success(request, f"Posted to {person.name}, as number {outcome.posting.number} of the ledger.")
    _warn_of_promotions(request, outcome)
    return redirect("adjust", code=code, number=person.number)


def _warn_of_promotions(request: SignedInRequest, outcome: officers.OfficerResult) -> None:
    for promotion in outcome.undone:
        messages.warning(
            request, f"Announced before, and no longer held: {promotion.person.name}, {promotion.rank}. See the office."
        )
