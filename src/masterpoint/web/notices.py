"""Pages about the site: help for each role, who runs it, and what happens to people's data."""

from __future__ import annotations

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render

from masterpoint.centre.registry import access
from masterpoint.centre.registry.access import Action
from masterpoint.web.common import user_of
from masterpoint.web.home import by_nearness

ROLES = {
    "players": "Players",
    "scorers": "Scorers",
    "secretaries": "Secretaries",
    "treasurers": "Treasurers",
    "office": "The office",
}


def help_pages(request: HttpRequest) -> HttpResponse:
    """The help pages by role."""
    return render(request, "masterpoint/help.html", {"roles": ROLES, "federations": by_nearness(request)})


def help_for(request: HttpRequest, role: str) -> HttpResponse:
    """What a role can do here, step by step."""
    if role not in ROLES:
        raise Http404
    context = {
        "role": role,
        "title": ROLES[role],
        "roles": ROLES,
        "text": f"masterpoint/help/{role}.html",
        "keeps_members": bool(access.organisations_for(user_of(request), Action.MEMBERS)),
    }
    return render(request, "masterpoint/help_for.html", context)


def about(request: HttpRequest) -> HttpResponse:
    return render(request, "masterpoint/about.html", _who(request))


def privacy_notice(request: HttpRequest) -> HttpResponse:
    return render(request, "masterpoint/privacy_notice.html", _who(request))


def _who(request: HttpRequest) -> dict[str, object]:
    return {"federations": by_nearness(request), "contact": settings.DEFAULT_FROM_EMAIL}
