"""Reports: each figure worked out by hand from what was filed, as tables, CSV and A4 pages."""

from __future__ import annotations

import csv
import io
from datetime import UTC, date, datetime
from decimal import Decimal
from typing import Any

import pytest

from answers import existing
from centre import making
from centre.making import session
from masterpoint.centre.accounts.models import User
from masterpoint.centre.closing import announcing
from masterpoint.centre.filing import ending, services
from masterpoint.centre.filing.judging import load_result
from masterpoint.centre.filing.models import Filing
from masterpoint.centre.filing.stored_events import current_version
from masterpoint.centre.ledger import queries as ledger
from masterpoint.centre.ledger import services as ledger_services
from masterpoint.centre.mail.models import Letter
from masterpoint.centre.people import renewals
from masterpoint.centre.registry import contacts, memberships, offices, organisations, registering, renames, setup
from masterpoint.centre.registry.audit import NotRegistered
from masterpoint.centre.registry.models import Appointment, Change, Federation, Membership, Organisation, Person
from masterpoint.centre.registry.queries import status_on
from masterpoint.centre.reporting import printing, scheduling, sending, statements
from masterpoint.centre.reporting.catalogue import KINDS, report_named, reports_for
from masterpoint.centre.reporting.periods import Period, period_before, period_of, read_period
from masterpoint.centre.reporting.result_sheets import result_sheet
from masterpoint.centre.reporting.tables import Report, as_csv
from masterpoint.core.errors import NotUnderstood

pytestmark = pytest.mark.django_db
OCTOBER = read_period("2026-10")
NOVEMBER = read_period("2026-11")


@pytest.fixture
def evening(club: Organisation, people: list[Person], officer: User) -> Filing:
    """Six pairs, so two awards: Ada and Ben win 12, Cleo and Dan 6 local points on 10 November."""
    return services.file_event(club, session(people), making.ORIGINAL, by=officer, choices={}).filing


def report_of(name: str, organisation: Organisation, period: Period = NOVEMBER) -> Report:
    return report_named(organisation, name).make(organisation, period)


def rows(report: Report, table: int = 0) -> list[list[str]]:
    return list(report.tables[table].rows)


class TestPeriods:
    @pytest.mark.parametrize(
        ("written", "first", "last", "name"),
        [
            ("2026-02", date(2026, 2, 1), date(2026, 2, 28), "February 2026"),
            ("2024-Q1", date(2024, 1, 1), date(2024, 3, 31), "January to March 2024"),
            ("2026-q4", date(2026, 10, 1), date(2026, 12, 31), "October to December 2026"),
            (" 2025 ", date(2025, 1, 1), date(2025, 12, 31), "2025"),
        ],
    )
    def test_as_they_are_written(self, written: str, first: date, last: date, name: str) -> None:
        period = read_period(written)
        assert (period.first, period.last, period.name) == (first, last, name)
        assert read_period(period.code) == period

    @pytest.mark.parametrize("written", ["", "2026-13", "2026-00", "2026-Q5", "26", "0000", "2026-1", "last month"])
    def test_what_is_none(self, written: str) -> None:
        with pytest.raises(NotUnderstood, match="not a period"):
            read_period(written)

    def test_the_last_one_that_is_over(self) -> None:
        assert period_before(date(2026, 1, 5), "month").code == "2025-12"
        assert period_before(date(2026, 4, 1), "quarter").code == "2026-Q1"
        assert period_before(date(2026, 12, 31), "year").code == "2025"
        assert period_of(date(2026, 12, 31), "quarter").code == "2026-Q4"


