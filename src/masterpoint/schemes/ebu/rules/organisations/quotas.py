"""The quotas of a year: major championships (1.2.4), blue (5.2, 5.3), green (6.1), simultaneous and free sessions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from masterpoint.core.derivation import Remark
from masterpoint.core.mechanisms import whole
from masterpoint.core.sentences import Message, sentence
from masterpoint.schemes.ebu.book import Book
from masterpoint.schemes.ebu.rules.organisations.charge_sheets import extra_free_sessions
from masterpoint.schemes.ebu.rules.organisations.year import PlannedEvent, Year, finding, names_of, too_many
from masterpoint.schemes.families.words import in_words

WEEKS = 53  # a year may have days in as many weeks


def majors(book: Book, year: Year) -> Iterator[Remark]:
    """1.2.4: one pairs and one teams event, long enough, and open to all members to win."""
    nominated = [event for event in year.events if event.championship == "major"]
    maximum = book.figures.quotas.majors_of_a_kind.value
    for contest in ("pairs", "teams"):
        of_kind = [event for event in nominated if event.contest == contest]
        if all(event.colour == "green" for event in of_kind):
            continue  # county_green speaks of these
        fix = "Hold the others as minor championships"
        yield from too_many(book, "1.2.4", of_kind, maximum, f"major {contest} championships", fix)
    for event in nominated:
        for message in _not_major(book, event):
            yield finding(book, "1.2.4", event, "{reason}. Hold it as a minor championship", reason=message)


def _not_major(book: Book, event: PlannedEvent) -> Iterator[Message]:
    minimum, maximum = book.figures.organisations.major_boards.value, book.figures.organisations.major_sessions.value
    if event.contest == "individual":
        yield "an individual; a major championship is for pairs or teams"
    if event.boards is not None and event.boards < minimum:
        yield sentence("{boards} boards; at least {least} in all are needed", boards=event.boards, least=minimum)
    if event.restricted_to:
        yield sentence("restricted to {who}; all members must be able to win it", who=event.restricted_to)
    if event.form == "league" and event.divisions > 1:
        yield sentence("a league of {count} divisions; all members must be able to win it", count=event.divisions)
    if event.form == "sections":
        yield "sections of differing status; all members must be able to win it"
    raised_sessions = event.sessions if event.enhanced_sessions is None else event.enhanced_sessions
    if event.form not in ("knockout", "ladder") and raised_sessions > maximum:
        template = "{raised} sessions at the raised status; at most {most} are allowed, and of the final stages"
        yield sentence(template, raised=raised_sessions, most=maximum)


def no_majors(book: Book, year: Year) -> Iterator[Remark]:
    nominated = [event for event in year.events if event.championship == "major"]
    yield from too_many(book, "1.2.4", nominated, 0, "major championships", "Only clubs and counties nominate them")


def club_blue(book: Book, year: Year) -> Iterator[Remark]:
    """5.3, 1.2.2, 1.2.4: two blue events, open ones licensed for members, closed ones major championships."""
    blue = [event for event in year.events if event.colour == "blue"]
    fix = "Two open, two closed, or one of each; the others give Local Points"
    yield from too_many(book, "5.3.1", blue, book.figures.quotas.club_blue.value, "Blue Point events", fix)
    for event in blue:
        if event.open_event:
            yield from open_blue(book, event, "5.3.2")
        elif event.championship != "major":
            message = "closed, and no major championship; closed Blue Point events are the two major championships"
            yield finding(book, "5.3.3", event, f"{message}. Open it under licence, or give Local Points")


def open_blue(book: Book, event: PlannedEvent, number: str) -> Iterator[Remark]:
    """5.2.1: open to all EBU members and to nobody else, with a licence."""
    if not event.members_only:
        yield finding(book, number, event, "open to non-members; Blue Points are for EBU members only. Restrict it")
    if not event.licence:
        yield finding(book, number, event, "no licence; an open Blue Point event needs one. Apply to the EBU")


def county_blue(book: Book, year: Year) -> Iterator[Remark]:
    """1.2.6(a), 5.2: up to four, open to all members, of two sessions unless within a green congress."""
    blue = [event for event in year.events if event.colour == "blue" and event.form != "simultaneous"]
    maximum = book.figures.quotas.county_blue.value
    yield from too_many(book, "1.2.6(a)", blue, maximum, "Blue Point events", "The others give Local Points")
    for event in blue:
        if not event.open_event:
            message = "not open to all EBU members; a county's Blue Point event must be. Open it"
            yield finding(book, "5.2.1", event, message)
        yield from open_blue(book, event, "5.2.1")
        if event.sessions == 1 and not event.congress_is_green:
            message = "one session; allowed only within a congress that gives Green Points. Hold two sessions"
            yield finding(book, "5.2.2", event, message)


def no_blue(book: Book, year: Year) -> Iterator[Remark]:
    blue = [event for event in year.events if event.colour == "blue"]
    yield from too_many(book, "5.1", blue, 0, "Blue Point events", "Only the EBU, counties and clubs give Blue Points")


def no_green(book: Book, year: Year) -> Iterator[Remark]:
    green = [event for event in year.events if event.colour == "green"]
    yield from too_many(book, "6.1.1", green, 0, "Green Point events", "Only the EBU and counties give Green Points")


def county_green(book: Book, year: Year) -> Iterator[Remark]:
    """6.1: the two major championships, and two one-day events or one within a congress, by permission."""
    green = [event for event in year.events if event.colour == "green" and event.kind != "inter-county"]
    for contest in ("pairs", "teams"):
        of_kind = [event for event in green if event.championship == "major" and event.contest == contest]
        maximum = book.figures.quotas.majors_of_a_kind.value
        kind = f"green major {contest} championships"
        yield from too_many(book, "6.1.1", of_kind, maximum, kind, "The others give no green")
    others = [event for event in green if event.championship != "major"]
    congress = [event for event in others if event.in_congress]
    one_day = [event for event in others if not event.in_congress]
    maximum = book.figures.quotas.one_day_green.value
    fix = f"Hold {in_words(maximum)} at most"
    yield from too_many(book, "6.1.4", one_day, maximum, "one-day Green Point events", fix)
    maximum = book.figures.quotas.congress_green.value
    yield from too_many(
        book, "6.1.5", congress, maximum, "Green Point events within the congress", f"Keep {in_words(maximum)}"
    )
    if congress and one_day:
        message = sentence(
            "{one_day} beside a green event within the congress ({congress}); the one rules out the other. "
            "Keep the congress event or the one-day events",
            one_day=names_of(one_day),
            congress=names_of(congress),
        )
        yield book.remark("6.1.5", message)
    for event in others:
        if not event.permission:
            number = "6.1.5" if event.in_congress else "6.1.4"
            yield finding(book, number, event, "no permission. Ask the Tournament Committee before it is announced")


def simultaneous(book: Book, year: Year) -> Iterator[Remark]:
    """1.2.5: clubs by licence; counties two a year without, never blue, for affiliated clubs."""
    simultaneous_events = [event for event in year.events if event.form == "simultaneous"]
    unlicensed_events = [event for event in simultaneous_events if not event.licence]
    maximum = book.figures.quotas.simultaneous.value if year.level == "county" else 0
    fix = "Apply for a special licence for the others"
    yield from too_many(book, "1.2.5", unlicensed_events, maximum, "simultaneous pairs without a licence", fix)
    for event in simultaneous_events:
        if event.colour == "blue" and year.level == "county":
            yield finding(book, "1.2.5", event, "Blue Points; simultaneous pairs may not give them. Give Local Points")
        if event.unaffiliated_clubs and not (event.licence and event.charity):
            message = "clubs that are not affiliated; a licence lets them into a charity event only. Leave them out"
            yield finding(book, "1.2.5", event, message)


def free_sessions(book: Book, year: Year) -> Iterator[Remark]:
    """1.3.1 and 1.4.2: sessions free of charge, and novice sessions once a week by licence."""
    free_events = [event for event in year.events if event.exempt in ("social", "charity")]
    maximum = book.figures.charges.social_sessions.value + whole(extra_free_sessions(book, year.player_sessions or 0))
    yield from too_many(
        book, "1.3.1", free_events, maximum, "free social or charity sessions", "Submit the others with code 10"
    )
    for event in year.events:
        if event.exempt == "teaching":
            yield from _teaching(book, event)
        if event.exempt in ("social", "charity") and event.sessions * event.games > 1:
            yield finding(book, "1.3.1", event, "a free session is one session. Submit the others with code 10")
    yield from _novices(book, year)


def _teaching(book: Book, event: PlannedEvent) -> Iterator[Remark]:
    maximum = book.figures.charges.teaching_boards.value
    if event.boards is not None and event.boards > maximum:
        template = "{boards} boards; a free teaching session has {most} at most. Shorten it, or pay"
        yield finding(book, "1.3.1", event, template, boards=event.boards, most=maximum)
    if event.gives_points:
        yield finding(book, "1.3.1", event, "a free teaching session gives no points. Award none, or pay")


def _novices(book: Book, year: Year) -> Iterator[Remark]:
    novice = [event for event in year.events if event.kind == "novice"]
    yield from _more_than_weekly(book, novice)
    for event in novice:
        if not event.licence:
            yield finding(book, "1.4.2", event, "no licence; novice sessions need an annual one. Apply to the EBU")
        if event.gives_points:
            yield finding(book, "1.4.2", event, "novice sessions give no points. Award none")


def _more_than_weekly(book: Book, novice: list[PlannedEvent]) -> Iterator[Remark]:
    """Counts a series over the year, and single sessions week by week."""
    session_count = sum(event.games * event.centres for event in novice)
    if session_count > WEEKS:
        yield book.remark(
            "1.4.2",
            sentence("{held} novice sessions; one a week is licensed. Submit the others as usual", held=session_count),
        )
        return
    weeks = Counter(tuple(event.day.isocalendar())[:2] for event in novice if event.games == 1)
    for (iso_year, week), count in sorted(weeks.items()):
        if count > 1:
            message = sentence(
                "{count} novice sessions in week {week} of {year}; one a week is licensed. Submit the others as usual",
                count=count,
                week=week,
                year=str(iso_year),
            )
            yield book.remark("1.4.2", message)


def no_free_sessions(book: Book, year: Year) -> Iterator[Remark]:
    """1.3.1: the exemptions are for club sessions."""
    free_events = [event for event in year.events if event.exempt not in ("", "special")]
    yield from too_many(
        book, "1.3.1", free_events, 0, "free sessions", "The exemptions are for clubs; ask for a special one"
    )
