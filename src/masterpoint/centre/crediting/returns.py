"""A return of credits, checked line by line against the register. All problems are raised at once."""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date
from decimal import Decimal
from typing import Any, NamedTuple

from django.utils import timezone

from masterpoint.centre.billing.return_charges import quote, return_facts
from masterpoint.centre.billing.tariffs import charging_of
from masterpoint.centre.ledger.queries import WAITING_STATUSES
from masterpoint.centre.records.manual_entries import hundredths_of
from masterpoint.centre.records.queries import edition_of
from masterpoint.centre.registry.days import future_problems
from masterpoint.centre.registry.models import Federation, Organisation, Person
from masterpoint.centre.registry.queries import records_by_numbers, statuses_on, survivor
from masterpoint.core.books import Book
from masterpoint.core.charges import Assessment
from masterpoint.core.errors import NotReadable, Problem, Refused
from masterpoint.core.federations import CLUB
from masterpoint.schemes import FEDERATIONS

MAX_EVENT_LENGTH = 200
MAX_AUTHORISATION_LENGTH = 40


class Heading(NamedTuple):
    """What the points are for."""

    event: str
    day: date
    authorisation: str = ""
    authorised: int | None = None
    """The points of all colours allowed by the authorisation, in hundredths."""
    grade: str = ""
    """The grade of the event, if the charge depends on it."""


class ReportedLine(NamedTuple):
    """A reported amount, and its place in the file."""

    place: str
    number: str
    colour: str
    hundredths: int


class ReturnFile(NamedTuple):
    """An uploaded file."""

    name: str
    data: bytes


class CreditReturn(NamedTuple):
    """A return that can be posted."""

    organisation: Organisation
    heading: Heading
    amounts: dict[tuple[Person, str], int]
    """Hundredths by person and colour."""
    remarks: list[str]
    files: Sequence[ReturnFile] = ()
    cost: Assessment | None = None
    """What it costs the organisation, if the book charges for points."""

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
        """The rows by name, for a page."""
        rows = [(person, colour, amount) for (person, colour), amount in self.amounts.items()]
        return sorted(rows, key=lambda row: (row[0].sort_key, row[0].pk, row[1]))

    @property
    def reasons(self) -> list[str]:
        """A sentence for each charge."""
        currency = charging_of(self.organisation.federation).currency
        return [charge.why(currency) for charge in self.cost.charges] if self.cost else []

    @property
    def digest(self) -> str:
        """A digest of the credits, the event and the day, however they were sent."""
        lines = sorted([person.pk, colour, amount] for (person, colour), amount in self.amounts.items())
        facts = [self.organisation.pk, self.heading.event.casefold(), self.heading.day.isoformat(), lines]
        return hashlib.sha256(json.dumps(facts).encode()).hexdigest()


def takes_returns(federation: Federation) -> bool:
    """Whether clubs of this federation may report points by player."""
    return FEDERATIONS[federation.scheme].credit_returns is not None


def grades_of(federation: Federation) -> Sequence[str]:
    """The grades a reported event may have, if the charge depends on them."""
    returns = FEDERATIONS[federation.scheme].credit_returns
    return returns.grades if returns else ()


def uses_credit_files(federation: Federation) -> bool:
    """Whether points are reported in credit files by colour, as in federations with national files."""
    returns = FEDERATIONS[federation.scheme].credit_returns
    return returns is not None and returns.files == "credit files"


def read_heading(federation: Federation, data: Mapping[str, Any]) -> tuple[Heading, list[Problem]]:
    """The heading from a form, a command or a program, and all its problems."""
    event = " ".join(str(data.get("event") or "").split())
    authorisation = str(data.get("authorisation") or "").strip()
    problems = []
    if not event:
        problems.append(Problem("event", "", "the event is missing", "say what the points were won in"))
    if len(event) > MAX_EVENT_LENGTH:
        problems.append(Problem("event", event[:40], "this name is too long", f"at most {MAX_EVENT_LENGTH} characters"))
    if len(authorisation) > MAX_AUTHORISATION_LENGTH:
        fix = f"at most {MAX_AUTHORISATION_LENGTH} characters"
        problems.append(Problem("authorisation", authorisation[:40], "this number is too long", fix))
    day = _day(str(data.get("day") or ""))
    if day is None:
        problems.append(Problem("day", str(data.get("day") or "")[:20], "this is not a date", "write it as 2026-11-15"))
    else:
        problems += future_problems(federation, day, "day")
    authorised, text = None, str(data.get("authorised") or "").strip()
    if text:
        authorised = hundredths_of(text)
        if authorised is None or authorised <= 0:
            problems.append(Problem("authorised", text[:20], "this is not a number of points", "write it as 12.50"))
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


