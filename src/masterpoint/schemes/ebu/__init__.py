"""The English Bridge Union."""

from masterpoint.schemes.ebu import e2014

EDITIONS = (e2014.EDITION,)
