"""8.1, 8.3 and 8.4: the levy on points that are reported by player, and the fine for a credit file that comes late."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from decimal import Decimal
from typing import Annotated, Literal

from msgspec import Meta

from masterpoint.core.books import rule
from masterpoint.core.charges import Assessment, Charge, amounts_of
from masterpoint.core.derivation import Remark, fact
from masterpoint.core.errors import Problem, Refused
from masterpoint.core.events import EventModel
from masterpoint.core.exact import exact
from masterpoint.core.sentences import sentence
from masterpoint.core.tariffs import Tariff
from masterpoint.schemes.abf.book import Book
from masterpoint.schemes.abf.rules.facts import Grade
from masterpoint.schemes.abf.rules.grades.weights import colour_of
from masterpoint.schemes.abf.rules.levies.event_levies import CONGRESS_LEVY, LEVY, is_grand_national, late_file
from masterpoint.schemes.abf.rules.levies.fines import FINE_EXEMPT
from masterpoint.schemes.abf.rules.levies.points import CLUB_GRADES, levy_on

OF_A_CLUB = {"green": "E", "red": "B4c", "gold": "A"}
"""B-97: the grade of reported points that come without one; gold is never a club's own, and has one levy."""
AUSTRALIA_WIDE = ("australia-wide", "australia wide")


class ReportedPoints(EventModel, frozen=True, kw_only=True):
    """All points of one colour in a return."""

    colour: Literal["green", "red", "gold"]
    points: Decimal


class ReportedFacts(EventModel, frozen=True, kw_only=True):
    """A return of points by player: what was reported, for which event, and when it came in."""

    reported: tuple[ReportedPoints, ...]
    ended: date
    """The last day of play."""
    received: date | None = None
    event: Annotated[str, Meta(max_length=200)] = ""
    grade: Grade | None = None
    """The grade of the event, for points of its colour."""
    level: str = "club"
    """Who reports them: a club, a region, a State."""


def reported_charges(book: Book, facts: ReportedFacts, tariff: Tariff) -> Assessment:
    """8.1: a levy on all points of the return, colour by colour, and the fine if the file came late."""
    problems = list(_problems(book, facts))
    if problems:
        raise Refused(problems)
    grades: dict[str, str] = {part.colour: _grade(book, facts, part.colour) for part in facts.reported}
    levy_grades = {colour: _levy_grade(facts, grade) for colour, grade in grades.items()}
    tariff.require(book, [f"levy_{grade}" for grade in levy_grades.values()], facts.ended)
    levies = [_levy(book, facts, tariff, part, grades[part.colour]) for part in facts.reported]
    fined = [levy for colour, levy in zip(grades, levies, strict=True) if not _exempt(facts, colour, grades[colour])]
    fine = late_file(book, facts.ended, facts.received, _exemption(facts, fined), tariff, fined)
    return Assessment((*levies, *fine), tuple(_remarks(book, facts, grades)))


def _problems(book: Book, facts: ReportedFacts) -> Iterator[Problem]:
    colours = [part.colour for part in facts.reported]
    for part in facts.reported:
        if not part.points.is_finite() or part.points <= 0 or colours.count(part.colour) > 1:
            fix = "give all points of a colour once, written as 12.50"
            yield book.problem(f"reported.{part.colour}", part.points, "this is not a sum of points", fix, "8.1")
    if facts.received is not None and facts.received < facts.ended:
        message = f"a credit file cannot arrive before the competition ended, on {facts.ended}"
        yield book.problem("received", facts.received, message, "check both days", "8.4a")
    if facts.grade is not None and colour_of(book, facts.grade) not in colours:
        message = f"points of this grade are {colour_of(book, facts.grade)}, and none are reported"
        yield book.problem("grade", facts.grade, message, "check the grade and the colour of the points", "8.3a")
    grade_colour = colour_of(book, facts.grade) if facts.grade else ""
    if facts.level != "club" and "red" in colours and grade_colour != "red":
        message = "the levy on red points depends on the grade of the event, and the grade is missing"
        red = [grade for grade in book.figures.grades.weights.value if colour_of(book, grade) == "red"]
        yield book.problem("grade", facts.grade or "", message, f"give one of: {', '.join(red)}", "8.3a")


def _grade(book: Book, facts: ReportedFacts, colour: str) -> str:
    """The grade of the points of a colour: the event's own, or that of a club's own events."""
    if facts.grade is not None and colour_of(book, facts.grade) == colour:
        return facts.grade
    return OF_A_CLUB[colour]


def _levy_grade(facts: ReportedFacts, grade: str) -> str:
    """8.3, 6.3e: the grade whose levy is charged; Australia-Wide Pairs pay as grade B4."""
    return "B4" if grade == "B" and any(name in facts.event.lower() for name in AUSTRALIA_WIDE) else grade


@rule
def _levy(book: Book, facts: ReportedFacts, tariff: Tariff, part: ReportedPoints, grade: str) -> Charge:
    levy_grade = _levy_grade(facts, grade)
    is_grade_given = facts.grade == grade
    template = (
        "points of grade {grade} reported" if is_grade_given else "{colour} points reported, taken as grade {grade}"
    )
    message = sentence(template, grade=grade, colour=part.colour)
    points = fact(exact(part.points), book.clause("8.1"), message, reading="" if is_grade_given else "B-97")
    dollars = tariff.step(book, f"levy_{levy_grade}", facts.ended)
    clause = book.clause("8.3a" if levy_grade == grade else "6.3e")
    return Charge(
        kind=LEVY if levy_grade in CLUB_GRADES else CONGRESS_LEVY,
        step=levy_on(points, dollars, clause, grade),
        day=facts.ended,
        amounts=amounts_of(tariff, [f"levy_{levy_grade}"], facts.ended),
        thing=f"grade {grade}",
    )


def _exempt(facts: ReportedFacts, colour: str, grade: str) -> bool:
    """8.4: whether a late file of these points is not fined."""
    return colour == "green" or grade in FINE_EXEMPT or is_grand_national(facts.event)


def _exemption(facts: ReportedFacts, fined: Sequence[Charge]) -> str:
    if fined:
        return ""
    if is_grand_national(facts.event):
        return "GNOT and GNP events are exempt"
    return "only the files of red and gold events are fined, and not those of club grades B4c and B5i"


def _remarks(book: Book, facts: ReportedFacts, grades: Mapping[str, str]) -> Iterator[Remark]:
    if grades.get("red") == "B4c" and facts.grade != "B4c":
        message = (
            "the red points are charged as grade B4c, a club's own; if it was a congress or a State event, "
            "take them back and report them with its grade"
        )
        yield book.remark("8.3a", message)
