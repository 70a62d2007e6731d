"""Move a whole federation in from CSV files, or out to such files."""
