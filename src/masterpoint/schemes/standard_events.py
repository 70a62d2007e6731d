"""The events that two editions are compared by: the examples of both, the worked cases of these and of all before them,
the examples at every number that changed, and single sessions of many sizes.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Literal

import msgspec

from masterpoint.core.editions import Edition
from masterpoint.core.errors import NotReadable, Problem
from masterpoint.core.federations import Federation
from masterpoint.core.parsing import event_from, parse
from masterpoint.core.seats import CONTESTANTS_PER_TABLE
from masterpoint.schemes.cases import Case, cases_of_edition

Kind = Literal["example", "case", "limit", "size", "worksheet", "programme"]
MAX_BOARDS, MAX_NUMBERS = 200, 24
TABLES = (4, 8, 12, 20, 40, 80)
"""The sizes in which single sessions are played."""


class StandardEvent(msgspec.Struct, frozen=True):
    """One event, worksheet or year that both editions answer."""

    kind: Kind
    label: str
    """What it is, in words."""
    data: Mapping[str, Any]
    number: int = 0
    """The boards or tables it has instead of those of the example it was made from."""
    name: str = ""
    """The name of a worksheet."""

    @property
    def unit(self) -> str:
        """What its number counts."""
        return {"limit": "boards", "size": "tables"}.get(self.kind, "")


def standard_events(
    federation: Federation, earlier: Edition, later: Edition, numbers: Sequence[int]
) -> tuple[StandardEvent, ...]:
    """Everything that is judged, or everything that is wrong with the examples and cases of the later edition."""
    problems: list[Problem] = []
    examples = dict(_examples(earlier, later, problems))
    cases = list(_cases(federation, earlier, later, problems))
    if problems:
        raise NotReadable(problems)
    events = [StandardEvent("example", label, data) for label, data in examples.items()]
    events += (event for label, data in examples.items() for event in _with_boards(label, data, numbers))
    sizes = sorted({*TABLES, *[number for number in numbers if number <= max(TABLES)]})
    events += (event for label, data in examples.items() for event in _with_tables(label, data, sizes))
    events += cases
    return tuple(events)


def numbers_tried(changed_numbers: Iterable[int], between: Iterable[int] = ()) -> list[int]:
    """The numbers that changed and those just below them, as boards or tables that an event may have.

    Those between an old and a new number are tried where there are not too many.
    """
    candidates = [candidate for number in sorted(changed_numbers) for candidate in (number - 1, number)] + sorted(
        between
    )
    possible = dict.fromkeys(number for number in candidates if 0 < number <= MAX_BOARDS)
    return sorted([*possible][:MAX_NUMBERS])


def _examples(earlier: Edition, later: Edition, problems: list[Problem]) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """The examples of both editions; problems are those of examples that are new or changed in the later one."""
    texts = [(earlier, name, text) for name, text in earlier.book.examples.items()]
    changed_items = [item for item in later.book.examples.items() if earlier.book.examples.get(item[0]) != item[1]]
    texts += [(later, name, text) for name, text in changed_items]
    labels: Counter[str] = Counter()
    for edition, name, text in texts:
        place = f"{edition.name}/examples/{name}.toml"
        try:
            data = parse(text, source=place)
            if edition is later:
                event_from(data, {edition.scheme: edition.facts})
        except NotReadable as error:
            if edition is later:
                problems += [_in_file(problem, place) for problem in error.problems]
            continue
        words, title = name.replace("-", " "), data.get("name")
        label = title if isinstance(title, str) and title else f"{words[:1].upper()}{words[1:]}"
        labels[label] += 1
        yield f"{label} ({words})" if labels[label] > 1 else label, data


def _in_file(problem: Problem, place: str) -> Problem:
    if problem.place.startswith(place):
        return problem
    return msgspec.structs.replace(problem, place=f"{place}, {problem.place}")


def _cases(
    federation: Federation, earlier: Edition, later: Edition, problems: list[Problem]
) -> Iterator[StandardEvent]:
    """The worked cases of both editions and of all before them, each once: a new edition need not repeat them."""
    judged = set()
    before = [edition for edition in federation.editions if edition.in_force_from < later.in_force_from]
    for edition in dict.fromkeys(edition.name for edition in (earlier, later, *before)):
        try:
            cases = cases_of_edition(federation, edition)
        except NotReadable as error:
            problems += error.problems
            continue
        for case in cases:
            standard = _of_case(case)
            key = msgspec.json.encode([standard.kind, standard.name, standard.data], order="sorted", enc_hook=str)
            if key not in judged:
                judged.add(key)
                yield standard


def _of_case(case: Case) -> StandardEvent:
    label = f"{case['clause']}: {case['name']}"
    if "sheet" in case:
        return StandardEvent("worksheet", label, case.get("asks", {}), name=case["sheet"])
    if "programme" in case:
        return StandardEvent("programme", label, case["programme"])
    return StandardEvent("case", label, case["event"])


def _with_boards(label: str, data: Mapping[str, Any], numbers: Iterable[int]) -> Iterator[StandardEvent]:
    """An example with other boards."""
    for number in numbers if isinstance(data.get("boards"), int) else ():
        if number != data["boards"]:
            yield StandardEvent("limit", label, {**data, "boards": number}, number)


def _with_tables(label: str, data: Mapping[str, Any], sizes: Iterable[int]) -> Iterator[StandardEvent]:
    """A single session with other numbers of tables, ranked from the first to the last."""
    lists, contest = data.get("lists"), data.get("contest")
    if data.get("form") != "session" or not isinstance(lists, list) or str(contest) not in CONTESTANTS_PER_TABLE:
        return
    directions = any("direction" in ranking for ranking in lists)
    for tables in sizes:
        count = tables if directions else tables * CONTESTANTS_PER_TABLE[str(contest)]
        places = " ".join(str(place) for place in range(1, count + 1))
        new_lists = [_without_entries(ranking) | {"places": places} for ranking in (lists if directions else lists[:1])]
        yield StandardEvent("size", label, {**data, "lists": new_lists}, tables)


def _without_entries(ranking: Mapping[str, Any]) -> dict[str, Any]:
    """A list without its entries."""
    return {name: value for name, value in ranking.items() if name in ("section", "direction")}
