"""Checks that the parts of an edition fit together: its ranks, its forms, and the fields and figures they rest on.

They run once, when the editions of a federation are loaded. Otherwise a missing part would be noticed only by the first
player page that needs it.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator

import msgspec

from masterpoint.core.derivation import Clauses
from masterpoint.core.editions import Edition
from masterpoint.core.errors import NoSuchClause, Problem
from masterpoint.core.event_fields import PARTS
from masterpoint.core.events import FORMS
from masterpoint.core.figure_checks import comma_list
from masterpoint.core.ranks import RankLadder, Rung

ProblemFor = Callable[[str, object, str, str], Problem]


def edition_problems(edition: Edition, colours: Collection[str]) -> Iterator[Problem]:
    """Everything an edition lacks; `colours` are those that any edition of the federation awards."""

    def problem_for(place: str, value: object, message: str, fix: str) -> Problem:
        return Problem(f"edition {edition.name}, {place}", str(value), message, fix)

    yield from _form_problems(edition, problem_for)
    yield from _field_problems(edition, problem_for)
    yield from _ladder_problems(edition.ranks, colours, problem_for)


def _form_problems(edition: Edition, problem_for: ProblemFor) -> Iterator[Problem]:
    for name, forms in (("forms", edition.forms), ("not_in_book", edition.not_in_book)):
        for form in forms:
            if form not in FORMS:
                yield problem_for(name, form, "there is no such form", f"write one of: {', '.join(FORMS)}")
    for form, number in edition.not_in_book.items():
        if number not in edition.clauses:
            yield problem_for(f"not_in_book, {form}", number, NO_CLAUSE, CITE)
    for form in edition.paid_by_place:
        if form not in edition.forms:
            yield problem_for("paid_by_place", form, "the edition has no rule for this form", "leave it out")
    for name, values in (("levels", edition.levels), ("colours", edition.colours)):
        if not values or len(set(values)) < len(values):
            yield problem_for(
                name, comma_list(values), "this must name at least one, each only once", "correct the list"
            )


def _field_problems(edition: Edition, problem_for: ProblemFor) -> Iterator[Problem]:
    field_names: dict[str, set[str]] = {"facts": set(edition.facts.__struct_fields__)}
    for part, label in PARTS.items():
        if label != "event":
            field_names[label] = set(part.__struct_fields__)
    for form, fields in edition.book.fields.items():
        field_names["event"] = set(FORMS[form].__struct_fields__)
        for name in sorted(fields.names):
            label, _, field = name.partition(".")
            if label not in field_names:
                yield problem_for(
                    f"fields.toml, {form}",
                    name,
                    "an event has no such part",
                    f"write one of: {comma_list(field_names)}",
                )
            elif field not in field_names[label]:
                fix = f"write a field of {label}: {comma_list(sorted(field_names[label]))}"
                yield problem_for(f"fields.toml, {form}", name, "there is no such field", fix)


def _ladder_problems(ladder: RankLadder, colours: Collection[str], problem_for: ProblemFor) -> Iterator[Problem]:
    rungs = ladder.rungs_up_to(0)
    if not rungs or any(not rung.needs for rung in rungs):
        yield problem_for(
            "ranks",
            comma_list(rung.name for rung in rungs),
            "there is no rank, or one that needs nothing",
            "give each rank a need",
        )
        return
    names = [rung.name for rung in rungs]
    for name in dict.fromkeys(name for name in names if names.count(name) > 1):
        yield problem_for("ranks", name, "two ranks have this name", "give each a name of its own")
    first_needs: dict[str, Rung] = {}
    for rung in rungs:
        for need in rung.needs:
            first_needs.setdefault(need.what, rung)
    for need_kind, rung in first_needs.items():
        if need_kind not in ladder.colours_by_need:
            fix = f'add colours_by_need["{need_kind}"], the colours that fill it'
            yield problem_for(
                "ranks.colours_by_need",
                comma_list(ladder.colours_by_need),
                f"{rung.name} needs {need_kind}, which is missing here",
                fix,
            )
        yield from _measure_problems(ladder, rung, need_kind, problem_for)
    filling = {
        colour: need_kind for need_kind, counted_colours in ladder.colours_by_need.items() for colour in counted_colours
    }
    for colour, need_kind in filling.items():
        if colour not in colours:
            message = f"{need_kind} counts {colour}, which no edition awards"
            yield problem_for(
                "ranks.colours_by_need", colour, message, f"name colours of the federation: {comma_list(colours)}"
            )
        if colour not in ladder.won_in:
            message, fix = (
                f"{need_kind} counts {colour}, which is missing here",
                f'add won_in["{colour}"], where it is won',
            )
            yield problem_for("ranks.won_in", comma_list(ladder.won_in), message, fix)
        if colour not in ladder.holding_parts:
            message = f"{need_kind} counts {colour}, which is missing here"
            yield problem_for(
                "ranks.holding_parts", comma_list(ladder.holding_parts), message, f'add "{colour}" to `holding_parts`'
            )


def _measure_problems(ladder: RankLadder, rung: Rung, need_kind: str, problem_for: ProblemFor) -> Iterator[Problem]:
    """Whether a need can be measured for somebody who holds nothing."""
    need = next(need for need in rung.needs if need.what == need_kind)
    try:
        ladder.measure_for({})(rung, need)
    except NoSuchClause as error:
        yield from error.problems
    except (LookupError, TypeError, ValueError, ArithmeticError) as error:
        message = f"this cannot be measured in a holding ({type(error).__name__} {error})"
        yield problem_for(
            "ranks.measure_for",
            need_kind,
            message,
            f"let `measure_for` answer for the {need_kind} that {rung.name} needs",
        )


NO_CLAUSE, CITE = "the book has no such clause", "cite one of clauses.csv"


def clause_problem(place: str, number: str, clauses: Clauses) -> Iterator[Problem]:
    """The problem with a clause cited outside the rules, if the book has no such clause."""
    if number and number not in clauses:
        yield Problem(place, number, NO_CLAUSE, CITE)


def struct_texts(data: msgspec.Struct, ending: str) -> Iterator[tuple[str, str]]:
    """The text fields of a struct whose names have this ending: `clause`, `barred_clause`."""
    for name in data.__struct_fields__:
        value = getattr(data, name)
        if name.endswith(ending) and isinstance(value, str):
            yield name, value
