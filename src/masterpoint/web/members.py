"""Members, for those who keep them: search before create, register, transfer, status, load; merge and split."""

from __future__ import annotations

from datetime import date

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_POST

from masterpoint.centre.records.leaderboards import ranks_of
from masterpoint.centre.records.mccutcheon import has_mccutcheon
from masterpoint.centre.registry import access, belonging, queries, services
from masterpoint.centre.registry.loading import COLUMNS, load_members
from masterpoint.centre.registry.models import Federation, Membership, Organisation, Person
from masterpoint.core.errors import MasterpointError, Problem
from masterpoint.web.common import day_of, keeps_members, organisation_in, page_of, person_in, query_without_page, tell

MEMBERS_A_PAGE = 50
BY_SECRETARIES = ("active", "lapsed", "inactive", "deceased")


@login_required
def my_members(request: HttpRequest) -> HttpResponse:
    """The organisations whose members this account keeps."""
    kept = keeps_members(request)
    if not kept:
        raise Http404
    if len(kept) == 1:
        return redirect("members", code=kept[0].federation_id, organisation=kept[0].number)
    return render(request, "masterpoint/my_members.html", {"page": page_of(request, kept, 200), "query": ""})


@login_required
def members(request: HttpRequest, code: str, organisation: str) -> HttpResponse:
    """Everybody whose home club it is, or is below it."""
    kept = _kept(request, code, organisation)
    text = request.GET.get("q", "").replace("\0", "").strip()[:80]
    status = request.GET.get("status", "")
    people = queries.search(kept.federation, text) if text else _everybody(kept)
    people = people.filter(home_club__in=queries.below(kept))
    people = people.filter(status=status) if status in Person.Status.values else people
    context = {
        "federation": kept.federation,
        "organisation": kept,
        "page": page_of(request, people, MEMBERS_A_PAGE),
        "query": query_without_page(request),
        "text": text,
        "status": status,
        "statuses": Person.Status.choices,
    }
    return render(request, "masterpoint/members.html", context)


def _everybody(organisation: Organisation):
    people = Person.objects.filter(federation=organisation.federation, merged_into=None)
    return people.select_related("home_club").order_by("sort_key", "pk")


@login_required
def new_member(request: HttpRequest, code: str, organisation: str) -> HttpResponse:
    """Search before create: first who it may be, then, only if nobody, a new number."""
    kept = _kept(request, code, organisation)
    told = request.POST if request.method == "POST" else request.GET
    given, family = (told.get(name, "").replace("\0", "").strip()[:80] for name in ("given", "family"))
    context = {
        "federation": kept.federation,
        "organisation": kept,
        "given": given,
        "family": family,
        "today": date.today(),
    }
    if request.method == "POST":
        born = request.POST.get("born", "")
        try:
            person = services.register(
                kept.federation,
                given,
                family,
                on=day_of(request.POST.get("joined", "")) or date.today(),
                by=request.user,
                club=kept if kept.level == "club" else None,
                born_in=int(born) if born.isdecimal() and len(born) == 4 else None,
            )
        except MasterpointError as error:
            return render(request, "masterpoint/new_member.html", context | {"problems": error.problems})
        messages.success(request, f"{person.name} is registered, with the number {person.number}.")
        return redirect("member", code=code, organisation=organisation, number=person.number)
    if family:
        matches = queries.likely_matches(kept.federation, f"{given} {family}", kept)
        context["matches"] = [(match, _open_to(request, kept, match.person)) for match in matches]
        context["searched"] = True
    return render(request, "masterpoint/new_member.html", context)


def _open_to(request: HttpRequest, kept: Organisation, person: Person) -> str:
    """What may be done about a likely match: open it, transfer it here, or only ask the office."""
    if _within(kept, person):
        return "open"
    return "ask" if person.anonymous and not access.sees_in_full(request.user, person) else "transfer"


@login_required
def load(request: HttpRequest, code: str, organisation: str) -> HttpResponse:
    """Members from a CSV file: every problem at once, nothing written unless the whole file is sound."""
    kept = _kept(request, code, organisation)
    context = {"federation": kept.federation, "organisation": kept, "columns": COLUMNS}
    upload = request.FILES.get("file")
    if request.method == "POST" and upload is not None:
        name = (upload.name or "file")[:100]
        if upload.size > settings.MASTERPOINT_LARGEST_UPLOAD:
            problem = Problem(name, "", "this file is too large", "split it into files under 10 MB")
            return render(request, "masterpoint/load_members.html", context | {"problems": [problem]})
        try:
            count = load_members(
                kept.federation, upload.read(), source=name, by=request.user, today=date.today(), within=kept
            )
        except MasterpointError as error:
            return render(request, "masterpoint/load_members.html", context | {"problems": error.problems})
        messages.success(request, f"{count} member{'' if count == 1 else 's'} registered.")
        return redirect("members", code=code, organisation=organisation)
    return render(request, "masterpoint/load_members.html", context)


