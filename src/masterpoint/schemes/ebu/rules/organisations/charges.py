"""1.3 and the appendix: the Universal Membership (UMS) charge of an event, its code, and who pays how much of it."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from fractions import Fraction
from functools import cache

from masterpoint.core.books import rule
from masterpoint.core.derivation import Remark, Step, derive, fact
from masterpoint.core.events import (
    AnyEvent,
    KnockoutEvent,
    LadderEvent,
    LeagueEvent,
    SimultaneousEvent,
)
from masterpoint.core.mechanisms import product
from masterpoint.core.sentences import Message, part_in_words, sentence
from masterpoint.schemes.ebu.book import Book
from masterpoint.schemes.ebu.figures.organisations import Code
from masterpoint.schemes.ebu.rules.facts import Facts

TEACHING, TEACHING_WITH_MAGAZINE = "04", "11"
CHILDREN_IN_NEED = "children in need"
ORDINARY = "an ordinary club session"
MEMBERS, OTHERS = "EBU members", "others"


@cache
def charge_codes(book: Book) -> dict[str, Code]:
    """The appendix: each code by its number."""
    return {code.number: code for code in book.figures.charges.codes.value}


def in_use(code: Code, day: date) -> bool:
    """Whether a code could be used for an event played on this day."""
    return (code.first_day is None or code.first_day <= day) and (code.ended is None or day < code.ended)


@rule
def charge_code(book: Book, event: AnyEvent, facts: Facts) -> tuple[Code, str, str]:
    """The code of an event's results file, the clause it rests on, and why."""
    number, clause, reason = (
        _already_submitted(event, facts)
        or _exempt(book, event, facts)
        or _by_licence(event, facts)
        or _by_organiser(event)
    )
    return charge_codes(book)[number], clause, reason


CLUBS = ("club", "online club")
Choice = tuple[str, str, str]


def _already_submitted(event: AnyEvent, facts: Facts) -> Choice | None:
    """2.8.2: files that only credit points."""
    if facts.points_only:
        return "02", "2.8.2", "for sessions that were submitted before: this file only credits points"
    if isinstance(event, LadderEvent) and not event.final:
        return "02", "2.8.2", "for a ladder: the games of the ladder were submitted one by one"
    if isinstance(event, SimultaneousEvent) and event.organiser.level == "county":
        return "02", "2.8.2", "the overall result: the heats were submitted by the clubs"
    return None


def _exempt(book: Book, event: AnyEvent, facts: Facts) -> Choice | None:
    """1.3.1 and 1.4.2."""
    if facts.exempt == "children-in-need" or CHILDREN_IN_NEED in facts.heat_of.lower():
        return "06", "1.3.1", "Children in Need, which is free of charge"
    if facts.heat_of and facts.unaffiliated_clubs:
        return "07", "1.2.5", "a heat at a club that is not affiliated, at a special rate"
    if facts.exempt == "teaching" and in_use(charge_codes(book)[TEACHING], event.day):
        maximum = book.figures.charges.teaching_boards.value
        return TEACHING, "1.3.1", f"a teaching session of {maximum} boards at most, without points"
    if facts.exempt:
        return "03", "1.3.1", f"free of charge, a {facts.exempt} session"
    if facts.kind == "novice":
        return "22", "1.4.2", "an approved novice session"
    return None


def _by_licence(event: AnyEvent, facts: Facts) -> Choice | None:
    level, colour = event.organiser.level, event.colour.lower()
    if level == "national":
        return "99", "UMS codes", "an event of the EBU itself"
    if level == "licensed organiser":
        code = "71" if facts.abroad else "70"
        return code, "1.11.3", f"an event of a commercial operator {'outside' if facts.abroad else 'in'} England"
    if colour == "green" and level == "county" and event.championship != "major":
        return "60", "UMS codes", "a one-day Green Point event or green congress of a county"
    if colour == "blue" and level in ("club", "county"):
        return "50", "UMS codes", "a Blue Point event"
    if facts.kind in ("licensed", "open-beside-finals") or _inter_organisation(facts):
        return (
            ("40", "1.11.4", "licensed and in aid of charity") if facts.charity else ("30", "1.3.1", "a licensed event")
        )
    return None


def _inter_organisation(facts: Facts) -> bool:
    return facts.kind == "inter-organisation" and not facts.all_own_members


