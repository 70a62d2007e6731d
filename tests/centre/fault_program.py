"""Acts on a Centre in child processes that are killed at every write, one after the other.

    python fault_program.py     prints one JSON line a kill, and what was found afterwards

A child dies by SIGKILL just before its n-th write (statement, bulk copy or commit), for every n, until it lives.
"""

from __future__ import annotations

import json
import os
import signal
from collections.abc import Callable
from datetime import date, timedelta
from typing import Any

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "settings_for_tests")
django.setup()

from django.db import connection, connections, transaction  # noqa: E402
from django.db.backends.base.base import BaseDatabaseWrapper  # noqa: E402
from django.db.backends.utils import CursorWrapper  # noqa: E402

from masterpoint.centre import verifying  # noqa: E402
from masterpoint.centre.accounts.models import User  # noqa: E402
from masterpoint.centre.billing import invoicing, payments, tariffs  # noqa: E402
from masterpoint.centre.billing.models import AccountLine, Charge, Invoice, InvoiceCounter, Payment  # noqa: E402
from masterpoint.centre.closing import announcing  # noqa: E402
from masterpoint.centre.closing import months as closing  # noqa: E402
from masterpoint.centre.filing import batches, correcting, ending, services  # noqa: E402
from masterpoint.centre.filing.models import Filing, Month, Version  # noqa: E402
from masterpoint.centre.journal import services as journal  # noqa: E402
from masterpoint.centre.ledger import services as ledger  # noqa: E402
from masterpoint.centre.ledger import verify  # noqa: E402
from masterpoint.centre.ledger.models import Line, Posting, Total  # noqa: E402
from masterpoint.centre.people import merging  # noqa: E402
from masterpoint.centre.records.models import Promotion, PromotionRun  # noqa: E402
from masterpoint.centre.registry import registering  # noqa: E402
from masterpoint.centre.registry.models import Federation, Organisation, Person  # noqa: E402
from masterpoint.core.parsing import event_from  # noqa: E402
from masterpoint.schemes import FACTS  # noqa: E402

MAX_WRITES = 80
FIRST = {
    "file": 0,
    "batch": 100,
    "correct": 500,
    "withdraw": 600,
    "same": 700,
    "many": 800,
    "merge": 900,
    "invoice": 1000,
    "pay": 1100,
    "close": 1826,
}
"""Each act has days of its own to play on, counted from the first of 2015."""
BEGINNING = date(2015, 1, 1)
PAIRS = 14
READS = ("SELECT", "PRAGMA", "SHOW", "SET ")


class Killer:
    """Counts writes, and dies before the one that was chosen."""

    def __init__(self, at: int) -> None:
        self.at, self.seen = at, 0

    def write(self) -> None:
        self.seen += 1
        if self.seen == self.at:
            os.kill(os.getpid(), signal.SIGKILL)

    def watch(self) -> None:
        self._wrap(CursorWrapper, "execute", lambda sql: not str(sql).lstrip().upper().startswith(READS))
        self._wrap(CursorWrapper, "executemany", lambda sql: True)
        self._wrap(BaseDatabaseWrapper, "_commit", lambda: True)
        self._wrap(BaseDatabaseWrapper, "_set_autocommit", lambda *_: False)
        if connection.vendor == "postgresql":
            import psycopg

            self._wrap(psycopg.Cursor, "copy", lambda sql: True)

    def _wrap(self, owner: type, name: str, counts: Any) -> None:
        original = getattr(owner, name)

        def wrapped(this: Any, *args: Any, **kwargs: Any) -> Any:
            if counts(*args[:1]):
                self.write()
            return original(this, *args, **kwargs)

        setattr(owner, name, wrapped)


@transaction.atomic
def set_up(federation: Federation, *organisations: Organisation) -> None:
    """What was made without a service, as the journal knows it."""
    created: dict[str, list[Any]] = {
        "federation": [federation.pk],
        "organisation": [organisation.pk for organisation in organisations],
    }
    journal.write(federation, "set up", created, by=None)


