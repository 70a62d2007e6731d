"""What the results files of English, Welsh and Scottish clubs have in common."""

from __future__ import annotations

import re

PROGRAMS = re.compile(r"EBUScore|PairsScorer|TeamsScorer|ScoreBridge|BriAn\b", re.IGNORECASE)
"""Programs of clubs all over Britain."""
BRITAIN = ("uk", "united kingdom", "gb", "gbr", "great britain", "britain")
