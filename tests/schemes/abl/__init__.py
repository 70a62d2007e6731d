"""The Avalon Bridge League (ABL): an invented sixth federation, as the docs for developers describe one.

It pays 0.10 a table and three quarters of the place above, has six colours, letters in its member
numbers, championships of its own and ranks that ask for colours. Nothing outside this folder knows it.
"""

from schemes.abl.federation import FEDERATION

__all__ = ["FEDERATION"]
