"""Accounts of the demo, whose passwords everybody knows: no production works with them."""

from __future__ import annotations

from django.conf import settings

from masterpoint.centre.accounts.models import User
from masterpoint.core.errors import NotUnderstood, Problem

DOMAIN = ".example"
"""Reserved for examples (RFC 2606): nobody real has an address in it."""


def demo_accounts() -> list[str]:
    """Addresses of accounts that a demo made and that may still sign in."""
    accounts = User.objects.filter(email__endswith=DOMAIN, is_active=True)
    return list(accounts.order_by("email").values_list("email", flat=True))


def refuse_demo_accounts() -> None:
    """For every process of a production that works with records: refuse those of a demo."""
    emails = demo_accounts() if settings.PRODUCTION else []
    if emails:
        message = f"this database holds demo accounts ({', '.join(emails[:3])} …), whose passwords are well known"
        fix = "set MASTERPOINT_HOME or MASTERPOINT_DATABASE to the records of your federation, or set them up again"
        raise NotUnderstood(Problem("accounts", "", message, fix))


def address_problems(email: str) -> list[Problem]:
    """Nobody gets an account of a demo's kind in production: it would not start again."""
    if not settings.PRODUCTION or not User.objects.normalise(email).endswith(DOMAIN):
        return []
    message = f"addresses that end with {DOMAIN} are those of a demo"
    return [Problem("e-mail", email[:60], message, "use an address that gets letters")]
