"""Every error of the core, each with a way to fix it.

A `Problem` is one thing that is wrong: where it is, what stands there, and what would make it right. An error carries
all problems at once, so that a volunteer can correct a file in one go.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec

from masterpoint.core.plurals import agreeing


class Problem(msgspec.Struct, frozen=True):
    """One thing that is wrong, in words a volunteer understands."""

    place: str
    """Where: a path in an event (`entries[3].place`), or a line of a file (`line 12`)."""
    value: str
    """What was found there, as written; empty where something is missing."""
    message: str
    """What is wrong with it."""
    fix: str
    """What would make it right."""
    clause: str = ""
    """The clause that asks for it, if a handbook does."""
    prompt: str = ""
    """What pages, commands and the API can offer, each in its own words: an option of a file (`scheme`, `boards`,
    `day`, `scoring`, `colour`, `session`), an `example` of an event, the `schema` of all fields,
    or a decision (`who`, `same`, `organiser`, `level`)."""
    who: str = ""
    """Whom it concerns, as the event names them: `Ann Bell and Ben Cole`."""
    line: int = 0
    """The line of the file, if the place is a path in it; otherwise 0."""
    spot: str = ""
    """Where in the event the place lies, in words; a contestant without a name is `2nd in the list of section A`."""
    edition: str = ""
    """The title of the edition whose clause it is."""

    def __post_init__(self) -> None:
        """Make plural forms agree with a count of one."""
        for name in ("message", "fix"):
            text = getattr(self, name)
            if (agreed := agreeing(text)) != text:
                msgspec.structs.force_setattr(self, name, agreed)

    def __repr__(self) -> str:
        return f"<Problem {self}>"

    @property
    def field(self) -> str:
        """The place without the part that `who` and `spot` express: `place` of `lists[0].entries[3].place`."""
        return self.place.rpartition("]")[2].lstrip(".") if self.who or self.spot else self.place

    def location(self, field: str) -> str:
        """Line, people, spot and field in this order: `line 14, Ann Bell and Ben Cole, place`.

        People whom the message already names are left out, and so is a place that is the whole file.
        """
        people = "" if self.who in self.message else self.who
        if self.place.startswith("line "):
            return ", ".join(filter(None, [self.place, people]))
        field = "" if field == "the file" else field
        return ", ".join(filter(None, [f"line {self.line}" if self.line else "", people, self.spot, field]))

    @property
    def statement(self) -> str:
        """Place and message as one sentence. A message that is a sentence already contains the value."""
        return self.statement_at(self.location(self.field))

    def statement_at(self, place: str) -> str:
        """The same with the place in the caller's words."""
        start = f"{place}: " if place else ""
        if self.message.endswith((".", "?")):
            return f"{start}{self.message}"
        value = f": “{self.value}”" if self.value else ""
        return f"{start}{self.message}{value}."

    def __str__(self) -> str:
        clause = f" [{self.clause}]" if self.clause else ""
        return f"{self.statement} {self.fix}{clause}"


class MasterpointError(Exception):
    """Something that a person can correct. The message says how."""

    def __init__(self, problems: Problem | Iterable[Problem]) -> None:
        self.problems: Sequence[Problem] = (problems,) if isinstance(problems, Problem) else tuple(problems)
        super().__init__("\n".join(str(problem) for problem in self.problems))


class NotReadable(MasterpointError):
    """The file or event cannot be read as it is written."""


class Refused(MasterpointError):
    """The handbook does not allow this event, or has no scale for it: the clause says why."""


class NotUnderstood(MasterpointError):
    """What was asked for does not exist; the message lists what does."""


class NoSuchClause(NotUnderstood):
    """A rule cites a clause that its book does not have, such as one that an edition withdrew without a new rule."""
