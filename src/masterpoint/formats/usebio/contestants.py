"""PARTICIPANTS: pairs, teams and players, with places, scores and the awards found."""

from __future__ import annotations

from decimal import Decimal
from functools import lru_cache
from typing import Literal

from lxml import etree

from masterpoint.core.results import Direction, Entry, FileAward, Player, TeamPair, parse_place
from masterpoint.formats import values
from masterpoint.formats.problems import shown
from masterpoint.formats.usebio import words
from masterpoint.formats.usebio.tree import Notes, line_of, of, texts

NO_NUMBER = frozenset(("-", "NONE", "N/A"))
AWARD_UNIT = 100  # the file counts in hundredths


def entries_of(participants: etree._Element, session: str, section: str, notes: Notes) -> list[Entry]:
    """The contestants of one list of participants, in the file's order."""
    entries = []
    for element in participants:
        if element.tag in ("PAIR", "TEAM", "PLAYER"):
            entries.append(_entry(element, session, section, notes))
        else:
            notes.unknown(participants, {str(element.tag)})
    return entries


def _entry(element: etree._Element, session: str, section: str, notes: Notes) -> Entry:
    found = texts(element)
    if unknown := found.keys() - words.CONTESTANT:
        notes.unknown(element, set(unknown))
    pairs = tuple(_team_pair(pair, notes) for pair in element.iterchildren("PAIR"))
    return Entry(
        number=_number(element, found),
        players=_players(element, found, pairs, notes),
        place_as_written=found.get("PLACE", ""),
        place=_place(element, found, notes),
        percentage=notes.number(found, "PERCENTAGE", element),
        score=notes.number(found, "TOTAL_SCORE", element),
        direction=direction(found.get("DIRECTION", "")),
        session=session,
        section=section,
        team_name=(element.get("TEAM_NAME") or found.get("TEAM_NAME", "")).strip() if element.tag == "TEAM" else "",
        pairs=pairs,
        boards_played=notes.whole(found, "BOARDS_PLAYED", element),
        adjustment=notes.number(found, "ADJUSTMENT", element),
        handicap=notes.number(found, "HANDICAP", element),
        wins_or_draws=notes.number(found, "WINS_OR_DRAWS", element),
        awards=_awards(element, found, notes),
        stratum=notes.whole(found, "STRAT_NUMBER", element),
        stratum_place=found.get("STRAT_PLACE", ""),
        labels=tuple(_label(label) for label in element.iterchildren("LABEL")),
        line=line_of(element),
    )


def _number(element: etree._Element, found: dict[str, str]) -> str:
    if element.tag == "TEAM":
        return (element.get("TEAM_ID") or found.get("TEAM_ID", "")).strip()
    return found.get("PAIR_NUMBER") or found.get("PLAYER_NUMBER", "")


@lru_cache(maxsize=64)
def direction(written: str) -> Direction:
    """`NS` or `EW`; empty for anything else."""
    letters = written.upper().replace("/", "").replace("-", "").replace(" ", "")
    sides: dict[str, Direction] = {"NS": "NS", "N": "NS", "EW": "EW", "E": "EW"}
    return sides.get(letters, "")


def _place(element: etree._Element, found: dict[str, str], notes: Notes) -> int | None:
    written = found.get("PLACE", "")
    place = parse_place(written)
    if place is None and written not in ("", "-"):
        child = element.find("PLACE")
        line = line_of(element if child is None else child)
        message = f"The place{of(element)} is written “{shown(written)}”, which is not a place."
        notes.problems.add(line, written, message, "Write 3, or 3= for a tie.")
    return place


def _players(
    element: etree._Element, found: dict[str, str], pairs: tuple[TeamPair, ...], notes: Notes
) -> tuple[Player, ...]:
    if "PLAYER_NAME" in found:
        return (_player(element, found),)
    own = tuple(_person(person, notes) for person in element.iterchildren("PLAYER"))
    if not pairs:
        return own
    # A player may sit in two pairs of a team of five or six, but is one person.
    people: dict[tuple[str, str], Player] = {}
    for player in (*(player for pair in pairs for player in pair.players), *own):
        people.setdefault((player.name, player.national), player)
    return tuple(people.values())


def _person(element: etree._Element, notes: Notes) -> Player:
    found = texts(element)
    if unknown := found.keys() - words.PERSON - words.CONTESTANT:
        notes.unknown(element, set(unknown))
    return _player(element, found)


def _player(element: etree._Element, found: dict[str, str]) -> Player:
    national = found.get("NATIONAL_ID_NUMBER", "")
    rateable = element.get("RATEABLE")
    return Player(
        name=found.get("PLAYER_NAME", ""),
        national="" if national.upper() in NO_NUMBER else national,
        club_number=found.get("CLUB_ID_NUMBER", ""),
        rateable=None if rateable is None else rateable.strip().upper() == "Y",
        line=line_of(element),
    )


def _team_pair(element: etree._Element, notes: Notes) -> TeamPair:
    found = texts(element)
    return TeamPair(
        number=found.get("PAIR_NUMBER", ""),
        players=tuple(_person(person, notes) for person in element.iterchildren("PLAYER")),
        boards_played=notes.whole(found, "BOARDS_PLAYED", element),
        imps=notes.number(found, "PAIR_IMPS", element),
    )


def _awards(element: etree._Element, found: dict[str, str], notes: Notes) -> tuple[FileAward, ...]:
    """Wrapped in MASTER_POINTS, or flat as in version 1.0. Empty and 0 mean none."""
    wrapped = [(wrapper, texts(wrapper)) for wrapper in element.iterchildren("MASTER_POINTS")]
    awards = []
    for holder, inside in wrapped or [(element, found)]:
        points = notes.number(inside, "MASTER_POINTS_AWARDED", holder)
        if points:
            awards.append(FileAward(points / AWARD_UNIT, inside.get("MASTER_POINT_TYPE", "").lower()))
    return tuple(awards)


def _label(element: etree._Element) -> tuple[str, str]:
    found = texts(element)
    return found.get("NAME", ""), found.get("VALUE", "")


def yes(text: str) -> bool | None:
    """`Y` and `N`; `None` for neither."""
    answers: dict[str, Literal[True, False]] = {"Y": True, "YES": True, "N": False, "NO": False}
    return answers.get(text.upper())


def hundredths(points: Decimal) -> str:
    """Points in the file's unit, as short as they are exact."""
    number = points * AWARD_UNIT
    return str(int(number)) if number == number.to_integral_value() else str(number.normalize())


def whole_or_none(text: str) -> int | None:
    return values.whole(text) if text else None