@login_required
def member(request: HttpRequest, code: str, organisation: str, number: str) -> HttpResponse:
    """One member: what the register holds, and what may be done."""
    kept = _kept(request, code, organisation)
    person = _member(request, kept, number)
    staff = access.may(request.user, access.Action.LEDGER, kept)
    statuses = [one for one in Person.Status.choices if staff or one[0] in BY_SECRETARIES]
    context = {
        "federation": kept.federation,
        "organisation": kept,
        "person": person,
        "statuses": [one for one in statuses if one[0] != person.status],
        "periods": person.status_periods.order_by("-first_day", "-pk"),
        "memberships": person.memberships.select_related("organisation").order_by("-first_day", "-pk"),
        "changes": person.changes.select_related("by").order_by("-at")[:20],
        "clubs": _clubs(request, kept, staff),
        "belongs": [(one, _may_end(request, one)) for one in belonging.held_on(person, date.today())],
        "allegiance": belonging.allegiance(kept.federation),
        "counties": _counties(kept.federation) if staff else [],
        "may_merge": staff,
        "overseas": ranks_of(kept.federation) if has_mccutcheon(kept.federation) else (),
        "merged": person.merged_from.order_by("pk"),
        "today": date.today(),
    }
    return render(request, "masterpoint/member.html", context)


@login_required
@require_POST
def act(request: HttpRequest, code: str, organisation: str, number: str, what: str) -> HttpResponse:
    """One thing done to a member, with its reason, noted for ever."""
    kept = _kept(request, code, organisation)
    acts = {
        "transfer": _transfer,
        "join": _join,
        "leave": _leave,
        "county": _county,
        "status": _status,
        "overseas": _overseas,
        "merge": _merge,
        "split": _split,
    }
    if what not in acts:
        raise Http404
    try:
        person = acts[what](request, kept, number)
    except MasterpointError as error:
        if isinstance(error, access.NotAllowed):
            raise
        tell(request, error)
        person = person_in(kept.federation, number)
    if person is None or not _within(kept, person):
        return redirect("members", code=code, organisation=organisation)
    return redirect("member", code=code, organisation=organisation, number=person.number)


def _club_for(request: HttpRequest, kept: Organisation, number: str) -> tuple[Person, Organisation]:
    """One of the clubs this account keeps; whoever comes from elsewhere must be one it may see."""
    person = _existing(kept, number)
    if person.anonymous and not access.sees_in_full(request.user, person):
        raise Http404
    staff = access.may(request.user, access.Action.LEDGER, kept)
    club = organisation_in(_clubs(request, kept, staff), request.POST, "club")
    if club is None:
        raise Http404
    return person, club


def _transfer(request: HttpRequest, kept: Organisation, number: str) -> Person:
    person, club = _club_for(request, kept, number)
    if club.pk != person.home_club_id:
        belonging.transfer(person, club, on=_on(request), by=request.user)
        messages.success(request, f"{person.name} is now a member of {club.name}.")
    if person.status == Person.Status.LAPSED and "reactivate" in request.POST:
        services.reactivate(person, on=_on(request), by=request.user)
    return person


def _join(request: HttpRequest, kept: Organisation, number: str) -> Person:
    person, club = _club_for(request, kept, number)
    belonging.join(person, club, Membership.Kind.ALTERNATE, on=_on(request), by=request.user)
    messages.success(request, f"{person.name} also belongs to {club.name}.")
    return person


def _leave(request: HttpRequest, kept: Organisation, number: str) -> Person:
    person = _member(request, kept, number)
    asked = request.POST.get("membership", "")
    found = get_object_or_404(belonging.held_on(person, date.today()), pk=asked if asked.isdecimal() else 0)
    if not _may_end(request, found):
        raise Http404
    belonging.leave(found, on=_on(request), by=request.user)
    messages.success(request, f"{person.name} no longer belongs to {found.organisation.name}.")
    return person


