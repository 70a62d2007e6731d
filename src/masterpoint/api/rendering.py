"""People, lines and awards as this caller may see them: anonymous members never show.

Who may see what is decided by `masterpoint.centre.registry.access`.
"""

from __future__ import annotations

from fractions import Fraction

from masterpoint.api.errors import not_found
from masterpoint.api.filing_schemas import UnknownOut
from masterpoint.api.people_schemas import LineOut, MatchOut, OrganisationOut, PersonOut
from masterpoint.centre.accounts.models import User
from masterpoint.centre.filing.identifying import Unknown
from masterpoint.centre.filing.whereabouts import Whereabouts
from masterpoint.centre.ledger.models import Line
from masterpoint.centre.ledger.reasons import Reasons
from masterpoint.centre.registry import access
from masterpoint.centre.registry.models import Federation, Organisation, Person
from masterpoint.centre.registry.name_matches import Match
from masterpoint.centre.registry.queries import person_in, survivor
from masterpoint.centre.statements import select_models
from masterpoint.core.exact import tidy
from masterpoint.core.serialisation import exact_text

CODED = "SELECT {columns} FROM registry_federation WHERE code = %s"
NUMBERED = "SELECT {columns} FROM registry_organisation WHERE federation_id = %s AND number = %s"


def federation_of(code: str) -> Federation:
    for federation in select_models(Federation, CODED, code):
        return federation
    raise not_found("federation", code)


def organisation_of(federation: Federation, number: str) -> Organisation:
    for organisation in select_models(Organisation, NUMBERED, federation.pk, number):
        organisation.federation = federation
        return organisation
    raise not_found("organisation", number)


def person_of(user: User | None, federation: Federation, number: str) -> Person:
    """The person with a number, or the one that record was joined with."""
    member = person_in(federation.pk, number)
    whole = member and survivor(member)
    if whole is None or access.is_hidden(user, whole):
        raise not_found("player", number)
    return whole


def organisation(row: Organisation | None) -> OrganisationOut | None:
    return organisation_out(row) if row else None


def organisation_out(row: Organisation) -> OrganisationOut:
    return OrganisationOut(number=row.number, name=row.name, level=row.level)


def person(user: User | None, row: Person) -> PersonOut:
    return PersonOut(
        number=row.number,
        name=access.shown_name(user, row),
        club=organisation(row.home_club),
        rank=row.rank,
    )


def points(hundredths: int) -> str:
    return exact_text(tidy(Fraction(hundredths, 100)))


def line(row: Line, reasons: Reasons) -> LineOut:
    posting = row.posting
    filing = posting.version.filing if posting.version else None
    return LineOut(
        line=row.pk,
        day=row.day,
        colour=row.colour,
        points=points(row.hundredths),
        kind=posting.kind,
        event=filing.name if filing else "",
        organisation=filing.organisation.name if filing else "",
        state=filing.state if filing else "",
        reason=reasons.of(posting.kind, posting.reason),
    )


def unknown(user: User | None, asked: Unknown, where: Whereabouts) -> UnknownOut:
    shown = [match(user, likely) for likely in asked.matches if not access.is_hidden(user, likely.person)]
    return UnknownOut(
        key=asked.key,
        name=asked.name,
        number=asked.number,
        why=f"{asked.why}{where.of(asked)}",
        registered=asked.registered.number if asked.registered else "",
        matches=shown,
    )


def match(user: User | None, likely: Match) -> MatchOut:
    data = person(user, likely.person).model_dump()
    return MatchOut(**data, likeness=round(100 * likely.score), reason=likely.reason)
