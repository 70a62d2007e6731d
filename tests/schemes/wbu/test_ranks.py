"""1.6.2: ranks with stars belong to the rank without."""

from __future__ import annotations

from masterpoint.schemes import FEDERATIONS


def test_ranks_with_stars_are_masters() -> None:
    ladder = FEDERATIONS["wbu"].editions[0].ranks.rungs_up_to(0)
    masters = [rung.name for rung in ladder if rung.group == "Master"]
    assert masters == ["Master", "1 Star Master", "2 Star Master", "3 Star Master", "4 Star Master", "5 Star Master"]
    assert all(rung.group == rung.name for rung in ladder if rung.name not in masters)