def world() -> None:
    federation = Federation.objects.create(code="ebu", name="English Bridge Union", scheme="ebu")
    national = Organisation.objects.create(federation=federation, level="national", number="1", name="The Union")
    club = Organisation.objects.create(
        federation=federation, parent=national, level="club", number="1001", name="Riverside Bridge Club"
    )
    set_up(federation, national, club)
    User.objects.create_user("officer@example.org", "a long enough password", name="Olive Officer")
    for index in range(2 * PAIRS):
        registering.register(
            federation, "Ada", f"Ashby{index}", on=date(2020, 1, 1), by=None, club=club, number=str(100 + index)
        )
    tariffs.enter(federation, "standard_charge", "0.405", BEGINNING, by=officer())


def event(number: int, winner: int = 0) -> Any:
    order = list(range(PAIRS))
    order[0], order[winner] = order[winner], order[0]
    entries = [
        {
            "place": place,
            "score": f"{70 - place}.{number % 100:02}",
            "players": [{"id": str(100 + 2 * pair)}, {"id": str(101 + 2 * pair)}],
        }
        for place, pair in enumerate(order, 1)
    ]
    day = BEGINNING + timedelta(days=number)
    raw = {
        "form": "session",
        "scheme": "ebu",
        "day": day,
        "contest": "pairs",
        "boards": 24,
        "organiser": {"level": "club"},
        "lists": [{"entries": entries}],
    }
    return event_from(raw, FACTS)


def original(number: int) -> services.Original:
    return services.Original(b"as it came", f"{number}.toml", "event")


def club() -> Organisation:
    return Organisation.objects.select_related("federation").get(number="1001")


def officer() -> User:
    return User.objects.get()


def file_one(number: int) -> str:
    return services.file_event(club(), event(number), original(number), by=officer(), choices={}).filing.receipt


def of_batch(number: int) -> list[int]:
    return [FIRST["batch"] + 3 * (number - FIRST["batch"]) + offset for offset in range(3)]


def file_batch(number: int) -> str:
    sent = [batches.BatchItem(club(), event(index), original(index)) for index in of_batch(number)]
    return " ".join(filed.filing.receipt for filed in batches.file_batch(club().federation, sent, by=officer()))


def correct(number: int) -> str:
    filing = Filing.objects.get(day=event(number).day)
    correcting.correct(filing, event(number, winner=3), original(number), by=officer(), reason="board 7", choices={})
    return filing.receipt


def withdraw(number: int) -> str:
    return ending.withdraw(Filing.objects.get(day=event(number).day), by=officer(), reason="wrong evening").receipt


