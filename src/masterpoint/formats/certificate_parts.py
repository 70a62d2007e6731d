"""The parts of a certificate as people write them: `First session; 18; 0.25`."""

from __future__ import annotations

from typing import Any

from masterpoint.core.errors import NotReadable, Problem


def parts_of(text: str, colours: tuple[str, ...]) -> list[dict[str, Any]]:
    """One part per line: what was played, and the points of each colour; or every line that cannot be read."""
    parts, problems = [], []
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip():
            continue
        title, *points = (cell.strip() for cell in line.split(";"))
        if not title or not 0 < len(points) <= len(colours):
            fix = f"write what was played and then its points: {'; '.join(colours)}"
            problems.append(Problem(f"points, line {number}", line.strip()[:60], "this line cannot be read", fix))
        else:
            parts.append({"title": title, "points": dict(zip(colours, points, strict=False))})
    if problems:
        raise NotReadable(problems)
    return parts
