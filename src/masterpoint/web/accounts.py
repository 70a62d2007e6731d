"""Signing in, forgotten passwords, and the account page: offices, letters, privacy, personal data and tokens."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

from axes.handlers.proxy import AxesProxyHandler
from axes.utils import reset as reset_wrong_passwords
from django.conf import settings
from django.contrib import messages
from django.contrib.auth import forms, views
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.debug import sensitive_variables
from django.views.decorators.http import require_POST

from masterpoint.centre import limits, personal_data
from masterpoint.centre.accounts import services, tokens, wrong_passwords
from masterpoint.centre.accounts.models import User
from masterpoint.centre.accounts.visits import previous_visit
from masterpoint.centre.closing import monthly_letters
from masterpoint.centre.filing.news import news
from masterpoint.centre.mail import passwords
from masterpoint.centre.registry import access, person_flags, second_factors
from masterpoint.centre.registry.models import Person
from masterpoint.core.errors import MasterpointError
from masterpoint.web.common import SignedInRequest, own_record, show_problems
from masterpoint.web.second_factor import ask_for_code

CLUBS_SHOWN = 3
"""The number of clubs for which a new token comes with the command that watches a folder."""


class SignIn(views.LoginView):
    """Sign in by e-mail address and password. Failures are counted and throttled."""

    template_name = "masterpoint/sign_in.html"
    redirect_authenticated_user = True

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        account = login_name_of(request, None)[:254]
        is_attacked = wrong_passwords.is_attacked(account, limits.address_of(request))
        if is_attacked or is_locked(request, account):
            return locked_page(request, is_attacked=is_attacked)
        return super().post(request, *args, **kwargs)

    def form_valid(self, form: Any) -> HttpResponse:
        """Continue to the second factor, if the account has one."""
        if second_factors.is_needed(form.get_user()):
            return ask_for_code(self.request, form.get_user(), self.get_success_url())
        return super().form_valid(form)


def login_name_of(request: HttpRequest, credentials: Mapping[str, Any] | None) -> str:
    """The address that was tried, in lower case, so that other spellings do not count as other accounts."""
    name = (credentials or {}).get("username") or request.POST.get("username", "")
    return User.objects.normalise(str(name))


def is_locked(request: HttpRequest, account: str) -> bool:
    """Whether too many wrong passwords or codes came from this address. Then the next one is not looked at."""
    is_allowed = AxesProxyHandler.is_allowed(request, {"username": account})
    return not is_allowed or wrong_passwords.is_blocked(limits.address_of(request))


def locked_page(request: HttpRequest, *_: Any, is_attacked: bool = False, **__: Any) -> HttpResponse:
    """The page shown after too many wrong passwords."""
    context = {"minutes": round(settings.AXES_COOLOFF_TIME * 60), "is_attacked": is_attacked}
    return render(request, "masterpoint/locked.html", context, status=429)


class SignOut(views.LogoutView):
    http_method_names = ["post", "options"]


class ChangePassword(views.PasswordChangeView):
    template_name = "masterpoint/password.html"
    success_url = reverse_lazy("account")

    def form_valid(self, form: Any) -> HttpResponse:
        messages.success(self.request, "Your password is changed.")
        return super().form_valid(form)


class ForgottenForm(forms.PasswordResetForm):
    """Django's form, but with our own letter."""

    def send_mail(self, *templates: Any, **_: Any) -> None:
        context = templates[2]
        passwords.new_password(context["user"], context["uid"], context["token"])


class Forgotten(views.PasswordResetView):
    """Send a letter with a link to a new password. The answer is the same whether or not there is an account."""

    template_name = "masterpoint/forgotten.html"
    form_class = ForgottenForm
    success_url = reverse_lazy("forgotten-sent")

    def form_valid(self, form: Any) -> HttpResponse:
        limits.count("forgotten", User.objects.normalise(form.cleaned_data["email"]))
        return super().form_valid(form)


class ForgottenSent(views.PasswordResetDoneView):
    template_name = "masterpoint/forgotten_sent.html"


class NewPassword(views.PasswordResetConfirmView):
    """Set a new password by the link in the letter. This also unlocks an account after wrong passwords."""

    template_name = "masterpoint/new_password.html"
    success_url = reverse_lazy("sign-in")

    def form_valid(self, form: Any) -> HttpResponse:
        reset_wrong_passwords(username=form.user.email)
        messages.success(self.request, "Your password is changed. Sign in with the new one.")
        return super().form_valid(form)


