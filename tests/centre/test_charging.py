"""Charges follow from filings: posted with them, in the same transaction, and put right with them."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from fractions import Fraction
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from answers import existing
from centre.billing_kit import ISSUED, OCTOBER, evening, evening_of, owed_exactly, require_sound, set_charge
from centre.making import ORIGINAL
from masterpoint.centre.accounts.models import User
from masterpoint.centre.billing import charge_codes, charging, invoicing, tariffs, totals
from masterpoint.centre.billing.assessing import charges_of
from masterpoint.centre.billing.differences import charges_in_force
from masterpoint.centre.billing.errors import NotBilled
from masterpoint.centre.billing.models import Charge, Posting, TariffEntry
from masterpoint.centre.filing import batches, consequences, correcting, ending, services
from masterpoint.centre.filing.models import Filing
from masterpoint.centre.maintenance import refresh_statistics
from masterpoint.centre.people import merging
from masterpoint.centre.registry import registering
from masterpoint.centre.registry.models import Federation, Organisation, Person

pytestmark = pytest.mark.django_db


@pytest.fixture
def standard_charge(federation: Federation, officer: User) -> TariffEntry:
    return set_charge(federation, officer)


def amounts(filing: Filing) -> list[str]:
    return list(Charge.objects.filter(subject=filing.receipt).order_by("pk").values_list("amount", flat=True))


def test_a_filing_is_charged_by_the_head(
    club: Organisation, people: list[Person], officer: User, standard_charge: TariffEntry
) -> None:
    """EBU 1.3.2: six pairs, so twelve player sessions at 40.5p."""
    filing = evening(club, people, officer)
    (charge,) = Charge.objects.filter(version__filing=filing)
    assert (charge.organisation, charge.amount, charge.player_sessions) == (club, "4.86", 12)
    assert charge.detail["tariff"][0]["value"] == "0.405"
    assert [head[0] for head in charge.detail["heads"]][:2] == ["Ada Ashby", "Ben Brook"]
    require_sound(club.federation)


def test_the_same_evening_twice_is_charged_once(
    club: Organisation, people: list[Person], officer: User, standard_charge: TariffEntry
) -> None:
    assert evening(club, people, officer) == evening(club, people, officer)
    assert Charge.objects.count() == 1


def test_a_correction_posts_the_difference(
    club: Organisation, people: list[Person], officer: User, standard_charge: TariffEntry
) -> None:
    """Two pairs more are 16 player sessions, £6.48: the old charge is taken back, the new one posted."""
    filing = evening(club, people, officer)
    event = evening_of(people, pairs=8)
    correcting.correct(filing, event, ORIGINAL, by=officer, reason="two pairs were missing", choices={})
    assert amounts(filing) == ["4.86", "-4.86", "6.48"]
    require_sound(club.federation)


def test_a_correction_that_changes_no_charge_posts_none(
    club: Organisation, people: list[Person], officer: User, standard_charge: TariffEntry
) -> None:
    filing = evening(club, people, officer)
    event = evening_of(people, boards=26)
    correcting.correct(filing, event, ORIGINAL, by=officer, reason="26 boards", choices={})
    assert amounts(filing) == ["4.86"]
    require_sound(club.federation)


@pytest.mark.parametrize("end", [ending.withdraw, ending.reject])
def test_what_has_ended_is_not_owed(
    club: Organisation, people: list[Person], officer: User, standard_charge: TariffEntry, end: Callable[..., Any]
) -> None:
    filing = evening(club, people, officer)
    end(filing, by=officer, reason="wrong evening")
    assert owed_exactly(club) == 0
    require_sound(club.federation)


def uncharged_year(club: Organisation, people: list[Person], officer: User) -> list[Filing]:
    """Five evenings that nobody has charged yet, and an amount for them."""
    filings = [evening(club, people, officer, day=f"2026-10-{day:02}") for day in (2, 5, 14, 17, 20)]
    set_charge(club.federation, officer)
    return filings


@pytest.mark.parametrize(
    ("at_once", "heads", "acts"),
    [
        (2, 400, [1, 1, "lock", 1, 1, "lock", 1, "lock"]),
        (5, 24, [1, 1, 1, 1, 1, "lock", "lock", "lock"]),
        (5, 11, [1, 1, 1, 1, 1, *["lock"] * 5]),
    ],
)
def test_nobody_waits_while_a_year_is_charged(
    club: Organisation,
    people: list[Person],
    officer: User,
    monkeypatch: pytest.MonkeyPatch,
    at_once: int,
    heads: int,
    acts: list[str | int],
) -> None:
    """Nothing is worked out while the lock is held; charges of few heads are written with it, then others may write."""
    uncharged_year(club, people, officer)
    monkeypatch.setattr(charging, "FILINGS_PER_PAGE", at_once)
    monkeypatch.setattr(charging, "HEADS_PER_PAGE", heads)
    steps: list[str | int] = []

    def worked_out(*args: Any, **kwargs: Any) -> Any:
        steps.append(1)
        return charges_of(*args, **kwargs)

    monkeypatch.setattr(charging, "lock", lambda federation: steps.append("lock"))
    monkeypatch.setattr(charging, "charges_of", worked_out)
    assert charging.charge_due(club.federation, by=officer) == 5
    assert steps == acts
    assert owed_exactly(club) == 5 * Fraction("4.86")


def before_the_lock(monkeypatch: pytest.MonkeyPatch, act: Callable[[], object], *, always: bool = False) -> None:
    """Somebody does something after charges were worked out; the first time, or every time."""
    worked_out = charging._work_out
    times: list[object] = []

    def then(*args: Any) -> Any:
        owed = worked_out(*args)
        if always or not times:
            times.append(act())
        return owed

    monkeypatch.setattr(charging, "_work_out", then)


def test_what_is_corrected_between_judging_and_the_lock_is_charged_as_corrected(
    club: Organisation, people: list[Person], officer: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    filing = evening(club, people, officer)
    set_charge(club.federation, officer)

    def correct() -> None:
        monkeypatch.setattr(consequences, "_registrations", {})
        event = evening_of(people, pairs=8)
        correcting.correct(filing, event, ORIGINAL, by=officer, reason="two pairs were missing", choices={})

    before_the_lock(monkeypatch, correct)
    assert charging.charge_due(club.federation, by=officer) == 1
    assert amounts(filing) == ["6.48"]


def test_what_is_withdrawn_before_the_lock_is_not_charged(
    club: Organisation, people: list[Person], officer: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, *others = uncharged_year(club, people, officer)
    before_the_lock(monkeypatch, lambda: ending.withdraw(first, by=officer, reason="wrong evening"))
    assert charging.charge_due(club.federation, by=officer) == 4
    assert (amounts(first), [amounts(other) for other in others]) == ([], [["4.86"]] * 4)
    require_sound(club.federation)


def test_an_amount_entered_before_the_lock_is_the_one_that_is_charged(
    club: Organisation, people: list[Person], officer: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    filings = uncharged_year(club, people, officer)
    before_the_lock(monkeypatch, lambda: set_charge(club.federation, officer, "0.50"))
    assert charging.charge_due(club.federation, by=officer) == 5
    assert [amounts(filing) for filing in filings] == [["6"]] * 5


def test_an_evening_filed_before_the_lock_is_charged_once(
    club: Organisation, people: list[Person], officer: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    uncharged_year(club, people, officer)
    before_the_lock(monkeypatch, lambda: evening(club, people, officer, day="2026-10-24"))
    assert charging.charge_due(club.federation, by=officer) == 5
    assert owed_exactly(club) == 6 * Fraction("4.86")
    require_sound(club.federation)


def test_where_something_is_always_done_meanwhile_all_is_charged_once(
    club: Organisation, people: list[Person], officer: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two at once, at worst: whatever one has worked out, the other has posted before it has the lock."""
    uncharged_year(club, people, officer)
    monkeypatch.setattr(charging, "is_current", lambda *_: False)
    assert charging.charge_due(club.federation, by=officer) == 5
    assert owed_exactly(club) == 5 * Fraction("4.86")
    assert Charge.objects.count() == 5
    require_sound(club.federation)


