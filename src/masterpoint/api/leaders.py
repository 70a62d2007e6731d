"""Leaderboards: of a season or all time, in one colour or all, within a club or county, or of one rank."""

from __future__ import annotations

from typing import Annotated

from django.http import HttpRequest
from ninja import Router
from pydantic import Field

from masterpoint.api import rendering
from masterpoint.api.callers import anyone, user_of
from masterpoint.api.params import LARGEST_PAGE, Code, Number, ShortText, Year
from masterpoint.api.people_schemas import LeaderOut, LeadersOut
from masterpoint.centre.accounts.models import User
from masterpoint.centre.records import queries as records
from masterpoint.centre.records.leaderboards import last_day
from masterpoint.centre.registry import access
from masterpoint.core.errors import NotUnderstood, Problem
from masterpoint.core.serialisation import exact_text

router = Router(tags=["Leaderboards"], auth=anyone("read"))


@router.get("/federations/{code}/leaders", response=LeadersOut, operation_id="leaders")
def leaders(
    request: HttpRequest,
    code: Code,
    year: Year | None = None,
    colour: ShortText | None = None,
    within: Number | None = None,
    rank: ShortText | None = None,
    limit: Annotated[int, Field(ge=1, le=LARGEST_PAGE)] = LARGEST_PAGE,
    page: Annotated[int, Field(ge=1, le=100_000)] = 1,
) -> LeadersOut:
    """The players with the most points. Players with equal points share a place."""
    federation, user = rendering.federation_of(code), user_of(request)
    colours = records.edition_of(federation, last_day(federation, year)).colours
    if colour and colour not in colours:
        raise NotUnderstood(Problem("colour", colour, "no such colour here", f"write one of: {', '.join(colours)}"))
    rows = records.leaderboard(
        federation,
        year=year,
        colours=(colour,) if colour else (),
        organisation=rendering.organisation_of(federation, within) if within else None,
        rank=rank or "",
        limit=limit,
        skip=(page - 1) * limit,
    )
    return LeadersOut(
        federation=code,
        page=page,
        year=year,
        colour=colour or "",
        within=within or "",
        rank=rank or "",
        leaders=[_leader_out(user, row) for row in rows],
    )


def _leader_out(user: User | None, leader: records.Leader) -> LeaderOut:
    is_hidden = access.is_hidden(user, leader.person)
    return LeaderOut(
        place=leader.place,
        number=None if is_hidden else leader.person.number,
        name=access.shown_name(user, leader.person),
        club=None if is_hidden else rendering.organisation(leader.person.home_club),
        rank=leader.rank,
        points=exact_text(leader.points),
    )
