"""Move a whole federation in from CSV files, and out into the same files."""
