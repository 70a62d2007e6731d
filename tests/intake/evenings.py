"""Whole club evenings as scoring programs write them: a Mitchell with every traveller."""

from __future__ import annotations

import random
from collections.abc import Mapping
from decimal import Decimal
from fractions import Fraction
from typing import Any

STEPS = (20, 50, 90, 130, 170, 220, 270, 320, 370, 430, 500, 600, 750, 900, 1100, 1300, 1500, 1750, 2000, 2250, 2500)


def mitchell(tables: int = 7, rounds: int = 6, per_round: int = 3, seed: int = 1) -> list[tuple[int, int, int, int]]:
    """(board, NS pair, EW pair, score): an odd number of tables, with boards moving down and East-West moving up."""
    assert tables % 2
    chance = random.Random(seed)
    lines = []
    for round_ in range(rounds):
        for table in range(tables):
            for n in range(per_round):
                board = ((table + round_) % tables) * per_round + n + 1
                ew = 101 + (table - round_) % tables
                lines.append((board, 1 + table, ew, 10 * chance.randint(-60, 60)))
    return lines


def imps(difference: int | Fraction) -> int:
    size = sum(abs(Fraction(difference)) >= step for step in STEPS)
    return size if difference > 0 else -size


def by_board(lines: list[tuple[int, int, int, int]]) -> dict[int, list[tuple[int, int, int, int]]]:
    boards: dict[int, list[tuple[int, int, int, int]]] = {}
    for line in lines:
        boards.setdefault(line[0], []).append(line)
    return boards


def places(totals: dict[int, Fraction]) -> dict[int, int]:
    return {who: 1 + sum(other > total for other in totals.values()) for who, total in totals.items()}


def usebio(
    lines: list[tuple[int, int, int, int]],
    totals: dict[int, Fraction],
    *,
    kind: str = "MP_PAIRS",
    figure: str = "PERCENTAGE",
    points: Mapping[tuple[int, int], tuple[int | Fraction | str, int | Fraction | str]] | None = None,
    datums: dict[int, int] | None = None,
    head: str = "",
    adjusted: tuple[Any, ...] | list[tuple[int, int, str]] = (),
) -> bytes:
    """A two-winner file: `totals` by pair, `points` by (board, ns), `datums` by board, `adjusted` (board, ns, text)."""
    pairs = []
    for direction, numbers in (
        ("NS", sorted({line[1] for line in lines})),
        ("EW", sorted({line[2] for line in lines})),
    ):
        ranking = places({pair: totals[pair] for pair in numbers})
        for pair in numbers:
            total = Decimal(Fraction(totals[pair]).numerator) / Decimal(Fraction(totals[pair]).denominator)
            pairs.append(
                f"<PAIR><PAIR_NUMBER>{pair}</PAIR_NUMBER><DIRECTION>{direction}</DIRECTION><PLACE>{ranking[pair]}</PLACE>"
                f"<{figure}>{total.quantize(Decimal('0.01'))}</{figure}>"
                + "".join(
                    f"<PLAYER><PLAYER_NAME>Player {pair}{letter}</PLAYER_NAME>"
                    f"<NATIONAL_ID_NUMBER>{900000 + 2 * pair + n}</NATIONAL_ID_NUMBER></PLAYER>"
                    for n, letter in enumerate("ab")
                )
                + "</PAIR>"
            )
    boards = []
    for board, lines_of_board in sorted(by_board(lines).items()):
        rows = []
        for _, ns, ew, score in lines_of_board:
            artificial = next((text for b, pair, text in adjusted if (b, pair) == (board, ns)), None)
            name_elements = ""
            if points:
                item, two = points[board, ns]
                name = "MATCH_POINTS" if kind == "MP_PAIRS" else "BUTLER_POINTS"
                name_elements = f"<NS_{name}>{item}</NS_{name}><EW_{name}>{two}</EW_{name}>"
            rows.append(
                f"<TRAVELLER_LINE><NS_PAIR_NUMBER>{ns}</NS_PAIR_NUMBER><EW_PAIR_NUMBER>{ew}</EW_PAIR_NUMBER>"
                f"<SCORE>{artificial or score}</SCORE>{name_elements}</TRAVELLER_LINE>"
            )
        average = f"<BOARD_AVERAGE>{datums[board]}</BOARD_AVERAGE>" if datums else ""
        boards.append(f"<BOARD><BOARD_NUMBER>{board}</BOARD_NUMBER>{average}{''.join(rows)}</BOARD>")
    return (
        '<?xml version="1.0" encoding="utf-8"?><USEBIO Version="1.2">'
        "<CLUB><CLUB_NAME>Invented</CLUB_NAME><CLUB_ID_NUMBER>987001</CLUB_ID_NUMBER></CLUB>"
        f'<EVENT EVENT_TYPE="{kind}">{head}<DATE>05/02/2026</DATE><WINNER_TYPE>2</WINNER_TYPE>'
        f"<PARTICIPANTS>{''.join(pairs)}</PARTICIPANTS>{''.join(boards)}</EVENT></USEBIO>"
    ).encode()


def plain_totals(lines: list[tuple[int, int, int, int]]) -> dict[int, Fraction]:
    """Any totals, for tests that do not look at the scoring."""
    return {pair: Fraction(10000 - 7 * n, 200) for n, pair in enumerate(sorted({p for x in lines for p in x[1:3]}))}
