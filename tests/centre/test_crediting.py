"""Reported credits: files and keyed registers checked against the register, posted once, marked, taken back."""

from __future__ import annotations

from datetime import date
from decimal import Decimal
from typing import Any

import pytest

from answers import existing
from masterpoint.centre import verifying
from masterpoint.centre.accounts.models import User
from masterpoint.centre.billing import periodic, return_charges, tariffs
from masterpoint.centre.billing.errors import NotBilled
from masterpoint.centre.billing.models import Charge
from masterpoint.centre.crediting import files, keyed_register, services
from masterpoint.centre.crediting.returns import CreditReturn, Heading, ReturnFile, read_heading
from masterpoint.centre.filing.models import Month
from masterpoint.centre.filing.months import MonthClosed
from masterpoint.centre.ledger import queries as ledger
from masterpoint.centre.ledger.models import Posting
from masterpoint.centre.ledger.services import NotPosted
from masterpoint.centre.people import merging, statuses
from masterpoint.centre.registry import access, memberships, offices, organisations, registering, setup
from masterpoint.centre.registry.models import Federation, Membership, Organisation, Person
from masterpoint.centre.reporting import statements
from masterpoint.centre.reporting.catalogue import report_named
from masterpoint.centre.reporting.periods import period_of, read_period
from masterpoint.core.errors import NotReadable

pytestmark = pytest.mark.django_db
DAY = date(2026, 10, 10)
HEADING = Heading("Spring Congress", DAY)


@pytest.fixture
def federation(db: None) -> Federation:
    setup.set_up("abf", "The ABF", "abf", "staff@abf.example", "a long enough password", today=date(2020, 1, 1))
    return Federation.objects.get(code="abf")


@pytest.fixture
def staff(federation: Federation) -> User:
    return User.objects.get(email="staff@abf.example")


@pytest.fixture
def club(federation: Federation, staff: User) -> Organisation:
    national = federation.organisations.get(parent=None)
    day = date(2020, 1, 1)
    return organisations.add_organisation(
        federation, "2100", "Harbour", level="club", parent=national, on=day, by=staff
    )


@pytest.fixture
def scorer(club: Organisation, staff: User) -> User:
    return offices.invite("scorer@abf.example", "Sue Scorer", club, "scorer", on=date(2020, 1, 1), by=staff).user


@pytest.fixture
def people(federation: Federation, club: Organisation, staff: User) -> list[Person]:
    names = (("Ann", "Able"), ("Bob", "Best"), ("Cy", "Cole"))
    return [registering.register(federation, *name, on=date(2020, 1, 1), by=staff, club=club) for name in names]


def line(person: Person, *hundredths: int) -> str:
    return f"{int(person.number):07}" + "".join(f"{amount:06}" for amount in hundredths)


def return_file(name: str, *lines: str) -> ReturnFile:
    return ReturnFile(name, "\r\n".join([*lines, ""]).encode())


def messages(error: pytest.ExceptionInfo[Any]) -> list[tuple[str, str]]:
    return [(problem.place, problem.message) for problem in error.value.problems]