class TestPoints:
    def test_events_with_points_and_charges(self, club: Organisation, evening: Filing) -> None:
        report = report_of("events", club)
        ((day, name, organiser, receipt, state, players, local, *_),) = rows(report)
        assert (day, name, organiser, receipt) == ("10 Nov 2026", "Tuesday", club.name, evening.receipt)
        assert (state, players, local) == ("Provisional", "6", "36"), "six of the register played, four won"
        assert report.tables[0].sums[6] == "36"
        assert rows(report_of("events", club, OCTOBER)) == []

    def test_a_county_sees_its_clubs(self, county: Organisation, evening: Filing) -> None:
        assert [row[3] for row in rows(report_of("events", county))] == [evening.receipt]

    def test_what_was_taken_back_is_not_among_them(self, club: Organisation, evening: Filing, officer: User) -> None:
        ending.withdraw(evening, by=officer, reason="never played")
        assert rows(report_of("events", club)) == []
        assert rows(report_of("printout", club)) == []

    def test_credits_won_elsewhere(
        self, county: Organisation, club: Organisation, people: list[Person], evening: Filing
    ) -> None:
        other = Organisation.objects.create(
            federation=club.federation, parent=county, level="club", number="1002", name="Hill"
        )
        memberships.transfer(people[0], other, on=date(2026, 11, 11), by=None)
        today = period_of(evening.filed_at.date(), "month")
        assert rows(report_of("elsewhere", other, today)) == [
            ["100", "Ada Ashby", "10 Nov 2026", "Tuesday", club.name, "local", "12", ""]
        ]
        assert rows(report_of("elsewhere", club, today)) == []
        assert rows(report_of("elsewhere", county, today)) == []

    def test_the_printout_lists_home_members_and_visitors_apart(
        self, county: Organisation, club: Organisation, people: list[Person], evening: Filing
    ) -> None:
        other = Organisation.objects.create(
            federation=club.federation, parent=county, level="club", number="1002", name="Hill"
        )
        memberships.transfer(people[3], other, on=date(2026, 11, 11), by=None)
        report = report_of("printout", club, read_period("2026-Q4"))
        assert [row[:3] for row in rows(report)] == [
            ["100", "Ada Ashby", "12"],
            ["101", "Ben Brook", "12"],
            ["102", "Cleo Carr", "6"],
        ]
        assert [row[:3] for row in rows(report, 1)] == [["103", "Dan Dale", "6"]]


def test_what_is_written_in_by_hand_has_a_box(club: Organisation, people: list[Person]) -> None:
    register = report_of("register", club)
    boxes = [column.name for column in register.tables[0].columns if column.is_blank]
    assert boxes == ["Local", "Blue", "Green", "Gold"]
    assert register.tables[2].columns[0].is_blank and not register.tables[2].columns[1].is_blank
    assert report_of("renewals", club).tables[0].columns[-1].is_blank


class TestMembers:
    def test_the_ranking_shares_places_and_lists_alternates_by_their_choice(
        self, county: Organisation, club: Organisation, people: list[Person], evening: Filing
    ) -> None:
        other = Organisation.objects.create(
            federation=club.federation, parent=county, level="club", number="1002", name="Hill"
        )
        for person in people[:2]:
            memberships.join(person, other, Membership.Kind.ALTERNATE, on=date(2026, 1, 1), by=None)
        Person.objects.filter(pk=people[1].pk).update(anonymous=True)
        ranking = rows(report_of("ranking", club, read_period("2026-Q4")))
        assert [(row[0], row[2], row[-1]) for row in ranking] == [
            *(("1", "Ada Ashby", "12"), ("1", "Ben Brook", "12"), ("3", "Cleo Carr", "6")),
            *(("3", "Dan Dale", "6"), ("5", "Eve Elm", "0"), ("5", "Finn Fell", "0")),
        ]
        alternates = rows(report_of("ranking", other, read_period("2026-Q4")), 1)
        assert [row[:3] for row in alternates] == [["1", "100", "Ada Ashby"], ["1", "", "Anonymous member"]]

    def test_a_ranking_is_as_at_the_end_of_its_period(self, club: Organisation, evening: Filing) -> None:
        assert {row[-1] for row in rows(report_of("ranking", club, read_period("2026-Q3")))} == {"0"}

    def test_cards_for_those_who_are_new_or_changed(self, club: Organisation, people: list[Person]) -> None:
        assert rows(report_of("cards", club)) == []
        renames.rename(people[2], "Cleo", "Carr-Smith", by=None, reason="married")
        today = period_of(datetime.now(UTC).date(), "month")
        assert [row[:2] for row in rows(report_of("cards", club, today))] == [["102", "Cleo Carr-Smith"]]
        assert len(rows(report_of("cards", club, read_period("2026")))) == 6

    def test_the_register_on_paper_has_room_for_points(self, club: Organisation, people: list[Person]) -> None:
        report = report_of("register", club)
        assert [row[:2] for row in rows(report)] == [[person.number, person.name] for person in people]
        assert all(cell == "" for row in rows(report, 2) for cell in row)

    def test_player_status(self, club: Organisation, people: list[Person], evening: Filing) -> None:
        Person.objects.filter(pk=people[3].pk).update(status="lapsed")
        status = {row[0]: row for row in rows(report_of("status", club))}
        assert status["103"][2] == "Lapsed member"
        assert status["100"][-1] == "12"


