"""An entry list looked up: who everybody on it is, with rank, points and grade as at a day, and who may enter."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import date
from typing import NamedTuple

from django.db.models import Sum

from masterpoint.centre.accounts.models import User
from masterpoint.centre.ledger import due
from masterpoint.centre.ledger.models import Line, Total
from masterpoint.centre.records import eligibility
from masterpoint.centre.records import queries as records
from masterpoint.centre.records.allowances import add_allowance
from masterpoint.centre.records.grades import grades_on
from masterpoint.centre.registry import access
from masterpoint.centre.registry import queries as registry
from masterpoint.centre.registry.codes import stands_for
from masterpoint.centre.registry.models import Federation, Person
from masterpoint.centre.registry.name_keys import number_key
from masterpoint.centre.registry.name_matches import Match, likely_matches
from masterpoint.core.exact import Exact

LONGEST_NUMBER = 40
MOST_OF_A_NAME = 5


class Entrant(NamedTuple):
    """One line of a list: whoever it is, or who it may be."""

    written: str
    person: Person | None = None
    rank: str = ""
    holding: dict[str, int] = {}
    """Hundredths by colour."""
    total: Exact = 0
    """All of them together, as the book puts them together."""
    grade: str = ""
    matches: tuple[Match, ...] = ()
    code: str = ""
    """Who is entered under this code, where it is nobody's number."""
    ineligible: tuple[str, ...] = ()
    """Why this player may not enter."""
    remarks: tuple[str, ...] = ()
    """What else is to be known: somebody on the list twice, or, for those who may see it, no member."""


class _Facts(NamedTuple):
    """What the register and the ledger know about everybody on a list, read at once."""

    holdings: dict[int, dict[str, int]]
    ranks: dict[int, str]
    grades: dict[int, str]
    statuses: dict[int, str]


def look_up(
    user: User | None,
    federation: Federation,
    written: Sequence[str],
    as_at: date | None,
    rule: eligibility.Rule = eligibility.Rule(),  # noqa: B008 - a tuple of constants
) -> list[Entrant]:
    """One for each line, in order. Numbers take a handful of questions to the database, names one or two each."""
    known = _by_number(user, federation, written)
    others = {line: _by_name(user, federation, line) for line in written if number_key(line) not in known}
    known |= {number_key(line): person for line, (person, _) in others.items() if person is not None}
    facts = _facts(federation, {person.pk: person for person in known.values()}, as_at)
    on = as_at or date.today()
    ladder = records.edition_of(federation, on).ranks
    ranks = None if rule.is_open else eligibility.ladder_of(federation, on)

    def entrant(line: str) -> Entrant:
        person = known.get(number_key(line))
        if person is None:
            return Entrant(line, matches=others[line][1], code=stands_for(federation.scheme, line))
        holding, rank, grade = facts.holdings.get(person.pk, {}), facts.ranks[person.pk], facts.grades[person.pk]
        total = records.total_of(ladder, holding)
        reasons = (
            eligibility.why_not(federation.scheme, rule, ranks, rank=rank, grade=grade, total=total) if ranks else ()
        )
        remarks = [*_status_remark(user, person, facts), *_twice(lines_of[person.pk])]
        return Entrant(line, person, rank, holding, total, grade, ineligible=tuple(reasons), remarks=tuple(remarks))

    lines_of: dict[int, list[int]] = {}
    for number, line in enumerate(written, 1):
        if number_key(line) in known:
            lines_of.setdefault(known[number_key(line)].pk, []).append(number)
    return [entrant(line) for line in written]


def _twice(lines: list[int]) -> list[str]:
    """A player may enter once."""
    return [f"on the list {len(lines)} times: lines {', '.join(map(str, lines))}"] if len(lines) > 1 else []


def _status_remark(user: User | None, person: Person, facts: _Facts) -> list[str]:
    status = Person.Status(facts.statuses.get(person.pk, person.status))
    if status == Person.Status.ACTIVE or not access.sees_in_full(user, person):
        return []
    return [str(status.label)]


