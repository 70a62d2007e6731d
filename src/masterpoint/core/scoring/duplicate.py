"""Law 77: what a contract is worth, and which side is vulnerable on which board."""

from __future__ import annotations

from masterpoint.core.boards import Contract, Denomination, Seat
from masterpoint.core.deals import seats_vulnerable_on

TRICK_VALUE: dict[Denomination, int] = {"C": 20, "D": 20, "H": 30, "S": 30, "NT": 30}
FIRST_NO_TRUMP_EXTRA = 10
GAME_NEEDS = 100
PART_SCORE_BONUS, GAME_BONUS = 50, (300, 500)  # not vulnerable, vulnerable
SLAM_BONUS = {6: (500, 750), 7: (1000, 1500)}
INSULT = {1: 0, 2: 50, 4: 100}


def vulnerable(board: int, seat: Seat) -> bool:
    """Law 2: whether this seat is vulnerable on this board."""
    return seat in seats_vulnerable_on(board)


def declarer_score(contract: Contract, tricks: int, *, vulnerable: bool) -> int:
    """Law 77: the score of the declaring side; 0 for a board passed out."""
    if not contract.level:
        return 0
    if not 0 <= tricks <= 13:
        raise ValueError(f"{tricks} tricks: a side takes 0 to 13")
    margin = tricks - contract.level - 6
    return _made_score(contract, margin, vulnerable) if margin >= 0 else -_penalty(contract.stake, -margin, vulnerable)


def _made_score(contract: Contract, overtricks: int, vulnerable: bool) -> int:
    trick = TRICK_VALUE[contract.denomination]
    extra = FIRST_NO_TRUMP_EXTRA if contract.denomination == "NT" else 0
    trick_score = (trick * contract.level + extra) * contract.stake
    overtrick = trick if contract.stake == 1 else 50 * contract.stake * (2 if vulnerable else 1)
    bonus = GAME_BONUS[vulnerable] if trick_score >= GAME_NEEDS else PART_SCORE_BONUS
    slam = SLAM_BONUS[contract.level][vulnerable] if contract.level in SLAM_BONUS else 0
    return trick_score + overtricks * overtrick + bonus + slam + INSULT[contract.stake]


def _penalty(stake: int, undertricks: int, vulnerable: bool) -> int:
    if stake == 1:
        return undertricks * (100 if vulnerable else 50)
    if vulnerable:
        penalty = 300 * undertricks - 100
    else:
        penalty = {1: 100, 2: 300}.get(undertricks, 300 * undertricks - 400)
    return penalty * stake // 2


def ns_score(contract: Contract, declarer: Seat, tricks: int, *, board: int) -> int:
    """The score as North-South see it, with the vulnerability of the board's number."""
    if not contract.level:
        return 0
    if not declarer:
        raise ValueError(f"{contract}: the declarer is missing")
    score = declarer_score(contract, tricks, vulnerable=vulnerable(board, declarer))
    return score if declarer in "NS" else -score
