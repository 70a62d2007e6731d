"""What the command line offers to those who have to put something right."""

from __future__ import annotations

from masterpoint.core.errors import Problem

OFFERS = {
    "scheme": "add --scheme, for example --scheme ebu",
    "boards": "add --boards, for example --boards 24",
    "day": "add --day, for example --day 2026-11-15",
    "scoring": "add --scoring, for example --scoring matchpoints",
    "colour": "add --colour, for example --colour local",
    "session": "add --session with its name",
    "example": "`masterpoint example session` shows an event that reads",
    "schema": "`masterpoint schema` describes every field",
}


def fix_of(problem: Problem) -> str:
    """What to do, in the words of the command line."""
    offer = OFFERS.get(problem.offer, "")
    return f"{problem.fix.rstrip('.')}; {offer}" if offer else problem.fix