class TestAnnouncements:
    def test_promotions_newsletter_and_noticeboard(
        self, federation: Federation, club: Organisation, people: list[Person], evening: Filing, officer: User
    ) -> None:
        ledger_services.adjust(
            people[0], "local", 300_000, date(2026, 11, 1), by=officer, reason="brought from the old books"
        )
        run = announcing.promote(federation, date(2026, 11, 30), by=officer)
        rank = run.promotions.get(person=people[0]).rank
        report = report_of("promotions", club)
        assert ["100", "Ada Ashby", "", rank, "1 Nov 2026", "30 Nov 2026"] in rows(report)
        assert rows(report_of("promotions", club, OCTOBER)) == []
        for name in ("newsletter", "noticeboard"):
            tables = {table.title: table.rows for table in report_of(name, club).tables}
            assert ["Ada Ashby", rank] in tables["Promotions"]
            assert tables["Most local points"][0] == ["Ada Ashby", "3012"]
            assert tables["Events"] == [["10 Nov 2026", "Tuesday"]]

    def test_nobody_who_is_anonymous_is_pinned_up(
        self, club: Organisation, people: list[Person], evening: Filing
    ) -> None:
        Person.objects.filter(pk=people[0].pk).update(anonymous=True)
        for name in ("newsletter", "noticeboard"):
            assert b"Ashby" not in as_csv(report_of(name, club))

    def test_grades_only_where_the_book_has_some(self, club: Organisation) -> None:
        assert "grades" not in {kind.name for kind in reports_for(club)}
        with pytest.raises(NotUnderstood, match="no such report"):
            report_named(club, "grades")


class TestStatements:
    def test_place_partner_year_and_no_point_lost(self, people: list[Person], evening: Filing, officer: User) -> None:
        ledger_services.adjust(people[0], "local", -250, date(1986, 5, 1), by=officer, reason="forty years ago")
        lines = statements.statement_rows(people[0], reader=None)
        assert [(row.day.year, row.place, row.partners, row.hundredths) for row in lines] == [
            (1986, "", "", -250),
            (2026, "1", "Ben Brook", 1200),
        ]
        written = list(
            csv.DictReader(io.StringIO(statements.statement_csv(people[0], reader=None).decode("utf-8-sig")))
        )
        assert [row["Event"] for row in written] == ["Adjustment", "Tuesday"], "an officer's reason is not public"
        assert sum(Decimal(row["Points"]) for row in written) * 100 == ledger.holding(people[0])["local"]
        report = statements.statement(people[0], reader=None, today=date(2026, 11, 16))
        assert report.tables[0].rows == [["1986", "-2.50"], ["2026", "12"]]
        assert list(report.tables[0].sums) == ["Together", "9.50"]

    def test_the_awards_of_the_last_year_say_why_in_the_words_of_the_site(
        self, people: list[Person], evening: Filing
    ) -> None:
        (award, *_) = load_result(current_version(evening).result)["awards"]
        assert award["why"].startswith("1st of 6 pairs: ")
        recent = statements.statement(people[0], reader=None, today=date(2026, 11, 16)).tables[-1]
        assert recent.rows == [["10 Nov 2026", "Tuesday", "12 local", award["why"]]]
        later = statements.statement(people[0], reader=None, today=date(2027, 11, 10))
        assert [table.title for table in later.tables] == ["By year", "2026: 12 local"], "older ones are on the site"
        (row,) = csv.DictReader(io.StringIO(statements.statement_csv(people[0], reader=None).decode("utf-8-sig")))
        assert row["Why"] == award["why"]

    def test_a_result_to_pin_up_says_why_each_place_earns_what_it_does(self, evening: Filing) -> None:
        (plain,) = result_sheet(evening, reader=None).tables
        table, reasons = result_sheet(evening, reader=None, reasons=True).tables
        assert table.rows == plain.rows
        assert [(place, points) for place, _, points, _ in reasons.rows[:3]] == [
            ("1", "12 local"),
            ("2", "6 local"),
            ("3", "0 local"),
        ]
        awards = load_result(current_version(evening).result)["awards"]
        assert [row[-1] for row in reasons.rows] == [award["why"] for award in awards]

    def test_an_anonymous_partner_stays_so(self, people: list[Person], evening: Filing) -> None:
        Person.objects.filter(pk=people[1].pk).update(anonymous=True)
        (line,) = statements.statement_rows(people[0], reader=None)
        assert line.partners == "Anonymous member"

    def test_what_is_taken_back_says_so(self, people: list[Person], evening: Filing, officer: User) -> None:
        ending.withdraw(evening, by=officer, reason="never played")
        assert [row.note for row in statements.statement_rows(people[0], reader=None)][-1] == "taken back"


