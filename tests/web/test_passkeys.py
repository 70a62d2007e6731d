"""Passkeys through the pages: added, used, refused, removed. The device is a small one in this file."""

from __future__ import annotations

import json
import time
from contextlib import suppress
from typing import Any

import pytest
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from django.test import Client
from django.urls import reverse
from fido2.cose import ES256, CoseKey
from fido2.utils import sha256, websafe_decode, websafe_encode
from fido2.webauthn import AttestationObject, AttestedCredentialData, AuthenticatorData, CollectedClientData

from answers import Answer
from masterpoint.centre.accounts import services as accounts
from masterpoint.centre.accounts.models import Passkey, User
from masterpoint.centre.demo import PASSWORD
from masterpoint.centre.journal.models import Entry
from masterpoint.centre.journal.verify import journal_differences
from masterpoint.centre.mail import services as mail
from masterpoint.centre.mail.models import Letter
from masterpoint.centre.registry import passkeys, second_factors
from masterpoint.centre.registry.models import Federation
from masterpoint.core.errors import MasterpointError

pytestmark = pytest.mark.django_db
HERE = "http://localhost"
FLAGS = AuthenticatorData.FLAG


class Device:
    """An authenticator that knows one account of one site."""

    def __init__(
        self,
        key_id: bytes = b"key-1",
        host: str = "localhost",
        origin: str = HERE,
        *,
        counts: bool = True,
        verifies: bool = True,
    ) -> None:
        self.private = ec.generate_private_key(ec.SECP256R1())
        self.key_id, self.host, self.origin, self.counts = key_id, host, origin, counts
        self.count, self.handle = 0, b""
        self.flags = FLAGS.UP | FLAGS.UV if verifies else FLAGS.UP

    def _counted(self) -> int:
        self.count += self.counts
        return self.count

    def create(self, options: dict[str, Any]) -> str:
        self.handle = websafe_decode(options["user"]["id"])
        public = CoseKey.for_alg(ES256.ALGORITHM).from_cryptography_key(self.private.public_key())
        credential = AttestedCredentialData.create(b"\0" * 16, self.key_id, public)
        data = AuthenticatorData.create(sha256(self.host.encode()), self.flags | FLAGS.AT, self._counted(), credential)
        client = CollectedClientData.create("webauthn.create", websafe_decode(options["challenge"]), self.origin)
        parts = {"clientDataJSON": client, "attestationObject": AttestationObject.create("none", data, {})}
        return self._answer(parts)

    def get(self, options: dict[str, str]) -> str:
        data = AuthenticatorData.create(sha256(self.host.encode()), self.flags, self._counted())
        client = CollectedClientData.create("webauthn.get", websafe_decode(options["challenge"]), self.origin)
        signature = self.private.sign(data + client.hash, ec.ECDSA(hashes.SHA256()))
        parts = {"clientDataJSON": client, "authenticatorData": data, "signature": signature}
        return self._answer(parts | {"userHandle": self.handle})

    def _answer(self, parts: dict[str, bytes]) -> str:
        response = {name: websafe_encode(bytes(part)) for name, part in parts.items()}
        key = websafe_encode(self.key_id)
        whole = {"id": key, "rawId": key, "type": "public-key", "response": response, "clientExtensionResults": {}}
        return json.dumps(whole)


def browser() -> Client:
    return Client(headers={"host": "localhost"})


def account(name: str) -> User:
    return User.objects.get(email=f"{name}@ebu.example")


def signed_in(name: str) -> Client:
    client = browser()
    client.force_login(account(name), "django.contrib.auth.backends.ModelBackend")
    return client


def is_in(client: Client) -> int:
    return int(client.session.get("_auth_user_id", 0))


def add(name: str, device: Device, **extras: Any) -> Client:
    client = signed_in(name)
    options = client.post(reverse("passkey-options")).json()
    answer = client.post(reverse("passkeys"), {"credential": device.create(options), "name": "my phone", **extras})
    assert answer.status_code == 302
    return client


def enter(device: Device, client: Client | None = None, **extras: Any) -> tuple[Client, str]:
    """Sign in with a device; the browser afterwards, and the page it sees."""
    client = client or browser()
    options = client.post(reverse("sign-in-passkey-options")).json()
    answer = client.post(reverse("sign-in-passkey"), {"credential": device.get(options), **extras}, follow=True)
    return client, answer.content.decode()


