"""Where in a file a player stands: the place and, where the file has lines, the line."""

from __future__ import annotations

from masterpoint.centre.filing.identifying import Unknown
from masterpoint.centre.registry.name_keys import fold
from masterpoint.core.results import plain_number
from masterpoint.intake import ImportedFile


class Whereabouts:
    """The lines of a file's players, by number and by name."""

    def __init__(self, imported: ImportedFile | None = None) -> None:
        self.lines: dict[str, int] = {}
        for entry in imported.results.entries if imported and imported.results else ():
            for player in entry.players:
                key = plain_number(player.national) or fold(player.name)
                if player.line:
                    self.lines.setdefault(key, player.line)

    def line_of(self, unknown: Unknown) -> int | None:
        return self.lines.get(plain_number(unknown.number) or fold(unknown.name))

    def of(self, unknown: Unknown) -> str:
        """In brackets, after what is said about the player."""
        line = self.line_of(unknown)
        parts = [f"place {unknown.place}" if unknown.place else "", f"line {line} of the file" if line else ""]
        known = ", ".join(part for part in parts if part)
        return f" ({known})" if known else ""
