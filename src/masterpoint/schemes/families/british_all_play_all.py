"""Finals in which every pair meets every other: rounds left over at the end."""

from __future__ import annotations

from masterpoint.core.sentences import Message, sentence


def left_over_rounds(pairs: int, boards: int, boards_a_round: int | None) -> Message | None:
    """A warning if rounds are left over after all pairs have met, once or several times; one pair may sit out."""
    opponents = pairs - 1
    if opponents < 1:
        return None
    length = boards_a_round or 1
    rounds, with_one_sitting_out = boards // length, pairs if pairs % 2 else opponents
    if not rounds % opponents or not rounds % with_one_sitting_out:
        return None
    if boards_a_round is None:
        template = "{boards} boards make no equal rounds in which {pairs} pairs all meet: check both"
        return sentence(template, boards=boards, pairs=pairs)
    template = "{rounds} rounds of {boards} boards, and {pairs} pairs who all meet need {opponents}: check both"
    return sentence(template, rounds=rounds, boards=boards_a_round, pairs=pairs, opponents=opponents)
