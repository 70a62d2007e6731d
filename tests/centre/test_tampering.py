"""Every way to change history by hand, behind the triggers: `verify` names each one."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import date, timedelta
from typing import Any

import pytest
from django.contrib.auth.forms import SetPasswordForm
from django.db import connection, transaction
from django.test import Client
from pytest_django import DjangoDbBlocker

from answers import existing
from centre import making
from masterpoint.centre import verifying
from masterpoint.centre.accounts import tokens
from masterpoint.centre.accounts.models import Token, User
from masterpoint.centre.closing import announcing
from masterpoint.centre.closing import months as closing
from masterpoint.centre.compact import compress, dumps, loads
from masterpoint.centre.enquiries import services as enquiries
from masterpoint.centre.filing import correcting, services
from masterpoint.centre.filing.models import Version
from masterpoint.centre.journal.models import Entry
from masterpoint.centre.ledger import services as ledger
from masterpoint.centre.ledger import verify
from masterpoint.centre.ledger.models import Posting
from masterpoint.centre.people import merging
from masterpoint.centre.registry import offices, registering
from masterpoint.centre.registry.models import Federation, Person
from masterpoint.core.parsing import event_from
from masterpoint.schemes import FACTS

DAY = date(2026, 11, 10)
PLAYERS = 16


TEXT = {"sqlite": "{column}", "postgresql": "{column}::text"}
JSON = {"sqlite": "", "postgresql": "::jsonb"}


def event(days: Any, first: int = 0) -> Any:
    order = [(number + first) % PLAYERS for number in range(PLAYERS)]
    entries = [
        {
            "place": place + 1,
            "players": [
                {"id": str(100 + index), "name": Person.objects.get(number=str(100 + index)).name}
                for index in order[2 * place : 2 * place + 2]
            ],
        }
        for place in range(PLAYERS // 2)
    ]
    raw = {"form": "session", "scheme": "ebu", "day": DAY + timedelta(days=days), "contest": "pairs", "boards": 24}
    return event_from(raw | {"organiser": {"level": "club"}, "lists": [{"entries": entries}]}, FACTS)


@contextmanager
def rolled_back() -> Iterator[None]:
    with transaction.atomic():
        yield
        transaction.set_rollback(True)


@pytest.fixture(scope="module")
def made_once(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[Any]:
    with django_db_blocker.unblock(), rolled_back():
        yield make_history()


@pytest.fixture
def history(made_once: Any, django_db_blocker: DjangoDbBlocker) -> Iterator[Any]:
    """A history to tamper with; what a test does to it no other test sees."""
    with django_db_blocker.unblock(), rolled_back():
        yield made_once


def make_history() -> Any:
    """Three filings, one of them corrected, an adjustment, a merge and a promotion; the triggers are gone."""
    federation, officer = making.federation(), making.officer()
    club = making.club(making.county(federation))
    people = making.people(club)
    for number in range(len(people), PLAYERS):
        registering.register(
            federation, "Gus", f"Grove{number}", on=DAY, by=officer, club=club, number=str(100 + number)
        )
    original = services.Original(b"as it came", "tuesday.toml", "event")
    filed = [services.file_event(club, event(days), original, by=officer, choices={}).filing for days in (0, 2, 4)]
    correcting.correct(filed[0], event(0, first=2), original, by=officer, reason="board 7", choices={})
    twin = registering.register(federation, "Ada", "Ashbee", on=DAY, by=officer)
    ledger.adjust(twin, "local", 30_000, DAY, by=officer, reason="brought along")
    merging.merge(twin, people[5], by=officer, reason="one person")
    closing.close_month("ebu", date(2026, 11, 1), by=officer, today=date(2026, 12, 1))
    announcing.promote(federation, date(2026, 11, 30), by=officer)
    services.file_event(club, event(-33), original, by=officer, choices={})
    ledger.adjust(people[0], "green", 75, DAY, by=officer, reason="late")
    offices.appoint(officer, club, "scorer", on=DAY, by=officer)
    enquiries.add_note(enquiries.ask(people[0], club, DAY, "Where are my points?", by=officer), "Here", by=officer)
    tokens.revoke(tokens.issue(officer, "scoring program", ["read"])[0])
    officer.set_password("another long enough password")
    officer.save()
    assert differences(federation) == []
    for table in verify.APPEND_ONLY:
        for statement in {
            "sqlite": (f"DROP TRIGGER {table}_no_UPDATE", f"DROP TRIGGER {table}_no_DELETE"),
            "postgresql": (f"DROP TRIGGER {table}_append_only ON {table}",),
        }[connection.vendor]:
            run(statement)
    return federation


def run(statement: str, *values: Any) -> None:
    with connection.cursor() as cursor:
        cursor.execute(statement, values)


def differences(federation: Federation, **options: Any) -> Any:
    return [
        line
        for line in verifying.differences([federation], **options)
        if "trigger that refuses changes is gone" not in line
    ]


def replace_in_facts(column: Any, old: Any, new: Any) -> None:
    """Edits the data that versions keep, as somebody would who knows how they are kept."""
    for pk, stored in kept_by_versions(column):
        text = json.dumps(loads(stored))
        run(f"UPDATE filing_version SET {column} = %s WHERE id = %s", dumps(json.loads(text.replace(old, new))), pk)


def kept_by_versions(column: Any) -> Any:
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT id, {column} FROM filing_version")
        return cursor.fetchall()


def edit_a_line() -> None:
    run("UPDATE ledger_line SET hundredths = hundredths + 100 WHERE id = (SELECT MIN(id) FROM ledger_line)")


def move_a_line_to_somebody_else() -> None:
    run(
        "UPDATE ledger_line SET person_id = %s WHERE id = (SELECT MIN(id) FROM ledger_line)",
        existing(Person.objects.last()).pk,
    )


def add_a_line() -> None:
    last = existing(Posting.objects.last())
    run(
        "INSERT INTO ledger_line (posting_id, person_id, colour, hundredths, day) VALUES (%s, %s, 'local', 500, %s)",
        last.pk, existing(Person.objects.first()).pk, DAY,
    )  # fmt: skip


def delete_a_line() -> None:
    run("DELETE FROM ledger_line WHERE id = (SELECT MIN(id) FROM ledger_line)")


def edit_a_posting() -> None:
    run("UPDATE ledger_posting SET reason = 'a better story' WHERE number = 2")


def change_who_did_it() -> None:
    run("UPDATE ledger_posting SET by_id = NULL WHERE number = 2")


def delete_a_posting_in_the_middle() -> None:
    first = Posting.objects.get(number=2)
    run("DELETE FROM ledger_line WHERE posting_id = %s", first.pk)
    run("DELETE FROM ledger_posting WHERE id = %s", first.pk)


def swap_two_postings() -> None:
    for before, after in ((2, 999), (3, 2), (999, 3)):
        run("UPDATE ledger_posting SET number = %s WHERE number = %s", after, before)


def edit_a_total() -> None:
    run("UPDATE ledger_total SET hundredths = hundredths + 1 WHERE id = (SELECT MIN(id) FROM ledger_total)")


def edit_an_overall() -> None:
    run("UPDATE ledger_overall SET hundredths = hundredths + 1 WHERE id = (SELECT MIN(id) FROM ledger_overall)")


def edit_the_facts() -> None:
    replace_in_facts("event", "24", "12")


def edit_a_name_in_the_facts() -> None:
    replace_in_facts("event", "Dan Dale", "Dan Dole")


def edit_who_played() -> None:
    replace_in_facts("people", '"100"', '"900"')


def edit_the_facts_beyond_reading() -> None:
    run("UPDATE filing_version SET event = %s WHERE number = 1", b"nonsense")


def edit_the_file() -> None:
    run("UPDATE filing_version SET original = %s WHERE number = 1", compress(b"as it never came"))


def edit_the_file_beyond_reading() -> None:
    run("UPDATE filing_version SET original = %s WHERE number = 1", b"as it never came")


def edit_the_result() -> None:
    run("UPDATE filing_version SET result = (SELECT result FROM filing_version WHERE number = 2) WHERE number = 1")


def edit_the_result_beyond_reading() -> None:
    run("UPDATE filing_version SET result = %s WHERE number = 2", b"nonsense")


def edit_the_edition() -> None:
    run("UPDATE filing_version SET edition = 'another book'")


def delete_a_version() -> None:
    version = Version.objects.get(number=2)
    run("UPDATE ledger_posting SET version_id = NULL WHERE version_id = %s", version.pk)
    run("DELETE FROM filing_play WHERE version_id = %s", version.pk)
    run("DELETE FROM filing_zeroevening WHERE version_id = %s", version.pk)
    run("DELETE FROM filing_version WHERE id = %s", version.pk)


def withdraw_by_hand() -> None:
    run("UPDATE filing_filing SET state = 'withdrawn' WHERE id = (SELECT MAX(id) FROM filing_filing)")


def move_a_day() -> None:
    run("UPDATE filing_filing SET day = '2025-01-01' WHERE id = (SELECT MAX(id) FROM filing_filing)")


def give_it_to_another_club() -> None:
    run("UPDATE filing_filing SET organisation_id = (SELECT MIN(id) FROM registry_organisation)")


def split_by_hand() -> None:
    run("UPDATE registry_person SET merged_into_id = NULL")


def promote_by_hand() -> None:
    run("UPDATE registry_person SET rank = 'Grand Master' WHERE number = '100'")


def grant_an_office() -> None:
    first = "SELECT user_id, organisation_id, 'staff', first_day FROM registry_appointment"
    run(f"INSERT INTO registry_appointment (user_id, organisation_id, role, first_day) {first}")


def raise_an_office() -> None:
    run("UPDATE registry_appointment SET role = 'staff', organisation_id = (SELECT MIN(id) FROM registry_organisation)")


def prolong_an_office() -> None:
    run("UPDATE registry_appointment SET first_day = '2001-01-01'")


def end_an_office() -> None:
    run("DELETE FROM registry_appointment")


def rename_an_officer() -> None:
    run("UPDATE accounts_user SET name = 'Somebody Else'")


def rename_a_person() -> None:
    run("UPDATE registry_person SET family_name = 'Smythe' WHERE number = '101'")


def renumber_a_person() -> None:
    run("UPDATE registry_person SET number = '999' WHERE number = '101'")


def change_a_status() -> None:
    run("UPDATE registry_person SET status = 'lapsed' WHERE number = '101'")


def change_a_period() -> None:
    run("UPDATE registry_statusperiod SET first_day = '1990-01-01'")


def add_a_period() -> None:
    run(
        "INSERT INTO registry_statusperiod (person_id, status, first_day, reason)"
        " SELECT id, 'suspended', '2026-01-01', '' FROM registry_person WHERE number = '101'"
    )


def change_the_home_club() -> None:
    run("UPDATE registry_person SET home_club_id = (SELECT MIN(id) FROM registry_organisation) WHERE number = '101'")


def add_a_club() -> None:
    run(
        "INSERT INTO registry_membership (person_id, organisation_id, kind, first_day)"
        " SELECT id, home_club_id, 'alternate', '2020-01-01' FROM registry_person WHERE number = '101'"
    )


def show_an_anonymous_player() -> None:
    run("UPDATE registry_person SET anonymous = TRUE WHERE number = '101'")


def add_a_person() -> None:
    columns = "federation_id, given_name, family_name, sort_key, status, anonymous, visitor, rank_abroad, rank"
    run(
        f"INSERT INTO registry_person (number, created_at, {columns})"
        f" SELECT '998', created_at, {columns} FROM registry_person WHERE number = '101'"
    )


def merge_by_hand() -> None:
    run("UPDATE registry_person SET merged_into_id = (SELECT MIN(id) FROM registry_person) WHERE number = '105'")


def rewrite_the_register() -> None:
    run("UPDATE registry_change SET reason = 'another story'")


def forget_a_change() -> None:
    run("DELETE FROM registry_change")


def move_a_club() -> None:
    run("UPDATE registry_organisation SET parent_id = (SELECT MIN(id) FROM registry_organisation) WHERE number='1001'")


def drop_the_second_person() -> None:
    run("UPDATE registry_federation SET two_people = TRUE")


def make_a_filing_official() -> None:
    run("UPDATE filing_filing SET state = 'official' WHERE state = 'provisional'")


def say_who_approved_it() -> None:
    run("UPDATE filing_filing SET approved_by_id = filed_by_id")


def say_somebody_else_filed_it() -> None:
    run("UPDATE filing_filing SET filed_by_id = NULL")


def date_the_filing_back() -> None:
    run("UPDATE filing_filing SET filed_at = '2020-01-01 00:00:00+00:00'")


def reopen_a_month() -> None:
    run("UPDATE filing_month SET state = 'open', closed_at = NULL")


def forget_a_month() -> None:
    run("DELETE FROM filing_month")


def close_a_month_by_hand() -> None:
    run(
        "INSERT INTO filing_month (federation_id, first_day, state, decision, left_open)"
        " VALUES ('ebu', '2026-10-01', 'closed', '', '[]')"
    )


def date_a_promotion_back() -> None:
    run("UPDATE records_promotion SET reached_on = '2020-01-01'")


def unflag_a_promotion() -> None:
    run("UPDATE records_promotion SET flagged = 'corrected'")


def give_a_promotion_to_another() -> None:
    run(
        "UPDATE records_promotion SET key = 'AAAAAAAAAAAAAAAAAAAAAA' WHERE id = (SELECT MIN(id) FROM records_promotion)"
    )


def delete_a_promotion() -> None:
    run("DELETE FROM records_promotion")


def date_an_announcement_back() -> None:
    run("UPDATE records_promotionrun SET as_at = '2026-10-31'")


def rewrite_an_answer() -> None:
    run("UPDATE enquiries_note SET text = 'Never'")


def answer_a_question() -> None:
    run("UPDATE enquiries_enquiry SET state = 'open', day = '2020-01-01'")


def edit_the_journal() -> None:
    run("UPDATE journal_entry SET reason = 'another story' WHERE number = 3")


def edit_the_journal_and_the_row() -> None:
    """Both agree, and the chain still tells."""
    text = TEXT[connection.vendor].format(column="facts")
    run("UPDATE registry_person SET family_name = 'Smythe' WHERE number = '101'")
    run(f"UPDATE journal_entry SET facts = replace({text}, 'Brook', 'Smythe'){JSON[connection.vendor]}")


def delete_the_journal_in_the_middle() -> None:
    run("DELETE FROM journal_entry WHERE number = 4")


def change_a_password() -> None:
    run("UPDATE accounts_user SET password = 'pbkdf2_sha256$1$salt$stolen' WHERE email = 'officer@example.org'")


def link_an_account_to_a_player() -> None:
    officer = "(SELECT id FROM accounts_user WHERE email = 'officer@example.org')"
    run(f"UPDATE registry_person SET account_id = {officer} WHERE id = %s", existing(Person.objects.first()).pk)


def wake_an_account_up() -> None:
    run("UPDATE accounts_user SET is_active = %s WHERE email = 'officer@example.org'", False)


def make_a_token() -> None:
    values = (User.objects.get().pk, "0" * 64, "2026-11-10 00:00:00+00:00")
    run(
        "INSERT INTO accounts_token (user_id, name, digest, scopes, created_at)"
        " VALUES (%s, 'mine', %s, 'file read', %s)",
        *values,
    )


def widen_a_token() -> None:
    run("UPDATE accounts_token SET scopes = 'check file read'")


def wake_a_token_up() -> None:
    run("UPDATE accounts_token SET revoked_at = NULL")


def prolong_a_token() -> None:
    run("UPDATE accounts_token SET created_at = '2031-01-01 00:00:00+00:00'")


def take_a_token_for_oneself() -> None:
    run("UPDATE accounts_token SET digest = %s", "1" * 64)


def invent_a_club() -> None:
    run(
        "INSERT INTO registry_organisation (federation_id, level, number, name, active)"
        " VALUES ('ebu', 'club', '1009', 'Nowhere', %s)",
        True,
    )


TAMPERING = [
    (change_a_password, "(officer@example.org): password was changed by hand"),
    (link_an_account_to_a_player, "(officer@example.org): records was changed by hand from nothing to"),
    (wake_an_account_up, "(officer@example.org): is_active was changed by hand"),
    (make_a_token, "(mine) was added by hand"),
    (widen_a_token, "(scoring program): scopes was changed by hand from read to check file read"),
    (wake_a_token_up, "(scoring program): revoked_at was changed by hand"),
    (prolong_a_token, "(scoring program): created_at was changed by hand"),
    (take_a_token_for_oneself, "(scoring program): digest was changed by hand"),
    (invent_a_club, "organisation 1009 (Nowhere) was added by hand"),
    (grant_an_office, "(officer@example.org, staff) was added by hand"),
    (raise_an_office, "role was changed by hand from scorer to staff"),
    (prolong_an_office, "first_day was changed by hand from 2026-11-10 to 2001-01-01"),
    (end_an_office, "(officer@example.org, scorer) was deleted by hand"),
    (rename_an_officer, "user__name was changed by hand from Olive Officer to Somebody Else"),
    (rename_a_person, "family_name was changed by hand from Brook to Smythe"),
    (renumber_a_person, "number was changed by hand from 101 to 999"),
    (change_a_status, "status was changed by hand from active to lapsed"),
    (change_a_period, "statuses was changed by hand"),
    (add_a_period, "statuses was changed by hand"),
    (change_the_home_club, "home_club was changed by hand"),
    (add_a_club, "clubs was changed by hand"),
    (show_an_anonymous_player, "anonymous was changed by hand from False to True"),
    (add_a_person, "(998, Ben Brook) was added by hand"),
    (merge_by_hand, "merged_into was changed by hand from nothing"),
    (rewrite_the_register, "change of the register"),
    (forget_a_change, "was deleted by hand"),
    (move_a_club, "organisation 1001 (Riverside Bridge Club): parent was changed by hand"),
    (drop_the_second_person, "two_people was changed by hand from False to True"),
    (make_a_filing_official, "state was changed by hand from provisional to official"),
    (say_who_approved_it, "approved_by was changed by hand from nothing"),
    (say_somebody_else_filed_it, "filed_by was changed by hand"),
    (date_the_filing_back, "filed_at was changed by hand"),
    (reopen_a_month, "month 2026-11-01: state was changed by hand from announced to open"),
    (forget_a_month, "month 2026-11-01 was deleted by hand"),
    (close_a_month_by_hand, "month 2026-10-01 was added by hand"),
    (date_a_promotion_back, "reached_on was changed by hand"),
    (unflag_a_promotion, "flagged was changed by hand from nothing to corrected"),
    (give_a_promotion_to_another, "key was changed by hand"),
    (delete_a_promotion, "promotion"),
    (date_an_announcement_back, "as_at was changed by hand from 2026-11-30 to 2026-10-31"),
    (rewrite_an_answer, "notes was changed by hand"),
    (answer_a_question, "day was changed by hand"),
    (edit_the_journal, "journal entry 3 was changed after it was written"),
    (edit_the_journal_and_the_row, "was changed after it was written"),
    (delete_the_journal_in_the_middle, "journal entry 4 is missing"),
    (edit_a_line, "posting 1 was changed after it was written"),
    (move_a_line_to_somebody_else, "posting 1 was changed after it was written"),
    (add_a_line, "posting 9 was changed after it was written"),
    (delete_a_line, "posting 1 was changed after it was written"),
    (edit_a_posting, "posting 2 was changed after it was written"),
    (change_who_did_it, "posting 2 was changed after it was written"),
    (delete_a_posting_in_the_middle, "posting 2 is missing"),
    (swap_two_postings, "posting 2 does not follow the one before it"),
    (edit_a_total, "total"),
    (edit_an_overall, "all colours"),
    (edit_the_facts, "the facts were changed after they were filed"),
    (edit_a_name_in_the_facts, "the facts were changed after they were filed"),
    (edit_who_played, "the facts were changed after they were filed"),
    (edit_the_facts_beyond_reading, "the facts were changed after they were filed"),
    (edit_the_file_beyond_reading, "the file as it came was changed after it was filed"),
    (edit_the_file, "the file as it came was changed after it was filed"),
    (edit_the_result, "the awards and reasons kept were changed after they were filed"),
    (edit_the_result_beyond_reading, "cannot be judged again"),
    (edit_the_edition, "the facts were changed after they were filed"),
    (delete_a_version, "was changed after it was written"),
    (withdraw_by_hand, "it is withdrawn, but the ledger says otherwise"),
    (move_a_day, "the day of play 2025-01-01 is not that of its facts"),
    (give_it_to_another_club, "the facts were changed after they were filed"),
    (split_by_hand, "merged or split without a change of the register"),
    (promote_by_hand, "the rank Grand Master was never announced"),
]


@pytest.mark.parametrize(("tamper", "message"), TAMPERING, ids=lambda value: getattr(value, "__name__", ""))
def test_it_is_named(history: Federation, tamper: Any, message: str) -> None:
    tamper()
    lines = differences(history)
    assert any(message in line for line in lines), lines


SWITCHED_OFF = {
    "sqlite": ["DROP TRIGGER ledger_line_no_UPDATE", "DROP TRIGGER ledger_line_no_DELETE"],
    "postgresql": [
        "ALTER TABLE ledger_line DISABLE TRIGGER ALL",
        "ALTER TABLE ledger_line ENABLE REPLICA TRIGGER ledger_line_append_only",
    ],
}


@pytest.mark.parametrize("how", SWITCHED_OFF[connection.vendor])
def test_a_trigger_switched_off_is_named(federation: Federation, how: Any) -> None:
    assert differences(federation) == list(verifying.differences([federation])) == []
    run(how)
    expected = ["ledger_line: the trigger that refuses changes is gone"]
    if "ALL" in how:
        expected.append("ledger_line: a trigger that ties lines to their postings and people is missing")
    assert list(verifying.differences([federation])) == expected


def test_a_federation_added_by_hand_is_named(db: None) -> None:
    federation = Federation.objects.create(code="xbu", name="Nobody's Union", scheme="ebu")
    assert any("the federation xbu was added by hand" in line for line in differences(federation)), differences(
        federation
    )


def test_the_secrets_themselves_are_not_in_the_journal(history: Federation) -> None:
    secret = User.objects.get(email="officer@example.org")
    text = str(list(Entry.objects.values_list("facts", flat=True)))
    assert secret.password not in text
    assert all(digest not in text for digest in Token.objects.values_list("digest", flat=True))


def test_what_the_account_itself_changes_is_no_tampering(history: Federation, client: Client) -> None:
    """By Django's own form: the program has saved it."""
    user = User.objects.get(email="officer@example.org")
    form = SetPasswordForm(user, {"new_password1": "a third long password", "new_password2": "a third long password"})
    assert form.is_valid(), form.errors
    form.save()
    assert differences(history) == []
