"""Pure values and functions every scheme stands on: no files, no clock, no database."""
