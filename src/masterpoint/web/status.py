"""The state of the Centre, for staff."""

from __future__ import annotations

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache

from masterpoint import __version__
from masterpoint.centre.operations import health
from masterpoint.centre.registry import access
from masterpoint.web.common import SignedInRequest


@login_required
@never_cache
def status(request: SignedInRequest) -> HttpResponse:
    """For the staff of any federation here, because all of them share one Centre."""
    if not access.federations_for(request.user):
        raise Http404
    return render(request, "masterpoint/status.html", {"checks": health.all_checks(), "version": __version__})
