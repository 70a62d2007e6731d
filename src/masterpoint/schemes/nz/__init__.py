"""New Zealand Bridge."""

from masterpoint.schemes.nz import section_e

EDITIONS = (section_e.EDITION,)
