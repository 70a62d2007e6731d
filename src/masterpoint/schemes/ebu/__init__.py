"""The English Bridge Union (EBU)."""

from masterpoint.schemes.ebu.federation import FEDERATION

__all__ = ["FEDERATION"]