def test_the_rate_of_the_day_of_play_counts(
    club: Organisation, people: list[Person], officer: User, standard_charge: TariffEntry
) -> None:
    set_charge(club.federation, officer, "0.50", first_day=date(2026, 10, 6))
    assert amounts(evening(club, people, officer, "2026-10-05")) == ["4.86"]
    assert amounts(evening(club, people, officer, "2026-10-12")) == ["6"]
    require_sound(club.federation)


def test_a_tariff_entered_late_charges_what_waited_and_puts_right_what_did_not(
    club: Organisation, people: list[Person], officer: User, standard_charge: TariffEntry
) -> None:
    early, late = evening(club, people, officer, "2026-03-03"), evening(club, people, officer, "2026-10-06")
    (waiting,) = totals.uncharged_filings(club.federation)
    assert waiting.filing == early
    assert "standard_charge" in waiting.problems[0].fix
    set_charge(club.federation, officer, "0.40", first_day=date(2026, 1, 1))
    set_charge(club.federation, officer, "0.41", first_day=date(2026, 10, 1))
    assert charging.charge_due(club.federation, by=officer) == 2
    assert (amounts(early), amounts(late)) == (["4.80"], ["4.86", "-4.86", "4.92"])
    assert charging.charge_due(club.federation, by=officer) == 0
    require_sound(club.federation)


