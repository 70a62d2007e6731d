"""One sentence for an award, in a club player's words, built from the steps it rests on.

`2nd of 17 pairs: 6 points a place; 8 full tables; a third of the field, 6 places, earn; place 2 of 6: 5 × 6 = 30.`
Steps that only pass a figure on, and factors of one, are left out, unless they give the reason for it.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache

from masterpoint.core.derivation import Award, Result, Step, trail
from masterpoint.core.events import AnyEvent
from masterpoint.core.exact import grouped_text
from masterpoint.core.mechanisms import with_reason
from masterpoint.core.places import ordinal, place_number, size_of
from masterpoint.core.plurals import agreeing
from masterpoint.core.traversal import entry_lists, ranking_lists

ONCE = re.compile(r"(?<![\d.,/])1 × (?=[\d.]+…?$)")
"""`1 × 6` is 6."""
AFTER_A_NOUN = re.compile(
    r" (?:in|of|for|to|a|at|by|with|that|this|who|from|or|played|scored|needed|scheduled|altogether)\b|[,;]"
)
PLACES = re.compile(r"\bplaces? \d+(?: (?:of|to) \d+)?")
"""The number of a place is not what it earns: `place 6 of 6: 6`."""
UNITS = {"pairs": ("pair", "pairs"), "teams": ("team", "teams"), "individual": ("player", "players")}


class Explainer:
    """Explains the awards of one result."""

    def __init__(self, result: Result) -> None:
        self._contest = result.event.contest
        self._field = _field_sizes(result.event)

    def why(self, award: Award) -> str:
        """How this award comes about."""
        entry = award.entry
        return _sentence_for(entry.place, self._field.get(id(entry)), self._contest, award.step)


@lru_cache(maxsize=8192)
def _sentence_for(finish: int | str, size: int | None, contest: str, step: Step) -> str:
    """The sentence for a place in a field of this size. Cached, because most sessions repeat it."""
    place, reason = finish_in_words(finish, size, UNITS[contest]), reason_of(step)
    return f"{place}: {reason}." if place else f"{reason[0].upper()}{reason[1:]}."


def finish_in_words(finish: int | str, size: int | None, unit: tuple[str, str]) -> str:
    """`Equal 2nd of 17 pairs`; empty for an entry without a place."""
    number = place_number(finish)
    if not number:
        return ""
    place = f"Equal {ordinal(number)}" if str(finish).endswith("=") else ordinal(number)
    return f"{place} of {size:,} {unit[size != 1]}" if size else place


def explain(result: Result, limit: int | None = None) -> list[str]:
    """A sentence for each award of a result, or for the first `limit` of them."""
    contest, sizes = result.event.contest, _field_sizes(result.event)
    awards = result.awards[:limit]
    return [_sentence_for((entry := award.entry).place, sizes.get(id(entry)), contest, award.step) for award in awards]


@lru_cache(maxsize=8192)
def reason_of(last: Step) -> str:
    """Everything a figure rests on, in the order it is worked out. Cached, because most sessions repeat figures."""
    steps = [step for step in _each_once(trail(last)) if step is last or not is_trivial(step)]
    if len(steps) > 1 and _multiplies_by_one(last):
        steps.pop()
    return "; ".join(map(phrase_of, steps))


def _each_once(steps: Sequence[Step]) -> Iterator[Step]:
    """The steps without repetitions, unless both count, as for two rounds won that pay the same."""
    repeated_keys = {key for step in steps for key, count in Counter(map(_content, step.inputs)).items() if count > 1}
    seen: set[object] = set()
    for step in steps:
        key = _content(step)
        if key not in seen or key in repeated_keys:
            yield step
        seen.add(key)


def _content(step: Step) -> object:
    """What a reader sees of a step."""
    return step.value, step.clause, step.message


def is_trivial(step: Step) -> bool:
    """Whether a step only passes its input on or is a factor of one. One with a reading or the reason never is."""
    if step.reading or step.formula is with_reason:
        return False
    if step.formula is None:
        return step.value == 1 and not step.inputs
    return (
        (_passes_on(step) and not _names_value(step))
        or _multiplies_by_one(step)
        or (step.value == 1 and all(part.value == 1 for part in step.inputs))
    )


def _passes_on(step: Step) -> bool:
    return len(step.inputs) == 1 and step.inputs[0].value == step.value


def _names_value(step: Step) -> bool:
    """Whether a message already contains the figure: `half of the field, 14 places, earn`."""
    message, value = str(step.message), grouped_text(step.value)
    return f", {value} " in message or f" to {value} place" in message


def _multiplies_by_one(step: Step) -> bool:
    """Whether a step only multiplies a figure by factors of one."""
    others = [part.value for part in step.inputs if part.value != step.value]
    return "×" in str(step.message) and 0 < len(others) == len(step.inputs) - 1 and set(others) == {1}


def phrase_of(step: Step, amount: str = "") -> str:
    """A step as part of a sentence: `12 full tables`, `top award: 40`, `place 2 of 4: 3 × 10 = 30`.

    `amount` is its value as the sentence should show it, if that is not a plain number.
    """
    message, value = ONCE.sub("", str(step.message)), amount or grouped_text(step.value)
    if (step.reading or step.formula is with_reason) and _passes_on(step):
        return message
    words = {word.strip(",:") for word in PLACES.sub("", message).split()}
    if value in words or (step.formula is None and (not step.value or f"{grouped_text(step.value * 100)}%" in words)):
        return message
    if step.formula is None and _counts(message):
        return agreeing(f"{value} {message}")
    return f"{message} = {value}" if "×" in message else f"{message}: {value}"


def _counts(message: str) -> bool:
    """Whether a message names what its figure counts: `full tables`, `boards in each match`."""
    noun, *_ = AFTER_A_NOUN.split(message, maxsplit=1)
    return ":" not in message and noun.endswith("s")


def _field_sizes(event: AnyEvent) -> Mapping[int, int]:
    """How many contestants were ranked together with each entry."""
    sizes: dict[int, int] = {}
    for _, ranking in ranking_lists(event):
        size = size_of(ranking)
        for entry in ranking.entries:
            sizes[id(entry)] = size
    for division in getattr(event, "divisions", ()):
        sizes |= dict.fromkeys(map(id, division.entries), max(len(division.entries), division.size or 0))
    if not sizes:
        sizes = {id(entry): len(entries) for _, entries in entry_lists(event) for entry in entries}
    return sizes
