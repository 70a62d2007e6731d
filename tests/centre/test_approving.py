"""Approving: the checks are kept with the filing, the clean ones become official together, and never by their filer."""

from __future__ import annotations

from datetime import date

import pytest

from centre.making import ORIGINAL, session
from masterpoint import intake, schemes
from masterpoint.centre.accounts.models import User
from masterpoint.centre.closing import months as closing
from masterpoint.centre.filing import correcting, ending, months, queries, services
from masterpoint.centre.filing.models import Filing
from masterpoint.centre.people import statuses
from masterpoint.centre.registry import offices, registering
from masterpoint.centre.registry.models import Change, Federation, Organisation, Person
from masterpoint.formats import pages
from masterpoint.intake import Options

NOVEMBER, DECEMBER = date(2026, 11, 1), date(2026, 12, 1)
OPTIONS = Options(scheme="ebu", level="club", boards=24)


def file_with_awards(people: list[Person], day: str = "2026-11-10") -> bytes:
    """A scorer's file with the book's own awards in it."""
    rows = ["Club,Riverside", f"Date,{day}", "", "Place,Name 1,EBU No 1,Name 2,EBU No 2"]
    pairs = [people[index : index + 2] for index in range(0, len(people), 2)]
    rows += [f"{place},{item.name},{item.number},{two.name},{two.number}" for place, (item, two) in enumerate(pairs, 1)]
    imported = intake.read_event("\n".join(rows).encode(), "ranked.csv", OPTIONS)
    return pages.write_json(intake.with_our_awards(imported, schemes.award(imported.event)))


def file(club: Organisation, data: bytes, by: User) -> Filing:
    imported = intake.read_event(data, "evening.json", OPTIONS)
    return services.file_event(
        club, imported.event, services.Original(data, "evening.json", imported.format, imported), by=by, choices={}
    ).filing


@pytest.fixture
def many(people: list[Person], federation: Federation, club: Organisation) -> list[Person]:
    extra = [
        registering.register(federation, f"Gil{n}", f"Grove{n}", on=date(2020, 1, 1), by=None, club=club)
        for n in range(6)
    ]
    return [*people, *extra]


def test_a_file_that_agrees_with_the_book_is_clean(club: Organisation, many: list[Person], officer: User) -> None:
    filing = file(club, file_with_awards(many), officer)
    checks = queries.current_version(filing).checks
    assert (checks["compared"], checks["differences"], checks["warnings"], filing.findings) == (True, [], [], 0)


def test_differences_are_kept_for_each_contestant(club: Organisation, many: list[Person], officer: User) -> None:
    filing = file(club, file_with_awards(many).replace(b"0.12", b"0.10"), officer)
    (difference,) = queries.current_version(filing).checks["differences"]
    assert (difference["file"], difference["ours"], filing.findings) == ("10", "12", 1)
    assert many[0].name in difference["who"]


def test_what_the_register_knows_of_a_player_makes_no_difference(
    club: Organisation, many: list[Person], officer: User
) -> None:
    """A lapsed member is told to the book as such; the file's award is still compared with that entry's own."""
    statuses.set_status(many[5], "lapsed", on=date(2026, 1, 1), by=officer, reason="did not pay")
    assert file(club, file_with_awards(many), officer).findings == 0


def test_a_correction_is_checked_again(club: Organisation, many: list[Person], officer: User) -> None:
    filing = file(club, file_with_awards(many).replace(b"0.12", b"0.10"), officer)
    data = file_with_awards(many)
    imported = intake.read_event(data, "evening.json", OPTIONS)
    original = services.Original(data, "evening.json", imported.format, imported)
    correcting.correct(filing, imported.event, original, by=officer, reason="another program", choices={})
    filing.refresh_from_db()
    assert filing.findings == 0


def test_the_clean_ones_are_approved_together_and_only_they(
    club: Organisation, many: list[Person], officer: User, federation: Federation
) -> None:
    clean = file(club, file_with_awards(many), officer)
    odd = file(club, file_with_awards(many, "2026-11-12").replace(b"0.12", b"0.10"), officer)
    withdrawn = ending.withdraw(
        file(club, file_with_awards(many, "2026-11-14"), officer), by=officer, reason="wrong evening"
    )
    unasked = file(club, file_with_awards(many, "2026-11-16"), officer)
    receipts = [item.receipt for item in (clean, odd, withdrawn)]
    assert ending.approve_clean(federation, receipts, by=officer) == 1
    assert ending.approve_clean(federation, receipts, by=officer) == 0
    states = [Filing.objects.get(pk=row.pk).state for row in (clean, odd, withdrawn, unasked)]
    assert states == ["official", "provisional", "withdrawn", "provisional"]
    assert Filing.objects.get(pk=clean.pk).approved_by == officer


def test_what_was_approved_on_its_own_stays_official_when_the_month_is_opened_again(
    club: Organisation, many: list[Person], officer: User
) -> None:
    first, second = (
        file(club, file_with_awards(many), officer),
        file(club, file_with_awards(many, "2026-11-12"), officer),
    )
    ending.approve(first, by=officer)
    closing.close_month("ebu", NOVEMBER, by=officer, today=DECEMBER)
    closing.reopen_month("ebu", NOVEMBER)
    assert [Filing.objects.get(pk=item.pk).state for item in (first, second)] == ["official", "provisional"]


class TestTwoPeople:
    @pytest.fixture(autouse=True)
    def level_queries(self, federation: Federation, county: Organisation, officer: User) -> None:
        offices.require_two_people(federation, True, by=officer)
        self.colleague = User.objects.create_user("colleague@example.org", "a long enough password")

    def test_nobody_approves_what_they_filed(
        self, club: Organisation, people: list[Person], officer: User, federation: Federation
    ) -> None:
        filing = services.file_event(club, session(people), ORIGINAL, by=officer, choices={}).filing
        for act in (
            lambda: ending.approve(filing, by=officer),
            lambda: ending.approve_clean(federation, [filing.receipt], by=officer),
            lambda: closing.close_month("ebu", NOVEMBER, by=officer, today=DECEMBER),
            lambda: closing.close_month("ebu", NOVEMBER, by=None, today=DECEMBER),
        ):
            with pytest.raises(months.NeedsSomebodyElse):
                act()
        assert Filing.objects.get().state == Filing.State.PROVISIONAL
        assert months.state_of(federation, NOVEMBER) == "open"

    def test_a_colleague_does(self, club: Organisation, people: list[Person], officer: User) -> None:
        filing = services.file_event(club, session(people), ORIGINAL, by=officer, choices={}).filing
        assert ending.approve(filing, by=self.colleague).state == Filing.State.OFFICIAL
        assert closing.close_month("ebu", NOVEMBER, by=officer, today=DECEMBER).state == "closed"

    def test_the_choice_is_noted(self, federation: Federation, officer: User) -> None:
        offices.require_two_people(federation, False, by=officer)
        federation.refresh_from_db()
        assert not federation.two_people
        data = list(Change.objects.filter(what="two people").order_by("pk").values_list("detail", "by"))
        assert data == [({"wanted": True}, officer.pk), ({"wanted": False}, officer.pk)]
