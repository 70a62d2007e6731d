"""Proposals: one person proposes an act, another decides."""
