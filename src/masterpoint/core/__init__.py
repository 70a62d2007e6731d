"""Pure values and functions that every scheme builds on: no files, no clock, no database."""