def test_added_after_signing_in_and_used_from_then_on() -> None:
    device, user = Device(), account("player")
    page = add("player", device).get(reverse("passkeys")).content.decode()
    assert "my phone" in page and "Not used yet." in page and "you can now sign in with" in page
    assert Letter.objects.filter(to=user.email, subject="A passkey was added to your account").count() == 1
    client, _ = enter(device, next=reverse("account"))
    assert is_in(client) == user.pk
    assert "Passkeys: 1" in client.get(reverse("account")).content.decode()
    assert "Last used on" in client.get(reverse("passkeys")).content.decode()
    assert Passkey.objects.get().sign_count == device.count == 2
    assert list(journal_differences(Federation.objects.get(code="ebu"))) == []


def test_signing_in_leads_on_to_where_one_was_going_and_to_no_other_site() -> None:
    device = Device()
    add("player", device)
    client = browser()
    for then, expected in ((reverse("passkeys"), reverse("passkeys")), ("https://elsewhere.example/", reverse("home"))):
        options = client.post(reverse("sign-in-passkey-options")).json()
        answer = client.post(reverse("sign-in-passkey"), {"credential": device.get(options), "next": then})
        assert answer["Location"] == expected


def test_offered_on_the_first_page_until_it_is_put_off_or_there() -> None:
    client, prompt = signed_in("player"), "Sign in without a code next time"
    assert prompt in client.get("/").content.decode()
    client.post(reverse("passkey-later"))
    client.post(reverse("passkey-later"))
    assert prompt not in client.get("/").content.decode()
    assert prompt in signed_in("scorer").get("/").content.decode()
    add("scorer", Device())
    assert prompt not in signed_in("scorer").get("/").content.decode()
    assert prompt not in browser().get("/").content.decode()


@pytest.mark.parametrize("host", ["127.0.0.1", "[::1]"])
def test_no_passkey_is_offered_at_another_address(host: str) -> None:
    client = Client(headers={"host": host})
    client.force_login(account("player"), "django.contrib.auth.backends.ModelBackend")
    assert "without a code next time" not in client.get("/").content.decode()
    page = client.get(reverse("passkeys")).content.decode()
    assert "Passkeys work at" in page and "What you call this device" not in page


REFUSED = "the answer from the device was not accepted"


@pytest.mark.parametrize(
    "device",
    [
        Device(origin="http://localhost.example"),
        Device(origin="https://localhost:444"),
        Device(host="elsewhere.example"),
        Device(verifies=False),
    ],
    ids=["another site", "another port", "for another site", "nobody was asked for finger or PIN"],
)
def test_a_device_that_answers_for_something_else_is_refused(device: Device) -> None:
    client = add("player", device)
    assert REFUSED in client.get(reverse("passkeys")).content.decode() and not Passkey.objects.exists()
    honest = Device()
    add("player", honest)
    honest.origin, honest.host, honest.flags = device.origin, device.host, device.flags
    client, page = enter(honest)
    assert REFUSED in page and not is_in(client)


def test_an_answer_is_good_once_and_in_the_browser_that_asked() -> None:
    device = Device()
    add("player", device)
    client = browser()
    answer = device.get(client.post(reverse("sign-in-passkey-options")).json())
    thief = browser()
    thief.post(reverse("sign-in-passkey-options"))
    page = thief.post(reverse("sign-in-passkey"), {"credential": answer}, follow=True).content.decode()
    assert REFUSED in page and not is_in(thief)
    client.post(reverse("sign-in-passkey"), {"credential": answer})
    assert is_in(client)
    client.post(reverse("sign-out"))
    page = client.post(reverse("sign-in-passkey"), {"credential": answer}, follow=True).content.decode()
    assert "was open too long, or was sent twice" in page and not is_in(client)


def test_a_challenge_does_not_wait_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    device = Device()
    add("player", device)
    client = browser()
    answer = device.get(client.post(reverse("sign-in-passkey-options")).json())
    now = time.time()
    monkeypatch.setattr(time, "time", lambda: now + 601)
    client.post(reverse("sign-in-passkey"), {"credential": answer})
    assert not is_in(client)


def test_another_signature_opens_nothing() -> None:
    add("player", Device())
    client, page = enter(Device())
    assert REFUSED in page and not is_in(client)


def test_an_unknown_or_removed_passkey_opens_nothing() -> None:
    client, page = enter(Device())
    assert "this passkey opens no account here" in page and not is_in(client)
    device = Device()
    passkey = add("player", device)
    key = Passkey.objects.get().pk
    for name in ("secretary", "player"):
        answer = signed_in(name).post(reverse("change-passkey"), {"passkey": key, "remove": "yes"})
        assert answer.status_code == (302 if name == "player" else 404)
        assert Passkey.objects.exists() == (name != "player")
    assert passkey.post(reverse("change-passkey"), {"passkey": key, "remove": "yes"}).status_code == 404
    client, page = enter(device)
    assert "this passkey opens no account here" in page and not is_in(client)
    assert Letter.objects.filter(subject="A passkey was removed from your account").count() == 1
    assert list(journal_differences(Federation.objects.get(code="ebu"))) == []


