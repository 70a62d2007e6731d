"""Federations, organisations, people and offices, and who may do what."""
