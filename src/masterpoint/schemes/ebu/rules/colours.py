"""2.4 and 2.5: an event's colour decides which chapter pays it: Local 4, Blue 5 and 4, Green 6."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from msgspec.structs import replace

from masterpoint.core.derivation import Result
from masterpoint.core.editions import Awarding
from masterpoint.core.errors import Refused
from masterpoint.core.events import AnyEvent, form_of
from masterpoint.schemes.ebu.book import Book
from masterpoint.schemes.ebu.rules.blue import conditions as blue
from masterpoint.schemes.ebu.rules.local import restricted_events
from masterpoint.schemes.ebu.rules.principles.paying import require_ranking_without_handicap
from masterpoint.schemes.ebu.rules.records.gold import with_gold

Rule = Callable[[Book, Any], Result]
"""Chapter 4 for one form."""
GreenRule = Callable[[Book, Any, Awarding], Result]
"""Chapter 6 for one form; it uses the ordinary award for the Local Points it needs on the way."""


def by_colour(book: Book, local: Rule, *, green: GreenRule | None = None) -> Awarding:
    """The award of a form, whatever colour the event gives."""
    ordinary = partial(local, book)

    def restricted_or_not(event: AnyEvent) -> Result:
        if not event.facts:  # only facts name a restriction
            return ordinary(event)
        return restricted_events.with_remarks(book, event, ordinary(restricted_events.require_one_stage(book, event)))

    def awarding(event: AnyEvent) -> Result:
        match event.colour.lower():
            case "blue":
                return blue.award(book, event, restricted_or_not)
            case "" if blue.is_always_blue(event):
                return blue.award(book, event, restricted_or_not)
            case "local" if blue.is_always_blue(event):
                result = restricted_or_not(event)
                return replace(result, remarks=(*result.remarks, blue.local_instead(book, event)))
            case "green" if green is not None:
                require_ranking_without_handicap(book, event)
                return with_gold(book, green(book, event, ordinary))
            case "green":
                raise no_green_scale(book, event)
        return restricted_or_not(event)

    return awarding


def no_green_scale(book: Book, event: AnyEvent) -> Refused:
    return Refused(
        book.problem(
            "form",
            form_of(event),
            "chapter 6 has no Green Point scale for an event of this form",
            "leave the colour out, or ask the EBU for a special scale",
            "6.1.2",
        )
    )


def green_only(number: str, fix: str) -> Rule:
    """A form that the book has for Green Points only; the clause says what other events of the kind are."""

    def refusing(book: Book, event: AnyEvent) -> Result:
        raise Refused(
            book.problem(
                "form",
                form_of(event),
                "Local and Blue Points have no scale for an event given in this form",
                fix,
                number,
            )
        )

    return refusing
