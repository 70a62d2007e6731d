"""Editions: a handbook as a value that reads like a table of contents, with a first day and no last."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from datetime import date
from typing import Any

import msgspec

from masterpoint.core.books import Book
from masterpoint.core.derivation import Clause, Clauses, Remark, Result, Step
from masterpoint.core.doubts import doubts
from masterpoint.core.errors import MasterpointError, NotReadable, NotUnderstood, Problem, Refused
from masterpoint.core.event_fields import given_values
from masterpoint.core.events import AnyEvent, form_of
from masterpoint.core.fields import (
    FormFields,
    Outcome,
    fields_to_try,
    idle_fields,
    idle_remarks,
    outcome_of,
    unusable_problems,
)
from masterpoint.core.idle_rankings import has_other_grounds
from masterpoint.core.interpretations import Reading
from masterpoint.core.parsing import facts_from
from masterpoint.core.precedents import Precedents, outline_of
from masterpoint.core.ranks import RankLadder
from masterpoint.core.schema_problems import schema_problems
from masterpoint.core.typed_data import convert

Awarding = Callable[[Any], Result]


class Worksheet(msgspec.Struct, frozen=True):
    """A computation in the book that is not about an event: gold points, fees, ratings, deadlines, entitlements."""

    title: str
    clause: Clause
    facts: type[msgspec.Struct]
    """The facts it needs, typed."""
    answers: Callable[[Any], Sequence[Step | Remark]]


class Programme(msgspec.Struct, frozen=True):
    """The checks that a book makes on one organisation's year."""

    facts: type[msgspec.Struct]
    findings: Callable[[Any], Sequence[Remark]]


class Edition(msgspec.Struct, frozen=True, eq=False):
    """One edition as a table of contents: a book, and the rules that answer each form by it."""

    book: Book[Any]
    facts: type[msgspec.Struct]
    """What `[facts]` of an event may hold."""
    levels: Sequence[str]
    """The organisers the book knows, lowest first."""
    colours: Sequence[str]
    forms: Mapping[str, Awarding]
    not_in_book: Mapping[str, str]
    """Forms the book has no scale for, each with the clause that says where to look instead."""
    ranks: RankLadder
    worksheets: Mapping[str, Worksheet] = {}
    programme: Programme | None = None
    grades: Sequence[str] = ()
    """The statuses, grades or classes an event may be given, as the book writes them."""
    formalities: Callable[[AnyEvent], Sequence[Remark]] | None = None
    """Licence, charge code, rate and deadlines of an event."""
    hints: Callable[[str], Mapping[str, Any]] | None = None
    """What the charge code of a results file says about its event, as fields of the vocabulary."""
    code_problems: Callable[[AnyEvent, str], Sequence[Problem]] | None = None
    """What is wrong with the charge code that a file gives its event."""
    sections_apart: bool = False
    """Whether each section is a ranking list of its own, even if all were scored as one field."""
    paid_by_place: Collection[str] = ()
    """Forms in which an award depends only on the entry's own place and on what the event gives besides places and day.

    Ignored if an edition replaces rules: the replacements may look at more than one place.
    """
    precedents: Precedents = msgspec.field(default_factory=Precedents)

    @property
    def scheme(self) -> str:
        return self.book.scheme

    @property
    def name(self) -> str:
        """The name of the edition's folder: `2014`."""
        return self.book.edition

    @property
    def title(self) -> str:
        return self.book.title

    @property
    def in_force_from(self) -> date:
        return self.book.in_force_from

    @property
    def clauses(self) -> Clauses:
        return self.book.clauses

    @property
    def readings(self) -> Sequence[Reading]:
        return self.book.readings

    def award(self, event: AnyEvent, register_fields: Collection[str] = ()) -> Result:
        """The awards and remarks for an event, or the reasons why the book refuses it.

        A remark names each given field that changed nothing, except `register_fields`, which the register filled in.
        """
        form = form_of(event)
        outline = (
            outline_of(event) if form in self.paid_by_place and not self.book.rules and not register_fields else None
        )
        if outline is None:
            return self.judge(event, register_fields)
        result = self.precedents.result(event, outline)
        if result is None:
            result = self.judge(event, register_fields)
            self.precedents.keep(outline, result)
        return result

    def judge(self, event: AnyEvent, register_fields: Collection[str] = ()) -> Result:
        """The same by rules and checks alone, without looking at precedents."""
        form_fields = self.book.fields.get(form_of(event))
        if form_fields is None:
            return self.by_rule(event)
        fields = self._given_values(event, register_fields)
        result = self._by_rule_and_fields(event, fields, form_fields)
        if not result.awards:
            return result
        clause = result.awards[0].step.clause
        extra_remarks = [Remark(clause, message) for message in doubts(event)]
        candidates = fields_to_try(event, fields, form_fields)
        if candidates or has_other_grounds(event):
            extra_remarks += idle_remarks(idle_fields(event, candidates, self._outcome, result), event, clause)
        return msgspec.structs.replace(result, remarks=(*result.remarks, *extra_remarks)) if extra_remarks else result

    def judge_again(self, event: AnyEvent, register_fields: Collection[str] = ()) -> Result:
        """The same without the search for fields that changed nothing, for callers that only compare awards."""
        form_fields = self.book.fields.get(form_of(event))
        if form_fields is None:
            return self.by_rule(event)
        return self._by_rule_and_fields(event, self._given_values(event, register_fields), form_fields)

    def _given_values(self, event: AnyEvent, register_fields: Collection[str]) -> Mapping[str, Any]:
        fields = given_values(event, self.facts)
        return (
            {name: value for name, value in fields.items() if name not in register_fields}
            if register_fields
            else fields
        )

    def _by_rule_and_fields(self, event: AnyEvent, fields: Mapping[str, Any], form_fields: FormFields) -> Result:
        """What the rules give, or every problem of the rules and of fields that the form cannot use."""
        problems = unusable_problems(fields, form_of(event), form_fields, self.book.title)
        try:
            result = self.by_rule(event)
        except Refused as refusal:
            raise Refused([*problems, *refusal.problems]) from None
        if problems:
            raise Refused(problems)
        return result

    def _outcome(self, event: AnyEvent, result: Result | None = None) -> Outcome:
        """Everything the book says about an event, in a form that can be compared."""
        try:
            formalities = self.formalities(event) if self.formalities else ()
            return Outcome(
                outcome_of(result or self.by_rule(event)),
                {str(remark.message): remark.clause for remark in formalities},
            )
        except MasterpointError as refusal:
            return Outcome(str(refusal))

    def by_rule(self, event: AnyEvent) -> Result:
        """What the rules for this form give."""
        form = form_of(event)
        if form in self.forms:
            try:
                return self.forms[form](event)
            except Refused as refusal:
                raise Refused(self.with_title(refusal.problems)) from None
        clause = self.not_in_book.get(form)
        message = f"the {self.title} has no scale for a {form}" if clause else f"{self.scheme} has no form {form}"
        fix = f"forms it has: {', '.join(self.forms)}"
        if clause:
            fix = f"{self.clauses[clause].gist}; {fix}"
        raise Refused(
            self.book.problem("form", form, message, fix, clause) if clause else Problem("form", form, message, fix)
        )

    def with_title(self, problems: Iterable[Problem]) -> Iterator[Problem]:
        """The problems, each with this title if it cites a clause: a table does not know its edition."""
        for problem in problems:
            yield msgspec.structs.replace(problem, edition=self.title) if problem.clause else problem

    def facts_of(self, event: AnyEvent) -> Any:
        return facts_from(event, self.facts)


