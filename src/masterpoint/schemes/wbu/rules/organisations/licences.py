"""3.4 to 3.6, events that need a licence, and the status they have."""

from __future__ import annotations

from collections.abc import Iterator

from masterpoint.core.derivation import Step
from masterpoint.core.errors import Problem, Refused
from masterpoint.core.events import AnyEvent
from masterpoint.schemes.wbu.rules.facts import Facts
from masterpoint.schemes.wbu.rules.handbook import problem, refuse
from masterpoint.schemes.wbu.rules.principles.status import STATUS, status

CONGRESS_SESSIONS, CONGRESS_TABLES = 4, 50  # 3.6.1(c)


def club_event(event: AnyEvent, facts: Facts) -> Step:
    """3.1.1 and 3.4: a club's own events need no licence; wider ones need permission or a licence."""
    match facts.open_to:
        case "members":
            return status("club", "3.1.1", "club event for members and their guests")
        case "area":
            if not (facts.permission or facts.licence):
                raise Refused(
                    problem(
                        "3.4",
                        "facts.permission",
                        "false",
                        "a club event open to its Area needs the permission of the Area Association",
                        "apply in writing to the Area, then write facts.permission = true",
                    )
                )
            return status("club", "3.4", "club event open to members of its Area")
    if not facts.licence or not event.grade:
        missing = "licence" if not facts.licence else "grade"
        raise Refused(
            problem(
                "3.4",
                "facts.licence" if missing == "licence" else "grade",
                "",
                "a club event open to players from outside the Area needs a licence, and the WBU sets its status",
                "apply to the WBU; then give facts.licence, and the status the licence quotes as grade",
            )
        )
    return status("club", "3.4", "licensed club event, before the status its licence quotes")


def licensed(event: AnyEvent, facts: Facts) -> Step:
    """3.6.1: by the nature of the entry; a congress organisation needs a licence (3.1.6)."""
    if event.organiser.level == "congress" and not facts.licence:
        raise Refused(
            problem(
                "3.1.6",
                "facts.licence",
                "",
                "a congress organisation needs a licence",
                "apply to the WBU, or to the Area where only its members may enter; then give facts.licence",
            )
        )
    if facts.major_congress:
        refuse(_not_major_congress(event, facts))
        return status("regional", "3.6.1(c)", "major congress")
    if facts.outside_entry:
        name = "area" if facts.members_only else "district"
        return status(name, "3.6.1(b)", "licensed event likely to attract a significant outside entry")
    name = "district" if facts.members_only else "club"
    return status(name, "3.6.1(a)", "licensed event of mainly local entry")


def _not_major_congress(event: AnyEvent, facts: Facts) -> Iterator[Problem]:
    told = getattr(event, "sessions", 1)
    sessions = facts.congress_sessions or (told if isinstance(told, int) else len(told))
    tables = facts.best_four_average_tables or 0
    found: list[tuple[str, object, str]] = []
    if sessions < CONGRESS_SESSIONS:
        found.append(("facts.congress_sessions", sessions, "a major congress has at least four sessions"))
    if tables < CONGRESS_TABLES and not facts.provisional_year:
        found.append(
            (
                "facts.best_four_average_tables",
                tables,
                "a major congress averaged at least 50 tables over its four best sessions last year",
            )
        )
    if not facts.members_only:
        found.append(("facts.members_only", "false", "entry to a major congress is restricted to WBU members"))
    if not facts.outside_entry:
        found.append(("facts.outside_entry", "false", "a major congress attracts a significant outside entry"))
    fix = "meet the standard, ask the Council for one provisional year, or leave `major_congress` out"
    for place, value, message in found:
        yield problem("3.6.1(c)", place, value, message, fix)


def quoted(event: AnyEvent, facts: Facts, claimed: str) -> Step | None:
    """A status other than the usual one, where a licence may quote it."""
    if not facts.licence or claimed not in STATUS:
        return None
    if event.organiser.level == "club" and facts.open_to == "outside":
        return status(claimed, "3.4", f"set by the WBU in licence {facts.licence}")
    if event.organiser.level == "congress":
        return status(claimed, "3.6.3", f"quoted by licence {facts.licence}")
    if facts.special_status:
        number = "3.1.5" if claimed == "national" else "3.6.4"
        return status(claimed, number, f"granted by licence {facts.licence}")
    return None
