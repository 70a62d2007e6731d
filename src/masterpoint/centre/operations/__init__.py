"""Running a Centre: automatic work, its results, and what an operator should know."""
