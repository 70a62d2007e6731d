"""A whole federation moved in from CSV files, and out into the same files."""
