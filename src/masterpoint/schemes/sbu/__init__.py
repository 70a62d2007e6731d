"""The Scottish Bridge Union."""

from masterpoint.schemes.sbu import e2016

EDITIONS = (e2016.EDITION,)
