"""The engine as a library: what `import masterpoint` offers. Nothing here needs a database or an account.

Stable by semantic version: names, arguments and meanings change only with a new major version.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, Unpack

import msgspec

from masterpoint import schemes
from masterpoint.core.adding import event_with
from masterpoint.core.amounts import holding_from
from masterpoint.core.charge_taxes import quoted_tax
from masterpoint.core.errors import MasterpointError, Problem
from masterpoint.core.events import AnyEvent, Event
from masterpoint.core.hypothetical import hypothetical_event, hypothetical_lists
from masterpoint.core.parsing import event_from
from masterpoint.core.ranks import RankProgress
from masterpoint.library import arguments
from masterpoint.library.arguments import Amount, Arguments, Day, EventFields, FileOptions, Source, WrongArguments
from masterpoint.library.awards import Award, Awards
from masterpoint.library.quotes import Charge, Quote
from masterpoint.schemes.charging import charge_event, tariff_with

if TYPE_CHECKING:
    from masterpoint.intake import CheckedFile

__all__ = [
    "Amount",
    "Award",
    "Awards",
    "Charge",
    "Day",
    "EventFields",
    "FileOptions",
    "MasterpointError",
    "Problem",
    "Quote",
    "Source",
    "WrongArguments",
    "award",
    "check",
    "quote",
    "rank",
    "what_pays",
]


def award(source: Source, *, scheme: str = "", **options: Unpack[FileOptions]) -> Awards:
    """What everybody earns, by the edition in force on the day of play.

    The options fill in what a file or an event leaves open; an event that says otherwise is refused.
    """
    given = Arguments()
    given.read("source", source, arguments.source)
    chosen = given.options({"scheme": scheme, **options})
    given.require_sound()
    return _awards(source, chosen)


def _awards(source: Source, chosen: dict[str, Any]) -> Awards:
    if isinstance(source, Mapping | Event):
        return Awards(schemes.award(_event(event_with(_raw(source), chosen))))
    from masterpoint import intake  # what reads files is loaded with the first file

    imported = intake.read_event(*_file(source), intake.Options(**chosen))
    return Awards(intake.judge(imported), imported.assumed, imported.doubts)


def _file(source: str | Path | bytes) -> tuple[bytes, str]:
    """A file and its name."""
    from masterpoint.intake.files import bytes_of

    return (source, "results") if isinstance(source, bytes) else (bytes_of(Path(source)), Path(source).name)


def _raw(event: Mapping[str, Any] | Event) -> Mapping[str, Any]:
    return msgspec.to_builtins(event) if isinstance(event, Event) else event


def quote(
    source: Source | Awards,
    *,
    scheme: str = "",
    rates: Mapping[str, Amount] | None = None,
    facts: Mapping[str, Any] | None = None,
    invented: bool = False,
    **options: Unpack[FileOptions],
) -> Quote:
    """What an event costs its organiser, at the tariff its book prints and at the `rates` given.

    `rates`: amounts by their name in the tariff, for what a board sets: `{"standard_charge": "0.40"}`; `facts`: what
    the book asks about the payer, a charge code for one; `invented`: with the demo's amounts where it prints none.
    """
    given = Arguments()
    chosen = given.options({"scheme": scheme, **options})
    if not isinstance(source, Awards):
        given.read("source", source, arguments.source)
    else:
        for name in (name for name, value in chosen.items() if value != ""):
            given.refuse(name, chosen[name], "the awards have been made already", "leave it out, or give the event")
    amounts = given.read("rates", rates or {}, arguments.table)
    payer = given.read("facts", facts or {}, arguments.table)
    given.read("invented", invented, arguments.yes_or_no)
    given.require_sound()
    awards = source if isinstance(source, Awards) else _awards(source, chosen)
    event = awards.result.event
    charged = schemes.federation(event.scheme)
    tariff = tariff_with(charged, amounts or {}, event.day, invented=invented)
    assessment = charge_event(awards.result, tariff, payer or {})
    tax = quoted_tax(charged.charging, assessment.charges, tariff)
    return Quote(assessment, charged.charging.currency, tax)


def check(source: Source, *, scheme: str = "", today: Day | None = None, **options: Unpack[FileOptions]) -> CheckedFile:
    """Everything wrong with a results file or an event, at once; its `findings` name line, value and fix."""
    given = Arguments()
    given.read("source", source, arguments.source)
    chosen = given.options({"scheme": scheme, **options})
    on = given.read("today", today, arguments.day_or_today)
    given.require_sound()
    from masterpoint import intake

    if isinstance(source, Mapping | Event):
        contents = intake.FileContents("event", "the event", dict(_raw(source)))
        return intake.check_contents(contents, intake.Options(**chosen), today=on)
    return intake.check(*_file(source), intake.Options(**chosen), today=on)


def rank(holding: Mapping[str, Amount], *, scheme: str, on: Day | None = None) -> RankProgress:
    """The rank of a holding on a day (today, where none is given), and what the next one still needs."""
    given = Arguments()
    code = given.read("scheme", scheme, arguments.known_scheme)
    day = given.read("on", on, arguments.day_or_today)
    counted = None if given.problems else schemes.edition_for(code, day).ranks.holding_parts
    points = given.read("holding", holding, lambda amounts: holding_from(arguments.table(amounts), counted))
    given.require_sound()
    return schemes.edition_for(code, day).ranks.standing(points)


def what_pays(
    *,
    scheme: str,
    pairs: int | None = None,
    teams: int | None = None,
    players: int | None = None,
    winners: int = 1,
    form: str = "session",
    level: str = "club",
    on: Day | None = None,
    **fields: Unpack[EventFields],
) -> Awards:
    """What an event of so many contestants would pay: `fields` are those of the form, in the vocabulary of events."""
    given = Arguments()
    contest, count = given.contestants(pairs=pairs, teams=teams, players=players)
    lists = given.read("winners", winners, arguments.winners)
    code = given.read("scheme", scheme, arguments.known_scheme)
    kind = given.read("form", form, arguments.listed_form)
    organiser = given.read("level", level, arguments.text)
    day = given.read("on", on, arguments.day_or_today)
    more = given.fields(fields)
    rankings = hypothetical_lists(count or 1, lists or 1)
    raw = hypothetical_event(kind, code, day, contest, level=organiser, lists=rankings, **more)
    event = given.read("event", raw, _event) if kind and code and day and organiser else None
    given.require_sound()
    assert event is not None, "whatever is missing is a problem"
    return Awards(schemes.award(event))


def _event(raw: object) -> AnyEvent:
    return event_from(raw, schemes.FACTS)
