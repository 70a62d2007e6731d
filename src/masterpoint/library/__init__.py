"""The engine as a library: everything `import masterpoint` provides. Nothing here needs a database or an account.

Stable by semantic version: names, arguments and meanings change only with a new major version.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, Unpack

import msgspec

from masterpoint import schemes
from masterpoint.core.amounts import holding_from
from masterpoint.core.charge_taxes import quoted_tax
from masterpoint.core.errors import MasterpointError, Problem
from masterpoint.core.event_options import event_with
from masterpoint.core.events import AnyEvent, Event
from masterpoint.core.hypothetical import hypothetical_event, hypothetical_lists
from masterpoint.core.parsing import event_from
from masterpoint.core.ranks import RankProgress
from masterpoint.library import arguments
from masterpoint.library.arguments import Amount, Arguments, Day, EventFields, FileOptions, Source, WrongArguments
from masterpoint.library.awards import Award, Awards
from masterpoint.library.quotes import Charge, Quote
from masterpoint.schemes.charging import quoted_charges, tariff_with

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
    """The awards of an event, by the edition in force on the day of play.

    The options fill in what a file or an event leaves open; if the event contradicts one, it is refused.
    """
    reader = Arguments()
    reader.read("source", source, arguments.source)
    file_options = reader.options({"scheme": scheme, **options})
    reader.require_sound()
    return _awards(source, file_options)


def _awards(source: Source, file_options: dict[str, Any]) -> Awards:
    if isinstance(source, Mapping | Event):
        return Awards(schemes.award(_event(event_with(_raw(source), file_options))))
    from masterpoint import intake  # the readers are loaded with the first file

    imported_file = intake.read_event(*_file(source), intake.Options(**file_options))
    return Awards(intake.judge(imported_file), imported_file.assumed, imported_file.doubts)


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
    """What an event costs its organiser, by the tariff that its book prints and the given `rates`.

    `rates` are amounts by their name in the tariff, for those that a board sets: `{"standard_charge": "0.40"}`. `facts`
    are what the book asks about the payer, such as a charge code. `invented` uses the demo's amounts where the book
    prints none.
    """
    reader = Arguments()
    file_options = reader.options({"scheme": scheme, **options})
    if not isinstance(source, Awards):
        reader.read("source", source, arguments.source)
    else:
        for name in (name for name, value in file_options.items() if value != ""):
            reader.refuse(
                name, file_options[name], "the awards have been made already", "leave it out, or give the event"
            )
    amounts = reader.read("rates", rates or {}, arguments.table)
    payer = reader.read("facts", facts or {}, arguments.plain_table)
    reader.read("invented", invented, arguments.yes_or_no)
    reader.require_sound()
    awards = source if isinstance(source, Awards) else _awards(source, file_options)
    event = awards.result.event
    owner = schemes.federation(event.scheme)
    tariff = tariff_with(owner, amounts or {}, event.day, invented=invented)
    assessment = quoted_charges(awards.result, tariff, payer or {}, 'rates={{"{name}": "0.40"}}')
    tax = quoted_tax(owner.charging, assessment.charges, tariff)
    return Quote(assessment, owner.charging.currency, tax)


def check(source: Source, *, scheme: str = "", today: Day | None = None, **options: Unpack[FileOptions]) -> CheckedFile:
    """Everything wrong with a results file or an event, at once; its `findings` give line, value and fix."""
    reader = Arguments()
    reader.read("source", source, arguments.source)
    file_options = reader.options({"scheme": scheme, **options})
    day = reader.read("today", today, arguments.day_or_today)
    reader.require_sound()
    from masterpoint import intake

    if isinstance(source, Mapping | Event):
        contents = intake.FileContents("event", "the event", dict(_raw(source)))
        return intake.check_contents(contents, intake.Options(**file_options), today=day)
    return intake.check(*_file(source), intake.Options(**file_options), today=day)


def rank(holding: Mapping[str, Amount], *, scheme: str, on: Day | None = None) -> RankProgress:
    """The rank of a holding on a day (today by default), and what the next rank still needs."""
    reader = Arguments()
    code = reader.read("scheme", scheme, arguments.known_scheme)
    day = reader.read("on", on, arguments.day_or_today)
    point_names = None if reader.problems else schemes.edition_for(code, day).ranks.holding_parts
    points = reader.read("holding", holding, lambda amounts: holding_from(arguments.table(amounts), point_names))
    reader.require_sound()
    return schemes.edition_for(code, day).ranks.progress(points)


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
    """What an event with so many contestants would pay; `fields` are those of the form, in the vocabulary of events."""
    reader = Arguments()
    contest, count = reader.contestants(pairs=pairs, teams=teams, players=players)
    lists = reader.read("winners", winners, arguments.winners)
    code = reader.read("scheme", scheme, arguments.known_scheme)
    kind = reader.read("form", form, arguments.listed_form)
    organiser = reader.read("level", level, arguments.text)
    day = reader.read("on", on, arguments.day_or_today)
    event_fields = reader.fields(fields)
    rankings = hypothetical_lists(count or 1, lists or 1)
    raw = hypothetical_event(kind, code, day, contest, level=organiser, lists=rankings, **event_fields)
    event = reader.read("event", raw, _event) if None not in (kind, code, day, organiser) else None
    reader.require_sound()
    assert event is not None, "anything missing is reported above"
    return Awards(schemes.award(event))


def _event(raw: object) -> AnyEvent:
    return event_from(raw, schemes.FACTS)
