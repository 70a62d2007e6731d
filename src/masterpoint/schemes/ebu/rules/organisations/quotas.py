"""The quotas of a year: major championships (1.2.4), blue (5.2, 5.3), green (6.1), simultaneous and free sessions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from masterpoint.core.derivation import Remark
from masterpoint.core.mechanisms import whole
from masterpoint.schemes.ebu.rules.handbook import remark
from masterpoint.schemes.ebu.rules.organisations.championships import MAJOR_BOARDS, MAJOR_SESSIONS
from masterpoint.schemes.ebu.rules.organisations.charge_sheets import SOCIAL_SESSIONS, extra_free_sessions
from masterpoint.schemes.ebu.rules.organisations.year import Planned, Year, named, too_many

CLUB_BLUE, COUNTY_BLUE, COUNTY_SIMULTANEOUS, ONE_DAY_GREEN = 2, 4, 2, 2
TEACHING_BOARDS = 16
WEEKS = 53  # a year touches so many
MINOR = "Hold it as a minor championship"


def majors(year: Year) -> Iterator[Remark]:
    """1.2.4: one pairs and one teams event, long enough, and open to all members to win."""
    found = [event for event in year.events if event.championship == "major"]
    for contest in ("pairs", "teams"):
        of_kind = [event for event in found if event.contest == contest]
        if all(event.colour == "green" for event in of_kind):
            continue  # county_green speaks of these
        yield from too_many("1.2.4", of_kind, 1, f"major {contest} championships", MINOR.replace("it", "the others"))
    for event in found:
        for message in _not_major(event):
            yield remark("1.2.4", f"{event.name}: {message}. {MINOR}")


def _not_major(event: Planned) -> Iterator[str]:
    if event.contest == "individual":
        yield "an individual; a major championship is for pairs or teams"
    if event.boards is not None and event.boards < MAJOR_BOARDS:
        yield f"{event.boards} boards; at least {MAJOR_BOARDS} in all are needed"
    if event.restricted_to:
        yield f"restricted to {event.restricted_to}; all members must be able to win it"
    if event.form == "league" and event.divisions > 1:
        yield f"a league of {event.divisions} divisions; all members must be able to win it"
    if event.form == "sections":
        yield "sections of differing status; all members must be able to win it"
    raised = event.sessions if event.enhanced_sessions is None else event.enhanced_sessions
    if event.form not in ("knockout", "ladder") and raised > MAJOR_SESSIONS:
        yield f"{raised} sessions at the raised status; at most {MAJOR_SESSIONS} are allowed, and of the final stages"


def no_majors(year: Year) -> Iterator[Remark]:
    found = [event for event in year.events if event.championship == "major"]
    yield from too_many("1.2.4", found, 0, "major championships", "Only clubs and counties nominate them")


def club_blue(year: Year) -> Iterator[Remark]:
    """5.3, 1.2.2, 1.2.4: two blue events, open ones licensed for members, closed ones major championships."""
    blue = [event for event in year.events if event.colour == "blue"]
    fix = "Two open, two closed, or one of each; the others give Local Points"
    yield from too_many("5.3.1", blue, CLUB_BLUE, "Blue Point events", fix)
    for event in blue:
        if event.open_event:
            yield from open_blue(event, "5.3.2")
        elif event.championship != "major":
            message = "closed, and no major championship; closed Blue Point events are the two major championships"
            yield remark("5.3.3", f"{event.name}: {message}. Open it under licence, or give Local Points")


def open_blue(event: Planned, number: str) -> Iterator[Remark]:
    """5.2.1: open to all EBU members and to nobody else, with a licence."""
    if not event.members_only:
        yield remark(number, f"{event.name}: open to non-members; Blue Points are for EBU members only. Restrict it")
    if not event.licence:
        yield remark(number, f"{event.name}: no licence; an open Blue Point event needs one. Apply to the EBU")


def county_blue(year: Year) -> Iterator[Remark]:
    """1.2.6(a), 5.2: up to four, open to all members, of two sessions unless within a green congress."""
    blue = [event for event in year.events if event.colour == "blue" and event.form != "simultaneous"]
    yield from too_many("1.2.6(a)", blue, COUNTY_BLUE, "Blue Point events", "The others give Local Points")
    for event in blue:
        if not event.open_event:
            message = "not open to all EBU members; a county's Blue Point event must be. Open it"
            yield remark("5.2.1", f"{event.name}: {message}")
        yield from open_blue(event, "5.2.1")
        if event.sessions == 1 and not event.congress_is_green:
            message = "one session; allowed only within a congress that gives Green Points. Hold two sessions"
            yield remark("5.2.2", f"{event.name}: {message}")


def no_blue(year: Year) -> Iterator[Remark]:
    found = [event for event in year.events if event.colour == "blue"]
    yield from too_many("5.1", found, 0, "Blue Point events", "Only the EBU, counties and clubs give Blue Points")


def no_green(year: Year) -> Iterator[Remark]:
    found = [event for event in year.events if event.colour == "green"]
    yield from too_many("6.1.1", found, 0, "Green Point events", "Only the EBU and counties give Green Points")


def county_green(year: Year) -> Iterator[Remark]:
    """6.1: the two major championships, and two one-day events or one within a congress, by permission."""
    green = [event for event in year.events if event.colour == "green" and event.kind != "inter-county"]
    for contest in ("pairs", "teams"):
        of_kind = [event for event in green if event.championship == "major" and event.contest == contest]
        yield from too_many("6.1.1", of_kind, 1, f"green major {contest} championships", "The others give no green")
    others = [event for event in green if event.championship != "major"]
    congress = [event for event in others if event.in_congress]
    one_day = [event for event in others if not event.in_congress]
    yield from too_many("6.1.4", one_day, ONE_DAY_GREEN, "one-day Green Point events", "Hold two at most")
    yield from too_many("6.1.5", congress, 1, "Green Point events within the congress", "Keep one")
    if congress and one_day:
        message = f"{named(one_day)} beside a green event within the congress ({named(congress)})"
        yield remark("6.1.5", f"{message}; the one rules out the other. Keep the congress event or the one-day events")
    for event in others:
        if not event.permission:
            number = "6.1.5" if event.in_congress else "6.1.4"
            yield remark(number, f"{event.name}: no permission. Ask the Tournament Committee before it is announced")


def simultaneous(year: Year) -> Iterator[Remark]:
    """1.2.5: clubs by licence; counties two a year without, never blue, for affiliated clubs."""
    found = [event for event in year.events if event.form == "simultaneous"]
    free = [event for event in found if not event.licence]
    most = COUNTY_SIMULTANEOUS if year.level == "county" else 0
    fix = "Apply for a special licence for the others"
    yield from too_many("1.2.5", free, most, "simultaneous pairs without a licence", fix)
    for event in found:
        if event.colour == "blue" and year.level == "county":
            yield remark("1.2.5", f"{event.name}: Blue Points; simultaneous pairs may not give them. Give Local Points")
        if event.unaffiliated_clubs and not (event.licence and event.charity):
            message = "clubs that are not affiliated; a licence lets them into a charity event only. Leave them out"
            yield remark("1.2.5", f"{event.name}: {message}")


def free_sessions(year: Year) -> Iterator[Remark]:
    """1.3.1 and 1.4.2: sessions free of charge, and novice sessions once a week by licence."""
    free = [event for event in year.events if event.exempt in ("social", "charity")]
    most = SOCIAL_SESSIONS + whole(extra_free_sessions(year.player_sessions or 0))
    yield from too_many("1.3.1", free, most, "free social or charity sessions", "Submit the others with code 10")
    for event in year.events:
        if event.exempt == "teaching":
            yield from _teaching(event)
        if event.exempt in ("social", "charity") and event.sessions * event.games > 1:
            yield remark("1.3.1", f"{event.name}: a free session is one session. Submit the others with code 10")
    yield from _novices(year)


def _teaching(event: Planned) -> Iterator[Remark]:
    if event.boards is not None and event.boards > TEACHING_BOARDS:
        message = f"{event.boards} boards; a free teaching session has {TEACHING_BOARDS} at most. Shorten it, or pay"
        yield remark("1.3.1", f"{event.name}: {message}")
    if event.gives_points:
        yield remark("1.3.1", f"{event.name}: a free teaching session gives no points. Award none, or pay")


def _novices(year: Year) -> Iterator[Remark]:
    novice = [event for event in year.events if event.kind == "novice"]
    yield from _more_than_weekly(novice)
    for event in novice:
        if not event.licence:
            yield remark("1.4.2", f"{event.name}: no licence; novice sessions need an annual one. Apply to the EBU")
        if event.gives_points:
            yield remark("1.4.2", f"{event.name}: novice sessions give no points. Award none")


def _more_than_weekly(novice: list[Planned]) -> Iterator[Remark]:
    """Series are counted over the year, single sessions week by week."""
    held = sum(event.games * event.centres for event in novice)
    if held > WEEKS:
        yield remark("1.4.2", f"{held} novice sessions; one a week is licensed. Submit the others as usual")
        return
    weeks = Counter(tuple(event.day.isocalendar())[:2] for event in novice if event.games == 1)
    for (iso_year, week), count in sorted(weeks.items()):
        if count > 1:
            message = f"{count} novice sessions in week {week} of {iso_year}; one a week is licensed"
            yield remark("1.4.2", f"{message}. Submit the others as usual")


def no_free_sessions(year: Year) -> Iterator[Remark]:
    """1.3.1: the exemptions are for club sessions."""
    found = [event for event in year.events if event.exempt not in ("", "special")]
    yield from too_many("1.3.1", found, 0, "free sessions", "The exemptions are for clubs; ask for a special one")
