"""A passkey in a real browser, with the authenticator that Chromium has for tests."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from playwright.sync_api import CDPSession, Page, expect

from browser.page_errors import errors_of
from browser.walking import follow
from masterpoint.centre.accounts.models import Passkey

DEVICE = {
    "protocol": "ctap2",
    "transport": "internal",
    "hasResidentKey": True,
    "hasUserVerification": True,
    "isUserVerified": True,
    "automaticPresenceSimulation": True,
}


@contextmanager
def device(page: Page) -> Iterator[tuple[CDPSession, str]]:
    """A device that is unlocked whenever it is asked."""
    session = page.context.new_cdp_session(page)
    session.send("WebAuthn.enable")
    key = session.send("WebAuthn.addVirtualAuthenticator", {"options": DEVICE})["authenticatorId"]
    yield session, key
    session.send("WebAuthn.removeVirtualAuthenticator", {"authenticatorId": key})


def test_offered_added_used_and_removed(visit: Callable[..., Page], register: Callable[..., Any], address: str) -> None:
    """Browsers allow it under the name of the machine, and not by its number."""
    local_address = address.replace("127.0.0.1", "localhost")
    page = visit("player")
    cookie = next(cookie for cookie in page.context.cookies() if cookie["name"] == "sessionid")
    page.context.add_cookies([{"name": "sessionid", "value": cookie["value"], "url": local_address}])
    with device(page) as (session, key):
        page.goto(f"{local_address}/")
        expect(page.get_by_role("heading", name="Sign in without a code next time")).to_be_visible()
        follow(page.get_by_role("button", name="Add a passkey"))
        expect(page.get_by_text("Saved: you can now sign in with")).to_be_visible()
        page.goto(f"{local_address}/")
        expect(page.get_by_role("heading", name="Sign in without a code next time")).not_to_be_visible()
        page.goto(f"{local_address}/account/")
        follow(page.get_by_role("button", name="Sign out"))
        page.goto(f"{local_address}/sign-in/?next=/account/passkeys/")
        follow(page.get_by_role("button", name="Sign in with a passkey"))
        expect(page.get_by_role("heading", name="Passkeys")).to_be_visible()
        page.get_by_label("Name", exact=True).fill("The family computer")
        follow(page.get_by_role("button", name="Save the name of"))
        with register():
            passkey = Passkey.objects.get()
        assert passkey.name == "The family computer" and passkey.last_used_at
        follow(page.get_by_role("button", name="Remove The family computer"))
        page.goto(f"{local_address}/account/")
        follow(page.get_by_role("button", name="Sign out"))
        page.goto(f"{local_address}/sign-in/")
        follow(page.get_by_role("button", name="Sign in with a passkey"))
        expect(page.get_by_text("this passkey opens no account here")).to_be_visible()
        session.send("WebAuthn.clearCredentials", {"authenticatorId": key})
        with page.expect_response("**/options/"):
            page.get_by_role("button", name="Sign in with a passkey").click()
        expect(page.get_by_text("the device gave no passkey")).to_be_visible()
    assert [error for error in errors_of(page) if "credential" not in error.lower()] == []
