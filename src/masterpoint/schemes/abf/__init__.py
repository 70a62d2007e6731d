"""The Australian Bridge Federation (ABF)."""

from masterpoint.schemes.abf.federation import FEDERATION

__all__ = ["FEDERATION"]
