"""PARTICIPANTS: pairs, teams and players, with their places, scores and awards."""

from __future__ import annotations

from decimal import Decimal
from functools import lru_cache
from typing import Literal

from lxml import etree

from masterpoint.core.boards import Direction
from masterpoint.core.results import Entry, FileAward, Player, TeamPair, parse_place
from masterpoint.formats.problems import short_value
from masterpoint.formats.usebio import words
from masterpoint.formats.usebio.tree import Notes, line_of, of_people, texts

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
    fields = texts(element)
    if unknown := fields.keys() - words.CONTESTANT:
        notes.unknown(element, set(unknown))
    pairs = tuple(_team_pair(pair, notes) for pair in element.iterchildren("PAIR"))
    return Entry(
        number=_number(element, fields),
        players=_players(element, fields, pairs, notes),
        place_as_written=fields.get("PLACE", ""),
        place=_place(element, fields, notes),
        percentage=notes.number(fields, "PERCENTAGE", element),
        score=notes.number(fields, "TOTAL_SCORE", element),
        direction=direction(fields.get("DIRECTION", "")),
        session=session,
        section=section,
        team_name=(element.get("TEAM_NAME") or fields.get("TEAM_NAME", "")).strip() if element.tag == "TEAM" else "",
        pairs=pairs,
        boards_played=notes.whole(fields, "BOARDS_PLAYED", element),
        adjustment=notes.number(fields, "ADJUSTMENT", element),
        handicap=notes.number(fields, "HANDICAP", element),
        wins_or_draws=notes.number(fields, "WINS_OR_DRAWS", element),
        awards=_awards(element, fields, notes),
        stratum=notes.whole(fields, "STRAT_NUMBER", element),
        stratum_place=fields.get("STRAT_PLACE", ""),
        labels=tuple(_label(label) for label in element.iterchildren("LABEL")),
        line=line_of(element),
    )


def _number(element: etree._Element, fields: dict[str, str]) -> str:
    if element.tag == "TEAM":
        return (element.get("TEAM_ID") or fields.get("TEAM_ID", "")).strip()
    return fields.get("PAIR_NUMBER") or fields.get("PLAYER_NUMBER", "")


@lru_cache(maxsize=64)
def direction(text: str) -> Direction:
    """`NS` or `EW`; empty for anything else."""
    letters = text.upper().replace("/", "").replace("-", "").replace(" ", "")
    sides: dict[str, Direction] = {"NS": "NS", "N": "NS", "EW": "EW", "E": "EW"}
    return sides.get(letters, "")


def _place(element: etree._Element, fields: dict[str, str], notes: Notes) -> int | None:
    place_text = fields.get("PLACE", "")
    place = parse_place(place_text)
    if place is None and place_text not in ("", "-"):
        child = element.find("PLACE")
        line = line_of(element if child is None else child)
        message = f"The place{of_people(element)} is written “{short_value(place_text)}”, which is not a place."
        notes.problems.add(line, place_text, message, "Write 3, or 3= for a tie.")
    return place


def _players(
    element: etree._Element, fields: dict[str, str], pairs: tuple[TeamPair, ...], notes: Notes
) -> tuple[Player, ...]:
    if "PLAYER_NAME" in fields:
        return (_player(element, fields),)
    listed_players = tuple(_person(person, notes) for person in element.iterchildren("PLAYER"))
    if not pairs:
        return listed_players
    # A player may sit in two pairs of a team of five or six, but is one person.
    people: dict[tuple[str, str], Player] = {}
    for player in (*(player for pair in pairs for player in pair.players), *listed_players):
        people.setdefault((player.name, player.national), player)
    return tuple(people.values())


def _person(element: etree._Element, notes: Notes) -> Player:
    fields = texts(element)
    if unknown := fields.keys() - words.PERSON - words.CONTESTANT:
        notes.unknown(element, set(unknown))
    return _player(element, fields)


def _player(element: etree._Element, fields: dict[str, str]) -> Player:
    national = fields.get("NATIONAL_ID_NUMBER", "")
    rateable = element.get("RATEABLE")
    return Player(
        name=fields.get("PLAYER_NAME", ""),
        national="" if national.upper() in NO_NUMBER else national,
        club_number=fields.get("CLUB_ID_NUMBER", ""),
        rateable=None if rateable is None else rateable.strip().upper() == "Y",
        line=line_of(element),
    )


def _team_pair(element: etree._Element, notes: Notes) -> TeamPair:
    fields = texts(element)
    return TeamPair(
        number=fields.get("PAIR_NUMBER", ""),
        players=tuple(_person(person, notes) for person in element.iterchildren("PLAYER")),
        boards_played=notes.whole(fields, "BOARDS_PLAYED", element),
        imps=notes.number(fields, "PAIR_IMPS", element),
    )


def _awards(element: etree._Element, fields: dict[str, str], notes: Notes) -> tuple[FileAward, ...]:
    """Awards, either wrapped in MASTER_POINTS or flat as in version 1.0. Empty and 0 mean none."""
    wrapped = [(wrapper, texts(wrapper)) for wrapper in element.iterchildren("MASTER_POINTS")]
    awards = []
    for holder, holder_fields in wrapped or [(element, fields)]:
        points = notes.number(holder_fields, "MASTER_POINTS_AWARDED", holder)
        if points:
            awards.append(FileAward(points / AWARD_UNIT, holder_fields.get("MASTER_POINT_TYPE", "").lower()))
    return tuple(awards)


def _label(element: etree._Element) -> tuple[str, str]:
    fields = texts(element)
    return fields.get("NAME", ""), fields.get("VALUE", "")


def yes(text: str) -> bool | None:
    """`Y` and `N`; `None` for neither."""
    answers: dict[str, Literal[True, False]] = {"Y": True, "YES": True, "N": False, "NO": False}
    return answers.get(text.upper())


def hundredths(points: Decimal) -> str:
    """Points in the file's unit, in their shortest exact form."""
    number = points * AWARD_UNIT
    return str(int(number)) if number == number.to_integral_value() else str(number.normalize())