class TestFiles:
    def test_several_of_any_colour_are_one_posting(
        self, club: Organisation, people: list[Person], scorer: User
    ) -> None:
        ann, bob, cy = people
        read = files.read_files(
            club,
            [
                return_file("a.grn", line(ann, 42), line(bob, 7)),
                return_file("b.RAG", line(ann, 100, 5), line(cy, 0, 145)),
            ],
            HEADING,
        )
        assert (read.sums, read.players) == ({"green": 42 + 7 + 5 + 145, "red": 100}, 3)
        posting = services.post_return(read, by=scorer)
        assert ledger.holding(ann) == {"green": 47, "red": 100}
        assert (posting.kind, posting.facts["event"]) == ("reported", "Spring Congress")
        assert posting.facts["files"][0] == {"name": "a.grn", "text": f"{line(ann, 42)}\r\n{line(bob, 7)}\r\n"}
        (row, _) = statements.statement_rows(ann, reader=None)
        assert row.description == "Reported, not derived: Spring Congress, Harbour"
        assert list(verifying.differences([club.federation])) == []

    def test_every_problem_of_every_file_at_once(self, club: Organisation, people: list[Person], scorer: User) -> None:
        bad = [
            return_file("a.grn", line(people[0], 42), "123", "0999999000100"),
            return_file("b.doc", line(people[1], 1)),
        ]
        heading, problems = read_heading(club.federation, {"event": " ", "day": "2026-02-30"})
        with pytest.raises(NotReadable) as error:
            files.read_files(club, bad, heading, problems=problems)
        assert messages(error) == [
            ("event", "the event is missing"),
            ("day", "this is not a date"),
            ("a.grn, line 2", "has 3 digits, not 13"),
            ("b.doc, the name", "is a file of a word processor or spreadsheet"),
            ("a.grn, line 3", "nobody has this number"),
        ]
        assert not Posting.objects.filter(kind="reported").exists()

    def test_the_dead_and_the_empty_are_refused(self, club: Organisation, people: list[Person], staff: User) -> None:
        statuses.set_status(people[0], "deceased", on=date(2026, 1, 1), by=staff, reason="died")
        with pytest.raises(NotReadable) as error:
            files.read_files(club, [return_file("a.grn", line(people[0], 1), line(people[1], 0))], HEADING)
        assert [message for _, message in messages(error)] == [
            "Ann Able was recorded as deceased on that day",
            "credits nothing",
        ]

    def test_what_is_taken_otherwise_is_said(self, club: Organisation, people: list[Person], staff: User) -> None:
        ann, bob, cy = people
        merging.merge(bob, ann, by=staff, reason="one person")
        statuses.set_status(cy, "inactive", on=date(2026, 4, 1), by=staff, reason="left")
        read = files.read_files(club, [return_file("a.grn", line(ann, 1), line(bob, 2), line(cy, 4))], HEADING)
        assert {person.number: amount for person, _, amount in read.rows} == {ann.number: 3, cy.number: 4}
        assert [remark.split(": ")[1].split(" (")[0] for remark in read.remarks] == ["Bob Best", "Ann Able", "Cy Cole"]

    def test_an_old_ending_needs_a_colour(self, club: Organisation, people: list[Person]) -> None:
        old = [return_file("a.mp1", line(people[0], 42))]
        with pytest.raises(NotReadable, match="does not say which colour the points are"):
            files.read_files(club, old, HEADING)
        assert files.read_files(club, old, HEADING, colour="gold").sums == {"gold": 42}

    @pytest.mark.parametrize("count", [0, 21])
    def test_none_and_too_many(self, club: Organisation, people: list[Person], count: int) -> None:
        with pytest.raises(NotReadable):
            files.read_files(club, [return_file(f"{n}.grn", line(people[0], 1)) for n in range(count)], HEADING)


class TestPosting:
    def read(self, club: Organisation, person: Person, amount: int = 100, heading: Heading = HEADING) -> CreditReturn:
        return files.read_files(club, [return_file("a.red", line(person, amount))], heading)

    def test_the_same_again_is_refused_and_taken_back_may_come_again(
        self, club: Organisation, people: list[Person], scorer: User, staff: User
    ) -> None:
        posting = services.post_return(self.read(club, people[0]), by=scorer)
        with pytest.raises(NotPosted, match=f"as number {posting.number}"):
            services.post_return(self.read(club, people[0]), by=scorer)
        with pytest.raises(access.NotAllowed):
            services.take_back(posting, club, by=scorer, reason="wrong file")
        services.take_back(posting, club, by=staff, reason="wrong file")
        assert ledger.holding(people[0]) == {}
        services.post_return(self.read(club, people[0]), by=scorer)
        assert ledger.holding(people[0]) == {"red": 100}
        assert list(verifying.differences([club.federation])) == []

    def test_an_authorisation_allows_so_much_and_no_more(
        self, club: Organisation, people: list[Person], scorer: User
    ) -> None:
        def heading(event: str, authorised: int | None = None) -> Heading:
            return Heading(event, DAY, "N26-041", authorised)

        services.post_return(self.read(club, people[0], 700, heading("First", 1000)), by=scorer)
        with pytest.raises(NotPosted, match=r"10.01 points .* 7.00 of them earlier; it allows 10.00") as error:
            services.post_return(self.read(club, people[1], 301, heading("Second")), by=scorer)
        assert error.value.problems[0].clause == "ABF 2.6 note a"
        services.post_return(self.read(club, people[1], 300, heading("Second")), by=scorer)

    def test_nobody_reports_for_another_club(self, club: Organisation, people: list[Person]) -> None:
        stranger = User.objects.create_user("x@abf.example", "a long enough password", name="X")
        with pytest.raises(access.NotAllowed):
            services.post_return(self.read(club, people[0]), by=stranger)

    def test_a_closed_month_takes_it_from_the_office_alone(
        self, club: Organisation, people: list[Person], scorer: User, staff: User
    ) -> None:
        Month.objects.create(federation=club.federation, first_day=DAY.replace(day=1), state="closed")
        with pytest.raises(MonthClosed):
            services.post_return(self.read(club, people[0]), by=scorer)
        with pytest.raises(access.NotAllowed):
            services.post_return(self.read(club, people[0]), by=scorer, late_reason="the post was slow")
        posting = services.post_return(self.read(club, people[0]), by=staff, late_reason="the post was slow")
        assert posting.facts["late_reason"] == "the post was slow"

    def test_other_books_derive(self, people: list[Person], club: Organisation) -> None:
        Federation.objects.filter(pk="abf").update(scheme="ebu")
        club.refresh_from_db()
        with pytest.raises(NotReadable, match="works points out from results"):
            files.read_files(club, [return_file("a.grn", line(people[0], 1))], HEADING)


