"""Any file in, awards out: an event file or a results file, judged, and compared with the awards in it.

Pure: the command line, the site and the API call the same functions.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from decimal import Decimal
from fractions import Fraction
from typing import Any

import msgspec

from masterpoint import schemes
from masterpoint.core.derivation import Award, Result
from masterpoint.core.errors import MasterpointError, NotReadable, Problem
from masterpoint.core.events import AnyEvent, RankingList
from masterpoint.core.exact import Exact, shown
from masterpoint.core.mechanisms import whole
from masterpoint.core.parsing import event_from, parse
from masterpoint.core.results import Credit, Credits, Entry, FileAward, Results
from masterpoint.core.rounding import nearest_whole
from masterpoint.core.serialisation import who
from masterpoint.core.traversal import ranking_lists
from masterpoint.formats import FORMATS
from masterpoint.formats.check import Finding
from masterpoint.formats.check import check as file_check
from masterpoint.formats.compare import Comparison, compare, scored
from masterpoint.formats.compare import Difference as ScoringDifference
from masterpoint.formats.recognise import recognise
from masterpoint.formats.to_event import EventDraft, Options, event_of, scheme_of

BRITISH = {"black": ("local", 100), "": ("local", 100), "local": ("local", 100)}
FILE_COLOURS: dict[str, dict[str, tuple[str, int]]] = {
    "ebu": BRITISH,
    "wbu": BRITISH,
    "sbu": BRITISH,
    "nz": {"a": ("A", 1), "b": ("B", 1), "c": ("C", 1), "": ("C", 1)},
    "abf": {"": ("green", 1)},
}
"""What results files call the colours of each scheme, and how many of its points make one of the file's."""


class Difference(msgspec.Struct, frozen=True):
    """A contestant to whom the file gives something else than the book does."""

    who: str
    place: str
    colour: str
    file: Exact
    ours: Exact
    why: str
    clause: str


class ImportedFile(msgspec.Struct, frozen=True):
    """A file taken in: the event it tells of, and what had to be assumed."""

    event: AnyEvent
    format: str
    assumed: tuple[str, ...] = ()
    results: Results | None = None
    draft: EventDraft | None = None
    comparison: Comparison | None = None


def read_event(data: bytes, source: str, options: Options, names: bytes | None = None) -> ImportedFile:
    """The event in a file, whatever the file is; `names` is a list of players for files that know only numbers."""
    if _is_event_file(data):
        raw = parse(data.decode("utf-8-sig"), source=source)
        return ImportedFile(event_from(raw, schemes.FACTS), "event")
    name = recognise(data)
    results = FORMATS[name].read(data, source=source, **({"names": names} if names and name.startswith("bws") else {}))
    if not isinstance(results, Results):
        raise NotReadable(
            Problem(
                source,
                FORMATS[name].title,
                "this file lists points or members, not the results of an event",
                "send the results file of the event",
            )
        )
    comparison = compare(results)
    results = scored(results)
    fields = event_of(results, _by_the_book(results, options), hints_of(results, options))
    return ImportedFile(event_from(fields.raw, schemes.FACTS), name, fields.assumed, results, fields, comparison)


def _by_the_book(results: Results, options: Options) -> Options:
    """What the file leaves open and the book settles: whether sections are ranked apart."""
    scheme = options.scheme or scheme_of(results)
    if options.sections_apart is not None or scheme not in schemes.FEDERATIONS:
        return options
    return msgspec.structs.replace(options, sections_apart=schemes.edition_for(scheme).sections_apart)


def _is_event_file(data: bytes) -> bool:
    """An event in the vocabulary names its form; results as JSON do not."""
    try:
        start = data[:65536].decode("utf-8-sig", errors="strict" if len(data) < 65536 else "ignore")
    except UnicodeDecodeError:
        return False
    return any(
        line.replace(" ", "").startswith(('form="', "form='", '"form":"')) or '"form"' in line[:200]
        for line in start.splitlines()
    )


def hints_of(results: Results, options: Options) -> dict[str, Any]:
    """What the file's charge code tells about its event, in the federation's own words."""
    scheme = options.scheme or scheme_of(results)
    if scheme not in schemes.FEDERATIONS or not results.charge_code:
        return {}
    edition = schemes.edition_for(scheme)
    return dict(edition.hints(results.charge_code)) if edition.hints else {}


def award_differences(taken: ImportedFile, result: Result) -> list[Difference]:
    """Contestant by contestant: the file's award, ours, and why ours is what it is. A file's awards are not trusted."""
    if taken.draft is None or not _has_awards(taken):
        return []
    ours = _ours(result)
    found: list[Difference] = []
    # The result's own lists: what the register knows of a player makes an entry another one.
    lists = [ranking for _, ranking in ranking_lists(result.event)]
    for ranking, source in zip(lists, taken.draft.rankings, strict=False):
        for index, entry in enumerate(source.entries):
            found += _entry_differences(ranking, index, entry, ours, taken.event.scheme)
    return found


def has_file_awards(taken: ImportedFile) -> bool:
    return taken.draft is not None and _has_awards(taken)


def _has_awards(taken: ImportedFile) -> bool:
    assert taken.draft is not None
    return any(entry.awards for ranking in taken.draft.rankings for entry in ranking.entries)


def _ours(result: Result) -> dict[int, list[Award]]:
    by_entry: dict[int, list[Award]] = {}
    for award in result.awards:
        by_entry.setdefault(id(award.entry), []).append(award)
    return by_entry


