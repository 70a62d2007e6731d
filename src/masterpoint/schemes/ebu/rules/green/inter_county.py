"""6.5, Inter-county teams leagues: Green Points for matches and places, taken off the Local Points of the league."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import partial

from msgspec.structs import replace

from masterpoint.core.derivation import Award, Result, Step, derive, fact, nothing
from masterpoint.core.editions import Awarding
from masterpoint.core.errors import Problem, Refused
from masterpoint.core.events import Division, Entry, LeagueEvent, Matches, Player
from masterpoint.core.exact import Exact, exact
from masterpoint.core.mechanisms import mean_of, total
from masterpoint.core.parsing import facts_from
from masterpoint.core.places import Finish, finishes, moved_up
from masterpoint.core.rounding import up_to_hundredth
from masterpoint.core.tables import Band, band
from masterpoint.schemes.ebu.rules.facts import Facts
from masterpoint.schemes.ebu.rules.green.paying import reduce_all
from masterpoint.schemes.ebu.rules.handbook import TITLE, clause, problem, remark
from masterpoint.schemes.ebu.rules.principles.paying import GREEN
from masterpoint.schemes.ebu.rules.records.crediting import (
    PLAYED_SHARE,
    held_remarks,
    to_players,
    without_standing_reason,
)
from masterpoint.schemes.families.british_matches import is_play_off

MATCH_AWARDS = (  # 6.5.5: boards a match; divisions 1, 2 and 3
    Band(0, 7, ("-", "-", "-")),
    Band(8, 15, ("0.25", "-", "-")),
    Band(16, 23, ("0.50", "0.25", "-")),
    Band(24, None, ("0.75", "0.50", "0.25")),
)
BONUS_WINS = (  # 6.5.5: teams in the division; 1st, 2nd and 3rd
    Band(1, 5, (0, 0, 0)),
    Band(6, 10, (1, 0, 0)),
    Band(11, 15, (2, 1, 0)),
    Band(16, None, (3, 2, 1)),
)
MEMBERS = {4: 6, 8: 12}  # 6.5.3
TWELVE = 12


def award(event: LeagueEvent, ordinary: Awarding) -> Result:
    """6.5.2: Local Points in the usual way, reduced by the Green ones."""
    facts: Facts = facts_from(event, Facts)
    problems = [*permission_problems(event, facts), *team_problems(event)]
    if problems:
        raise Refused(problems)
    awards: list[Award] = []
    notes = [remark("6.5.1", "approved by the Tournament Committee to give Green Points")]
    for division in event.divisions:
        number = division_number(event, division, facts)
        green = division_awards(event, division, number)
        usual = ordinary(as_usual(event, division, number))
        awards += [*green, *reduce_all(usual.awards, green, "6.5.2")]
        notes += usual.remarks
    notes += held_remarks(event, awards)
    return Result(event, TITLE, tuple(awards), tuple(dict.fromkeys(notes)))


def permission_problems(event: LeagueEvent, facts: Facts) -> Iterator[Problem]:
    """6.5.1: by the Tournament Committee's approval, and between counties."""
    if event.organiser.level != "inter-county" and facts.kind != "inter-county":
        message = "only an inter-county league may give Green Points"
        fix = 'say `level = "inter-county"`, or leave the colour out'
        yield problem("organiser.level", event.organiser.level, message, fix, "6.5.1")
    if not facts.permission:
        message = "a league needs the Tournament Committee's approval to give Green Points"
        fix = "apply for it and say `permission = true` under facts"
        yield problem("facts.permission", False, message, fix, "6.5.1")


def team_problems(event: LeagueEvent) -> Iterator[Problem]:
    """6.5.3: teams of four, eight or twelve, with half as many again on their books."""
    for index, division in enumerate(event.divisions):
        for place, entry in enumerate(division.entries):
            path, playing = f"divisions[{index}].entries[{place}]", entry.team_size or 4
            members = sum(not player.captain for player in entry.players)
            if playing not in (*MEMBERS, TWELVE):
                message = "awards are given for teams of four, of eight and of twelve"
                yield problem(f"{path}.team_size", playing, message, "ask the EBU for a special scale", "6.5.3")
            elif playing in MEMBERS and members > MEMBERS[playing]:
                message = f"a team of {playing} has at most {MEMBERS[playing]} players"
                fix = "list no more than these, or give the team_size"
                yield problem(f"{path}.players", members, message, fix, "6.5.3")


