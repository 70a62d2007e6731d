"""Page 3, general conditions: who may award, to whom, and the least that must be played; TABLE 1."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from math import ceil, floor

from masterpoint.core.derivation import Award, Remark, Step, fact, nothing
from masterpoint.core.errors import Problem
from masterpoint.core.events import AnyEvent, Entry, Player, RankingList
from masterpoint.core.mechanisms import Ladder
from masterpoint.core.places import Finish, entries_of
from masterpoint.schemes.families.fields import Field, list_name, with_standing, without_standing
from masterpoint.schemes.sbu.rules.elsewhere import awarded_elsewhere
from masterpoint.schemes.sbu.rules.facts import Facts
from masterpoint.schemes.sbu.rules.handbook import FULL_HANDBOOK, clause, problem
from masterpoint.schemes.sbu.rules.ties import TieClauses, earned

LEVELS = ("club",)  # 2.6
LOCAL = "local"
LOCAL_WORDS = ("", "local", "black")  # 2.7
MINIMUM_BOARDS = 20  # 3.6
MINIMUM_TABLES = {  # 3.8 to 3.11: complete tables, the clause, and the reminder beside the scale
    "one-winner pairs": (3, "3.8", "5.1"),
    "two-winner pairs": (4, "3.9", "8.1"),
    "teams": (3, "3.10", "8.1"),
    "individual": (2, "3.11", "5.8"),
}
ONE_WINNER = (  # 3.12
    "howell",
    "hesitation mitchell",
    "mitchell with arrow switch",
    "bowman with arrow switch",
    "hesitation bowman",
)
TWO_WINNERS = ("mitchell", "skip mitchell", "share and relay mitchell", "blackpool", "bowman")  # 3.13
SEATS = {"one-winner pairs": 2, "two-winner pairs": 1, "teams": 1, "individual": 4}
"""Contestants a table adds to each ranking list."""
SIDES = ({"NS"}, {"EW"}, {"NS", "EW"})
ORDINARY_TEAM = 4


def general_problems(event: AnyEvent, facts: Facts) -> Iterator[Problem]:
    """What forbids a club to award this event at all, however it was played."""
    if event.organiser.level != "club":
        message = "this guide covers events of affiliated clubs only"
        yield problem("organiser.level", event.organiser.level, message, f"write club, or {FULL_HANDBOOK}", "2.6")
    if not facts.affiliated:
        yield problem("facts.affiliated", "false", "only affiliated clubs may award points", "affiliate first", "2.6")
    if event.grade.lower() not in ("", "club"):
        message = "a club event has no other rating than the club scales"
        yield problem(
            "grade", event.grade, message, "leave the grade out; a championship is told by `championship`", "2.6"
        )
    if event.colour.lower() not in LOCAL_WORDS:
        message = "clubs may give Local (black) Points only"
        yield problem("colour", event.colour, message, "leave the colour out, or write local", "2.7")
    if facts.already_awarded:
        message = "points are never given twice for one event"
        yield problem("facts.already_awarded", "true", message, "leave the first awards as they are", "3.4")
    if event.handicap:
        fix = "give the original ranking list, before any handicap, with handicap = false"
        yield problem("handicap", "true", "points are not given on a handicap basis", fix, "3.5")
        yield problem("lists", "", "this ranking rests on handicaps; it may serve for prizes only", fix, "11.2")
    if facts.perfect_teams:
        message = "the guide names Perfect Teams but has no scale for them"
        yield problem("facts.perfect_teams", "true", message, FULL_HANDBOOK, "2.5")
    yield from awarded_elsewhere(event, facts)


def list_problems(lists: Sequence[Field], facts: Facts) -> Iterator[Problem]:
    """Lists that do not make one-winner, two-winner, teams or individual fields."""
    for field in lists:
        directions = [ranking.direction for ranking in field.lists]
        sides = set(filter(None, directions))
        where = field.section or "lists"
        if sides and field.contest != "pairs":
            message = f"the guide has one ranking list for a {field.contest} event, without directions"
            yield problem(where, " ".join(sorted(sides)), message, "give one list over the whole field", "4.1")
        elif sides and (sides not in SIDES or len(sides) < len(directions)):
            message = "two-winner pairs have one N/S and one E/W list in each section"
            yield problem(where, " ".join(directions), message, "name each section, with its NS and EW list", "3.13")
        elif field.contest == "pairs":
            yield from movement_problems(bool(sides), facts)
        if any((entry.team_size or ORDINARY_TEAM) > ORDINARY_TEAM for one in field.lists for entry in one.entries):
            message = "the guide has no scale for teams of more than four at the table"
            yield problem(where, "team_size", message, FULL_HANDBOOK, "2.5")


def movement_problems(two_lists: bool, facts: Facts) -> Iterator[Problem]:
    """3.12, 3.13: the movement decides how many winners there are."""
    if facts.movement in TWO_WINNERS and not two_lists:
        message = "this movement gives two winners, but there is one list"
        yield problem("facts.movement", facts.movement, message, "give an NS and an EW list", "3.13")
    if facts.movement in ONE_WINNER and two_lists:
        message = "this movement gives one winner, but there is a list for each direction"
        yield problem("facts.movement", facts.movement, message, "give one list over the whole field", "3.12")


def kind_of(field: Field) -> str:
    """Which of the scales serves this field."""
    if field.contest != "pairs":
        return field.contest
    return "two-winner pairs" if any(ranking.direction for ranking in field.lists) else "one-winner pairs"


def entered(ranking: RankingList, kind: str) -> int:
    """Contestants in a list: as listed, as its size says, or as its tables make them.

    Where nothing else is known of a half table, its pair sits North-South, as in example 12.
    """
    listed = len(entries_of(ranking))
    if ranking.size is None and ranking.tables is not None:
        whole = ceil if ranking.direction == "NS" else floor
        listed = max(listed, whole(Fraction(ranking.tables) * SEATS[kind]))
    return max(listed, ranking.size or 0) - without_standing(ranking)


def complete_tables(field: Field) -> int:
    """Half tables are not complete; of two directions the shorter one counts."""
    kind = kind_of(field)
    told = [ranking.tables for ranking in field.lists if ranking.tables is not None]
    if told:
        return floor(max(told))
    return min(entered(ranking, kind) // SEATS[kind] for ranking in field.lists)


def too_few(field: Field) -> Step | None:
    """3.8 to 3.11: why a field this small earns nothing."""
    least, number, reminder = MINIMUM_TABLES[kind_of(field)]
    tables = complete_tables(field)
    if tables >= least:
        return None
    played = fact(tables, clause(reminder), "complete tables")
    return nothing(clause(number), f"no awards: {kind_of(field)} need at least {least} complete tables", played)


def too_short(boards: int, number: str = "3.6") -> Step | None:
    """3.6, 3.7: fewer than twenty boards, in an event or in a stage of it, earn nothing."""
    if boards >= MINIMUM_BOARDS:
        return None
    played = fact(boards, clause(number), "boards for each contestant")
    return nothing(clause(number), f"no awards: at least {MINIMUM_BOARDS} boards must be played", played)


def pay_list(
    ranking: RankingList,
    ladder: Ladder,
    *,
    ties: TieClauses,
    kind: str,
    boards_clause: str = "3.6",
    ranked: Sequence[tuple[Entry, Finish]] | None = None,
    name: str = "",
) -> list[Award]:
    """What each entry of a list earns on a ladder; entries without standing are out of it (S-35)."""
    paid: dict[Finish, Step] = {}
    awards: list[Award] = []
    label = name or list_name(ranking)
    for entry, finish in with_standing(ranking) if ranked is None else ranked:
        if finish not in paid:
            paid[finish] = earned(finish, ladder, ties)
        awards += to_players(entry, paid[finish], kind=kind, ranking=label, boards_clause=boards_clause)
    if ranked is None:
        awards += no_standing(ranking, kind, label)
    return awards


def no_standing(ranking: RankingList, kind: str, label: str = "") -> list[Award]:
    reason = nothing(clause("3.2"), "playing without standing: not entitled to an award", reading="S-35")
    return [Award(entry, reason, LOCAL, kind, None, label) for entry in ranking.entries if entry.standing != "full"]


def pay_nobody(lists: Sequence[RankingList], reason: Step, kind: str) -> list[Award]:
    """Everybody gets the same answer: nothing, and why."""
    return [Award(entry, reason, LOCAL, kind) for ranking in lists for entry in entries_of(ranking)]


def to_players(entry: Entry, step: Step, *, kind: str, ranking: str = "", boards_clause: str = "3.6") -> list[Award]:
    """3.1, 3.6: the award goes to each player, except to those who did not play enough."""
    if not step.value:
        return [Award(entry, step, LOCAL, kind, None, ranking)]
    if not entry.players:
        return [Award(entry, _short(entry.boards, boards_clause) or step, LOCAL, kind, None, ranking)]
    reasons = [_barred(player, entry, boards_clause) for player in entry.players]
    if not any(reasons):
        return [Award(entry, step, LOCAL, kind, None, ranking)]
    kept = tuple(player for player, reason in zip(entry.players, reasons, strict=True) if reason is None)
    awards = [Award(entry, step, LOCAL, kind, kept, ranking)] if kept else []
    return awards + [
        Award(entry, reason, LOCAL, kind, (player,), ranking)
        for player, reason in zip(entry.players, reasons, strict=True)
        if reason is not None
    ]


def _barred(player: Player, entry: Entry, boards_clause: str) -> Step | None:
    if player.captain:
        return nothing(clause("3.6"), "did not play")
    if player.earned_elsewhere:
        return nothing(clause("3.4"), "already has the points for this event")
    return _short(entry.boards if player.boards is None else player.boards, boards_clause)


def _short(boards: int | None, number: str) -> Step | None:
    if boards is None or boards >= MINIMUM_BOARDS:
        return None
    played = fact(boards, clause(number), "boards played")
    message = f"fewer than {MINIMUM_BOARDS} boards played; the others keep their places"
    return nothing(clause(number), message, played, reading="S-24")


def general_remarks(facts: Facts) -> list[Remark]:
    """What should be said beside the awards of any event."""
    remarks = [Remark(clause("3.1"), "every figure is for each player of the entry")]
    if facts.seeded:
        remarks.append(Remark(clause("11.4"), "seeding is a condition of contest: the ranking list stands as it is"))
    return remarks
