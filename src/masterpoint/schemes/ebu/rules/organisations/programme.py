"""1.2 over a year: which events an organisation may hold, and how many of each.

Every finding says what was found, what is allowed, and what to do.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from masterpoint.core.derivation import Remark
from masterpoint.core.editions import Programme
from masterpoint.core.errors import NotReadable, Problem
from masterpoint.schemes.ebu.rules.handbook import remark
from masterpoint.schemes.ebu.rules.organisations import quotas
from masterpoint.schemes.ebu.rules.organisations.deadlines import months_after
from masterpoint.schemes.ebu.rules.organisations.year import Planned, Year, named, too_many

WEEKS = 52


def regular_games(year: Year) -> Iterator[Remark]:
    """1.2.1, 4.9.3: a county's regular games, about one a week; each centre counts."""
    regular = [event for event in year.events if _regular_game(event)]
    count = sum(event.games * event.centres for event in regular)
    if count > WEEKS:
        centres = [event for event in regular if event.centres > 1]
        yield remark("1.2.1", f"{count} regular games; normally at most one a week, {WEEKS} a year. Hold fewer")
        if centres:
            yield remark("4.9.3", f"a game at several centres counts once for each ({named(centres)})")


def _regular_game(event: Planned) -> bool:
    plain = event.kind == "regular" and event.colour == "local" and not event.championship and not event.licence
    return plain and event.form in ("session", "sections", "stratified") and not event.exempt


def ladders(year: Year) -> Iterator[Remark]:
    """1.2.3: two a year; ladders of the sections of one event count together (4.11.9)."""
    found = [event for event in year.events if event.form == "ladder"]
    counted = {event.ladder or f"#{index}": event for index, event in enumerate(found)}
    fix = "Award the games only; the bonus of a third ladder is not allowed"
    yield from too_many("1.2.3", list(counted.values()), 2, "ladders", fix)
    for event in found:
        if event.results_counted is not None and event.results_counted < 6:
            message = f"{event.name} counts {event.results_counted} results; a ladder counts at least six. Count more"
            yield remark("3.7.3", message)


def no_ladders(year: Year) -> Iterator[Remark]:
    found = [event for event in year.events if event.form == "ladder"]
    yield from too_many("1.2.3", found, 0, "ladders", "They are for clubs and counties: award the games only")


def licensed_organiser(year: Year) -> Iterator[Remark]:
    """1.4.5: other organisations hold every event by licence."""
    without = [event for event in year.events if not event.licence]
    if without:
        yield remark("1.4.5", f"no licence: {named(without)}; other organisations need one for each. Apply to the EBU")


def leagues_of_counties(year: Year) -> Iterator[Remark]:
    """1.2.6(e), 6.5.1: three counties, a licence, and permission for green."""
    for event in year.events:
        if event.kind != "inter-county" and year.level != "inter-county":
            continue
        if event.counties is not None and event.counties < 3:
            yield remark("1.2.6(e)", f"{event.name}: {event.counties} counties; at least three are needed. Find more")
        if not event.licence:
            yield remark("1.2.6(e)", f"{event.name}: no licence; an inter-county league needs one. Apply to the EBU")
        if event.colour == "green" and not event.permission:
            yield remark("6.5.1", f"{event.name}: green without permission. Ask the Tournament Committee")


def district_events(year: Year) -> Iterator[Remark]:
    """1.4.3: beside the league, one pairs and one teams event of one or two sessions, or a knock-out for teams."""
    beside = [event for event in year.events if event.form not in ("league", "ladder")]
    for contest in ("pairs", "teams"):
        of_kind = [event for event in beside if event.contest == contest]
        fix = "Hold the others under a county or a licence of their own"
        yield from too_many("1.4.3", of_kind, 1, f"{contest} events beside the league", fix)
    for event in beside:
        if event.contest == "individual":
            yield remark("1.4.3", f"{event.name}: an individual; one pairs, one teams event allowed. Leave it out")
        elif event.form == "knockout":
            if event.contest != "teams" or event.elimination != "single":
                yield remark("1.4.3", f"{event.name}: allowed is a single elimination knock-out for teams. Change it")
        elif event.sessions > 2:
            message = f"{event.name}: {event.sessions} sessions; one or two are allowed. Make it shorter"
            yield remark("1.4.3", message)


def leagues(year: Year) -> Iterator[Remark]:
    """1.3.4: a teams league is for teams; other leagues pay ordinary charges and are events in sections (4.9)."""
    for event in year.events:
        if event.form == "league" and event.contest != "teams":
            yield remark("1.3.4", f"{event.name}: a {event.contest} league; leagues are for teams. Hold it in sections")


def inter_club(year: Year) -> Iterator[Remark]:
    """1.2.6(b): only affiliated clubs."""
    for event in year.events:
        if event.inter_club and event.unaffiliated_clubs and event.form != "simultaneous":
            message = f"{event.name}: clubs that are not affiliated; none may enter. Leave them out"
            yield remark("1.2.6(b)", message)


def invitations(year: Year) -> Iterator[Remark]:
    """1.2.6(d): one a year."""
    found = [event for event in year.events if event.kind == "invitation"]
    most = 1 if year.level == "county" else 0
    fix = "Hold the others as regular events" if most else "Only counties may hold them"
    yield from too_many("1.2.6(d)", found, most, "invitation events", fix)


def special_events(year: Year) -> Iterator[Remark]:
    """1.2.7: inter-organisation events need a licence unless all are members of the organiser."""
    for event in year.events:
        if event.kind == "inter-organisation" and not event.all_own_members and not event.licence:
            yield remark("1.2.7", f"{event.name}: not all are the organiser's members: a licence is needed. Apply")
        if event.kind in ("licensed", "open-beside-finals") and not event.licence and year.level in ("club", "county"):
            number = "1.2.2" if year.level == "club" else "1.4.1"
            yield remark(number, f"{event.name}: an open event of this kind needs a licence. Apply to the EBU")


Check = Callable[[Year], Iterator[Remark]]


def findings(year: Year) -> Sequence[Remark]:
    """All that the book does not allow in this year."""
    ends = months_after(year.starts, 12)
    outside = [
        Problem(
            f"events[{index}].day",
            event.day.isoformat(),
            f"not within the year from {year.starts}",
            "give it in its own year",
        )
        for index, event in enumerate(year.events)
        if not year.starts <= event.day < ends
    ]
    if outside:
        raise NotReadable(outside)
    return [found for check in (*OF_ALL, *OF_LEVEL.get(year.level, ())) for found in check(year)]


OF_ALL: tuple[Check, ...] = (leagues, inter_club, invitations, leagues_of_counties, special_events)
OF_LEVEL: dict[str, tuple[Check, ...]] = {
    "club": (ladders, quotas.majors, quotas.club_blue, quotas.no_green, quotas.simultaneous, quotas.free_sessions),
    "online club": (ladders, quotas.no_majors, quotas.no_blue, quotas.no_green, quotas.simultaneous),
    "county": (
        regular_games,
        ladders,
        quotas.majors,
        quotas.county_blue,
        quotas.county_green,
        quotas.simultaneous,
        quotas.no_free_sessions,
    ),
    "district league": (district_events, no_ladders, quotas.no_blue, quotas.no_green, quotas.no_majors),
    "inter-county": (no_ladders, quotas.no_blue, quotas.no_majors),
    "licensed organiser": (licensed_organiser, quotas.no_blue, quotas.no_green, quotas.no_majors),
}
PROGRAMME = Programme(Year, findings)