def test_a_charge_that_fails_fails_the_filing(
    club: Organisation,
    people: list[Person],
    officer: User,
    standard_charge: TariffEntry,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def broken(*_: Any, **__: Any) -> None:
        raise RuntimeError("the disk is full")

    monkeypatch.setattr(consequences, "_registrations", {})
    consequences.register(broken)
    with pytest.raises(RuntimeError):
        evening(club, people, officer)
    assert not Filing.objects.exists()


def test_the_club_puts_its_code_right(
    club: Organisation, people: list[Person], officer: User, standard_charge: TariffEntry
) -> None:
    """EBU 1.4.2: a novice session, code 22, costs members half of the standard charge."""
    filing = evening(club, people, officer)
    invoicing.issue(club, OCTOBER, on=ISSUED, by=officer)
    charge_codes.correct_code(filing, "22", by=officer, reason="it was the novices' evening")
    assert charge_codes.correct_code(filing, "22", by=officer, reason="again") is None
    (change,) = charge_codes.code_history(filing)
    assert (change.before, change.code, change.posting.by) == ("", "22", officer)
    note = existing(invoicing.issue(club, OCTOBER, on=ISSUED, by=officer))
    assert sum(line.amount for line in note.lines.all()) == note.total < 0
    require_sound(club.federation)


def test_a_code_nobody_knows_is_refused(
    club: Organisation, people: list[Person], officer: User, standard_charge: TariffEntry
) -> None:
    filing = evening(club, people, officer)
    with pytest.raises(NotBilled) as refusal:
        charge_codes.correct_code(filing, "77", by=officer, reason="")
    assert [problem.place for problem in refusal.value.problems] == ["code", "reason"]


@pytest.mark.parametrize(
    ("name", "value", "place"),
    [
        ("standard_charge", "forty", "amount"),
        ("standard_charge", "-1", "amount"),
        ("nothing", "1", "tariff"),
        ("tax_rate", "20", "amount"),  # 20 % is 0.2: nobody is taxed twenty times what they pay
        ("payment_days", "2.5", "amount"),
    ],
)
def test_what_is_no_tariff_is_refused(federation: Federation, officer: User, name: str, value: str, place: str) -> None:
    with pytest.raises(NotBilled) as refusal:
        tariffs.enter(federation, name, value, date(2026, 4, 1), by=officer)
    assert [problem.place for problem in refusal.value.problems] == [place]
    assert not Posting.objects.exists()


def test_the_book_remarks_on_the_day_an_amount_starts(federation: Federation, officer: User) -> None:
    """EBU 1.3.2: charges change on 1 April."""
    on_the_day = tariffs.enter(federation, "standard_charge", "0.41", date(2026, 4, 1), by=officer)
    assert tariffs.remarks_on(on_the_day) == ()
    (remark,) = tariffs.remarks_on(tariffs.enter(federation, "standard_charge", "0.42", date(2026, 5, 2), by=officer))
    assert "2026-05-02" in str(remark.message)


def test_a_county_sets_its_own_charge_alone(federation: Federation, county: Organisation, officer: User) -> None:
    with pytest.raises(NotBilled, match="each county sets this"):
        tariffs.enter(federation, "county_charge", "0.05", date(2026, 4, 1), by=officer)
    with pytest.raises(NotBilled, match="the federation sets this"):
        tariffs.enter(federation, "standard_charge", "0.05", date(2026, 4, 1), by=officer, setter=county)


def test_a_batch_is_charged_in_one_posting(
    club: Organisation, people: list[Person], officer: User, standard_charge: TariffEntry
) -> None:
    sent = [
        batches.BatchItem(club, evening_of(people, f"2026-10-{day:02}"), services.Original(b"x", f"{day}", "event"))
        for day in (6, 13, 20)
    ]
    batches.file_batch(club.federation, sent, by=officer)
    assert Posting.objects.filter(kind="charges").count() == 1
    assert Charge.objects.count() == 3
    require_sound(club.federation)


def test_one_social_session_a_year_is_free_in_whatever_order_they_are_filed(
    club: Organisation, people: list[Person], officer: User, standard_charge: TariffEntry
) -> None:
    """EBU 1.3.1: a small club has one. The earlier of the two is free, also when it is filed later or withdrawn."""
    party: dict[str, Any] = {"facts": {"exempt": "social"}}
    later = evening(club, people, officer, "2026-10-13", **party)
    assert amounts(later) == ["0"]
    earlier = evening(club, people, officer, "2026-10-06", **party)
    assert (amounts(earlier), amounts(later)[-1]) == (["0"], "4.86")
    last_year = evening(club, people, officer, "2026-03-10", **party)
    assert amounts(last_year) == ["0"], "the year of charges begins on 1 April"
    ending.withdraw(earlier, by=officer, reason="wrong evening")
    assert amounts(later)[-1] == "0"
    require_sound(club.federation)


def test_records_that_are_joined_later_change_no_charge(
    club: Organisation, people: list[Person], officer: User, standard_charge: TariffEntry
) -> None:
    """Whoever played was counted; the accounts still agree, and the names open."""
    filing = evening(club, people, officer)
    before = owed_exactly(club)
    twin = registering.register(club.federation, "Ada", "Ashbey", on=date(2020, 1, 1), by=None, club=club)
    merging.merge(people[0], twin, by=officer, reason="one person")
    assert owed_exactly(club) == before
    assert len(Charge.objects.get(subject=filing.receipt).detail["heads"]) == 12
    require_sound(club.federation)


@pytest.mark.skipif(connection.vendor != "sqlite", reason="PostgreSQL counts what is null")
def test_standing_charges_are_found_without_going_through_all_of_them() -> None:
    """Before it has counted, SQLite takes the index of reversals for the best, where nearly every charge is null."""
    standing = Charge.objects.in_force()
    assert "charge_by_organisation" in standing.filter(organisation=1, day__gte=date(2026, 4, 1)).explain()


@pytest.mark.skipif(connection.vendor != "sqlite", reason="PostgreSQL counts rows by itself as they come")
def test_charges_of_a_filing_are_found_by_it_where_postings_were_counted_long_ago(
    club: Organisation, people: list[Person], officer: User
) -> None:
    """SQLite counts a tariff that was just entered as the only posting, and would look for every charge from there."""
    set_charge(club.federation, officer)
    refresh_statistics()
    filing = evening(club, people, officer)
    with CaptureQueriesContext(connection) as queries:
        (charges,) = charges_in_force(club.federation, [filing.receipt]).values()
    assert len(charges) == 1
    with connection.cursor() as cursor:
        plans = [cursor.execute(f"EXPLAIN QUERY PLAN {query['sql']}").fetchall() for query in queries]
    assert [plan[0][3].partition("USING")[2] for plan in plans] == [
        " INDEX charge_by_subject (subject=?)",
        " INTEGER PRIMARY KEY (rowid=?)",
    ]