def test_a_closed_account_is_not_opened() -> None:
    device = Device()
    add("player", device)
    User.objects.filter(email="player@ebu.example").update(is_active=False)
    assert not is_in(enter(device)[0])


def test_a_counter_that_goes_back_is_a_copy() -> None:
    device = Device()
    add("player", device)
    assert is_in(enter(device)[0])
    for count in (device.count - 1, device.count - 2, -1):
        device.count = count
        client, page = enter(device)
        assert "may have been copied" in page and not is_in(client)
    assert Entry.objects.filter(what="passkey answered with an old counter").count() == 3
    device.count = 2
    assert is_in(enter(device)[0])


def test_a_device_that_does_not_count_is_used_again_and_again() -> None:
    device = Device(counts=False)
    add("player", device)
    assert is_in(enter(device)[0]) and is_in(enter(device)[0])


def test_one_device_is_asked_for_no_second_passkey_and_none_belongs_to_two_accounts() -> None:
    device = Device()
    client = add("player", device)
    options = client.post(reverse("passkey-options")).json()
    assert [credential["id"] for credential in options["excludeCredentials"]] == [websafe_encode(device.key_id)]
    page = add("scorer", device).get(reverse("passkeys")).content.decode()
    assert "belongs to an account already" in page and Passkey.objects.get().user == account("player")
    device.handle = str(account("scorer").pk).encode()
    assert "answered for a different account" in enter(device)[1]


def test_named_by_its_owner_and_by_nobody_else() -> None:
    client = add("player", Device())
    key = Passkey.objects.get().pk
    client.post(reverse("change-passkey"), {"passkey": key, "name": "  the\0 old   tablet "})
    assert Passkey.objects.get().name == "the old tablet"
    assert signed_in("staff").post(reverse("change-passkey"), {"passkey": key, "name": "mine"}).status_code == 404
    client.post(reverse("change-passkey"), {"passkey": key, "name": " "})
    assert Passkey.objects.get().name == "Passkey"
    assert client.post(reverse("change-passkey"), {"passkey": "x"}).status_code == 404
    assert list(journal_differences(Federation.objects.get(code="ebu"))) == []


def test_only_so_many() -> None:
    client = add("player", Device())
    for number in range(2, passkeys.MAX_PASSKEYS + 2):
        options = client.post(reverse("passkey-options")).json()
        client.post(reverse("passkeys"), {"credential": Device(b"key-%d" % number).create(options)})
    assert Passkey.objects.count() == passkeys.MAX_PASSKEYS
    assert "at most 20 passkeys" in client.get(reverse("passkeys")).content.decode()


@pytest.mark.parametrize("answer", ["", "[]", "{}", '{"id": 5}', '{"id": "a", "response": 7}', "x" * 30_000])
def test_whatever_a_browser_sends_is_refused_politely(answer: str) -> None:
    client = signed_in("player")
    client.post(reverse("passkey-options"))
    assert client.post(reverse("passkeys"), {"credential": answer}, follow=True).status_code == 200
    other = browser()
    other.post(reverse("sign-in-passkey-options"))
    assert other.post(reverse("sign-in-passkey"), {"credential": answer}, follow=True).status_code == 200
    assert not Passkey.objects.exists() and not is_in(other)


def test_put_in_by_hand_and_named_by_verify() -> None:
    add("staff", Device())
    ebu, passkey = Federation.objects.get(code="ebu"), Passkey.objects.get()
    Passkey.objects.filter(pk=passkey.pk).update(user=account("scorer"))
    assert any("passkey" in line and "user was changed by hand" in line for line in journal_differences(ebu))
    Passkey.objects.filter(pk=passkey.pk).update(user=passkey.user, credential=b"another key")
    assert any("passkey" in line and "credential was changed by hand" in line for line in journal_differences(ebu))
    Passkey.objects.filter(pk=passkey.pk).delete()
    assert any("passkey" in line and "deleted by hand" in line for line in journal_differences(ebu))


