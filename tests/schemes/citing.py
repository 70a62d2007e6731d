"""The clauses a case makes the program cite: in steps, remarks, findings and refusals."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from masterpoint import schemes
from masterpoint.core.derivation import Remark, Step, trail
from masterpoint.core.editions import Edition, check_programme, work_out
from masterpoint.core.errors import MasterpointError
from masterpoint.core.parsing import event_from


def cited_by(edition: Edition, case: dict[str, Any]) -> Iterator[str]:
    """Whatever the case is: a worksheet, a programme, or an event."""
    try:
        if "sheet" in case:
            yield from of_answers(work_out(edition, case["sheet"], case["asks"]))
        elif "programme" in case:
            yield from of_answers(check_programme(edition, case["programme"]))
        else:
            yield from of_event(edition, case["event"], is_refused="refused" in case)
    except MasterpointError as refusal:
        book = next(iter(edition.clauses.values())).book
        yield from (problem.clause.removeprefix(f"{book} ") for problem in refusal.problems)


def of_answers(answers: Iterable[Step | Remark]) -> Iterator[str]:
    for answer in answers:
        if isinstance(answer, Remark):
            yield answer.clause.number
        else:
            yield from (step.clause.number for step in trail(answer))


def of_event(edition: Edition, raw: dict[str, Any], *, is_refused: bool = False) -> Iterator[str]:
    """Of an event's formalities and its awards."""
    event = event_from(raw, schemes.FACTS)
    if edition.formalities is not None:
        yield from of_answers(edition.formalities(event))
    result = edition.award(event) if is_refused else edition.by_rule(event)
    yield from of_answers(result.remarks)
    yield from of_answers(award.step for award in result.awards)
