"""From any file to an event: an event file as it is, or the event that a results file describes."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from datetime import date
from typing import Any, TypeAlias

import msgspec

from masterpoint import schemes
from masterpoint.core.derivation import Result
from masterpoint.core.editions import Edition
from masterpoint.core.errors import MasterpointError, NotReadable, Problem, Refused
from masterpoint.core.events import AnyEvent, form_of
from masterpoint.core.member_lists import Credits, Members
from masterpoint.core.parsing import event_from, parse
from masterpoint.core.results import Results
from masterpoint.formats import FORMATS, bws
from masterpoint.formats.problems import ReadWithProblems, SeveralEvents
from masterpoint.formats.recognise import recognise
from masterpoint.intake.comparisons import Comparison
from masterpoint.intake.drafting import ADD_PLACE, BOARD_SCORING, EventDraft, event_of
from masterpoint.intake.event_files import event_in
from masterpoint.intake.evidence import Verdict, scheme_of
from masterpoint.intake.lines import with_lines, with_lines_of_entries, with_people_of_lines
from masterpoint.intake.options import Options
from masterpoint.intake.rescoring import compare, with_our_places

UNSTORABLE = re.compile("[\0\ud800-\udfff]")
Contents: TypeAlias = Results | Credits | Members | dict[str, Any]
"""What a file holds; a dictionary is an event in the vocabulary, not yet checked."""


class FileContents(msgspec.Struct, frozen=True):
    """A file, read once: its format and what it holds."""

    format: str
    source: str
    contents: Contents
    problems: tuple[Problem, ...] = ()
    """Problems with what cannot be read."""
    events: tuple[Results, ...] = ()
    """All events, if there are several."""
    text: str = ""
    """The text of an event file, to find the line of a problem."""

    def of_event(self, options: Options) -> tuple[FileContents, Options]:
        """The file as if it held the chosen event alone."""
        if not self.events:
            return self, options
        for number, event in enumerate(self.events, 1):
            if options.session and options.session in (str(number), event.event_name):
                single_event = msgspec.structs.replace(self, contents=event, events=())
                return single_event, msgspec.structs.replace(options, session="")
        raise SeveralEvents(self.events)


class ImportedFile(msgspec.Struct, frozen=True):
    """The event a file describes, and what had to be assumed."""

    event: AnyEvent
    format: str
    assumed: tuple[str, ...] = ()
    results: Results | None = None
    draft: EventDraft | None = None
    comparison: Comparison | None = None
    verdict: Verdict | None = None
    """Whose rules the file was played by; evidence against the scheme used is in its `doubts`."""
    text: str = ""
    """The text of an event file."""

    def __repr__(self) -> str:
        return f"<ImportedFile: {self.format}, {form_of(self.event)} of {self.event.day}, by {self.event.scheme}>"

    @property
    def doubts(self) -> Sequence[Problem]:
        """Evidence against a scheme that somebody chose."""
        return self.verdict.doubts if self.verdict is not None and self.verdict.chosen else ()

    def with_lines(self, problems: Iterable[Problem]) -> list[Problem]:
        """The same problems, each with the line of an event file that it is about."""
        return with_lines(problems, self.text)


def read_file(data: bytes, source: str, names: bytes | None = None) -> FileContents:
    """What any file holds; `names` is a list of players for files that know only numbers."""
    if is_event_file(data):
        return event_file(data.decode("utf-8-sig"), source)
    name = recognise(data)
    reader_options = {"names": names} if names and name.startswith("bws") else {}
    try:
        return FileContents(name, source, FORMATS[name].read(data, source=source, **reader_options))
    except ReadWithProblems as error:
        return FileContents(name, source, error.results, tuple(with_people_of_lines(error.problems, error.results)))
    except SeveralEvents as error:
        return FileContents(name, source, error.events[0], events=error.events)


def event_file(text: str, source: str) -> FileContents:
    """An event in the vocabulary, as TOML or JSON."""
    return FileContents("event", source, parse(text, source=source), text=text)


def read_event(data: bytes, source: str, options: Options, names: bytes | None = None) -> ImportedFile:
    """The event in a file, or everything that is still needed."""
    return import_event(read_file(data, source, names), options)


def import_event(file: FileContents, options: Options) -> ImportedFile:
    """The event in a file already read, or everything that is still needed."""
    file, options = file.of_event(options)
    contents = file.contents
    if isinstance(contents, dict):
        _refuse_unstorable(contents)
        try:
            event, repairs = event_in(contents, options)
            return ImportedFile(event, file.format, repairs, text=file.text)
        except NotReadable as error:
            raise NotReadable(with_lines(error.problems, file.text)) from None
    if not isinstance(contents, Results):
        message = "This file lists points or members, not the results of an event."
        raise NotReadable(Problem(file.source, FORMATS[file.format].title, message, "Send the results file instead."))
    if not file.problems:
        return _from_results(contents, file.format, options)
    try:
        _from_results(contents, file.format, options)
    except MasterpointError as error:
        # A contestant whose place cannot be read has been named already.
        other_problems = [problem for problem in error.problems if problem.fix != ADD_PLACE]
        raise NotReadable([*file.problems, *other_problems]) from None
    raise NotReadable(file.problems)


def judge(imported_file: ImportedFile) -> Result:
    """What everybody earns. A refusal also says if we assumed the colour from the file."""
    try:
        return schemes.award(imported_file.event)
    except Refused as refusal:
        colour = imported_file.draft.printed_colour if imported_file.draft is not None else ""
        if not colour:
            raise Refused(imported_file.with_lines(refusal.problems)) from None
        message = f"We read this as an event for {colour} points, because the awards in the file are {colour}."
        hint = Problem("colour", colour, message, "Choose another colour if that is wrong.", prompt="colour")
        raise Refused([*refusal.problems, hint]) from None


def _from_results(results: Results, name: str, options: Options) -> ImportedFile:
    results = _with_scoring(results, options)
    comparison = compare(results)
    results = with_our_places(results, comparison)
    verdict = scheme_of(results, options)
    draft = _draft_of(results, options, verdict)
    _refuse_unstorable(draft.raw)
    try:
        event = event_from(draft.raw, schemes.FACTS)
    except NotReadable as error:
        raise NotReadable(with_lines_of_entries(error.problems, draft.rankings)) from None
    return ImportedFile(event, name, draft.assumed, results, draft, comparison, verdict)


def draft_with_gaps(results: Results, options: Options) -> EventDraft:
    """The event of a results file, with its day and places as written even if they cannot be read."""
    results = _with_scoring(results, options)
    results = with_our_places(results, compare(results))
    return _draft_of(results, options, scheme_of(results, options), with_gaps=True)


def _draft_of(results: Results, options: Options, verdict: Verdict, *, with_gaps: bool = False) -> EventDraft:
    edition = _edition(verdict.scheme, options.day or results.played)
    hints = hints_of(results, edition)
    return event_of(results, _book_options(options, edition), hints, verdict, with_gaps=with_gaps)


def _with_scoring(results: Results, options: Options) -> Results:
    """The results with the scoring that a person chose, and without the remark that it was assumed."""
    scoring = BOARD_SCORING.get(options.scoring)
    if scoring is None:
        return results
    remarks = tuple(remark for remark in results.remarks if remark != bws.SCORING_ASSUMED)
    return msgspec.structs.replace(results, scoring=scoring, remarks=remarks)


def _edition(scheme: str, day: date | None) -> Edition | None:
    """The edition that will judge the event, or `None` if its scheme or its day is still missing."""
    return schemes.edition_or_first(scheme, day) if scheme in schemes.FEDERATIONS and day else None


def _book_options(options: Options, edition: Edition | None) -> Options:
    """The options with what the file leaves open and the book settles: whether sections are ranked separately."""
    if options.sections_apart is not None or edition is None:
        return options
    return msgspec.structs.replace(options, sections_apart=edition.sections_apart)


def hints_of(results: Results, edition: Edition | None) -> dict[str, Any]:
    """What the file's charge code says about its event, in the federation's own words."""
    if edition is None or not results.charge_code:
        return {}
    return dict(edition.hints(results.charge_code)) if edition.hints else {}


def is_event_file(data: bytes) -> bool:
    """An event in the vocabulary names its form; results as JSON do not."""
    try:
        start = data[:65536].decode("utf-8-sig", errors="strict" if len(data) < 65536 else "ignore")
    except UnicodeDecodeError:
        return False
    return any(
        line.replace(" ", "").startswith(('form="', "form='", '"form":"')) or '"form"' in line[:200]
        for line in start.splitlines()
    )


def _refuse_unstorable(raw: Any) -> None:
    """Refuse text that a database cannot store, so that nothing in a file is lost."""
    if any(UNSTORABLE.search(text) for text in _texts(raw)):
        fix = "Remove the control characters."
        raise NotReadable(Problem("event", "", "The event contains characters that cannot be stored.", fix))


def _texts(fields: Any) -> Iterator[str]:
    if isinstance(fields, str):
        yield fields
    elif isinstance(fields, dict):
        yield from _texts([*fields, *fields.values()])
    elif isinstance(fields, list | tuple):
        for item in fields:
            yield from _texts(item)
