"""8.1, 8.3 and 8.4: the levy on the points of an event, and the fine for a credit file that comes late."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import date

from masterpoint.core.books import rule
from masterpoint.core.charges import Assessment, Charge, amounts_of
from masterpoint.core.derivation import Award, Remark, Result, derive, fact, nothing
from masterpoint.core.errors import Refused
from masterpoint.core.events import AnyEvent, EventModel
from masterpoint.core.heads import heads_of
from masterpoint.core.issued_points import issued_to, points_issued
from masterpoint.core.mechanisms import total
from masterpoint.core.sentences import sentence
from masterpoint.core.tariffs import Amount, Tariff
from masterpoint.schemes.abf.book import Book
from masterpoint.schemes.abf.rules.grades.congresses import session_count
from masterpoint.schemes.abf.rules.grades.state_events import is_australia_wide
from masterpoint.schemes.abf.rules.grades.terms import Terms, terms_of
from masterpoint.schemes.abf.rules.grades.weights import grade_of_award
from masterpoint.schemes.abf.rules.levies.fines import FINE_EXEMPT, file_fine
from masterpoint.schemes.abf.rules.levies.points import CLUB_GRADES, levy_on

LEVY, CONGRESS_LEVY, LATE_FILE = "levy", "congress levy", "late file"
GRAND_NATIONAL = ("grand national", "gnot", "gnp")


class LevyFacts(EventModel, frozen=True, kw_only=True):
    """The facts that are needed besides the event."""

    received: date | None = None
    """The day the Centre received the credit file (8.4)."""
    state_wide: bool = False
    """A single session of grade B4s held all over the State (6.2.1, note)."""


class Rate(EventModel, frozen=True, kw_only=True):
    """The grade whose levy is charged, the clause that says so, and whether it is reported as a congress."""

    grade: str
    clause: str = "8.3a"
    congress: bool = False


def event_charges(book: Book, result: Result, facts: LevyFacts, tariff: Tariff) -> Assessment:
    """8.1: a levy on all points of the event, grade by grade, and the fine if the file came late."""
    event = result.event
    terms = terms_of(book, event)
    _require_order(book, event.day, facts.received)
    rates = {grade: _rate(book, event, terms, facts, grade) for grade in _grades(result, terms)}
    tariff.require(book, [f"levy_{rate.grade}" for rate in rates.values()], event.day)
    levies = [_levy(book, result, terms, tariff, grade, rate) for grade, rate in rates.items()]
    fine = late_file(book, event.day, facts.received, _exempt(terms, event), tariff, levies)
    return Assessment((*levies, *fine), tuple(_remarks(book, event, terms, facts)))


def _require_order(book: Book, day: date, received: date | None) -> None:
    if received is not None and received < day:
        message = f"a credit file cannot arrive before the competition ended, on {day}"
        raise Refused(book.problem("received", received, message, "check both days", "8.4a"))


def _grades(result: Result, terms: Terms) -> list[str]:
    """The grades at which points were issued; the event's own grade if none were."""
    grades = dict.fromkeys(_grade(award, terms) for award in result.awards if award.points)
    return list(grades) or [terms.grade]


def _grade(award: Award, terms: Terms) -> str:
    return grade_of_award(award) or terms.grade


@rule
def _rate(book: Book, event: AnyEvent, terms: Terms, facts: LevyFacts, grade: str) -> Rate:
    """8.1, 8.3: the grade's own levy; two kinds of event are reported as congresses, and pay as grade B4."""
    if is_australia_wide(event, terms.facts):
        return Rate(grade="B4", clause="6.3e", congress=True)
    if facts.state_wide and terms.grade == "B4s" and session_count(book, event) == 1:
        return Rate(grade="B4", clause="6.2.1 note", congress=True)
    return Rate(grade=grade, congress=terms.grade not in CLUB_GRADES)


def _levy(book: Book, result: Result, terms: Terms, tariff: Tariff, grade: str, rate: Rate) -> Charge:
    event, name = result.event, f"levy_{rate.grade}"
    heads = issued_to(event, [award for award in result.awards if _grade(award, terms) == grade])
    points_total = points_issued(heads)
    if not points_total:
        step = nothing(book.clause("8.1"), "no points were issued: no levy")
    else:
        points = fact(points_total, book.clause("8.1"), sentence("points of grade {grade} issued", grade=grade))
        dollars = tariff.step(book, name, event.day)
        step = levy_on(points, dollars, book.clause(rate.clause), grade)
    return Charge(
        kind=CONGRESS_LEVY if rate.congress else LEVY,
        step=step,
        day=event.day,
        heads=heads or heads_of(event),
        amounts=amounts_of(tariff, [name], event.day),
        exemption="" if points_total else "no points were issued",
        thing=f"grade {grade}",
    )


def late_file(
    book: Book, last_day: date, received: date | None, exemption: str, tariff: Tariff, levies: Sequence[Charge]
) -> Iterator[Charge]:
    """8.4: for a late red or gold credit file, a part of the event's levy for each month begun."""
    if received is None or (received - last_day).days <= book.figures.levies.late_credits.value:
        return
    if exemption:
        fine = nothing(book.clause("8.4a"), sentence("no fine for the late file: {why}", why=exemption))
    else:
        tariff.require(book, ["late_file_rate"], received)
        levy = derive(
            total, *[charge.step for charge in levies], clause=book.clause("8.1"), message="levy of the event"
        )
        rate = tariff.step(book, "late_file_rate", received)
        fine = file_fine(book, (received - last_day).days, levy, rate)
    yield Charge(
        kind=LATE_FILE,
        step=fine,
        day=received,
        amounts=(*_rates(levies), *amounts_of(tariff, ["late_file_rate"], received)),
        exemption=exemption,
    )


def _rates(levies: Sequence[Charge]) -> list[Amount]:
    return list(dict.fromkeys(amount for levy in levies for amount in levy.amounts))


def _exempt(terms: Terms, event: AnyEvent) -> str:
    """8.4: why a late file of this event is not fined; empty if it is fined."""
    if terms.colour == "green":
        return "only the files of red and gold events are fined"
    if terms.grade in FINE_EXEMPT:
        return f"club events of grade {terms.grade} are exempt"
    if terms.rule == "gnot" or is_grand_national(f"{event.name} {terms.facts.national_event}"):
        return "GNOT and GNP events are exempt"
    return ""


def is_grand_national(name: str) -> bool:
    """8.4, B-93: whether the name of an event shows that it belongs to the GNOT or the GNP."""
    return any(mark in name.lower() for mark in GRAND_NATIONAL)


def _remarks(book: Book, event: AnyEvent, terms: Terms, facts: LevyFacts) -> Iterator[Remark]:
    one_session = terms.grade == "B4s" and session_count(book, event) == 1
    if one_session and not facts.state_wide:
        yield book.remark("6.2.1 note", "charged as grade B4s; if it was held State-wide, say so: then as grade B4")
    if facts.state_wide and not one_session:
        message = "state_wide changes nothing: it is about a single session of grade B4s"
        yield book.remark("6.2.1 note", message)
    if terms.facts.congress == "tour":
        yield book.remark("5.1.2g", "the State secretary forwards the credits of a tour once the levy is paid")
