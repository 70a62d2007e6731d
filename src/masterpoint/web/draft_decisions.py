"""Decisions about a draft: who the players are, whether it is another event, and whose event it is."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.views.decorators.http import require_POST

from masterpoint.centre.filing import deciding
from masterpoint.centre.filing.identifying import NEW
from masterpoint.centre.filing.models import Draft
from masterpoint.centre.registry import access, queries
from masterpoint.centre.registry.access import Action
from masterpoint.centre.registry.models import Person
from masterpoint.web.common import SignedInRequest, row_number

MAX_KEY_LENGTH = 420
MAX_PEOPLE = 10


class Search(NamedTuple):
    """A search of the register for one player of a draft."""

    player: str
    text: str
    people: list[Person]


def own_draft(request: SignedInRequest, key: str) -> Draft:
    drafts = Draft.objects.select_related("organisation__federation", "federation", "corrects", "user")
    return get_object_or_404(drafts, key=key, user=request.user)


def search_for(draft: Draft, fields: Mapping[str, str]) -> Search:
    """The result of the search on a player's card; nobody's, if nothing is searched for."""
    text = fields.get("q", "").strip()[:80]
    if not text:
        return Search("", "", [])
    people = queries.search(draft.federation, text).exclude(status=Person.Status.DECEASED)
    return Search(fields.get("player", "")[:MAX_KEY_LENGTH], text, list(people[:MAX_PEOPLE]))


@login_required
@require_POST
def decide(request: SignedInRequest, key: str) -> HttpResponse:
    """Decide who one or several players are: a registered person, or new people whose points are held."""
    draft = _open_draft(request, key)
    person = None
    if request.POST.get("person") != NEW:
        person = get_object_or_404(Person, pk=row_number(request.POST.get("person", "")), federation=draft.federation)
    players = [player[:MAX_KEY_LENGTH] for player in request.POST.getlist("player") if player]
    deciding.decide(draft, players if person is None else players[:1], person)
    return redirect("draft", key=key)


@login_required
@require_POST
def not_the_same(request: SignedInRequest, key: str) -> HttpResponse:
    """Decide that this is another event than a similar filing, or the same event, filed again after a withdrawal."""
    deciding.decide_not_the_same(_open_draft(request, key), request.POST.get("receipt", "")[:24])
    return redirect("draft", key=key)


@login_required
@require_POST
def confirm_organiser(request: SignedInRequest, key: str) -> HttpResponse:
    """Confirm that this is the organisation's own event, though the file names another."""
    deciding.confirm_organiser(_open_draft(request, key))
    return redirect("draft", key=key)


def _open_draft(request: SignedInRequest, key: str) -> Draft:
    draft = own_draft(request, key)
    access.require(request.user, Action.FILE, draft.filed_for)
    return draft
