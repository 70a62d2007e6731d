"""The Centre at the size of a federation: load, pages under load, month close, promotions, verify.

Runs on SQLite in a temporary folder, or on the database of MASTERPOINT_DATABASE (see tools/postgres.py).
"""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import partial
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING

from tools.bench import pages, storing, year
from tools.bench.homes import temporary_home
from tools.bench.timing import processor_time

if TYPE_CHECKING:
    from tools.generate import Size

COLUMNS = "posting_id, person_id, colour, hundredths, day, award"
FIRST_DAY = (2025, 6, 1)


def run(size: float) -> None:
    with temporary_home("bench") as home:
        _measure(size, home)


def _measure(share: float, home: Path) -> None:
    from django.core.management import call_command
    from django.db import connection

    from tools import generate

    call_command("migrate", verbosity=0)
    size = generate.Size().times(share)
    data = f"{size.members:,} members, {size.clubs:,} clubs, {size.sessions:,} sessions"
    print(f"\nA federation of {data}, on {connection.vendor}")
    _load(size)
    _measure_invoices()
    _measure_runs()
    _measure_reports(home)
    storing.measure_stored_size()
    pages.measure_pages(home)
    storing.measure_filing()
    storing.measure_backup(home)


def _load(size: Size) -> None:
    """Load members, old points and a year of sessions, compared with the database's own bulk load of as many rows."""
    from masterpoint.centre.accounts.models import User
    from masterpoint.centre.ledger import services as ledger
    from masterpoint.centre.ledger.models import Line
    from masterpoint.centre.maintenance import refresh_statistics
    from tools import generate

    federation, clubs = generate.create_federation(size)
    user = User.objects.get()
    started = perf_counter()
    with generate.bar(size.members, "Registering members") as progress:
        by_club = generate.members(federation, clubs, size, progress.update)
    members = perf_counter() - started
    old_lines, balances = 0, 0.0
    with generate.bar(generate.MONTHS_BEFORE, "Points of earlier years") as progress:
        for acts in generate.earlier_years(by_club):
            balances += _duration(partial(ledger.post_all, federation, acts, by=user))
            old_lines += sum(len(act.lines) for act in acts)
            progress.update(12)
    started, processor_seconds = perf_counter(), processor_time()
    with generate.bar(size.sessions, "Filing a year") as progress:
        items = generate.sessions(clubs, by_club, size)
        generate.file_sessions(federation, items, user, progress.update, os.cpu_count() or 1)
    filing, processor_seconds = perf_counter() - started, processor_time() - processor_seconds
    lines = Line.objects.count()
    refresh_statistics()
    bulk, ledger_rate = (_bulk_rate(min(lines, 500_000), name) for name in ("bench_line", "ledger_line"))
    print(f"  members registered                {size.members / members:>12,.0f} a second")
    rate = old_lines / balances
    ratios = f"{bulk / rate:>6.1f}x bulk, aim 5x; {ledger_rate / rate:.1f}x with the keys and indexes of the ledger"
    print(f"  opening balances, lines           {rate:>12,.0f} a second   {ratios}")
    each = 1000 * processor_seconds / size.sessions
    rate = size.sessions / filing
    print(f"  sessions judged and filed         {rate:>12,.0f} a second   aim 100; {each:.1f} ms of processor each")
    rate = (lines - old_lines) / filing
    print(f"  their ledger lines                {rate:>12,.0f} a second   {bulk / rate:>6.1f}x bulk")
    print(f"  the database's own bulk load      {bulk:>12,.0f} rows a second, same run")
    print(f"  the same into the ledger          {ledger_rate:>12,.0f} rows a second, taken back")
    print(f"  ledger lines in all               {lines:>12,}")


def _measure_invoices() -> None:
    """Charge the filed year at an invented rate, and invoice every club, each with its PDF."""
    from masterpoint.centre.accounts.models import User
    from masterpoint.centre.billing import charging
    from masterpoint.centre.registry.models import Federation

    federation, user = Federation.objects.get(), User.objects.get()
    year.set_rate(federation, user)
    started = perf_counter()
    charge_count = charging.charge_due(federation, by=user)
    charging_time = perf_counter() - started
    print(
        f"  filings charged                   {charge_count / charging_time:>12,.0f} a second   {charge_count:,} in all"
    )
    year.measure_invoices(federation, user)


