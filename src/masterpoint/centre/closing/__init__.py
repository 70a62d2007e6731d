"""The end of a month and of a year: what the office checks, closes and announces."""
