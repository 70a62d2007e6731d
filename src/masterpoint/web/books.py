"""The handbooks as pages: clauses with what the program does, readings, and a calculator for every form."""

from __future__ import annotations

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render

from masterpoint import schemes
from masterpoint.centre.filing import explaining
from masterpoint.core.editions import Edition
from masterpoint.core.errors import MasterpointError
from masterpoint.core.reading import event_from, parse
from masterpoint.core.telling import result_as_data
from masterpoint.schemes.families.handbook import chapters_of, examples_of, scales_of
from masterpoint.web import calculating

LONGEST_EVENT = 200_000


def books(request: HttpRequest) -> HttpResponse:
    editions = [edition for editions in schemes.FEDERATIONS.values() for edition in editions]
    return render(request, "masterpoint/books.html", {"editions": editions})


def book(request: HttpRequest, scheme: str) -> HttpResponse:
    edition = _edition(scheme)
    treatment = request.GET.get("done", "")
    chapters = [
        (title, [clause for clause in clauses if not treatment or clause.treatment == treatment])
        for title, clauses in chapters_of(edition.package, edition.clauses)
    ]
    treatments = sorted({clause.treatment for clause in edition.clauses.values() if clause.treatment})
    context = {"edition": edition, "chapters": chapters, "treatment": treatment, "treatments": treatments}
    return render(request, "masterpoint/book.html", context)


def readings(request: HttpRequest, scheme: str) -> HttpResponse:
    return render(request, "masterpoint/readings.html", {"edition": _edition(scheme)})


def scales(request: HttpRequest, scheme: str) -> HttpResponse:
    """The printed tables that the edition keeps as data."""
    edition = _edition(scheme)
    return render(request, "masterpoint/scales.html", {"edition": edition, "scales": scales_of(edition.package)})


def calculator(request: HttpRequest) -> HttpResponse:
    editions = [schemes.edition_for(scheme) for scheme in schemes.FEDERATIONS]
    return render(request, "masterpoint/calculator.html", {"editions": editions})


def calculate(request: HttpRequest, scheme: str) -> HttpResponse:
    """The common events by a few fields, in the address, so that an answer can be kept or sent on."""
    edition = _edition(scheme)
    told = calculating.told_by(scheme, edition, request.GET)
    context = {
        "edition": edition,
        "chosen": told,
        "kinds": {form: says for form, says in calculating.FORMS.items() if form in edition.forms},
        "contests": calculating.CONTESTS,
        "grade_name": calculating.KINDS.get(scheme, calculating.Kind()).grade_name,
        "examples": [(form, _title(text)) for form, text in examples_of(edition.package).items()],
        "asked": bool(request.GET),
    }
    return render(request, "masterpoint/calculate.html", context | calculating.answer(scheme, told))


def _title(example: str) -> str:
    """What an example tells of, from its first line."""
    return example.partition("\n")[0].lstrip("# ").strip()


def work_out(request: HttpRequest, scheme: str, form: str) -> HttpResponse:
    """What would this pay? The example is ready to be changed; every figure is explained."""
    edition = _edition(scheme)
    examples = examples_of(edition.package)
    if form not in examples:
        raise Http404
    text = request.POST.get("event", examples[form])[:LONGEST_EVENT].replace("\r\n", "\n")
    context: dict[str, Any] = {"edition": edition, "form": form, "text": text, "title": _title(examples[form])}
    try:
        result = schemes.award(event_from(parse(text, source="the event"), schemes.FACTS))
    except MasterpointError as error:
        context["problems"] = error.problems
    else:
        told = result_as_data(result)
        context |= {"told": told, "awards": explaining.everything(told)}
    return render(request, "masterpoint/work_out.html", context)


def _edition(scheme: str) -> Edition:
    if scheme not in schemes.FEDERATIONS:
        raise Http404
    return schemes.edition_for(scheme)
