"""Readable colours: the contrast of two colours, and the nearest colour with enough contrast (WCAG 2, 1.4.3)."""

from __future__ import annotations

import re
from typing import NamedTuple

MIN_CONTRAST = 4.5
"""The contrast ratio that text needs."""
LIGHT_GROUNDS = ("#ffffff", "#fbfaf6", "#eef3f5")
DARK_GROUNDS = ("#12171b", "#1b2227", "#202a31", "#0b1a22")
"""Backgrounds of text on light and on dark screens, as in the stylesheet, including buttons."""
HEX_COLOUR = re.compile(r"#?([0-9a-f]{6})", re.IGNORECASE)
STEPS = 100

Channels = tuple[int, int, int]


class Shades(NamedTuple):
    """A colour for light and for dark screens, each with one for hovering."""

    light: str
    light_hover: str
    dark: str
    dark_hover: str


def normalise(text: str) -> str | None:
    """`0B4F6C` as `#0b4f6c`; None if it is not a colour in six digits."""
    match = HEX_COLOUR.fullmatch(text.strip())
    return f"#{match[1].lower()}" if match else None


def contrast(colour: str, other: str) -> float:
    """The contrast ratio: from 1 (the same colour) to 21 (black on white)."""
    darker, lighter = sorted((_luminance(colour), _luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


def weakest_contrast(colour: str, grounds: tuple[str, ...]) -> float:
    return min(contrast(colour, ground) for ground in grounds)


def nearest_readable(colour: str) -> str:
    """The colour itself or the nearest darker one that is readable on light screens."""
    darker = (_mix(colour, "#000000", step) for step in range(STEPS + 1))
    return next(shade for shade in darker if weakest_contrast(shade, LIGHT_GROUNDS) >= MIN_CONTRAST)


def shades(colour: str) -> Shades:
    """The colours of the pages. Dark screens get a lighter colour that is readable there."""
    lighter = (_mix(colour, "#ffffff", step) for step in range(STEPS + 1))
    dark = next(shade for shade in lighter if weakest_contrast(shade, DARK_GROUNDS) >= MIN_CONTRAST)
    return Shades(colour, _mix(colour, "#000000", 30), dark, _mix(dark, "#ffffff", 40))


def _channels(colour: str) -> Channels:
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


def _mix(colour: str, other: str, percent: int) -> str:
    pairs = zip(_channels(colour), _channels(other), strict=True)
    return "#" + "".join(
        f"{(channel * (STEPS - percent) + target * percent) // STEPS:02x}" for channel, target in pairs
    )


def _luminance(colour: str) -> float:
    red, green, blue = (_linear(channel / 255) for channel in _channels(colour))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _linear(share: float) -> float:
    linear: float = share / 12.92 if share <= 0.04045 else ((share + 0.055) / 1.055) ** 2.4
    return linear