def _facts(federation: Federation, people: dict[int, Person], as_at: date | None) -> _Facts:
    held = holdings(people, as_at)
    grades = grades_on(federation.scheme, list(people.values()), as_at or date.today())
    then = registry.statuses_on(list(people.values()), as_at) if as_at else {}
    ranks = _ranks(federation, people, held, as_at, then)
    return _Facts(_faded(federation, people, held, as_at), ranks, grades, then)


def _ranks(
    federation: Federation,
    people: dict[int, Person],
    held: dict[int, dict[str, int]],
    as_at: date | None,
    then: dict[int, str],
) -> dict[int, str]:
    """The rank each record shows; that of those who are or were no members one by one, for points may be held."""
    ladder = records.edition_of(federation, as_at or date.today()).ranks
    lines = Line.objects.filter(person__in=list(people), day__lte=as_at or date.max)
    counted = {pk: dict(own) for pk, own in held.items()}
    add_allowance(federation.scheme, counted, lines)
    active = Person.Status.ACTIVE
    return {
        pk: ladder.standing(records.points(counted.get(pk, {}))).rank
        if person.status == active and then.get(pk, active) == active
        else records.standing(person, as_at).rank
        for pk, person in people.items()
    }


def _faded(
    federation: Federation, people: dict[int, Person], held: dict[int, dict[str, int]], as_at: date | None
) -> dict[int, dict[str, int]]:
    """Points that lose value as they are worth on the day, before the yearly run too; few have any."""
    decaying = due.decaying(federation.scheme)
    if not decaying:
        return held
    on = as_at or date.today()
    faded = {
        pk: {
            colour: due.value_as_at(people[pk], colour, on) if colour in decaying else amount
            for colour, amount in own.items()
        }
        for pk, own in held.items()
    }
    return {pk: {colour: amount for colour, amount in own.items() if amount} for pk, own in faded.items()}


def matches_for(user: User | None, federation: Federation, name: str, club: str = "") -> list[Match]:
    """Who a name may be, best first with reasons, as far as this reader may see them."""
    within = federation.organisations.filter(number=club).first() if club else None
    return [match for match in likely_matches(federation, name, within) if not access.is_hidden(user, match.person)]


def _by_number(user: User | None, federation: Federation, written: Sequence[str]) -> dict[str, Person]:
    storable = [line for line in written if line.isprintable() and len(line) <= LONGEST_NUMBER]
    numbered = registry.by_numbers(federation, {number_key(line): line for line in storable}.values())
    wanted = {person.pk for person in numbered.values()}
    people = Person.objects.select_related("home_club", "federation").in_bulk(wanted)
    return {
        number_key(line): people[person.pk]
        for line, person in numbered.items()
        if not access.is_hidden(user, people[person.pk])
    }


def _by_name(user: User | None, federation: Federation, line: str) -> tuple[Person | None, tuple[Match, ...]]:
    """The one person of a name, or all of them, or those with a name like it."""
    if not line.isprintable() or not any(letter.isalpha() for letter in line):
        return None, ()
    named = registry.search(federation, line).select_related("federation")[:MOST_OF_A_NAME]
    people = [person for person in named if not access.is_hidden(user, person)]
    if len(people) == 1:
        return people[0], ()
    if people:
        return None, tuple(Match(person, 1, "has this name") for person in people)
    return None, tuple(matches_for(user, federation, line))


def holdings(people: Collection[int], as_at: date | None) -> dict[int, dict[str, int]]:
    """Hundredths by person and colour, as `ledger.queries.holding` has them for one."""
    rows = Total.objects.all() if as_at is None else Line.objects.filter(day__lte=as_at)
    rows = rows.filter(person__in=list(people))
    held: dict[int, dict[str, int]] = {}
    for row in rows.values("person", "colour").annotate(sum=Sum("hundredths")).order_by("person", "colour"):
        if row["sum"]:
            held.setdefault(row["person"], {})[row["colour"]] = row["sum"]
    return held