def check_return(
    organisation: Organisation,
    heading: Heading,
    lines: Iterable[ReportedLine],
    *,
    problems: Iterable[Problem] = (),
    files: Sequence[ReturnFile] = (),
    remarks: Iterable[str] = (),
) -> CreditReturn:
    """Check a return. Raises all problems at once, because no line is left out silently."""
    _require_returns(organisation)
    lines, line_problems, remarks = list(lines), list(problems), list(remarks)
    people = records_by_numbers(organisation.federation, {line.number for line in lines})
    statuses = statuses_on([survivor(person) for person in people.values()], heading.day)
    edition = edition_of(organisation.federation, max(heading.day, date(1900, 1, 1)))
    colours = edition.colours
    amounts: dict[tuple[Person, str], int] = {}
    for line in lines:
        person = people.get(line.number)
        line_problems += _line_problems(line, person, statuses, colours)
        line_problems += _amount_problems(line, organisation, edition.book) if line.colour in colours else []
        if person is None or line.colour not in colours or line.hundredths <= 0:
            continue
        target = survivor(person)
        remarks += _line_remarks(line, person, target, statuses, (target, line.colour) in amounts)
        amounts[target, line.colour] = amounts.get((target, line.colour), 0) + line.hundredths
    if not lines and not line_problems:
        line_problems.append(Problem("credits", "", "nobody has any points", "give at least one player points"))
    credit_return = CreditReturn(organisation, heading, amounts, remarks, files)
    cost = _cost(credit_return, line_problems)
    if line_problems:
        raise NotReadable(line_problems)
    remarks += [str(remark.message) for remark in cost.remarks] if cost else []
    return credit_return._replace(cost=cost)


def _cost(credit_return: CreditReturn, problems: list[Problem]) -> Assessment | None:
    """The charges if it were posted today. Missing facts are added to the problems."""
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
        problems.append(Problem(line.place, line.colour, "the book has no points of this colour", fix))
    if line.hundredths <= 0:
        fix = "leave the line out, or give the points"
        problems.append(Problem(line.place, line.number, "credits nothing", fix))
    return problems


def _amount_problems(line: ReportedLine, organisation: Organisation, book: Book[Any]) -> Iterator[Problem]:
    """Problems with amounts: points that this organisation may not report, or fractions that the book does not have."""
    returns = FEDERATIONS[organisation.federation.scheme].credit_returns
    if returns is None:
        return
    if not reported_colours(organisation, [line.colour]):
        message = f"a club reports {' and '.join(returns.club_colours)} points only"
        fix = "leave them out: the organisation that may award them reports them"
        yield book.problem(line.place, line.colour, message, fix, returns.club_clause)
    if returns.whole_clause and line.hundredths % 100:
        text = f"{Decimal(line.hundredths).scaleb(-2):f}"
        fix = f"write a whole number; what files write as {text} is {line.hundredths} here"
        yield book.problem(line.place, text, "points are whole", fix, returns.whole_clause)


def reported_colours(organisation: Organisation, colours: Sequence[str]) -> list[str]:
    """The colours of the book that the organisation may report."""
    returns = FEDERATIONS[organisation.federation.scheme].credit_returns
    limited = returns.club_colours if returns and organisation.level == CLUB else ()
    return [colour for colour in colours if not limited or colour in limited]


def _line_remarks(
    line: ReportedLine, person: Person, target: Person, statuses: Mapping[int, str], is_repeated: bool
) -> list[str]:
    remarks = []
    if target != person:
        remarks.append(f"{line.place}: {person} is joined to {target}, who gets the points.")
    if is_repeated:
        remarks.append(f"{line.place}: {target} is already in the list; the two are added together.")
    if statuses[target.pk] in WAITING_STATUSES:
        remarks.append(f"{line.place}: {target} was not a member on that day; the points are held.")
    return remarks
