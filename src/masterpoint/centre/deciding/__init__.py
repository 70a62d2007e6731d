"""Decide on proposals, and do the acts that were accepted. This package knows every act."""
