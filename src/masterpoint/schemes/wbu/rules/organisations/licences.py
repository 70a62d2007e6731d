"""3.4 to 3.6, events that need a licence, and the status they have."""

from __future__ import annotations

from collections.abc import Iterator

from masterpoint.core.books import rule
from masterpoint.core.derivation import Step
from masterpoint.core.errors import Problem, Refused
from masterpoint.core.events import AnyEvent
from masterpoint.core.sentences import sentence
from masterpoint.schemes.wbu.book import Book
from masterpoint.schemes.wbu.rules.facts import Facts
from masterpoint.schemes.wbu.rules.principles.status import status, statuses
from masterpoint.schemes.wbu.rules.refusals import refuse


@rule
def club_event(book: Book, event: AnyEvent, facts: Facts) -> Step:
    """3.1.1 and 3.4: a club's own events need no licence; wider ones need permission or a licence."""
    match facts.open_to:
        case "members":
            return status(book, "club", "3.1.1", "club event for members and their guests")
        case "area":
            if not (facts.permission or facts.licence):
                raise Refused(
                    book.problem(
                        "facts.permission",
                        "false",
                        "a club event open to its Area needs the permission of the Area Association",
                        "apply in writing to the Area, then write facts.permission = true",
                        "3.4",
                    )
                )
            return status(book, "club", "3.4", "club event open to members of its Area")
    if not facts.licence or not event.grade:
        raise Refused(
            book.problem(
                "grade" if facts.licence else "facts.licence",
                "",
                "a club event open to players from outside the Area needs a licence, and the WBU sets its status",
                "apply to the WBU; then give facts.licence, and the status the licence quotes as grade",
                "3.4",
            )
        )
    return status(book, "club", "3.4", "licensed club event, before the status its licence quotes")


@rule
def licensed_status(book: Book, event: AnyEvent, facts: Facts) -> Step:
    """3.6.1: by the nature of the entry; a congress organisation needs a licence (3.1.6)."""
    if event.organiser.level == "congress" and not facts.licence:
        raise Refused(
            book.problem(
                "facts.licence",
                "",
                "a congress organisation needs a licence",
                "apply to the WBU, or to the Area where only its members may enter; then give facts.licence",
                "3.1.6",
            )
        )
    if facts.major_congress:
        refuse(_not_major_congress(book, event, facts))
        return status(book, "regional", "3.6.1(c)", "major congress")
    if facts.outside_entry:
        name = "area" if facts.members_only else "district"
        return status(book, name, "3.6.1(b)", "licensed event likely to attract a significant outside entry")
    name = "district" if facts.members_only else "club"
    return status(book, name, "3.6.1(a)", "licensed event of mainly local entry")


def _not_major_congress(book: Book, event: AnyEvent, facts: Facts) -> Iterator[Problem]:
    fix = "meet the standard, ask the Council for one provisional year, or leave `major_congress` out"
    return (
        book.problem(place, value, message, fix, "3.6.1(c)")
        for place, value, message in _below_standard(book, event, facts)
    )


def _below_standard(book: Book, event: AnyEvent, facts: Facts) -> Iterator[tuple[str, object, str]]:
    """What a major congress lacks: the place, its value, and what the standard asks for."""
    figures = book.figures.organisations
    sessions_listed = getattr(event, "sessions", 1)
    sessions = facts.congress_sessions or (
        sessions_listed if isinstance(sessions_listed, int) else len(sessions_listed)
    )
    minimum = figures.congress_sessions.value
    if sessions < minimum:
        yield "facts.congress_sessions", sessions, f"a major congress has at least {minimum} sessions"
    tables, average = facts.best_four_average_tables or 0, figures.congress_tables.value
    if tables < average and not facts.provisional_year:
        message = f"a major congress averaged at least {average} tables over its four best sessions last year"
        yield "facts.best_four_average_tables", tables, message
    if not facts.members_only:
        yield "facts.members_only", "false", "entry to a major congress is restricted to WBU members"
    if not facts.outside_entry:
        yield "facts.outside_entry", "false", "a major congress attracts a significant outside entry"


@rule
def quoted_status(book: Book, event: AnyEvent, facts: Facts, claimed_status: str) -> Step | None:
    """A status other than the usual one, which a licence may quote."""
    if not facts.licence or claimed_status not in statuses(book):
        return None
    if event.organiser.level == "club" and facts.open_to == "outside":
        return status(
            book, claimed_status, "3.4", sentence("set by the WBU in licence {licence}", licence=facts.licence)
        )
    if event.organiser.level == "congress":
        return status(book, claimed_status, "3.6.3", sentence("quoted by licence {licence}", licence=facts.licence))
    if facts.special_status:
        number = "3.1.5" if claimed_status == "national" else "3.6.4"
        return status(book, claimed_status, number, sentence("granted by licence {licence}", licence=facts.licence))
    return None
