"""New Zealand Bridge: the Master Point Scheme, section E of its manual."""

from masterpoint.schemes.nz.federation import FEDERATION

__all__ = ["FEDERATION"]
