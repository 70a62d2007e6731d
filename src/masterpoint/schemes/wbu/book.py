"""What the WBU handbook prints, typed chapter by chapter; `figures.toml` of each edition fills it in."""

from __future__ import annotations

import msgspec

from masterpoint.core import books
from masterpoint.schemes.wbu.figures import general, green, local


class Figures(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All figures of one edition, in the order of the book."""

    records: general.Records
    principles: general.Principles
    organisations: general.Organisations
    basic: local.BasicScales
    finals: local.Finals
    matches: local.Matches
    knockouts: local.Knockouts
    leagues: local.Leagues
    sections: local.Sections
    ladders: local.Ladders
    heats: green.Heats
    area_teams: green.AreaTeams
    area_pairs: green.AreaPairs
    agm: green.Agm
    joint_ventures: green.JointVentures
    multiple_teams: green.MultipleTeams


Book = books.Book[Figures]