def _may_end(request: HttpRequest, membership: Membership) -> bool:
    """Those who keep the members of the other club; of a county only the federation's staff."""
    if membership.kind == Membership.Kind.ALTERNATE:
        return access.may(request.user, access.Action.MEMBERS, membership.organisation)
    national = membership.organisation.federation.organisations.filter(parent=None).order_by("pk").first()
    is_staff = national is not None and access.may(request.user, access.Action.LEDGER, national)
    return membership.kind == Membership.Kind.PRIMARY and is_staff


def _county(request: HttpRequest, kept: Organisation, number: str) -> Person:
    access.require(request.user, access.Action.LEDGER, kept)
    person = _member(request, kept, number)
    county = organisation_in(_counties(kept.federation), request.POST, "county")
    if county is None:
        raise Http404
    belonging.join(person, county, Membership.Kind.PRIMARY, on=_on(request), by=request.user)
    messages.success(request, f"{person.name}: primary allegiance to {county.name}.")
    return person


def _counties(federation: Federation) -> list[Organisation]:
    kind = belonging.allegiance(federation)
    return list(federation.organisations.filter(level=kind, active=True).order_by("name"))


def _status(request: HttpRequest, kept: Organisation, number: str) -> Person:
    person = _member(request, kept, number)
    status = request.POST.get("status", "")
    reason = request.POST.get("reason", "").strip()[:200]
    if status not in Person.Status.values:
        raise Http404
    if status not in BY_SECRETARIES:
        access.require(request.user, access.Action.LEDGER, kept)
    if not reason:
        raise services.NotRegistered(Problem("reason", "", "a reason is needed", "say in a few words why"))
    until = day_of(request.POST.get("until", ""))
    services.set_status(person, status, on=_on(request), by=request.user, reason=reason, until=until)
    messages.success(request, f"{person.name}: {person.get_status_display().lower()}, from {_on(request):%-d %B %Y}.")
    return person


def _overseas(request: HttpRequest, kept: Organisation, number: str) -> Person:
    person = _member(request, kept, number)
    rank = request.POST.get("rank_abroad", "").replace("\0", "")[:60]
    services.set_from_overseas(person, "visitor" in request.POST, rank, by=request.user)
    messages.success(request, f"{person.name}: noted.")
    return person


def _merge(request: HttpRequest, kept: Organisation, number: str) -> Person:
    access.require(request.user, access.Action.LEDGER, kept)
    person = _existing(kept, number)
    other = person_in(kept.federation, request.POST.get("duplicate", "").strip()[:40])
    if other is None:
        found = request.POST.get("duplicate", "")[:40]
        raise services.NotRegistered(Problem("number", found, "nobody has this number", "look the duplicate up first"))
    services.merge(other, person, by=request.user, reason=request.POST.get("reason", "")[:300])
    messages.success(request, f"{other.name}, {other.number}, is joined to this record. No point is lost.")
    return person


def _split(request: HttpRequest, kept: Organisation, number: str) -> Person:
    access.require(request.user, access.Action.LEDGER, kept)
    person = _existing(kept, number)
    other = get_object_or_404(person.merged_from, number=request.POST.get("duplicate", ""))
    services.split(other, by=request.user, reason=request.POST.get("reason", "")[:300] or "they are two people")
    messages.success(request, f"{other.name}, {other.number}, is a record of its own again.")
    return person


def _on(request: HttpRequest) -> date:
    return day_of(request.POST.get("on", "")) or date.today()


def _clubs(request: HttpRequest, kept: Organisation, staff: bool) -> list[Organisation]:
    """Where a member may be transferred to: for staff any club, for a secretary those they keep."""
    if staff:
        return list(Organisation.objects.filter(federation=kept.federation, level="club", active=True).order_by("name"))
    return [one for one in keeps_members(request) if one.federation_id == kept.federation_id and one.level == "club"]


def _kept(request: HttpRequest, code: str, number: str) -> Organisation:
    for one in keeps_members(request):
        if one.federation_id == code and one.number == number:
            return one
    raise Http404


def _within(kept: Organisation, person: Person) -> bool:
    """Members of the organisation; a national body also keeps those without a club."""
    if person.federation_id != kept.federation_id:
        return False
    return person.home_club_id in queries.below(kept) if person.home_club_id else kept.parent_id is None


def _member(request: HttpRequest, kept: Organisation, number: str) -> Person:
    person = _existing(kept, number)
    if not _within(kept, person):
        raise Http404
    return person


def _existing(kept: Organisation, number: str) -> Person:
    people = Person.objects.select_related("federation", "home_club", "merged_into")
    return get_object_or_404(people, federation=kept.federation, number=number)