def _by_organiser(event: AnyEvent) -> Choice:
    level = event.organiser.level
    if isinstance(event, KnockoutEvent) or (isinstance(event, LeagueEvent) and event.contest == "teams"):
        return "21", "1.3.2", "a teams league or knock-out"
    if level in ("district league", "inter-county"):
        return "21", "1.3.2", "an event of a district league" if level == "district league" else "an inter-county event"
    if level == "county":
        return "20", "1.3.2", "a county event"
    heat = str(event.facts.get("heat_of", ""))
    return "10", "1.3.2", f"a club heat of {heat}: the full club rate" if heat else ORDINARY


def ordinary_code(event: AnyEvent) -> str:
    """1.3.2: the code of an event that is neither exempt nor licensed."""
    number, _, _ = _by_organiser(event)
    return number


def charge_remarks(book: Book, event: AnyEvent, facts: Facts) -> Sequence[Remark]:
    """Code, reason and rate of an event."""
    code, clause, reason = charge_code(book, event, facts)
    not_free = not_exempt(book, event, facts.exempt)
    if not_free:
        code, reason = charge_codes(book)[ordinary_code(event)], ORDINARY
    remarks = [
        book.remark(
            "2.8.1",
            sentence("the results file carries UMS code {number}: {title}", number=code.number, title=code.title),
        )
    ]
    if reason != ORDINARY:
        remarks.append(
            book.remark(clause, sentence("code {number}, because it is {why}", number=code.number, why=reason))
        )
    if code.number == "50" and not facts.open_event and event.organiser.level == "club":
        part = book.figures.charges.closed_blue_share
        message = sentence(
            "no licence, but a subscription of {part} of the Green Point licence fee", part=part_in_words(part.value)
        )
        remarks.append(book.remark(part.clause.number, message))
    else:
        remarks.append(rate_remark(book, code))
    if not_free:
        remarks.append(book.remark("1.3.1", not_free))
    if facts.exempt == "teaching" and code.number == "03":
        remarks.append(_teaching_ended(book))
    if isinstance(event, LeagueEvent):
        remarks.append(book.remark("2.8.3", "a league may use the League Management System instead of a results file"))
    if isinstance(event, LeagueEvent) and event.contest != "teams":
        remarks.append(book.remark("1.3.4", "not a teams league: ordinary charges"))
    return remarks


def not_exempt(book: Book, event: AnyEvent, exemption: str) -> Message | None:
    """1.3.1: the reason why a session is not free, if its club has free sessions left or not."""
    if exemption not in ("teaching", "social", "charity"):
        return None
    if event.organiser.level not in CLUBS:
        return "only clubs have free sessions; another organiser asks the EBU for a special exemption"
    boards, maximum = getattr(event, "boards", 0), book.figures.charges.teaching_boards.value
    if exemption != "teaching" or boards <= maximum:
        return None
    template = "{boards} boards; a free teaching session has {most} at most"
    return sentence(template, boards=boards, most=maximum)


def _teaching_ended(book: Book) -> Remark:
    codes = (TEACHING, TEACHING_WITH_MAGAZINE)
    end_day = charge_codes(book)[TEACHING].ended
    day = f"{end_day.day} {end_day:%B %Y}" if end_day else ""
    return book.remark("UMS codes", sentence("codes {codes} ended on {day}", codes=" and ".join(codes), day=day))


def rate_remark(book: Book, code: Code) -> Remark:
    """What is paid, and for whom."""
    match code.paid:
        case "nothing":
            return book.remark("UMS codes", sentence("code {number}: no charge", number=code.number))
        case "EBU":
            return book.remark("UMS codes", sentence("code {number}: the EBU says what is paid", number=code.number))
        case "licence fee":
            return book.remark(
                "1.3.1", sentence("code {number}: a licence fee instead of the subscription charge", number=code.number)
            )
    county = ", and any county charge" if code.county_charge else ""
    rate = sentence(
        "{members} of the standard charge for EBU members, {others} for others{county}",
        members=percent(code.members),
        others=percent(code.others),
        county=county,
    )
    return book.remark("1.4.2" if code.number == "22" else "1.3.2", rate)


def group_charge(book: Book, code: Code, standard: Step, count: Step, group: str) -> Step:
    """1.3.2, 1.4.2: the charge for the player sessions of members, or of others."""
    novice = code.number == "22"
    clause = book.clause("1.4.2" if novice else "1.3.2")
    share = code.members if group == MEMBERS else code.others
    message = sentence("{percent} of it for {who}", percent=percent(share), who=group)
    part = fact(share, clause, message, reading="E97" if novice else "")
    return derive(product, count, standard, part, clause=clause, message=sentence("charge for {who}", who=group))


def percent(part: Fraction) -> str:
    return f"{part * 100}%"
