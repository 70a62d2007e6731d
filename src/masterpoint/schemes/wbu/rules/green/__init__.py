"""Chapter 5, heats and Green Point awards, in the order of its clauses."""
