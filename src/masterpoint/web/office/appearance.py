"""The name, mark and colour of a federation with a preview, and the two files that every page uses."""

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
from masterpoint.web.office.access import federation_of

CACHE_FOREVER = "public, max-age=31536000, immutable"
"""Both files are named by their content, so they never change."""
MAX_PICTURE_BYTES = 2_000_000
"""The maximum size of a picture in bytes. A larger one is refused unread."""
CHANGES_SHOWN = 20
STYLES = """:root {{ --main: {0.light}; --main-dark: {0.light_hover}; --on-main: #ffffff; }}
@media (prefers-color-scheme: dark) {{
  :root {{ --main: {0.dark}; --main-dark: {0.dark_hover}; --on-main: #0b1a22; }}
}}
"""


@login_required
def appearance(request: SignedInRequest, code: str) -> HttpResponse:
    """The current appearance, the new one, and the history."""
    federation = federation_of(request, code)
    current = faces.appearance_of(federation)
    context: dict[str, object] = {
        "federation": federation,
        "entered": current,
        "changes": _changes(code),
        "problems": (),
        "preview": None,
    }
    if request.method == "POST":
        entered = _read_form(request, current)
        context["entered"] = entered
        try:
            preview = faces.clean_appearance(entered)
            if "save" in request.POST:
                faces.set_appearance(federation, entered, by=request.user)
                messages.success(request, "Saved. The federation's pages and papers look like this from now on.")
                return redirect("appearance", code=code)
        except MasterpointError as error:
            context["problems"] = error.problems
        else:
            context |= {"preview": preview, "picture": _as_text(preview.mark)}
    return render(request, "masterpoint/appearance.html", context)


def _read_form(request: SignedInRequest, current: Appearance) -> Appearance:
    """The appearance in the form. Its picture is the uploaded one, the previewed one, or the current one."""
    upload = request.FILES.get("mark")
    if "no_mark" in request.POST:
        mark = b""
    elif upload is not None:
        mark = upload.read(MAX_PICTURE_BYTES)
    elif "picture" in request.POST:
        mark = _from_text(request.POST["picture"])
    else:
        mark = current.mark
    return Appearance(request.POST.get("name", "")[:200], request.POST.get("colour", "")[:20], mark)


def _as_text(picture: bytes) -> str:
    return base64.b64encode(picture).decode()


def _from_text(text: str) -> bytes:
    try:
        return base64.b64decode(text, validate=True)
    except (binascii.Error, ValueError):
        return b"not a picture"


def _changes(code: str) -> list[tuple[Change, list[tuple[str, str, str]]]]:
    """Who changed what, newest first, with old and new values. A mark is shown by the beginning of its digest."""
    rows = Change.objects.filter(federation=code, what=faces.CHANGE).select_related("by").order_by("-pk")
    return [
        (
            row,
            [
                (name, *(value[:12] if name == "mark" else value for value in values))
                for name, values in row.detail.items()
            ],
        )
        for row in rows[:CHANGES_SHOWN]
    ]


def colour_styles(request: HttpRequest, colour: str) -> HttpResponse:
    """A colour as a stylesheet, for light and dark screens."""
    normal = colours.normalise(colour)
    if normal is None or colours.weakest_contrast(normal, colours.LIGHT_GROUNDS) < colours.MIN_CONTRAST:
        raise Http404
    text = STYLES.format(colours.shades(normal))
    return HttpResponse(text, content_type="text/css; charset=utf-8", headers={"Cache-Control": CACHE_FOREVER})


def mark(request: HttpRequest, code: str, digest: str) -> HttpResponse:
    """A picture that is or was the mark of a federation."""
    row = get_object_or_404(Mark, federation=code, digest=digest)
    return HttpResponse(bytes(row.data), content_type="image/png", headers={"Cache-Control": CACHE_FOREVER})
