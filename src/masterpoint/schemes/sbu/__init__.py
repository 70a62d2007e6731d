"""The Scottish Bridge Union (SBU)."""

from masterpoint.schemes.sbu.federation import FEDERATION

__all__ = ["FEDERATION"]
