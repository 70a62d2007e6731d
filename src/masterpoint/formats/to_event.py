"""From results to the event they tell of: what a file says, what options add, what had to be assumed.

Nothing is assumed silently: every default taken is listed, and everything that is missing is asked for at once.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import date
from typing import Any

import msgspec

from masterpoint.core.errors import NotReadable, Problem
from masterpoint.core.results import Entry, Match, Player, Ranking, Results, plain_number, written_places
from masterpoint.core.scoring import teams

SCHEME_OF_FORMAT = {"nz scorer": "nz"}
SCORING = {
    "match points": "matchpoints",
    "cross-IMPs": "cross-imps",
    "Butler IMPs": "butler",
    "IMPs": "imps",
    "aggregate": "aggregate",
    "board-a-match": "victory-points",
    "point-a-board": "victory-points",
}
PHANTOMS = ("phantom", "sit out", "sitout", "sit-out", "bye")


class Options(msgspec.Struct, frozen=True, kw_only=True):
    """What a person adds to a file; whatever is left empty is taken from the file, or assumed and said so."""

    scheme: str = ""
    form: str = ""
    level: str = ""
    grade: str = ""
    colour: str = ""
    boards: int | None = None
    day: date | None = None
    session: str = ""
    sections_apart: bool | None = None
    """Each section ranked on its own, though the file ranks them together; unsaid, the book decides."""
    more: dict[str, Any] = {}
    """Any other field of the event: stage, original_tables, facts …"""


class EventDraft(msgspec.Struct, frozen=True):
    """An event as raw data, which entries it was made of, and what was assumed on the way."""

    raw: dict[str, Any]
    rankings: tuple[Ranking, ...]
    """The lists of the file in the order of the event's lists, entry for entry."""
    assumed: tuple[str, ...]


def event_of(results: Results, options: Options, hints: dict[str, Any] | None = None) -> EventDraft:
    """The event a file tells of, or one message with everything that is still needed.

    `hints` are what the file's charge code means in the federation's own words; options overrule them.
    """
    assumed: list[str] = []
    chosen = _of_one_session(results, options)
    if options.sections_apart:
        chosen = _apart(chosen, assumed)
    rankings = tuple(_ranked(ranking, assumed) for ranking in chosen)
    scheme = options.scheme or scheme_of(results)
    boards = options.boards or scheduled_boards(results)
    day = options.day or results.played
    problems = list(_needed(results, scheme, boards, day, rankings))
    if problems:
        raise NotReadable(problems)
    if not options.scheme:
        assumed.append(f"scheme {scheme}, from the kind of file")
    if not options.boards:
        assumed.append(f"{boards} boards scheduled for each contestant, counted from the file")
    swiss = bool(results.matches)
    form = options.form or ("matches" if swiss else "session")
    if not options.form:
        assumed.append(f"a {form}" + (", because the file has matches" if swiss else ", one ranking for each list"))
    raw: dict[str, Any] = {
        "form": form,
        "scheme": scheme,
        "day": day,
        "name": (results.event_name or results.title)[:200],
        "contest": results.contest,
        "organiser": {"level": "club", "name": results.club_name[:200], "id": results.club_number[:40]},
        "scoring": SCORING.get(results.scoring or "", "matchpoints"),
        "boards": boards,
        "lists": [_list(ranking, results) for ranking in rankings],
    }
    if any(entry.handicap for ranking in rankings for entry in ranking.entries) and not _raw_known(rankings):
        raw["handicap"] = True
    _lay_over(raw, hints or {})
    _lay_over(raw, _given(options))
    if not options.level:
        assumed.append(f"run by a {raw['organiser']['level']}")
    return EventDraft(raw, rankings, tuple(assumed))


def scheme_of(results: Results) -> str:
    """The scheme a file gives away: by its format, or by carrying an EBU charge code."""
    known = SCHEME_OF_FORMAT.get(results.format.lower(), "")
    return known or ("ebu" if results.charge_code else "")


