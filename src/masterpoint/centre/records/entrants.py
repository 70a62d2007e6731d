"""Look up an entry list: the rank, points and grade of each entrant as at a day, and who may enter."""

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
from masterpoint.centre.records.earlier_ranks import earlier_ranks
from masterpoint.centre.records.grades import grades_on
from masterpoint.centre.registry import access
from masterpoint.centre.registry import queries as registry
from masterpoint.centre.registry.codes import code_meaning
from masterpoint.centre.registry.models import Federation, Person
from masterpoint.centre.registry.name_keys import number_key
from masterpoint.centre.registry.name_matches import Match, likely_matches
from masterpoint.core.exact import Exact

LONGEST_NUMBER = 40
MAX_MATCHES = 5


class Entrant(NamedTuple):
    """One line of a list: the person, or possible people."""

    written: str
    person: Person | None = None
    rank: str = ""
    holding: dict[str, int] = {}
    """Hundredths by colour."""
    total: Exact = 0
    """The total of all colours, as the book combines them."""
    grade: str = ""
    matches: tuple[Match, ...] = ()
    code: str = ""
    """What this code stands for, if it is not a member's number."""
    ineligible: tuple[str, ...] = ()
    """Why this player may not enter."""
    remarks: tuple[str, ...] = ()
    """Remarks, such as a player who is on the list twice or, for readers who may know it, is not a member."""


class _Facts(NamedTuple):
    """Facts of the register and the ledger about everybody on a list, read at once."""

    holdings: dict[int, dict[str, int]]
    ranks: dict[int, str]
    grades: dict[int, str]
    statuses: dict[int, str]


def look_up(
    user: User | None,
    federation: Federation,
    entries: Sequence[str],
    as_at: date | None,
    rule: eligibility.Rule = eligibility.Rule(),  # noqa: B008 - a tuple of constants
) -> list[Entrant]:
    """One entrant for each line, in order. All numbers together take a few queries, each name one or two."""
    people_by_line = _by_number(user, federation, entries)
    matches_by_line = {
        line: _by_name(user, federation, line) for line in entries if number_key(line) not in people_by_line
    }
    people_by_line |= {number_key(line): person for line, (person, _) in matches_by_line.items() if person is not None}
    facts = _facts(federation, {person.pk: person for person in people_by_line.values()}, as_at)
    on = as_at or date.today()
    ladder = records.edition_of(federation, on).ranks
    ranks = None if rule.is_open else eligibility.ladder_of(federation, on)

    def entrant(line: str) -> Entrant:
        person = people_by_line.get(number_key(line))
        if person is None:
            return Entrant(line, matches=matches_by_line[line][1], code=code_meaning(federation.scheme, line))
        holding, rank, grade = facts.holdings.get(person.pk, {}), facts.ranks[person.pk], facts.grades[person.pk]
        total = records.total_of(ladder, holding)
        reasons = (
            eligibility.ineligibility_reasons(federation.scheme, rule, ranks, rank=rank, grade=grade, total=total)
            if ranks
            else ()
        )
        remarks = [*_status_remark(user, person, facts), *_duplicate_remarks(lines_of[person.pk])]
        return Entrant(line, person, rank, holding, total, grade, ineligible=tuple(reasons), remarks=tuple(remarks))

    lines_of: dict[int, list[int]] = {}
    for number, line in enumerate(entries, 1):
        if number_key(line) in people_by_line:
            lines_of.setdefault(people_by_line[number_key(line)].pk, []).append(number)
    return [entrant(line) for line in entries]


def _duplicate_remarks(lines: list[int]) -> list[str]:
    """A player may enter once."""
    return [f"on the list {len(lines)} times: lines {', '.join(map(str, lines))}"] if len(lines) > 1 else []


def _status_remark(user: User | None, person: Person, facts: _Facts) -> list[str]:
    status = Person.Status(facts.statuses.get(person.pk, person.status))
    if status == Person.Status.ACTIVE or not access.sees_in_full(user, person):
        return []
    return [str(status.label)]


def _facts(federation: Federation, people: dict[int, Person], as_at: date | None) -> _Facts:
    holdings_by_person = holdings(people, as_at)
    grades = grades_on(federation.scheme, list(people.values()), as_at or date.today())
    statuses = registry.statuses_on(list(people.values()), as_at) if as_at else {}
    ranks = _ranks(federation, people, holdings_by_person, as_at, statuses)
    return _Facts(_after_decay(federation, holdings_by_person, as_at), ranks, grades, statuses)


