"""Results in the knock-outs of the English and Welsh books: what one match, one bye or one triangle earns."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import partial

from masterpoint.core.derivation import Step, derive, nothing
from masterpoint.core.events import Entry, Round, RoundResult
from masterpoint.core.exact import Exact, tidy
from masterpoint.core.mechanisms import part_of
from masterpoint.core.rounding import up_to_whole
from masterpoint.core.sentences import part_in_words, sentence
from masterpoint.schemes.families.british_knockout import KnockoutClauses

PARTS: Mapping[str, Fraction] = {
    "won": Fraction(1),
    "won-conceded": Fraction(1),
    "won-both": Fraction(1),
    "won-one": Fraction(1, 2),
    "drawn": Fraction(1, 2),
}


def result_award(entry: Entry, result: RoundResult, round_: Round, value: Step, clauses: KnockoutClauses) -> Step:
    """What one result earns, rounded up: all, a half, two thirds or nothing of the match's award."""
    round_name = f"round {result.round}" if result.round else "preliminary round"
    if result.result == "walkover":
        return nothing(clauses.unplayed, sentence("{where}: no award for a match not played", where=round_name))
    if result.result == "bye":
        if not earned_bye(entry, round_):
            return nothing(clauses.unplayed, sentence("{where}: a bye", where=round_name))
        return _round_up(
            derive(
                partial(part_of, *clauses.earned_bye_share.as_integer_ratio()),
                value,
                clause=clauses.earned_bye,
                message=sentence(
                    "{where}: a bye earned by being undefeated, {part}",
                    where=round_name,
                    part=part_in_words(clauses.earned_bye_share),
                ),
            ),
            clauses,
        )
    part = PARTS.get(result.result)
    if part is None:
        return nothing(
            clauses.table, sentence("{where}: {result}", where=round_name, result=result.result.replace("-", " "))
        )
    if part == 1 and result.result == "won":
        return _round_up(value, clauses)
    clause = {"won-conceded": clauses.unplayed, "drawn": clauses.drawn}.get(result.result, clauses.mini)
    message = {
        "won-conceded": "the opponents conceded when behind",
        "drawn": "drawn, and not decided by further boards: half a win",
        "won-both": "both mini-matches of a triangle won",
        "won-one": "one mini-match of a triangle won, half a match",
    }[result.result]
    step = derive(
        partial(_part, part),
        value,
        clause=clause,
        message=sentence("{where}: {message}", where=round_name, message=message),
    )
    return _round_up(step, clauses)


def _part(part: Fraction, value: Exact) -> Exact:
    return tidy(value * part)


def earned_bye(entry: Entry, round_: Round) -> bool:
    """Whether a team earned its bye: no earlier round had defeated it, and the round has such byes."""
    lost = ("lost", "lost-both", "won-one")
    was_beaten = any(result.round < round_.round and result.result in lost for result in entry.rounds)
    return bool(round_.earned_byes) and not was_beaten


def _round_up(step: Step, clauses: KnockoutClauses) -> Step:
    if isinstance(step.value, int):
        return step
    return derive(up_to_whole, step, clause=clauses.rounding, message="rounded up, match by match", reading="A08")
