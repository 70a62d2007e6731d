"""Every field of the vocabulary given with many values: what a book makes of an event with and without it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from decimal import Decimal
from functools import cache, cached_property
from types import UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin

import msgspec

from masterpoint.core.derivation import Result
from masterpoint.core.editions import Edition
from masterpoint.core.errors import MasterpointError, NoSuchClause
from masterpoint.core.event_fields import DESCRIPTIVE, PARTS, default_of, given_values, optional_fields
from masterpoint.core.events import FORMS, AnyEvent, Matches, RankingList, RoundResult
from masterpoint.core.exact import Exact
from masterpoint.core.fields import unusable_problems, vocabulary
from masterpoint.core.parsing import event_from
from remembering import remembered

COUNTS = (0, 1, 2, 3, 5, 8, 12, 13, 24, 36, 48, 100, 1000)
KEPT = 200
"""So many answers of each kind are kept: events that are alike are asked about soon after each other."""
WORDS = {
    "category": ("A", "B", "C", "D", "Q", "open"),
    "membership": ("lapsed", "potential", "suspended", "none", "visitor"),
    "stage": ("final", "qualifying", "play-off"),
    "section": ("B",),
}
HOLDERS: dict[str, tuple[str, str, dict[str, Any]]] = {
    "matches": ("entry", "matches", {"boards": 12, "won": 1}),
    "result": ("entry", "rounds", {"round": 1, "result": "won"}),
}
"""Parts that an event may lack: where they stand, and the least that can be said in them."""


def values_for(name: str, annotation: Any, edition: Edition) -> Iterator[Any]:
    """Values a field may have, so many that one of them should matter."""
    field = name.partition(".")[2]
    if field == "grade" and name.startswith("event"):
        yield from edition.grades
    elif field == "colour":
        yield from edition.colours
    elif field in ("rank", "grade"):
        yield from [rung.name for rung in edition.ranks.rungs_up_to(10**5)][:40]
        yield from ("open", "intermediate", "junior", "novice")
    elif field in WORDS:
        yield from WORDS[field]
    yield from _of_type(annotation)


def _of_type(annotation: Any) -> Iterator[Any]:
    origin = get_origin(annotation)
    if origin is Annotated:
        yield from _of_type(get_args(annotation)[0])
    elif origin in (Union, UnionType):
        for option in get_args(annotation):
            yield from _of_type(option)
    elif origin is Literal:
        yield from get_args(annotation)
    elif origin is tuple:
        inner = get_args(annotation)[0]
        if inner is Matches:
            yield [{"boards": 12, "won": 1}]
            yield [{"boards": 8, "won": 1, "lost": 2}]
        elif inner is RankingList:
            yield [{"places": "1 2 3 4"}]
        elif inner is RoundResult:
            yield [{"round": 1, "result": "won"}]
        elif inner is RankingList:
            yield [{"places": "1 2 3"}]
        else:
            yield from ([value] for value in _of_type(inner))
    elif origin is dict:
        yield {"x": 1}
    elif annotation is bool:
        yield from (True, False)
    elif annotation is int:
        yield from COUNTS
    elif annotation is Decimal:
        yield from (0, 1, 2, 3, 6, 9, 20, 40)
    elif annotation is str:
        yield from ("x", "A")


def copied(raw: Any) -> Any:
    """Raw data that may be changed: `copy.deepcopy` looks for much that an event never holds."""
    if isinstance(raw, dict):
        return {name: copied(value) for name, value in raw.items()}
    return [copied(item) for item in raw] if isinstance(raw, list) else raw


def with_field(raw: dict[str, Any], name: str, value: Any) -> Iterator[dict[str, Any]]:
    """The event with a field given: everywhere it may stand, and in its first place alone."""
    part, _, field = name.partition(".")
    if part == "facts":
        yield {**raw, "facts": {**raw.get("facts", {}), field: value}}
        return
    for only_first in (False, True):
        changed = copied(raw)
        places = list(_parts(changed, FORMS[raw["form"]], part))
        for place in places[:1] if only_first else places:
            place[field] = value
        if places:
            yield changed
    if not places and part in HOLDERS:
        holder, name, example = HOLDERS[part]
        changed = copied(raw)
        for place in list(_parts(changed, FORMS[raw["form"]], holder))[:1]:
            place[name] = [{**example, field: value}]
        yield changed


def places_of(raw: dict[str, Any], name: str) -> list[dict[str, Any]]:
    """The first and the last part of an event in which a field may stand, if there are several and none has it."""
    part, _, field = name.partition(".")
    places = list(_parts(raw, FORMS[raw["form"]], part))
    return [places[0], places[-1]] if len(places) > 1 and not any(field in place for place in places) else []


def _parts(raw: Any, kind: Any, part: str) -> Iterator[dict[str, Any]]:
    if PARTS[kind] == part:
        yield raw
    for name, inner in _holders(kind):
        value = raw.get(name)
        for item in value if isinstance(value, list) else [value] if isinstance(value, dict) else []:
            yield from _parts(item, inner, part)


@cache
def _holders(kind: Any) -> tuple[tuple[str, Any], ...]:
    """The fields of a part that hold further parts, and of which kind those are."""
    return tuple((field.name, inner) for field in msgspec.structs.fields(kind) for inner in _inner(field.type))


def _inner(annotation: Any) -> Iterator[Any]:
    if isinstance(annotation, type) and issubclass(annotation, msgspec.Struct):
        yield annotation
    for part in get_args(annotation):
        yield from _inner(part)


def remembering(edition: Edition) -> Edition:
    """The same book, which works out only once what its rules and formalities say of the same event.

    An event with one more field is judged without it as well, and that is the event that the field was added to.
    """
    forms = {form: remembered(rules, msgspec.json.encode, KEPT) for form, rules in edition.forms.items()}
    formalities = remembered(edition.formalities, msgspec.json.encode, KEPT) if edition.formalities else None
    return msgspec.structs.replace(edition, forms=forms, formalities=formalities)


Outcome = str | tuple[list[tuple[Exact, str, str, int, str]], list[str], list[str]]
"""A refusal; or the awards, the remarks and the formalities."""


def remarks_in(answer: Outcome) -> list[str]:
    """What is said beside the awards; a refusal is all that is said."""
    return [answer] if isinstance(answer, str) else answer[1]


class Said:
    """What a book says of an event: by its rules alone, which is cheap, and in all, which takes many awards."""

    def __init__(self, edition: Edition, raw: dict[str, Any]) -> None:
        self.edition, self.raw = edition, raw

    @cached_property
    def event(self) -> AnyEvent:
        return event_from(self.raw, {self.edition.scheme: self.edition.facts})

    @cached_property
    def by_rule(self) -> Outcome:
        return _answer(self, self.edition.by_rule)

    @cached_property
    def is_refused(self) -> bool:
        """By the rules, or for a field that the book cannot use: as cheap as the rules."""
        if isinstance(self.by_rule, str):
            return True
        form, values = self.raw["form"], given_values(self.event, self.edition.facts)
        usable = self.edition.book.fields.get(form)
        return usable is not None and bool(unusable_problems(values, form, usable, self.edition.title))

    @cached_property
    def in_all(self) -> Outcome:
        return _answer(self, self.edition.award)

    def differs(self, other: dict[str, Any]) -> bool:
        """Whether it says something else of another event; where the rules do, all that is said does."""
        changed = Said(self.edition, other)
        return changed.by_rule != self.by_rule or changed.in_all != self.in_all


def _answer(statement: Said, judge: Callable[[AnyEvent], Result]) -> Outcome:
    formalities = statement.edition.formalities
    try:
        result = judge(statement.event)
        formal = [str(remark.message) for remark in formalities(statement.event)] if formalities else []
    except MasterpointError as refusal:
        assert not isinstance(refusal, NoSuchClause), "a slip of the rules, not of the event"
        return str(refusal)
    awards = [
        (award.points, award.colour, award.kind, len(award.recipients), str(award.step.message))
        for award in result.awards
    ]
    return awards, [str(remark.message) for remark in result.remarks], formal


def with_players(raw: dict[str, Any]) -> dict[str, Any]:
    """The event with names for the players of its first three entries, where it has none."""
    changed: dict[str, Any] = copied(raw)
    size = {"pairs": 2, "teams": 4, "individual": 1}.get(raw.get("contest", ""), 2)
    for ranking in _parts(changed, FORMS[raw["form"]], "list"):
        if ranking.get("places") and not ranking.get("entries"):
            ranking["entries"] = [{"place": place} for place in ranking.pop("places").split()]
    for number, entry in enumerate(list(_parts(changed, FORMS[raw["form"]], "entry"))[:3]):
        entry.setdefault("players", [{"name": f"Player {number} {seat}"} for seat in range(size)])
    return changed


def fields_of(edition: Edition, form: str) -> dict[str, Any]:
    """Every field to be given in a form: those of the vocabulary that do more than describe, and the book's facts."""
    fields = {name: field.type for name, field in vocabulary(form).items() if name not in DESCRIPTIVE}
    facts = {f"facts.{field.name}": field.type for field in msgspec.structs.fields(edition.facts)}
    return fields | facts


def usual_value(edition: Edition, form: str, name: str) -> Any:
    """What a field is where it is left out."""
    part, _, field = name.partition(".")
    names = optional_fields(edition.facts) if part == "facts" else [vocabulary(form)[name]]
    return next(msgspec.to_builtins(default_of(each)) for each in names if each.name == field)
