"""Scoring by the Laws of Duplicate Bridge: pure functions on exact numbers.

`duplicate` scores one result, `match_points` and `imps` a board, `victory_points` a match,
`field` a whole event from its travellers, and `ranking` turns scores into places.
"""
