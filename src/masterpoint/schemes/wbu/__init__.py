"""The Welsh Bridge Union (WBU)."""

from masterpoint.schemes.wbu.federation import FEDERATION

__all__ = ["FEDERATION"]
