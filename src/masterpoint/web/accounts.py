"""Signing in, and one's own account."""

from __future__ import annotations

from django.contrib.auth import views
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from masterpoint.centre.registry import access


class SignIn(views.LoginView):
    """By e-mail address and password; failures are counted and throttled."""

    template_name = "masterpoint/sign_in.html"
    redirect_authenticated_user = True


class SignOut(views.LogoutView):
    http_method_names = ["post", "options"]


@login_required
def account(request: HttpRequest) -> HttpResponse:
    """Offices held, and where they lead."""
    offices = access.offices(request.user).select_related("organisation__federation")
    context = {"offices": offices, "federations": access.federations_for(request.user)}
    return render(request, "masterpoint/account.html", context)
