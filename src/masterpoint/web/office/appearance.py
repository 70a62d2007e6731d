"""The name, mark and colour of a federation: seen before they are saved; and the two files that every page uses."""

from __future__ import annotations

import base64
import binascii

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render

from masterpoint.centre.registry import appearance as faces
from masterpoint.centre.registry import colours
from masterpoint.centre.registry.appearance import Appearance
from masterpoint.centre.registry.models import Change, Mark
from masterpoint.core.errors import MasterpointError
from masterpoint.web.common import SignedInRequest
from masterpoint.web.office.door import federation_of

FOR_EVER = "public, max-age=31536000, immutable"
"""Both files are named for what is in them."""
MOST_SENT = 2_000_000
"""Bytes of a picture that is looked at; a larger one is refused unread."""
CHANGES_SHOWN = 20
STYLES = """:root {{ --main: {0.light}; --main-dark: {0.light_hover}; --on-main: #ffffff; }}
@media (prefers-color-scheme: dark) {{
  :root {{ --main: {0.dark}; --main-dark: {0.dark_hover}; --on-main: #0b1a22; }}
}}
"""


@login_required
def appearance(request: SignedInRequest, code: str) -> HttpResponse:
    """What it is now, what it would be, and what it was."""
    federation = federation_of(request, code)
    now = faces.appearance_of(federation)
    context: dict[str, object] = {"federation": federation, "entered": now, "changes": _changes(code)}
    if request.method == "POST":
        wanted = _wanted(request, now)
        context["entered"] = wanted
        try:
            checked = faces.checked(wanted)
            if "save" in request.POST:
                faces.set_appearance(federation, wanted, by=request.user)
                messages.success(request, "Saved. The federation's pages and papers look like this from now on.")
                return redirect("appearance", code=code)
        except MasterpointError as error:
            context["problems"] = error.problems
        else:
            context |= {"preview": checked, "picture": _as_text(checked.mark)}
    return render(request, "masterpoint/appearance.html", context)


def _wanted(request: SignedInRequest, now: Appearance) -> Appearance:
    """What the form says; the picture is the one sent, the one looked at before, or the one there is."""
    upload = request.FILES.get("mark")
    if "no_mark" in request.POST:
        mark = b""
    elif upload is not None:
        mark = upload.read(MOST_SENT)
    elif "picture" in request.POST:
        mark = _from_text(request.POST["picture"])
    else:
        mark = now.mark
    return Appearance(request.POST.get("name", "")[:200], request.POST.get("colour", "")[:20], mark)


def _as_text(mark: bytes) -> str:
    return base64.b64encode(mark).decode()


def _from_text(text: str) -> bytes:
    try:
        return base64.b64decode(text, validate=True)
    except (binascii.Error, ValueError):
        return b"not a picture"


def _changes(code: str) -> list[tuple[Change, list[tuple[str, str, str]]]]:
    """Newest first: who changed what, from what, to what. Of a mark, the beginning of its digest."""
    rows = Change.objects.filter(federation=code, what=faces.CHANGED).select_related("by").order_by("-pk")
    return [
        (
            row,
            [
                (what, *(value[:12] if what == "mark" else value for value in values))
                for what, values in row.detail.items()
            ],
        )
        for row in rows[:CHANGES_SHOWN]
    ]


def colour_styles(request: HttpRequest, colour: str) -> HttpResponse:
    """A colour as the stylesheet of pages, for light and for dark screens."""
    chosen = colours.normal(colour)
    if chosen is None or colours.weakest(chosen, colours.LIGHT_GROUNDS) < colours.ENOUGH:
        raise Http404
    text = STYLES.format(colours.shades(chosen))
    return HttpResponse(text, content_type="text/css; charset=utf-8", headers={"Cache-Control": FOR_EVER})


def mark(request: HttpRequest, code: str, digest: str) -> HttpResponse:
    """A picture that is or was the mark of a federation."""
    row = get_object_or_404(Mark, federation=code, digest=digest)
    return HttpResponse(bytes(row.data), content_type="image/png", headers={"Cache-Control": FOR_EVER})