class TestLevies:
    """8.1, 8.3a: 2.53 for a green point, 2.03 for a red one of a club, 2.68 for one of a congress."""

    def report(self, club: Organisation, scorer: User, *sent_files: ReturnFile, heading: Heading = HEADING) -> Posting:
        return services.post_return(files.read_files(club, sent_files, heading), by=scorer)

    def owed(self, club: Organisation) -> list[tuple[str, str]]:
        """Without the fine of nothing for a file that came late and may."""
        return list(club.charges.exclude(amount="0").order_by("pk").values_list("kind", "amount"))

    def test_reported_points_are_charged_and_what_is_taken_back_is_not(
        self, club: Organisation, people: list[Person], scorer: User, staff: User
    ) -> None:
        ann, bob, _ = people
        posting = self.report(club, scorer, return_file("a.rag", line(ann, 100, 50), line(bob, 0, 150)))
        assert self.owed(club) == [("levy", "5.06"), ("levy", "2.03")]
        assert existing(club.charges.first()).detail["why"].startswith("Green points reported, taken as grade E: 2;")
        assert list(verifying.differences([club.federation])) == []
        services.take_back(posting, club, by=staff, reason="wrong file")
        assert sum(Decimal(amount) for _, amount in self.owed(club)) == 0
        assert list(verifying.differences([club.federation])) == []

    def test_the_grade_decides_and_a_late_file_is_fined(
        self, club: Organisation, people: list[Person], scorer: User, staff: User
    ) -> None:
        """Ended on 1 July, received on this day: 4% of 26.80 for each 30 days begun after the first 30."""
        heading = Heading("Congress", date(2026, 7, 1), grade="B4")
        read = files.read_files(club, [return_file("a.red", line(people[0], 1000))], heading)
        posting = services.post_return(read, by=staff, late_reason="the post was slow")
        months = -(-((posting.at.date() - date(2026, 7, 1)).days - 30) // 30)
        assert self.owed(club)[0] == ("congress levy", "26.80")
        assert Decimal(self.owed(club)[1][1]) == round(Decimal("1.072") * months, 2)
        assert posting.facts["grade"] == "B4"

    def test_all_that_is_wrong_with_the_grade_is_said(
        self, club: Organisation, people: list[Person], scorer: User
    ) -> None:
        _, problems = read_heading(club.federation, {"event": "X", "day": "2026-10-10", "grade": "Z"})
        assert [(problem.place, problem.value) for problem in problems] == [("grade", "Z")]
        with pytest.raises(NotReadable, match="points of this grade are gold, and none are reported"):
            files.read_files(club, [return_file("a.grn", line(people[0], 1))], HEADING._replace(grade="A"))
        club.level = "state"
        with pytest.raises(NotReadable, match="depends on the grade of the event") as error:
            files.read_files(club, [return_file("a.red", line(people[0], 1), "0999999000100")], HEADING)
        assert "nobody has this number" in str(error.value)

    def test_an_amount_that_is_missing_holds_nothing_up(
        self, club: Organisation, people: list[Person], scorer: User, staff: User
    ) -> None:
        """The schedule begins on 1 April 2025; an earlier amount is entered later."""
        heading = Heading("Long ago", date(2025, 3, 1))
        posting = services.post_return(
            files.read_files(club, [return_file("a.grn", line(people[0], 100))], heading), by=staff, late_reason="found"
        )
        assert self.owed(club) == []
        ((waiting, problems),) = return_charges.waiting_returns(club.federation)
        assert (waiting, problems[0].place) == (posting, "tariff.levy_E")
        tariffs.enter(club.federation, "levy_E", "2", date(2025, 1, 1), by=staff)
        assert return_charges.charge_returns_due(club.federation, by=staff) == 1
        assert return_charges.charge_returns_due(club.federation, by=staff) == 0
        assert (self.owed(club), list(return_charges.waiting_returns(club.federation))) == ([("levy", "2")], [])

    def test_nobody_charges_a_return_by_hand(self, club: Organisation, staff: User) -> None:
        with pytest.raises(NotBilled, match="follows from the points that are reported"):
            periodic.charge_by_hand(club, "reported", DAY, {}, by=staff)

    def test_verify_names_a_charge_without_its_return(
        self, club: Organisation, people: list[Person], scorer: User
    ) -> None:
        posting = self.report(club, scorer, return_file("a.grn", line(people[0], 100)))
        charge = club.charges.get(kind="levy")
        detail = charge.detail | {"facts": charge.detail["facts"] | {"event": "another"}}
        stored = {"organisation": club, "kind": charge.kind, "title": "x", "day": DAY, "amount": "2.53"}
        Charge.objects.create(posting=charge.posting, subject="credits 999", detail=detail, **stored)
        assert list(return_charges.return_differences(club.federation)) == [
            "abf credits 999: there is no such return, and it is charged"
        ]
        assert posting.number != 999

    def test_reports_list_what_was_reported(
        self, club: Organisation, people: list[Person], scorer: User, staff: User
    ) -> None:
        other = organisations.add_organisation(
            club.federation, "2101", "Hill", level="club", parent=club.parent, on=date(2020, 1, 1), by=staff
        )
        memberships.transfer(people[1], other, on=date(2026, 1, 1), by=staff)
        posting = self.report(club, scorer, return_file("a.grn", line(people[0], 100), line(people[1], 50)))
        october, posted = read_period("2026-10"), period_of(posting.at.date(), "month")
        (row,) = report_named(club, "events").make(club, october).tables[1].rows
        assert row == [
            *("10 Oct 2026", "Spring Congress", "Harbour", str(posting.number), "", "2"),
            *("1.50", "", "", "$3.795"),
        ]
        assert [row[:3] for row in report_named(other, "elsewhere").make(other, posted).tables[0].rows] == [
            [people[1].number, "Bob Best", "10 Oct 2026"]
        ]
        assert report_named(club, "elsewhere").make(club, posted).tables[0].rows == []
        visitors = report_named(club, "printout").make(club, october).tables[1].rows
        assert [row[1] for row in visitors] == ["Bob Best"]


class TestKeyed:
    def fields(self, *pairs: tuple[str, str], **points: Any) -> dict[str, str]:
        return {"event": "October", "day": "2026-10-31", **points, **dict(pairs)}

    def test_members_and_others(
        self, federation: Federation, club: Organisation, people: list[Person], staff: User, scorer: User
    ) -> None:
        day = date(2020, 1, 1)
        other = organisations.add_organisation(
            federation, "2200", "Hill", level="club", parent=federation.organisations.get(parent=None), on=day, by=staff
        )
        guest = registering.register(federation, "Gil", "Guest", on=day, by=staff, club=other)
        friend = registering.register(federation, "Fay", "Friend", on=day, by=staff, club=other)
        memberships.join(friend, club, Membership.Kind.ALTERNATE, on=day, by=staff)
        fields = self.fields(
            (f"points.{people[0].number}.green", "0.42"),
            (f"points.{friend.number}.red", "1.5"),
            ("sundry.0", guest.number),
            ("sundry.0.green", "2"),
        )
        page = keyed_register.keyed_page(club, fields, date(2026, 10, 31))
        assert [row.person.name for row in page.rows] == ["Ann Able", "Bob Best", "Cy Cole", "Fay Friend"]
        assert page.sums == {"green": 242, "red": 150, "gold": 0}
        services.post_return(keyed_register.keyed_return(club, fields), by=scorer)
        assert [ledger.holding(person) for person in (people[0], friend, guest)] == [
            {"green": 42},
            {"red": 150},
            {"green": 200},
        ]

    def test_every_problem_at_once(self, club: Organisation, people: list[Person]) -> None:
        fields = {
            f"points.{people[0].number}.green": "many",
            f"points.{people[1].number}.green": "-1",
            "sundry.0.red": "2",
            "sundry.1": "9999",
            "sundry.2": "19",
            "sundry.2.red": "0.001",
        }
        with pytest.raises(NotReadable) as error:
            keyed_register.keyed_return(club, fields)
        assert {message for _, message in messages(error)} == {
            *("the event is missing", "this is not a date", "this is not a number of green points", "credits nothing"),
            *("the number is missing", "the points are missing", "this is not a number of red points"),
        }

    def test_nothing_keyed(self, club: Organisation, people: list[Person]) -> None:
        with pytest.raises(NotReadable, match="nobody has any points"):
            keyed_register.keyed_return(club, self.fields())
