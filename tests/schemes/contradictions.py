"""Events that contradict themselves: each function spoils a good event, or returns nothing where it cannot."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

Raw = dict[str, Any]
SEATS = {"individual": 1, "pairs": 2, "teams": 4}
CONTRADICTIONS: dict[str, Callable[[Raw], bool]] = {}


def contradiction(spoil: Callable[[Raw], bool]) -> Callable[[Raw], bool]:
    CONTRADICTIONS[spoil.__name__.replace("_", " ")] = spoil
    return spoil


def lists_of(part: Any) -> Iterator[Raw]:
    """Whatever holds entries: ranking lists, divisions, a knock-out."""
    if isinstance(part, dict):
        if isinstance(part.get("entries"), list) and part["entries"]:
            yield part
        for name, inner in part.items():
            if name != "facts":
                yield from lists_of(inner)
    elif isinstance(part, list):
        for inner in part:
            yield from lists_of(inner)


def first_entry(raw: Raw) -> Raw:
    entry: Raw = next(lists_of(raw))["entries"][0]
    return entry


def players(raw: Raw, **fields: Any) -> list[Raw]:
    return [{"name": f"Spare {seat}", **fields} for seat in range(SEATS[raw["contest"]])]


@contradiction
def boards_that_make_no_whole_rounds(raw: Raw) -> bool:
    if "boards" not in raw:
        return False
    raw.setdefault("facts", {})["boards_per_round"] = next(n for n in (5, 7, 11, 13) if raw["boards"] % n)
    return True


@contradiction
def a_size_below_the_entries(raw: Raw) -> bool:
    ranking = next(lists_of(raw))
    if raw["form"] == "knockout" or len(ranking["entries"]) < 2:
        return False
    ranking["size"] = len(ranking["entries"]) - 1
    return True


@contradiction
def no_tables(raw: Raw) -> bool:
    if raw["form"] in ("knockout", "league"):
        return False
    for ranking in lists_of(raw):
        ranking["tables"] = 0
    return True


@contradiction
def contestants_for_more_tables(raw: Raw) -> bool:
    ranking = next(lists_of(raw))
    if raw["form"] in ("knockout", "league"):
        return False
    ranking["entries"] = [{"place": place} for place in range(1, 17)]
    ranking |= {"tables": 1, "size": 16}
    return True


@contradiction
def everybody_wins_every_match(raw: Raw) -> bool:
    if raw["form"] not in ("matches", "league"):
        return False
    for ranking in lists_of(raw):
        ranking.pop("size", None)
        ranking["entries"] = (
            ranking["entries"] if len(ranking["entries"]) > 7 else [{"place": place} for place in range(1, 9)]
        )
        for entry in ranking["entries"]:
            entry["matches"] = [{"boards": max(1, raw["boards"] // 4), "won": 4}]
    return True


@contradiction
def places_with_a_hole(raw: Raw) -> bool:
    ranking = next(lists_of(raw))
    if len(ranking["entries"]) < 3 or "place" not in ranking["entries"][1]:
        return False
    ranking.pop("size", None)
    ranking["entries"][1]["place"] = 19
    return True


@contradiction
def scores_against_the_places(raw: Raw) -> bool:
    ranking = next(lists_of(raw))
    if len(ranking["entries"]) < 2 or "place" not in ranking["entries"][1]:
        return False
    for index, entry in enumerate(ranking["entries"]):
        entry["score"] = 40 + index
    return True


@contradiction
def one_player_in_two_entries(raw: Raw) -> bool:
    entries = next(lists_of(raw))["entries"]
    if len(entries) < 2:
        return False
    for number, entry in enumerate(entries[:2]):
        others = [{"name": f"Other {number} {seat}"} for seat in range(1, SEATS[raw["contest"]])]
        entry["players"] = [{"name": "Ann Bell", "id": "1035"}, *others]
    return True


@contradiction
def one_name_in_two_entries(raw: Raw) -> bool:
    if not one_player_in_two_entries(raw):
        return False
    for entry in next(lists_of(raw))["entries"][:2]:
        del entry["players"][0]["id"]
    return True


@contradiction
def more_boards_played_than_there_were(raw: Raw) -> bool:
    if raw["form"] == "ladder":
        return False
    first_entry(raw)["players"] = players(raw, boards=1_999)
    return True


@contradiction
def a_captain_who_did_not_play_and_played(raw: Raw) -> bool:
    first_entry(raw)["players"] = [*players(raw), {"name": "Captain", "captain": True, "boards": 12}]
    return True


@contradiction
def matches_longer_than_the_event(raw: Raw) -> bool:
    if "boards" not in raw:
        return False
    first_entry(raw)["matches"] = [{"boards": raw["boards"], "won": 2, "lost": 2}]
    return True


@contradiction
def margins_of_another_number_of_matches(raw: Raw) -> bool:
    if raw["form"] != "matches":
        return False
    first_entry(raw)["matches"] = [{"boards": 6, "won": 1, "margins": [5, 5, -5]}]
    return True


@contradiction
def more_sessions_than_boards(raw: Raw) -> bool:
    if raw["form"] not in ("session", "final", "consolation", "matches"):
        return False
    raw["sessions"] = 60
    return bool(raw["boards"] < 300)


@contradiction
def fewer_boards_in_play_than_each_plays(raw: Raw) -> bool:
    if raw["form"] not in ("session", "final", "consolation", "matches", "sections", "stratified", "simultaneous"):
        return False
    raw["movement_boards"] = raw["boards"] - 1
    return True


@contradiction
def a_later_stage_larger_than_the_first(raw: Raw) -> bool:
    if "original_tables" not in raw:
        return False
    raw["original_tables"] = 1
    return True


@contradiction
def more_results_counted_than_games(raw: Raw) -> bool:
    if raw["form"] != "ladder":
        return False
    raw["counted"] = raw["games"] + 1
    return True


@contradiction
def a_result_in_a_round_that_was_not_played(raw: Raw) -> bool:
    if raw["form"] != "knockout":
        return False
    first_entry(raw)["rounds"].append({"round": 29, "result": "won"})
    return True


@contradiction
def playing_on_after_a_defeat(raw: Raw) -> bool:
    if raw["form"] != "knockout" or len(raw["rounds"]) < 2 or raw.get("elimination") == "double":
        return False
    first, second = raw["rounds"][0]["round"], raw["rounds"][1]["round"]
    first_entry(raw)["rounds"] = [{"round": first, "result": "lost"}, {"round": second, "result": "won"}]
    return True


@contradiction
def everybody_wins_the_knockout(raw: Raw) -> bool:
    if raw["form"] != "knockout":
        return False
    results = [{"round": entry["round"], "result": "won"} for entry in raw["rounds"]]
    raw["entries"] = [{"name": f"Team {number}", "rounds": results} for number in range(12)]
    return True


@contradiction
def a_gap_between_divisions(raw: Raw) -> bool:
    if raw["form"] != "league":
        return False
    raw["divisions"][-1]["level"] += 5
    return True


@contradiction
def two_parts_of_one_name(raw: Raw) -> bool:
    if len(raw.get("parts", ())) < 2:
        return False
    raw["parts"][1]["name"] = raw["parts"][0]["name"]
    return True


@contradiction
def sessions_after_the_last_day(raw: Raw) -> bool:
    if raw["form"] != "tournament":
        return False
    for session in raw["sessions"]:
        session["day"] = "2099-12-31"
    return True


@contradiction
def sessions_that_end_before_the_day(raw: Raw) -> bool:
    if raw["form"] != "tournament":
        return False
    for session in raw["sessions"]:
        session["day"] = "2020-02-02"
    return True


@contradiction
def an_overall_ranking_of_strangers(raw: Raw) -> bool:
    if raw["form"] != "tournament":
        return False
    raw["overall"][0]["entries"][0]["players"] = players(raw)
    return True


@contradiction
def a_session_longer_than_the_event(raw: Raw) -> bool:
    if raw["form"] != "tournament":
        return False
    raw["boards"] = max(session["boards"] for session in raw["sessions"]) - 1
    return True


@contradiction
def rounds_without_the_earlier_ones(raw: Raw) -> bool:
    if raw["form"] != "knockout" or raw.get("original_entry") or raw.get("consolation"):
        return False
    for round_played in [*raw["rounds"], *[result for entry in raw["entries"] for result in entry["rounds"]]]:
        round_played["round"] += 2
    return True


@contradiction
def a_round_that_leaves_too_few(raw: Raw) -> bool:
    if raw["form"] != "knockout" or len(raw["rounds"]) < 2:
        return False
    raw["rounds"][0]["contestants"] = 10 * raw["rounds"][1]["contestants"]
    return True


@contradiction
def everybody_goes_on(raw: Raw) -> bool:
    if raw["form"] != "knockout" or len(raw["rounds"]) < 2 or raw.get("elimination") == "double":
        return False
    if raw.get("consolation") or raw["rounds"][0]["contestants"] < 4:
        return False
    before, after = raw["rounds"][:2]
    after |= {"contestants": before["contestants"] - before["contestants"] % 2, "byes": 0, "triangles": 0}
    return True


@contradiction
def one_player_in_two_lists(raw: Raw) -> bool:
    parts = [raw[name] for name in ("lists", "divisions") if len(raw.get(name, ())) > 1]
    if not parts or any(not ranking.get("entries") for ranking in parts[0][:2]):
        return False
    for number, ranking in enumerate(parts[0][:2]):
        others = [{"name": f"Other {number} {seat}"} for seat in range(1, SEATS[raw["contest"]])]
        ranking["entries"][0]["players"] = [{"name": "Ann Bell", "id": "1035"}, *others]
    return True


@contradiction
def one_player_in_final_and_plate(raw: Raw) -> bool:
    if raw["form"] != "tournament" or not raw["overall"]:
        return False
    player = {"name": "Ann Bell", "id": "1035"}
    others = [{"name": f"Other {seat}"} for seat in range(1, SEATS[raw["contest"]])]
    raw["overall"][0]["entries"][0]["players"] = [player, *others]
    raw["plate"] = [{"entries": [{"place": 1, "players": [player, *others]}, {"place": 2}, {"place": 3}]}]
    return True


@contradiction
def a_contestant_of_captains(raw: Raw) -> bool:
    first_entry(raw)["players"] = players(raw, captain=True)
    return True


@contradiction
def pairs_in_a_seat(raw: Raw) -> bool:
    if raw["contest"] != "pairs" or not raw.get("lists"):
        return False
    for ranking, seat in zip(raw["lists"], "NESW", strict=False):
        ranking["direction"] = seat
    return True


@contradiction
def two_lists_of_one_direction(raw: Raw) -> bool:
    if raw["contest"] != "pairs" or not raw.get("lists"):
        return False
    raw["lists"] = [{**raw["lists"][0], "section": "A", "direction": "NS"} for _ in range(2)]
    return True


@contradiction
def a_consolation_beside_no_final(raw: Raw) -> bool:
    if raw["form"] != "consolation":
        return False
    raw["premier_tables"] = 0
    return True


@contradiction
def one_player_in_two_lists_of_a_section(raw: Raw) -> bool:
    if raw["form"] != "sections":
        return False
    players_of_both = [{"name": f"Twice {seat}", "id": f"7700{seat}"} for seat in range(SEATS[raw["contest"]])]
    entries = [{"place": 1, "players": players_of_both}, *[{"place": place} for place in range(2, 13)]]
    raw["parts"][0]["lists"] = [{"section": name, "entries": entries} for name in ("red", "blue")]
    return True


@contradiction
def everybody_wins_the_qualifying_round(raw: Raw) -> bool:
    if raw["form"] != "finals":
        return False
    matches = [{"boards": 2, "won": raw["boards"] // 4}]
    for ranking in raw["qualifying"]:
        size = ranking.get("size", len(ranking["entries"]))
        ranking["entries"] = [{"place": place, "matches": matches} for place in range(1, size + 1)]
    for part in raw["parts"]:
        for ranking in part["lists"]:
            ranking["entries"][0]["matches"] = matches
    return True


@contradiction
def finals_larger_than_the_qualifying_round(raw: Raw) -> bool:
    if raw["form"] != "finals":
        return False
    raw["parts"][-1]["lists"][0]["size"] = 500
    return True


@contradiction
def two_stages_longer_than_the_event(raw: Raw) -> bool:
    if raw["form"] != "finals":
        return False
    matches = [{"boards": 2, "won": raw["boards"] // 4 + 1}]
    raw["qualifying"][0]["entries"][0]["matches"] = raw["parts"][-1]["lists"][0]["entries"][0]["matches"] = matches
    return True


@contradiction
def more_boards_than_matches(raw: Raw) -> bool:
    entries = [entry for ranking in lists_of(raw) for entry in ranking["entries"] if entry.get("matches")]
    if raw["form"] not in ("matches", "league", "flighted", "finals") or not entries:
        return False
    for entry in entries:
        entry["matches"] = [{"boards": entry["matches"][0]["boards"], "won": 1, "lost": 1}]
    raw["boards"] = 30 * max(entry["matches"][0]["boards"] for entry in entries)
    return True


@contradiction
def boards_of_no_whole_matches(raw: Raw) -> bool:
    entries = [entry for ranking in lists_of(raw) for entry in ranking["entries"] if entry.get("matches")]
    if raw["form"] not in ("matches", "league", "flighted") or not entries:
        return False
    length = max(2, entries[0]["matches"][0]["boards"])
    for entry in entries:
        entry["matches"] = [{"boards": length, "won": 1}]
    raw["boards"] += 1 + length - raw["boards"] % length
    return True


@contradiction
def losing_every_match_and_coming_first(raw: Raw) -> bool:
    if raw["form"] not in ("matches", "league", "flighted"):
        return False
    ranking = next(lists_of(raw))
    length = next((entry["matches"][0]["boards"] for entry in ranking["entries"] if entry.get("matches")), 8)
    ranking["entries"] = [
        {"place": 1, "matches": [{"boards": length, "lost": 2}]},
        {"place": 2, "matches": [{"boards": length, "won": 2}]},
    ]
    ranking["size"] = max(8, ranking.get("size", 0))
    return True


@contradiction
def a_round_left_out(raw: Raw) -> bool:
    results = first_entry(raw).get("rounds", [])
    if raw["form"] != "knockout" or len(results) < 3:
        return False
    del results[1]
    return True


@contradiction
def a_bye_in_a_round_without_byes(raw: Raw) -> bool:
    if raw["form"] != "knockout" or raw["rounds"][0].get("byes") or raw["rounds"][0].get("earned_byes"):
        return False
    first_entry(raw)["rounds"] = [{"round": raw["rounds"][0]["round"], "result": "bye"}]
    return True


@contradiction
def a_triangle_in_a_round_without_triangles(raw: Raw) -> bool:
    if raw["form"] != "knockout" or raw["rounds"][0].get("triangles"):
        return False
    first_entry(raw)["rounds"] = [{"round": raw["rounds"][0]["round"], "result": "won-one"}]
    return True


@contradiction
def half_of_those_who_go_on(raw: Raw) -> bool:
    if raw["form"] != "knockout" or len(raw["rounds"]) < 2 or raw.get("elimination") == "double":
        return False
    if raw.get("consolation") or raw["rounds"][0].get("triangles"):
        return False
    raw["rounds"][0]["contestants"] += 4
    return True


@contradiction
def two_finals_above_a_consolation(raw: Raw) -> bool:
    if raw["form"] != "consolation" or raw.get("order", 2) != 2:
        return False
    raw["above_tables"] = 2 * raw["premier_tables"]
    return True
