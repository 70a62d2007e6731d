"""Ratings from an older system in a CSV file: report every problem at once, preview, then post once."""

from __future__ import annotations

from collections import Counter
from datetime import date
from typing import NamedTuple

from django.db import transaction

from masterpoint.centre.accounts.models import User
from masterpoint.centre.ledger import services as ledger
from masterpoint.centre.ledger.merged_records import NewPosting
from masterpoint.centre.ledger.models import Posting
from masterpoint.centre.locking import lock
from masterpoint.centre.records import season_points, yearly
from masterpoint.centre.records.grades import grade_by_the_book, grade_names
from masterpoint.centre.records.manual_entries import hundredths_of
from masterpoint.centre.records.models import Rating
from masterpoint.centre.registry.models import Federation, Person
from masterpoint.centre.registry.queries import by_numbers
from masterpoint.centre.spreadsheets import in_order, problem_in, table_rows
from masterpoint.core.errors import NotReadable, Problem
from masterpoint.schemes import FEDERATIONS

COLUMNS = ("number", "year", "rating", "grade", "reason")
REQUIRED_COLUMNS = ("number", "year", "rating", "reason")
FIRST_YEAR = 1950
MAX_REASON = 300


class OpeningRating(NamedTuple):
    """One parsed line of the file."""

    line: int
    person: Person
    year: int
    hundredths: int
    grade: str
    reason: str
    by_the_book: str
    """The book's grade for these Rating Points alone."""

    @property
    def differs(self) -> bool:
        """Whether the older system gave another grade: by rank, by A points, or by the Board."""
        return self.grade != self.by_the_book


class OpeningRatings(NamedTuple):
    """A whole file, ready to be posted."""

    source: str
    rows: list[OpeningRating]

    @property
    def years(self) -> list[int]:
        return sorted({row.year for row in self.rows})

    @property
    def players(self) -> int:
        return len({row.person.pk for row in self.rows})

    @property
    def different(self) -> list[OpeningRating]:
        return [row for row in self.rows if row.differs]


def read_ratings(federation: Federation, data: bytes, *, source: str, today: date) -> OpeningRatings:
    """The ratings of a file; raises everything that is wrong with it."""
    require_ratings(federation)
    raw = list(table_rows(data, source=source, columns=COLUMNS, required=REQUIRED_COLUMNS))
    people = by_numbers(federation, {row.get("number", "") for _, row in raw})
    problems: list[Problem] = []
    lines = [_rating(federation, source, line, row, people, today, problems) for line, row in raw]
    rows = [row for row in lines if row is not None]
    problems += _conflicts(federation, source, rows)
    if not raw:
        problems.append(
            problem_in(source, 1, "", "there is no line under the heading", "write one line for each rating")
        )
    if problems:
        raise NotReadable(in_order(problems))
    return OpeningRatings(source, rows)


def require_ratings(federation: Federation) -> None:
    if not yearly.has_ratings(federation):
        raise ledger.NotPosted(Problem("federation", federation.code, "its book has no ratings", "nothing to bring in"))


def _rating(
    federation: Federation,
    source: str,
    line: int,
    raw: dict[str, str],
    people: dict[str, Person],
    today: date,
    problems: list[Problem],
) -> OpeningRating | None:
    count_before = len(problems)

    def add_problem(value: str, message: str, fix: str) -> None:
        problems.append(problem_in(source, line, value[:40], message, fix))

    number, reason, year_text = raw.get("number", ""), raw.get("reason", ""), raw.get("year", "")
    person = people.get(number)
    if person is None:
        add_problem(number, "nobody has this number", "register the player first, or correct the number")
    year = int(year_text) if year_text.isdecimal() and len(year_text) == 4 else 0
    last_year = FEDERATIONS[federation.scheme].season.year_of(today) - 1
    if not FIRST_YEAR <= year <= last_year:
        add_problem(year_text, "this is not a year that has ended", f"write a year from {FIRST_YEAR} to {last_year}")
    amount = hundredths_of(raw.get("rating", ""))
    if amount is None or amount < 0:
        add_problem(raw.get("rating", ""), "these are not Rating Points", "write them as 84 or 84.25")
    grade_text = raw.get("grade", "")
    grade = grade_text.capitalize()
    grades = grade_names(federation.scheme)
    if grade_text and grade not in grades:
        add_problem(grade_text, "the book has no such grade", f"write one of: {', '.join(grades)}; or leave it out")
    if not reason:
        add_problem("", "the reason is missing", "say where the rating comes from")
    if len(problems) > count_before:
        return None
    assert person is not None and amount is not None
    _, turn = season_points.days_of(federation, year)
    by_the_book = grade_by_the_book(federation.scheme, turn, amount, 0, "")
    return OpeningRating(line, person, year, amount, grade or by_the_book, reason[:MAX_REASON], by_the_book)


def _conflicts(federation: Federation, source: str, rows: list[OpeningRating]) -> list[Problem]:
    """Problems of ratings that appear twice, exist already, or are older than years that this Centre has rated."""
    count = Counter((row.person.pk, row.year) for row in rows)
    rated = set(Rating.objects.filter(person__federation=federation).values_list("person", "year"))
    last_run = last_year_rated_here(federation)
    problems = []
    for row in rows:
        label = f"{row.person}, {row.year}"
        if count[row.person.pk, row.year] > 1:
            problems.append(problem_in(source, row.line, label, "this rating is in the file twice", "keep one line"))
        if (row.person.pk, row.year) in rated:
            message = "this player has a rating for the year already"
            problems.append(problem_in(source, row.line, label, message, "leave the line out"))
        elif last_run is not None and row.year < last_run:
            message = f"the ratings of {last_run} have already been worked out here, without this one"
            problems.append(problem_in(source, row.line, label, message, f"bring in the rating of {last_run} instead"))
    return problems


def last_year_rated_here(federation: Federation) -> int | None:
    """The last year that this Centre rated."""
    runs = Posting.objects.filter(federation=federation, kind=Posting.Kind.RATING, detail__opening__isnull=True)
    return max(runs.values_list("detail__year", flat=True), default=None)


@transaction.atomic
def post_ratings(federation: Federation, ratings: OpeningRatings, *, by: User | None) -> list[Posting]:
    """Write one posting for each year; refuse ratings that exist."""
    require_ratings(federation)
    lock(federation)
    problems = _conflicts(federation, ratings.source, ratings.rows)
    if problems:
        raise ledger.NotPosted(problems)
    ledger.require_officer(by, "; ".join(row.reason for row in ratings.rows))
    acts = [_act(ratings, year) for year in ratings.years]
    postings = ledger.post_all(federation, acts, by=by)
    for year in ratings.years:
        yearly.save_ratings(_rated_rows(ratings, year), year)
    return postings


def _act(ratings: OpeningRatings, year: int) -> NewPosting:
    rated = _rated_rows(ratings, year)
    reasons = dict.fromkeys(row.reason for row in ratings.rows if row.year == year)
    detail = {"file": ratings.source, **yearly.opening_detail(year, rated)}
    return NewPosting(Posting.Kind.RATING, [], "; ".join(reasons)[:MAX_REASON], detail=detail)


def _rated_rows(ratings: OpeningRatings, year: int) -> list[yearly.Rated]:
    return [yearly.Rated(row.person.pk, row.hundredths, row.grade) for row in ratings.rows if row.year == year]
