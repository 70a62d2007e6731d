"""The exchange between a passkey and this Centre (WebAuthn): a challenge, and a response signed on the device."""

from __future__ import annotations

import logging
import time
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from django.conf import settings
from fido2.server import Fido2Server
from fido2.utils import websafe_encode
from fido2.webauthn import (
    AttestationConveyancePreference,
    AttestedCredentialData,
    AuthenticationResponse,
    PublicKeyCredentialDescriptor,
    PublicKeyCredentialRpEntity,
    PublicKeyCredentialType,
    PublicKeyCredentialUserEntity,
    RegistrationResponse,
    ResidentKeyRequirement,
    UserVerificationRequirement,
)

from masterpoint.core.errors import MasterpointError, Problem

TIMEOUT_SECONDS = 600
"""The time from the challenge to the response, in seconds."""
LONGEST_ID = 1023
"""The length of a credential's id in bytes, by the standard."""
log = logging.getLogger("masterpoint.passkeys")
State = dict[str, Any]
"""What the browser's session stores about a challenge."""


class NotAccepted(MasterpointError):
    """The passkey was not accepted."""


class NewCredential(NamedTuple):
    """The credential that a device created for an account."""

    key: str
    data: bytes
    sign_count: int


class Answer(NamedTuple):
    """A response signed by a device."""

    key: str
    user_handle: bytes | None
    sign_count: int


def host() -> str:
    """The host name of this site, to which passkeys belong."""
    return urlsplit(settings.MASTERPOINT_SITE).hostname or "localhost"


def works_at(origin: str) -> bool:
    """Whether browsers allow passkeys at this address: under the site's own name, with https or on localhost."""
    parts = urlsplit(origin)
    return parts.hostname == host() and (parts.scheme == "https" or parts.hostname == "localhost")


def _server(origin: str) -> Fido2Server:
    return Fido2Server(
        PublicKeyCredentialRpEntity(id=host(), name="Masterpoint"),
        attestation=AttestationConveyancePreference.NONE,
        verify_origin=lambda requested_origin: requested_origin == origin and works_at(requested_origin),
    )


def begin_registration(
    user_handle: bytes, email: str, name: str, known_ids: Sequence[bytes]
) -> tuple[dict[str, Any], State]:
    """The options for a new passkey, to send to the browser, and the state to store until it responds."""
    kind = PublicKeyCredentialType.PUBLIC_KEY
    options, state = _server("").register_begin(
        PublicKeyCredentialUserEntity(id=user_handle, name=email, display_name=name),
        credentials=[PublicKeyCredentialDescriptor(type=kind, id=key) for key in known_ids],
        resident_key_requirement=ResidentKeyRequirement.REQUIRED,
        user_verification=UserVerificationRequirement.REQUIRED,
    )
    return dict(options)["publicKey"], _stored_state(state)


def finish_registration(state: State | None, response: Mapping[str, Any], origin: str) -> NewCredential:
    _require_fresh(state)
    try:
        registration = RegistrationResponse.from_dict(response)
        data = _server(origin).register_complete(state, registration)
        credential = data.credential_data
        if credential is None or len(credential.credential_id) > LONGEST_ID:
            raise ValueError("no credential in the answer")
    except Exception as error:  # refuse whatever a browser may send
        raise _refusal(error) from error
    return NewCredential(websafe_encode(credential.credential_id), bytes(credential), data.counter)


def begin_sign_in() -> tuple[dict[str, Any], State]:
    """Begin a sign-in without naming an account. The device offers the passkeys it has for this site."""
    options, state = _server("").authenticate_begin(user_verification=UserVerificationRequirement.REQUIRED)
    return dict(options)["publicKey"], _stored_state(state)


def claimed_key(response: Mapping[str, Any]) -> str:
    """The passkey that a response claims to come from. This proves nothing yet."""
    key = response.get("id")
    return key if isinstance(key, str) else ""


def finish_sign_in(state: State | None, response: Mapping[str, Any], credential: bytes, origin: str) -> Answer:
    """The device's response, if this credential signed it for this challenge, this site and this time."""
    _require_fresh(state)
    try:
        answer = AuthenticationResponse.from_dict(response)
        _server(origin).authenticate_complete(state, [AttestedCredentialData(credential)], answer)
    except Exception as error:  # refuse whatever a browser may send
        raise _refusal(error) from error
    signed = answer.response
    return Answer(websafe_encode(answer.raw_id), signed.user_handle, signed.authenticator_data.counter)


def _stored_state(state: Mapping[str, Any]) -> State:
    """The state with the current time, as JSON."""
    return {"challenge": state["challenge"], "user_verification": "required", "at": int(time.time())}


def _require_fresh(state: State | None) -> None:
    if state is None or time.time() - state["at"] > TIMEOUT_SECONDS:
        message = "the page was open too long, or was sent twice"
        raise NotAccepted(Problem("passkey", "", message, "try again from the page"))


def _refusal(error: Exception) -> NotAccepted:
    log.warning("passkey refused: %s", error)
    message = "the answer from the device was not accepted"
    return NotAccepted(Problem("passkey", "", message, "try again, or sign in with a code by e-mail"))
