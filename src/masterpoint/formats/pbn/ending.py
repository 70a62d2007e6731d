"""PBN files that cannot be used: team matches, and files that are cut short."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence

from masterpoint.core.deals import SEATS
from masterpoint.core.errors import Problem
from masterpoint.formats import values
from masterpoint.formats.pbn.games import UNKNOWN, Game, has_open_comment, is_tag
from masterpoint.formats.problems import problem, refuse
from masterpoint.formats.text import lines_of

TEAM_COLUMNS = ("TeamId", "TeamId_Home", "TeamId_Away", "VP_Home", "VP_Away", "BAM_Home", "BAM_Away")
RESULT = ("Declarer", "Contract", "Result")


def refuse_teams(games: Sequence[Game]) -> None:
    """Refuse a file of teams: two tables make a match, PBN does not say which, and so there is no ranking."""
    of_teams = sum(_is_of_teams(game) for game in games)
    if 2 * of_teams > len(games) or _is_one_match(games):
        message = "This PBN file holds a match of teams, and PBN does not give the scores of the matches."
        refuse(0, "", message, "Export the results as USEBIO from the scoring program instead.")


def _is_of_teams(game: Game) -> bool:
    tags = game.tags
    names_teams = any(tags.get(name, "").strip() not in UNKNOWN for name in ("HomeTeam", "VisitTeam", "Room"))
    columns = {column for table in game.tables.values() for column in table.columns}
    return names_teams or tags.get("Competition", "").strip().lower() == "teams" or bool(columns & set(TEAM_COLUMNS))


def _is_one_match(games: Sequence[Game]) -> bool:
    """Whether the same eight play every board at two tables, and nobody ever changes opponents."""
    tables: dict[str, list[frozenset[str]]] = defaultdict(list)
    for game in games:
        seats = [game.tags.get(seat, "").strip() for seat in SEATS]
        if "ScoreTable" in game.tables or any(seat in UNKNOWN for seat in seats):
            return False
        tables[game.tags.get("Board", "")].append(frozenset(seats))
    groups = {table for table_pairs in tables.values() for table in table_pairs}
    return len(tables) > 1 and len(groups) == 2 and all(set(table_pairs) == groups for table_pairs in tables.values())


def refuse_if_cut(text: str, games: Sequence[Game]) -> None:
    """Refuse a file that stops inside a line, a comment, a row of a table or a board."""
    lines = [line.strip() for line in lines_of(text) if line.strip()]
    last = lines[-1] if lines else ""
    is_cut_short = last.startswith("[") and not is_tag(last)
    if is_cut_short or has_open_comment(text) or _short_row(games[-1]) or _lacks_result(games):
        board = games[-1].tags.get("Board", "").strip()
        context = f" of board {board}" if board not in UNKNOWN else ""
        line = len(lines_of(text.rstrip()))
        refuse(line, "", f"This file stops in the middle{context}.", "Export it again, and send the whole file.")


def few_rows(games: Sequence[Game]) -> Iterator[Problem]:
    """A notice if the last board has fewer results than any other."""
    counts = [(game, len(game.tables["ScoreTable"].rows)) for game in games if "ScoreTable" in game.tables]
    if len(counts) > 2 and counts[-1][1] < min(count for _, count in counts[:-1]):
        game, count = counts[-1]
        board = game.tags.get("Board", "?")
        message = f"Board {board}, the last one, has only {count} results: the file may be cut short."
        yield problem(game.line, board, message, "Compare it with the scoring program, or export it again.")


def _short_row(game: Game) -> bool:
    """Whether the last row of the last table has fewer cells than every row before it."""
    tables = [table for table in game.tables.values() if table.rows]
    if not tables:
        return False
    widths = [len(cells) for _, cells in tables[-1].rows]
    return len(widths) > 1 and widths[-1] < min(widths[:-1])


def _lacks_result(games: Sequence[Game]) -> bool:
    """Whether the last board has no result although all others have one."""
    board_games = [game for game in games if values.whole(game.tags.get("Board", ""))]
    if len(board_games) < 3 or board_games[-1] is not games[-1] or "TotalScoreTable" in games[-1].tables:
        return False
    tags = Counter(name for game in board_games[:-1] for name in ("ScoreTable", *RESULT) if name in game.tags)
    usual_tags = {name for name, count in tags.items() if count == len(board_games) - 1}
    return any(name not in board_games[-1].tags for name in usual_tags)
