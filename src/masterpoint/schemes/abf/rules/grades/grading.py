"""The grade of an event, and the clause of chapters 2 and 5 to 7 that gives it."""

from __future__ import annotations

import msgspec

from masterpoint.core.sentences import Message


class Grading(msgspec.Struct, frozen=True):
    """A grade, and why the event has it."""

    grade: str
    clause: str
    message: Message
    reading: str = ""
