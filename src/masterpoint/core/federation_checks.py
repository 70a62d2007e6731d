"""Checks that a federation and its editions fit together, made once, when the editions are loaded.

The Centre asks a federation for worksheets, colours, clauses and levels by name. A missing name would be noticed only
by the first page that needs it. So all such names are looked up here, and those missing are reported together.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from datetime import date
from typing import TYPE_CHECKING, Any

from masterpoint.core.books import Book
from masterpoint.core.edition_checks import clause_problem, edition_problems, struct_texts
from masterpoint.core.editions import Edition
from masterpoint.core.errors import NoSuchClause, NotReadable, Problem
from masterpoint.core.exact import figure_text, rational, tidy
from masterpoint.core.figure_checks import comma_list
from masterpoint.core.levels import CLUB, NATIONAL, TIERS
from masterpoint.core.tariffs import printed_value

if TYPE_CHECKING:
    from masterpoint.core.federations import Federation

ENTRY_LIMITS = ("grade", "rank", "points")
NO_LEAP_YEAR = 2001


def require_whole(federation: Federation, editions: Sequence[Edition]) -> None:
    """Refuse a federation that lacks something, and name everything it lacks."""
    if problems := list(dict.fromkeys(federation_problems(federation, editions))):
        raise NotReadable(problems)


def federation_problems(federation: Federation, editions: Sequence[Edition]) -> Iterator[Problem]:
    """Everything that is missing or misnamed, in the federation and in each of its editions."""
    if not editions:
        yield Problem(f"federation {federation.code}", "", "it has no edition", "add a folder to its `editions`")
    colours = list(dict.fromkeys(colour for edition in editions for colour in edition.colours))
    yield from _organisation_problems(federation)
    yield from _organiser_problems(federation, editions)
    yield from _colour_problems(federation, colours)
    yield from _season_problems(federation, editions)
    for edition in editions:
        yield from edition_problems(edition, colours)
        yield from _worksheet_problems(federation, edition)
        yield from _word_problems(federation, edition)
        yield from _clause_problems(federation, edition)
        yield from _tariff_problems(federation, edition.book)
        yield from _weight_problems(federation, edition)


def _place(federation: Federation, name: str) -> str:
    return f"federation {federation.code}, {name}"


def _organisation_problems(federation: Federation) -> Iterator[Problem]:
    levels = federation.organisations
    place = _place(federation, "organisations")
    if CLUB not in levels:
        yield Problem(place, comma_list(levels), "there are no clubs", f'add "{CLUB}" and what it belongs to')
    for level, parents in levels.items():
        unknown = [name for name in parents if name not in levels and name != NATIONAL]
        if unknown or not parents:
            fix = f"name levels it may belong to: {comma_list([NATIONAL, *levels])}"
            yield Problem(place, comma_list(unknown), f"{level} belongs to no known level", fix)


def _organiser_problems(federation: Federation, editions: Sequence[Edition]) -> Iterator[Problem]:
    """Organisers of events that no edition knows, or that are as high as no level of the tree."""
    place = _place(federation, "organiser_levels.as_high_as")
    organisers = list(dict.fromkeys(level for edition in editions for level in edition.levels))
    levels = [*federation.organisations, NATIONAL]
    for organiser, level in federation.organiser_levels.as_high_as.items():
        if organiser not in organisers:
            yield Problem(
                place, organiser, "no edition has such an organiser", f"write one of: {comma_list(organisers)}"
            )
        if level not in levels:
            yield Problem(place, level, "the tree has no such level", f"write one of: {comma_list(levels)}")
    place = _place(federation, "organiser_levels.tiers")
    for organiser, tier in federation.organiser_levels.tiers.items():
        if organiser not in [*organisers, *levels]:
            yield Problem(
                place, organiser, "no edition has such an organiser", f"write one of: {comma_list(organisers)}"
            )
        if tier not in TIERS:
            yield Problem(place, str(tier), "there is no such tier", f"write one of: {comma_list(TIERS)}")


def _colour_problems(federation: Federation, colours: Collection[str]) -> Iterator[Problem]:
    marks = federation.file_marks
    colours_by_place = {
        "point_weights": list(federation.point_weights),
        "file_marks.colours": [colour for colour, _ in marks.colours.values()],
        "file_marks.licensed": sorted(marks.licensed),
        "past_points": [won.colour for won in federation.past_points],
        "decaying": list(federation.decaying),
        "converting": [*federation.converting, *(colour for colour, _ in federation.converting.values())],
        "allowances": [allowance.colour for allowance in federation.allowances],
        "grading": [federation.grading.colour] if federation.grading else [],
        "credit_returns": federation.credit_returns.club_colours if federation.credit_returns else [],
        "point_certificates": federation.point_certificates.colours if federation.point_certificates else [],
    }
    for name, names in colours_by_place.items():
        for colour in dict.fromkeys(names):
            if colour not in colours:
                fix = f"colours: {comma_list(colours)}"
                yield Problem(_place(federation, name), colour, "no edition awards points of this colour", fix)
    if not any(weight > 0 for weight in federation.point_weights.values()):
        message, fix = "no colour counts in the total", "give at least one colour its weight"
        yield Problem(_place(federation, "point_weights"), comma_list(federation.point_weights), message, fix)


def _season_problems(federation: Federation, editions: Sequence[Edition]) -> Iterator[Problem]:
    """A season that begins on no day of the year, or whose ratings would be in force before it ends."""
    season, grading = federation.season, federation.grading
    begins = (season.month, season.day)
    try:
        date(NO_LEAP_YEAR, *begins)
    except ValueError:
        fix = "write a month and a day that every year has: Season(month=9, day=1)"
        yield Problem(
            _place(federation, "season"), f"{season.month}, {season.day}", "this is not a day of the year", fix
        )
    if grading is None:
        return
    for edition in editions:
        in_force_from = grading.in_force_from(edition.book)
        if in_force_from < begins:
            message = f"by edition {edition.name} ratings would be in force before their season ends"
            fix = f"let it be {begins} or a later day of the year"
            yield Problem(_place(federation, "grading.in_force_from"), str(in_force_from), message, fix)


def _weight_problems(federation: Federation, edition: Edition) -> Iterator[Problem]:
    """Colours that an edition counts otherwise than `point_weights`, by which every leaderboard adds points up."""
    ladder, weights = edition.ranks, federation.point_weights
    first_rung = next((rung for rung in ladder.rungs_up_to(0) if rung.needs), None)
    need = first_rung.needs[0] if first_rung else None
    if first_rung is None or need is None or need.what not in ladder.colours_by_need:
        return  # edition_checks reports this
    colours = [colour for colour in ladder.colours_by_need[need.what] if weights.get(colour)]
    try:
        amounts = {colour: rational(ladder.measure_for({colour: 100})(first_rung, need).value) for colour in colours}
    except (NoSuchClause, LookupError, TypeError, ValueError, ArithmeticError):
        return  # edition_checks reports this
    for colour in colours[1:]:
        if amounts[colour] * weights[colours[0]] != amounts[colours[0]] * weights[colour]:
            ratio = figure_text(tidy(amounts[colour] / amounts[colours[0]]))
            message = f"edition {edition.name} counts a {colour} point as {ratio} {colours[0]} ones"
            fix = "leaderboards add all points up by these weights, so each edition must count alike"
            yield Problem(_place(federation, f"point_weights, {colour}"), str(weights[colour]), message, fix)


def _worksheet_problems(federation: Federation, edition: Edition) -> Iterator[Problem]:
    sheets_by_place = {
        "decaying": list(federation.decaying.values()),
        "converting": [sheet for _, sheet in federation.converting.values()],
        "transfers": [transfer.sheet for transfer in federation.transfers],
        "forfeiting": [federation.forfeiting] if federation.forfeiting else [],
    }
    for name, sheets in sheets_by_place.items():
        for sheet in dict.fromkeys(sheets):
            if sheet not in edition.worksheets:
                message = f"edition {edition.name} has no such worksheet"
                yield Problem(
                    _place(federation, name), sheet, message, f"write one of: {comma_list(edition.worksheets)}"
                )


def _word_problems(federation: Federation, edition: Edition) -> Iterator[Problem]:
    if federation.evening.grade and federation.evening.grade not in edition.grades:
        message = f"edition {edition.name} has no such grade"
        yield Problem(
            _place(federation, "evening"),
            federation.evening.grade,
            message,
            f"write one of: {comma_list(edition.grades)}",
        )
    if CLUB not in edition.levels:
        message, fix = "clubs cannot award anything by it", f'add "{CLUB}", the organiser of an ordinary evening'
        yield Problem(f"edition {edition.name}, levels", comma_list(edition.levels), message, fix)
    for allowance in federation.allowances:
        if allowance.name not in edition.ranks.holding_parts:
            message, fix = f"the ladder does not hold {allowance.name}", f'add "{allowance.name}" to `holding_parts`'
            yield Problem(
                f"edition {edition.name}, ranks.holding_parts", comma_list(edition.ranks.holding_parts), message, fix
            )
    if not any(federation.point_weights.get(colour, 0) for colour in edition.ranks.holding_parts):
        message, fix = "no colour of the ladder counts in the total", "let one of them have a weight in `point_weights`"
        yield Problem(
            f"edition {edition.name}, ranks.holding_parts", comma_list(edition.ranks.holding_parts), message, fix
        )


def _clause_problems(federation: Federation, edition: Edition) -> Iterator[Problem]:
    clause_numbers = {f"entry_limits, {name}": number for name, number in federation.entry_limits.items()}
    for name in ("renewal", "trophy", "credit_returns", "point_certificates", "organiser_levels"):
        part = getattr(federation, name)
        if part is not None:
            clause_numbers |= {f"{name}.{field}": number for field, number in struct_texts(part, "clause")}
    clause_numbers |= {f"charging.items, {name}": item.clause for name, item in federation.charging.items.items()}
    if federation.office_forms is not None:
        clause_numbers |= {
            f"office_forms, {name}": number for name, (_, number) in federation.office_forms.titles.items()
        }
    for name, number in clause_numbers.items():
        for problem in clause_problem(_place(federation, name), number, edition.clauses):
            yield Problem(problem.place, number, f"edition {edition.name} has no such clause", problem.fix)
    for name in federation.entry_limits:
        if name not in ENTRY_LIMITS:
            message = "there is no such limit"
            yield Problem(
                _place(federation, "entry_limits"), name, message, f"write one of: {comma_list(ENTRY_LIMITS)}"
            )


def _tariff_problems(federation: Federation, book: Book[Any]) -> Iterator[Problem]:
    """Problems of the tariff: items that the book does not print, and kinds of charge taxed by unknown items."""
    charging = federation.charging
    for name, item in charging.items.items():
        for path in filter(None, (item.figure, item.since)):
            try:
                printed_value(book, path)
            except (AttributeError, LookupError, ValueError):
                message = f"edition {book.edition} prints no such figure"
                fix = "add it to figures.toml, or let `figure` of tariffs/items.toml name another"
                yield Problem(_place(federation, f"charging.items, {name}"), path, message, fix)
    items_by_place = {f"kinds, {name}": kind.item for name, kind in charging.kinds.items()}
    items_by_place |= {"tax": charging.tax, "payment_days": charging.payment_days}
    for name, item_name in items_by_place.items():
        if item_name and item_name not in charging.items:
            fix = f"items: {comma_list(charging.items)}"
            yield Problem(_place(federation, f"charging.{name}"), item_name, "the tariff has no such item", fix)
