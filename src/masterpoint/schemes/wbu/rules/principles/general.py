"""Chapter 2, General principles relating to awards: who is paid, and when nobody is."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import partial

from masterpoint.core.derivation import Remark, Step, derive, fact, nothing
from masterpoint.core.errors import Problem
from masterpoint.core.events import AnyEvent, Entry
from masterpoint.core.exact import Exact, tidy
from masterpoint.core.mechanisms import Ladder, award_for, product
from masterpoint.core.parsing import facts_from
from masterpoint.core.places import Finish
from masterpoint.core.rounding import up_to_whole
from masterpoint.core.traversal import everybody, ranking_lists
from masterpoint.schemes.families.fields import Field
from masterpoint.schemes.wbu.rules.facts import Facts
from masterpoint.schemes.wbu.rules.handbook import clause, problem, refuse

MINIMUM_TABLES = {  # 2.1.1: contest, and whether the lists differ in direction
    ("individual", False): 2,
    ("pairs", False): 3,
    ("teams", False): 3,
    ("pairs", True): 5,
    ("individual", True): 5,
    ("teams", True): 3,
}
MINIMUM_BOARDS = 12  # 2.1.2, 2.1.3
PLAYED_SHARE = 3  # 2.3.2: one third
LARGE_TEAMS = ((14, Fraction(1, 2)), (10, Fraction(3, 4)))  # 2.3.3: from so many players at the table
MINIMUM_AWARD = 6  # 4.4.5, at Club status
DIRECTIONS = {"pairs": ["EW", "NS"], "individual": ["E", "N", "S", "W"]}  # 4.1.4
TIE_MINIMUM = {"teams": 10, "two-winner": 10, "one-winner pairs": 6, "individual": 6}  # 2.5.1, W27
LADDER_RESULTS = 6  # 2.7.3
INVITED = ("inter-organisation", "inter-club", "invitation")  # 3.3.2, 3.2.7(e)
REDUCED = ("4.2.4", "4.4.3")  # clauses of constant reductions, whose rounding 4.4.4 repeats
LOCAL, GREEN, GOLD = "local", "green", "gold"


def require_acceptable(event: AnyEvent) -> None:
    """2.3.3, 2.8 and 2.9: what no form of event may do."""
    facts: Facts = facts_from(event, Facts)
    refuse((*_handicap(event, facts), *_sections(event, facts), *_directions(event), *_team_sizes(event)))


def _handicap(event: AnyEvent, facts: Facts) -> Iterator[Problem]:
    if event.handicap:
        yield problem(
            "2.9.1",
            "handicap",
            "true",
            "no awards may be made on a handicap ranking",
            "re-score the event without the handicap and give that ranking",
        )
    if facts.qualified_by_handicap:
        yield problem(
            "2.9.1",
            "facts.qualified_by_handicap",
            "true",
            "contestants reached this stage on a handicap, so it cannot be re-scored without",
            "no points can be given for this stage",
        )


def _sections(event: AnyEvent, facts: Facts) -> Iterator[Problem]:
    if not facts.sections_scored_as_one:
        return
    place, fix = "facts.sections_scored_as_one", "give one ranking list for each section"
    if event.contest == "teams" or event.scoring not in ("matchpoints", "percentage"):
        message = (
            "only match-pointed sections can be one field; teams and other scoring are rewarded inside each section"
        )
        yield problem("2.8.2", place, "true", message, fix)
    if not facts.same_boards:
        yield problem("2.8.1", "facts.same_boards", "false", "sections of one field play the same boards", fix)


def _directions(event: AnyEvent) -> Iterator[Problem]:
    """4.1.4: two lists of pairs or four of individuals, one for each direction; or one list for all."""
    sections: dict[str, list[str]] = {}
    for path, ranking in ranking_lists(event):
        where = f"{path.rpartition('[')[0]}|{ranking.section}"
        if ranking.direction:
            sections.setdefault(where, []).append(ranking.direction)
    for where, found in sections.items():
        if sorted(found) != DIRECTIONS.get(event.contest):
            message = "a movement with a winner in each direction has one list for each of them"
            fix = "give NS and EW for pairs, N, S, E and W for individuals; no direction where there is one ranking"
            yield problem("4.1.4", where.partition("|")[0], ", ".join(found), message, fix)


def _team_sizes(event: AnyEvent) -> Iterator[Problem]:
    for path, entry in everybody(event):
        if entry.team_size is not None and (event.contest != "teams" or entry.team_size % 2):
            message = "players of a team who sit at the tables at any one time come in pairs"
            fix = "give 8, 10, 12 …; leave it out where four play, however many members the team has"
            yield problem("2.3.3", f"{path}.team_size", entry.team_size, message, fix)


def too_many_boards(event: AnyEvent, boards: int) -> Iterator[Problem]:
    """Matches that do not fit into the event; short triangles may be a little longer than a match."""
    for path, entry in everybody(event):
        played = sum(group.boards * (group.won + group.drawn + group.lost) for group in entry.matches if not group.mini)
        if played > boards:
            message = f"{played} boards in matches, more than the {boards} each contestant plays in all"
            yield problem("4.5.4", f"{path}.matches", played, message, "mend the matches, or the boards of the event")


def no_award_reason(event: AnyEvent, field: Field, boards: int, *, stage: bool = False) -> Step | None:
    """2.1: why nobody in this field is paid, if that is so."""
    least = MINIMUM_TABLES[event.contest, field.winners > 1]
    if not stage and field.full_tables < least:
        unit = "complete teams" if event.contest == "teams" else "complete tables"
        return nothing(
            clause("2.1.1"), f"no awards below {least} {unit}", fact(field.full_tables, clause("2.1.1"), unit)
        )
    return too_short(boards, "2.1.3" if stage else "2.1.2")


def too_short(boards: int, number: str, reading: str = "") -> Step | None:
    """2.1.2 and 2.1.3: twelve boards for everybody, in the event and in each stage of it."""
    if boards >= MINIMUM_BOARDS:
        return None
    return nothing(
        clause(number),
        f"no awards unless everybody plays at least {MINIMUM_BOARDS} boards",
        fact(boards, clause(number), "boards scheduled for each contestant"),
        reading=reading,
    )


def too_few(tables: int, least: int, number: str) -> Step | None:
    """An original entry below what an event of its kind needs."""
    if tables >= least:
        return None
    return nothing(
        clause(number), f"no awards below {least} full tables", fact(tables, clause(number), "original entry")
    )


def as_it_is(value: Exact) -> Exact:
    """Fractions are kept until the end (2.4.1)."""
    return value


def large_team(step: Step, entry: Entry) -> Step:
    """2.3.3: more than eight at the tables at once; no minimum is restored (A20)."""
    factor = next((share for least, share in LARGE_TEAMS if (entry.team_size or 4) >= least), None)
    if factor is None or not step.value:
        return step
    message = f"teams of {entry.team_size} receive {factor} of the award"
    return derive(partial(_times, factor), step, clause=clause("2.3.3"), message=message, reading="A20")


def _times(factor: Fraction, value: Exact) -> Exact:
    return tidy(value * factor)


def rounded_up(step: Step) -> Step:
    """2.4.1: to a whole number, once, at the end."""
    if isinstance(step.value, int):
        return step
    number = "4.4.4" if step.clause.number in REDUCED else "2.4.1"
    return derive(up_to_whole, step, clause=clause(number), message="rounded up, once, at the end")


def tie_minimum(column: str, level: Step) -> Step:
    """2.5.1: the least a tie pays, by movement."""
    return derive(
        partial(product, TIE_MINIMUM[column]),
        level,
        clause=clause("2.5.1"),
        message=f"least award of a tie: {TIE_MINIMUM[column]} at Club status for this movement",
        reading="W27",
    )


def place_figure(finish: Finish, ladder: Ladder, minimum: Step | None, unpaid: str) -> Step:
    """2.5.1: what a finish earns, fractions kept; the minimum never lifts a tie above its best place (W53)."""
    if minimum is not None and finish.place <= len(ladder) and ladder[finish.place - 1].value < minimum.value:
        message = "least award of a tie: no more than its best place alone"
        best = ladder[finish.place - 1]
        minimum = derive(as_it_is, best, clause=clause("2.5.1"), message=message, reading="W53")
    figure = award_for(
        finish,
        ladder,
        unpaid=clause(unpaid),
        tie=clause("2.5.1"),
        rounding=as_it_is,
        rounded=clause("2.4.1"),
        floor=minimum,
    )
    shared = ladder[finish.place - 1 : finish.place - 1 + finish.sharing]
    if finish.sharing == 1 or not any(step.clause.number == "4.4.5" for step in shared):
        return figure
    message = "places at the minimum award were shared as that minimum"
    return derive(as_it_is, figure, clause=clause("2.5.1"), message=message, reading="A05")


def fed_by_a_ladder(facts: Facts) -> Iterator[Problem]:
    """2.7.4: six separate sessions or more make a ladder, whose final 4.11.9 provides for."""
    if (facts.fed_by_sessions or 0) >= LADDER_RESULTS:
        message = "a final fed by six separate sessions or more is the final of a ladder"
        fix = 'write form = "ladder" with final = true'
        yield problem("2.7.4", "facts.fed_by_sessions", facts.fed_by_sessions or "", message, fix)


def basic_only(facts: Facts) -> Remark | None:
    """2.7.4 and 3.3.2: finals to which the quali-final scales do not apply."""
    if facts.fed_by_sessions is not None:
        message = (
            "qualified for in separate sessions with different competitors: paid as an ordinary game of its own size"
        )
        return Remark(clause("2.7.4"), message)
    if facts.kind in INVITED:
        return Remark(clause("3.3.2"), "only the entry on the day counts, not the stages other bodies held before")
    return None
