"""View, check, merge, edit and convert credit files on a page, without an account."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Sequence
from decimal import Decimal, InvalidOperation

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from masterpoint.centre.crediting.files import MAX_FILES, view_file
from masterpoint.centre.crediting.returns import ReturnFile
from masterpoint.core.errors import MasterpointError, NotReadable, Problem
from masterpoint.formats import credit_changes, credit_files
from masterpoint.formats.abf_credits import ENDINGS
from masterpoint.formats.credit_files import CreditFile
from masterpoint.web.checking import bytes_of, too_large
from masterpoint.web.common import download

COLOURS = ("green", "red", "gold", "red-and-green")
LINES_SHOWN = 500


def credit_tool(request: HttpRequest) -> HttpResponse:
    """Upload files or make new ones. The button decides what happens to them."""
    context: dict[str, object] = {"colours": COLOURS, "fields": request.POST, "problems": (), "file_views": []}
    if request.method != "POST":
        return render(request, "masterpoint/credits/tool.html", context)
    try:
        files = [view_file(file, request.POST.get("colour", "")) for file in _uploaded_files(request)]
        act = request.POST.get("act", "view")
        if act != "view":
            return _download(_change_files(act, files, request))
        if not files:
            raise NotReadable(Problem("files", "", "no file was chosen", "choose one or more credit files"))
    except MasterpointError as error:
        return render(request, "masterpoint/credits/tool.html", context | {"problems": error.problems})
    tables = [(file, _rows(file), max(0, len(file.lines) - LINES_SHOWN)) for file in files]
    return render(request, "masterpoint/credits/tool.html", context | {"file_views": tables})


def _rows(file: CreditFile) -> list[tuple[int, str, list[str]]]:
    return [
        (line.line, str(int(line.number)), [f"{amount / Decimal(100):.2f}" for amount in line.hundredths])
        for line in file.lines[:LINES_SHOWN]
    ]


def _uploaded_files(request: HttpRequest) -> list[ReturnFile]:
    uploads = request.FILES.getlist("file")
    if len(uploads) > MAX_FILES:
        message, fix = "too many files at once", f"choose at most {MAX_FILES}"
        raise NotReadable(Problem("files", str(len(uploads)), message, fix))
    files = []
    for upload in uploads:
        data = bytes_of(upload)
        if data is None:
            raise NotReadable(too_large(upload.name or "file"))
        files.append(ReturnFile((upload.name or "file")[:100], data))
    return files


def _change_files(act: str, files: Sequence[CreditFile], request: HttpRequest) -> Sequence[CreditFile]:
    if act == "merge":
        return [credit_changes.merge(files, source="merged")]
    if act == "convert":
        return [converted for file in files for converted in credit_changes.convert(file, request.POST.get("to", ""))]
    amounts, remove = _changes(request.POST.get("changes", ""))
    if files:
        return [credit_changes.edit(file, new_amounts=amounts, removed_numbers=remove) for file in files]
    colour = request.POST.get("colour", "")
    if colour not in COLOURS:
        raise NotReadable(Problem("colour", colour, "a new file has a colour", f"choose one of: {', '.join(COLOURS)}"))
    colours = tuple(colour.split("-and-"))
    empty = CreditFile(f"new{ENDINGS[colours]}", colours)
    return [credit_changes.edit(empty, new_amounts=amounts, removed_numbers=remove)]


def _changes(text: str) -> tuple[dict[str, list[Decimal]], list[str]]:
    """One player per line: `123456 0.42`, `123456 0.42 0.05` for red and green, or `123456` to remove the player."""
    amounts_by_number: dict[str, list[Decimal]] = {}
    remove, problems = [], []
    for count, line in enumerate(text.splitlines(), 1):
        number, *amounts = line.replace("=", " ").replace(",", " ").split() or [""]
        try:
            points = [Decimal(amount) for amount in amounts]
        except InvalidOperation:
            problems.append(
                Problem(f"change {count}", line[:40], "this is not a number of points", "write 123456 0.42")
            )
            continue
        if number in amounts_by_number or number in remove:
            problems.append(
                Problem(f"change {count}", number, "this player has a line above", "give each player one line")
            )
        elif number and points:
            amounts_by_number[number] = points
        elif number:
            remove.append(number)
    if not amounts_by_number and not remove and not problems:
        problems.append(Problem("changes", "", "nothing is to be changed", "write 123456 0.42, one player a line"))
    if problems:
        raise NotReadable(problems)
    return amounts_by_number, remove


def _download(files: Sequence[CreditFile]) -> HttpResponse:
    """One file as it is, or several in a zip."""
    contents = [(file.source, credit_files.file_bytes(file)) for file in files]
    if len(contents) == 1:
        return download(contents[0][1], _safe_name(contents[0][0]), "text/plain; charset=us-ascii")
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in contents:
            archive.writestr(_safe_name(name), data)
    return download(packed.getvalue(), "credits.zip", "application/zip")


def _safe_name(name: str) -> str:
    return "".join(char for char in name if char.isascii() and (char.isalnum() or char in "._-"))[:100] or "credits"
