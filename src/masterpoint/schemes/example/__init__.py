"""The Example Bridge Union (XBU): an invented federation, small and complete, to be copied for a real one."""

from masterpoint.schemes.example.federation import FEDERATION

__all__ = ["FEDERATION"]
