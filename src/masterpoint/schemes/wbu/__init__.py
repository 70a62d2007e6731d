"""The Welsh Bridge Union."""

from masterpoint.schemes.wbu import e2003

EDITIONS = (e2003.EDITION,)
