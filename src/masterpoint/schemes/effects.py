"""What two editions give the same events: who receives something different, grouping events with the same outcome."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

import msgspec

from masterpoint.core.derivation import Remark
from masterpoint.core.editions import Edition, check_programme, work_out
from masterpoint.core.errors import MasterpointError, NoSuchClause
from masterpoint.core.events import AnyEvent
from masterpoint.core.exact import Exact, figure_text, grouped_text
from masterpoint.core.parsing import event_from
from masterpoint.core.sentences import join_words
from masterpoint.core.serialisation import entry_name
from masterpoint.core.traversal import with_entries
from masterpoint.schemes.changed_values import NOTHING
from masterpoint.schemes.compare import Row, cells_of, rows_of, with_numbers
from masterpoint.schemes.standard_events import StandardEvent

EVERYBODY, OTHERS = "everybody", "others"
FEW = 3
"""The most contestants that are named; of more, the first and how many others."""
MANY = 8
"""The most different awards that are named when a whole event takes one line."""
SAME_FOR_ALL = ("newly paid", "no longer paid", "newly refused", "no longer refused", "refused for another reason")
"""Verdicts on an event as a whole."""


class Outcome(msgspec.Struct, frozen=True):
    """What one edition says: who receives what, the answers of a worksheet, or why there are none."""

    awards: tuple[str, ...] = ()
    """What each entry receives, in the order of the event."""
    points: tuple[Mapping[str, Exact], ...] = ()
    answers: Mapping[str, tuple[str, ...]] = {}
    """Of a worksheet or a programme: from the words of a figure to its values, from a clause to its remarks."""
    refusal: str = ""
    failure: str = ""
    """What went wrong, if the rules could not work it out at all."""

    @property
    def pays(self) -> bool:
        return any(any(colours.values()) for colours in self.points)


class Difference(msgspec.Struct, frozen=True):
    """What some contestants receive under each edition."""

    who: str
    before: str
    after: str


class Effect(msgspec.Struct, frozen=True):
    """What a change does to events that all have the same outcome."""

    events: tuple[str, ...]
    """What they are, each with the variations of it that end so."""
    count: int
    """How many there are, with all variations."""
    rows: tuple[Difference, ...]


class Effects(msgspec.Struct, frozen=True):
    """All events with the same verdict."""

    verdict: str
    """In few words: newly paid, paid less, newly refused …"""
    count: int
    effects: tuple[Effect, ...]


def effects_on(events: Sequence[StandardEvent], earlier: Edition, later: Edition) -> tuple[Effects, ...]:
    """Every event that ends differently, grouped by verdict and by who receives what."""
    groups: dict[str, dict[tuple[Difference, ...], list[StandardEvent]]] = {}
    for event in events:
        before, after, rows = _outcomes(event, earlier, later)
        if before != after:
            verdict = _verdict(before, after)
            differences = tuple(_differences(verdict, before, after, rows))
            groups.setdefault(verdict, {}).setdefault(differences, []).append(event)
    result = []
    for verdict, events_by_difference in groups.items():
        effects = tuple(
            Effect(tuple(_labels(same_events)), len(same_events), rows)
            for rows, same_events in events_by_difference.items()
        )
        result.append(Effects(verdict, sum(effect.count for effect in effects), effects))
    return tuple(result)


def _labels(events: Iterable[StandardEvent]) -> Iterator[str]:
    """Each event once, with all its variations: `Tuesday pairs, 9 to 11 boards`."""
    variations: dict[tuple[str, str], list[int]] = {}
    for event in events:
        variations.setdefault((event.label, event.unit), []).append(event.number)
    for (label, unit), numbers in variations.items():
        yield f"{label}, {in_ranges(numbers)} {unit if numbers != [1] else unit[:-1]}" if unit else label


def in_ranges(numbers: Sequence[int]) -> str:
    """`9 to 12, 20` of 9, 10, 11, 12 and 20."""
    ranges: list[list[int]] = []
    for number in sorted(numbers):
        if ranges and ranges[-1][-1] == number - 1:
            ranges[-1].append(number)
        else:
            ranges.append([number])
    return ", ".join(str(span[0]) if len(span) == 1 else f"{span[0]} to {span[-1]}" for span in ranges)


def _outcomes(event: StandardEvent, earlier: Edition, later: Edition) -> tuple[Outcome, Outcome, Sequence[Row]]:
    """The outcome under each edition, and the entries it is about."""
    if event.kind in ("worksheet", "programme"):
        return _sheet_outcome(event, earlier), _sheet_outcome(event, later), ()
    readable_event = next(filter(None, (_readable(event, edition) for edition in (earlier, later))), None)
    if readable_event is None:
        return Outcome(), Outcome(), ()
    data: Any = with_entries(readable_event)
    numbered_event, _ = with_numbers(data, 1)
    rows = tuple(rows_of(numbered_event))
    before, after = (_judge(event, edition, numbered_event, rows) for edition in (earlier, later))
    return before, after, tuple(rows_of(data))


def _readable(event: StandardEvent, edition: Edition) -> AnyEvent | None:
    try:
        return event_from(event.data, {edition.scheme: edition.facts})
    except MasterpointError:
        return None


def _judge(event: StandardEvent, edition: Edition, numbered_event: AnyEvent, rows: Sequence[Row]) -> Outcome:
    try:
        event_from(event.data, {edition.scheme: edition.facts})
        result = edition.judge_again(numbered_event)
    except NoSuchClause as error:
        return Outcome(failure=_missing_clause(error))
    except MasterpointError as refusal:
        return Outcome(refusal=_reason(refusal))
    except Exception as error:  # a rule of a proposal may fail in any way; the others are compared all the same
        return Outcome(failure=f"cannot be worked out: {type(error).__name__} {error}")
    awards = result.awards
    unknown_readings = {*result.readings()} - {reading.id for reading in edition.readings}
    if unknown_readings:
        names = join_words(sorted(unknown_readings))
        return Outcome(failure=f"rests on reading {names}, which this book does not have")
    cells = cells_of(rows, awards)
    award_ids = {id(award) for cell in cells for award in cell.awards}
    points = [cell.points for cell in cells]
    points += [{award.colour: award.points} for award in awards if id(award) not in award_ids]
    return Outcome(tuple(_points(colours) for colours in points), tuple(points))


def _sheet_outcome(event: StandardEvent, edition: Edition) -> Outcome:
    try:
        if event.kind == "worksheet":
            return Outcome(answers=_answers(work_out(edition, event.name, dict(event.data))))
        return Outcome(answers=_answers(check_programme(edition, dict(event.data))))
    except NoSuchClause as error:
        return Outcome(failure=_missing_clause(error))
    except MasterpointError as refusal:
        return Outcome(refusal=_reason(refusal))
    except Exception as error:
        return Outcome(failure=f"cannot be worked out: {type(error).__name__} {error}")


def _missing_clause(error: NoSuchClause) -> str:
    (problem,) = error.problems
    return f"cannot be worked out: a rule cites {problem.value}, which this book does not have"


def _reason(refusal: MasterpointError) -> str:
    first, *others = refusal.problems
    ending = f" (and {len(others)} more)" if others else ""
    clause = f" [{first.clause}]" if first.clause else ""
    return f"refused: {first.message}{clause}{ending}"


def _answers(answers: Iterable[Any]) -> dict[str, tuple[str, ...]]:
    """What a worksheet answers; where two lines have the same words or are remarks on one clause, both."""
    lines: dict[str, tuple[str, ...]] = {}
    for answer in answers:
        is_remark = isinstance(answer, Remark)
        heading = answer.clause.number if is_remark else str(answer.message)
        line = str(answer.message) if is_remark else figure_text(answer.value)
        lines[heading] = (*lines.get(heading, ()), line)
    return lines


def _verdict(before: Outcome, after: Outcome) -> str:
    if before.failure or after.failure:
        return "not worked out"
    if before.refusal or after.refusal:
        reasons = "refused for another reason" if before.refusal else "newly refused"
        return reasons if after.refusal else "no longer refused"
    if before.answers or after.answers:
        return "answered differently"
    if before.pays != after.pays:
        return "newly paid" if after.pays else "no longer paid"
    changes = [
        change
        for previous, current in zip(before.points, after.points, strict=False)
        for change in _changes(previous, current)
    ]
    if all(change >= 0 for change in changes):
        return "paid more"
    return "paid less" if all(change <= 0 for change in changes) else "paid differently"


def _changes(previous: Mapping[str, Exact], current: Mapping[str, Exact]) -> Iterator[Exact]:
    for colour in {*previous, *current}:
        yield current.get(colour, 0) - previous.get(colour, 0)


def _differences(verdict: str, before: Outcome, after: Outcome, rows: Sequence[Row]) -> Iterator[Difference]:
    """Who receives something different, neighbours with the same change together; or one line for the whole event."""
    if verdict in SAME_FOR_ALL or verdict == "not worked out":
        yield Difference(EVERYBODY, _in_short(before), _in_short(after))
        return
    lines = _answer_lines(before, after) if before.answers or after.answers else _award_lines(before, after, rows)
    names: list[str] = []
    change = ("", "")
    for name, previous, current in lines:
        if (previous, current) != change and names:
            yield Difference(_first_name(names), *change)
            names = []
        change = previous, current
        if previous != current:
            names.append(name)
    if names:
        yield Difference(_first_name(names), *change)


def _answer_lines(before: Outcome, after: Outcome) -> Iterator[tuple[str, str, str]]:
    for heading in dict.fromkeys((*before.answers, *after.answers)):
        previous, current = (outcome.answers.get(heading, ()) for outcome in (before, after))
        yield heading, _lines_only_in(previous, current), _lines_only_in(current, previous)


def _lines_only_in(lines: Sequence[str], others: Sequence[str]) -> str:
    return "; ".join(line for line in lines if line not in others) or NOTHING


def _award_lines(before: Outcome, after: Outcome, rows: Sequence[Row]) -> Iterator[tuple[str, str, str]]:
    for index in range(max(len(before.awards), len(after.awards))):
        previous, current = (
            awards[index] if index < len(awards) else NOTHING for awards in (before.awards, after.awards)
        )
        yield _name(rows[index]) if index < len(rows) else OTHERS, previous, current


def _name(row: Row) -> str:
    """An entry as people call it, with its list where there are several."""
    place = f"place {row.entry.place}" if row.entry.place else "without a place"
    name = entry_name(row.entry) or place
    return f"{name}, {row.list_name}" if row.list_name else name


def _points(colours: Mapping[str, Exact]) -> str:
    return " + ".join(f"{grouped_text(points)} {colour}" for colour, points in colours.items() if points) or "nothing"


def _in_short(outcome: Outcome) -> str:
    """An outcome in a line: the different awards from the top, and how many receive each."""
    if outcome.refusal or outcome.failure:
        return outcome.refusal or outcome.failure
    if outcome.answers:
        return "; ".join(f"{heading}: {', '.join(lines)}" for heading, lines in outcome.answers.items())
    if not outcome.pays:
        return "nothing"
    counts = Counter(outcome.awards)
    shown_first = [f"{points} × {count}" if count > 1 else points for points, count in counts.items()][:MANY]
    ending = f" and {len(counts) - MANY} more" if len(counts) > MANY else ""
    return f"{', '.join(shown_first)}{ending}"


def _first_name(names: Sequence[str]) -> str:
    """A few names, each once; of more, the first and how many others."""
    unique_names = list(dict.fromkeys(names))
    if len(unique_names) <= FEW:
        return "; ".join(unique_names)
    return f"{unique_names[0]} and {len(unique_names) - 1} others"
