"""The journal: what became of everything beside the points, hash-chained, so that a change by hand shows."""
