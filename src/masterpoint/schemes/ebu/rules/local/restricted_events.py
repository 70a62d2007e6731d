"""4.10, Restricted and invitation events: no special provision, so they are basic events of their organiser."""

from __future__ import annotations

from msgspec.structs import replace

from masterpoint.core.derivation import Remark, Result
from masterpoint.core.errors import Refused
from masterpoint.core.events import AnyEvent, ConsolationEvent, FinalEvent, form_of
from masterpoint.core.parsing import facts_from
from masterpoint.core.sentences import sentence
from masterpoint.schemes.ebu.book import Book
from masterpoint.schemes.ebu.rules.facts import Facts


def require_one_stage(book: Book, event: AnyEvent) -> AnyEvent:
    """4.10.3: a play-off between champions of other organisations counts only those who are there."""
    facts: Facts = facts_from(event, Facts)
    if facts.kind == "inter-organisation" and isinstance(event, FinalEvent | ConsolationEvent):
        raise Refused(
            book.problem(
                "form",
                form_of(event),
                "earlier stages held by other organisations do not count for an inter-organisation event",
                "give it as a session, or as matches, of those who took part on the day",
                "4.10.3",
            )
        )
    return event


def with_remarks(book: Book, event: AnyEvent, result: Result) -> Result:
    """The result, with a remark on the clause that makes a restricted event an ordinary one."""
    facts: Facts = facts_from(event, Facts)
    remarks: tuple[Remark, ...] = ()
    if facts.restricted_to:
        template = "entry restricted ({who}): rated as an ordinary event of its organiser"
        remarks += (book.remark("4.10.2", sentence(template, who=facts.restricted_to)),)
    if facts.kind == "inter-organisation":
        message = "champions of several organisations: rated by those who took part; earlier stages do not count"
        remarks += (book.remark("4.10.3", message),)
    return replace(result, remarks=result.remarks + remarks) if remarks else result
