"""The position of a player in a file: the place and, if the file has lines, the line."""

from __future__ import annotations

from masterpoint.centre.filing.identifying import Unknown
from masterpoint.centre.registry.name_keys import fold
from masterpoint.core.results import plain_number
from masterpoint.intake import ImportedFile


class PlayerPositions:
    """The lines of a file's players, by number and by name."""

    def __init__(self, imported: ImportedFile | None = None) -> None:
        self.lines: dict[str, int] = {}
        for entry in imported.results.entries if imported and imported.results else ():
            for player in entry.players:
                key = plain_number(player.national) or fold(player.name)
                if player.line:
                    self.lines.setdefault(key, player.line)

    def line_of(self, player: Unknown) -> int | None:
        return self.lines.get(plain_number(player.number) or fold(player.name))

    def in_brackets(self, player: Unknown) -> str:
        """The position in brackets, to end a message with."""
        line = self.line_of(player)
        parts = [f"place {player.place}" if player.place else "", f"line {line} of the file" if line else ""]
        place_text = ", ".join(item for item in parts if item)
        return f" ({place_text})" if place_text else ""
