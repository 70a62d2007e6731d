"""How a player gets an account: number and code from the letter, a confirmed address, and a password.

Each step is stored in the session, so that a page that is sent twice or opened again continues from there.
"""

from __future__ import annotations

from datetime import date
from typing import Any, cast

from django.contrib import messages
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters

from masterpoint.centre import limits
from masterpoint.centre.accounts.models import User
from masterpoint.centre.claiming import mailed_codes, services
from masterpoint.centre.claiming.models import Invitation
from masterpoint.core.errors import MasterpointError
from masterpoint.web.common import show_problems, user_of
from masterpoint.web.home import by_nearness

STEPS = "joining"


@never_cache
@sensitive_post_parameters("code")
def join(request: HttpRequest) -> HttpResponse:
    """Ask for the number and the code of the invitation."""
    federations = by_nearness(request)
    if request.method == "POST":
        federation_entered = next((part for part in federations if part.code == request.POST.get("federation")), None)
        number, code = (request.POST.get(name, "")[:40] for name in ("number", "code"))
        try:
            if federation_entered is None:
                raise services.NotClaimed(services.REFUSED)
            invitation = services.invitation_for(federation_entered, number, code, today=date.today())
        except MasterpointError as error:
            show_problems(request, error)
        else:
            return _claim_for_user(request, invitation)
    options = {federation.code: federation.name for federation in federations}
    return render(request, "masterpoint/join.html", {"options": options, "entered": request.POST})


def _claim_for_user(request: HttpRequest, invitation: Invitation) -> HttpResponse:
    """Link the record to the account of a signed-in user, whose address is confirmed already."""
    user = user_of(request)
    if user is None:
        request.session[STEPS] = {"invitation": invitation.pk}
        return redirect("join-address")
    try:
        person = services.claim(invitation, user)
    except MasterpointError as error:
        show_problems(request, error)
        return redirect("join")
    messages.success(request, f"The record of {person.name} is now in your account.")
    return redirect("player", code=person.federation_id, number=person.number)


@never_cache
def address(request: HttpRequest) -> HttpResponse:
    """Ask for the address. That of the invitation counts as confirmed; another one gets a letter with six digits."""
    steps, invitation = _joining_state(request)
    if invitation is None:
        return redirect("join")
    if request.method == "POST":
        email = User.objects.normalise(request.POST.get("email", "")[:254])
        try:
            services.require_address(email)
        except MasterpointError as error:
            show_problems(request, error)
            return render(request, "masterpoint/join_address.html", {"person": invitation.person, "email": email})
        is_invited = bool(invitation.email) and email == invitation.email
        request.session[STEPS] = {"invitation": invitation.pk, "email": email, "shown": is_invited}
        if is_invited:
            return _after_address(request, invitation, email)
        _send_digits(request, email)
        return redirect("join-code")
    context = {"person": invitation.person, "email": steps.get("email") or invitation.email}
    return render(request, "masterpoint/join_address.html", context)


def _send_digits(request: HttpRequest, email: str) -> None:
    request.session[STEPS] |= mailed_codes.send(email)
    request.session.modified = True


@never_cache
def by_address(request: HttpRequest) -> HttpResponse:
    """Join without a code. If the number and the address match the register, it gets a letter with six digits."""
    federations = by_nearness(request)
    if request.method == "POST":
        federation_entered = next((part for part in federations if part.code == request.POST.get("federation")), None)
        number, email = (request.POST.get(name, "")[:254] for name in ("number", "email"))
        email = User.objects.normalise(email)
        limits.count("forgotten", email)
        invitation = (
            services.invitation_by_address(federation_entered, number, email, today=date.today())
            if federation_entered
            else None
        )
        waiting = mailed_codes.send(email, has_reader=invitation is not None)
        request.session[STEPS] = {"invitation": invitation.pk if invitation else 0, "by_address": True, **waiting}
        return redirect("join-code")
    options = {federation.code: federation.name for federation in federations}
    return render(request, "masterpoint/join_by_address.html", {"options": options})


@never_cache
def code(request: HttpRequest) -> HttpResponse:
    """Check the six digits from the letter, which confirm the address."""
    steps, invitation = _joining_state(request)
    if "digest" not in steps:
        return redirect("join")
    if request.method == "POST":
        steps["tries"] += 1
        request.session[STEPS] = steps
        waiting = cast(mailed_codes.PendingCode, steps)
        if invitation is not None and mailed_codes.fits(waiting, request.POST.get("digits", "")[:20]):
            request.session[STEPS] = {"invitation": invitation.pk, "email": steps["email"], "shown": True}
            return _after_address(request, invitation, steps["email"])
        message = "It is too late for this code: ask for a new one."
        advice = message if mailed_codes.is_void(waiting) else "Look at the letter again."
        messages.error(request, f"These are not the digits of the letter. {advice}")
    context = {"email": steps["email"], "by_address": steps.get("by_address")}
    return render(request, "masterpoint/join_code.html", context)


def _after_address(request: HttpRequest, invitation: Invitation, email: str) -> HttpResponse:
    """Link the record to the account with this address; if there is none, ask for a password to create one."""
    user = User.objects.filter(email=email, is_active=True).first()
    if user is None:
        return redirect("join-password")
    return _finish(request, lambda: services.claim(invitation, user))


@never_cache
@sensitive_post_parameters("password")
def password(request: HttpRequest) -> HttpResponse:
    """The last step: choose a password."""
    steps, invitation = _joining_state(request)
    if invitation is None or not steps.get("shown"):
        return redirect("join")
    if request.method == "POST":
        new_password = request.POST.get("password", "")
        try:
            validate_password(new_password, User(email=steps["email"], name=invitation.person.name))
        except ValidationError as error:
            for message in error.messages:
                messages.error(request, message)
        else:
            return _finish(request, lambda: services.open_account(invitation, steps["email"], new_password))
    context = {"person": invitation.person, "email": steps["email"]}
    return render(request, "masterpoint/join_password.html", context)


def _finish(request: HttpRequest, act: Any) -> HttpResponse:
    try:
        act()
    except MasterpointError as error:
        show_problems(request, error)
        return redirect("join")
    finally:
        request.session.pop(STEPS, None)
    messages.success(request, "Done: your record is in your account. Sign in with your e-mail address and password.")
    return redirect("sign-in")


def _joining_state(request: HttpRequest) -> tuple[dict[str, Any], Invitation | None]:
    """The steps done in this browser, and the invitation."""
    steps: dict[str, Any] = request.session.get(STEPS, {})
    invitations = Invitation.objects.select_related("person__federation").filter(used_at=None)
    return steps, invitations.filter(pk=steps.get("invitation", 0), last_day__gte=date.today()).first()
