"""The Example Bridge Union (XBU): an invented federation, small and complete, to be copied for a real one."""

from masterpoint.schemes.example import e2024

EDITIONS = (e2024.EDITION,)
