"""From results to the event they tell of: what a file says, what options add, what had to be assumed.

Nothing is assumed silently: every default taken is listed, and everything that is missing is asked for at once.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import date
from typing import Any

import msgspec

from masterpoint.core.errors import NotReadable, Problem
from masterpoint.core.results import Entry, Match, Player, Ranking, Results, Scoring, plain_number, written_places
from masterpoint.core.scoring import teams
from masterpoint.intake.boards import Schedule, schedule_of
from masterpoint.intake.evidence import Verdict
from masterpoint.intake.marks import LICENSED, MARKS, colour_in_book
from masterpoint.intake.options import Options
from masterpoint.intake.wording import contestant

SCORING = {
    "match points": "matchpoints",
    "cross-IMPs": "cross-imps",
    "Butler IMPs": "butler",
    "IMPs": "imps",
    "aggregate": "aggregate",
    "board-a-match": "victory-points",
    "point-a-board": "victory-points",
}
BOARD_SCORING: dict[str, Scoring] = {
    "matchpoints": "match points",
    "cross-imps": "cross-IMPs",
    "butler": "Butler IMPs",
    "aggregate": "aggregate",
}
"""Ways of scoring that places can be worked out by, in the words of an event."""
ADD_PLACE = "Add the place."
PHANTOMS = ("phantom", "sit out", "sitout", "sit-out", "bye")


class EventDraft(msgspec.Struct, frozen=True):
    """An event as raw data, which entries it was made of, and what was assumed on the way."""

    raw: dict[str, Any]
    rankings: tuple[Ranking, ...]
    """The lists of the file in the order of the event's lists, entry for entry."""
    assumed: tuple[str, ...]
    printed_colour: str = ""
    """The colour of the event, where it was taken from the awards in the file."""


def event_of(results: Results, options: Options, hints: dict[str, Any], verdict: Verdict) -> EventDraft:
    """The event a file tells of, or one message with everything that is still needed.

    `hints` are what the file's charge code means in the federation's own words; options overrule them.
    """
    assumed: list[str] = []
    chosen = _of_one_session(results, options)
    if options.sections_apart:
        chosen = _apart(chosen, assumed)
    rankings = tuple(_ranked(ranking, assumed) for ranking in chosen)
    schedule = Schedule(options.boards, "as you say") if options.boards else schedule_of(results)
    day = options.day or results.played
    problems = list(_needed(results, verdict, schedule, day, rankings))
    if problems or schedule is None:
        raise NotReadable(problems)
    raw: dict[str, Any] = {
        "form": options.form or ("matches" if results.matches else "session"),
        "scheme": verdict.scheme,
        "day": day,
        "name": (results.event_name or results.title)[:200],
        "contest": results.contest,
        "organiser": {"level": "club", "name": results.club_name[:200], "id": results.club_number[:40]},
        "scoring": SCORING.get(results.scoring or "", "matchpoints"),
        "boards": schedule.boards,
        "lists": [_list(ranking, results) for ranking in rankings],
    }
    if any(entry.handicap for ranking in rankings for entry in ranking.entries) and not _raw_known(rankings):
        raw["handicap"] = True
    colour = printed_colour(results, verdict.scheme)
    _lay_over(raw, hints)
    _lay_over(raw, colour)
    _lay_over(raw, _given(options))
    assumed = [*results.remarks, *_as_read(raw, results, options, verdict, schedule, colour), *assumed]
    hinted = str(colour.get("colour", "")) if raw.get("colour") == colour.get("colour") else ""
    return EventDraft(raw, rankings, tuple(assumed), hinted)


def printed_colour(results: Results, scheme: str) -> dict[str, Any]:
    """The colour of an event whose printed awards are green or blue: a program gives them only where it was told to."""
    printed = {
        colour_in_book(scheme, award.colour)[0] for entry in results.entries for award in entry.awards if award.points
    }
    special = printed & LICENSED.get(scheme, frozenset())
    return {"colour": special.pop()} if len(special) == 1 else {}


