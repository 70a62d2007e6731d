"""Chapters 3 and 4: what sessions, matches and whole events earn."""
