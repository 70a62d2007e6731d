"""Breadcrumbs: the path from the home page to the current one. Every page names its parent page."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from django.urls import reverse
from django.utils.formats import date_format

from masterpoint.centre.registry import access

Context = Mapping[str, Any]


class Crumb(NamedTuple):
    """A page of the path: its link and its text."""

    address: str
    text: str


class Page(NamedTuple):
    """A page's title, the arguments of its address, and its parent page."""

    parent: str | Callable[[Context], str]
    text: str | Callable[[Context], str]
    args: Callable[[Context], tuple[Any, ...]] = lambda context: ()


def trail(context: Context, name: str) -> list[Crumb]:
    """The path from the home page to this page."""
    crumbs = []
    while name:
        page = PAGES[name]
        text = page.text if isinstance(page.text, str) else page.text(context)
        crumbs.append(Crumb(reverse(name, args=page.args(context)), text))
        name = page.parent if isinstance(page.parent, str) else page.parent(context)
    return crumbs[::-1]


def _code(context: Context) -> tuple[str]:
    return (context["federation"].code,)


def _organisation(context: Context) -> Any:
    """The organisation that a page is about."""
    for name in ("organisation", "club"):
        if context.get(name):
            return context[name]
    return next(context[name].organisation for name in ("invoice", "charge", "filing") if context.get(name))


def _of_organisation(context: Context) -> tuple[str, str]:
    return context["federation"].code, _organisation(context).number


def _of_person(context: Context) -> tuple[str, str]:
    return context["federation"].code, context["person"].number


def _edition(context: Context) -> Any:
    return context.get("later") or context["edition"]


def _line(context: Context) -> Any:
    return context["line"]


def _invoice(context: Context) -> Any:
    return context.get("invoice") or _line(context).invoice


def _session(context: Context) -> str:
    filing = context["filing"]
    return f"{filing.name}, {date_format(filing.day, 'j F Y')}"


def _reader_sees(context: Context) -> str:
    """The name of a person, as this reader may see it."""
    return access.shown_name(getattr(context.get("request"), "user", None), context["person"])


PAGES: dict[str, Page] = {
    "home": Page("", "Home"),
    # Public pages of a federation
    "federation": Page("home", lambda context: context["federation"].name, _code),
    "club": Page("federation", lambda context: _organisation(context).name, _of_organisation),
    "result": Page("club", _session, lambda context: (context["federation"].code, context["filing"].receipt)),
    "player": Page("federation", _reader_sees, _of_person),
    "leaders": Page("federation", "Leaderboards", _code),
    # Books
    "books": Page("home", "Handbooks"),
    "edition": Page(
        "books",
        lambda context: _edition(context).title,
        lambda context: (_edition(context).scheme, _edition(context).name),
    ),
    "help": Page("home", "Help"),
    "calculator": Page("home", "Calculator"),
    "calculate": Page(
        "calculator",
        lambda context: f"{context['edition'].scheme.upper()} calculator",
        lambda context: (context["edition"].scheme,),
    ),
    # Filing, questions and the account
    "file": Page("home", "File results"),
    "filings": Page("home", "My filings"),
    "filing": Page(
        "filings",
        lambda context: (context.get("corrects") or context["filing"]).name,
        lambda context: ((context.get("corrects") or context["filing"]).receipt,),
    ),
    "enquiries": Page("home", "Questions"),
    "sign-in": Page("home", "Sign in"),
    "account": Page("home", "My account"),
    # Members, reports and points reported by player
    "my-members": Page("home", "Members"),
    "members": Page("my-members", lambda context: f"Members of {_organisation(context).name}", _of_organisation),
    "sheets": Page(
        lambda context: "members" if context["keeps_members"] else "home",
        lambda context: f"Sheets of {_organisation(context).name}",
        _of_organisation,
    ),
    "my-reports": Page("home", "Reports"),
    "reports": Page("my-reports", lambda context: f"Reports of {_organisation(context).name}", _of_organisation),
    "my-credit-returns": Page("home", "Report points"),
    "credit-returns": Page("my-credit-returns", lambda context: _organisation(context).name, _of_organisation),
    "my-certificates": Page("home", "Certificates"),
    "point-certificates": Page("my-certificates", lambda context: _organisation(context).name, _of_organisation),
    # Office
    "office": Page("home", lambda context: f"Office of {context['federation'].name}", _code),
    "organisations": Page("office", "Organisations", _code),
    "ledger": Page("office", "Adjustments and balances", _code),
    "adjust": Page("ledger", lambda context: context["person"].name, _of_person),
    "month-end": Page(
        "office",
        lambda context: date_format(context["first_day"], "F Y"),
        lambda context: (*_code(context), f"{context['first_day']:%Y-%m}"),
    ),
    # Accounts
    "billing": Page("home", "Charges"),
    "finance": Page("billing", lambda context: f"Finance of {context['federation'].name}", _code),
    "club-account": Page(
        lambda context: "finance" if context.get("finance") else "billing",
        lambda context: f"Account of {_organisation(context).name}",
        _of_organisation,
    ),
    "invoice": Page(
        "club-account",
        lambda context: f"{_invoice(context).get_kind_display()} {_invoice(context).number}",
        lambda context: (*_code(context), _invoice(context).number),
    ),
    "invoice-line": Page(
        "invoice",
        lambda context: f"Line {_line(context).number}",
        lambda context: (*_code(context), _invoice(context).number, _line(context).number),
    ),
}
