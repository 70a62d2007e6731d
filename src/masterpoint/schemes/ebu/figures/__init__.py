"""What the EBU handbook prints, typed chapter by chapter; `figures.toml` of each edition fills it in."""

from __future__ import annotations

import msgspec

from masterpoint.schemes.ebu.figures.green import BluePoints, Championships, InterCounty, OneDayEvents, ScaleG
from masterpoint.schemes.ebu.figures.local import (
    BasicScales,
    Finals,
    Knockout,
    Ladders,
    Leagues,
    Matches,
    Sections,
    StratifiedEvents,
)
from masterpoint.schemes.ebu.figures.organisations import Charges, Licences, Organisations, Quotas
from masterpoint.schemes.ebu.figures.records import Principles, Records


class Figures(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All figures of one edition, in the order of the book."""

    organisations: Organisations
    quotas: Quotas
    licences: Licences
    charges: Charges
    records: Records
    principles: Principles
    basic: BasicScales
    finals: Finals
    matches: Matches
    knockout: Knockout
    leagues: Leagues
    sections: Sections
    ladders: Ladders
    stratified: StratifiedEvents
    blue: BluePoints
    championships: Championships
    scale_g: ScaleG
    one_day: OneDayEvents
    inter_county: InterCounty
