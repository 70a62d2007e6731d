"""The OpenAPI document: what ninja derives from the code, the event vocabulary, and every possible problem."""

from __future__ import annotations

from functools import cache
from http import HTTPStatus
from typing import Any

import msgspec
from ninja.openapi.schema import REF_TEMPLATE, OpenAPISchema
from ninja.operation import Operation
from ninja.schema import NinjaGenerateJsonSchema

from masterpoint.api.callers import Bearer
from masterpoint.api.requests import UPLOAD, Added
from masterpoint.api.schemas import ProblemDetails
from masterpoint.conformance.vocabulary import publish
from masterpoint.core.events import FORMS

PROBLEM = "application/problem+json"
ALWAYS = (401, 403, 422, 429, 500, 503)
BODY_STATUSES = (400, 413, 415)


@cache
def vocabulary() -> tuple[dict[str, Any], dict[str, Any]]:
    """Every form of event, and the schemas they use."""
    forms = list(FORMS.values())
    kinds, parts = msgspec.json.schema_components(forms, ref_template="#/components/schemas/{name}")
    any_event = {"oneOf": list(kinds), "discriminator": {"propertyName": "form"}}
    return any_event, publish({"$defs": parts}, *forms)["$defs"]


def _upload() -> dict[str, Any]:
    fields = Added.model_json_schema(ref_template=REF_TEMPLATE, schema_generator=NinjaGenerateJsonSchema)
    file = {"type": "string", "format": "binary"}
    properties = {
        "file": file | {"description": "an event file, or results in any known format"},
        "names": file | {"description": "a list of players, for files that know only numbers"},
        **fields["properties"],
    }
    return {"type": "object", "properties": properties, "required": ["file"], "additionalProperties": False}


EVENT_OR_FILE: dict[str, Any] = {
    "requestBody": {
        "required": True,
        "content": {
            "application/json": {"schema": {"$ref": "#/components/schemas/AnyEvent"}},
            "application/toml": {"schema": {"type": "string", "description": "the same event as TOML"}},
            UPLOAD: {"schema": _upload()},
        },
    }
}


class Document(OpenAPISchema):
    """Adds problems and scopes to every operation."""

    def responses(self, operation: Operation) -> dict[int, Any]:
        data = super().responses(operation)
        statuses = {*ALWAYS, *(BODY_STATUSES if "POST" in operation.methods else ())}
        if operation.path.count("{") or any(model.__ninja_param_source__ == "query" for model in operation.models):
            statuses.add(404)
        content = {PROBLEM: {"schema": {"$ref": "#/components/schemas/ProblemDetails"}}}
        data |= {code: {"description": HTTPStatus(code).phrase, "content": content} for code in statuses}
        return {code: data[code] for code in sorted(data)}

    def operation_security(self, operation: Operation) -> list[dict[str, Any]]:
        super().operation_security(operation)
        (bearer,) = operation.auth_callbacks
        assert isinstance(bearer, Bearer), "every operation has a scope"
        return [{"Bearer": [bearer.scope]}] if bearer.required else [{}, {"Bearer": [bearer.scope]}]

    def get_components(self) -> dict[str, Any]:
        any_event, parts = vocabulary()
        data = ProblemDetails.model_json_schema(ref_template=REF_TEMPLATE, schema_generator=NinjaGenerateJsonSchema)
        self.add_schema_definitions(data.pop("$defs"))
        self.add_schema_definitions({"ProblemDetails": data, "AnyEvent": any_event, **parts})
        return super().get_components()
