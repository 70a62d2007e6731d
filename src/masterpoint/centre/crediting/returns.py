"""A return of credits: what clubs report, checked line by line against the register, all problems at once."""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date
from decimal import Decimal
from typing import Any, NamedTuple

from django.utils import timezone

from masterpoint.centre.billing.reported import quote, return_facts
from masterpoint.centre.billing.tariffs import charging_of
from masterpoint.centre.ledger.queries import WAITING_STATUSES
from masterpoint.centre.records.officers import hundredths_of
from masterpoint.centre.records.queries import edition_of
from masterpoint.centre.registry.days import future_problems
from masterpoint.centre.registry.models import Federation, Organisation, Person
from masterpoint.centre.registry.queries import records_by_numbers, statuses_on, survivor
from masterpoint.core.books import Book
from masterpoint.core.charges import Assessment
from masterpoint.core.errors import NotReadable, Problem, Refused
from masterpoint.core.federations import CLUB
from masterpoint.schemes import FEDERATIONS

LONGEST_EVENT = 200
LONGEST_AUTHORISATION = 40


class Heading(NamedTuple):
    """What the points are for."""

    event: str
    day: date
    authorisation: str = ""
    authorised: int | None = None
    """So many hundredths, all colours together, may be reported under the authorisation."""
    grade: str = ""
    """The grade of the event, where what is charged depends on it."""


class ReportedLine(NamedTuple):
    """One amount as it was reported, and where it stands."""

    place: str
    number: str
    colour: str
    hundredths: int


class SentFile(NamedTuple):
    """A file as it came."""

    name: str
    data: bytes


class CreditReturn(NamedTuple):
    """A return that may be posted."""

    organisation: Organisation
    heading: Heading
    amounts: dict[tuple[Person, str], int]
    """Hundredths by person and colour."""
    remarks: list[str]
    files: Sequence[SentFile] = ()
    cost: Assessment | None = None
    """What the points would cost the organisation, where the book charges for them."""

    @property
    def sums(self) -> dict[str, int]:
        sums: Counter[str] = Counter()
        for (_, colour), amount in self.amounts.items():
            sums[colour] += amount
        return dict(sorted(sums.items()))

    @property
    def players(self) -> int:
        return len({person.pk for person, _ in self.amounts})

    @property
    def rows(self) -> list[tuple[Person, str, int]]:
        """By name, as a page lists them."""
        rows = [(person, colour, amount) for (person, colour), amount in self.amounts.items()]
        return sorted(rows, key=lambda row: (row[0].sort_key, row[0].pk, row[1]))

    @property
    def reasons(self) -> list[str]:
        """What it costs, a sentence a charge."""
        currency = charging_of(self.organisation.federation).currency
        return [charge.why(currency) for charge in self.cost.charges] if self.cost else []

    @property
    def digest(self) -> str:
        """The same credits for the same event on the same day have the same digest, however they were sent."""
        lines = sorted([person.pk, colour, amount] for (person, colour), amount in self.amounts.items())
        facts = [self.organisation.pk, self.heading.event.casefold(), self.heading.day.isoformat(), lines]
        return hashlib.sha256(json.dumps(facts).encode()).hexdigest()


def takes_returns(federation: Federation) -> bool:
    """Whether clubs of this federation may report points by player."""
    return FEDERATIONS[federation.scheme].credit_returns is not None


def grades_of(federation: Federation) -> Sequence[str]:
    """The grades a reported event may have, where what is charged depends on it."""
    returns = FEDERATIONS[federation.scheme].credit_returns
    return returns.grades if returns else ()


def uses_credit_files(federation: Federation) -> bool:
    """Whether points are reported in credit files by colour, as the national files go with."""
    returns = FEDERATIONS[federation.scheme].credit_returns
    return returns is not None and returns.files == "credit files"


def read_heading(federation: Federation, data: Mapping[str, Any]) -> tuple[Heading, list[Problem]]:
    """What the points are for, as a form, a command or a program gives it; and all that is wrong with it."""
    event = " ".join(str(data.get("event") or "").split())
    authorisation = str(data.get("authorisation") or "").strip()
    problems = []
    if not event:
        problems.append(Problem("event", "", "the event is missing", "say what the points were won in"))
    if len(event) > LONGEST_EVENT:
        problems.append(Problem("event", event[:40], "this name is too long", f"at most {LONGEST_EVENT} characters"))
    if len(authorisation) > LONGEST_AUTHORISATION:
        fix = f"at most {LONGEST_AUTHORISATION} characters"
        problems.append(Problem("authorisation", authorisation[:40], "this number is too long", fix))
    day = _day(str(data.get("day") or ""))
    if day is None:
        problems.append(Problem("day", str(data.get("day") or "")[:20], "this is not a date", "write it as 2026-11-15"))
    else:
        problems += future_problems(federation, day, "day")
    authorised, written = None, str(data.get("authorised") or "").strip()
    if written:
        authorised = hundredths_of(written)
        if authorised is None or authorised <= 0:
            problems.append(Problem("authorised", written[:20], "this is not a number of points", "write it as 12.50"))
        if not authorisation:
            fix = "give the number of the authorisation too"
            problems.append(Problem("authorisation", "", "points are authorised under a number", fix))
    grade = str(data.get("grade") or "").strip()
    wrong_grade = _grade_problems(federation, grade)
    return Heading(event, day or date.min, authorisation, authorised, "" if wrong_grade else grade), [
        *problems,
        *wrong_grade,
    ]