class TestRenewals:
    IN_TIME = datetime(2026, 3, 31, 0, 59, tzinfo=UTC)
    """11:59 in Sydney."""

    @pytest.fixture
    def schedule(self, db: None) -> tuple[Organisation, list[Person], User]:
        setup.set_up("abf", "The ABF", "abf", "staff@abf.example", "a long enough password", today=date(2020, 1, 1))
        federation = Federation.objects.get(code="abf")
        officer = User.objects.get(email="staff@abf.example")
        club = organisations.add_organisation(
            federation,
            "2100",
            "Harbour",
            level="club",
            parent=federation.organisations.get(parent=None),
            on=date(2020, 1, 1),
            by=officer,
        )
        names = (("Ann", "Able"), ("Bob", "Best"), ("Cy", "Cole"))
        people = [registering.register(federation, *name, on=date(2020, 1, 1), by=officer, club=club) for name in names]
        return club, people, officer

    def test_ticked_in_time_inactive_from_april(self, schedule: tuple[Organisation, list[Person], User]) -> None:
        club, (ann, bob, cy), officer = schedule
        renewals.cancel(club, [ann.number, cy.number], by=officer, now=self.IN_TIME)
        assert [person.number for person in renewals.members_to_renew(club)] == [bob.number]
        assert status_on(ann, date(2026, 3, 31)) == "active"
        assert status_on(ann, date(2026, 4, 1)) == "inactive"
        renewals.renew_after_all(club, [cy.number], by=officer, now=self.IN_TIME)
        assert status_on(cy, date(2026, 4, 1)) == "active"

    def test_a_minute_after_midday_is_too_late(self, schedule: tuple[Organisation, list[Person], User]) -> None:
        club, (ann, *_), officer = schedule
        with pytest.raises(NotRegistered, match=r"31 March 2026"):
            renewals.cancel(club, [ann.number], by=officer, now=datetime(2026, 3, 31, 1, 1, tzinfo=UTC))
        assert status_on(ann, date(2026, 4, 1)) == "active"

    def test_all_or_none(self, schedule: tuple[Organisation, list[Person], User]) -> None:
        club, (ann, *_), officer = schedule
        with pytest.raises(NotRegistered, match="not an active home member"):
            renewals.cancel(club, [ann.number, "999"], by=officer, now=self.IN_TIME)
        assert status_on(ann, date(2026, 4, 1)) == "active"
        with pytest.raises(NotRegistered, match="nobody is ticked"):
            renewals.cancel(club, [], by=officer, now=self.IN_TIME)

    def test_a_book_without_schedule(self, club: Organisation, officer: User) -> None:
        national = Organisation.objects.get(federation=club.federation, parent=None)
        Appointment.objects.create(user=officer, organisation=national, role="staff", first_day=date(2020, 1, 1))
        with pytest.raises(NotRegistered, match="does not renew by a schedule"):
            renewals.cancel(club, ["100"], by=officer, now=self.IN_TIME)


@pytest.mark.parametrize("name", sorted({kind.name for kind in KINDS} - {"grades"}))
def test_every_report_prints(name: str, club: Organisation, people: list[Person], evening: Filing) -> None:
    report = report_of(name, club)
    assert printing.print_report(name, report, by=club.federation, on=date(2026, 11, 16)).startswith(b"%PDF")
    assert as_csv(report)


class TestByMail:
    def test_to_the_officers_of_each_club_that_has_something_to_report(
        self, federation: Federation, county: Organisation, club: Organisation, people: list[Person], evening: Filing
    ) -> None:
        quiet = Organisation.objects.create(
            federation=federation, parent=county, level="club", number="1002", name="Hill"
        )
        for organisation, address in (
            (club, "sec@example.org"),
            (quiet, "hill@example.org"),
            (county, "c@example.org"),
        ):
            offices.invite(address, "Sec", organisation, "secretary", on=date(2020, 1, 1), by=None)
        sent = list(sending.send_reports(federation, "printout", on=date(2027, 1, 5)))
        assert [(posted.organisation, posted.letters) for posted in sent] == [(club, 1), (quiet, 0)]
        letter = Letter.objects.get(subject__startswith="Printout")
        assert (letter.to, letter.attachment_name) == ("sec@example.org", "printout-1001-2026-Q4.pdf")
        assert bytes(existing(letter.attachment)).startswith(b"%PDF")
        assert letter.subject == "Printout to check, Riverside Bridge Club, number 1001, October to December 2026"

    def test_a_report_that_is_none_is_refused(self, federation: Federation, club: Organisation) -> None:
        with pytest.raises(NotUnderstood, match="no such report"):
            list(sending.send_reports(federation, "gossip", on=date(2027, 1, 5)))

    def test_each_is_sent_once_unless_it_is_wanted_again(
        self, federation: Federation, club: Organisation, people: list[Person], evening: Filing
    ) -> None:
        offices.invite("sec@example.org", "Sec", club, "secretary", on=date(2020, 1, 1), by=None)

        def letters(**options: Any) -> int:
            return sum(posted.letters for posted in sending.send_reports(federation, "printout", **options))

        january = {"on": date(2027, 1, 5)}
        assert [letters(**january), letters(**january), letters(**january, resend=True)] == [1, 0, 1]
        assert letters(on=date(2027, 1, 5), period=read_period("2026-11")) == 1, "another period is another report"


