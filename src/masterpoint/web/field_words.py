"""The vocabulary of events in everyday words, for readers who know bridge but have never seen an event file."""

from __future__ import annotations

import re

from masterpoint.conformance.vocabulary import meanings_of
from masterpoint.core.place_words import DIRECTION_NAMES

LABELS = {
    "above_tables": "Tables in all finals above this one",
    "average_tables": "Full tables on average",
    "boards": "Boards",
    "carry_forward": "Scores are carried forward",
    "championship": "Is it a championship?",
    "colour": "Colour of the points",
    "conceded": "Were they conceded?",
    "consolation": "Is it the consolation?",
    "contest": "Played by",
    "counted": "Results that count",
    "day": "Day of play",
    "deemed": "Boards taken as played",
    "direction": "Direction",
    "drawn": "Matches drawn",
    "earned_byes": "Byes earned by unbeaten teams",
    "earned_elsewhere": "Has had this award already",
    "elimination": "Teams leave after",
    "facts.congress": "Kind of congress",
    "facts.kind": "Kind of event",
    "facts.national_event": "Name of the national event",
    "final": "It decided who entered a final",
    "final_boards": "Boards of that final",
    "games": "Games available for play",
    "grade": "Status, grade or class",
    "handicap": "Ranked by handicap",
    "heats": "Heats",
    "id": "Membership number",
    "last": "Is it the last stage?",
    "last_rounds": "Last rounds played by the leaders alone",
    "level": "Run by",
    "lost": "Matches lost",
    "main_entry": "Contestants in the main knock-out",
    "margins": "IMPs won or lost in each match",
    "match_won": "Is every match won paid?",
    "matches_planned": "Matches planned",
    "membership": "Member?",
    "mini": "Mini-matches of a triangle",
    "movement_boards": "Boards in play in the whole movement",
    "order": "Which final is it?",
    "organiser.name": "Name of the organiser",
    "original_entry": "Contestants in the first stage",
    "original_tables": "Tables in the first stage",
    "outside": "From outside the organising body",
    "places": "Places, in order",
    "premier_tables": "Tables in the final just above",
    "result": "What happened",
    "scheme": "Whose rules",
    "scores": "Score in each match",
    "scoring": "How it was scored",
    "size": "How many contestants in all",
    "stages_before": "Stages before this one",
    "standing": "What it may win",
    "style": "How the matches were arranged",
    "tables": "Tables",
    "team_size": "Players at the table at one time",
    "unit": "What is ranked",
    "won": "Matches won",
}
HELP = {
    "Division.name": "",
    "Entry.name": "",
    "Entry.number": "",
    "Organiser.name": "",
    "Player.name": "",
    "Player.rank": "",
    "Player.grade": "",
    "Session.name": "",
    "byes": "",
    "championship": "",
    "contest": "",
    "heats": "",
    "scheme": "",
    "score": "",
    "section": "",
    "Session.stage": "",
    "SessionEvent.stage": "",
    "triangles": "",
    "day": "the book in force on that day is used",
    "facts.kind": "",
    "places": "1 2 3 and so on; a tie as 3= 3=",
    "size": "where not everybody is listed",
    "margins": "in order, such as 7 9 -4",
    "scores": "victory points or per cent, in order",
    "original_tables": "for teams: teams",
    "premier_tables": "for teams: teams",
    "level": "",
    "place": "a tie as 3=",
    "result": "",
    "round": "0 for a preliminary round",
    "scoring": "",
    "style": "",
}
CHOICES = {
    "contest": {"pairs": "Pairs", "teams": "Teams", "individual": "Single players"},
    "unit": {"pairs": "Pairs", "teams": "Teams", "individual": "Single players"},
    "direction": {"": "all in one ranking", **DIRECTION_NAMES},
    "championship": {"": "no", "major": "a major one", "minor": "a minor one"},
    "conceded": {"": "no, they were played", "behind": "by opponents who were behind", "unplayed": "before play"},
    "elimination": {"single": "one match lost", "double": "two matches lost"},
    "standing": {"full": "everything", "matches": "match awards only", "none": "nothing"},
    "result": {
        "won": "won",
        "lost": "lost",
        "bye": "had a bye",
        "drawn": "drew",
        "walkover": "walked over, not played",
        "won-conceded": "won: the others gave up when behind",
        "won-both": "triangle: won both",
        "won-one": "triangle: won one",
        "lost-both": "triangle: lost both",
    },
    "scoring": {
        "matchpoints": "match points",
        "imps": "IMPs",
        "butler": "Butler IMPs",
        "cross-imps": "cross-IMPs",
        "aggregate": "total points",
        "victory-points": "victory points",
        "percentage": "per cent",
    },
    "style": {"swiss": "Swiss", "round-robin": "all play all", "multiple": "multiple teams", "other": "another way"},
    "stage": {"": "an ordinary one", "qualifying": "qualifying", "final": "final", "plate": "plate"},
}
GROUPS = {
    "divisions": "Division",
    "entries": "Contestant",
    "lists": "Ranking",
    "matches": "Matches",
    "overall": "Overall ranking",
    "parts": "Section, flight or final",
    "plate": "Ranking of the plate",
    "players": "Player",
    "qualifying": "Ranking of the qualifying round",
    "rounds": "Round",
    "sessions": "Session",
    "organiser": "Who ran it",
    "facts": "What this book also asks",
}


def is_known(name: str) -> bool:
    """Whether this is a word of the event vocabulary, not something else, such as a file name."""
    return name in LABELS or name in GROUPS or name in HELP or name == "event"


def title(name: str) -> str:
    """The title of a field or a group of fields."""
    return GROUPS.get(name) or label(name)


def label(name: str, parent: str = "") -> str:
    """The label of a field on a page."""
    return LABELS.get(f"{parent}.{name}") or LABELS.get(name) or name.replace("_", " ").capitalize()


def help_for(name: str, kind: type, parent: str = "") -> str:
    """A sentence beside the field, if its label is not enough."""
    for key in (f"{kind.__name__}.{name}", f"{parent}.{name}", name):
        if key in HELP:
            return HELP[key]
    meaning = _plain(meanings_of(kind).get(name, ""))
    return "" if meaning == label(name, parent) else meaning


def choice(name: str, value: str) -> str:
    """A choice in plain words."""
    return CHOICES.get(name, {}).get(value) or value.replace("-", " ") or "no"


def _plain(text: str) -> str:
    """The text without code marks."""
    return re.sub(r"`([^`]*)`", r"“\1”", text).removesuffix(".")
