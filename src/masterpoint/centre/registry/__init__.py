"""Federations, organisations, people and offices: who there is, and who may do what."""