def in_force(editions: Sequence[Edition], on: date) -> Edition:
    """The edition that judges a day of play."""
    current = [edition for edition in editions if edition.in_force_from <= on]
    if not current:
        first = editions[0]
        raise NotUnderstood(
            Problem(
                "day",
                on.isoformat(),
                f"before the first edition included here, {first.title}",
                f"give a day from {first.in_force_from.isoformat()} on",
            )
        )
    return current[-1]


def work_out(edition: Edition, name: str, raw: dict[str, Any]) -> Sequence[Step | Remark]:
    """Fill in a worksheet: raw facts in, steps out; all problems at once."""
    if name not in edition.worksheets:
        raise NotUnderstood(
            Problem("worksheet", name, f"{edition.scheme} has no such worksheet", _choices(edition.worksheets))
        )
    sheet = edition.worksheets[name]
    problems = _own_problems(raw, sheet.facts, "worksheet")
    if problems:
        raise NotReadable(problems)
    try:
        return sheet.answers(convert(raw, sheet.facts))
    except Refused as refusal:
        raise Refused(edition.with_title(refusal.problems)) from None


def _own_problems(raw: dict[str, Any], facts: type[msgspec.Struct], sheet_kind: str) -> list[Problem]:
    """Problems in the facts of a worksheet or a programme, without a pointer to the schema of events."""
    names = ", ".join(field.encode_name for field in msgspec.structs.fields(facts))
    problems = []
    for problem in schema_problems(raw, facts):
        if problem.prompt == "schema":
            hint = "" if "." in problem.place else f"; this {sheet_kind} asks for: {names}"
            problem = msgspec.structs.replace(problem, fix=f"{problem.fix}{hint}", prompt="")
        problems.append(problem)
    return problems


def check_programme(edition: Edition, raw: dict[str, Any]) -> Sequence[Remark]:
    """A year's programme of one organisation against what the book allows."""
    if edition.programme is None:
        raise NotUnderstood(
            Problem("programme", "", f"{edition.title} sets no limits on a year's programme", "nothing to check")
        )
    problems = _own_problems(raw, edition.programme.facts, "programme")
    if problems:
        raise NotReadable(problems)
    return edition.programme.findings(convert(raw, edition.programme.facts))


def _choices(names: Mapping[str, Any]) -> str:
    return f"write one of: {', '.join(names)}" if names else "it has none"