def _ranks(
    federation: Federation,
    people: dict[int, Person],
    holdings_by_person: dict[int, dict[str, int]],
    as_at: date | None,
    statuses: dict[int, str],
) -> dict[int, str]:
    """The rank of each record. Those who are or were not members are read one by one: their points may wait."""
    ladder = records.edition_of(federation, as_at or date.today()).ranks
    lines = Line.objects.filter(person__in=list(people), day__lte=as_at or date.max)
    counted_holdings = {pk: dict(holding) for pk, holding in holdings_by_person.items()}
    add_allowance(federation.scheme, counted_holdings, lines)
    active = Person.Status.ACTIVE
    ranks = {
        pk: ladder.progress(records.points(counted_holdings.get(pk, {}))).rank
        if person.status == active and statuses.get(pk, active) == active
        else records.rank_progress(person, as_at).rank
        for pk, person in people.items()
    }
    announced = earlier_ranks(list(people.values()), ranks, as_at or date.today())
    return ranks | {pk: promotion.rank for pk, promotion in announced.items()}


def _after_decay(
    federation: Federation, holdings_by_person: dict[int, dict[str, int]], as_at: date | None
) -> dict[int, dict[str, int]]:
    """Holdings with decaying points at their value on the day, even before the yearly run."""
    decaying = due.decay_sheets(federation.scheme)
    if not decaying:
        return holdings_by_person
    on = as_at or date.today()
    values = {
        colour: due.values_as_at(federation.scheme, _holders(holdings_by_person, colour), colour, on)
        for colour in decaying
    }
    current_holdings = {
        pk: {colour: values[colour].get(pk, 0) if colour in values else amount for colour, amount in holding.items()}
        for pk, holding in holdings_by_person.items()
    }
    return {
        pk: {colour: amount for colour, amount in holding.items() if amount} for pk, holding in current_holdings.items()
    }


def _holders(holdings_by_person: dict[int, dict[str, int]], colour: str) -> list[int]:
    return [pk for pk, holding in holdings_by_person.items() if colour in holding]


def matches_for(user: User | None, federation: Federation, name: str, club: str = "") -> list[Match]:
    """Possible people for a name that this reader may see, best first, with reasons."""
    organisation = federation.organisations.filter(number=club).first() if club else None
    return [
        match for match in likely_matches(federation, name, organisation) if not access.is_hidden(user, match.person)
    ]


def _by_number(user: User | None, federation: Federation, entries: Sequence[str]) -> dict[str, Person]:
    storable = [line for line in entries if line.isprintable() and len(line) <= LONGEST_NUMBER]
    people_by_number = registry.by_numbers(federation, {number_key(line): line for line in storable}.values())
    keys = {person.pk for person in people_by_number.values()}
    people = Person.objects.select_related("home_club", "federation").in_bulk(keys)
    return {
        number_key(line): people[person.pk]
        for line, person in people_by_number.items()
        if not access.is_hidden(user, people[person.pk])
    }


def _by_name(user: User | None, federation: Federation, line: str) -> tuple[Person | None, tuple[Match, ...]]:
    """The person with a name if there is only one; otherwise people with the name or a similar one."""
    if not line.isprintable() or not any(letter.isalpha() for letter in line):
        return None, ()
    matches = registry.search(federation, line).select_related("federation")[:MAX_MATCHES]
    people = [person for person in matches if not access.is_hidden(user, person)]
    if len(people) == 1:
        return people[0], ()
    if people:
        return None, tuple(Match(person, 1, "has this name") for person in people)
    return None, tuple(matches_for(user, federation, line))


def holdings(people: Collection[int], as_at: date | None) -> dict[int, dict[str, int]]:
    """Hundredths by person and colour, as `ledger.queries.holding` gives them for one."""
    rows = Total.objects.all() if as_at is None else Line.objects.filter(day__lte=as_at)
    rows = rows.filter(person__in=list(people))
    sums: dict[int, dict[str, int]] = {}
    for row in rows.values("person", "colour").annotate(sum=Sum("hundredths")).order_by("person", "colour"):
        if row["sum"]:
            sums.setdefault(row["person"], {})[row["colour"]] = row["sum"]
    return sums
