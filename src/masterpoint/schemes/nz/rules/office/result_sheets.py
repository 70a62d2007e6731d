"""E26 to E30, the result sheets: a club session, a pairs tournament, a teams event, each turned into an event.

Every check reports everything at once: the manual's error list of non-members, unallocated numbers, missing names.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import date
from itertools import chain, repeat, zip_longest
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from masterpoint.core.errors import NotReadable, Problem
from masterpoint.core.events import AnyEvent, Boards, Count, EventModel, MatchEvent, Text
from masterpoint.core.office_forms import CheckedForm
from masterpoint.core.parsing import event_from
from masterpoint.core.places import size_of
from masterpoint.core.plurals import count_text
from masterpoint.core.seats import PLAYERS_PER_CONTESTANT
from masterpoint.core.sentences import Message, sentence
from masterpoint.schemes.nz.book import Book
from masterpoint.schemes.nz.rules.facts import Facts
from masterpoint.schemes.nz.rules.office.sheet_people import (
    Register,
    person_problems,
    place_problems,
    player,
    ranked_rows,
)
from masterpoint.schemes.nz.rules.tournaments.classes import is_class, minimum_deals

Rows = tuple[tuple[Text, ...], ...]
MARKS = {"X": "won", "x": "won", "=": "drawn", "": "lost"}  # E29.d


class SessionSheet(EventModel, frozen=True, kw_only=True):
    """E26: session result sheet."""

    club_number: Text
    club_name: Text
    date: date
    movement: Literal["mitchell", "howell", "individual"]
    boards: Boards
    pairs_ns: Count
    """Pairs North-South; all pairs (or players) in a Howell or an individual."""
    pairs_ew: Count = 0
    ns: Rows
    ew: Rows = ()


class AttachedSheet(EventModel, frozen=True, kw_only=True):
    """A session result sheet that goes with a tournament (E35.3c)."""

    boards: Boards
    date: date | None = None
    movement: Literal["mitchell", "howell", "individual"] = "mitchell"
    stage: Literal["", "qualifying", "final", "plate"] = ""
    pairs_ns: Count
    pairs_ew: Count = 0
    ns: Rows
    ew: Rows = ()


class TournamentSheet(EventModel, frozen=True, kw_only=True):
    """E27: tournament input sheet."""

    club_number: Text
    club_name: Text
    event_name: Text
    date: date
    director: Text
    pairs: Count
    sessions: Count
    boards: Boards
    award: Text
    event_type: Literal["pairs", "individual", "teams"] = "pairs"
    results: Rows
    session_sheets: tuple[AttachedSheet, ...] = ()


class Team(EventModel, frozen=True, kw_only=True):
    """A team on the teams sheet: members with their marks, match by match."""

    place: Text = ""
    name: Text = ""
    members: Rows


class TeamsSheet(EventModel, frozen=True, kw_only=True):
    """E28 to E30: teams result input sheet; continuation pages are further teams of the same list."""

    club_number: Text
    club_name: Text
    event_name: Text
    date: date
    director: Text = ""
    award: Text
    """Club, or the class of the tournament."""
    teams: Annotated[int, Meta(ge=1, le=10_000)]
    stage: Literal["qualifying", "final"]
    stage_number: Count = 1
    """In the order of play, a plate after the final."""
    stages: Count | None = None
    """The number of sheets of the tournament (E29.b); a final alone is all of it."""
    boards_in_matches: tuple[Boards, ...]
    results: tuple[Team, ...]


def check_session(book: Book, sheet: SessionSheet, register: Register | None) -> CheckedForm:
    """E26: one or two lists, in finishing order."""
    problems = list(_header(book, sheet))
    lists, list_problems = _lists(book, sheet, register, "")
    raw = _event("session", sheet.date, "individual" if sheet.movement == "individual" else "pairs", sheet)
    raw |= {"boards": sheet.boards, "lists": lists}
    return _check_event(
        book, raw, [*problems, *list_problems], "E10.10", "session result sheet, to be sent at the end of the month"
    )


def _header(book: Book, sheet: Any) -> Iterator[Problem]:
    for name in ("club_number", "club_name", "event_name", "director"):
        if getattr(sheet, name, "-") == "" and (name != "director" or is_class(book, getattr(sheet, "award", ""))):
            yield book.problem(name, "", "this box of the form is empty", "complete all boxes of the header", "E35.3b")


def _lists(
    book: Book, sheet: SessionSheet | AttachedSheet, register: Register | None, prefix: str
) -> tuple[list[Any], list[Problem]]:
    seats = 1 if sheet.movement == "individual" else 2
    mitchell = sheet.movement == "mitchell"
    problems: list[Problem] = []
    lists = []
    sides = [("ns", sheet.ns, sheet.pairs_ns, "NS" if mitchell else "")]
    if mitchell:
        sides.append(("ew", sheet.ew, sheet.pairs_ew, "EW"))
    elif sheet.ew:
        problems.append(
            book.problem(f"{prefix}ew", "", "only a Mitchell has a second list", "put all pairs in ns", "E26")
        )
    for name, rows, size, direction in sides:
        entries, row_problems = ranked_rows(book, rows, f"{prefix}{name}", seats, register)
        problems += row_problems
        if not rows or size < len(rows):
            message = f"{len(rows)} results, but {size} contestants" if rows else "no result is listed"
            problems.append(
                book.problem(f"{prefix}{name}", size, message, "give the number of pairs and their order", "E26")
            )
        lists.append({"direction": direction, "entries": entries, "size": size})
    return lists, problems


def _event(form: str, day: date, contest: str, sheet: Any) -> dict[str, Any]:
    organiser = {"level": "club", "name": sheet.club_name, "id": sheet.club_number}
    name = getattr(sheet, "event_name", "")
    return {"form": form, "scheme": "nz", "day": day, "contest": contest, "organiser": organiser, "name": name}


def check_tournament(book: Book, sheet: TournamentSheet, register: Register | None) -> CheckedForm:
    """E27: overall results in descending order, with a session sheet for every session."""
    problems = [*_header(book, sheet), *_award(book, sheet.award)]
    if sheet.event_type == "teams":
        problems.append(book.problem("event_type", "teams", "this form is for pairs", "use teams-result", "E35.3c"))
    if len(sheet.session_sheets) != sheet.sessions:
        sheet_count = len(sheet.session_sheets)
        message = f"{sheet.sessions} sessions, but {count_text(sheet_count, 'session sheet')}"
        fix = "attach one for every session: nothing is processed before all has arrived"
        problems.append(book.problem("session_sheets", len(sheet.session_sheets), message, fix, "E36.5e"))
    seats = 1 if sheet.event_type == "individual" else 2
    entries, new_problems = ranked_rows(book, sheet.results, "results", seats, register)
    problems += new_problems
    sessions = []
    for index, attached in enumerate(sheet.session_sheets):
        lists, new_problems = _lists(book, attached, register, f"session_sheets[{index}].")
        problems += new_problems
        fields = {"boards": attached.boards, "lists": lists, "stage": attached.stage}
        sessions.append(fields | ({"day": attached.date} if attached.date else {}))
    raw = _event("tournament", sheet.date, sheet.event_type, sheet) | {"grade": sheet.award, "boards": sheet.boards}
    raw |= {"sessions": sessions, "overall": [{"entries": entries, "size": sheet.pairs}]}
    return _check_event(book, raw, problems, "E36.5b", "tournament input sheet; awards by the tables of the manual")


def _award(book: Book, name: str) -> Iterator[Problem]:
    if not is_class(book, name):
        fix = f"write one of: {', '.join(minimum_deals(book))}"
        yield book.problem("award", name, "no such type of award", fix, "E27")


def check_teams(book: Book, sheet: TeamsSheet, register: Register | None) -> CheckedForm:
    """E28 to E30: marks for every match, member by member."""
    club = sheet.award.lower() == "club"
    problems = [*_header(book, sheet), *([] if club else _award(book, sheet.award))]
    matches = len(sheet.boards_in_matches)
    maximum = book.figures.office.matches_on_a_form.value
    if not 1 <= matches <= maximum:
        fix = f"a form holds up to {maximum} matches; start another form for the rest"
        problems.append(book.problem("boards_in_matches", matches, f"one to {maximum} matches on a form", fix, "E29.c"))
    if len(sheet.results) > sheet.teams:
        message = f"{len(sheet.results)} teams listed, but {sheet.teams} compete in this stage"
        fix = "a stage has a constant number of teams; start a new form where it changes"
        problems.append(book.problem("teams", sheet.teams, message, fix, "E29.b"))
    problems += _stage_problems(book, sheet, club)
    entries = []
    for index, team in enumerate(sheet.results):
        team_path = f"results[{index}]"
        if sheet.stage == "final" and not club:
            problems += place_problems(book, team_path, team.place)
        place = team.place if sheet.stage == "final" and not club else str(index + 1)
        problems += [*_members(book, team, team_path, matches, register), *_marked_problems(book, team, team_path)]
        entries.append({"place": place, "name": team.name, **_team(book, team, sheet.boards_in_matches, register)})
    raw = _event("matches", sheet.date, "teams", sheet) | {"boards": sum(sheet.boards_in_matches) or 1}
    raw |= {"lists": [{"entries": entries, "size": sheet.teams}], "last": sheet.stage == "final" and not club}
    raw |= {} if club else {"grade": sheet.award}
    stage = "qualifying box: club teams have no overall placings" if club else "{stage} stage"
    kind = sentence("teams result sheet, " + stage, stage=sheet.stage)
    checked = _check_event(book, raw, problems, "E29.a", kind)
    return msgspec.structs.replace(checked, part=sheet.stage_number, parts=sheet.stages or 1)


def _stage_problems(book: Book, sheet: TeamsSheet, club: bool) -> Iterator[Problem]:
    """E36.5e: a tournament is processed when all of it has arrived, so its sheets give their number."""
    if sheet.stages is None and sheet.stage == "qualifying" and not club:
        message = "this is one stage, and nothing says how many stages the tournament has"
        fix = "give the number of sheets of the tournament; 1 where it has no overall placings"
        yield book.problem("stages", "", message, fix, "E36.5e")
    elif not 1 <= sheet.stage_number <= (sheet.stages or 1):
        message = f"there are {sheet.stages or 1} stages in all"
        yield book.problem("stage_number", sheet.stage_number, message, "number them from 1", "E36.5e")


def joined_stages(events: Sequence[AnyEvent]) -> list[AnyEvent]:
    """E42.Q2b, E18.1c: the stages of one tournament in order; the final has the field and the deals of all of them."""
    stages = [event for event in events if isinstance(event, MatchEvent)]
    joined_events: list[AnyEvent] = []
    for number, event in enumerate(stages, 1):
        facts = event.facts
        if event.last and number > 1:
            field = max(size_of(ranking) for stage in stages[:number] for ranking in stage.lists)
            facts = facts | {"total_field": field, "total_deals": sum(stage.boards for stage in stages[:number])}
        joined_events.append(msgspec.structs.replace(event, facts=facts))
    return joined_events


def _team(book: Book, team: Team, boards: Sequence[int], register: Register | None) -> dict[str, Any]:
    """The members of a team with their own matches, or without them if all are marked alike (E19.2h)."""
    rows = [row for row in team.members if len(row) >= 2]
    marks = [_marks(row, boards) for row in rows]
    people = [player(book, row[0].strip(), row[1].strip(), register) for row in rows]
    first, *others = marks or [[]]
    if all(player_marks == first for player_marks in others):
        return {"matches": first, "players": people}
    return {"players": [person | {"matches": player_marks} for person, player_marks in zip(people, marks, strict=True)]}


def _members(book: Book, team: Team, team_path: str, matches: int, register: Register | None) -> Iterator[Problem]:
    if not team.members:
        yield book.problem(team_path, team.name, "no member is listed", "list all who won or drew a match", "E29.d")
    for index, row in enumerate(team.members):
        place = f"{team_path} member {index + 1}"
        cells = [cell.strip() for cell in row]
        if len(cells) < 2 or len(cells) > 2 + matches:
            fix = "write the computer number, the name, then a mark for each match"
            yield book.problem(place, ", ".join(cells), "the row does not have the columns of the form", fix, "E29.c")
            continue
        yield from person_problems(book, place, cells[0], cells[1], register)
        for mark in cells[2:]:
            if mark not in MARKS:
                yield book.problem(
                    place, mark, "no such mark", "write X for a win, = for a draw, nothing for a loss", "E29.d"
                )


def _marked_problems(book: Book, team: Team, team_path: str) -> Iterator[Problem]:
    """E19.2g: four play a match. If more are marked, nobody noted who played, and all must be marked alike."""
    rows = [[cell.strip() for cell in row[2:]] for row in team.members]
    for match, marks in enumerate(zip_longest(*rows, fillvalue=""), 1):
        mark_count = sum(bool(mark) for mark in marks)
        if PLAYERS_PER_CONTESTANT["teams"] < mark_count < len(rows):
            message = f"{mark_count} of {len(rows)} members are marked for match {match}, and four play"
            fix = "mark the four who played, or all members alike if nobody noted who played"
            yield book.problem(team_path, mark_count, message, fix, "E19.2g")


def _marks(row: Sequence[str], boards: Sequence[int]) -> list[dict[str, int]]:
    """A member's matches; boxes left blank are losses."""
    marks = chain([mark.strip() for mark in row[2:]], repeat(""))
    return [{"boards": count, MARKS[mark]: 1} for count, mark in zip(boards, marks, strict=False) if mark in MARKS]


def _check_event(
    book: Book, raw: dict[str, Any], problems: list[Problem], number: str, message: Message
) -> CheckedForm:
    if problems:
        raise NotReadable(problems)
    event = event_from(raw, {"nz": Facts}, stand_ins=[book.figures.issue.no_points_code.value])
    return CheckedForm(event, (book.remark(number, message),))
