"""6.5, Inter-county teams leagues: Green Points for matches and places, taken off the Local Points of the league."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import partial

from msgspec.structs import replace

from masterpoint.core.books import rule
from masterpoint.core.derivation import Award, Result, Step, derive, fact, nothing
from masterpoint.core.editions import Awarding
from masterpoint.core.errors import Problem, Refused
from masterpoint.core.events import Division, Entry, LeagueEvent, Matches, Player
from masterpoint.core.exact import Exact, tidy
from masterpoint.core.mechanisms import identity, mean_of, total, with_reason
from masterpoint.core.parsing import facts_from
from masterpoint.core.places import Finish, finishes, moved_up
from masterpoint.core.rounding import up_to_hundredth
from masterpoint.core.sentences import part_in_words, sentence
from masterpoint.core.tables import band
from masterpoint.schemes.ebu.book import Book
from masterpoint.schemes.ebu.rules.facts import Facts
from masterpoint.schemes.ebu.rules.green.paying import reduce_all
from masterpoint.schemes.ebu.rules.local.divisions import division_name
from masterpoint.schemes.ebu.rules.principles.definitions import FOUR
from masterpoint.schemes.ebu.rules.principles.paying import GREEN
from masterpoint.schemes.ebu.rules.records.crediting import held_remarks, to_players, without_standing_reason
from masterpoint.schemes.families.bands import bands
from masterpoint.schemes.families.british_matches import is_play_off
from masterpoint.schemes.families.words import in_words


@rule
def award(book: Book, event: LeagueEvent, ordinary: Awarding) -> Result:
    """6.5.2: Local Points in the usual way, reduced by the Green ones."""
    facts: Facts = facts_from(event, Facts)
    problems = [*permission_problems(book, event, facts), *team_problems(book, event)]
    if problems:
        raise Refused(problems)
    awards: list[Award] = []
    notes = [book.remark("6.5.1", "approved by the Tournament Committee to give Green Points")]
    for division in event.divisions:
        number = division_number(event, division, facts)
        name = division_name(division)
        green = [replace(award, ranking=name) for award in division_awards(book, event, division, number)]
        local_result = ordinary(as_usual(event, division, number))
        awards += [*green, *reduce_all(book, local_result.awards, green, "6.5.2")]
        notes += local_result.remarks
    notes += held_remarks(book, event, awards)
    return Result(event, book.title, tuple(awards), tuple(dict.fromkeys(notes)))


def permission_problems(book: Book, event: LeagueEvent, facts: Facts) -> Iterator[Problem]:
    """6.5.1: only between counties, and with the Tournament Committee's approval."""
    if event.organiser.level != "inter-county" and facts.kind != "inter-county":
        message = "only an inter-county league may give Green Points"
        fix = 'say `level = "inter-county"`, or leave the colour out'
        yield book.problem("organiser.level", event.organiser.level, message, fix, "6.5.1")
    if not facts.permission:
        message = "a league needs the Tournament Committee's approval to give Green Points"
        fix = "apply for it and say `permission = true` under facts"
        yield book.problem("facts.permission", False, message, fix, "6.5.1")


def team_problems(book: Book, event: LeagueEvent) -> Iterator[Problem]:
    """6.5.3: teams of four, eight or twelve, with half as many again on their books."""
    for index, division in enumerate(event.divisions):
        for place, entry in enumerate(division.entries):
            yield from _team_problems(book, entry, f"divisions[{index}].entries[{place}]")


def _team_problems(book: Book, entry: Entry, path: str) -> Iterator[Problem]:
    maximum_by_size, large_size = (
        dict(book.figures.inter_county.members.value),
        book.figures.inter_county.large_team.value,
    )
    team_size = entry.team_size or FOUR
    members = sum(not player.captain for player in entry.players)
    if team_size not in (*maximum_by_size, large_size):
        *sizes, last = (f"of {in_words(size)}" for size in (*maximum_by_size, large_size))
        message = f"awards are given for teams {', '.join(sizes)} and {last}"
        yield book.problem(f"{path}.team_size", team_size, message, "ask the EBU for a special scale", "6.5.3")
    elif team_size in maximum_by_size and members > maximum_by_size[team_size]:
        message = f"a team of {team_size} has at most {maximum_by_size[team_size]} players"
        fix = "list no more than these, or give the team_size"
        yield book.problem(f"{path}.players", members, message, fix, "6.5.3")


