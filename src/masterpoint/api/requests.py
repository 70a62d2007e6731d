"""Uploads to be judged: an event as JSON or TOML, or a results file with options and missing facts."""

from __future__ import annotations

import hashlib
import json
from datetime import date
from typing import Annotated, Any, NamedTuple

import pydantic
from django.conf import settings
from django.core.files.uploadedfile import UploadedFile
from django.http import HttpRequest
from ninja import Schema
from ninja.errors import ValidationError
from pydantic import ConfigDict, Field

from masterpoint import intake
from masterpoint.api.callers import home_of
from masterpoint.api.errors import OtherContentType, TooLarge
from masterpoint.api.params import PRINTABLE
from masterpoint.core.errors import NotReadable, Problem
from masterpoint.core.file_size import too_large
from masterpoint.intake import Options
from masterpoint.intake.added_fields import with_added_fields

EVENTS = ("application/json", "application/toml")
UPLOAD = "multipart/form-data"
FIELD_ALLOWANCE = 64 * 1024
Word = Annotated[str, Field(max_length=60, pattern=PRINTABLE)]


class Added(Schema):
    """Options and facts sent with a file. If left out, they are taken from the file, or assumed and reported."""

    model_config = ConfigDict(extra="forbid")

    scheme: Word = ""
    form: Word = ""
    level: Word = ""
    grade: Word = ""
    colour: Word = ""
    session: Word = ""
    scoring: Word = ""
    boards: Annotated[int, Field(ge=1, le=2000)] | None = None
    day: date | None = None
    more: Annotated[
        str,
        Field(
            max_length=2000,
            pattern=r"^[^\x00-\x08\x0b\x0c\x0e-\x1f\x7f]*$",
            description="fields and facts that the file does not have, one per line, such as `licence = L12`",
        ),
    ] = ""
    people: Annotated[
        pydantic.Json[dict[Annotated[str, Field(max_length=420)], Annotated[str, Field(max_length=40)]]],
        Field(description="who players are: JSON that maps a player's key to a number or `new`; `*` means all others"),
    ] = {}


class Submission(NamedTuple):
    """An uploaded event or file, read but not judged."""

    data: bytes
    name: str
    is_event: bool
    added: Added
    names: bytes | None = None
    home: str = ""
    """The scheme of the sender, if known."""

    def read_event(self, scheme: str = "", level: str = "") -> intake.ImportedFile:
        """The event in the upload. Raises all problems of it at once."""
        return intake.import_event(self.contents(), self.options(scheme, level))

    def contents(self) -> intake.FileContents:
        """The contents of the upload, read but not judged."""
        if self.is_event:
            return intake.event_file(_text(self.data), self.name)
        return intake.read_file(self.data, self.name, self.names)

    def options(self, scheme: str = "", level: str = "") -> Options:
        """The options sent with the file. If it is filed for an organisation, they have its scheme and level."""
        added = self.added
        if scheme and added.scheme not in ("", scheme):
            message = f"This organisation files by the scheme {scheme}, not {added.scheme}."
            raise NotReadable(Problem("scheme", added.scheme, message, f"Leave it out, or send {scheme}."))
        options = Options(
            scheme=scheme or added.scheme,
            home=self.home,
            home_level=level,
            level=added.level,
            form=added.form,
            grade=added.grade,
            colour=added.colour,
            session=added.session,
            scoring=added.scoring,
            boards=added.boards,
            day=added.day,
        )
        return with_added_fields(options, added.more.splitlines())

    def digest(self, *parts: str) -> str:
        """A digest of the request. It does not depend on how the request was encoded."""
        contents = [*parts, self.name, self.is_event, self.added.model_dump(mode="json")]
        files = b"".join(hashlib.sha256(content or b"").digest() for content in (self.data, self.names))
        return hashlib.sha256(json.dumps(contents, sort_keys=True).encode() + files).hexdigest()


def read_submission(request: HttpRequest) -> Submission:
    """Read a request. Refuses what is too large or in another format."""
    _refuse_if_larger(_length(request), FIELD_ALLOWANCE)
    if request.content_type in EVENTS:
        _refuse_if_larger(len(request.body))
        return Submission(request.body, "the event", True, Added())
    require_content_type(request, *EVENTS, UPLOAD)
    fields = {key: value for key, value in request.POST.items() if value}
    problems = _upload_problems(request)
    added = Added()
    try:
        added = Added.model_validate(fields)
    except pydantic.ValidationError as error:
        problems += [{**detail, "loc": ("form", *detail["loc"])} for detail in error.errors(include_url=False)]
    upload, names = request.FILES.get("file"), request.FILES.get("names")
    if problems or upload is None:
        raise ValidationError(problems)
    home = home_of(request)
    return Submission(_bytes(upload), _name(upload), False, added, _bytes(names) if names else None, home)


def require_content_type(request: HttpRequest, *accepted: str) -> None:
    content_type = request.content_type or ""
    if content_type not in accepted:
        fix = f"send {', '.join(accepted)}"
        raise OtherContentType(Problem("Content-Type", content_type, "this format is not accepted here", fix))


def _upload_problems(request: HttpRequest) -> list[dict[str, Any]]:
    details: list[dict[str, Any]] = (
        [] if "file" in request.FILES else [{"type": "missing", "loc": ("form", "file"), "msg": ""}]
    )
    extra = set(request.FILES) - {"file", "names"}
    return details + [
        {"type": "extra", "loc": ("form", name), "msg": "there is no such field"} for name in sorted(extra)
    ]


def _bytes(upload: UploadedFile[bytes]) -> bytes:
    _refuse_if_larger(upload.size or 0)
    data: bytes = upload.read()
    return data


def _name(upload: UploadedFile[bytes]) -> str:
    return "".join(char for char in upload.name or "" if char.isprintable())[:200] or "the file"


def _refuse_if_larger(size: int, allowance: int = 0) -> None:
    largest = settings.MASTERPOINT_LARGEST_UPLOAD
    if size > largest + allowance:
        raise TooLarge(Problem("request", "", *too_large(size)))


def _text(data: bytes) -> str:
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise NotReadable(
            Problem(f"byte {error.start}", "", "this is not UTF-8", "send the event as text in UTF-8")
        ) from None


def _length(request: HttpRequest) -> int:
    return int(request.headers.get("Content-Length") or 0)
