"""Chapters 1, 2 and 5 to 7: which grade an event has, and the terms that follow from it."""
