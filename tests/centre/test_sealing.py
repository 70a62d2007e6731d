"""`verify --seal`, `--since-sealed`: what was sealed is not worked out again, and work that was stopped goes on."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import date
from typing import Any

import pytest
from click.testing import CliRunner
from django.db import connection

from centre import making
from masterpoint.centre import sealing, verifying
from masterpoint.centre.accounts.models import User
from masterpoint.centre.journal.models import Entry
from masterpoint.centre.ledger import services as ledger
from masterpoint.centre.ledger.chain import NewLine
from masterpoint.centre.ledger.models import Posting
from masterpoint.centre.registry.models import Federation, Person
from masterpoint.centre.verifying import Chunk, Scope
from masterpoint.cli import proving

DAY = date(2026, 3, 2)
SINCE, SEALING = verifying.Scope(since_sealed=True), verifying.Scope(seals=True)
GO_ON = verifying.Scope(since_sealed=True, seals=True)
UNLOCK = {
    "sqlite": ("DROP TRIGGER {table}_no_UPDATE",),
    "postgresql": ("DROP TRIGGER {table}_append_only ON {table}",),
}


@pytest.fixture
def post(federation: Federation, people: list[Person], officer: User) -> Callable[..., None]:
    """Posts so many points one after the other."""

    def post_amounts(*amounts: int) -> None:
        for amount in amounts:
            ledger.post(federation, "awards", [NewLine(people[0].pk, "local", amount, DAY)], by=officer)

    return post_amounts


def changed_by_hand(table: str, statement: str, *values: str | int) -> None:
    with connection.cursor() as cursor:
        for unlock in UNLOCK[connection.vendor]:
            cursor.execute(unlock.format(table=table))
        cursor.execute(statement, values)


def differences(federation: Federation, scope: Scope) -> list[str]:
    texts = [finding.text for finding in verifying.findings([federation], scope=scope)]
    return [text for text in texts if "trigger" not in text]


@pytest.fixture
def looked_at(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """The stretches that were checked."""
    stretches, check = [], verifying.check

    def digests_of(stretch: Chunk) -> tuple[list[Any], int]:
        stretches.append((stretch.kind, stretch.first, stretch.last))
        return check(stretch)

    monkeypatch.setattr(verifying, "check", digests_of)
    return stretches


def test_only_what_is_new_is_looked_at(federation: Federation, post: Callable[..., None], looked_at: list[Any]) -> None:
    post(100, 200, 300)
    assert differences(federation, SEALING) == []
    assert sealing.last_sealed(federation)[:2] == (3, Posting.objects.get(number=3).hash)
    post(400)
    looked_at.clear()
    assert differences(federation, SINCE) == []
    assert looked_at == [("chain", 4, 4)]
    assert verifying.row_count([federation], SINCE) == 1
    assert differences(federation, verifying.EVERYTHING) == [], "seals are entries of the journal like any other"


def test_without_a_seal_everything_is_new(
    federation: Federation, post: Callable[..., None], looked_at: list[Any]
) -> None:
    post(100)
    assert differences(federation, SINCE) == []
    assert ("chain", 1, 1) in looked_at


def test_what_was_changed_since_the_seal_is_found(
    federation: Federation, people: list[Person], post: Callable[..., None]
) -> None:
    post(100)
    differences(federation, SEALING)
    post(200)
    changed_by_hand("ledger_line", "UPDATE ledger_line SET hundredths = 500 WHERE hundredths = 200")
    differing = differences(federation, SINCE)
    assert "ebu posting 2 was changed after it was written" in differing
    assert f"person {people[0].pk}, local 2026: total 300, lines 600" in differing


def test_rows_the_journal_tells_of_since_the_seal_are_compared(
    federation: Federation, people: list[Person], post: Callable[..., None]
) -> None:
    post(100)
    differences(federation, SEALING)
    people[1].status = "lapsed"
    people[1].save()
    assert differences(federation, SINCE) == [], "the journal tells nothing of this person since the seal"
    making.sealed(people[2])
    people[2].given_name = "Clio"
    people[2].save()
    assert any("given_name was changed by hand from Cleo to Clio" in text for text in differences(federation, SINCE))


def test_a_sealed_posting_that_was_written_anew_is_found(federation: Federation, post: Callable[..., None]) -> None:
    post(100, 200)
    differences(federation, SEALING)
    changed_by_hand("ledger_posting", "UPDATE ledger_posting SET hash = %s WHERE number = 2", "f" * 64)
    entry = Entry.objects.get(what=sealing.VERIFIED).number
    assert f"ebu posting 2 is not the one that was sealed (journal entry {entry})" in differences(federation, SINCE)


def test_a_seal_that_was_moved_is_found(federation: Federation, post: Callable[..., None]) -> None:
    post(100)
    differences(federation, SEALING)
    entry = Entry.objects.get(what=sealing.VERIFIED)
    post(200)
    entry.facts["verified ebu"]["posting"] = 2
    changed_by_hand(
        "journal_entry", "UPDATE journal_entry SET facts = %s WHERE id = %s", json.dumps(entry.facts), entry.pk
    )
    assert f"ebu journal entry {entry.number} was changed after it was written" in differences(federation, SINCE)


def test_nothing_is_sealed_beyond_a_difference(
    federation: Federation, post: Callable[..., None], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(verifying, "CHUNK_SIZE", 1)
    monkeypatch.setattr(verifying, "CHUNKS_A_SEAL", 1)
    post(100, 200, 300)
    changed_by_hand("ledger_line", "UPDATE ledger_line SET hundredths = 500 WHERE hundredths = 200")
    assert differences(federation, SEALING)
    assert sealing.last_sealed(federation).posting == 1


def test_work_that_was_stopped_goes_on(
    federation: Federation, post: Callable[..., None], looked_at: list[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(verifying, "CHUNK_SIZE", 1)
    monkeypatch.setattr(verifying, "CHUNKS_A_SEAL", 2)
    post(100, 200, 300, 400, 500)

    class Stopped(Exception):
        pass

    def stop_after_the_third(_: int) -> None:
        if len(looked_at) == 3:
            raise Stopped

    with pytest.raises(Stopped):
        list(verifying.findings([federation], stop_after_the_third, scope=SEALING))
    looked_at.clear()
    assert differences(federation, GO_ON) == []
    assert looked_at == [("chain", number, number) for number in (3, 4, 5)]
    assert sealing.last_sealed(federation).posting == 5


def test_the_command_says_where_it_begins(federation: Federation, post: Callable[..., None]) -> None:
    post(100)
    runner = CliRunner()
    first = runner.invoke(proving.verify, ["--since-sealed", "--seal", "--jobs", "1"])
    assert (first.exit_code, "ebu: everything: nothing was sealed yet" in first.output) == (0, True)
    then = runner.invoke(proving.verify, ["--since-sealed", "--jobs", "1"])
    assert (then.exit_code, "ebu: after posting 1, the last that was sealed" in then.output) == (0, True)
