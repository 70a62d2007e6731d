"""Version 1 of the API: its operations, its document and its errors."""

from __future__ import annotations

from functools import cache
from typing import Any

from ninja import NinjaAPI
from ninja.errors import ValidationError, ValidationErrorContext

from masterpoint.api import (
    billing,
    billing_files,
    books,
    certificates,
    charging,
    credit_returns,
    filing_acts,
    filings,
    finance,
    judging,
    leaders,
    players,
    problems,
    reports,
    sheets,
)
from masterpoint.api.openapi import Document

DESCRIPTION = """What the handbooks say, what an event pays and why, players' records, and filing results.

Everything public works without a token, at a lower limit. A token goes into `Authorization: Bearer …`, has scopes
(`read`, `check`, `file`) and may do what its account may do. Numbers of people are text; points are exact text.
Errors are RFC 9457 problem+json and list everything that is wrong, each with its fix."""


class Api(NinjaAPI):
    """Ninja's API with our own document, and with the refused values in its errors."""

    def get_openapi_schema(self, *, path_prefix: str | None = None, path_params: Any = None) -> Document:
        return _document(self, path_prefix if path_prefix is not None else self.get_root_path(path_params or {}))

    def validation_error_from_error_contexts(
        self, error_contexts: list[ValidationErrorContext[Any]]
    ) -> ValidationError:
        data = super().validation_error_from_error_contexts(error_contexts)
        details = [detail for context in error_contexts for detail in context.pydantic_validation_error.errors()]
        for error, original in zip(data.errors, details, strict=True):
            error["input"] = original["input"]
        return data


@cache
def _document(api: NinjaAPI, prefix: str) -> Document:
    """Generated once, because it does not change while the program runs and takes a third of a second."""
    return Document(api, prefix)


api = Api(title="Masterpoint", version="1", description=DESCRIPTION, docs_url=None, urls_namespace="api-v1")
PARTS = (
    books,
    judging,
    players,
    leaders,
    filings,
    filing_acts,
    credit_returns,
    sheets,
    certificates,
    billing,
    billing_files,
    charging,
    finance,
    reports,
)
for part in PARTS:
    api.add_router("", part.router)
problems.register(api)