def month_of(number: int) -> date:
    later = number - FIRST["close"]
    return date(2020 + later // 12, later % 12 + 1, 1)


def close(number: int) -> str:
    return closing.close_month("ebu", month_of(number), by=officer(), today=date(2100, 1, 1), decision="none").state


def promote(number: int) -> str:
    return str(announcing.promote(club().federation, date(2060, 1, 1) + timedelta(days=number), by=officer()).pk)


def merge(number: int) -> str:
    posting = merging.merge(duplicate_of(number), Person.objects.get(number="127"), by=officer(), reason="same")
    return str(posting.number)


def duplicate_of(number: int) -> Person:
    return Person.objects.get(family_name=f"Twin{number}")


def invoice(number: int) -> str:
    issued = invoicing.issue(club(), event(number + 31).day, on=date(2026, 11, 1), by=officer())
    return issued.number if issued else ""


def pay(number: int) -> str:
    payment = payments.NewPayment(f"bank {number}", event(number).day, 1000, "Riverside", "26-00001-0")
    return " ".join(str(row.pk) for row in payments.enter(club().federation, [payment], by=officer()))


def whole_filing(number: int) -> bool:
    (filing,) = Filing.objects.filter(day=event(number).day)
    (version,) = filing.versions.all()
    assert version.charges.count() == 1, "charged with the filing, once"
    return version.postings.get().lines.count() == 10


PREPARE: dict[str, Callable[[int], object]] = {}
"""What has to be there before further acts, of other programs."""


def prepared(act: str, number: int) -> None:
    """What has to be there before the act."""
    if act in PREPARE:
        PREPARE[act](number)
    if act in ("correct", "withdraw", "invoice"):
        file_one(number)
    if act == "close":
        first = (month_of(number) - BEGINNING).days
        for day in range(first, first + 2):
            file_one(day)
    if act in ("promote", "merge"):
        name = f"{'Star' if act == 'promote' else 'Twin'}{number}"
        person = registering.register(club().federation, "Ada", name, on=date(2020, 1, 1), by=None)
        for day in (1, 2):
            ledger.adjust(person, "local", 30_000, date(2019, 1, day), by=officer(), reason="opening")


DONE: dict[str, Callable[[int], bool]] = {}
"""How further acts, of other programs, are looked at."""


def is_done(act: str, number: int) -> bool:
    """Whether the act is there, whole; half of it is an error."""
    if act in DONE:
        return DONE[act](number)
    if act == "file":
        return bool(Filing.objects.filter(day=event(number).day)) and whole_filing(number)
    if act == "batch":
        count = Filing.objects.filter(day__in=[event(index).day for index in of_batch(number)]).count()
        assert count in (0, 3), f"{count} of 3 filed"
        return bool(count)
    if act == "correct":
        filing = Filing.objects.get(day=event(number).day)
        kinds = [posting.kind for posting in Posting.objects.filter(version__filing=filing).order_by("number")]
        whole = {1: ["awards"], 2: ["awards", "reversal", "awards"]}
        assert kinds == whole[filing.versions.count()], kinds
        return len(kinds) == 3
    if act == "withdraw":
        filing = Filing.objects.get(day=event(number).day)
        reversed_ = Posting.objects.filter(version__filing=filing, kind="reversal").count()
        taken_back = Charge.objects.filter(subject=filing.receipt).exclude(reverses=None).count()
        assert reversed_ == taken_back == (filing.state == "withdrawn")
        return bool(reversed_)
    if act == "close":
        first = month_of(number)
        states = set(
            Filing.objects.filter(day__year=first.year, day__month=first.month).values_list("state", flat=True)
        )
        closed = Month.objects.filter(first_day=first, state="closed").exists()
        assert states == {"official" if closed else "provisional"}, states
        return closed
    if act == "promote":
        runs = PromotionRun.objects.filter(as_at=date(2060, 1, 1) + timedelta(days=number)).count()
        person = Person.objects.get(family_name=f"Star{number}")
        promoted = Promotion.objects.filter(person=person).count()
        assert runs == promoted == bool(person.rank), (runs, promoted, person.rank)
        return bool(runs)
    if act == "invoice":
        billed = Charge.objects.filter(version__filing__day=event(number).day).exclude(billed=None).exists()
        issued = Invoice.objects.count()
        assert issued == (InvoiceCounter.objects.first() or InvoiceCounter()).last, "numbers without gaps"
        assert sum(AccountLine.objects.values_list("amount", flat=True)) == 0
        return billed
    if act == "pay":
        entered = Payment.objects.filter(key=f"bank {number}")
        sides = AccountLine.objects.filter(posting__payments__in=entered).count()
        assert sides == 2 * entered.count(), "both sides or none"
        return entered.exists()
    duplicate = duplicate_of(number)
    merged = duplicate.changes.filter(what="merged").count()
    assert (duplicate.merged_into_id is not None) == bool(merged) == (not points_held(duplicate)), merged
    return bool(merged)


def points_held(person: Person) -> int:
    return sum(total.hundredths for total in person.totals.all())


ACTS: dict[str, Callable[[int], str]] = {
    "file": file_one,
    "batch": file_batch,
    "correct": correct,
    "withdraw": withdraw,
    "close": close,
    "promote": promote,
    "merge": merge,
    "invoice": invoice,
    "pay": pay,
}
REPEATABLE = ("file", "batch", "close", "promote")


INHERITED: list[BaseDatabaseWrapper] = []
"""What a child has of its parent's sessions: it keeps them to its end, for they are not its own to close."""


def before_fork() -> None:
    """An open SQLite database must not come into a child. A session on PostgreSQL may; another would cost a process."""
    if connection.vendor == "sqlite":
        connections.close_all()


def after_fork() -> None:
    """In a child, which opens sessions of its own."""
    INHERITED.extend(other for other in connections.all(initialized_only=True) if other.connection)
    for other in INHERITED:
        del connections[other.alias]


def in_child(work: Any, *args: int, killer: Killer | None = None) -> tuple[str, int]:
    """What a child process said before it ended, and how it ended."""
    before_fork()
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        after_fork()
        os.close(reading)
        code = 1
        try:
            if killer:
                killer.watch()
            answer = work(*args)
            if killer:
                killer.write()
            os.write(writing, answer.encode())
            code = 0
        finally:
            os._exit(code)
    os.close(writing)
    with os.fdopen(reading, "rb") as pipe:
        answer = pipe.read().decode()
    _, status = os.waitpid(child, 0)
    return answer, status


def killed_everywhere(act: str) -> None:
    """Killed just before each of its writes, one after the other, until the act lives.

    What a kill leaves undone is tried again as it stands, with the next kill; so every kill is a first half of the
    next try, and the last try has all of them behind it.
    """
    number = FIRST.get(act, 0) + 1
    prepared(act, number)
    tried_out(act, number)
    for at in range(1, MAX_WRITES):
        answer, status = in_child(ACTS[act], number, killer=Killer(at))
        was_done = is_done(act, number)
        problems = list(verify.total_differences())
        if answer and not was_done:
            problems.append("acknowledged but not there")
        if was_done:
            problems += repeat(act, number, answer)
        problems += differences() if status == 0 else []
        print(
            json.dumps({"act": act, "said": answer, "there": was_done, "status": status, "problems": problems}),
            flush=True,
        )
        if status == 0:
            return
        if was_done:
            number += 1
            prepared(act, number)
    raise SystemExit(f"still writing after {MAX_WRITES} writes")


def tried_out(act: str, number: int) -> None:
    """Done here and taken back: what a process keeps of its first act, no child has to work out again."""
    with transaction.atomic():
        ACTS[act](number)
        transaction.set_rollback(True)


def repeat(act: str, number: int, answer: str) -> list[str]:
    """What is wrong when somebody does again what is there already."""
    if act not in REPEATABLE:
        return []
    again, status = in_child(ACTS[act], number)
    if status or not is_done(act, number):
        return ["cannot be done again"]
    return [f"acknowledged as {answer}, then as {again}"] if answer and answer != again else []


def at_once(act: str, processes: int, events: int, *, is_same: bool) -> None:
    """Several processes file at the same moment: the same events, or each its own."""
    before_fork()
    children = []
    for process in range(processes):
        reading, writing = os.pipe()
        child = os.fork()
        if child == 0:
            after_fork()
            os.close(reading)
            code = 1
            try:
                first = FIRST[act] + (0 if is_same else process * events)
                answer = " ".join(file_one(first + number) for number in range(events))
                os.write(writing, answer.encode())
                code = 0
            finally:
                os._exit(code)
        os.close(writing)
        children.append((child, os.fdopen(reading, "rb")))
    receipts, failed = [], 0
    for child, pipe in children:
        receipts.append(pipe.read().decode().split())
        failed += os.waitpid(child, 0)[1] != 0
    numbers = list(Posting.objects.order_by("number").values_list("number", flat=True))
    first = event(FIRST[act]).day
    filings = Filing.objects.filter(day__gte=first, day__lt=first + timedelta(days=processes * events))
    state = {
        "act": act,
        "failed": failed,
        "receipts": receipts,
        "filings": filings.count(),
        "versions": Version.objects.filter(filing__in=filings).count(),
        "gaps": numbers != list(range(1, len(numbers) + 1)),
        "lines": sum(Line.objects.values_list("hundredths", flat=True)),
        "totals": sum(Total.objects.values_list("hundredths", flat=True)),
        "problems": differences(),
    }
    print(json.dumps(state), flush=True)


def differences() -> list[str]:
    return list(verifying.differences(list(Federation.objects.all())))


if __name__ == "__main__":
    world()
    at_once("same", 2, 6, is_same=True)
    at_once("many", 4, 10, is_same=False)
    for act in ACTS:
        killed_everywhere(act)