@login_required
@never_cache
def account(request: SignedInRequest) -> HttpResponse:
    """The account page: offices with links, privacy, and tokens."""
    return render(request, "masterpoint/account.html", _account(request.user))


def _account(user: User) -> dict[str, Any]:
    return {
        "appointments": access.appointments(user).select_related("organisation__federation"),
        "federations": access.federations_for(user),
        **_records(user),
        "second_factor": second_factors.is_on(user),
        "passkeys": user.passkeys.count(),
        "tokens": user.tokens.order_by("revoked_at", "-created_at"),
        "scopes": tokens.SCOPES,
    }


def _records(user: User) -> dict[str, Any]:
    """Each record, with its news since the last visit."""
    people, last_visit = user.people.select_related("federation").order_by("federation"), previous_visit(user)
    now = datetime.now(UTC)
    return {
        "records": [(person, news(person, last_visit, now, user) if last_visit else []) for person in people],
        "since": last_visit,
    }


@never_cache
@csrf_exempt  # mail programs press the button for their reader; the key is enough
def stop_monthly_letters(request: HttpRequest, key: str) -> HttpResponse:
    """Stop the monthly letters without signing in. The page has a button, because some programs follow links."""
    user = monthly_letters.reader_of(key)
    if user is None:
        raise Http404
    if request.method == "POST":
        monthly_letters.stop_letters(user)
    return render(request, "masterpoint/stop_letters.html", {"wants_summary": user.wants_summary})


@login_required
@require_POST
def privacy(request: SignedInRequest) -> HttpResponse:
    """Become anonymous in public, or show the name again. This is the player's own choice and takes effect at once."""
    person = _person(request)
    anonymous = request.POST.get("anonymous") == "yes"
    person_flags.set_anonymous(person, anonymous, by=request.user)
    if anonymous:
        messages.success(request, "Done. Everybody else now sees “Anonymous member” in your place.")
    else:
        messages.success(request, "Done. Your name is shown again.")
    return redirect("account")


@login_required
@require_POST
def letters(request: SignedInRequest) -> HttpResponse:
    """Choose whether receipts, questions and answers come by e-mail, and which letters a player gets."""
    if "player" in request.POST:
        choices = {kind: kind in request.POST for kind in ("promotions", "corrections", "summary")}
        services.set_player_letters(request.user, **choices)
        messages.success(request, "Saved: these are the letters you get.")
        return redirect("account")
    wants_letter = request.POST.get("wanted") == "yes"
    services.set_wants_letters(request.user, wants_letter)
    messages.success(request, "Letters will come by e-mail." if wants_letter else "No more letters by e-mail.")
    return redirect("account")


@login_required
@never_cache
def my_data(request: SignedInRequest) -> HttpResponse:
    """All data stored about the user, as a file."""
    response = JsonResponse(personal_data.data_about(request.user), json_dumps_params={"indent": 2})
    response["Content-Disposition"] = 'attachment; filename="my-masterpoint-data.json"'
    return response


def _person(request: SignedInRequest) -> Person:
    """The record that a form is about: the only one, or the one in the named federation."""
    return own_record(request.user, request.POST.get("federation", ""))


@login_required
@never_cache
@require_POST
@sensitive_variables("secret")
def new_token(request: SignedInRequest) -> HttpResponse:
    """Create a token for a program. Its secret is only shown on this page."""
    try:
        token, secret = tokens.issue(request.user, request.POST.get("name", ""), request.POST.getlist("scope"))
    except MasterpointError as error:
        show_problems(request, error)
        return redirect("account")
    clubs = access.organisations_for(request.user, access.Action.FILE) if "file" in tokens.scopes_of(token) else []
    watch = f"masterpoint watch Results --centre {request.build_absolute_uri('/').rstrip('/')}"
    values = {"token": token, "secret": secret, "clubs": clubs[:CLUBS_SHOWN], "watch": watch}
    return render(request, "masterpoint/token.html", values)


@login_required
@require_POST
def revoke_token(request: SignedInRequest) -> HttpResponse:
    pk = request.POST.get("token", "")
    token = request.user.tokens.filter(pk=pk, revoked_at=None).first() if pk.isdecimal() else None
    if token is not None:
        tokens.revoke(token)
        messages.success(request, "Key ended: it no longer works.")
    return redirect("account")
