"""PostgreSQL gets the last statement of a filing together with its commit: what is wrong with it is no less refused."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, cast
from urllib.parse import urlparse

import pytest
from django.db import IntegrityError, connection, connections, transaction
from django.db.backends.base.base import BaseDatabaseWrapper

OTHER = "with_the_commit"
FEDERATION = (
    "INSERT INTO registry_federation (code, name, scheme, next_number, two_people, second_factor, public_reasons,"
    " colour, mark) VALUES (%s, 'E', 'ebu', 1, FALSE, FALSE, FALSE, '', '')"
)
CLUB = (
    "INSERT INTO registry_organisation (federation_id, level, number, name, active)"
    " VALUES ('nowhere', 'club', '1', 'N', TRUE)"
)

if connection.vendor == "postgresql":

    @pytest.fixture
    def other(db: None, new_database: Callable[..., str]) -> Iterator[BaseDatabaseWrapper]:
        """A database whose transactions are no part of a test's."""
        database = connection.copy(OTHER)
        database.settings_dict["NAME"] = urlparse(new_database("commit")).path.lstrip("/")
        connections[OTHER] = database
        yield database
        database.close()
        del connections[OTHER]

    def add(database: BaseDatabaseWrapper, *codes: str) -> None:
        """A statement for each federation; the last goes with the commit."""
        *earlier, last = codes
        for code in earlier:
            database.cursor().execute(FEDERATION, [code])
        cast(Any, database).go_with_the_commit(lambda: database.cursor().execute(FEDERATION, [last]))

    def federations(database: BaseDatabaseWrapper) -> list[str]:
        with database.cursor() as cursor:
            cursor.execute("SELECT code FROM registry_federation ORDER BY code")
            return [code for (code,) in cursor.fetchall()]

    def test_it_is_done_with_the_commit(other: BaseDatabaseWrapper) -> None:
        with transaction.atomic(using=OTHER):
            add(other, "a", "b")
            assert other.connection.pgconn.pipeline_status, "nobody has waited for it"
        assert federations(other) == ["a", "b"]
        assert not other.connection.pgconn.pipeline_status and not other.execute_wrappers

    def test_whoever_asks_before_the_commit_waits_for_it(other: BaseDatabaseWrapper) -> None:
        with transaction.atomic(using=OTHER):
            add(other, "a")
            with other.cursor() as cursor:
                cursor.execute("UPDATE registry_federation SET name = 'F'")
                assert cursor.rowcount == 1
        assert federations(other) == ["a"]

    def test_what_is_wrong_with_it_shows_at_the_commit_and_nothing_is_done(other: BaseDatabaseWrapper) -> None:
        with pytest.raises(IntegrityError), transaction.atomic(using=OTHER):
            add(other, "a", "a")
        assert federations(other) == []
        with pytest.raises(IntegrityError), transaction.atomic(using=OTHER):
            add(other, "a", "a")
            federations(other)
        assert federations(other) == []

    def test_what_the_commit_itself_refuses_is_refused(other: BaseDatabaseWrapper) -> None:
        with pytest.raises(IntegrityError, match="foreign key"), transaction.atomic(using=OTHER):
            cast(Any, other).go_with_the_commit(lambda: other.cursor().execute(CLUB))
        with other.cursor() as cursor:
            cursor.execute("SELECT count(*) FROM registry_organisation")
            assert cursor.fetchone() == (0,)

    def test_whatever_fails_afterwards_takes_it_back(other: BaseDatabaseWrapper) -> None:
        with pytest.raises(ZeroDivisionError), transaction.atomic(using=OTHER):
            add(other, "a")
            raise ZeroDivisionError
        assert federations(other) == []
        with pytest.raises(ZeroDivisionError), transaction.atomic(using=OTHER):
            add(other, "a", "a")
            raise ZeroDivisionError
        assert federations(other) == []

    def test_within_another_act_it_is_awaited(other: BaseDatabaseWrapper) -> None:
        with transaction.atomic(using=OTHER):
            with pytest.raises(IntegrityError), transaction.atomic(using=OTHER):
                add(other, "a", "a")
            add(other, "b")
        assert federations(other) == ["b"]

    def test_a_connection_that_is_closed_begins_anew(other: BaseDatabaseWrapper) -> None:
        with transaction.atomic(using=OTHER):
            add(other, "a")
            other.close()
        assert federations(other) == []