class TestAsSecondFactor:
    """Of an office in a federation that asks for one."""

    @pytest.fixture(autouse=True)
    def requirement(self) -> None:
        second_factors.require(Federation.objects.get(code="ebu"), True, by=account("staff"))

    def password(self, name: str) -> tuple[Client, Answer]:
        client = browser()
        answer = client.post(reverse("sign-in"), {"username": f"{name}@ebu.example", "password": PASSWORD})
        return client, answer

    def test_it_counts_and_the_password_alone_no_longer_opens_the_account(self) -> None:
        device, user = Device(), account("secretary")
        assert second_factors.is_missing(user)
        client = add("secretary", device)
        assert not second_factors.is_missing(user) and client.get(reverse("my-members")).status_code == 302
        client, answer = self.password("secretary")
        assert answer["Location"] == reverse("sign-in-code") and not is_in(client)
        page = client.get(reverse("sign-in-code")).content.decode()
        assert "Your passkey" in page and 'name="code"' not in page
        assert not is_in(client) and client.post(reverse("sign-in-code"), {"code": "000000"}).status_code == 200
        client, _ = enter(device, client, second="1")
        assert is_in(client) == user.pk
        assert is_in(enter(device)[0]) == user.pk

    def test_after_a_password_only_a_passkey_of_that_account_goes_on(self) -> None:
        device, other = Device(b"own"), Device(b"other")
        add("secretary", device)
        add("treasurer", other)
        client, _ = self.password("secretary")
        client, page = enter(other, client, second="1")
        assert "this passkey belongs to another account" in page and not is_in(client)

    def test_whoever_has_an_application_as_well_may_use_either(self, monkeypatch: pytest.MonkeyPatch) -> None:
        user, device = account("secretary"), Device()
        moment = time.time()
        monkeypatch.setattr(time, "time", lambda: moment)
        from masterpoint.centre.accounts import totp

        factor = second_factors.begin_setup(user)
        second_factors.confirm(user, totp.code_at(second_factors.secret_of(factor), int(moment) // totp.SECONDS))
        add("secretary", device)
        client, _ = self.password("secretary")
        page = client.get(reverse("sign-in-code")).content.decode()
        assert 'name="code"' in page and "Sign in with a passkey" in page
        assert is_in(enter(device, client, second="1")[0]) == user.pk

    def test_staff_with_a_passkey_alone_may_require_one_of_everybody(self) -> None:
        second_factors.require(Federation.objects.get(code="ebu"), False, by=None)
        client = add("staff", Device())
        client.post(reverse("require-second-factor", args=["ebu"]), {"wanted": "yes"})
        assert Federation.objects.get(code="ebu").second_factor

    def test_a_player_with_a_passkey_may_still_come_with_the_password(self) -> None:
        add("player", Device())
        assert is_in(self.password("player")[0])

    def test_a_lost_device_is_reset_by_an_officer(self) -> None:
        user = account("secretary")
        add("secretary", Device())
        second_factors.reset(user, by=account("staff"), reason="she called, and I know her voice")
        assert not user.passkeys.exists() and is_in(self.password("secretary")[0])
        assert list(journal_differences(Federation.objects.get(code="ebu"))) == []


def test_two_answers_with_one_counter_are_one_sign_in() -> None:
    """As when a page is sent twice at once: the counter is compared and raised in one statement."""
    device = Device()
    add("player", device)
    first, second = browser(), browser()
    options = [client.post(reverse("sign-in-passkey-options")).json() for client in (first, second)]
    answers = [device.get(options[0])]
    device.count -= 1
    answers.append(device.get(options[1]))
    for client, answer in zip((first, second), answers, strict=True):
        client.post(reverse("sign-in-passkey"), {"credential": answer})
    assert [bool(is_in(client)) for client in (first, second)] == [True, False]


def test_nothing_is_kept_when_the_letter_cannot_be_written(monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(*_: str, **__: Any) -> None:
        raise RuntimeError("the disk is full")

    monkeypatch.setattr(mail, "write", fails)
    with suppress(RuntimeError):
        add("player", Device())
    assert not Passkey.objects.exists() and list(journal_differences(Federation.objects.get(code="ebu"))) == []
    monkeypatch.undo()
    add("player", Device())
    monkeypatch.setattr(mail, "write", fails)
    with pytest.raises(RuntimeError):
        passkeys.remove(Passkey.objects.get(), by=None)
    assert Passkey.objects.exists() and list(journal_differences(Federation.objects.get(code="ebu"))) == []


def test_a_service_asked_without_a_challenge_refuses() -> None:
    with pytest.raises(MasterpointError, match="too long"):
        passkeys.add(account("player"), "x", None, {}, HERE)
    accounts.put_off_passkey(account("player"))
    assert account("player").passkey_put_off
