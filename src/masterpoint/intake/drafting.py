"""From results to the event they describe: what the file says, what options add, and what had to be assumed.

Nothing is assumed silently: every default is listed, and everything that is missing is asked for at once.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import date
from typing import Any

import msgspec

from masterpoint import schemes
from masterpoint.core.boards import Match
from masterpoint.core.errors import NotReadable, Problem
from masterpoint.core.levels import organiser_in_words
from masterpoint.core.results import Entry, Player, Ranking, Results, Scoring, plain_number, written_places
from masterpoint.core.scoring import teams
from masterpoint.intake.boards import Schedule, schedule_of
from masterpoint.intake.evidence import Verdict
from masterpoint.intake.marks import colour_in_book
from masterpoint.intake.options import Options
from masterpoint.intake.ranking import has_raw_scores, lists_of_session, ranked_list, split_by_section
from masterpoint.intake.wording import contestant, people_of

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
"""Ways of scoring from which places can be worked out, by their names in an event."""
ADD_PLACE = "Add the place."


class EventDraft(msgspec.Struct, frozen=True):
    """An event as raw data, the entries it was made from, and the assumptions made."""

    raw: dict[str, Any]
    rankings: tuple[Ranking, ...]
    """The lists of the file in the order of the event's lists, entry by entry."""
    assumed: tuple[str, ...]
    printed_colour: str = ""
    """The colour of the event, if it comes from the awards in the file."""


def event_of(
    results: Results, options: Options, hints: dict[str, Any], verdict: Verdict, *, with_gaps: bool = False
) -> EventDraft:
    """The event a file describes, or one message with everything that is still needed.

    `hints` are what the file's charge code means in the federation's own words; options override them. With
    `with_gaps`, the day and the places stay as the file writes them, even if they cannot be read.
    """
    assumptions: list[str] = []
    session_lists = lists_of_session(results, options)
    if options.sections_apart:
        session_lists = split_by_section(session_lists, assumptions)
    rankings = tuple(ranked_list(ranking, assumptions) for ranking in session_lists)
    schedule = Schedule(options.boards, "as you said") if options.boards else schedule_of(results)
    day = options.day or results.played
    problems = list(_missing_field_problems(results, verdict, schedule, rankings))
    if not with_gaps:
        problems += _unreadable_problems(results, day, rankings)
    if problems or schedule is None:
        raise NotReadable(problems)
    raw: dict[str, Any] = {
        "form": options.form or ("matches" if results.matches else "session"),
        "scheme": verdict.scheme,
        "day": day or results.played_as_written,
        "name": (results.event_name or results.title)[:200],
        "contest": results.contest,
        "organiser": {"level": "club", "name": results.club_name[:200], "id": results.club_number[:40]},
        "scoring": SCORING.get(results.scoring or "", "matchpoints"),
        "boards": schedule.boards,
        "lists": [_list(ranking, results, schedule.boards) for ranking in rankings],
    }
    if any(entry.handicap for ranking in rankings for entry in ranking.entries) and not has_raw_scores(rankings):
        raw["handicap"] = True
    colour = printed_colour(results, verdict.scheme)
    _override(raw, hints)
    _override(raw, colour)
    _override(raw, _chosen_fields(options))
    assumptions = [*results.remarks, *_reading_notes(raw, results, options, verdict, schedule, colour), *assumptions]
    hinted_colour = str(colour.get("colour", "")) if raw.get("colour") == colour.get("colour") else ""
    return EventDraft(raw, rankings, tuple(assumptions), hinted_colour)


def printed_colour(results: Results, scheme: str) -> dict[str, Any]:
    """The colour of an event whose printed awards are green or blue: programs print those only if set up to."""
    file_colours = {
        colour_in_book(scheme, award.colour)[0] for entry in results.entries for award in entry.awards if award.points
    }
    special = file_colours & (
        schemes.FEDERATIONS[scheme].file_marks.licensed if scheme in schemes.FEDERATIONS else frozenset()
    )
    return {"colour": special.pop()} if len(special) == 1 else {}


def _reading_notes(
    raw: dict[str, Any],
    results: Results,
    options: Options,
    verdict: Verdict,
    schedule: Schedule,
    colour: dict[str, Any],
) -> Iterator[str]:
    """How the file was read, in sentences: everything that nobody chose."""
    if not verdict.chosen:
        yield f"By the rules of {schemes.FEDERATIONS[verdict.scheme].country} ({verdict.scheme}): {verdict.reasons}."
    if not options.boards:
        yield f"{schedule.boards} boards scheduled for each contestant: {schedule.source}."
    if not options.form:
        if results.matches:
            yield "Read as a Swiss event: the file lists matches."
        elif results.swiss:
            yield (
                "The file calls it a Swiss event and lists no matches: read as a session, so that matches won earn "
                "nothing. Export it with its matches if they do."
            )
        else:
            yield "Read as a session: one ranking for each list."
    has_level = bool(options.level or options.home_level)
    if not has_level:
        yield f"Run by {organiser_in_words(raw['organiser']['level'])}."
    yield from _rating_notes(results, raw["organiser"]["level"], is_chosen=has_level)
    if colour and not options.colour and "colour" not in options.more:
        yield f"Played for {colour['colour']} points: the file's own awards are {colour['colour']}."
    yield from _unit_notes(results, verdict.scheme)