def _needed(
    results: Results, scheme: str, boards: int | None, day: date | None, rankings: Sequence[Ranking]
) -> Iterator[Problem]:
    if not scheme:
        message, fix = "the file does not say whose rules it is played by", "say whose: ebu, wbu, sbu, nz or abf"
        yield Problem("scheme", "", message, fix, offer="scheme")
    if not boards:
        message, fix = "the file does not say how many boards were played", "say how many each contestant played"
        yield Problem("boards", "", message, fix, offer="boards")
    if day is None:
        message = "the day of play is missing or cannot be read"
        yield Problem("day", results.played_as_written, message, "say which day, such as 2026-11-15", offer="day")
    if not rankings or not any(ranking.entries for ranking in rankings):
        yield Problem(
            "lists", "", "the file has no ranking list that can be used", "send the results, not only the hands"
        )
    for ranking in rankings:
        for entry in ranking.entries:
            if entry.place is None:
                yield Problem(
                    f"line {entry.line}" if entry.line else ranking.named(),
                    entry.number,
                    "this contestant has neither a place nor a score",
                    "add its place",
                )


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
            assumed.append(f"{len(groups)} sections and directions, each a ranking list of its own")
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
    entries = tuple(entry for entry in ranking.entries if not _phantom(entry))
    if any(entry.handicap for entry in entries) and _raw_known([msgspec.structs.replace(ranking, entries=entries)]):
        assumed.append(f"{ranking.named()} ranked without its handicap")
        figures = [entry.raw_percentage for entry in entries]
    elif all(entry.place is not None for entry in entries):
        return msgspec.structs.replace(ranking, entries=entries)
    else:
        figures = [entry.percentage if entry.percentage is not None else entry.score for entry in entries]
        if None in figures:
            return msgspec.structs.replace(ranking, entries=entries)
        assumed.append(f"{ranking.named()} ranked by its scores, for it gives no places")
    known = [figure for figure in figures if figure is not None]
    places = [1 + sum(other > figure for other in known) for figure in known]
    placed = tuple(msgspec.structs.replace(entry, place=place) for entry, place in zip(entries, places, strict=True))
    return msgspec.structs.replace(ranking, entries=placed)


def _raw_known(rankings: Sequence[Ranking]) -> bool:
    return all(entry.raw_percentage is not None for ranking in rankings for entry in ranking.entries)


def _phantom(entry: Entry) -> bool:
    """A half table's missing pair, as programs write it: no names, or a name that says so."""
    names = [player.name.strip().lower() for player in entry.players]
    if not names or not any(names):
        return entry.place is None and not entry.team_name
    return all(any(word in name for word in PHANTOMS) for name in names if name)


def scheduled_boards(results: Results) -> int | None:
    """Boards scheduled for each contestant: what one that never sat out played."""
    if results.boards_played:
        return results.boards_played
    data = [entry.boards_played for entry in results.entries if entry.boards_played]
    if data:
        return max(data)
    return _from_matches(results.matches) or _from_travellers(results)


def _from_matches(matches: Sequence[Match]) -> int | None:
    played: dict[str, int] = {}
    for match in matches:
        for side in (match.home, match.away):
            played[side] = played.get(side, 0) + (match.board_count or 0)
    return max(played.values(), default=0) or None


def _from_travellers(results: Results) -> int | None:
    played: dict[tuple[str, ...], int] = {}
    two_lists = len(results.rankings) > 1
    for board in results.boards:
        for line in board.travellers:
            pairs = (f"NS {line.ns}", f"EW {line.ew}") if two_lists else (line.ns, line.ew)
            for side in line.seats or pairs:
                key = (board.session, board.section, side)
                played[key] = played.get(key, 0) + 1
    return max(played.values(), default=0) or None


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
    return data | options.more


def _lay_over(raw: dict[str, Any], more: dict[str, Any]) -> None:
    for key, value in more.items():
        if isinstance(value, dict) and isinstance(raw.get(key), dict):
            _lay_over(raw[key], value)
        else:
            raw[key] = value
