"""How to correct a problem on the command line."""

from __future__ import annotations

from masterpoint.core.errors import Problem

PROMPTS = {
    "scheme": "add --scheme, for example --scheme ebu",
    "boards": "add --boards, for example --boards 24",
    "day": "add --day, for example --day 2026-11-15",
    "scoring": "add --scoring, for example --scoring matchpoints",
    "colour": "add --colour, for example --colour local",
    "session": "add --session with its name",
    "example": "`masterpoint example session` shows an event that reads",
    "schema": "`masterpoint schema` describes every field",
}


REPLACEMENTS = {
    "who": "say who it is: add --who '{place}=NUMBER', or '{place}=new' for a new person whose points are held",
    "same": "correct that one instead; to file this anyway, add --not-the-same {value}",
    "organiser": "file it for the right club; if it does belong to this one, add --confirm-organiser",
    "level": "correct the level in the file, or let an organisation of {value} level file it; to put it before the"
    " federation's office as it is, add --confirm-organiser",
}


def fix_of(problem: Problem) -> str:
    """What to do, in the words of the command line."""
    if problem.prompt in REPLACEMENTS:
        return REPLACEMENTS[problem.prompt].format(place=problem.place, value=problem.value)
    prompt = PROMPTS.get(problem.prompt, "")
    return f"{problem.fix.rstrip('.')}; {prompt}" if prompt else problem.fix
