"""The folder `tariffs` of a federation: every name of its tariff, and invented amounts for the demo."""

from __future__ import annotations

import tomllib
from datetime import date
from importlib import resources
from typing import Any

import msgspec

from masterpoint.core.tariffs import Amount, Item, amount_of
from masterpoint.core.typed_data import convert


class InventedAmount(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An amount for the demo, where the book prints none."""

    value: str
    first_day: date = msgspec.field(name="from")


def load_items(package: str) -> tuple[dict[str, Item], tuple[Amount, ...]]:
    """`tariffs/items.toml` of a federation: its items by name, and the invented amounts."""
    text = resources.files(package).joinpath("tariffs").joinpath("items.toml").read_text(encoding="utf-8")
    data: dict[str, dict[str, Any]] = tomllib.loads(text)
    entries = {name: convert(row.pop("invented", []), list[InventedAmount]) for name, row in data.items()}
    items = convert(data, dict[str, Item])
    invented_amounts = tuple(
        amount_of(name, items[name], entry.value, entry.first_day, invented=True)
        for name, rows in entries.items()
        for entry in rows
    )
    return items, invented_amounts
