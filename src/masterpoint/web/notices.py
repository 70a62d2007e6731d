"""Pages that say what this is: help for each role, who runs it, and what happens to people's data."""

from __future__ import annotations

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from masterpoint.centre.registry import access
from masterpoint.centre.registry.access import Action
from masterpoint.web.common import user_of
from masterpoint.web.home import by_nearness


def help_pages(request: HttpRequest) -> HttpResponse:
    keeps = bool(access.organisations_for(user_of(request), Action.MEMBERS))
    return render(request, "masterpoint/help.html", {"keeps_members": keeps})


def about(request: HttpRequest) -> HttpResponse:
    return render(request, "masterpoint/about.html", _who(request))


def privacy_notice(request: HttpRequest) -> HttpResponse:
    return render(request, "masterpoint/privacy_notice.html", _who(request))


def _who(request: HttpRequest) -> dict[str, object]:
    return {"federations": by_nearness(request), "contact": settings.DEFAULT_FROM_EMAIL}
