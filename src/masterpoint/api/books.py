"""Schemes: their editions in this program, with clauses, readings and examples."""

from __future__ import annotations

from collections import Counter
from datetime import date

from django.http import HttpRequest
from ninja import Router

from masterpoint import schemes
from masterpoint.api.callers import anyone
from masterpoint.api.errors import not_found
from masterpoint.api.params import OnDay, SchemeCode, Treatment
from masterpoint.api.schemas import ClauseOut, ExampleOut, ReadingOut, SchemeOut
from masterpoint.core.editions import Edition
from masterpoint.schemes.examples import example_on

router = Router(tags=["Schemes"], auth=anyone("read"))


@router.get("/schemes", response=list[SchemeOut], operation_id="schemes")
def all_schemes(request: HttpRequest) -> list[SchemeOut]:
    """Every edition of every book in this program."""
    return [_scheme_out(edition) for federation in schemes.FEDERATIONS.values() for edition in federation.editions]


@router.get("/schemes/{scheme}", response=SchemeOut, operation_id="scheme")
def scheme(request: HttpRequest, scheme: SchemeCode, on: OnDay = None) -> SchemeOut:
    """The edition of a scheme in force on a day."""
    return _scheme_out(_edition(scheme, on))


@router.get("/schemes/{scheme}/clauses", response=list[ClauseOut], operation_id="clauses")
def clauses(
    request: HttpRequest, scheme: SchemeCode, treatment: Treatment | None = None, on: OnDay = None
) -> list[ClauseOut]:
    """Every clause of the book in order, and whether it is computed, checked, recorded or left to people."""
    edition = _edition(scheme, on)
    return [
        ClauseOut(
            clause=clause.number,
            chapter=chapter,
            treatment=clause.treatment,
            recorded_by=list(clause.recorded_by),
            kinds=list(clause.kinds),
            gist=clause.gist,
        )
        for chapter, clauses in edition.book.chapters.items()
        for clause in clauses
        if treatment is None or clause.treatment == treatment
    ]


@router.get("/schemes/{scheme}/readings", response=list[ReadingOut], operation_id="readings")
def readings(request: HttpRequest, scheme: SchemeCode, on: OnDay = None) -> list[ReadingOut]:
    """Where the book has misprints, contradictions or gaps: the reading we chose, and why."""
    names = ReadingOut.model_fields
    edition_readings = _edition(scheme, on).readings
    return [ReadingOut(**{name: getattr(reading, name) for name in names}) for reading in edition_readings]


@router.get("/schemes/{scheme}/examples", response=list[ExampleOut], operation_id="examples")
def examples(request: HttpRequest, scheme: SchemeCode, on: OnDay = None) -> list[ExampleOut]:
    """A commented event of each form, which can be sent to `award`."""
    edition = _edition(scheme, on)
    return [ExampleOut(form=form, event=example_on(edition, form, on, date.today())) for form in edition.book.examples]


def _edition(scheme: str, on: date | None) -> Edition:
    if scheme not in schemes.FEDERATIONS:
        raise not_found("scheme", scheme)
    return schemes.edition_for(scheme, on) if on else schemes.edition_or_first(scheme, date.today())


def _scheme_out(edition: Edition) -> SchemeOut:
    return SchemeOut(
        scheme=edition.scheme,
        title=edition.title,
        in_force_from=edition.in_force_from,
        forms=list(edition.forms),
        colours=list(edition.colours),
        levels=list(edition.levels),
        clauses=dict(Counter(clause.treatment for clause in edition.clauses.values())),
        readings=len(edition.readings),
    )
