"""Problems name the people and the line. Those they do not affect get a preview of what the corrected file pays."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import date
from typing import Any

import pytest

from answers import existing
from masterpoint import intake
from masterpoint.core.derivation import Result
from masterpoint.core.event_parts import Player
from masterpoint.core.exact import figure_text
from masterpoint.intake import Options
from masterpoint.intake.checking import CheckedFile
from masterpoint.intake.lines import lines_of

TODAY = date(2026, 11, 16)


def pair(place: int) -> dict[str, Any]:
    names = [f"{first} {place}" for first in ("Ann", "Ben")]
    return {"place": place, "players": [{"name": name, "id": f"{place}{n}"} for n, name in enumerate(names, 100)]}


def session(scheme: str = "ebu") -> dict[str, Any]:
    return {
        "form": "session",
        "scheme": scheme,
        "day": "2026-11-10",
        "contest": "pairs",
        "boards": 24,
        "organiser": {"level": "club"},
        "lists": [{"entries": [pair(place) for place in range(1, 13)]}],
    }


def swiss() -> Any:
    event = {**session(), "form": "matches", "contest": "teams"}
    for number, entry in enumerate(event["lists"][0]["entries"]):
        entry["name"] = f"The Twelve {number}"
        entry["matches"] = [{"boards": 6, "won": number % 4, "lost": 4 - number % 4}]
        entry["players"] += [{"name": f"{name} {number}", "id": f"9{number}{name}"} for name in ("Cy", "Di")]
    return event


def knockout() -> dict[str, Any]:
    entries = [
        {"name": f"Team {n}", "players": [{"name": f"Player {n}{letter}"} for letter in "abcd"], "rounds": rounds}
        for n, rounds in enumerate(
            [
                [{"round": 1, "result": "won"}, {"round": 2, "result": "won"}],
                [{"round": 1, "result": "won"}, {"round": 2, "result": "lost"}],
                [{"round": 1, "result": "lost"}],
                [{"round": 1, "result": "lost"}],
            ]
        )
    ]
    rounds = [{"round": 1, "boards": 24, "contestants": 4}, {"round": 2, "boards": 24, "contestants": 2}]
    event = {**session(), "form": "knockout", "contest": "teams", "rounds": rounds, "entries": entries}
    del event["boards"], event["lists"]
    return event


def entry(n: int) -> Callable[..., Any]:
    return lambda event: event["lists"][0]["entries"][n]


def text_of(event: dict[str, Any]) -> str:
    return json.dumps(event, indent=1)


def check_file(event: dict[str, Any] | str, **options: Any) -> CheckedFile:
    text = event if isinstance(event, str) else text_of(event)
    return intake.check(text.encode(), "evening.json", Options(**options), today=TODAY)


def awards_of(result: Result) -> dict[tuple[str, tuple[Player, ...], str], str]:
    return {(award.entry.name, award.entry.players, award.kind): figure_text(award.points) for award in result.awards}


TOUCHED: dict[str, tuple[Callable[[], dict[str, Any]], Callable[[dict[str, Any]], None], str, int]] = {
    "place": (session, lambda event: entry(3)(event).update(place="zz"), "Ann 4 and Ben 4", 1),
    "no place": (session, lambda event: entry(3)(event).pop("place"), "Ann 4 and Ben 4", 1),
    "place of a wrong kind": (session, lambda event: entry(3)(event).update(place=[4]), "Ann 4 and Ben 4", 1),
    "lonely tie": (session, lambda event: entry(3)(event).update(place="4="), "Ann 4 and Ben 4", 1),
    "score": (session, lambda event: entry(3)(event).update(score="much"), "Ann 4 and Ben 4", 1),
    "boards": (session, lambda event: entry(3)(event).update(boards=-3), "Ann 4 and Ben 4", 1),
    "category": (session, lambda event: entry(3)(event).update(category=7), "Ann 4 and Ben 4", 1),
    "standing": (session, lambda event: entry(3)(event).update(standing="half"), "Ann 4 and Ben 4", 1),
    "unknown field": (session, lambda event: entry(3)(event).update(rank_of="x"), "Ann 4 and Ben 4", 1),
    "player's boards": (session, lambda event: entry(3)(event)["players"][1].update(boards="few"), "Ben 4", 1),
    "player's name": (session, lambda event: entry(3)(event)["players"][1].update(name=5), "4101", 1),
    "not a player": (session, lambda event: entry(3)(event).update(players=["Ann"]), "", 1),
    "not an entry": (session, lambda event: event["lists"][0]["entries"].__setitem__(3, "Ann 4"), "", 1),
    "player twice": (session, lambda event: entry(3)(event)["players"][0].update(id="9100"), "Ann 9", 2),
    "matches": (swiss, lambda event: entry(3)(event)["matches"][0].update(boards="six"), "The Twelve 3", 1),
    "match scores": (swiss, lambda event: entry(3)(event)["matches"][0].update(scores=["NaN"]), "The Twelve 3", 1),
    "won": (swiss, lambda event: entry(3)(event)["matches"][0].update(won=-1), "The Twelve 3", 1),
    "round": (knockout, lambda event: event["entries"][2]["rounds"][0].update(result="tripped"), "Team 2", 1),
}


@pytest.mark.parametrize("kind", TOUCHED)
def test_the_people_and_the_line_are_named_and_the_others_are_previewed(kind: str) -> None:
    make, spoil, who, affected = TOUCHED[kind]
    event = make()
    right = awards_of(existing(check_file(event).result))
    spoil(event)
    outcome = check_file(event)
    assert outcome.result is None
    [problem] = outcome.errors
    assert problem.who == who
    assert problem.line > 1
    assert f"line {problem.line}" in problem.statement
    assert who in problem.statement
    assert problem.fix
    assert outcome.preview is not None
    assert awards_of(outcome.preview.result).items() <= right.items()
    contestants = {players for _, players, _ in right} - {
        players for _, players, _ in awards_of(outcome.preview.result)
    }
    assert len(contestants) == affected


def test_the_line_is_the_one_that_holds_the_value() -> None:
    event = session()
    entry(3)(event).update(place="zz")
    text = text_of(event)
    [problem] = check_file(text).errors
    assert "zz" in text.splitlines()[problem.line - 1]


TOML = """form = "session" # the usual evening
scheme = "ebu"
day = 2026-11-10
contest = "pairs"
boards = 24
organiser = { level = "club" }