def _as_read(
    raw: dict[str, Any],
    results: Results,
    options: Options,
    verdict: Verdict,
    schedule: Schedule,
    colour: dict[str, Any],
) -> Iterator[str]:
    """How the file was read, in sentences: whatever nobody chose."""
    if not verdict.chosen:
        yield f"By the rules of {MARKS[verdict.scheme].country} ({verdict.scheme}): {verdict.reasons}."
    if not options.boards:
        yield f"{schedule.boards} boards scheduled for each contestant: {schedule.source}."
    if not options.form:
        if results.matches:
            yield "Read as a Swiss event: the file lists matches."
        else:
            yield "Read as a session: one ranking for each list."
    if not options.level:
        yield f"Run by a {raw['organiser']['level']}."
        yield from _other_rating(results, raw["organiser"]["level"])
    if colour and not options.colour and "colour" not in options.more:
        yield f"Played for {colour['colour']} points: the file's own awards are {colour['colour']}."


def _other_rating(results: Results, level: str) -> Iterator[str]:
    rating = results.rating.strip()
    if rating and rating.lower() != level:
        yield f"The file rates the event as {rating}. If that is who ran it, choose the level."


def _needed(
    results: Results, verdict: Verdict, schedule: Schedule | None, day: date | None, rankings: Sequence[Ranking]
) -> Iterator[Problem]:
    if not verdict.scheme:
        yield verdict.question()
    if schedule is None:
        message, fix = "The file does not say how many boards were played.", "Say how many each contestant played."
        yield Problem("boards", "", message, fix, offer="boards")
    if day is None:
        message = "The day of play is missing or cannot be read"
        yield Problem("day", results.played_as_written, message, "Say which day, such as 2026-11-15.", offer="day")
    if not any(ranking.entries for ranking in rankings):
        message = "The file has no ranking list that can be used."
        yield Problem("lists", "", message, "Send the results, not only the hands.")
    yield from _without_place(results, rankings)


def _without_place(results: Results, rankings: Sequence[Ranking]) -> Iterator[Problem]:
    """Contestants that cannot be ranked; where nobody can, there is one reason for all."""
    entries = [(ranking, entry) for ranking in rankings for entry in ranking.entries]
    unplaced = [(ranking, entry) for ranking, entry in entries if entry.place is None]
    if unplaced and len(unplaced) == len(entries) and results.boards and results.scoring is None:
        message = "The file gives no places, and does not say how its boards are scored."
        yield Problem("scoring", "", message, f"Say how: {', '.join(BOARD_SCORING)}.", offer="scoring")
        return
    for ranking, entry in unplaced:
        where = f"line {entry.line}" if entry.line else ranking.named()
        message = f"{contestant(entry)} has neither a place nor a score."
        yield Problem(where, entry.number, message, ADD_PLACE)


def _of_one_session(results: Results, options: Options) -> list[Ranking]:
    sessions = list(dict.fromkeys(ranking.session for ranking in results.rankings))
    if len(sessions) < 2:
        return list(results.rankings)
    if options.session in sessions:
        return [ranking for ranking in results.rankings if ranking.session == options.session]
    if options.form == "tournament":
        return list(results.rankings)
    message = f"the file holds {len(sessions)} sessions"
    raise NotReadable(Problem("session", ", ".join(sessions), message, "choose one of them", offer="session"))


def _apart(rankings: Sequence[Ranking], assumed: list[str]) -> list[Ranking]:
    """Lists over several sections taken apart: a list for each section and direction, in the order of the whole."""
    found: list[Ranking] = []
    for ranking in rankings:
        groups: dict[tuple[str, str], list[Entry]] = {}
        for entry in ranking.entries:
            groups.setdefault((ranking.section or entry.section, ranking.direction or entry.direction), []).append(
                entry
            )
        if len(groups) > 1:
            assumed.append(f"{len(groups)} sections and directions, each a ranking list of its own.")
        for (section, direction), entries in groups.items():
            found.append(
                msgspec.structs.replace(ranking, section=section, direction=direction, entries=_closed_up(entries))
            )
    return found


def _closed_up(entries: Sequence[Entry]) -> tuple[Entry, ...]:
    known = [entry.place for entry in entries if entry.place is not None]
    return tuple(
        entry
        if entry.place is None
        else msgspec.structs.replace(entry, place=1 + sum(other < entry.place for other in known))
        for entry in entries
    )


