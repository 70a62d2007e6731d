"""Passkeys: add, rename and remove them, and sign in with one.

This needs JavaScript; the other ways to sign in do not.
"""

from __future__ import annotations

import json
from typing import Any

from django.conf import settings
from django.contrib import messages
from django.contrib.auth import login
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from masterpoint.centre.accounts import services as accounts
from masterpoint.centre.accounts import webauthn
from masterpoint.centre.registry import passkeys as keys
from masterpoint.core.errors import MasterpointError
from masterpoint.web.common import SignedInRequest, row_number, show_problems
from masterpoint.web.mail_sign_in import BACKEND, place_on_this_site
from masterpoint.web.second_factor import finish, waiting_for

STATE = "passkey"
"""The session key of the challenge that a device got."""
LONGEST = 20_000
"""The maximum length of a response in characters. Real ones have a few thousand at most."""


def is_offered(request: HttpRequest) -> bool:
    """Whether browsers allow a passkey at the address of this page."""
    return webauthn.works_at(_origin(request))


def _origin(request: HttpRequest) -> str:
    return f"{request.scheme}://{request.get_host()}"


@login_required
@never_cache
def passkeys(request: SignedInRequest) -> HttpResponse:
    """The passkeys of the account, and a form to add one."""
    user = request.user
    if request.method == "POST":
        state, answer = _read_answer(request)
        try:
            passkey = keys.add(user, request.POST.get("name", ""), state, answer, _origin(request))
        except MasterpointError as error:
            show_problems(request, error)
        else:
            messages.success(request, f"Saved: you can now sign in with “{passkey.name}”.")
        return redirect("passkeys")
    user_passkeys = user.passkeys.order_by("pk")
    context = {"passkeys": user_passkeys, "offered": is_offered(request), "site": settings.MASTERPOINT_SITE}
    return render(request, "masterpoint/passkeys.html", context)


@login_required
@never_cache
@require_POST
def options(request: SignedInRequest) -> HttpResponse:
    """The challenge for a new passkey."""
    challenge, request.session[STATE] = keys.begin_adding(request.user)
    return JsonResponse(challenge)


@login_required
@require_POST
def change(request: SignedInRequest) -> HttpResponse:
    """Rename or remove a passkey."""
    passkey = get_object_or_404(request.user.passkeys, pk=row_number(request.POST.get("passkey", "")))
    if "remove" in request.POST:
        keys.remove(passkey, by=request.user)
        messages.success(request, f"Removed: “{passkey.name}” no longer signs you in.")
    else:
        keys.rename(passkey, request.POST.get("name", ""))
        messages.success(request, f"Saved: this passkey is called “{passkey.name}”.")
    return redirect("passkeys")


@login_required
@require_POST
def later(request: SignedInRequest) -> HttpResponse:
    accounts.put_off_passkey(request.user)
    messages.success(request, "All right. You can add a passkey on the page “My account” at any time.")
    return redirect("home")


@never_cache
@require_POST
def sign_in_options(request: HttpRequest) -> HttpResponse:
    """A challenge for any passkey that the device has for this site."""
    challenge, request.session[STATE] = webauthn.begin_sign_in()
    return JsonResponse(challenge)


@never_cache
@require_POST
def sign_in(request: HttpRequest) -> HttpResponse:
    """Sign in by passkey alone, or as the second factor after the password. The device has verified its user."""
    waiting = waiting_for(request) if "second" in request.POST else None
    state, answer = _read_answer(request)
    try:
        user = keys.sign_in(state, answer, _origin(request), expected_user=waiting)
    except MasterpointError as error:
        show_problems(request, error)
        return redirect("sign-in" if waiting is None else "sign-in-code")
    if waiting is not None:
        return finish(request, user)
    login(request, user, backend=BACKEND)
    return redirect(place_on_this_site(request) or settings.LOGIN_REDIRECT_URL)


def _read_answer(request: HttpRequest) -> tuple[webauthn.State | None, dict[str, Any]]:
    """The challenge, which is valid for one response, and the response."""
    state = request.session.pop(STATE, None)
    try:
        answer = json.loads(request.POST.get("credential", "")[:LONGEST])
    except ValueError:
        answer = {}
    return state, answer if isinstance(answer, dict) else {}
