"""Chapter 4, Local Point awards, in the order of its clauses."""
