"""People, lines and awards as this caller may see them: anonymous members never show.

Who may see what is decided by `masterpoint.centre.registry.access`.
"""

from __future__ import annotations

from fractions import Fraction

from masterpoint.api.errors import not_found
from masterpoint.api.schemas import LineOut, MatchOut, OrganisationOut, PersonOut, UnknownOut
from masterpoint.centre.accounts.models import User
from masterpoint.centre.filing.identifying import Unknown
from masterpoint.centre.filing.whereabouts import Whereabouts
from masterpoint.centre.ledger.models import Line
from masterpoint.centre.registry import access
from masterpoint.centre.registry.models import Federation, Organisation, Person
from masterpoint.centre.registry.queries import Match
from masterpoint.core.exact import tidy
from masterpoint.core.serialisation import exact_text


def federation_of(code: str) -> Federation:
    found = Federation.objects.filter(code=code).first()
    if found is None:
        raise not_found("federation", code)
    return found


def organisation_of(federation: Federation, number: str) -> Organisation:
    found = Organisation.objects.select_related("federation", "parent").filter(federation=federation, number=number)
    if not found:
        raise not_found("organisation", number)
    return found[0]


def person_of(user: User | None, federation: Federation, number: str) -> Person:
    """The person with a number, or the one that record was joined with."""
    people = Person.objects.select_related("federation", "home_club", "merged_into")
    found = people.filter(federation=federation, number=number).first()
    while found is not None and found.merged_into_id is not None:
        found = people.get(pk=found.merged_into_id)
    if found is None or access.is_hidden(user, found):
        raise not_found("player", number)
    return found


def organisation(found: Organisation | None) -> OrganisationOut | None:
    return organisation_out(found) if found else None


def organisation_out(found: Organisation) -> OrganisationOut:
    return OrganisationOut(number=found.number, name=found.name, level=found.level)


def person(user: User | None, found: Person) -> PersonOut:
    return PersonOut(
        number=found.number,
        name=access.shown_name(user, found),
        club=organisation(found.home_club),
        rank=found.rank,
    )


def points(hundredths: int) -> str:
    return exact_text(tidy(Fraction(hundredths, 100)))


def line(found: Line) -> LineOut:
    posting = found.posting
    filing = posting.version.filing if posting.version else None
    return LineOut(
        line=found.pk,
        day=found.day,
        colour=found.colour,
        points=points(found.hundredths),
        kind=posting.kind,
        event=filing.name if filing else "",
        organisation=filing.organisation.name if filing else "",
        state=filing.state if filing else "",
        reason=posting.reason,
    )


def unknown(user: User | None, asked: Unknown, where: Whereabouts) -> UnknownOut:
    shown = [match(user, found) for found in asked.matches if not access.is_hidden(user, found.person)]
    return UnknownOut(
        key=asked.key,
        name=asked.name,
        number=asked.number,
        why=f"{asked.why}{where.of(asked)}",
        registered=asked.registered.number if asked.registered else "",
        matches=shown,
    )


def match(user: User | None, found: Match) -> MatchOut:
    data = person(user, found.person).model_dump()
    return MatchOut(**data, likeness=round(100 * found.score), reason=found.reason)
