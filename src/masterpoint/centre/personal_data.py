"""All data stored about somebody: as a player, as the owner of an account, and as an officer."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date, datetime
from decimal import Decimal
from typing import Any, NamedTuple

from django.apps import apps

from masterpoint.centre.accounts.models import User
from masterpoint.centre.billing import deliveries
from masterpoint.centre.ledger import queries as ledger
from masterpoint.centre.registry.contacts import contact_of
from masterpoint.centre.registry.models import Person


class Rows(NamedTuple):
    """Rows of a table: the field of their owner, and the fields to list, each with a label."""

    model: str
    owner: str
    fields: Mapping[str, str]


OF_PLAYERS = {
    "contact details": Rows(
        "registry.PersonContact",
        "person",
        {"e-mail": "email", "telephone": "phone", "postal address": "post", "agreed to letters": "consented_on"},
    ),
    "statuses": Rows(
        "registry.StatusPeriod",
        "person",
        {"status": "status", "from": "first_day", "until": "last_day", "reason": "reason"},
    ),
    "clubs": Rows(
        "registry.Membership",
        "person",
        {"club": "organisation__name", "kind": "kind", "from": "first_day", "until": "last_day"},
    ),
    "changes": Rows(
        "registry.Change", "person", {"what": "what", "at": "at", "reason": "reason", "detail": "detail"}
    ),
    "promotions": Rows(
        "records.Promotion",
        "person",
        {
            "rank": "rank", "before": "before", "reached": "reached_on", "announced as at": "run__as_at",
            "looked at because": "flagged", "decided": "settled_note",
            "taken back": "revoked_at", "taken back because": "revoked_reason",
        },
    ),
    "evenings without points": Rows(
        "filing.ZeroEvening", "person", {"day": "day", "for": "version__filing__name"}
    ),
    "ratings": Rows("records.Rating", "person", {"year": "year", "hundredths": "hundredths", "grade": "grade"}),
    "questions": Rows(
        "enquiries.Enquiry",
        "person",
        {
            "club": "organisation__name", "about the day": "day", "state": "state", "asked by": "asked_by__name",
            "asked": "asked_at",
        },
    ),
    "questions and answers": Rows(
        "enquiries.Note",
        "enquiry__person",
        {"about the day": "enquiry__day", "by": "by__name", "at": "at", "text": "text"},
    ),
    "certificates of points": Rows(
        "crediting.PointCertificate",
        "person",
        {"code": "code", "event": "event", "points": "facts", "from": "organisation__name", "state": "state"},
    ),
    "monthly letters": Rows("mail.MonthlyLetter", "person", {"month": "month", "looked at": "at"}),
    "invitations": Rows(
        "claiming.Invitation", "person", {"sent to": "email", "made": "at", "until": "last_day", "used": "used_at"}
    ),
}  # fmt: skip
OF_ACCOUNTS = {
    "offices": Rows(
        "registry.Appointment",
        "user",
        {"office": "role", "for": "organisation__name", "from": "first_day", "until": "last_day"},
    ),
    "tokens": Rows(
        "accounts.Token",
        "user",
        {
            "name": "name", "scopes": "scopes", "made": "created_at", "last used": "last_used_at",
            "revoked": "revoked_at",
        },
    ),
    "second factor": Rows("accounts.SecondFactor", "user", {"begun": "begun_at", "turned on": "confirmed_at"}),
    "passkeys": Rows(
        "accounts.Passkey", "user", {"name": "name", "added": "created_at", "last used": "last_used_at"}
    ),
    "drafts": Rows("filing.Draft", "user", {"file": "original_name", "made": "created_at"}),
    "registers keyed in": Rows(
        "crediting.CreditDraft", "user", {"for": "organisation__name", "saved": "saved_at", "fields": "fields"}
    ),
    "sheets begun": Rows(
        "sheets.Sheet",
        "begun_by",
        {"for": "organisation__name", "form": "form", "state": "state", "saved": "saved_at", "fields": "fields"},
    ),
    "requests of programs": Rows("filing.IdempotencyKey", "user", {"key": "key", "at": "at", "answer": "answer"}),
    "filings": Rows(
        "filing.Filing", "filed_by", {"receipt": "receipt", "name": "name", "day": "day", "filed": "filed_at"}
    ),
    "certificates issued": Rows(
        "crediting.PointCertificate", "issued_by", {"code": "code", "event": "event", "for": "organisation__name"}
    ),
    "questions asked": Rows("enquiries.Enquiry", "asked_by", {"about the day": "day", "asked": "asked_at"}),
    "answers written": Rows("enquiries.Note", "by", {"at": "at", "text": "text"}),
}  # fmt: skip
OF_ADDRESSES = {
    "letters": Rows("mail.Letter", "to", {"subject": "subject", "written": "written_at", "sent": "sent_at"}),
    "sign-ins": Rows(
        "axes.AccessLog",
        "username",
        {"at": "attempt_time", "address": "ip_address", "program": "user_agent", "signed out": "logout_time"},
    ),
    "wrong passwords": Rows(
        "axes.AccessAttempt",
        "username",
        {"at": "attempt_time", "address": "ip_address", "program": "user_agent", "how many": "failures_since_start"},
    ),
}


def data_about(user: User) -> dict[str, Any]:
    """Everything stored about an account and each of its records."""
    data: dict[str, Any] = {
        "account": {
            "email": user.email,
            "name": user.name,
            "since": user.created_at.date().isoformat(),
            "last signed in": _plain(user.last_login),
            "wants letters": user.wants_letters,
            "language": user.language,
            "wants letters about promotions": user.wants_promotions,
            "wants letters about corrections": user.wants_corrections,
            "wants a letter each month": user.wants_summary,
        }
    }
    data |= {name: _rows(rows, user) for name, rows in OF_ACCOUNTS.items()}
    data |= {name: _rows(rows, user.email) for name, rows in OF_ADDRESSES.items()}
    people = user.people.select_related("federation", "home_club").order_by("federation")
    return data | {"records": [_data_about_player(person) for person in people]}


def _data_about_player(person: Person) -> dict[str, Any]:
    return {
        "player": {
            "federation": person.federation.name,
            "number": person.number,
            "name": person.name,
            "status": person.status,
            "anonymous": person.anonymous,
            "home club": str(person.home_club or ""),
            "joined": person.joined_on.isoformat() if person.joined_on else "",
            "year of birth": person.born_in,
            "visitor from overseas": person.visitor,
            "rank before moving here": person.rank_abroad,
            "rank announced": person.rank,
        },
        "points": [
            {
                "day": line.day.isoformat(),
                "points": f"{Decimal(line.hundredths).scaleb(-2):.2f}",
                "colour": line.colour,
                "for": line.posting.version.filing.name if line.posting.version else line.posting.get_kind_display(),
                "reason": line.posting.reason,
                "posting": line.posting.number,
            }
            for line in ledger.statement(person)
        ],
        "postal addresses on invoices and of clubs": sorted(_addresses(person)),
    } | {name: _rows(rows, person) for name, rows in OF_PLAYERS.items()}


def _addresses(person: Person) -> set[str]:
    """Addresses that name the person or belong to them."""
    contact = contact_of(person)
    posts = [contact.post] if contact else []
    return deliveries.addresses_of_person(person.federation, [(person.given_name, person.family_name)], posts)


def _rows(rows: Rows, owner: object) -> list[dict[str, Any]]:
    queryset = apps.get_model(rows.model)._default_manager.filter(**{rows.owner: owner}).order_by("pk")
    return [
        {name: _plain(value) for name, value in zip(rows.fields, values, strict=True)}
        for values in queryset.values_list(*rows.fields.values())
    ]


def _plain(value: Any) -> Any:
    return value.isoformat() if isinstance(value, date | datetime) else value
