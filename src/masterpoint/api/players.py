"""Players: search, the record as at a day, the statement, the explanation of a line, and many numbers at once."""

from __future__ import annotations

from datetime import date
from functools import partial
from typing import Annotated, Any

from django.http import HttpRequest
from ninja import Query, Router

from masterpoint.api import rendering
from masterpoint.api.callers import anyone, user_of, work_limit
from masterpoint.api.errors import not_found
from masterpoint.api.paging import page_data
from masterpoint.api.params import Code, Line, Number, Paging, SearchText
from masterpoint.api.people_schemas import (
    Entrant,
    FederationOut,
    GapOut,
    LineExplained,
    LookupAsked,
    LookupOut,
    MatchOut,
    PeoplePage,
    RecordOut,
    StatementPage,
)
from masterpoint.api.requests import require_content_type
from masterpoint.centre.accounts.models import User
from masterpoint.centre.filing import explaining
from masterpoint.centre.ledger import queries as ledger
from masterpoint.centre.ledger.reasons import Reasons
from masterpoint.centre.records import eligibility, entrants
from masterpoint.centre.records import queries as records
from masterpoint.centre.records.grades import grades_on
from masterpoint.centre.registry import access
from masterpoint.centre.registry import queries as registry
from masterpoint.centre.registry.models import Federation, Person
from masterpoint.core.serialisation import exact_text

router = Router(tags=["Players"], auth=anyone("read"))


@router.get("/federations", response=list[FederationOut], operation_id="federations")
def federations(request: HttpRequest) -> list[FederationOut]:
    """The federations of this Centre."""
    return [
        FederationOut(code=federation.code, name=federation.name, scheme=federation.scheme)
        for federation in Federation.objects.order_by("pk")
    ]


@router.get("/federations/{code}/players", response=PeoplePage, operation_id="players")
def search(request: HttpRequest, code: Code, q: SearchText, paging: Query[Paging]) -> dict[str, Any]:
    """People by number or by parts of their name."""
    federation, user = rendering.federation_of(code), user_of(request)
    people = registry.search(federation, q)
    if federation not in access.federations_for(user):
        people = people.filter(anonymous=False)
    return page_data(people, paging, lambda person: rendering.person(user, person))


@router.post("/federations/{code}/players/lookup", response=LookupOut, operation_id="lookup")
def look_up(request: HttpRequest, code: Code, lookup: LookupAsked) -> LookupOut:
    """Rank, points and grade of up to 500 numbers or names as at a day, in the order of the request.

    With a rule of the event (`highest_grade`, `lowest_rank`, `highest_rank`, `fewer_points`), also who may enter.
    """
    require_content_type(request, "application/json")
    federation, user = rendering.federation_of(code), user_of(request)
    rule = eligibility.rule_from(
        federation, lookup.model_dump(include=set(eligibility.Rule._fields)), lookup.as_at or date.today()
    )
    with work_limit(request):
        players = entrants.look_up(user, federation, lookup.numbers, lookup.as_at, rule)
    return LookupOut(as_at=lookup.as_at, players=[_entrant(user, player, rule) for player in players])


def _entrant(user: User | None, player: entrants.Entrant, rule: eligibility.Rule) -> Entrant:
    if player.person is None:
        matches = [rendering.match(user, match) for match in player.matches]
        return Entrant(asked=player.written, known=False, matches=matches, code=player.code)
    return Entrant(
        asked=player.written,
        known=True,
        number=player.person.number,
        name=access.shown_name(user, player.person),
        club=rendering.organisation(player.person.home_club),
        rank=player.rank,
        points={colour: rendering.points(amount) for colour, amount in player.holding.items()},
        total=exact_text(player.total),
        grade=player.grade,
        eligible=None if rule.is_open else not player.ineligible,
        ineligible=list(player.ineligible),
        remarks=list(player.remarks),
    )


@router.get("/federations/{code}/players/matches", response=list[MatchOut], operation_id="matches")
def matches(request: HttpRequest, code: Code, name: SearchText, club: Number | None = None) -> list[MatchOut]:
    """The people whom a name may mean in any spelling, likeliest first, with reasons.

    Members of the club come first.
    """
    federation, user = rendering.federation_of(code), user_of(request)
    with work_limit(request):
        return [rendering.match(user, match) for match in entrants.matches_for(user, federation, name, club or "")]


@router.get("/federations/{code}/players/{number}", response=RecordOut, operation_id="record")
def record(request: HttpRequest, code: Code, number: Number, as_at: date | None = None) -> RecordOut:
    """A player's holding by colour, the rank and what the next rank still needs, today or as at a day."""
    user = user_of(request)
    person = rendering.person_of(user, rendering.federation_of(code), number)
    data = records.record(person, as_at)
    return RecordOut(
        federation=person.federation_id,
        number=person.number,
        name=access.shown_name(user, person),
        club=rendering.organisation(person.home_club),
        as_at=as_at,
        holding={colour: rendering.points(amount) for colour, amount in data.holding.items()},
        held={colour: rendering.points(amount) for colour, amount in data.waiting.items()},
        rank=data.standing.rank,
        rank_reached_on=data.reached_on,
        next_rank=data.standing.next_rank,
        gaps=[GapOut(what=gap.what, missing=exact_text(gap.missing)) for gap in data.standing.gaps],
        grade=grades_on(person.federation.scheme, [person], as_at or date.today())[person.pk],
        total=exact_text(
            records.total_of(records.edition_of(person.federation, as_at or date.today()).ranks, data.holding)
        ),
        status=_status(person, as_at) if access.sees_in_full(user, person) else None,
    )


def _status(person: Person, as_at: date | None) -> str:
    return person.status if as_at is None else registry.status_on(person, as_at)


@router.get("/federations/{code}/players/{number}/statement", response=StatementPage, operation_id="statement")
def statement(
    request: HttpRequest,
    code: Code,
    number: Number,
    paging: Query[Paging],
    first: Annotated[date | None, Query(description="the first day of play")] = None,
    last: Annotated[date | None, Query(description="the last day of play")] = None,
) -> dict[str, Any]:
    """The lines of a holding, newest first."""
    user = user_of(request)
    person = rendering.person_of(user, rendering.federation_of(code), number)
    data = partial(rendering.line, reasons=Reasons(user, person))
    return page_data(ledger.statement(person, first, last), paging, data) | {"number": person.number}


@router.get(
    "/federations/{code}/players/{number}/lines/{line}",
    response=LineExplained,
    operation_id="explain-line",
    by_alias=True,
)
def explain(request: HttpRequest, code: Code, number: Number, line: Line) -> dict[str, Any]:
    """Why a line of a statement was posted: the award with every step and its clause."""
    user = user_of(request)
    person = rendering.person_of(user, rendering.federation_of(code), number)
    row = ledger.statement(person).filter(pk=line).first()
    if row is None:
        raise not_found("line", line)
    version = row.posting.version
    explained = None
    if version is not None and row.award is not None:
        explained = explaining.as_seen_by(user, version, explaining.award_of(version, row.award))
    return rendering.line(row, Reasons(user, person)).model_dump() | {
        "posting": row.posting.number,
        "posted_at": row.posting.at,
        "digest": row.posting.hash,
        "award": explained,
    }
