"""The Australian Bridge Federation."""

from masterpoint.schemes.abf import e2025

EDITIONS = (e2025.EDITION,)
