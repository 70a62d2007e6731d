"""A year of clubs that play once a week: each filing is charged, then each club gets an invoice with its PDF."""

from __future__ import annotations

import os
import resource
from datetime import date
from time import perf_counter
from typing import TYPE_CHECKING

from tools.bench.homes import temporary_home

if TYPE_CHECKING:
    from masterpoint.centre.accounts.models import User
    from masterpoint.centre.registry.models import Federation

WEEKS = 52


def run(size: float) -> None:
    with temporary_home("year"):
        _measure(size)


def _measure(share: float) -> None:
    from django.core.management import call_command
    from django.db import connection

    from tools import generate  # sets Django up

    call_command("migrate", verbosity=0)

    from masterpoint.centre.accounts.models import User

    size = generate.Size().times(share)
    size = size._replace(sessions=WEEKS * size.clubs)
    print(f"\nA year of {size.clubs:,} clubs, {size.sessions:,} evenings, on {connection.vendor}", flush=True)
    federation, clubs = generate.create_federation(size)
    user = User.objects.get()
    set_rate(federation, user)
    with generate.bar(size.members, "Registering members") as progress:
        by_club = generate.members(federation, clubs, size, progress.update)
    started = perf_counter()
    with generate.bar(size.sessions, "Filing a year") as progress:
        items = generate.sessions(clubs, by_club, size)
        generate.file_sessions(federation, items, user, progress.update, os.cpu_count() or 1)
    rate = size.sessions / (perf_counter() - started)
    print(f"  evenings filed and charged        {rate:>12,.0f} a second", flush=True)
    measure_invoices(federation, user)


def set_rate(federation: Federation, user: User) -> None:
    """Set an invented charge per head."""
    from masterpoint.centre.billing import tariffs

    tariffs.enter(federation, "standard_charge", "0.405", date(2014, 4, 1), by=user, invented=True)


def measure_invoices(federation: Federation, user: User) -> None:
    """Invoice all open charges: one invoice per club, made into a PDF when it is issued."""
    from masterpoint.centre.billing import invoicing
    from masterpoint.centre.billing.documents import invoice_pdf
    from tools import generate

    before, started = _memory(), perf_counter()
    size = count = 0
    with generate.bar(federation.organisations.count(), "Issuing invoices") as progress:
        for invoice in invoicing.issue_all(federation, date.today(), on=date.today(), by=user):
            size += len(invoice_pdf(invoice))
            count += 1
            progress.update(1)
    each = (perf_counter() - started) / max(count, 1)
    memory = f"peak memory {_memory():,} MiB, {before:,} before the first"
    print(
        f"  invoices issued, with PDF         {count:>12,}   {each:.3f} s each, {size // 1024:,} KiB, {memory}",
        flush=True,
    )


def _memory() -> int:
    """The peak memory of this process so far, in MiB."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