def division_number(event: LeagueEvent, division: Division, facts: Facts) -> int:
    """6.5.4: divisions as told; a single one goes by which teams of the counties play in it, the first by default."""
    if len(event.divisions) == 1 and division.level == 1 and facts.team_letter:
        return ord(facts.team_letter) - ord("A") + 1
    return division.level


def as_usual(event: LeagueEvent, division: Division, number: int) -> LeagueEvent:
    """6.5.2, 1.2.6(e): one division in Local Points, at the status of the counties' A, B, C … teams."""
    letter = chr(min(ord("A") + number - 1, ord("Z")))
    only = replace(division, level=1)
    return replace(event, colour="", divisions=(only,), facts={**event.facts, "team_letter": letter})


def division_awards(event: LeagueEvent, division: Division, number: int) -> list[Award]:
    """Matches won, and bonus wins for the leaders."""
    length, reading = usual_length(division), "E57" if is_mixed(division) else ""
    standing = [entry for entry in division.entries if entry.standing == "full"]
    placed = {id(entry): finish for entry, finish in moved_up(standing)} if any(_places(division)) else {}
    teams = max(len(standing), (division.size or 0) - (len(division.entries) - len(standing)))
    awards: list[Award] = []
    for entry in division.entries:
        column = number + 1 if entry.team_size == TWELVE else number
        awards += match_awards(entry, column)
        if entry.standing != "full":
            awards.append(Award(entry, without_standing_reason(entry, GREEN), GREEN, "ranking"))
        elif id(entry) in placed:
            awards += ranking_awards(
                entry, placed[id(entry)], teams, replace(bonus_win(length, column, entry), reading=reading)
            )
    return awards


def _places(division: Division) -> Iterator[int]:
    return (finish.place for finish in finishes(division.entries))


def usual_length(division: Division) -> int:
    """Boards of the division's matches; of the commonest length, the longer of two that are equally common."""
    lengths = Counter[int]()
    for entry in division.entries:
        for group in entry.matches:
            lengths[group.boards] += group.won + group.drawn + group.lost
    return max(lengths, key=lambda boards: (lengths[boards], boards), default=0)


def match_win(boards: int, column: int) -> Step:
    """6.5.5: the printed award for winning a match."""
    row = band(MATCH_AWARDS, boards)
    assert row is not None
    played = fact(boards, clause("6.5.4"), "boards in a match")
    printed = row.holds[column - 1] if column <= len(row.holds) else "-"
    if printed == "-":
        return nothing(clause("6.5.5"), f"no Green Points for {boards}-board matches in division {column}", played)
    return Step(exact(printed), clause("6.5.5"), f"a match won in division {column}", None, (played,))


def is_mixed(division: Division) -> bool:
    return len({group.boards for entry in division.entries for group in entry.matches}) > 1


def bonus_win(boards: int, column: int, entry: Entry) -> Step:
    win = match_win(boards, column)
    if entry.team_size != TWELVE:
        return win
    return derive(_same, win, clause=clause("6.5.3"), message="teams of twelve: as the next division down")


def _same(value: Exact) -> Exact:
    return value


def match_awards(entry: Entry, column: int) -> list[Award]:
    """What a team's matches earn; players with matches of their own are paid for those."""
    if entry.standing == "none":
        return []
    own: dict[tuple[Matches, ...], list[Player]] = {}
    for player in entry.players:
        own.setdefault(entry.matches if player.matches is None else player.matches, []).append(player)
    if len(own) <= 1:
        step = matches_award(next(iter(own), entry.matches), column, entry)
        return to_players(entry, step, colour=GREEN, kind="matches", boards=boards_of(entry.matches))
    awards: list[Award] = []
    for matches, players in own.items():
        part = replace(entry, players=tuple(players))
        step = matches_award(matches, column, entry)
        awards += [
            replace(award, entry=entry, players=tuple(award.recipients))
            for award in to_players(part, step, colour=GREEN, kind="matches")
        ]
    return awards


