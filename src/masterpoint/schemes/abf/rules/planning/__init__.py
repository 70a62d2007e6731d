"""Chapters 2, 5 and 6: what a club, a region, a State or a congress may hold."""
