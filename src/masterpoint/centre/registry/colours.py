"""Colours that can be read: how strong a contrast is, and the nearest colour that is strong enough (WCAG 2, 1.4.3)."""

from __future__ import annotations

import re
from typing import NamedTuple

ENOUGH = 4.5
"""To 1: what words need on their ground."""
LIGHT_GROUNDS = ("#ffffff", "#fbfaf6", "#eef3f5")
DARK_GROUNDS = ("#12171b", "#1b2227", "#202a31", "#0b1a22")
"""What words stand on, on light and on dark screens: the tokens of the stylesheet, and text on a button."""
WRITTEN = re.compile(r"#?([0-9a-f]{6})", re.IGNORECASE)
STEPS = 100

Channels = tuple[int, int, int]


class Shades(NamedTuple):
    """A colour for light and for dark screens, each with a second one under the pointer."""

    light: str
    light_hover: str
    dark: str
    dark_hover: str


def normal(text: str) -> str | None:
    """`0B4F6C` as `#0b4f6c`; none, where it is no colour written in six digits."""
    match = WRITTEN.fullmatch(text.strip())
    return f"#{match[1].lower()}" if match else None


def contrast(colour: str, other: str) -> float:
    """From 1, the same, to 21, black on white."""
    low, high = sorted((_luminance(colour), _luminance(other)))
    return (high + 0.05) / (low + 0.05)


def weakest(colour: str, grounds: tuple[str, ...]) -> float:
    return min(contrast(colour, ground) for ground in grounds)


def nearest_dark_enough(colour: str) -> str:
    """For light screens: the colour itself, or as little darker as words need."""
    darker = (_mixed(colour, "#000000", step) for step in range(STEPS + 1))
    return next(shade for shade in darker if weakest(shade, LIGHT_GROUNDS) >= ENOUGH)


def shades(colour: str) -> Shades:
    """What the pages use: on dark screens the same colour, as much lighter as words need."""
    lighter = (_mixed(colour, "#ffffff", step) for step in range(STEPS + 1))
    dark = next(shade for shade in lighter if weakest(shade, DARK_GROUNDS) >= ENOUGH)
    return Shades(colour, _mixed(colour, "#000000", 30), dark, _mixed(dark, "#ffffff", 40))


def _channels(colour: str) -> Channels:
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


def _mixed(colour: str, other: str, percent: int) -> str:
    pairs = zip(_channels(colour), _channels(other), strict=True)
    return "#" + "".join(f"{(own * (STEPS - percent) + far * percent) // STEPS:02x}" for own, far in pairs)


def _luminance(colour: str) -> float:
    red, green, blue = (_linear(channel / 255) for channel in _channels(colour))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _linear(share: float) -> float:
    linear: float = share / 12.92 if share <= 0.04045 else ((share + 0.055) / 1.055) ** 2.4
    return linear
