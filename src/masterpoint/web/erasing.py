"""A player's own erasure: a page that says what is erased and what stays, a confirmation, and the erasure."""

from __future__ import annotations

from datetime import date

from django.contrib import messages
from django.contrib.auth import logout
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache

from masterpoint.centre.accounts.models import User
from masterpoint.centre.erasing.services import NotErased, erase
from masterpoint.centre.registry.models import Person
from masterpoint.centre.registry.name_keys import number_key
from masterpoint.core.errors import MasterpointError, Problem
from masterpoint.web.common import SignedInRequest, own_record, show_problems


@login_required
@never_cache
def erase_me(request: SignedInRequest) -> HttpResponse:
    """What is erased, what stays, and why."""
    return render(request, "masterpoint/erase.html", _context(_own_record(request), request.user))


@login_required
@never_cache
def confirm(request: SignedInRequest) -> HttpResponse:
    """Ask for confirmation. The number must be typed, so that nobody is erased by accident."""
    person = _own_record(request)
    if request.method == "POST":
        try:
            _require_number(person, request.POST.get("number", "")[:40])
            erase(person, by=request.user, on=date.today())
        except MasterpointError as error:
            show_problems(request, error)
            return redirect(f"{reverse('erase-me-confirm')}?federation={person.federation_id}")
        return _after_erasure(request, person)
    return render(request, "masterpoint/erase_confirm.html", _context(person, request.user))


def _require_number(person: Person, typed_number: str) -> None:
    if number_key(typed_number) != number_key(person.number):
        message = "this is not your number"
        raise NotErased(Problem("number", typed_number, message, f"write {person.number}, or leave this page"))


def _own_record(request: SignedInRequest) -> Person:
    return own_record(request.user, request.GET.get("federation", ""))


def _context(person: Person, user: User) -> dict[str, object]:
    return {"person": person, "others": user.people.exclude(pk=person.pk).exists()}


def _after_erasure(request: SignedInRequest, person: Person) -> HttpResponse:
    """Players with records in other federations keep the account and stay signed in."""
    if User.objects.filter(pk=request.user.pk, is_active=True).exists():
        messages.success(request, f"Done. Your name is erased at {person.federation.name}. Your account stays.")
        return redirect("account")
    logout(request)
    messages.success(request, "Done. Your name, your addresses and your account are erased.")
    return redirect("home")