def _grade_problems(federation: Federation, grade: str) -> list[Problem]:
    grades = grades_of(federation)
    if not grade or grade in grades:
        return []
    fix = f"write one of: {', '.join(grades)}" if grades else "leave it out: nothing depends on it"
    return [Problem("grade", grade[:20], "the book has no such grade", fix)]


def _day(text: str) -> date | None:
    try:
        return date.fromisoformat(text)
    except ValueError:
        return None


def checked_return(
    organisation: Organisation,
    heading: Heading,
    lines: Iterable[ReportedLine],
    *,
    problems: Iterable[Problem] = (),
    files: Sequence[SentFile] = (),
    remarks: Iterable[str] = (),
) -> CreditReturn:
    """The return, or everything that is wrong with it: no line is left out in silence."""
    _require_returns(organisation)
    lines, wrong, remarks = list(lines), list(problems), list(remarks)
    people = records_by_numbers(organisation.federation, {line.number for line in lines})
    statuses = statuses_on([survivor(person) for person in people.values()], heading.day)
    edition = edition_of(organisation.federation, max(heading.day, date(1900, 1, 1)))
    colours = edition.colours
    amounts: dict[tuple[Person, str], int] = {}
    for line in lines:
        person = people.get(line.number)
        wrong += _line_problems(line, person, statuses, colours)
        wrong += _amount_problems(line, organisation, edition.book) if line.colour in colours else []
        if person is None or line.colour not in colours or line.hundredths <= 0:
            continue
        whole = survivor(person)
        remarks += _line_remarks(line, person, whole, statuses, (whole, line.colour) in amounts)
        amounts[whole, line.colour] = amounts.get((whole, line.colour), 0) + line.hundredths
    if not lines and not wrong:
        wrong.append(Problem("credits", "", "nobody has any points", "give at least one player points"))
    credit_return = CreditReturn(organisation, heading, amounts, remarks, files)
    cost = _cost(credit_return, wrong)
    if wrong:
        raise NotReadable(wrong)
    remarks += [str(remark.message) for remark in cost.remarks] if cost else []
    return credit_return._replace(cost=cost)


def _cost(credit_return: CreditReturn, problems: list[Problem]) -> Assessment | None:
    """What would be charged if it were posted today; what the charge needs to know is added to the problems."""
    heading, organisation = credit_return.heading, credit_return.organisation
    facts = return_facts(
        organisation,
        credit_return.sums,
        last_day=heading.day,
        received_on=timezone.now().date(),
        event=heading.event,
        grade=heading.grade,
    )
    try:
        return quote(organisation, facts)
    except Refused as refusal:
        problems += refusal.problems
        return None


def _require_returns(organisation: Organisation) -> None:
    if not takes_returns(organisation.federation):
        message = f"the {organisation.federation.name} works points out from results"
        raise NotReadable(Problem("credits", "", message, "file the results of the event instead"))


def _line_problems(
    line: ReportedLine, person: Person | None, statuses: Mapping[int, str], colours: Sequence[str]
) -> list[Problem]:
    problems = []
    if person is None:
        fix = "correct the number, or register the player first"
        problems.append(Problem(line.place, line.number, "nobody has this number", fix))
    elif statuses[survivor(person).pk] == Person.Status.DECEASED:
        message = f"{person.name} was recorded as deceased on that day"
        problems.append(Problem(line.place, line.number, message, "check the number and the day"))
    if line.colour not in colours:
        fix = f"write one of: {', '.join(colours)}"
        problems.append(Problem(line.place, line.colour, "the book has no such points", fix))
    if line.hundredths <= 0:
        fix = "leave the line out, or give the points"
        problems.append(Problem(line.place, line.number, "credits nothing", fix))
    return problems


def _amount_problems(line: ReportedLine, organisation: Organisation, book: Book[Any]) -> Iterator[Problem]:
    """Points that this organisation may not report, or parts of a point where the book has none."""
    returns = FEDERATIONS[organisation.federation.scheme].credit_returns
    if returns is None:
        return
    if not reported_colours(organisation, [line.colour]):
        message = f"a club reports {' and '.join(returns.club_colours)} points only"
        fix = "leave them out: whoever may award them reports them"
        yield book.problem(line.place, line.colour, message, fix, returns.club_clause)
    if returns.whole_clause and line.hundredths % 100:
        written = f"{Decimal(line.hundredths).scaleb(-2):f}"
        fix = f"write a whole number; what files write as {written} is {line.hundredths} here"
        yield book.problem(line.place, written, "points are whole", fix, returns.whole_clause)


def reported_colours(organisation: Organisation, colours: Sequence[str]) -> list[str]:
    """Those of the book's points that the organisation may report."""
    returns = FEDERATIONS[organisation.federation.scheme].credit_returns
    limited = returns.club_colours if returns and organisation.level == CLUB else ()
    return [colour for colour in colours if not limited or colour in limited]


def _line_remarks(
    line: ReportedLine, person: Person, whole: Person, statuses: Mapping[int, str], again: bool
) -> list[str]:
    remarks = []
    if whole != person:
        remarks.append(f"{line.place}: {person} is joined to {whole}, who gets the points.")
    if again:
        remarks.append(f"{line.place}: {whole} is already in the list; the two are added together.")
    if statuses[whole.pk] in WAITING_STATUSES:
        remarks.append(f"{line.place}: {whole} was not a member on that day; the points are held.")
    return remarks