def _unit_notes(results: Results, scheme: str) -> Iterator[str]:
    """Notes for colours in which one point of the file is many of the book's."""
    file_colours = {
        colour_in_book(scheme, award.colour) for entry in results.entries for award in entry.awards if award.points
    }
    for colour, unit in sorted(file_colours):
        if unit != 1:
            yield f"In the awards of the file, 1 is {unit} {colour} points: 0.5 is {unit // 2}."


def _rating_notes(results: Results, level: str, *, is_chosen: bool) -> Iterator[str]:
    """A note if the file gives the event a status that does not decide what it pays."""
    rating = results.rating.strip()
    if rating and rating.lower() != level:
        fix = (
            f"It is awarded as run by {organiser_in_words(level)}."
            if is_chosen
            else "If that is who ran it, choose the level."
        )
        yield f"The file rates the event as {rating}. {fix}"


def _missing_field_problems(
    results: Results, verdict: Verdict, schedule: Schedule | None, rankings: Sequence[Ranking]
) -> Iterator[Problem]:
    """Problems for fields without which there is no event."""
    if not verdict.scheme:
        yield verdict.question()
    if schedule is None:
        message, fix = "The file does not say how many boards were played.", "Say how many each contestant played."
        yield Problem("boards", "", message, fix, prompt="boards")
    if not any(ranking.entries for ranking in rankings):
        message = "The file has no ranking list that can be used."
        yield Problem("lists", "", message, "Send the results, not only the hands.")


def _unreadable_problems(results: Results, day: date | None, rankings: Sequence[Ranking]) -> Iterator[Problem]:
    """A day and places that are missing or cannot be read."""
    if day is None:
        message = "The day of play is missing or cannot be read"
        yield Problem("day", results.played_as_written, message, "Say which day, such as 2026-11-15.", prompt="day")
    yield from _place_problems(results, rankings)


def _place_problems(results: Results, rankings: Sequence[Ranking]) -> Iterator[Problem]:
    """Contestants that cannot be ranked; if none can, a single problem gives the reason."""
    entries = [(ranking, entry) for ranking in rankings for entry in ranking.entries]
    without_place = [(ranking, entry) for ranking, entry in entries if entry.place is None]
    if without_place and len(without_place) == len(entries) and results.boards and results.scoring is None:
        message = "The file gives no places, and does not say how its boards are scored."
        yield Problem("scoring", "", message, f"Say how: {', '.join(BOARD_SCORING)}.", prompt="scoring")
        return
    for ranking, entry in without_place:
        place = f"line {entry.line}" if entry.line else ranking.label()
        message = f"{contestant(entry)} has neither a place nor a score."
        yield Problem(place, entry.number, message, ADD_PLACE, who=people_of(entry))


def _list(ranking: Ranking, results: Results, boards: int) -> dict[str, Any]:
    places = written_places(entry.place for entry in ranking.entries)
    data: dict[str, Any] = {
        "direction": ranking.direction,
        "section": ranking.section if ranking.section else "",
        "entries": [
            _entry(entry, place, results, boards) for entry, place in zip(ranking.entries, places, strict=True)
        ],
    }
    return {key: value for key, value in data.items() if value != ""}


def _entry(entry: Entry, place: str, results: Results, boards: int) -> dict[str, Any]:
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
    elif entry.boards_played is not None and 2 * entry.boards_played < boards:
        # Less than half of the boards is more than a sit-out: the book learns of it and decides.
        data["boards"] = entry.boards_played
    return data


def _player(player: Player) -> dict[str, Any]:
    return {"name": player.name[:200], "id": plain_number(player.national)[:40]}


def _matches(entry: Entry, results: Results) -> Iterator[dict[str, Any]]:
    """An entry's matches in groups of equal length, with margins if the file has IMPs."""
    groups: dict[int, dict[str, Any]] = {}
    for match in teams.merge_parts(results.matches):
        if entry.number not in (match.home, match.away) or not match.board_count:
            continue
        won = teams.outcome(match)
        if won is None:
            continue
        outcome = won if match.home == entry.number else -won
        group = groups.setdefault(match.board_count, {"boards": match.board_count, "won": 0, "drawn": 0, "lost": 0})
        group["won" if outcome > 0 else "lost" if outcome < 0 else "drawn"] += 1
        margin = _margin(match)
        if margin is not None:
            group.setdefault("margins", []).append(margin if match.home == entry.number else -margin)
    for group in groups.values():
        if len(group.get("margins", [])) != group["won"] + group["drawn"] + group["lost"]:
            group.pop("margins", None)
        yield group


def _margin(match: Match) -> int | None:
    board_imps = [teams.board_imps(board) for board in match.boards]
    if board_imps and None not in board_imps:
        return sum(imps for imps in board_imps if imps is not None)
    return None


def _chosen_fields(options: Options) -> dict[str, Any]:
    data: dict[str, Any] = {}
    for key in ("grade", "colour"):
        if getattr(options, key):
            data[key] = getattr(options, key)
    if options.level or options.home_level:
        data["organiser"] = {"level": options.level or options.home_level}
    if options.scoring:
        data["scoring"] = options.scoring
    return data | options.more


def _override(raw: dict[str, Any], additions: dict[str, Any]) -> None:
    for key, value in additions.items():
        if isinstance(value, dict) and isinstance(raw.get(key), dict):
            _override(raw[key], value)
        else:
            raw[key] = value
