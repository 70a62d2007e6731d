"""A result as text for a terminal: the awards in a table, or each with its steps; remarks and readings."""

from __future__ import annotations

from masterpoint.cli.outputs import remarks_text, steps_text, table
from masterpoint.core.derivation import Award, Result
from masterpoint.core.exact import figure_text
from masterpoint.core.explaining import Explainer
from masterpoint.core.serialisation import entry_name


def as_text(result: Result, *, explain: bool) -> str:
    """A result as text for a terminal."""
    event = result.event
    lines = [f"{event.name or 'Event'}, {event.day.day} {event.day:%B %Y}", result.edition, ""]
    lines.append(_awards_with_steps(result) if explain else award_table(result))
    if result.remarks:
        lines += ["", remarks_text(result.remarks)]
    if result.readings():
        readings = ", ".join(result.readings())
        command = f"masterpoint readings {event.scheme} --on {event.day}"
        lines += ["", f"Readings of the book these figures rest on: {readings} (see `{command}`)"]
    return "\n".join(lines)


def award_table(result: Result) -> str:
    lists = any(award.ranking for award in result.awards)
    kinds = len({award.kind for award in result.awards}) > 1
    heading = ["Place", *(["List"] if lists else []), "Contestant", "Points", "Colour", *(["For"] if kinds else [])]
    rows = [
        [
            str(award.entry.place or ""),
            *([award.ranking] if lists else []),
            _contestant(award),
            figure_text(award.points),
            award.colour,
            *([award.kind] if kinds else []),
        ]
        for award in result.awards
    ]
    text = table(rows, heading, right_aligned=(0, 2 + lists))
    zeros: dict[str, str] = {}
    for award in result.awards:
        if not award.points:
            zeros.setdefault(str(award.step.clause), str(award.step.message))
    return text + "".join(f"\n  0: {message}  [{clause}]" for clause, message in zeros.items())


def _contestant(award: Award) -> str:
    if award.players is not None and len(award.players) != len(award.entry.players):
        return " & ".join(player.name or player.id for player in award.players)
    return entry_name(award.entry) or "—"


def _awards_with_steps(result: Result) -> str:
    blocks, explainer = [], Explainer(result)
    for award in result.awards:
        ranking = f" ({award.ranking})" if award.ranking else ""
        title = f"{award.entry.place or ''}{ranking}  {_contestant(award)}: {figure_text(award.points)} {award.colour}"
        blocks.append(f"{title.strip()}, {award.kind}\n  {explainer.why(award)}\n{steps_text(award.step)}")
    return "\n".join(blocks)