def _entry_differences(
    ranking: RankingList, index: int, source: Entry, ours: dict[int, list[Award]], scheme: str
) -> list[Difference]:
    entry = ranking.entries[index]
    names = FILE_COLOURS.get(scheme, {})
    given: dict[str, Exact] = {}
    for award in source.awards:
        colour, unit = names.get(award.colour.lower(), (award.colour.lower(), 1))
        given[colour] = given.get(colour, 0) + Fraction(award.points) * unit
    mine: dict[str, Exact] = {}
    why: dict[str, Award] = {}
    for award in ours.get(id(entry), []):
        mine[award.colour] = mine.get(award.colour, 0) + award.points
        why[award.colour] = award
    return [
        Difference(
            who(entry),
            str(entry.place),
            colour,
            given.get(colour, 0),
            mine.get(colour, 0),
            str(why[colour].step.message) if colour in why else "the book gives none of this colour here",
            str(why[colour].step.clause) if colour in why else "",
        )
        for colour in sorted({*given, *mine})
        if given.get(colour, 0) != mine.get(colour, 0)
    ]


def check(data: bytes, source: str, taking: Callable[[], ImportedFile], scheme: str, today: date) -> list[Finding]:
    """Everything wrong with a file: what the reader and the checks find, then what the book finds in the event."""
    findings = [] if _is_event_file(data) else list(file_check(data, source=source, today=today, federation=scheme))
    try:
        taken = taking()
        result = schemes.award(taken.event)
    except MasterpointError as error:
        known = {(one.problem.place, one.problem.message) for one in findings}
        return findings + [
            Finding("error", problem) for problem in error.problems if (problem.place, problem.message) not in known
        ]
    findings = [one for one in findings if not _told_otherwise(one, taken)]
    findings += [_as_warning(one) for one in award_differences(taken, result)]
    if taken.comparison is not None:
        findings += [_scoring_warning(one) for one in taken.comparison.differences]
    return findings + code_findings(taken)


def _told_otherwise(one: Finding, taken: ImportedFile) -> bool:
    """A day that the file lacks and a person has added is no longer missing."""
    return one.problem.place == "date" and taken.results is not None and taken.results.played is None


def _scoring_warning(one: ScoringDifference) -> Finding:
    message = f"{one.what} is {one.ours} by our scoring"
    return Finding("warning", Problem(one.where, one.file, message, "check the scoring"))


def _as_warning(one: Difference) -> Finding:
    message = f"{one.who}: the file gives {shown(one.file)} {one.colour}, the book {shown(one.ours)} ({one.why})"
    return Finding(
        "warning", Problem(f"place {one.place}", "", message, "nothing to do: the book's award is used", one.clause)
    )


def code_findings(taken: ImportedFile) -> list[Finding]:
    """A charge code that is not the one for this event."""
    edition = schemes.edition_for(taken.event.scheme, taken.event.day)
    if taken.results is None or not taken.results.charge_code or edition.code_problems is None:
        return []
    return [Finding("error", problem) for problem in edition.code_problems(taken.event, taken.results.charge_code)]


def with_our_awards(taken: ImportedFile, result: Result) -> Results:
    """The file's results with the book's awards in place of its own."""
    assert taken.results is not None and taken.draft is not None
    ours = _ours(result)
    lists = [ranking for _, ranking in ranking_lists(taken.event)]
    rankings = []
    for ranking, source in zip(lists, taken.draft.rankings, strict=True):
        entries = tuple(
            msgspec.structs.replace(
                entry, awards=_file_awards(ours.get(id(ranking.entries[index]), []), taken.event.scheme)
            )
            for index, entry in enumerate(source.entries)
        )
        rankings.append(msgspec.structs.replace(source, entries=entries))
    boards = getattr(taken.event, "boards", None)
    return msgspec.structs.replace(
        taken.results, rankings=tuple(rankings), awards_flag=True, played=taken.event.day, boards_played=boards
    )


def _file_awards(awards: list[Award], scheme: str) -> tuple[FileAward, ...]:
    names = {colour: (name, unit) for name, (colour, unit) in FILE_COLOURS.get(scheme, {}).items() if name}
    sums: dict[str, Exact] = {}
    for award in awards:
        sums[award.colour] = sums.get(award.colour, 0) + award.points
    fields = []
    for colour, points in sums.items():
        name, unit = names.get(colour, (colour, 1))
        hundredths = nearest_whole(points * Fraction(100, unit))
        if hundredths:
            fields.append(FileAward(Decimal(whole(hundredths)).scaleb(-2), name))
    return tuple(fields)


def credits_of(result: Result, *, club: str = "", code: str = "") -> Credits:
    """A result as credits, one for each player who receives something: what claims files carry."""
    units = {colour: (name, unit) for name, (colour, unit) in FILE_COLOURS.get(result.event.scheme, {}).items() if name}
    sums: dict[str, dict[str, Exact]] = {}
    problems = []
    for award in result.awards:
        if not award.points:
            continue
        for player in award.recipients:
            if not player.id:
                message = "this player earns points but has no number"
                problems.append(Problem(f"place {award.entry.place}", player.name, message, "add the number"))
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
                tuple(_amount(colour, points, units) for colour, points in amounts.items()),
                result.event.day,
                code,
                club,
            )
            for number, amounts in sums.items()
        ),
    )


def _amount(colour: str, points: Exact, units: dict[str, tuple[str, int]]) -> FileAward:
    _, unit = units.get(colour, (colour, 1))
    return FileAward(Decimal(whole(nearest_whole(points * Fraction(100, unit)))).scaleb(-2), colour)
