"""The awards in a file next to the book's: compared, never trusted. Also puts the book's awards into a file."""

from __future__ import annotations

from collections.abc import Iterable
from decimal import Decimal
from fractions import Fraction

import msgspec

from masterpoint.core.derivation import Award, Result
from masterpoint.core.errors import NotReadable, Problem
from masterpoint.core.events import RankingList
from masterpoint.core.exact import Exact
from masterpoint.core.mechanisms import whole
from masterpoint.core.member_lists import Credit, Credits
from masterpoint.core.results import Entry, FileAward, Results
from masterpoint.core.rounding import nearest_whole
from masterpoint.core.serialisation import entry_name
from masterpoint.core.traversal import ranking_lists
from masterpoint.intake.marks import colour_in_book, colour_in_file, unit_of
from masterpoint.intake.reading import ImportedFile


class Difference(msgspec.Struct, frozen=True):
    """A contestant for whom the file and the book have different awards."""

    who: str
    place: str
    colour: str
    file: Exact
    ours: Exact
    why: str
    clause: str
    """Empty if the book has no award for the contestant at all."""

    @property
    def reason(self) -> str:
        return f"{self.why} [{self.clause}]" if self.clause else self.why


def award_differences(imported_file: ImportedFile, result: Result) -> list[Difference]:
    """Contestant by contestant: the file's award, ours, and why ours is what it is."""
    if imported_file.draft is None or not has_file_awards(imported_file):
        return []
    our_awards = _by_entry(result)
    # Use the result's own lists: what the register knows of a player turns an entry into another object.
    lists = [ranking for _, ranking in ranking_lists(result.event)]
    return [
        difference
        for ranking, source in zip(lists, imported_file.draft.rankings, strict=False)
        for index, entry in enumerate(source.entries)
        for difference in _entry_differences(ranking, index, entry, our_awards, imported_file.event.scheme)
    ]


def has_file_awards(imported_file: ImportedFile) -> bool:
    return imported_file.draft is not None and any(
        entry.awards for ranking in imported_file.draft.rankings for entry in ranking.entries
    )


def _by_entry(result: Result) -> dict[int, list[Award]]:
    by_entry: dict[int, list[Award]] = {}
    for award in result.awards:
        by_entry.setdefault(id(award.entry), []).append(award)
    return by_entry


def _entry_differences(
    ranking: RankingList, index: int, source: Entry, our_awards: dict[int, list[Award]], scheme: str
) -> list[Difference]:
    entry = ranking.entries[index]
    file_points: dict[str, Exact] = {}
    for file_award in source.awards:
        colour, unit = colour_in_book(scheme, file_award.colour)
        file_points[colour] = file_points.get(colour, 0) + Fraction(file_award.points) * unit
    awards = our_awards.get(id(entry), [])
    our_points = _sums(awards)
    return [
        Difference(
            entry_name(entry),
            str(entry.place),
            colour,
            file_points.get(colour, 0),
            our_points.get(colour, 0),
            *_reason(awards, colour),
        )
        for colour in sorted({*file_points, *our_points})
        if file_points.get(colour, 0) != our_points.get(colour, 0)
    ]


def _reason(awards: list[Award], colour: str) -> tuple[str, str]:
    """The reason and its clause: from this colour's award, or else from what the book gives instead."""
    award = next((award for award in reversed(awards) if award.colour == colour), None)
    if award is not None:
        return str(award.step.message), str(award.step.clause)
    if awards:
        other_award = awards[-1]
        return f"the book gives {other_award.colour} points here, not {colour}", str(other_award.step.clause)
    return "the book gives this contestant nothing", ""


def _sums(awards: Iterable[Award]) -> dict[str, Exact]:
    sums: dict[str, Exact] = {}
    for award in awards:
        sums[award.colour] = sums.get(award.colour, 0) + award.points
    return sums


def with_our_awards(imported_file: ImportedFile, result: Result) -> Results:
    """The file's results with the book's awards in place of its own."""
    assert imported_file.results is not None and imported_file.draft is not None
    our_awards = _by_entry(result)
    lists = [ranking for _, ranking in ranking_lists(imported_file.event)]
    rankings = []
    for ranking, source in zip(lists, imported_file.draft.rankings, strict=True):
        entries = tuple(
            msgspec.structs.replace(
                entry, awards=_file_awards(our_awards.get(id(ranking.entries[index]), []), imported_file.event.scheme)
            )
            for index, entry in enumerate(source.entries)
        )
        rankings.append(msgspec.structs.replace(source, entries=entries))
    boards = getattr(imported_file.event, "boards", None)
    return msgspec.structs.replace(
        imported_file.results,
        rankings=tuple(rankings),
        awards_flag=True,
        played=imported_file.event.day,
        boards_played=boards,
    )


def _file_awards(awards: list[Award], scheme: str) -> tuple[FileAward, ...]:
    file_awards = []
    for colour, points in _sums(awards).items():
        amount = _amount(scheme, colour, points)
        if amount:
            file_awards.append(FileAward(amount, colour_in_file(scheme, colour)[0]))
    return tuple(file_awards)


def _amount(scheme: str, colour: str, points: Exact) -> Decimal:
    """Points in the unit of the file, to a hundredth."""
    return Decimal(whole(nearest_whole(points * Fraction(100, unit_of(scheme, colour))))).scaleb(-2)


def credits_of(result: Result, *, club: str = "", code: str = "") -> Credits:
    """A result as credits for claims files, one for each player who receives something."""
    scheme = result.event.scheme
    sums: dict[str, dict[str, Exact]] = {}
    problems = []
    for award in result.awards:
        if not award.points:
            continue
        for player in award.recipients:
            if not player.id:
                message = f"{player.name or 'A player'} earns points but has no number."
                problems.append(Problem(f"place {award.entry.place}", player.name, message, "Add the number."))
            amounts = sums.setdefault(player.id, {})
            amounts[award.colour] = amounts.get(award.colour, 0) + award.points
    if problems:
        raise NotReadable(problems)
    return Credits(
        format="awards",
        source=result.event.name,
        credits=tuple(
            Credit(
                number,
                tuple(FileAward(_amount(scheme, colour, points), colour) for colour, points in amounts.items()),
                result.event.day,
                code,
                club,
            )
            for number, amounts in sums.items()
        ),
    )
