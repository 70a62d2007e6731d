"""Every page answers, for everybody who may see it, and refuses everybody else."""

from __future__ import annotations

import pytest
from django.urls import get_resolver, reverse

from masterpoint.centre.accounts.models import User
from masterpoint.centre.filing.models import Filing
from masterpoint.centre.ledger.models import Line
from masterpoint.centre.registry.models import Person

pytestmark = pytest.mark.django_db
ROLES = ("nobody", "player", "scorer", "secretary", "treasurer", "staff", "staff of another federation")


def sign_in(client, role):
    if role != "nobody":
        email = "staff@nz.example" if role == "staff of another federation" else f"{role}@ebu.example"
        client.force_login(User.objects.get(email=email), backend="django.contrib.auth.backends.ModelBackend")
    return client


@pytest.fixture
def things():
    line = Line.objects.filter(
        person__federation="ebu", person__anonymous=False, posting__version__isnull=False
    ).first()
    hidden = Person.objects.filter(federation="ebu", anonymous=True).first()
    return {
        "person": line.person,
        "line": line,
        "hidden": hidden,
        "filing": Filing.objects.filter(federation="ebu", organisation__number="1001").first(),
        "other": Filing.objects.filter(federation="ebu", organisation__number="1002").first(),
    }


def pages(things):
    person, line = things["person"], things["line"]
    own, other = things["filing"], things["other"]
    everybody = set(ROLES)
    signed_in = everybody - {"nobody"}
    filers = {"scorer", "secretary", "staff"}
    return {
        reverse("home"): everybody,
        reverse("federation", args=["ebu"]): everybody,
        reverse("search", args=["ebu"]) + "?q=a": everybody,
        reverse("leaders", args=["ebu"]): everybody,
        reverse("leaders", args=["ebu"]) + "?year=2026&colour=local&within=1001": everybody,
        reverse("club", args=["ebu", "1001"]): everybody,
        reverse("player", args=["ebu", person.number]): everybody,
        reverse("player", args=["ebu", person.number]) + "?as_at=2026-10-01": everybody,
        reverse("why", args=["ebu", person.number, line.pk]): everybody,
        reverse("player", args=["ebu", things["hidden"].number]): {"secretary", "staff"},
        reverse("check"): everybody,
        reverse("calculator"): everybody,
        reverse("work-out", args=["ebu", "session"]): everybody,
        reverse("books"): everybody,
        reverse("book", args=["ebu"]): everybody,
        reverse("scales", args=["ebu"]): everybody,
        reverse("readings", args=["ebu"]): everybody,
        reverse("sign-in"): everybody,
        reverse("file"): signed_in,
        reverse("filings"): signed_in,
        reverse("account"): signed_in,
        reverse("filing", args=[own.receipt]): filers,
        reverse("original", args=[own.receipt, 1]): filers,
        # Everything in the demo was filed by the scorer, who may always see what they filed.
        reverse("filing", args=[other.receipt]): {"scorer", "staff"},
        reverse("office", args=["ebu"]): {"staff"},
    }


@pytest.mark.parametrize("role", ROLES)
def test_each_role_sees_its_own_pages_and_no_others(client, things, role):
    sign_in(client, role)
    for address, allowed in pages(things).items():
        answer = client.get(address)
        if role in allowed:
            redirected = address == reverse("sign-in") and role != "nobody"
            assert answer.status_code == (302 if redirected else 200), f"{role} {address}"
        else:
            assert answer.status_code in (302, 404), f"{role} {address}"
            assert answer.status_code == 404 or answer["Location"].startswith(reverse("sign-in"))


def test_every_route_is_in_the_list_above(things):
    """A page that nobody tests as every role cannot be added unseen."""
    shown = {address.partition("?")[0] for address in pages(things)}
    tried = {get_resolver().resolve(address).url_name for address in shown}
    acts = {"draft", "decide", "file-draft", "end-filing", "month", "promote", "promotions", "sign-out"}
    names = {pattern.name for pattern in get_resolver().url_patterns if getattr(pattern, "name", None)}
    assert names == tried | acts


@pytest.mark.parametrize("role", [role for role in ROLES if role != "staff"])
@pytest.mark.parametrize("act", ["month", "promote"])
def test_only_staff_close_and_promote(client, role, act):
    answer = sign_in(client, role).post(reverse(act, args=["ebu"]), {"month": "2026-11"})
    assert answer.status_code in (302, 404)
    assert answer.status_code == 404 or answer["Location"].startswith(reverse("sign-in"))
    assert Filing.objects.filter(federation="ebu", day__month=11, state="official").count() == 0


def test_anonymous_members_are_shown_as_such(client, things):
    text = client.get(reverse("leaders", args=["ebu"])).content.decode()
    assert things["hidden"].name not in text
    assert (
        things["hidden"].name
        not in client.get(reverse("search", args=["ebu"]) + f"?q={things['hidden'].family_name}").content.decode()
    )


def test_every_page_is_locked_down(client, things):
    for address in pages(things):
        answer = client.get(address)
        assert "default-src 'none'" in answer["Content-Security-Policy"]
        assert answer["X-Frame-Options"] == "DENY"
        assert answer["X-Content-Type-Options"] == "nosniff"
        assert b" style=" not in answer.content
