"""The words of USEBIO: kinds of event, ways of scoring, known elements, charge codes."""

from __future__ import annotations

from masterpoint.core.results import Contest, MatchScoring, Scoring

# EVENT_TYPE: contestant, scoring (unless BOARD_SCORING_METHOD differs), whether matches are drawn as a Swiss.
EVENT_TYPES: dict[str, tuple[Contest, Scoring | None, bool]] = {
    "MP_PAIRS": ("pairs", "match points", False),
    "PAIRS": ("pairs", "match points", False),
    "CROSS_IMP": ("pairs", "cross-IMPs", False),
    "CROSS_IMPS": ("pairs", "cross-IMPs", False),
    "BUTLER_PAIRS": ("pairs", "Butler IMPs", False),
    "AGGREGATE": ("pairs", "aggregate", False),
    "SWISS_PAIRS": ("pairs", "match points", True),
    "SWISS_PAIRS_CROSS_IMPS": ("pairs", "cross-IMPs", True),
    "SWISS_PAIRS_BUTLER_IMPS": ("pairs", "Butler IMPs", True),
    "TEAMS": ("teams", "IMPs", False),
    "TEAMS_OF_FOUR": ("teams", "IMPs", False),
    "SWISS_TEAMS": ("teams", "IMPs", True),
    "HEAD_TO_HEAD": ("teams", "IMPs", False),
    "KO": ("teams", "IMPs", False),
    "LADDER": ("pairs", None, False),
    "INDIVIDUAL": ("individual", "match points", False),
}

BOARD_SCORING: dict[str, Scoring] = {
    "MATCH_POINTS": "match points",
    "CROSS_IMPS": "cross-IMPs",
    "CROSS_IMP": "cross-IMPs",
    "IMPS": "IMPs",
    "PAB": "point-a-board",
    "BUTLER_IMPS": "Butler IMPs",
    "BUTLER": "Butler IMPs",
    "AGGREGATE": "aggregate",
    "BAM": "board-a-match",
    "HYBRID": "hybrid",
    "OTHER": "other",
}

MATCH_SCORING: dict[str, MatchScoring] = {
    "VPS": "VPs",
    "VP": "VPs",
    "IMPS": "IMPs",
    "PAB": "point-a-board",
}


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


CHARGE_CODES = _words("02 03 04 06 07 10 11 12 20 21 22 30 40 50 60 70 71 99")

# The elements known in each place. Anything else is ignored with a notice.
HEAD = _words(
    """PROGRAM_NAME PROGRAM_VERSION EVENT_IDENTIFIER EVENT_ID EVENT_DESCRIPTION TITLE DATE VENUE COUNTRY WINNER_TYPE
    PAIRS NS_PAIRS EW_PAIRS SESSION_COUNT SECTION_COUNT BOARDS_PLAYED BOARDS_PER_ROUND MASTER_POINT_SCALE EVENT_RATING
    MASTER_POINT_TYPE MPS_AWARDED_FLAG P2P_CHARGE_RATE EBU_CHARGE_CODE TEAM_PAIRING_AVAILABLE
    PAIRWISE_SCORING_METHOD BOARD_SCORING_METHOD MATCH_SCORING_METHOD SCORING_METHOD NOTES CONTACT LABELS
    STRATIFICATION"""
)
CONTESTANT = _words(
    """PAIR_NUMBER PLAYER_NUMBER DIRECTION PLACE PERCENTAGE TOTAL_SCORE BOARDS_PLAYED ADJUSTMENT HANDICAP WINS_OR_DRAWS
    PAIR_IMPS MASTER_POINTS MASTER_POINTS_AWARDED MASTER_POINT_TYPE LABEL STRAT_PLACE STRAT_NUMBER PLAYER PAIR
    PLAYER_NAME CLUB_ID_NUMBER NATIONAL_ID_NUMBER TEAM_NAME TEAM_ID"""
)
PERSON = _words("PLAYER_NAME CLUB_ID_NUMBER NATIONAL_ID_NUMBER")
BOARD = _words("BOARD_NUMBER BOARD_AVERAGE IMPS TEAM_POINTS OPPOSING_TEAM_POINTS TRAVELLER_LINE")
LINE = _words(
    """NS_PAIR_NUMBER EW_PAIR_NUMBER N_PLAYER_NUMBER S_PLAYER_NUMBER E_PLAYER_NUMBER W_PLAYER_NUMBER DIRECTION CONTRACT
    PLAYED_BY LEAD TRICKS SCORE NS_MATCH_POINTS EW_MATCH_POINTS NS_CROSS_IMP_POINTS EW_CROSS_IMP_POINTS
    NS_BUTLER_POINTS EW_BUTLER_POINTS LIN_DATA NOTES"""
)
MATCH = _words(
    """ROUND_NUMBER TEAM OPPOSING_TEAM NS_PAIR_NUMBER EW_PAIR_NUMBER START_BOARD_NUMBER END_BOARD_NUMBER TEAM_SCORE
    OPPOSING_TEAM_SCORE NS_SCORE EW_SCORE TEAM_VICTORY_POINTS OPPOSING_TEAM_VICTORY_POINTS NS_VICTORY_POINTS
    EW_VICTORY_POINTS BOARD"""
)
