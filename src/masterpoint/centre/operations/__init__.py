"""Running a Centre: work that goes on by itself, how it went, and what an operator should know."""
