"""Problems in everyday words: what to do, where, on which day, how much."""

from __future__ import annotations

import re
from datetime import date

from masterpoint.core.errors import Problem
from masterpoint.core.place_words import PATH, spot_in_words
from masterpoint.web import field_words

DAY = re.compile(r"\b\d{4}-\d\d-\d\d\b")
PART = re.compile(r"^(?:entry|player|list|result|session|division|part|round)\.(?=[a-z])")
FIELD = re.compile(r"\b(entry|player|list|matches|result|session|division|part|round|facts)\.([a-z_]+)\b")
"""A field after the part of the event that contains it, such as `entry.boards`."""
DIRECTION = re.compile(r"(?<!\S)(?:NS|EW)(?!\S)|^[NSEW]$")

PROMPTS = {
    "scheme": "choose whose rules below",
    "boards": "fill in the boards each pair played, below",
    "day": "fill in the day of play, below",
    "scoring": "choose how the boards were scored, below",
    "colour": "choose the colour below",
    "session": "write which one below, under “Session”",
    "who": "say below who it is",
    "same": "decide below whether it is the same evening",
    "organiser": "confirm below whose evening it is",
    "level": "correct the level in the file, or say below that the office is to decide",
    "example": "look at an example of the calculator",
}


def fix_of(problem: Problem) -> str:
    """What to do, in words for the reader of a page."""
    if problem.prompt == "example":
        return f"{problem.fix}; {PROMPTS['example']}"
    return PROMPTS.get(problem.prompt, problem.fix)


def in_words(place: str) -> str:
    """A place for people: `lists[0].entries[2].place` as `3rd in the list, place`."""
    place = PART.sub("", place)
    if not field_words.is_known(re.split(r"[.\[]", place)[0]):
        return place
    fields = place.rpartition("]")[2].strip(".")
    titles = [field_words.title(name).lower() for name in fields.split(".") if name]
    return ", ".join(filter(None, [spot_in_words(None, place), *titles]))


def location_of(problem: Problem) -> str:
    """Line, people and place of a problem, for people."""
    return problem.location(in_words(problem.field))


def plain_sentence(text: object) -> str:
    """A sentence that was stored, or written for programs too, with days, places and fields in everyday words."""
    plain = PATH.sub(lambda match: in_words(match[0]), DAY.sub(_day_in_words, str(text)))
    return FIELD.sub(lambda match: field_words.label(match[2], match[1]).lower(), plain)


def _day_in_words(match: re.Match[str]) -> str:
    try:
        return f"{date.fromisoformat(match[0]):%-d %B %Y}"
    except ValueError:
        return match[0]


def directions(name: str) -> str:
    """The name of a list with its direction written out: `A NS` as `A North-South`."""
    return DIRECTION.sub(lambda match: field_words.CHOICES["direction"][match[0]], name)