class TestScheduled:
    @pytest.fixture
    def secretary(self, club: Organisation, people: list[Person], evening: Filing) -> None:
        offices.invite("sec@example.org", "Sec", club, "secretary", on=date(2020, 1, 1), by=None)

    def subjects(self) -> list[str]:
        return [letter.subject.split(",")[0] for letter in Letter.objects.filter(to="sec@example.org").order_by("pk")]

    def test_what_the_office_chose_goes_out_once_when_its_period_is_over(
        self, federation: Federation, secretary: None, officer: User
    ) -> None:
        Letter.objects.all().delete()
        schedule = scheduling.schedule(federation, ["printout", "newsletter"], on=date(2026, 11, 20), by=officer)
        assert schedule == scheduling.scheduled_names(federation) == ["newsletter", "printout"]
        assert scheduling.send_due(date(2026, 11, 30)) == 0, "October and the quarter before were over already"
        assert [scheduling.send_due(date(2026, 12, 1)) for _ in range(2)] == [1, 0]
        assert self.subjects() == ["Newsletter"]
        assert scheduling.send_due(date(2027, 1, 1)) == 1, "nothing happened in December, but in the quarter"
        assert self.subjects() == ["Newsletter", "Printout to check"]

    def test_addresses_of_people_do_not_go_by_mail(
        self, federation: Federation, club: Organisation, people: list[Person], officer: User
    ) -> None:
        details = contacts.Details("ada@example.org", "+44 1865 123456", "1 High Street\nOxford")
        contacts.set_contact(people[0], details, consent=True, by=officer, on=date(2026, 11, 2))
        assert rows(report_of("contacts", club))[:2] == [
            ["100", "Ada Ashby", "ada@example.org", "+44 1865 123456", "1 High Street, Oxford", "2 Nov 2026"],
            ["101", "Ben Brook", "", "", "", ""],
        ]
        with pytest.raises(NotUnderstood, match="cannot be sent by e-mail"):
            scheduling.schedule(federation, ["contacts"], on=date(2026, 11, 20), by=officer)
        with pytest.raises(NotUnderstood, match="cannot be sent by e-mail"):
            list(sending.send_reports(federation, "contacts", on=date(2026, 11, 20)))

    def test_promotions_come_with_their_certificates(
        self, federation: Federation, secretary: None, people: list[Person], officer: User
    ) -> None:
        ledger_services.adjust(people[0], "local", 300_000, date(2026, 11, 1), by=officer, reason="from the old books")
        announcing.promote(federation, date(2026, 11, 30), by=officer)
        Letter.objects.all().delete()
        list(sending.send_reports(federation, "promotions", on=date(2026, 12, 1)))
        names = [letter.attachment_name for letter in Letter.objects.filter(to="sec@example.org").order_by("pk")]
        assert names == ["promotions-1001-2026-11.pdf", "certificates-1001-2026-11.pdf"]

    def test_who_chose_it_is_kept_and_the_same_again_changes_nothing(
        self, federation: Federation, county: Organisation, officer: User
    ) -> None:
        for names in (["ranking"], ["ranking"], []):
            scheduling.schedule(federation, names, on=date(2026, 11, 20), by=officer)
        acts = Change.objects.filter(federation=federation, what="reports scheduled").order_by("pk")
        assert [(act.by, act.detail["before"], act.detail["after"]) for act in acts] == [
            (officer, [], ["ranking"]),
            (officer, ["ranking"], []),
        ]

    def test_what_is_no_report_of_the_book_is_refused_and_nothing_changes(
        self, federation: Federation, county: Organisation
    ) -> None:
        with pytest.raises(NotUnderstood, match="no such report"):
            scheduling.schedule(federation, ["ranking", "grades"], on=date(2026, 11, 20), by=None)
        assert scheduling.scheduled_names(federation) == []
