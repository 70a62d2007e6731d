"""Sign in without a password: six digits by e-mail, typed in the same browser."""

from __future__ import annotations

from typing import Any, cast

from django.conf import settings
from django.contrib import messages
from django.contrib.auth import login
from django.contrib.auth.signals import user_login_failed
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.cache import never_cache

from masterpoint.centre import limits
from masterpoint.centre.accounts.models import User
from masterpoint.centre.claiming import mailed_codes
from masterpoint.centre.registry import second_factors
from masterpoint.web.accounts import is_locked, locked_page
from masterpoint.web.second_factor import ask_for_code

SESSION_KEY = "mailed_code"
BACKEND = "django.contrib.auth.backends.ModelBackend"


@never_cache
def ask(request: HttpRequest) -> HttpResponse:
    """Ask for the address. The answer is the same whether or not there is an account."""
    if request.user.is_authenticated:
        return redirect("account")
    if request.method == "POST":
        email = User.objects.normalise(request.POST.get("email", "")[:254])
        limits.count("forgotten", email)
        request.session[SESSION_KEY] = {**mailed_codes.send_to_account(email), "then": place_on_this_site(request)}
        return redirect("sign-in-mail-code")
    return render(request, "masterpoint/sign_in_mail.html", {"next": request.GET.get("next", "")})


def place_on_this_site(request: HttpRequest) -> str:
    """The page that the user wanted before signing in; empty if it is on another site."""
    target = request.POST.get("next", "")
    is_local = url_has_allowed_host_and_scheme(target, {request.get_host()}, require_https=request.is_secure())
    return target if is_local else ""


@never_cache
def code(request: HttpRequest) -> HttpResponse:
    """Check the six digits. Wrong digits count like a wrong password."""
    waiting: dict[str, Any] = request.session.get(SESSION_KEY, {})
    if not waiting:
        return redirect("sign-in-mail")
    if request.method != "POST":
        return render(request, "masterpoint/sign_in_mail_code.html", {"email": waiting["email"]})
    credentials = {"username": waiting["email"]}
    if is_locked(request, waiting["email"]):
        return locked_page(request)
    waiting["tries"] += 1
    request.session[SESSION_KEY] = waiting
    mailed = cast(mailed_codes.PendingCode, waiting)
    user = User.objects.filter(email=waiting["email"], is_active=True).first()
    if user is None or not mailed_codes.fits(mailed, request.POST.get("digits", "")[:20]):
        user_login_failed.send(sender=__name__, credentials=credentials, request=request)
        message = "It is too late for this code: ask for a new one."
        advice = message if mailed_codes.is_void(mailed) else "Look at the letter again."
        messages.error(request, f"These are not the digits of the letter. {advice}")
        return redirect("sign-in-mail-code")
    return _sign_in(request, user, waiting["then"])


def _sign_in(request: HttpRequest, user: User, target: str) -> HttpResponse:
    """Sign in. If the account has a second factor, ask for it too."""
    del request.session[SESSION_KEY]
    address = target or settings.LOGIN_REDIRECT_URL
    if second_factors.is_needed(user):
        user.backend = BACKEND
        return ask_for_code(request, user, address)
    login(request, user, backend=BACKEND)
    return redirect(address)
