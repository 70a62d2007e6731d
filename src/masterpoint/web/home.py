"""The home page: a search and the latest results for visitors, and waiting tasks for officers."""

from __future__ import annotations

from urllib.parse import urlsplit

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import urlencode

from masterpoint import schemes
from masterpoint.centre.accounts.models import User
from masterpoint.centre.filing import public_results, queries
from masterpoint.centre.filing.models import Filing
from masterpoint.centre.registry import access
from masterpoint.centre.registry import queries as registry
from masterpoint.centre.registry.access import Action
from masterpoint.centre.registry.models import Federation, Person
from masterpoint.web.common import user_of
from masterpoint.web.drafts import default_organisation
from masterpoint.web.home_cards import cards_of
from masterpoint.web.passkeys import is_offered

RESULTS_SHOWN = 8
FILINGS_SHOWN = 5
PEOPLE_SHOWN = 20
"""The number of people shown from each federation, in a search over all of them."""


def home(request: HttpRequest) -> HttpResponse:
    user = user_of(request)
    federations = by_nearness(request)
    context: dict[str, object] = {"federations": federations}
    if user is None:
        context |= {"latest": latest_results(federations), "organisations": [], "passkey_offer": False}
    else:
        files_for = access.organisations_for(user, Action.FILE)
        context |= {
            "cards": cards_of(user),
            "waits_first": bool(access.organisations_for(user, Action.MEMBERS)),
            "organisations": files_for,
            "default_organisation": default_organisation(user, files_for),
            "corrects": None,
            "passkey_offer": _passkey_offer(request, user),
            "last_filed": queries.filings_of(files_for)[:FILINGS_SHOWN] if files_for else [],
        }
    return render(request, "masterpoint/home.html", context)


def _passkey_offer(request: HttpRequest, user: User) -> bool:
    """Whether to offer a passkey: the user has none yet, and has not dismissed the offer."""
    return not user.passkey_put_off and is_offered(request) and not user.passkeys.exists()


def find(request: HttpRequest) -> HttpResponse:
    """The home page's search, in one federation or in all of them."""
    text = request.GET.get("q", "").strip()[:80]
    federations = by_nearness(request)
    selected = next(
        (federation for federation in federations if federation.code == request.GET.get("federation")), None
    )
    if selected is not None:
        return redirect(f"{reverse('search', args=[selected.code])}?{urlencode({'q': text})}")
    matches = [(federation, _public_people(federation, text)) for federation in federations]
    context = {"text": text, "matches": [(part, people) for part, people in matches if people]}
    return render(request, "masterpoint/find.html", context)


def _public_people(federation: Federation, text: str) -> list[Person]:
    return list(registry.search(federation, text).filter(anonymous=False)[:PEOPLE_SHOWN])


def by_nearness(request: HttpRequest) -> list[Federation]:
    """Federations by nearness: the reader's own, that of the host name, that of the browser's country, then by name."""
    user = user_of(request)
    own_codes = _own_federations(user) if user is not None else set()
    host_federation = settings.FEDERATION_HOSTS.get(urlsplit(f"//{request.get_host()}").hostname or "")
    tags = [tag.split(";")[0].strip().lower() for tag in request.headers.get("accept-language", "").split(",")]
    schemes_by_code = schemes.FEDERATIONS

    def nearness(federation: Federation) -> tuple[bool, bool, int, str]:
        languages = schemes_by_code[federation.scheme].languages if federation.scheme in schemes_by_code else ()
        rank = next((place for place, tag in enumerate(tags) if tag in languages), len(tags))
        return federation.code not in own_codes, federation.code != host_federation, rank, federation.name

    return sorted(Federation.objects.all(), key=nearness)


def _own_federations(user: User) -> set[str]:
    appointment_codes = access.appointments(user).values_list("organisation__federation", flat=True)
    return {*appointment_codes, *user.people.values_list("federation", flat=True)}


def latest_results(federations: list[Federation]) -> list[Filing]:
    """The latest sessions of the nearest federation that has any."""
    for federation in federations:
        filings = federation.filings.filter(state__in=public_results.PUBLIC).select_related("organisation")
        latest = list(filings.order_by("-day", "-pk")[:RESULTS_SHOWN])
        if latest:
            return latest
    return []