def _bulk_rate(rows: int, table: str) -> float:
    """Rows a second by the database's own bulk path, into a table without keys or the ledger's; rolled back."""
    from datetime import date

    from django.db import connection, transaction

    from masterpoint.centre.ledger.models import Line

    day, (posting, person) = date(2025, 1, 1), Line.objects.values_list("posting", "person")[0]
    data = [(posting, person, "local", 600, day, number % 20) for number in range(rows)]
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(
            "CREATE TABLE bench_line (posting_id bigint, person_id bigint, colour varchar(12), hundredths bigint,"
            " day date, award integer)"
        )
        started = perf_counter()
        if connection.vendor == "postgresql":
            with cursor.copy(f"COPY {table} ({COLUMNS}) FROM STDIN") as copy:
                for row in data:
                    copy.write_row(row)
            cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
        else:
            cursor.executemany(f"INSERT INTO {table} ({COLUMNS}) VALUES (%s, %s, %s, %s, %s, %s)", data)
        rate = rows / (perf_counter() - started)
        transaction.set_rollback(True)
    return rate


def _measure_runs() -> None:
    """Measure what is computed over the whole federation."""
    from datetime import date

    from masterpoint.centre import verifying
    from masterpoint.centre.accounts.models import User
    from masterpoint.centre.closing import announcing
    from masterpoint.centre.closing import months as closing
    from masterpoint.centre.filing.models import Filing
    from masterpoint.centre.records import leaderboards
    from masterpoint.centre.registry.models import Federation, Person
    from tools.generate import bar

    federation = Federation.objects.get()
    user = User.objects.get()
    people = Person.objects.count()
    seconds = _duration(lambda: closing.close_month("ebu", date(*FIRST_DAY), by=user))
    print(f"  close of a month                  {seconds:>12.2f} s")
    with bar(people, "Promotions") as progress:
        first = _duration(lambda: announcing.promote(federation, date(2025, 11, 30), by=user, progress=progress.update))
    with bar(people, "Promotions") as progress:
        later = _duration(lambda: announcing.promote(federation, date(2025, 12, 31), by=user, progress=progress.update))
    print(f"  promotions, everybody's first     {first:>12.2f} s   ({people / first:,.0f} people a second)")
    print(f"  promotions, a month later         {later:>12.2f} s")
    leaderboard_seconds = _duration(lambda: leaderboards.leaderboard(federation, year=2025))
    print(f"  leaderboard of the year           {1000 * leaderboard_seconds:>12.1f} ms")
    jobs = os.cpu_count() or 1
    processor_seconds = processor_time()
    with bar(verifying.row_count([federation]), "Verifying the year") as progress:
        result: list[str] = []
        duration = _duration(lambda: result.extend(verifying.differences([federation], progress.update, jobs)))
    processor_seconds = processor_time() - processor_seconds
    each = 1000 * processor_seconds / Filing.objects.count()
    data = f"{len(result)} differences; {processor_seconds:.0f} s of processor, {each:.1f} ms a session"
    print(f"  verify of everything, {jobs} cores     {duration:>12.1f} s   {data}")


def _measure_reports(home: Path) -> None:
    """Measure the open data, and the quarterly printout of every club with its PDF."""
    from datetime import date

    from masterpoint.centre.ledger.models import Line
    from masterpoint.centre.open_data.writing import write_open_data
    from masterpoint.centre.registry.models import Federation, Organisation
    from masterpoint.centre.reporting import printing
    from masterpoint.centre.reporting.catalogue import report_named
    from masterpoint.centre.reporting.periods import read_period

    federation, lines = Federation.objects.get(), Line.objects.count()
    duration = _duration(lambda: write_open_data(federation, home / "open-data", date.today()))
    four_million = f"4 million would take {4_000_000 * duration / max(lines, 1):,.0f} s"
    print(f"  open data, ledger lines written   {lines / duration:>12,.0f} a second   {four_million}")
    clubs = list(Organisation.objects.filter(level="club").select_related("federation", "parent"))
    quarter, started, size = read_period("2025-Q3"), perf_counter(), 0
    for club in clubs:
        report = report_named(club, "printout").make(club, quarter)
        size += len(printing.report_pdf(report, by=federation, on=date.today()))
    duration = perf_counter() - started
    each = f"{duration / len(clubs):.3f} s each; 600 would take {600 * duration / len(clubs):,.0f} s"
    print(f"  quarterly printouts, with PDF     {len(clubs):>12,}   {each}, {size // 1024:,} KiB")


def _duration(work: Callable[[], object]) -> float:
    started = perf_counter()
    work()
    return perf_counter() - started