[[lists]]
direction = "NS"
[[lists.entries]]
place = 1
players = [ { name = "A # 1" }, { name = "B" } ]
[[lists.entries]]
place = "second"
players = [
  { name = "C" },
  { name = "D", bords = 3 },
]
[[lists]]
direction = "EW"
entries = [
  { place = 1, players = [{ name = "E" }, { name = "F" }] },

  { place = 2, players = [{ name = "G" }, { name = "H" }], score = "x" },
]
"""


def test_lines_of_toml() -> None:
    lines = {problem.place: (problem.line, problem.who) for problem in check_file(TOML).errors}
    assert lines == {
        "lists[0].entries[1].place": (14, "C and D"),
        "lists[0].entries[1].players[1].bords": (17, "D"),
        "lists[1].entries[1].score": (24, "G and H"),
    }


def test_lines_survive_what_a_parser_takes() -> None:
    assert lines_of('a."b c".d = """x\n[y]\n"""\n[q]\nr = 1')[("q", "r")] == 5
    assert lines_of("x = '''\n'''\ny = [[1,\n2], [3]]")[("y", 1, 0)] == 4
    assert lines_of('{"a": "\\"}",\n"b": {}}')[("b",)] == 2


EVENT_WIDE: dict[str, dict[str, Any]] = {
    "scheme": {"scheme": "atlantis"},
    "form": {"form": "picnic"},
    "boards": {"boards": "many"},
    "contest": {"contest": "crowds"},
    "level": {"organiser": {"level": "galaxy"}},
    "fact": {"facts": {"mood": "good"}},
    "direction": {"lists": [{"direction": "up", "entries": [pair(1), pair(2)]}]},
    "skipped places": {"lists": [{"entries": [pair(1), pair(2), pair(4)]}]},
    "contradicting places": {"lists": [{"entries": [pair(1), pair(1), pair(2), {**pair(4), "place": "x"}]}]},
}


@pytest.mark.parametrize("kind", EVENT_WIDE)
def test_what_touches_everybody_previews_nobody(kind: str) -> None:
    outcome = check_file(session() | EVENT_WIDE[kind])
    assert outcome.errors
    assert outcome.preview is None


def test_a_day_that_does_not_read_previews_everybody_by_the_rules_of_today() -> None:
    outcome = check_file(session() | {"day": "31.2.2026"})
    assert [problem.place for problem in outcome.errors] == ["day"]
    assert awards_of(existing(outcome.preview).result) == awards_of(existing(check_file(session()).result))
    assert (
        "Worked out by the rules of today, 16 November 2026: the day of play cannot be read."
        in existing(outcome.preview).notes
    )


def test_a_day_that_does_not_read_is_mended_by_saying_it() -> None:
    event = session() | {"day": "31.2.2026"}
    assert check_file(event).errors[0].prompt == "day"
    corrected = check_file(event, day=date(2026, 11, 10))
    assert not corrected.errors
    assert existing(corrected.imported).assumed == ("Day: 2026-11-10, as you said; “31.2.2026” cannot be read.",)


def test_a_day_that_reads_is_never_overruled() -> None:
    assert check_file(session(), day=date(2026, 11, 9)).errors


def test_no_tie_is_previewed_that_may_be_larger() -> None:
    """1 2= 2= x 5: the fourth may have shared second place."""
    places = [1, "2=", "2=", "x", 5, 6]
    event = session() | {"lists": [{"entries": [{**pair(n), "place": place} for n, place in enumerate(places, 1)]}]}
    shown_places = [award.entry.place for award in existing(check_file(event).preview).result.awards]
    assert shown_places == ["1", "5", "6"]


def test_places_alone_are_previewed_too() -> None:
    outcome = check_file(session() | {"lists": [{"places": "1 2 x 4 5 6 7 8 9 10 11 12"}]})
    assert [award.entry.place for award in existing(outcome.preview).result.awards] == [
        str(n) for n in range(1, 13) if n != 3
    ]


LIST = """Club,Invented Bridge Club
Date,10/11/2026
Boards,24
Place,Pair,Name 1,EBU No 1,Name 2,EBU No 2,Percentage
1,1,Ann One,1001,Bob Two,1002,60
2,2,Cleo Three,1003,Dan Four,1004,55
3,3,Eve Five,1005,Fay Six,1006,50
4,4,Gus Seven,1007,Hal Eight,1008,45
5,5,Ivy Nine,1009,Jon Ten,1010,44
6,6,Kim Eleven,1011,Lou Twelve,1012,43
"""


@pytest.mark.parametrize(
    ("right", "wrong", "who", "line"),
    [
        ("\n2,2,", "\nx,2,", "Cleo Three and Dan Four", 6),
        ("1006,50", "1006,5o", "Eve Five and Fay Six", 7),
    ],
)
def test_a_ranked_list_previews_the_others(right: str, wrong: str, who: str, line: int) -> None:
    assert right in LIST
    paid_right = awards_of(existing(check_file(LIST, scheme="ebu").result))
    outcome = check_file(LIST.replace(right, wrong), scheme="ebu")
    [problem] = outcome.errors
    assert problem.place == f"line {line}"
    assert who in problem.statement
    preview = awards_of(existing(outcome.preview).result)
    assert preview.items() <= paid_right.items()
    assert len(preview) == 5
    assert existing(outcome.preview).left_out == (who,)


def test_a_ranked_list_with_a_day_that_does_not_read() -> None:
    outcome = check_file(LIST.replace("10/11/2026", "31/31/2026"), scheme="ebu")
    assert [problem.place for problem in outcome.errors] == ["day"]
    assert len(existing(outcome.preview).result.awards) == 6


def test_percentages_that_rank_preview_nobody_where_some_do_not_read() -> None:
    """Without places, an unreadable figure may belong to any place."""
    rows = LIST.replace("Place,", "").replace("1006,50", "1006,5o").splitlines()
    text = "\n".join(row.partition(",")[2] if row[:1].isdigit() else row for row in rows)
    outcome = check_file(text, scheme="ebu")
    assert outcome.errors
    assert outcome.preview is None


def test_a_refusal_of_the_book_names_the_people_too() -> None:
    event = session("nz") | {"organiser": {"level": "club"}}
    entry(3)(event)["players"][0]["grade"] = "grandmaster"
    [problem] = check_file(event).errors
    assert problem.who == "Ann 4"
    assert problem.line > 1


def test_a_day_to_come_is_wrong_in_an_event_file_too() -> None:
    outcome = check_file(session() | {"day": "2030-11-10"})
    [problem] = outcome.errors
    assert "2030-11-10, is in the future" in problem.message
    assert problem.line > 1
    assert outcome.preview is not None, "what it would pay is shown all the same"


def test_an_event_without_names_is_not_called_good() -> None:
    [finding] = check_file(session() | {"lists": [{"places": "1 2 3 4"}]}).findings
    assert finding.severity == "warning"
    assert "names no players" in finding.problem.message
