"""A book of the EBU: one edition of its handbook, as its rules read it."""

from __future__ import annotations

from masterpoint.core import books
from masterpoint.schemes.ebu.figures import Figures

Book = books.Book[Figures]
