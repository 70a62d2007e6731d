"""Decide on proposals and do what was accepted: the one room that knows every act."""
