"""The members of an organisation: which organisations a user manages, the list of members, and loading many from a
file.
"""

from __future__ import annotations

from datetime import date

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.db.models import QuerySet
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render

from masterpoint.centre.registry import queries
from masterpoint.centre.registry.loading import COLUMNS, IRREGULAR, load_members
from masterpoint.centre.registry.models import Organisation, Person
from masterpoint.core.errors import MasterpointError, Problem
from masterpoint.core.file_size import LIMIT
from masterpoint.core.plurals import count_text
from masterpoint.schemes import FEDERATIONS
from masterpoint.web.common import SignedInRequest, keeps_members, page_of, query_without_page
from masterpoint.web.members.access import managed_organisation

MEMBERS_A_PAGE = 50


@login_required
def my_members(request: SignedInRequest) -> HttpResponse:
    """The organisations whose members this account manages."""
    organisations = keeps_members(request)
    if not organisations:
        raise Http404
    if len(organisations) == 1:
        return redirect("members", code=organisations[0].federation_id, organisation_number=organisations[0].number)
    return render(request, "masterpoint/my_members.html", {"page": page_of(request, organisations, 200), "query": ""})


@login_required
def members(request: SignedInRequest, code: str, organisation_number: str) -> HttpResponse:
    """Everybody whose home club is this organisation or below it."""
    organisation = managed_organisation(request, code, organisation_number)
    text = request.GET.get("q", "").strip()[:80]
    status = request.GET.get("status", "")
    people = queries.search(organisation.federation, text) if text else _all_people(organisation)
    people = people.filter(home_club__in=queries.descendants(organisation))
    people = people.filter(status=status) if status in Person.Status.values else people
    context = {
        "federation": organisation.federation,
        "organisation": organisation,
        "several_clubs": organisation.children.exists(),
        "page": page_of(request, people, MEMBERS_A_PAGE),
        "query": query_without_page(request),
        "text": text,
        "status": status,
        "statuses": Person.Status.choices,
        "has_sheets": FEDERATIONS[organisation.federation.scheme].office_forms is not None,
    }
    return render(request, "masterpoint/members.html", context)


def _all_people(organisation: Organisation) -> QuerySet[Person]:
    people = Person.objects.filter(federation=organisation.federation, merged_into=None)
    return people.select_related("home_club").order_by("sort_key", "pk")


@login_required
def load(request: SignedInRequest, code: str, organisation_number: str) -> HttpResponse:
    """Load members from a CSV file. All problems are shown at once, and nothing is written unless the file has none."""
    organisation = managed_organisation(request, code, organisation_number)
    columns = COLUMNS if organisation.parent_id is None else [name for name in COLUMNS if name != IRREGULAR]
    context = {
        "federation": organisation.federation,
        "organisation": organisation,
        "columns": columns,
        "problems": (),
    }
    upload = request.FILES.get("file")
    if request.method == "POST" and upload is not None:
        name = (upload.name or "file")[:100]
        if (upload.size or 0) > settings.MASTERPOINT_LARGEST_UPLOAD:
            problem = Problem(name, "", "this file is too large", f"split it into files under {LIMIT}")
            return render(request, "masterpoint/load_members.html", context | {"problems": [problem]})
        try:
            count = load_members(
                organisation.federation,
                upload.read(),
                source=name,
                by=request.user,
                today=date.today(),
                organisation=organisation,
            )
        except MasterpointError as error:
            return render(request, "masterpoint/load_members.html", context | {"problems": error.problems})
        messages.success(request, f"{count_text(count, 'member')} registered.")
        return redirect("members", code=code, organisation_number=organisation_number)
    return render(request, "masterpoint/load_members.html", context)
