"""Masterpoint: national bridge handbooks as code, and every figure explains itself."""

__version__ = "0.1.0"