def _ranked(ranking: Ranking, assumed: list[str]) -> Ranking:
    """The list without phantoms, with places from the scores where the file has none, before any handicap."""
    known = any(_named(entry) or entry.place is not None for entry in ranking.entries)
    entries = tuple(entry for entry in ranking.entries if not (known and _phantom(entry)))
    if any(entry.handicap for entry in entries) and _raw_known([msgspec.structs.replace(ranking, entries=entries)]):
        assumed.append(f"Ranked without the handicap: {ranking.named()}.")
        figures = [entry.raw_percentage for entry in entries]
    elif all(entry.place is not None for entry in entries):
        return msgspec.structs.replace(ranking, entries=entries)
    else:
        figures = [entry.percentage if entry.percentage is not None else entry.score for entry in entries]
        if None in figures:
            return msgspec.structs.replace(ranking, entries=entries)
        assumed.append(f"Ranked by scores, for it gives no places: {ranking.named()}.")
    given = [figure for figure in figures if figure is not None]
    places = [1 + sum(other > figure for other in given) for figure in given]
    placed = tuple(msgspec.structs.replace(entry, place=place) for entry, place in zip(entries, places, strict=True))
    return msgspec.structs.replace(ranking, entries=placed)


def _raw_known(rankings: Sequence[Ranking]) -> bool:
    return all(entry.raw_percentage is not None for ranking in rankings for entry in ranking.entries)


def _named(entry: Entry) -> bool:
    return bool(entry.team_name) or any(player.name.strip() for player in entry.players)


def _phantom(entry: Entry) -> bool:
    """A half table's missing pair, as programs write it: no names, or a name that says so."""
    names = [player.name.strip().lower() for player in entry.players]
    if not any(names):
        return entry.place is None and not entry.team_name
    return all(any(word in name for word in PHANTOMS) for name in names if name)


def _list(ranking: Ranking, results: Results) -> dict[str, Any]:
    places = written_places(entry.place for entry in ranking.entries)
    data: dict[str, Any] = {
        "direction": ranking.direction,
        "section": ranking.section if ranking.section else "",
        "entries": [_entry(entry, place, results) for entry, place in zip(ranking.entries, places, strict=True)],
    }
    return {key: value for key, value in data.items() if value != ""}


def _entry(entry: Entry, place: str, results: Results) -> dict[str, Any]:
    data: dict[str, Any] = {
        "place": place,
        "number": entry.number[:40],
        "name": entry.team_name[:200],
        "players": [_player(player) for player in entry.players],
    }
    figure = entry.percentage if entry.percentage is not None else entry.score
    if figure is not None:
        data["score"] = figure
    matches = list(_matches(entry, results))
    if matches:
        data["matches"] = matches
    return data


def _player(player: Player) -> dict[str, Any]:
    return {"name": player.name[:200], "id": plain_number(player.national)[:40]}


def _matches(entry: Entry, results: Results) -> Iterator[dict[str, Any]]:
    """An entry's matches in groups of equal length, with the margins where the file has IMPs."""
    groups: dict[int, dict[str, Any]] = {}
    for match in teams.merged(results.matches):
        if entry.number not in (match.home, match.away) or not match.board_count:
            continue
        won = teams.outcome(match)
        if won is None:
            continue
        ours = won if match.home == entry.number else -won
        group = groups.setdefault(match.board_count, {"boards": match.board_count, "won": 0, "drawn": 0, "lost": 0})
        group["won" if ours > 0 else "lost" if ours < 0 else "drawn"] += 1
        margin = _margin(match)
        if margin is not None:
            group.setdefault("margins", []).append(margin if match.home == entry.number else -margin)
    for group in groups.values():
        if len(group.get("margins", [])) != group["won"] + group["drawn"] + group["lost"]:
            group.pop("margins", None)
        yield group


def _margin(match: Match) -> int | None:
    counted = [teams.board_imps(board) for board in match.boards]
    if counted and None not in counted:
        return sum(imps for imps in counted if imps is not None)
    return None


def _given(options: Options) -> dict[str, Any]:
    data: dict[str, Any] = {}
    for key in ("grade", "colour"):
        if getattr(options, key):
            data[key] = getattr(options, key)
    if options.level:
        data["organiser"] = {"level": options.level}
    if options.scoring:
        data["scoring"] = options.scoring
    return data | options.more


def _lay_over(raw: dict[str, Any], more: dict[str, Any]) -> None:
    for key, value in more.items():
        if isinstance(value, dict) and isinstance(raw.get(key), dict):
            _lay_over(raw[key], value)
        else:
            raw[key] = value
