"""What the site says in its own words: what to do, where, on which day, how much."""

from __future__ import annotations

import re
from datetime import date

from masterpoint.core.errors import Problem
from masterpoint.core.places import ordinal
from masterpoint.web import field_words

DAY = re.compile(r"\b\d{4}-\d\d-\d\d\b")
PATH = re.compile(r"\b[a-z_]+\[\d+\](?:\.[a-z_]+(?:\[\d+\])?)*")
STEP = re.compile(r"([a-z_]+)(?:\[(\d+)\])?")
THOUSANDS = re.compile(r"(?<![\d.,])\d{4,}")
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
    "example": "look at an example of the calculator",
}


def fix_of(problem: Problem) -> str:
    """What to do, in the words of somebody who looks at a page."""
    if problem.prompt == "example":
        return f"{problem.fix}; {PROMPTS['example']}"
    return PROMPTS.get(problem.prompt, problem.fix)


def in_words(place: str) -> str:
    """Where something is wrong, for people: `lists[0].entries[2].place` as `1st ranking, 3rd contestant, place`."""
    steps = [STEP.fullmatch(step) for step in place.split(".")]
    if steps[0] is None or not field_words.known(steps[0][1]):
        return place
    return ", ".join(_step_in_words(step) for step in steps if step is not None)


def _step_in_words(step: re.Match[str]) -> str:
    title = field_words.title(step[1]).lower()
    return f"{ordinal(int(step[2]) + 1)} {title}" if step[2] else title


def plainly(text: object) -> str:
    """A sentence that was kept or meant for programs too: days and places in it as people write them."""
    return PATH.sub(lambda match: in_words(match[0]), DAY.sub(_day_in_words, str(text)))


def _day_in_words(match: re.Match[str]) -> str:
    try:
        return f"{date.fromisoformat(match[0]):%-d %B %Y}"
    except ValueError:
        return match[0]


def grouped(figure: str) -> str:
    """A figure with its thousands set apart: `2129.50` as `2,129.50`."""
    return THOUSANDS.sub(lambda match: f"{int(match[0]):,}", figure)


def directions(name: str) -> str:
    """The name of a list with its direction written out: `A NS` as `A North-South`."""
    return DIRECTION.sub(lambda match: field_words.CHOICES["direction"][match[0]], name)