def division_number(event: LeagueEvent, division: Division, facts: Facts) -> int:
    """6.5.4: the division as given; a single one takes that of the counties' teams in it, the first by default."""
    if len(event.divisions) == 1 and division.level == 1 and facts.team_letter:
        return ord(facts.team_letter) - ord("A") + 1
    return division.level


def as_usual(event: LeagueEvent, division: Division, number: int) -> LeagueEvent:
    """6.5.2, 1.2.6(e): one division in Local Points, at the status of the counties' A, B, C … teams."""
    letter = chr(min(ord("A") + number - 1, ord("Z")))
    only = replace(division, level=1, name=division_name(division))
    return replace(event, colour="", divisions=(only,), facts={**event.facts, "team_letter": letter})


def division_awards(book: Book, event: LeagueEvent, division: Division, number: int) -> list[Award]:
    """Matches won, and bonus wins for the leaders."""
    full_entries = [entry for entry in division.entries if entry.standing == "full"]
    finish_by_entry = {id(entry): finish for entry, finish in moved_up(full_entries)} if any(_places(division)) else {}
    teams = max(len(full_entries), (division.size or 0) - (len(division.entries) - len(full_entries)))
    awards: list[Award] = []
    for entry in division.entries:
        column = number + 1 if entry.team_size == book.figures.inter_county.large_team.value else number
        awards += match_awards(book, entry, column)
        if entry.standing != "full":
            awards.append(Award(entry, without_standing_reason(book, entry, GREEN), GREEN, "ranking"))
        elif id(entry) in finish_by_entry:
            win = usual_win(book, division, column, entry)
            awards += ranking_awards(book, entry, finish_by_entry[id(entry)], teams, win)
    return awards


def _places(division: Division) -> Iterator[int]:
    return (finish.place for finish in finishes(division.entries))


def usual_win(book: Book, division: Division, column: int, entry: Entry) -> Step:
    """A win in a match of the commonest length of the division, the longer of two that are equally common (E57)."""
    lengths = Counter[int]()
    for team in division.entries:
        for group in team.matches:
            lengths[group.boards] += group.won + group.drawn + group.lost
    length = max(lengths, key=lambda boards: (lengths[boards], boards), default=0)
    win = bonus_win(book, length, column, entry)
    if not is_mixed(division):
        return win
    template = "the commonest length: {count} matches won, drawn or lost"
    message = sentence(template, count=lengths[length])
    return derive(identity, win, clause=book.clause("6.5.5"), message=message, reading="E57")


@rule
def match_win(book: Book, boards: int, column: int) -> Step:
    """6.5.5: the printed award for winning a match."""
    table = book.figures.inter_county.match_awards
    row = band(bands(table.value), boards)
    boards_step = fact(boards, book.clause("6.5.4"), "boards in a match")
    figure = row.value[column - 1] if row is not None and column <= len(row.value) else 0
    if not figure:
        template = "no Green Points for {boards}-board matches in division {division}"
        return nothing(table.clause, sentence(template, boards=boards, division=column), boards_step)
    template = "a match won in division {division}, or by counties' {letter} teams"
    message = sentence(template, division=column, letter=chr(ord("A") + column - 1))
    return Step(tidy(figure), table.clause, message, None, (boards_step,))


def is_mixed(division: Division) -> bool:
    return len({group.boards for entry in division.entries for group in entry.matches}) > 1


def bonus_win(book: Book, boards: int, column: int, entry: Entry) -> Step:
    win = match_win(book, boards, column)
    large_team = book.figures.inter_county.large_team
    if entry.team_size != large_team.value:
        return win
    message = sentence("teams of {size}: as the next division down", size=in_words(large_team.value))
    return derive(with_reason, win, clause=large_team.clause, message=message)


def match_awards(book: Book, entry: Entry, column: int) -> list[Award]:
    """What a team's matches earn; players with matches of their own are paid for those."""
    if entry.standing == "none":
        return []
    players_by_matches: dict[tuple[Matches, ...], list[Player]] = {}
    for player in entry.players:
        players_by_matches.setdefault(entry.matches if player.matches is None else player.matches, []).append(player)
    if len(players_by_matches) <= 1:
        step = matches_award(book, next(iter(players_by_matches), entry.matches), column, entry)
        return to_players(book, entry, step, colour=GREEN, kind="matches", boards=boards_of(entry.matches))
    awards: list[Award] = []
    for matches, players in players_by_matches.items():
        part = replace(entry, players=tuple(players))
        step = matches_award(book, matches, column, entry)
        awards += [
            replace(award, entry=entry, players=tuple(award.recipients))
            for award in to_players(book, part, step, colour=GREEN, kind="matches")
        ]
    return awards


