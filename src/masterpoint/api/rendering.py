"""People, lines and awards as this caller may see them. Anonymous members are never shown.

`masterpoint.centre.registry.access` decides who may see what.
"""

from __future__ import annotations

from fractions import Fraction

from masterpoint.api.errors import not_found
from masterpoint.api.filing_schemas import UnknownOut
from masterpoint.api.people_schemas import LineOut, MatchOut, OrganisationOut, PersonOut
from masterpoint.centre.accounts.models import User
from masterpoint.centre.filing.identifying import Unknown
from masterpoint.centre.filing.player_positions import PlayerPositions
from masterpoint.centre.ledger.models import Line
from masterpoint.centre.ledger.reasons import Reasons
from masterpoint.centre.registry import access
from masterpoint.centre.registry.models import Federation, Organisation, Person
from masterpoint.centre.registry.name_matches import Match
from masterpoint.centre.registry.queries import person_in, survivor
from masterpoint.centre.statements import select_models
from masterpoint.core.exact import tidy
from masterpoint.core.serialisation import exact_text

FEDERATION_BY_CODE = "SELECT {columns} FROM registry_federation WHERE code = %s"
ORGANISATION_BY_NUMBER = "SELECT {columns} FROM registry_organisation WHERE federation_id = %s AND number = %s"


def federation_of(code: str) -> Federation:
    for federation in select_models(Federation, FEDERATION_BY_CODE, code):
        return federation
    raise not_found("federation", code)


def organisation_of(federation: Federation, number: str) -> Organisation:
    for organisation in select_models(Organisation, ORGANISATION_BY_NUMBER, federation.pk, number):
        organisation.federation = federation
        return organisation
    raise not_found("organisation", number)


def person_of(user: User | None, federation: Federation, number: str) -> Person:
    """The person with a number, or the person into whose record it was merged."""
    member = person_in(federation.pk, number)
    current = member and survivor(member)
    if current is None or access.is_hidden(user, current):
        raise not_found("player", number)
    return current


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
        reason=reasons.visible(posting.kind, posting.reason),
    )


def unknown(user: User | None, player: Unknown, positions: PlayerPositions) -> UnknownOut:
    matches = [match(user, candidate) for candidate in player.matches if not access.is_hidden(user, candidate.person)]
    return UnknownOut(
        key=player.key,
        name=player.name,
        number=player.number,
        why=f"{player.why}{positions.in_brackets(player)}",
        registered=player.registered.number if player.registered else "",
        matches=matches,
    )


def match(user: User | None, candidate: Match) -> MatchOut:
    data = person(user, candidate.person).model_dump()
    return MatchOut(**data, likeness=round(100 * candidate.score), reason=candidate.reason)
