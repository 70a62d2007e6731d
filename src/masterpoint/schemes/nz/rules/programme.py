"""E3, E9 and E14 to E17: what a club, a region or an island area may hold in a year, checked over its schedule."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from datetime import date

from masterpoint.core.derivation import Remark
from masterpoint.core.editions import Programme
from masterpoint.schemes.nz.rules.classes import MINIMUM_DEALS
from masterpoint.schemes.nz.rules.handbook import clause
from masterpoint.schemes.nz.rules.schedule import Congress, Listed, Role, YearAsks

OPPORTUNITIES = 40  # E3.D3, E9.3
ISLANDS = {  # E15.5a
    "North Island": ("Auckland", "Waikato/Bays"),
    "Centre Island": ("Central Districts", "Wellington"),
    "South Island": ("Top of the South", "Canterbury", "Otago/Southland"),
}
REGIONAL: dict[Role, tuple[str, str, int]] = {  # role: class, clause, how many a contest
    "provincial": ("10A", "E15.5b.i-iii", 1),
    "main-regional": ("10A", "E15.5b.i-iii", 1),
    "mens-pairs": ("5A", "E15.5b.iv-v", 1),
    "womens-pairs": ("5A", "E15.5b.iv-v", 1),
    "local-teams": ("5A", "E15.5b.iv-v", 1),
}
CONTEST_OF: dict[Role, str] = {"mens-pairs": "pairs", "womens-pairs": "pairs", "local-teams": "teams"}
CONGRESS_CLASSES = ("10A", "5A", "3A", "8B", "5B", "3B")  # E16.5c
ADDITIONAL = ("5A", "3A", "8B", "5B", "3B")  # E17.7
METROPOLITAN, METROPOLITAN_A, METROPOLITAN_SESSIONS = 6, 3, 16  # E16.5d
METROPOLITAN_PAIRS = 20  # E17.5d.A.ii
SESSION_BOARDS = 20  # E14.2c
LARGE_CONGRESS = 40  # E16.5c: tables


def findings(asks: YearAsks) -> Sequence[Remark]:
    """All that the manual does not allow in this year."""
    checks = {"club": _club, "region": _region, "island": _island}
    found = [*checks[asks.organiser](asks), *(said for event in asks.events for said in _every(event, asks))]
    return [Remark(clause(number), message) for number, message in found]


Said = Iterator[tuple[str, str]]


def _club(asks: YearAsks) -> Said:
    """E9.3, E17.6: forty sessions, one 3A or 5A, and one each of 8B, 5B and 3B."""
    offered, paying = asks.sessions_offered, asks.sessions_with_points
    if offered is not None and offered < OPPORTUNITIES and (paying is None or paying < offered):
        yield "E9.3", f"{offered} sessions, fewer than {OPPORTUNITIES}: points must be offered on all of them"
        yield "E3.D3", f"a club gives each member at least {OPPORTUNITIES} chances a year to play for points"
    elif paying is not None and paying < OPPORTUNITIES <= (offered or OPPORTUNITIES):
        yield "E3.D3", f"only {paying} sessions with points: each member must have at least {OPPORTUNITIES} chances"
    own = [event for event in asks.events if event.role == "local"]
    if sum(event.grade in ("3A", "5A") for event in own) > 1:
        yield "E17.6", "one 3A or 5A tournament a year is a club's right; more need the region's approval (additional)"
    for name in ("8B", "5B", "3B"):
        held = [event for event in own if event.grade == name]
        if len(held) > 1:
            yield "E17.6", f"one {name} tournament a year, not {len(held)}"
        if any(not event.approved for event in held):
            yield "E17.6", f"the {name} tournament needs the approval of the region"
    for event in own:
        if event.grade not in ("3A", "5A", "8B", "5B", "3B"):
            yield "E17.6", f"{_name(event)}: a club does not hold a {event.grade or 'tournament without class'}"
    yield from _foreign_roles(asks, ("local", "additional"), "E17.6", "a club")


def _region(asks: YearAsks) -> Said:
    """E15.5b, E16, E17.5: regional events, congresses, metropolitan events."""
    held = Counter((event.role, event.contest) for event in asks.events)
    for role, (name, number, most) in REGIONAL.items():
        events = [event for event in asks.events if event.role == role]
        count = max((held[role, contest] for contest in ("pairs", "teams")), default=0)
        allowed_once = role != "provincial"
        if count > most or (allowed_once and len(events) > most):
            yield number, f"one {role} event a year" + ("" if allowed_once else " for pairs and one for teams")
        for event in events:
            if event.grade != name:
                yield number, f"{_name(event)}: a {role} event is a {name}, not a {event.grade or 'nothing'}"
            if event.contest != CONTEST_OF.get(role, event.contest) or event.contest == "individual":
                yield number, f"{_name(event)}: a {role} event is for {CONTEST_OF.get(role, 'pairs or teams')}"
    trials = Counter(event.name.lower() for event in asks.events if event.role == "trials")
    for name, count in trials.items():
        if count > 1:
            yield "E15.5b.vi", f"trials for {name or 'one class'} are held once, not {count} times"
    yield from _congresses(asks)
    yield from _metropolitan([event for event in asks.events if event.role == "metropolitan"])
    allowed = (*REGIONAL, "trials", "rubber-preliminary", "congress", "congress-extra", "congress-further")
    yield from _foreign_roles(asks, (*allowed, "metropolitan", "additional"), "E16.5b.vii-viii", "a region")


def _congresses(asks: YearAsks) -> Said:
    """E3.D4, E16.5c: what a congress is, and the 10A events it brings."""
    genuine = 0
    for congress in asks.congresses:
        wrong = list(congress_faults(congress))
        yield from wrong
        genuine += not wrong
    if len(asks.congresses) > 1:
        yield "E16.5c", "each region runs one congress a year"
    extra = [event for event in asks.events if event.role == "congress-extra"]
    if len(extra) > (1 if genuine else 0):
        yield "E16.5c", "one extra 10A event is held with a congress that meets the definition"
    if sum(event.role == "congress-further" for event in asks.events) > 1:
        yield "E16.5c", "one further 10A event may be considered, not several"
    for event in asks.events:
        if event.role == "congress-further" and not (genuine and (event.tables or 0) >= LARGE_CONGRESS):
            needs = f"a congress that meets the definition and a field of at least {LARGE_CONGRESS} tables"
            yield "E16.5c", f"{_name(event)}: a further 10A event needs {needs}"
        if event.role in ("congress-extra", "congress-further") and event.grade != "10A":
            yield "E16.5c", f"{_name(event)}: the extra event of a congress is a 10A"
        if event.role == "congress" and event.grade not in CONGRESS_CLASSES[1:]:
            yield "E16.5c", f"{_name(event)}: congress events are 5A, 3A, 8B, 5B or 3B, or a 10A under its own title"


def congress_faults(congress: Congress) -> Said:
    """E3.D4: three tournaments over two days, one of them for others than Open players."""
    name = congress.name or "the congress"
    if len(congress.classes) < 3 or congress.days < 2:
        yield "E3.D4", f"{name}: a congress has three or more tournaments over at least two days"
    if not set(congress.classes) & {"5B", "3B"}:
        yield "E3.D4", f"{name}: at least one tournament must be for others than Open players"
    if not congress.approved:
        yield "E16.5c", f"{name}: needs approval by the region and confirmation by the Board"


def _metropolitan(events: Sequence[Listed]) -> Said:
    """E16.5d, E17.5d: up to six a year, three of them for A Points."""
    if len(events) > METROPOLITAN:
        yield "E16.5d", f"up to {METROPOLITAN} metropolitan events a year, not {len(events)}"
    for_a = [event for event in events if event.grade.endswith("A")]
    if len(for_a) > METROPOLITAN_A:
        yield "E16.5d", f"only {METROPOLITAN_A} metropolitan events may be for A Points, not {len(for_a)}"
    if sum(event.replaces_club_sessions for event in for_a) > 1:
        yield "E17.5d.A.i", "one metropolitan event for A Points a year may take the place of club sessions"
    for event in events:
        yield from _metropolitan_event(event)


def _metropolitan_event(event: Listed) -> Said:
    name = _name(event)
    if event.grade not in ("3A", "5A", "8B"):
        yield "E16.5d", f"{name}: a metropolitan event is a 3A, 5A or 8B"
    if event.contest == "individual":
        yield "E16.5d.i-v", f"{name}: a metropolitan event is for pairs or teams"
    if event.clubs is not None and event.clubs < 2:
        yield "E16.5d.i-v", f"{name}: entries must come from several clubs"
    if not event.open_to_all and not event.grade_restriction:
        yield "E16.5d.i-v", f"{name}: must be open to all players, or restricted by grade only"
    if not event.substitution_policy:
        yield "E16.5d.i-v", f"{name}: must follow the policy on substitutions"
    if len(event.days) > METROPOLITAN_SESSIONS:
        yield "E16.5d.vi-viii", f"{name}: up to {METROPOLITAN_SESSIONS} sessions, not {len(event.days)}"
    short = [pairs < METROPOLITAN_PAIRS for pairs in event.pairs_completing[:2]]
    if event.grade.endswith("A") and len(short) == 2 and all(short):
        yield "E17.5d.A.ii", f"{name}: fewer than {METROPOLITAN_PAIRS} pairs two years running: it is an 8B now"


def _island(asks: YearAsks) -> Said:
    """E15.5a: one 15A teams and one 15A pairs championship for each island area."""
    wrong = [name for name in asks.regions if name not in ISLANDS.get(asks.name, (name,))]
    if asks.name and asks.name not in ISLANDS:
        yield "E15.5a", f"no such island area: {', '.join(ISLANDS)}"
    if wrong:
        yield "E15.5a", f"not of this island area: {', '.join(wrong)}"
    held = Counter(event.contest for event in asks.events if event.role == "island")
    for contest in ("teams", "pairs"):
        if held[contest] > 1:
            yield "E15.5a", f"one {contest} championship a year, not {held[contest]}"
    for event in asks.events:
        if event.role == "island" and (event.grade != "15A" or event.contest == "individual"):
            yield "E15.5a", f"{_name(event)}: an island championship is a 15A for pairs or teams"
    yield from _foreign_roles(asks, ("island",), "E15.5a", "an island area")


def _foreign_roles(asks: YearAsks, roles: Sequence[str], number: str, who: str) -> Said:
    for event in asks.events:
        if event.role not in roles:
            yield number, f"{_name(event)}: {who} does not hold {event.role} events"


def _every(event: Listed, asks: YearAsks) -> Said:
    """What holds for each event of a schedule: deals, days, approval, and details in time."""
    name = _name(event)
    least = MINIMUM_DEALS.get(event.grade, 0)
    if event.boards is not None and event.boards < least:
        yield "E18.1c" if event.grade.endswith("A") else "E22.1b", f"{name}: a {event.grade} needs {least} deals"
    if event.fewest_boards is not None and event.fewest_boards < SESSION_BOARDS and event.contest != "teams":
        yield "E14.2c", f"{name}: every session needs {SESSION_BOARDS} boards in circulation"
    if event.role == "additional":
        if event.grade not in ADDITIONAL:
            yield "E17.7", f"{name}: extra events are 5A, 3A, 8B, 5B or 3B"
        if not (event.approved and event.applied_this_year):
            yield "E17.7", f"{name}: an extra event is applied for afresh each year and approved by the region"
    if event.role != "metropolitan":
        yield from _days(event)
    yield from _details(event, asks)


def _days(event: Listed) -> Said:
    days = sorted(set(event.days))
    if len(event.days) == 1:
        yield "E5.D31", f"{_name(event)}: a tournament collates two or more sessions"
    elif len(event.days) == 2 and len(days) > 1:
        yield "E5.D31a", f"{_name(event)}: two sessions are played on the same day"
    elif days and (days[-1] - days[0]).days >= len(days):
        yield "E5.D31b", f"{_name(event)}: sessions are played on the same or consecutive days"


def _details(event: Listed, asks: YearAsks) -> Said:
    """E14.1, E16.5d, E17.7: details reach NZ Bridge by 31 January (metropolitan, N-15) or 30 April."""
    if event.details_sent is None:
        return
    year = asks.schedule_made_in or asks.year - 2
    metropolitan = event.role == "metropolitan"
    due = date(year, 1, 31) if metropolitan else date(year, 4, 30)
    if event.details_sent > due:
        number = "E16.5d" if metropolitan else "E17.7" if event.role == "additional" else "E14.1"
        reading = " (reading N-15)" if metropolitan else ""
        yield number, f"{_name(event)}: details were due by {due}{reading}"


def _name(event: Listed) -> str:
    return event.name or f"{event.grade} {event.contest}".strip()


PROGRAMME = Programme(YearAsks, findings)