def matches_award(book: Book, groups: tuple[Matches, ...], column: int, entry: Entry) -> Step:
    parts = [part for group in groups if counts(group) for part in _group(book, group, column, entry)]
    paid_parts = [part for part in parts if part.value]
    if not paid_parts:
        return nothing(book.clause("6.5.5"), "no match that earns Green Points", *parts)
    return derive(total, *paid_parts, clause=book.clause("6.5.5"), message="all matches together")


def counts(group: Matches) -> bool:
    """3.6.1, 4.5.9: no award for a match not played, nor for a play-off."""
    return group.conceded != "unplayed" and not is_play_off(group)


def _group(book: Book, group: Matches, column: int, entry: Entry) -> Iterator[Step]:
    win = bonus_win(book, group.boards, column, entry)
    if not win.value:
        yield win
        return
    if group.won:
        message = sentence("{won} won of {boards} boards", won=group.won, boards=group.boards)
        yield derive(partial(_times, group.won), win, clause=book.clause("6.5.5"), message=message)
    if group.drawn:
        draw_message = "a drawn match is half a win, up to 0.01"
        half_win = derive(_half_up, win, clause=book.clause("4.5.8"), message=draw_message, reading="E54")
        message = sentence("{drawn} drawn of {boards} boards", drawn=group.drawn, boards=group.boards)
        yield derive(partial(_times, group.drawn), half_win, clause=book.clause("6.5.5"), message=message)


def _times(count: int, value: Exact) -> Exact:
    return value * count


def _half_up(value: Exact) -> Exact:
    return up_to_hundredth(mean_of(2, value))


def boards_of(groups: tuple[Matches, ...]) -> int:
    return sum(group.boards * (group.won + group.drawn + group.lost) for group in groups)


def ranking_awards(book: Book, entry: Entry, finish: Finish, teams: int, win: Step) -> list[Award]:
    """6.5.5: bonus wins of the first three, for players who took part in a third of all matches (6.5.4)."""
    step = ranking_award(book, finish, teams, win)
    match_count = number_of(entry.matches)
    if not step.value or not any(player.matches is not None for player in entry.players):
        return to_players(book, entry, step, colour=GREEN, boards=boards_of(entry.matches))
    share = book.figures.principles.played_share.value
    short_players = [player for player in entry.players if number_of(player.matches, match_count) < share * match_count]
    recipients = tuple(player for player in entry.players if not any(player is other for other in short_players))
    awards = to_players(book, replace(entry, players=recipients), step, colour=GREEN) if recipients else []
    awards = [replace(award, entry=entry, players=tuple(award.recipients)) for award in awards]
    message = sentence(
        "played in fewer than {part} of the team's {played} matches", part=part_in_words(share), played=match_count
    )
    no_award = nothing(book.clause("6.5.4"), message)
    return awards + [Award(entry, no_award, GREEN, "ranking", (player,)) for player in short_players]


def number_of(groups: tuple[Matches, ...] | None, default: int = 0) -> int:
    return default if groups is None else sum(group.won + group.drawn + group.lost for group in groups)


@rule
def ranking_award(book: Book, finish: Finish, teams: int, win: Step) -> Step:
    """The bonus wins of a place, or the share of those who tie."""
    row = band(bands(book.figures.inter_county.bonus_wins.value), teams)
    bonuses = () if row is None else row.value
    counts = [bonuses[place - 1] if place <= len(bonuses) else 0 for place in finish.places]
    size = fact(teams, book.clause("6.5.5"), "teams in the division")
    if not any(counts):
        return nothing(book.clause("6.5.5"), sentence("place {finish}: no bonus wins", finish=finish), size)
    steps = [
        derive(
            partial(_bonus, count),
            win,
            size,
            clause=book.clause("6.5.5"),
            message=sentence("place {place}: bonus wins: {count}", place=place, count=count),
        )
        for place, count in zip(finish.places, counts, strict=True)
    ]
    if len(steps) == 1:
        return steps[0]
    message = sentence("{finish}: shared by {sharing}", finish=finish, sharing=len(steps))
    share = derive(partial(mean_of, len(steps)), *steps, clause=book.clause("3.5.1"), message=message)
    if up_to_hundredth(share.value) == share.value:
        return share
    rounding_message = "share rounded up to 0.01"
    return derive(up_to_hundredth, share, clause=book.clause("3.4.1"), message=rounding_message, reading="A21")


def _bonus(count: int, win: Exact, teams: Exact) -> Exact:
    return win * count
