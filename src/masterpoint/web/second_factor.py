"""The second factor: the second page of the sign-in, and the pages to turn it on and off."""

from __future__ import annotations

import time
from collections.abc import Callable

import segno
from django.contrib import messages
from django.contrib.auth import login
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import resolve
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from masterpoint.centre.accounts import totp
from masterpoint.centre.accounts.models import User
from masterpoint.centre.registry import second_factors
from masterpoint.core.errors import MasterpointError
from masterpoint.web.common import SignedInRequest, show_problems

SESSION_KEY = "second_factor"
"""The session key for who gave the right password, when, and which page they wanted."""
SECONDS_TO_ENTER = 600
EXEMPT_PAGES = (
    *("second-factor", "sign-out", "sign-in", "sign-in-code", "password", "account", "revoke-token"),
    *("passkeys", "passkey-options", "change-passkey", "sign-in-passkey", "sign-in-passkey-options"),
)
"""Pages that stay open to a user who must turn it on first."""


def ask_for_code(request: HttpRequest, user: User, target: str) -> HttpResponse:
    """Ask for the code after the right password, before signing in."""
    request.session.cycle_key()
    request.session[SESSION_KEY] = {"user": user.pk, "at": time.time(), "then": target, "backend": user.backend}
    return redirect("sign-in-code")


@never_cache
def sign_in_code(request: HttpRequest) -> HttpResponse:
    user = waiting_for(request)
    if user is None:
        return redirect("sign-in")
    if request.method == "POST" and second_factors.is_on(user):
        try:
            second_factors.check(user, request.POST.get("code", "")[:40])
        except MasterpointError as error:
            show_problems(request, error)
            return redirect("sign-in-code")
        return finish(request, user)
    context = {"application": second_factors.is_on(user), "passkey": user.passkeys.exists()}
    return render(request, "masterpoint/sign_in_code.html", context)


def waiting_for(request: HttpRequest) -> User | None:
    """The account that has just given the right password, but not yet the second factor."""
    waiting = request.session.get(SESSION_KEY, {})
    user = User.objects.filter(pk=waiting.get("user"), is_active=True).first()
    return None if user is None or time.time() - waiting["at"] > SECONDS_TO_ENTER else user


def finish(request: HttpRequest, user: User) -> HttpResponse:
    """Sign in a user who gave both."""
    waiting = request.session.pop(SESSION_KEY)
    login(request, user, backend=waiting["backend"])
    return redirect(waiting["then"])


@login_required
@never_cache
def set_up(request: SignedInRequest) -> HttpResponse:
    """Turn it on: show a secret for the application, check a first code, and show recovery codes."""
    user = request.user
    if request.method == "POST":
        try:
            codes = second_factors.confirm(user, request.POST.get("code", "")[:40])
        except MasterpointError as error:
            show_problems(request, error)
            return redirect("second-factor")
        return render(request, "masterpoint/recovery_codes.html", {"codes": codes})
    if second_factors.is_on(user):
        codes_left = len(user.second_factor.recovery_digests)
        return render(request, "masterpoint/second_factor_on.html", {"left": codes_left})
    secret = second_factors.secret_of(second_factors.begin_setup(user))
    code = segno.make(totp.address(secret, user.email), error="m", micro=False)
    context = {
        "picture": code.svg_data_uri(scale=5, light="white"),  # cameras cannot read black on a dark page
        "secret": totp.typed_form(secret),
        "required": second_factors.is_missing(user),
        "passkeys": user.passkeys.exists(),
    }
    return render(request, "masterpoint/second_factor.html", context)


@login_required
@require_POST
def turn_off(request: SignedInRequest) -> HttpResponse:
    if not second_factors.is_on(request.user):
        return redirect("second-factor")
    try:
        second_factors.turn_off(request.user, request.POST.get("code", "")[:40])
    except MasterpointError as error:
        show_problems(request, error)
        return redirect("second-factor")
    messages.success(request, "Your second factor is off.")
    return redirect("account")


class SecondFactorRequired:
    """Makes officers turn on the second factor before anything else, if their federation requires it."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_view(self, request: HttpRequest, *_: object) -> HttpResponse | None:
        match = request.resolver_match or resolve(request.path_info)
        if request.path_info.startswith("/api/") or match.url_name in EXEMPT_PAGES or not request.user.is_authenticated:
            return None
        return redirect("second-factor") if second_factors.is_missing(request.user) else None
