"""Filings of the account and its organisations, explanations of awards, and the state of the months."""

from __future__ import annotations

from datetime import date
from typing import Annotated, Any, Literal

from django.db.models import QuerySet
from django.http import HttpRequest
from ninja import Query, Router, Schema
from pydantic import Field

from masterpoint.api import rendering
from masterpoint.api.callers import account, account_of, anyone, user_of
from masterpoint.api.errors import not_found
from masterpoint.api.filing_schemas import FilingInFull, FilingOut, FilingsPage, VersionOut
from masterpoint.api.paging import page_data
from masterpoint.api.params import Code, Index, Number, Paging, ReceiptNumber, State
from masterpoint.api.people_schemas import AccountOut, MonthOut, OfficeOut
from masterpoint.api.schemas import ExplainedOut
from masterpoint.centre.accounts import tokens
from masterpoint.centre.accounts.models import User
from masterpoint.centre.filing import explaining, queries
from masterpoint.centre.filing.models import Filing
from masterpoint.centre.registry import access
from masterpoint.centre.registry.access import Action

router = Router(tags=["Filings"])


class FilingFilters(Schema):
    """Filters for filings. Fields that are left out do not matter."""

    state: State | None = None
    first: Annotated[date | None, Field(description="the first day of play")] = None
    last: Annotated[date | None, Field(description="the last day of play")] = None
    federation: Code | None = None
    organisation: Annotated[Number | None, Field(description="the number of a club or another organisation")] = None

    def apply(self, filings: QuerySet[Filing]) -> QuerySet[Filing]:
        data = {
            "state": self.state,
            "day__gte": self.first,
            "day__lte": self.last,
            "federation": self.federation,
            "organisation__number": self.organisation,
        }
        return filings.filter(**{name: value for name, value in data.items() if value is not None})


@router.get("/account", response=AccountOut, operation_id="account", auth=account("read"))
def own_account(request: HttpRequest) -> AccountOut:
    """The account behind the token, and the organisations it may file for."""
    user, token = account_of(request)
    return AccountOut(
        name=str(user),
        scopes=sorted(tokens.scopes_of(token)),
        files_for=[
            OfficeOut(
                federation=organisation.federation_id,
                number=organisation.number,
                name=organisation.name,
                level=organisation.level,
            )
            for organisation in access.organisations_for(user, Action.FILE)
        ],
    )


@router.get("/filings", response=FilingsPage, operation_id="filings", auth=account("read"))
def filings(
    request: HttpRequest,
    paging: Query[Paging],
    filters: Query[FilingFilters],
    whose: Literal["own", "organisations", "all"] = "all",
) -> dict[str, Any]:
    """The filings of the account, of its organisations, or both; newest first."""
    user, _ = account_of(request)
    organisations = access.organisations_for(user, Action.FILE) if whose != "own" else []
    rows = queries.filings_of(organisations)
    if whose == "own":
        rows = queries.filings_by(user)
    elif whose == "all":
        rows = rows | queries.filings_by(user)
    return page_data(filters.apply(rows).order_by("-filed_at", "-pk"), paging, filing_out)


@router.get("/filings/{receipt}", response=FilingInFull, operation_id="filing", auth=account("read"), by_alias=True)
def filing(request: HttpRequest, receipt: ReceiptNumber) -> dict[str, Any]:
    """A filing with its versions, and the awards of the newest one."""
    row = filing_of(user_of(request), receipt)
    versions = row.versions.order_by("-number")
    names = VersionOut.model_fields
    return filing_out(row).model_dump() | {
        "versions": [VersionOut(**{name: getattr(version, name) for name in names}) for version in versions],
        "result": queries.result_of(queries.current_version(row)),
    }


@router.get(
    "/filings/{receipt}/awards/{index}",
    response=ExplainedOut,
    operation_id="explain-award",
    auth=account("read"),
    by_alias=True,
)
def explain(request: HttpRequest, receipt: ReceiptNumber, index: Index) -> dict[str, Any]:
    """Why one award of a filing was given: every step with its clause."""
    version = queries.current_version(filing_of(user_of(request), receipt))
    data = queries.result_of(version)
    if index >= len(data["awards"]):
        raise not_found("award", index)
    return explaining.with_steps(data, index)


@router.get("/federations/{code}/months", response=list[MonthOut], operation_id="months", auth=anyone("read"))
def months(request: HttpRequest, code: Code) -> list[MonthOut]:
    """The months with filings, newest first, and whether they are still open."""
    rows = queries.months(rendering.federation_of(code))
    return [MonthOut(month=f"{row['first_day']:%Y-%m}", state=row["state"], filings=row["total"]) for row in rows]


def filing_of(user: User | None, receipt: str) -> Filing:
    row = queries.visible(user, receipt)
    if row is None:
        raise not_found("filing", receipt)
    return row


def filing_out(row: Filing) -> FilingOut:
    return FilingOut(
        receipt=row.receipt,
        federation=row.federation_id,
        organisation=rendering.organisation_out(row.organisation),
        name=row.name,
        day=row.day,
        form=row.form,
        state=row.state,
        state_reason=row.state_reason,
        late_reason=row.late_reason,
        filed_at=row.filed_at,
    )
