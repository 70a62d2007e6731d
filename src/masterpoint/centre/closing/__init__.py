"""The turn of a month and of a year: what the office looks at, closes and announces."""