def matches_award(groups: tuple[Matches, ...], column: int, entry: Entry) -> Step:
    parts = [part for group in groups if counts(group) for part in _group(group, column, entry)]
    paid = [part for part in parts if part.value]
    if not paid:
        return parts[0] if len(parts) == 1 else nothing(clause("6.5.5"), "no match that earns Green Points", *parts)
    return paid[0] if len(paid) == 1 else derive(total, *paid, clause=clause("6.5.5"), message="all matches together")


def counts(group: Matches) -> bool:
    """3.6.1, 4.5.9: no award for a match not played, nor for a play-off."""
    return group.conceded != "unplayed" and not is_play_off(group)


def _group(group: Matches, column: int, entry: Entry) -> Iterator[Step]:
    win = bonus_win(group.boards, column, entry)
    if not win.value:
        yield win
        return
    if group.won:
        message = f"{group.won} won of {group.boards} boards"
        yield derive(partial(_times, group.won), win, clause=clause("6.5.5"), message=message)
    if group.drawn:
        half = derive(
            _half_up, win, clause=clause("4.5.8"), message="a drawn match is half a win, up to 0.01", reading="E54"
        )
        message = f"{group.drawn} drawn of {group.boards} boards"
        yield derive(partial(_times, group.drawn), half, clause=clause("6.5.5"), message=message)


def _times(count: int, value: Exact) -> Exact:
    return value * count


def _half_up(value: Exact) -> Exact:
    return up_to_hundredth(mean_of(2, value))


def boards_of(groups: tuple[Matches, ...]) -> int:
    return sum(group.boards * (group.won + group.drawn + group.lost) for group in groups)


def ranking_awards(entry: Entry, finish: Finish, teams: int, win: Step) -> list[Award]:
    """6.5.5: bonus wins of the first three, to players who took part in a third of all matches (6.5.4)."""
    step = ranking_award(finish, teams, win)
    played = number_of(entry.matches)
    if not step.value or not any(player.matches is not None for player in entry.players):
        return to_players(entry, step, colour=GREEN, boards=boards_of(entry.matches))
    few = [player for player in entry.players if number_of(player.matches, played) * PLAYED_SHARE < played]
    enough = tuple(player for player in entry.players if not any(player is one for one in few))
    awards = to_players(replace(entry, players=enough), step, colour=GREEN) if enough else []
    awards = [replace(award, entry=entry, players=tuple(award.recipients)) for award in awards]
    out = nothing(clause("6.5.4"), f"played in fewer than a third of the team's {played} matches")
    return awards + [Award(entry, out, GREEN, "ranking", (player,)) for player in few]


def number_of(groups: tuple[Matches, ...] | None, otherwise: int = 0) -> int:
    return otherwise if groups is None else sum(group.won + group.drawn + group.lost for group in groups)


def ranking_award(finish: Finish, teams: int, win: Step) -> Step:
    """The bonus wins of a place, or the share of those who tie."""
    row = band(BONUS_WINS, teams)
    bonuses = () if row is None else row.holds
    counts = [bonuses[place - 1] if place <= len(bonuses) else 0 for place in finish.places]
    size = fact(teams, clause("6.5.5"), "teams in the division")
    if not any(counts):
        return nothing(clause("6.5.5"), f"place {finish}: no bonus wins", size)
    steps = [
        derive(partial(_bonus, count), win, size, clause=clause("6.5.5"), message=f"place {place}: bonus wins: {count}")
        for place, count in zip(finish.places, counts, strict=True)
    ]
    if len(steps) == 1:
        return steps[0]
    shared = derive(
        partial(mean_of, len(steps)), *steps, clause=clause("3.5.1"), message=f"{finish}: shared by {len(steps)}"
    )
    if up_to_hundredth(shared.value) == shared.value:
        return shared
    return derive(up_to_hundredth, shared, clause=clause("3.4.1"), message="share rounded up to 0.01", reading="A21")


def _bonus(count: int, win: Exact, teams: Exact) -> Exact:
    return win * count
