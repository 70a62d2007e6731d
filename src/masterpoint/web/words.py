"""What the site offers to those who have to put something right."""

from __future__ import annotations

from masterpoint.core.errors import Problem

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
