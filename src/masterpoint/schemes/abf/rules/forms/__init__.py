"""Chapters 4, 6 and 7 event by event: which awards each form of event receives."""
